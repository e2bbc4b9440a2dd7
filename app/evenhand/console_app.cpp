// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/evenhand/console_app.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>
#include <cstdio>
#include <utility>

#ifdef EVENHAND_CAN_RESTORE
#include "app/evenhand/console_restore.h"
#endif

#include "app/workspace/local_owner.h"
#include "app/workspace/workspace_folder.h"
#include "engine/base/invariant.h"
#include "ui/bridge/continuation.h"
#include "ui/bridge/error_text.h"
#include "ui/pages/pages.h"
#include "ui/shell/jobs.h"
#include "ui/shell/notices.h"

namespace evenhand::app {
namespace {

const QString kWorkspaceFile = QStringLiteral("workspace.db");
const QString kRecents = QStringLiteral("last/workspaces");  ///< folders, newest first
constexpr qsizetype kRecentsKept = 8;
constexpr int kTourMs = 600'000;
constexpr int kPatienceMs = 12'000;  // curves get one point a second
constexpr int kPatienceInAllMs = 90'000;
constexpr int kImportPatienceMs = 5'000;

bool holdsWorkspace(const QString& folder) { return QFileInfo::exists(QDir(folder).filePath(kWorkspaceFile)); }

}  // namespace

ConsoleApp::ConsoleApp(ProgramOptions options, const QString& settingsPath)
    : m_options(std::move(options)), m_settingsPath(settingsPath), m_person(QString::fromStdString(localPerson())) {
    if (!m_options.screenshots.isEmpty()) {
        // The tour switches look and language, which must not change the person's own settings.
        m_tourSettings = std::make_unique<QTemporaryDir>();
        m_settingsPath = m_tourSettings->filePath(QStringLiteral("console.ini"));
    }
}

ConsoleApp::~ConsoleApp() {
    m_tour.reset();
    m_window.reset();
    m_signIn.reset();
    m_firstStart.reset();
    m_language.reset();
    m_demo.reset();
    endImport();
    m_service.reset();
    m_workspace.reset();
    m_remote.reset();
}

void ConsoleApp::endImport() {
    if (m_import && m_remote && m_remote->status().state == api::EngineState::Disconnected) {
        m_remote->stop();  // the import would wait for a service that is gone, and block the window
    }
    if (m_import && !m_import->end(kImportPatienceMs)) {
        // The import waits for an answer of the engine. A stopped engine answers at once, with an error.
        if (m_workspace) {
            m_workspace->stop();
        } else if (m_remote) {
            m_remote->stop();
        }
    }
    m_import.reset();
}

bool ConsoleApp::start() {
    if (m_options.demo) {
        openDemo();
        return m_problem.isEmpty();
    }
    if (!m_options.service.isEmpty()) {
        openService({m_options.service, m_options.authority});
        return true;
    }
    if (m_options.workspace.isEmpty()) {
        if (const auto service = lastService()) {
            openService(*service);
            return true;
        }
        showFirstStart();
        const QString last = recents().value(0);
        if (!last.isEmpty()) {
            openFolder(last);  // if this fails the window says so and another workspace can be chosen
        }
        return true;
    }
    const bool missing = !livesInDatabase(m_options.workspace) && !holdsWorkspace(m_options.workspace);
    const QString problem = missing ? whatIsMissing(m_options.workspace) : QString();
    if (missing && !m_options.screenshots.isEmpty()) {
        m_problem = problem;
        return false;
    }
    showFirstStart();
    if (missing) {
        m_firstStart->showProblem(problem);
    } else {
        openFolder(m_options.workspace);
    }
    return true;
}

QString ConsoleApp::whatIsMissing(const QString& folder) {
    const QString nothing = tr("There is no workspace in %1.").arg(folder);
    const auto rescued = rescuedFrom(folder.toStdString());
    return rescued.empty() ? nothing
                           : tr("%1 What it held when its files were lost is in %2; \"evenhandctl restore\" creates a "
                                "workspace from it.",
                                "there is no workspace, file")
                                 .arg(nothing, QString::fromStdString(rescued));
}

void ConsoleApp::showFirstStart() {
    ui::Preferences preferences(m_settingsPath, m_person);
    ui::applyTheme(*qApp, m_options.theme.value_or(static_cast<ui::ThemeChoice>(
                              std::clamp(preferences.value(QStringLiteral("look/theme")).toInt(), 0, 2))));
    m_language = std::make_unique<ui::Language>();
    m_language->apply(m_options.language.isEmpty()
                          ? preferences.value(QStringLiteral("look/language"), ui::Language::ofSystem()).toString()
                          : m_options.language);
    const QString suggested = QDir(QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation))
                                  .filePath(QStringLiteral("evenhand/workspace"));
    m_firstStart = std::make_unique<ui::FirstStart>(recents(), suggested);
    m_firstStart->setLanguage(m_language->current());
    connect(m_firstStart.get(), &ui::FirstStart::languageChosen, this, [this](const QString& code) {
        m_language->apply(code);
        m_options.language.clear();  // chosen by hand, so the choice is remembered instead
        ui::Preferences(m_settingsPath, m_person).setValue(QStringLiteral("look/language"), code);
    });
    connect(m_firstStart.get(), &ui::FirstStart::demoChosen, this, [this] {
        m_options.demo = true;
        openDemo();
    });
    connect(m_firstStart.get(), &ui::FirstStart::createChosen, this, &ConsoleApp::create);
    connect(m_firstStart.get(), &ui::FirstStart::openChosen, this, &ConsoleApp::openFolder);
    connectDatabasePage();
    connectServicePage();
    m_firstStart->show();
}

