// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/locks/held_locks.h"

namespace evenhand::locks {
namespace {

constexpr std::int64_t kPartsOfALease = 3;

}  // namespace

Result<std::int64_t> HeldLocks::take(runtime::UnitOfWork& work, const LockKeys& keys) {
    if (work.atomic()) {
        return std::int64_t{0};
    }
    EVENHAND_TRY(renewDue(work.keyspace(), work.now()));
    auto held = m_table->find(keys.lock);
    auto used = held == m_table->end() ? nullptr : held->second.used.lock();
    if (!used) {
        EVENHAND_ASSIGN(auto grant, locks::take(work.keyspace(), keys, m_holder, m_leaseMs, work.now()));
        used = std::make_shared<char>();
        const auto renewAt = work.now().plusMs(m_leaseMs / kPartsOfALease);
        held = m_table->insert_or_assign(keys.lock, Held{keys, std::move(grant), renewAt, 0, used}).first;
    }
    ++held->second.units;
    const auto fence = held->second.grant.fence;
    const auto back = [table = m_table, lock = keys.lock, fence, used](keyspace::Keyspace& keyspace) {
        return giveBack(*table, keyspace, lock, fence);
    };
    work.undoWith([&back] { return back; });
    EVENHAND_TRY(work.afterCommit(back));
    return fence;
}

Result<void> HeldLocks::renewDue(keyspace::Keyspace& keyspace, Instant now) {
    for (auto held = m_table->begin(); held != m_table->end();) {
        auto& lock = held->second;
        if (lock.used.expired()) {  // it ends by itself: nobody knows whether what it guards is over
            held = m_table->erase(held);
            continue;
        }
        if (lock.renewAt > now) {
            ++held;
            continue;
        }
        if (const auto renewed = renew(keyspace, lock.keys, lock.grant); renewed) {
            lock.renewAt = now.plusMs(lock.grant.leaseMs / kPartsOfALease);
            ++held;
        } else if (renewed.error().code == ErrorCode::Conflict) {
            held = m_table->erase(held);
        } else {
            return renewed;
        }
    }
    return {};
}

/// Once for each unit that had it; of a grant that was given up nothing is done.
Result<void> HeldLocks::giveBack(Table& table, keyspace::Keyspace& keyspace, const std::string& lock,
                                 std::int64_t fence) {
    const auto held = table.find(lock);
    if (held == table.end() || held->second.grant.fence != fence || --held->second.units > 0) {
        return {};
    }
    const auto ended = std::move(held->second);
    table.erase(held);
    EVENHAND_TRY(release(keyspace, ended.keys, ended.grant));
    return {};
}

}  // namespace evenhand::locks
