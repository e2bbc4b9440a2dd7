// SPDX-License-Identifier: GPL-3.0-or-later
// W1 to W4 in random histories: workers that join, leave, die, stall beyond their leases and then write with what they
// had; people who retry, drop and hold; units that are lost at the commit. No task is lost, none is twice in effect.
#include <QtTest>
#include <map>
#include <set>

#include "engine/cluster/local_membership.h"
#include "engine/ring/ring.h"
#include "task_world.h"

namespace test_task_histories {

using namespace evenhand;
using namespace evenhand::test;
using api::TaskKind;
using api::TaskOutcome;
using api::TaskStatus;

namespace {

constexpr std::int64_t kMemberLeaseMs = 30'000;
constexpr int kSteps = 1'200;

struct Worker {
    api::Member member;
    bool alive = true;                   ///< dead ones do nothing any more and have not said so
    Instant stalledUntil;                ///< until then it does nothing, not even keep itself alive
    std::vector<api::RingRange> ranges;  ///< as it knows them, which may be old
    std::vector<api::TaskJob> hand;
};

class History {
public:
    explicit History(std::uint64_t seed) : m_world(seed), m_clock(m_world.now), m_membership(m_clock), m_rng(seed) {}

    QByteArray run() {
        for (int step = 0; step < kSteps && m_problem.isEmpty(); ++step) {
            advance(static_cast<std::int64_t>(m_rng.below(4'000)));
            act();
            if (step % 50 == 0) {
                check();
            }
        }
        drain();
        return m_problem;
    }

private:
    void wrong(const std::string& what) {
        if (m_problem.isEmpty()) {
            m_problem = QByteArray::fromStdString(what);
        }
    }
    void advance(std::int64_t ms) {
        m_world.now = m_world.now.plusMs(ms);
        m_clock.set(m_world.now);
    }
    Worker* someone() {
        std::vector<Worker*> able;
        for (auto& worker : m_workers) {
            if (worker.alive && worker.stalledUntil <= m_world.now) {
                able.push_back(&worker);
            }
        }
        return able.empty() ? nullptr : able[m_rng.below(able.size())];
    }

    void act() {
        m_world.failCommit = m_rng.below(40) == 0;
        const auto what = m_rng.below(100);
        if (what < 22) {
            make();
        } else if (what < 28) {
            join();
        } else if (what < 31) {
            leave();
        } else if (what < 34) {
            if (auto* worker = someone()) {
                worker->alive = false;
            }
        } else if (what < 38) {
            if (auto* worker = someone()) {
                worker->stalledUntil = m_world.now.plusMs(static_cast<std::int64_t>(m_rng.below(200'000)));
            }
        } else if (what < 60) {
            claim();
        } else if (what < 90) {
            work();
        } else {
            interfere();
        }
        m_world.failCommit = false;
    }

    void make() {
        const auto count = 1 + m_rng.below(6);
        for (std::uint64_t i = 0; i < count; ++i) {
            const auto kind = m_rng.below(2) == 0 ? TaskKind::Rehearsal : TaskKind::Backup;
            const auto subject = "t" + std::to_string(++m_subjects);
            if (const auto made = m_world.make(kind, subject, static_cast<std::int64_t>(m_rng.below(10'000)))) {
                m_made.emplace(m_world.task(kind, subject).id.value, kind);
            }
        }
    }
    void join() {
        if (m_workers.size() >= 12) {
            return;
        }
        const auto before = m_membership.members().members;
        Worker worker;
        worker.member.id = m_rng.uuid();
        worker.member.name = "worker " + std::to_string(++m_names);
        worker.member.positions =
            tasks::drawPositions(worker.member.name, m_world.now, tasks::kVirtualNodes, before, m_rng);
        if (!m_membership.join(worker.member, kMemberLeaseMs)) {
            wrong("a worker could not join");
        }
        compare(before);
        look(worker);
        m_workers.push_back(std::move(worker));
    }
    void leave() {
        auto* worker = someone();
        if (worker == nullptr) {
            return;
        }
        const auto before = m_membership.members().members;
        m_membership.leave(worker->member.id);
        compare(before);
        m_workers.erase(m_workers.begin() + (worker - m_workers.data()));
    }
    /// W2 and W4 at a change by one.
    void compare(const std::vector<api::Member>& before) {
        const auto after = m_membership.members().members;
        const tasks::Ring ring(after);
        std::vector<api::RingRange> all;
        for (std::size_t i = 0; i < after.size(); ++i) {
            const auto ranges = ring.rangesOf(i);
            all.insert(all.end(), ranges.begin(), ranges.end());
        }
        if (!after.empty() && !tasks::coversRing(all)) {
            wrong("W2: the ranges do not cover the ring");
        }
        const auto larger = std::max(before.size(), after.size());
        const auto difference = larger - std::min(before.size(), after.size());
        if (difference == 1 && larger > 1 && tasks::movedShare(before, after) > 2.5 / static_cast<double>(larger)) {
            wrong("W4: one worker of " + std::to_string(larger) + " moved " +
                  std::to_string(tasks::movedShare(before, after)));
        }
    }
    /// The worker sees the list; one whose lease has ended joins again, with other positions.
    void look(Worker& worker) {
        if (!m_membership.keepAlive(worker.member.id)) {
            worker.member.id = m_rng.uuid();
            worker.member.positions = tasks::drawPositions(worker.member.name, m_world.now, tasks::kVirtualNodes,
                                                           m_membership.members().members, m_rng);
            (void)m_membership.join(worker.member, kMemberLeaseMs);
        }
        const auto list = m_membership.members();
        const tasks::Ring ring(list.members);
        for (std::size_t i = 0; i < list.members.size(); ++i) {
            if (list.members[i].id == worker.member.id) {
                worker.ranges = ring.rangesOf(i);
            }
        }
    }
    void claim() {
        auto* worker = someone();
        if (worker == nullptr) {
            return;
        }
        if (m_rng.below(3) > 0) {  // else with the ranges of long ago
            look(*worker);
        }
        if (worker->ranges.empty()) {
            return;
        }
        const auto jobs =
            m_world.claim(worker->member.name, worker->ranges, 1 + static_cast<std::int64_t>(m_rng.below(9)));
        for (const auto& job : jobs) {
            auto& highest = m_tokens[job.id.value];
            if (job.token <= highest) {
                wrong("W1: token " + std::to_string(job.token) + " after " + std::to_string(highest));
            }
            highest = job.token;
            worker->hand.push_back(job);
        }
    }
    /// Some of what it has, however old that is.
    void work() {
        auto* worker = someone();
        if (worker == nullptr) {
            return;
        }
        for (auto count = m_rng.below(5); count > 0 && !worker->hand.empty(); --count) {
            const auto at = m_rng.below(worker->hand.size());
            const auto job = worker->hand[at];
            finish(job);
            if (m_rng.below(5) > 0) {  // else it forgets that it has reported
                worker->hand.erase(worker->hand.begin() + static_cast<std::ptrdiff_t>(at));
            }
        }
    }
    void finish(const api::TaskJob& job) {
        const bool before = m_done.count(job.id.value) > 0;
        const auto highest = m_tokens[job.id.value];
        Result<api::TaskAnswer> answer;
        if (job.kind == TaskKind::Rehearsal) {
            answer = m_world.perform({job.id, job.token});
        } else {
            const auto roll = m_rng.below(10);
            const auto outcome = roll < 6 ? TaskOutcome::Done : roll < 9 ? TaskOutcome::Retry : TaskOutcome::Dead;
            answer = m_world.report({job.id, job.token}, outcome);
        }
        if (!answer) {
            return;
        }
        if (job.token < m_accepted[job.id.value] || job.token < highest) {
            wrong("W1: a report with an older token was accepted");
        }
        m_accepted[job.id.value] = job.token;
        if (answer->status != TaskStatus::Done) {
            return;
        }
        if (before && m_done[job.id.value] != job.token) {
            wrong("W3: task " + std::to_string(job.id.value) + " had its effect twice");
        }
        m_done[job.id.value] = job.token;
    }
    void interfere() {
        if (m_made.empty()) {
            return;
        }
        const auto kind = m_rng.below(2) == 0 ? TaskKind::Rehearsal : TaskKind::Backup;
        switch (m_rng.below(4)) {
            case 0: (void)m_world.hold({kind}, true); return;
            case 1: (void)m_world.hold({TaskKind::Rehearsal, TaskKind::Backup}, false); return;
            default: break;
        }
        const TaskId id{std::next(m_made.begin(), static_cast<std::ptrdiff_t>(m_rng.below(m_made.size())))->first};
        const bool done = m_world.task(id).status == TaskStatus::Done;
        const auto answer = m_rng.below(4) > 0 ? m_world.retry(id) : m_world.drop(id);
        if (answer) {
            m_tokens[id.value] = m_world.task(id).token;
            if (done) {
                wrong("a person moved a task that was done");
            }
        }
    }
    void check() {
        if (const auto problem = m_world.verify(); !problem.empty()) {
            wrong(problem);
        }
        for (const auto& [id, token] : m_done) {
            if (m_world.task(TaskId{id}).status != TaskStatus::Done) {
                wrong("a task that had its effect is not done");
            }
        }
    }
    /// Faults stop; whoever is left works everything off.
    void drain() {
        (void)m_world.hold({TaskKind::Rehearsal, TaskKind::Backup}, false);
        advance(400'000);  // leases of the dead have ended
        m_workers.clear();
        for (int i = 0; i < 3; ++i) {
            join();
        }
        for (int round = 0; round < 400 && m_problem.isEmpty(); ++round) {
            std::size_t claimed = 0;
            for (auto& worker : m_workers) {
                look(worker);
                const auto jobs = m_world.claim(worker.member.name, worker.ranges, 100);
                claimed += jobs.size();
                for (const auto& job : jobs) {
                    m_tokens[job.id.value] = std::max(m_tokens[job.id.value], job.token);
                    finish(job);
                }
            }
            advance(claimed > 0 ? 1'000 : 3'600'000);
            if (claimed == 0 && m_world.number("SELECT COUNT(*) FROM task WHERE due_at IS NOT NULL") == 0) {
                break;
            }
        }
        check();
        if (m_world.number("SELECT COUNT(*) FROM task WHERE due_at IS NOT NULL") != 0) {
            wrong("tasks are left");
        }
        for (const auto& [id, kind] : m_made) {
            const auto status = m_world.task(TaskId{id}).status;
            if (status != TaskStatus::Done && status != TaskStatus::Dead && status != TaskStatus::Dropped) {
                wrong("task " + std::to_string(id) + " is lost");
            }
            if (status == TaskStatus::Done && m_done.count(id) == 0 && kind == TaskKind::Rehearsal) {
                wrong("task " + std::to_string(id) + " is done and nobody did it");
            }
        }
    }

    TaskWorld m_world;
    base::VirtualClock m_clock;
    cluster::LocalMembership m_membership;
    Rng m_rng;
    std::vector<Worker> m_workers;
    std::map<std::int64_t, TaskKind> m_made;
    std::map<std::int64_t, std::int64_t> m_tokens;    ///< highest that was handed out
    std::map<std::int64_t, std::int64_t> m_accepted;  ///< of the last report that was taken
    std::map<std::int64_t, std::int64_t> m_done;      ///< the token of its effect
    std::int64_t m_subjects = 0;
    int m_names = 0;
    QByteArray m_problem;
};

}  // namespace

class TestTaskHistories : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingIsLostAndNothingIsTwice_data() {
        QTest::addColumn<quint64>("seed");
        for (quint64 seed = 1; seed <= 8; ++seed) {
            QTest::addRow("seed %llu", seed) << seed;
        }
    }
    void nothingIsLostAndNothingIsTwice() {
        QFETCH(const quint64, seed);
        QCOMPARE(History(seed).run(), QByteArray());
    }

    /// One worker has everything; a hundred have their shares, and whatever a worker asks for lies in its own.
    void aRingOfOneAndOfAHundred() {
        for (const std::size_t size : {std::size_t{1}, std::size_t{100}}) {
            TaskWorld world;
            base::VirtualClock clock(world.now);
            cluster::LocalMembership membership(clock);
            Rng rng(size);
            for (std::size_t i = 0; i < size; ++i) {
                api::Member member;
                member.id = rng.uuid();
                member.name = "worker " + std::to_string(i);
                member.positions = tasks::drawPositions(member.name, world.now, tasks::kVirtualNodes,
                                                        membership.members().members, rng);
                QVERIFY(membership.join(member, kMemberLeaseMs));
            }
            for (int i = 0; i < 1'000; ++i) {
                QVERIFY(*world.make(TaskKind::Rehearsal, "t" + std::to_string(i)));
            }
            const auto list = membership.members();
            const tasks::Ring ring(list.members);
            std::set<std::int64_t> done;
            for (std::size_t i = 0; i < size; ++i) {
                const auto ranges = ring.rangesOf(i);
                QVERIFY(!ranges.empty());
                for (auto jobs = world.claim(list.members[i].name, ranges); !jobs.empty();
                     jobs = world.claim(list.members[i].name, ranges)) {
                    for (const auto& job : jobs) {
                        QVERIFY(done.insert(job.id.value).second);
                        QVERIFY(world.perform({job.id, job.token}));
                    }
                }
            }
            QCOMPARE(done.size(), std::size_t{1'000});
            TASKS_HOLD(world);
        }
    }
};

}  // namespace test_task_histories

QTEST_GUILESS_MAIN(test_task_histories::TestTaskHistories)
#include "test_task_histories.moc"
