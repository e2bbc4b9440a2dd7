// SPDX-License-Identifier: GPL-3.0-or-later
// The locks that one worker has for the units of work of its batch, each until its unit is durable or has failed. What
// a unit of the batch has locked, a later one has too: they do not interleave with each other.
// Thread: that of the units.
//
// Leases are renewed at a third of their time, by the units that come after, or by renewDue() where a batch waits for
// something else. One that has run out all the same is given up: the row of its unit decides then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include "engine/locks/lock.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::locks {

class HeldLocks {
public:
    /// `holder`: as of take().
    HeldLocks(std::string holder, std::int64_t leaseMs)
        : m_table(std::make_shared<Table>()), m_holder(std::move(holder)), m_leaseMs(leaseMs) {}

    /// Until the unit is durable or has failed. Where units do not interleave (UnitOfWork::atomic()) there is nothing
    /// to lock, and it costs nothing. Answers the fencing value, 0 there. Busy: somebody else has it.
    [[nodiscard]] Result<std::int64_t> take(runtime::UnitOfWork& work, const LockKeys& keys);
    /// Renews what has used up a third of its lease at `now`.
    [[nodiscard]] Result<void> renewDue(keyspace::Keyspace& keyspace, Instant now);
    [[nodiscard]] std::size_t size() const noexcept { return m_table->size(); }

private:
    struct Held {
        LockKeys keys;
        Grant grant;
        Instant renewAt;
        int units = 0;             ///< of this batch that have it
        std::weak_ptr<char> used;  ///< gone: they have ended, and nobody knows how
    };
    using Table = std::unordered_map<std::string, Held>;
    [[nodiscard]] static Result<void> giveBack(Table& table, keyspace::Keyspace& keyspace, const std::string& lock,
                                               std::int64_t fence);

    std::shared_ptr<Table> m_table;  ///< by key of the lock; steps of units that have not ended hold on to it
    std::string m_holder;
    std::int64_t m_leaseMs;
};

}  // namespace evenhand::locks
