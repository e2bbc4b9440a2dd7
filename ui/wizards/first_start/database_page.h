// SPDX-License-Identifier: GPL-3.0-or-later
// The page of the first start that leads to a workspace in MySQL or MariaDB: where the server is, who signs in, TLS,
// and a test that names the reason of a failure at the field that it concerns. Thread: GUI. It only says what was asked
// for; the program connects, off this thread, and answers by the slots. The password is handed over and kept nowhere.
#pragma once

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRadioButton>
#include <QWidget>
#include <array>

#include "engine/base/result.h"
#include "ui/bridge/file_work.h"

namespace evenhand::ui {

struct DatabaseChoice {
    QString host;  ///< empty with `socket`
    int port = 3306;
    QString socket;  ///< path of a local socket; empty: over the network
    QString name;
    QString user;
    QString password;
    QString caFile;  ///< PEM; not empty: the connection must be encrypted
    QString folder;  ///< local folder that keeps the address
    bool keepPassword = false;
    QString currency;  ///< of a new workspace, if the database is empty
    int minorDigits = 2;
    QString timeZone;
};

class DatabasePage : public QWidget {
    Q_OBJECT

public:
    enum Field { Host, Port, Socket, Name, User, Password, CaFile, Folder, kFields };

    /// `folder`: suggested for the address.
    explicit DatabasePage(const QString& folder, QWidget* parent = nullptr);

    [[nodiscard]] DatabaseChoice choice() const;
    /// A test or a connection is under way: nothing can be changed, only cancelled.
    void setBusy(bool busy, const QString& what = {});
    /// What a test found, or that the connection stands.
    void showFound(const QString& sentence);
    /// Shown at the field that it concerns, or below all if it concerns none.
    void showProblem(const Error& error);
    /// What stands at a field; empty: nothing. For tests.
    [[nodiscard]] QString problemAt(Field field) const { return m_problems.at(field)->text(); }
    void retranslate();

Q_SIGNALS:
    void testRequested(const evenhand::ui::DatabaseChoice& choice);
    void connectRequested(const evenhand::ui::DatabaseChoice& choice);
    void cancelRequested();
    void back();

private:
    void setupReach();
    void setupFields(const QString& folder);
    void setupButtons();
    QLineEdit* addField(QGridLayout* grid, int row, Field field, const char* name);
    void chooseFile(Field field);
    void check();
    void clearProblems();
    [[nodiscard]] QString whyNot() const;
    [[nodiscard]] bool overSocket() const { return m_overSocket->isChecked(); }
    [[nodiscard]] QString at(Field field) const { return m_edits.at(field)->text().trimmed(); }

    PathWatch* m_certificate;
    QLabel* m_title = nullptr;
    QLabel* m_about = nullptr;
    QRadioButton* m_overNetwork = nullptr;
    QRadioButton* m_overSocket = nullptr;
    std::array<QLabel*, kFields> m_labels{};
    std::array<QLineEdit*, kFields> m_edits{};
    std::array<QLabel*, kFields> m_problems{};
    QPushButton* m_browseCa = nullptr;
    QPushButton* m_browseFolder = nullptr;
    QCheckBox* m_keep = nullptr;
    QLabel* m_newLabel = nullptr;
    QComboBox* m_currency = nullptr;
    QComboBox* m_zone = nullptr;
    QLabel* m_whole = nullptr;
    QLabel* m_found = nullptr;
    QProgressBar* m_progress = nullptr;
    QLabel* m_doing = nullptr;
    QLabel* m_missing = nullptr;
    QPushButton* m_back = nullptr;
    QPushButton* m_test = nullptr;
    QPushButton* m_connect = nullptr;
    QPushButton* m_cancel = nullptr;
    bool m_busy = false;
};

}  // namespace evenhand::ui

Q_DECLARE_METATYPE(evenhand::ui::DatabaseChoice)
