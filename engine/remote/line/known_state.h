// SPDX-License-Identifier: GPL-3.0-or-later
// What a line knows of its service, for all who ask: how the engine is, which workspace it has, who acts without
// signing in, which address has answered; and whether it has answered at all, for whoever waits for that.
// Thread: any; what changes it is called on the line's.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include "engine/api/engine_api.h"

namespace evenhand::remote {

class KnownState {
public:
    /// `clock` outlives it.
    explicit KnownState(const Clock& clock);

    /// Waits until the service has answered or the first try has failed: why.
    [[nodiscard]] Result<void> waitForFirst() const;
    [[nodiscard]] std::optional<api::Actor> owner() const;
    /// The place, in the line's addresses, of the one that answers, or did last.
    [[nodiscard]] std::size_t reached() const;
    /// As it was told last. Its time goes on while nobody tells it.
    [[nodiscard]] api::EngineStatus status() const;
    [[nodiscard]] api::WorkspaceInfo workspace() const;

    void told(api::EngineStatus status);
    void told(api::WorkspaceInfo workspace);
    void toldTime(Instant now);
    void setOwner(api::Actor owner);
    /// False: there was none.
    bool removeOwner();
    /// The service has let the line in.
    void up(std::size_t reached);
    /// It cannot be asked.
    void down(const Error& why);
    /// Whoever waits need not wait longer, unless the service has answered before.
    void firstTryFailed(Error why);
    /// Likewise, whether it has answered before or not.
    void ended(Error why);

private:
    [[nodiscard]] std::int64_t nowMs() const { return m_clock.monotonicNs() / 1'000'000; }

    const Clock& m_clock;
    mutable std::mutex m_mutex;  ///< guards the following
    mutable std::condition_variable m_changed;
    bool m_everUp = false;
    std::optional<Error> m_failure;  ///< of the first try
    std::optional<api::Actor> m_owner;
    std::size_t m_reached = 0;
    api::EngineStatus m_status;
    std::int64_t m_toldMs = 0;  ///< when engine time was told last; 0: it was not
    api::WorkspaceInfo m_workspace;
};

}  // namespace evenhand::remote
