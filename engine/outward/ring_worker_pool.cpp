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
    m_keeper.reset(QThread::create([this] { keep(); }));
    m_keeper->setObjectName(QStringLiteral("ring"));
    m_keeper->start();
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
    if (m_keeper) {
        m_keeper->wait();
        m_keeper.reset();
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

/// One row for each member that came or went, as if one after the other.
void RingWorkerPool::note(const api::MemberList& list) {
    api::Actor actor;
    actor.name = "ring";
    actor.permissions = api::kWorkerPermissions;
    const api::Call call{actor, {}, {}};
    Members members = m_known.members;
    const auto write = [&](api::RingChange what, const std::string& worker, const Members& before) {
        const api::RingChangeRow row{0,
                                     m_clock.now(),
                                     what,
                                     worker,
                                     static_cast<std::int64_t>(members.size()),
                                     tasks::movedShare(before, members)};
        auto answer = m_engine.tasks().noteRing(call, row);
        answer.waitForFinished();
        if (answer.resultCount() == 0 || !answer.result()) {
            base::log(base::LogLevel::Warning, "ring", "a change of the ring was not written down: " + worker);
        }
    };
    for (const auto& gone : m_known.members) {
        if (find(list.members, gone.id) == nullptr) {
            const auto before = members;
            std::erase_if(members, [&](const api::Member& m) { return m.id == gone.id; });
            // Whoever leaves does so before the end of its lease; what this side knows of that is at most one look old.
            const bool lost = gone.leaseUntil <= m_clock.now();
            write(lost ? api::RingChange::Lost : api::RingChange::Left, gone.name, before);
        }
    }
    for (const auto& come : list.members) {
        if (find(m_known.members, come.id) == nullptr) {
            const auto before = members;
            members.push_back(come);
            write(api::RingChange::Joined, come.name, before);
        }
    }
    m_known = list;
}

}  // namespace evenhand::outward
