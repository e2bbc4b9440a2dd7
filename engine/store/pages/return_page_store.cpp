// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/pages/return_page_store.h"

#include <algorithm>
#include <set>

#include "engine/store/database/count_among.h"
#include "engine/store/database/multi_row.h"
#include "engine/store/database/prefix.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/pages/refund_page_store.h"
#include "engine/store/records/case_store.h"
#include "engine/store/records/return_store.h"

namespace evenhand::store::returnPages {
namespace {

using api::ReturnStage;

constexpr std::string_view kColumns =
    "r.return_id, r.return_no, r.deduction_id, o.order_no, o.user_id, r.campus_id, r.status, r.stage, r.goods, "
    "f.status AS refund_status, "
    "r.units, COALESCE(r.amount, r.asked_amount) AS amount, r.requested_at, r.requester, r.first_approver, r.version, "
    "COALESCE(r.clerk, '') AS clerk, COALESCE(r.reason_code, '') AS reason_code, r.fee";
// Joined rather than selected within the columns: MariaDB does not say which column a subquery's value is from, and an
// error about an unknown word has to name it. A return has one refund at most that is not cancelled.
constexpr std::string_view kOrderAndRefund =
    " JOIN orders o ON o.order_id = r.order_id LEFT JOIN refund f ON f.return_id = r.return_id AND f.status <> "
    "'CANCELLED'";

api::ReturnRow rowOf(const Statement& row) {
    api::ReturnRow found;
    found.id = ReturnId{row.number("return_id")};
    found.number = ReturnNo(row.text("return_no"));
    found.deduction = DeductionId{row.number("deduction_id")};
    found.orderNo = OrderNo(row.text("order_no"));
    found.user = UserId(row.text("user_id"));
    found.campus = CampusId(row.text("campus_id"));
    found.status = row.code("status", api::returnStatusFrom);
    found.stage = row.code("stage", api::returnStageFrom);
    found.goods = row.code("goods", api::goodsStateFrom);
    found.refund = row.maybeCode("refund_status", api::refundStatusFrom);
    found.units = row.number("units");
    found.amount = Money{row.number("amount")};
    found.requestedAt = Instant{row.number("requested_at")};
    found.requester = row.text("requester");
    found.firstApprover = row.isNull("first_approver") ? std::string() : row.text("first_approver");
    found.version = row.number("version");
    found.clerk = row.text("clerk");
    found.reasonCode = row.text("reason_code");
    found.fee = Money{row.number("fee")};
    return found;
}

SortColumns columnsOf(api::ReturnSort sort) {
    switch (sort) {
        case api::ReturnSort::Requested: return {"requested_at", "return_id"};
        case api::ReturnSort::Stage: return {"stage", "requested_at", "return_id"};
        case api::ReturnSort::Campus: return {"campus_id", "requested_at", "return_id"};
        case api::ReturnSort::Number: return {"return_no", "deduction_id", "return_id"};
    }
    return {"requested_at", "return_id"};
}

/// Nearly all returns end as done; those of all other stages are found by them and sorted.
bool isMost(const std::vector<ReturnStage>& stages) {
    return std::find(stages.begin(), stages.end(), ReturnStage::Done) != stages.end();
}

/// Conditions on goods_return alone; what concerns the order is found by the order's own indexes first. A "+" before a
/// column keeps SQLite from its index: what the condition leaves is then met on a walk in the order that is wanted.
void addFilter(SqlText& text, const api::ReturnFilter& filter, api::ReturnSort sort = api::ReturnSort::Requested) {
    const bool byTime = sort == api::ReturnSort::Requested;
    const bool walk = !byTime && sort != api::ReturnSort::Stage && isMost(filter.stages);
    text.whereIn(walk ? "+stage" : "stage", filter.stages, [](ReturnStage stage) { return api::toText(stage); });
    const bool byOrder = !filter.user.empty() || !filter.orderNo.empty();
    if (!filter.user.empty()) {
        text.where("order_id IN (SELECT order_id FROM orders WHERE user_id = ?)", {filter.user.str()});
    }
    if (!filter.orderNo.empty()) {
        text.where("order_id = (SELECT order_id FROM orders WHERE order_no = ?)", {filter.orderNo.str()});
    }
    if (!filter.campus.empty()) {
        // With a stage, the index of stages serves better (it knows the campus too): few returns wait.
        const bool byCampus = (byTime || sort == api::ReturnSort::Campus) && (filter.stages.empty() || walk);
        text.where(byCampus && !byOrder ? "campus_id = ?" : "+campus_id = ?", {filter.campus.str()});
    }
    if (filter.from) {
        text.where("requested_at >= ?", {filter.from->ms});
    }
    if (filter.to) {
        text.where("requested_at < ?", {filter.to->ms});
    }
    if (!filter.clerk.empty()) {
        text.where("clerk = ?", {filter.clerk});
    }
    if (!filter.text.empty()) {
        const auto end = prefixEnd(filter.text);
        text.where(
            "return_id IN (SELECT x.return_id FROM goods_return x WHERE x.return_no >= ? AND x.return_no < ? UNION "
            "SELECT y.return_id FROM orders o JOIN goods_return y ON y.order_id = o.order_id WHERE o.order_no >= ? AND "
            "o.order_no < ?)",
            {filter.text, end, filter.text, end});
    }
}

/// The ids of the rows that match, in order: behind `after`, if given. Several stages are merged from one range of the
/// index each, so that nothing is sorted that is not shown.
SqlText keysOf(const api::ReturnFilter& filter, api::ReturnSort sort, bool descending,
               const std::optional<api::ReturnKey>& after) {
    const auto columns = columnsOf(sort);
    const auto select = [&](const api::ReturnFilter& some) {
        SqlText part{"SELECT " + columns.list() + " FROM goods_return", {}};
        addFilter(part, some, sort);
        if (after) {
            part.where(descending ? "requested_at <= ? AND (requested_at < ? OR return_id < ?)"
                                  : "requested_at >= ? AND (requested_at > ? OR return_id > ?)",
                       {after->requestedAt.ms, after->requestedAt.ms, after->id.value});
        }
        return part;
    };
    SqlText keys;
    if (filter.stages.size() > 1 && sort == api::ReturnSort::Requested) {
        auto one = filter;
        for (const auto stage : std::set(filter.stages.begin(), filter.stages.end())) {
            one.stages = {stage};
            keys.add(keys.sql.empty() ? "" : " UNION ALL ");
            keys.append(select(one));
        }
    } else {
        keys.append(select(filter));
    }
    keys.add(columns.order(descending));
    return keys;
}

SqlText rowsByKeys(const SqlText& keys, api::ReturnSort sort, bool descending) {
    SqlText text{"SELECT " + std::string(kColumns) + " FROM (", {}};
    text.append(keys);
    text.add(") k JOIN goods_return r ON r.return_id = k.return_id");
    text.add(kOrderAndRefund);
    text.add(columnsOf(sort).order(descending, "k."));
    return text;
}

struct ByIdTag;
struct LinesTag;

api::MoneyEvent eventOf(const Statement& row) {
    return {Instant{row.number("at")}, row.code("kind", api::moneyEventKindFrom), row.text("actor"),
            row.text("detail")};
}

Result<std::vector<api::ReturnDetailLine>> linesOf(Database& database, ReturnId id) {
    auto& statement = database.statement(
        "SELECT l.sku, COALESCE(p.name, '') AS product_name, l.units, l.approved, l.sellable, l.damaged, (SELECT "
        "SUM(s.amount) FROM return_share s WHERE s.return_id = l.return_id AND s.sku = l.sku) AS amount FROM "
        "return_line l LEFT JOIN product p ON p.sku = l.sku WHERE l.return_id = ? ORDER BY l.sku");
    statement.bind(id.value);
    return readAll(statement, [](const Statement& row) {
        api::ReturnDetailLine line;
        line.sku = Sku(row.text("sku"));
        line.productName = row.text("product_name");
        line.requested = row.number("units");
        line.approved = row.maybeNumber("approved");
        line.sellable = row.maybeNumber("sellable");
        line.damaged = row.maybeNumber("damaged");
        if (const auto amount = row.maybeNumber("amount")) {
            line.amount = Money{*amount};
        }
        return line;
    });
}

}  // namespace

Result<std::vector<api::ReturnRow>> page(Database& database, const api::ReturnQuery& query) {
    EVENHAND_TRY(checkPage(query.offset, query.limit));
    EVENHAND_TRY(checkAfter(query.after.has_value(), query.sort == api::ReturnSort::Requested));
    auto keys = keysOf(query.filter, query.sort, query.descending, query.after);
    keys.add(" LIMIT ? OFFSET ?", {query.limit, query.offset});
    return readAll(rowsByKeys(keys, query.sort, query.descending).bound(database), rowOf);
}

namespace {

Result<std::int64_t> countNow(Database& database, const api::ReturnFilter& filter) {
    SqlText text{"SELECT COUNT(*) FROM goods_return", {}};
    addFilter(text, filter);
    return readNumber(text.bound(database));
}

}  // namespace

Result<std::int64_t> count(Database& database, const api::ReturnFilter& filter, Counts& kept) {
    const auto now = [&](const api::ReturnFilter& which) { return countNow(database, which); };
    if (!filter.text.empty() || !filter.clerk.empty()) {
        return now(filter);  // few, found in an index, or changing hands
    }
    const auto all = [&](const api::ReturnFilter& which) {
        return kept.get(
            database, which,
            [&] { return readNumber(database.statement("SELECT COALESCE(MAX(return_id), 0) FROM goods_return")); },
            [&] { return now(which); },
            [&](std::int64_t after, std::int64_t upTo) {
                SqlText conditions;
                addFilter(conditions, which);
                return countAmong(database, "goods_return", "return_id", conditions, after, upTo);
            });
    };
    return countByState(filter, &api::ReturnFilter::stages, ReturnStage::Done, api::allReturnStages(), now, all);
}

Result<std::vector<api::ReturnRow>> rows(Database& database, std::span<const ReturnId> ids) {
    static const std::string head = "SELECT " + std::string(kColumns) + " FROM goods_return r" +
                                    std::string(kOrderAndRefund) + " WHERE r.return_id IN (";
    return rowsByIds<ByIdTag>(database, head, ids, rowOf);
}

Result<api::ReturnCounts> counts(Database& database, const CampusId& campus) {
    SqlText text{"SELECT stage, COUNT(*) AS return_count, MIN(requested_at) AS oldest FROM goods_return", {}};
    text.where("stage IN ('approval', 'second_approval', 'goods', 'money', 'failed')");
    if (!campus.empty()) {
        text.where("+campus_id = ?", {campus.str()});
    }
    text.add(" GROUP BY stage");
    api::ReturnCounts counts;
    EVENHAND_TRY(eachRow(text.bound(database), [&](const Statement& row) {
        const auto stage = row.code("stage", api::returnStageFrom);
        const auto number = row.number("return_count");
        switch (stage) {
            case ReturnStage::Approval: counts.approval = number; break;
            case ReturnStage::SecondApproval: counts.secondApproval = number; break;
            case ReturnStage::Goods: counts.goods = number; break;
            case ReturnStage::Money: counts.money = number; break;
            case ReturnStage::Failed: counts.failed = number; break;
            case ReturnStage::Done:
            case ReturnStage::Rejected:
            case ReturnStage::Cancelled: break;
        }
        if ((stage == ReturnStage::Approval || stage == ReturnStage::SecondApproval) &&
            (!counts.oldest || row.number("oldest") < counts.oldest->ms)) {
            counts.oldest = Instant{row.number("oldest")};
        }
    }));
    EVENHAND_ASSIGN(const auto settings, cases::settings(database));
    counts.ageLimitMs = settings.ageLimitMs;
    return counts;
}

Result<api::ReturnDetail> detail(Database& database, ReturnId id) {
    EVENHAND_ASSIGN(const auto record, returns::find(database, id));
    EVENHAND_ASSIGN(auto found, rows(database, std::span(&id, 1)));
    if (!record || found.empty()) {
        return fail(ErrorCode::NotFound, "no such return", "return", std::to_string(id.value));
    }
    api::ReturnDetail detail;
    detail.row = std::move(found.front());
    detail.reason = record->reason;
    detail.decisionReason = record->decisionReason;
    detail.customerNote = record->customerNote;
    EVENHAND_ASSIGN(const auto name, cases::nameOf(database, record->reasonCode));
    detail.reasonName = name.value_or(record->reasonCode);
    EVENHAND_ASSIGN(detail.lines, linesOf(database, id));
    EVENHAND_ASSIGN(detail.order, returnable(database, detail.row.orderNo));
    EVENHAND_ASSIGN(detail.refunds, refundPages::ofReturn(database, id));
    EVENHAND_ASSIGN(detail.events, events(database, id));
    EVENHAND_ASSIGN(const auto policy, returns::policyFresh(database, detail.row.campus));
    detail.goodsRule = policy.goods;
    detail.fourEyes.requester = record->requester;
    detail.fourEyes.first = record->firstApprover.value_or(std::string());
    return detail;
}

Result<api::ReturnableOrder> returnable(Database& database, const OrderNo& orderNo) {
    EVENHAND_ASSIGN(const auto order, returns::findDeduction(database, orderNo));
    if (!order) {
        return fail(ErrorCode::NotFound, "no such order", "order_no", orderNo.str());
    }
    api::ReturnableOrder found;
    found.orderNo = order->orderNo;
    found.deduction = order->deduction;
    found.status = order->status;
    auto& statement = database.statement(
        "SELECT l.sku, COALESCE(p.name, '') AS product_name, l.quantity, l.given_back, l.requested, l.returned FROM "
        "deduction_line l LEFT JOIN product p ON p.sku = l.sku WHERE l.deduction_id = ? ORDER BY l.sku");
    statement.bind(order->deduction.value);
    EVENHAND_ASSIGN(found.lines, readAll(statement, [](const Statement& row) {
                        api::ReturnableLine line;
                        line.sku = Sku(row.text("sku"));
                        line.productName = row.text("product_name");
                        line.deducted = row.number("quantity");
                        line.givenBack = row.number("given_back");
                        line.requested = row.number("requested");
                        line.returned = row.number("returned");
                        line.returnable = line.deducted - line.givenBack - line.requested - line.returned;
                        return line;
                    }));
    EVENHAND_ASSIGN(found.money, refundPages::moneyOf(database, orderNo));
    return found;
}

Result<std::vector<api::MoneyEvent>> events(Database& database, ReturnId id) {
    auto& statement = database.statement(
        "SELECT at, kind, actor, detail, event_id FROM money_event WHERE return_id = ? UNION ALL SELECT e.at, e.kind, "
        "e.actor, e.detail, e.event_id FROM refund f JOIN money_event e ON e.refund_id = f.refund_id WHERE "
        "f.return_id = ? AND e.return_id IS NULL ORDER BY 5");
    statement.bind(id.value).bind(id.value);
    return readAll(statement, eventOf);
}

Result<Sums> sums(Database& database) {
    auto& statement = database.statement(
        "SELECT COUNT(*) AS accepted, COALESCE(SUM(CASE status WHEN 'REQUESTED' THEN 1 ELSE 0 END), 0) AS pending, "
        "COALESCE(SUM((SELECT SUM(CASE r.status WHEN 'APPROVED' THEN COALESCE(l.approved, 0) ELSE l.units END) FROM "
        "return_line l WHERE l.return_id = r.return_id)), 0) AS all_units FROM goods_return r "
        "WHERE r.status IN ('REQUESTED', 'APPROVED')");
    EVENHAND_ASSIGN(const auto found, readOne(statement, [](const Statement& row) {
                        return Sums{row.number("accepted"), row.number("all_units"), row.number("pending")};
                    }));
    return found.value_or(Sums{});
}

Result<void> eachUnitSums(Database& database, const std::function<void(const UnitSums&)>& fn) {
    auto& statement = database.statement(
        "SELECT o.order_no, d.sku, d.quantity, d.given_back, d.requested, d.returned, d.restocked, "
        "COALESCE(s.requested, 0) AS lines_requested, COALESCE(s.returned, 0) AS lines_returned, "
        "COALESCE(s.sellable, 0) AS lines_sellable FROM deduction_line d JOIN deduction h ON "
        "h.deduction_id = d.deduction_id JOIN orders o ON o.order_id = h.order_id LEFT JOIN (SELECT "
        "r.deduction_id, l.sku, SUM(CASE r.status WHEN 'REQUESTED' THEN l.units ELSE 0 END) AS requested, SUM(CASE "
        "r.status WHEN 'APPROVED' THEN l.approved ELSE 0 END) AS returned, SUM(CASE r.status WHEN 'APPROVED' THEN "
        "COALESCE(l.sellable, 0) ELSE 0 END) AS sellable FROM goods_return r JOIN return_line l ON l.return_id = "
        "r.return_id GROUP BY r.deduction_id, l.sku) s ON s.deduction_id = d.deduction_id AND s.sku = d.sku ORDER BY "
        "d.deduction_id, d.sku");
    return eachRow(statement, [&](const Statement& row) {
        fn({row.text("order_no"), row.text("sku"), row.number("quantity"), row.number("given_back"),
            row.number("requested"), row.number("returned"), row.number("restocked"), row.number("lines_requested"),
            row.number("lines_returned"), row.number("lines_sellable")});
    });
}

Result<void> eachReturnSums(Database& database, const std::function<void(const ReturnSums&)>& fn) {
    auto& statement = database.statement(
        "SELECT r.return_id, r.status, r.stage, r.goods, r.first_approver IS NOT NULL AS has_first_approver, r.units, "
        "COALESCE(r.amount, 0) AS amount, r.fee, (SELECT SUM(l.units) FROM return_line l WHERE l.return_id = "
        "r.return_id) "
        "AS line_units, (SELECT COALESCE(SUM(l.approved), 0) FROM return_line l WHERE l.return_id = r.return_id) "
        "AS approved, (SELECT COALESCE(SUM(s.units), 0) FROM return_share s WHERE s.return_id = r.return_id) "
        "AS share_units, (SELECT COALESCE(SUM(s.amount), 0) FROM return_share s WHERE s.return_id = r.return_id) "
        "AS shares, (SELECT COUNT(*) FROM refund f WHERE f.return_id = r.return_id AND f.status <> 'CANCELLED') "
        "AS refunds, (SELECT COALESCE(SUM(f.amount), 0) FROM refund f WHERE f.return_id = r.return_id AND f.status <> "
        "'CANCELLED') AS refunded, (SELECT MAX(f.status) FROM refund f WHERE f.return_id = r.return_id AND f.status "
        "<> 'CANCELLED') AS refund_status, (SELECT COUNT(*) FROM goods_return x WHERE x.deduction_id = r.deduction_id "
        "AND x.return_no = r.return_no) AS same_number FROM goods_return r ORDER BY r.return_id");
    ReturnSums sums;
    return eachRow(statement, [&](const Statement& row) {
        sums.id = ReturnId{row.number("return_id")};
        sums.status = api::returnStatusFrom(row.text("status"));
        sums.stage = api::returnStageFrom(row.text("stage"));
        sums.goods = row.code("goods", api::goodsStateFrom);
        sums.second = row.number("has_first_approver") != 0;
        sums.units = row.number("units");
        sums.amount = row.number("amount");
        sums.fee = row.number("fee");
        sums.lineUnits = row.number("line_units");
        sums.approved = row.number("approved");
        sums.shareUnits = row.number("share_units");
        sums.shares = row.number("shares");
        sums.refunds = row.number("refunds");
        sums.refunded = row.number("refunded");
        sums.refund = row.isNull("refund_status") ? std::nullopt : api::refundStatusFrom(row.text("refund_status"));
        sums.sameNumber = row.number("same_number");
        fn(sums);
    });
}

Result<void> eachShareSums(Database& database, const std::function<void(const ShareSums&)>& fn) {
    auto& statement = database.statement(
        "SELECT o.order_no, COALESCE(p.amount, 0) AS paid, s.share, s.quantity, s.units, s.settled, "
        "COALESCE(t.units, 0) AS taken_units, COALESCE(t.taken, 0) AS taken, COALESCE(a.amounts, 0) AS amounts FROM "
        "(SELECT order_id, SUM(share) AS share, SUM(quantity) AS "
        "quantity, SUM(units) AS units, SUM(settled) AS settled FROM line_share GROUP BY order_id) s JOIN orders o ON "
        "o.order_id = s.order_id LEFT JOIN payment p ON p.order_id = s.order_id LEFT JOIN (SELECT r.order_id, "
        "SUM(x.units) AS units, SUM(x.amount) AS taken FROM return_share x JOIN goods_return r ON r.return_id = "
        "x.return_id GROUP BY r.order_id) t ON t.order_id = s.order_id LEFT JOIN (SELECT order_id, SUM(amount) AS "
        "amounts FROM goods_return WHERE status = 'APPROVED' GROUP BY order_id) a ON a.order_id = s.order_id ORDER BY "
        "s.order_id");
    return eachRow(statement, [&](const Statement& row) {
        fn({row.text("order_no"), row.number("paid"), row.number("share"), row.number("quantity"), row.number("units"),
            row.number("settled"), row.number("taken_units"), row.number("taken"), row.number("amounts")});
    });
}

Result<std::vector<ExportRow>> slice(Database& database, const api::ReturnFilter& filter,
                                     const std::optional<api::ReturnKey>& after, std::int64_t limit) {
    auto keys = keysOf(filter, api::ReturnSort::Requested, false, after);
    keys.add(" LIMIT ?", {limit});
    SqlText text{"SELECT " + std::string(kColumns) +
                     ", l.sku, COALESCE(p.name, '') AS product_name, l.units AS line_units, l.approved, l.sellable, "
                     "l.damaged, (SELECT SUM(s.amount) FROM return_share s WHERE s.return_id = l.return_id AND "
                     "s.sku = l.sku) AS line_amount, r.reason, COALESCE(r.customer_note, '') AS customer_note FROM (",
                 {}};
    text.append(keys);
    text.add(") k JOIN goods_return r ON r.return_id = k.return_id");
    text.add(kOrderAndRefund);
    text.add(
        " JOIN return_line l ON l.return_id = r.return_id LEFT JOIN product p ON p.sku = l.sku ORDER BY "
        "k.requested_at, k.return_id, l.sku");
    return readAll(text.bound(database), [](const Statement& row) {
        ExportRow found;
        found.row = rowOf(row);
        found.line.sku = Sku(row.text("sku"));
        found.line.productName = row.text("product_name");
        found.line.requested = row.number("line_units");
        found.line.approved = row.maybeNumber("approved");
        found.line.sellable = row.maybeNumber("sellable");
        found.line.damaged = row.maybeNumber("damaged");
        if (const auto amount = row.maybeNumber("line_amount")) {
            found.line.amount = Money{*amount};
        }
        found.reason = row.text("reason");
        found.customerNote = row.text("customer_note");
        return found;
    });
}

}  // namespace evenhand::store::returnPages
