// SPDX-License-Identifier: GPL-3.0-or-later
// Transactions and connections: what is undone, what is remembered beside the rows, locks, cancelling, checkpoints.
#include <unistd.h>

#include <QtTest>
#include <thread>

#include "engine/store/database/count_cache.h"
#include "engine/store/database/database.h"
#include "engine/store/database/page_checksum.h"
#include "engine/store/database/read_cache.h"
#include "engine/store/records/campaign_store.h"
#include "engine/store/records/campus_store.h"
#include "engine/store/records/refund_store.h"
#include "engine/store/records/return_store.h"
#include "engine/store/records/task_store.h"
#include "engine/store/records/timer_store.h"
#include "store_bench.h"
#include "tests/support/servers/mariadb_server.h"

namespace test_store_transactions {

using namespace test_store_bench;

class TestStoreTransactions : public QObject, protected StoreBench {
    Q_OBJECT
private Q_SLOTS:
    void init() { begin(); }
    void cleanup() { end(); }

    void scopeUndoesAlone();
    void whatIsRememberedGoesWithWhatIsUndone_data();
    void whatIsRememberedGoesWithWhatIsUndone();
    void undoneWithoutSavepoint();
    void scopeWithoutWriteMakesNoChange();
    void busyIsStorageAndFaults();
    void reopenKeepsStatements();
    void cancelInterrupts();
    void readOnlyConnectionSeesCommitsOnly();
    void checkpointEmptiesTheLog();
    void answersAreKeptUntilSomethingIsCommitted();
    void onlyWhatCameIsCounted();
    void whatIsAPageAndWhereItLies();
};

void TestStoreTransactions::scopeUndoesAlone() {
    auto database = createDatabase();
    const std::string_view insert = "INSERT INTO product (sku, name, unit_price, stock) VALUES (?, 'n', 1, 1)";
    NEED(database->begin());
    for (const std::string_view sku : {"keep1", "undo", "keep2"}) {
        database->openScope();
        QVERIFY(!database->scopeHasWrites());
        NEED(database->statement(insert).bind(sku).write());
        QVERIFY(database->scopeHasWrites());
        if (sku == "undo") {
            NEED(database->undoScope());
        } else {
            NEED(database->keepScope());
        }
    }
    QVERIFY(database->transactionChanged());
    NEED(database->commit());
    QCOMPARE(scalar(*database, "SELECT COUNT(*) FROM product"), 2);
    QCOMPARE(scalar(*database, "SELECT COUNT(*) FROM product WHERE sku = 'undo'"), 0);
}

/// Without savepoints a scope that has changed nothing can be undone; one that has takes the whole transaction with it,
/// which then runs again with savepoints.
void TestStoreTransactions::whatIsRememberedGoesWithWhatIsUndone_data() {
    QTest::addColumn<bool>("alone");
    QTest::newRow("a command") << true;
    QTest::newRow("its transaction") << false;
}

/// Settings that were changed, read and undone are read anew.
void TestStoreTransactions::whatIsRememberedGoesWithWhatIsUndone() {
    QFETCH(bool, alone);
    auto database = createDatabase();
    QVERIFY(database);
    struct Setting {
        const char* name;
        Result<void> (*change)(Database&);
        Result<bool> (*isChanged)(Database&);
    };
    const Setting all[] = {
        {"held tasks",
         [](Database& of) -> Result<void> {
             EVENHAND_TRY(tasks::hold(of, {api::TaskKind::Backup, Instant{1}, "ann", "because"}));
             return {};
         },
         [](Database& of) -> Result<bool> {
             EVENHAND_ASSIGN(const auto held, tasks::holds(of));
             return !held.empty();
         }},
        {"the delay queue",
         [](Database& of) -> Result<void> {
             timers::Control off;
             off.queueOn = false;
             return timers::setControl(of, off);
         },
         [](Database& of) -> Result<bool> {
             EVENHAND_ASSIGN(const auto control, timers::control(of));
             return !control.queueOn;
         }},
        {"delays",
         [](Database& of) -> Result<void> {
             api::TimerPolicy other;
             other.unpaidMs = 77'000;
             EVENHAND_TRY(timers::setPolicy(of, CampusId("north"), other));
             return {};
         },
         [](Database& of) -> Result<bool> {
             EVENHAND_ASSIGN(const auto policy, timers::policy(of, CampusId("north")));
             return policy && policy->unpaidMs == 77'000;
         }},
        {"refunds",
         [](Database& of) -> Result<void> {
             api::RefundSettings other;
             other.maxAttempts = 77;
             return refunds::setSettings(of, other);
         },
         [](Database& of) -> Result<bool> {
             EVENHAND_ASSIGN(const auto settings, refunds::settings(of));
             return settings.maxAttempts == 77;
         }},
        {"returns",
         [](Database& of) -> Result<void> {
             api::ReturnPolicy other;
             other.fourEyesAbove = Money{77};
             return returns::setPolicy(of, CampusId(), other);
         },
         [](Database& of) -> Result<bool> {
             EVENHAND_ASSIGN(const auto policy, returns::policy(of, CampusId("north")));
             return policy.fourEyesAbove == Money{77};
         }},
        {"campaigns",
         [](Database& of) -> Result<void> {
             EVENHAND_TRY(campaigns::insert(of, CampaignId("spring"), {}));
             return {};
         },
         [](Database& of) { return campaigns::any(of); }},
    };
    api::CampusRow campus;
    campus.id = CampusId("north");
    NEED(campuses::insert(*database, campus, {}));
    for (const auto& setting : all) {
        NEED(database->begin());
        database->openScope();
        QVERIFY2(!setting.isChanged(*database).value(), setting.name);  // and this is remembered
        NEED(setting.change(*database));
        QVERIFY2(setting.isChanged(*database).value(), setting.name);
        if (alone) {
            NEED(database->undoScope());
            QVERIFY2(!setting.isChanged(*database).value(), setting.name);
            NEED(database->commit());
        } else {
            NEED(database->keepScope());
            database->rollback();
        }
        QVERIFY2(!setting.isChanged(*database).value(), setting.name);
    }
}

void TestStoreTransactions::undoneWithoutSavepoint() {
    SQLITE_ONLY();
    auto database = createDatabase();
    const auto write = [&](std::string_view sku) {
        return database->statement("INSERT OR IGNORE INTO product (sku, name, unit_price, stock) VALUES (?, 'n', 1, 1)")
            .bind(sku)
            .write();
    };
    NEED(database->begin(Database::Undo::Transaction));
    database->openScope();
    QVERIFY(!database->scopeHasWrites());
    NEED(write("kept"));
    QVERIFY(database->scopeHasWrites());
    NEED(database->keepScope());
    database->openScope();
    QVERIFY(!database->scopeHasWrites());
    QCOMPARE(write("kept").value(), 0);  // there is one: nothing was changed, nothing is to be undone
    NEED(database->undoScope());
    QVERIFY(!database->faulted());
    NEED(database->commit());
    QCOMPARE(scalar(*database, "SELECT COUNT(*) FROM product"), 1);

    const auto twoScopes = [&] {
        database->openScope();
        NEED(write("second"));
        NEED(database->keepScope());
        database->openScope();
        NEED(write("third"));
    };
    NEED(database->begin(Database::Undo::Transaction));
    twoScopes();
    QVERIFY(!database->undoScope());
    QVERIFY(database->faulted());
    QCOMPARE(database->faultKind(), Database::FaultKind::Undone);
    database->rollback();
    QCOMPARE(scalar(*database, "SELECT COUNT(*) FROM product"), 1);

    NEED(database->begin(Database::Undo::Scope));
    QCOMPARE(database->faultKind(), Database::FaultKind::None);
    twoScopes();
    NEED(database->undoScope());
    NEED(database->commit());
    QCOMPARE(scalar(*database, "SELECT COUNT(*) FROM product"), 2);
}

void TestStoreTransactions::scopeWithoutWriteMakesNoChange() {
    auto database = createDatabase();
    NEED(database->begin());
    database->openScope();
    QCOMPARE(scalar(*database, "SELECT COUNT(*) FROM product"), 0);
    NEED(database->keepScope());
    QVERIFY(!database->transactionChanged());
    database->openScope();
    NEED(database->statement("INSERT INTO product (sku, name, unit_price, stock) VALUES ('x', 'n', 1, 1)").write());
    NEED(database->undoScope());
    QVERIFY(!database->transactionChanged());
    database->openScope();
    NEED(database->statement("UPDATE product SET stock = 2 WHERE sku = 'nobody'").write());
    NEED(database->keepScope());
    QVERIFY(!database->transactionChanged());
    database->rollback();
}

void TestStoreTransactions::busyIsStorageAndFaults() {
    SQLITE_ONLY();
    auto database = createDatabase();
    Raw other(m_path);
    QVERIFY(other.run("BEGIN IMMEDIATE"));
    const auto begun = database->begin();
    QVERIFY(!begun);
    QCOMPARE(begun.error().code, ErrorCode::Storage);
    QVERIFY(begun.error().message.find("SQLITE_BUSY") != std::string::npos);
    QVERIFY(database->faulted());
    QVERIFY(other.run("COMMIT"));
    NEED(database->begin());
    QVERIFY(!database->faulted());
    NEED(database->commit());
}

void TestStoreTransactions::reopenKeepsStatements() {
    auto database = createDatabase();
    const std::string_view sql = "SELECT COUNT(*) FROM meta";
    auto& statement = database->statement(sql);
    const auto before = scalar(*database, sql);
    NEED(database->begin());
    NEED(database->execute("DELETE FROM meta"));
    database->close();
    QVERIFY(!database->isOpen());
    const auto closed = database->statement(sql).query();
    QVERIFY(!closed);
    QCOMPARE(closed.error().code, ErrorCode::Storage);
    QVERIFY(!database->begin());
    NEED(database->reopen());
    QCOMPARE(&database->statement(sql), &statement);
    QCOMPARE(scalar(*database, sql), before);  // the open transaction was lost
}

void TestStoreTransactions::cancelInterrupts() {
    auto database = createDatabase();
    // Runs for ever unless interrupted, on either database's side of the wire.
    auto& endless = database->statement(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900) "
        "SELECT COUNT(*) FROM n a, n b, n c, n d, n e");
    std::atomic<bool> done{false};
    std::thread canceller([&] {
        while (!done.load()) {
            database->cancel();
            std::this_thread::yield();
        }
    });
    const bool answered = endless.query() && endless.next();
    const auto status = endless.status();
    done = true;
    canceller.join();
    QVERIFY(!answered);
    QVERIFY(!status);
    QCOMPARE(status.error().code, ErrorCode::Cancelled);
    QCOMPARE(scalar(*database, "SELECT 7"), 7);
    QVERIFY(!database->faulted());
}

