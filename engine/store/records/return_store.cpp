// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/return_store.h"

#include <algorithm>
#include <unordered_map>

#include "engine/store/database/multi_row.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/order_rows/lock_roots.h"

namespace evenhand::store::returns {
namespace {

using api::ReturnStatus;

constexpr std::string_view kDeducted =
    "SELECT d.deduction_id, o.order_id, o.order_no, o.user_id, o.campus_id, o.activity_id, o.status, o.version, "
    "p.amount AS paid, o.discount";
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
const std::string kMatching = std::string(kDeducted) +
                              ", l.quantity - l.given_back - l.requested - l.returned AS returnable" +
                              std::string(kOfUser) +
                              " AND l.quantity > l.given_back + l.requested + l.returned ORDER BY o.placed_at DESC, "
                              "o.order_no DESC LIMIT ? OFFSET ?";
const std::string kAny = "SELECT 1" + std::string(kOfUser) + " LIMIT 1";

using Policies = std::unordered_map<std::string, api::ReturnPolicy>;
/// What the engine's connection remembers.
struct Memo {
    std::optional<Policies> policies;
    std::optional<std::int64_t> waiting;  ///< for an approval
};

Memo& memoOf(Database& database) {
    auto& memo = database.memo(Database::Memo::Returns);
    if (!memo) {
        memo = std::make_shared<Memo>();
    }
    return *static_cast<Memo*>(memo.get());
}

bool waits(std::string_view stage) {
    return stage == api::toText(api::ReturnStage::Approval) || stage == api::toText(api::ReturnStage::SecondApproval);
}

/// By how many more wait once this return is in that stage. Nothing is read where they are not remembered.
Result<std::int64_t> moreWaiting(Database& database, ReturnId id, api::ReturnStage next) {
    if (!memoOf(database).waiting) {
        return std::int64_t{0};
    }
    auto& statement = database.statement("SELECT stage FROM goods_return WHERE return_id = ?");
    statement.bind(id.value);
    EVENHAND_ASSIGN(const auto before, readOne(statement, [](const Statement& row) { return row.text("stage"); }));
    return std::int64_t{waits(api::toText(next)) ? 1 : 0} - (before && waits(*before) ? 1 : 0);
}

void addWaiting(Database& database, std::int64_t more) {
    if (auto& waiting = memoOf(database).waiting) {
        *waiting += more;
    }
}

Deducted deductedOf(const Statement& row) {
    Deducted found;
    found.deduction = DeductionId{row.number("deduction_id")};
    found.order = OrderId{row.number("order_id")};
    found.orderNo = OrderNo(row.text("order_no"));
    found.user = UserId(row.text("user_id"));
    found.campus = CampusId(row.text("campus_id"));
    found.activity = ActivityId(row.text("activity_id"));
    found.status = row.code("status", api::orderStatusFrom);
    found.version = row.number("version");
    found.paid = Money{row.maybeNumber("paid").value_or(0)};
    found.discount = Money{row.number("discount")};
    return found;
}

constexpr std::string_view kColumns =
    "SELECT return_id, return_no, deduction_id, order_id, campus_id, body_hash, matched, status, stage, goods, "
    "goods_first, units, asked_amount, amount, requester, reason, requested_at, created_at, round, first_approver, "
    "decider, decided_at, decision_reason, customer_note, goods_at, version, imported, clerk, reason_code, fee FROM "
    "goods_return ";
const std::string kById = std::string(kColumns) + "WHERE return_id = ?";
const std::string kByReturnNo = std::string(kColumns) + "WHERE deduction_id = ? AND return_no = ?";
const std::string kMatched = std::string(kColumns) + "WHERE return_no = ? AND matched = 1 ORDER BY return_id";
const std::string kOfOrder = std::string(kColumns) + "WHERE order_id = ? ORDER BY return_id";

Record recordOf(const Statement& row) {
    Record found;
    found.id = ReturnId{row.number("return_id")};
    found.number = ReturnNo(row.text("return_no"));
    found.deduction = DeductionId{row.number("deduction_id")};
    found.order = OrderId{row.number("order_id")};
    found.campus = CampusId(row.text("campus_id"));
    found.bodyHash = row.blob("body_hash");
    found.matched = row.number("matched") != 0;
    found.status = row.code("status", api::returnStatusFrom);
    found.stage = row.code("stage", api::returnStageFrom);
    found.goods = row.code("goods", api::goodsStateFrom);
    found.goodsFirst = row.number("goods_first") != 0;
    found.units = row.number("units");
    found.asked = Money{row.number("asked_amount")};
    if (const auto amount = row.maybeNumber("amount")) {
        found.amount = Money{*amount};
    }
    found.requester = row.text("requester");
    found.reason = row.text("reason");
    found.requestedAt = Instant{row.number("requested_at")};
    found.createdAt = Instant{row.number("created_at")};
    found.round = row.number("round");
    found.firstApprover = textOf(row, "first_approver");
    found.decider = textOf(row, "decider");
    found.decidedAt = instantOf(row, "decided_at");
    found.decisionReason = row.text("decision_reason");
    found.customerNote = row.text("customer_note");
    found.goodsAt = instantOf(row, "goods_at");
    found.version = row.number("version");
    found.imported = row.number("imported") != 0;
    found.clerk = textOf(row, "clerk");
    found.reasonCode = textOf(row, "reason_code").value_or(std::string());
    found.fee = Money{row.number("fee")};
    return found;
}

struct LineTag;
struct ShareTag;
struct TakenTag;

}  // namespace

Result<std::optional<Deducted>> findDeduction(Database& database, DeductionId deduction) {
    return readLocked(
        database,
        [&] {
            auto& statement = database.statement(kByDeduction);
            statement.bind(deduction.value);
            return readOne(statement, deductedOf);
        },
        [](Roots& roots, const auto& found) { roots.add(found.order); });
}

Result<std::optional<Instant>> deliveredAt(Database& database, OrderId order) {
    auto& statement =
        database.statement("SELECT MAX(at) AS delivered FROM order_event WHERE order_id = ? AND kind = 'delivered'");
    statement.bind(order.value);
    EVENHAND_ASSIGN(const auto found,
                    readOne(statement, [](const Statement& row) { return instantOf(row, "delivered"); }));
    return found.value_or(std::nullopt);
}

Result<std::optional<Deducted>> findDeduction(Database& database, const OrderNo& orderNo) {
    return readLocked(
        database,
        [&] {
            auto& statement = database.statement(kByNumber);
            statement.bind(orderNo.str());
            return readOne(statement, deductedOf);
        },
        [](Roots& roots, const auto& found) { roots.add(found.order); });
}

Result<std::vector<Units>> unitsOf(Database& database, DeductionId deduction) {
    auto& statement = database.statement(
        "SELECT sku, quantity, given_back, requested, returned, restocked FROM deduction_line WHERE deduction_id = ? "
        "ORDER BY sku");
    statement.bind(deduction.value);
    return readAll(statement, [](const Statement& row) {
        return Units{row.text("sku"),         row.number("quantity"), row.number("given_back"),
                     row.number("requested"), row.number("returned"), row.number("restocked")};
    });
}

Result<std::vector<Match>> matching(Database& database, const UserId& user, const Sku& sku, Instant at,
                                    std::int64_t skip, std::int64_t limit) {
    auto& statement = database.statement(kMatching);
    statement.bind(sku.str()).bind(user.str()).bind(at).bind(limit).bind(skip);
    return readAll(statement, [](const Statement& row) { return Match{deductedOf(row), row.number("returnable")}; });
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
    return readLocked(
        database,
        [&] {
            auto& statement = database.statement(kById);
            statement.bind(id.value);
            return readOne(statement, recordOf);
        },
        [](Roots& roots, const auto& found) { roots.add(found.order); });
}

Result<std::optional<Record>> find(Database& database, DeductionId deduction, const ReturnNo& number) {
    return readLocked(
        database,
        [&] {
            auto& statement = database.statement(kByReturnNo);
            statement.bind(deduction.value).bind(number.str());
            return readOne(statement, recordOf);
        },
        [](Roots& roots, const auto& found) { roots.add(found.order); });
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
        return Line{row.text("sku"), row.number("units"), row.maybeNumber("approved"), row.maybeNumber("sellable"),
                    row.maybeNumber("damaged")};
    });
}

