// SPDX-License-Identifier: GPL-3.0-or-later
// A dialog in which something is typed: a form, a wizard. A person who leaves it (Escape, the window's close button,
// its own button by leave()) with something changed is asked before it is lost; with nothing changed it closes at once.
// close() and reject() are for the program: nobody is asked.
// Thread: GUI.
#pragma once

#include <QDialog>
#include <QMessageBox>
#include <QPointer>
#include <QString>
#include <utility>
#include <vector>

namespace evenhand::ui {

class DraftDialog : public QDialog {
    Q_OBJECT

public:
    explicit DraftDialog(QWidget* parent = nullptr);

    /// A person wants to leave.
    void leave();
    void reject() override;
    /// The question, while it stands.
    [[nodiscard]] QMessageBox* question() const { return m_question; }
    /// By what is typed in it so far something is decided about what is open behind it.
    [[nodiscard]] virtual bool isDeciding() const { return false; }

protected:
    /// It cannot be left now: the engine has been asked.
    [[nodiscard]] virtual bool isHeld() const { return false; }
    /// Something else is shown, as the engine has it: what is changed counts from here.
    void startAgain() { m_begun = false; }
    /// What the field holds now may be dropped unasked.
    void isNoLoss(const QWidget* field);
    /// By a person, since it was opened.
    [[nodiscard]] bool isChanged() const;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void begin();

    /// What the fields held before the first key or click of a person; fields filled by the program are no changes.
    std::vector<std::pair<QPointer<QWidget>, QString>> m_before;
    bool m_begun = false;
    QPointer<QMessageBox> m_question;
};

}  // namespace evenhand::ui
