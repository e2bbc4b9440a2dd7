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

const api::Member* find(const Members& members, const std::string& id) {
    const auto it = std::find_if(members.begin(), members.end(), [&](const api::Member& m) { return m.id == id; });
    return it == members.end() ? nullptr : &*it;
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
    m_workers.push_back(std::make_unique<RingWorker>(m_engine, m_membership, m_clock, worker));
    m_workers.back()->start();
}

void RingWorkerPool::removeOne() {
    if (!m_workers.empty()) {
        m_workers.pop_back();  // it ends there
    }
}

void RingWorkerPool::stop() {
    for (const auto& worker : m_workers) {
        worker->interrupt();
    }
    m_workers.clear();
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
    api::Actor actor;
    actor.name = "ring";
    actor.permissions = api::kWorkerPermissions;
    const api::Call call{actor, {}, {}};
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
