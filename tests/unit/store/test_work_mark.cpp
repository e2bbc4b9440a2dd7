// SPDX-License-Identifier: GPL-3.0-or-later
// The mark of acknowledged work: what is written is read again, a write that was cut leaves the one before, and what it
// remembers is compared with the journal.
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <atomic>
#include <chrono>

#include "app/workspace/work_mark.h"
#include "engine/store/database/migrator.h"
#include "tests/support/check.h"
#include "tests/support/shops/toy_domain.h"

namespace test_work_mark {

using namespace evenhand;
using app::WorkMark;
using store::JournalMark;

class TestWorkMark : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }
    void isReadAgain();
    void aCutWriteLeavesTheOneBefore();
    void damagedOrForeignIsAsNone();
    void mayGoBack();
    void isWrittenAtOnceWhenAsked();
    void isLookedForOnlyAfterACommit();
    void isComparedWithTheJournal();
    void aCommitIsToldWhenItsMarkIsThere();
    void aRunningWorkspaceMarksWhatItCommits();
    void aCheckpointIsMarkedAtOnce();

private:
    std::string folder() const { return m_folder->path().toStdString(); }
    void overwrite(qint64 at, const QByteArray& bytes) const {
        QFile file(QString::fromStdString(WorkMark::pathIn(folder())));
        QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(at) && file.write(bytes) == bytes.size());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestWorkMark::isReadAgain() {
    QVERIFY(!WorkMark::read(folder(), "w"));
    WorkMark mark(folder(), "w");
    for (std::int64_t seq = 1; seq <= 5; ++seq) {
        const JournalMark written{seq, Instant{1000 * seq}, -7 * seq};
        EVENHAND_NEED(mark.write(written));
        QCOMPARE(WorkMark::read(folder(), "w"), std::optional(written));
    }
    const auto permissions = QFile::permissions(QString::fromStdString(WorkMark::pathIn(folder())));
    QVERIFY(!(permissions & (QFile::ReadGroup | QFile::ReadOther)));
}

void TestWorkMark::aCutWriteLeavesTheOneBefore() {
    WorkMark mark(folder(), "w");
    const JournalMark first{6, Instant{1}, 2};
    const JournalMark second{7, Instant{3}, 4};
    EVENHAND_NEED(mark.write(first));
    EVENHAND_NEED(mark.write(second));
    int left = 0;
    for (const qint64 place : {qint64{0}, qint64{4096}}) {
        QFile file(QString::fromStdString(WorkMark::pathIn(folder())));
        QVERIFY(file.open(QIODevice::ReadOnly) && file.seek(place));
        const auto whole = file.read(512);
        overwrite(place + 25, "???");
        const auto read = WorkMark::read(folder(), "w");
        QVERIFY(read == first || read == second);
        left += read == first ? 1 : 0;
        overwrite(place, whole);
    }
    QCOMPARE(left, 1);  // where the newer one was cut
}

void TestWorkMark::damagedOrForeignIsAsNone() {
    WorkMark mark(folder(), "w");
    EVENHAND_NEED(mark.write({6, Instant{1}, 2}));
    QVERIFY(!WorkMark::read(folder(), "another"));
    overwrite(0, QByteArray(5000, 'x'));
    QVERIFY(!WorkMark::read(folder(), "w"));
}

/// Once a loss is accepted nothing of what was remembered before may come up again.
void TestWorkMark::mayGoBack() {
    {
        WorkMark mark(folder(), "w");
        EVENHAND_NEED(mark.write({8, Instant{1}, 2}));
        EVENHAND_NEED(mark.write({9, Instant{1}, 2}));
    }
    WorkMark mark(folder(), "w");
    const JournalMark back{3, Instant{1}, 5};
    EVENHAND_NEED(mark.write(back));
    QCOMPARE(WorkMark::read(folder(), "w"), std::optional(back));
}

void TestWorkMark::isWrittenAtOnceWhenAsked() {
    WorkMark mark(folder(), "w");
    std::atomic<std::int64_t> seq{1};
    mark.start([&seq] { return JournalMark{seq, Instant{1}, 2}; }, std::chrono::hours(1));
    for (; seq <= 3; ++seq) {
        mark.writeSoon();
        const JournalMark asked{seq, Instant{1}, 2};
        QTRY_COMPARE(WorkMark::read(folder(), "w"), std::optional(asked));
    }
}

/// A workspace at rest wakes nobody.
void TestWorkMark::isLookedForOnlyAfterACommit() {
    WorkMark mark(folder(), "w");
    std::atomic<std::int64_t> seq{1};
    std::atomic<int> asked{0};
    mark.start(
        [&] {
            ++asked;
            return JournalMark{seq, Instant{1}, 2};
        },
        std::chrono::milliseconds(1));
    QTRY_COMPARE(asked.load(), 1);
    while (seq < 4) {
        ++seq;
        mark.grew();
        const JournalMark wanted{seq, Instant{1}, 2};
        QTRY_COMPARE(WorkMark::read(folder(), "w"), std::optional(wanted));
    }
    mark.stop();
    QCOMPARE(asked.load(), 4);
}

