// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/command_queue.h"

#include "engine/base/invariant.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <utility>

namespace evenhand::runtime {
namespace {

/// Longest single sleep; far beyond it the system's calendar arithmetic may overflow.
constexpr std::int64_t kMaxSleepMs = 30 * base::kDayMs;

void refuseAll(Job& job, std::size_t from, const Error& error) {
    for (std::size_t i = from; i < job.size(); ++i) {
        job.refuse(i, error);
    }
}

}  // namespace

void CommandQueue::submit(std::unique_ptr<Job> job) {
    const std::size_t size = job->size();
    Error refusal;
    {
        const std::lock_guard lock(m_mutex);
        if (m_refusal) {
            refusal = *m_refusal;
        } else if (m_depth.load(std::memory_order_relaxed) + size > m_bound) {
            refusal = {ErrorCode::Busy, "the engine's inbox is full, try again", {}, {}};
        } else if (size > 0) {
            // Stamped inside the lock: collect() relies on it.
            job->m_arrival = m_clock.now();
            job->m_unanswered = size;
            m_depth.fetch_add(size, std::memory_order_relaxed);
            m_incoming.push_back(std::move(job));
            if (m_sleeping) {
                m_sleeping = false;
                m_arrived.notify_one();
            }
            return;
        }
    }
    refuseAll(*job, 0, refusal);
    job->resolve();
}

void CommandQueue::refuseNew(std::optional<Error> error) {
    const std::lock_guard lock(m_mutex);
    if (!m_closed) {
        m_refusal = std::move(error);
    }
}

void CommandQueue::close() {
    const std::lock_guard lock(m_mutex);
    m_closed = true;
    m_refusal = Error{ErrorCode::Cancelled, "the engine is shutting down", {}, {}};
    m_arrived.notify_all();
}

bool CommandQueue::closed() {
    const std::lock_guard lock(m_mutex);
    return m_closed;
}

Instant CommandQueue::collect() {
    Instant at;
    {
        const std::lock_guard lock(m_mutex);
        at = m_clock.now();
        m_taken.swap(m_incoming);
    }
    for (auto& job : m_taken) {
        add(std::move(job));
    }
    m_taken.clear();
    return at;
}

void CommandQueue::add(std::unique_ptr<Job> job) {
    const auto id = callerOf(*job);
    // Mostly one caller asks, or the one that came last asks on.
    Caller* caller = !m_callers.empty() && m_callers.back()->id() == id ? m_callers.back().get() : nullptr;
    if (caller == nullptr) {
        const auto known = m_byId.find(id);
        caller = known == m_byId.end() ? nullptr : known->second;
    }
    if (caller == nullptr) {
        if (m_callers.empty()) {
            m_turnLeft = kTurn;
        }
        caller = m_callers.emplace_back(std::make_unique<Caller>(Caller{std::string(id.first), id.second})).get();
        m_byId.emplace(caller->id(), caller);
    }
    caller->jobs.push_back(std::move(job));
}

/// Gives the turn to the next caller; the one before goes to the end, or away if it has no jobs left.
void CommandQueue::passOn() {
    auto caller = std::move(m_callers.front());
    m_callers.pop_front();
    if (caller->jobs.empty()) {
        m_byId.erase(caller->id());
    } else {
        m_callers.push_back(std::move(caller));
    }
    m_turnLeft = kTurn;
}

Job* CommandQueue::peek() noexcept { return m_callers.empty() ? nullptr : m_callers.front()->jobs.front().get(); }

Instant CommandQueue::oldestArrival() const noexcept {
    Instant oldest = m_callers.front()->jobs.front()->m_arrival;
    for (const auto& caller : m_callers) {
        oldest = std::min(oldest, caller->jobs.front()->m_arrival);
    }
    return oldest;
}

std::optional<Instant> CommandQueue::oldestOfOthers(const Job& job) const noexcept {
    std::optional<Instant> oldest;
    for (const auto& caller : m_callers) {
        const Instant arrived = caller->jobs.front()->m_arrival;
        if ((!oldest || arrived < *oldest) && caller->id() != callerOf(job)) {
            oldest = arrived;
        }
    }
    return oldest;
}

std::size_t CommandQueue::prefetch(std::size_t limit, store::ReadAhead& ahead) const {
    std::size_t count = 0;
    std::size_t turn = m_turnLeft;
    for (const auto& caller : m_callers) {
        for (auto job = caller->jobs.begin(); job != caller->jobs.end() && turn > 0; ++job) {
            for (std::size_t i = (*job)->m_taken; i < (*job)->size() && turn > 0; ++i, --turn) {
                if (count == limit) {
                    return count;
                }
                (*job)->prefetch(i, ahead);
                ++count;
            }
        }
        turn = kTurn;
    }
    return count;
}

std::optional<Slot> CommandQueue::next() {
    if (m_callers.empty()) {
        return std::nullopt;
    }
    auto& jobs = m_callers.front()->jobs;
    auto& job = jobs.front();
    const Slot slot{job.get(), job->m_taken++};
    if (job->m_taken == job->size()) {
        m_handedOut.push_back(std::move(job));
        jobs.pop_front();
    }
    if (--m_turnLeft == 0 || jobs.empty()) {
        passOn();
    }
    return slot;
}

void CommandQueue::answer(const std::vector<Slot>& slots) {
    if (slots.empty()) {
        return;
    }
    m_depth.fetch_sub(slots.size(), std::memory_order_relaxed);
    for (const auto& slot : slots) {
        EVENHAND_INVARIANT(slot.job->m_unanswered > 0, "a command would be answered twice");
        if (--slot.job->m_unanswered == 0) {
            slot.job->resolve();
        }
    }
    // A job may span batches: only answered ones go.
    std::erase_if(m_handedOut, [](const auto& job) { return job->m_unanswered == 0; });
}

void CommandQueue::refuse(const std::vector<Slot>& slots, const Error& error) {
    for (const auto& slot : slots) {
        slot.job->refuse(slot.index, error);
    }
    answer(slots);
}

void CommandQueue::refuseWaiting(const Error& error) {
    const auto refuse = [&](std::unique_ptr<Job>& job) {
        const std::size_t left = job->size() - job->m_taken;
        refuseAll(*job, job->m_taken, error);
        job->m_taken = job->size();
        job->m_unanswered -= left;
        m_depth.fetch_sub(left, std::memory_order_relaxed);
        if (job->m_unanswered == 0) {
            job->resolve();
        } else {
            m_handedOut.push_back(std::move(job));
        }
    };
    // Who is answered may ask again at once.
    for (collect(); !m_callers.empty(); collect()) {
        m_byId.clear();
        for (auto& caller : std::exchange(m_callers, {})) {
            for (auto& job : caller->jobs) {
                refuse(job);
            }
        }
    }
}

void CommandQueue::wait(std::optional<Instant> until) {
    std::unique_lock lock(m_mutex);
    m_sleeping = true;
    const auto ended = [this] { return !m_incoming.empty() || m_closed || m_woken; };
    while (!ended()) {
        if (!until) {
            m_arrived.wait(lock);
            continue;
        }
        const std::int64_t leftMs = until->ms - m_clock.now().ms;
        if (leftMs <= 0) {
            break;
        }
        // Waiting for an instant of the system's calendar: a clock that is set forward ends the wait at once.
        const auto deadline =
            std::chrono::system_clock::now() + std::chrono::milliseconds(std::min(leftMs, kMaxSleepMs));
        if (m_arrived.wait_until(lock, deadline) == std::cv_status::timeout) {
            break;
        }
    }
    m_sleeping = false;
    m_woken = false;
}

void CommandQueue::waitFor(std::int64_t ns) {
    std::unique_lock lock(m_mutex);
    m_sleeping = true;
    m_arrived.wait_for(lock, std::chrono::nanoseconds(ns),
                       [this] { return !m_incoming.empty() || m_closed || m_woken; });
    m_sleeping = false;
    m_woken = false;
}

void CommandQueue::wake() {
    const std::lock_guard lock(m_mutex);
    m_woken = true;
    m_arrived.notify_all();
}

}  // namespace evenhand::runtime
