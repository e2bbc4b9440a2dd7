// SPDX-License-Identifier: GPL-3.0-or-later
// Every table that can be sorted, by every column it can be sorted by, in both directions, on both databases: pages of
// three rows over some thousand, many of them equal in that column, hold each row once and in order, also where a
// filter leaves some of them; and a page reads no more of the table than itself.
#include <sqlite3.h>

#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "engine/store/database/database.h"
#include "engine/store/database/migrator.h"
#include "engine/store/database/mysql_settings.h"
#include "engine/store/pages/refund_page_store.h"
#include "engine/store/pages/return_page_store.h"
#include "engine/store/pages/search_store.h"
#include "engine/store/pages/task_page_store.h"
#include "engine/store/pages/timer_page_store.h"
#include "engine/store/records/alert_store.h"
#include "engine/store/records/audit_store.h"
#include "engine/store/records/draw_store.h"
#include "engine/store/records/ledger_store.h"
#include "engine/store/records/webhook_store.h"
#include "tests/support/check.h"
#include "tests/support/expect.h"
#include "tests/support/servers/mariadb_server.h"

namespace test_sorted_pages {

using namespace evenhand;

namespace {

constexpr std::int64_t kRows = 4'000;
/// Of a page of three: reading and sorting the table would take ten times as much.
constexpr std::int64_t kMaxSteps = 4'000;  ///< of SQLite's virtual machine
constexpr std::int64_t kMaxReads = 400;    ///< rows and entries of indexes on the server

std::int64_t steps = 0;
std::int64_t values = 0;  ///< bound to statements of SQLite

int onStatementEnd(unsigned, void*, void* statement, void*) {
    steps += sqlite3_stmt_status(static_cast<sqlite3_stmt*>(statement), SQLITE_STMTSTATUS_VM_STEP, 1);
    values += sqlite3_bind_parameter_count(static_cast<sqlite3_stmt*>(statement));
    return 0;
}

int onOpen(sqlite3* connection, char**, const void*) {
    return sqlite3_trace_v2(connection, SQLITE_TRACE_PROFILE, onStatementEnd, connection);
}

/// " FROM" the numbers 0 … kRows − 1 as n.i.
std::string fromNumbers() {
    std::string digits = "(SELECT 0 AS d";
    for (int digit = 1; digit < 10; ++digit) {
        digits += " UNION ALL SELECT " + std::to_string(digit);
    }
    digits += ")";
    return " FROM (SELECT a.d + 10 * b.d + 100 * c.d + 1000 * e.d AS i FROM " + digits + " a CROSS JOIN " + digits +
           " b CROSS JOIN " + digits +
           " c CROSS JOIN (SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3) e) n";
}

/// Rows of every table. In what they are sorted by many are equal, and its order is not that of the ids.
std::vector<std::string> makingRows() {
    const std::string campus =
        "INSERT INTO campus(campus_id, name, mode, join_rule, start_weight, step, log_ttl_ms, "
        "calibrate_minute, calibrate_from, duty_version, paused) VALUES ";
    std::vector<std::string> all = {
        campus + "('north', 'North', 'strong', 'fair_from_now', 1, 1, 60000, -1, 0, 0, 0)",
        campus + "('south', 'South', 'strong', 'fair_from_now', 1, 1, 60000, -1, 0, 0, 0)",
        "INSERT INTO webhook(webhook_id, name, url, events, enabled, allow_private, allow_plain, secret_name, "
        "created_at, created_by, version) SELECT i + 1, 'hook', 'https://example.org', 'order.assigned', 1, 0, 0, 's', "
        "1, 'ann', 1",
        "INSERT INTO webhook_event(event_id, message_id, event, subject, at, body) SELECT i + 1, 'msg_' || i, "
        "'order.assigned', 'N1', 1, '{}'",
        "INSERT INTO campaign(campaign_no, campaign_id, name, budget, places, max_discount, queues, count_limit, "
        "amount_limit, begin_at, end_at, cap_at_max, validity_ms, recovery_ms, state, version) SELECT i + 1, 'C' || i, "
        "'Spring', 1, 1, 10, 1, 1, 1, 1, 2, 1, 1000, 1000, 'running', 1",
    };
    for (auto& few : std::vector<std::string*>{&all[2], &all[3], &all[4]}) {
        *few += fromNumbers() + " WHERE n.i < 3";
    }
    const auto add = [&](const std::string& insert) { all.push_back(insert + fromNumbers()); };
    // A few timers are dead.
    add("INSERT INTO orders(order_id, order_no, body_hash, user_id, campus_id, status, payable, placed_at, created_at, "
        "epoch, version, timer, due_at) SELECT i + 1, 'N' || i, X'', 'u', CASE i % 2 WHEN 0 THEN 'north' ELSE 'south' "
        "END, 'WAIT_PAY', 100, 1, 1, 1, 1, CASE i % 3 WHEN 0 THEN 'unpaid' WHEN 1 THEN 'pick_up_late' ELSE "
        "'auto_confirm' END, CASE i % 200 WHEN 7 THEN NULL ELSE 1000 + i * 7 % 50 END");
    all.push_back(
        "INSERT INTO timer_failure(order_id, kind, due_at, attempts, reason, dead_at) SELECT order_id, timer, 1000 + "
        "order_id % 50, 9, 'because', 2000 FROM orders WHERE due_at IS NULL");
    add("INSERT INTO deduction(deduction_id, order_id, at) SELECT i + 1, i + 1, 1");
    add("INSERT INTO goods_return(return_id, return_no, deduction_id, order_id, campus_id, body_hash, matched, status, "
        "stage, goods, goods_first, units, asked_amount, requester, reason, requested_at, created_at, round, version) "
        "SELECT i + 1, 'R' || (i * 7 % 300), i + 1, i + 1, CASE i % 3 WHEN 0 THEN 'north' ELSE 'south' END, X'', 0, "
        "'REQUESTED', CASE i % 4 WHEN 0 THEN 'approval' WHEN 1 THEN 'goods' WHEN 2 THEN 'money' ELSE 'done' END, "
        "'none', 0, 1, 100, 'ann', '', 1000 + i * 7 % 40, 1, 0, 1");
    add("INSERT INTO refund(refund_id, status, cause, source, order_id, payment_no, campus_id, amount, provider, "
        "reference, reason, requester, requested_at, last_error, version) SELECT i + 1, CASE i % 4 WHEN 0 THEN "
        "'REQUESTED' WHEN 1 THEN 'FAILED' ELSE 'SUCCEEDED' END, 'order', 'S' || i, i + 1, 'P' || (i * 7 % 300), CASE i "
        "% 3 WHEN 0 THEN 'north' WHEN 1 THEN 'south' ELSE NULL END, 1 + i * 7 % 25, 'manual', '', '', 'ann', 1000 + i "
        "* 7 % 40, '', 1");
    add("INSERT INTO ledger_entry(entry_id, at, kind, debit, credit, amount, payment_no, actor) SELECT i + 1, 1000 + i "
        "* 7 % 40, CASE i % 2 WHEN 0 THEN 'payment' ELSE 'discount' END, 'provider_clearing', 'sales', 1, 'P', 'ann'");
    add("INSERT INTO task(task_id, kind, subject, payload, position, status, due_at, attempts, token, worker, note, "
        "last_error, created_at, ended_at, dead_at) SELECT i + 1, CASE i % 3 WHEN 0 THEN 'reconcile' WHEN 1 THEN "
        "'calibrate' ELSE 'rehearsal' END, 'T' || i, '', 0, CASE i % 5 WHEN 0 THEN 'PENDING' WHEN 1 THEN 'PROCESSING' "
        "WHEN 2 THEN 'DONE' WHEN 3 THEN 'DEAD' ELSE 'DROPPED' END, CASE WHEN i % 5 < 2 THEN 1000 + i * 7 % 40 END, 0, "
        "0, '', '', '', 1, CASE WHEN i % 5 >= 2 THEN 1000 + i * 7 % 40 END, CASE i % 5 WHEN 3 THEN 1000 + i * 7 % 40 "
        "END");
    add("INSERT INTO audit_entry(seq, at, actor, via, operation, outcome, subject, reason, detail, hash, key_id, seal) "
        "SELECT i + 1, 1000 + i * 7 % 40, CASE i % 2 WHEN 0 THEN 'ann' ELSE 'bob' END, 'console', CASE i % 4 WHEN 0 "
        "THEN 'refunds.approve' WHEN 1 THEN 'orders.cancel' WHEN 2 THEN 'alerts.resolve' ELSE 'orders.pay' END, "
        "'done', 's', '', '', X'', '', X''");
    add("INSERT INTO webhook_delivery(delivery_id, event_id, webhook_id, event, status, attempts, last_status, "
        "last_error, at) SELECT i + 1, 1, 1 + i * 7 % 3, 'order.assigned', CASE i % 4 WHEN 0 THEN 'pending' WHEN 1 "
        "THEN 'dead' ELSE 'delivered' END, 0, 0, '', 1");
    add("INSERT INTO alert(alert_id, order_id, campus_id, kind, subject, subject_id, level, version, state, due_at, "
        "fired_at, repeats) SELECT i + 1, i + 1, CASE i % 3 WHEN 0 THEN 'north' WHEN 1 THEN 'south' ELSE NULL END, "
        "'unassigned', 'order', 'x', 0, 1, CASE i % 4 WHEN 0 THEN 'firing' WHEN 1 THEN 'acknowledged' WHEN 2 THEN "
        "'silenced' ELSE 'resolved' END, 1000 + i * 7 % 40, 1, 0");
    add("INSERT INTO campaign_draw(draw_no, draw_id, campaign_no, user_id, state, queue, amount, at) SELECT i + 1, 'D' "
        "|| (i * 37 % 4000), 1 + i % 3, 'u' || (i % 5), 'granted', 0, 1, 1");
    return all;
}

}  // namespace

class TestSortedPages : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() {
        m_database.reset();
        sqlite3_reset_auto_extension();
    }

