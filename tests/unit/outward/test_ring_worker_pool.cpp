// SPDX-License-Identifier: GPL-3.0-or-later
// Workers on threads of their own over a running engine: they share the work, one joins, one leaves, all is done once.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <set>

#include "app/workspace/verification.h"
#include "app/workspace/workspace.h"
#include "engine/cluster/local_membership.h"
#include "engine/outward/ring_worker_pool.h"
#include "engine/ring/ring.h"
#include "engine/store/records/task_store.h"
#include "engine/task_making/make.h"
#include "engine/tasks/shared_state.h"
#include "engine/tasks/tasks.h"
#include "tests/support/fakes/unsure_engine.h"
#include "tests/support/machine_clock.h"
#include "tests/support/servers/fault_disk.h"
#include "tests/support/servers/mariadb_server.h"
#include "tests/unit/desks/desk_world.h"

namespace test_ring_worker_pool {

using namespace evenhand;
using api::TaskKind;

namespace {

const api::Call kCall{api::Actor::administrator("local:tester"), "because", {}};

/// Does tasks of kind Backup, as a runner that somebody registers.
class Noting final : public outward::TaskRunner {
public:
    struct Seen {
        std::mutex mutex;
        std::multiset<std::string> subjects;
    };
    explicit Noting(std::shared_ptr<Seen> seen) : m_seen(std::move(seen)) {}
    [[nodiscard]] TaskKind kind() const noexcept override { return TaskKind::Backup; }
    void run(const api::TaskJob& job, outward::TaskContext& context) override {
        const bool still = context.renew({job.id, job.token});
        {
            const std::scoped_lock lock(m_seen->mutex);
            m_seen->subjects.insert(still ? job.subject : "lost");
        }
        context.report({{job.id, job.token}, api::TaskOutcome::Done, {}, {}, 0});
    }

private:
    std::shared_ptr<Seen> m_seen;
};

/// Somebody leaves while the list of members is on its way to whoever watches already and asks for it: what it answers
/// is older than what the watcher is told meanwhile.
class LeavesMeanwhile final : public api::Membership {
public:
    LeavesMeanwhile(api::Membership& inner, std::string leaver) : m_inner(inner), m_leaver(std::move(leaver)) {}
    Result<Instant> join(const api::Member& member, std::int64_t leaseMs) override {
        return m_inner.join(member, leaseMs);
    }
    Result<Instant> keepAlive(const std::string& id) override { return m_inner.keepAlive(id); }
    void leave(const std::string& id) override { m_inner.leave(id); }
    api::MemberList members() override {
        auto list = m_inner.members();
        if (m_watched) {
            m_inner.leave(m_leaver);
        }
        return list;
    }
    std::unique_ptr<api::Subscription> watch(Handler handler) override {
        m_watched = true;
        return m_inner.watch(std::move(handler));
    }

private:
    api::Membership& m_inner;
    const std::string m_leaver;
    std::atomic<bool> m_watched{false};
};

/// Tells of nobody, as one whose list is behind.
class Overlooking final : public api::Membership {
public:
    explicit Overlooking(api::Membership& inner) : m_inner(inner) {}
    Result<Instant> join(const api::Member& member, std::int64_t leaseMs) override {
        return m_inner.join(member, leaseMs);
    }
    Result<Instant> keepAlive(const std::string& id) override { return m_inner.keepAlive(id); }
    void leave(const std::string& id) override { m_inner.leave(id); }
    api::MemberList members() override { return {}; }
    std::unique_ptr<api::Subscription> watch(Handler /*handler*/) override { return {}; }

private:
    api::Membership& m_inner;
};

/// Cannot be reached, if told so: it keeps what it knows and tells nothing.
class CutOff final : public api::Membership {
public:
    explicit CutOff(api::Membership& inner) : m_inner(inner) {}
    Result<Instant> join(const api::Member& member, std::int64_t leaseMs) override {
        return isCut ? unreachable() : m_inner.join(member, leaseMs);
    }
    Result<Instant> keepAlive(const std::string& id) override {
        asked += 1;
        return isCut ? unreachable() : m_inner.keepAlive(id);
    }
    void leave(const std::string& id) override { m_inner.leave(id); }
    api::MemberList members() override {
        if (!isCut) {
            m_known = m_inner.members();
        }
        return m_known;
    }
    std::unique_ptr<api::Subscription> watch(Handler handler) override {
        return m_inner.watch([this, tell = std::move(handler)](const api::MemberList& list) {
            if (!isCut) {
                tell(list);
            }
        });
    }
    bool isCut = false;
    int asked = 0;

private:
    static Result<Instant> unreachable() { return fail(ErrorCode::Unreachable, "nobody answers", "membership"); }

