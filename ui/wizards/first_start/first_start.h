// SPDX-License-Identifier: GPL-3.0-or-later
// The first window: open a workspace that was used before, open the demo, make a workspace, connect to a database or to
// a running service.
// Thread: GUI. It only emits what was chosen; the program creates and opens workspaces and reports problems by
// showProblem().
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidget>

#include "ui/bridge/file_work.h"
#include "ui/dialogs/new_password_fields.h"
#include "ui/widgets/translated.h"
#include "ui/wizards/first_start/database_page.h"
#include "ui/wizards/first_start/service_page.h"

class QGridLayout;

namespace evenhand::ui {

struct NewWorkspace {
    QString folder;
    QString currency;  ///< ISO 4217
    int minorDigits = 2;
    QString timeZone;         ///< IANA
    QString adminLogin = {};  ///< first administrator; empty: none, then whoever opens the folder is administrator
    Secret adminPassword = {};
};

class FirstStart : public Translated<QWidget> {
    Q_OBJECT

public:
    /// `recents`: folders that were opened before, newest first. `suggested`: the folder offered for a new workspace.
    FirstStart(const QStringList& recents, const QString& suggested, QWidget* parent = nullptr);

    /// Shows what went wrong with the last choice and enables the page again. Plain text.
    void showProblem(const QString& problem);
    /// Shows what is being done and disables the page meanwhile; empty: nothing is being done.
    void setBusy(const QString& what);
    [[nodiscard]] DatabasePage* databasePage() const { return m_database; }
    [[nodiscard]] ServicePage* servicePage() const { return m_service; }
    void showServicePage() { showView(Service); }
    /// Names of views for screenshots; "" is the page as it opens.
    [[nodiscard]] static QStringList pictures() {
        return {QString(), QStringLiteral("create"), QStringLiteral("database"), QStringLiteral("service")};
    }
    void showPicture(const QString& name);
    /// The language shown: "en" or "zh".
    void setLanguage(const QString& code);

Q_SIGNALS:
    void demoChosen();
    void createChosen(const evenhand::ui::NewWorkspace& workspace);
    void openChosen(const QString& folder);
    void languageChosen(const QString& code);  ///< "en", "zh"

private:
    void setupHead();
    void setupLanguages(QWidget* column, QHBoxLayout* row);
    void setupPages();
    void setupDemo(bool primary);
    void setupCreate(const QString& suggested);
    void setupCreatePage(const QString& suggested);
    void setupAdministrator(QGridLayout* grid);
    void setupOpen(const QStringList& recents);
    void setupShared(const QString& suggested);
    void setupService();
    QVBoxLayout* addCard(QLabel** title, QLabel** text);
    void chooseFolder(QLineEdit* into);
    void check();
    void retranslate() override;
    [[nodiscard]] QString whyNotCreate() const;
    [[nodiscard]] QString whyNotAdministrator() const;
    [[nodiscard]] QString whyNotPassword() const;

    QLabel* m_welcome = nullptr;
    QToolButton* m_languages[2] = {};
    QLabel* m_titles[5] = {};
    QLabel* m_texts[5] = {};
    QLabel* m_problem = nullptr;
    QLabel* m_doing = nullptr;
    enum View { List, Create, Database, Service };
    void showView(View view);

    QStackedWidget* m_pages = nullptr;  ///< by View
    QWidget* m_list = nullptr;
    QWidget* m_createPage = nullptr;
    QLabel* m_createTitle = nullptr;
    QPushButton* m_new = nullptr;
    QPushButton* m_back = nullptr;
    QListWidget* m_recents = nullptr;
    PathWatch* m_place;  ///< of the folder for a new workspace
    DatabasePage* m_database = nullptr;
    ServicePage* m_service = nullptr;
    QPushButton* m_demo = nullptr;
    QLabel* m_labels[4] = {};
    QCheckBox* m_protect = nullptr;
    QLineEdit* m_admin = nullptr;
    NewPasswordFields* m_adminPassword = nullptr;
    QLineEdit* m_folder = nullptr;
    QPushButton* m_browse = nullptr;
    QComboBox* m_currency = nullptr;
    QComboBox* m_zone = nullptr;
    QLabel* m_whyNot = nullptr;
    QPushButton* m_create = nullptr;
    QLineEdit* m_existing = nullptr;
    QPushButton* m_browseExisting = nullptr;
    QPushButton* m_open = nullptr;
    QPushButton* m_shared = nullptr;
    QPushButton* m_toService = nullptr;
};

}  // namespace evenhand::ui

Q_DECLARE_METATYPE(evenhand::ui::NewWorkspace)