    void refunds();
    void returns();
    void ledger();
    void tasks();
    void timers();
    void alerts();
    void alertsByTheirIds();
    void auditLog();
    void deliveries();
    void draws();
    void searches();
    void aRowToGoOnBehindIsOfTheListsOwnOrder();

private:
    /// What `read` takes of the database.
    template <typename Read>
    std::int64_t costOf(Read read) {
        if (!evenhand::testing::onMariadb()) {
            steps = 0;
            read();
            return steps;
        }
        const auto before = rowsRead();
        const auto asking = rowsRead() - before;
        read();
        return rowsRead() - before - 2 * asking;
    }
    std::int64_t rowsRead() {
        auto& figure = m_database->statement(
            "SELECT CAST(SUM(variable_value) AS SIGNED) AS row_reads FROM information_schema.session_status WHERE "
            "variable_name LIKE 'HANDLER_READ%'");
        if (!figure.query() || !figure.next()) {
            return -1;
        }
        const auto value = figure.number("row_reads");
        figure.finish();
        return value;
    }

    /// Pages of three rows, at the beginning, where the rows end, and behind them.
    template <typename Query, typename Page, typename KeysOf, typename Keys>
    void piecesMakeTheWhole(Query query, Page page, KeysOf keysOf, const Keys& whole) {
        const auto size = static_cast<std::int64_t>(whole.size());
        std::vector<std::int64_t> offsets;
        for (std::int64_t i = 0; i < 60; i += 3) {
            offsets.push_back(i);
            offsets.push_back(std::max<std::int64_t>(0, size - 58 + i));
        }
        query.limit = 3;
        for (const auto offset : offsets) {
            query.offset = offset;
            const auto rows = page(*m_database, query);
            EVENHAND_NEED(rows);
            const auto from = whole.begin() + std::min(offset, size);
            QVERIFY(keysOf(*rows) == Keys(from, from + std::min<std::int64_t>(3, whole.end() - from)));
        }
    }

