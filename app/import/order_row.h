// SPDX-License-Identifier: GPL-3.0-or-later
// The rules for one row of an order file that need nothing but the row: everything up to `in_future`.
// Thread: confined to its owner.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/import/csv_reader.h"
#include "app/import/profile.h"
#include "app/import/row_checks.h"
#include "app/import/timestamp.h"
#include "engine/base/money.h"

namespace evenhand::import {

/// One order line as a file has it. The views point into the record (or the profile) that it was read from.
struct OrderRow {
    std::string_view orderNo;
    std::string_view user;  ///< empty: none, the profile's guest
    std::string_view campus;
    std::string_view sku;
    std::string_view productName;
    std::int64_t quantity = 0;  ///< 1 … 1,000,000
    Money unitPrice;            ///< >= 0
    Instant placedAt;
};

class OrderRowReader {
public:
    /// `minorDigits` and `largest` amount of the workspace's currency; `zone` of times without an offset; `latest` time
    /// that a row may have.
    OrderRowReader(const Profile& profile, int minorDigits, Money largest, const QTimeZone& zone, Instant latest);

    /// Learns where the columns are. InvalidArgument naming what is missing or there twice.
    [[nodiscard]] Result<void> readHeader(const CsvRecord& header);
    /// Valid until the record changes.
    [[nodiscard]] std::variant<OrderRow, Rejection> read(const CsvRecord& record);
    /// The order number of a row that was rejected after its order number was found good; empty otherwise.
    [[nodiscard]] std::string_view orderNo() const noexcept { return m_orderNo; }

private:
    [[nodiscard]] std::string_view value(const CsvRecord& record, Field field) const;
    [[nodiscard]] std::optional<Rejection> checkShape(const CsvRecord& record) const;
    [[nodiscard]] std::optional<Rejection> checkNumbers(std::string_view quantity, std::string_view price,
                                                        OrderRow& row) const;

    const Profile& m_profile;
    int m_minorDigits;
    Money m_largest;
    TimestampReader m_timestamps;
    Instant m_latest;
    std::array<int, kOrderFieldCount> m_column{};  ///< -1: a constant, or absent
    std::size_t m_columnCount = 0;
    std::string_view m_orderNo;
};

/// "17850.0" → "17850"; anything else as it is.
[[nodiscard]] std::string_view withoutZeroFraction(std::string_view id) noexcept;
}  // namespace evenhand::import