void TestStoreTransactions::readOnlyConnectionSeesCommitsOnly() {
    auto writer = createDatabase();
    auto reader = open(Database::Access::ReadOnly);
    NEED(reader);
    NEED(writer->begin());
    NEED(writer->execute("INSERT INTO product (sku, name, unit_price, stock) VALUES ('x', 'n', 1, 1)"));
    QCOMPARE(scalar(**reader, "SELECT COUNT(*) FROM product"), 0);
    NEED(writer->commit());
    QCOMPARE(scalar(**reader, "SELECT COUNT(*) FROM product"), 1);
    NEED((*reader)->beginRead());
    QCOMPARE(scalar(**reader, "SELECT COUNT(*) FROM product"), 1);
    NEED(writer->execute("DELETE FROM product"));
    QCOMPARE(scalar(**reader, "SELECT COUNT(*) FROM product"), 1);  // its snapshot stays
    NEED((*reader)->commit());
    QCOMPARE(scalar(**reader, "SELECT COUNT(*) FROM product"), 0);
    const auto write = (*reader)->statement("DELETE FROM meta").write();
    QVERIFY(!write);
    QCOMPARE(write.error().code, ErrorCode::Storage);
}

void TestStoreTransactions::checkpointEmptiesTheLog() {
    SQLITE_ONLY();
    auto database = createDatabase();
    QVERIFY(database->logPages() > 0);
    NEED(database->checkpoint(false));
    QCOMPARE(database->logPages(), 0);
    NEED(database->execute("INSERT INTO product (sku, name, unit_price, stock) VALUES ('x', 'n', 1, 1)"));
    QVERIFY(database->logPages() > 0);
    NEED(database->checkpoint(true));
    QCOMPARE(QFileInfo(QString::fromStdString(m_path + "-wal")).size(), 0);
    auto reader = open(Database::Access::ReadOnly);
    NEED(reader);
    NEED((*reader)->beginRead());
    QCOMPARE(scalar(**reader, "SELECT COUNT(*) FROM product"), 1);
    NEED(database->execute("DELETE FROM product"));
    const auto blocked = database->checkpoint(true);
    QVERIFY(!blocked);
    QCOMPARE(blocked.error().code, ErrorCode::Storage);
}

