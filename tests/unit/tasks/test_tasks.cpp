// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks by their rules: made once, claimed under a lease, taken over, tried again, given up, held, cleaned up.
#include <QtTest>
#include <set>

#include "engine/dispatch/business_day.h"
#include "engine/ring/ring.h"
#include "engine/tasks/schedule_source.h"
#include "task_world.h"

namespace test_tasks {

using namespace evenhand;
using namespace evenhand::test;
using api::TaskKind;
using api::TaskOutcome;
using api::TaskStatus;

class TestTasks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void madeOncePerKindAndSubject() {
        TaskWorld world;
        QVERIFY(*world.make(TaskKind::Backup, "b"));
        QVERIFY(!*world.make(TaskKind::Backup, "b"));
        QVERIFY(*world.make(TaskKind::Rehearsal, "b"));
        REFUSED_FIELD(world.make(TaskKind::Backup, ""), ErrorCode::InvalidArgument, "subject");
        REFUSED_FIELD(world.make(TaskKind::Backup, std::string(65, 'x')), ErrorCode::InvalidArgument, "subject");
        QCOMPARE(world.number("SELECT COUNT(*) FROM task"), 2);
        QCOMPARE(world.task(TaskKind::Backup, "b").position, tasks::ringPositionOf("backup", "b"));
        TASKS_HOLD(world);
    }

    void claimedInOrderUnderALease() {
        TaskWorld world;
        QVERIFY(world.make(TaskKind::Backup, "late", 10));
        QVERIFY(world.make(TaskKind::Backup, "first"));
        QVERIFY(world.make(TaskKind::Backup, "second", 0, "payload"));
        QVERIFY(world.make(TaskKind::Backup, "tomorrow", 86'400'000));
        world.now = world.now.plusMs(10);
        const auto jobs = world.claim("w", {}, 2);
        QCOMPARE(jobs.size(), std::size_t{2});
        QCOMPARE(jobs[0].subject, std::string("first"));
        QCOMPARE(jobs[1].subject, std::string("second"));
        QCOMPARE(jobs[1].payload, std::string("payload"));
        QCOMPARE(jobs[0].token, 1);
        QCOMPARE(jobs[0].attempt, 1);
        QCOMPARE(jobs[0].leaseUntil.ms, world.now.ms + api::policyOf(TaskKind::Backup).leaseMs);
        QCOMPARE(world.claim().at(0).subject, std::string("late"));
        QVERIFY(world.claim().empty());
        const auto task = world.task(jobs[0].id);
        QVERIFY(task.status == TaskStatus::Processing);
        QCOMPARE(task.worker, std::string("w"));
        TASKS_HOLD(world);
    }

