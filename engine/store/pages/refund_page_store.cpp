// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/pages/refund_page_store.h"

#include <algorithm>
#include <set>

#include "engine/store/database/count_among.h"
#include "engine/store/database/multi_row.h"
#include "engine/store/database/prefix.h"
#include "engine/store/database/sql_text.h"

namespace evenhand::store::refundPages {
namespace {

using api::RefundStatus;

constexpr std::string_view kColumns =
    "r.refund_id, r.status, r.cause, COALESCE(o.order_no, w.order_no, '') AS order_no, r.return_id, "
    "COALESCE(g.return_no, '') AS return_no, r.payment_no, COALESCE(r.campus_id, '') AS campus_id, r.amount, "
    "r.provider, r.reference, r.reason, r.requester, COALESCE(r.approver, '') AS approver, "
    "COALESCE(r.first_approver, '') AS first_approver, r.requested_at, r.granted_at, r.sent_at, r.done_at, "
    "COALESCE(t.attempts, 0) AS attempts, t.due_at, t.dead_at, r.last_error, r.version, COALESCE(m.order_no, '') AS "
    "matched_no, COALESCE(r.clerk, '') AS clerk, COALESCE(r.reason_code, '') AS reason_code";
constexpr std::string_view kJoins =
    " LEFT JOIN orders o ON o.order_id = r.order_id LEFT JOIN goods_return g ON g.return_id = r.return_id LEFT JOIN "
    "owed_payment w ON w.payment_no = r.payment_no LEFT JOIN orders m ON m.order_id = w.matched_order AND r.cause IN "
    "('late_payment', 'wrong_amount', 'second_payment', 'unknown_order') LEFT JOIN task t ON t.kind = 'refund' AND "
    "t.subject = CAST(r.refund_id AS CHAR)";

api::RefundRow rowOf(const Statement& row) {
    api::RefundRow found;
    found.id = RefundId{row.number("refund_id")};
    found.status = row.code("status", api::refundStatusFrom);
    found.cause = row.code("cause", api::refundCauseFrom);
    found.orderNo = row.text("order_no");
    if (const auto id = row.maybeNumber("return_id")) {
        found.returnId = ReturnId{*id};
    }
    found.returnNo = ReturnNo(row.text("return_no"));
    found.paymentNo = PaymentNo(row.text("payment_no"));
    found.campus = CampusId(row.text("campus_id"));
    found.amount = Money{row.number("amount")};
    found.provider = row.code("provider", api::refundProviderFrom);
    found.reference = row.text("reference");
    found.reason = row.text("reason");
    found.requester = row.text("requester");
    found.approver = row.text("approver");
    found.firstApprover = row.text("first_approver");
    found.requestedAt = Instant{row.number("requested_at")};
    found.grantedAt = instantOf(row, "granted_at");
    found.sentAt = instantOf(row, "sent_at");
    found.doneAt = instantOf(row, "done_at");
    found.attempts = row.number("attempts");
    found.nextTry = instantOf(row, "due_at");
    found.dead = !row.isNull("dead_at");
    found.lastError = row.text("last_error");
    found.version = row.number("version");
    found.matchedOrderNo = row.text("matched_no");
    found.clerk = row.text("clerk");
    found.reasonCode = row.text("reason_code");
    return found;
}

SortColumns columnsOf(api::RefundSort sort) {
    switch (sort) {
        case api::RefundSort::Requested: return {"requested_at", "refund_id"};
        case api::RefundSort::Status: return {"status", "requested_at", "refund_id"};
        case api::RefundSort::Campus: return {"campus_id", "requested_at", "refund_id"};
        case api::RefundSort::Amount: return {"amount", "refund_id"};
        case api::RefundSort::PaymentNo: return {"payment_no", "refund_id"};
    }
    return {"requested_at", "refund_id"};
}

/// Nearly all refunds end as SUCCEEDED; those of all other statuses are found by them and sorted.
bool isMost(const std::vector<RefundStatus>& statuses) {
    return std::find(statuses.begin(), statuses.end(), RefundStatus::Succeeded) != statuses.end();
}

bool isWalk(const api::RefundFilter& filter, api::RefundSort sort) {
    return sort != api::RefundSort::Requested && sort != api::RefundSort::Status && isMost(filter.statuses);
}

/// A campus is a range of the index by which they are read.
bool isByCampus(const api::RefundFilter& filter, api::RefundSort sort) {
    const bool sorts = sort == api::RefundSort::Requested || sort == api::RefundSort::Campus;
    return sorts && (filter.statuses.empty() || isWalk(filter, sort)) && !filter.deadOnly;
}

/// A "+" before a column keeps SQLite from its index: what the condition leaves is then met on a walk in the order that
/// is wanted, rather than read as a whole and sorted.
void addFilter(SqlText& text, const api::RefundFilter& filter, api::RefundSort sort = api::RefundSort::Requested) {
    const bool walk = isWalk(filter, sort);
    text.whereIn(walk ? "+status" : "status", filter.statuses, [](RefundStatus status) { return api::toText(status); });
    text.whereIn("cause", filter.causes, [](api::RefundCause cause) { return api::toText(cause); });
    if (!filter.campus.empty()) {
        text.where(filter.orNone              ? "(+campus_id = ? OR campus_id IS NULL)"
                   : isByCampus(filter, sort) ? "campus_id = ?"
                                              : "+campus_id = ?",
                   {filter.campus.str()});
    }
    if (filter.deadOnly) {
        text.where(
            "refund_id IN (SELECT CAST(t.subject AS SIGNED) FROM task t WHERE t.dead_at IS NOT NULL AND t.kind = "
            "'refund')");
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
    if (!filter.paymentNo.empty()) {
        text.where("payment_no = ?", {filter.paymentNo.str()});
    }
    if (!filter.text.empty()) {
        const auto end = prefixEnd(filter.text);
        text.where(
            "refund_id IN (SELECT x.refund_id FROM refund x WHERE x.payment_no >= ? AND x.payment_no < ? UNION SELECT "
            "y.refund_id FROM orders o JOIN refund y ON y.order_id = o.order_id WHERE o.order_no >= ? AND o.order_no "
            "< ? UNION SELECT z.refund_id FROM owed_payment w JOIN refund z ON z.payment_no = w.payment_no WHERE "
            "w.order_no >= ? AND w.order_no < ?)",
            {filter.text, end, filter.text, end, filter.text, end});
    }
}

SqlText keysOf(const api::RefundQuery& query, const SortColumns& columns) {
    const auto select = [&](const api::RefundFilter& some, bool isOfNone = false) {
        SqlText part{"SELECT " + columns.list() + " FROM refund", {}};
        addFilter(part, some, query.sort);
        if (isOfNone) {
            part.where("campus_id IS NULL");
        }
        if (const auto& after = query.after) {
            part.where(query.descending ? "requested_at <= ? AND (requested_at < ? OR refund_id < ?)"
                                        : "requested_at >= ? AND (requested_at > ? OR refund_id > ?)",
                       {after->requestedAt.ms, after->requestedAt.ms, after->id.value});
        }
        return part;
    };
    SqlText keys;
    if (query.filter.statuses.size() > 1 && query.sort == api::RefundSort::Requested) {
        auto one = query.filter;
        for (const auto status : std::set(query.filter.statuses.begin(), query.filter.statuses.end())) {
            one.statuses = {status};
            keys.add(keys.sql.empty() ? "" : " UNION ALL ");
            keys.append(select(one));
        }
    } else if (query.filter.orNone && !query.filter.campus.empty() && isByCampus(query.filter, query.sort)) {
        auto one = query.filter;
        one.orNone = false;
        keys.append(select(one));
        one.campus = {};
        keys.add(" UNION ALL ");
        keys.append(select(one, true));
    } else {
        keys.append(select(query.filter));
    }
    keys.add(columns.order(query.descending));
    return keys;
}

struct ByIdTag;

/// Rows of one condition, oldest first.
Result<std::vector<api::RefundRow>> rowsWhere(Database& database, std::string_view condition, std::int64_t value) {
    auto& statement = database.statement("SELECT " + std::string(kColumns) + " FROM refund r" + std::string(kJoins) +
                                         " WHERE " + std::string(condition));
    statement.bind(value);
    return readAll(statement, rowOf);
}

}  // namespace

Result<std::vector<api::RefundRow>> page(Database& database, const api::RefundQuery& query) {
    EVENHAND_TRY(checkPage(query.offset, query.limit));
    EVENHAND_TRY(checkAfter(query.after.has_value(), query.sort == api::RefundSort::Requested));
    const auto columns = columnsOf(query.sort);
    SqlText text{"SELECT " + std::string(kColumns) + " FROM (", {}};
    text.append(keysOf(query, columns));
    text.add(" LIMIT ? OFFSET ?", {query.limit, query.offset});
    text.add(") k JOIN refund r ON r.refund_id = k.refund_id");
    text.add(kJoins);
    text.add(columns.order(query.descending, "k."));
    return readAll(text.bound(database), rowOf);
}

namespace {

Result<std::int64_t> countNow(Database& database, const api::RefundFilter& filter) {
    SqlText text{"SELECT COUNT(*) FROM refund", {}};
    addFilter(text, filter);
    return readNumber(text.bound(database));
}

}  // namespace

Result<std::int64_t> count(Database& database, const api::RefundFilter& filter, Counts& kept) {
    const auto now = [&](const api::RefundFilter& which) { return countNow(database, which); };
    if (!filter.text.empty() || !filter.paymentNo.empty() || !filter.clerk.empty() || filter.deadOnly) {
        return now(filter);  // few, found in an index, or changing hands
    }
    const auto all = [&](const api::RefundFilter& which) {
        return kept.get(
            database, which,
            [&] { return readNumber(database.statement("SELECT COALESCE(MAX(refund_id), 0) FROM refund")); },
            [&] { return now(which); },
            [&](std::int64_t after, std::int64_t upTo) {
                SqlText conditions;
                addFilter(conditions, which);
                return countAmong(database, "refund", "refund_id", conditions, after, upTo);
            });
    };
    return countByState(filter, &api::RefundFilter::statuses, RefundStatus::Succeeded, api::allRefundStatuses(), now,
                        all);
}

Result<std::vector<api::RefundRow>> rows(Database& database, std::span<const RefundId> ids) {
    static const std::string head =
        "SELECT " + std::string(kColumns) + " FROM refund r" + std::string(kJoins) + " WHERE r.refund_id IN (";
    return rowsByIds<ByIdTag>(database, head, ids, rowOf);
}

Result<api::RefundCounts> counts(Database& database, const CampusId& campus) {
    SqlText text{
        "SELECT status, COUNT(*) AS refunds, COALESCE(SUM(amount), 0) AS amounts, MIN(requested_at) AS oldest "
        "FROM refund",
        {}};
    text.where("status IN ('REQUESTED', 'HELD', 'PENDING', 'SENT', 'FAILED')");
    if (!campus.empty()) {
        text.where("(+campus_id = ? OR campus_id IS NULL)", {campus.str()});
    }
    text.add(" GROUP BY status");
    api::RefundCounts counts;
    EVENHAND_TRY(eachRow(text.bound(database), [&](const Statement& row) {
        const auto number = row.number("refunds");
        const Money amount{row.number("amounts")};
        switch (row.code("status", api::refundStatusFrom)) {
            case RefundStatus::Requested: counts.requested = number; break;
            case RefundStatus::Held: counts.held = number; break;
            case RefundStatus::Pending:
                counts.pending = number;
                counts.pendingAmount = amount;
                counts.oldestPending = Instant{row.number("oldest")};
                break;
            case RefundStatus::Sent:
                counts.sent = number;
                counts.sentAmount = amount;
                break;
            case RefundStatus::Failed:
                counts.failed = number;
                counts.failedAmount = amount;
                break;
            case RefundStatus::Succeeded:
            case RefundStatus::Cancelled: break;
        }
    }));
    SqlText dead{"SELECT COUNT(*) FROM task t JOIN refund r ON r.refund_id = CAST(t.subject AS SIGNED)", {}};
    dead.where("t.dead_at IS NOT NULL AND t.kind = 'refund'");
    if (!campus.empty()) {
        dead.where("(r.campus_id = ? OR r.campus_id IS NULL)", {campus.str()});
    }
    EVENHAND_ASSIGN(counts.dead, readNumber(dead.bound(database)));
    return counts;
}

Result<std::vector<api::MoneyEvent>> events(Database& database, RefundId id) {
    auto& statement =
        database.statement("SELECT at, kind, actor, detail FROM money_event WHERE refund_id = ? ORDER BY event_id");
    statement.bind(id.value);
    return readAll(statement, [](const Statement& row) {
        return api::MoneyEvent{Instant{row.number("at")}, row.code("kind", api::moneyEventKindFrom), row.text("actor"),
                               row.text("detail")};
    });
}

Result<std::vector<api::RefundRow>> ofOrder(Database& database, OrderId order) {
    return rowsWhere(database, "r.order_id = ? ORDER BY r.refund_id", order.value);
}

Result<std::vector<api::RefundRow>> ofReturn(Database& database, ReturnId id) {
    return rowsWhere(database, "r.return_id = ? ORDER BY r.refund_id DESC", id.value);
}

Result<api::OrderMoney> moneyOf(Database& database, const OrderNo& orderNo) {
    auto& statement = database.statement(
        "SELECT (SELECT COALESCE(SUM(l.quantity * l.unit_price), 0) FROM order_line l WHERE l.order_id = o.order_id) "
        "AS total, o.discount, COALESCE(p.amount, 0) AS paid, (SELECT COALESCE(SUM(r.amount), 0) FROM refund r WHERE "
        "r.order_id = o.order_id AND r.cause IN ('return', 'order', 'closed_order') AND r.status <> 'CANCELLED') "
        "AS committed, (SELECT COALESCE(SUM(r.amount), 0) FROM refund r WHERE r.order_id = o.order_id AND r.cause IN "
        "('return', 'order', 'closed_order') AND r.status IN ('PENDING', 'SENT', 'SUCCEEDED')) AS granted, (SELECT "
        "COALESCE(SUM(r.amount), 0) FROM refund r WHERE r.order_id = o.order_id AND r.cause IN ('return', 'order', "
        "'closed_order') AND r.status = 'SUCCEEDED') AS succeeded FROM orders o "
        "LEFT JOIN payment p ON p.order_id = o.order_id WHERE o.order_no = ?");
    statement.bind(orderNo.str());
    EVENHAND_ASSIGN(const auto money, readOne(statement, [](const Statement& row) {
                        api::OrderMoney found;
                        found.total = Money{row.number("total")};
                        found.discount = Money{row.number("discount")};
                        found.paid = Money{row.number("paid")};
                        found.committed = Money{row.number("committed")};
                        found.granted = Money{row.number("granted")};
                        found.succeeded = Money{row.number("succeeded")};
                        found.refundable = Money{found.paid.minor - found.committed.minor};
                        return found;
                    }));
    if (!money) {
        return fail(ErrorCode::NotFound, "no such order", "order_no", orderNo.str());
    }
    return *money;
}

Result<std::int64_t> refundedMinor(Database& database) {
    return readNumber(database.statement(
        "SELECT COALESCE(SUM(amount), 0) FROM refund WHERE status IN ('PENDING', 'SENT', 'SUCCEEDED')"));
}

Result<void> eachMoneySums(Database& database, const std::function<void(const MoneySums&)>& fn) {
    auto& statement = database.statement(
        "SELECT o.order_no, o.status, COALESCE(p.amount, 0) AS paid, f.committed, COALESCE(r.refunds, 0) AS refunds, "
        "COALESCE(r.granted, 0) AS granted, COALESCE(r.succeeded, 0) AS succeeded, COALESCE(r.closed, 0) "
        "AS closed_order, COALESCE(u.whole, 0) AS whole, COALESCE(a.fees, 0) AS fees, COALESCE(s.taken, 0) - "
        "COALESCE(a.amounts, 0) - COALESCE(a.fees, 0) AS capped "
        "FROM orders o LEFT JOIN payment p ON p.order_id = o.order_id LEFT JOIN order_refund f "
        "ON f.order_id = o.order_id LEFT JOIN (SELECT order_id, SUM(CASE WHEN status <> 'CANCELLED' THEN amount ELSE "
        "0 END) AS refunds, SUM(CASE WHEN status IN ('PENDING', 'SENT', 'SUCCEEDED') THEN amount ELSE 0 END) AS "
        "granted, SUM(CASE WHEN status = 'SUCCEEDED' THEN amount ELSE 0 END) AS succeeded, SUM(CASE WHEN cause = "
        "'closed_order' THEN amount ELSE 0 END) AS closed FROM refund WHERE cause IN ('return', 'order', "
        "'closed_order') GROUP BY order_id) r ON r.order_id = o.order_id LEFT JOIN (SELECT d.order_id, "
        "SUM(l.quantity) = SUM(l.returned) AS whole FROM deduction d JOIN deduction_line l ON l.deduction_id = "
        "d.deduction_id GROUP BY d.order_id) u ON u.order_id = o.order_id LEFT JOIN (SELECT g.order_id, SUM(x.amount) "
        "AS taken FROM return_share x JOIN goods_return g ON g.return_id = x.return_id GROUP BY g.order_id) s ON "
        "s.order_id = o.order_id LEFT JOIN (SELECT order_id, SUM(amount) AS amounts, SUM(fee) AS fees FROM "
        "goods_return WHERE status = "
        "'APPROVED' GROUP BY order_id) a ON a.order_id = o.order_id ORDER BY o.order_id");
    MoneySums sums;
    return eachRow(statement, [&](const Statement& row) {
        sums = {row.text("order_no"),     api::orderStatusFrom(row.text("status")),
                row.number("paid"),       row.maybeNumber("committed"),
                row.number("refunds"),    row.number("granted"),
                row.number("succeeded"),  row.number("closed_order"),
                row.number("whole") != 0, row.number("fees"),
                row.number("capped")};
        fn(sums);
    });
}

Result<void> eachOwed(Database& database, const std::function<void(const OwedSums&)>& fn) {
    auto& statement = database.statement(
        "SELECT w.payment_no, CASE WHEN w.matched_order IS NULL THEN w.amount ELSE 0 END AS amount, (SELECT "
        "COALESCE(SUM(r.amount), 0) FROM refund r WHERE r.payment_no = "
        "w.payment_no AND r.cause IN ('late_payment', 'wrong_amount', 'second_payment', 'unknown_order') AND r.status "
        "<> 'CANCELLED') AS refunds FROM owed_payment w ORDER BY w.payment_no");
    return eachRow(statement, [&](const Statement& row) {
        fn({row.text("payment_no"), row.number("amount"), row.number("refunds")});
    });
}

}  // namespace evenhand::store::refundPages
