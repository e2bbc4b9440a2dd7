// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/lock_screen.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "ui/bridge/error_text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {
namespace {

constexpr int kLockWidth = 420;

}  // namespace

LockScreen::LockScreen(EngineBridge& bridge, QWidget* parent) : Translated(parent), m_bridge(bridge) {
    setObjectName(QStringLiteral("lockScreen"));
    auto* outer = new QVBoxLayout(this);
    auto* card = new QFrame(this);
    card->setProperty("card", true);
    card->setFixedWidth(byText(kLockWidth));
    auto* down = columnIn(card, kGapLarge, kGap);
    const auto addLabel = [card, down](const char* name) {
        auto* label = wrapped(plainLabel(card, QLatin1String(name)));
        down->addWidget(label);
        return label;
    };
    m_title = addLabel("lockTitle");
    m_title->setFont(scaledFont(font(), 4, QFont::DemiBold));
    m_why = addLabel("lockWhy");
    m_why->setProperty("muted", true);
    m_problem = addLabel("lockProblem");
    m_problem->setProperty("problem", true);
    m_problem->hide();
    m_password = named(new QLineEdit(card), QStringLiteral("lockPassword"));
    m_password->setEchoMode(QLineEdit::Password);
    m_password->setMaxLength(1'024);
    down->addWidget(m_password);
    m_said = addLabel("lockSaid");
    m_said->setProperty("muted", true);
    auto* row = new QHBoxLayout;
    m_signOut = named(new QPushButton(card), QStringLiteral("lockSignOut"));
    m_signOut->setProperty("role", QStringLiteral("link"));
    m_unlock = named(new QPushButton(card), QStringLiteral("lockUnlock"));
    m_unlock->setProperty("role", QStringLiteral("primary"));
    row->addWidget(m_signOut);
    row->addStretch(1);
    row->addWidget(m_unlock);
    down->addLayout(row);
    outer->addStretch(1);
    outer->addWidget(card, 0, Qt::AlignHCenter);
    outer->addStretch(2);
    connect(m_password, &QLineEdit::textChanged, this, &LockScreen::check);
    connect(m_password, &QLineEdit::returnPressed, this, &LockScreen::attempt);
    connect(m_unlock, &QPushButton::clicked, this, &LockScreen::attempt);
    connect(m_signOut, &QPushButton::clicked, this, &LockScreen::signOutRequested);
    connect(&m_delay, &AttemptDelay::changed, this, &LockScreen::check);
    retranslate();
}

void LockScreen::begin(bool idle) {
    m_idle = idle;
    m_password->clear();
    m_problem->hide();
    retranslate();
    m_password->setFocus();
}

void LockScreen::check() {
    QString why;
    if (m_busy) {
        why = tr("One moment…");
    } else if (m_delay.isWaiting()) {
        why = m_delay.text();
    } else if (m_password->text().isEmpty()) {
        why = tr("Enter the password.");
    }
    m_unlock->setEnabled(why.isEmpty());
    m_unlock->setToolTip(plainToolTip(why));
    m_said->setText(m_busy || m_delay.isWaiting() ? why : QString());
}

void LockScreen::attempt() {
    check();
    if (!m_unlock->isEnabled()) {
        return;
    }
    m_busy = true;
    m_problem->hide();
    const Secret typed(m_password->text().toStdString());
    m_password->clear();
    check();
    whenReady(m_bridge.accounts().unlock(m_bridge.call(), typed), this, [this](const Result<void>& answer) {
        m_busy = false;
        if (!answer) {
            m_delay.note(answer.error(), m_bridge.engine().status().now);
            m_problem->setText(answer.error().code == ErrorCode::SignInRefused ? tr("The password is wrong.")
                                                                               : errorTitle(answer.error().code));
            m_problem->show();
            m_password->setFocus();
            m_bridge.poll();  // the session itself may have ended
        }
        check();
        if (answer) {
            Q_EMIT unlocked();
        }
    });
}

void LockScreen::retranslate() {
    m_title->setText(tr("Locked"));
    const QString name = shownLine(text(m_bridge.actor().name));
    m_why->setText(m_idle ? tr("%1 has been away for a while. The engine keeps running.").arg(name)
                          : tr("%1 has locked the console. The engine keeps running.").arg(name));
    m_password->setPlaceholderText(tr("Password of %1").arg(name));
    m_password->setAccessibleName(tr("Password"));
    m_unlock->setText(tr("Unlock"));
    m_signOut->setText(tr("Sign out"));
    check();
}

}  // namespace evenhand::ui
