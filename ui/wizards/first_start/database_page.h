// SPDX-License-Identifier: GPL-3.0-or-later
// The page of the first window for a workspace in MySQL or MariaDB: the address of the server, the user, TLS, and a
// test that shows the reason of a failure at the field to blame. Thread: GUI. The page only emits what is asked for;
// the program connects on another thread and answers by the slots. The page does not keep the password.
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QRadioButton>

#include "engine/base/result.h"
#include "ui/bridge/file_work.h"
#include "ui/wizards/first_start/connect_page.h"

namespace evenhand::ui {

struct DatabaseChoice {
    QString host;  ///< empty if `socket` is set
    int port = 3306;
    QString socket;  ///< path of a local socket; empty: over the network
    QString name;
    QString user;
    QString password;
    QString caFile;  ///< PEM; if set, the connection must be encrypted
    QString folder;  ///< local folder in which the address is kept
    bool keepPassword = false;
    QString currency;  ///< for a new workspace, if the database is empty
    int minorDigits = 2;
    QString timeZone;
};

class DatabasePage : public ConnectPage {
    Q_OBJECT

public:
    enum Field { Host, Port, Socket, Name, User, Password, CaFile, Folder, kFields };

    /// `folder`: the suggested folder for the address.
    explicit DatabasePage(const QString& folder, QWidget* parent = nullptr);

    [[nodiscard]] DatabaseChoice choice() const;
    /// While a test or a connection is running nothing can be changed, only cancelled.
    void setBusy(bool busy, const QString& what = {});
    /// Shows what a test found, or that the connection was made.
    void showFound(const QString& sentence);
    /// Shows it at the field to blame, or below all fields if there is none.
    void showProblem(const Error& error);
    void retranslate();

Q_SIGNALS:
    void testRequested(const evenhand::ui::DatabaseChoice& choice);
    void connectRequested(const evenhand::ui::DatabaseChoice& choice);

private:
    void setupReach();
    void setupFields(const QString& folder);
    void setupButtons();
    void chooseFile(Field field);
    void check() override;
    void clearProblems() override;
    [[nodiscard]] QString whyNot() const;
    [[nodiscard]] bool overSocket() const { return m_overSocket->isChecked(); }

    PathWatch* m_certificate;
    QRadioButton* m_overNetwork = nullptr;
    QRadioButton* m_overSocket = nullptr;
    QPushButton* m_browseCa = nullptr;
    QPushButton* m_browseFolder = nullptr;
    QCheckBox* m_keep = nullptr;
    QLabel* m_newLabel = nullptr;
    QComboBox* m_currency = nullptr;
    QComboBox* m_zone = nullptr;
    QLabel* m_found = nullptr;
    QPushButton* m_test = nullptr;
};

}  // namespace evenhand::ui

Q_DECLARE_METATYPE(evenhand::ui::DatabaseChoice)
