// SPDX-License-Identifier: GPL-3.0-or-later
// Engine time where several engines share a database: the database's clock, followed by this machine's monotonic one.
// The offset between the two is measured when a connection is opened and now and then (NTP's way: the middle of the
// round trip is when the answer was given, wrong by half of it at most).
//
// What is guaranteed:
//   - now() of one clock never runs backwards, whatever is measured and however the machine's clock is set. Where the
//     database's clock is found to be behind, it stands until that has caught up.
//   - It is within errorMs() of the database's clock, or ahead of it by as much as atLeast() has asked for, or by as
//     much as that clock was set back.
//   - So engines are as far apart as their errors together: a few milliseconds in one network. Nothing more is
//   promised.
//     An effect may bear an instant a little before that of its cause, where another engine has recorded the cause;
//     what was first is told by rows (versions, epochs, ids of one order), never by comparing instants of two engines.
// Until the first measurement it is the machine's clock. Thread: any.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

#include "engine/base/clock.h"

namespace evenhand::shared {

class SharedClock final : public Clock {
public:
    /// `machine` outlives it.
    explicit SharedClock(const Clock& machine) : m_machine(machine) {}

    [[nodiscard]] Instant now() const noexcept override;
    [[nodiscard]] std::int64_t monotonicNs() const noexcept override { return m_machine.monotonicNs(); }

    /// The database's clock said `database` at some moment between these two of monotonicNs(). Kept unless what is
    /// known is better still, though it is older.
    void measured(Instant database, std::int64_t beforeNs, std::int64_t afterNs);
    /// From now on it is no earlier than this: what was committed must not lie in the future.
    void atLeast(Instant instant) noexcept;
    /// By how much the database's clock may differ from what was measured, by now.
    [[nodiscard]] std::int64_t errorMs() const;

private:
    static constexpr std::int64_t kNone = INT64_MIN;

    [[nodiscard]] std::int64_t errorNsAt(std::int64_t nowNs) const;

    const Clock& m_machine;
    std::atomic<std::int64_t> m_offsetMs{kNone};  ///< database's clock less monotonic time
    mutable std::atomic<std::int64_t> m_last{0};  ///< what was answered last

    mutable std::mutex m_mutex;  ///< guards the following
    std::int64_t m_errorNs = 0;  ///< when it was measured
    std::int64_t m_measuredNs = 0;
};

}  // namespace evenhand::shared
