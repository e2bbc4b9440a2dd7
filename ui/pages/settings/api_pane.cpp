// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/settings/api_pane.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QVBoxLayout>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/bridge/readable.h"
#include "ui/shell/notices.h"
#include "ui/shell/session.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/token_labels.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {
namespace {

using Kind = ServiceState::Kind;

}  // namespace

ApiPane::ApiPane(UiContext& context, QWidget* parent)
    : SettingsPane(QStringLiteral("api"), context, parent), m_service(context.session.service()) {
    auto* down = new QVBoxLayout(this);
    down->setContentsMargins(0, 0, 0, 0);
    down->setSpacing(kGap);
    setupActs();
    setupService();
    setupTokens();
    connect(&context.bridge, &EngineBridge::stateChanged, this, &ApiPane::refreshActions);
    if (m_service) {
        connect(m_service, &ServiceControl::changed, this, [this] {
            refreshService();
            refreshActions();
            Q_EMIT readyChanged();
        });
    }
    retranslate();
}

QLabel* ApiPane::addLabel(const char* name) {
    auto* label = new QLabel(this);
    label->setObjectName(QLatin1String(name));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    layout()->addWidget(label);
    return label;
}

void ApiPane::setupActs() {
    constexpr std::pair<const char*, const char*> kShapes[kActs] = {
        {"serveApi", "play"}, {"stopApi", "stop"}, {"apiAddress", "settings"},
        {"copyApi", "copy"},  {"addToken", "add"}, {"revokeToken", "cancel"}};
    for (int i = 0; i < kActs; ++i) {
        auto* action = addCommand(kShapes[i].first, kShapes[i].second);
        connect(action, &QAction::triggered, this, [this, i] { open(static_cast<Act>(i)); });
        m_acts << action;
    }
}

void ApiPane::setupService() {
    auto* row = new WrapRow;
    row->setSpacing(2);
    for (const Act act : {Serve, Stop, Address, Copy}) {
        row->addWidget(actionButton(action(act), this));
    }
    row->addStretch(1);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
    m_serviceProblem = addLabel("serviceProblem");
    m_serviceProblem->setProperty("problem", true);
    m_facts = new FactGrid(this);
    m_facts->setObjectName(QStringLiteral("serviceFacts"));
    layout()->addWidget(m_facts);
    m_warning = addLabel("serviceWarning");
    m_warning->setProperty("tone", QStringLiteral("bad"));
}

void ApiPane::setupTokens() {
    m_tokensTitle = addLabel("tokensTitle");
    m_tokensTitle->setFont(scaledFont(font(), 0, QFont::DemiBold));
    auto* row = new WrapRow;
    row->setSpacing(2);
    for (const Act act : {Add, Revoke}) {
        row->addWidget(actionButton(action(act), this));
    }
    row->addStretch(1);
    auto* down = static_cast<QVBoxLayout*>(layout());
    down->addLayout(row);
    m_problem = addLabel("tokenProblem");
    m_problem->setProperty("problem", true);
    m_problem->hide();
    m_tokens = new TokenTable(describeTokens(), context(), this);
    down->addWidget(m_tokens, 1);
    connect(m_tokens, &TokenTable::selectionMoved, this, &ApiPane::refreshActions);
    connect(&m_tokens->model(), &PagedTable::totalChanged, this, &ApiPane::refreshActions);
    connect(m_tokens, &TokenTable::readyChanged, this, [this] {
        refreshTexts();
        Q_EMIT readyChanged();
    });
}

TokenTable::Spec ApiPane::describeTokens() {
    auto& bridge = context().bridge;
    TokenTable::Spec spec;
    spec.look.prefix = QStringLiteral("token");
    spec.look.one = QStringLiteral("apiToken");
    spec.look.isSingle = true;
    spec.look.isCompact = true;
    spec.look.refreshedBy = [&bridge](QObject* receiver, const std::function<void()>& again) {
        connect(&bridge, &EngineBridge::tokensChanged, receiver, again);
        connect(&bridge, &EngineBridge::stateChanged, receiver, again);
    };
    auto& texts = spec.look.texts;
    texts.name = [] { return tr("Tokens of the HTTP API"); };
    texts.count = [](std::int64_t total) {
        return tr("%1 tokens", nullptr, Formats::plural(total))
            .arg(total < 0 ? Formats::dash() : Formats::number(total));
    };
    texts.empty = [] { return tr("No program has access yet. Create a token for each program that needs it."); };
    texts.nextAction = action(Add);
    texts.emptyFiltered = [] { return tr("No token matches the filter."); };
    texts.exported = [] { return tr("Export tokens"); };
    texts.fileName = QStringLiteral("tokens.csv");
    spec.columns = describeColumns();
    spec.orderedBy = QStringLiteral("created");
    spec.isDescending = false;
    spec.all = [&bridge](const AnyCell&) {
        return askIfReadable(bridge, api::Permission::ReadAudit,
                             [&bridge] { return bridge.tokens().tokens(bridge.call()); });
    };
    spec.matches = anyCellOf(spec.columns);
    spec.fields = {textField(
        QStringLiteral("text"), QStringLiteral("apiTokenFilterText"), [] { return tr("Name, scope or state"); },
        &AnyCell::text)};
    return spec;
}

