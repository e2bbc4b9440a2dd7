// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/orders/csv_export.h"

#include <optional>

#include "engine/base/counted.h"
#include "engine/runtime/csv_export.h"
#include "engine/store/pages/order_page_store.h"

namespace evenhand::orders {
namespace {

void addLine(base::CsvText& csv, const api::OrderRow& row, int minorDigits) {
    using runtime::csvTime;
    csv.text(row.orderNo.str()).text(row.user.str()).text(row.campus.str()).plain(api::toText(row.status));
    csv.plain(base::formatMoney(row.payable, minorDigits)).plain(csvTime(row.placedAt)).plain(csvTime(row.paidAt));
    csv.text(row.courier.str()).text(row.courierName).number(row.epoch);
    csv.plain(row.wait ? api::toText(*row.wait) : std::string_view());
    csv.plain(row.closeReason ? api::toText(*row.closeReason) : std::string_view()).endLine();
}

std::string filterText(const api::OrderFilter& filter) {
    runtime::FilterText text;
    text.each("status", filter.statuses, [](api::OrderStatus status) { return api::toText(status); });
    text.add("campus", filter.campus.str()).add("courier", filter.courier.str()).add("user", filter.user.str());
    text.add("unassigned", filter.unassignedOnly ? "only" : "").add("late", filter.lateOnly ? "only" : "");
    text.add("chosen", filter.only.empty() ? std::string() : base::counted(std::ssize(filter.only), "order"));
    text.add("placed from", filter.placedFrom).add("placed before", filter.placedTo).add("text", filter.text);
    return text.str();
}

}  // namespace

api::Answer<std::int64_t> exportOrders(runtime::Engine& engine, runtime::Reader& reader, const api::Call& call,
                                       api::OrderQuery query, std::shared_ptr<store::OrderNumbers> numbers,
                                       std::string path, int minorDigits, std::function<void(std::int64_t)> progress) {
    const auto filter = filterText(query.filter);
    auto slice = [query = std::move(query), numbers = std::move(numbers), minorDigits,
                  last = std::optional<api::OrderRow>()](store::Database& database,
                                                         base::CsvText& csv) mutable -> Result<std::int64_t> {
        if (!last) {
            EVENHAND_TRY(numbers->complete(database, query.filter));  // once: the list of parts is that of the start
        }
        EVENHAND_ASSIGN(auto rows, store::orderPages::slice(database, query, last, runtime::kCsvSliceRows));
        for (const auto& row : rows) {
            addLine(csv, row, minorDigits);
        }
        if (!rows.empty()) {
            last = std::move(rows.back());
        }
        return static_cast<std::int64_t>(rows.size());
    };
    return runtime::exportCsv(engine, reader, {call, "orders", filter}, std::move(path),
                              "order_no,user_id,campus,status,payable,placed_at,paid_at,courier_id,courier_name,epoch,"
                              "wait_reason,close_reason",
                              std::move(slice), std::move(progress));
}

}  // namespace evenhand::orders
