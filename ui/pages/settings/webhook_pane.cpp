// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/settings/webhook_pane.h"

#include <iterator>
#include <numeric>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/pages/shared/flow_answers.h"
#include "ui/shell/notices.h"
#include "ui/tables/refreshed_by.h"
#include "ui/tables/table_export.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/or_dash.h"
#include "ui/widgets/people_labels.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/word_list.h"

namespace evenhand::ui {
namespace {

QString switchText(bool on) { return on ? WebhookPane::tr("Enabled") : WebhookPane::tr("Disabled"); }

QString webhooksText(const std::vector<api::WebhookRow>& rows) {
    return rows.size() == 1 ? shownLine(text(rows.front().input.name))
                            : WebhookPane::tr("%1 webhooks", nullptr, Formats::plural(std::ssize(rows)))
                                  .arg(Formats::number(std::ssize(rows)));
}

}  // namespace

// --- pane ---------------------------------------------------------------------------------------------------

WebhookPane::WebhookPane(UiContext& context, QWidget* parent)
    : SettingsPane(QStringLiteral("webhooks"), context, parent) {
    addBar({{"addWebhook", "add", [] { return tr("Add a webhook…"); },
             [this] { return this->context().bridge.whyNotAllowed(api::Operation::WebhooksCreate); },
             [this] { edit(std::nullopt); }}});
    setupTables();
    retranslate();
}

void WebhookPane::setupTables() {
    m_endpoints = new WebhookTable(describeEndpoints(), context(), this);
    down()->addWidget(m_endpoints, 2);
    m_log = new DeliveryTable(describeLog(), context(), this);
    down()->addWidget(m_log, 3);
    connect(m_endpoints, &WebhookTable::selectionMoved, this, [this] {
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
    spec.look.isCompact = true;
    spec.look.refreshedBy = refreshedBy(bridge, &EngineBridge::webhooksChanged);
    auto& texts = spec.look.texts;
    texts.name = [] { return tr("Webhooks"); };
    texts.count = [](std::int64_t total) {
        return tr("%1 webhooks", nullptr, Formats::plural(total))
            .arg(total < 0 ? Formats::dash() : Formats::number(total));
    };
    texts.empty = [] { return tr("There are no webhooks yet. Add one to send events to a program."); };
    texts.nextAction = action("addWebhook");
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
    spec.words.header = [] { return QStringList{tr("Webhook"), tr("Address"), tr("Now")}; };
    spec.words.frozen = [](const Endpoint& row) {
        return FlowRow{.id = row.id.value,
                       .version = row.version,
                       .name = shownLine(text(row.input.name)),
                       .detail = shownLine(text(row.input.url)),
                       .was = switchText(row.input.enabled)};
    };
    spec.actions = describeActions();
    spec.opened = [this](const Endpoint&) { action("editWebhook")->trigger(); };
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
        return wordList(names);
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
            [](const WebhookRow& row) { return switchText(row.input.enabled); })
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
    spec.look.refreshedBy = refreshedBy(bridge, &EngineBridge::webhooksChanged);
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
    texts.nextCommand = QStringLiteral("settings.addWebhook");
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
        // One without a task cannot be sent again, whatever is named.
        return FlowRow{.id = row.id.value,
                       .version = row.token.value_or(0),
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
        std::vector<api::DeliveryRef> refs;
        for (const auto& row : rows) {
            refs.push_back({DeliveryId{row.id}, row.version});
        }
        // The answers stand in the order asked; each names its task, not its delivery.
        whenReady(context().bridge.webhooks().resend(call, refs), this,
                  [refs, done = std::move(done)](const Result<std::vector<api::TaskAnswer>>& outcomes) {
                      if (!outcomes) {
                          done(fail(outcomes.error()));
                          return;
                      }
                      std::vector<FlowAnswer> answers;
                      for (std::size_t i = 0; i < outcomes->size() && i < refs.size(); ++i) {
                          const auto& each = (*outcomes)[i];
                          answers.push_back({refs[i].id.value, each.error, 0, label(each.status)});
                      }
                      done(std::move(answers));
                  });
    };
    return action;
}

// --- endpoints ----------------------------------------------------------------------------------------------

RowAction<api::WebhookRow> WebhookPane::describe(const char* name, const char* icon, Words label,
                                                 api::Operation operation) {
    RowAction<Endpoint> action;
    action.look = {.name = QStringLiteral("settings.") + QLatin1String(name),
                   .icon = QLatin1String(icon),
                   .label = std::move(label),
                   .operation = operation,
                   .whyNone = [] { return tr("Select a webhook first."); }};
    return action;
}

std::vector<RowAction<api::WebhookRow>> WebhookPane::describeActions() {
    auto change = describe(
        "editWebhook", "edit", [] { return tr("Edit…"); }, api::Operation::WebhooksEdit);
    change.look.isSingle = true;
    change.begin = [this](const Endpoints& frozen) { edit(frozen.front()); };
    auto secret = describe(
        "newSecret", "key", [] { return tr("New secret…"); }, api::Operation::WebhooksNewSecret);
    secret.look.isSingle = true;
    secret.begin = [this](const Endpoints& frozen) {
        m_dialog = openNewSecret(
            context(), frozen.front(), [this](const api::WebhookCreated& created) { showSecret(created); }, window());
    };
    auto test = describe(
        "testWebhook", "send", [] { return tr("Send a test"); }, api::Operation::WebhooksTest);
    test.isAtOnce = true;
    test.isBrief = true;
    test.ask = [](const Endpoints&) {
        ActionDialog::Texts texts;
        texts.title = tr("Send a test");
        return texts;
    };
    test.submitRows = submitEach<Endpoint>(
        this,
        [this](const api::Call& call, const Endpoint& row) { return context().bridge.webhooks().test(call, row.id); },
        [](DeliveryId) { return tr("on its way; the log shows the outcome"); });
    return {std::move(change),    std::move(secret),     std::move(test),
            describeSwitch(true), describeSwitch(false), describeRemove()};
}

RowAction<api::WebhookRow> WebhookPane::describeSwitch(bool on) {
    auto action = describe(
        on ? "enableWebhook" : "disableWebhook", on ? "play" : "pause",
        [on] { return on ? tr("Enable…") : tr("Disable…"); }, api::Operation::WebhooksEdit);
    action.whyNot = [on](const Endpoint& row) {
        return row.input.enabled != on ? QString() : on ? tr("Already enabled.") : tr("Already disabled.");
    };
    action.effect = [on](const Endpoint&) { return switchText(on); };
    action.ask = [on](const Endpoints& fit) {
        ActionDialog::Texts texts;
        texts.title = on ? tr("Enable") : tr("Disable");
        texts.question = on ? tr("Events will be sent to: %1.").arg(webhooksText(fit))
                            : tr("Events will no longer be sent to: %1.").arg(webhooksText(fit));
        texts.confirm = texts.title;
        texts.reasonNeeded = false;
        return texts;
    };
    action.submitRows = submitEach<Endpoint>(
        this,
        [this, on](const api::Call& call, const Endpoint& row) {
            auto input = row.input;
            input.enabled = on;
            return context().bridge.webhooks().edit(call, {row.id, row.version}, std::move(input));
        },
        [](const Endpoint& row) { return switchText(row.input.enabled); });
    return action;
}

RowAction<api::WebhookRow> WebhookPane::describeRemove() {
    auto action = describe(
        "removeWebhook", "cancel", [] { return tr("Remove…"); }, api::Operation::WebhooksRemove);
    action.effect = [](const Endpoint& row) {
        return tr("%1 waiting deliveries are dropped; the log stays.", nullptr, Formats::plural(row.pending))
            .arg(Formats::number(row.pending));
    };
    action.ask = [](const Endpoints& fit) {
        const auto pending = std::accumulate(fit.begin(), fit.end(), std::int64_t{0},
                                             [](std::int64_t sum, const Endpoint& row) { return sum + row.pending; });
        ActionDialog::Texts texts;
        texts.title = tr("Remove");
        texts.question = tr("To be removed: %1.").arg(webhooksText(fit));
        texts.effect = tr("%1 waiting deliveries are dropped; the log stays.", nullptr, Formats::plural(pending))
                           .arg(Formats::number(pending));
        texts.confirm = tr("Remove");
        texts.danger = true;
        texts.reasonNeeded = false;
        return texts;
    };
    action.submitRows = submitEach<Endpoint>(
        this,
        [this](const api::Call& call, const Endpoint& row) {
            return context().bridge.webhooks().remove(call, {row.id, row.version});
        },
        [] { return tr("Removed"); });
    return action;
}

void WebhookPane::edit(const std::optional<Endpoint>& before) {
    m_dialog = openWebhook(
        context(), before, [this](const api::WebhookCreated& created) { showSecret(created); }, window());
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
    return m_endpoints->known().size() == 1 ? &m_endpoints->known().front() : nullptr;
}

void WebhookPane::showDelivery(DeliveryId id) {
    auto& bridge = context().bridge;
    whenReady(bridge.webhooks().delivery(bridge.call(), id), this, [this](const Result<api::DeliveryDetail>& detail) {
        if (!detail) {
            context().notices.bad(errorText(detail.error()));
            return;
        }
        m_delivery = new DeliveryDialog(*detail, context().formats, window());
        addExport(*m_delivery->findChild<QTableView*>(QStringLiteral("deliveryAttempts")), context(),
                  {tr("Export the attempts"), QStringLiteral("attempts.csv"),
                   QStringLiteral("delivery=") + QString::number(detail->row.id.value), true});
        m_delivery->open();
    });
}

}  // namespace evenhand::ui
