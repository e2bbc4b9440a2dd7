// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/sign_in/sign_in_window.h"

#include <QButtonGroup>
#include <QFrame>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QIcon>
#include <QVBoxLayout>
#include <utility>

#include "engine/api/password_policy.h"
#include "ui/bridge/continuation.h"
#include "ui/bridge/error_text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {
namespace {

constexpr int kWidth = 460;

QFrame* cardOn(QWidget* parent) {
    auto* card = new QFrame(parent);
    card->setProperty("card", true);
    columnIn(card, kGapLarge, kGap);
    return card;
}

}  // namespace

SignInWindow::SignInWindow(api::EngineApi& engine, const QString& place, QWidget* parent)
    : Translated(parent), m_engine(engine), m_where(place) {
    setObjectName(QStringLiteral("signIn"));
    auto* outer = new QHBoxLayout(this);
    auto* column = new QWidget(this);
    column->setMaximumWidth(byText(kWidth));
    auto* down = new QVBoxLayout(column);
    down->setSpacing(kGap + kGapSmall);
    outer->addWidget(column);
    down->addStretch(1);
    setupHead(down);
    m_pages = named(new QStackedWidget(column), QStringLiteral("signInPages"));
    down->addWidget(m_pages);
    setupSignIn();
    setupChange();
    down->addStretch(2);
    connect(&m_delay, &AttemptDelay::changed, this, &SignInWindow::check);
    resize(640, 560);
    retranslate();
    m_login->setFocus();
}

void SignInWindow::setupHead(QVBoxLayout* column) {
    auto* row = new QHBoxLayout;
    row->setSpacing(kGap * 2);
    auto* mark = new QLabel(this);
    mark->setPixmap(QIcon(QStringLiteral(":/evenhand/icons/evenhand.svg")).pixmap(QSize(44, 44), devicePixelRatioF()));
    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    m_title = wrapped(plainLabel(this));
    m_title->setFont(scaledFont(font(), 6, QFont::DemiBold));
    m_place = muted(wrapped(plainLabel(this, QStringLiteral("signInPlace"))));
    texts->addWidget(m_title);
    texts->addWidget(m_place);
    row->addWidget(mark, 0, Qt::AlignTop);
    row->addLayout(texts, 1);
    const std::pair<const char*, QString> languages[] = {{"en", QStringLiteral("English")},
                                                         {"zh", QStringLiteral("中文")}};
    auto* group = new QButtonGroup(this);
    for (int i = 0; i < 2; ++i) {
        auto* button =
            named(new QToolButton(this), QStringLiteral("signInLanguage_") + QLatin1String(languages[i].first));
        button->setText(languages[i].second);
        button->setAccessibleName(languages[i].second);
        button->setCheckable(true);
        button->setFocusPolicy(Qt::TabFocus);
        group->addButton(button);
        row->addWidget(button, 0, Qt::AlignTop);
        m_languages[i] = button;
        connect(button, &QToolButton::clicked, this,
                [this, code = QString::fromLatin1(languages[i].first)] { Q_EMIT languageChosen(code); });
    }
    column->addLayout(row);
    m_problem = wrapped(plainLabel(this, QStringLiteral("signInProblem")));
    m_problem->setProperty("problem", true);
    m_problem->hide();
    column->addWidget(m_problem);
}

void SignInWindow::setupSignIn() {
    auto* card = cardOn(m_pages);
    m_signInPage = card;
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(kGapLarge);
    grid->setVerticalSpacing(kGap);
    m_login = named(new QLineEdit(card), QStringLiteral("signInLogin"));
    m_login->setMaxLength(static_cast<int>(4 * api::kMaxLogin));
    m_password = named(new QLineEdit(card), QStringLiteral("signInPassword"));
    m_password->setEchoMode(QLineEdit::Password);
    m_password->setMaxLength(static_cast<int>(4 * api::kMaxPassword));
    QLineEdit* fields[] = {m_login, m_password};
    for (int row = 0; row < 2; ++row) {
        m_labels[row] = wrapped(plainLabel(card));
        m_labels[row]->setBuddy(fields[row]);
        grid->addWidget(m_labels[row], row, 0);
        grid->addWidget(fields[row], row, 1);
        connect(fields[row], &QLineEdit::textChanged, this, &SignInWindow::check);
        connect(fields[row], &QLineEdit::returnPressed, this, &SignInWindow::attempt);
    }
    grid->setColumnStretch(1, 1);
    auto* layout = static_cast<QVBoxLayout*>(card->layout());
    layout->addLayout(grid);
    auto* row = new QHBoxLayout;
    m_said = muted(wrapped(plainLabel(card, QStringLiteral("signInSaid"))));
    m_signIn = named(new QPushButton(card), QStringLiteral("signInButton"));
    m_signIn->setProperty("role", QStringLiteral("primary"));
    row->addWidget(m_said, 1);
    row->addWidget(m_signIn);
    layout->addLayout(row);
    m_demoPeople = muted(wrapped(plainLabel(card, QStringLiteral("signInDemo"))));
    m_demoPeople->hide();
    m_without = named(new QPushButton(card), QStringLiteral("signInWithout"));
    m_without->setProperty("role", QStringLiteral("link"));
    m_without->hide();
    layout->addWidget(m_demoPeople);
    layout->addWidget(m_without, 0, Qt::AlignLeft);
    m_other = named(new QPushButton(card), QStringLiteral("signInOther"));
    m_other->setProperty("role", QStringLiteral("link"));
    layout->addWidget(m_other, 0, Qt::AlignLeft);
    m_pages->addWidget(card);
    connect(m_signIn, &QPushButton::clicked, this, &SignInWindow::attempt);
    connect(m_without, &QPushButton::clicked, this, &SignInWindow::withoutChosen);
    connect(m_other, &QPushButton::clicked, this, &SignInWindow::otherWorkspaceChosen);
}

