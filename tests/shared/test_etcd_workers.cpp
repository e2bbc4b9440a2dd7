// SPDX-License-Identifier: GPL-3.0-or-later
// Workers of the ring over etcd: they share the work of one workspace though they know of each other by etcd alone, and
// one that hears nothing of etcd works until its lease may have ended, and no longer.
#include <QTemporaryDir>
#include <QTest>

#include "app/workspace/workspace.h"
#include "engine/cluster/etcd/etcd_membership.h"
#include "engine/outward/ring_worker.h"
#include "engine/ring/ring.h"
#include "engine/task_making/make.h"
#include "tests/remote/line_proxy.h"
#include "tests/support/machine_clock.h"
#include "tests/support/servers/etcd_server.h"

namespace test_etcd_workers {

using namespace evenhand;
using api::TaskKind;
using etcd::EtcdMembership;

namespace {

constexpr int kPatienceMs = 60'000;
const api::Call kCall{api::Actor::administrator("local:tester"), "because", {}};

class Shop {
public:
    Shop() {
        app::OpenOptions options;
        options.seed = 1;
        options.workers = 0;
        auto made = app::Workspace::create(m_folder.filePath(QStringLiteral("w")).toStdString(),
                                           {"CNY", 2, "Asia/Shanghai", "tester", {}}, options);
        if (!made) {
            qFatal("%s", made.error().text().c_str());
        }
        workspace = *std::move(made);
    }
    void make(int count) {
        for (int i = 0; i < count; ++i) {
            auto answer = workspace->core().engine().ask<bool>(kCall, [subject = ++m_made](runtime::UnitOfWork& work) {
                return tasks::make(work, TaskKind::Rehearsal, "t" + std::to_string(subject), {}, work.now());
            });
            answer.waitForFinished();
        }
    }
    std::int64_t open() {
        api::TaskFilter filter;
        filter.statuses = {api::TaskStatus::Pending, api::TaskStatus::Processing};
        auto answer = workspace->tasks().count(kCall, filter);
        answer.waitForFinished();
        return answer.result().value_or(-1);
    }
    /// With a lease that is longer than any test, as etcd counts by its own clock.
    outward::WorkerOptions options(std::size_t number) {
        auto made = workspace->workerOptions(number);
        made.memberLeaseMs = 600'000;
        return made;
    }
    /// Turns, until nothing is open.
    bool finish(const std::vector<outward::RingWorker*>& workers) {
        for (int turns = 0; turns < 1'000 && open() > 0; ++turns) {
            for (auto* worker : workers) {
                (void)worker->turn();
            }
        }
        return open() == 0;
    }

private:
    QTemporaryDir m_folder;  // goes after the workspace in it
    int m_made = 0;

public:
    std::unique_ptr<app::Workspace> workspace;
};

std::unique_ptr<EtcdMembership> openedAt(const Clock& clock, std::uint16_t port) {
    etcd::EtcdOptions options;
    options.client.connectTimeoutMs = options.client.requestTimeoutMs = kPatienceMs;
    auto opened = EtcdMembership::open(clock, {{}, {{"127.0.0.1", port}}}, options);
    if (!opened) {
        qFatal("%s", opened.error().text().c_str());
    }
    return *std::move(opened);
}

}  // namespace

class TestEtcdWorkers : public QObject {
    Q_OBJECT
private:
    testing::EtcdServer m_etcd;

private Q_SLOTS:
    void initTestCase() {
        if (const auto started = m_etcd.start(); !started) {
            QFAIL(started.error().text().c_str());
        }
    }

    void workersOfTwoProcessesShareTheRing() {
        Shop shop;
        test::MachineClock clock(app::systemClock().now());
        const auto one = openedAt(clock, m_etcd.port());
        const auto other = openedAt(clock, m_etcd.port());
        outward::RingWorker first(*shop.workspace, *one, clock, shop.options(1));
        outward::RingWorker second(*shop.workspace, *other, clock, shop.options(2));
        QVERIFY(first.turn());
        QVERIFY(tasks::coversRing(first.ranges()));
        QVERIFY(second.turn());
        const auto divided = [&] {
            auto owned = first.ranges();
            const auto others = second.ranges();
            owned.insert(owned.end(), others.begin(), others.end());
            return !tasks::coversRing(first.ranges()) && tasks::coversRing(owned);
        };
        QTRY_VERIFY_WITH_TIMEOUT(divided(), kPatienceMs);
        shop.make(60);
        QVERIFY(shop.finish({&first, &second}));
        first.leave();
        QTRY_VERIFY_WITH_TIMEOUT(tasks::coversRing(second.ranges()), kPatienceMs);
        second.leave();
        QTRY_VERIFY_WITH_TIMEOUT(one->members().members.empty() && other->members().members.empty(), kPatienceMs);
    }

    void whoeverIsCutOffWorksAsLongAsItsLease() {
        Shop shop;
        test::MachineClock clock(app::systemClock().now());
        test::LineProxy proxy(m_etcd.port());
        const auto membership = openedAt(clock, proxy.port());
        const auto options = shop.options(1);
        outward::RingWorker worker(*shop.workspace, *membership, clock, options);
        QVERIFY(worker.turn());
        const auto id = membership->members().members.at(0).id;
        proxy.goTo(1);  // nobody listens there
        proxy.cut();
        clock.advanceMs(options.memberLeaseMs / 2);  // it asks, and hears nothing
        shop.make(5);
        QVERIFY(shop.finish({&worker}));
        QVERIFY(tasks::coversRing(worker.ranges()));
        clock.advanceMs(options.memberLeaseMs / 2);
        QVERIFY(worker.ranges().empty());
        shop.make(3);
        for (int turns = 0; turns < 3; ++turns) {
            const auto claimed = worker.turn();
            QVERIFY(!claimed && claimed.error().code == ErrorCode::Unreachable);
        }
        QCOMPARE(shop.open(), 3);
        proxy.goTo(m_etcd.port());
        QVERIFY(shop.finish({&worker}));
        const auto now = membership->members().members;
        QCOMPARE(now.size(), std::size_t{1});
        QVERIFY(now.at(0).id != id);
        worker.leave();
    }
};

}  // namespace test_etcd_workers

QTEST_GUILESS_MAIN(test_etcd_workers::TestEtcdWorkers)
#include "test_etcd_workers.moc"
