// SPDX-License-Identifier: GPL-3.0-or-later
// Who waits for whom in the engine's loop: work that may fall behind for callers in a rush, and a batch for its
// callers.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <atomic>
#include <functional>
#include <future>
#include <semaphore>
#include <utility>

#include "engine/runtime/background_pace.h"
#include "tests/support/check.h"
#include "tests/support/servers/mariadb_server.h"
#include "tests/support/shops/toy_domain.h"

namespace test_engine_pace {

using namespace evenhand;
using namespace evenhand::test;
using runtime::BackgroundPace;
using runtime::PaceLimits;
using runtime::UnitOfWork;

namespace {

constexpr std::int64_t kMs = 1'000'000;

/// Callers that ask at a steady rate, and background work that always has something to do.
struct Day {
    BackgroundPace pace{PaceLimits{}};
    std::int64_t nowNs = 1;
    std::int64_t firstNs = 0;  ///< of that, callers went first
    std::int64_t background = 0;

    void ask(std::size_t commands, std::int64_t everyNs, std::int64_t forNs) {
        for (const auto until = nowNs + forNs; nowNs < until;) {
            const auto began = nowNs;
            const bool first = pace.expectedNs(nowNs) > 0;
            const bool slice = first && pace.takeSlice(nowNs);
            if (!slice) {
                pace.asked(commands, nowNs);
            }
            if (slice || !first) {
                const auto took = std::max<std::int64_t>(0, pace.allowanceNs(nowNs));
                pace.took(took, false);
                background += took;
                nowNs += slice ? took : 0;
            }
            nowNs += slice ? 0 : everyNs;
            firstNs += first ? nowNs - began : 0;
        }
    }
};

/// Messages of one topic that may be handled late.
class Late final : public runtime::TopicFamily, public runtime::MessageHandler {
public:
    bool changed() const noexcept override { return m_changed; }
    Result<std::vector<std::string>> topics(store::Database&) override {
        m_changed = false;
        return std::vector<std::string>{"toy"};
    }
    void invalidate() noexcept override { m_changed = true; }
    runtime::MessageHandler& handler() noexcept override { return *this; }
    Result<void> handle(UnitOfWork& work, const runtime::Message&) override {
        if (const auto before = std::exchange(once, {})) {
            EVENHAND_TRY(before(work));
        }
        ++handled;
        return {};
    }
    Result<void> onDead(UnitOfWork&, const runtime::Message&, const Error&) override { return {}; }
    std::function<Result<void>(UnitOfWork&)> once;  ///< comes before the first message
    std::atomic<int> handled = 0;

private:
    bool m_changed = true;
};

}  // namespace

class TestEnginePace : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = m_folder->filePath(QStringLiteral("w")).toStdString();
        EVENHAND_NEED(app::WorkspaceCore::create(m_path, {.database = evenhand::testing::freshDatabase()}, {}));
    }

    void nobodyAsks() {
        BackgroundPace pace{PaceLimits{}};
        QCOMPARE(pace.allowanceNs(5), PaceLimits{}.freeNs);
        QCOMPARE(pace.expectedNs(5), 0);
        QVERIFY(!pace.takeSlice(5));
    }

    void callersThatComeNowAndThenShare() {
        Day day;
        day.ask(1, 2 * kMs, 2'000 * kMs);
        QCOMPARE(day.firstNs, 0);
        QCOMPARE(day.pace.allowanceNs(day.nowNs), PaceLimits{}.busyNs);
        QCOMPARE(day.pace.allowanceNs(day.nowNs + 1'000 * kMs), PaceLimits{}.freeNs);
    }

    void whatFallsBehindIsCaughtUpWith() {
        constexpr PaceLimits kLimits;
        BackgroundPace pace{kLimits};
        std::int64_t nowNs = 1;
        const auto batch = [&](bool cut) {
            pace.asked(1, nowNs += 2 * kMs);
            const auto allowed = pace.allowanceNs(nowNs);
            pace.took(allowed, cut);
            return allowed;
        };
        QCOMPARE(batch(false), kLimits.busyNs);
        QCOMPARE(batch(true), kLimits.busyNs);
        QCOMPARE(batch(true), 2 * kLimits.busyNs);
        for (int i = 0; i < 5; ++i) {
            QVERIFY(batch(true) <= kLimits.behindNs);
        }
        QCOMPARE(batch(false), kLimits.behindNs);
        QCOMPARE(batch(false), kLimits.busyNs);
    }

    void aRateThatCanBeFollowedIsNoRush() {
        Day day;
        day.ask(20, 2 * kMs, 10'000 * kMs);  // 10,000 a second
        QVERIFY(day.firstNs > 0);            // one has to look
        QVERIFY2(day.firstNs < 1'000 * kMs, qPrintable(QString::number(day.firstNs / kMs)));
    }

    void oneLooksFromAQuarterOfARushOn() {
        Day slow;
        slow.ask(6, 2 * kMs, 5'000 * kMs);  // 3,000 a second
        QCOMPARE(slow.firstNs, 0);
        Day looked;
        looked.ask(9, 2 * kMs, 5'000 * kMs);  // 4,500
        QVERIFY(looked.firstNs > 0);
        Day below;
        below.ask(28, 2 * kMs, 10'000 * kMs);  // 14,000
        QVERIFY2(below.firstNs < 1'000 * kMs, qPrintable(QString::number(below.firstNs / kMs)));
        Day above;
        above.ask(36, 2 * kMs, 10'000 * kMs);  // 18,000
        QVERIFY2(above.firstNs > 9'000 * kMs, qPrintable(QString::number(above.firstNs / kMs)));
    }

    void inARushTheBackgroundHasItsShare() {
        Day day;
        day.ask(64, 2 * kMs, 10'000 * kMs);  // 32,000 a second
        QVERIFY(day.firstNs > 9'500 * kMs);
        const auto share = day.background * PaceLimits{}.rushShare / kMs;
        QVERIFY2(share > 9'000 && share < 11'500, qPrintable(QString::number(share)));
    }

    void aSlowDiskEndsNoRush() {
        Day day;
        day.ask(64, 2 * kMs, 1'000 * kMs);
        day.ask(64, 70 * kMs, 140 * kMs);  // two batches that waited for the disk
        QVERIFY(day.pace.expectedNs(day.nowNs) > 0);
        day.ask(64, 2 * kMs, 200 * kMs);
        QVERIFY(day.pace.expectedNs(day.nowNs) > 0);
        day.ask(20, 2 * kMs, 150 * kMs);  // now they come more slowly
        QCOMPARE(day.pace.expectedNs(day.nowNs), 0);
    }

    void aRushEndsWhenNobodyComes() {
        Day day;
        day.ask(64, 2 * kMs, 1'000 * kMs);
        const auto left = day.pace.expectedNs(day.nowNs);
        QVERIFY(left > 0 && left <= PaceLimits{}.goneNs);
        QCOMPARE(day.pace.expectedNs(day.nowNs + left), 0);
        QCOMPARE(day.pace.allowanceNs(day.nowNs + left), PaceLimits{}.freeNs);
    }

    void lateMessagesWaitForARushAndAreNotLost() {
        app::OpenOptions options;
        options.engine.pace = {.goneNs = 3'600'000 * kMs,  // whoever asks twice is a rush that does not end
                               .probeNs = 1,
                               .freedNs = 1,
                               .rushPerSecond = 0,
                               .minNs = 3'600'000 * kMs};
        Late late;
        auto core = app::WorkspaceCore::open(m_path, options);
        EVENHAND_NEED(core);
        (*core)->embedded()->addFamily("late", late);
        EVENHAND_NEED((*core)->start());
        constexpr int kMessages = 20;
        for (std::int64_t id = 1; id <= kMessages; ++id) {
            EVENHAND_NEED(
                (*core)
                    ->engine()
                    .ask<std::int64_t>(toyCall(),
                                       [id](UnitOfWork& work) { return runToy(work, {.id = id, .publish = true}); })
                    .result());
        }
        QVERIFY2(late.handled < kMessages / 2, qPrintable(QString::number(late.handled)));
        (*core)->stop();  // does what is left
        QCOMPARE(late.handled.load(), kMessages);
    }

    void aBatchOfTheBackgroundThatFailsRefusesNobody() {
        if (evenhand::testing::onMariadb()) {
            QSKIP("the fault is one of SQLite");
        }
        app::OpenOptions options;
        options.engine.pace = {.goneNs = 3'600'000 * kMs,  // as above, with a slice whenever there is something to do
                               .probeNs = 1,
                               .freedNs = 1,
                               .rushPerSecond = 0,
                               .rushShare = 1,
                               .minNs = 0};
        std::promise<void> entered;
        std::promise<void> gate;
        Late late;
        late.once = [&, go = gate.get_future().share()](UnitOfWork& work) -> Result<void> {
            entered.set_value();
            go.wait();
            EVENHAND_TRY(work.database().execute("PRAGMA max_page_count = 1"));  // as many as there are
            return work.database().execute(
                "INSERT INTO product(sku, name, unit_price, stock) VALUES ('big', hex(zeroblob(1000000)), 0, 0)");
        };
        auto core = app::WorkspaceCore::open(m_path, options);
        EVENHAND_NEED(core);
        (*core)->embedded()->addFamily("late", late);
        EVENHAND_NEED((*core)->start());
        const auto ask = [&](std::int64_t id, bool publish) {
            return (*core)->engine().ask<std::int64_t>(
                toyCall(), [=](UnitOfWork& work) { return runToy(work, {.id = id, .publish = publish}); });
        };
        EVENHAND_NEED(ask(1, false).result());
        EVENHAND_NEED(ask(2, false).result());
        EVENHAND_NEED(ask(3, true).result());
        entered.get_future().wait();
        auto waiting = (*core)->engine().ask<std::int64_t>(toyCall(), [](UnitOfWork& work) -> Result<std::int64_t> {
            EVENHAND_TRY(work.database().execute("PRAGMA max_page_count = 1000000"));
            return runToy(work, {.id = 4});
        });
        gate.set_value();
        EVENHAND_NEED(waiting.result());
        QTRY_COMPARE(late.handled.load(), 1);
        (*core)->stop();
    }

    void aBatchWaitsForTheCallersOfTheOneBefore() {
        constexpr int kCallers = 8;
        app::OpenOptions options;
        options.engine.groupCommitDelayNs = 3'600'000 * kMs;  // as long as it takes
        auto core = app::WorkspaceCore::open(m_path, options);
        EVENHAND_NEED(core);
        EVENHAND_NEED((*core)->start());
        std::atomic<int> commits = 0;  // each publishes what its commands emitted
        const auto subscription = (*core)->embedded()->subscribe([&](const auto&) { ++commits; });
        std::counting_semaphore<> ran(0);
        std::int64_t id = 0;
        std::vector<api::Answer<std::int64_t>> answers;
        const auto ask = [&](std::shared_future<void> until) {
            answers.push_back((*core)->engine().ask<std::int64_t>(toyCall(), [&, until, at = ++id](UnitOfWork& work) {
                until.wait();
                auto done = runToy(work, {.id = at});
                ran.release();
                return done;
            }));
        };
        std::promise<void> gate;
        std::promise<void> open;
        open.set_value();
        const auto opened = open.get_future().share();
        ask(gate.get_future().share());
        for (int i = 1; i < kCallers; ++i) {
            ask(opened);
        }
        gate.set_value();
        for (auto& answer : answers) {
            EVENHAND_NEED(answer.result());
        }
        QTRY_COMPARE(commits.load(), 1);  // published after the answers
        for (int i = 0; i < kCallers; ++i) {
            ran.acquire();
        }
        // The same number once more, each after the one before it has run.
        answers.clear();
        for (int i = 0; i < kCallers; ++i) {
            ask(opened);
            ran.acquire();
        }
        for (auto& answer : answers) {
            EVENHAND_NEED(answer.result());
        }
        (*core)->stop();
        QCOMPARE(commits.load(), 2);
    }

    void batchesAreShortWhereSeveralAsk() {
        base::VirtualClock clock{{1'700'000'000'000}};
        auto core = crowd(clock, 100 * kMs);
        EVENHAND_NEED(core);
        auto& engine = *(*core)->embedded();
        std::vector<api::Answer<int>> answers;
        const auto ask = [&](const std::string& name) { answers.push_back(askFor1Ms(engine, clock, name)); };
        const auto inABatch = [&] {
            const auto before = std::count_if(answers.begin(), answers.end(), isFinished);
            return engine.step() ? std::count_if(answers.begin(), answers.end(), isFinished) - before : -1;
        };
        for (int i = 0; i < 1'000; ++i) {
            ask("crowd");
        }
        QCOMPARE(inABatch(), 112);  // the clock is looked at every sixteen commands
        ask("bystander");
        QCOMPARE(inABatch(), 32);
        QVERIFY(answers.back().isFinished());
        QCOMPARE(inABatch(), 32);  // it is expected again
        clock.advanceMs(1'000);
        QCOMPARE(inABatch(), 112);
        (*core)->stop();
    }

    void whoComesDuringABatchIsAnsweredWithIt() {
        base::VirtualClock clock{{1'700'000'000'000}};
        auto core = crowd(clock, 1'000 * kMs);
        EVENHAND_NEED(core);
        auto& engine = *(*core)->embedded();
        std::optional<api::Answer<int>> bystander;
        std::vector<api::Answer<int>> answers;
        answers.push_back(engine.ask<int>(toyCall(), [&](UnitOfWork&) -> Result<int> {
            bystander = askFor1Ms(engine, clock, "bystander");
            return 0;
        }));
        for (int i = 0; i < 2'000; ++i) {
            answers.push_back(askFor1Ms(engine, clock, "test"));
        }
        QVERIFY(engine.step());
        QVERIFY(bystander->isFinished());
        QVERIFY(!answers.back().isFinished());
        (*core)->stop();
    }

private:
    /// An engine that runs when told to; batches of commands take 30 ms where several callers ask.
    Result<std::unique_ptr<app::WorkspaceCore>> crowd(const Clock& clock, std::int64_t batchNs) {
        app::OpenOptions options;
        options.clock = &clock;
        options.threaded = false;
        options.engine.batchNs = batchNs;
        options.engine.sharedBatchNs = 30 * kMs;
        EVENHAND_ASSIGN(auto core, app::WorkspaceCore::open(m_path, options));
        EVENHAND_TRY(core->start());
        core->embedded()->runUntilIdle();
        return core;
    }
    static api::Answer<int> askFor1Ms(runtime::Engine& engine, base::VirtualClock& clock, const std::string& name) {
        const api::Call call{api::Actor::administrator(name), "because", {}};
        return engine.ask<int>(call, [&clock](UnitOfWork&) -> Result<int> {
            clock.advanceMs(1);
            return 0;
        });
    }
    static bool isFinished(const api::Answer<int>& answer) { return answer.isFinished(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::string m_path;
};

}  // namespace test_engine_pace

QTEST_GUILESS_MAIN(test_engine_pace::TestEnginePace)
#include "test_engine_pace.moc"
