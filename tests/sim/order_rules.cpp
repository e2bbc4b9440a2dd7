// SPDX-License-Identifier: GPL-3.0-or-later
#include "order_rules.h"

#include <optional>

#include "engine/store/database/sql_text.h"
#include "engine/store/records/assignment_store.h"

namespace evenhand::sim {
namespace {

using store::Database;
using store::Statement;

std::string faultOfOrder(const Statement& row) {
    const auto status = row.text("status");
    const bool closed = status == "CLOSED";
    const bool paid = !row.isNull("paid_at");
    const auto payment = row.maybeNumber("payment");
    if (row.number("older_live") > 0) {
        return "has a courier by another epoch (D1)";
    }
    if (!closed && row.text("courier_id") != row.text("holder")) {
        return "names " + row.text("courier_id") + " and is with " + row.text("holder") + " (D1)";
    }
    if (payment.has_value() != paid || (payment && *payment != row.number("payable"))) {
        return "is not paid as its payment says (M0)";
    }
    if (!closed && paid == (status == "WAIT_PAY")) {
        return "is " + status + " and " + (paid ? "paid" : "not paid") + " (M0)";
    }
    const auto refunds = row.number("refunds");
    if (refunds > payment.value_or(0) || (closed && refunds != payment.value_or(0))) {
        return "has " + std::to_string(refunds) + " going back of " + std::to_string(payment.value_or(0)) + " (R3)";
    }
    const auto deducted = row.number("deducted");
    if (deducted != row.number("units") || row.number("back") != (closed ? deducted - row.number("returned") : 0)) {
        return "has other units than it took and gave back (M3)";
    }
    if (row.number("closings") != (row.text("close_reason") == "timeout" ? 1 : 0) || row.number("confirmings") > 1) {
        return "had the effect of a timer twice, or none of it (T1)";
    }
    if (row.number("early") > 0) {
        return "had the effect of a timer before its time (T2)";
    }
    if (row.number("of_user") > 1) {
        return "is the second live one of its user in one sale (S2)";
    }
    if (row.number("payable") != row.number("line_total") - row.number("discount") ||
        row.number("discount") != row.number("drawn")) {
        return "costs something else than its lines, less what was drawn for it (M0)";
    }
    return {};
}

/// D7: nobody is sent for what came back whole. Who has picked it up brings it; and what was imported says nothing: its
/// goods had arrived.
std::string faultOfReturned(const Statement& row) {
    const auto status = row.text("status");
    const auto approved = row.maybeNumber("approved");
    const auto imported = row.maybeNumber("imported_back");
    const bool waits = status == "PAID" || status == "WAIT_PICK_UP";
    if (waits && approved && !(imported && *imported >= *approved) &&
        row.number("deducted") == row.number("returned")) {
        return "came back whole and is " + status + " (D7)";
    }
    return {};
}

/// What waits for its time in each stage.
std::string timerOf(const Statement& row) {
    const auto status = row.text("status");
    if (status == "WAIT_PAY") {
        return "unpaid";
    }
    if ((row.number("timer_flags") & 1) == 0 || status == "CLOSED" || status == "COMPLETED") {
        return {};
    }
    if (status == "DELIVERED") {
        return "auto_confirm";
    }
    if (status == "PAID" || !row.isNull("wait_reason")) {
        return "unassigned";
    }
    return status == "DELIVERING" ? "delivery_late" : "pick_up_late";
}

std::string faultOfTimer(const Statement& row) {
    const auto wanted = timerOf(row);
    const auto timer = row.text("timer");
    const bool armed = !row.isNull("due_at");
    const bool dead = row.number("dead") != 0;
    if (dead && armed) {
        return "has a timer that is armed, and nobody will try it again (T3)";
    }
    if (row.number("untold") > 0) {
        return "was late and nobody was told (T3)";
    }
    if (row.text("close_reason") == "timeout" && !row.isNull("paid_at")) {
        return "was closed by its timer though it is paid (T4)";
    }
    if (!timer.empty() && timer != wanted) {
        return "has the timer " + timer + " of a stage that it has left (T4)";
    }
    if (!wanted.empty() && (timer != wanted || !(armed || dead || row.number("timer_ended") != 0))) {
        return "has no timer, and nobody looks at it (T6)";
    }
    const bool limited = !wanted.empty() && wanted != "unpaid" && wanted != "auto_confirm";
    const bool kept = row.number("limit_kept") != 0;
    if (limited ? !armed && !kept : kept) {
        return limited ? "has a limit that nobody knows (T6)" : "has the limit of a stage that it has left (T6)";
    }
    return row.number("told_twice") > 0 ? "has one alert twice (T1)" : std::string();
}

/// D4: nobody who might have had it weighed more. D8: it went to one who had room, and who was passed over had none.
std::string faultOfAssignment(const std::string& courier, const std::string& evidenceText) {
    api::AssignmentEvidence evidence;
    store::assignments::readEvidence(evidenceText, evidence);
    std::optional<std::int64_t> own, highest;
    for (const auto& [id, weight] : evidence.ranking) {
        bool excluded = false;
        for (const auto& other : evidence.excluded) {
            excluded = excluded || other == id;
        }
        for (const auto& full : evidence.passedOver) {
            excluded = excluded || full.courier == id;
        }
        own = id.str() == courier ? weight : own;
        highest = excluded || (highest && *highest >= weight) ? highest : std::optional(weight);
    }
    if (evidence.load && evidence.load->inHand >= evidence.load->limit) {
        return "went to " + courier + ", who had as many orders as allowed (D8)";
    }
    for (const auto& full : evidence.passedOver) {
        if (full.inHand < full.limit) {
            return "passed over " + full.courier.str() + ", who had room (D8)";
        }
    }
    const bool good = evidence.ranking.empty() || (own && (!highest || *own >= *highest));
    return good ? std::string() : "went to " + courier + ", who was not the highest (D4)";
}

/// The status that an event leads to from `before`; the same: it leads nowhere; nullopt: it may not happen there.
std::optional<std::string> stepOf(const std::string& kind, const std::string& before) {
    struct Step {
        const char* kind;
        const char* from;
        const char* to;
    };
    static constexpr Step kSteps[] = {
        {"placed", "", "WAIT_PAY"},
        {"paid", "WAIT_PAY", "PAID"},
        {"assigned", "PAID", "WAIT_PICK_UP"},
        {"assigned", "WAIT_PICK_UP", "WAIT_PICK_UP"},  // to somebody else
        {"assigned", "DELIVERING", "DELIVERING"},
        {"picked_up", "WAIT_PICK_UP", "DELIVERING"},
        {"delivered", "DELIVERING", "DELIVERED"},
        {"delivery_failed", "DELIVERING", "WAIT_PICK_UP"},
        {"completed", "DELIVERED", "COMPLETED"},
        {"closed", "WAIT_PAY", "CLOSED"},
        {"closed", "PAID", "CLOSED"},
        {"closed", "WAIT_PICK_UP", "CLOSED"},
    };
    bool known = false;
    for (const auto& step : kSteps) {
        known = known || kind == step.kind;
        if (kind == step.kind && before == step.from) {
            return step.to;
        }
    }
    return known || before.empty() ? std::nullopt : std::optional(before);
}

}  // namespace

Result<std::string> lookAtOrder(Database& database, std::int64_t order, const std::string& status) {
    auto& statement = database.statement(
        "SELECT o.order_no, o.status, o.courier_id, o.payable, o.paid_at, o.close_reason, p.amount AS payment, "
        "o.wait_reason, o.timer, o.due_at, o.timer_flags, o.discount, "
        "EXISTS (SELECT 1 FROM timer_end t WHERE t.order_id = o.order_id AND t.kind = o.timer) AS timer_ended, "
        "EXISTS (SELECT 1 FROM timer_failure f WHERE f.order_id = o.order_id AND f.kind = o.timer AND f.dead_at IS NOT "
        "NULL) AS dead, "
        "EXISTS (SELECT 1 FROM late_order l WHERE l.order_id = o.order_id) AS limit_kept, "
        "(SELECT COUNT(*) FROM timer_end t WHERE t.order_id = o.order_id AND t.outcome = 'done' AND t.kind IN "
        "('unassigned', 'pick_up_late', 'delivery_late') AND NOT EXISTS (SELECT 1 FROM alert a WHERE a.order_id = "
        "t.order_id AND a.kind = t.kind)) AS untold, "
        "(SELECT COUNT(*) FROM alert a JOIN alert b ON b.order_id = a.order_id AND b.kind = a.kind AND b.alert_id > "
        "a.alert_id WHERE a.order_id = o.order_id AND a.resolved_at IS NULL AND b.resolved_at IS NULL) AS told_twice, "
        "(SELECT MAX(r.decided_at) FROM goods_return r WHERE r.order_id = o.order_id AND r.status = 'APPROVED' AND "
        "r.imported = 0) AS approved, "
        "(SELECT MAX(r.decided_at) FROM goods_return r WHERE r.order_id = o.order_id AND r.status = 'APPROVED' AND "
        "r.imported = 1) AS imported_back, "
        "(SELECT COALESCE(SUM(l.quantity * l.unit_price), 0) FROM order_line l WHERE l.order_id = o.order_id) AS "
        "line_total, "
        "(SELECT COALESCE(SUM(g.amount), 0) FROM campaign_draw g WHERE g.order_id = o.order_id) AS drawn, "
        "(SELECT COUNT(*) FROM assignment a WHERE a.order_id = o.order_id AND a.epoch <> o.epoch AND a.released_at IS "
        "NULL) AS older_live, c.courier_id AS holder, e.courier_id AS assigned, e.mode, e.by_name, e.evidence, "
        "(SELECT COALESCE(SUM(r.amount), 0) FROM refund r WHERE r.order_id = o.order_id AND r.cause IN ('return', "
        "'order', 'closed_order') AND r.status <> 'CANCELLED') AS refunds, "
        "(SELECT COALESCE(SUM(l.quantity), 0) FROM order_line l WHERE l.order_id = o.order_id) AS units, "
        "(SELECT COALESCE(SUM(x.quantity), 0) FROM deduction_line x WHERE x.deduction_id = d.deduction_id) AS "
        "deducted, "
        "(SELECT COALESCE(SUM(x.given_back), 0) FROM deduction_line x WHERE x.deduction_id = d.deduction_id) AS back, "
        "(SELECT COALESCE(SUM(x.returned), 0) FROM deduction_line x WHERE x.deduction_id = d.deduction_id) AS "
        "returned, "
        "(SELECT COUNT(*) FROM timer_end t WHERE t.order_id = o.order_id AND t.kind = 'unpaid' AND t.outcome = 'done') "
        "AS closings, "
        "(SELECT COUNT(*) FROM timer_end t WHERE t.order_id = o.order_id AND t.kind = 'auto_confirm' AND t.outcome = "
        "'done') AS confirmings, "
        "(SELECT COUNT(*) FROM timer_end t WHERE t.order_id = o.order_id AND t.outcome = 'done' AND t.by_hand = 0 AND "
        "t.at < t.due_at) AS early, "
        "CASE WHEN o.activity_id IS NULL OR o.status = 'CLOSED' THEN 0 ELSE (SELECT COUNT(*) FROM orders s WHERE "
        "s.activity_id = o.activity_id AND s.user_id = o.user_id AND s.status <> 'CLOSED') END AS of_user "
        "FROM orders o LEFT JOIN payment p ON p.order_id = o.order_id LEFT JOIN deduction d ON d.order_id = o.order_id "
        "LEFT JOIN assignment e ON e.order_id = o.order_id AND e.epoch = o.epoch "
        "LEFT JOIN assignment c ON c.order_id = o.order_id AND c.epoch = o.epoch AND c.released_at IS NULL "
        "WHERE o.order_id = ?");
    statement.bind(order);
    std::string fault;
    EVENHAND_TRY(store::eachRow(statement, [&](const Statement& row) {
        fault = row.text("status") == status
                    ? faultOfOrder(row)
                    : "is " + row.text("status") + ", its events lead to '" + status + "' (D6)";
        if (fault.empty()) {
            fault = faultOfReturned(row);
        }
        if (fault.empty()) {
            fault = faultOfTimer(row);
        }
        if (fault.empty() && row.text("mode") == "strong" && row.number("by_name") == 0) {
            fault = faultOfAssignment(row.text("assigned"), row.text("evidence"));
        }
        if (!fault.empty()) {
            fault = "order " + row.text("order_no") + " " + fault;
        }
    }));
    return fault;
}

Result<std::string> OrderSteps::look(Database& database) {
    auto& events =
        database.statement("SELECT event_id, order_id, kind FROM order_event WHERE event_id > ? ORDER BY event_id");
    events.bind(m_event);
    std::string fault;
    EVENHAND_TRY(store::eachRow(events, [&](const Statement& row) {
        m_event = row.number("event_id");
        const auto order = row.number("order_id");
        auto& at = m_reached[order];
        const auto kind = row.text("kind");
        if (const auto next = stepOf(kind, at)) {
            at = *next;
        } else if (fault.empty()) {
            fault = "order id " + std::to_string(order) + " was '" + at + "' when '" + kind + "' happened to it (D6)";
        }
    }));
    return fault;
}

std::string OrderSteps::statusOf(std::int64_t order) const {
    const auto found = m_reached.find(order);
    return found == m_reached.end() ? std::string() : found->second;
}

}  // namespace evenhand::sim
