// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/timers/poller.h"

#include <algorithm>
#include <sstream>

#include "engine/base/log.h"
#include "engine/timer_queue/delay_queue.h"
#include "engine/timers/effects.h"

namespace evenhand::timers {
namespace {

constexpr std::int64_t kGraceMs = 1'000;  ///< the queue's own time to handle what is due
constexpr std::int64_t kBatch = 256;
constexpr int kPagesPerLook = 8;

}  // namespace

bool Poller::queueIsWhole() {
    const auto reply = m_keyspace.call({"EXISTS", kWholeKey});
    return reply && reply->integer == 1;
}

std::optional<Instant> Poller::nextDue() {
    if (m_shared.pollerStale) {
        return Instant{0};  // at once: to look
    }
    if (!m_failed.empty()) {
        return m_failed.front().due;
    }
    if (!m_found.empty()) {
        return m_found.front().due;
    }
    if (!m_control.queueOn) {
        return m_next;
    }
    if (m_pace.isTime()) {
        m_wasWhole = queueIsWhole();
    }
    if (!m_wasWhole) {
        return Instant{0};
    }
    // A timer that the queue held is looked for when it is due, even if the queue has lost it. But the queue gets some
    // time first, also after a look that found it at work.
    if (const auto& due = m_shared.queueNextDue) {
        const auto look = std::max(*due, m_looked).plusMs(kGraceMs);
        if (!m_next || look < *m_next) {
            m_next = look;
        }
    }
    return m_next;
}

Result<void> Poller::runDue(runtime::UnitOfWork& work) {
    if (m_shared.pollerStale) {
        return load(work);
    }
    if (!m_failed.empty()) {
        return noteFailed(work);
    }
    if (!m_found.empty()) {
        return handle(work);
    }
    if (!m_control.queueOn) {
        return collect(work);
    }
    m_pace.again();
    return queueIsWhole() ? watch(work) : rebuild(work);
}

Result<void> Poller::load(runtime::UnitOfWork& work) {
    EVENHAND_ASSIGN(m_control, store::timers::control(work.database()));
    m_found.clear();
    m_next = Instant{0};
    m_pace.again();
    m_shared.pollerStale = false;
    return {};
}

Result<void> Poller::rebuild(runtime::UnitOfWork& work) {
    // Where the walk stands is kept in the keyspace: it is undone with what was done, and gone when the queue is
    // emptied.
    QueueWalk walk;
    walk.fix = true;
    EVENHAND_ASSIGN(const auto before, work.keyspace().call({"GET", kWalkKey}));
    if (!before.isNil()) {
        std::istringstream(before.text) >> walk.kind >> walk.after.due.ms >> walk.after.order.value;
    }
    if (walk.ended()) {
        walk.kind = 0;
    }
    EVENHAND_TRY(compareSlice(work, walk));
    m_shared.lastPollMs = work.now().ms;
    m_shared.pollRearmed += walk.result.rearmed;
    m_next = Instant{0};
    if (walk.ended()) {
        EVENHAND_TRY(work.keyspace().call({"DEL", kWalkKey}));
        EVENHAND_TRY(work.keyspace().call({"SET", kWholeKey, "1"}));
        return {};
    }
    std::ostringstream after;
    after << walk.kind << ' ' << walk.after.due.ms << ' ' << walk.after.order.value;
    EVENHAND_TRY(work.keyspace().call({"SET", kWalkKey, after.str()}));
    return {};
}

/// What the queue should have handled by now.
Result<void> Poller::watch(runtime::UnitOfWork& work) {
    const auto until = work.now().plusMs(-kGraceMs);
    std::optional<Instant> next;
    for (const auto kind : api::allTimerKinds()) {
        if (m_control.isPaused(kind)) {
            continue;
        }
        store::timers::Armed after{OrderId{0}, Instant{INT64_MIN}};
        bool more = true;
        for (int pages = 0; more && pages < kPagesPerLook; ++pages) {
            EVENHAND_ASSIGN(const auto rows,
                            store::timers::armed(work.database(), kind, after, until, kBatch, work.now()));
            std::vector<OrderId> ids;
            ids.reserve(rows.size());
            for (const auto& row : rows) {
                ids.push_back(row.order);
            }
            EVENHAND_ASSIGN(const auto covered, lookUp(work.keyspace(), kind, ids));
            for (std::size_t i = 0; i < rows.size(); ++i) {
                if (!covered[i]) {
                    EVENHAND_TRY(schedule(work.keyspace(), kind, rows[i].order, rows[i].due));
                    ++m_shared.pollRearmed;
                }
            }
            more = static_cast<std::int64_t>(rows.size()) == kBatch;
            if (!rows.empty()) {
                after = rows.back();
                next = work.now().plusMs(kGraceMs);  // a backlog: look again
            }
        }
        EVENHAND_ASSIGN(const auto due, store::timers::earliest(work.database(), kind, until));
        if (due && (!next || due->plusMs(kGraceMs) < *next)) {
            next = due->plusMs(kGraceMs);
        }
    }
    m_shared.lastPollMs = work.now().ms;
    m_looked = work.now();
    m_next = next;
    return {};
}

/// Alone: everything that is due.
Result<void> Poller::collect(runtime::UnitOfWork& work) {
    bool more = false;
    for (const auto kind : api::allTimerKinds()) {
        if (m_control.isPaused(kind)) {
            continue;
        }
        EVENHAND_ASSIGN(const auto rows, store::timers::armed(work.database(), kind, {OrderId{0}, Instant{INT64_MIN}},
                                                              work.now(), kBatch, work.now()));
        more = more || static_cast<std::int64_t>(rows.size()) == kBatch;
        for (const auto& row : rows) {
            m_found.push_back({kind, row.order, row.due, {}});
        }
    }
    std::stable_sort(m_found.begin(), m_found.end(), [](const auto& a, const auto& b) { return a.due < b.due; });
    m_shared.lastPollMs = work.now().ms;
    m_next = more ? work.now() : work.now().plusMs(m_control.pollMs);
    return {};
}

Result<void> Poller::handle(runtime::UnitOfWork& work) {
    auto found = std::move(m_found.front());
    m_found.pop_front();
    Instant due;
    const auto fired = fire(work, found.order, found.kind, false, &due);
    if (fired) {
        if (*fired == Fired::Done) {
            m_shared.lateness.add(found.kind, work.now(), std::max(work.now(), m_clock.now()).ms - due.ms);
        }
        return {};
    }
    if (!work.database().faulted()) {  // else the whole batch is undone; the next look finds it again
        base::log(base::LogLevel::Warning, "timers", "a timer's effect failed: " + fired.error().text());
        found.reason = fired.error().text();
        m_failed.push_back(std::move(found));
    }
    return tl::unexpected<Error>(fired.error());
}

Result<void> Poller::noteFailed(runtime::UnitOfWork& work) {
    const auto found = m_failed.front();
    EVENHAND_ASSIGN(const auto before, store::timers::failure(work.database(), found.order));
    const auto attempts = (before && before->due == found.due ? before->attempts : 0) + 1;
    const auto nextTry = work.now().plusMs(retryDelayMs(attempts));
    EVENHAND_TRY(noteFailure(work, found.order, found.kind, found.reason,
                             attempts >= kMaxAttempts ? std::nullopt : std::optional(nextTry)));
    m_failed.pop_front();
    return {};
}

}  // namespace evenhand::timers