    /// `key(row, descending)`: what the rows are sorted by, and last the id. `filter(query)` leaves the rows that
    /// `keep(row)`. `bounded`: an index serves the order, whatever the filter.
    template <typename Query, typename Page, typename Key, typename Filter, typename Keep>
    void comesInOrder(Query query, Page page, Key key, Filter filter, Keep keep, bool bounded = true) {
        for (const bool descending : {false, true}) {
            query.descending = descending;
            query.offset = 0;
            query.limit = 10'000;
            const auto rows = page(*m_database, query);
            EVENHAND_NEED(rows);
            QCOMPARE(static_cast<std::int64_t>(rows->size()), kRows);
            const auto keysOf = [&](const auto& some) {
                std::vector<decltype(key(some.front(), true))> keys;
                for (const auto& row : some) {
                    keys.push_back(key(row, descending));
                }
                return keys;
            };
            const auto whole = keysOf(*rows);
            for (std::size_t i = 1; i < whole.size(); ++i) {
                QVERIFY2(descending ? whole[i] < whole[i - 1] : whole[i - 1] < whole[i],
                         descending ? "descending" : "ascending");
            }
            piecesMakeTheWhole(query, page, keysOf, whole);

            auto some = query;
            filter(some);
            std::remove_cvref_t<decltype(*rows)> kept;
            std::copy_if(rows->begin(), rows->end(), std::back_inserter(kept), keep);
            QVERIFY(!kept.empty() && kept.size() < rows->size());
            const auto found = page(*m_database, some);
            EVENHAND_NEED(found);
            QVERIFY(keysOf(*found) == keysOf(kept));
            piecesMakeTheWhole(some, page, keysOf, keysOf(kept));

            if (!bounded) {
                continue;
            }
            query.limit = 3;
            const auto cost = costOf([&] { QCOMPARE(page(*m_database, query)->size(), std::size_t{3}); });
            QVERIFY2(cost > 0 && cost < (evenhand::testing::onMariadb() ? kMaxReads : kMaxSteps),
                     qPrintable(QStringLiteral("%1 for sort %2, %3")
                                    .arg(cost)
                                    .arg(static_cast<int>(query.sort))
                                    .arg(QLatin1String(descending ? "descending" : "ascending"))));
        }
    }

