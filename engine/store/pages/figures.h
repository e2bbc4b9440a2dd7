// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of the engine's status line. Thread: the connection's.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/base/result.h"
#include "engine/store/database/database.h"

namespace evenhand::store {

struct Figures {
    std::int64_t unassigned = 0;  ///< paid, open, without a courier
    std::int64_t openDeadLetters = 0;
    std::int64_t late = 0;     ///< orders whose stage should have moved on; counted up to 100,000
    std::int64_t overdue = 0;  ///< timers that are due; counted up to 100,000
    std::int64_t deadTimers = 0;
    std::int64_t alerts = 0;          ///< firing
    std::int64_t returnsWaiting = 0;  ///< for an approval
    std::int64_t refundsFailed = 0;   ///< FAILED, or given up
    std::int64_t deadTasks = 0;
    std::int64_t outwardHeld = 0;  ///< kinds of tasks that leave the machine and are held
    /// When a further timer will be overdue unless it has its effect, or a further order late; nullopt: nothing is to
    /// come.
    std::optional<Instant> nextOverdue;
};

[[nodiscard]] Result<Figures> countFigures(Database& database, Instant now);

}  // namespace evenhand::store
