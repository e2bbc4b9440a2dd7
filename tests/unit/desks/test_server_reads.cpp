// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of a workspace in MariaDB: pages at any depth send no more than themselves, in every order; what is cancelled
// ends on the server too, by KILL QUERY.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>

#include "app/workspace/workspace.h"
#include "tests/support/check.h"
#include "tests/support/servers/mariadb_server.h"
#include "tests/support/servers/other_connection.h"

namespace test_server_reads {

using namespace evenhand;

namespace {

constexpr std::int64_t kOrders = 40'000;
const api::Call kCall{api::Actor::administrator("test"), "because", {}};

}  // namespace

class TestServerReads : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_workspace.reset(); }
    void pagesJoinWithoutGapAtEveryDepth_data();
    void pagesJoinWithoutGapAtEveryDepth();
    void aDeepPageSendsOnlyItself();
    void anExportIsWhole();
    void cancelledReadsEndOnTheServer();

private:
    /// A figure of the reader's own session.
    std::int64_t sessionFigure(const char* name) {
        auto answer = m_workspace->core().reader().ask<std::int64_t>(
            [name](store::Database& database, const runtime::CancelCheck&) -> Result<std::int64_t> {
                auto& figure = database.statement(
                    "SELECT variable_value AS value FROM information_schema.session_status WHERE variable_name = ?");
                EVENHAND_TRY(figure.bind(name).query());
                const auto value = figure.next() ? std::stoll(figure.text("value")) : -1;
                figure.finish();
                return value;
            });
        return answer.result().value_or(-1);
    }
    std::vector<std::string> page(api::OrderQuery query, std::int64_t offset, std::int64_t limit) {
        query.offset = offset;
        query.limit = limit;
        std::vector<std::string> numbers;
        if (const auto rows = m_workspace->orders().page(kCall, query).result(); rows) {
            for (const auto& row : *rows) {
                numbers.push_back(row.orderNo.str());
            }
        }
        return numbers;
    }

    QTemporaryDir m_folder;
    std::unique_ptr<app::Workspace> m_workspace;
    std::unique_ptr<store::Database> m_other;
};

void TestServerReads::initTestCase() {
    auto* server = evenhand::testing::sharedMariadb();
    QVERIFY(server);
    const auto settings = server->newDatabase();
    EVENHAND_NEED(settings);
    const auto folder = m_folder.filePath(QStringLiteral("w")).toStdString();
    auto made = app::Workspace::create(folder, {.database = settings->url()}, {});
    EVENHAND_NEED(made);
    m_workspace = std::move(*made);
    EVENHAND_NEED(
        m_workspace->dispatch().upsertCouriers(kCall, {{CourierId("k"), CampusId("north"), "K", "", true}}).result());
    auto other = evenhand::testing::openOther(folder, store::Database::Access::ReadWrite);
    EVENHAND_NEED(other);
    m_other = std::move(*other);
    // Order i of 0 … kOrders − 1, many of them equal in what tables are sorted by.
    EVENHAND_NEED(m_other->execute(
        "INSERT INTO orders (order_no, body_hash, user_id, campus_id, status, payable, placed_at, created_at, paid_at, "
        "courier_id, epoch, version) "
        "SELECT 'N' || seq, '', 'u' || (seq % 97), 'north', CASE seq % 3 WHEN 0 THEN 'WAIT_PAY' WHEN 1 THEN "
        "'COMPLETED' ELSE 'CLOSED' END, seq % 50, 1000 + seq / 20, 1, CASE seq % 3 WHEN 1 THEN 5 + seq % 7 END, "
        "CASE seq % 3 WHEN 1 THEN 'k' END, 1, 1 FROM seq_0_to_" +
        std::to_string(kOrders - 1)));
}

void TestServerReads::pagesJoinWithoutGapAtEveryDepth_data() {
    QTest::addColumn<int>("sort");
    QTest::addColumn<bool>("descending");
    using Sort = api::OrderSort;
    for (const auto& [name, sort] :
         {std::pair("placed", Sort::Placed), std::pair("number", Sort::OrderNo), std::pair("status", Sort::Status),
          std::pair("campus", Sort::Campus), std::pair("courier", Sort::Courier), std::pair("payable", Sort::Payable),
          std::pair("user", Sort::User), std::pair("paid", Sort::PaidAt)}) {
        for (const bool descending : {false, true}) {
            QTest::addRow("%s %s", name, descending ? "down" : "up") << static_cast<int>(sort) << descending;
        }
    }
}

