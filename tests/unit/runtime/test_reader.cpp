// SPDX-License-Identifier: GPL-3.0-or-later
// The reader's thread: answers, order, cancelling before and during a query, going on after a query that failed.
#include <QTemporaryDir>
#include <QtTest>
#include <condition_variable>
#include <mutex>

#include "app/workspace/workspace_core.h"
#include "tests/support/check.h"
#include "tests/support/servers/mariadb_server.h"
#include "tests/support/servers/other_connection.h"

namespace test_reader {

using namespace evenhand;
using runtime::CancelCheck;
using store::Database;

class TestReader : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        const auto path = m_folder->filePath(QStringLiteral("w")).toStdString();
        EVENHAND_NEED(app::WorkspaceCore::create(path, {.database = evenhand::testing::freshDatabase()}, {}));
        m_reader = std::make_unique<runtime::ReaderThread>(
            [path] { return evenhand::testing::openOther(path, Database::Access::ReadOnly); });
        EVENHAND_NEED(m_reader->start());
    }
    void cleanup() {
        m_reader.reset();
        m_folder.reset();
    }

    void answersInOrder();
    void cancelledBeforeIsDropped();
    void cancelledMeanwhileIsInterrupted();
    void goesOnAfterAnError();
    void cannotWrite();
    void stopCancelsWhatRunsAndWaits();
    void missingFileIsSaid();

private:
    static Result<std::int64_t> endless(Database& database) {
        auto& statement = database.statement(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900) "
            "SELECT COUNT(*) FROM n a, n b, n c, n d, n e");
        EVENHAND_TRY(statement.query());
        (void)statement.next();
        EVENHAND_TRY(statement.status());
        return 0;
    }
    /// Holds the reader's thread until release().
    api::Answer<int> hold() {
        return m_reader->ask<int>([this](Database&, const CancelCheck&) -> Result<int> {
            std::unique_lock lock(m_mutex);
            m_released.wait(lock, [this] { return m_release; });
            return 1;
        });
    }
    void release() {
        const std::lock_guard lock(m_mutex);
        m_release = true;
        m_released.notify_all();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<runtime::ReaderThread> m_reader;
    std::mutex m_mutex;
    std::condition_variable m_released;
    bool m_release = false;
};

void TestReader::answersInOrder() {
    m_release = false;
    auto held = hold();
    std::vector<int> order;
    std::vector<api::Answer<int>> answers;
    for (int i = 0; i < 20; ++i) {
        answers.push_back(m_reader->ask<int>([&order, i](Database& database, const CancelCheck&) -> Result<int> {
            auto& statement = database.statement("SELECT COUNT(*) FROM product");
            EVENHAND_TRY(statement.query());
            while (statement.next()) {
            }
            EVENHAND_TRY(statement.status());
            order.push_back(i);
            return i;
        }));
    }
    release();
    answers.back().waitForFinished();
    QCOMPARE(order.size(), std::size_t{20});
    QVERIFY(std::is_sorted(order.begin(), order.end()));
    QCOMPARE(answers[7].result().value(), 7);
}

void TestReader::cancelledBeforeIsDropped() {
    m_release = false;
    auto held = hold();
    bool ran = false;
    auto dropped = m_reader->ask<int>([&ran](Database&, const CancelCheck&) -> Result<int> {
        ran = true;
        return 1;
    });
    auto after = m_reader->ask<int>([](Database&, const CancelCheck&) -> Result<int> { return 2; });
    dropped.cancel();
    release();
    after.waitForFinished();
    dropped.waitForFinished();
    QVERIFY(dropped.isCanceled());
    QVERIFY(!ran);
    QCOMPARE(after.result().value(), 2);
}

void TestReader::cancelledMeanwhileIsInterrupted() {
    m_release = true;
    std::atomic<bool> started{false};
    auto running = m_reader->ask<std::int64_t>([&started](Database& database, const CancelCheck&) {
        started = true;
        return endless(database);
    });
    while (!started) {
        QThread::yieldCurrentThread();
    }
    running.cancel();
    auto after = m_reader->ask<int>([](Database&, const CancelCheck&) -> Result<int> { return 2; });
    after.waitForFinished();  // only comes back because the endless query ended
    QCOMPARE(after.result().value(), 2);
}

void TestReader::goesOnAfterAnError() {
    auto wrong = m_reader->ask<int>([](Database& database, const CancelCheck&) -> Result<int> {
        EVENHAND_TRY(database.beginRead());
        EVENHAND_TRY(database.statement("SELECT nothing FROM nowhere").query());
        return 1;
    });
    wrong.waitForFinished();
    QVERIFY(!wrong.result());
    auto right = m_reader->ask<int>([](Database& database, const CancelCheck&) -> Result<int> {
        EVENHAND_TRY(database.beginRead());  // the transaction of the one that failed is not in the way
        EVENHAND_TRY(database.commit());
        return 2;
    });
    right.waitForFinished();
    EVENHAND_NEED(right.result());
}

void TestReader::cannotWrite() {
    auto write = m_reader->ask<std::int64_t>(
        [](Database& database, const CancelCheck&) { return database.statement("DELETE FROM meta").write(); });
    write.waitForFinished();
    QCOMPARE(write.result().error().code, ErrorCode::Storage);
    auto after = m_reader->ask<int>([](Database& database, const CancelCheck&) -> Result<int> {
        auto& statement = database.statement("SELECT COUNT(*) FROM meta");
        EVENHAND_TRY(statement.query());
        const bool row = statement.next();
        statement.finish();
        return row ? 1 : 0;
    });
    after.waitForFinished();
    QCOMPARE(after.result().value(), 1);
}

void TestReader::stopCancelsWhatRunsAndWaits() {
    std::atomic<bool> started{false};
    auto running = m_reader->ask<std::int64_t>([&started](Database& database, const CancelCheck&) {
        started = true;
        return endless(database);
    });
    auto waiting = m_reader->ask<int>([](Database&, const CancelCheck&) -> Result<int> { return 1; });
    while (!started) {
        QThread::yieldCurrentThread();
    }
    m_reader->stop();
    QVERIFY(running.isFinished());
    QCOMPARE(running.result().error().code, ErrorCode::Cancelled);
    QVERIFY(waiting.isCanceled());
    auto late = m_reader->ask<int>([](Database&, const CancelCheck&) -> Result<int> { return 1; });
    QVERIFY(late.isCanceled());
}

void TestReader::missingFileIsSaid() {
    runtime::ReaderThread reader(
        [] { return Database::openSqlite("/nowhere/at/all.db", Database::Access::ReadOnly, false); });
    const auto started = reader.start();
    QVERIFY(!started);
    QCOMPARE(started.error().code, ErrorCode::WorkspaceMissing);
}

}  // namespace test_reader

QTEST_GUILESS_MAIN(test_reader::TestReader)
#include "test_reader.moc"
