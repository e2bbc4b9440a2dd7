// SPDX-License-Identifier: GPL-3.0-or-later
// The console's way to a workspace in a database: test, connect, open again, ask for the password.
#include <QTimer>
#include <utility>

#include "app/evenhand/console_app.h"
#include "ui/bridge/continuation.h"
#include "ui/bridge/error_text.h"
#include "ui/dialogs/password_dialog.h"
#include "ui/shell/engine_place.h"
#include "ui/shell/notices.h"
#include "ui/wizards/first_start/database_problem.h"

namespace evenhand::app {
namespace {

store::MysqlSettings settingsOf(const ui::DatabaseChoice& choice) {
    store::MysqlSettings settings;
    settings.host = choice.host.toStdString();
    settings.port = choice.port;
    settings.socket = choice.socket.toStdString();
    settings.user = choice.user.toStdString();
    settings.database = choice.name.toStdString();
    settings.sslCa = choice.caFile.toStdString();
    return settings;
}

TypedPassword typedIn(const ui::DatabaseChoice& choice) {
    if (choice.password.isEmpty()) {
        return {};
    }
    return {choice.password.toStdString(), choice.keepPassword};
}

/// True if the server refused the password, not a permission.
bool aboutPassword(const Error& error) { return ui::fieldOf(error) == ui::DatabasePage::Password; }

}  // namespace

bool ConsoleApp::livesInDatabase(const QString& folder) {
    const auto address = readAddress(folder.toStdString());
    return address && address->has_value();
}

void ConsoleApp::connectDatabasePage() {
    const auto* page = m_firstStart->databasePage();
    connect(page, &ui::DatabasePage::testRequested, this, &ConsoleApp::testDatabase);
    connect(page, &ui::DatabasePage::connectRequested, this, &ConsoleApp::connectDatabase);
    connect(page, &ui::DatabasePage::cancelRequested, this, &ConsoleApp::cancelDatabase);
}

void ConsoleApp::testDatabase(const ui::DatabaseChoice& choice) {
    auto* page = m_firstStart->databasePage();
    page->setBusy(true, tr("Connecting…"));
    const int asked = ++m_asked;
    const auto settings = settingsOf(choice);
    // The driver has time-outs of its own, but several of them in a row take too long.
    QTimer::singleShot(WorkspaceOpener::kTestTimeoutS * 1000, page, [this, page, asked, settings] {
        if (asked == m_asked) {
            cancelDatabase();
            page->showProblem({ErrorCode::Storage,
                               "no answer within " + std::to_string(WorkspaceOpener::kTestTimeoutS) + " seconds",
                               settings.socket.empty() ? "host" : "socket", settings.server()});
        }
    });
    ui::whenReady(
        m_opener.test(settings, typedIn(choice)), page, [this, page, asked](const Result<DatabaseFound>& found) {
            if (asked != m_asked) {
                return;
            }
            ++m_asked;
            page->setBusy(false);
            if (!found) {
                page->showProblem(found.error());
                return;
            }
            const QString server = QString::fromStdString(found->server);
            page->showFound(found->holdsWorkspace
                                ? tr("%1: the database holds a workspace. Connecting opens it.").arg(server)
                                : tr("%1: the database is empty. Connecting creates a workspace in it.").arg(server));
        });
}

void ConsoleApp::connectDatabase(const ui::DatabaseChoice& choice) {
    auto* page = m_firstStart->databasePage();
    page->setBusy(true, tr("Opening the workspace…"));
    const int asked = ++m_asked;
    WorkspaceOptions options;
    options.currency = choice.currency.toStdString();
    options.minorDigits = choice.minorDigits;
    options.timeZone = choice.timeZone.toStdString();
    options.adminName = m_person.toStdString();
    m_opening = m_opener.connect(settingsOf(choice), choice.folder, options, typedIn(choice));
    ui::whenReady(m_opening, this,
                  [this, page = QPointer(page), asked, folder = choice.folder](const Result<Opened>& opened) {
                      if (asked != m_asked || !page) {
                          if (opened) {
                              m_opener.discard(*opened);
                          }
                          return;
                      }
                      ++m_asked;
                      page->setBusy(false);
                      if (opened) {
                          openedWorkspace(folder, *opened);
                      } else {
                          page->showProblem(opened.error());
                      }
                  });
}

void ConsoleApp::cancelDatabase() {
    ++m_asked;  // its answer will be ignored
    m_opening.cancel();
    m_firstStart->databasePage()->setBusy(false);
}

void ConsoleApp::openFromDatabase(const QString& folder, const TypedPassword& password) {
    whenOpened(m_opener.open(folder, password), folder, [this, folder, password](const Error& error) {
        const QString why = ui::databaseProblem(error);
        if (aboutPassword(error)) {
            askPassword(folder, password.password ? why : QString());
        } else {
            m_firstStart->showProblem(why);
        }
    });
}

void ConsoleApp::askPassword(const QString& folder, const QString& why) {
    const auto address = readAddress(folder.toStdString());
    const auto settings = address && *address ? store::MysqlSettings::fromUrl(**address)
                                              : Result<store::MysqlSettings>(fail(ErrorCode::NotFound, "no address"));
    if (!settings) {
        m_firstStart->showProblem(ui::errorText(settings.error()));
        return;
    }
    auto* dialog = new ui::PasswordDialog(QString::fromStdString(settings->user),
                                          ui::placeOf(QString::fromStdString(settings->url())).shortText(), why,
                                          m_firstStart.get());
    connect(dialog, &ui::PasswordDialog::passwordGiven, this, [this, folder](const QString& password, bool keep) {
        openFromDatabase(folder, {password.toStdString(), keep});
    });
    connect(dialog, &QDialog::rejected, this,
            [this] { m_firstStart->showProblem(tr("The workspace was not opened: it needs a password.")); });
    dialog->open();
}

}  // namespace evenhand::app
