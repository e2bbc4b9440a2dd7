// SPDX-License-Identifier: GPL-3.0-or-later
// What came of an import, counted; and the file of the rows that were not taken.
// Thread: confined to their owner.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "app/import/csv_reader.h"
#include "app/import/reasons.h"
#include "engine/base/csv_text.h"
#include "engine/base/durable_file.h"

namespace evenhand::import {

struct ImportReport {
    struct Counts {
        std::int64_t accepted = 0, rejected = 0, duplicate = 0;
    };
    std::int64_t rows = 0;   ///< data rows read; blank lines and the header are none
    Counts things;           ///< orders, couriers, products or returns
    Counts lines;            ///< of orders; `duplicate` unused
    std::int64_t units = 0;  ///< of accepted returns
    std::array<std::int64_t, kReasonCount> reasons{};
    bool cancelled = false;  ///< stopped half-way: what is counted as accepted is in the workspace, whole

    void count(Reason reason) noexcept { ++reasons[static_cast<std::size_t>(reason)]; }
    [[nodiscard]] std::int64_t of(Reason reason) const noexcept { return reasons[static_cast<std::size_t>(reason)]; }
    /// Something in the file was wrong: rows that are for another import, and what is already there, are not.
    [[nodiscard]] bool anyRejected() const noexcept;
};

/// How far an import is. `phase`: "reading", "placing", …
struct ImportProgress {
    std::string_view phase;
    std::int64_t done = 0;
    std::int64_t total = 0;
};

using RejectedRow = std::function<void(const CsvRecord& record, Reason reason, std::string_view message)>;

/// The surroundings of an import. All may be empty. `cancelled` is asked again and again; while it does not answer, the
/// import pauses.
struct ImportHooks {
    std::function<void(const ImportProgress&)> progress;
    std::function<bool()> cancelled;
    /// Runs the engine for a moment, for an engine that is stepped by its caller; empty: it has its own thread.
    std::function<void()> step;
    /// A row that is not taken and belongs to this import, in the order of the file; the record is valid only
    /// meanwhile.
    RejectedRow rejected{};

    [[nodiscard]] bool isCancelled() const { return cancelled && cancelled(); }
};

/// The --errors file: row, reason, message, line. Written beside its name and renamed when whole; safe to open in a
/// spreadsheet. Without a path nothing is written; whoever else wants the rows (`told`) is given them all the same.
class ErrorsFile {
public:
    [[nodiscard]] static Result<ErrorsFile> create(const std::string& path, RejectedRow told = {});
    [[nodiscard]] bool wanted() const noexcept { return m_file.has_value() || m_told; }
    void add(const CsvRecord& record, Reason reason, std::string_view message);
    /// Storage naming the path if not all could be written; the old file is then still there.
    [[nodiscard]] Result<void> commit();

private:
    void flush();
    std::string m_path;
    std::optional<base::DurableFile> m_file;
    RejectedRow m_told;
    Result<void> m_written;  ///< the first failure to write; told by commit()
    base::CsvText m_text;
};

}  // namespace evenhand::import