    QTemporaryDir m_folder;
    std::unique_ptr<store::Database> m_database;
};

void TestSortedPages::initTestCase() {
    sqlite3_auto_extension(reinterpret_cast<void (*)()>(onOpen));
    store::MysqlSettings settings;
    if (evenhand::testing::onMariadb()) {
        auto* server = evenhand::testing::sharedMariadb();
        QVERIFY(server);
        const auto made = server->newDatabase();
        EVENHAND_NEED(made);
        settings = *made;
    }
    auto opened = evenhand::testing::onMariadb()
                      ? store::Database::openMysql(settings, store::Database::Access::ReadWrite)
                      : store::Database::openSqlite(m_folder.filePath(QStringLiteral("w.db")).toStdString(),
                                                    store::Database::Access::ReadWrite, true);
    EVENHAND_NEED(opened);
    m_database = std::move(*opened);
    EVENHAND_NEED(store::createSchema(
        *m_database, {0, "b7a1f9a2-1111-4222-8333-444455556666", "CNY", 2, "Asia/Shanghai", {1}, "local:ann"}));
    EVENHAND_NEED(m_database->begin());
    for (const auto& text : makingRows()) {
        EVENHAND_NEED(m_database->execute(text));
    }
    EVENHAND_NEED(m_database->commit());
    if (evenhand::testing::onMariadb()) {  // the server plans by its figures, which it otherwise makes some time later
        for (const char* table : {"orders", "refund", "goods_return", "ledger_entry", "task", "audit_entry",
                                  "webhook_delivery", "alert", "campaign_draw"}) {
            EVENHAND_NEED(evenhand::testing::sharedMariadb()->run("ANALYZE TABLE " + settings.database + "." + table));
        }
    }
}