std::vector<Column<api::TokenRow, OneOrder>> ApiPane::describeColumns() {
    using api::TokenRow;
    using C = Column<TokenRow, OneOrder>;
    const auto& formats = context().formats;
    const auto revoked = [&formats](const TokenRow& row) {
        return row.revokedAt ? formats.dateTime(*row.revokedAt) : Formats::dash();
    };
    return {
        C(
            "name", 140, [] { return tr("Name"); }, [](const TokenRow& row) { return shownLine(text(row.input.name)); })
            .strong(),
        C(
            "scopes", 300, [] { return tr("Scopes"); }, [](const TokenRow& row) { return labels(row.input.scopes); })
            .withHint([](const TokenRow& row) { return storedText(row.input.scopes); }),
        C(
            "rate", 110, [] { return tr("Per second"); },
            [](const TokenRow& row) {
                return row.input.perSecond > 0 ? Formats::number(row.input.perSecond) : tr("default");
            })
            .orderedAs([](const TokenRow& row) { return row.input.perSecond; })
            .number(),
        C(
            "state", 92, [] { return tr("State"); },
            [](const TokenRow& row) { return row.revokedAt ? tr("Revoked") : tr("Active"); })
            .asPill([](const TokenRow& row) { return row.revokedAt ? Tone::Muted : Tone::Good; }),
        C(
            "created", 150, [] { return tr("Created"); },
            [&formats](const TokenRow& row) { return formats.dateTime(row.createdAt); })
            .orderedAs([](const TokenRow& row) { return row.createdAt.ms; }),
        C(
            "createdBy", 110, [] { return tr("Created by"); },
            [](const TokenRow& row) { return shownLine(actorLabel(row.createdBy)); }),
        C(
            "revoked", 150, [] { return tr("Revoked at"); }, revoked)
            .orderedAs([](const TokenRow& row) { return row.revokedAt.value_or(Instant{}).ms; }),
        C(
            "revokedBy", 110, [] { return tr("Revoked by"); },
            [](const TokenRow& row) { return row.revokedAt ? shownLine(actorLabel(row.revokedBy)) : Formats::dash(); }),
    };
}

QString ApiPane::title() const { return tr("HTTP API"); }

bool ApiPane::isReady() const { return m_tokens->isReady() && !(m_service && m_service->state().isBusy()); }

void ApiPane::setActive(bool active) { m_tokens->setActive(active); }

void ApiPane::refresh() { m_tokens->refresh(); }

const api::TokenRow* ApiPane::chosen() const {
    return m_tokens->known().empty() ? nullptr : &m_tokens->known().front();
}

// --- what may be done ---------------------------------------------------------------------------------------

QString ApiPane::whyNotService(Act which) const {
    if (!m_service) {
        return tr("This program cannot serve the API; use evenhandctl serve.");
    }
    const auto kind = m_service->state().kind;
    if (which == Copy) {
        return kind == Kind::Serving ? QString() : tr("The API is off.");
    }
    if (QString why = context().bridge.whyNotReadable(api::Permission::ManagePeople); !why.isEmpty()) {
        return why;
    }
    if (m_service->state().isBusy()) {
        return kind == Kind::Starting ? tr("It is starting.") : tr("It is stopping.");
    }
    if (which == Serve) {
        return kind == Kind::Serving ? tr("It is already running.") : QString();
    }
    return which == Stop && kind == Kind::Off ? tr("The API is off.") : QString();
}

QString ApiPane::whyNot(Act which) const {
    auto& bridge = context().bridge;
    switch (which) {
        case Add: return bridge.whyNotAllowed(api::Operation::TokensCreate);
        case Revoke: {
            if (QString why = bridge.whyNotAllowed(api::Operation::TokensRevoke); !why.isEmpty()) {
                return why;
            }
            const auto* row = chosen();
            return !row ? tr("Select a token first.") : row->revokedAt ? tr("It is already revoked.") : QString();
        }
        case Serve:
        case Stop:
        case Address:
        case Copy:
        case kActs: break;
    }
    return whyNotService(which);
}

