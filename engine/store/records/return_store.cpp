// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/return_store.h"

#include <algorithm>
#include <unordered_map>

#include "engine/store/database/multi_row.h"
#include "engine/store/database/sql_text.h"

namespace evenhand::store::returns {
namespace {

using api::ReturnStatus;

constexpr std::string_view kDeducted =
    "SELECT d.deduction_id, o.order_id, o.order_no, o.user_id, o.campus_id, o.activity_id, o.status, o.version, "
    "p.amount, o.discount";
const std::string kByDeduction = std::string(kDeducted) +
                                 " FROM deduction d JOIN orders o ON o.order_id = d.order_id LEFT JOIN payment p ON "
                                 "p.order_id = o.order_id WHERE d.deduction_id = ?";
const std::string kByNumber = std::string(kDeducted) +
                              " FROM orders o JOIN deduction d ON d.order_id = o.order_id LEFT JOIN payment p ON "
                              "p.order_id = o.order_id WHERE o.order_no = ?";
// Paid and not closed: the index of a user's orders by time, newest first.
constexpr std::string_view kOfUser =
    " FROM orders o JOIN deduction d ON d.order_id = o.order_id JOIN deduction_line l ON l.deduction_id = "
    "d.deduction_id AND l.sku = ? LEFT JOIN payment p ON p.order_id = o.order_id WHERE o.user_id = ? AND o.placed_at "
    "<= ? AND o.status IN ('PAID', 'WAIT_PICK_UP', 'DELIVERING', 'DELIVERED', 'COMPLETED')";
const std::string kMatching = std::string(kDeducted) + ", l.quantity - l.given_back - l.requested - l.returned" +
                              std::string(kOfUser) +
                              " AND l.quantity > l.given_back + l.requested + l.returned ORDER BY o.placed_at DESC, "
                              "o.order_no DESC LIMIT ? OFFSET ?";
const std::string kAny = "SELECT 1" + std::string(kOfUser) + " LIMIT 1";

Deducted deductedOf(const Statement& row) {
    Deducted found;
    found.deduction = DeductionId{row.number(0)};
    found.order = OrderId{row.number(1)};
    found.orderNo = OrderNo(row.text(2));
    found.user = UserId(row.text(3));
    found.campus = CampusId(row.text(4));
    found.activity = ActivityId(row.text(5));
    found.status = row.code(6, api::orderStatusFrom);
    found.version = row.number(7);
    found.paid = Money{row.maybeNumber(8).value_or(0)};
    found.discount = Money{row.number(9)};
    return found;
}

constexpr std::string_view kColumns =
    "SELECT return_id, return_no, deduction_id, order_id, campus_id, body_hash, matched, status, stage, goods, "
    "goods_first, units, asked_amount, amount, requester, reason, requested_at, created_at, round, first_approver, "
    "decider, decided_at, decision_reason, customer_note, goods_at, version, imported FROM goods_return ";
const std::string kById = std::string(kColumns) + "WHERE return_id = ?";
const std::string kByReturnNo = std::string(kColumns) + "WHERE deduction_id = ? AND return_no = ?";
const std::string kMatched = std::string(kColumns) + "WHERE return_no = ? AND matched = 1 ORDER BY return_id";
const std::string kOfOrder = std::string(kColumns) + "WHERE order_id = ? ORDER BY return_id";

Record recordOf(const Statement& row) {
    Record found;
    found.id = ReturnId{row.number(0)};
    found.number = ReturnNo(row.text(1));
    found.deduction = DeductionId{row.number(2)};
    found.order = OrderId{row.number(3)};
    found.campus = CampusId(row.text(4));
    found.bodyHash = row.blob(5);
    found.matched = row.number(6) != 0;
    found.status = row.code(7, api::returnStatusFrom);
    found.stage = row.code(8, api::returnStageFrom);
    found.goods = row.code(9, api::goodsStateFrom);
    found.goodsFirst = row.number(10) != 0;
    found.units = row.number(11);
    found.asked = Money{row.number(12)};
    if (const auto amount = row.maybeNumber(13)) {
        found.amount = Money{*amount};
    }
    found.requester = row.text(14);
    found.reason = row.text(15);
    found.requestedAt = Instant{row.number(16)};
    found.createdAt = Instant{row.number(17)};
    found.round = row.number(18);
    found.firstApprover = textOf(row, 19);
    found.decider = textOf(row, 20);
    found.decidedAt = instantOf(row, 21);
    found.decisionReason = row.text(22);
    found.customerNote = row.text(23);
    found.goodsAt = instantOf(row, 24);
    found.version = row.number(25);
    found.imported = row.number(26) != 0;
    return found;
}

struct LineTag;
struct ShareTag;
struct TakenTag;

}  // namespace

Result<std::optional<Deducted>> findDeduction(Database& database, DeductionId deduction) {
    auto& statement = database.statement(kByDeduction);
    statement.bind(deduction.value);
    return readOne(statement, deductedOf);
}

Result<std::optional<Deducted>> findDeduction(Database& database, const OrderNo& orderNo) {
    auto& statement = database.statement(kByNumber);
    statement.bind(orderNo.str());
    return readOne(statement, deductedOf);
}

Result<std::vector<Units>> unitsOf(Database& database, DeductionId deduction) {
    auto& statement = database.statement(
        "SELECT sku, quantity, given_back, requested, returned, restocked FROM deduction_line WHERE deduction_id = ? "
        "ORDER BY sku");
    statement.bind(deduction.value);
    return readAll(statement, [](const Statement& row) {
        return Units{row.text(0), row.number(1), row.number(2), row.number(3), row.number(4), row.number(5)};
    });
}

Result<std::vector<Match>> matching(Database& database, const UserId& user, const Sku& sku, Instant at,
                                    std::int64_t skip, std::int64_t limit) {
    auto& statement = database.statement(kMatching);
    statement.bind(sku.str()).bind(user.str()).bind(at).bind(limit).bind(skip);
    return readAll(statement, [](const Statement& row) { return Match{deductedOf(row), row.number(10)}; });
}

Result<bool> anyDeducted(Database& database, const UserId& user, const Sku& sku, Instant at) {
    auto& statement = database.statement(kAny);
    statement.bind(sku.str()).bind(user.str()).bind(at);
    EVENHAND_ASSIGN(const auto found, readNumber(statement));
    return found != 0;
}

Result<bool> hold(Database& database, DeductionId deduction, std::string_view sku, std::int64_t requested,
                  std::int64_t returned) {
    auto& statement = database.statement(
        "UPDATE deduction_line SET requested = requested + ?, returned = returned + ? WHERE deduction_id = ? AND "
        "sku = ? AND quantity - given_back - requested - returned >= ? AND requested + ? >= 0 AND returned + ? >= 0");
    statement.bind(requested).bind(returned).bind(deduction.value).bind(sku).bind(requested + returned);
    statement.bind(requested).bind(returned);
    return changedOne(statement);
}

Result<void> addRestocked(Database& database, DeductionId deduction, std::string_view sku, std::int64_t units) {
    auto& statement =
        database.statement("UPDATE deduction_line SET restocked = restocked + ? WHERE deduction_id = ? AND sku = ?");
    statement.bind(units).bind(deduction.value).bind(sku);
    EVENHAND_TRY(statement.write());
    return {};
}

Result<std::optional<Record>> find(Database& database, ReturnId id) {
    auto& statement = database.statement(kById);
    statement.bind(id.value);
    return readOne(statement, recordOf);
}

Result<std::optional<Record>> find(Database& database, DeductionId deduction, const ReturnNo& number) {
    auto& statement = database.statement(kByReturnNo);
    statement.bind(deduction.value).bind(number.str());
    return readOne(statement, recordOf);
}

Result<std::vector<Record>> findMatched(Database& database, const ReturnNo& number) {
    auto& statement = database.statement(kMatched);
    statement.bind(number.str());
    return readAll(statement, recordOf);
}

Result<std::vector<Record>> ofOrder(Database& database, OrderId order, std::span<const ReturnStatus> statuses) {
    auto& statement = database.statement(kOfOrder);
    statement.bind(order.value);
    EVENHAND_ASSIGN(auto all, readAll(statement, recordOf));
    std::erase_if(all, [&](const Record& record) {
        return std::find(statuses.begin(), statuses.end(), record.status) == statuses.end();
    });
    return all;
}

Result<std::vector<Line>> linesOf(Database& database, ReturnId id) {
    auto& statement = database.statement(
        "SELECT sku, units, approved, sellable, damaged FROM return_line WHERE return_id = ? ORDER BY sku");
    statement.bind(id.value);
    return readAll(statement, [](const Statement& row) {
        return Line{row.text(0), row.number(1), row.maybeNumber(2), row.maybeNumber(3), row.maybeNumber(4)};
    });
}

Result<ReturnId> insert(Database& database, const Record& record, std::span<const Line> lines) {
    auto& statement = database.statement(
        "INSERT INTO goods_return(return_no, deduction_id, order_id, campus_id, body_hash, matched, status, stage, "
        "goods, goods_first, units, asked_amount, amount, requester, reason, requested_at, created_at, round, version, "
        "imported) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, NULL, ?, ?, ?, ?, 0, 1, ?)");
    statement.bind(record.number.str()).bind(record.deduction.value).bind(record.order.value);
    statement.bind(record.campus.str()).bindBlob(record.bodyHash).bind(std::int64_t{record.matched ? 1 : 0});
    statement.bind(api::toText(record.status)).bind(api::toText(record.stage)).bind(api::toText(record.goods));
    statement.bind(record.units).bind(record.asked.minor).bind(record.requester).bind(record.reason);
    statement.bind(record.requestedAt).bind(record.createdAt).bind(std::int64_t{record.imported ? 1 : 0});
    EVENHAND_TRY(statement.write());
    const ReturnId id{statement.lastInsertId()};
    EVENHAND_TRY(insertRows<LineTag>(
        database, "INSERT INTO return_line(return_id, sku, units) VALUES ", "(?,?,?)", lines,
        [&](Statement& rows, const Line& line) { rows.bind(id.value).bind(line.sku).bind(line.units); }));
    return id;
}

Result<bool> update(Database& database, const Record& record) {
    auto& statement = database.statement(
        "UPDATE goods_return SET status = ?, stage = ?, goods = ?, goods_first = ?, amount = ?, round = ?, "
        "first_approver = ?, decider = ?, decided_at = ?, decision_reason = ?, customer_note = ?, goods_at = ?, "
        "version = version + 1 WHERE return_id = ? AND version = ?");
    statement.bind(api::toText(record.status)).bind(api::toText(record.stage)).bind(api::toText(record.goods));
    statement.bind(std::int64_t{record.goodsFirst ? 1 : 0});
    statement.bind(record.amount ? std::optional(record.amount->minor) : std::nullopt).bind(record.round);
    statement.bind(record.firstApprover).bind(record.decider).bind(record.decidedAt).bind(record.decisionReason);
    statement.bind(record.customerNote).bind(record.goodsAt).bind(record.id.value).bind(record.version);
    return changedOne(statement);
}

Result<void> setStage(Database& database, ReturnId id, api::ReturnStage stage) {
    auto& statement =
        database.statement("UPDATE goods_return SET stage = ?, version = version + 1 WHERE return_id = ?");
    statement.bind(api::toText(stage)).bind(id.value);
    EVENHAND_TRY(statement.write());
    return {};
}

Result<void> updateLine(Database& database, ReturnId id, const Line& line) {
    auto& statement = database.statement(
        "UPDATE return_line SET approved = ?, sellable = ?, damaged = ? WHERE return_id = ? AND sku = ?");
    statement.bind(line.approved).bind(line.sellable).bind(line.damaged).bind(id.value).bind(line.sku);
    EVENHAND_TRY(statement.write());
    return {};
}

Result<std::vector<Share>> sharesOf(Database& database, OrderId order) {
    auto& statement = database.statement(
        "SELECT sku, line_no, quantity, share, units, settled FROM line_share WHERE order_id = ? ORDER BY sku, "
        "line_no");
    statement.bind(order.value);
    return readAll(statement, [](const Statement& row) {
        return Share{row.text(0),          row.number(1), row.number(2),
                     Money{row.number(3)}, row.number(4), Money{row.number(5)}};
    });
}

Result<std::vector<Share>> valuesOf(Database& database, OrderId order) {
    auto& statement = database.statement(
        "SELECT sku, line_no, quantity, quantity * unit_price FROM order_line WHERE order_id = ? ORDER BY line_no");
    statement.bind(order.value);
    return readAll(statement, [](const Statement& row) {
        return Share{row.text(0), row.number(1), row.number(2), Money{row.number(3)}, 0, {}};
    });
}

Result<void> insertShares(Database& database, OrderId order, std::span<const Share> shares) {
    return insertRows<ShareTag>(
        database, "INSERT INTO line_share(order_id, sku, line_no, quantity, share, units, settled) VALUES ",
        "(?,?,?,?,?,0,0)", shares, [&](Statement& rows, const Share& share) {
            rows.bind(order.value).bind(share.sku).bind(share.lineNo).bind(share.quantity).bind(share.share.minor);
        });
}

namespace {

Result<void> addToShare(Database& database, OrderId order, const TakenShare& taken, std::int64_t sign) {
    auto& statement = database.statement(
        "UPDATE line_share SET units = units + ?, settled = settled + ? WHERE order_id = ? AND sku = ? AND line_no = "
        "?");
    statement.bind(sign * taken.units).bind(sign * taken.amount.minor).bind(order.value).bind(taken.sku);
    statement.bind(taken.lineNo);
    EVENHAND_ASSIGN(const bool changed, changedOne(statement));
    return changed ? Result<void>() : fail(ErrorCode::Internal, "a line has no share", "sku", taken.sku);
}

}  // namespace

Result<void> settle(Database& database, OrderId order, ReturnId id, std::span<const TakenShare> taken) {
    for (const auto& share : taken) {
        EVENHAND_TRY(addToShare(database, order, share, 1));
    }
    return insertRows<TakenTag>(
        database, "INSERT INTO return_share(return_id, line_no, sku, units, amount) VALUES ", "(?,?,?,?,?)", taken,
        [&](Statement& rows, const TakenShare& share) {
            rows.bind(id.value).bind(share.lineNo).bind(share.sku).bind(share.units).bind(share.amount.minor);
        });
}

Result<void> unsettle(Database& database, OrderId order, ReturnId id) {
    auto& read = database.statement("SELECT line_no, sku, units, amount FROM return_share WHERE return_id = ?");
    read.bind(id.value);
    EVENHAND_ASSIGN(const auto taken, readAll(read, [](const Statement& row) {
                        return TakenShare{row.number(0), row.text(1), row.number(2), Money{row.number(3)}};
                    }));
    for (const auto& share : taken) {
        EVENHAND_TRY(addToShare(database, order, share, -1));
    }
    auto& gone = database.statement("DELETE FROM return_share WHERE return_id = ?");
    gone.bind(id.value);
    EVENHAND_TRY(gone.write());
    return {};
}

namespace {

using Policies = std::unordered_map<std::string, api::ReturnPolicy>;

api::ReturnPolicy policyOf(const Statement& row) {
    api::ReturnPolicy policy;
    policy.goods = row.code(1, api::goodsRuleFrom);
    policy.fourEyesAbove.reset();
    policy.secondAbove.reset();
    if (const auto above = row.maybeNumber(2)) {
        policy.fourEyesAbove = Money{*above};
    }
    if (const auto above = row.maybeNumber(3)) {
        policy.secondAbove = Money{*above};
    }
    return policy;
}

Result<Policies> readPolicies(Database& database) {
    Policies found;
    EVENHAND_TRY(
        eachRow(database.statement("SELECT campus_id, goods_rule, four_eyes_above, second_above FROM return_policy"),
                [&](const Statement& row) { found.emplace(row.text(0), policyOf(row)); }));
    return found;
}

api::ReturnPolicy policyIn(const Policies& policies, const std::string& campus) {
    for (const auto& id : {campus, std::string()}) {
        if (const auto own = policies.find(id); own != policies.end()) {
            return own->second;
        }
    }
    return {};
}

}  // namespace

Result<api::ReturnPolicy> policy(Database& database, std::string_view campus) {
    auto& memo = database.memo(Database::Memo::Returns);
    if (!memo) {
        EVENHAND_ASSIGN(auto fresh, readPolicies(database));
        memo = std::make_shared<Policies>(std::move(fresh));
    }
    return policyIn(*static_cast<const Policies*>(memo.get()), std::string(campus));
}

Result<api::ReturnPolicy> policyFresh(Database& database, std::string_view campus) {
    EVENHAND_ASSIGN(const auto policies, readPolicies(database));
    return policyIn(policies, std::string(campus));
}

Result<std::vector<api::ReturnPolicyRow>> policiesFresh(Database& database) {
    EVENHAND_ASSIGN(const auto policies, readPolicies(database));
    std::vector<api::ReturnPolicyRow> rows{{CampusId(), policyIn(policies, {}), true}};
    EVENHAND_TRY(
        eachRow(database.statement("SELECT campus_id FROM campus ORDER BY campus_id"), [&](const Statement& row) {
            const auto id = row.text(0);
            rows.push_back({CampusId(id), policyIn(policies, id), policies.contains(id)});
        }));
    return rows;
}

Result<void> setPolicy(Database& database, std::string_view campus, const std::optional<api::ReturnPolicy>& policy) {
    auto& gone = database.statement("DELETE FROM return_policy WHERE campus_id = ?");
    gone.bind(campus);
    EVENHAND_TRY(gone.write());
    if (policy) {
        auto& statement = database.statement(
            "INSERT INTO return_policy(campus_id, goods_rule, four_eyes_above, second_above) VALUES (?, ?, ?, ?)");
        statement.bind(campus).bind(api::toText(policy->goods));
        statement.bind(policy->fourEyesAbove ? std::optional(policy->fourEyesAbove->minor) : std::nullopt);
        statement.bind(policy->secondAbove ? std::optional(policy->secondAbove->minor) : std::nullopt);
        EVENHAND_TRY(statement.write());
    }
    database.memo(Database::Memo::Returns).reset();
    return {};
}

}  // namespace evenhand::store::returns