void TestSortedPages::refunds() {
    using Sort = api::RefundSort;
    for (const auto sort : {Sort::Requested, Sort::Status, Sort::Campus, Sort::Amount, Sort::PaymentNo}) {
        const auto key = [sort](const api::RefundRow& row, bool) {
            const auto text = sort == Sort::Status      ? std::string(api::toText(row.status))
                              : sort == Sort::Campus    ? row.campus.str()
                              : sort == Sort::PaymentNo ? row.paymentNo.str()
                                                        : std::string();
            const bool timed = sort == Sort::Requested || sort == Sort::Status || sort == Sort::Campus;
            return std::tuple(text, timed ? row.requestedAt.ms : 0, sort == Sort::Amount ? row.amount.minor : 0,
                              row.id.value);
        };
        api::RefundQuery query;
        query.sort = sort;
        comesInOrder(
            query, store::refundPages::page, key,
            [](auto& some) {
                some.filter.statuses = {api::RefundStatus::Succeeded, api::RefundStatus::Failed};
                some.filter.campus = CampusId("north");
            },
            [](const auto& row) {
                return row.status != api::RefundStatus::Requested && row.campus == CampusId("north");
            });
        comesInOrder(
            query, store::refundPages::page, key,
            [](auto& some) {
                some.filter.statuses = {api::RefundStatus::Requested, api::RefundStatus::Failed};
            },
            [](const auto& row) { return row.status != api::RefundStatus::Succeeded; });
        // Of a campus, and of none.
        comesInOrder(
            query, store::refundPages::page, key,
            [](auto& some) {
                some.filter.campus = CampusId("north");
                some.filter.orNone = true;
            },
            [](const auto& row) { return row.campus != CampusId("south"); });
        comesInOrder(
            query, store::refundPages::page, key,
            [](auto& some) {
                some.filter.statuses = {api::RefundStatus::Succeeded, api::RefundStatus::Failed};
                some.filter.campus = CampusId("north");
                some.filter.orNone = true;
            },
            [](const auto& row) {
                return row.status != api::RefundStatus::Requested && row.campus != CampusId("south");
            });
        if (QTest::currentTestFailed()) {
            return;
        }
    }
}

void TestSortedPages::returns() {
    using Sort = api::ReturnSort;
    for (const auto sort : {Sort::Requested, Sort::Stage, Sort::Campus, Sort::Number}) {
        const auto key = [sort](const api::ReturnRow& row, bool) {
            const auto text = sort == Sort::Stage    ? std::string(api::toText(row.stage))
                              : sort == Sort::Campus ? row.campus.str()
                              : sort == Sort::Number ? row.number.str()
                                                     : std::string();
            return std::tuple(text, sort == Sort::Number ? row.deduction.value : row.requestedAt.ms, row.id.value);
        };
        api::ReturnQuery query;
        query.sort = sort;
        comesInOrder(
            query, store::returnPages::page, key,
            [](auto& some) {
                some.filter.stages = {api::ReturnStage::Done, api::ReturnStage::Goods};
                some.filter.campus = CampusId("north");
            },
            [](const auto& row) {
                return (row.stage == api::ReturnStage::Done || row.stage == api::ReturnStage::Goods) &&
                       row.campus == CampusId("north");
            });
        if (QTest::currentTestFailed()) {
            return;
        }
    }
}

