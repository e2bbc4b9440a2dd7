// SPDX-License-Identifier: GPL-3.0-or-later
// The ledger as the outside sees it: append-only, every entry one debit and one credit of the same amount.
// Reads only: entries are written by the rules, in the transaction of their cause. Permission Read.
// Thread: every function may be called from any thread and returns at once; answers as in call.h.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/api/call.h"
#include "engine/api/returns_status.h"
#include "engine/base/ids.h"
#include "engine/base/money.h"

namespace evenhand::api {

struct LedgerRow {
    LedgerEntryId entry;
    Instant at;
    LedgerKind kind = LedgerKind::Payment;
    LedgerAccount debit = LedgerAccount::ProviderClearing;
    LedgerAccount credit = LedgerAccount::Sales;
    Money amount;         ///< >= 1
    std::string orderNo;  ///< as the payer gave it; may name no order
    PaymentNo paymentNo;
    std::optional<RefundId> refund;
    std::string actor;
};
/// Empty members do not filter.
struct LedgerFilter {
    std::vector<LedgerKind> kinds;
    std::optional<LedgerAccount> account;  ///< debit or credit
    OrderNo orderNo{};                     ///< exactly
    std::optional<Instant> from;           ///< included
    std::optional<Instant> to;             ///< excluded
    bool operator==(const LedgerFilter&) const = default;
};
/// Entry: in order of writing. At: by instant, then in order of writing; an import writes what happened long ago.
enum class LedgerSort : std::uint8_t { Entry, At };
struct LedgerQuery {
    LedgerFilter filter;
    bool descending = true;
    std::optional<LedgerEntryId> after{};  ///< only entries behind this one; with LedgerSort::Entry
    std::int64_t offset = 0;               ///< behind `after`
    std::int64_t limit = 256;              ///< 1 … 10,000
    LedgerSort sort = LedgerSort::Entry;
};
struct AccountBalance {
    LedgerAccount account = LedgerAccount::ProviderClearing;
    Money debit;    ///< sum of what was debited
    Money credit;   ///< sum of what was credited
    Money balance;  ///< debit − credit; over all accounts they sum to 0
};

class LedgerDesk {
public:
    virtual ~LedgerDesk() = default;
    /// Every account, also those without entries, in order of declaration; as of one commit.
    virtual Answer<std::vector<AccountBalance>> trialBalance(const Call& call) = 0;
    virtual Answer<std::vector<LedgerRow>> page(const Call& call, LedgerQuery query) = 0;
    virtual Answer<std::int64_t> count(const Call& call, LedgerFilter filter) = 0;
    /// As OrderDesk::exportCsv(): two rows an entry,
    /// `entry,at,kind,account,debit_minor,credit_minor,order_no,payment_no, refund,actor`; so each entry and the whole
    /// file balance. Answers the entries.
    virtual Answer<std::int64_t> exportCsv(const Call& call, LedgerFilter filter, std::string path,
                                           std::function<void(std::int64_t)> progress) = 0;
};

}  // namespace evenhand::api
