// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/pages/return_page_store.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "engine/store/database/count_among.h"
#include "engine/store/database/multi_row.h"
#include "engine/store/database/prefix.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/pages/refund_page_store.h"
#include "engine/store/records/return_store.h"

namespace evenhand::store::returnPages {
namespace {

using api::ReturnStage;

constexpr std::string_view kColumns =
    "r.return_id, r.return_no, r.deduction_id, o.order_no, o.user_id, r.campus_id, r.status, r.stage, r.goods, "
    "(SELECT f.status FROM refund f WHERE f.return_id = r.return_id AND f.status <> 'CANCELLED'), r.units, "
    "COALESCE(r.amount, r.asked_amount), r.requested_at, r.requester, r.first_approver, r.version";

api::ReturnRow rowOf(const Statement& row) {
    api::ReturnRow found;
    found.id = ReturnId{row.number(0)};
    found.number = ReturnNo(row.text(1));
    found.deduction = DeductionId{row.number(2)};
    found.orderNo = OrderNo(row.text(3));
    found.user = UserId(row.text(4));
    found.campus = CampusId(row.text(5));
    found.status = row.code(6, api::returnStatusFrom);
    found.stage = row.code(7, api::returnStageFrom);
    found.goods = row.code(8, api::goodsStateFrom);
    found.refund = row.maybeCode(9, api::refundStatusFrom);
    found.units = row.number(10);
    found.amount = Money{row.number(11)};
    found.requestedAt = Instant{row.number(12)};
    found.requester = row.text(13);
    found.firstApprover = row.isNull(14) ? std::string() : row.text(14);
    found.version = row.number(15);
    return found;
}

/// Conditions on goods_return alone; what concerns the order is found by the order's own indexes first.
void addFilter(SqlText& text, const api::ReturnFilter& filter) {
    text.whereIn("stage", filter.stages, [](ReturnStage stage) { return api::toText(stage); });
    const bool byOrder = !filter.user.empty() || !filter.orderNo.empty();
    if (!filter.user.empty()) {
        text.where("order_id IN (SELECT order_id FROM orders WHERE user_id = ?)", {filter.user.str()});
    }
    if (!filter.orderNo.empty()) {
        text.where("order_id = (SELECT order_id FROM orders WHERE order_no = ?)", {filter.orderNo.str()});
    }
    if (!filter.campus.empty()) {
        // With a stage, the index of stages serves better (it knows the campus too): few returns wait.
        text.where(byOrder || !filter.stages.empty() ? "+campus_id = ?" : "campus_id = ?", {filter.campus.str()});
    }
    if (filter.from) {
        text.where("requested_at >= ?", {filter.from->ms});
    }
    if (filter.to) {
        text.where("requested_at < ?", {filter.to->ms});
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

constexpr std::string_view kOrder = " ORDER BY requested_at, return_id";
constexpr std::string_view kDescending = " ORDER BY requested_at DESC, return_id DESC";

/// The ids of the rows that match, in order: behind `after`, if given. Several stages are merged from one range of the
/// index each, so that nothing is sorted that is not shown.
SqlText keysOf(const api::ReturnFilter& filter, bool descending, const std::optional<api::ReturnKey>& after) {
    const auto select = [&](const api::ReturnFilter& some) {
        SqlText part{"SELECT return_id, requested_at FROM goods_return", {}};
        addFilter(part, some);
        if (after) {
            part.where(descending ? "requested_at <= ? AND (requested_at < ? OR return_id < ?)"
                                  : "requested_at >= ? AND (requested_at > ? OR return_id > ?)",
                       {after->requestedAt.ms, after->requestedAt.ms, after->id.value});
        }
        return part;
    };
    SqlText keys;
    if (filter.stages.size() > 1) {
        auto one = filter;
        for (const auto stage : std::set(filter.stages.begin(), filter.stages.end())) {
            one.stages = {stage};
            keys.add(keys.sql.empty() ? "" : " UNION ALL ");
            keys.append(select(one));
        }
    } else {
        keys.append(select(filter));
    }
    keys.add(descending ? kDescending : kOrder);
    return keys;
}

SqlText rowsByKeys(const SqlText& keys, bool descending) {
    SqlText text{"SELECT " + std::string(kColumns) + " FROM (", {}};
    text.append(keys);
    text.add(") k JOIN goods_return r ON r.return_id = k.return_id JOIN orders o ON o.order_id = r.order_id");
    text.add(descending ? " ORDER BY k.requested_at DESC, k.return_id DESC" : " ORDER BY k.requested_at, k.return_id");
    return text;
}

struct ByIdTag;
struct LinesTag;

api::MoneyEvent eventOf(const Statement& row) {
    return {Instant{row.number(0)}, row.code(1, api::moneyEventKindFrom), row.text(2), row.text(3)};
}

Result<std::vector<api::ReturnDetailLine>> linesOf(Database& database, ReturnId id) {
    auto& statement = database.statement(
        "SELECT l.sku, COALESCE(p.name, ''), l.units, l.approved, l.sellable, l.damaged, (SELECT SUM(s.amount) FROM "
        "return_share s WHERE s.return_id = l.return_id AND s.sku = l.sku) FROM return_line l LEFT JOIN product p ON "
        "p.sku = l.sku WHERE l.return_id = ? ORDER BY l.sku");
    statement.bind(id.value);
    return readAll(statement, [](const Statement& row) {
        api::ReturnDetailLine line;
        line.sku = Sku(row.text(0));
        line.productName = row.text(1);
        line.requested = row.number(2);
        line.approved = row.maybeNumber(3);
        line.sellable = row.maybeNumber(4);
        line.damaged = row.maybeNumber(5);
        if (const auto amount = row.maybeNumber(6)) {
            line.amount = Money{*amount};
        }
        return line;
    });
}

}  // namespace

Result<std::vector<api::ReturnRow>> page(Database& database, const api::ReturnQuery& query) {
    EVENHAND_TRY(checkPage(query.offset, query.limit));
    auto keys = keysOf(query.filter, query.descending, query.after);
    keys.add(" LIMIT ? OFFSET ?", {query.limit, query.offset});
    return readAll(rowsByKeys(keys, query.descending).bound(database), rowOf);
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
    if (!filter.text.empty()) {
        return now(filter);  // few, found in an index
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
    static const std::string head = "SELECT " + std::string(kColumns) +
                                    " FROM goods_return r JOIN orders o ON o.order_id = r.order_id WHERE r.return_id "
                                    "IN (";
    std::unordered_map<std::int64_t, api::ReturnRow> found;
    for (auto rest = ids; !rest.empty();) {
        const auto some = rest.first(std::min(rest.size(), kRowsPerStatement));
        auto& statement = database.statement(repeatedSql<ByIdTag>(head, "?", ")", some.size()));
        for (const auto id : some) {
            statement.bind(id.value);
        }
        EVENHAND_TRY(eachRow(statement, [&](const Statement& row) { found.emplace(row.number(0), rowOf(row)); }));
        rest = rest.subspan(some.size());
    }
    std::vector<api::ReturnRow> ordered;
    for (const auto id : ids) {
        if (const auto it = found.find(id.value); it != found.end()) {
            ordered.push_back(it->second);
        }
    }
    return ordered;
}

Result<api::ReturnCounts> counts(Database& database, const CampusId& campus) {
    SqlText text{"SELECT stage, COUNT(*), MIN(requested_at) FROM goods_return", {}};
    text.where("stage IN ('approval', 'second_approval', 'goods', 'money', 'failed')");
    if (!campus.empty()) {
        text.where("+campus_id = ?", {campus.str()});
    }
    text.add(" GROUP BY stage");
    api::ReturnCounts counts;
    EVENHAND_TRY(eachRow(text.bound(database), [&](const Statement& row) {
        const auto stage = row.code(0, api::returnStageFrom);
        const auto number = row.number(1);
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
            (!counts.oldest || row.number(2) < counts.oldest->ms)) {
            counts.oldest = Instant{row.number(2)};
        }
    }));
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
    EVENHAND_ASSIGN(detail.lines, linesOf(database, id));
    EVENHAND_ASSIGN(detail.order, returnable(database, detail.row.orderNo));
    EVENHAND_ASSIGN(detail.refunds, refundPages::ofReturn(database, id));
    EVENHAND_ASSIGN(detail.events, events(database, id));
    EVENHAND_ASSIGN(const auto policy, returns::policyFresh(database, detail.row.campus.str()));
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
        "SELECT l.sku, COALESCE(p.name, ''), l.quantity, l.given_back, l.requested, l.returned FROM deduction_line l "
        "LEFT JOIN product p ON p.sku = l.sku WHERE l.deduction_id = ? ORDER BY l.sku");
    statement.bind(order->deduction.value);
    EVENHAND_ASSIGN(found.lines, readAll(statement, [](const Statement& row) {
                        api::ReturnableLine line;
                        line.sku = Sku(row.text(0));
                        line.productName = row.text(1);
                        line.deducted = row.number(2);
                        line.givenBack = row.number(3);
                        line.requested = row.number(4);
                        line.returned = row.number(5);
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
        "SELECT COUNT(*), COALESCE(SUM(CASE status WHEN 'REQUESTED' THEN 1 ELSE 0 END), 0), COALESCE(SUM((SELECT "
        "SUM(CASE r.status WHEN 'APPROVED' THEN COALESCE(l.approved, 0) ELSE l.units END) FROM return_line l WHERE "
        "l.return_id = r.return_id)), 0) FROM goods_return r WHERE r.status IN ('REQUESTED', 'APPROVED')");
    EVENHAND_ASSIGN(const auto found, readOne(statement, [](const Statement& row) {
                        return Sums{row.number(0), row.number(2), row.number(1)};
                    }));
    return found.value_or(Sums{});
}

Result<void> eachUnitSums(Database& database, const std::function<void(const UnitSums&)>& fn) {
    auto& statement = database.statement(
        "SELECT o.order_no, d.sku, d.quantity, d.given_back, d.requested, d.returned, d.restocked, "
        "COALESCE(s.requested, 0), COALESCE(s.returned, 0), COALESCE(s.sellable, 0) FROM deduction_line d JOIN "
        "deduction h ON h.deduction_id = d.deduction_id JOIN orders o ON o.order_id = h.order_id LEFT JOIN (SELECT "
        "r.deduction_id, l.sku, SUM(CASE r.status WHEN 'REQUESTED' THEN l.units ELSE 0 END) AS requested, SUM(CASE "
        "r.status WHEN 'APPROVED' THEN l.approved ELSE 0 END) AS returned, SUM(CASE r.status WHEN 'APPROVED' THEN "
        "COALESCE(l.sellable, 0) ELSE 0 END) AS sellable FROM goods_return r JOIN return_line l ON l.return_id = "
        "r.return_id GROUP BY r.deduction_id, l.sku) s ON s.deduction_id = d.deduction_id AND s.sku = d.sku ORDER BY "
        "d.deduction_id, d.sku");
    return eachRow(statement, [&](const Statement& row) {
        fn({row.text(0), row.text(1), row.number(2), row.number(3), row.number(4), row.number(5), row.number(6),
            row.number(7), row.number(8), row.number(9)});
    });
}

Result<void> eachReturnSums(Database& database, const std::function<void(const ReturnSums&)>& fn) {
    auto& statement = database.statement(
        "SELECT r.return_id, r.status, r.stage, r.goods, r.first_approver IS NOT NULL, r.units, COALESCE(r.amount, "
        "0), (SELECT SUM(l.units) FROM return_line l WHERE l.return_id = r.return_id), (SELECT "
        "COALESCE(SUM(l.approved), 0) FROM return_line l WHERE l.return_id = r.return_id), (SELECT "
        "COALESCE(SUM(s.units), 0) FROM return_share s WHERE s.return_id = r.return_id), (SELECT "
        "COALESCE(SUM(s.amount), 0) FROM return_share s WHERE s.return_id = r.return_id), (SELECT COUNT(*) FROM "
        "refund f WHERE f.return_id = r.return_id AND f.status <> 'CANCELLED'), (SELECT COALESCE(SUM(f.amount), 0) "
        "FROM refund f WHERE f.return_id = r.return_id AND f.status <> 'CANCELLED'), (SELECT MAX(f.status) FROM "
        "refund f WHERE f.return_id = r.return_id AND f.status <> 'CANCELLED'), (SELECT COUNT(*) FROM goods_return x "
        "WHERE x.deduction_id = r.deduction_id AND x.return_no = r.return_no) FROM goods_return r ORDER BY "
        "r.return_id");
    ReturnSums sums;
    return eachRow(statement, [&](const Statement& row) {
        sums.id = row.number(0);
        sums.status = api::returnStatusFrom(row.text(1));
        sums.stage = api::returnStageFrom(row.text(2));
        sums.goods = row.code(3, api::goodsStateFrom);
        sums.second = row.number(4) != 0;
        sums.units = row.number(5);
        sums.amount = row.number(6);
        sums.lineUnits = row.number(7);
        sums.approved = row.number(8);
        sums.shareUnits = row.number(9);
        sums.shares = row.number(10);
        sums.refunds = row.number(11);
        sums.refunded = row.number(12);
        sums.refund = row.isNull(13) ? std::nullopt : api::refundStatusFrom(row.text(13));
        sums.sameNumber = row.number(14);
        fn(sums);
    });
}

Result<void> eachShareSums(Database& database, const std::function<void(const ShareSums&)>& fn) {
    auto& statement = database.statement(
        "SELECT o.order_no, COALESCE(p.amount, 0), s.share, s.quantity, s.units, s.settled, COALESCE(t.units, 0), "
        "COALESCE(t.taken, 0), COALESCE(a.amounts, 0) FROM (SELECT order_id, SUM(share) AS share, SUM(quantity) AS "
        "quantity, SUM(units) AS units, SUM(settled) AS settled FROM line_share GROUP BY order_id) s JOIN orders o ON "
        "o.order_id = s.order_id LEFT JOIN payment p ON p.order_id = s.order_id LEFT JOIN (SELECT r.order_id, "
        "SUM(x.units) AS units, SUM(x.amount) AS taken FROM return_share x JOIN goods_return r ON r.return_id = "
        "x.return_id GROUP BY r.order_id) t ON t.order_id = s.order_id LEFT JOIN (SELECT order_id, SUM(amount) AS "
        "amounts FROM goods_return WHERE status = 'APPROVED' GROUP BY order_id) a ON a.order_id = s.order_id ORDER BY "
        "s.order_id");
    return eachRow(statement, [&](const Statement& row) {
        fn({row.text(0), row.number(1), row.number(2), row.number(3), row.number(4), row.number(5), row.number(6),
            row.number(7), row.number(8)});
    });
}

Result<std::vector<ExportRow>> slice(Database& database, const api::ReturnFilter& filter,
                                     const std::optional<api::ReturnKey>& after, std::int64_t limit) {
    auto keys = keysOf(filter, false, after);
    keys.add(" LIMIT ?", {limit});
    SqlText text{"SELECT " + std::string(kColumns) +
                     ", l.sku, COALESCE(p.name, ''), l.units, l.approved, l.sellable, l.damaged, (SELECT "
                     "SUM(s.amount) FROM return_share s WHERE s.return_id = l.return_id AND s.sku = l.sku), r.reason, "
                     "COALESCE(r.customer_note, '') FROM (",
                 {}};
    text.append(keys);
    text.add(
        ") k JOIN goods_return r ON r.return_id = k.return_id JOIN orders o ON o.order_id = r.order_id JOIN "
        "return_line l ON l.return_id = r.return_id LEFT JOIN product p ON p.sku = l.sku ORDER BY k.requested_at, "
        "k.return_id, l.sku");
    return readAll(text.bound(database), [](const Statement& row) {
        ExportRow found;
        found.row = rowOf(row);
        found.line.sku = Sku(row.text(16));
        found.line.productName = row.text(17);
        found.line.requested = row.number(18);
        found.line.approved = row.maybeNumber(19);
        found.line.sellable = row.maybeNumber(20);
        found.line.damaged = row.maybeNumber(21);
        if (const auto amount = row.maybeNumber(22)) {
            found.line.amount = Money{*amount};
        }
        found.reason = row.text(23);
        found.customerNote = row.text(24);
        return found;
    });
}

}  // namespace evenhand::store::returnPages
