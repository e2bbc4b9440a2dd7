// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/settings/webhook_pane.h"

#include <QVBoxLayout>
#include <iterator>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/shell/notices.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/or_dash.h"
#include "ui/widgets/people_labels.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {

// --- pane ---------------------------------------------------------------------------------------------------

WebhookPane::WebhookPane(UiContext& context, QWidget* parent)
    : SettingsPane(QStringLiteral("webhooks"), context, parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(kGap);
    setupActs();
    setupTables();
    connect(&context.bridge, &EngineBridge::stateChanged, this, &WebhookPane::refreshActions);
    retranslate();
}

void WebhookPane::setupActs() {
    constexpr std::pair<const char*, const char*> kShapes[kActs] = {{"addWebhook", "add"},
                                                                    {"editWebhook", "edit"},
                                                                    {"newSecret", "key"},
                                                                    {"testWebhook", "send"},
                                                                    {"removeWebhook", "cancel"}};
    auto* row = new WrapRow;
    row->setSpacing(2);
    for (int i = 0; i < kActs; ++i) {
        auto* action = addCommand(kShapes[i].first, kShapes[i].second);
        connect(action, &QAction::triggered, this, [this, i] { open(static_cast<Act>(i)); });
        m_acts << action;
        row->addWidget(actionButton(action, this));
    }
    row->addStretch(1);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
}

void WebhookPane::setupTables() {
    auto* down = static_cast<QVBoxLayout*>(layout());
    m_endpoints = new WebhookTable(describeEndpoints(), context(), this);
    down->addWidget(m_endpoints, 2);
    m_log = new DeliveryTable(describeLog(), context(), this);
    down->addWidget(m_log, 3);
    connect(m_endpoints, &WebhookTable::selectionMoved, this, [this] {
        refreshActions();
        const auto* row = chosen();
        const auto now = row ? row->id : WebhookId{};
        if (std::exchange(m_shown, now) != now) {
            m_log->changed();
        }
    });
    connect(m_log->flow(), &RowFlow::finished, m_endpoints, &WebhookTable::refresh);
    connect(m_endpoints, &WebhookTable::readyChanged, this, &WebhookPane::readyChanged);
    connect(m_log, &DeliveryTable::readyChanged, this, &WebhookPane::readyChanged);
}

WebhookTable::Spec WebhookPane::describeEndpoints() {
    auto& bridge = context().bridge;
    WebhookTable::Spec spec;
    spec.look.prefix = QStringLiteral("webhook");
    spec.look.one = QStringLiteral("webhookEndpoint");
    spec.look.isSingle = true;
    spec.look.isCompact = true;
    spec.look.refreshedBy = [&bridge](QObject* receiver, const std::function<void()>& again) {
        connect(&bridge, &EngineBridge::webhooksChanged, receiver, again);
    };
    auto& texts = spec.look.texts;
    texts.name = [] { return tr("Webhooks"); };
    texts.count = [](std::int64_t total) {
        return tr("%1 webhooks", nullptr, Formats::plural(total))
            .arg(total < 0 ? Formats::dash() : Formats::number(total));
    };
    texts.empty = [] { return tr("There are no webhooks yet. Add one to send events to a program."); };
    texts.nextAction = action(Add);
    texts.emptyFiltered = [] { return tr("No webhook matches the filter."); };
    texts.exported = [] { return tr("Export webhooks"); };
    texts.fileName = QStringLiteral("webhooks.csv");
    spec.columns = describeEndpointColumns(context().formats);
    spec.orderedBy = QStringLiteral("created");
    spec.isDescending = false;
    spec.all = [&bridge](const AnyCell&) { return bridge.webhooks().webhooks(bridge.call()); };
    spec.matches = anyCellOf(spec.columns);
    spec.fields = {textField(
        QStringLiteral("text"), QStringLiteral("webhookFilterText"), [] { return tr("Name, address or event"); },
        &AnyCell::text)};
    spec.opened = [this](const api::WebhookRow&) { open(Edit); };
    return spec;
}