void TestWorkMark::isComparedWithTheJournal() {
    auto opened = store::Database::openSqlite(folder() + "/workspace.db", store::Database::Access::ReadWrite, true);
    EVENHAND_NEED(opened);
    auto& database = **opened;
    store::WorkspaceMeta meta;
    meta.workspaceId = "w";
    meta.currency = "CNY";
    meta.timeZone = "UTC";
    EVENHAND_NEED(store::createSchema(database, meta));
    store::JournalStore journal(database);
    const auto missing = [&](const JournalMark& known) {
        const auto text = journal.missingSince(known);
        return text ? text->value_or("nothing") : text.error().text();
    };
    QCOMPARE(missing({}), std::string("nothing"));
    QVERIFY(missing({1, Instant{0}, 5}).find("since the beginning: 1 record") != std::string::npos);

    std::vector<JournalMark> marks;
    EVENHAND_NEED(database.begin());
    for (std::int64_t seq = 1; seq <= 4; ++seq) {
        EVENHAND_NEED(journal.append(seq, Instant{1'700'000'000'000 + seq * 1000}, "record " + std::to_string(seq)));
        marks.push_back(journal.appended());
    }
    EVENHAND_NEED(database.commit());
    QCOMPARE(journal.newest().value(), marks.back());
    for (const auto& mark : marks) {
        QCOMPARE(missing(mark), std::string("nothing"));  // it may be behind
    }
    auto other = marks[2];
    other.checksum ^= 1;  // the end was lost and work went on: the number is there again, the record is not
    QVERIFY(missing(other).find("another record 3") != std::string::npos);
    EVENHAND_NEED(database.execute("DELETE FROM keyspace_journal WHERE seq <= 2"));  // compacted into a snapshot
    QCOMPARE(missing(marks[0]), std::string("nothing"));
    EVENHAND_NEED(database.execute("DELETE FROM keyspace_journal WHERE seq = 4"));
    const auto lost = missing(marks[3]);
    QVERIFY2(lost.find("missing since 2023-11-14 22:13:23 UTC: 1 record") != std::string::npos, lost.c_str());
}

namespace {

QFuture<Result<std::int64_t>> ask(runtime::Engine& engine, std::int64_t id) {
    return engine.ask<std::int64_t>(test::toyCall(), [command = test::ToyCommand{.id = id}](runtime::UnitOfWork& work) {
        return test::runToy(work, command);
    });
}

/// A workspace on threads of its own.
Result<std::unique_ptr<app::WorkspaceCore>> running(const std::string& folder, app::OpenOptions options) {
    options.seed = 1;
    EVENHAND_TRY(app::WorkspaceCore::create(folder, {}, options));
    EVENHAND_ASSIGN(auto core, app::WorkspaceCore::open(folder, options));
    EVENHAND_TRY(core->start());
    return core;
}

}  // namespace

/// Who is told of a commit asks for its mark at once, perhaps for the last time before a long rest.
void TestWorkMark::aCommitIsToldWhenItsMarkIsThere() {
    const auto path = folder() + "/workspace.db";
    {
        auto opened = store::Database::openSqlite(path, store::Database::Access::ReadWrite, true);
        EVENHAND_NEED(opened);
        store::WorkspaceMeta meta;
        meta.workspaceId = "w";
        meta.currency = "CNY";
        meta.timeZone = "UTC";
        EVENHAND_NEED(store::createSchema(**opened, meta));
    }
    const base::VirtualClock clock({1'700'000'000'000});
    const runtime::EmbeddedEngine* asked = nullptr;
    std::vector<std::int64_t> told;
    runtime::EngineOptions options;
    options.committed = [&] { told.push_back(asked->committedMark().seq); };
    runtime::EmbeddedEngine engine(
        clock, [&] { return store::Database::openSqlite(path, store::Database::Access::ReadWrite, false); }, options);
    asked = &engine;
    EVENHAND_NEED(engine.open());
    for (std::int64_t id = 1; id <= 2; ++id) {
        const auto answer = ask(engine, id);
        engine.runUntilIdle();
        EVENHAND_NEED(answer.result());
        QCOMPARE(told.back(), engine.journalSeq());
        QVERIFY(told.back() > 0);
    }
}

/// Also the last commit before a rest, and though nobody closes the workspace.
void TestWorkMark::aRunningWorkspaceMarksWhatItCommits() {
    const auto path = folder() + "/w";
    app::OpenOptions options;
    options.markPace = std::chrono::milliseconds(1);
    const auto core = running(path, options);
    EVENHAND_NEED(core);
    const auto& id = (*core)->info().id;
    for (std::int64_t number = 1; number <= 3; ++number) {
        auto answer = ask(*(*core)->embedded(), number);
        answer.waitForFinished();
        EVENHAND_NEED(answer.result());
        const auto committed = (*core)->embedded()->committedMark();
        QVERIFY(committed.seq > 0);
        QTRY_COMPARE(WorkMark::read(path, id), std::optional(committed));
    }
}

/// What is in the log may be lost with its end; what is in the database file now must not be taken for all there was.
void TestWorkMark::aCheckpointIsMarkedAtOnce() {
    const auto path = folder() + "/w";
    app::OpenOptions options;
    options.markPace = std::chrono::hours(1);
    options.engine.checkpointPages = 1;
    const auto core = running(path, options);
    EVENHAND_NEED(core);
    const auto& id = (*core)->info().id;
    const auto before = WorkMark::read(path, id).value_or(JournalMark{}).seq;
    std::int64_t number = 0;
    const auto marked = [&] {
        auto answer = ask(*(*core)->embedded(), ++number);
        answer.waitForFinished();
        return answer.result() && WorkMark::read(path, id).value_or(JournalMark{}).seq > before;
    };
    QTRY_VERIFY(marked());
}

}  // namespace test_work_mark

QTEST_GUILESS_MAIN(test_work_mark::TestWorkMark)
#include "test_work_mark.moc"
