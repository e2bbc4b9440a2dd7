// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks by tables: each state with each action, claims at their bounds, what cleaning up takes and what it leaves,
// every filter and figure against the rows themselves.
#include <QtTest>
#include <algorithm>

#include "engine/dispatch/business_day.h"
#include "engine/ring/ring.h"
#include "engine/store/pages/task_page_store.h"
#include "engine/task_making/pick.h"
#include "engine/tasks/schedule_source.h"
#include "task_world.h"

namespace test_task_tables {

using namespace evenhand;
using namespace evenhand::test;
using api::TaskKind;
using api::TaskOutcome;
using api::TaskStatus;

namespace {

constexpr std::int64_t kDayMs = 86'400'000;

class TableWorld : public TaskWorld {
public:
    /// A task of a backup, brought there by its worker or a person.
    TaskId bring(const std::string& subject, TaskStatus status, const std::string& worker = "worker") {
        (void)make(TaskKind::Backup, subject);
        const auto id = task(TaskKind::Backup, subject).id;
        if (status == TaskStatus::Pending) {
            return id;
        }
        if (status == TaskStatus::Dropped) {
            (void)drop(id);
            return id;
        }
        const auto jobs = claim(worker, {}, 1, {TaskKind::Backup});
        if (jobs.size() != 1 || jobs[0].id != id) {
            qFatal("another task was taken");
        }
        if (status != TaskStatus::Processing) {
            (void)report({id, jobs[0].token}, status == TaskStatus::Done ? TaskOutcome::Done : TaskOutcome::Dead);
        }
        return id;
    }
    std::int64_t told() {
        return std::count_if(events.begin(), events.end(), [](const api::Event& event) {
            return event.kind == api::Event::Kind::TasksChanged && event.task == TaskKind::Backup;
        });
    }
    void cleanUp() {
        const auto name = "clean_up@" + std::to_string(++m_cleaned);
        (void)make(TaskKind::CleanUp, name);
        for (const auto& job : claim("cleaner", {}, 1, {TaskKind::CleanUp})) {
            const auto done = perform({job.id, job.token});
            if (!done || done->status != TaskStatus::Done) {
                qFatal("not cleaned up");
            }
        }
    }

private:
    int m_cleaned = 0;
};

template <typename T>
bool among(const std::vector<T>& wanted, const T& value) {
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), value) != wanted.end();
}

}  // namespace

class TestTaskTables : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void actionsInEachState_data();
    void actionsInEachState();
    void whatIsHandledElsewhere();
    void whatAReportLeaves();
    void claimsAtTheirBounds();
    void neverReported();
    void whatCleaningUpLeaves();
    void moreThanASliceToClean();
    void moreAnswersThanASliceToClean();
    void everyFilter();
    void figures();
    void theNextOne();
    void holdsOnRecord();
    void whatIsNoTaskIsNotTaken();
    void historyOfTheRing();
    void whatAChangeOfTheRingMayMove_data();
    void whatAChangeOfTheRingMayMove();
    void schedules();
};