std::vector<Column<api::WebhookRow, OneOrder>> WebhookPane::describeEndpointColumns(const Formats& formats) {
    using api::WebhookRow;
    using C = Column<WebhookRow, OneOrder>;
    const auto events = [](const WebhookRow& row) {
        QStringList names;
        for (const auto event : row.input.events) {
            names << label(event);
        }
        return names.join(QStringLiteral(", "));
    };
    return {
        C(
            "name", 150, [] { return tr("Name"); },
            [](const WebhookRow& row) { return shownLine(text(row.input.name)); })
            .strong()
            .inFile([](const WebhookRow& row) { return text(row.input.name); }),
        C(
            "url", 260, [] { return tr("Address"); },
            [](const WebhookRow& row) { return shownLine(text(row.input.url)); })
            .inFile([](const WebhookRow& row) { return text(row.input.url); }),
        C(
            "events", 200, [] { return tr("Events"); }, events),
        C(
            "state", 92, [] { return tr("State"); },
            [](const WebhookRow& row) { return row.input.enabled ? tr("Enabled") : tr("Disabled"); })
            .asPill([](const WebhookRow& row) { return row.input.enabled ? Tone::Good : Tone::Muted; }),
        C::count(
            "pending", 76, [] { return tr("Waiting"); }, &WebhookRow::pending),
        C::count(
            "dead", 92, [] { return tr("Dead letters"); }, &WebhookRow::dead)
            .withInk([](const WebhookRow& row) { return row.dead > 0 ? std::optional(Tone::Bad) : std::nullopt; }),
        C(
            "delivered", 150, [] { return tr("Last delivered"); },
            [&formats](const WebhookRow& row) {
                return row.lastDelivered ? formats.dateTime(*row.lastDelivered) : Formats::dash();
            })
            .orderedAs([](const WebhookRow& row) { return row.lastDelivered.value_or(Instant{}).ms; }),
        C(
            "error", 160, [] { return tr("Last error"); }, [](const WebhookRow& row) { return orDash(row.lastError); })
            .inFile([](const WebhookRow& row) { return text(row.lastError); }),
        C(
            "created", 150, [] { return tr("Added"); },
            [&formats](const WebhookRow& row) { return formats.dateTime(row.createdAt); })
            .orderedAs([](const WebhookRow& row) { return row.id.value; })
            .hidden(),
    };
}

// --- deliveries ---------------------------------------------------------------------------------------------

DeliveryTable::Spec WebhookPane::describeLog() {
    auto& bridge = context().bridge;
    DeliveryTable::Spec spec;
    spec.look.prefix = QStringLiteral("deliveries");
    spec.look.one = QStringLiteral("delivery");
    spec.look.isCompact = true;
    spec.look.refreshedBy = [&bridge](QObject* receiver, const std::function<void()>& again) {
        connect(&bridge, &EngineBridge::webhooksChanged, receiver, again);
    };
    auto& texts = spec.look.texts;
    texts.name = [] { return tr("Deliveries"); };
    texts.count = [this](std::int64_t total) {
        const QString count = total < 0 ? Formats::dash() : Formats::number(total);
        const auto* row = chosen();
        return row ? tr("Deliveries to %1: %2").arg(shownLine(text(row->input.name)), count)
                   : tr("Deliveries to all: %1").arg(count);
    };
    texts.empty = [] { return tr("Nothing has been sent yet."); };
    texts.next = [] { return tr("Add a webhook or send a test to one: what is sent is listed here."); };
    texts.emptyFiltered = [] { return tr("No delivery matches the filter."); };
    texts.exported = [] { return tr("Export deliveries"); };
    texts.fileName = QStringLiteral("deliveries.csv");
    spec.columns = describeColumns();
    spec.orderedBy = QStringLiteral("at");
    spec.page = [&bridge](const api::DeliveryFilter& filter, const PageOf<api::DeliverySort>& page) {
        return bridge.webhooks().deliveries(
            bridge.call(), {filter, page.descending, std::nullopt, page.offset, page.limit, page.sort});
    };
    spec.count = [&bridge](const api::DeliveryFilter& filter) {
        return bridge.webhooks().countDeliveries(bridge.call(), filter);
    };
    spec.always = [this](api::DeliveryFilter& filter) {
        if (const auto* row = chosen()) {
            filter.webhook = row->id;
        }
    };
    spec.look.shownOf = [this] {
        const auto* row = chosen();
        return row ? QStringLiteral("webhook=") + text(row->input.name) : QString();
    };
    spec.fields = describeFields();
    spec.words.header = [] { return QStringList{tr("Message"), tr("Webhook"), tr("Now")}; };
    spec.words.frozen = [](const api::DeliveryRow& row) {
        return FlowRow{.id = row.id.value,
                       .name = QStringLiteral("%1 %2").arg(label(row.event), shownLine(text(row.subject))),
                       .detail = shownLine(text(row.webhookName)),
                       .was = label(row.status)};
    };
    spec.actions = {describeResend()};
    spec.opened = [this](const api::DeliveryRow& row) { showDelivery(row.id); };
    return spec;
}