void ApiPane::open(Act which) {
    if (!action(which)->isEnabled()) {
        return;
    }
    switch (which) {
        case Serve: serve(); break;
        case Stop: stop(); break;
        case Address:
            m_dialog = openServiceAddress(
                context(), *m_service, [this] { return whyNot(Address); }, window());
            break;
        case Copy: QGuiApplication::clipboard()->setText(m_service->state().url); break;
        case Add:
            m_dialog = openAddToken(
                context(),
                [this](const api::TokenCreated& created) {
                    m_secret = openSecrets(created, window());
                    refresh();
                },
                window());
            break;
        case Revoke:
            if (const auto* row = chosen()) {
                m_dialog = openRevokeToken(context(), *row, window());
            }
            break;
        case kActs: break;
    }
}

void ApiPane::serve() {
    whenReady(m_service->start(m_service->config()), this, [this](const Result<void>& served) {
        if (served) {
            noteService(context(), true, m_service->state().url);
            context().notices.good(tr("The HTTP API is running at %1.").arg(m_service->state().url));
        } else {
            context().notices.bad(tr("The HTTP API could not be started: %1").arg(errorText(served.error())));
        }
    });
}

void ApiPane::stop() {
    whenReady(m_service->stop(), this, [this, url = m_service->state().url](const Result<void>& stopped) {
        if (stopped) {
            noteService(context(), false, url);
            context().notices.info(tr("The HTTP API has stopped."));
        } else {
            context().notices.bad(errorText(stopped.error()));
        }
    });
}

// --- what is shown ------------------------------------------------------------------------------------------

void ApiPane::refreshService() {
    const auto kind = m_service ? m_service->state().kind : Kind::Off;
    const auto stateText = [this, kind] {
        switch (kind) {
            case Kind::Off:
                return m_service ? tr("off") : tr("This program cannot serve the API; use evenhandctl serve.");
            case Kind::Starting: return tr("starting…");
            case Kind::Serving: return tr("running");
            case Kind::Stopping: return tr("stopping…");
            case Kind::Failed: return tr("failed; retried at the next opening if it was on");
        }
        return QString();
    };
    std::vector<FactGrid::Fact> facts = {{tr("State"), stateText(), false, true}};
    QString problem;
    QString warning;
    if (m_service) {
        const auto& config = m_service->config();
        const auto& state = m_service->state();
        const bool serving = kind == Kind::Serving;
        const QString planned = tr("%1, port %2").arg(shownLine(text(config.address)), QString::number(config.port));
        facts.push_back({tr("Address"), serving ? state.url : planned});
        facts.push_back({tr("API reference"),
                         serving ? state.url + QStringLiteral("/openapi.json") : QStringLiteral("/openapi.json")});
        facts.push_back({tr("Encryption"), config.isEncrypted()
                                               ? tr("TLS, with %1").arg(shownLine(text(config.certificateFile)))
                                               : tr("none")});
        facts.push_back({tr("Requests per second per token"),
                         config.perSecond > 0 ? Formats::number(config.perSecond) : tr("unlimited")});
        problem = state.error ? tr("Could not be started: %1").arg(errorText(*state.error)) : QString();
        warning = clearTextWarning(config);
    }
    m_facts->setFacts(facts);
    m_serviceProblem->setText(problem);
    m_serviceProblem->setVisible(!problem.isEmpty());
    m_warning->setText(warning);
    m_warning->setVisible(!warning.isEmpty());
}

void ApiPane::refreshTexts() {
    const auto& error = m_tokens->model().lastError();
    const bool mayNot = error && error->code == ErrorCode::PermissionDenied;
    m_problem->setText(mayNot ? tr("Could not be read: %1").arg(errorText(*error)) : QString());
    m_problem->setVisible(mayNot);
}

void ApiPane::refreshActions() {
    for (int i = 0; i < kActs; ++i) {
        setActionState(*m_acts.at(i), whyNot(static_cast<Act>(i)));
    }
}

void ApiPane::retranslate() {
    setActionTexts(*action(Serve), tr("Start"),
                   tr("Start the HTTP API, now and whenever the workspace is opened here"));
    setActionTexts(*action(Stop), tr("Stop"));
    setActionTexts(*action(Address), tr("Address…"), tr("Address, port, certificate"));
    setActionTexts(*action(Copy), tr("Copy the address"));
    setActionTexts(*action(Add), tr("Create a token…"));
    setActionTexts(*action(Revoke), tr("Revoke…"));
    m_tokensTitle->setText(tr("Tokens"));
    refreshService();
    refreshTexts();
    refreshActions();
}

}  // namespace evenhand::ui