void ConsoleApp::whenOpened(const QFuture<Result<Opened>>& opening, const QString& folder, Failed failed) {
    if (m_firstStart) {
        m_firstStart->setBusy(tr("Opening the workspace…"));
    }
    ui::whenReady(opening, this, [this, folder, failed = std::move(failed)](const Result<Opened>& opened) {
        if (m_firstStart) {
            m_firstStart->setBusy({});
        }
        if (opened) {
            openedWorkspace(folder, *opened);
        } else if (!m_options.screenshots.isEmpty()) {
            endTour(QString::fromStdString(opened.error().text()));
        } else {
            if (!m_firstStart) {
                showFirstStart();  // the demo has no window yet, and the problem must be shown
            }
            if (std::exchange(m_options.demo, false)) {
                m_temporaryFolder.reset();  // the demo can be chosen again
            }
            failed(opened.error());
        }
    });
}

void ConsoleApp::openedWorkspace(const QString& folder, const Opened& opened) {
    endImport();
    m_service.reset();
    m_workspace = opened.take();
    m_folder = folder;
    m_forAuditor = opened.forAuditor;
    remember(folder);
    if (!opened.warning.empty()) {
        m_warning = tr("The password was not saved: %1").arg(QString::fromStdString(opened.warning));
    }
    if (!m_forAuditor) {
        resumeService();
    }
    enter();
}

void ConsoleApp::resumeService() {
    m_service = std::make_unique<ConsoleService>(*m_workspace, m_settingsPath, m_person);
    ui::whenReady(m_service->resume(), this, [this](const Result<void>& served) {
        if (served) {
            return;
        }
        const QString said = tr("The HTTP API could not be started: %1").arg(ui::errorText(served.error()));
        if (m_window) {
            m_window->services().notices.warn(said);
        } else if (m_warning.isEmpty()) {
            m_warning = said;
        }
    });
}

void ConsoleApp::leaveFirstWindows() {
    m_language.reset();
    // Deleted later, because one of their own buttons has called this.
    if (m_firstStart) {
        m_firstStart.release()->deleteLater();
    }
    if (m_signIn) {
        m_signIn.release()->deleteLater();
    }
}