std::vector<Column<api::DeliveryRow, api::DeliverySort>> WebhookPane::describeColumns() const {
    using api::DeliveryRow;
    using api::DeliverySort;
    using C = Column<DeliveryRow, DeliverySort>;
    const auto& formats = context().formats;
    const auto next = [&formats, &bridge = context().bridge](const DeliveryRow& row) {
        return row.nextTry ? formats.shortTime(*row.nextTry, bridge.now()) : Formats::dash();
    };
    const auto wholeNext = [&formats](const DeliveryRow& row) {
        return row.nextTry ? formats.dateTime(*row.nextTry) : QString();
    };
    return {
        C(
            "at", 150, [] { return tr("Time"); },
            [&formats](const DeliveryRow& row) { return formats.dateTime(row.at); })
            .sortedBy(DeliverySort::Made),
        C(
            "event", 140, [] { return tr("Event"); }, [](const DeliveryRow& row) { return label(row.event); }),
        C(
            "subject", 120, [] { return tr("Subject"); }, [](const DeliveryRow& row) { return orDash(row.subject); })
            .strong()
            .inFile([](const DeliveryRow& row) { return text(row.subject); }),
        C(
            "status", 110, [] { return tr("Status"); }, [](const DeliveryRow& row) { return label(row.status); })
            .sortedBy(DeliverySort::Status)
            .asPill([](const DeliveryRow& row) { return tone(row.status); }),
        C::count(
            "attempts", 76, [] { return tr("Attempts"); }, &DeliveryRow::attempts),
        C(
            "answer", 80, [] { return tr("Response"); },
            [](const DeliveryRow& row) {
                return row.lastStatus == 0 ? Formats::dash() : QString::number(row.lastStatus);
            })
            .number(),
        C(
            "error", 212, [] { return tr("Last error"); }, [](const DeliveryRow& row) { return orDash(row.lastError); })
            .inFile([](const DeliveryRow& row) { return text(row.lastError); }),
        C(
            "next", 96, [] { return tr("Next try"); }, next)
            .inFile(wholeNext),
        C(
            "endpoint", 130, [] { return tr("Webhook"); },
            [](const DeliveryRow& row) { return orDash(row.webhookName); })
            .sortedBy(DeliverySort::Webhook)
            .inFile([](const DeliveryRow& row) { return text(row.webhookName); }),
        C(
            "message", 160, [] { return tr("Message"); }, [](const DeliveryRow& row) { return orDash(row.messageId); })
            .hidden(),
    };
}

std::vector<FilterField<api::DeliveryFilter>> WebhookPane::describeFields() {
    return {
        choicesField(
            {.key = QStringLiteral("statuses"),
             .objectName = QStringLiteral("deliveryStatus"),
             .title = [] { return tr("Status"); },
             .any = [] { return tr("Every status"); },
             .choices = choicesOf(
                 {api::DeliveryStatus::Pending, api::DeliveryStatus::Delivered, api::DeliveryStatus::Dead}, &label)},
            &api::DeliveryFilter::statuses, &api::deliveryStatusFrom),
    };
}

RowAction<api::DeliveryRow> WebhookPane::describeResend() {
    RowAction<api::DeliveryRow> action;
    action.look.name = QStringLiteral("settings.resend");
    action.look.icon = QStringLiteral("refresh");
    action.look.label = [] { return tr("Resend…"); };
    action.look.operation = api::Operation::WebhooksResend;
    action.effect = [](const api::DeliveryRow&) { return tr("the same message is resent"); };
    action.ask = [](const std::vector<api::DeliveryRow>& fit) {
        ActionDialog::Texts texts;
        texts.title = tr("Resend");
        texts.question = tr("%1 messages will be resent, delivered or not.", nullptr, Formats::plural(std::ssize(fit)))
                             .arg(Formats::number(std::ssize(fit)));
        texts.effect = tr("The message ID stays the same, so the receiver can detect duplicates.");
        texts.confirm = tr("Resend");
        texts.reasonHint = tr("Required; kept in the audit log");
        return texts;
    };
    action.submit = [this](const api::Call& call, const RowFlow::Rows& rows,
                           std::function<void(RowFlow::Answers)> done) {
        std::vector<DeliveryId> ids;
        for (const auto& row : rows) {
            ids.push_back({row.id});
        }
        // The answers stand in the order asked; each names its task, not its delivery.
        whenReady(context().bridge.webhooks().resend(call, ids), this,
                  [ids, done = std::move(done)](const Result<std::vector<api::TaskAnswer>>& outcomes) {
                      if (!outcomes) {
                          done(fail(outcomes.error()));
                          return;
                      }
                      std::vector<FlowAnswer> answers;
                      for (std::size_t i = 0; i < outcomes->size() && i < ids.size(); ++i) {
                          const auto& each = (*outcomes)[i];
                          answers.push_back({ids[i].value, each.error, 0, label(each.status)});
                      }
                      done(std::move(answers));
                  });
    };
    return action;
}