void TestServerReads::pagesJoinWithoutGapAtEveryDepth() {
    QFETCH(int, sort);
    QFETCH(bool, descending);
    api::OrderQuery query;
    query.sort = static_cast<api::OrderSort>(sort);
    query.descending = descending;
    for (const std::int64_t depth : {std::int64_t{0}, kOrders / 2 - 1, kOrders - 600}) {
        const auto whole = page(query, depth, 600);
        QCOMPARE(whole.size(), std::size_t{600});
        auto joined = page(query, depth, 256);
        for (const std::int64_t next : {256, 512}) {
            const auto more = page(query, depth + next, std::min<std::int64_t>(256, 600 - next));
            joined.insert(joined.end(), more.begin(), more.end());
        }
        QCOMPARE(joined, whole);
        std::sort(joined.begin(), joined.end());
        QVERIFY(std::adjacent_find(joined.begin(), joined.end()) == joined.end());
    }
    QVERIFY(page(query, kOrders, 256).empty());
}

void TestServerReads::aDeepPageSendsOnlyItself() {
    api::OrderQuery query;
    query.filter.statuses = {api::OrderStatus::Completed, api::OrderStatus::Closed};
    const auto before = sessionFigure("ROWS_SENT");
    QVERIFY(before >= 0);
    QCOMPARE(page(query, 20'000, 100).size(), std::size_t{100});
    const auto sent = sessionFigure("ROWS_SENT") - before;
    QVERIFY2(sent < 400, qPrintable(QString::number(sent)));  // the page, and the few rows around it
}

void TestServerReads::anExportIsWhole() {
    api::OrderQuery query;
    query.filter.statuses = {api::OrderStatus::Completed};
    const auto path = m_folder.filePath(QStringLiteral("orders.csv"));
    const auto rows = m_workspace->orders().exportCsv(kCall, query, path.toStdString(), {}).result();
    EVENHAND_NEED(rows);
    QCOMPARE(*rows, kOrders / 3);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll().count("\r\n"), *rows + 1);
}

void TestServerReads::cancelledReadsEndOnTheServer() {
    auto* server = evenhand::testing::sharedMariadb();
    const auto kills = [&] {
        const auto count = server->value(
            "SELECT variable_value FROM information_schema.global_status WHERE variable_name = 'COM_KILL'");
        return count ? count->toLongLong() : -1;
    };
    // The reader's connection: the engine's own may wait for the table too.
    const auto reader =
        m_workspace->core()
            .reader()
            .ask<std::int64_t>([](store::Database& database, const runtime::CancelCheck&) -> Result<std::int64_t> {
                auto& id = database.statement("SELECT CONNECTION_ID()");
                EVENHAND_TRY(id.query());
                const auto value = id.next() ? id.onlyNumber() : -1;
                id.finish();
                return value;
            })
            .result();
    EVENHAND_NEED(reader);
    const auto waiting = [&] {
        const auto count = server->value(
            qPrintable(QStringLiteral("SELECT COUNT(*) FROM information_schema.processlist WHERE state LIKE "
                                      "'Waiting for table%lock' AND id = ") +
                       QString::number(*reader)));
        return count ? count->toInt() : -1;
    };
    for (int round = 0; round < 3; ++round) {
        const auto before = kills();
        EVENHAND_NEED(m_other->execute("LOCK TABLES orders WRITE"));  // so that a page waits
        api::OrderQuery query;
        query.offset = 20'000;
        auto running = m_workspace->orders().page(kCall, query);
        while (waiting() == 0) {
        }
        running.cancel();
        QVERIFY(sessionFigure("ROWS_SENT") >= 0);  // the reader is free again while the table is still kept
        QCOMPARE(waiting(), 0);
        QCOMPARE(kills(), before + 1);
        EVENHAND_NEED(m_other->execute("UNLOCK TABLES"));
        QCOMPARE(page(query, 20'000, 10).size(), std::size_t{10});
    }
}

}  // namespace test_server_reads

QTEST_GUILESS_MAIN(test_server_reads::TestServerReads)
#include "test_server_reads.moc"