Result<ReturnId> insert(Database& database, const Record& record, std::span<const Line> lines) {
    auto& statement = database.statement(
        "INSERT INTO goods_return(return_no, deduction_id, order_id, campus_id, body_hash, matched, status, stage, "
        "goods, goods_first, units, asked_amount, amount, requester, reason, requested_at, created_at, round, version, "
        "imported, reason_code) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?, NULL, ?, ?, ?, ?, 0, 1, ?, ?)");
    statement.bind(record.number.str()).bind(record.deduction.value).bind(record.order.value);
    statement.bind(record.campus.str()).bindBlob(record.bodyHash).bind(std::int64_t{record.matched ? 1 : 0});
    statement.bind(api::toText(record.status)).bind(api::toText(record.stage)).bind(api::toText(record.goods));
    statement.bind(record.units).bind(record.asked.minor).bind(record.requester).bind(record.reason);
    statement.bind(record.requestedAt).bind(record.createdAt).bind(std::int64_t{record.imported ? 1 : 0});
    statement.bind(record.reasonCode.empty() ? std::nullopt : std::optional(record.reasonCode));
    EVENHAND_TRY(statement.write());
    const ReturnId id{statement.lastInsertId()};
    EVENHAND_TRY(insertRows<LineTag>(
        database, "INSERT INTO return_line(return_id, sku, units) VALUES ", "(?,?,?)", lines,
        [&](Statement& rows, const Line& line) { rows.bind(id.value).bind(line.sku).bind(line.units); }));
    addWaiting(database, waits(api::toText(record.stage)) ? 1 : 0);
    return id;
}

