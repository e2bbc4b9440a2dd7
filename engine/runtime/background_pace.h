// SPDX-License-Identifier: GPL-3.0-or-later
// How much of the engine's time consumers that may fall behind take: freely while nobody asks; a bounded time of each
// batch while callers ask no faster than such work can follow; in a rush only a share, and what is left over then is
// caught up with afterwards.
//
// That bounded time is short, for callers wait for it. Where it was not enough it is doubled in the next batch, up to a
// limit, until nothing is left: each batch costs a commit whatever is in it, so on a slow machine or disk the short
// time alone would leave the background further behind with every batch.
//
// Callers that wait for an answer before they ask again ask as fast as they are served, so their rate shows only while
// they go first. When many ask, they go first for a moment now and then to measure it, and if the rate is then above
// rushPerSecond they keep going first. Batches of callers that go first have no background work; it gets batches of its
// own, few, so that each has much to commit. A token bucket gives their share: it fills with time, is bounded, and what
// takes longer is taken off the next.
//
// Threads: one (the engine's). Times are steady, in nanoseconds, and do not run backwards.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace evenhand::runtime {

struct PaceLimits {
    std::int64_t freeNs = 10'000'000;     ///< per batch
    std::int64_t busyNs = 2'000'000;      ///< per batch while callers ask
    std::int64_t behindNs = 8'000'000;    ///< the same, at most, after batches whose time was not enough
    std::int64_t goneNs = 100'000'000;    ///< callers that have not asked for so long are gone
    std::int64_t probeNs = 20'000'000;    ///< callers go first for so long, to see how fast they ask
    std::int64_t freedNs = 300'000'000;   ///< then, if it was no rush, they do not for so long
    std::int64_t rushPerSecond = 15'000;  ///< commands; from a quarter of it on callers are let go first for a moment
    std::int64_t rushShare = 16;          ///< one part in so many of the time is the background's in a rush
    std::int64_t minNs = 2'000'000;       ///< a share that is smaller waits
    std::int64_t maxNs = 4'000'000;       ///< of a share
};

class BackgroundPace {
public:
    explicit BackgroundPace(const PaceLimits& limits) : m_limits(limits) {}

    /// So many commands ran in a batch.
    void asked(std::size_t commands, std::int64_t nowNs) noexcept;
    /// How long callers that go first are still expected to ask again; 0: nobody goes first.
    [[nodiscard]] std::int64_t expectedNs(std::int64_t nowNs) const noexcept;
    /// Callers go first, and the next batch is the background's.
    [[nodiscard]] bool takeSlice(std::int64_t nowNs) noexcept;
    /// What a batch may take while nobody goes first, or in a slice.
    [[nodiscard]] std::int64_t allowanceNs(std::int64_t nowNs) noexcept;
    /// `cut`: its time was over before its work.
    void took(std::int64_t ns, bool cut) noexcept {
        m_creditNs -= ns;
        m_cut = m_cut || cut;
    }

private:
    [[nodiscard]] bool first(std::int64_t nowNs) const noexcept { return m_first && !gone(nowNs); }
    [[nodiscard]] bool gone(std::int64_t nowNs) const noexcept {
        return !m_lastNs || nowNs - *m_lastNs > m_limits.goneNs;
    }
    void begin(bool first, std::int64_t lengthNs, std::int64_t nowNs) noexcept;
    void fill(std::int64_t nowNs) noexcept;

    const PaceLimits m_limits;
    std::int64_t m_busyNs = m_limits.busyNs;  ///< of the present batch
    bool m_cut = false;                       ///< in it the background's time was not enough
    std::optional<std::int64_t> m_lastNs;     ///< commands ran
    // The window in which commands are counted.
    bool m_first = false;  ///< callers go first in it
    int m_slow = 0;        ///< windows in which they did and that were no rush, less those that were
    std::int64_t m_sinceNs = 0;
    std::int64_t m_lengthNs = 0;
    std::int64_t m_commands = 0;
    // The token bucket.
    std::int64_t m_filledNs = 0;  ///< up to here
    std::int64_t m_creditNs = 0;
};

}  // namespace evenhand::runtime
