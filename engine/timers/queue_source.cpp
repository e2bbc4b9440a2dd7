// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/timers/queue_source.h"

#include <algorithm>

#include "engine/base/log.h"
#include "engine/base/number_text.h"
#include "engine/timer_queue/delay_queue.h"
#include "engine/timers/effects.h"

namespace evenhand::timers {
namespace {

constexpr std::int64_t kLeaseMs = 30'000;
constexpr std::int64_t kClaimAtOnce = 64;

/// The score of a sorted set's first member.
std::optional<Instant> first(keyspace::Keyspace& keyspace, std::string_view key) {
    const auto reply = keyspace.call({"ZRANGE", key, "0", "0", "WITHSCORES"});
    if (!reply || reply->elements.size() != 2) {
        return std::nullopt;
    }
    const auto score = base::numberFrom(reply->elements[1].text);
    return score ? std::optional(Instant{*score}) : std::nullopt;
}

/// A claim has its effect in this unit. False: it is somebody else's by now. Where keyspace and database commit apart
/// it is acknowledged after the commit: until then a failure is to give it back, with its attempts. Whether its effect
/// has been had already says the order's row, whoever claims it next.
Result<bool> settled(runtime::UnitOfWork& work, api::TimerKind kind, OrderId order, Instant leaseEnd) {
    if (work.atomic()) {
        return acknowledge(work.keyspace(), kind, order, leaseEnd);
    }
    const auto step = [kind, order, leaseEnd](keyspace::Keyspace& keyspace) -> Result<void> {
        EVENHAND_TRY(acknowledge(keyspace, kind, order, leaseEnd));
        return {};
    };
    EVENHAND_TRY(work.afterCommit(step));
    return leaseEnd > work.now();
}

}  // namespace

std::optional<Instant> QueueSource::nextDue() {
    if (m_shared.queueStale) {
        return Instant{0};  // at once: to look
    }
    if (!m_failed.empty()) {
        return m_failed.front().due;
    }
    if (!m_claimed.empty()) {
        return m_claimed.front().due;
    }
    if (!m_control.queueOn) {
        m_shared.queueNextDue.reset();
        return std::nullopt;
    }
    if (!m_pace.isTime()) {
        return m_shared.queueNextDue;
    }
    std::optional<Instant> earliest;
    for (const auto kind : api::allTimerKinds()) {
        if (m_control.isPaused(kind)) {
            continue;
        }
        const auto& keys = queueKeys(kind);
        for (const auto& key : {std::string_view(keys.due), std::string_view(keys.flight)}) {
            if (const auto at = first(m_keyspace, key); at && (!earliest || *at < *earliest)) {
                earliest = at;
            }
        }
    }
    m_shared.queueNextDue = earliest;
    return earliest;
}

Result<void> QueueSource::runDue(runtime::UnitOfWork& work) {
    if (m_shared.queueStale) {
        return load(work);
    }
    if (!m_failed.empty()) {
        return returnFailed(work);
    }
    return m_claimed.empty() ? claimDue(work) : handle(work);
}

Result<void> QueueSource::load(runtime::UnitOfWork& work) {
    EVENHAND_ASSIGN(m_control, store::timers::control(work.database()));
    if (!m_tookOver && m_isAlone) {
        EVENHAND_TRY(takeOver(work));
        m_tookOver = true;
    }
    m_shared.queueStale = false;
    m_pace.again();
    return {};
}

/// Where this engine is the only worker: what is claimed when it starts was left by one that died. It need not wait for
/// the leases to end.
Result<void> QueueSource::takeOver(runtime::UnitOfWork& work) {
    for (const auto kind : api::allTimerKinds()) {
        EVENHAND_ASSIGN(const auto left,
                        work.keyspace().call({"ZRANGE", queueKeys(kind).flight, "0", "-1", "WITHSCORES"}));
        for (std::size_t i = 0; i + 1 < left.elements.size(); i += 2) {
            const auto order = base::numberFrom(left.elements[i].text);
            const auto lease = base::numberFrom(left.elements[i + 1].text);
            if (!order || !lease) {
                continue;
            }
            EVENHAND_ASSIGN(const auto state, giveBack(work.keyspace(), kind, OrderId{*order}, Instant{*lease},
                                                       work.now(), kMaxAttempts, work.now()));
            if (state == Returned::Dead) {
                EVENHAND_TRY(noteFailure(work, OrderId{*order}, kind, "its worker stopped too often", std::nullopt));
            }
        }
    }
    return {};
}

Result<void> QueueSource::claimDue(runtime::UnitOfWork& work) {
    for (const auto kind : api::allTimerKinds()) {
        if (m_control.isPaused(kind) || !m_control.queueOn) {
            continue;
        }
        const auto leaseEnd = work.now().plusMs(kLeaseMs);
        EVENHAND_ASSIGN(const auto claims,
                        claim(work.keyspace(), kind, work.now(), leaseEnd, kClaimAtOnce, kMaxAttempts));
        for (const auto order : claims.dead) {
            EVENHAND_TRY(noteFailure(work, order, kind, "its worker stopped too often", std::nullopt));
        }
        for (const auto& taken : claims.taken) {
            m_claimed.push_back({kind, taken.order, taken.due, leaseEnd, {}});
        }
    }
    m_pace.again();
    // In order of time over the kinds.
    std::stable_sort(m_claimed.begin(), m_claimed.end(), [](const auto& a, const auto& b) { return a.due < b.due; });
    return {};
}

Result<void> QueueSource::handle(runtime::UnitOfWork& work) {
    auto held = std::move(m_claimed.front());
    m_claimed.pop_front();
    auto done = [&]() -> Result<void> {
        EVENHAND_ASSIGN(const bool ours, settled(work, held.kind, held.order, held.leaseEnd));
        if (!ours) {
            return {};
        }
        Instant due;
        EVENHAND_ASSIGN(const auto fired, fire(work, held.order, held.kind, false, &due));
        if (fired == Fired::Done) {
            m_shared.lateness.add(held.kind, work.now(), std::max(work.now(), m_clock.now()).ms - due.ms);
        }
        return {};
    }();
    if (!done) {
        held.reason = done.error().text();
        if (work.database().faulted()) {
            m_claimed.push_front(std::move(held));  // not its fault: the whole batch is undone
        } else {
            base::log(base::LogLevel::Warning, "timers", "a timer's effect failed: " + held.reason);
            m_failed.push_back(std::move(held));
        }
    }
    return done;
}

Result<void> QueueSource::returnFailed(runtime::UnitOfWork& work) {
    const auto held = m_failed.front();
    EVENHAND_ASSIGN(const auto before, store::timers::failure(work.database(), held.order));
    const auto nextTry = work.now().plusMs(retryDelayMs(before ? before->attempts + 1 : 1));
    EVENHAND_ASSIGN(const auto state,
                    giveBack(work.keyspace(), held.kind, held.order, held.leaseEnd, nextTry, kMaxAttempts, work.now()));
    if (state != Returned::NotOurs) {
        EVENHAND_TRY(noteFailure(work, held.order, held.kind, held.reason,
                                 state == Returned::Dead ? std::nullopt : std::optional(nextTry)));
    }
    m_failed.pop_front();
    return {};
}

}  // namespace evenhand::timers
