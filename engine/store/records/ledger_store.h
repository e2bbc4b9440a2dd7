// SPDX-License-Identifier: GPL-3.0-or-later
// The ledger: entries are added and never changed; the sums per account change with them.
// Thread: that of the Database.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/ledger_desk.h"
#include "engine/store/database/count_cache.h"
#include "engine/store/database/database.h"

namespace evenhand::store::ledger {

struct Entry {
    api::LedgerKind kind = api::LedgerKind::Payment;
    api::LedgerAccount debit = api::LedgerAccount::ProviderClearing;
    api::LedgerAccount credit = api::LedgerAccount::Sales;
    Money amount;  ///< >= 1; debit and credit differ
    std::optional<OrderId> order;
    std::string_view paymentNo;
    std::optional<RefundId> refund;
};
/// The entry and both sums. All three are gathered where a statement costs a round trip, so that a batch of payments
/// sends three statements of many rows; nothing here is read back by a command.
[[nodiscard]] Result<void> add(Database& database, const Entry& entry, Instant at, std::string_view actor);
/// The sums of this stripe are there, for add() only changes them. Whoever writes alone has stripe 0, which always is.
[[nodiscard]] Result<void> openStripe(Database& database, std::int64_t stripe);

// Reads for the outside.
/// Every account in order of declaration; summed over stripes.
[[nodiscard]] Result<std::vector<api::AccountBalance>> balances(Database& database);
[[nodiscard]] Result<std::vector<api::LedgerRow>> page(Database& database, const api::LedgerQuery& query);
using Counts = CountCache<api::LedgerFilter>;
[[nodiscard]] Result<std::int64_t> count(Database& database, const api::LedgerFilter& filter, Counts& kept);
/// Entries behind `after` in order of writing, for exports.
[[nodiscard]] Result<std::vector<api::LedgerRow>> slice(Database& database, const api::LedgerFilter& filter,
                                                        LedgerEntryId after, std::int64_t limit);

// For M1 and M2.
struct RawEntry {
    LedgerEntryId entry;
    std::string kind, debit, credit;  ///< as stored
    std::int64_t amount = 0;
};
[[nodiscard]] Result<void> each(Database& database, const std::function<void(const RawEntry&)>& fn);
/// Per cause: what it must have moved and what the ledger says. `what`: "payment P1", "refund 7", …
struct CauseSums {
    std::string what;
    std::int64_t expected = 0, entered = 0;
};
[[nodiscard]] Result<void> eachCause(Database& database, const std::function<void(const CauseSums&)>& fn);

}  // namespace evenhand::store::ledger
