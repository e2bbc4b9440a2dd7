// SPDX-License-Identifier: GPL-3.0-or-later
// Returns: units held against deductions, returns with their lines, shares of lines, policies. What commands need;
// tables and details for the outside are in return_page_store.h. Every change of a return is a compare-and-set on its
// version; false: somebody else was first. What several statements change belongs together: the caller is one unit of
// work. Thread: that of the Database.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/returns_types.h"
#include "engine/store/database/database.h"

namespace evenhand::store::returns {

/// The order of a deduction, as far as a return needs it: one statement.
struct Deducted {
    DeductionId deduction;
    OrderId order;
    OrderNo orderNo;
    UserId user;
    CampusId campus;
    ActivityId activity;  ///< empty: none
    api::OrderStatus status = api::OrderStatus::WaitPay;
    std::int64_t version = 0;  ///< of the order
    Money paid;                ///< accepted payment; 0: none
    Money discount;            ///< taken off the lines' total
};
[[nodiscard]] Result<std::optional<Deducted>> findDeduction(Database& database, DeductionId deduction);
[[nodiscard]] Result<std::optional<Deducted>> findDeduction(Database& database, const OrderNo& orderNo);
struct Units {
    std::string sku;
    std::int64_t deducted = 0, givenBack = 0, requested = 0, returned = 0, restocked = 0;
    [[nodiscard]] std::int64_t returnable() const noexcept { return deducted - givenBack - requested - returned; }
};
/// When an order was delivered; nullopt: it was not.
[[nodiscard]] Result<std::optional<Instant>> deliveredAt(Database& database, OrderId order);
/// All SKUs of a deduction, in order of SKU.
[[nodiscard]] Result<std::vector<Units>> unitsOf(Database& database, DeductionId deduction);
/// The user's deductions with that SKU of orders from PAID on, not closed, placed at `at` or before, newest first
/// (placed_at, then order number, descending); only those with returnable units, `limit` of them behind `skip`.
struct Match {
    Deducted order;
    std::int64_t returnable = 0;
};
[[nodiscard]] Result<std::vector<Match>> matching(Database& database, const UserId& user, const Sku& sku, Instant at,
                                                  std::int64_t skip, std::int64_t limit);
/// Whether any order of the user's, as above, has the SKU, returnable or not.
[[nodiscard]] Result<bool> anyDeducted(Database& database, const UserId& user, const Sku& sku, Instant at);

/// One conditional statement on a deduction's SKU, so that no two can hold the same unit; false: not so many are left
/// (or, for a negative change, held). This is what serialises returns of a deduction.
[[nodiscard]] Result<bool> hold(Database& database, DeductionId deduction, std::string_view sku, std::int64_t requested,
                                std::int64_t returned);
/// Of what is returned, what can be sold again; may be negative (undone). product_store gives the stock back.
[[nodiscard]] Result<void> addRestocked(Database& database, DeductionId deduction, std::string_view sku,
                                        std::int64_t units);

struct Line {
    std::string sku;
    std::int64_t units = 0;
    std::optional<std::int64_t> approved, sellable, damaged;
};
struct Record {
    ReturnId id;
    ReturnNo number;
    DeductionId deduction;
    OrderId order;
    CampusId campus;
    std::string bodyHash;   ///< bytes
    bool matched = false;   ///< a part of an import row that named no order
    bool imported = false;  ///< history: its goods had arrived before they came back
    api::ReturnStatus status = api::ReturnStatus::Requested;
    api::ReturnStage stage = api::ReturnStage::Approval;
    api::GoodsState goods = api::GoodsState::None;
    bool goodsFirst = false;  ///< its refund waits for the goods, or waited
    std::int64_t units = 0;
    Money asked;
    std::optional<Money> amount;
    std::string requester, reason;
    Instant requestedAt, createdAt;
    std::int64_t round = 0;
    std::optional<std::string> firstApprover, decider;
    std::optional<Instant> decidedAt, goodsAt;
    std::string decisionReason, customerNote;
    std::optional<std::string> clerk;
    std::string reasonCode{};  ///< empty: none; never changes
    Money fee{};               ///< kept by its approval; in the ledger
    std::int64_t version = 1;
};
[[nodiscard]] Result<std::optional<Record>> find(Database& database, ReturnId id);
[[nodiscard]] Result<std::optional<Record>> find(Database& database, DeductionId deduction, const ReturnNo& number);
/// The parts of a matched row, in order of id; of all users: the caller compares the body.
[[nodiscard]] Result<std::vector<Record>> findMatched(Database& database, const ReturnNo& number);
/// Those of an order in these statuses, for closing it.
[[nodiscard]] Result<std::vector<Record>> ofOrder(Database& database, OrderId order,
                                                  std::span<const api::ReturnStatus> statuses);
[[nodiscard]] Result<std::vector<Line>> linesOf(Database& database, ReturnId id);
/// find() has found the number unused. `id` and `version` of the record do not count.
[[nodiscard]] Result<ReturnId> insert(Database& database, const Record& record, std::span<const Line> lines);
/// Everything that changes: status, stage, goods, amount, round, approvers, decision, note, instants, clerk.
/// Compare-and-set on record.version; raises it.
[[nodiscard]] Result<bool> update(Database& database, const Record& record);
/// Only the stage, when the refund has moved; raises the version.
[[nodiscard]] Result<void> setStage(Database& database, ReturnId id, api::ReturnStage stage);
/// How many wait for an approval, first or second. Counted once and remembered by the connection (Database::memo), for
/// the engine's alone: it shows them after every commit, and there may be a backlog.
[[nodiscard]] Result<std::int64_t> countWaiting(Database& database);
[[nodiscard]] Result<void> updateLine(Database& database, ReturnId id, const Line& line);

/// One line of an order, with its share of what was paid; see schema line_share.
struct Share {
    std::string sku;
    std::int64_t lineNo = 0, quantity = 0;
    Money share;
    std::int64_t units = 0;  ///< of approved returns
    Money settled;           ///< of these
};
struct TakenShare {
    std::int64_t lineNo = 0;
    std::string sku;
    std::int64_t units = 0;
    Money amount;
};
/// In order of SKU and line. Empty: the order has none yet.
[[nodiscard]] Result<std::vector<Share>> sharesOf(Database& database, OrderId order);
/// The lines of an order, to make its shares of, in order of line; `share` is the line's value.
[[nodiscard]] Result<std::vector<Share>> valuesOf(Database& database, OrderId order);
[[nodiscard]] Result<void> insertShares(Database& database, OrderId order, std::span<const Share> shares);
/// Adds to the lines and records what the return took.
[[nodiscard]] Result<void> settle(Database& database, OrderId order, ReturnId id, std::span<const TakenShare> taken);
/// Takes all of it back.
[[nodiscard]] Result<void> unsettle(Database& database, OrderId order, ReturnId id);

// Settings. policy() is remembered by the connection (Database::memo), for the engine's connection alone.
[[nodiscard]] Result<api::ReturnPolicy> policy(Database& database, const CampusId& campus);
[[nodiscard]] Result<api::ReturnPolicy> policyFresh(Database& database, const CampusId& campus);
[[nodiscard]] Result<std::vector<api::ReturnPolicyRow>> policiesFresh(Database& database);
[[nodiscard]] Result<void> setPolicy(Database& database, const CampusId& campus,
                                     const std::optional<api::ReturnPolicy>& policy);

}  // namespace evenhand::store::returns
