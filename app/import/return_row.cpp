// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import/return_row.h"

#include "app/import/order_row.h"
#include "engine/api/returns_types.h"
#include "engine/base/ids.h"
#include "engine/base/money.h"

namespace evenhand::import {
namespace {

constexpr std::size_t at(Field field) { return static_cast<std::size_t>(field); }

}  // namespace

ReturnRowReader::ReturnRowReader(const Profile& profile, const QTimeZone& zone, Instant latest)
    : m_profile(profile), m_timestamps(zone, profile.dateFormat, profile.alsoDateFormat), m_latest(latest) {}

Result<void> ReturnRowReader::readHeader(const CsvRecord& header) {
    constexpr std::array kUsed{Field::OrderNo,      Field::User,       Field::SkuCode,   Field::Quantity,
                               Field::ReturnNumber, Field::ReturnedAt, Field::ReasonText};
    m_column.fill(-1);
    for (const Field field : kUsed) {
        if (!m_profile.constant(field)) {
            EVENHAND_ASSIGN(m_column[at(field)], findColumn(header, m_profile.column(field)));
        }
    }
    const auto has = [this](Field field) { return m_column[at(field)] >= 0 || m_profile.constant(field).has_value(); };
    if (!m_profile.returnPrefix.empty()) {
        if (!has(Field::ReturnNumber)) {  // the number of the row is the return's
            m_column[at(Field::ReturnNumber)] = m_column[at(Field::OrderNo)];
            m_column[at(Field::OrderNo)] = -1;
        }
        if (!has(Field::ReturnedAt)) {
            EVENHAND_ASSIGN(m_column[at(Field::ReturnedAt)], findColumn(header, m_profile.column(Field::PlacedAt)));
        }
    }
    std::string missing;
    const auto need = [&](Field field) {
        if (!has(field)) {
            missing += (missing.empty() ? "" : ", ") + m_profile.wordFor(field);
        }
    };
    for (const Field field : {Field::ReturnNumber, Field::SkuCode, Field::Quantity, Field::ReturnedAt}) {
        need(field);
    }
    if (!has(Field::OrderNo)) {
        need(Field::User);
    }
    if (!missing.empty()) {
        return fail(ErrorCode::InvalidArgument, "the header lacks: " + missing, "header", shown(header.raw));
    }
    m_columnCount = header.fieldCount;
    return {};
}

std::string_view ReturnRowReader::value(const CsvRecord& record, Field field) const {
    if (m_column[at(field)] < 0) {
        const bool isOrders = field == Field::OrderNo && !m_profile.returnPrefix.empty();
        const auto& constant = m_profile.constant(field);
        return constant && !isOrders ? std::string_view(*constant) : std::string_view();
    }
    const std::string_view text = record.field(static_cast<std::size_t>(m_column[at(field)]));
    return m_profile.integerId[at(field)] ? withoutZeroFraction(text) : text;
}

std::optional<Rejection> ReturnRowReader::checkShape(const CsvRecord& record) const {
    if (auto rejection = checkColumns(record, m_columnCount)) {
        return rejection;
    }
    if (auto rejection = checkLine(record)) {
        return rejection;
    }
    const auto named = [&](Field field) { return NamedText{fieldName(field), value(record, field)}; };
    const std::array ids{named(Field::ReturnNumber), named(Field::OrderNo), named(Field::User), named(Field::SkuCode)};
    if (auto rejection = checkTexts(ids, {})) {
        return rejection;
    }
    if (base::utf8Length(value(record, Field::ReasonText)) > static_cast<std::int64_t>(api::kMaxReturnReason)) {
        return Rejection{Reason::TooLong,
                         "reason is longer than " + std::to_string(api::kMaxReturnReason) + " characters"};
    }
    return std::nullopt;
}

std::optional<Rejection> ReturnRowReader::checkUnits(std::string_view text, ReturnRow& row) const {
    const auto quantity = base::parseDecimal(text, 0);
    if (!quantity) {
        return Rejection{
            Reason::BadNumber,
            "quantity " + shown(text) +
                (quantity.error() == base::DecimalFault::SubMinor ? " has a fraction" : " is not a number")};
    }
    const std::int64_t units = m_profile.negativeReturns ? -quantity->minor : quantity->minor;
    if (units > api::kMaxReturnUnits) {
        return Rejection{Reason::BadNumber,
                         "quantity " + shown(text) + " is above " + std::to_string(api::kMaxReturnUnits)};
    }
    if (units <= 0) {
        return Rejection{
            Reason::NonPositiveQuantity,
            "quantity " + shown(text) + (m_profile.negativeReturns ? " is not negative" : " is not positive")};
    }
    row.units = units;
    return std::nullopt;
}

std::variant<ReturnRow, Rejection> ReturnRowReader::read(const CsvRecord& record) {
    m_returnNo = {};
    if (auto rejection = checkShape(record)) {
        return *std::move(rejection);
    }
    ReturnRow row;
    row.returnNo = value(record, Field::ReturnNumber);
    row.orderNo = value(record, Field::OrderNo);
    row.user = value(record, Field::User);
    row.sku = value(record, Field::SkuCode);
    row.reason = value(record, Field::ReasonText);
    if (!m_profile.returnPrefix.empty() && !row.returnNo.starts_with(m_profile.returnPrefix)) {
        return Rejection{Reason::OrderRow, "this row is an order's"};
    }
    if (blank(row.returnNo)) {
        return Rejection{Reason::MissingReturnNo, "the return number is missing"};
    }
    m_returnNo = row.returnNo;
    if (blank(row.sku)) {
        return Rejection{Reason::MissingSku, "the SKU is missing"};
    }
    if (auto rejection = checkUnits(value(record, Field::Quantity), row)) {
        return *std::move(rejection);
    }
    const std::string_view at = value(record, Field::ReturnedAt);
    const auto returnedAt = m_timestamps.read(at);
    if (!returnedAt) {
        return Rejection{Reason::BadDate, "at " + shown(at) + " is not a date and time of the years 1970 to 2199"};
    }
    if (auto rejection = checkFuture(*returnedAt, m_latest, {fieldName(Field::ReturnedAt), at})) {
        return *std::move(rejection);
    }
    row.at = *returnedAt;
    if (blank(row.orderNo)) {
        row.orderNo = {};
        if (blank(row.user)) {
            return Rejection{Reason::NoCustomer, "neither an order number nor a user is given"};
        }
    }
    return row;
}

}  // namespace evenhand::import
