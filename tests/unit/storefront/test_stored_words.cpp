// SPDX-License-Identifier: GPL-3.0-or-later
// An unknown word, in each column that holds words, one at a time: the workspace opens or says why not,
// whoever reads the row is told of table, row, column and word, nothing else is disturbed, and verify finds it. On both
// databases: which column a value comes from is asked of each in its own way.
#include <QDirIterator>
#include <QRegularExpression>
#include <QtTest>
#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "app/workspace/verification.h"
#include "engine/store/words/stored_words.h"
#include "tests/support/servers/other_connection.h"
#include "tests/support/shops/shop_history.h"

namespace test_stored_words {

using namespace evenhand;

namespace {

const api::Call kCall{api::Actor::administrator("test"), "because", {}};
constexpr const char* kNonsense = "nonsense";

std::string nameOf(const store::StoredWord& word) { return std::string(word.table) + "." + std::string(word.column); }

/// Rows of the tables that an hour of the shop leaves empty.
constexpr const char* kMore[] = {
    "INSERT INTO owed_payment VALUES ('lost', 'A1', 5, 1, 'late', NULL)",
    "INSERT INTO timer_failure SELECT order_id, timer, due_at, 1, 'x', NULL, NULL FROM orders WHERE timer IS NOT NULL "
    "LIMIT 1",
    "INSERT INTO alert(order_id, campus_id, kind, subject, subject_id, state, level, due_at, fired_at, repeats, "
    "version) SELECT order_id, campus_id, 'unassigned', 'order', order_no, 'firing', 0, 1, 1, 0, 1 FROM orders LIMIT 1",
    "INSERT INTO alert_limit VALUES ('spread', 1)",
    "INSERT INTO task_hold VALUES ('rehearsal', 1, 'x', 'x')",
    "INSERT INTO task_schedule VALUES ('x', 'rehearsal', '', NULL, NULL, 9000000000000)",
    "INSERT INTO task(kind, subject, payload, position, status, attempts, token, worker, note, last_error, created_at, "
    "ended_at) VALUES ('rehearsal', 'x', '', 0, 'DONE', 1, 1, '', '', '', 1, 9000000000000)",
    "INSERT INTO task_sum(kind, stripe, created, cleaned) SELECT 'rehearsal', 0, 1, 0 FROM (SELECT 1 AS one) x WHERE "
    "NOT EXISTS (SELECT 1 FROM task_sum WHERE kind = 'rehearsal')",
    "INSERT INTO ring_change(at, what, worker, workers, moved) VALUES (1, 'joined', 'x', 1, 0)",
    "INSERT INTO webhook(name, url, events, enabled, allow_private, allow_plain, secret_name, created_at, created_by, "
    "version) VALUES ('x', 'https://x.example/', 'order.assigned order.closed', 1, 0, 0, 'x', 1, 'x', 1)",
    "INSERT INTO webhook_event(message_id, event, subject, at, body) VALUES ('x', 'order.assigned', 'x', 1, '{}')",
    "INSERT INTO webhook_delivery(event_id, webhook_id, event, status, attempts, last_status, last_error, at) SELECT "
    "MAX(event_id), (SELECT MAX(webhook_id) FROM webhook), 'order.assigned', 'delivered', 1, 200, '', 1 FROM "
    "webhook_event",
    "INSERT INTO person(login, login_key, name, password, password_at, must_change, disabled, failures, created_at, "
    "created_by, version) VALUES ('x', 'x', 'x', 'x', 1, 0, 0, 0, 1, 'x', 1)",
    "INSERT INTO person_role SELECT MAX(person_id), 'administrator' FROM person",
    "INSERT INTO backup(status, path, started_at, bytes, row_count, audit_seq, audit_hash, scheduled, actor, error) "
    "VALUES ('verified', 'x', 1, 0, 0, 0, x'', 0, 'x', '')",
    "INSERT INTO api_token(name, key_id, hash, scopes, per_second, secret_name, created_at, created_by, revoked_by) "
    "VALUES ('x', 'x', x'', 'orders.read', 1, '', 1, 'x', '')",
    "INSERT INTO return_policy(campus_id, goods_rule) SELECT campus_id, 'money_first' FROM campus WHERE campus_id NOT "
    "IN "
    "(SELECT campus_id FROM return_policy)",
    "INSERT INTO case_setting VALUES ('age_limit_ms', '1000')",
    "INSERT INTO backup_setting VALUES ('minute_of_day', '60')",
    "INSERT INTO setting_change VALUES ('accounts', 'x', 2, 1, 'x')",
    "INSERT INTO account_setting SELECT 'idle_lock_ms', '600000' FROM (SELECT 1 AS one) x WHERE NOT EXISTS (SELECT 1 "
    "FROM account_setting)",
    "INSERT INTO timer_control SELECT 'paused:unpaid', 0 FROM (SELECT 1 AS one) x WHERE NOT EXISTS (SELECT 1 FROM "
    "timer_control)",
    "UPDATE orders SET wait_reason = 'no_courier', wait_since = 1 WHERE order_id = (SELECT MIN(order_id) FROM orders "
    "WHERE status = 'WAIT_PAY')",
    "UPDATE campaign SET end_reason = 'exhausted'",
    "UPDATE campaign_draw SET refusal = 'count_limit' WHERE refusal IS NULL AND draw_no = 1",
};

/// What nobody reads but verify: records of what has happened (timer_end, weight_entry), and what only work in the
/// background and commands look at.
const std::set<std::string> kOnlyVerified{"timer_end.kind", "timer_end.outcome", "late_order.kind", "weight_entry.kind",
                                          "task_schedule.kind"};

}  // namespace

class TestStoredWords : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        m_history = std::make_unique<test::ShopHistory>(testing::freshDatabase());
        auto database = open(m_history->path());
        EVENHAND_NEED(database);
        for (const auto* sql : kMore) {
            EVENHAND_NEED((*database)->statement(sql).write());
        }
        database->reset();
        m_copy = m_folder.filePath(QStringLiteral("w")).toStdString();
        copyTo(m_copy);
    }
    void cleanupTestCase() { drop(m_copy); }
    /// Whoever adds a column for a word lists it, or says here that it is none.
    void everyColumnForWordsIsListed() {
        const std::set<std::string> others{"meta.name", "assignment.script_sha", "assignment.message_id",
                                           "dead_letter.topic", "dead_letter.message_id", "audit_entry.operation",
                                           "audit_entry.key_id", "api_token.key_id",
                                           // gone at the end of their migration
                                           "alert_before.kind", "alert_before.state"};
        std::set<std::string> listed(others);
        for (const auto& word : store::storedWords()) {
            listed.insert(nameOf(word));
        }
        int found = 0;
        QDirIterator files(QStringLiteral(EVENHAND_SOURCE_DIR "/resources/schema"), {QStringLiteral("*.sql")});
        while (files.hasNext()) {
            QFile file(files.next());
            QVERIFY(file.open(QIODevice::ReadOnly));
            static const QRegularExpression table(QStringLiteral("^(?:CREATE|ALTER) TABLE (\\w+)"));
            static const QRegularExpression column(QStringLiteral("(\\w+) \\{word\\}"));
            QString inside;
            for (const auto& line : QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'))) {
                if (const auto match = table.match(line); match.hasMatch()) {
                    inside = match.captured(1);
                }
                if (const auto match = column.match(line); match.hasMatch() && !line.startsWith(QLatin1String("--"))) {
                    ++found;
                    const auto name = (inside + QLatin1Char('.') + match.captured(1)).toStdString();
                    QVERIFY2(listed.contains(name), name.c_str());
                }
            }
        }
        QVERIFY(found > 40);
    }
    void aWordThatStandsForNothing_data() {
        QTest::addColumn<int>("index");
        const auto all = store::storedWords();
        for (std::size_t i = 0; i < all.size(); ++i) {
            QTest::newRow((nameOf(all[i]) + std::string(all[i].only)).c_str()) << static_cast<int>(i);
        }
    }
    void aWordThatStandsForNothing() {
        QFETCH(int, index);
        const auto& word = store::storedWords()[static_cast<std::size_t>(index)];
        // To copy a database takes a server seconds, so one copy serves all words and each is put back. Not of the
        // log: opening a workspace in spite of its fault is an entry of it.
        const bool ofLog = word.table == "audit_entry";
        const QTemporaryDir folder;
        const auto path = ofLog ? folder.filePath(QStringLiteral("w")).toStdString() : m_copy;
        if (ofLog) {
            copyTo(path);
        }
        const auto gone = qScopeGuard([&] {
            if (ofLog) {
                drop(path);
            }
        });
        std::size_t rows = 0;
        std::string before;
        const std::string table(word.table), column(word.column), key(word.key);
        const auto whole = qScopeGuard([&] {
            auto database = open(path);
            EVENHAND_NEED(database);
            auto& back = (*database)->statement("UPDATE " + table + " SET " + column + " = ? WHERE " + column + " = ?");
            EVENHAND_NEED(back.bind(before).bind(kNonsense).write());
        });
        {
            auto database = open(path);
            EVENHAND_NEED(database);
            // Of refunds one that a return shows, too.
            const std::string shown =
                word.table == "refund" ? " AND return_id IS NOT NULL AND status <> 'CANCELLED'" : "";
            const std::string only = (word.only.empty() ? "" : " AND " + std::string(word.only)) + shown;
            const auto chosen = " WHERE " + key + " = (SELECT MIN(" + key + ") FROM " + table + " WHERE " + column +
                                " IS NOT NULL" + only + ")" + only;
            auto& words = (*database)->statement("SELECT DISTINCT " + column + " FROM " + table + chosen);
            EVENHAND_NEED(words.query());
            QVERIFY2(words.next(), "the history has nothing to change");
            before = words.textAt(0);
            QVERIFY2(!words.next(), "more than one word to put back");
            words.finish();
            const auto changed =
                (*database)
                    ->statement("UPDATE " + table + " SET " + column + " = '" + kNonsense + "'" + chosen)
                    .write();
            EVENHAND_NEED(changed);
            QVERIFY(*changed > 0);
            rows = static_cast<std::size_t>(*changed);
        }
        auto how = options(m_history->clock());
        auto opened = app::Workspace::open(path, how);
        if (!opened) {
            expectNamed(opened.error(), word);
            if (!ofLog) {
                return;
            }
            how.acceptAuditFault = true;
            opened = app::Workspace::open(path, how);
            EVENHAND_NEED(opened);
        }
        m_workspace = std::move(*opened);
        const auto end = qScopeGuard([this] { m_workspace.reset(); });
        const auto told = readAll(word);
        if (QTest::currentTestFailed()) {
            return;
        }
        QVERIFY2(told > 0 || kOnlyVerified.contains(nameOf(word)), "nobody who read it said so");
        // That the others are made in spite of it does not depend on the database: on a server, where all of them take
        // seconds, one word shows it.
        const bool all = !testing::onMariadb() || nameOf(word) == "orders.status";
        std::vector<std::string> offenders;
        EVENHAND_NEED(
            m_workspace->inspect([&](store::Database& database, keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
                auto checks = app::allChecks();
                std::erase_if(checks, [&](const runtime::Check& check) { return !all && check.id != "E7"; });
                EVENHAND_ASSIGN(const auto verdicts, runtime::verify(checks, {database, keyspace}));
                if (verdicts.size() != checks.size()) {
                    return fail(ErrorCode::Internal, "not every check was made");
                }
                for (const auto& verdict : verdicts) {
                    if (verdict.id == "E7") {
                        offenders = verdict.finding.offenders;
                    }
                }
                return {};
            }));
        QCOMPARE(offenders.size(), rows);
        QVERIFY2(offenders.front().find(nameOf(word)) != std::string::npos, offenders.front().c_str());
        QVERIFY2(offenders.front().find(kNonsense) != std::string::npos, offenders.front().c_str());
    }

    /// Whatever list of alerts would have had it says so, and no other.
    void anAlertInAStateThatIsNone_data() {
        QTest::addColumn<int>("sort");
        QTest::newRow("fired") << static_cast<int>(api::AlertSort::Fired);
        QTest::newRow("due") << static_cast<int>(api::AlertSort::Due);
        QTest::newRow("state") << static_cast<int>(api::AlertSort::State);
    }
    void anAlertInAStateThatIsNone() {
        QFETCH(int, sort);
        const QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("w")).toStdString();
        copyTo(path);
        const auto gone = qScopeGuard([&] { drop(path); });
        AlertId whole;
        AlertId damaged;
        CampusId campus;
        // Before all words, between them, behind them.
        for (const std::string word : {"a", "nonsense", "zzz"}) {
            {
                auto database = open(path);
                EVENHAND_NEED(database);
                EVENHAND_NEED(
                    (*database)
                        ->statement("INSERT INTO alert(order_id, campus_id, kind, subject, subject_id, state, "
                                    "level, due_at, fired_at, repeats, version) SELECT order_id, campus_id, "
                                    "'unassigned', 'order', order_no, 'firing', 0, 1, 1, 0, 1 FROM orders "
                                    "LIMIT 1")
                        .write());
                whole = {number(**database, "SELECT MIN(alert_id) FROM alert")};
                damaged = {number(**database, "SELECT MAX(alert_id) FROM alert")};
                auto& set = (*database)->statement("UPDATE alert SET state = ? WHERE alert_id = ?");
                EVENHAND_NEED(set.bind(word).bind(damaged.value).write());
                auto& where = (*database)->statement("SELECT campus_id FROM alert WHERE alert_id = ?");
                EVENHAND_NEED(where.bind(damaged.value).query());
                QVERIFY(where.next());
                campus = CampusId(where.text("campus_id"));
                where.finish();
            }
            auto opened = app::Workspace::open(path, options(m_history->clock()));
            EVENHAND_NEED(opened);
            m_workspace = std::move(*opened);
            const auto end = qScopeGuard([this] { m_workspace.reset(); });
            auto& alerts = m_workspace->alerts();
            const auto told = [&](auto answer) {
                const auto error = errorOf(std::move(answer));
                return error && error->code == ErrorCode::WorkspaceDamaged && error->field == "alert.state" &&
                       error->value == word && error->message.ends_with("alert_id " + std::to_string(damaged.value));
            };
            api::AlertQuery query;
            query.sort = static_cast<api::AlertSort>(sort);
            QVERIFY(told(alerts.page(kCall, query)));
            QVERIFY(told(alerts.count(kCall, query)));
            QVERIFY(told(alerts.counts(kCall, {})));
            QVERIFY(told(alerts.counts(kCall, campus)));
            query.states = {api::AlertState::Resolved};
            QVERIFY(told(alerts.page(kCall, query)));
            query.states = {};
            query.only = {whole, damaged};
            QVERIFY(told(alerts.page(kCall, query)));
            query.only = {whole};
            QVERIFY(!errorOf(alerts.page(kCall, query)));
            query.only = {};
            query.campus = CampusId("another");
            QVERIFY(!errorOf(alerts.page(kCall, query)));
            QVERIFY(!errorOf(alerts.counts(kCall, query.campus)));
            query.campus = campus;
            query.kinds = {api::AlertKind::DeliveryLate};
            QVERIFY(!errorOf(alerts.page(kCall, query)));
            query.kinds = {api::AlertKind::Unassigned};
            QVERIFY(told(alerts.page(kCall, query)));
            m_workspace.reset();
            auto database = open(path);
            EVENHAND_NEED(database);
            EVENHAND_NEED((*database)->statement("DELETE FROM alert WHERE alert_id = ?").bind(damaged.value).write());
        }
    }

    /// It would be in no figure of the board.
    void aDeadTimerOfAKindThatIsNone() {
        const QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("w")).toStdString();
        copyTo(path);
        const auto gone = qScopeGuard([&] { drop(path); });
        {
            auto database = open(path);
            EVENHAND_NEED(database);
            EVENHAND_NEED((*database)->statement("UPDATE timer_failure SET kind = 'nonsense', dead_at = 1").write());
        }
        auto opened = app::Workspace::open(path, options(m_history->clock()));
        EVENHAND_NEED(opened);
        m_workspace = std::move(*opened);
        const auto end = qScopeGuard([this] { m_workspace.reset(); });
        const auto error = errorOf(m_workspace->timers().board(kCall, {}));
        QVERIFY(error);
        expectNamed(*error, *store::storedWordOf("timer_failure", "kind"));
        QVERIFY(!errorOf(m_workspace->timers().board(kCall, CampusId("another"))));
    }

    /// One damaged order: nothing is done to it, and everything to the others.
    void theOtherOrdersGoOn() {
        const QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("w")).toStdString();
        copyTo(path);
        const auto gone = qScopeGuard([&] { drop(path); });
        std::int64_t damaged = 0;
        {
            auto database = open(path);
            EVENHAND_NEED(database);
            damaged = number(**database, "SELECT MIN(order_id) FROM orders WHERE timer = 'unpaid'");
            QVERIFY(number(**database, "SELECT COUNT(*) FROM orders WHERE timer = 'unpaid'") > 1);
            EVENHAND_NEED((*database)
                              ->statement("UPDATE orders SET status = 'nonsense' WHERE order_id = ?")
                              .bind(damaged)
                              .write());
        }
        base::VirtualClock clock(m_history->clock().now());
        auto opened = app::Workspace::open(path, options(clock));
        EVENHAND_NEED(opened);
        m_workspace = std::move(*opened);
        const auto end = qScopeGuard([this] { m_workspace.reset(); });
        auto database = open(path);
        EVENHAND_NEED(database);
        auto& orderNo = (*database)->statement("SELECT order_no FROM orders WHERE order_id = ?");
        EVENHAND_NEED(orderNo.bind(damaged).query());
        QVERIFY(orderNo.next());
        const OrderNo no(orderNo.text("order_no"));
        orderNo.finish();
        const auto cancelled = m_workspace->orders().cancel(kCall, {{no, 0}});
        m_workspace->runUntilIdle();
        EVENHAND_NEED(cancelled.result());
        const auto outcome = cancelled.result()->front();
        QVERIFY(outcome.error);
        expectNamed(*outcome.error, *store::storedWordOf("orders", "status"));
        for (int hour = 0; hour < 3; ++hour) {
            clock.advanceMs(3'600'000);
            m_workspace->runUntilIdle();
        }
        QCOMPARE(number(**database, "SELECT COUNT(*) FROM orders WHERE timer = 'unpaid'"), std::int64_t{1});
        QCOMPARE(number(**database, "SELECT COUNT(*) FROM orders WHERE status = 'nonsense'"), std::int64_t{1});
        QVERIFY(number(**database, "SELECT COUNT(*) FROM timer_failure WHERE reason LIKE '%orders.status%'") == 1);
    }

    /// Campuses are listed with the versions of their settings: of which kind a setting of the whole workspace is does
    /// not matter to them, and of a campus whose own are counted there is nothing to doubt.
    void settingsOfOthersHideNoCampus() {
        const QTemporaryDir folder;
        const auto path = folder.filePath(QStringLiteral("w")).toStdString();
        copyTo(path);
        const auto gone = qScopeGuard([&] { drop(path); });
        base::VirtualClock clock(m_history->clock().now());
        const auto campusesWith = [&](const char* change) -> Result<std::vector<api::CampusRow>> {
            auto database = open(path);
            if (!database) {
                return fail(std::move(database.error()));
            }
            for (const char* sql : {"DELETE FROM setting_change", change}) {
                if (auto written = (*database)->statement(sql).write(); !written) {
                    return fail(std::move(written.error()));
                }
            }
            database->reset();
            auto opened = app::Workspace::open(path, options(clock));
            if (!opened) {
                return fail(std::move(opened.error()));
            }
            const auto listed = (*opened)->dispatch().campuses(kCall);
            (*opened)->runUntilIdle();
            return listed.result();
        };
        EVENHAND_NEED(campusesWith("INSERT INTO setting_change VALUES ('nonsense', '', 2, 1, 'x')"));
        EVENHAND_NEED(
            campusesWith("INSERT INTO setting_change SELECT word, campus_id, 2, 1, 'x' FROM campus, (SELECT "
                         "'dispatch' AS word UNION ALL SELECT 'pause' UNION ALL SELECT 'nonsense') words"));
        const auto doubtful =
            campusesWith("INSERT INTO setting_change SELECT 'nonsense', MIN(campus_id), 2, 1, 'x' FROM campus");
        QVERIFY(!doubtful);
        expectNamed(doubtful.error(), *store::storedWordOf("setting_change", "kind"));
    }

