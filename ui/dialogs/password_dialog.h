// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for the password of a database that neither the keychain nor the environment knows.
// Thread: GUI. The password is handed over by passwordGiven() and kept nowhere.
#pragma once

#include <QCheckBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace evenhand::ui {

class PasswordDialog : public QDialog {
    Q_OBJECT

public:
    /// `why`: what went wrong with the last one; empty at first.
    PasswordDialog(const QString& user, const QString& place, const QString& why, QWidget* parent);

Q_SIGNALS:
    void passwordGiven(const QString& password, bool keep);

private:
    QLineEdit* m_password = nullptr;
    QCheckBox* m_keep = nullptr;
    QPushButton* m_open = nullptr;
};

}  // namespace evenhand::ui
