// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/outward/ring_worker_pool.h"

#include <algorithm>
#include <chrono>

#include "engine/base/log.h"
#include "engine/ring/ring.h"

namespace evenhand::outward {
namespace {

using Members = std::vector<api::Member>;

constexpr std::int64_t kLookMs = 5'000;
constexpr std::int64_t kSettingsLookMs = 600'000;  // also where nobody has said that they have changed
constexpr std::int64_t kSettingsAgainMs = 1'000;   // where they could not be read

const api::Member* find(const Members& members, const std::string& id) {
    const auto it = std::find_if(members.begin(), members.end(), [&](const api::Member& m) { return m.id == id; });
    return it == members.end() ? nullptr : &*it;
}

api::Call callOf(const char* name, api::Permissions permissions) {
    api::Actor actor;
    actor.name = name;
    actor.permissions = permissions;
    return {actor, {}, {}};
}

}  // namespace

void RingWorkerPool::start(const std::vector<WorkerOptions>& workers) {
    m_watch = m_membership.watch([this](const api::MemberList& list) {
        const std::scoped_lock lock(m_mutex);
        m_lists.push_back(list);
        m_wake.notify_all();
    });
    m_known = m_membership.members();
    m_keeper = std::thread([this] { keep(); });
    for (const auto& worker : workers) {
        add(worker);
    }
}

void RingWorkerPool::add(const WorkerOptions& worker) {
    auto made = std::make_unique<RingWorker>(m_engine, m_membership, m_clock, worker);
    made->start();
    const std::scoped_lock lock(m_workersMutex);
    m_workers.push_back(std::move(made));
}

void RingWorkerPool::removeOne() {
    if (const auto count = size(); count > 0) {
        shrinkTo(count - 1);
    }
}

std::size_t RingWorkerPool::size() {
    const std::scoped_lock lock(m_workersMutex);
    return m_workers.size();
}

void RingWorkerPool::shrinkTo(std::size_t count) {
    std::vector<std::unique_ptr<RingWorker>> ending;
    {
        const std::scoped_lock lock(m_workersMutex);
        while (m_workers.size() > count) {
            ending.push_back(std::move(m_workers.back()));
            m_workers.pop_back();
        }
    }
    for (const auto& worker : ending) {
        worker->interrupt();
    }
}

void RingWorkerPool::follow(std::function<WorkerOptions(std::size_t number)> make) {
    m_make = std::move(make);
    m_following = true;
    m_events = m_engine.subscribe([this](const std::vector<api::Event>& events) {
        using Kind = api::Event::Kind;
        if (std::any_of(events.begin(), events.end(), [](const auto& event) {
                return event.kind == Kind::RingChanged || event.kind == Kind::StateChanged;
            })) {
            const std::scoped_lock lock(m_mutex);
            m_changed = true;
            m_wake.notify_all();
        }
    });
    m_adjuster = std::thread([this] { adjust(); });
}

Result<std::size_t> RingWorkerPool::wanted() {
    auto answer = m_engine.tasks().workerSettings(callOf("ring", api::bitOf(api::Permission::Read)));
    answer.waitForFinished();
    if (answer.resultCount() == 0) {
        return fail(ErrorCode::Cancelled, "the engine was shut down");
    }
    EVENHAND_ASSIGN(const auto settings, answer.result());
    return static_cast<std::size_t>(settings.workers);
}

void RingWorkerPool::adjust() {
    std::int64_t waitMs = 0;
    while (true) {
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait_for(lock, std::chrono::milliseconds(waitMs), [this] { return !m_following || m_changed; });
            if (!m_following) {
                return;
            }
            m_changed = false;  // before reading: what changes from here on is read again
        }
        const auto count = wanted();
        waitMs = count ? kSettingsLookMs : kSettingsAgainMs;
        if (!count) {
            base::log(base::LogLevel::Warning, "ring",
                      "how many workers there shall be is not known: " + count.error().text());
            continue;
        }
        shrinkTo(*count);
        for (auto number = size() + 1; number <= *count; ++number) {
            add(m_make(number));
        }
    }
}

void RingWorkerPool::stop() {
    {
        const std::scoped_lock lock(m_mutex);
        m_following = false;  // first: nobody is started any more
        m_wake.notify_all();
    }
    m_events.reset();
    if (m_adjuster.joinable()) {
        m_adjuster.join();
    }
    shrinkTo(0);
    {
        const std::scoped_lock lock(m_mutex);
        m_stopping = true;
        m_wake.notify_all();
    }
    if (m_keeper.joinable()) {
        m_keeper.join();
    }
    m_watch.reset();
}

void RingWorkerPool::keep() {
    while (true) {
        std::deque<api::MemberList> lists;
        bool stopping = false;
        {
            std::unique_lock lock(m_mutex);
            m_wake.wait_for(lock, std::chrono::milliseconds(kLookMs),
                            [this] { return m_stopping || !m_lists.empty(); });
            lists.swap(m_lists);
            stopping = m_stopping;
        }
        for (const auto& list : lists) {
            note(list);
        }
        if (stopping && lists.empty()) {
            return;
        }
        const auto now = m_membership.members();  // notices leases that ended
        for (auto& known : m_known.members) {
            const auto* member = find(now.members, known.id);
            known.leaseUntil = member != nullptr ? member->leaseUntil : known.leaseUntil;
        }
    }
}

void RingWorkerPool::note(const api::MemberList& list) {
    const auto call = callOf("ring", api::kWorkerPermissions);
    for (const auto& row : changesOf(m_known, list, m_clock.now())) {
        auto answer = m_engine.tasks().noteRing(call, row);
        answer.waitForFinished();
        if (answer.resultCount() == 0 || !answer.result()) {
            base::log(base::LogLevel::Warning, "ring", "a change of the ring was not written down: " + row.worker);
        }
    }
    m_known = list;
}

std::vector<api::RingChangeRow> changesOf(const api::MemberList& before, const api::MemberList& now, Instant at) {
    std::vector<api::RingChangeRow> rows;
    Members members = before.members;
    const auto add = [&](api::RingChange what, const std::string& worker, const Members& former) {
        rows.push_back(
            {{}, at, what, worker, static_cast<std::int64_t>(members.size()), tasks::movedShare(former, members)});
    };
    for (const auto& gone : before.members) {
        if (find(now.members, gone.id) == nullptr) {
            const auto former = members;
            std::erase_if(members, [&](const api::Member& m) { return m.id == gone.id; });
            // Whoever leaves does so before the end of its lease; what this side knows of that is at most one look old.
            const bool lost = gone.leaseUntil <= at;
            add(lost ? api::RingChange::Lost : api::RingChange::Left, gone.name, former);
        }
    }
    for (const auto& come : now.members) {
        if (find(before.members, come.id) == nullptr) {
            const auto former = members;
            members.push_back(come);
            add(api::RingChange::Joined, come.name, former);
        }
    }
    return rows;
}

}  // namespace evenhand::outward
