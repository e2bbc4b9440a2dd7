// SPDX-License-Identifier: GPL-3.0-or-later
// Returns and refunds on a faulty disk: the process dies, or the power fails, at one write after the other. What was
// answered is kept, the same request again has its effect once, and every invariant holds.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <map>

#include "app/workspace/verification.h"
#include "app/workspace/workspace.h"
#include "engine/base/log.h"
#include "tests/support/servers/fault_disk.h"

namespace test_crash_returns {

using namespace evenhand;
using namespace evenhand::test;

namespace {

constexpr int kOrders = 6;

class ReturnRun {
public:
    ReturnRun() {
        m_path = m_folder.filePath(QStringLiteral("w")).toStdString();
        m_disk.plan(Fault::None, 0, 0, 1);
        auto made = app::Workspace::create(m_path, {}, options());
        if (!made) {
            problem = made.error().text();
            return;
        }
        auto& all = **made;
        api::ReturnPolicy policy;
        policy.goods = api::GoodsRule::GoodsFirst;
        policy.fourEyesAbove.reset();
        policy.secondAbove.reset();
        api::RefundSettings settings;
        settings.provider = api::RefundProviderKind::Http;
        settings.url = "http://localhost:1/";
        (void)all.dispatch().upsertCampus(m_call, {CampusId("north"), "North", {}});
        (void)all.orders().upsertProducts(m_call, {{Sku("tea"), "Tea", Money{250}, 1'000}}, false);
        (void)all.returns().setPolicy(m_call, {}, policy);
        auto last = all.refunds().setSettings(m_call, settings);
        all.runUntilIdle();
        for (int i = 1; i <= kOrders; ++i) {
            const auto no = "o" + std::to_string(i);
            (void)all.orders().place(m_call, {no,
                                              OrderNo(no),
                                              UserId("u"),
                                              CampusId("north"),
                                              {{Sku("tea"), 3, Money{250}}, {Sku("tea"), 1, Money{99}}},
                                              {}});
            (void)all.orders().pay(m_call, {PaymentNo("p" + no), OrderNo(no), Money{849}});
        }
        all.runUntilIdle();
        if (!last.result()) {
            problem = "cannot be set up";
        }
        made->reset();
        m_fresh = m_disk.image(m_path);
    }

    void run(Fault fault, std::int64_t at, std::int64_t count) {
        m_workspace.reset();
        m_disk.restore(*m_fresh);
        m_clock.set({1'700'000'000'000});
        m_acknowledged.clear();
        m_disk.plan(fault, at, count, static_cast<std::uint64_t>(at));
        open();
        everything();
        m_operations = m_disk.operations();
    }
    void comeBack(bool losePower) {
        if (!m_disk.dead()) {
            m_disk.plan(losePower ? Fault::PowerLoss : Fault::Kill, 1, 1, 1);
        }
        m_workspace.reset();
        m_disk.restart(losePower);
        open();
        if (m_workspace) {
            m_workspace->runUntilIdle();
        }
    }
    /// Answers that were given are kept; all is done again, and has its effect once.
    void check() {
        verify();
        for (const auto& [key, answered] : m_acknowledged) {
            if (problem.empty() && answered && !there(key)) {
                problem = key + " was acknowledged and is lost";
            }
        }
        everything();
        verify();
        if (!problem.empty() || !m_workspace) {
            return;
        }
        const auto rows = m_workspace->returns().page(m_call, {}).result();
        if (!rows || rows->size() != kOrders) {
            problem = "not one return an order";
        }
        m_workspace->runUntilIdle();
    }
    std::string problem;
    [[nodiscard]] std::int64_t operations() const { return m_operations; }
    [[nodiscard]] std::size_t acknowledged() const {
        return static_cast<std::size_t>(
            std::count_if(m_acknowledged.begin(), m_acknowledged.end(), [](const auto& one) { return one.second; }));
    }

private:
    app::OpenOptions options() {
        app::OpenOptions options;
        options.clock = &m_clock;
        options.seed = 1;
        options.threaded = false;
        options.vfs = m_disk.vfs();
        options.engine.batchCommands = 3;
        options.engine.checkpointPages = 40;
        return options;
    }
    void open() {
        auto opened = app::Workspace::open(m_path, options());
        if (opened) {
            m_workspace = std::move(*opened);
        } else if (!m_disk.dead() && !m_disk.struck()) {
            problem = "cannot be opened: " + opened.error().text();
        }
    }
    template <typename T>
    std::optional<T> get(api::Answer<T> answer) {
        m_workspace->runUntilIdle();
        const auto result = answer.isFinished() && answer.resultCount() > 0 ? answer.result()
                                                                            : Result<T>(fail(ErrorCode::Internal, ""));
        return result ? std::optional(*result) : std::nullopt;
    }
    /// Each order: a return asked for, approved, received, sent, reported; one is closed, one undone in between.
    void everything() {
        for (int i = 1; i <= kOrders && m_workspace && !m_disk.dead(); ++i) {
            const auto no = "o" + std::to_string(i);
            auto& returns = m_workspace->returns();
            const auto made =
                get(returns.request(m_call, {ReturnNo("r"), {}, OrderNo(no), {{Sku("tea"), 1 + i % 4}}, "", {}}));
            note("request " + no, made.has_value());
            if (!made) {
                continue;
            }
            const auto approved = get(returns.approve(m_call, {made->id, 0}, {}));
            note("approve " + no, approved.has_value());
            if (i % 3 == 0 && approved && get(returns.undo(m_call, {made->id, 0}))) {
                (void)get(returns.approve(m_call, {made->id, 0}, {}));
            }
            if (i % 3 == 1) {
                const auto closed = get(m_workspace->orders().cancel(m_call, {{OrderNo(no), 0}}));
                note("close " + no, closed && !closed->front().error);
            } else {
                note("receive " + no, get(returns.receive(m_call, {made->id, 0}, {})).has_value());
            }
            m_clock.advanceMs(61'000);  // leases of those who died have ended
            const auto jobs = get(m_workspace->refunds().claimDue(m_call, {"w", 10, {}}));
            for (const auto& job : jobs.value_or(std::vector<api::RefundJob>())) {
                const api::RefundReport report{job.id, job.token, api::SendOutcome::Succeeded, "ref", "", 0};
                const auto outcomes = get(m_workspace->refunds().report(m_call, {report}));
                note("refund " + std::to_string(job.id.value), outcomes && !outcomes->front().error);
            }
        }
    }
    void note(const std::string& key, bool answered) { m_acknowledged[key] = m_acknowledged[key] || answered; }
    bool there(const std::string& key) {
        if (!m_workspace) {
            return true;
        }
        const auto space = key.find(' ');
        const auto what = key.substr(0, space), name = key.substr(space + 1);
        if (what == "refund") {
            const auto rows = m_workspace->refunds().rows(m_call, {RefundId{std::stoll(name)}}).result();
            return rows && rows->size() == 1 && rows->front().status == api::RefundStatus::Succeeded;
        }
        if (what == "close") {
            const auto detail = m_workspace->orders().detail(m_call, OrderNo(name)).result();
            return detail && detail->row.status == api::OrderStatus::Closed;
        }
        api::ReturnQuery query;
        query.filter.orderNo = OrderNo(name);
        const auto rows = m_workspace->returns().page(m_call, query).result();
        return rows && rows->size() == 1 && (what != "receive" || rows->front().goods == api::GoodsState::Received);
    }
    void verify() {
        if (!problem.empty() || !m_workspace) {
            return;
        }
        const auto looked =
            m_workspace->inspect([&](store::Database& database, keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
                EVENHAND_ASSIGN(const auto verdicts, runtime::verify(m_checks, {database, keyspace}));
                for (const auto& verdict : verdicts) {
                    if (verdict.finding.violations > 0) {
                        problem += " " + verdict.id + ": " + verdict.finding.offenders.front() + ";";
                    }
                }
                return {};
            });
        if (!looked) {
            problem += looked.error().text();
        }
    }

    const api::Call m_call{api::Actor::administrator("test"), "because", {}};
    const std::vector<runtime::Check> m_checks = app::allChecks();
    QTemporaryDir m_folder;
    FaultDisk m_disk;
    std::string m_path;
    std::shared_ptr<const FaultDisk::Image> m_fresh;
    base::VirtualClock m_clock{{1'700'000'000'000}};
    std::map<std::string, bool> m_acknowledged;
    std::int64_t m_operations = 0;
    std::unique_ptr<app::Workspace> m_workspace;
};

}  // namespace

class TestCrashReturns : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        base::setLogSink([](auto, auto, auto) {});
    }
    void crashes_data() {
        QTest::addColumn<bool>("power");
        QTest::newRow("killed") << false;
        QTest::newRow("power lost") << true;
    }
    void crashes() {
        QFETCH(bool, power);
        ReturnRun run;
        run.run(Fault::None, 0, 0);
        QVERIFY2(run.problem.empty(), run.problem.c_str());
        QVERIFY(run.acknowledged() > 20);
        const auto operations = run.operations();
        for (std::int64_t at = power ? 2 : 1; at <= operations; at += 2) {
            run.run(power ? Fault::PowerLoss : Fault::Kill, at, 1);
            run.comeBack(power);
            run.check();
            QVERIFY2(run.problem.empty(), ("at " + std::to_string(at) + ": " + run.problem).c_str());
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
        ReturnRun run;
        run.run(Fault::None, 0, 0);
        const auto operations = run.operations();
        for (std::int64_t at = 1; at <= operations; at += 3) {
            run.run(static_cast<Fault>(fault), at, 1);
            run.comeBack(false);
            run.check();
            QVERIFY2(run.problem.empty(), ("at " + std::to_string(at) + ": " + run.problem).c_str());
        }
    }
};

}  // namespace test_crash_returns

QTEST_GUILESS_MAIN(test_crash_returns::TestCrashReturns)
#include "test_crash_returns.moc"
