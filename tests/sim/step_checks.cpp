// SPDX-License-Identifier: GPL-3.0-or-later
#include "step_checks.h"

#include <charconv>
#include <set>

#include "engine/dispatch/keys.h"
#include "engine/seckill/activities.h"
#include "engine/seckill_slots/slots.h"
#include "engine/store/pages/verify_store.h"
#include "engine/store/records/activity_store.h"
#include "engine/store/records/assignment_store.h"

namespace evenhand::sim {
namespace {

using store::Database;
using store::Statement;

template <typename Row>
Result<void> forEach(Statement& statement, Row row) {
    EVENHAND_TRY(statement.query());
    while (statement.next()) {
        row(statement);
    }
    auto ended = statement.status();
    statement.finish();
    return ended;
}

Result<std::int64_t> numberFrom(Database& database, const char* sql) {
    std::int64_t number = 0;
    EVENHAND_TRY(forEach(database.statement(sql), [&](const Statement& row) { number = row.onlyNumber(); }));
    return number;
}

/// The orders that rows of other tables speak of.
Result<void> addOrders(Database& database, const char* sql, const std::vector<std::string>& keys,
                       std::set<std::int64_t>& orders) {
    for (const auto& key : keys) {
        auto& statement = database.statement(sql);
        statement.bind(std::stoll(key));
        EVENHAND_TRY(forEach(statement, [&](const Statement& row) {
            if (!row.isNull("order_id")) {
                orders.insert(row.number("order_id"));
            }
        }));
    }
    return {};
}

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
    return row.number("of_user") > 1 ? "is the second live one of its user in one sale (S2)" : std::string();
}

/// D4: nobody who might have had it weighed more.
std::string faultOfAssignment(const std::string& courier, const std::string& evidenceText) {
    api::AssignmentEvidence evidence;
    store::assignments::readEvidence(evidenceText, evidence);
    std::optional<std::int64_t> own, highest;
    for (const auto& [id, weight] : evidence.ranking) {
        bool excluded = false;
        for (const auto& other : evidence.excluded) {
            excluded = excluded || other == id;
        }
        own = id.str() == courier ? weight : own;
        highest = excluded || (highest && *highest >= weight) ? highest : std::optional(weight);
    }
    const bool good = evidence.ranking.empty() || (own && (!highest || *own >= *highest));
    return good ? std::string() : "went to " + courier + ", who was not the highest (D4)";
}

Result<std::string> lookAtOrder(Database& database, std::int64_t order) {
    auto& statement = database.statement(
        "SELECT o.order_no, o.status, o.courier_id, o.payable, o.paid_at, o.close_reason, p.amount AS payment, "
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
    EVENHAND_TRY(forEach(statement, [&](const Statement& row) {
        fault = faultOfOrder(row);
        if (fault.empty() && row.text("mode") == "strong" && row.number("by_name") == 0) {
            fault = faultOfAssignment(row.text("assigned"), row.text("evidence"));
        }
        if (!fault.empty()) {
            fault = "order " + row.text("order_no") + " " + fault;
        }
    }));
    return fault;
}

Result<std::string> lookAtReturn(Database& database, const std::string& id) {
    auto& statement = database.statement(
        "SELECT d.sku, d.quantity, d.returned, d.restocked, "
        "(SELECT COALESCE(SUM(l.approved), 0) FROM goods_return r JOIN return_line l ON l.return_id = r.return_id "
        "WHERE r.deduction_id = d.deduction_id AND l.sku = d.sku AND r.status = 'APPROVED') AS accepted, "
        "(SELECT COALESCE(SUM(l.sellable), 0) FROM goods_return r JOIN return_line l ON l.return_id = r.return_id "
        "WHERE r.deduction_id = d.deduction_id AND l.sku = d.sku AND r.status = 'APPROVED') AS sellable "
        "FROM deduction_line d WHERE d.deduction_id = (SELECT deduction_id FROM goods_return WHERE return_id = ?)");
    statement.bind(std::stoll(id));
    std::string fault;
    EVENHAND_TRY(forEach(statement, [&](const Statement& row) {
        const auto accepted = row.number("accepted");
        if (accepted > row.number("quantity") || accepted != row.number("returned")) {
            fault = "return " + id + ": " + std::to_string(accepted) + " of " + row.text("sku") + " came back of " +
                    std::to_string(row.number("quantity")) + " (R1)";
        } else if (row.number("sellable") != row.number("restocked")) {
            fault = "return " + id + ": not what can be sold of " + row.text("sku") + " was restocked (R4)";
        }
    }));
    return fault;
}

using ByName = std::map<std::string, std::int64_t>;

Result<ByName> pairsOf(keyspace::EmbeddedKeyspace& keyspace, std::initializer_list<std::string_view> command) {
    EVENHAND_ASSIGN(const auto reply, keyspace.call(command));
    ByName pairs;
    for (std::size_t i = 0; i + 1 < reply.elements.size(); i += 2) {
        const auto& text = reply.elements[i + 1].text;
        std::from_chars(text.data(), text.data() + text.size(), pairs[reply.elements[i].text]);
    }
    return pairs;
}

/// D3.
Result<std::string> lookAtWeights(Database& database, keyspace::EmbeddedKeyspace& keyspace) {
    struct Courier {
        std::string id, campus;
        bool onDuty = false;
        std::int64_t weight = 0;
    };
    std::vector<Courier> couriers;
    EVENHAND_TRY(forEach(
        database.statement(
            "SELECT c.courier_id, c.campus_id, c.on_duty, COALESCE(w.entered, 0) + COALESCE(a.given, 0) AS weight "
            "FROM courier c LEFT JOIN (SELECT courier_id, SUM(amount) AS entered FROM weight_entry GROUP BY "
            "courier_id) w ON w.courier_id = c.courier_id LEFT JOIN (SELECT courier_id, SUM(given_back - charged) AS "
            "given FROM assignment GROUP BY courier_id) a ON a.courier_id = c.courier_id ORDER BY c.campus_id"),
        [&](const Statement& row) {
            couriers.push_back(
                {row.text("courier_id"), row.text("campus_id"), row.number("on_duty") != 0, row.number("weight")});
        }));
    std::string campus;
    ByName active, kept, open;
    for (const auto& courier : couriers) {
        if (courier.campus != campus) {
            campus = courier.campus;
            const dispatch::CampusKeys keys{CampusId(campus)};
            EVENHAND_ASSIGN(active, pairsOf(keyspace, {"ZRANGE", keys.weights(), "0", "-1", "WITHSCORES"}));
            EVENHAND_ASSIGN(kept, pairsOf(keyspace, {"HGETALL", keys.kept()}));
            EVENHAND_ASSIGN(open, pairsOf(keyspace, {"HGETALL", keys.open()}));
        }
        const auto& here = courier.onDuty ? active : kept;
        const auto found = here.find(courier.id);
        if (found == here.end() || found->second != courier.weight - open[courier.id]) {
            return "courier " + courier.id + " weighs " +
                   (found == here.end() ? "nothing" : std::to_string(found->second)) + ", the records say " +
                   std::to_string(courier.weight - open[courier.id]) + " (D3)";
        }
    }
    return std::string();
}

/// S1, and the figures of S5.
Result<std::string> lookAtSales(Database& database, keyspace::EmbeddedKeyspace& keyspace) {
    std::vector<store::activities::Sums> all;
    EVENHAND_TRY(store::activities::eachSums(database, [&](const auto& sums) {
        if (sums.row.startedAt) {
            all.push_back(sums);
        }
    }));
    for (const auto& [row, live] : all) {
        const auto name = "sale " + row.set.id.str();
        if (row.left < 0 || row.ordered != live) {
            return name + " has " + std::to_string(live) + " live orders and says " + std::to_string(row.ordered) +
                   ", with " + std::to_string(row.left) + " units left (S1)";
        }
        if (!seckill::isLive(row)) {
            continue;  // its keys may be gone
        }
        EVENHAND_ASSIGN(const auto found, seckill::figures(keyspace, seckill::ActivityKeys(row.set.id)));
        if (!found.stock || *found.stock < 0 || *found.stock + found.messages != row.left) {
            return name + " has " + (found.stock ? std::to_string(*found.stock) : "nothing") + " to reserve and " +
                   std::to_string(found.messages) + " reserved of " + std::to_string(row.left) + " (S1)";
        }
        if (found.state != row.state || found.slots != live + found.messages) {
            return name + " has " + std::to_string(found.slots) + " slots for " + std::to_string(live) +
                   " orders and " + std::to_string(found.messages) + " reservations, or another state (S5)";
        }
    }
    return std::string();
}

/// M3.
Result<std::string> lookAtStock(Database& database) {
    std::string fault;
    EVENHAND_TRY(store::verify::eachStock(database, [&](const store::verify::Stock& stock) {
        if (stock.onHand < 0 || stock.onHand != stock.received - stock.taken + stock.givenBack + stock.restocked) {
            fault = stock.sku + " has " + std::to_string(stock.onHand) + " on hand, and other records (M3)";
        }
    }));
    return fault;
}

}  // namespace

Result<std::string> StepChecks::lookAtLedger(Database& database) {
    auto& entries = database.statement(
        "SELECT entry_id, debit, credit, amount FROM ledger_entry WHERE entry_id > ? ORDER BY entry_id");
    entries.bind(m_entry);
    const auto before = m_entry;
    std::string fault;
    EVENHAND_TRY(forEach(entries, [&](const Statement& row) {
        m_entry = row.number("entry_id");
        const auto amount = row.number("amount");
        if (amount <= 0 || row.text("debit") == row.text("credit")) {
            fault = "entry " + std::to_string(m_entry) + " of the ledger moves nothing (M1)";
        }
        m_sums[row.text("debit")].debit += amount;
        m_sums[row.text("credit")].credit += amount;
    }));
    if (m_entry == before || !fault.empty()) {
        return fault;
    }
    auto& balances = database.statement(
        "SELECT account, SUM(debit) AS debits, SUM(credit) AS credits FROM ledger_balance GROUP BY account");
    std::int64_t all = 0;
    std::size_t met = 0;
    EVENHAND_TRY(forEach(balances, [&](const Statement& row) {
        const auto& sums = m_sums[row.text("account")];
        all += row.number("debits") - row.number("credits");
        ++met;
        if (sums.debit != row.number("debits") || sums.credit != row.number("credits")) {
            fault = "account " + row.text("account") + " is not the sum of its entries (M2)";
        }
    }));
    if (fault.empty() && (all != 0 || met < m_sums.size())) {
        fault = "the accounts do not sum to 0 (M1)";
    }
    return fault;
}

Result<std::string> StepChecks::look(Database& database, keyspace::EmbeddedKeyspace& keyspace,
                                     const History::Touched& touched) {
    const auto of = [&](const char* table) {
        const auto found = touched.find(table);
        return found == touched.end() ? std::vector<std::string>() : found->second;
    };
    std::set<std::int64_t> orders;
    for (const auto& key : of("order")) {
        orders.insert(std::stoll(key));
    }
    const auto returns = of("return");
    EVENHAND_TRY(addOrders(database, "SELECT order_id FROM refund WHERE refund_id = ?", of("refund"), orders));
    EVENHAND_TRY(addOrders(database, "SELECT order_id FROM deduction WHERE deduction_id = ?", of("deduction"), orders));
    EVENHAND_TRY(addOrders(database, "SELECT order_id FROM goods_return WHERE return_id = ?", returns, orders));
    for (const auto order : orders) {
        EVENHAND_ASSIGN(auto fault, lookAtOrder(database, order));
        if (!fault.empty()) {
            return fault;
        }
    }
    for (const auto& id : returns) {
        EVENHAND_ASSIGN(auto fault, lookAtReturn(database, id));
        if (!fault.empty()) {
            return fault;
        }
    }
    EVENHAND_ASSIGN(auto fault, lookAtLedger(database));
    EVENHAND_ASSIGN(const auto weight, numberFrom(database, "SELECT COALESCE(MAX(entry_id), 0) FROM weight_entry"));
    EVENHAND_ASSIGN(const auto duty, numberFrom(database, "SELECT COALESCE(MAX(version), 0) FROM duty_entry"));
    EVENHAND_ASSIGN(const auto stock, numberFrom(database, "SELECT COALESCE(MAX(entry_id), 0) FROM stock_entry"));
    if (fault.empty() && (!orders.empty() || weight != m_weightEntry || duty != m_dutyEntry)) {
        EVENHAND_ASSIGN(fault, lookAtWeights(database, keyspace));
    }
    const bool moved = !of("deduction").empty() || !returns.empty() || !of("activity").empty();
    if (fault.empty() && (moved || stock != m_stockEntry)) {
        EVENHAND_ASSIGN(fault, lookAtStock(database));
    }
    m_weightEntry = weight;
    m_dutyEntry = duty;
    m_stockEntry = stock;
    if (fault.empty()) {
        EVENHAND_ASSIGN(fault, lookAtSales(database, keyspace));
    }
    return fault;
}

}  // namespace evenhand::sim