    void badClaims() {
        TaskWorld world;
        REFUSED_FIELD(world.tryClaim({"", 1, {}, {}}), ErrorCode::InvalidArgument, "worker");
        REFUSED_FIELD(world.tryClaim({std::string(201, 'w'), 1, {}, {}}), ErrorCode::InvalidArgument, "worker");
        REFUSED_FIELD(world.tryClaim({"w", 0, {}, {}}), ErrorCode::InvalidArgument, "limit");
        REFUSED_FIELD(world.tryClaim({"w", 1'001, {}, {}}), ErrorCode::InvalidArgument, "limit");
        REFUSED_FIELD(world.tryClaim({"w", 1, {{10, 20}, {15, 30}}, {}}), ErrorCode::InvalidArgument, "ranges");
        REFUSED_FIELD(world.tryClaim({"w", 1, {{10, 20}, {30, 11}}, {}}), ErrorCode::InvalidArgument, "ranges");
        REFUSED_FIELD(world.tryClaim({"w", 1, {}, {TaskKind::Refund}}), ErrorCode::InvalidArgument, "kinds");
    }

    void everyoneTakesWhatLiesInItsRanges() {
        TaskWorld world;
        std::set<std::string> all;
        for (int i = 0; i < 300; ++i) {
            const auto subject = "s" + std::to_string(i);
            QVERIFY(*world.make(TaskKind::Rehearsal, subject));
            all.insert(subject);
        }
        const std::vector<api::RingRange> low{{0, 0x4000'0000}, {0x6000'0000, 0x8000'0000}};
        const std::vector<api::RingRange> rest{{0x4000'0000, 0x6000'0000}, {0x8000'0000, 0}};
        for (const auto& [worker, ranges] : {std::pair{"low", low}, std::pair{"rest", rest}}) {
            for (auto jobs = world.claim(worker, ranges, 7); !jobs.empty(); jobs = world.claim(worker, ranges, 7)) {
                for (const auto& job : jobs) {
                    const auto at = tasks::ringPositionOf("rehearsal", job.subject);
                    QVERIFY(std::any_of(ranges.begin(), ranges.end(), [&](auto& range) { return range.contains(at); }));
                    QCOMPARE(all.erase(job.subject), std::size_t{1});
                }
            }
        }
        QVERIFY(all.empty());
        TASKS_HOLD(world);
    }

    void doneOnceHoweverOftenItIsReported() {
        TaskWorld world;
        QVERIFY(world.make(TaskKind::Backup, "b"));
        const auto job = world.claim().at(0);
        const api::TaskTicket ticket{job.id, job.token};
        QVERIFY(world.report(ticket, TaskOutcome::Done)->status == TaskStatus::Done);
        QVERIFY(world.report(ticket, TaskOutcome::Done)->status == TaskStatus::Done);
        QVERIFY(world.report(ticket, TaskOutcome::Dead)->status == TaskStatus::Done);  // the same answer
        REFUSED_FIELD(world.renew(ticket), ErrorCode::WrongStatus, "status");
        REFUSED_FIELD(world.report({TaskId{99}, 1}, TaskOutcome::Done), ErrorCode::NotFound, "id");
        REFUSED_FIELD(world.report({job.id, 2}, TaskOutcome::Done), ErrorCode::StaleEpoch, "token");
        TASKS_HOLD(world);
    }

    void whoStallsBeyondItsLeaseChangesNothing() {
        TaskWorld world;
        QVERIFY(world.make(TaskKind::Backup, "b"));
        const auto slow = world.claim("slow").at(0);
        QVERIFY(world.claim("other").empty());
        world.now = slow.leaseUntil.plusMs(-1);
        QVERIFY(world.claim("other").empty());
        world.now = slow.leaseUntil;
        const auto taken = world.claim("other").at(0);
        QCOMPARE(taken.token, slow.token + 1);
        QCOMPARE(taken.attempt, 2);
        REFUSED_FIELD(world.report({slow.id, slow.token}, TaskOutcome::Done), ErrorCode::StaleEpoch, "token");
        REFUSED_FIELD(world.renew({slow.id, slow.token}), ErrorCode::StaleEpoch, "token");
        QVERIFY(world.task(slow.id).status == TaskStatus::Processing);
        QCOMPARE(world.task(slow.id).worker, std::string("other"));
        QVERIFY(world.report({taken.id, taken.token}, TaskOutcome::Done));
        REFUSED_FIELD(world.report({slow.id, slow.token}, TaskOutcome::Done), ErrorCode::StaleEpoch, "token");
        TASKS_HOLD(world);
    }

    void renewingKeepsIt() {
        TaskWorld world;
        QVERIFY(world.make(TaskKind::Backup, "b"));
        const auto job = world.claim("long").at(0);
        world.now = job.leaseUntil.plusMs(-1);
        const auto renewed = world.renew({job.id, job.token});
        QCOMPARE(renewed->due->ms, world.now.ms + api::policyOf(TaskKind::Backup).leaseMs);
        world.now = job.leaseUntil.plusMs(1);
        QVERIFY(world.claim("other").empty());
        QVERIFY(world.report({job.id, job.token}, TaskOutcome::Done));
        TASKS_HOLD(world);
    }

    void triedAgainWithGrowingGapsThenDead() {
        TaskWorld world;
        QVERIFY(world.make(TaskKind::Backup, "b"));
        const auto policy = api::policyOf(TaskKind::Backup);
        std::int64_t before = 0;
        for (std::int64_t attempt = 1; attempt <= policy.maxAttempts; ++attempt) {
            const auto jobs = world.claim();
            QCOMPARE(jobs.size(), std::size_t{1});
            QCOMPARE(jobs[0].attempt, attempt);
            QCOMPARE(jobs[0].note, std::string(attempt == 1 ? "" : "a note"));
            const auto answer = world.report({jobs[0].id, jobs[0].token}, TaskOutcome::Retry);
            QVERIFY(answer);
            if (attempt < policy.maxAttempts) {
                const auto gap = answer->due->ms - world.now.ms;
                QVERIFY(gap > before && gap <= policy.lastRetryMs);
                before = gap;
                world.now = answer->due->plusMs(-1);
                QVERIFY(world.claim().empty());
                world.now = *answer->due;
            } else {
                QVERIFY(answer->status == TaskStatus::Dead && !answer->due);
            }
        }
        world.now = world.now.plusMs(1'000'000'000);
        QVERIFY(world.claim().empty());
        const auto dead = world.task(TaskKind::Backup, "b");
        QCOMPARE(dead.lastError, std::string("said so"));
        TASKS_HOLD(world);
        // A person has it tried again; what was seen meanwhile is refused.
        REFUSED_FIELD(world.retry(dead.id, dead.token - 1), ErrorCode::Conflict, "token");
        QVERIFY(world.retry(dead.id, dead.token)->status == TaskStatus::Pending);
        const auto job = world.claim().at(0);
        QCOMPARE(job.attempt, 1);
        QVERIFY(job.token > dead.token);
        REFUSED_FIELD(world.retry(job.id), ErrorCode::WrongStatus, "status");
        QVERIFY(world.report({job.id, job.token}, TaskOutcome::Dead)->status == TaskStatus::Dead);
        QVERIFY(world.drop(job.id)->status == TaskStatus::Dropped);
        REFUSED_FIELD(world.retry(job.id), ErrorCode::WrongStatus, "status");
        TASKS_HOLD(world);
    }

    void neverReportedAtAll() {
        TaskWorld world;
        QVERIFY(world.make(TaskKind::Rehearsal, "r"));
        const auto policy = api::policyOf(TaskKind::Rehearsal);
        for (std::int64_t attempt = 1; attempt <= policy.maxAttempts; ++attempt) {
            QCOMPARE(world.claim("dies").size(), std::size_t{1});
            world.now = world.now.plusMs(policy.leaseMs);
        }
        QVERIFY(world.claim("dies").empty());
        QVERIFY(world.task(TaskKind::Rehearsal, "r").status == TaskStatus::Dead);
        TASKS_HOLD(world);
    }

    void effectsOfInnerKinds() {
        TaskWorld world;
        QVERIFY(world.make(TaskKind::Rehearsal, "r"));
        QVERIFY(world.make(TaskKind::Calibrate, "c", 0, "no such campus"));
        QVERIFY(world.make(TaskKind::Backup, "b"));
        for (const auto& job : world.claim()) {
            const auto answer = world.perform({job.id, job.token});
            if (job.kind == TaskKind::Rehearsal) {
                QVERIFY(answer->status == TaskStatus::Done);
                QVERIFY(world.perform({job.id, job.token})->status == TaskStatus::Done);
            } else if (job.kind == TaskKind::Calibrate) {
                QVERIFY(answer->status == TaskStatus::Pending);
                QVERIFY(!world.task(job.id).lastError.empty());
            } else {
                QVERIFY(!answer && answer.error().code == ErrorCode::WrongStatus);
            }
            if (job.kind != TaskKind::Backup) {
                REFUSED_FIELD(world.report({job.id, job.token}, TaskOutcome::Done), ErrorCode::WrongStatus, "kind");
            }
        }
        TASKS_HOLD(world);
    }

    void heldKindsWait() {
        TaskWorld world;
        QVERIFY(world.make(TaskKind::Backup, "b"));
        QVERIFY(world.make(TaskKind::Rehearsal, "r"));
        QVERIFY(world.hold({TaskKind::Backup, TaskKind::Webhook}, true));
        QVERIFY(world.hold({TaskKind::Backup}, true));
        const auto jobs = world.claim();
        QCOMPARE(jobs.size(), std::size_t{1});
        QVERIFY(jobs[0].kind == TaskKind::Rehearsal);
        const auto holds = store::tasks::holdsFresh(world.database());
        QCOMPARE(holds->size(), std::size_t{2});
        QCOMPARE(holds->front().reason, std::string("because"));
        QVERIFY(world.hold({TaskKind::Backup}, false));
        QCOMPARE(world.claim().size(), std::size_t{1});
        TASKS_HOLD(world);
    }

    void cleanedUpAndCounted() {
        TaskWorld world;
        for (int i = 0; i < 5; ++i) {
            QVERIFY(world.make(TaskKind::Rehearsal, std::to_string(i)));
        }
        auto jobs = world.claim();
        for (std::size_t i = 0; i < 4; ++i) {
            QVERIFY(world.perform({jobs[i].id, jobs[i].token}));
        }
        world.now = world.now.plusMs(8LL * 24 * 3600 * 1000);
        QVERIFY(world.make(TaskKind::CleanUp, "clean_up@1"));
        for (const auto& job : world.claim("w", {}, 10, {TaskKind::CleanUp})) {
            QVERIFY(world.perform({job.id, job.token})->status == TaskStatus::Done);
        }
        QCOMPARE(world.number("SELECT COUNT(*) FROM task WHERE kind = 'rehearsal'"), 1);
        TASKS_HOLD(world);
        const auto counts = store::taskPages::counts(world.database(), world.now);
        const auto& rehearsals = counts->back();
        QCOMPARE(rehearsals.created, 5);
        QCOMPARE(rehearsals.done, 4);
        QCOMPARE(rehearsals.processing, 1);
    }

    void whatWasUndoneIsClaimedAgain() {
        TaskWorld world;
        for (int i = 0; i < 10; ++i) {
            QVERIFY(world.make(TaskKind::Rehearsal, std::to_string(i)));
        }
        world.failCommit = true;
        QVERIFY(world.claim().empty());
        world.failCommit = false;
        const auto jobs = world.claim();
        QCOMPARE(jobs.size(), std::size_t{10});
        QCOMPARE(jobs[0].token, 1);
        // Made due before what was already looked at: found all the same.
        QVERIFY(world.report({jobs[0].id, jobs[0].token}, TaskOutcome::Done).error().field == "kind");
        QVERIFY(world.make(TaskKind::Backup, "old", -1'000));
        QCOMPARE(world.claim().size(), std::size_t{1});
        TASKS_HOLD(world);
    }

    void whatRecursIsMadeOnceForEachInstant() {
        TaskWorld world;
        const auto day = dispatch::BusinessDay::of("Asia/Shanghai");
        tasks::ScheduleSource source(*day, true);
        const auto runDue = [&] { return world.run<void>([&](auto& work) { return source.runDue(work); }); };
        QCOMPARE(source.nextDue(), std::optional<Instant>(Instant{0}));  // it has to look first
        QVERIFY(runDue());
        const auto hour = world.now.plusMs(3'600'000);
        QCOMPARE(source.nextDue(), std::optional<Instant>(hour));
        QVERIFY(runDue());
        QCOMPARE(world.number("SELECT COUNT(*) FROM task"), 0);
        world.now = hour;
        QVERIFY(runDue());
        QVERIFY(runDue());  // looks again
        QCOMPARE(source.nextDue(), std::optional<Instant>(hour.plusMs(3'600'000)));
        const auto first = world.task(TaskKind::CleanUp, tasks::scheduleSubject(tasks::kCleanUpSchedule, hour));
        QVERIFY(first.status == TaskStatus::Pending);
        // Three days without an engine, and the first one is still open: nothing more of it, the day's once.
        world.now = hour.plusMs(3 * 86'400'000 + 1);
        for (int i = 0; i < 6; ++i) {
            QVERIFY(runDue());
        }
        QVERIFY(*source.nextDue() > world.now);
        QCOMPARE(world.number("SELECT COUNT(*) FROM task WHERE kind = 'clean_up'"), 1);
        QCOMPARE(world.number("SELECT COUNT(*) FROM task WHERE kind = 'reconcile'"), 1);
        for (auto jobs = world.claim(); !jobs.empty(); jobs = world.claim()) {
            for (const auto& job : jobs) {
                QVERIFY(world.perform({job.id, job.token})->status == TaskStatus::Done);
            }
        }
        TASKS_HOLD(world);
    }
};

}  // namespace test_tasks

QTEST_GUILESS_MAIN(test_tasks::TestTasks)
#include "test_tasks.moc"