    api::Membership& m_inner;
    api::MemberList m_known;
};

/// Takes as long over a job as it is told, and counts them.
class Slow final : public outward::TaskRunner {
public:
    Slow(TaskKind kind, test::MachineClock& clock, std::int64_t ms, int& runs)
        : m_kind(kind), m_clock(clock), m_ms(ms), m_runs(runs) {}
    [[nodiscard]] TaskKind kind() const noexcept override { return m_kind; }
    void run(const api::TaskJob& job, outward::TaskContext& context) override {
        ++m_runs;
        m_clock.advanceMs(m_ms);
        context.report({{job.id, job.token}, api::TaskOutcome::Done, {}, {}, 0});
    }

private:
    const TaskKind m_kind;
    test::MachineClock& m_clock;
    const std::int64_t m_ms;
    int& m_runs;
};

/// Counts how often a member says that it is there.
class Counting final : public api::Membership {
public:
    explicit Counting(api::Membership& inner) : m_inner(inner) {}
    Result<Instant> join(const api::Member& member, std::int64_t /*leaseMs*/) override {
        return m_inner.join(member, 3'600'000);
    }
    Result<Instant> keepAlive(const std::string& id) override {
        ++kept;
        return m_inner.keepAlive(id);
    }
    void leave(const std::string& id) override { m_inner.leave(id); }
    api::MemberList members() override { return m_inner.members(); }
    std::unique_ptr<api::Subscription> watch(Handler handler) override { return m_inner.watch(std::move(handler)); }

