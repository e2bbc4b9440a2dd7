// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import/list_rows.h"

#include <algorithm>

#include "engine/api/limits.h"
#include "engine/base/ids.h"
#include "engine/base/money.h"

namespace evenhand::import {
namespace {

std::optional<bool> yesOrNo(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    if (lower == "1" || lower == "true" || lower == "yes") {
        return true;
    }
    if (lower == "0" || lower == "false" || lower == "no") {
        return false;
    }
    return std::nullopt;
}

}  // namespace

std::variant<api::CourierInput, Rejection> readCourier(const ListColumns& columns, const CsvRecord& record) {
    if (auto rejection = columns.check(record, 2, 2)) {
        return *std::move(rejection);
    }
    if (columns.value(record, 0).empty()) {
        return Rejection{Reason::MissingCourierId, "the courier id is missing"};
    }
    if (columns.value(record, 1).empty()) {
        return Rejection{Reason::MissingCampus, "the campus is missing"};
    }
    const auto onDuty = yesOrNo(columns.value(record, 4));
    if (!onDuty) {
        return Rejection{Reason::BadOnDuty,
                         "on_duty " + shown(columns.value(record, 4)) + " is not one of 1 0 true false yes no"};
    }
    return api::CourierInput{CourierId(columns.value(record, 0)), CampusId(columns.value(record, 1)),
                             cleanName(columns.value(record, 2)), cleanName(columns.value(record, 3)), *onDuty};
}

std::variant<api::ProductRow, Rejection> readProduct(const ListColumns& columns, const CsvRecord& record,
                                                     int minorDigits) {
    if (auto rejection = columns.check(record, 1, 1)) {
        return *std::move(rejection);
    }
    const std::string_view price = columns.value(record, 2);
    const std::string_view stock = columns.value(record, 3);
    if (columns.value(record, 0).empty()) {
        return Rejection{Reason::MissingSku, "the SKU is missing"};
    }
    const auto units = base::parseDecimal(stock, 0);
    const auto amount = base::parseDecimal(price, minorDigits);
    if (!units) {
        return Rejection{Reason::BadNumber, "stock " + shown(stock) + " is not a whole number"};
    }
    if (!amount && amount.error() != base::DecimalFault::SubMinor) {
        return Rejection{Reason::BadNumber, "unit_price " + shown(price) + " is not a number, or is too large"};
    }
    if (units->minor < 0) {
        return Rejection{Reason::NegativeStock, "stock " + shown(stock) + " is negative"};
    }
    if (isNegative(price)) {
        return Rejection{Reason::NegativePrice, "unit_price " + shown(price) + " is negative"};
    }
    if (!amount) {
        return Rejection{Reason::SubMinorPrice,
                         "unit_price " + shown(price) + " has a fraction below the smallest unit of the currency"};
    }
    return api::ProductRow{Sku(columns.value(record, 0)), cleanName(columns.value(record, 1)), *amount, units->minor};
}

std::variant<StockCount, Rejection> readStock(const ListColumns& columns, const CsvRecord& record) {
    if (auto rejection = columns.check(record, 1, 0)) {
        return *std::move(rejection);
    }
    const std::string_view stock = columns.value(record, 1);
    const std::string_view reason = columns.value(record, 2);
    if (base::utf8Length(reason) > static_cast<std::int64_t>(api::kMaxReason)) {
        return Rejection{Reason::TooLong, "reason is longer than " + std::to_string(api::kMaxReason) + " characters"};
    }
    if (columns.value(record, 0).empty()) {
        return Rejection{Reason::MissingSku, "the SKU is missing"};
    }
    const auto units = base::parseDecimal(stock, 0);
    if (!units || units->minor > api::kMaxStock) {
        return Rejection{Reason::BadNumber, "stock " + shown(stock) + " is not a whole number, or is too large"};
    }
    if (units->minor < 0) {
        return Rejection{Reason::NegativeStock, "stock " + shown(stock) + " is negative"};
    }
    return StockCount{Sku(columns.value(record, 0)), units->minor, cleanName(reason)};
}

std::variant<CourierWeek, Rejection> readRoster(const ListColumns& columns, const CsvRecord& record) {
    if (auto rejection = columns.check(record, 1, api::kWeekdays.size())) {
        return *std::move(rejection);
    }
    if (columns.value(record, 0).empty()) {
        return Rejection{Reason::MissingCourierId, "the courier id is missing"};
    }
    CourierWeek row{CourierId(columns.value(record, 0)), {}};
    for (std::size_t i = 0; i < row.week.size(); ++i) {
        const auto text = columns.value(record, i + 1);
        auto hours = api::dayHoursFrom(text, api::kWeekdays[i]);
        if (!hours) {
            return Rejection{Reason::BadShifts, std::string(api::kWeekdays[i]) + " " + shown(text) +
                                                    " is not read: " + hours.error().message};
        }
        row.week[i] = *std::move(hours);
    }
    return row;
}

}  // namespace evenhand::import
