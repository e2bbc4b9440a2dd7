// SPDX-License-Identifier: GPL-3.0-or-later
// The rules for one row of a file with returns that need nothing but the row.
// Thread: confined to its owner.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <variant>

#include "app/import/csv_reader.h"
#include "app/import/profile.h"
#include "app/import/row_checks.h"
#include "app/import/timestamp.h"

namespace evenhand::import {

/// A return as a file has it. The views point into the record (or the profile) that it was read from.
struct ReturnRow {
    std::string_view returnNo;
    std::string_view orderNo;  ///< empty: to be matched
    std::string_view user;     ///< empty only with an order number
    std::string_view sku;
    std::string_view reason;
    std::int64_t units = 0;  ///< 1 … 1,000,000
    Instant at;
};

class ReturnRowReader {
public:
    /// `zone` of times without an offset; `latest` time that a row may have. The profile outlives it.
    ReturnRowReader(const Profile& profile, const QTimeZone& zone, Instant latest);

    /// Learns where the columns are. InvalidArgument naming what is missing or there twice. The order number may be
    /// missing if there is a user, and the other way round; the reason may always be.
    [[nodiscard]] Result<void> readHeader(const CsvRecord& header);
    /// Valid until the record changes.
    [[nodiscard]] std::variant<ReturnRow, Rejection> read(const CsvRecord& record);
    /// The return number of the last row, also of a rejected one; empty: it had none that could be read, or it is no
    /// return.
    [[nodiscard]] std::string_view returnNo() const noexcept { return m_returnNo; }

private:
    [[nodiscard]] std::string_view value(const CsvRecord& record, Field field) const;
    [[nodiscard]] std::optional<Rejection> checkShape(const CsvRecord& record) const;
    [[nodiscard]] std::optional<Rejection> checkUnits(std::string_view text, ReturnRow& row) const;

    const Profile& m_profile;
    TimestampReader m_timestamps;
    Instant m_latest;
    std::array<int, kFieldCount> m_column{};  ///< -1: a constant, or absent
    std::size_t m_columnCount = 0;
    std::string_view m_returnNo;
};

}  // namespace evenhand::import
