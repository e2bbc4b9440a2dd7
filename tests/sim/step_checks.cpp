// SPDX-License-Identifier: GPL-3.0-or-later
#include "step_checks.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "engine/dispatch/dispatch_checks.h"
#include "engine/dispatch/keys.h"
#include "engine/draws/balance.h"
#include "engine/ring/ring.h"
#include "engine/seckill/activities.h"
#include "engine/seckill_slots/slots.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/pages/verify_store.h"
#include "engine/store/records/activity_store.h"

namespace evenhand::sim {
namespace {

using store::Database;
using store::Statement;

Result<std::int64_t> numberFrom(Database& database, const char* sql) {
    std::int64_t number = 0;
    EVENHAND_TRY(store::eachRow(database.statement(sql), [&](const Statement& row) { number = row.onlyNumber(); }));
    return number;
}

/// The orders that rows of other tables speak of.
Result<void> addOrders(Database& database, const char* sql, const std::vector<std::string>& keys,
                       std::set<std::int64_t>& orders) {
    for (const auto& key : keys) {
        auto& statement = database.statement(sql);
        statement.bind(std::stoll(key));
        EVENHAND_TRY(store::eachRow(statement, [&](const Statement& row) {
            if (!row.isNull("order_id")) {
                orders.insert(row.number("order_id"));
            }
        }));
    }
    return {};
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
    EVENHAND_TRY(store::eachRow(statement, [&](const Statement& row) {
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

/// W1, W2 and W3 of one task; what it is about into `subjects`.
Result<std::string> lookAtTask(Database& database, const std::string& id,
                               std::set<std::pair<std::string, std::string>>& subjects) {
    auto& statement = database.statement(
        "SELECT kind, subject, position, status, due_at, ended_at, attempts, token, worker FROM task WHERE task_id = "
        "?");
    statement.bind(std::stoll(id));
    std::string fault;
    EVENHAND_TRY(store::eachRow(statement, [&](const Statement& row) {
        const auto status = row.text("status");
        const bool open = status == "PENDING" || status == "PROCESSING";
        const bool taken = status != "PROCESSING" || (row.number("token") >= 1 && !row.text("worker").empty());
        const auto name = "task " + id + " (" + row.text("kind") + " " + row.text("subject") + ", " + status + ") ";
        if (row.number("token") < row.number("attempts") || !taken) {
            fault = name + "was begun without a token of its own (W1)";
        } else if (row.isNull("due_at") == open || row.isNull("ended_at") != open) {
            fault = name + "is due or over, and its status says otherwise (W3)";
        } else if (row.number("position") !=
                   static_cast<std::int64_t>(tasks::ringPositionOf(row.text("kind"), row.text("subject")))) {
            fault = name + "is where its worker does not look (W2)";
        }
        subjects.emplace(row.text("kind"), row.text("subject"));
    }));
    return fault;
}

/// W3: what waits has a task, and what is over has none that is open.
Result<std::string> lookAtSubject(Database& database, const std::string& kind, const std::string& subject) {
    if (kind != "refund" && kind != "webhook") {
        return std::string();
    }
    auto& statement = kind == "refund"
                          ? database.statement(
                                "SELECT r.status, r.provider, (SELECT t.status FROM task t WHERE t.kind = 'refund' "
                                "AND t.subject = ?) AS task FROM refund r WHERE r.refund_id = ?")
                          : database.statement(
                                "SELECT w.status, '' AS provider, (SELECT t.status FROM task t WHERE t.kind = "
                                "'webhook' AND t.subject = ?) AS task FROM webhook_delivery w WHERE w.delivery_id = ?");
    statement.bind(subject).bind(std::stoll(subject));
    std::string fault;
    EVENHAND_TRY(store::eachRow(statement, [&](const Statement& row) {
        const auto status = row.text("status");
        const auto task = row.text("task");
        const bool open = task == "PENDING" || task == "PROCESSING";
        bool good = true;
        if (kind == "webhook") {
            good = status == "pending"     ? open
                   : status == "delivered" ? task == "DONE"
                                           : !task.empty() && !open && task != "DONE";
        } else if (row.text("provider") != "manual" && status != "REQUESTED" && status != "HELD") {
            const bool waits = status == "PENDING" || status == "SENT";
            good = waits == (!task.empty() && task != "DONE");
        }
        if (!good) {
            fault = kind + " " + subject + " is " + status + " and its task is " + (task.empty() ? "not there" : task) +
                    " (W3)";
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

/// D3, and of D8 that orders in hand and limits are counted alike.
Result<std::string> lookAtWeights(Database& database, keyspace::EmbeddedKeyspace& keyspace) {
    struct Courier {
        std::string id, campus;
        bool onDuty = false;
        std::int64_t weight = 0, inHand = 0, limit = 0;
    };
    std::vector<Courier> couriers;
    EVENHAND_TRY(store::eachRow(
        database.statement(
            "SELECT c.courier_id, c.campus_id, c.on_duty, COALESCE(w.entered, 0) + COALESCE(a.given, 0) AS weight, "
            "COALESCE(h.in_hand, 0) AS in_hand, COALESCE(c.load_limit, p.load_limit, 0) AS load_limit "
            "FROM courier c JOIN campus p ON p.campus_id = c.campus_id LEFT JOIN (SELECT courier_id, COUNT(*) AS "
            "in_hand "
            "FROM orders WHERE status IN ('WAIT_PICK_UP', 'DELIVERING') GROUP BY courier_id) h ON h.courier_id = "
            "c.courier_id LEFT JOIN (SELECT courier_id, SUM(amount) AS entered FROM weight_entry GROUP BY "
            "courier_id) w ON w.courier_id = c.courier_id LEFT JOIN (SELECT courier_id, SUM(given_back - charged) AS "
            "given FROM assignment GROUP BY courier_id) a ON a.courier_id = c.courier_id ORDER BY c.campus_id"),
        [&](const Statement& row) {
            couriers.push_back({row.text("courier_id"), row.text("campus_id"), row.number("on_duty") != 0,
                                row.number("weight"), row.number("in_hand"), row.number("load_limit")});
        }));
    std::string campus;
    ByName active, kept, open, inHand, limits;
    for (const auto& courier : couriers) {
        if (courier.campus != campus) {
            campus = courier.campus;
            const dispatch::CampusKeys keys{CampusId(campus)};
            EVENHAND_ASSIGN(active, pairsOf(keyspace, {"ZRANGE", keys.weights(), "0", "-1", "WITHSCORES"}));
            EVENHAND_ASSIGN(kept, pairsOf(keyspace, {"HGETALL", keys.kept()}));
            EVENHAND_ASSIGN(open, pairsOf(keyspace, {"HGETALL", keys.open()}));
            EVENHAND_ASSIGN(inHand, pairsOf(keyspace, {"HGETALL", keys.inHand()}));
            EVENHAND_ASSIGN(limits, pairsOf(keyspace, {"HGETALL", keys.limits()}));
        }
        const auto& here = courier.onDuty ? active : kept;
        const auto found = here.find(courier.id);
        if (found == here.end() || found->second != courier.weight - open[courier.id]) {
            return "courier " + courier.id + " weighs " +
                   (found == here.end() ? "nothing" : std::to_string(found->second)) + ", the records say " +
                   std::to_string(courier.weight - open[courier.id]) + " (D3)";
        }
        if (inHand[courier.id] != courier.inHand) {
            return "courier " + courier.id + " has " + std::to_string(inHand[courier.id]) +
                   " orders in hand, the records say " + std::to_string(courier.inHand) + " (D8)";
        }
        if (limits[limits.contains(courier.id) ? courier.id : ""] != courier.limit) {
            return "the load limit of courier " + courier.id + " is not that of the records (D8)";
        }
    }
    return std::string();
}

/// D5 of dispatch; of messages of sales: S1.
Result<std::string> lookAtMessages(keyspace::EmbeddedKeyspace& keyspace) {
    for (const auto& topic : dispatch::dispatchTopics()) {
        EVENHAND_ASSIGN(const auto found, runtime::topicFigures(keyspace, topic));
        if (found.added != found.length + found.acknowledged + found.dead || found.pending > found.length) {
            return topic + ": " + std::to_string(found.added) + " messages came, " + std::to_string(found.length) +
                   " are there, " + std::to_string(found.acknowledged) + " are done and " + std::to_string(found.dead) +
                   " dead (D5)";
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

/// C1 and C4, as long as no step of a draw is on its way.
Result<std::string> lookAtCampaign(Database& database, keyspace::EmbeddedKeyspace& keyspace,
                                   const store::campaigns::Record& campaign, const History::Taken& taken) {
    constexpr std::int64_t kPlace = 1'000'000'000'000;
    const auto& shape = campaign.row.settings.shape;
    const auto name = "campaign " + campaign.row.id.str();
    EVENHAND_ASSIGN(const auto balance, campaigns::balanceOf(keyspace, database, campaign));
    const auto all =
        taken.granted - taken.givenBack + balance.queued + balance.compensation + balance.inFlight + balance.unspent;
    if (all != shape.budget.minor) {
        return name + " accounts for " + std::to_string(all) + " of " + std::to_string(shape.budget.minor) + " (C1)";
    }
    if (balance.draws > 0 || balance.inFlight > 0) {
        return std::string();
    }
    if (campaign.row.state != api::CampaignState::Ended && taken.draws + balance.placesLeft != shape.places) {
        return name + " granted " + std::to_string(taken.draws) + " and has " + std::to_string(balance.placesLeft) +
               " left of " + std::to_string(shape.places) + " places (C1)";
    }
    ByName charged;
    for (std::int64_t shard = 0; shard < campaigns::shardCount(shape.queues); ++shard) {
        EVENHAND_ASSIGN(const auto some,
                        pairsOf(keyspace, {"HGETALL", campaigns::ShardKeys(campaign.no, shard).totals}));
        charged.insert(some.begin(), some.end());
    }
    for (const auto& [user, sums] : taken.users) {
        charged[user] -= sums.draws * kPlace + sums.amount;
    }
    for (const auto& [user, rest] : charged) {
        if (rest != 0) {
            return name + ": user " + user + " is charged " + std::to_string(rest) + " more than was granted (C4)";
        }
    }
    return std::string();
}

Result<std::string> lookAtCampaigns(Database& database, keyspace::EmbeddedKeyspace& keyspace,
                                    const std::vector<std::string>& numbers,
                                    const std::map<std::string, History::Taken>& taken) {
    if (numbers.empty()) {
        return std::string();
    }
    EVENHAND_ASSIGN(const auto campaigns, store::campaigns::allFresh(database));
    for (const auto& campaign : campaigns) {
        const auto number = std::to_string(campaign.no);
        if (campaign.row.state == api::CampaignState::Building ||
            std::find(numbers.begin(), numbers.end(), number) == numbers.end()) {
            continue;
        }
        const auto sums = taken.find(number);
        EVENHAND_ASSIGN(auto fault, lookAtCampaign(database, keyspace, campaign,
                                                   sums == taken.end() ? History::Taken() : sums->second));
        if (!fault.empty()) {
            return fault;
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
    EVENHAND_TRY(store::eachRow(entries, [&](const Statement& row) {
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
    EVENHAND_TRY(store::eachRow(balances, [&](const Statement& row) {
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
                                     const History::Touched& touched,
                                     const std::map<std::string, History::Taken>& taken) {
    const auto of = [&](const char* table) {
        const auto found = touched.find(table);
        return found == touched.end() ? std::vector<std::string>() : found->second;
    };
    std::set<std::int64_t> orders;
    for (const auto& key : of("order")) {
        orders.insert(std::stoll(key));
    }
    const auto returns = of("return");
    EVENHAND_TRY(addOrders(database, "SELECT order_id FROM alert WHERE alert_id = ? AND order_id IS NOT NULL",
                           of("alert"), orders));
    EVENHAND_TRY(addOrders(database, "SELECT order_id FROM refund WHERE refund_id = ?", of("refund"), orders));
    EVENHAND_TRY(addOrders(database, "SELECT order_id FROM deduction WHERE deduction_id = ?", of("deduction"), orders));
    EVENHAND_TRY(addOrders(database, "SELECT order_id FROM goods_return WHERE return_id = ?", returns, orders));
    EVENHAND_ASSIGN(auto stepFault, m_steps.look(database));
    if (!stepFault.empty()) {
        return stepFault;
    }
    for (const auto order : orders) {
        EVENHAND_ASSIGN(auto fault, lookAtOrder(database, order, m_steps.statusOf(order)));
        if (!fault.empty()) {
            return fault;
        }
    }
    std::set<std::pair<std::string, std::string>> subjects;
    for (const auto& id : of("task")) {
        EVENHAND_ASSIGN(auto fault, lookAtTask(database, id, subjects));
        if (!fault.empty()) {
            return fault;
        }
    }
    for (const auto& id : of("refund")) {
        subjects.emplace("refund", id);
    }
    for (const auto& [kind, subject] : subjects) {
        EVENHAND_ASSIGN(auto fault, lookAtSubject(database, kind, subject));
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
        EVENHAND_ASSIGN(fault, lookAtMessages(keyspace));
    }
    if (fault.empty()) {
        EVENHAND_ASSIGN(fault, lookAtSales(database, keyspace));
    }
    if (fault.empty()) {
        EVENHAND_ASSIGN(fault, lookAtCampaigns(database, keyspace, of("campaign"), taken));
    }
    return fault;
}

}  // namespace evenhand::sim
