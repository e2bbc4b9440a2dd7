// SPDX-License-Identifier: GPL-3.0-or-later
// Imports through a service: the file is read here, its rows go over the line in batches. The line is cut again and
// again, and the import is stopped: whatever is in the file is there in the end, once.
#include <QTemporaryDir>
#include <QtTest>
#include <map>

#include "app/import/import_run.h"
#include "app/workspace/verification.h"
#include "line_proxy.h"
#include "team_world.h"
#include "tests/support/expect.h"

namespace test_line_imports {

using namespace evenhand;
using namespace evenhand::test;
using import::ImportHooks;
using import::ImportPlan;
using import::ImportProgress;
using import::ImportReport;

namespace {

constexpr int kOrders = 3'000;  ///< many more than may be on their way at a time
constexpr int kProducts = 40;   ///< made on the way

/// Orders of two lines each.
std::string writeOrders(const QTemporaryDir& folder) {
    QByteArray text = "order_no,user_id,campus,sku,quantity,unit_price,placed_at,product_name\n";
    for (int i = 0; i < kOrders; ++i) {
        for (int line = 0; line < 2; ++line) {
            const auto product = QByteArray::number((i * 2 + line) % kProducts);
            text += "I" + QByteArray::number(i) + ",u" + QByteArray::number(i % 7) + ",north,p" + product +
                    ",1,1.50,2026-01-05T10:00:00Z,Product " + product + "\n";
        }
    }
    const auto path = folder.filePath(QStringLiteral("orders.csv"));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
        qFatal("the file of orders cannot be written");
    }
    return path.toStdString();
}

ImportPlan paidOrders() {
    ImportPlan plan;
    plan.kind = import::ImportKind::Orders;
    plan.paid = true;
    plan.stockForNewSku = 1'000'000;
    return plan;
}

/// By whoever runs the service, from where they sit.
Result<void> runImport(remote::RemoteEngine& console, const std::string& path, const ImportHooks& hooks,
                       ImportReport& report) {
    EVENHAND_ASSIGN(const auto input, import::InputFile::open(path, {}));
    return import::runImport(console, input, paidOrders(), {*console.owner(), {}, false}, hooks, report);
}

/// The checks that do not hold; "": all do.
std::string violations(app::Workspace& workspace) {
    const auto verdicts =
        app::verifyWorkspace(workspace, [](const std::string&, std::int64_t, std::int64_t) { return true; });
    std::string all = verdicts ? std::string() : verdicts.error().text();
    for (std::size_t i = 0; verdicts && i < verdicts->size(); ++i) {
        const auto& verdict = (*verdicts)[i];
        if (verdict.violations > 0) {
            all += verdict.id + ": " + (verdict.offenders.empty() ? std::string() : verdict.offenders.front()) + "\n";
        }
    }
    return all;
}

/// Each order of the file, once, with both of its lines.
void lookAtOrders(TeamWorld& world) {
    QCOMPARE(*TeamWorld::wait(world.workspace->orders().count(world.call, {})), std::int64_t{kOrders});
    std::map<std::string, int> found;
    api::OrderQuery query;
    query.limit = 1'000;
    for (query.offset = 0; query.offset < kOrders; query.offset += query.limit) {
        const auto page = TeamWorld::wait(world.workspace->orders().page(world.call, query));
        DONE(page);
        for (const auto& row : *page) {
            ++found[row.orderNo.str()];
            QCOMPARE(row.payable, Money{300});
        }
    }
    QCOMPARE(found.size(), std::size_t{kOrders});
    // Nothing was taken out of stock twice.
    for (int product = 0; product < kProducts; ++product) {
        const auto row =
            TeamWorld::wait(world.workspace->shop().product(world.call, Sku("p" + std::to_string(product))));
        DONE(row);
        QCOMPARE(row->stock, std::int64_t{1'000'000 - 2 * kOrders / kProducts});
    }
    const auto wrong = violations(*world.workspace);
    QVERIFY2(wrong.empty(), wrong.c_str());
}

}  // namespace

class TestLineImports : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void overALineThatHolds() {
        TeamWorld world;
        const auto console = world.console();
        ImportReport report;
        DONE(runImport(*console, writeOrders(m_folder), {}, report));
        QCOMPARE(report.things.accepted, std::int64_t{kOrders});
        QCOMPARE(report.lines.accepted, std::int64_t{2 * kOrders});
        QVERIFY(!report.anyRejected());
        lookAtOrders(world);
    }

    /// It goes on by itself after a cut. Only where what was on its way was cut off too often to know does it end; the
    /// same again imports the rest.
    void overALineThatIsCut() {
        TeamWorld world;
        LineProxy proxy(world.host->port());
        const auto console = world.console(proxy.port());
        const auto path = writeOrders(m_folder);
        int looks = 0;
        ImportHooks hooks;
        hooks.progress = [&](const ImportProgress& progress) {
            if (progress.phase == "placing" && ++looks % 4 == 0) {
                proxy.cutAfter(static_cast<std::size_t>(500 + 700 * (looks % 16)));
                proxy.cut();
            }
        };
        ImportReport report;
        constexpr int kRuns = 20;
        for (int run = 1;; ++run) {
            report = {};
            const auto done = runImport(*console, path, hooks, report);
            if (done) {
                break;
            }
            QVERIFY2(done.error().code == ErrorCode::OutcomeUnknown || done.error().code == ErrorCode::Unreachable,
                     done.error().text().c_str());
            QVERIFY2(run < kRuns, "it never comes to an end");
            QTRY_COMPARE_WITH_TIMEOUT(console->status().state, api::EngineState::Live, 60'000);
        }
        QCOMPARE(report.things.accepted + report.things.duplicate, std::int64_t{kOrders});
        QCOMPARE(report.things.rejected, std::int64_t{0});
        QVERIFY2(proxy.connections() > 5, qPrintable(QString::number(proxy.connections())));
        lookAtOrders(world);
    }

    /// What was stopped leaves whole orders, and the same file again imports the others.
    void stoppedAndTakenUpAgain() {
        TeamWorld world;
        const auto console = world.console();
        const auto path = writeOrders(m_folder);
        std::int64_t placed = 0;
        ImportHooks hooks;
        hooks.progress = [&](const ImportProgress& progress) {
            placed = progress.phase == "placing" ? progress.done : 0;
        };
        hooks.cancelled = [&] { return placed > kOrders / 3; };
        ImportReport stopped;
        DONE(runImport(*console, path, hooks, stopped));
        QVERIFY(stopped.cancelled);
        QVERIFY(stopped.things.accepted > 0 && stopped.things.accepted < kOrders);
        QCOMPARE(*TeamWorld::wait(world.workspace->orders().count(world.call, {})), stopped.things.accepted);
        ImportReport rest;
        DONE(runImport(*console, path, {}, rest));
        QCOMPARE(rest.things.duplicate, stopped.things.accepted);
        QCOMPARE(rest.things.accepted, kOrders - stopped.things.accepted);
        lookAtOrders(world);
        // Each of the two is in the audit log, by the file of the person's machine.
        api::AuditQuery query;
        query.filter.operations = {std::string(api::infoOf(api::Operation::DataImport).name)};
        const auto entries = TeamWorld::wait(world.workspace->audit().page(world.call, query));
        DONE(entries);
        QCOMPARE(entries->size(), std::size_t{2});
        QVERIFY2(entries->front().detail.find(path) != std::string::npos, entries->front().detail.c_str());
    }

private:
    QTemporaryDir m_folder;
};

}  // namespace test_line_imports

QTEST_GUILESS_MAIN(test_line_imports::TestLineImports)
#include "test_line_imports.moc"
