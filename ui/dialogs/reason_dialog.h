// SPDX-License-Identifier: GPL-3.0-or-later
// Asks before something is done: what will happen to how many rows, which ones, and why it is done. Shown with open(),
// never exec(); what was selected is frozen by the caller before.
// Thread: GUI.
#pragma once

#include <QDialog>
#include <QStringList>

class QLabel;
class QLineEdit;
class QPushButton;

namespace evenhand::ui {

struct ReasonQuestion {
    QString title;
    QString what;      ///< one or two sentences, plain text
    QStringList rows;  ///< what it happens to; the first some are shown
    QString action;    ///< label of the button, "Reassign"
    bool reasonNeeded = true;
    QStringList suggestions;  ///< reasons offered by one click
};

class ReasonDialog : public QDialog {
    Q_OBJECT

public:
    static constexpr int kReasonCharacters = 500;

    explicit ReasonDialog(const ReasonQuestion& question, QWidget* parent = nullptr);

    [[nodiscard]] QString reason() const;

Q_SIGNALS:
    void confirmed(const QString& reason);

private:
    void setupText(const ReasonQuestion& question);
    void setupReason(const ReasonQuestion& question);
    void setupButtons(const ReasonQuestion& question);
    void check();

    bool m_reasonNeeded;
    QLineEdit* m_reason = nullptr;
    QLabel* m_hint = nullptr;
    QPushButton* m_do = nullptr;
};

}  // namespace evenhand::ui
