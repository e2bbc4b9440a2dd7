// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ledger/ledger_checks.h"

#include <map>

#include "engine/ledger_entries/entries.h"
#include "engine/store/records/ledger_store.h"

namespace evenhand::ledger {
namespace {

using api::LedgerAccount;
using api::LedgerKind;
using runtime::Finding;
using runtime::ReadSnapshot;

__extension__ using Wide = __int128;  // many entries of up to 2^53

/// True: accounts that this kind of entry moves money between.
bool fits(LedgerKind kind, const Posting& posting) {
    return posting == postingOf(kind, api::RefundCause::Order) ||
           posting == postingOf(kind, api::RefundCause::LatePayment);
}

Result<void> checkEntries(ReadSnapshot& snapshot, Finding& finding) {
    Wide sum = 0;  // debits less credits over all accounts
    EVENHAND_TRY(store::ledger::each(snapshot.database, [&](const store::ledger::RawEntry& entry) {
        const auto kind = api::ledgerKindFrom(entry.kind);
        const auto debit = api::ledgerAccountFrom(entry.debit);
        const auto credit = api::ledgerAccountFrom(entry.credit);
        sum += (debit ? entry.amount : 0) - (credit ? entry.amount : 0);
        finding.expect(entry.amount > 0 && kind && debit && credit && fits(*kind, {*debit, *credit}), [&] {
            return "entry " + std::to_string(entry.entry.value) + " (" + entry.kind + ", " + entry.debit + " to " +
                   entry.credit + ", " + std::to_string(entry.amount) + ") is not one";
        });
    }));
    finding.expect(sum == 0, [] { return std::string("the accounts do not sum to 0"); });
    return store::ledger::eachCause(snapshot.database, [&](const store::ledger::CauseSums& cause) {
        finding.expect(cause.expected == cause.entered, [&] {
            return cause.what + " moved " + std::to_string(cause.expected) + ", the ledger says " +
                   std::to_string(cause.entered);
        });
    });
}

Result<void> checkBalances(ReadSnapshot& snapshot, Finding& finding) {
    struct Sums {
        Wide debit = 0, credit = 0;
    };
    std::map<std::string, Sums, std::less<>> sums;
    std::int64_t last = 0;
    EVENHAND_TRY(store::ledger::each(snapshot.database, [&](const store::ledger::RawEntry& entry) {
        sums[entry.debit].debit += entry.amount;
        sums[entry.credit].credit += entry.amount;
        last = entry.entry.value;
    }));
    EVENHAND_ASSIGN(const auto balances, store::ledger::balances(snapshot.database));
    for (const auto& balance : balances) {
        const auto found = sums.find(api::toText(balance.account));
        const auto expected = found == sums.end() ? Sums{} : found->second;
        finding.expect(balance.debit.minor == expected.debit && balance.credit.minor == expected.credit, [&] {
            return "account " + std::string(api::toText(balance.account)) +
                   " is not the sum of its entries up to number " + std::to_string(last);
        });
    }
    return {};
}

}  // namespace

std::vector<runtime::Check> ledgerChecks() {
    return {{"M1", "Every movement of money has its balanced entry; all accounts sum to 0", checkEntries},
            {"M2", "The balances are the sums of the ledger", checkBalances}};
}

}  // namespace evenhand::ledger
