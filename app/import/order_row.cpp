// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/import/order_row.h"

#include <algorithm>

#include "engine/base/ids.h"

namespace evenhand::import {
namespace {

constexpr std::int64_t kMaxQuantity = 1'000'000;
constexpr std::array kIds{Field::OrderNo, Field::User, Field::Campus, Field::SkuCode};

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) {
        text.remove_prefix(1);
    }
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) {
        text.remove_suffix(1);
    }
    return text;
}

bool sameName(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

bool blank(std::string_view text) { return trimmed(text).empty(); }

bool negative(std::string_view number) {
    return !number.empty() && number.front() == '-' && number.find_first_of("123456789") != std::string_view::npos;
}

}  // namespace

std::string_view withoutZeroFraction(std::string_view id) noexcept {
    const auto point = id.find('.');
    if (point == std::string_view::npos || point == 0 || point + 1 == id.size() ||
        id.substr(0, point).find_first_not_of("0123456789") != std::string_view::npos ||
        id.substr(point + 1).find_first_not_of('0') != std::string_view::npos) {
        return id;
    }
    return id.substr(0, point);
}

bool hasControlCharacters(std::string_view text) noexcept {
    return std::any_of(text.begin(), text.end(), [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || byte == 0x7f;
    });
}

std::string shown(std::string_view text) {
    constexpr std::size_t kMost = 80;
    std::string out(text.substr(0, kMost));
    while (text.size() > kMost && !out.empty() && base::utf8Length(out) < 0) {
        out.pop_back();
    }
    std::replace_if(
        out.begin(), out.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
    return '"' + out + (out.size() < text.size() ? "…\"" : "\"");
}

Result<int> findColumn(const CsvRecord& header, std::string_view name) {
    int found = -1;
    for (std::size_t i = 0; i < header.fieldCount; ++i) {
        if (!sameName(trimmed(header.field(i)), trimmed(name))) {
            continue;
        }
        if (found >= 0) {
            return fail(ErrorCode::InvalidArgument, "the header has the column " + shown(name) + " twice", "header",
                        std::string(name));
        }
        found = static_cast<int>(i);
    }
    return found;
}

Result<void> readHeaderRecord(CsvReader& reader, CsvRecord& header) {
    if (!reader.next(header)) {
        EVENHAND_TRY(reader.status());
        return fail(ErrorCode::InvalidArgument, "the file is empty: not even a header line is there", "header");
    }
    const std::string_view raw = header.raw;
    if (raw.starts_with("\xff\xfe") || raw.starts_with("\xfe\xff")) {
        return fail(ErrorCode::InvalidArgument, "the file is UTF-16; save it as UTF-8", "header");
    }
    if (!header.utf8 || raw.find('\0') != std::string_view::npos) {
        return fail(ErrorCode::InvalidArgument, "the file is not CSV text in UTF-8", "header");
    }
    if (header.tooLong) {
        return fail(ErrorCode::InvalidArgument, "the header line is longer than 65536 bytes: this is no CSV file", "header");
    }
    return {};
}

OrderRowReader::OrderRowReader(const Profile& profile, int minorDigits, QTimeZone zone)
    : m_profile(profile),
      m_minorDigits(profile.minorUnits.value_or(minorDigits)),
      m_timestamps(std::move(zone), profile.dateFormat) {}

Result<void> OrderRowReader::readHeader(const CsvRecord& header) {
    std::string missing;
    for (std::size_t i = 0; i < kFieldCount; ++i) {
        m_column[i] = -1;
        if (m_profile.constants[i]) {
            continue;
        }
        EVENHAND_ASSIGN(m_column[i], findColumn(header, m_profile.columns[i]));
        if (m_column[i] < 0 && static_cast<Field>(i) != Field::ProductName) {
            missing += (missing.empty() ? "" : ", ") + m_profile.columns[i];
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
    if (record.quoteOpen) {
        return Rejection{Reason::WrongColumns, "a quote is opened and never closed"};
    }
    if (record.fieldCount != m_columnCount) {
        return Rejection{Reason::WrongColumns, std::to_string(record.fieldCount) + " columns instead of " +
                                                   std::to_string(m_columnCount)};
    }
    if (!record.tooLong && blank(value(record, Field::Campus))) {
        return Rejection{Reason::WrongColumns, "the campus is empty"};
    }
    if (!record.utf8) {
        return Rejection{Reason::NotUtf8, "the line is not valid UTF-8"};
    }
    if (record.tooLong) {
        return Rejection{Reason::TooLong, "the line is longer than " + std::to_string(kMaxRecordBytes) + " bytes"};
    }
    for (const Field field : kIds) {
        if (hasControlCharacters(value(record, field))) {
            return Rejection{Reason::NotUtf8, std::string(fieldName(field)) + " contains control characters"};
        }
    }
    for (const Field field : kIds) {
        if (base::utf8Length(value(record, field)) > static_cast<std::int64_t>(base::kMaxIdCharacters)) {
            return Rejection{Reason::TooLong, std::string(fieldName(field)) + " is longer than 64 characters"};
        }
    }
    if (base::utf8Length(value(record, Field::ProductName)) > static_cast<std::int64_t>(base::kMaxNameCharacters)) {
        return Rejection{Reason::TooLong, "product_name is longer than 200 characters"};
    }
    return std::nullopt;
}

std::optional<Rejection> OrderRowReader::checkNumbers(std::string_view quantity, std::string_view price, OrderRow& row) const {
    const auto units = base::parseDecimal(quantity, 0);
    if (!units) {
        return Rejection{Reason::BadNumber, "quantity " + shown(quantity) +
                                                (units.error() == base::DecimalFault::SubMinor ? " has a fraction"
                                                                                               : " is not a number")};
    }
    if (units->minor > kMaxQuantity) {
        return Rejection{Reason::BadNumber, "quantity " + shown(quantity) + " is above 1000000"};
    }
    const auto amount = base::parseDecimal(price, m_minorDigits);
    if (!amount && amount.error() != base::DecimalFault::SubMinor) {
        return Rejection{Reason::BadNumber, "unit_price " + shown(price) + (amount.error() == base::DecimalFault::OutOfRange
                                                                                ? " is too large"
                                                                                : " is not a number")};
    }
    if (units->minor <= 0) {
        return Rejection{Reason::NonPositiveQuantity, "quantity " + shown(quantity) + " is not positive"};
    }
    if (negative(price)) {
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
        return Rejection{Reason::BadDate, "placed_at " + shown(at) + " is not a date and time of the years 1970 to 2199"};
    }
    row.placedAt = *placedAt;
    return row;
}

}  // namespace evenhand::import
