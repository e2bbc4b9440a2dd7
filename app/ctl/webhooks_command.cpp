// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <algorithm>
#include <iterator>
#include <limits>

#include "app/ctl/command.h"
#include "app/ctl/password_prompt.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"
#include "engine/base/counted.h"

namespace evenhand::ctl {
namespace {

/// "order.assigned,order.closed"; "all".
Result<std::vector<api::WebhookEvent>> eventsOf(const std::string& list) {
    if (list == "all") {
        const auto all = api::subscribableEvents();
        return std::vector<api::WebhookEvent>(all.begin(), all.end());
    }
    std::vector<api::WebhookEvent> events;
    std::string unknown;
    std::string_view rest = list;
    while (!rest.empty()) {
        const auto comma = rest.find(',');
        const auto event = api::webhookEventFrom(rest.substr(0, comma));
        if (!event || *event == api::WebhookEvent::Test) {
            unknown.append(unknown.empty() ? "\"" : ", \"").append(rest.substr(0, comma)).append("\"");
        } else {
            events.push_back(*event);
        }
        rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
    }
    if (!unknown.empty()) {
        std::string known;
        for (const auto event : api::subscribableEvents()) {
            known.append(known.empty() ? "" : ", ").append(api::toText(event));
        }
        return wrongUsage("--events is all, or of " + known + ", separated by commas; not " + unknown);
    }
    return events;
}

QJsonObject document(const api::WebhookRow& row) {
    QJsonArray events;
    for (const auto event : row.input.events) {
        events.append(text(api::toText(event)));
    }
    return {{QStringLiteral("id"), number(row.id.value)},
            {QStringLiteral("name"), text(row.input.name)},
            {QStringLiteral("url"), text(row.input.url)},
            {QStringLiteral("events"), events},
            {QStringLiteral("enabled"), row.input.enabled},
            {QStringLiteral("allow_private"), row.input.allowPrivate},
            {QStringLiteral("allow_plain"), row.input.allowPlain},
            {QStringLiteral("secret_name"), text(row.secretName)},
            {QStringLiteral("pending"), number(row.pending)},
            {QStringLiteral("dead"), number(row.dead)},
            {QStringLiteral("last_delivered"), timeValue(row.lastDelivered)},
            {QStringLiteral("last_error"), text(row.lastError)}};
}

Result<ExitCode> listWebhooks(Context& context, Session& session) {
    EVENHAND_ASSIGN(const auto rows, session.wait(session.engine().webhooks().webhooks({context.actor, {}, {}})));
    RowList list(context.io, {"id", "name", "url", "state", "pending", "dead", "last error"});
    for (const auto& row : rows) {
        list.add(
            {std::to_string(row.id.value), row.input.name, row.input.url, row.input.enabled ? "enabled" : "disabled",
             std::to_string(row.pending), std::to_string(row.dead), row.lastError},
            document(row));
    }
    return list.end(QStringLiteral("webhooks"));
}

Result<ExitCode> log(Context& context, Session& session) {
    api::DeliveryQuery query;
    EVENHAND_ASSIGN(query.limit, limitOf(context.arguments));
    EVENHAND_ASSIGN(query.filter.statuses,
                    oneOf<api::DeliveryStatus>(context.arguments, "--status", api::deliveryStatusFrom,
                                               "pending, delivered or dead"));
    auto& desk = session.engine().webhooks();
    const api::Call call{context.actor, {}, {}};
    EVENHAND_ASSIGN(const auto rows, session.wait(desk.deliveries(call, query)));
    EVENHAND_ASSIGN(const auto total, session.wait(desk.countDeliveries(call, query.filter)));
    RowList list(context.io, {"id", "webhook", "event", "about", "status", "attempts", "answer", "at", "last error"});
    for (const auto& row : rows) {
        list.add({std::to_string(row.id.value), row.webhookName, std::string(api::toText(row.event)), row.subject,
                  std::string(api::toText(row.status)), std::to_string(row.attempts),
                  row.lastStatus > 0 ? std::to_string(row.lastStatus) : std::string(), timeText(row.at), row.lastError},
                 {{QStringLiteral("id"), number(row.id.value)},
                  {QStringLiteral("webhook"), number(row.webhook.value)},
                  {QStringLiteral("message_id"), text(row.messageId)},
                  {QStringLiteral("event"), text(api::toText(row.event))},
                  {QStringLiteral("subject"), text(row.subject)},
                  {QStringLiteral("status"), text(api::toText(row.status))},
                  {QStringLiteral("attempts"), number(row.attempts)},
                  {QStringLiteral("last_status"), number(row.lastStatus)},
                  {QStringLiteral("last_error"), text(row.lastError)},
                  {QStringLiteral("at"), timeValue(row.at)},
                  {QStringLiteral("ended_at"), timeValue(row.endedAt)},
                  {QStringLiteral("next_try"), timeValue(row.nextTry)},
                  {QStringLiteral("token"), row.token ? number(*row.token) : QJsonValue()}});
    }
    return list.end(QStringLiteral("deliveries"), total, base::counted(total, "delivery", "deliveries"));
}

ExitCode printSecret(ConsoleIo& io, const api::WebhookCreated& made) {
    io.text("Webhook " + std::to_string(made.row.id.value) + " signs with the secret " +
            std::string(made.secret.reveal()) + " (it is not shown again).");
    auto object = document(made.row);
    object.insert(QStringLiteral("secret"), text(made.secret.reveal()));
    io.document(object);
    return kDone;
}

/// The other side's secret from standard input, or an empty one: a new one is made.
Result<Secret> givenSecret(const Arguments& arguments) {
    if (!arguments.has("--secret-from-input")) {
        return Secret();
    }
    EVENHAND_ASSIGN(auto secret, secretFromStandardInput("Secret of the webhook: "));
    return Secret(std::move(secret));
}

Result<ExitCode> createWebhooks(Context& context, Session& session) {
    const auto& arguments = context.arguments;
    EVENHAND_TRY(arguments.expectWords(std::vector<std::string_view>{"what to do", "URL"}));
    api::WebhookInput input;
    input.url = arguments.words()[1];
    input.name = arguments.value("--name", input.url.substr(0, 200));
    EVENHAND_ASSIGN(input.events, eventsOf(arguments.value("--events", "all")));
    input.allowPrivate = arguments.has("--allow-private");
    input.allowPlain = arguments.has("--allow-plain");
    EVENHAND_ASSIGN(auto secret, givenSecret(arguments));
    const api::Call call{context.actor, arguments.value("--reason"), {}};
    EVENHAND_ASSIGN(const auto made,
                    session.wait(session.engine().webhooks().create(call, std::move(input), std::move(secret))));
    return printSecret(context.io, made);
}

/// What is there by this id, changed as the options say.
Result<ExitCode> edit(Context& context, Session& session, WebhookId id, std::optional<bool> enabled) {
    auto& desk = session.engine().webhooks();
    const api::Call call{context.actor, context.arguments.value("--reason"), {}};
    EVENHAND_ASSIGN(const auto rows, session.wait(desk.webhooks(call)));
    const auto row = std::find_if(rows.begin(), rows.end(), [&](const auto& one) { return one.id == id; });
    if (row == rows.end()) {
        return fail(ErrorCode::NotFound, "no such webhook", "webhook", std::to_string(id.value));
    }
    auto input = row->input;
    input.enabled = enabled.value_or(input.enabled);
    EVENHAND_ASSIGN(const auto changed, session.wait(desk.edit(call, {id, row->version}, std::move(input))));
    context.io.text("Webhook " + std::to_string(id.value) + " is " +
                    (changed.input.enabled ? "enabled." : "disabled."));
    context.io.document(document(changed));
    return kDone;
}

Result<ExitCode> act(Context& context, Session& session, const std::string& verb) {
    EVENHAND_ASSIGN(const auto ids, rowIds(context.arguments));
    auto& desk = session.engine().webhooks();
    const api::Call call{context.actor, context.arguments.value("--reason"), {}};
    if (verb == "resend") {
        EVENHAND_ASSIGN(const auto token,
                        context.arguments.number("--token", 0, std::numeric_limits<std::int64_t>::max()));
        if (token && ids.size() > 1) {
            return wrongUsage("--token is of one DELIVERY");
        }
        std::vector<api::DeliveryRef> deliveries;
        std::transform(ids.begin(), ids.end(), std::back_inserter(deliveries), [&](auto id) {
            return api::DeliveryRef{DeliveryId{id}, token};
        });
        EVENHAND_ASSIGN(const auto outcomes, session.wait(desk.resend(call, deliveries)));
        QJsonArray array;
        bool anyError = false;
        for (std::size_t i = 0; i < outcomes.size(); ++i) {
            anyError = anyError || outcomes[i].error;
            const auto said =
                outcomes[i].error ? outcomes[i].error->text() : std::string("is waiting to be sent again");
            context.io.text("Delivery " + std::to_string(ids[i]) + ": " + said);
            array.append(QJsonObject{{QStringLiteral("id"), number(ids[i])},
                                     {QStringLiteral("error"), outcomes[i].error ? text(said) : QJsonValue()}});
        }
        context.io.document({{QStringLiteral("deliveries"), array}});
        return anyError ? kRowsRejected : kDone;
    }
    if (ids.size() != 1) {
        return wrongUsage("one ID");
    }
    const WebhookId id{ids.front()};
    if (verb == "enable" || verb == "disable") {
        return edit(context, session, id, verb == "enable");
    }
    if (verb == "new-secret") {
        EVENHAND_ASSIGN(auto secret, givenSecret(context.arguments));
        EVENHAND_ASSIGN(const auto made, session.wait(desk.newSecret(call, {id, 0}, std::move(secret))));
        return printSecret(context.io, made);
    }
    if (verb == "remove") {
        EVENHAND_TRY(session.wait(desk.remove(call, {id, 0})));
        context.io.text("Webhook " + std::to_string(id.value) + " is removed; its log stays.");
        context.io.document({{QStringLiteral("id"), number(id.value)}});
        return kDone;
    }
    EVENHAND_ASSIGN(const auto delivery, session.wait(desk.test(call, id)));
    context.io.text("Delivery " + std::to_string(delivery.value) +
                    " is waiting; the next run of the workspace sends it.");
    context.io.document({{QStringLiteral("delivery"), number(delivery.value)}});
    return kDone;
}

Result<ExitCode> runWebhooks(Context& context) {
    EVENHAND_ASSIGN(const auto verb, verbOf(context.arguments, {"list", "log", "create", "enable", "disable", "remove",
                                                                "new-secret", "test", "resend"}));
    if (verb == "resend") {
        EVENHAND_TRY(neededReason(context.arguments));
    }
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Real));
    if (verb == "list" || verb == "log") {
        EVENHAND_TRY(context.arguments.expectWords(std::vector<std::string_view>{"what to do"}));
        return verb == "list" ? listWebhooks(context, *session) : log(context, *session);
    }
    return verb == "create" ? createWebhooks(context, *session) : act(context, *session, verb);
}

}  // namespace

Command webhooksCommand() {
    return {
        "webhooks",
        "list | log | create URL [--events E,…] | enable|disable|remove|new-secret|test ID | resend DELIVERY… "
        "[--token N] --reason TEXT",
        "outgoing webhooks: lists and changes them, their secrets, the delivery log",
        {{"--name", "TEXT", "create: shown to people (the URL)"},
         {"--events", "E,…", "create: order.placed, order.late, refund.failed, campaign.budget, alert.fired, … (all)"},
         {"--allow-private", "", "create: also addresses that are not public"},
         {"--allow-plain", "", "create: also http, without TLS"},
         {"--secret-from-input", "", "create, new-secret: the receiver's secret, from standard input"},
         {"--status", "S", "log: pending, delivered or dead"},
         {"--limit", "N", "log: at most this many (100)"},
         {"--token", "N", "resend: refused if it was sent again since, or tried; log --json has it"},
         {"--reason", "TEXT", "why; kept in the audit log"}},
        runWebhooks};
}

}  // namespace evenhand::ctl
