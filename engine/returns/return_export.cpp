// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/returns/return_export.h"

#include "engine/runtime/csv_export.h"
#include "engine/store/pages/return_page_store.h"

namespace evenhand::returns {
namespace {

constexpr std::int64_t kSliceReturns = 2048;

std::string numberText(const std::optional<std::int64_t>& value) { return value ? std::to_string(*value) : ""; }

/// `first`: of its return; only there is the amount of the whole, so that a column can be summed.
void addLine(base::CsvText& csv, const store::returnPages::ExportRow& found, bool first, int minorDigits) {
    const auto& row = found.row;
    const auto& line = found.line;
    csv.text(row.number.str()).text(row.orderNo.str()).number(row.deduction.value).text(row.user.str());
    csv.text(row.campus.str()).plain(api::toText(row.status)).plain(api::toText(row.stage));
    csv.plain(api::toText(row.goods)).plain(row.refund ? api::toText(*row.refund) : std::string_view());
    csv.text(line.sku.str()).text(line.productName).number(line.requested).plain(numberText(line.approved));
    csv.plain(numberText(line.sellable)).plain(numberText(line.damaged));
    csv.plain(first ? base::formatMoney(row.amount, minorDigits) : std::string());
    csv.plain(line.amount ? base::formatMoney(*line.amount, minorDigits) : std::string());
    csv.plain(runtime::csvTime(row.requestedAt))
        .text(row.requester)
        .text(found.reason)
        .text(found.customerNote)
        .text(row.reasonCode)
        .text(row.clerk)
        .endLine();
}

std::string filterText(const api::ReturnFilter& filter) {
    runtime::FilterText text;
    text.each("stage", filter.stages, [](api::ReturnStage stage) { return api::toText(stage); });
    text.add("campus", filter.campus.str()).add("user", filter.user.str()).add("order", filter.orderNo.str());
    text.add("from", filter.from).add("before", filter.to).add("text", filter.text);
    text.add("clerk", filter.clerk);
    return text.str();
}

}  // namespace

api::Answer<std::int64_t> exportReturns(runtime::Engine& engine, runtime::Reader& reader, const api::Call& call,
                                        api::ReturnFilter filter, std::string path, int minorDigits,
                                        std::function<void(std::int64_t)> progress) {
    const auto asked = filterText(filter);  // before the filter goes to who reads
    return runtime::exportCsv(
        engine, reader, {call, "returns", asked}, std::move(path),
        "return_no,order_no,deduction,user_id,campus,status,stage,goods,refund,sku,product,requested,approved,"
        "sellable,damaged,amount,line_amount,requested_at,requester,reason,customer_note,reason_code,clerk",
        [filter = std::move(filter), minorDigits, last = std::optional<api::ReturnKey>()](
            store::Database& database, base::CsvText& csv) mutable -> Result<std::int64_t> {
            EVENHAND_ASSIGN(const auto rows, store::returnPages::slice(database, filter, last, kSliceReturns));
            ReturnId before;
            for (const auto& found : rows) {
                addLine(csv, found, found.row.id != before, minorDigits);
                before = found.row.id;
            }
            if (!rows.empty()) {
                last = api::ReturnKey{rows.back().row.requestedAt, rows.back().row.id};
            }
            return static_cast<std::int64_t>(rows.size());
        },
        std::move(progress));
}

}  // namespace evenhand::returns