    std::atomic<int> kept{0};

private:
    api::Membership& m_inner;
};

/// Two members whose leases end `now`. Whoever looks finds that one has renewed its own for half a minute and that the
/// other's has ended; at once after that look the first leaves as well.
class RenewsAndLeaves final : public api::Membership {
public:
    explicit RenewsAndLeaves(Instant now) {
        m_list = {1, {{"a", "renewed", {1}, now, now}, {"b", "silent", {1U << 31}, now, now}}};
    }
    Result<Instant> join(const api::Member& /*member*/, std::int64_t /*leaseMs*/) override { return unused(); }
    Result<Instant> keepAlive(const std::string& /*id*/) override { return unused(); }
    void leave(const std::string& /*id*/) override {}
    api::MemberList members() override {
        const std::scoped_lock lock(m_mutex);
        const auto list = m_list;
        if (!m_read) {  // by start(), before it has a keeper
            m_read = true;
            return list;
        }
        if (list.members.empty()) {
            return list;
        }
        m_list = {2, {}};
        m_handler(m_list);
        auto renewed = list.members.front();
        renewed.leaseUntil = renewed.leaseUntil.plusMs(30'000);
        return {2, {renewed}};
    }
    std::unique_ptr<api::Subscription> watch(Handler handler) override {
        const std::scoped_lock lock(m_mutex);
        m_handler = std::move(handler);
        m_handler(m_list);  // so that the keeper need not wait for its time to look
        return {};
    }

private:
    static Result<Instant> unused() { return fail(ErrorCode::Unsupported, "its members are those it was made with"); }

    std::mutex m_mutex;
    Handler m_handler;
    api::MemberList m_list;
    bool m_read = false;
};

/// A second passes with every look at it.
class Ticking final : public Clock {
public:
    [[nodiscard]] Instant now() const noexcept override { return m_now = m_now.plusMs(1'000); }
    [[nodiscard]] std::int64_t monotonicNs() const noexcept override { return m_now.ms * base::kNsPerMs; }
    void set(Instant now) noexcept { m_now = now; }

private:
    mutable Instant m_now{1'717'200'000'000};
};

/// Tasks in a workspace without threads, and a board of workers that are members of nothing else.
class Board : public test::DeskWorld {
public:
    explicit Board(const Clock& boardClock)
        : members(boardClock),
          desk(tasks::makeTaskDesk(workspace->core().engine(), workspace->core().reader(), members, boardClock,
                                   std::make_shared<tasks::SharedState>())) {
        (void)members.join({"id of one", "one", {1}, {}, {}}, base::kHourMs);
        (void)members.join({"id of two", "two", {2}, {}, {}}, base::kHourMs);
    }
    void make(TaskKind kind, int count) {
        for (int i = 0; i < count; ++i) {
            const auto subject = "t" + std::to_string(++m_made);
            (void)get(workspace->core().engine().ask<bool>(call, [kind, subject](runtime::UnitOfWork& work) {
                return tasks::make(work, kind, subject, {}, work.now());
            }));
        }
    }
    std::vector<api::TaskTicket> claim(const std::string& worker, std::int64_t count) {
        std::vector<api::TaskTicket> tickets;
        const auto jobs = get(desk->claim(call, {worker, count, {}, {}}));
        for (const auto& job : jobs.value()) {
            tickets.push_back({job.id, job.token});
        }
        return tickets;
    }
    static api::Call as(const std::string& worker) { return {api::Actor::administrator(worker), {}, {}}; }
    /// "one: 2 in hand, 1 done, 0.2 a second, seen; two: …"
    std::string shown() {
        std::string text;
        const auto ring = get(desk->ring(call));
        for (const auto& worker : ring.value().workers) {
            text += (text.empty() ? "" : "; ") + worker.member.name + ": " + std::to_string(worker.inHand) +
                    " in hand, " + std::to_string(worker.done) + " done, " +
                    QByteArray::number(worker.perSecond).toStdString() + " a second" +
                    (worker.lastSeen ? ", seen" : "");
        }
        return text;
    }

    cluster::LocalMembership members;
    std::unique_ptr<api::TaskDesk> desk;

private:
    int m_made = 0;
};

class WithWorkers {
public:
    explicit WithWorkers(int workers) {
        app::OpenOptions options;
        options.seed = 1;
        options.workers = 0;
        auto made =
            app::Workspace::create(m_folder.filePath(QStringLiteral("w")).toStdString(),
                                   {"CNY", 2, "Asia/Shanghai", "tester", evenhand::testing::freshDatabase()}, options);
        if (!made) {
            qFatal("%s", made.error().text().c_str());
        }
        workspace = std::move(*made);
        workspace->addTaskRunner([seen = seen] { return std::make_unique<Noting>(seen); });
        for (int i = 1; i <= workers; ++i) {
            workspace->ringWorkers()->add(workspace->workerOptions(static_cast<std::size_t>(i)));
        }
    }
    template <typename T>
    T get(api::Answer<T> answer) {
        answer.waitForFinished();
        auto result = answer.result();
        if (!result) {
            qFatal("%s", result.error().text().c_str());
        }
        if constexpr (!std::is_void_v<T>) {
            return *std::move(result);
        }
    }
    void make(TaskKind kind, int first, int count) {
        for (int i = first; i < first + count; ++i) {
            (void)get(workspace->core().engine().ask<bool>(kCall, [kind, i](runtime::UnitOfWork& work) {
                return tasks::make(work, kind, "t" + std::to_string(i), {}, work.now());
            }));
        }
    }
    std::int64_t open() {
        api::TaskFilter filter;
        filter.statuses = {api::TaskStatus::Pending, api::TaskStatus::Processing};
        return get(workspace->tasks().count(kCall, filter));
    }
    api::RingSnapshot ring() { return get(workspace->tasks().ring(kCall)); }

    std::shared_ptr<Noting::Seen> seen = std::make_shared<Noting::Seen>();

private:
    QTemporaryDir m_folder;  // goes after the workspace in it

public:
    std::unique_ptr<app::Workspace> workspace;
};

}  // namespace

class TestRingWorkerPool : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void membersTakeTurns() {
        WithWorkers all(0);
        cluster::LocalMembership members(app::systemClock());
        outward::RingWorker first(*all.workspace, members, app::systemClock(), all.workspace->workerOptions(1));
        outward::RingWorker second(*all.workspace, members, app::systemClock(), all.workspace->workerOptions(2));
        QVERIFY(first.ranges().empty());
        all.make(TaskKind::Rehearsal, 0, 60);
        QVERIFY(first.turn());
        QVERIFY(second.turn());
        const auto both = members.members();
        auto owned = first.ranges();
        for (const auto& range : second.ranges()) {
            owned.push_back(range);
        }
        QVERIFY(tasks::coversRing(owned) && !tasks::coversRing(first.ranges()));
        for (int tries = 0; tries < 100 && all.open() > 0; ++tries) {
            QVERIFY(first.turn());
            QVERIFY(second.turn());
        }
        QCOMPARE(all.open(), 0);
        first.leave();
        QVERIFY(first.ranges().empty());
        QVERIFY(tasks::coversRing(second.ranges()));
        const auto one = members.members();
        QCOMPARE(one.members.size(), std::size_t{1});

