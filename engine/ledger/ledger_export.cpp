// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ledger/ledger_export.h"

#include "engine/runtime/csv_export.h"
#include "engine/store/records/ledger_store.h"

namespace evenhand::ledger {
namespace {

constexpr std::int64_t kSliceEntries = 4096;

void addLine(base::CsvText& csv, const api::LedgerRow& row, bool debit) {
    csv.number(row.entry.value).plain(runtime::csvTime(row.at)).plain(api::toText(row.kind));
    csv.plain(api::toText(debit ? row.debit : row.credit));
    csv.number(debit ? row.amount.minor : 0).number(debit ? 0 : row.amount.minor);
    csv.text(row.orderNo).text(row.paymentNo.str());
    csv.plain(row.refund ? std::to_string(row.refund->value) : std::string()).text(row.actor).endLine();
}

std::string filterText(const api::LedgerFilter& filter) {
    runtime::FilterText text;
    text.each("kind", filter.kinds, [](api::LedgerKind kind) { return api::toText(kind); });
    text.add("account", filter.account ? api::toText(*filter.account) : std::string_view());
    text.add("order", filter.orderNo.str()).add("from", filter.from).add("before", filter.to);
    return text.str();
}

}  // namespace

api::Answer<std::int64_t> exportLedger(runtime::Engine& engine, runtime::Reader& reader, const api::Call& call,
                                       api::LedgerFilter filter, std::string path,
                                       std::function<void(std::int64_t)> progress) {
    const auto asked = filterText(filter);  // before the filter goes to who reads
    return runtime::exportCsv(
        engine, reader, {call, "ledger", asked}, std::move(path),
        "entry,at,kind,account,debit_minor,credit_minor,order_no,payment_no,refund,actor",
        [filter = std::move(filter), last = LedgerEntryId{}](store::Database& database,
                                                             base::CsvText& csv) mutable -> Result<std::int64_t> {
            EVENHAND_ASSIGN(const auto rows, store::ledger::slice(database, filter, last, kSliceEntries));
            for (const auto& row : rows) {
                addLine(csv, row, true);
                addLine(csv, row, false);
                last = row.entry;
            }
            return static_cast<std::int64_t>(rows.size());
        },
        std::move(progress));
}

}  // namespace evenhand::ledger
