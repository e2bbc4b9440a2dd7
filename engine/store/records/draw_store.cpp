// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/draw_store.h"

#include "engine/store/database/sql_text.h"

#include <limits>

namespace evenhand::store::draws {
namespace {

constexpr std::string_view kColumns =
    "SELECT draw_no, draw_id, campaign_no, user_id, state, refusal, queue, amount, at, order_id, expires_at, "
    "given_back_at, refund_due FROM campaign_draw ";
const std::string kById = std::string(kColumns) + "WHERE draw_id = ?";
const std::string kByOrder = std::string(kColumns) + "WHERE order_id = ?";
const std::string kExpired = std::string(kColumns) + "WHERE expires_at <= ? ORDER BY expires_at, draw_no LIMIT ?";
const std::string kRefunds =
    std::string(kColumns) + "WHERE refund_due IS NOT NULL ORDER BY refund_due, draw_no LIMIT ?";
const std::string kEach = std::string(kColumns) + "WHERE draw_no > ? ORDER BY draw_no LIMIT ?";

const std::string kEachGranted =
    std::string(kColumns) + "WHERE campaign_no = ? AND state = 'granted' AND draw_no > ? ORDER BY draw_no LIMIT ?";

const std::string kGivenBack = std::string(kColumns) + "WHERE given_back_at >= ? ORDER BY given_back_at, draw_no";

constexpr std::string_view kRowColumns =
    "SELECT d.draw_no, d.draw_id, c.campaign_id, d.user_id, d.state, d.refusal, d.amount, d.at, d.queue, o.order_no, "
    "d.expires_at, d.given_back_at FROM ";
constexpr std::string_view kRowJoins =
    " JOIN campaign c ON c.campaign_no = d.campaign_no LEFT JOIN orders o ON o.order_id = d.order_id ";
const std::string kRow = std::string(kRowColumns) + "campaign_draw d" + std::string(kRowJoins);

Record recordOf(const Statement& row) {
    Record draw;
    draw.no = row.number("draw_no");
    draw.id = DrawId(row.text("draw_id"));
    draw.campaign = row.number("campaign_no");
    draw.user = UserId(row.text("user_id"));
    draw.state = row.code("state", api::drawStateFrom);
    draw.refusal = row.maybeCode("refusal", api::drawRefusalFrom);
    draw.queue = row.number("queue");
    draw.amount = Money{row.number("amount")};
    draw.at = Instant{row.number("at")};
    if (const auto order = row.maybeNumber("order_id")) {
        draw.order = OrderId{*order};
    }
    draw.expiresAt = instantOf(row, "expires_at");
    draw.givenBackAt = instantOf(row, "given_back_at");
    draw.refundDue = !row.isNull("refund_due");
    return draw;
}

api::DrawRow rowOf(const Statement& row) {
    api::DrawRow draw;
    draw.id = DrawId(row.text("draw_id"));
    draw.campaign = CampaignId(row.text("campaign_id"));
    draw.user = UserId(row.text("user_id"));
    draw.state = row.code("state", api::drawStateFrom);
    draw.refusal = row.maybeCode("refusal", api::drawRefusalFrom);
    draw.amount = Money{row.number("amount")};
    draw.at = Instant{row.number("at")};
    draw.queue = row.number("queue");
    if (!row.isNull("order_no")) {
        draw.orderNo = OrderNo(row.text("order_no"));
    }
    draw.validUntil = instantOf(row, "expires_at");
    draw.givenBackAt = instantOf(row, "given_back_at");
    return draw;
}

/// " WHERE …" of a filter, always with one condition at least. `after`: behind a draw, and with the campaign's row
/// beside the draw's; else of the draw's row alone.
std::string conditions(const api::DrawFilter& filter, bool after) {
    std::string sql = after ? "WHERE d.draw_no > ?" : "WHERE 1 = 1";
    if (!filter.campaign.empty()) {
        sql += after ? " AND c.campaign_id = ?"
                     : " AND d.campaign_no = (SELECT x.campaign_no FROM campaign x WHERE x.campaign_id = ?)";
    }
    if (!filter.user.empty()) {
        sql += " AND d.user_id = ?";
    }
    if (!filter.id.empty()) {
        sql += " AND d.draw_id = ?";
    }
    for (std::size_t i = 0; i < filter.states.size(); ++i) {
        sql += i == 0 ? " AND d.state IN (?" : ", ?";
    }
    return sql + (filter.states.empty() ? "" : ")");
}

void bindFilter(Statement& statement, const api::DrawFilter& filter) {
    if (!filter.campaign.empty()) {
        statement.bind(filter.campaign.str());
    }
    if (!filter.user.empty()) {
        statement.bind(filter.user.str());
    }
    if (!filter.id.empty()) {
        statement.bind(filter.id.str());
    }
    for (const auto state : filter.states) {
        statement.bind(api::toText(state));
    }
}

}  // namespace

Result<std::optional<Record>> find(Database& database, const DrawId& id) {
    auto& statement = database.statement(kById);
    statement.bind(id.str());
    return readOne(statement, recordOf);
}

Result<std::optional<Record>> ofOrder(Database& database, OrderId order) {
    auto& statement = database.statement(kByOrder);
    statement.bind(order.value);
    return readOne(statement, recordOf);
}

namespace {

constexpr std::string_view kInsert =
    " campaign_draw(draw_id, campaign_no, user_id, state, refusal, queue, amount, at, order_id, expires_at) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

Result<bool> insertBy(Statement& statement, const Record& draw) {
    statement.bind(draw.id.str()).bind(draw.campaign).bind(draw.user.str()).bind(api::toText(draw.state));
    if (draw.refusal) {
        statement.bind(api::toText(*draw.refusal));
    } else {
        statement.bindNull();
    }
    statement.bind(draw.queue).bind(draw.amount.minor).bind(draw.at);
    statement.bind(draw.order ? std::optional(draw.order->value) : std::nullopt).bind(draw.expiresAt);
    EVENHAND_ASSIGN(const auto rows, statement.write());
    return rows == 1;
}

}  // namespace

Result<bool> insert(Database& database, const Record& draw) {
    static const std::string kFile = std::string(sqliteDialect().insertIgnore()).append(kInsert);
    static const std::string kServer = std::string(mysqlDialect(true).insertIgnore()).append(kInsert);
    return insertBy(database.statement(database.dialect().isLocalFile() ? kFile : kServer), draw);
}

Result<bool> use(Database& database, std::int64_t no, OrderId order) {
    auto& statement = database.statement(
        "UPDATE campaign_draw SET order_id = ?, expires_at = NULL WHERE draw_no = ? AND state = 'granted' "
        "AND order_id IS NULL AND given_back_at IS NULL");
    statement.bind(order.value).bind(no);
    EVENHAND_ASSIGN(const auto rows, statement.write());
    return rows == 1;
}

Result<bool> giveBack(Database& database, std::int64_t no, Instant at, bool refundDue) {
    auto& statement = database.statement(
        "UPDATE campaign_draw SET given_back_at = ?, expires_at = NULL, refund_due = ? WHERE draw_no = ? "
        "AND state = 'granted' AND given_back_at IS NULL");
    statement.bind(at);
    if (refundDue) {
        statement.bind(std::int64_t{1});
    } else {
        statement.bindNull();
    }
    statement.bind(no);
    EVENHAND_ASSIGN(const auto rows, statement.write());
    return rows == 1;
}

Result<void> refundDone(Database& database, std::int64_t no) {
    auto& statement = database.statement("UPDATE campaign_draw SET refund_due = NULL WHERE draw_no = ?");
    statement.bind(no);
    EVENHAND_TRY(statement.write());
    return {};
}

Result<std::vector<Record>> expired(Database& database, Instant now, std::int64_t limit) {
    auto& statement = database.statement(kExpired);
    statement.bind(now).bind(limit);
    return readAll(statement, recordOf);
}

Result<std::optional<Instant>> nextExpiry(Database& database) {
    auto& statement =
        database.statement("SELECT MIN(expires_at) AS earliest FROM campaign_draw WHERE expires_at IS NOT NULL");
    EVENHAND_TRY(statement.query());
    std::optional<Instant> next;
    if (statement.next()) {
        next = instantOf(statement, "earliest");
    }
    EVENHAND_TRY(statement.status());
    statement.finish();
    return next;
}

Result<std::vector<Record>> refundsDue(Database& database, std::int64_t limit) {
    auto& statement = database.statement(kRefunds);
    statement.bind(limit);
    return readAll(statement, recordOf);
}

Result<std::vector<api::DrawRow>> page(Database& database, const api::DrawQuery& query) {
    // Ids of draws are unique, so neither order needs a second column. What is passed over is not read.
    const SortColumns columns{query.sort == api::DrawSort::Id ? "draw_id" : "draw_no"};
    const std::string sql = std::string(kRowColumns) + "(SELECT " + columns.list("d.") + " AS sort_key FROM " +
                            "campaign_draw d " + conditions(query.filter, false) +
                            columns.order(query.descending, "d.") + " LIMIT ? OFFSET ?) k JOIN campaign_draw d ON " +
                            columns.list("d.") + " = k.sort_key" + std::string(kRowJoins) +
                            SortColumns{"sort_key"}.order(query.descending, "k.");
    auto& statement = database.statement(sql);
    bindFilter(statement, query.filter);
    statement.bind(query.limit).bind(query.offset);
    return readAll(statement, rowOf);
}

Result<std::int64_t> count(Database& database, const api::DrawFilter& filter, Counts& kept) {
    const auto counted = [&](std::int64_t after, std::int64_t upTo) {
        const std::string sql =
            "SELECT COUNT(*) FROM campaign_draw d JOIN campaign c ON c.campaign_no = d.campaign_no " +
            conditions(filter, true) + " AND d.draw_no <= ?";
        auto& statement = database.statement(sql);
        statement.bind(after);
        bindFilter(statement, filter);
        statement.bind(upTo);
        return readNumber(statement);
    };
    return kept.get(
        database, {filter.campaign, filter.user, filter.states, filter.id},
        [&] { return readNumber(database.statement("SELECT COALESCE(MAX(draw_no), 0) FROM campaign_draw")); },
        [&] { return counted(0, std::numeric_limits<std::int64_t>::max()); }, counted);
}

Result<std::vector<std::pair<std::int64_t, api::DrawRow>>> slice(Database& database, const api::DrawFilter& filter,
                                                                 std::int64_t after, std::int64_t limit) {
    const std::string sql = kRow + conditions(filter, true) + " ORDER BY d.draw_no LIMIT ?";
    auto& statement = database.statement(sql);
    statement.bind(after);
    bindFilter(statement, filter);
    statement.bind(limit);
    return readAll(statement, [](const Statement& row) {
        return std::pair<std::int64_t, api::DrawRow>(row.number("draw_no"), rowOf(row));
    });
}

Result<std::int64_t> each(Database& database, std::int64_t after, std::int64_t limit,
                          const std::function<void(const Record&)>& fn) {
    auto& statement = database.statement(kEach);
    statement.bind(after).bind(limit);
    EVENHAND_TRY(statement.query());
    std::int64_t rows = 0;
    while (statement.next()) {
        fn(recordOf(statement));
        ++rows;
    }
    EVENHAND_TRY(statement.status());
    return rows;
}

Result<std::int64_t> eachGranted(Database& database, std::int64_t campaign, std::int64_t after, std::int64_t limit,
                                 const std::function<void(const Record&)>& fn) {
    auto& statement = database.statement(kEachGranted);
    statement.bind(campaign).bind(after).bind(limit);
    EVENHAND_TRY(statement.query());
    std::int64_t rows = 0;
    while (statement.next()) {
        fn(recordOf(statement));
        ++rows;
    }
    EVENHAND_TRY(statement.status());
    return rows;
}

Result<void> eachGivenBack(Database& database, Instant from, const std::function<void(const Record&)>& fn) {
    auto& statement = database.statement(kGivenBack);
    statement.bind(from);
    return eachRow(statement, [&fn](const Statement& row) { fn(recordOf(row)); });
}

Result<Sums> sums(Database& database, std::int64_t campaign) {
    auto& statement = database.statement(
        "SELECT COALESCE(SUM(amount), 0) AS granted_sum, "
        "COALESCE(SUM(CASE WHEN given_back_at IS NOT NULL THEN amount ELSE 0 END), 0) AS given_back_sum, "
        "COALESCE(SUM(CASE WHEN refund_due IS NOT NULL THEN amount ELSE 0 END), 0) AS refund_due_sum, "
        "COALESCE(SUM(CASE WHEN state = 'granted' THEN 1 ELSE 0 END), 0) AS granted, "
        "COALESCE(SUM(CASE WHEN state = 'refused' THEN 1 ELSE 0 END), 0) AS refused, "
        "COALESCE(SUM(CASE WHEN state = 'rolled_back' THEN 1 ELSE 0 END), 0) AS rolled_back, "
        "COALESCE(SUM(CASE WHEN expires_at IS NOT NULL THEN 1 ELSE 0 END), 0) AS waiting "
        "FROM campaign_draw WHERE campaign_no = ?");
    statement.bind(campaign);
    EVENHAND_TRY(statement.query());
    Sums sums;
    if (statement.next()) {
        sums = {statement.number("granted_sum"), statement.number("given_back_sum"), statement.number("refund_due_sum"),
                statement.number("granted"),     statement.number("refused"),        statement.number("rolled_back"),
                statement.number("waiting")};
    }
    EVENHAND_TRY(statement.status());
    statement.finish();
    return sums;
}

Result<std::int64_t> waiting(Database& database, std::int64_t campaign) {
    auto& statement =
        database.statement("SELECT COUNT(*) FROM campaign_draw WHERE expires_at IS NOT NULL AND campaign_no = ?");
    statement.bind(campaign);
    return readNumber(statement);
}

Result<std::int64_t> withoutOrder(Database& database) {
    return readNumber(
        database.statement("SELECT COUNT(*) FROM campaign_draw d WHERE d.order_id IS NOT NULL "
                           "AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.order_id = d.order_id)"));
}

Result<std::int64_t> discountedMinor(Database& database) {
    return readNumber(database.statement(
        "SELECT COALESCE(SUM(amount), 0) FROM campaign_draw WHERE order_id IS NOT NULL AND given_back_at IS NULL"));
}

}  // namespace evenhand::store::draws