Result<bool> update(Database& database, const Record& record) {
    EVENHAND_ASSIGN(const auto more, moreWaiting(database, record.id, record.stage));
    auto& statement = database.statement(
        "UPDATE goods_return SET status = ?, stage = ?, goods = ?, goods_first = ?, amount = ?, round = ?, "
        "first_approver = ?, decider = ?, decided_at = ?, decision_reason = ?, customer_note = ?, goods_at = ?, "
        "clerk = ?, fee = ?, version = version + 1 WHERE return_id = ? AND version = ?");
    statement.bind(api::toText(record.status)).bind(api::toText(record.stage)).bind(api::toText(record.goods));
    statement.bind(std::int64_t{record.goodsFirst ? 1 : 0});
    statement.bind(record.amount ? std::optional(record.amount->minor) : std::nullopt).bind(record.round);
    statement.bind(record.firstApprover).bind(record.decider).bind(record.decidedAt).bind(record.decisionReason);
    statement.bind(record.customerNote)
        .bind(record.goodsAt)
        .bind(record.clerk)
        .bind(record.fee.minor)
        .bind(record.id.value)
        .bind(record.version);
    EVENHAND_ASSIGN(const bool changed, changedOne(statement));
    addWaiting(database, changed ? more : 0);
    return changed;
}

Result<void> setStage(Database& database, ReturnId id, api::ReturnStage stage) {
    EVENHAND_ASSIGN(const auto more, moreWaiting(database, id, stage));
    auto& statement =
        database.statement("UPDATE goods_return SET stage = ?, version = version + 1 WHERE return_id = ?");
    statement.bind(api::toText(stage)).bind(id.value);
    EVENHAND_TRY(statement.write());
    addWaiting(database, more);
    return {};
}

Result<std::int64_t> countWaiting(Database& database) {
    auto& waiting = memoOf(database).waiting;
    if (!waiting) {
        EVENHAND_ASSIGN(waiting, readNumber(database.statement("SELECT COUNT(*) FROM goods_return WHERE stage IN "
                                                               "('approval', 'second_approval')")));
    }
    return *waiting;
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
        return Share{row.text("sku"),        row.number("line_no"),
                     row.number("quantity"), Money{row.number("share")},
                     row.number("units"),    Money{row.number("settled")}};
    });
}

