// SPDX-License-Identifier: GPL-3.0-or-later
// The console as a program: chooses or makes the workspace, holds engine, demo and window together, and ends them in
// the right order (window, demo, HTTP API, engine).
// Thread: GUI. Workspaces are made, tested and opened off this thread (WorkspaceOpener), since servers and keychains
// may keep one waiting; those in a database see console_database.cpp. Closing happens here, while no window of it is
// shown.
#pragma once

#include <QObject>
#include <QTemporaryDir>
#include <memory>
#include <optional>
#include <vector>

#include "app/evenhand/console_import.h"
#include "app/evenhand/console_options.h"
#include "app/evenhand/console_service.h"
#include "app/evenhand/demo.h"
#include "app/evenhand/workspace_opener.h"
#include "app/workspace/temporary_folder.h"
#include "app/workspace/workspace.h"
#include "engine/remote/remote_engine.h"
#include "ui/shell/main_window.h"
#include "ui/shell/restore_backend.h"
#include "ui/shell/screenshot_tour.h"
#include "ui/wizards/first_start/first_start.h"
#include "ui/wizards/sign_in/sign_in_window.h"

namespace evenhand::app {

class ConsoleApp : public QObject {
    Q_OBJECT

public:
    ConsoleApp(ProgramOptions options, const QString& settingsPath);
    ~ConsoleApp() override;

    /// Shows the first window. False: it could not; the sentence for the terminal is problem().
    [[nodiscard]] bool start();
    [[nodiscard]] const QString& problem() const noexcept { return m_problem; }
    /// As by the command Quit, whatever question stands open.
    void end();

private:
    void showFirstStart();
    [[nodiscard]] static QString whatIsMissing(const QString& folder);
    void openDemo();
    void openFolder(const QString& folder);
    void create(const ui::NewWorkspace& workspace);
    using Failed = std::function<void(const Error&)>;
    /// Busy until then. An error goes to `failed`, and where there is no window to tell it in, to the terminal.
    void whenOpened(const QFuture<Result<Opened>>& opening, const QString& folder, Failed failed);
    void openedWorkspace(const QString& folder, const Opened& opened);
    void remember(const QString& folder);
    /// Folders opened before, last first.
    [[nodiscard]] QStringList recents() const;
    /// Closes the workspace and shows the first window.
    void switchWorkspace();
    /// The HTTP API of the workspace, if it was on.
    void resumeService();
    /// Stops what is being imported; before the workspace goes.
    void endImport();

    // console_database.cpp
    [[nodiscard]] static bool livesInDatabase(const QString& folder);
    void connectDatabasePage();
    void testDatabase(const ui::DatabaseChoice& choice);
    void connectDatabase(const ui::DatabaseChoice& choice);
    void cancelDatabase();
    void openFromDatabase(const QString& folder, const TypedPassword& password);
    void askPassword(const QString& folder, const QString& why);
    // console_remote.cpp
    void connectServicePage();
    /// The first window, and a connection under way in it.
    void openService(const ui::ServiceChoice& choice);
    void connectToService(const ui::ServiceChoice& choice, std::vector<ServiceCall::Accepted> accepted);
    void reachedService(const ui::ServiceChoice& choice, const Reached& reached);
    void cancelService();
    /// Shows a certificate that is not trusted; where none was before, a person may accept it.
    void askTrust(const ui::ServiceChoice& choice, const std::vector<ServiceCall::Accepted>& accepted,
                  const Untrusted& untrusted);
    /// Services that were used, last first.
    [[nodiscard]] std::vector<ui::ServiceChoice> recentServices() const;
    /// If the last thing that was opened is one.
    [[nodiscard]] std::optional<ui::ServiceChoice> lastService() const;
    void rememberService(const ui::ServiceChoice& choice);
    void rememberNoService();
    /// The workspace that is open, or the service.
    [[nodiscard]] api::EngineApi& engine();
    /// What it is called in the window that signs in.
    [[nodiscard]] QString placeText();

    // console_people.cpp
    /// The workspace is open: as its owner, or after signing in.
    void enter();
    void makeAdministrator();
    /// As who was named on the command line, or the window that asks for the password.
    void signInByName();
    void showSignIn(const QString& why);
    void signedOut(const QString& why);

    void showWindow(const std::optional<api::SignedIn>& who);
    void leaveFirstWindows();
    void startDemo();
    void takePictures();
    void endTour(const QString& problem);

    ProgramOptions m_options;
    QString m_settingsPath;
    QString m_person;
    QString m_problem;
    /// Of a demonstration that is not kept; outlives the opener, which may still be making a workspace in it.
    std::unique_ptr<TemporaryFolder> m_temporaryFolder;
    base::SystemClock m_clock;
    WorkspaceOpener m_opener;
    QFuture<Result<Opened>> m_opening;    ///< from the page of the database
    QFuture<Result<Reached>> m_reaching;  ///< from the page of the service
    int m_asked = 0;                      ///< number of the question to database or service whose answer counts
    std::unique_ptr<QTemporaryDir> m_tourSettings;
    std::unique_ptr<Workspace> m_workspace;          ///< nullptr: over a line
    std::unique_ptr<remote::RemoteEngine> m_remote;  ///< nullptr: the workspace is open here
    bool m_forAuditor = false;                       ///< see Opened
    std::unique_ptr<Demo> m_demo;
    std::unique_ptr<ui::Language> m_language;  ///< of the first start page and of signing in
    std::unique_ptr<ui::FirstStart> m_firstStart;
    std::unique_ptr<ui::SignInWindow> m_signIn;
    std::unique_ptr<ui::RestoreBackend> m_restore;
    std::unique_ptr<ConsoleService> m_service;  ///< ends before the workspace
    std::unique_ptr<ConsoleImport> m_import;    ///< likewise
    QString m_folder;                           ///< of the workspace
    QString m_adminLogin;                       ///< of the first administrator, until the workspace has one
    Secret m_adminPassword;
    QString m_warning;  ///< told in the next window
    std::unique_ptr<ui::MainWindow> m_window;
    std::unique_ptr<ui::ScreenshotTour> m_tour;
};

}  // namespace evenhand::app
