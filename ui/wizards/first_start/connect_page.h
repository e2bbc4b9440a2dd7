// SPDX-License-Identifier: GPL-3.0-or-later
// What the pages of the first window that lead to a server have in common: a card with fields, below each field the
// problem to which it leads, a line that says what is being done, and the buttons Back, Cancel and Connect. The texts
// are the page's own.
// Thread: GUI.
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QWidget>
#include <vector>

class QFrame;
class QGridLayout;
class QHBoxLayout;
class QVBoxLayout;

namespace evenhand::ui {

class ConnectPage : public QWidget {
    Q_OBJECT

public:
    /// The problem shown at a field; empty: none. For tests.
    [[nodiscard]] QString problemAt(std::size_t field) const { return m_problems.at(field)->text(); }

Q_SIGNALS:
    void cancelRequested();
    void back();

protected:
    /// `name`: what the object names of the page and its parts begin with. `fields`: how many there are.
    ConnectPage(const QString& name, std::size_t fields, QWidget* parent);

    // Parts of the card, from above to below.
    [[nodiscard]] QGridLayout* addFieldGrid();
    QLineEdit* addField(QGridLayout* grid, std::size_t field, const char* name);
    [[nodiscard]] QPushButton* addBrowse(QGridLayout* grid, std::size_t field, const char* name);
    /// For problems of no field.
    void addProblem();
    /// What is being done, and the row of buttons with Back, the reason why Connect is disabled, and Cancel.
    [[nodiscard]] QHBoxLayout* addButtons();
    QPushButton* addButton(QHBoxLayout* row, const char* what);
    /// Last.
    void addConnect(QHBoxLayout* row);
    [[nodiscard]] QWidget* card() const noexcept;
    [[nodiscard]] QVBoxLayout* column() const noexcept { return m_column; }

    /// Something was typed, or the state has changed: enables and disables. Not called before addConnect().
    virtual void check() = 0;
    virtual void clearProblems();
    void markProblem(std::size_t field, const QString& sentence);
    /// The problem below a field that is itself shown or hidden.
    void showProblemOf(std::size_t field, bool isShown) {
        m_problems[field]->setVisible(isShown && !problemAt(field).isEmpty());
    }
    /// At the field, which gets the focus.
    void showProblemAt(std::size_t field, const QString& sentence);
    void showWholeProblem(const QString& sentence);
    void showBusy(bool busy, const QString& what);
    [[nodiscard]] QString at(std::size_t field) const { return m_edits.at(field)->text().trimmed(); }

    QLabel* m_title = nullptr;
    QLabel* m_about = nullptr;
    std::vector<QLabel*> m_labels;
    std::vector<QLineEdit*> m_edits;
    QLabel* m_missing = nullptr;
    QPushButton* m_back = nullptr;
    QPushButton* m_connect = nullptr;
    QPushButton* m_cancel = nullptr;
    bool m_busy = false;

private:
    [[nodiscard]] QString nameOf(const char* what) const { return m_name + QLatin1String(what); }

    const QString m_name;
    QVBoxLayout* m_column = nullptr;  ///< of the card
    std::vector<QLabel*> m_problems;
    QLabel* m_whole = nullptr;
    QProgressBar* m_progress = nullptr;
    QLabel* m_doing = nullptr;
};

}  // namespace evenhand::ui
