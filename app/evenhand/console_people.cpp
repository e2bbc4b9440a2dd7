// SPDX-License-Identifier: GPL-3.0-or-later
// Who uses the console: the owner of the folder while the workspace has no people, otherwise whoever signs in.
#include <algorithm>
#include <utility>

#include "app/evenhand/console_app.h"
#include "app/evenhand/demo_people.h"
#include "engine/base/private_file.h"
#include "ui/bridge/continuation.h"
#include "ui/bridge/error_text.h"
#include "ui/shell/notices.h"
#include "ui/widgets/people_labels.h"

namespace evenhand::app {
namespace {

/// Names a file whose first line is the password of the person named by --as, as for the command line.
constexpr const char* kPasswordFile = "EVENHAND_PASSWORD_FILE";

}  // namespace

void ConsoleApp::enter() {
    if (m_options.demo) {
        showWindow(std::nullopt);
        // Signing in is optional in the demo, so the answer is not waited for. The demo is destroyed before the
        // workspace.
        makeDemoPeople(engine(), api::Actor::administrator(m_person.toStdString(), api::Via::Console), m_demo.get(),
                       [](const Result<bool>&) {});
        return;
    }
    if (m_forAuditor) {
        // Nobody can sign in, because a sign-in writes an audit entry. The owner of the folder may read, with an
        // auditor's permissions, as on the command line.
        showWindow(std::nullopt);
        return;
    }
    if (!m_adminLogin.isEmpty()) {
        makeAdministrator();
        return;
    }
    ui::whenReady(engine().accounts().signInState(), this, [this](const Result<api::SignInState>& state) {
        const bool without = state ? !state->needed : state.error().code == ErrorCode::Unsupported;
        if (!without && !m_options.screenshots.isEmpty()) {
            endTour(QStringLiteral("this workspace asks for a sign-in; pictures can be taken of the demo"));
        } else if (without && m_remote && !m_remote->owner()) {
            switchWorkspace();
            m_firstStart->showProblem(
                tr("Nobody can sign in at this service yet. Add an administrator where it runs."));
        } else if (without) {
            showWindow(std::nullopt);
        } else if (state && !m_options.login.isEmpty()) {
            signInByName();
        } else {
            showSignIn(state ? QString() : ui::errorText(state.error()));
        }
    });
}

void ConsoleApp::signInByName() {
    const QString login = std::exchange(m_options.login, {});  // used once: after signing out the name is asked for
    const auto ask = [this, login](const QString& why) {
        showSignIn(why);
        m_signIn->login()->setText(login);
        m_signIn->password()->setFocus();
    };
    const auto path = qEnvironmentVariable(kPasswordFile);
    if (path.isEmpty()) {
        ask({});
        return;
    }
    auto password = base::readPrivateLine(path.toStdString(), kPasswordFile);
    if (!password) {
        ask(ui::errorText(password.error()));
        return;
    }
    api::SignIn typed;
    typed.login = login.toStdString();
    typed.password = *std::move(password);
    ui::whenReady(engine().accounts().signIn(std::move(typed)), this, [this, ask](const Result<api::SignedIn>& who) {
        if (who && !who->person.mustChangePassword) {
            showWindow(*who);
        } else {
            ask(who ? QString() : ui::errorText(who.error()));  // with no error the window asks for a new password
        }
    });
}

void ConsoleApp::makeAdministrator() {
    api::Call call;
    call.actor = api::Actor::administrator(m_person.toStdString(), api::Via::Console);
    api::PersonInput input{std::exchange(m_adminLogin, {}).toStdString(), {}, {api::Role::Administrator}};
    const std::string login = input.login;
    ui::whenReady(engine().accounts().create(call, std::move(input), m_adminPassword), this,
                  [this, login](const Result<api::PersonRow>& made) {
                      if (!made) {
                          m_warning = tr("The administrator could not be added: %1").arg(ui::errorText(made.error()));
                          showWindow(std::nullopt);
                          return;
                      }
                      api::SignIn typed;
                      typed.login = login;
                      typed.password = std::exchange(m_adminPassword, {});
                      ui::whenReady(engine().accounts().signIn(std::move(typed)), this,
                                    [this](const Result<api::SignedIn>& who) {
                                        if (who) {
                                            showWindow(*who);
                                        } else {
                                            showSignIn(ui::errorText(who.error()));
                                        }
                                    });
                  });
}

void ConsoleApp::showSignIn(const QString& why) {
    if (!m_language) {
        m_language = std::make_unique<ui::Language>();
    }
    ui::Preferences preferences(m_settingsPath, m_person);
    m_language->apply(m_options.language.isEmpty()
                          ? preferences.value(QStringLiteral("look/language"), ui::Language::ofSystem()).toString()
                          : m_options.language);
    m_signIn = std::make_unique<ui::SignInWindow>(engine(), placeText());
    m_signIn->setLanguage(m_language->current());
    m_signIn->showProblem(why);
    if (m_options.demo) {
        QStringList people;
        for (const auto& each : kDemoPeople) {
            people << QStringLiteral("%1 (%2)").arg(QLatin1String(each.login), ui::label(each.role));
        }
        m_signIn->offerDemo(tr("Sign in as %1; the password is always \"%2\".")
                                .arg(people.join(QStringLiteral(", ")), QLatin1String(kDemoPassword)));
    }
    connect(m_signIn.get(), &ui::SignInWindow::languageChosen, this, [this](const QString& code) {
        m_language->apply(code);
        m_options.language.clear();
        ui::Preferences(m_settingsPath, m_person).setValue(QStringLiteral("look/language"), code);
    });
    connect(m_signIn.get(), &ui::SignInWindow::signedIn, this, [this](const api::SignedIn& who) { showWindow(who); });
    connect(m_signIn.get(), &ui::SignInWindow::withoutChosen, this, [this] { showWindow(std::nullopt); });
    // Queued, because a button of the window asks for it and the window is deleted.
    connect(m_signIn.get(), &ui::SignInWindow::otherWorkspaceChosen, this, &ConsoleApp::switchWorkspace,
            Qt::QueuedConnection);
    m_signIn->show();
    if (m_firstStart) {
        m_firstStart.release()->deleteLater();
    }
}

void ConsoleApp::signedOut(const QString& why) {
    showSignIn(why);
    // Hidden now and deleted later, because one of the window's own actions has called this.
    m_window->hide();
    m_window.release()->deleteLater();
}

}  // namespace evenhand::app
