// SPDX-License-Identifier: GPL-3.0-or-later
// A flash sale crashed and failed by its disk at every operation: every reservation that was answered is an order
// afterwards, never one too many, never two for one; every invariant; twice recovered the same.
#include <QtTest>
#include <map>

#include "app/workspace/verification.h"
#include "app/workspace/workspace.h"
#include "engine/base/log.h"
#include "tests/support/fault_disk.h"

using namespace evenhand;
using namespace evenhand::test;

namespace {

constexpr Instant kStart{1'700'000'000'000};
const ActivityId kSale("A");

class SaleRun {
public:
    explicit SaleRun(std::uint64_t seed) : m_seed(seed) {
        m_path = m_folder.filePath(QStringLiteral("w")).toStdString();
        m_disk.plan(Fault::None, 0, 0, 1);
        auto made = app::Workspace::create(m_path, {}, options());
        if (!made) {
            problem = made.error().text();
            return;
        }
        m_workspace = std::move(*made);
        api::TimerPolicy policy;
        policy.unpaidMs = 25'000;
        const api::ActivityInput input{kSale,     "Sale", Sku("tea"),         CampusId("north"),
                                       Money{70}, 9,      kStart.plusMs(100), kStart.plusMs(150'000)};
        const bool ready =
            get(m_workspace->dispatch().upsertCouriers(m_call,
                                                       {{CourierId("ann"), CampusId("north"), "", "", true}})) &&
            get(m_workspace->orders().upsertProducts(m_call, {{Sku("tea"), "Tea", Money{250}, 50}}, true)) &&
            get(m_workspace->timers().setPolicy(m_call, CampusId("north"), policy)) &&
            get(m_workspace->seckill().setUp(m_call, input)) && get(m_workspace->seckill().start(m_call, kSale));
        problem = ready ? "" : "cannot be set up";
        m_workspace.reset();
        m_fresh = m_disk.image();
    }

    void run(Fault fault, std::int64_t at, std::int64_t count, std::uint64_t faultSeed) {
        m_workspace.reset();
        m_disk.restore(*m_fresh);
        m_clock.set(kStart.plusMs(1'000));
        m_reserved.clear();
        m_disk.plan(fault, at, count, faultSeed);
        Rng rng(m_seed);
        open();
        for (int round = 0; round < 12 && !m_disk.dead() && m_workspace; ++round) {
            for (std::int64_t i = rng.between(2, 7); i > 0; --i) {
                act(rng);
            }
            m_clock.advanceMs(rng.between(0, 15'000));
            for (std::int64_t i = rng.between(1, 3); i > 0; --i) {
                (void)m_workspace->step();
            }
        }
        m_operations = m_disk.operations();
    }
    void comeBack(bool losePower = false, bool drained = true) {
        if (!m_disk.dead()) {
            m_disk.plan(losePower ? Fault::PowerLoss : Fault::Kill, 1, 1, 1);
        }
        m_workspace.reset();
        m_disk.restart(losePower);
        open();
        if (drained) {
            drain();
        }
    }
    void heal() {
        m_disk.plan(Fault::None, 0, 0, 1);
        drain();
    }
    void check() {
        if (!problem.empty() || !m_workspace) {
            return;
        }
        for (const auto& [no, user] : m_reserved) {
            const auto detail = m_workspace->orders().detail(m_call, OrderNo(no)).result();
            if (!detail || detail->row.user.str() != user) {
                problem += " the reservation " + no + " of " + user + " was answered and is no order;";
            }
        }
        const auto inspected =
            m_workspace->inspect([&](store::Database& database, keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
                EVENHAND_ASSIGN(const auto verdicts, runtime::verify(m_checks, {database, keyspace}));
                for (const auto& verdict : verdicts) {
                    if (verdict.finding.violations > 0) {
                        problem += " " + verdict.id + ": " + verdict.finding.offenders.front() + ";";
                    }
                }
                return {};
            });
        if (!inspected) {
            problem += inspected.error().text();
        }
    }

    std::string problem;
    [[nodiscard]] std::int64_t operations() const { return m_operations; }
    [[nodiscard]] bool struck() const { return m_disk.struck(); }
    [[nodiscard]] std::size_t reserved() const { return m_reserved.size(); }
    [[nodiscard]] std::uint64_t digest() {
        return m_workspace ? m_workspace->core().embedded()->keyspace().digest() : 0;
    }

private:
    app::OpenOptions options() {
        app::OpenOptions options;
        options.clock = &m_clock;
        options.seed = ++m_opened;  // another process draws other order numbers
        options.threaded = false;
        options.vfs = m_disk.vfs();
        options.engine.batchCommands = 4;
        options.engine.batchMessages = 2;  // so that reservations outlast a batch
        options.engine.checkpointPages = 40;
        options.engine.fold.journalBytes = 3'000;
        options.engine.fold.sliceBytes = 500;
        return options;
    }
    template <typename T>
    bool get(api::Answer<T> answer) {
        m_workspace->runUntilIdle();
        return answer.isFinished() && answer.result().has_value();
    }
    void open() {
        auto opened = app::Workspace::open(m_path, options());
        if (opened) {
            m_workspace = std::move(*opened);
        } else if (!m_disk.dead() && !m_disk.struck()) {
            problem = "cannot be opened: " + opened.error().text();
        }
    }
    void drain() {
        for (int i = 0; i < 12 && m_workspace; ++i) {
            m_workspace->runUntilIdle();
            m_clock.advanceMs(20'000);
        }
    }
    void act(Rng& rng) {
        auto& desk = m_workspace->seckill();
        switch (rng.below(16)) {
            case 0: (void)desk.stop(m_call, kSale); break;
            case 1:
            case 6: (void)desk.resume(m_call, kSale); break;
            case 2: (void)desk.topUp(m_call, kSale, 1); break;
            case 3:
            case 4: {
                if (!m_reserved.empty()) {
                    const auto no = m_reserved.begin()->first;
                    (void)m_workspace->orders().pay(m_call, {PaymentNo("P" + no), OrderNo(no), Money{70}});
                }
                break;
            }
            case 5: {
                if (!m_reserved.empty()) {
                    (void)m_workspace->orders().cancel(m_call, {{OrderNo(m_reserved.rbegin()->first), 0}});
                }
                break;
            }
            default: {
                const auto user = "u" + std::to_string(rng.below(12));
                for (std::uint64_t i = 0; i <= rng.below(2); ++i) {
                    desk.attempt(m_call, {kSale, UserId(user)})
                        .then([this, user](const Result<api::AttemptAnswer>& answer) {
                            if (answer && answer->outcome == api::AttemptOutcome::Reserved) {
                                if (m_disk.dead()) {
                                    problem = "a dead process answered";
                                }
                                m_reserved[answer->orderNo.str()] = user;
                            }
                        });
                }
            }
        }
    }

    const std::uint64_t m_seed;
    std::uint64_t m_opened = 0;
    const api::Call m_call{api::Actor::administrator("test"), "because", {}};
    const std::vector<runtime::Check> m_checks = app::allChecks();
    QTemporaryDir m_folder;
    FaultDisk m_disk;
    std::string m_path;
    std::shared_ptr<const FaultDisk::Image> m_fresh;
    base::VirtualClock m_clock{kStart};
    std::map<std::string, std::string> m_reserved;  ///< answered: order number → user
    std::int64_t m_operations = 0;
    std::unique_ptr<app::Workspace> m_workspace;
};

QByteArray where(std::int64_t at, const SaleRun& run) {
    return "at operation " + QByteArray::number(static_cast<qint64>(at)) + ": " +
           QByteArray::fromStdString(run.problem);
}

}  // namespace

class TestCrashSeckill : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }
    void undisturbed() {
        std::size_t reserved = 0;
        for (std::uint64_t seed = 1; seed <= 6; ++seed) {
            SaleRun run(seed);
            run.run(Fault::None, 0, 0, 1);
            reserved += run.reserved();
            run.heal();
            run.check();
            QVERIFY2(run.problem.empty(), run.problem.c_str());
        }
        QVERIFY(reserved > 30);
    }
    void crashes_data() {
        QTest::addColumn<bool>("power");
        QTest::newRow("killed") << false;
        QTest::newRow("power lost") << true;
    }
    void crashes() {
        QFETCH(bool, power);
        const auto fault = power ? Fault::PowerLoss : Fault::Kill;
        SaleRun run(power ? 3 : 4);
        run.run(Fault::None, 0, 0, 1);
        const auto operations = run.operations();
        for (std::int64_t at = 1; at <= operations; at += 3) {
            run.run(fault, at, 1, static_cast<std::uint64_t>(at));
            run.comeBack(false, false);
            const auto once = run.digest();
            run.comeBack(false, false);
            if (run.problem.empty() && run.digest() != once) {
                run.problem = "recovering twice differs";
            }
            run.comeBack(power);
            run.check();
            QVERIFY2(run.problem.empty(), where(at, run));
        }
    }
    void errors_data() {
        QTest::addColumn<int>("fault");
        QTest::newRow("full") << static_cast<int>(Fault::Full);
        QTest::newRow("write") << static_cast<int>(Fault::WriteError);
        QTest::newRow("sync") << static_cast<int>(Fault::SyncError);
    }
    void errors() {
        QFETCH(int, fault);
        SaleRun run(5);
        run.run(Fault::None, 0, 0, 1);
        const auto operations = run.operations();
        int struck = 0;
        for (std::int64_t at = 1; at <= operations; at += 9) {
            run.run(static_cast<Fault>(fault), at, 1 + at % 5, static_cast<std::uint64_t>(at));
            struck += run.struck() ? 1 : 0;
            run.heal();
            run.check();
            run.comeBack(true);
            run.check();
            QVERIFY2(run.problem.empty(), where(at, run));
        }
        QVERIFY(struck > 5);
    }
};

QTEST_GUILESS_MAIN(TestCrashSeckill)
#include "test_crash_seckill.moc"
