// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import/order_row.h"

#include <array>

#include "engine/api/limits.h"
#include "engine/base/ids.h"

namespace evenhand::import {

std::string_view withoutZeroFraction(std::string_view id) noexcept {
    const auto point = id.find('.');
    if (point == std::string_view::npos || point == 0 || point + 1 == id.size() ||
        id.substr(0, point).find_first_not_of("0123456789") != std::string_view::npos ||
        id.substr(point + 1).find_first_not_of('0') != std::string_view::npos) {
        return id;
    }
    return id.substr(0, point);
}

OrderRowReader::OrderRowReader(const Profile& profile, int minorDigits, Money largest, const QTimeZone& zone,
                               Instant latest)
    : m_profile(profile),
      m_minorDigits(profile.minorUnits.value_or(minorDigits)),
      m_largest(largest),
      m_timestamps(zone, profile.dateFormat, profile.alsoDateFormat),
      m_latest(latest) {}

Result<void> OrderRowReader::readHeader(const CsvRecord& header) {
    std::string missing;
    for (std::size_t i = 0; i < kOrderFieldCount; ++i) {
        m_column[i] = -1;
        if (m_profile.constants[i]) {
            continue;
        }
        EVENHAND_ASSIGN(m_column[i], findColumn(header, m_profile.columns[i]));
        if (m_column[i] < 0 && static_cast<Field>(i) != Field::ProductName) {
            missing += (missing.empty() ? "" : ", ") + m_profile.wordFor(static_cast<Field>(i));
        }
    }
    if (!missing.empty()) {
        return fail(ErrorCode::InvalidArgument, "the header lacks: " + missing, "header", shown(header.raw));
    }
    m_columnCount = header.fieldCount;
    return {};
}

std::string_view OrderRowReader::value(const CsvRecord& record, Field field) const {
    const auto index = static_cast<std::size_t>(field);
    if (m_profile.constants[index]) {
        return *m_profile.constants[index];
    }
    if (m_column[index] < 0) {
        return {};
    }
    const std::string_view text = record.field(static_cast<std::size_t>(m_column[index]));
    return m_profile.integerId[index] ? withoutZeroFraction(text) : text;
}

std::optional<Rejection> OrderRowReader::checkShape(const CsvRecord& record) const {
    if (auto rejection = checkColumns(record, m_columnCount)) {
        return rejection;
    }
    if (!record.tooLong && blank(value(record, Field::Campus))) {
        return Rejection{Reason::WrongColumns, "the campus is empty"};
    }
    if (auto rejection = checkLine(record)) {
        return rejection;
    }
    const auto named = [&](Field field) { return NamedText{fieldName(field), value(record, field)}; };
    const std::array ids{named(Field::OrderNo), named(Field::User), named(Field::Campus), named(Field::SkuCode)};
    const std::array names{named(Field::ProductName)};
    return checkTexts(ids, names);
}

std::optional<Rejection> OrderRowReader::checkNumbers(std::string_view quantity, std::string_view price,
                                                      OrderRow& row) const {
    const auto units = base::parseDecimal(quantity, 0);
    if (!units) {
        return Rejection{Reason::BadNumber,
                         "quantity " + shown(quantity) +
                             (units.error() == base::DecimalFault::SubMinor ? " has a fraction" : " is not a number")};
    }
    if (units->minor > api::kMaxOrderQuantity) {
        return Rejection{Reason::BadNumber,
                         "quantity " + shown(quantity) + " is above " + std::to_string(api::kMaxOrderQuantity)};
    }
    const auto amount = base::parseDecimal(price, m_minorDigits);
    if (!amount && amount.error() != base::DecimalFault::SubMinor) {
        return Rejection{Reason::BadNumber,
                         "unit_price " + shown(price) +
                             (amount.error() == base::DecimalFault::OutOfRange ? " is too large" : " is not a number")};
    }
    if (amount && *amount > m_largest) {
        return Rejection{Reason::BadNumber, "unit_price " + shown(price) + " is above the largest amount"};
    }
    if (units->minor <= 0) {
        return Rejection{Reason::NonPositiveQuantity, "quantity " + shown(quantity) + " is not positive"};
    }
    if (isNegative(price)) {
        return Rejection{Reason::NegativePrice, "unit_price " + shown(price) + " is negative"};
    }
    if (!amount) {
        return Rejection{Reason::SubMinorPrice,
                         "unit_price " + shown(price) + " has a fraction below the smallest unit of the currency"};
    }
    row.quantity = units->minor;
    row.unitPrice = *amount;
    return std::nullopt;
}

std::variant<OrderRow, Rejection> OrderRowReader::read(const CsvRecord& record) {
    m_orderNo = {};
    if (auto rejection = checkShape(record)) {
        return *std::move(rejection);
    }
    OrderRow row;
    row.orderNo = value(record, Field::OrderNo);
    row.user = value(record, Field::User);
    row.campus = value(record, Field::Campus);
    row.sku = value(record, Field::SkuCode);
    row.productName = value(record, Field::ProductName);
    if (blank(row.user)) {
        row.user = {};
    }
    if (!m_profile.returnPrefix.empty() && row.orderNo.starts_with(m_profile.returnPrefix)) {
        return Rejection{Reason::ReturnRow, "this row is a return"};
    }
    if (blank(row.orderNo)) {
        return Rejection{Reason::MissingOrderNo, "the order number is missing"};
    }
    m_orderNo = row.orderNo;
    if (blank(row.sku)) {
        return Rejection{Reason::MissingSku, "the SKU is missing"};
    }
    if (auto rejection = checkNumbers(value(record, Field::Quantity), value(record, Field::UnitPrice), row)) {
        return *std::move(rejection);
    }
    const std::string_view at = value(record, Field::PlacedAt);
    const auto placedAt = m_timestamps.read(at);
    if (!placedAt) {
        return Rejection{Reason::BadDate,
                         "placed_at " + shown(at) + " is not a date and time of the years 1970 to 2199"};
    }
    if (auto rejection = checkFuture(*placedAt, m_latest, {fieldName(Field::PlacedAt), at})) {
        return *std::move(rejection);
    }
    row.placedAt = *placedAt;
    return row;
}

}  // namespace evenhand::import
