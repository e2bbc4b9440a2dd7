// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a table as CSV on the reader's thread, slice by slice, so that no read transaction is long.
// Thread: exportCsv() from any thread; the slices run on the reader's.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "engine/api/call.h"
#include "engine/base/csv_text.h"
#include "engine/runtime/reader.h"

namespace evenhand::runtime {

/// Rows that one slice should ask for.
inline constexpr std::int64_t kCsvSliceRows = 4096;

/// Appends the next rows to `csv`, keeps its place itself, and answers how many it added; 0: there are no more.
using CsvSlice = std::function<Result<std::int64_t>(store::Database& database, base::CsvText& csv)>;

/// Answers the rows written. `header`: the names of the columns, commas between. The file appears whole under its name
/// or, after an error (Storage, path) or when the future is cancelled, not at all. `progress(rows)`, which may be
/// empty, is called on the reader's thread.
[[nodiscard]] api::Answer<std::int64_t> exportCsv(Reader& reader, std::string path, std::string header, CsvSlice slice,
                                                  std::function<void(std::int64_t)> progress);

/// ISO 8601 in UTC with milliseconds; nothing for nullopt.
[[nodiscard]] std::string csvTime(const std::optional<Instant>& instant);

}  // namespace evenhand::runtime
