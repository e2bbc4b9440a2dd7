// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/orders/csv_export.h"

#include <optional>
#include <variant>

#include "engine/api/order_types.h"
#include "engine/base/counted.h"
#include "engine/runtime/csv_export.h"
#include "engine/store/pages/order_page_store.h"

namespace evenhand::orders {
namespace {

void addCell(base::CsvText& csv, const api::OrderField& field, const api::OrderValue& value, int minorDigits) {
    if (const auto* text = std::get_if<std::string_view>(&value)) {
        const bool isOurs = field.kind == api::OrderFieldKind::Status || field.kind == api::OrderFieldKind::Code;
        isOurs ? csv.plain(*text) : csv.text(*text);
    } else if (const auto* number = std::get_if<std::int64_t>(&value)) {
        switch (field.kind) {
            case api::OrderFieldKind::Money: csv.plain(base::formatMoney(Money{*number}, minorDigits)); break;
            case api::OrderFieldKind::Instant: csv.plain(runtime::csvTime(Instant{*number})); break;
            case api::OrderFieldKind::Id:
            case api::OrderFieldKind::Text:
            case api::OrderFieldKind::Status:
            case api::OrderFieldKind::Code:
            case api::OrderFieldKind::Number: csv.number(*number); break;
        }
    } else {
        csv.plain({});
    }
}

void addLine(base::CsvText& csv, const api::OrderRow& row, int minorDigits) {
    for (const auto& field : api::kOrderFields) {
        if (!field.csv.empty()) {
            addCell(csv, field, field.value(row), minorDigits);
        }
    }
    csv.endLine();
}

std::string header() {
    std::string names;
    for (const auto& field : api::kOrderFields) {
        if (!field.csv.empty()) {
            names.append(names.empty() ? "" : ",").append(field.csv);
        }
    }
    return names;
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
    return runtime::exportCsv(engine, reader, {call, "orders", filter}, std::move(path), header(), std::move(slice),
                              std::move(progress));
}

}  // namespace evenhand::orders