void TestSortedPages::ledger() {
    using Sort = api::LedgerSort;
    for (const auto sort : {Sort::Entry, Sort::At}) {
        api::LedgerQuery query;
        query.sort = sort;
        comesInOrder(
            query, store::ledger::page,
            [sort](const api::LedgerRow& row, bool) { return std::tuple(sort == Sort::At ? row.at.ms : 0, row.entry); },
            [](auto& some) {
                some.filter.kinds = {api::LedgerKind::Discount};
                some.filter.from = Instant{1'010};
            },
            [](const auto& row) { return row.kind == api::LedgerKind::Discount && row.at.ms >= 1'010; });
        if (QTest::currentTestFailed()) {
            return;
        }
    }
}

void TestSortedPages::tasks() {
    using Sort = api::TaskSort;
    for (const auto sort : {Sort::Made, Sort::Subject, Sort::Due, Sort::Ended}) {
        // What has no such instant stands behind what has, in either direction.
        const auto key = [sort](const api::TaskRow& row, bool descending) {
            const bool byInstant = sort == Sort::Due || sort == Sort::Ended;
            const bool has = (sort == Sort::Due ? row.due : row.endedAt).has_value();
            return std::tuple(byInstant ? static_cast<int>(has == descending) : 0,
                              sort == Sort::Subject ? std::string(api::toText(row.kind)) : std::string(),
                              sort == Sort::Subject ? row.subject : std::string(),
                              byInstant ? row.due.value_or(row.endedAt.value_or(Instant{})).ms : 0, row.id.value);
        };
        api::TaskQuery query;
        query.sort = sort;
        comesInOrder(
            query, store::taskPages::page, key,
            [](auto& some) {
                some.filter.kinds = {api::TaskKind::Reconcile, api::TaskKind::Rehearsal};
                some.filter.statuses = {api::TaskStatus::Pending, api::TaskStatus::Dead};
            },
            [](const auto& row) {
                return row.kind != api::TaskKind::Calibrate &&
                       (row.status == api::TaskStatus::Pending || row.status == api::TaskStatus::Dead);
            });
        comesInOrder(
            query, store::taskPages::page, key,
            [](auto& some) {
                some.filter.statuses = {api::TaskStatus::Pending, api::TaskStatus::Processing};
                some.filter.text = "T1";
            },
            [](const auto& row) { return row.due && row.subject.starts_with("T1"); });
        if (QTest::currentTestFailed()) {
            return;
        }
    }
}

void TestSortedPages::timers() {
    using Sort = api::TimerSort;
    const auto page = [](store::Database& database, const api::TimerQuery& query) {
        return store::timerPages::page(database, query, Instant{0});
    };
    for (const auto sort : {Sort::Due, Sort::Kind}) {
        api::TimerQuery query;
        query.sort = sort;
        comesInOrder(
            query, page,
            [sort](const api::TimerRow& row, bool) {
                return std::tuple(sort == Sort::Kind ? static_cast<int>(row.kind) : 0, row.due.ms, row.order.value);
            },
            [](auto& some) {
                some.filter.kinds = {api::TimerKind::AutoConfirm, api::TimerKind::Unpaid};
                some.filter.campus = CampusId("north");
            },
            [](const auto& row) { return row.kind != api::TimerKind::PickUpLate && row.campus == CampusId("north"); });
        if (QTest::currentTestFailed()) {
            return;
        }
    }
}

void TestSortedPages::alerts() {
    using Sort = api::AlertSort;
    for (const auto sort : {Sort::Fired, Sort::Due, Sort::State}) {
        api::AlertQuery query;
        query.sort = sort;
        query.states = {api::AlertState::Firing, api::AlertState::Acknowledged, api::AlertState::Silenced,
                        api::AlertState::Resolved};
        const auto key = [sort](const api::AlertRow& row, bool) {
            const bool byState = sort == Sort::State;
            return std::tuple(byState ? std::string(api::toText(row.state)) : std::string(),
                              byState ? row.campus.str() : std::string(), sort == Sort::Due ? row.due.ms : 0, row.id);
        };
        comesInOrder(
            query, store::alerts::page, key,
            [](auto& some) {
                some.campus = CampusId("south");
                some.orNone = true;
            },
            [](const auto& row) { return row.campus != CampusId("north"); });
        comesInOrder(
            query, store::alerts::page, key,
            [](auto& some) {
                some.states = {};
                some.campus = CampusId("south");
            },
            [](const auto& row) { return row.state != api::AlertState::Resolved && row.campus == CampusId("south"); });
        if (QTest::currentTestFailed()) {
            return;
        }
    }
    // Newest first where nobody says how.
    const auto newest = store::alerts::page(*m_database, {});
    EVENHAND_NEED(newest);
    QVERIFY(newest->front().id > newest->back().id);
}

/// The ids are asked for twice: whether all their states are known, and the rows.
void TestSortedPages::alertsByTheirIds() {
    constexpr std::int64_t kIds = 512;
    constexpr std::int64_t kOthers = 20;  ///< states, the limit and the offset
    api::AlertQuery query;
    for (std::int64_t id = 1; id <= kIds; ++id) {
        query.only.push_back(AlertId{id});
    }
    query.limit = kIds;
    values = 0;
    const auto rows = store::alerts::page(*m_database, query);
    EVENHAND_NEED(rows);
    QCOMPARE(static_cast<std::int64_t>(rows->size()), kIds);
    if (!evenhand::testing::onMariadb()) {
        QVERIFY(values >= 2 * kIds);
        QVERIFY2(values <= 2 * kIds + kOthers, qPrintable(QString::number(values)));
    }
}

void TestSortedPages::auditLog() {
    using Sort = api::AuditSort;
    for (const auto sort : {Sort::Number, Sort::At, Sort::Operation}) {
        api::AuditQuery query;
        query.sort = sort;
        comesInOrder(
            query, store::audit::page,
            [sort](const api::AuditRecord& row, bool) {
                return std::tuple(sort == Sort::At ? row.at.ms : 0,
                                  sort == Sort::Operation ? row.operation : std::string(), row.seq);
            },
            [](auto& some) {
                some.filter.actor = "ann";
                some.filter.from = Instant{1'010};
                some.filter.operations = {"refunds.", "orders.cancel"};
            },
            [](const auto& row) {
                return row.actor == "ann" && row.at.ms >= 1'010 && row.operation == "refunds.approve";
            });
        if (QTest::currentTestFailed()) {
            return;
        }
    }
}

void TestSortedPages::deliveries() {
    using Sort = api::DeliverySort;
    for (const auto sort : {Sort::Made, Sort::Status, Sort::Webhook}) {
        const auto key = [sort](const api::DeliveryRow& row, bool) {
            return std::tuple(sort == Sort::Webhook ? row.webhook.value : 0,
                              sort == Sort::Made ? std::string() : std::string(api::toText(row.status)), row.id.value);
        };
        api::DeliveryQuery query;
        query.sort = sort;
        comesInOrder(
            query, store::webhooks::page, key,
            [](auto& some) {
                some.filter.statuses = {api::DeliveryStatus::Delivered, api::DeliveryStatus::Dead};
            },
            [](const auto& row) { return row.status != api::DeliveryStatus::Pending; });
        comesInOrder(
            query, store::webhooks::page, key, [](auto& some) { some.filter.webhook = WebhookId{2}; },
            [](const auto& row) { return row.webhook == WebhookId{2}; });
        if (QTest::currentTestFailed()) {
            return;
        }
    }
}

void TestSortedPages::draws() {
    using Sort = api::DrawSort;
    for (const auto sort : {Sort::Drawn, Sort::Id}) {
        api::DrawQuery query;
        query.sort = sort;
        std::map<std::string, int> drawn;  // a row does not say when it was made
        const auto made = store::draws::page(*m_database, {{}, false, 0, 10'000});
        EVENHAND_NEED(made);
        for (const auto& row : *made) {
            drawn.emplace(row.id.str(), static_cast<int>(drawn.size()));
        }
        QCOMPARE(drawn.at("D0"), 0);
        QCOMPARE(drawn.at("D37"), 1);
        comesInOrder(
            query, store::draws::page,
            [&](const api::DrawRow& row, bool) {
                return std::tuple(sort == Sort::Drawn ? drawn.at(row.id.str()) : 0, row.id.str());
            },
            [](auto& some) {
                some.filter.campaign = CampaignId("C1");
                some.filter.user = UserId("u2");
            },
            [](const auto& row) { return row.campaign == CampaignId("C1") && row.user == UserId("u2"); });
        if (QTest::currentTestFailed()) {
            return;
        }
    }
}

/// What a search reads does not grow with orders, users, payments, returns and refunds.
void TestSortedPages::searches() {
    using Kind = api::SearchKind;
    store::SearchStore search(std::make_shared<store::OrderNumbers>());
    const auto more = search.readAhead(*m_database);
    EVENHAND_NEED(more);
    QVERIFY(!*more);
    const auto costs = [&](Kind kind, const char* text) {
        return costOf([&] {
            const auto ids = search.orderIds(*m_database, text, 8);
            EVENHAND_NEED(ids);
            const auto hits = search.find(*m_database, kind, {text, 8, *ids});
            EVENHAND_NEED(hits);
            QVERIFY2(!hits->empty(), text);
        });
    };
    const auto most = 2 * (evenhand::testing::onMariadb() ? kMaxReads : kMaxSteps);
    for (const auto& [kind, text] :
         {std::pair(Kind::Order, "N"), std::pair(Kind::Order, "399"), std::pair(Kind::User, "u"),
          std::pair(Kind::Return, "R"), std::pair(Kind::Return, "N399"), std::pair(Kind::Refund, "P"),
          std::pair(Kind::Refund, "N399")}) {
        const auto cost = costs(kind, text);
        QVERIFY2(cost > 0 && cost < most, qPrintable(QStringLiteral("%1 for %2 %3")
                                                         .arg(cost)
                                                         .arg(QLatin1String(api::toText(kind).data()))
                                                         .arg(QLatin1String(text))));
    }
}

void TestSortedPages::aRowToGoOnBehindIsOfTheListsOwnOrder() {
    api::RefundQuery refunds;
    refunds.after = api::RefundKey{Instant{1'000}, RefundId{1}};
    DONE(store::refundPages::page(*m_database, refunds));
    refunds.sort = api::RefundSort::Amount;
    REFUSED_FIELD(store::refundPages::page(*m_database, refunds), ErrorCode::InvalidArgument, "after");
    api::ReturnQuery returns;
    returns.after = api::ReturnKey{Instant{1'000}, ReturnId{1}};
    returns.sort = api::ReturnSort::Number;
    REFUSED_FIELD(store::returnPages::page(*m_database, returns), ErrorCode::InvalidArgument, "after");
    api::LedgerQuery entries;
    entries.after = LedgerEntryId{1};
    entries.sort = api::LedgerSort::At;
    REFUSED_FIELD(store::ledger::page(*m_database, entries), ErrorCode::InvalidArgument, "after");
    api::TaskQuery tasks;
    tasks.after = TaskId{1};
    tasks.sort = api::TaskSort::Due;
    REFUSED_FIELD(store::taskPages::page(*m_database, tasks), ErrorCode::InvalidArgument, "after");
    api::AuditQuery log;
    log.after = 1;
    log.sort = api::AuditSort::At;
    REFUSED_FIELD(store::audit::page(*m_database, log), ErrorCode::InvalidArgument, "after");
    api::DeliveryQuery deliveries;
    deliveries.after = DeliveryId{1};
    deliveries.sort = api::DeliverySort::Status;
    REFUSED_FIELD(store::webhooks::page(*m_database, deliveries), ErrorCode::InvalidArgument, "after");
}

}  // namespace test_sorted_pages

QTEST_GUILESS_MAIN(test_sorted_pages::TestSortedPages)
#include "test_sorted_pages.moc"
