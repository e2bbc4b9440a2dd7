// SPDX-License-Identifier: GPL-3.0-or-later
// The gate of the keyspace (store/records/gate_store.h) as one engine sees it, between two of its batches: whether the
// keyspace may be used, and whether somebody has the engines pause to look at rows and keyspace of one moment. What was
// seen stands in the engine's row, so that whoever has closed it knows when nobody uses the keyspace any more.
// Threads: the engine's; checked(), soon() and usesKeyspace() from any.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "engine/runtime/background_scheduler.h"
#include "engine/shared/shared_parts.h"

namespace evenhand::shared {

/// A standing reason: the keyspace may not be used.
inline constexpr std::string_view kKeyspaceClosed = "keyspace_closed";

class GateWatch {
public:
    /// Where there is a gate (SharedOptions::isGated) the keyspace is closed until checked() says whose it is.
    GateWatch(SharedParts& parts, runtime::BackgroundScheduler& background);

    /// The keyspace is this workspace's (nullopt), or why it may not be used.
    void checked(std::optional<std::string> whyNot);
    /// It has changed: it is looked at before the next batch.
    void soon();
    /// Batches use the keyspace, since it was last looked at.
    [[nodiscard]] bool usesKeyspace() const noexcept { return m_usesKeyspace; }

    /// Looks, if it is time to; between two batches, with an open connection. True: no batch may run. Paces itself, so
    /// that it may be called in a loop; an engine that stops is paused for a bounded time.
    [[nodiscard]] bool isPaused();

private:
    void look();
    [[nodiscard]] std::optional<std::string> whyNotChecked();

    SharedParts& m_parts;
    runtime::BackgroundScheduler& m_background;
    std::atomic<bool> m_soon{true};
    std::atomic<bool> m_usesKeyspace{false};
    std::int64_t m_lookNs = 0;  ///< when it is looked at again; steady, as the next
    std::int64_t m_pausedSinceNs = 0;
    bool m_paused = false;
    std::mutex m_mutex;  ///< guards the following
    std::optional<std::string> m_whyNot{"nobody has looked yet whether Redis has this workspace's keyspace"};
};

}  // namespace evenhand::shared