void TestTaskTables::actionsInEachState_data() {
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("isRetry");
    QTest::addColumn<bool>("may");
    for (const auto status : api::allTaskStatuses()) {
        const bool may = status == TaskStatus::Pending || status == TaskStatus::Dead;
        for (const bool isRetry : {true, false}) {
            QTest::addRow("%s, %s", std::string(api::toText(status)).c_str(), isRetry ? "retry" : "drop")
                << static_cast<int>(status) << isRetry << may;
        }
    }
}
void TestTaskTables::actionsInEachState() {
    QFETCH(int, status);
    QFETCH(bool, isRetry);
    QFETCH(bool, may);
    TableWorld world;
    const auto id = world.bring("b", static_cast<TaskStatus>(status));
    const auto before = world.task(id);
    QVERIFY(before.status == static_cast<TaskStatus>(status));
    world.now = world.now.plusMs(1'000);
    world.events.clear();
    const auto act = [&](TaskId which, std::int64_t token) {
        return isRetry ? world.retry(which, token) : world.drop(which, token);
    };
    REFUSED_FIELD(act(TaskId{99}, 0), ErrorCode::NotFound, "id");
    REFUSED_FIELD(act(id, before.token + 1), ErrorCode::Conflict, "token");
    const auto done = act(id, before.token);
    const auto after = world.task(id);
    if (!may) {
        REFUSED_FIELD(done, ErrorCode::WrongStatus, "status");
        QCOMPARE(done.error().value, std::string(api::toText(before.status)));
        QVERIFY(after.status == before.status);
        QCOMPARE(after.token, before.token);
        QCOMPARE(world.told(), 0);
        TASKS_HOLD(world);
        return;
    }
    QVERIFY2(done, done ? "" : done.error().text().c_str());
    QVERIFY(done->id == id && done->status == after.status && done->due == after.due);
    QCOMPARE(after.token, before.token + 1);  // whoever has seen the former one does nothing more
    QCOMPARE(world.told(), 1);
    if (isRetry) {
        QVERIFY(after.status == TaskStatus::Pending);
        QVERIFY(after.due && *after.due == world.now);
        QCOMPARE(after.attempts, 0);
        QVERIFY(!after.endedAt);
        QCOMPARE(world.claim().size(), std::size_t{1});
    } else {
        QVERIFY(after.status == TaskStatus::Dropped);
        QVERIFY(!after.due);
        QVERIFY(after.endedAt && *after.endedAt == world.now);
        QVERIFY(world.claim().empty());
    }
    TASKS_HOLD(world);
}

void TestTaskTables::whatIsHandledElsewhere() {
    TableWorld world;
    QVERIFY(world.make(TaskKind::Refund, "1"));
    const auto refund = world.task(TaskKind::Refund, "1").id;
    REFUSED_FIELD(world.retry(refund), ErrorCode::WrongStatus, "kind");
    REFUSED_FIELD(world.drop(refund), ErrorCode::WrongStatus, "kind");
    QVERIFY(world.claim().empty());  // by refunds' own claim
    // What the engine does itself is not reported, and what a worker does is not performed.
    QVERIFY(world.make(TaskKind::Rehearsal, "r"));
    const auto inner = world.claim().at(0);
    REFUSED_FIELD(world.report({inner.id, inner.token}, TaskOutcome::Done), ErrorCode::WrongStatus, "kind");
    const auto backup = world.bring("b", TaskStatus::Processing);
    REFUSED_FIELD(world.perform({backup, world.task(backup).token}), ErrorCode::WrongStatus, "kind");
    QVERIFY(world.task(backup).status == TaskStatus::Processing);
}

void TestTaskTables::whatAReportLeaves() {
    TableWorld world;
    const auto say = [&](const char* subject, TaskOutcome outcome) {
        const auto id = world.bring(subject, TaskStatus::Processing);
        const api::TaskReport said{
            {id, world.task(id).token}, outcome, std::string(501, 'm'), std::string(501, 'n'), 7'200'000};
        (void)world.run<api::TaskAnswer>([&](auto& work) { return tasks::report(work, said); });
        return world.task(id);
    };
    const auto done = say("done", TaskOutcome::Done);
    QVERIFY(done.status == TaskStatus::Done && done.note.empty() && done.lastError.empty());
    QVERIFY(done.endedAt && *done.endedAt == world.now);
    const auto dead = say("dead", TaskOutcome::Dead);
    QVERIFY(dead.status == TaskStatus::Dead && dead.endedAt && *dead.endedAt == world.now);
    QCOMPARE(dead.lastError, std::string(500, 'm'));
    QCOMPARE(dead.note, std::string(500, 'n'));
    const auto again = say("again", TaskOutcome::Retry);
    QVERIFY(again.status == TaskStatus::Pending && !again.endedAt);
    QCOMPARE(again.due->ms, world.now.ms + 7'200'000);  // as was asked for, longer than the policy says
    QCOMPARE(again.lastError, std::string(500, 'm'));
    QCOMPARE(again.note, std::string(500, 'n'));
    QCOMPARE(again.attempts, 1);
    TASKS_HOLD(world);
}

void TestTaskTables::claimsAtTheirBounds() {
    TableWorld world;
    QVERIFY(world.make(TaskKind::Backup, "now"));
    QVERIFY(world.make(TaskKind::Backup, "later", 1));
    QVERIFY(world.make(TaskKind::Rehearsal, "r"));
    QVERIFY(world.make(TaskKind::Reconcile, "c"));
    QVERIFY(world.tryClaim({"w", 1'000, {}, {TaskKind::Webhook}})->empty());
    QVERIFY(world.tryClaim({std::string(200, 'w'), 1, {}, {TaskKind::Webhook}})->empty());
    auto jobs = world.claim("w", {}, 1, {TaskKind::Rehearsal, TaskKind::Reconcile, TaskKind::Rehearsal});
    QCOMPARE(jobs.size(), std::size_t{1});
    jobs = world.claim("w", {}, 1'000, {TaskKind::Rehearsal, TaskKind::Reconcile});
    QCOMPARE(jobs.size(), std::size_t{1});
    jobs = world.claim();
    QCOMPARE(jobs.size(), std::size_t{1});
    QCOMPARE(jobs[0].subject, std::string("now"));
    world.now = world.now.plusMs(1);
    jobs = world.claim();
    QCOMPARE(jobs.size(), std::size_t{1});
    QCOMPARE(jobs[0].subject, std::string("later"));
    // How long each has.
    const std::pair<TaskKind, std::int64_t> leases[] = {{TaskKind::Calibrate, 60'000},
                                                        {TaskKind::CleanUp, 60'000},
                                                        {TaskKind::Backup, 300'000},
                                                        {TaskKind::Rehearsal, 10'000}};
    for (const auto& [kind, leaseMs] : leases) {
        QVERIFY(world.make(kind, "lease"));
        jobs = world.claim("w", {}, 1, {kind});
        QCOMPARE(jobs.size(), std::size_t{1});
        QCOMPARE(jobs[0].leaseUntil.ms, world.now.ms + leaseMs);
        QCOMPARE(world.renew({jobs[0].id, jobs[0].token})->due->ms, world.now.ms + leaseMs);
    }
    TASKS_HOLD(world);
}

void TestTaskTables::neverReported() {
    TableWorld world;
    QVERIFY(world.make(TaskKind::Backup, "b"));
    for (int i = 0; i < 5; ++i) {
        QCOMPARE(world.claim().size(), std::size_t{1});
        world.now = world.now.plusMs(300'000);
    }
    world.events.clear();
    QVERIFY(world.claim().empty());
    const auto dead = world.task(TaskKind::Backup, "b");
    QVERIFY(dead.status == TaskStatus::Dead);
    QCOMPARE(dead.attempts, 5);
    QCOMPARE(dead.lastError, std::string("the last attempt was never reported"));
    QVERIFY(dead.endedAt && *dead.endedAt == world.now);
    QCOMPARE(world.told(), 1);
    TASKS_HOLD(world);
}

void TestTaskTables::whatCleaningUpLeaves() {
    TableWorld world;
    const auto start = world.now;
    const auto rows = [&](const std::string& which) {
        return world.number("SELECT COUNT(*) FROM task WHERE " + which);
    };
    for (const auto status : {TaskStatus::Done, TaskStatus::Dropped, TaskStatus::Dead, TaskStatus::Processing}) {
        world.bring("first " + std::string(api::toText(status)), status);
    }
    for (const auto kind : {TaskKind::Refund, TaskKind::Webhook}) {
        QVERIFY(world.make(kind, "1"));
    }
    QVERIFY(world.database().execute("UPDATE task SET status = 'DONE', due_at = NULL, ended_at = " +
                                     std::to_string(start.ms) + " WHERE kind IN ('refund', 'webhook')"));
    const auto answer = [&](const std::string& key, std::int64_t at) {
        return world.database()
            .execute("INSERT INTO api_answer(request_key, body_hash, answer, at) VALUES ('" + key + "', x'68', 'a', " +
                     std::to_string(at) + ")")
            .has_value();
    };
    world.now = start.plusMs(1);
    world.bring("second DONE", TaskStatus::Done);
    QVERIFY(answer("old", start.ms + 5 * kDayMs - 1) && answer("young", start.ms + 5 * kDayMs));
    // To the very instant.
    world.now = start.plusMs(7 * kDayMs);
    world.cleanUp();
    QCOMPARE(rows("kind = 'backup'"), 5);
    QCOMPARE(world.number("SELECT COUNT(*) FROM api_answer"), 1);
    QCOMPARE(world.number("SELECT COUNT(*) FROM api_answer WHERE request_key = 'young'"), 1);
    world.now = start.plusMs(7 * kDayMs + 1);
    world.cleanUp();
    QCOMPARE(rows("kind = 'backup'"), 3);
    QCOMPARE(rows("subject IN ('first DEAD', 'first PROCESSING', 'second DONE')"), 3);
    QCOMPARE(rows("kind IN ('refund', 'webhook')"), 2);  // they go with what they are about
    QCOMPARE(world.number("SELECT COUNT(*) FROM api_answer"), 0);
    const auto counts = store::taskPages::counts(world.database(), world.now);
    const auto& backups = counts->at(static_cast<std::size_t>(TaskKind::Backup));
    QCOMPARE(backups.created, 5);
    QCOMPARE(backups.dead, 1);
    QCOMPARE(backups.processing, 1);
    world.now = start.plusMs(7 * kDayMs + 2);
    world.cleanUp();
    QCOMPARE(rows("kind = 'backup'"), 2);
}

void TestTaskTables::moreThanASliceToClean() {
    TableWorld world;
    for (int i = 0; i < 501; ++i) {
        QVERIFY(world.make(TaskKind::Rehearsal, std::to_string(i)));
    }
    for (const auto& job : world.claim("w", {}, 1'000, {TaskKind::Rehearsal})) {
        QVERIFY(world.perform({job.id, job.token}));
    }
    world.now = world.now.plusMs(8 * kDayMs);
    QVERIFY(world.make(TaskKind::CleanUp, "clean_up@1"));
    const auto clean = [&] {
        const auto jobs = world.claim("w", {}, 1, {TaskKind::CleanUp});
        return !jobs.empty() && world.perform({jobs[0].id, jobs[0].token})->status == TaskStatus::Done;
    };
    QVERIFY(clean());
    QCOMPARE(world.number("SELECT COUNT(*) FROM task WHERE kind = 'rehearsal'"), 1);
    QVERIFY(world.task(TaskKind::CleanUp, "clean_up@1/1").status == TaskStatus::Pending);  // it goes on
    QVERIFY(clean());
    QCOMPARE(world.number("SELECT COUNT(*) FROM task WHERE kind = 'rehearsal'"), 0);
    QCOMPARE(world.number("SELECT COUNT(*) FROM task WHERE kind = 'clean_up'"), 2);  // and that was all
    QVERIFY(!clean());
    TASKS_HOLD(world);
}

/// They have slices of their own: with nothing else to clean the rest of them is not left to the next hour.
void TestTaskTables::moreAnswersThanASliceToClean() {
    TableWorld world;
    std::string rows;
    for (int i = 0; i < 2'001; ++i) {
        rows += (i == 0 ? "('" : ", ('") + std::to_string(i) + "', x'68', 'a', " + std::to_string(world.now.ms) + ")";
    }
    QVERIFY(world.database().execute("INSERT INTO api_answer(request_key, body_hash, answer, at) VALUES " + rows));
    world.now = world.now.plusMs(3 * kDayMs);
    world.cleanUp();
    QCOMPARE(world.number("SELECT COUNT(*) FROM api_answer"), 1);
    const auto rest = world.claim("w", {}, 10, {TaskKind::CleanUp});
    QCOMPARE(rest.size(), std::size_t{1});
    QVERIFY(world.perform({rest[0].id, rest[0].token})->status == TaskStatus::Done);
    QCOMPARE(world.number("SELECT COUNT(*) FROM api_answer"), 0);
    QVERIFY(world.claim("w", {}, 10, {TaskKind::CleanUp}).empty());  // and that was all
    TASKS_HOLD(world);
}

void TestTaskTables::everyFilter() {
    TableWorld world;
    for (const auto status : {TaskStatus::Processing, TaskStatus::Done, TaskStatus::Dead, TaskStatus::Dropped}) {
        world.bring("backup-" + std::string(api::toText(status)), status, "w1");
    }
    for (const char* subject : {"rehearsal-DONE", "rehearsal-PROCESSING"}) {
        QVERIFY(world.make(TaskKind::Rehearsal, subject));
        const auto job = world.claim("w2", {}, 1, {TaskKind::Rehearsal}).at(0);
        if (std::string(subject) == "rehearsal-DONE") {
            QVERIFY(world.perform({job.id, job.token}));
        }
    }
    QVERIFY(world.make(TaskKind::Rehearsal, "rehearsal-PENDING"));
    QVERIFY(world.make(TaskKind::Backup, "backup-PENDING"));
    const auto page = [&](const api::TaskQuery& query) {
        auto found = store::taskPages::page(world.database(), query);
        return found ? *found : std::vector<api::TaskRow>();
    };
    api::TaskQuery everything;
    everything.descending = false;
    const auto all = page(everything);
    QCOMPARE(all.size(), std::size_t{8});
    for (const auto& row : all) {
        const auto kind = std::string(api::toText(row.kind));
        QCOMPARE(row.subject, kind + "-" + std::string(api::toText(row.status)));
        QCOMPARE(row.position, tasks::ringPositionOf(kind, row.subject));
        const bool taken = row.status != TaskStatus::Pending && row.status != TaskStatus::Dropped;
        QCOMPARE(row.worker, std::string(!taken ? "" : kind == "backup" ? "w1" : "w2"));
        QCOMPARE(row.attempts, taken ? 1 : 0);
        const bool open = row.status == TaskStatus::Pending || row.status == TaskStatus::Processing;
        QCOMPARE(row.due.has_value(), open);
        QCOMPARE(row.endedAt.has_value(), !open);
        QCOMPARE(row.createdAt, world.now);
        QCOMPARE(row.lastError, std::string(row.status == TaskStatus::Dead ? "said so" : ""));
    }
    const auto ids = [](const std::vector<api::TaskRow>& rows) {
        std::vector<std::int64_t> found;
        for (const auto& row : rows) {
            found.push_back(row.id.value);
        }
        return found;
    };
    const std::vector<std::vector<TaskKind>> kindSets{
        {}, {TaskKind::Backup}, {TaskKind::Rehearsal}, {TaskKind::Webhook}, {TaskKind::Rehearsal, TaskKind::Backup}};
    for (unsigned bits = 0; bits < 32; ++bits) {
        for (const auto& kinds : kindSets) {
            for (const char* worker : {"", "w1", "w"}) {
                for (const char* text : {"", "rehearsal-P"}) {
                    api::TaskQuery query;
                    query.filter.kinds = kinds;
                    query.filter.worker = worker;
                    query.filter.text = text;
                    for (const auto status : api::allTaskStatuses()) {
                        if ((bits & (1U << static_cast<unsigned>(status))) != 0) {
                            query.filter.statuses.push_back(status);
                        }
                    }
                    std::vector<std::int64_t> wanted;
                    for (const auto& row : all) {
                        if (among(kinds, row.kind) && among(query.filter.statuses, row.status) &&
                            (*worker == '\0' || row.worker == worker) && row.subject.starts_with(text)) {
                            wanted.push_back(row.id.value);
                        }
                    }
                    QCOMPARE(store::taskPages::count(world.database(), query.filter).value_or(-1),
                             static_cast<std::int64_t>(wanted.size()));
                    query.descending = false;
                    QCOMPARE(ids(page(query)), wanted);
                    std::reverse(wanted.begin(), wanted.end());
                    query.descending = true;
                    QCOMPARE(ids(page(query)), wanted);
                }
            }
        }
    }
    // From one on, either way.
    for (const bool descending : {false, true}) {
        api::TaskQuery query;
        query.descending = descending;
        query.after = all[3].id;
        query.offset = 1;
        query.limit = 2;
        const auto found = page(query);
        QCOMPARE(ids(found), (descending ? std::vector<std::int64_t>{all[1].id.value, all[0].id.value}
                                         : std::vector<std::int64_t>{all[5].id.value, all[6].id.value}));
    }
    api::TaskQuery none;
    none.limit = 0;
    REFUSED_FIELD(store::taskPages::page(world.database(), none), ErrorCode::InvalidArgument, "limit");
}

void TestTaskTables::figures() {
    TableWorld world;
    for (const auto status : {TaskStatus::Processing, TaskStatus::Processing, TaskStatus::Done, TaskStatus::Dead,
                              TaskStatus::Dead, TaskStatus::Dead, TaskStatus::Dropped}) {
        world.bring("b" + std::to_string(world.number("SELECT COUNT(*) FROM task")), status, "w1");
    }
    QVERIFY(world.make(TaskKind::Backup, "late", -5'000));
    QVERIFY(world.make(TaskKind::Backup, "later", -4'000));
    QVERIFY(world.make(TaskKind::Backup, "to come", 1));
    QVERIFY(world.make(TaskKind::Rehearsal, "to come", 1));
    QVERIFY(world.hold({TaskKind::Backup}, true));
    const auto counts = [&](TaskKind kind) {
        return store::taskPages::counts(world.database(), world.now)->at(static_cast<std::size_t>(kind));
    };
    const auto backups = counts(TaskKind::Backup);
    QVERIFY(backups.kind == TaskKind::Backup);
    QCOMPARE(backups.created, 10);
    QCOMPARE(backups.pending, 3);
    QCOMPARE(backups.processing, 2);
    QCOMPARE(backups.done, 1);
    QCOMPARE(backups.dead, 3);
    QCOMPARE(backups.dropped, 1);
    QVERIFY(backups.held);
    QVERIFY(backups.oldestDue && backups.oldestDue->ms == world.now.ms - 5'000);
    const auto rehearsals = counts(TaskKind::Rehearsal);
    QCOMPARE(rehearsals.pending, 1);
    QVERIFY(!rehearsals.held && !rehearsals.oldestDue);
    QCOMPARE(counts(TaskKind::Webhook).created, 0);
    const auto due = [&](std::int64_t limit) {
        auto found = store::taskPages::duePositions(world.database(), world.now, limit).value();
        std::sort(found.begin(), found.end());
        return found;
    };
    std::vector<std::uint32_t> late{tasks::ringPositionOf("backup", "late"), tasks::ringPositionOf("backup", "later")};
    std::sort(late.begin(), late.end());
    QCOMPARE(due(100), late);
    QCOMPARE(due(1).size(), std::size_t{1});
    const auto inHand = [&] {
        const auto found = store::taskPages::inHand(world.database(), world.now).value();
        const auto some = found.find("w1");
        return some == found.end() ? 0 : some->second;
    };
    QCOMPARE(inHand(), 2);
    world.now = world.now.plusMs(1);
    QCOMPARE(due(100).size(), std::size_t{4});
    QVERIFY(counts(TaskKind::Rehearsal).oldestDue);
    // Until its lease ends.
    world.now = world.now.plusMs(300'000 - 2);
    QCOMPARE(inHand(), 2);
    world.now = world.now.plusMs(1);
    QCOMPARE(inHand(), 0);
    QCOMPARE(due(100).size(), std::size_t{6});
}

void TestTaskTables::theNextOne() {
    TableWorld world;
    const auto start = world.now;
    const auto next = [&](const std::vector<TaskKind>& kinds, std::vector<api::RingRange> ranges = {}) {
        const auto found = tasks::nextDue(world.database(), kinds, std::move(ranges));
        return found && *found ? (*found)->ms - start.ms : -1;
    };
    QCOMPARE(next({TaskKind::Backup, TaskKind::Rehearsal}), std::int64_t{-1});
    QVERIFY(world.make(TaskKind::Backup, "b", 10));
    QVERIFY(world.make(TaskKind::Backup, "c", 20));
    QVERIFY(world.make(TaskKind::Rehearsal, "r", 5));
    QCOMPARE(next({TaskKind::Backup, TaskKind::Rehearsal}), std::int64_t{5});
    QCOMPARE(next({TaskKind::Backup}), std::int64_t{10});
    const auto position = tasks::ringPositionOf("backup", "b");
    QCOMPARE(next({TaskKind::Backup}, {{position, position + 1}}), std::int64_t{10});
    QCOMPARE(next({TaskKind::Backup}, {{position + 1, position}}), std::int64_t{20});
    QVERIFY(world.hold({TaskKind::Rehearsal}, true));
    QCOMPARE(next({TaskKind::Backup, TaskKind::Rehearsal}), std::int64_t{10});
    QVERIFY(world.hold({TaskKind::Rehearsal}, false));
    QCOMPARE(next({TaskKind::Backup, TaskKind::Rehearsal}), std::int64_t{5});
    // One that is taken is due when its lease ends.
    world.now = start.plusMs(10);
    QCOMPARE(world.claim("w", {}, 1, {TaskKind::Backup}).size(), std::size_t{1});
    QCOMPARE(next({TaskKind::Backup}), std::int64_t{20});
    world.now = start.plusMs(20);
    QCOMPARE(world.claim("w", {}, 1, {TaskKind::Backup}).size(), std::size_t{1});
    QCOMPARE(next({TaskKind::Backup}), std::int64_t{10 + 300'000});
    REFUSED_FIELD(tasks::nextDue(world.database(), std::vector{TaskKind::Backup}, {{1, 5}, {4, 6}}),
                  ErrorCode::InvalidArgument, "ranges");
}

void TestTaskTables::holdsOnRecord() {
    TableWorld world;
    world.events.clear();
    QVERIFY(world.hold({TaskKind::Backup}, false));  // is not held
    QCOMPARE(world.told(), 0);
    QVERIFY(world.hold({TaskKind::Backup}, true));
    QCOMPARE(world.told(), 1);
    const auto since = world.now;
    world.now = world.now.plusMs(5);
    QVERIFY(world.hold({TaskKind::Backup}, true));  // it is held already: since then
    QCOMPARE(world.told(), 1);
    const auto holds = store::tasks::holdsFresh(world.database());
    QCOMPARE(holds->size(), std::size_t{1});
    QVERIFY(holds->front().kind == TaskKind::Backup);
    QCOMPARE(holds->front().since, since);
    QCOMPARE(holds->front().actor, std::string("local:tester"));
    QCOMPARE(holds->front().reason, std::string("because"));
    QVERIFY(world.hold({TaskKind::Backup}, false));
    QCOMPARE(world.told(), 2);
    QVERIFY(store::tasks::holdsFresh(world.database())->empty());
}

/// Whatever the order in which the queue gives them out: none in the place of one that is gone.
void TestTaskTables::whatIsNoTaskIsNotTaken() {
    TableWorld world;
    std::vector<TaskId> made;
    for (const char* subject : {"a", "b", "c"}) {
        QVERIFY(world.make(TaskKind::Backup, subject));
        made.push_back(world.task(TaskKind::Backup, subject).id);
    }
    const auto until = world.now.plusMs(1'000);
    for (const auto& asked : {std::vector<std::int64_t>{made[1].value, made[0].value - 1},
                              {made[2].value + 1, made[2].value},
                              {made[0].value, 1'000'000}}) {
        std::vector<store::tasks::Lease> leases;
        for (const auto id : asked) {
            leases.push_back({TaskId{id}, until});
        }
        const auto taken = world.run<std::vector<store::tasks::Taken>>(
            [&](runtime::UnitOfWork& work) { return store::tasks::take(work.database(), work.now(), leases, "w"); });
        QVERIFY(taken);
        QCOMPARE(taken->size(), std::size_t{1});
        const auto known = std::find_if(made.begin(), made.end(),
                                        [&](const TaskId id) { return id.value == asked[0] || id.value == asked[1]; });
        QVERIFY(taken->front().record.id == *known);
    }
}

void TestTaskTables::historyOfTheRing() {
    TableWorld world;
    const auto note = [&](api::RingChange change, const char* worker, std::int64_t workers, double moved) {
        return world
            .run<void>([&](runtime::UnitOfWork& work) {
                return store::tasks::addRingChange(work.database(), {0, work.now(), change, worker, workers, moved});
            })
            .has_value();
    };
    QVERIFY(note(api::RingChange::Joined, "a", 1, 1));
    world.now = world.now.plusMs(1);
    QVERIFY(note(api::RingChange::Joined, "b", 2, 0.25));
    world.now = world.now.plusMs(1);
    QVERIFY(note(api::RingChange::Lost, "a", 1, 7));
    const auto rows = store::taskPages::ringChanges(world.database(), 10);
    QVERIFY(rows);
    QCOMPARE(rows->size(), std::size_t{3});
    const auto& newest = rows->front();
    QVERIFY(newest.change == api::RingChange::Lost);
    QCOMPARE(newest.worker, std::string("a"));
    QCOMPARE(newest.workers, 1);
    QCOMPARE(newest.moved, 1.0);  // no more than all of it
    QCOMPARE(newest.at, world.now);
    QCOMPARE(rows->at(1).moved, 0.25);
    QVERIFY(rows->at(1).id > rows->at(2).id && newest.id > rows->at(1).id);
    QCOMPARE(store::taskPages::ringChanges(world.database(), 2)->size(), std::size_t{2});
    REFUSED_FIELD(store::taskPages::ringChanges(world.database(), 0), ErrorCode::InvalidArgument, "limit");
}

/// Somewhat more than the share of one among all that were there while it was: two and a half times as much (W4).
void TestTaskTables::whatAChangeOfTheRingMayMove_data() {
    QTest::addColumn<int>("change");
    QTest::addColumn<qint64>("workers");
    QTest::addColumn<double>("most");
    const auto row = [](const char* name, api::RingChange change, qint64 workers, double most) {
        QTest::newRow(name) << static_cast<int>(change) << workers << most;
    };
    row("the first", api::RingChange::Joined, 1, 1);
    row("the last", api::RingChange::Left, 0, 1);
    row("a tenth", api::RingChange::Joined, 10, 0.25);
    row("one of ten", api::RingChange::Left, 9, 0.25);
    row("one of ten, lost", api::RingChange::Lost, 9, 0.25);
}
void TestTaskTables::whatAChangeOfTheRingMayMove() {
    QFETCH(int, change);
    QFETCH(qint64, workers);
    QFETCH(double, most);
    TableWorld world;
    const auto note = [&](double moved) {
        return world
            .run<void>([&](runtime::UnitOfWork& work) {
                return store::tasks::addRingChange(
                    work.database(), {0, work.now(), static_cast<api::RingChange>(change), "somebody", workers, moved});
            })
            .has_value();
    };
    QVERIFY(note(most - 0.01));
    TASKS_HOLD(world);
    QVERIFY(note(most + 0.01));  // no more than all of it is kept
    const auto problem = world.verify();
    QVERIFY2(most < 1 ? problem.starts_with("W4: somebody moved ") : problem.empty(), problem.c_str());
}

void TestTaskTables::schedules() {
    TableWorld world;
    const auto day = dispatch::BusinessDay::of("Asia/Shanghai");
    QVERIFY(day);
    tasks::ScheduleSource source(*day, false);
    const auto runDue = [&] { return world.run<void>([&](auto& work) { return source.runDue(work); }).has_value(); };
    const auto put = [&](const char* name, std::optional<std::int64_t> everyMs, std::optional<std::int64_t> minute) {
        return world
            .run<void>([&](auto& work) {
                return source.put(work, {name, TaskKind::Backup, "a payload", everyMs, minute, {}});
            })
            .has_value();
    };
    QVERIFY(runDue());
    QVERIFY(!source.nextDue());    // none of its own
    const auto start = world.now;  // eight in the morning, in Shanghai
    QVERIFY(put("often", 60'000, std::nullopt));
    QVERIFY(put("daily", std::nullopt, 9 * 60));
    QVERIFY(runDue());
    QCOMPARE(source.nextDue(), std::optional<Instant>(start.plusMs(60'000)));
    world.now = start.plusMs(59'999);
    QVERIFY(runDue());
    QCOMPARE(world.number("SELECT COUNT(*) FROM task"), 0);
    world.now = start.plusMs(60'000);
    QVERIFY(runDue() && runDue());
    const auto made = world.task(TaskKind::Backup, tasks::scheduleSubject("often", start.plusMs(60'000)));
    QCOMPARE(made.payload, std::string("a payload"));
    QVERIFY(made.due && *made.due == world.now);
    QCOMPARE(source.nextDue(), std::optional<Instant>(start.plusMs(120'000)));
    // Instants that were missed are not made up for: the next one is to come.
    world.now = start.plusMs(3 * 60'000 + 1);
    QVERIFY(runDue() && runDue());
    QCOMPARE(source.nextDue(), std::optional<Instant>(start.plusMs(4 * 60'000)));
    QCOMPARE(world.number("SELECT COUNT(*) FROM task"), 1);  // the first is still open
    QVERIFY(world.run<void>([&](auto& work) { return source.remove(work, "often"); }));
    QVERIFY(runDue());
    QCOMPARE(source.nextDue(), std::optional<Instant>(start.plusMs(60 * 60'000)));  // nine
    world.now = start.plusMs(60 * 60'000);
    QVERIFY(runDue() && runDue());
    QCOMPARE(source.nextDue(), std::optional<Instant>(start.plusMs(25 * 60 * 60'000)));
    QVERIFY(world.task(TaskKind::Backup, tasks::scheduleSubject("daily", world.now)).status == TaskStatus::Pending);
}

}  // namespace test_task_tables

QTEST_GUILESS_MAIN(test_task_tables::TestTaskTables)
#include "test_task_tables.moc"
