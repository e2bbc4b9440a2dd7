// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/settings/api_pane.h"

#include <QClipboard>
#include <QGuiApplication>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/bridge/readable.h"
#include "ui/pages/shared/flow_answers.h"
#include "ui/shell/notices.h"
#include "ui/shell/session.h"
#include "ui/tables/refreshed_by.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/token_labels.h"

namespace evenhand::ui {
namespace {

using Kind = ServiceState::Kind;

}  // namespace

ApiPane::ApiPane(UiContext& context, QWidget* parent)
    : SettingsPane(QStringLiteral("api"), context, parent), m_service(context.session.service()) {
    setupService();
    setupTokens();
    if (m_service) {
        connect(m_service, &ServiceControl::changed, this, [this] {
            refreshService();
            refreshActions();
            Q_EMIT readyChanged();
        });
    }
    retranslate();
}

void ApiPane::setupService() {
    addBar(
        {{"serveApi", "play", [] { return tr("Start"); }, [this] { return whyNotSwitch(Switch::On); },
          [this] { serve(); }, [] { return tr("Start the HTTP API, now and whenever the workspace is opened here"); }},
         {"stopApi", "stop", [] { return tr("Stop"); }, [this] { return whyNotSwitch(Switch::Off); },
          [this] { stop(); }},
         {"apiAddress", "settings", [] { return tr("Address…"); }, [this] { return whyNotSwitch(Switch::Move); },
          [this] {
              m_dialog = openServiceAddress(
                  context(), *m_service, [this] { return whyNotSwitch(Switch::Move); }, window());
          },
          [] { return tr("Address, port, certificate"); }},
         {"copyApi", "copy", [] { return tr("Copy the address"); }, [this] { return whyNotCopy(); },
          [this] { QGuiApplication::clipboard()->setText(m_service->state().url); }}});
    m_serviceProblem = addLabel("serviceProblem");
    m_serviceProblem->setProperty("problem", true);
    m_facts = named(new FactGrid(this), QStringLiteral("serviceFacts"));
    down()->addWidget(m_facts);
    m_warning = addLabel("serviceWarning");
    m_warning->setProperty("tone", QStringLiteral("bad"));
}

void ApiPane::setupTokens() {
    m_tokensTitle = addTitle();
    addBar({{"addToken", "add", [] { return tr("Create a token…"); },
             [this] { return context().bridge.whyNotAllowed(api::Operation::TokensCreate); },
             [this] {
                 m_dialog = openAddToken(
                     context(),
                     [this](const api::TokenCreated& created) {
                         m_secret = openSecrets(created, window());
                         refresh();
                     },
                     window());
             }}});
    m_tokens = new TokenTable(describeTokens(), context(), this);
    down()->addWidget(m_tokens, 1);
    connect(m_tokens, &TokenTable::readyChanged, this, &ApiPane::readyChanged);
}

TokenTable::Spec ApiPane::describeTokens() {
    auto& bridge = context().bridge;
    TokenTable::Spec spec;
    spec.look.prefix = QStringLiteral("token");
    spec.look.one = QStringLiteral("apiToken");
    spec.look.permission = api::Permission::ReadAudit;
    spec.look.isCompact = true;
    spec.look.refreshedBy = refreshedBy(bridge, &EngineBridge::tokensChanged);
    auto& texts = spec.look.texts;
    texts.name = [] { return tr("Tokens of the HTTP API"); };
    texts.count = [](std::int64_t total) {
        return tr("%1 tokens", nullptr, Formats::plural(total))
            .arg(total < 0 ? Formats::dash() : Formats::number(total));
    };
    texts.empty = [] { return tr("No program has access yet. Create a token for each program that needs it."); };
    texts.nextAction = action("addToken");
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
    spec.words.header = [] { return QStringList{tr("Token"), tr("Scopes"), tr("Now")}; };
    spec.words.frozen = [](const api::TokenRow& row) {
        return FlowRow{.id = row.id.value, .name = shownLine(text(row.input.name)), .detail = labels(row.input.scopes)};
    };
    spec.actions = {describeRevoke()};
    return spec;
}

RowAction<api::TokenRow> ApiPane::describeRevoke() {
    using api::TokenRow;
    RowAction<TokenRow> action;
    action.look = {.name = QStringLiteral("settings.revokeToken"),
                   .icon = QStringLiteral("cancel"),
                   .label = [] { return tr("Revoke…"); },
                   .operation = api::Operation::TokensRevoke,
                   .whyNone = [] { return tr("Select a token first."); }};
    action.whyNot = [](const TokenRow& row) { return row.revokedAt ? tr("It is already revoked.") : QString(); };
    action.effect = [](const TokenRow&) { return tr("refused from now on"); };
    action.ask = [](const std::vector<TokenRow>& fit) {
        ActionDialog::Texts texts;
        texts.title = fit.size() == 1 ? tr("Revoke %1").arg(shownLine(text(fit.front().input.name))) : tr("Revoke");
        texts.question = tr("%1 tokens will be revoked.", nullptr, Formats::plural(std::ssize(fit)))
                             .arg(Formats::number(std::ssize(fit)));
        texts.effect = tr("Programs that use it are refused at once, even during a request. This cannot be undone.");
        texts.confirm = tr("Revoke");
        texts.danger = true;
        texts.reasonHint = tr("Required; kept in the audit log");
        return texts;
    };
    action.submitRows = submitEach<TokenRow>(
        this,
        [this](const api::Call& call, const TokenRow& row) { return context().bridge.tokens().revoke(call, row.id); },
        [](const TokenRow&) { return tr("Revoked"); });
    return action;
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

// --- what may be done ---------------------------------------------------------------------------------------

QString ApiPane::whyNotCopy() const {
    if (!m_service) {
        return whyNoService();
    }
    return m_service->state().kind == Kind::Serving ? QString() : tr("The API is off.");
}

QString ApiPane::whyNoService() const {
    const QString service = context().bridge.service();
    return service.isEmpty() ? tr("This program cannot serve the API; use evenhandctl serve.")
                             : tr("The service serves the API itself, at %1.").arg(service);
}

QString ApiPane::whyNotSwitch(Switch which) const {
    if (!m_service) {
        return whyNoService();
    }
    const auto kind = m_service->state().kind;
    if (QString why = context().bridge.whyNotReadable(api::Permission::ManagePeople); !why.isEmpty()) {
        return why;
    }
    if (m_service->state().isBusy()) {
        return kind == Kind::Starting ? tr("It is starting.") : tr("It is stopping.");
    }
    if (which == Switch::On) {
        return kind == Kind::Serving ? tr("It is already running.") : QString();
    }
    return which == Switch::Off && kind == Kind::Off ? tr("The API is off.") : QString();
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
            case Kind::Off: return m_service ? tr("off") : whyNoService();
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

void ApiPane::retranslate() {
    SettingsPane::retranslate();
    m_tokensTitle->setText(tr("Tokens"));
    refreshService();
}

}  // namespace evenhand::ui