void TestStoreTransactions::answersAreKeptUntilSomethingIsCommitted() {
    auto writer = createDatabase();
    auto reader = open(Database::Access::ReadOnly);
    NEED(reader);
    ReadCache<int, std::int64_t> cache;
    int reads = 0;
    const auto get = [&](int key) {
        return cache
            .get(**reader, key,
                 [&]() -> Result<std::int64_t> {
                     ++reads;
                     return scalar(**reader, "SELECT COUNT(*) FROM product") + 10 * key;
                 })
            .value();
    };
    // A server does not tell whether it was changed, so there nothing is kept.
    const bool keeps = !evenhand::testing::onMariadb();
    QCOMPARE(get(1), 10);
    QCOMPARE(get(1), 10);
    QCOMPARE(reads, keeps ? 1 : 2);
    QCOMPARE(get(2), 20);
    QCOMPARE(get(1), 10);
    QCOMPARE(reads, keeps ? 2 : 4);
    NEED(writer->execute("INSERT INTO product (sku, name, unit_price, stock) VALUES ('x', 'n', 1, 1)"));
    QCOMPARE(get(1), 11);
    QCOMPARE(get(2), 21);
    QCOMPARE(get(2), 21);
    QCOMPARE(reads, keeps ? 4 : 7);
    // Of another connection nothing is known, whatever its number of changes.
    (*reader)->close();
    NEED((*reader)->reopen());
    QCOMPARE(get(1), 11);
    QCOMPARE(reads, keeps ? 5 : 8);
    // What is not current any more is read again, and kept.
    const auto current = [&](bool is) {
        return cache
            .get(
                **reader, 1,
                [&]() -> Result<std::int64_t> {
                    ++reads;
                    return 77;
                },
                [is](std::int64_t) { return is; })
            .value();
    };
    if (keeps) {
        QCOMPARE(current(true), 11);
        QCOMPARE(current(false), 77);
        QCOMPARE(get(1), 77);
        QCOMPARE(reads, 6);
    }
    // A connection counts from the same number every time: what was committed between two of them counts in neither.
    NEED((*reader)->reopen());
    QCOMPARE(get(1), 11);
    NEED(writer->execute("INSERT INTO product (sku, name, unit_price, stock) VALUES ('y', 'n', 1, 1)"));
    NEED((*reader)->reopen());
    QCOMPARE(get(1), 12);
}