Result<std::vector<Share>> valuesOf(Database& database, OrderId order) {
    auto& statement = database.statement(
        "SELECT sku, line_no, quantity, quantity * unit_price AS line_value FROM order_line WHERE order_id = ? "
        "ORDER BY line_no");
    statement.bind(order.value);
    return readAll(statement, [](const Statement& row) {
        return Share{
            row.text("sku"), row.number("line_no"), row.number("quantity"), Money{row.number("line_value")}, 0, {}};
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
    EVENHAND_ASSIGN(
        const auto taken, readAll(read, [](const Statement& row) {
            return TakenShare{row.number("line_no"), row.text("sku"), row.number("units"), Money{row.number("amount")}};
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

/// A line each: a code has no line break.
std::vector<std::string> codesIn(std::string_view lines) {
    std::vector<std::string> codes;
    while (!lines.empty()) {
        const auto end = std::min(lines.find('\n'), lines.size());
        codes.emplace_back(lines.substr(0, end));
        lines.remove_prefix(std::min(end + 1, lines.size()));
    }
    return codes;
}

std::optional<std::string> linesOf(const std::vector<std::string>& codes) {
    std::string lines;
    for (const auto& code : codes) {
        lines += (lines.empty() ? "" : "\n") + code;
    }
    return lines.empty() ? std::nullopt : std::optional(lines);
}

api::ReturnPolicy policyOf(const Statement& row) {
    api::ReturnPolicy policy;
    policy.goods = row.code("goods_rule", api::goodsRuleFrom);
    policy.fourEyesAbove.reset();
    policy.secondAbove.reset();
    if (const auto above = row.maybeNumber("four_eyes_above")) {
        policy.fourEyesAbove = Money{*above};
    }
    if (const auto above = row.maybeNumber("second_above")) {
        policy.secondAbove = Money{*above};
    }
    policy.windowDays = row.maybeNumber("window_days");
    if (const auto upTo = row.maybeNumber("auto_approve_up_to")) {
        policy.autoApproveUpTo = Money{*upTo};
    }
    policy.autoReasons = codesIn(textOf(row, "auto_reasons").value_or(std::string()));
    policy.feePoints = row.number("fee_points");
    policy.feeFreeReasons = codesIn(textOf(row, "fee_free_reasons").value_or(std::string()));
    return policy;
}

Result<Policies> readPolicies(Database& database) {
    Policies found;
    EVENHAND_TRY(
        eachRow(database.statement("SELECT campus_id, goods_rule, four_eyes_above, second_above, window_days, "
                                   "auto_approve_up_to, auto_reasons, fee_points, fee_free_reasons FROM return_policy"),
                [&](const Statement& row) { found.emplace(row.text("campus_id"), policyOf(row)); }));
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

Result<api::ReturnPolicy> policy(Database& database, const CampusId& campus) {
    auto& policies = memoOf(database).policies;
    if (!policies) {
        EVENHAND_ASSIGN(policies, readPolicies(database));
    }
    return policyIn(*policies, campus.str());
}

Result<api::ReturnPolicy> policyFresh(Database& database, const CampusId& campus) {
    EVENHAND_ASSIGN(const auto policies, readPolicies(database));
    return policyIn(policies, campus.str());
}

Result<std::vector<api::ReturnPolicyRow>> policiesFresh(Database& database) {
    EVENHAND_ASSIGN(const auto policies, readPolicies(database));
    std::vector<api::ReturnPolicyRow> rows{{CampusId(), policyIn(policies, {}), true}};
    EVENHAND_TRY(
        eachRow(database.statement("SELECT campus_id FROM campus ORDER BY campus_id"), [&](const Statement& row) {
            const auto id = row.text("campus_id");
            rows.push_back({CampusId(id), policyIn(policies, id), policies.contains(id)});
        }));
    return rows;
}

Result<void> setPolicy(Database& database, const CampusId& campus, const std::optional<api::ReturnPolicy>& policy) {
    auto& gone = database.statement("DELETE FROM return_policy WHERE campus_id = ?");
    gone.bind(campus.str());
    EVENHAND_TRY(gone.write());
    if (policy) {
        auto& statement = database.statement(
            "INSERT INTO return_policy(campus_id, goods_rule, four_eyes_above, second_above, window_days, "
            "auto_approve_up_to, auto_reasons, fee_points, fee_free_reasons) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
        statement.bind(campus.str()).bind(api::toText(policy->goods));
        statement.bind(policy->fourEyesAbove ? std::optional(policy->fourEyesAbove->minor) : std::nullopt);
        statement.bind(policy->secondAbove ? std::optional(policy->secondAbove->minor) : std::nullopt);
        statement.bind(policy->windowDays);
        statement.bind(policy->autoApproveUpTo ? std::optional(policy->autoApproveUpTo->minor) : std::nullopt);
        statement.bind(linesOf(policy->autoReasons)).bind(policy->feePoints).bind(linesOf(policy->feeFreeReasons));
        EVENHAND_TRY(statement.write());
    }
    memoOf(database).policies.reset();
    return {};
}

}  // namespace evenhand::store::returns
