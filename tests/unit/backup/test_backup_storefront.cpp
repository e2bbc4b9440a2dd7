// SPDX-License-Identifier: GPL-3.0-or-later
// Backups of a business in full swing: customers place, pay, draw discounts, buy in flash sales and send things back,
// couriers deliver, refunds go out; a backup in the middle of it restores to the same rows, and all invariants hold.
#include <QCoreApplication>
#include <QSignalSpy>
#include <QtTest>

#include "app/storefront/demo_returns.h"
#include "app/storefront/storefront.h"
#include "tests/unit/backup/backup_world.h"

namespace test_backup_storefront {

using namespace evenhand;
using namespace evenhand::test;
using storefront::Storefront;

class TestBackupStorefront : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everySnapshotIsWhole();
};

void TestBackupStorefront::everySnapshotIsWhole() {
    QTemporaryDir folder;
    base::VirtualClock clock{Instant{1'700'000'000'000}};
    app::OpenOptions options;
    options.clock = &clock;
    options.seed = 7;
    options.threaded = false;
    options.refundSecret = [](const std::string&) -> Result<std::string> {
        return std::string(storefront::DemoProvider::kSecret);
    };
    const auto source = folder.filePath(QStringLiteral("w")).toStdString();
    auto made =
        app::Workspace::create(source, {.currency = "CNY", .database = evenhand::testing::freshDatabase()}, options);
    DONE(made);
    auto& workspace = **made;
    const auto settle = [&] {
        do {
            workspace.runUntilIdle();
            QCoreApplication::processEvents();
        } while (workspace.step());
        QCoreApplication::processEvents();
    };
    storefront::StorefrontOptions plan;
    plan.run = "A";
    plan.speed = 600;
    Storefront front(workspace.orders(), workspace.dispatch(), workspace.timers(), clock, plan);
    QSignalSpy opened(&front, &Storefront::opened);
    front.open();
    for (int round = 0; round < 10 && opened.isEmpty(); ++round) {
        settle();
    }
    QCOMPARE(opened.count(), 1);
    front.runSales(workspace.seckill());
    front.runCampaigns(workspace.campaigns());
    front.runReturns(workspace.returns(), workspace.refunds());
    const api::Call call{api::Actor::administrator("test"), "because", {}};
    for (int round = 0; round < 4; ++round) {
        for (int tick = 0; tick < 40; ++tick) {
            clock.advanceMs(200);
            front.tick(clock.now());
            if (tick % 7 == 3) {
                workspace.step();  // and leave the rest for the next tick: messages and timers are under way
            } else {
                settle();
            }
        }
        DONE(workspace.sendRefunds());
        const auto file = folder.filePath(QStringLiteral("b%1").arg(round)).toStdString();
        const auto target = folder.filePath(QStringLiteral("r%1").arg(round)).toStdString();
        std::optional<Result<Rows>> snapshot;
        auto taking = workspace.backups().take(call, file, [&](std::int64_t, std::int64_t) {
            if (!snapshot) {
                snapshot = rowsOf(source);
            }
        });
        while (!taking.isFinished()) {
            QVERIFY(workspace.step());
        }
        DONE(taking.result());
        const auto manifest = app::restore({file, target, evenhand::testing::emptyDatabase(), call.actor}, {}, {});
        DONE(manifest);
        QCOMPARE(violations(target), std::string());
        const auto rows = rowsOf(target);
        DONE(rows);
        DONE(*snapshot);
        QCOMPARE(differences(**snapshot, *rows), std::string());
        QVERIFY(manifest->rows.at("orders") > 20 * (round + 1));
        QCOMPARE(violations(workspace.core()), std::string());
    }
    const auto last = rowsOf(folder.filePath(QStringLiteral("r3")).toStdString());
    DONE(last);
    for (const auto* table : {"campaign_draw", "payment", "assignment", "timer_end", "keyspace_journal"}) {
        QVERIFY2(!last->at(table).empty(), table);
    }
}

}  // namespace test_backup_storefront

QTEST_GUILESS_MAIN(test_backup_storefront::TestBackupStorefront)
#include "test_backup_storefront.moc"
