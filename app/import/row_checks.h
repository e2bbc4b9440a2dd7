// SPDX-License-Identifier: GPL-3.0-or-later
// The rules that rows of every list share: columns, encoding, lengths; and the header line.
// Thread: pure functions, any thread.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/import/csv_reader.h"
#include "app/import/reasons.h"
#include "engine/base/clock.h"

namespace evenhand::import {

/// The header record of a file; InvalidArgument if there is none or if the file is not UTF-8 text.
[[nodiscard]] Result<void> readHeaderRecord(CsvReader& reader, CsvRecord& header);
/// Finds `name` in a header (blanks around it and ASCII case do not count): its index, -1 if absent or without a name;
/// InvalidArgument if it is there twice.
[[nodiscard]] Result<int> findColumn(const CsvRecord& header, std::string_view name);

/// wrong_columns: another number of them than the header has, or a quote that is never closed.
[[nodiscard]] std::optional<Rejection> checkColumns(const CsvRecord& record, std::size_t count);
/// not_utf8 and too_long of the line as a whole. Only after it the fields are all there.
[[nodiscard]] std::optional<Rejection> checkLine(const CsvRecord& record);

struct NamedText {
    std::string_view name;
    std::string_view text;
};
/// too_long and not_utf8 (what validateId() and validateName() refuse) of ids, then of names, whose control characters
/// are cleaned. Ids that are empty or blank are looked at elsewhere.
[[nodiscard]] std::optional<Rejection> checkTexts(std::span<const NamedText> ids, std::span<const NamedText> names);

/// The latest instant that a file may have while the machine's clock says `clock`: a day of leeway for zones and
/// clocks. What lies later would carry engine time with it, for good. A clock that is not known (0) sets no limit.
[[nodiscard]] Instant latestInstant(Instant clock) noexcept;
/// in_future: `at` is later than `latest`. `name` and `text` of the field, for the message.
[[nodiscard]] std::optional<Rejection> checkFuture(Instant at, Instant latest, const NamedText& field);

/// Empty but for blanks.
[[nodiscard]] bool blank(std::string_view text) noexcept;
/// Is a decimal text below 0, by however little?
[[nodiscard]] bool isNegative(std::string_view decimal) noexcept;
/// `text` for a message: in quotes, cut to 80 bytes, control characters replaced.
[[nodiscard]] std::string shown(std::string_view text);
/// A name as the engine takes it: control characters become blanks, only blanks nothing.
[[nodiscard]] std::string cleanName(std::string_view name);

}  // namespace evenhand::import
