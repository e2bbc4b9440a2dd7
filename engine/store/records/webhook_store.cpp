// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/webhook_store.h"

#include <algorithm>

#include "engine/store/database/sql_text.h"

namespace evenhand::store::webhooks {
namespace {

using api::DeliveryStatus;
using api::WebhookEvent;

/// What the engine's connection remembers.
struct Known {
    std::vector<Endpoint> endpoints;
    std::string workspace;
};

constexpr std::string_view kEndpoint =
    "SELECT webhook_id, name, url, events, enabled, allow_private, allow_plain, secret_name, created_at, created_by, "
    "removed_at, version FROM webhook ";
const std::string kEndpointById = std::string(kEndpoint) + "WHERE webhook_id = ?";
const std::string kPresent = std::string(kEndpoint) + "WHERE removed_at IS NULL ORDER BY webhook_id";

std::string eventsText(const std::vector<WebhookEvent>& events) {
    std::string text;
    for (const auto event : events) {
        text += (text.empty() ? "" : " ") + std::string(api::toText(event));
    }
    return text;
}

std::vector<WebhookEvent> eventsOf(const Statement& row, ColumnName column) {
    const auto all = row.text(column);
    std::string_view text(all);
    std::vector<WebhookEvent> events;
    while (!text.empty()) {
        const auto space = text.find(' ');
        if (const auto event = api::webhookEventFrom(text.substr(0, space))) {
            events.push_back(*event);
        } else {
            row.unknownWord(column, text.substr(0, space));
        }
        text.remove_prefix(space == std::string_view::npos ? text.size() : space + 1);
    }
    return events;
}

Endpoint endpointOf(const Statement& row) {
    Endpoint found;
    found.id = WebhookId{row.number("webhook_id")};
    found.input.name = row.text("name");
    found.input.url = row.text("url");
    found.input.events = eventsOf(row, "events");
    found.input.enabled = row.number("enabled") != 0;
    found.input.allowPrivate = row.number("allow_private") != 0;
    found.input.allowPlain = row.number("allow_plain") != 0;
    found.secretName = row.text("secret_name");
    found.createdAt = Instant{row.number("created_at")};
    found.createdBy = row.text("created_by");
    found.removedAt = instantOf(row, "removed_at");
    found.version = row.number("version");
    return found;
}

void bindInput(Statement& statement, const api::WebhookInput& input) {
    statement.bind(input.name).bind(input.url).bind(eventsText(input.events));
    statement.bind(std::int64_t{input.enabled ? 1 : 0}).bind(std::int64_t{input.allowPrivate ? 1 : 0});
    statement.bind(std::int64_t{input.allowPlain ? 1 : 0});
}

Result<const Known*> known(Database& database) {
    if (!database.memo(Database::Memo::Webhooks)) {
        auto made = std::make_shared<Known>();
        EVENHAND_ASSIGN(made->endpoints, readAll(database.statement(kPresent), endpointOf));
        EVENHAND_ASSIGN(const auto id, readOne(database.statement("SELECT value FROM meta WHERE name = 'workspace_id'"),
                                               [](const Statement& row) { return row.text("value"); }));
        made->workspace = id.value_or(std::string());
        database.memo(Database::Memo::Webhooks) = std::move(made);
    }
    return static_cast<const Known*>(database.memo(Database::Memo::Webhooks).get());
}

constexpr std::string_view kDelivery =
    "SELECT d.delivery_id, d.webhook_id, e.message_id, e.event, e.subject, d.at, e.body, d.status, d.attempts, "
    "d.last_status, d.last_error, d.ended_at FROM webhook_delivery d JOIN webhook_event e ON e.event_id = d.event_id ";
const std::string kDeliveryById = std::string(kDelivery) + "WHERE d.delivery_id = ?";

Delivery deliveryOf(const Statement& row) {
    Delivery found;
    found.id = DeliveryId{row.number("delivery_id")};
    found.webhook = WebhookId{row.number("webhook_id")};
    found.announcement = {row.text("message_id"), row.code("event", api::webhookEventFrom), row.text("subject"),
                          Instant{row.number("at")}, row.text("body")};
    found.status = row.code("status", api::deliveryStatusFrom);
    found.attempts = row.number("attempts");
    found.lastStatus = static_cast<int>(row.number("last_status"));
    found.lastError = row.text("last_error");
    found.endedAt = instantOf(row, "ended_at");
    return found;
}

constexpr std::string_view kColumns =
    "SELECT d.delivery_id, d.webhook_id, w.name AS webhook_name, e.message_id, d.event, e.subject, d.status, "
    "d.attempts, d.last_status, d.last_error, d.at, d.ended_at, t.due_at, t.token FROM ";
constexpr std::string_view kJoins =
    " JOIN webhook_event e ON e.event_id = d.event_id "
    "JOIN webhook w ON w.webhook_id = d.webhook_id LEFT JOIN task t ON t.kind = 'webhook' AND t.subject = "
    "CAST(d.delivery_id AS CHAR)";
const std::string kRow = std::string(kColumns) + "webhook_delivery d" + std::string(kJoins);

api::DeliveryRow rowOf(const Statement& row) {
    api::DeliveryRow found;
    found.id = DeliveryId{row.number("delivery_id")};
    found.webhook = WebhookId{row.number("webhook_id")};
    found.webhookName = row.text("webhook_name");
    found.messageId = row.text("message_id");
    found.event = row.code("event", api::webhookEventFrom);
    found.subject = row.text("subject");
    found.status = row.code("status", api::deliveryStatusFrom);
    found.attempts = row.number("attempts");
    found.lastStatus = static_cast<int>(row.number("last_status"));
    found.lastError = row.text("last_error");
    found.at = Instant{row.number("at")};
    found.endedAt = instantOf(row, "ended_at");
    if (found.status == DeliveryStatus::Pending) {
        found.nextTry = instantOf(row, "due_at");
    }
    found.token = row.maybeNumber("token");
    return found;
}

/// "+" before the status keeps SQLite from its index: those of a status are then met on a walk over an order that is
/// wanted, rather than all of them being sorted.
void addFilter(SqlText& text, const api::DeliveryFilter& filter, std::string_view status = "d.status") {
    if (filter.webhook) {
        text.where("d.webhook_id = ?", {filter.webhook->value});
    }
    text.whereIn("d.event", filter.events, [](WebhookEvent event) { return api::toText(event); });
    text.whereIn(status, filter.statuses, [](DeliveryStatus one) { return api::toText(one); });
}

}  // namespace

Result<std::span<const Endpoint>> endpoints(Database& database) {
    EVENHAND_ASSIGN(const auto* all, known(database));
    return std::span<const Endpoint>(all->endpoints);
}

Result<std::string> workspaceId(Database& database) {
    EVENHAND_ASSIGN(const auto* all, known(database));
    return all->workspace;
}

Result<std::optional<Endpoint>> find(Database& database, WebhookId id) {
    auto& statement = database.statement(kEndpointById);
    statement.bind(id.value);
    return readOne(statement, endpointOf);
}

Result<WebhookId> insert(Database& database, const Endpoint& endpoint) {
    auto& statement = database.statement(
        "INSERT INTO webhook(name, url, events, enabled, allow_private, allow_plain, secret_name, created_at, "
        "created_by, version) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 1)");
    bindInput(statement, endpoint.input);
    statement.bind(endpoint.secretName).bind(endpoint.createdAt).bind(endpoint.createdBy);
    EVENHAND_TRY(statement.write());
    database.memo(Database::Memo::Webhooks).reset();
    return WebhookId{statement.lastInsertId()};
}

Result<bool> update(Database& database, const Endpoint& endpoint) {
    auto& statement = database.statement(
        "UPDATE webhook SET name = ?, url = ?, events = ?, enabled = ?, allow_private = ?, allow_plain = ?, "
        "secret_name = ?, removed_at = ?, version = version + 1 WHERE webhook_id = ? AND version = ?");
    bindInput(statement, endpoint.input);
    statement.bind(endpoint.secretName).bind(endpoint.removedAt).bind(endpoint.id.value).bind(endpoint.version);
    database.memo(Database::Memo::Webhooks).reset();
    return changedOne(statement);
}

Result<std::vector<DeliveryId>> announce(Database& database, const Announcement& announcement,
                                         std::span<const WebhookId> to) {
    auto& event =
        database.statement("INSERT INTO webhook_event(message_id, event, subject, at, body) VALUES (?, ?, ?, ?, ?)");
    event.bind(announcement.messageId).bind(api::toText(announcement.event)).bind(announcement.subject);
    event.bind(announcement.at).bind(announcement.body);
    EVENHAND_TRY(event.write());
    const auto eventId = event.lastInsertId();
    std::vector<DeliveryId> made;
    for (const auto webhook : to) {
        auto& delivery = database.statement(
            "INSERT INTO webhook_delivery(event_id, webhook_id, event, status, attempts, last_status, last_error, at) "
            "VALUES (?, ?, ?, 'pending', 0, 0, '', ?)");
        delivery.bind(eventId).bind(webhook.value).bind(api::toText(announcement.event)).bind(announcement.at);
        EVENHAND_TRY(delivery.write());
        made.emplace_back(DeliveryId{delivery.lastInsertId()});
    }
    return made;
}

Result<std::optional<Delivery>> delivery(Database& database, DeliveryId id) {
    auto& statement = database.statement(kDeliveryById);
    statement.bind(id.value);
    return readOne(statement, deliveryOf);
}

Result<void> update(Database& database, const Delivery& delivery) {
    auto& statement = database.statement(
        "UPDATE webhook_delivery SET status = ?, attempts = ?, last_status = ?, last_error = ?, ended_at = ? WHERE "
        "delivery_id = ?");
    statement.bind(api::toText(delivery.status)).bind(delivery.attempts).bind(std::int64_t{delivery.lastStatus});
    statement.bind(delivery.lastError).bind(delivery.endedAt).bind(delivery.id.value);
    EVENHAND_TRY(statement.write());
    return {};
}

Result<void> addAttempt(Database& database, DeliveryId id, const api::DeliveryAttempt& attempt) {
    auto& statement = database.statement(
        "INSERT INTO webhook_attempt(delivery_id, at, http_status, took_ms, error, answer) VALUES (?, ?, ?, ?, ?, ?)");
    statement.bind(id.value).bind(attempt.at).bind(std::int64_t{attempt.status}).bind(attempt.tookMs);
    statement.bind(attempt.error).bind(attempt.answer);
    return statement.gather();
}

Result<std::vector<DeliveryId>> giveUp(Database& database, WebhookId webhook, Instant at) {
    auto& waiting = database.statement(
        "SELECT delivery_id FROM webhook_delivery WHERE webhook_id = ? AND status = 'pending' ORDER BY delivery_id");
    waiting.bind(webhook.value);
    EVENHAND_ASSIGN(auto ids,
                    readAll(waiting, [](const Statement& row) { return DeliveryId{row.number("delivery_id")}; }));
    auto& statement = database.statement(
        "UPDATE webhook_delivery SET status = 'dead', last_error = 'the webhook was removed', ended_at = ? WHERE "
        "webhook_id = ? AND status = 'pending'");
    statement.bind(at).bind(webhook.value);
    EVENHAND_TRY(statement.write());
    return ids;
}

Result<std::vector<DeliveryId>> clean(Database& database, Instant before, std::int64_t limit) {
    auto& old = database.statement(
        "SELECT d.delivery_id, d.event_id FROM webhook_event e JOIN webhook_delivery d ON d.event_id = e.event_id "
        "WHERE "
        "e.at < ? AND d.status <> 'pending' ORDER BY e.at, e.event_id, d.delivery_id LIMIT ?");
    old.bind(before).bind(limit);
    std::vector<DeliveryId> ids;
    std::vector<std::int64_t> events;
    EVENHAND_TRY(eachRow(old, [&](const Statement& row) {
        ids.emplace_back(DeliveryId{row.number("delivery_id")});
        events.push_back(row.number("event_id"));
    }));
    for (const auto id : ids) {
        for (const auto* sql : {"DELETE FROM webhook_attempt WHERE delivery_id = ?",
                                "DELETE FROM webhook_delivery WHERE delivery_id = ?"}) {
            auto& statement = database.statement(sql);
            statement.bind(id.value);
            EVENHAND_TRY(statement.write());
        }
    }
    events.erase(std::unique(events.begin(), events.end()), events.end());
    for (const auto id : events) {
        auto& left = database.statement("SELECT COUNT(*) FROM webhook_delivery WHERE event_id = ?");
        left.bind(id);
        EVENHAND_ASSIGN(const auto count, readNumber(left));
        if (count == 0) {
            auto& statement = database.statement("DELETE FROM webhook_event WHERE event_id = ?");
            statement.bind(id);
            EVENHAND_TRY(statement.write());
        }
    }
    return ids;
}

Result<void> each(Database& database, const std::function<void(DeliveryId, DeliveryStatus)>& fn) {
    return eachRow(database.statement("SELECT delivery_id, status FROM webhook_delivery ORDER BY delivery_id"),
                   [&](const Statement& row) {
                       fn(DeliveryId{row.number("delivery_id")}, row.code("status", api::deliveryStatusFrom));
                   });
}

Result<std::vector<api::WebhookRow>> rows(Database& database) {
    EVENHAND_ASSIGN(const auto all, readAll(database.statement(kPresent), endpointOf));
    std::vector<api::WebhookRow> found;
    for (const auto& endpoint : all) {
        api::WebhookRow row{endpoint.id,
                            endpoint.input,
                            endpoint.secretName,
                            endpoint.createdAt,
                            endpoint.createdBy,
                            endpoint.version,
                            0,
                            0,
                            {},
                            {}};
        auto& counts = database.statement(
            "SELECT status, COUNT(*) AS deliveries FROM webhook_delivery WHERE webhook_id = ? AND status IN "
            "('pending', 'dead') GROUP BY status");
        counts.bind(endpoint.id.value);
        EVENHAND_TRY(eachRow(counts, [&](const Statement& of) {
            (of.text("status") == "pending" ? row.pending : row.dead) = of.number("deliveries");
        }));
        auto& last = database.statement(
            "SELECT ended_at FROM webhook_delivery WHERE webhook_id = ? AND status = 'delivered' ORDER BY delivery_id "
            "DESC LIMIT 1");
        last.bind(endpoint.id.value);
        EVENHAND_ASSIGN(const auto delivered,
                        readOne(last, [](const Statement& of) { return instantOf(of, "ended_at"); }));
        row.lastDelivered = delivered.value_or(std::nullopt);
        auto& newest = database.statement(
            "SELECT last_error FROM webhook_delivery WHERE webhook_id = ? AND attempts > 0 ORDER BY delivery_id DESC "
            "LIMIT 1");
        newest.bind(endpoint.id.value);
        EVENHAND_ASSIGN(const auto error, readOne(newest, [](const Statement& of) { return of.text("last_error"); }));
        row.lastError = error.value_or(std::string());
        found.push_back(std::move(row));
    }
    return found;
}

namespace {

/// An index is walked first, so that what is passed over is not read.
Result<std::vector<api::DeliveryRow>> pageBy(Database& database, const api::DeliveryQuery& query,
                                             const SortColumns& columns) {
    // Nearly all are delivered; those of other statuses are found by them and sorted.
    const auto& statuses = query.filter.statuses;
    const bool most = std::find(statuses.begin(), statuses.end(), DeliveryStatus::Delivered) != statuses.end();
    SqlText keys{"SELECT " + columns.list("d.") + " FROM webhook_delivery d", {}};
    addFilter(keys, query.filter, most && query.sort == api::DeliverySort::Webhook ? "+d.status" : "d.status");
    if (query.after) {
        keys.where(query.descending ? "d.delivery_id < ?" : "d.delivery_id > ?", {query.after->value});
    }
    keys.add(columns.order(query.descending, "d."));
    keys.add(" LIMIT ? OFFSET ?", {query.limit, query.offset});
    SqlText text{std::string(kColumns) + "(", {}};
    text.append(keys);
    text.add(") k JOIN webhook_delivery d ON d.delivery_id = k.delivery_id");
    text.add(kJoins);
    text.add(columns.order(query.descending, "k."));
    return readAll(text.bound(database), rowOf);
}

}  // namespace

Result<std::vector<api::DeliveryRow>> page(Database& database, const api::DeliveryQuery& query) {
    EVENHAND_TRY(checkPage(query.offset, query.limit));
    EVENHAND_TRY(checkAfter(query.after.has_value(), query.sort == api::DeliverySort::Made));
    switch (query.sort) {
        case api::DeliverySort::Made: break;
        case api::DeliverySort::Status: return pageBy(database, query, {"status", "delivery_id"});
        case api::DeliverySort::Webhook: return pageBy(database, query, {"webhook_id", "status", "delivery_id"});
    }
    return pageBy(database, query, {"delivery_id"});
}

Result<std::int64_t> count(Database& database, const api::DeliveryFilter& filter) {
    SqlText text{"SELECT COUNT(*) FROM webhook_delivery d", {}};
    addFilter(text, filter);
    return readNumber(text.bound(database));
}

Result<api::DeliveryDetail> detail(Database& database, DeliveryId id) {
    SqlText text{kRow, {}};
    text.where("d.delivery_id = ?", {id.value});
    EVENHAND_ASSIGN(const auto row, readOne(text.bound(database), rowOf));
    if (!row) {
        return fail(ErrorCode::NotFound, "no such delivery", "delivery", std::to_string(id.value));
    }
    EVENHAND_ASSIGN(const auto whole, delivery(database, id));
    api::DeliveryDetail found{*row, whole ? whole->announcement.body : std::string(), {}};
    auto& attempts = database.statement(
        "SELECT at, http_status, took_ms, error, answer FROM webhook_attempt WHERE delivery_id = ? ORDER BY "
        "attempt_id");
    attempts.bind(id.value);
    EVENHAND_ASSIGN(found.attempts, readAll(attempts, [](const Statement& of) {
                        return api::DeliveryAttempt{Instant{of.number("at")},
                                                    static_cast<int>(of.number("http_status")), of.number("took_ms"),
                                                    of.text("error"), of.text("answer")};
                    }));
    return found;
}

}  // namespace evenhand::store::webhooks
