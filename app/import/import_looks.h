// SPDX-License-Identifier: GPL-3.0-or-later
// What every import does while it goes through its file: tells how far it is, looks whether somebody wants it to stop,
// and whether the file was changed by another program.
// Thread: confined to its owner.
#pragma once

#include <cstdint>
#include <string_view>

#include "app/import/csv_reader.h"
#include "app/import/input_file.h"
#include "app/import/report.h"
#include "engine/base/result.h"

namespace evenhand::import {

class ImportLooks {
public:
    /// All must outlive it.
    ImportLooks(const InputFile& input, const ImportHooks& hooks, ImportReport& report)
        : m_input(input), m_hooks(hooks), m_report(report) {}

    /// A row was read: counts it. True: the import was cancelled.
    [[nodiscard]] bool stopsAfterRow(const CsvReader& reader) {
        if (++m_report.rows % kRowsPerLook != 0) {
            return false;
        }
        tell("reading", reader.position(), m_input.bytes());
        return isCancelled();
    }
    /// Before thing `i` of `total`. True: the import was cancelled. Error: Conflict, the file was changed.
    [[nodiscard]] Result<bool> stopsBefore(std::string_view phase, std::int64_t i, std::int64_t total) {
        if (i % kThingsPerLook != 0) {
            return false;
        }
        tell(phase, i, total);
        if (isCancelled()) {
            return true;
        }
        return m_input.changed() ? Result<bool>(changedMeanwhile()) : Result<bool>(false);
    }
    void tell(std::string_view phase, std::int64_t done, std::int64_t total) const {
        if (m_hooks.progress) {
            m_hooks.progress({phase, done, total});
        }
    }
    [[nodiscard]] tl::unexpected<Error> changedMeanwhile() const {
        return fail(ErrorCode::Conflict, "the file was changed while it was being imported", "file", m_input.name());
    }

private:
    static constexpr std::int64_t kRowsPerLook = 1024;
    static constexpr std::int64_t kThingsPerLook = 64;

    [[nodiscard]] bool isCancelled() {
        m_report.cancelled = m_report.cancelled || m_hooks.isCancelled();
        return m_report.cancelled;
    }

    const InputFile& m_input;
    const ImportHooks& m_hooks;
    ImportReport& m_report;
};

}  // namespace evenhand::import
