// SPDX-License-Identifier: GPL-3.0-or-later
// How many timers were armed, less those that are no longer, by kind and campus, since the connection that changes them
// first did so: kept in memory, so that a commit costs nothing for it. A reader that has counted the armed ones once,
// and has this figure of the same commit, never needs to count them again (armed_timers.h).
//
// A reader learns it together with a snapshot: settled() before the snapshot and cut() after it, which answers only if
// nothing was committed in between.
//
// Invariants: only what is committed is answered; after a commit that failed, whose outcome may be unknown, nothing is
// answered until the next transaction begins, and from then on it is another epoch.
// Thread: settled() and cut() any; all else that of the connection.
#pragma once

#include <array>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/timer_types.h"
#include "engine/base/ids.h"
#include "engine/store/database/database.h"
#include "engine/store/database/transaction_watcher.h"

namespace evenhand::store {

class TimerTally final : public TransactionWatcher {
public:
    struct Figures {
        std::array<std::int64_t, api::kTimerKinds> armed{};    ///< may be negative: gone of those of before
        std::array<std::int64_t, api::kTimerKinds> changes{};  ///< armed, armed at another instant, gone; only grows
    };
    using Counts = std::map<std::string, Figures, std::less<>>;  ///< campus
    struct Cut {
        std::int64_t epoch = 0;
        Counts since;
    };

    /// In a write transaction: a timer is armed (1), at another instant (0), or not any more (-1).
    void change(const CampusId& campus, api::TimerKind kind, int by);

    /// In a write transaction: timers were changed that nobody has listed. From its commit on it is another epoch.
    void changeAll() { m_changedAll = true; }

    void began() override;
    void undone() override;
    void scopeOpened() override { m_scope = m_changed.size(); }
    void scopeUndone() override;
    void committing() override;
    void committed(bool known) override;
    void reopened() override { anew(); }

    /// Waits while a commit runs, a tenth of a second at most. nullopt: it still runs, or nothing is told.
    [[nodiscard]] std::optional<std::int64_t> settled();
    /// nullopt: not what it was when `settled` was answered.
    [[nodiscard]] std::optional<Cut> cut(std::int64_t settled) const;

private:
    struct Change {
        std::size_t campus = 0;
        std::size_t kind = 0;
        int by = 0;
    };
    void anew();

    std::map<std::string, std::size_t, std::less<>> m_campuses;  ///< index of `m_told` and `m_names`
    std::vector<Change> m_changed;                               ///< by the open transaction
    bool m_changedAll = false;
    std::size_t m_scope = 0;  ///< of these, those of before the open scope

    mutable std::mutex m_mutex;  // over what follows
    std::condition_variable m_settled;
    std::vector<std::string> m_names;
    std::vector<Figures> m_told;
    std::int64_t m_epoch = 1;
    std::int64_t m_commits = 0;
    bool m_committing = false;
    bool m_known = true;
};

/// What this connection has armed and disarmed; its Database::watcher(). Never nullptr.
[[nodiscard]] std::shared_ptr<TimerTally> timerTallyOf(Database& database);

}  // namespace evenhand::store
