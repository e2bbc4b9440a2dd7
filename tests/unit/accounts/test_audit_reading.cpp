// SPDX-License-Identifier: GPL-3.0-or-later
// The audit log is read: its pages, filters and export.
#include <QFile>
#include <QtTest>

#include "audit_bench.h"

namespace test_audit_reading {

using namespace evenhand;
using namespace evenhand::test::audit_log;

class TestAuditReading : public QObject, protected AuditBench {
    Q_OBJECT
private Q_SLOTS:
    void init() { begin(); }

    void pagesJoinAndFilter();
    void hostileTextIsInertInTheExport();
    void everyColumnOfTheExportHoldsItsOwn();
    void exportsAreWrittenWithFilterAndCount();
};

void TestAuditReading::pagesJoinAndFilter() {
    auto& world = *m_world;
    dutyChanges(20);
    const auto whole = entries();
    for (const bool descending : {false, true}) {
        std::vector<std::int64_t> joined;
        api::AuditQuery query;
        query.descending = descending;
        query.limit = 7;
        while (true) {
            const auto page = world.get(world.workspace->audit().page(world.call, query));
            DONE(page);
            if (page->empty()) {
                break;
            }
            for (const auto& record : *page) {
                joined.push_back(record.seq);
            }
            query.after = joined.back();
        }
        QCOMPARE(joined.size(), whole.size());
        for (std::size_t i = 0; i < joined.size(); ++i) {
            const auto expected = descending ? joined.size() - i : i + 1;
            QCOMPARE(joined[i], static_cast<std::int64_t>(expected));
        }
    }
    api::AuditFilter filter;
    filter.operations = {"dispatch."};
    const auto desk = entries(filter).size();
    filter.operations = {"dispatch.set_duty"};
    QCOMPARE(entries(filter).size(), std::size_t{20});
    QVERIFY(desk > 20 && desk < whole.size());
    filter.text = "courier a";
    QCOMPARE(world.get(world.workspace->audit().count(world.call, filter)).value_or(-1), 20);
    filter.text = "courier b";
    QCOMPARE(entries(filter).size(), std::size_t{0});
    // Each filter alone, with entries that must not come.
    const Instant last = entries().back().at;
    filter = {};
    filter.from = last;
    QCOMPARE(entries(filter).size(), std::size_t{1});
    QCOMPARE(entries(filter).front().seq, whole.back().seq);
    filter = {};
    filter.to = last;
    QCOMPARE(entries(filter).size(), whole.size() - 1);
    filter = {};
    filter.operations = {"orders.upsert_products", "dispatch.set_duty"};
    QCOMPARE(entries(filter).size(), std::size_t{21});
    filter.operations = {"dispatch.set_dut"};  // a name is whole
    QVERIFY(entries(filter).empty());
    const api::Call vera{{"vera", api::permissionsOf(api::Role::Auditor), {}, api::Via::Console}, "because", {}};
    REFUSED(world.get(world.dispatch().setDuty(vera, CourierId("ann"), false)), ErrorCode::PermissionDenied);
    filter = {};
    filter.actor = "vera";
    QCOMPARE(entries(filter).size(), std::size_t{1});
    QCOMPARE(world.get(world.workspace->audit().count(world.call, filter)).value_or(-1), 1);
    filter = {};
    filter.outcomes = {AuditOutcome::Refused};
    QCOMPARE(entries(filter).size(), std::size_t{1});
    QCOMPARE(entries(filter).front().actor, std::string("vera"));
    filter.outcomes = {AuditOutcome::Done};
    QCOMPARE(entries(filter).size(), whole.size());
    filter.outcomes = {AuditOutcome::Done, AuditOutcome::Refused};
    QCOMPARE(entries(filter).size(), whole.size() + 1);
    QCOMPARE(world.get(world.workspace->audit().count(world.call, filter)).value_or(-1),
             static_cast<std::int64_t>(whole.size() + 1));
    filter = {};
    filter.actor = "nobody";
    QVERIFY(entries(filter).empty());
    filter = {};
    filter.outcomes = {AuditOutcome::Noted};
    QVERIFY(entries(filter).empty());
    filter = {};
    filter.from = world.clock.now().plusMs(1);
    QVERIFY(entries(filter).empty());
    filter = {};
    filter.to = world.clock.now().plusMs(1);
    QCOMPARE(entries(filter).size(), whole.size() + 1);
    api::AuditQuery tooMany;
    tooMany.limit = 10'001;
    REFUSED(world.get(world.workspace->audit().page(world.call, tooMany)), ErrorCode::InvalidArgument);
}

void TestAuditReading::hostileTextIsInertInTheExport() {
    auto& world = *m_world;
    auto call = world.call;
    call.reason = "=cmd|' /C calc'!A0\n<b>x</b> '; DROP TABLE audit_entry; --";
    DONE(world.get(world.dispatch().setDuty(call, CourierId("ann"), false)));
    const auto path = world.folder.filePath(QStringLiteral("audit.csv"));
    const auto rows = world.get(world.workspace->audit().exportCsv(world.call, {}, path.toStdString(), {}));
    DONE(rows);
    const auto all = entries();
    QCOMPARE(*rows, static_cast<std::int64_t>(all.size() - 1));  // the last one is the export's own
    QCOMPARE(all[all.size() - 2].reason, call.reason);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto text = file.readAll();
    QVERIFY(text.startsWith("seq,at,actor,via,operation,outcome,subject,reason,detail,hash,key,seal\r\n"));
    QVERIFY(text.contains("\"'=cmd|"));
    QVERIFY(!text.contains(",=cmd") && !text.contains(",\"=cmd"));
    REFUSED(world.get(world.workspace->audit().exportCsv(world.call, {}, "/nowhere/x.csv", {})), ErrorCode::Storage);
}

void TestAuditReading::everyColumnOfTheExportHoldsItsOwn() {
    auto& world = *m_world;
    dutyChanges(1);
    const auto state = world.get(world.workspace->audit().state(world.call));
    DONE(state);
    const auto entry = entries().back();
    const auto path = world.folder.filePath(QStringLiteral("audit.csv"));
    api::AuditFilter filter;
    filter.operations = {"dispatch.set_duty"};
    const auto rows = world.get(world.workspace->audit().exportCsv(world.call, filter, path.toStdString(), {}));
    QVERIFY(rows && *rows == 1);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto lines = file.readAll().split('\n');
    QCOMPARE(lines.size(), 3);  // the last one is empty
    const auto columns = lines[1].trimmed().split(',');
    QCOMPARE(columns.size(), 12);
    const std::string expected[] = {std::to_string(entry.seq),
                                    "2024-06-01T00:00:00.001Z",
                                    "local:tester",
                                    std::string(api::toText(entry.via)),
                                    "dispatch.set_duty",
                                    "done",
                                    "courier ann",
                                    "because",
                                    "off duty",
                                    base::hexOf(base::bytesOf(state->head.hash)),
                                    state->keyId};
    for (std::size_t i = 0; i < std::size(expected); ++i) {
        QCOMPARE(columns[static_cast<qsizetype>(i)], QByteArray::fromStdString(expected[i]));
    }
    QCOMPARE(columns[11].size(), 64);
    QVERIFY(columns[11] != columns[9] && !columns[10].isEmpty());
}

void TestAuditReading::exportsAreWrittenWithFilterAndCount() {
    auto& world = *m_world;
    QVERIFY(world.buy("A1") && world.buy("A2"));
    const auto path = world.folder.filePath(QStringLiteral("x.csv")).toStdString();
    api::OrderQuery query;
    query.filter.campus = CampusId("north");
    query.filter.statuses = {api::OrderStatus::WaitPickUp, api::OrderStatus::Closed};
    DONE(world.get(world.orders().exportCsv(world.call, query, path, {})));
    auto entry = entries().back();
    QCOMPARE(entry.operation, std::string("data.export"));
    QCOMPARE(entry.subject, std::string("orders"));
    QCOMPARE(entry.detail, "2 rows; filter status=WAIT_PICK_UP|CLOSED, campus=north; to " + path);
    QCOMPARE(entry.actor, world.call.actor.name);
    DONE(world.get(world.workspace->returns().exportCsv(world.call, {}, path, {})));
    QCOMPARE(entries().back().detail, "0 rows; no filter; to " + path);
    DONE(world.get(world.workspace->ledger().exportCsv(world.call, {}, path, {})));
    QCOMPARE(entries().back().subject, std::string("ledger"));
    DONE(world.get(world.workspace->campaigns().exportDraws(world.call, {}, path, {})));
    QCOMPARE(entries().back().subject, std::string("draws"));
    api::AuditFilter filter;
    filter.operations = {"data."};
    DONE(world.get(world.workspace->audit().exportCsv(world.call, filter, path, {})));
    QCOMPARE(QString::fromStdString(entries().back().detail),
             QString::fromStdString("4 rows; filter operation=data.; to " + path));
    DONE(world.get(world.workspace->audit().noteExport(world.call, {"couriers", "campus=north", 7, path})));
    QCOMPARE(entries().back().detail, "7 rows; filter campus=north; to " + path);
    DONE(world.get(world.workspace->audit().noteImport(world.call, {"orders", "till", path, 9, 4, 1, true})));
    QCOMPARE(entries().back().operation, std::string("data.import"));
    QCOMPARE(entries().back().subject, std::string("orders"));
    QCOMPARE(entries().back().detail,
             "9 rows, not all of the file; 4 accepted, 1 rejected; profile till; from " + path);
    // What did not come about is not told.
    const auto before = entries().size();
    REFUSED(world.get(world.orders().exportCsv(world.call, query, "/dev/full", {})), ErrorCode::Storage);
    REFUSED(world.get(world.orders().exportCsv(world.call, query, "/nowhere/x.csv", {})), ErrorCode::Storage);
    QCOMPARE(entries().size(), before);
}

}  // namespace test_audit_reading

QTEST_GUILESS_MAIN(test_audit_reading::TestAuditReading)
#include "test_audit_reading.moc"
