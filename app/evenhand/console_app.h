// SPDX-License-Identifier: GPL-3.0-or-later
// The console as a program: chooses or creates the workspace, owns engine, demo and window, and ends them in the right
// order (window, demo, HTTP API, engine).
// Thread: GUI. Workspaces are created, tested and opened on another thread (WorkspaceOpener), because servers and
// keychains may take long. They are closed on this thread, while none of their windows is shown. For those in a
// database see console_database.cpp.
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

    /// Shows the first window. False if it could not; problem() is then the sentence for the terminal.
    [[nodiscard]] bool start();
    [[nodiscard]] const QString& problem() const noexcept { return m_problem; }
    /// Quits, even if a question is open.
    void end();

private:
    void showFirstStart();
    [[nodiscard]] static QString whatIsMissing(const QString& folder);
    void openDemo();
    void openFolder(const QString& folder);
    void create(const ui::NewWorkspace& workspace);
    using Failed = std::function<void(const Error&)>;
    /// Shows that it is busy until the workspace is open. Errors go to `failed`, or to the terminal if no window is
    /// shown.
    void whenOpened(const QFuture<Result<Opened>>& opening, const QString& folder, Failed failed);
    void openedWorkspace(const QString& folder, const Opened& opened);
    void remember(const QString& folder);
    /// Folders that were opened before, newest first.
    [[nodiscard]] QStringList recents() const;
    /// Closes the workspace and shows the first window.
    void switchWorkspace();
    /// Starts the HTTP API if it was on when this workspace was last open.
    void resumeService();
    /// Stops a running import. Call before the workspace is closed.
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
    /// Shows the first window and begins to connect.
    void openService(const ui::ServiceChoice& choice);
    void connectToService(const ui::ServiceChoice& choice, std::vector<ServiceCall::Accepted> accepted);
    void reachedService(const ui::ServiceChoice& choice, const Reached& reached);
    void cancelService();
    /// Shows a certificate that is not trusted. The person may accept it unless another one was accepted before.
    void askTrust(const ui::ServiceChoice& choice, const std::vector<ServiceCall::Accepted>& accepted,
                  const Untrusted& untrusted);
    /// Services that were used before, newest first.
    [[nodiscard]] std::vector<ui::ServiceChoice> recentServices() const;
    /// The service that was used last, if it was used after the last folder.
    [[nodiscard]] std::optional<ui::ServiceChoice> lastService() const;
    void rememberService(const ui::ServiceChoice& choice);
    void rememberNoService();
    /// The engine of the open workspace, or of the service.
    [[nodiscard]] api::EngineApi& engine();
    /// The name of the workspace or service in the sign-in window.
    [[nodiscard]] QString placeText();

    // console_people.cpp
    /// Shows the window of the open workspace, after somebody has signed in if that is needed.
    void enter();
    void makeAdministrator();
    /// Signs in the person who was named on the command line; shows the window if a password is missing.
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
    /// The folder of a demo that is not kept. It outlives the opener, which may still be creating a workspace in it.
    std::unique_ptr<TemporaryFolder> m_temporaryFolder;
    base::SystemClock m_clock;
    WorkspaceOpener m_opener;
    QFuture<Result<Opened>> m_opening;    ///< from the page of the database
    QFuture<Result<Reached>> m_reaching;  ///< from the page of the service
    int m_asked = 0;  ///< number of the latest test or connection; answers of earlier ones are ignored
    std::unique_ptr<QTemporaryDir> m_tourSettings;
    std::unique_ptr<Workspace> m_workspace;          ///< nullptr if a service is used
    std::unique_ptr<remote::RemoteEngine> m_remote;  ///< nullptr if a workspace is open here
    bool m_forAuditor = false;                       ///< see Opened
    std::unique_ptr<Demo> m_demo;
    std::unique_ptr<ui::Language> m_language;  ///< of the first window and the sign-in window
    std::unique_ptr<ui::FirstStart> m_firstStart;
    std::unique_ptr<ui::SignInWindow> m_signIn;
    std::unique_ptr<ui::RestoreBackend> m_restore;
    std::unique_ptr<ConsoleService> m_service;  ///< ends before the workspace
    std::unique_ptr<ConsoleImport> m_import;    ///< ends before the workspace
    QString m_folder;                           ///< of the workspace
    QString m_adminLogin;                       ///< of the first administrator, until the workspace has one
    Secret m_adminPassword;
    QString m_warning;  ///< shown in the next window
    std::unique_ptr<ui::MainWindow> m_window;
    std::unique_ptr<ui::ScreenshotTour> m_tour;
};

}  // namespace evenhand::app