private:
    void copyTo(const std::string& path) {
        QVERIFY(QDir().mkpath(QString::fromStdString(path)));
        std::filesystem::permissions(path, std::filesystem::perms::owner_all);
        EVENHAND_NEED(testing::copyWorkspace(m_history->path(), path));
    }
    /// The copy on the server; a folder goes by itself.
    static void drop(const std::string& path) {
        const auto address = app::readAddress(path);
        if (address && *address) {
            const auto settings = store::MysqlSettings::fromUrl(**address);
            EVENHAND_NEED(settings);
            EVENHAND_NEED(testing::sharedMariadb()->run("DROP DATABASE " + settings->database));
        }
    }
    static app::OpenOptions options(const base::VirtualClock& clock) {
        app::OpenOptions options;
        options.clock = &clock;
        options.seed = 7;
        options.threaded = false;
        return options;
    }
    static std::int64_t number(store::Database& database, std::string_view sql) {
        auto& statement = database.statement(sql);
        const auto found = statement.query() && statement.next() ? statement.onlyNumber() : -1;
        statement.finish();
        return found;
    }
    static Result<std::unique_ptr<store::Database>> open(const std::string& path) {
        EVENHAND_ASSIGN(auto database, testing::openOther(path, store::Database::Access::ReadWrite));
        const bool file = database->dialect().isLocalFile();
        EVENHAND_TRY(database->execute(file ? "PRAGMA foreign_keys = OFF" : "SET SESSION foreign_key_checks = 0"));
        EVENHAND_TRY(database->execute(file ? "PRAGMA ignore_check_constraints = ON"
                                            : "SET SESSION check_constraint_checks = 0"));
        return database;
    }
    static void expectNamed(const Error& error, const store::StoredWord& word) {
        QVERIFY2(error.code == ErrorCode::WorkspaceDamaged, error.text().c_str());
        if (word.table == "audit_entry") {
            // The log has a chain that says it, and an auditor reads it all the same.
            QVERIFY2(error.message.find("entry 1 ") != std::string::npos, error.text().c_str());
            return;
        }
        QVERIFY2(error.field == nameOf(word), error.text().c_str());
        QCOMPARE(error.value, std::string(kNonsense));
        QVERIFY2(error.message.find("table " + std::string(word.table) + " with " + std::string(word.key) + " ") !=
                     std::string::npos,
                 error.text().c_str());
    }
    template <typename T>
    std::optional<Error> errorOf(api::Answer<T> answer) {
        while (!answer.isFinished()) {
            m_workspace->runUntilIdle();
            QCoreApplication::processEvents();
        }
        const auto result = answer.result();
        return result ? std::nullopt : std::optional(result.error());
    }
    template <typename T>
    bool failed(api::Answer<T> answer, const store::StoredWord& word) {
        const auto error = errorOf(std::move(answer));
        if (error) {
            expectNamed(*error, word);
        }
        return error.has_value();
    }
    /// Every list and every detail that people and programs can see. Answers how many said that something is damaged.
    int readAll(const store::StoredWord& word) {
        auto& w = *m_workspace;
        int told = 0;
        const auto tried = [&](auto answer) { told += failed(std::move(answer), word) ? 1 : 0; };
        api::OrderQuery orders;
        orders.limit = 10'000;
        tried(w.orders().page(kCall, orders));
        tried(w.orders().owedPayments(kCall, 0, 100));
        std::vector<api::OrderRow> rows;
        std::vector<ActivityId> sales;
        {
            auto database = open(w.core().folder());
            if (database) {
                auto& all = (*database)->statement(
                    "SELECT order_id, order_no FROM orders WHERE order_id <= (SELECT MIN(order_id) + 4 FROM orders) OR "
                    "order_no = (SELECT MIN(order_no) FROM orders) OR order_id = (SELECT MIN(order_id) FROM "
                    "assignment)");
                if (all.query()) {
                    while (all.next()) {
                        rows.emplace_back();
                        rows.back().id = OrderId{all.number("order_id")};
                        rows.back().orderNo = OrderNo(all.text("order_no"));
                    }
                }
                auto& activities = (*database)->statement("SELECT activity_id FROM activity");
                if (activities.query()) {
                    while (activities.next()) {
                        sales.emplace_back(activities.text("activity_id"));
                    }
                }
            }
        }
        for (const auto& row : rows) {
            tried(w.orders().detail(kCall, row.orderNo));
            tried(w.dispatch().evidence(kCall, row.orderNo));
            tried(w.refunds().ofOrder(kCall, row.orderNo));
        }
        tried(w.dispatch().campuses(kCall));
        tried(w.shop().couriers(kCall, {}, 1'000));
        tried(w.shifts().rosters(kCall, {}));
        tried(w.shifts().crew(kCall, {}));
        const auto products = w.shop().products(kCall, {});
        tried(products);
        if (const auto listed = products.result()) {
            for (const auto& product : *listed) {
                tried(w.shop().stockHistory(kCall, product.sku, 0, 1'000));
            }
        }
        api::TimerQuery timers;
        timers.limit = 10'000;
        tried(w.timers().page(kCall, timers));
        api::AlertQuery open;
        open.limit = 10'000;
        tried(w.alerts().page(kCall, open));
        api::AlertQuery resolved;
        resolved.limit = open.limit;
        resolved.states = {api::AlertState::Resolved};
        tried(w.alerts().page(kCall, resolved));
        tried(w.alerts().counts(kCall, {}));
        tried(w.alerts().limits(kCall));
        // Figures are kept while nothing changes; an error is no figure.
        std::array<int, 2> toldByBoards{};
        for (auto& count : toldByBoards) {
            count = -told;
            tried(w.timers().board(kCall, {}));
            tried(w.dispatch().board(kCall, CampusId("eastlake")));
            count += told;
        }
        if (toldByBoards[0] != toldByBoards[1]) {
            QTest::qFail("a board said it once only", __FILE__, __LINE__);
            return 0;
        }
        tried(w.dispatch().deadLetters(kCall, 1'000));
        tried(w.seckill().activities(kCall));
        for (const auto& sale : sales) {
            tried(w.seckill().log(kCall, sale, 1'000));
            tried(w.seckill().deadLetters(kCall, sale, 1'000));
        }
        tried(w.campaigns().campaigns(kCall));
        api::DrawQuery draws;
        draws.limit = 10'000;
        tried(w.campaigns().draws(kCall, draws));
        tried(w.returns().policies(kCall));
        tried(w.returns().caseSettings(kCall));
        api::ReturnQuery returns;
        returns.limit = 10'000;
        tried(w.returns().page(kCall, returns));
        tried(w.returns().counts(kCall, {}));
        api::RefundQuery refunds;
        refunds.limit = 10'000;
        tried(w.refunds().page(kCall, refunds));
        tried(w.refunds().counts(kCall, {}));
        tried(w.refunds().settings(kCall));
        tried(w.ledger().trialBalance(kCall));
        api::LedgerQuery ledger;
        ledger.limit = 10'000;
        ledger.descending = false;
        tried(w.ledger().page(kCall, ledger));
        api::TaskQuery tasks;
        tasks.limit = 10'000;
        tried(w.tasks().page(kCall, tasks));
        tried(w.tasks().ring(kCall));
        tried(w.tasks().ringHistory(kCall, 100));
        tried(w.tasks().holds(kCall));
        tried(w.accounts().people(kCall));
        tried(w.accounts().settings(kCall));
        tried(w.webhooks().webhooks(kCall));
        tried(w.webhooks().deliveries(kCall, {}));
        tried(w.webhooks().delivery(kCall, DeliveryId{1}));
        tried(w.tokens().tokens(kCall));
        tried(w.backups().backups(kCall, 100));
        tried(w.backups().schedule(kCall));
        for (api::FeedPosition from; !QTest::currentTestFailed();) {
            const auto answer = w.feed().after(kCall, from, 1'000);
            tried(answer);
            if (!answer.result() || answer.result()->events.empty()) {
                break;
            }
            from = answer.result()->position;
        }
        return told + exportAll(word);
    }
    /// Every file with rows that people and programs can have. Answers how many were refused; none may be left half.
    int exportAll(const store::StoredWord& word) {
        auto& w = *m_workspace;
        const QTemporaryDir files;
        int refused = 0;
        const auto tried = [&](const char* name, const std::function<api::Answer<std::int64_t>(std::string)>& write) {
            const auto file = files.filePath(QString::fromLatin1(name));
            const bool failedNow = failed(write(file.toStdString()), word);
            QVERIFY2(QFile::exists(file) != failedNow, name);
            refused += failedNow ? 1 : 0;
        };
        tried("orders", [&](auto file) { return w.orders().exportCsv(kCall, {}, std::move(file), {}); });
        const int ofOrders = refused;
        tried("assignments", [&](auto file) { return w.dispatch().exportAssignments(kCall, std::move(file), {}); });
        const int ofAssignments = refused - ofOrders;
        tried("returns", [&](auto file) { return w.returns().exportCsv(kCall, {}, std::move(file), {}); });
        tried("draws", [&](auto file) { return w.campaigns().exportDraws(kCall, {}, std::move(file), {}); });
        tried("ledger", [&](auto file) { return w.ledger().exportCsv(kCall, {}, std::move(file), {}); });
        tried("audit", [&](auto file) { return w.audit().exportCsv(kCall, {}, std::move(file), {}); });
        if ((nameOf(word) == "orders.status" && ofOrders == 0) ||
            (nameOf(word) == "assignment.mode" && ofAssignments == 0)) {
            QTest::qFail("its own export was written", __FILE__, __LINE__);
        }
        return refused + sayingItThemselves();
    }
    /// The audit log is read whatever was done to it: rows that say of themselves that they were edited, in the list
    /// and in the file.
    int sayingItThemselves() {
        api::AuditQuery query;
        query.limit = 10'000;
        const auto answer = m_workspace->audit().page(kCall, query);
        while (!answer.isFinished()) {
            m_workspace->runUntilIdle();
            QCoreApplication::processEvents();
        }
        const auto all = answer.result();
        return all ? static_cast<int>(std::count_if(all->begin(), all->end(),
                                                    [](const api::AuditRecord& record) {
                                                        return record.detail.find(kNonsense) != std::string::npos;
                                                    }))
                   : 1;
    }

    std::unique_ptr<test::ShopHistory> m_history;
    QTemporaryDir m_folder;
    std::string m_copy;
    std::unique_ptr<app::Workspace> m_workspace;
};

}  // namespace test_stored_words

QTEST_GUILESS_MAIN(test_stored_words::TestStoredWords)
#include "test_stored_words.moc"