void SignInWindow::setupChange() {
    auto* card = cardOn(m_pages);
    m_changePage = card;
    auto* layout = static_cast<QVBoxLayout*>(card->layout());
    m_why = wrapped(plainLabel(card, QStringLiteral("newPasswordWhy")));
    layout->addWidget(m_why);
    m_new = new NewPasswordFields(
        [this]() -> std::pair<QString, QString> {
            return m_who ? std::pair(text(m_who->person.login), text(m_who->person.name))
                         : std::pair<QString, QString>();
        },
        card);
    layout->addWidget(m_new);
    m_change = named(new QPushButton(card), QStringLiteral("newPasswordButton"));
    m_change->setProperty("role", QStringLiteral("primary"));
    layout->addWidget(m_change, 0, Qt::AlignRight);
    layout->addStretch(1);
    m_pages->addWidget(card);
    connect(m_new, &NewPasswordFields::changed, this, &SignInWindow::check);
    connect(m_new->second(), &QLineEdit::returnPressed, this, &SignInWindow::changePassword);
    connect(m_change, &QPushButton::clicked, this, &SignInWindow::changePassword);
}

bool SignInWindow::asksForNewPassword() const { return m_pages->currentWidget() == m_changePage; }

void SignInWindow::showProblem(const QString& problem) {
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

void SignInWindow::offerDemo(const QString& people) {
    m_demoPeople->setText(people);
    m_demoPeople->setVisible(!people.isEmpty());
    m_without->show();
}

void SignInWindow::setLanguage(const QString& code) {
    m_languages[code == QLatin1String("zh") ? 1 : 0]->setChecked(true);
}

void SignInWindow::showPicture(const QString& name) {
    m_pages->setCurrentWidget(name.isEmpty() ? m_signInPage : m_changePage);
}

void SignInWindow::check() {
    QString why;
    if (m_busy) {
        why = tr("One moment…");
    } else if (m_delay.isWaiting()) {
        why = m_delay.text();
    } else if (m_login->text().trimmed().isEmpty()) {
        why = tr("Enter a name.");
    } else if (m_password->text().isEmpty()) {
        why = tr("Enter a password.");
    }
    m_signIn->setEnabled(why.isEmpty());
    m_signIn->setToolTip(plainToolTip(why));
    m_said->setText(m_busy || m_delay.isWaiting() ? why : QString());
    const QString wrong = m_busy ? tr("One moment…") : m_new->problem();
    m_change->setEnabled(wrong.isEmpty());
    m_change->setToolTip(plainToolTip(wrong));
}

void SignInWindow::attempt() {
    check();
    if (!m_signIn->isEnabled()) {
        return;
    }
    m_busy = true;
    m_present = Secret(m_password->text().toStdString());
    showProblem({});
    check();
    api::SignIn typed;
    typed.login = m_login->text().trimmed().toStdString();
    typed.password = m_present;
    typed.via = api::Via::Console;
    whenReady(m_engine.accounts().signIn(std::move(typed)), this,
              [this](const Result<api::SignedIn>& answer) { answered(answer); });
}

void SignInWindow::answered(const Result<api::SignedIn>& answer) {
    m_busy = false;
    m_password->clear();
    if (!answer) {
        m_present = {};
        m_delay.note(answer.error(), m_engine.status().now);
        const bool plain = answer.error().code == ErrorCode::SignInRefused || answer.error().code == ErrorCode::Locked;
        showProblem(plain ? errorTitle(answer.error().code) : errorText(answer.error()));
        m_password->setFocus();
        check();
        return;
    }
    if (answer->person.mustChangePassword) {
        m_who = *answer;
        m_new->clear();
        m_pages->setCurrentWidget(m_changePage);
        m_new->setFocus();
        retranslate();
        return;
    }
    m_present = {};
    check();
    Q_EMIT signedIn(*answer);
}

void SignInWindow::changePassword() {
    check();
    if (!m_change->isEnabled() || !m_who) {
        return;
    }
    m_busy = true;
    showProblem({});
    check();
    api::Call call;
    call.actor = m_who->actor;
    whenReady(m_engine.accounts().changePassword(call, m_present, m_new->secret()), this,
              [this](const Result<void>& changed) {
                  m_busy = false;
                  check();
                  if (!changed) {
                      showProblem(errorText(changed.error()));
                      m_new->setFocus();
                      return;
                  }
                  m_present = {};
                  m_new->clear();
                  m_who->person.mustChangePassword = false;
                  Q_EMIT signedIn(*m_who);
              });
}

void SignInWindow::retranslate() {
    setWindowTitle(tr("Evenhand"));
    m_title->setText(tr("Sign in"));
    m_place->setText(shownLine(m_where));
    m_labels[0]->setText(tr("Name"));
    m_labels[1]->setText(tr("Password"));
    m_login->setAccessibleName(tr("Name"));
    m_password->setAccessibleName(tr("Password"));
    m_signIn->setText(tr("Sign in"));
    m_without->setText(tr("Continue without signing in"));
    m_other->setText(tr("Another workspace…"));
    m_why->setText(
        m_who ? tr("%1, your password was set by somebody else. Choose your own now.").arg(text(m_who->person.login))
              : tr("Your password was set by somebody else. Choose your own now."));
    m_change->setText(tr("Set the password and continue"));
    m_new->retranslate();
    check();
}

}  // namespace evenhand::ui
