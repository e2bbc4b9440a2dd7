// SPDX-License-Identifier: GPL-3.0-or-later
// The person at the window: their menu, the lock, leaving.
#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QTimer>

#include "ui/bridge/error_text.h"
#include "ui/dialogs/change_password_dialog.h"
#include "ui/shell/command_palette.h"
#include "ui/shell/lock_screen.h"
#include "ui/shell/main_window.h"
#include "ui/shell/top_bar.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/people_labels.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {

void MainWindow::setupPerson() {
    m_who = m_personMenu->addAction(icon(QStringLiteral("person")), QString());
    m_who->setObjectName(QStringLiteral("person.who"));
    m_who->setEnabled(false);
    const auto add = [this](const char* name, const char* iconName) {
        auto* action = m_personMenu->addAction(icon(QLatin1String(iconName)), QString());
        action->setObjectName(QStringLiteral("person.") + QLatin1String(name));
        return action;
    };
    m_changePassword = add("changePassword", "key");
    m_lockNow = add("lock", "lock");
    m_lockNow->setShortcut(QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_L));
    addAction(m_lockNow);
    m_signOut = add("signOut", "sign_out");
    m_personMenu->addSeparator();
    auto& session = m_services.session;
    connect(m_changePassword, &QAction::triggered, this,
            [this] { (void)openChangePassword(m_services.context, this); });
    connect(m_lockNow, &QAction::triggered, this, [this] { lock(); });
    connect(m_signOut, &QAction::triggered, this, [this] { leaveImport(tr("Sign out"), [this] { signOut(); }); });
    connect(&session, &Session::lockRequested, this, [this] { lock(); });
    connect(&session, &Session::signOutRequested, m_signOut, &QAction::trigger);
    connect(&session, &Session::passwordChangeRequested, m_changePassword, &QAction::trigger);
    connect(&session, &Session::themeChosen, this, &MainWindow::setTheme);
    connect(&session, &Session::languageChosen, this, &MainWindow::setLanguage);
    connect(&m_services.bridge, &EngineBridge::permissionsChanged, this, &MainWindow::refreshPerson);
    connect(&m_services.bridge, &EngineBridge::stateChanged, this, &MainWindow::refreshPerson);
}

void MainWindow::setupLock() {
    m_lockScreen = new LockScreen(m_services.bridge, m_frames);
    m_frames->addWidget(m_lockScreen);
    connect(m_lockScreen, &LockScreen::unlocked, this, &MainWindow::unlock);
    connect(m_lockScreen, &LockScreen::signOutRequested, this, &MainWindow::signOut);
    connect(&m_services.bridge, &EngineBridge::sessionEnded, this,
            [this] { leave(tr("You are no longer signed in: the session has ended. Sign in again.")); });
    const auto& who = m_services.session.signedIn();
    if (!who) {
        return;
    }
    connect(&m_idle, &IdleWatch::idle, this, [this] { lock(true); });
    m_idle.setLimit(api::AccountSettings{}.idleLockMs);  // until it is known
    connect(&m_services.bridge, &EngineBridge::peopleChanged, this, &MainWindow::readIdleLimit);
    readIdleLimit();
    if (who->lastSignIn) {
        const auto& formats = m_services.formats;
        m_services.notices.info([&formats, at = *who->lastSignIn, failures = who->failuresSince] {
            const QString before = formats.dateTime(at);
            return failures == 0 ? tr("Last sign-in: %1.").arg(before)
                                 : tr("Last sign-in: %1; since then %2 attempts with your name failed.", nullptr,
                                      Formats::plural(failures))
                                       .arg(before, Formats::number(failures));
        });
    }
}

void MainWindow::readIdleLimit() {
    auto& bridge = m_services.bridge;
    whenReady(bridge.accounts().settings(bridge.call()), this, [this](const Result<api::AccountSettings>& settings) {
        if (settings && settings->idleLockMs != m_idle.limit()) {
            m_idle.setLimit(settings->idleLockMs);
        }
    });
}

void MainWindow::lock(bool idle) {
    if (m_locked || !m_services.session.signedIn()) {
        return;
    }
    m_locked = true;
    m_palette->dismiss();
    while (QWidget* popup = QApplication::activePopupWidget()) {
        if (!popup->close()) {
            break;
        }
    }
    m_aside.clear();
    for (auto* dialog : findChildren<QDialog*>()) {
        if (dialog->isVisible()) {
            m_aside << dialog;
            dialog->hide();
        }
    }
    for (QAction* action : m_pageActions) {
        action->setEnabled(false);
    }
    m_commands.at(0)->setEnabled(false);
    m_commands.at(1)->setEnabled(false);
    m_frames->setCurrentWidget(m_lockScreen);
    m_lockScreen->begin(idle);
    syncVisibility();
    tellLocked();
}

/// Nobody takes up the session of a locked console. Where the service cannot be told it is told later.
void MainWindow::tellLocked() {
    constexpr int kAgainMs = 2'000;
    auto& bridge = m_services.bridge;
    whenReady(bridge.accounts().lock(bridge.call()), this, [this](const Result<void>& told) {
        if (!told && told.error().code == ErrorCode::Unreachable) {
            QTimer::singleShot(kAgainMs, this, [this] {
                if (m_locked) {
                    tellLocked();
                }
            });
        }
    });
}

void MainWindow::unlock() {
    m_locked = false;
    for (QAction* action : m_pageActions) {
        action->setEnabled(true);
    }
    m_commands.at(0)->setEnabled(true);
    m_commands.at(1)->setEnabled(true);
    m_frames->setCurrentIndex(0);
    syncVisibility();
    for (const auto& dialog : std::exchange(m_aside, {})) {
        if (dialog) {
            dialog->open();
        }
    }
    m_idle.touch();
    if (Page* page = currentPage()) {
        page->setFocus();
    }
}

void MainWindow::signOut() {
    auto& bridge = m_services.bridge;
    if (m_leaving) {
        return;
    }
    if (m_services.session.signedIn()) {
        m_leaving = true;
        // Whatever comes of it: the window is left, and a session that could not be ended ends with the program.
        whenReady(bridge.accounts().signOut(bridge.call()), this, [this](const Result<void>&) {
            m_leaving = false;
            leave({});
        });
        return;
    }
    whenReady(bridge.accounts().signInState(), this, [this](const Result<api::SignInState>& state) {
        if (state && state->needed) {
            leave({});
        } else {
            m_services.notices.warn(state ? tr("Nobody can sign in yet: add an administrator in Settings first.")
                                          : errorText(state.error()));
        }
    });
}

void MainWindow::leave(const QString& why) {
    if (!m_leaving) {
        m_leaving = true;
        m_idle.setLimit(0);
        Q_EMIT signedOut(why);
    }
}

void MainWindow::refreshPerson() {
    const auto& session = m_services.session;
    const auto& bridge = m_services.bridge;
    const QString name = shownLine(text(bridge.actor().name));
    const QString roles = labels(rolesBehind(bridge.permissions()));
    m_who->setText(tr("%1 (%2)", "person, roles").arg(name, roles).replace(QLatin1Char('&'), QStringLiteral("&&")));
    setActionState(*m_changePassword, session.whyNoPassword());
    setActionState(*m_lockNow, session.whyNoPassword());
    setActionTexts(*m_signOut, session.signedIn() ? tr("Sign out") : tr("Sign in as somebody…"));
}

}  // namespace evenhand::ui