// --- endpoints ----------------------------------------------------------------------------------------------

QAction* WebhookPane::action(Act which) const {
    return which == Resend ? m_log->action(QStringLiteral("settings.resend"))
                           : m_acts.at(static_cast<qsizetype>(which));
}

QString WebhookPane::title() const { return tr("Webhooks"); }

void WebhookPane::setActive(bool active) {
    m_endpoints->setActive(active);
    m_log->setActive(active);
}

void WebhookPane::refresh() {
    m_endpoints->refresh();
    m_log->refresh();
}

const api::WebhookRow* WebhookPane::chosen() const {
    return m_endpoints->known().empty() ? nullptr : &m_endpoints->known().front();
}

QString WebhookPane::whyNot(Act which) const {
    const auto operationOf = [which] {
        switch (which) {
            case Add: return api::Operation::WebhooksCreate;
            case Edit: return api::Operation::WebhooksEdit;
            case NewSecret: return api::Operation::WebhooksNewSecret;
            case Test: return api::Operation::WebhooksTest;
            case Remove: return api::Operation::WebhooksRemove;
            case Resend: break;
        }
        return api::Operation::WebhooksResend;
    };
    if (QString why = context().bridge.whyNotAllowed(operationOf()); !why.isEmpty()) {
        return why;
    }
    if (which == Add) {
        return {};
    }
    return chosen() ? QString() : tr("Select a webhook first.");
}

void WebhookPane::open(Act which) {
    if (!action(which)->isEnabled()) {
        return;
    }
    const auto made = [this](const api::WebhookCreated& created) { m_secret = openSecret(created, window()); };
    const auto* row = chosen();
    if (which == Add) {
        m_dialog = openWebhook(context(), std::nullopt, made, window());
    } else if (row) {
        switch (which) {
            case Edit: m_dialog = openWebhook(context(), *row, {}, window()); break;
            case NewSecret: m_dialog = openNewSecret(context(), *row, made, window()); break;
            case Test: test(*row); break;
            case Remove: m_dialog = openRemoveWebhook(context(), *row, window()); break;
            case Add:
            case Resend: break;
        }
    }
}

void WebhookPane::test(const api::WebhookRow& row) {
    auto& bridge = context().bridge;
    whenReady(bridge.webhooks().test(bridge.call(), row.id), this,
              [this, name = shownLine(text(row.input.name))](const Result<DeliveryId>& id) {
                  if (id) {
                      context().notices.info(tr("A test is on its way to %1; the log shows the outcome.").arg(name));
                  } else {
                      context().notices.bad(tr("The test could not be sent: %1").arg(errorText(id.error())));
                  }
                  refresh();
              });
}

void WebhookPane::showDelivery(DeliveryId id) {
    auto& bridge = context().bridge;
    whenReady(bridge.webhooks().delivery(bridge.call(), id), this, [this](const Result<api::DeliveryDetail>& detail) {
        if (!detail) {
            context().notices.bad(errorText(detail.error()));
            return;
        }
        m_delivery = new DeliveryDialog(*detail, context().formats, window());
        m_delivery->open();
    });
}

void WebhookPane::refreshActions() {
    for (int i = 0; i < kActs; ++i) {
        setActionState(*m_acts.at(i), whyNot(static_cast<Act>(i)));
    }
}

void WebhookPane::retranslate() {
    const QString names[kActs] = {tr("Add a webhook…"), tr("Edit…"), tr("New secret…"), tr("Send a test"),
                                  tr("Remove…")};
    for (int i = 0; i < kActs; ++i) {
        setActionTexts(*m_acts.at(i), names[i]);
    }
    refreshActions();
}

}  // namespace evenhand::ui
