// SPDX-License-Identifier: GPL-3.0-or-later
// Refunds and what an order may still refund; the tasks that send them are in task_store.h. Tables for the outside:
// refund_page_store.h. Invariants: committed <= paid by one conditional statement; a refund is made once per (cause,
// source). Thread: that of the Database.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/refund_sending.h"
#include "engine/api/refund_types.h"
#include "engine/store/database/database.h"

namespace evenhand::store::refunds {

struct Record {
    RefundId id;
    api::RefundStatus status = api::RefundStatus::Requested;
    api::RefundCause cause = api::RefundCause::Return;
    std::string source;
    std::optional<OrderId> order;
    std::optional<ReturnId> returnId;
    PaymentNo paymentNo;
    CampusId campus;  ///< empty: none
    Money amount;
    std::string bodyHash;  ///< bytes; only of cause Order
    api::RefundProviderKind provider = api::RefundProviderKind::Manual;
    std::optional<std::string> sendKey;
    std::string reference, reason, requester;
    std::optional<std::string> firstApprover, approver;
    Instant requestedAt;
    std::optional<Instant> grantedAt, sentAt, doneAt;
    std::string lastError;
    std::optional<std::string> clerk;
    std::int64_t version = 1;
    std::string reasonCode{};  ///< empty: none; never changes
};
[[nodiscard]] Result<std::optional<Record>> find(Database& database, RefundId id);
[[nodiscard]] Result<std::optional<Record>> find(Database& database, api::RefundCause cause, std::string_view source);
/// The one of a return that is not CANCELLED.
[[nodiscard]] Result<std::optional<Record>> ofReturn(Database& database, ReturnId id);
/// All of an order, oldest first, also those of its late payments.
[[nodiscard]] Result<std::vector<Record>> ofOrder(Database& database, OrderId order);
/// The caller knows (cause, source) to be unused. `id` and `version` of the record do not count.
[[nodiscard]] Result<RefundId> insert(Database& database, const Record& record);
/// Everything that changes; compare-and-set on record.version, raises it.
[[nodiscard]] Result<bool> update(Database& database, const Record& record);

struct OrderSums {
    Money paid, committed;
};
/// nullopt: nothing was ever committed.
[[nodiscard]] Result<std::optional<OrderSums>> orderSums(Database& database, OrderId order);
/// Commits more (or, negative, less); false, and nothing changed, if it would exceed what was paid. `paid` is that of
/// the accepted payment, for the first time.
[[nodiscard]] Result<bool> commitMoney(Database& database, OrderId order, Money paid, Money change);

[[nodiscard]] Result<void> addEvent(Database& database, std::optional<ReturnId> returnId,
                                    std::optional<RefundId> refund, Instant at, api::MoneyEventKind kind,
                                    std::string_view actor, std::string_view detail);

/// Who did what to a case.
struct Step {
    Instant at;
    api::MoneyEventKind kind = api::MoneyEventKind::Requested;
    std::string actor;
};
/// The newest `limit`, newest first, without notes; of a return those of its refund too.
[[nodiscard]] Result<std::vector<Step>> newestSteps(Database& database, ReturnId id, std::int64_t limit);
[[nodiscard]] Result<std::vector<Step>> newestSteps(Database& database, RefundId id, std::int64_t limit);

/// Every refund that is not a person's to pay: whether it waits for a worker (PENDING, SENT) or is over.
[[nodiscard]] Result<void> eachSending(Database& database, const std::function<void(RefundId, bool waits)>& fn);

// Settings, remembered by the connection (Database::memo), for the engine's connection alone; else …Fresh().
[[nodiscard]] Result<api::RefundSettings> settings(Database& database);
[[nodiscard]] Result<api::RefundSettings> settingsFresh(Database& database);
[[nodiscard]] Result<void> setSettings(Database& database, const api::RefundSettings& settings);

}  // namespace evenhand::store::refunds
