// SPDX-License-Identifier: GPL-3.0-or-later
// Writes a table as CSV on the reader's thread, slice by slice, so that no read transaction is long.
// Thread: exportCsv() from any thread; the slices run on the reader's.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine/api/call.h"
#include "engine/base/csv_text.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/reader.h"

namespace evenhand::runtime {

/// Rows that one slice should ask for.
inline constexpr std::int64_t kCsvSliceRows = 4096;

/// Appends the next rows to `csv`, keeps its place itself, and answers how many it added; 0: there are no more.
using CsvSlice = std::function<Result<std::int64_t>(store::Database& database, base::CsvText& csv)>;

/// What the audit log says of an export: who, what, by which filter (FilterText); empty: all of it.
struct Exported {
    api::Call call;
    std::string what;  ///< "orders"
    std::string filter;
};
/// Answers the rows written. `header`: the names of the columns, commas between. The file appears whole under its name
/// or, after an error (Storage, path) or when the future is cancelled, not at all; and not before the audit log has the
/// entry, with the count. `progress(rows)`, which may be empty, is called on the reader's thread.
[[nodiscard]] api::Answer<std::int64_t> exportCsv(Engine& engine, Reader& reader, Exported exported, std::string path,
                                                  std::string header, CsvSlice slice,
                                                  std::function<void(std::int64_t)> progress);
/// That entry. `path`: said but where the file is sent away (Call::sentAs).
[[nodiscard]] api::AuditRecord exportRecord(const Exported& exported, std::int64_t rows, const std::string& path);

/// A filter as the audit log tells it: "status=PAID, campus=north". What is empty is left out.
class FilterText {
public:
    FilterText& add(std::string_view name, std::string_view value);
    FilterText& add(std::string_view name, const std::optional<Instant>& value);
    /// `text(value)` of each, with "|" between.
    template <typename Values, typename Text>
    FilterText& each(std::string_view name, const Values& values, Text text) {
        std::string all;
        for (const auto& value : values) {
            all += (all.empty() ? "" : "|") + std::string(text(value));
        }
        return add(name, all);
    }
    [[nodiscard]] const std::string& str() const noexcept { return m_text; }

private:
    std::string m_text;
};

/// ISO 8601 in UTC with milliseconds; nothing for nullopt.
[[nodiscard]] std::string csvTime(const std::optional<Instant>& instant);

}  // namespace evenhand::runtime