void ConsoleApp::openDemo() {
    QString folder = m_options.workspace;
    if (folder.isEmpty()) {
        auto made = TemporaryFolder::make(QStringLiteral("demo"));
        if (!made) {
            m_options.demo = false;
            if (m_firstStart) {
                m_firstStart->showProblem(ui::errorText(made.error()));
            } else {
                m_problem = ui::errorText(made.error());
            }
            return;
        }
        m_temporaryFolder = *std::move(made);
        folder = m_temporaryFolder->filePath(QStringLiteral("demo"));
    }
    if (QDir(folder).exists() && !QDir(folder).isEmpty()) {
        openFolder(folder);
    } else {
        create({folder, QStringLiteral("CNY"), 2, QStringLiteral("Asia/Shanghai")});
    }
}

QStringList ConsoleApp::recents() const {
    return ui::Preferences(m_settingsPath, m_person).value(kRecents).toStringList();
}

void ConsoleApp::remember(const QString& folder) {
    if (m_temporaryFolder || m_options.demo) {
        return;
    }
    QStringList folders = recents();
    const QString whole = QDir(folder).absolutePath();
    folders.removeAll(whole);
    folders.prepend(whole);
    rememberNoService();
    ui::Preferences(m_settingsPath, m_person).setValue(kRecents, QVariant(folders.mid(0, kRecentsKept)));
}

void ConsoleApp::switchWorkspace() {
    if (m_window) {
        m_window->hide();
        m_window.reset();
    }
    m_signIn.reset();
    m_demo.reset();
    endImport();
    m_service.reset();
    m_restore.reset();
    m_workspace.reset();
    if (m_remote) {
        m_opener.discard(std::move(m_remote));
    }
    m_options.service.clear();
    m_options.login.clear();
    m_temporaryFolder.reset();
    m_options.demo = false;
    m_options.workspace.clear();
    showFirstStart();
}

void ConsoleApp::openFolder(const QString& folder) {
    if (!m_options.demo && livesInDatabase(folder)) {
        openFromDatabase(folder, {});
        return;
    }
    whenOpened(m_opener.open(folder, {}, m_options.demo), folder,
               [this](const Error& error) { m_firstStart->showProblem(ui::errorText(error)); });
}

void ConsoleApp::create(const ui::NewWorkspace& chosen) {
    WorkspaceOptions options;
    options.currency = chosen.currency.toStdString();
    options.minorDigits = chosen.minorDigits;
    options.timeZone = chosen.timeZone.toStdString();
    options.adminName = m_person.toStdString();
    m_adminLogin = chosen.adminLogin;
    m_adminPassword = chosen.adminPassword;
    whenOpened(m_opener.create(chosen.folder, options, m_options.demo), chosen.folder, [this](const Error& error) {
        m_adminLogin.clear();
        m_adminPassword = {};
        m_firstStart->showProblem(ui::errorText(error));
    });
}