void TestStoreTransactions::onlyWhatCameIsCounted() {
    const auto writer = createDatabase();
    QVERIFY(writer);
    auto database = open(Database::Access::ReadOnly);
    NEED(database);
    CountCache<int> cache;
    std::int64_t highest = 5;
    int all = 0;
    std::vector<std::pair<std::int64_t, std::int64_t>> among;
    const auto get = [&](int filter) {
        return cache
            .get(
                **database, filter, [&]() -> Result<std::int64_t> { return highest; },
                [&]() -> Result<std::int64_t> {
                    ++all;
                    return 100 * filter + highest;
                },
                [&](std::int64_t after, std::int64_t upTo) -> Result<std::int64_t> {
                    among.emplace_back(after, upTo);
                    return upTo - after;
                })
            .value();
    };
    QCOMPARE(get(1), 105);
    QCOMPARE(get(1), 105);
    QCOMPARE(all, 1);
    QVERIFY(among.empty());
    highest = 8;
    QCOMPARE(get(1), 108);
    QCOMPARE(get(1), 108);
    QCOMPARE(get(2), 208);
    QCOMPARE(all, 2);
    QCOMPARE(among.size(), std::size_t{1});
    QCOMPARE(among.front(), (std::pair<std::int64_t, std::int64_t>{5, 8}));
    highest = 9;
    QCOMPARE(get(1), 109);
    QCOMPARE(among.back(), (std::pair<std::int64_t, std::int64_t>{8, 9}));
    highest = 7;  // not the database that it was
    QCOMPARE(get(1), 107);
    QCOMPARE(all, 3);
    // Of thirty-two filters; then the oldest is forgotten.
    for (int filter = 3; filter <= 33; ++filter) {
        QCOMPARE(get(filter), 100 * filter + 7);
    }
    QCOMPARE(all, 34);
    QCOMPARE(get(33), 3'307);
    QCOMPARE(all, 34);
    QCOMPARE(get(1), 107);
    QCOMPARE(all, 35);
}

void TestStoreTransactions::whatIsAPageAndWhereItLies() {
    for (const int size : {512, 1'024, 4'096, 32'768, 65'536}) {
        QVERIFY(isPageSize(size));
    }
    for (const int size : {-4'096, 0, 1, 256, 511, 513, 1'000, 12'288, 131'072}) {
        QVERIFY(!isPageSize(size));
    }
    // The log has a header of 32 bytes, each of its frames one of 24 before the page.
    QVERIFY(isFrameContent(4'096, 56));
    QVERIFY(isFrameContent(4'096, 56 + 4'120));
    QVERIFY(isFrameContent(4'096, 56 + 10 * 4'120));
    for (const int offset : {-4'064, 0, 32, 55, 57, 56 + 4'096, 56 + 4'119}) {
        QVERIFY(!isFrameContent(4'096, offset));
    }
    QVERIFY(!isFrameContent(1'000, 56));
    // A page holds at its own number only; without its checksum it is unsealed, of zeros alone it is neither.
    std::string page(512, 'p');
    sealPage(page.data(), page.size(), 3);
    QVERIFY(pageHolds(page.data(), page.size(), 3));
    QVERIFY(!pageHolds(page.data(), page.size(), 4));
    QVERIFY(!pageIsUnsealed(page.data(), page.size()));
    unsealPage(page.data(), page.size());
    QVERIFY(!pageHolds(page.data(), page.size(), 3));
    QVERIFY(pageIsUnsealed(page.data(), page.size()));
    std::fill(page.begin(), page.end(), '\0');
    QVERIFY(!pageIsUnsealed(page.data(), page.size()));
    page[503] = 'x';  // the last byte before the checksum
    QVERIFY(pageIsUnsealed(page.data(), page.size()));
    page[504] = 'x';  // its first
    QVERIFY(!pageIsUnsealed(page.data(), page.size()));
    // What was read badly is told once.
    (void)takeBadPage();
    noteBadPage({12, true});
    const auto bad = takeBadPage();
    QVERIFY(bad && bad->number == 12 && bad->inLog);
    QVERIFY(!takeBadPage());
    QCOMPARE(store::text(*bad), std::string("page 12 in the write-ahead log does not have its checksum"));
    QCOMPARE(store::text(BadPage{7, false}), std::string("page 7 does not have its checksum"));
}

}  // namespace test_store_transactions

QTEST_GUILESS_MAIN(test_store_transactions::TestStoreTransactions)
#include "test_store_transactions.moc"