        const auto now = app::systemClock().now();
        const auto joined = outward::changesOf({}, both, now);
        QCOMPARE(joined.size(), std::size_t{2});
        QVERIFY(joined[0].change == api::RingChange::Joined && joined[0].workers == 1 && joined[0].moved > 0.999);
        QVERIFY(joined[1].workers == 2 && joined[1].moved < 0.8);
        const auto left = outward::changesOf(both, one, now);
        QVERIFY(left.size() == 1 && left[0].change == api::RingChange::Left && left[0].workers == 1);
        const auto lost = outward::changesOf(both, one, now.plusMs(3'600'000));
        QVERIFY(lost.size() == 1 && lost[0].change == api::RingChange::Lost);
    }
    /// What waits at each worker is counted anew with every look, also while nobody comes or goes.
    void backlogsFollowTheTasks() {
        WithWorkers all(2);
        QTRY_COMPARE(all.ring().workers.size(), std::size_t{2});
        const auto waiting = [&] {
            std::int64_t sum = 0;
            for (const auto& worker : all.ring().workers) {
                sum += worker.backlog;
            }
            return sum;
        };
        all.get(all.workspace->tasks().setHeld(kCall, {TaskKind::Rehearsal}, true));
        all.make(TaskKind::Rehearsal, 0, 30);
        QTRY_COMPARE_WITH_TIMEOUT(waiting(), 30, 60'000);
        all.make(TaskKind::Rehearsal, 30, 50);
        QTRY_COMPARE_WITH_TIMEOUT(waiting(), 80, 60'000);
        all.get(all.workspace->tasks().setHeld(kCall, {TaskKind::Rehearsal}, false));
        QTRY_COMPARE_WITH_TIMEOUT(waiting(), 0, 60'000);
    }

    /// What the program does by itself, as cleaning up, is asked for where somebody does it.
    void itsOwnTasksRecurWhereThereAreWorkers_data() {
        QTest::addColumn<int>("workers");
        QTest::newRow("one") << 1;
        QTest::newRow("none") << 0;
    }
    void itsOwnTasksRecurWhereThereAreWorkers() {
        QFETCH(int, workers);
        const QTemporaryDir folder;
        app::OpenOptions options;
        options.seed = 1;
        options.workers = workers;
        const auto made =
            app::Workspace::create(folder.filePath(QStringLiteral("w")).toStdString(),
                                   {"CNY", 2, "Asia/Shanghai", "tester", evenhand::testing::freshDatabase()}, options);
        DONE(made);
        const auto schedules = [&] {
            auto asked = (*made)->core().engine().ask<std::int64_t>(
                kCall, [](runtime::UnitOfWork& work) -> Result<std::int64_t> {
                    EVENHAND_ASSIGN(const auto rows, store::tasks::schedules(work.database()));
                    return static_cast<std::int64_t>(rows.size());
                });
            asked.waitForFinished();
            return asked.result().value_or(-1);
        };
        QTRY_COMPARE(schedules(), workers > 0 ? 2 : 0);
        QCOMPARE(schedules(), workers > 0 ? 2 : 0);
    }

    /// Each for itself: what it has, what it has done since it joined, whether the engine does it or the worker.
    void whatTheBoardSaysOfEachWorker() {
        base::VirtualClock clock{Instant{1'717'200'000'000}};
        Board board(clock);
        const auto pass = [&](std::int64_t ms) {
            clock.advanceMs(ms);
            board.clock.advanceMs(ms);
        };
        int told = 0;
        const auto subscription = board.workspace->subscribe([&](const std::vector<api::Event>& events) {
            for (const auto& event : events) {
                told += event.kind == api::Event::Kind::RingChanged ? 1 : 0;
            }
        });
        board.make(TaskKind::Backup, 4);
        QCOMPARE(board.shown(), std::string("one: 0 in hand, 0 done, 0 a second; two: 0 in hand, 0 done, 0 a second"));
        auto tickets = board.claim("one", 3);
        QCOMPARE(tickets.size(), std::size_t{3});
        QCOMPARE(board.shown(),
                 std::string("one: 3 in hand, 0 done, 0 a second, seen; two: 0 in hand, 0 done, 0 a second"));
        DONE(board.get(board.desk->report(Board::as("one"), {{tickets[0], api::TaskOutcome::Done, {}, {}, 0},
                                                             {tickets[1], api::TaskOutcome::Done, {}, {}, 0},
                                                             {tickets[2], api::TaskOutcome::Retry, {}, {}, 0}})));
        board.make(TaskKind::Rehearsal, 5);
        tickets = board.claim("two", 10);  // with what is left of the others
        QCOMPARE(tickets.size(), std::size_t{6});
        DONE(board.get(board.desk->perform(Board::as("two"), tickets)));  // the backup is not performed
        pass(1'000);
        QCOMPARE(board.shown(),
                 std::string("one: 0 in hand, 2 done, 0.4 a second, seen; two: 1 in hand, 5 done, 1 a second, seen"));
        pass(10'000);
        QCOMPARE(board.shown(),
                 std::string("one: 0 in hand, 2 done, 0 a second, seen; two: 1 in hand, 5 done, 0 a second, seen"));
        QCOMPARE(told, 0);
        // By the name of one that has left another may join.
        DONE(board.get(board.desk->noteRing(board.call, {0, {}, api::RingChange::Joined, "two", 2, 0.5})));
        DONE(board.get(board.desk->noteRing(board.call, {0, {}, api::RingChange::Left, "one", 1, 0.5})));
        QCOMPARE(told, 2);
        QCOMPARE(board.shown(),
                 std::string("one: 0 in hand, 0 done, 0 a second; two: 1 in hand, 5 done, 0 a second, seen"));
        // In order of joining, whatever their ids.
        QVERIFY(board.members.join({"an earlier id", "late", {3}, {}, {}}, base::kHourMs));
        QVERIFY(board.shown().ends_with("; late: 0 in hand, 0 done, 0 a second"));
    }

    /// What takes long to count is not counted with every look; how long that lasts is no matter of a clock that is
    /// put back.
    void whatIsOpenIsCountedAgainThoughTheClockIsPutBack() {
        Ticking clock;
        Board board(clock);
        const auto pending = [&] {
            const auto ring = board.get(board.desk->ring(board.call));
            return ring ? ring->counts.at(static_cast<std::size_t>(TaskKind::Backup)).pending : -1;
        };
        QCOMPARE(pending(), 0);
        board.make(TaskKind::Backup, 3);
        QCOMPARE(pending(), 0);  // a second to count it, four in which it stays as it is
        clock.set(clock.now().plusMs(-base::kHourMs));
        QCOMPARE(pending(), 3);
    }

    /// The engine does tasks of these kinds in one go. Where the commit fails none of them is said to be done: whoever
    /// has them tries again.
    void whatMayNotBeKeptIsNotDone() {
        test::FaultDisk disk;
        test::DeskWorld world;
        world.options.vfs = disk.vfs();
        auto made =
            app::Workspace::create(world.folder.filePath(QStringLiteral("faulty")).toStdString(), {}, world.options);
        DONE(made);
        world.workspace = *std::move(made);
        for (const char* subject : {"a", "b", "c"}) {
            DONE(world.get(world.workspace->core().engine().ask<bool>(world.call, [subject](runtime::UnitOfWork& work) {
                return tasks::make(work, TaskKind::Rehearsal, subject, {}, work.now());
            })));
        }
        auto& desk = world.workspace->tasks();
        const auto jobs = world.get(desk.claim(world.call, {"worker", 10, {}, {}}));
        QVERIFY(jobs && jobs->size() == 3);
        std::vector<api::TaskTicket> tickets;
        for (const auto& job : *jobs) {
            tickets.push_back({job.id, job.token});
        }
        disk.plan(test::Fault::SyncError, 1, 1, 1);
        auto answers = world.get(desk.perform(world.call, tickets));
        QVERIFY(disk.struck());
        QVERIFY(answers && answers->size() == 3);
        for (const auto& answer : *answers) {
            QVERIFY(answer.error && answer.error->code == ErrorCode::OutcomeUnknown);
            QCOMPARE(answer.status, api::TaskStatus::Processing);
        }
        answers = world.get(desk.perform(world.call, tickets));
        QVERIFY(answers && answers->size() == 3);
        for (const auto& answer : *answers) {
            QVERIFY2(!answer.error, answer.error ? answer.error->text().c_str() : "");
            QCOMPARE(answer.status, api::TaskStatus::Done);
        }
        world.workspace.reset();  // before the disk goes
    }

    void theyShareTheWork() {
        WithWorkers all(3);
        QTRY_COMPARE(all.ring().workers.size(), std::size_t{3});
        all.make(TaskKind::Rehearsal, 0, 300);
        all.make(TaskKind::Backup, 0, 20);
        QTRY_COMPARE(all.open(), 0);
        all.workspace->ringWorkers()->add(all.workspace->workerOptions(4));
        QTRY_COMPARE(all.ring().workers.size(), std::size_t{4});
        all.make(TaskKind::Rehearsal, 300, 300);
        all.workspace->ringWorkers()->removeOne();
        all.make(TaskKind::Rehearsal, 600, 100);
        QTRY_COMPARE(all.open(), 0);

        const auto snapshot = all.ring();
        QCOMPARE(snapshot.workers.size(), std::size_t{3});
        QVERIFY(snapshot.covered);
        double shares = 0;
        for (const auto& worker : snapshot.workers) {
            shares += worker.share;
            QVERIFY(worker.done > 0);
            QVERIFY(worker.lastSeen);
        }
        QVERIFY(qFuzzyCompare(shares, 1.0));
        QCOMPARE(snapshot.counts.back().done, 700);
        QCOMPARE(all.workspace->status().workers, 3);
        {
            const std::scoped_lock lock(all.seen->mutex);
            QCOMPARE(all.seen->subjects.size(), std::size_t{20});
            QCOMPARE(std::set<std::string>(all.seen->subjects.begin(), all.seen->subjects.end()).size(),
                     std::size_t{20});
            QCOMPARE(all.seen->subjects.count("lost"), std::size_t{0});
        }
        // The history has them all, and what each moved.
        QTRY_VERIFY(all.get(all.workspace->tasks().ringHistory(kCall, 100)).size() >= 5);
        const auto history = all.get(all.workspace->tasks().ringHistory(kCall, 100));
        int joined = 0;
        int left = 0;
        for (const auto& row : history) {
            joined += row.change == api::RingChange::Joined ? 1 : 0;
            left += row.change == api::RingChange::Left ? 1 : 0;
        }
        QCOMPARE(joined, 4);
        QCOMPARE(left, 1);
        QCOMPARE(history.back().workers, 1);
        QCOMPARE(history.back().moved, 1.0);

        const auto problem = violations(*all.workspace);
        QVERIFY2(problem.isEmpty(), problem.constData());
    }

    /// Whether the engine has taken a report or not, the worker reports once more: the task is done once.
    void reportsAgainWhereTheAnswerWasLost_data() {
        QTest::addColumn<bool>("happened");
        QTest::newRow("taken") << true;
        QTest::newRow("not taken") << false;
    }
    void reportsAgainWhereTheAnswerWasLost() {
        QFETCH(const bool, happened);
        WithWorkers all(0);
        all.make(TaskKind::Backup, 0, 1);
        test::UnsureEngine engine(*all.workspace, happened);
        const base::SystemClock clock;
        cluster::LocalMembership nobody(clock);
        outward::RingWorker worker(engine, nobody, clock, all.workspace->workerOptions(1));
        QVERIFY(worker.runDue());
        QCOMPARE(engine.loss.reports, 2);
        QCOMPARE(all.open(), 0);
        const std::scoped_lock lock(all.seen->mutex);
        QCOMPARE(all.seen->subjects, std::multiset<std::string>{"t0"});
    }

    void anOlderListOfMembersDoesNotCount() {
        WithWorkers all(0);
        const base::SystemClock clock;
        cluster::LocalMembership local(clock);
        Rng rng(1);
        api::Member other;
        other.id = "other";
        other.name = "other";
        other.positions = tasks::drawPositions("elsewhere", clock.now(), tasks::kVirtualNodes, {}, rng);
        QVERIFY(local.join(other, 60'000));
        LeavesMeanwhile membership(local, other.id);
        outward::RingWorker worker(*all.workspace, membership, clock, all.workspace->workerOptions(1));
        worker.start();
        all.make(TaskKind::Rehearsal, 0, 200);
        QTRY_COMPARE_WITH_TIMEOUT(all.open(), 0, 60'000);  // also those that were the other's
        worker.stop();
    }

    /// To a claim no ranges are all of them: whoever owns nothing does not ask.
    void whoeverOwnsNothingClaimsNothing() {
        WithWorkers all(0);
        cluster::LocalMembership local(app::systemClock());
        Overlooking membership(local);
        outward::RingWorker worker(*all.workspace, membership, app::systemClock(), all.workspace->workerOptions(1));
        all.make(TaskKind::Rehearsal, 0, 5);
        all.make(TaskKind::Backup, 0, 5);
        for (int turns = 0; turns < 3; ++turns) {
            const auto claimed = worker.turn();
            QVERIFY(claimed && *claimed == 0 && worker.ranges().empty());
        }
        QCOMPARE(local.members().members.size(), std::size_t{1});
        QCOMPARE(all.open(), 10);
        worker.leave();
    }

    /// Whoever is told that its lease has ended is a member again with its next turn, not when it would have asked.
    void whoeverIsToldThatItsLeaseHasEndedJoinsAgain() {
        WithWorkers all(0);
        test::MachineClock clock(app::systemClock().now());
        cluster::LocalMembership members(clock);
        outward::RingWorker worker(*all.workspace, members, clock, all.workspace->workerOptions(1));
        QVERIFY(worker.turn());
        const auto id = members.members().members.at(0).id;
        members.leave(id);
        QVERIFY(worker.ranges().empty());
        QVERIFY(worker.turn());
        QVERIFY(tasks::coversRing(worker.ranges()));
        const auto now = members.members().members;
        QCOMPARE(now.size(), std::size_t{1});
        QVERIFY(now.at(0).id != id);
        worker.leave();
    }

    /// Its lease ends while it is away, whatever somebody sets the machine's clock to meanwhile; while it takes its
    /// turns it keeps its place, whatever the clock shows.
    void aWorkerKeepsItsPlaceByPassedTime_data() {
        QTest::addColumn<qint64>("byMs");
        QTest::newRow("an hour on") << qint64{base::kHourMs};
        QTest::newRow("an hour back") << qint64{-base::kHourMs};
    }
    void aWorkerKeepsItsPlaceByPassedTime() {
        QFETCH(const qint64, byMs);
        WithWorkers all(0);
        test::MachineClock clock(app::systemClock().now());
        cluster::LocalMembership members(clock);
        outward::RingWorker worker(*all.workspace, members, clock, all.workspace->workerOptions(1));
        QVERIFY(worker.turn());
        const auto id = members.members().members.at(0).id;
        clock.set(clock.now().plusMs(byMs));
        for (int i = 0; i < 10; ++i) {  // each longer than a third of the lease of half a minute, and shorter than it
            clock.advanceMs(15'000);
            QVERIFY(worker.turn());
            const auto now = members.members().members;
            QVERIFY(now.size() == 1 && now.at(0).id == id);
        }
        clock.advanceMs(30'000);
        QVERIFY(members.members().members.empty());
        QVERIFY(worker.turn());
        QVERIFY(tasks::coversRing(worker.ranges()));
        worker.leave();
    }

    /// A membership that cannot be reached costs a worker its place when its lease may have ended by its own clock, and
    /// not before; from then on it claims nothing until it has joined again.
    void whoeverIsCutOffWorksAsLongAsItsLease() {
        WithWorkers all(0);
        test::MachineClock clock(app::systemClock().now());
        cluster::LocalMembership local(clock);
        CutOff membership(local);
        const auto options = all.workspace->workerOptions(1);
        outward::RingWorker worker(*all.workspace, membership, clock, options);
        QVERIFY(worker.turn());
        const auto id = local.members().members.at(0).id;
        membership.isCut = true;
        all.make(TaskKind::Backup, 0, 3);
        clock.advanceMs(options.memberLeaseMs - 1);
        for (int turns = 0; turns < 10; ++turns) {
            QVERIFY(worker.turn());
        }
        QCOMPARE(membership.asked, 1);  // and again when some time has passed
        QCOMPARE(all.open(), 0);
        QVERIFY(tasks::coversRing(worker.ranges()));
        clock.advanceMs(1);
        QVERIFY(worker.ranges().empty());
        all.make(TaskKind::Backup, 3, 3);
        for (int turns = 0; turns < 3; ++turns) {
            const auto claimed = worker.turn();
            QVERIFY(!claimed && claimed.error().code == ErrorCode::Unreachable);
        }
        QCOMPARE(all.open(), 3);
        membership.isCut = false;
        for (int turns = 0; turns < 10; ++turns) {
            QVERIFY(worker.turn());
        }
        QCOMPARE(all.open(), 0);
        QVERIFY(local.members().members.size() == 1 && local.members().members.at(0).id != id);
        worker.leave();
    }

    /// Work that takes longer than the lease: what is claimed already is done, nothing is claimed besides.
    void longWorkOutlastsTheLease() {
        WithWorkers all(0);
        test::MachineClock clock(app::systemClock().now());
        cluster::LocalMembership local(clock);
        CutOff membership(local);
        auto options = all.workspace->workerOptions(1);
        int backups = 0;
        int deliveries = 0;
        const auto leaseMs = options.memberLeaseMs;
        options.runners = {
            [&] { return std::make_unique<Slow>(TaskKind::Backup, clock, leaseMs, backups); },
            [&] { return std::make_unique<Slow>(TaskKind::Webhook, clock, 0, deliveries); },
        };
        outward::RingWorker worker(*all.workspace, membership, clock, options);
        QVERIFY(worker.turn());
        membership.isCut = true;
        all.make(TaskKind::Backup, 0, 2);
        all.make(TaskKind::Webhook, 0, 1);
        QVERIFY(worker.turn());
        QCOMPARE(backups, 2);  // of one claim
        QCOMPARE(deliveries, 0);
        QVERIFY(worker.ranges().empty());
        membership.isCut = false;
        for (int turns = 0; turns < 10 && deliveries == 0; ++turns) {
            QVERIFY(worker.turn());
        }
        QCOMPARE(deliveries, 1);
        worker.leave();
    }

    /// Whatever keeps it from working, and however long it backs off.
    void aWorkerInBackOffKeepsItsPlace() {
        WithWorkers all(0);
        const base::SystemClock clock;
        cluster::LocalMembership local(clock);
        Counting membership(local);
        auto options = all.workspace->workerOptions(1);
        options.limit = 1'000'000;  // each of its claims is refused
        options.memberLeaseMs = 30;
        outward::RingWorker worker(*all.workspace, membership, clock, options);
        worker.start();
        // Between its attempts, which are seconds apart before there are ten of them.
        QTRY_VERIFY_WITH_TIMEOUT(membership.kept > 50, 60'000);
        worker.stop();
    }

    /// Renewing a lease is told to nobody, so the keeper has to look: by what it was told last, everybody who leaves
    /// later than one lease after the last change of the ring would be lost.
    void whoeverRenewedItsLeaseHasLeft() {
        WithWorkers all(0);
        const test::MachineClock clock(app::systemClock().now());
        RenewsAndLeaves membership(clock.now());
        outward::RingWorkerPool pool(*all.workspace, membership, clock);
        pool.start({});
        pool.stop();  // the history is written then
        auto history = all.get(all.workspace->tasks().ringHistory(kCall, 100));
        std::sort(history.begin(), history.end(), [](const auto& a, const auto& b) { return a.worker < b.worker; });
        QCOMPARE(history.size(), std::size_t{2});
        QVERIFY(history[0].worker == "renewed" && history[0].change == api::RingChange::Left);
        QVERIFY(history[1].worker == "silent" && history[1].change == api::RingChange::Lost);
    }

    void aHundredWorkers() {
        WithWorkers all(100);
        QTRY_COMPARE_WITH_TIMEOUT(all.workspace->status().workers, 100, 60'000);
        all.make(TaskKind::Rehearsal, 0, 400);
        QTRY_COMPARE_WITH_TIMEOUT(all.open(), 0, 60'000);
        const auto snapshot = all.ring();
        QVERIFY(snapshot.covered);
        QCOMPARE(snapshot.counts.back().done, 400);
        all.workspace->stop();
        const auto problem = violations(*all.workspace);
        QVERIFY2(problem.isEmpty(), problem.constData());
    }

    /// In effect at once: more join, or those that are too many leave; the next start has as many.
    void asManyAsTheSettingsSay() {
        const QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("w")).toStdString();
        app::OpenOptions options;
        options.seed = 1;
        auto made = app::Workspace::create(
            path, {"CNY", 2, "Asia/Shanghai", "tester", evenhand::testing::freshDatabase()}, options);
        DONE(made);
        auto workspace = *std::move(made);
        const auto ring = [&] {
            auto answer = workspace->tasks().ring(kCall);
            answer.waitForFinished();
            return answer.result().value();
        };
        const auto set = [&](std::int64_t workers) {
            auto answer = workspace->tasks().setWorkers(kCall, {workers, 0});
            answer.waitForFinished();
            return answer.result();
        };
        QTRY_COMPARE_WITH_TIMEOUT(ring().workers.size(), std::size_t{4}, 60'000);
        DONE(set(7));
        QTRY_COMPARE_WITH_TIMEOUT(ring().workers.size(), std::size_t{7}, 60'000);
        QVERIFY(ring().covered);
        std::set<std::string> names;
        for (const auto& worker : ring().workers) {
            names.insert(worker.member.name);
        }
        QCOMPARE(names.size(), std::size_t{7});
        DONE(set(2));
        QTRY_COMPARE_WITH_TIMEOUT(ring().workers.size(), std::size_t{2}, 60'000);
        QVERIFY(ring().covered);
        DONE(set(3));
        QTRY_COMPARE_WITH_TIMEOUT(ring().workers.size(), std::size_t{3}, 60'000);
        workspace.reset();
        auto opened = app::Workspace::open(path, options);
        DONE(opened);
        workspace = *std::move(opened);
        QTRY_COMPARE_WITH_TIMEOUT(ring().workers.size(), std::size_t{3}, 60'000);
        QCOMPARE(workspace->ringWorkers()->size(), std::size_t{3});
        // Who says how many himself is not overruled.
        workspace.reset();
        options.workers = 1;
        opened = app::Workspace::open(path, options);
        DONE(opened);
        workspace = *std::move(opened);
        DONE(set(5));
        QTRY_COMPARE_WITH_TIMEOUT(ring().workers.size(), std::size_t{1}, 60'000);
        QCOMPARE(workspace->ringWorkers()->size(), std::size_t{1});
    }

    void whoeverMayNotRunTasksIsRefused() {
        WithWorkers all(0);
        api::Actor clerk;
        clerk.name = "clerk";
        clerk.permissions = api::permissionsOf(api::Role::RefundClerk);
        const api::Call call{clerk, "because", {}};
        auto claimed = all.workspace->tasks().claim(call, {"clerk", 1, {}, {}});
        claimed.waitForFinished();
        QVERIFY(!claimed.result() && claimed.result().error().code == ErrorCode::PermissionDenied);
        auto held = all.workspace->tasks().setHeld(call, {TaskKind::Webhook}, true);
        held.waitForFinished();
        QVERIFY(!held.result() && held.result().error().code == ErrorCode::PermissionDenied);
        auto reasonless = all.workspace->tasks().drop({kCall.actor, " ", {}}, {{TaskId{1}, 0}});
        reasonless.waitForFinished();
        QVERIFY(!reasonless.result() && reasonless.result().error().field == "reason");
    }

private:
    static QByteArray violations(app::Workspace& workspace) {
        QByteArray wrong;
        const auto read =
            workspace.inspect([&](store::Database& database, keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
                EVENHAND_ASSIGN(const auto verdicts, runtime::verify(app::allChecks(), {database, keyspace}));
                for (const auto& verdict : verdicts) {
                    for (const auto& offender : verdict.finding.offenders) {
                        wrong += QByteArray::fromStdString(verdict.id + ": " + offender + "\n");
                    }
                }
                return {};
            });
        return read ? wrong : QByteArray::fromStdString(read.error().text());
    }
};

}  // namespace test_ring_worker_pool

QTEST_GUILESS_MAIN(test_ring_worker_pool::TestRingWorkerPool)
#include "test_ring_worker_pool.moc"