void ConsoleApp::showWindow(const std::optional<api::SignedIn>& who) {
    ui::PageRegistry registry;
    ui::registerPages(registry);
    ui::ConsoleOptions look;
    EVENHAND_INVARIANT((m_workspace != nullptr) != (m_remote != nullptr),
                       "a window would show one workspace and work on another");
    look.actor = who        ? who->actor
                 : m_remote ? m_remote->owner().value_or(api::Actor{})
                 : m_forAuditor
                     ? api::Actor{m_person.toStdString(), api::permissionsOf(api::Role::Auditor), {}, api::Via::Console}
                     : api::Actor::administrator(m_person.toStdString(), api::Via::Console);
    look.signedIn = who;
    look.demo = m_options.demo;
#ifdef EVENHAND_CAN_RESTORE
    if (!m_restore && m_workspace) {
        m_restore = std::make_unique<ConsoleRestore>(m_workspace->workspace().location);
    }
#endif
    look.restore = m_restore.get();
    if (!m_import && !m_forAuditor) {
        m_import = std::make_unique<ConsoleImport>(engine(), QDir(m_folder).absolutePath().toStdString());
    }
    look.imports = m_import.get();
    look.service = m_service.get();
    if (m_remote) {
        look.serviceAddress = [this] { return placeText(); };
    }
    look.settingsPath = m_settingsPath;
    look.language = m_options.language;
    look.theme = m_options.theme;
    leaveFirstWindows();
    m_window = std::make_unique<ui::MainWindow>(engine(), look, registry);
    connect(m_window.get(), &ui::MainWindow::signedOut, this, &ConsoleApp::signedOut);
    // The sign-in page uses this language too, even if the program was started with another one.
    connect(m_window.get(), &ui::MainWindow::languageChosen, this, [this](const QString& code) {
        m_options.language.clear();
        ui::Preferences(m_settingsPath, m_person).setValue(QStringLiteral("look/language"), code);
    });
    // Queued, because one of the window's own actions asks for it and the window is deleted.
    connect(m_window.get(), &ui::MainWindow::switchRequested, this, &ConsoleApp::switchWorkspace, Qt::QueuedConnection);
    if (!m_options.screenshots.isEmpty()) {
        m_window->resize(m_options.window);
    }
    m_window->show();
    if (!m_warning.isEmpty()) {
        m_window->services().notices.warn(std::exchange(m_warning, {}));
    }
    if (m_options.demo && !m_demo) {
        startDemo();
    } else if (!m_options.screenshots.isEmpty()) {
        takePictures();
    }
}

void ConsoleApp::startDemo() {
    storefront::StorefrontOptions options;
    options.seed = m_options.seed;
    options.speed = m_options.speed;
    options.run = QString::number(m_clock.now().ms / 1000, 36).toStdString();
    m_demo = std::make_unique<Demo>(*m_workspace, m_clock, options);
    auto& services = m_window->services();
    auto progress = std::make_shared<ui::JobProgress>();
    const int job = services.jobs.start(tr("Preparing the demo data"), progress, {});
    connect(m_demo.get(), &Demo::progress, this, [progress](qint64 done, qint64 total) {
        progress->done = done;
        progress->total = total;
    });
    connect(m_demo.get(), &Demo::live, this, [this, job] {
        if (!m_window) {
            return;  // the sign-in page is shown instead
        }
        m_window->services().jobs.finish(job);
        m_window->services().notices.info([speed = m_options.speed] {
            return tr("The demo is open: a simulated storefront at %1× real time.").arg(speed);
        });
        if (!m_options.screenshots.isEmpty()) {
            takePictures();
        }
    });
    connect(m_demo.get(), &Demo::failed, this, [this, job](const QString& message) {
        if (!m_window) {
            return;
        }
        m_window->services().jobs.finish(job);
        m_window->services().notices.bad(tr("The demo could not be opened: %1").arg(message));
        if (!m_options.screenshots.isEmpty()) {
            endTour(message);
        }
    });
    m_demo->start(kPastOrders, kPastHours);
}

void ConsoleApp::end() {
    if (m_window) {
        m_window->close();  // saves its position
    }
    QCoreApplication::exit(0);
}

void ConsoleApp::takePictures() {
    m_tour = std::make_unique<ui::ScreenshotTour>(*m_window, m_options.screenshots);
    connect(m_tour.get(), &ui::ScreenshotTour::finished, this, &ConsoleApp::endTour);
    m_tour->setPatience(kPatienceMs, kPatienceInAllMs);
    m_tour->start(kTourMs);
}

void ConsoleApp::endTour(const QString& problem) {
    if (!problem.isEmpty()) {
        std::fprintf(stderr, "evenhand: %s\n", qPrintable(problem));
    }
    constexpr int kDoubtful = 3;  // all pictures were taken, but some are empty
    const auto doubts = m_tour ? m_tour->doubts() : QStringList();
    for (const QString& doubt : doubts) {
        std::fprintf(stderr, "evenhand: %s\n", qPrintable(doubt));
    }
    QCoreApplication::exit(!problem.isEmpty() ? 1 : doubts.isEmpty() ? 0 : kDoubtful);
}

}  // namespace evenhand::app
