// SPDX-License-Identifier: GPL-3.0-or-later
// Storage that fails and comes back, and files that go away, over SQLite's own file layer and the real file system: the
// calls of the system that it makes go through functions of this program, which fail where a test says so.
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <QTemporaryDir>
#include <QtTest>
#include <array>
#include <atomic>
#include <cerrno>
#include <string_view>

#include "app/workspace/restore.h"
#include "app/workspace/take_backup.h"
#include "tests/support/check.h"
#include "tests/support/servers/other_connection.h"
#include "tests/support/shops/toy_domain.h"

namespace {

std::atomic<int> failingSyncs{0};
std::atomic<bool> diskIsFull{false};
std::atomic<bool> diskIsBroken{false};
std::atomic<bool> logCannotGrow{false};   ///< the disk has no room for more of it
std::atomic<bool> anotherDisk{false};     ///< files by the name of a database seem to lie on it
std::atomic<bool> clockIsPutBack{false};  ///< by an hour, whenever somebody waits for an instant of it

bool growsLog(int file, off64_t end) {
    std::array<char, 4'096> name{};
    const auto link = "/proc/self/fd/" + std::to_string(file);
    const auto length = ::readlink(link.c_str(), name.data(), name.size());
    return length > 0 && std::string_view(name.data(), static_cast<std::size_t>(length)).ends_with("-wal") &&
           ::lseek(file, 0, SEEK_END) < end;
}

}  // namespace

// libsqlite3 finds these before the C library's.
extern "C" int fdatasync(int file) {
    if (failingSyncs > 0) {
        --failingSyncs;
        errno = EIO;
        return -1;
    }
    return static_cast<int>(::syscall(SYS_fdatasync, file));
}
extern "C" ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t at) {
    if (diskIsFull || diskIsBroken) {
        errno = diskIsFull ? ENOSPC : EIO;
        return -1;
    }
    if (logCannotGrow && growsLog(file, at + static_cast<off64_t>(size))) {
        errno = ENOSPC;
        return -1;
    }
    return ::syscall(SYS_pwrite64, file, bytes, size, at);
}

extern "C" int stat(const char* path, struct stat* found) noexcept {
    const auto code = static_cast<int>(::syscall(SYS_newfstatat, AT_FDCWD, path, found, 0));
    if (code == 0 && anotherDisk && std::string_view(path).ends_with("workspace.db")) {
        ++found->st_dev;
    }
    return code;
}
/// Waits for an instant of the system's calendar: where that is put back meanwhile, an hour longer.
extern "C" int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* until) {
    using Wait = int (*)(pthread_cond_t*, pthread_mutex_t*, const timespec*);
    static const auto wait = reinterpret_cast<Wait>(::dlsym(RTLD_NEXT, "pthread_cond_timedwait"));
    auto later = *until;
    later.tv_sec += clockIsPutBack ? 3'600 : 0;
    return wait(condition, mutex, &later);
}

using namespace evenhand;
using namespace evenhand::test;

class TestRealDisk : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_clock = std::make_unique<base::VirtualClock>(Instant{1'700'000'000'000});
        m_path = m_folder->filePath(QStringLiteral("w")).toStdString();
        m_next = 1;
        EVENHAND_NEED(app::WorkspaceCore::create(m_path, {}, options()));
        open();
    }
    void cleanup() {
        failingSyncs = 0;
        diskIsFull = diskIsBroken = logCannotGrow = anotherDisk = clockIsPutBack = false;
        m_core.reset();
        m_folder.reset();
    }

    void theSystemCallsAreOurs();
    void recoversFromAFault_data();
    void recoversFromAFault();
    void aLogThatFillsTheDiskIsWrittenBack();
    void recoversThoughTheClockIsPutBack_data();
    void recoversThoughTheClockIsPutBack();
    void opensWhileAnotherReads();
    void everyWaitingCommandIsAnswered_data();
    void everyWaitingCommandIsAnswered();
    void aBulkActionCutOffSaysWhatWasDone();
    void goneFilesAreNoticed_data();
    void goneFilesAreNoticed();
    void aFileOfAnotherDiskIsAnother();
    void goneFilesAreNoticedWithACheckpoint();
    void aFileWrittenByOthersIsNoticed_data();
    void aFileWrittenByOthersIsNoticed();
    void whatWasAcknowledgedIsSavedAtTheEnd();
    void filesThatGoWithAFaultAreKeptOpen();
    void filesThatGoWhileABatchIsRunAgainAreKeptOpen();
    void anotherDatabaseIsNotTakenForThisOne();
    void filesThatAreBackAreUsedAgain();
    void aCopyAskedForAtTheEndIsMade();
    void aCopyAskedForAsTheFilesComeBackIsMade();
    void filesAreTheOwnersAlone();

private:
    app::OpenOptions options() {
        app::OpenOptions options;
        options.clock = m_clock.get();
        options.seed = 1;
        options.threaded = false;
        return options;
    }
    void open() {
        m_core.reset();
        auto core = app::WorkspaceCore::open(m_path, options());
        EVENHAND_NEED(core);
        m_core = std::move(*core);
        EVENHAND_NEED(m_core->start());
    }
    /// For an engine without the workspace around it.
    [[nodiscard]] auto databaseOpener() const {
        return [path = m_path + "/workspace.db"] {
            return store::Database::openSqlite(path, store::Database::Access::ReadWrite, false);
        };
    }
    runtime::EmbeddedEngine& engine() { return *m_core->embedded(); }
    api::EngineState state() { return engine().status().state; }
    Result<std::int64_t> run() {
        auto answer = engine().ask<std::int64_t>(
            toyCall(), [command = ToyCommand{.id = m_next++}](auto& work) { return runToy(work, command); });
        engine().step();
        return answer.isFinished()
                   ? answer.result()
                   : Result<std::int64_t>(tl::unexpect, Error{ErrorCode::Internal, "no answer", {}, {}});
    }
    /// Commits until the log is longer than one write of SQLite's file layer.
    void growLog() {
        while (QFileInfo(QString::fromStdString(m_path + "/workspace.db-wal")).size() < 400 * 1024) {
            EVENHAND_NEED(run());
        }
    }
    std::int64_t rows() {
        auto read = readToy(engine().database(), engine().keyspace());
        return read && read->disagreement().empty() ? static_cast<std::int64_t>(read->inDatabase.size()) : -1;
    }
    [[nodiscard]] QString file(const char* name) const {
        return QString::fromStdString(m_path) + QLatin1Char('/') + QLatin1String(name);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<base::VirtualClock> m_clock;
    std::string m_path;
    std::int64_t m_next = 1;
    std::unique_ptr<app::WorkspaceCore> m_core;
};

/// Otherwise nothing here would test anything.
void TestRealDisk::theSystemCallsAreOurs() {
    failingSyncs = 1;
    const auto answered = run();
    QVERIFY(!answered);
    QCOMPARE(answered.error().code, ErrorCode::OutcomeUnknown);
    QCOMPARE(failingSyncs.load(), 0);
}

void TestRealDisk::recoversFromAFault_data() {
    QTest::addColumn<int>("syncs");
    QTest::addColumn<bool>("full");
    QTest::addColumn<bool>("broken");
    QTest::newRow("one sync fails") << 1 << false << false;
    QTest::newRow("some syncs fail") << 4 << false << false;
    QTest::newRow("the disk is full") << 0 << true << false;
    QTest::newRow("writes fail") << 0 << false << true;
}

void TestRealDisk::recoversFromAFault() {
    QFETCH(int, syncs);
    QFETCH(bool, full);
    QFETCH(bool, broken);
    growLog();
    const auto before = rows();
    failingSyncs = syncs;
    diskIsFull = full;
    diskIsBroken = broken;
    QVERIFY(!run());
    for (int tries = 0; tries < 20; ++tries) {  // the fault lasts for a while
        m_clock->advanceMs(700);
        engine().runUntilIdle();
    }
    if (full || broken) {
        QCOMPARE(state(), api::EngineState::ReadOnly);
        QVERIFY(!run());
    }
    failingSyncs = 0;
    diskIsFull = diskIsBroken = false;
    m_clock->advanceMs(1'900);
    engine().runUntilIdle();
    QCOMPARE(state(), api::EngineState::Live);
    QVERIFY(rows() >= before);
    EVENHAND_NEED(run());
    const auto after = rows();
    open();
    QCOMPARE(rows(), after);
}

/// Nobody has to free anything: the log gives its room back by itself.
void TestRealDisk::aLogThatFillsTheDiskIsWrittenBack() {
    growLog();
    const auto before = rows();
    logCannotGrow = true;
    QVERIFY(!run());
    for (int tries = 0; tries < 3; ++tries) {
        m_clock->advanceMs(700);
        engine().runUntilIdle();
    }
    QCOMPARE(state(), api::EngineState::Live);
    QCOMPARE(rows(), before);
    EVENHAND_NEED(run());
    logCannotGrow = false;  // an opening begins a new one
    open();
    QCOMPARE(rows(), before + 1);
}

void TestRealDisk::recoversThoughTheClockIsPutBack_data() {
    QTest::addColumn<bool>("locked");
    QTest::newRow("writes fail") << false;
    QTest::newRow("the database is locked") << true;
}

/// How long storage is given to come back is no matter of the calendar.
void TestRealDisk::recoversThoughTheClockIsPutBack() {
    QFETCH(bool, locked);
    m_core.reset();
    auto threaded = options();
    threaded.clock = nullptr;
    threaded.threaded = true;
    auto core = app::WorkspaceCore::open(m_path, threaded);
    EVENHAND_NEED(core);
    EVENHAND_NEED((*core)->start());
    auto& running = *(*core)->embedded();
    const auto ask = [&] {
        auto answer = running.ask<std::int64_t>(
            toyCall(), [command = ToyCommand{.id = m_next++}](auto& work) { return runToy(work, command); });
        answer.waitForFinished();
        return answer.result();
    };
    EVENHAND_NEED(ask());
    auto other = store::Database::openSqlite(m_path + "/workspace.db", store::Database::Access::ReadWrite, false);
    EVENHAND_NEED(other);
    clockIsPutBack = true;
    if (locked) {
        EVENHAND_NEED((*other)->begin());
    } else {
        diskIsBroken = true;
    }
    QVERIFY(!ask());
    QCOMPARE(running.status().state, locked ? api::EngineState::Degraded : api::EngineState::ReadOnly);
    (*other)->rollback();
    diskIsBroken = false;
    QTRY_COMPARE_WITH_TIMEOUT(running.status().state, api::EngineState::Live, 60'000);
    clockIsPutBack = false;
    EVENHAND_NEED(ask());
}

void TestRealDisk::opensWhileAnotherReads() {
    growLog();
    const auto before = rows();
    auto reader = evenhand::testing::openOther(m_path, store::Database::Access::ReadOnly);
    EVENHAND_NEED(reader);
    EVENHAND_NEED((*reader)->beginRead());
    auto& any = (*reader)->statement("SELECT COUNT(*) FROM product");
    EVENHAND_NEED(any.query());
    while (any.next()) {
    }
    open();  // the reader keeps the log from being emptied
    QCOMPARE(state(), api::EngineState::Live);
    QCOMPARE(rows(), before);
    EVENHAND_NEED(run());
    (*reader)->rollback();
}

void TestRealDisk::everyWaitingCommandIsAnswered_data() {
    QTest::addColumn<QString>("fault");
    for (const auto* fault : {"a sync fails", "the disk is full", "writes fail", "files are gone", "files are cut"}) {
        QTest::newRow(fault) << QString::fromLatin1(fault);
    }
}

/// More commands than a batch takes wait while storage fails: whoever waits for the answer of one must not wait for
/// ever, above all not those that the engine's owner waits for at its end.
void TestRealDisk::everyWaitingCommandIsAnswered() {
    QFETCH(QString, fault);
    growLog();
    failingSyncs = fault == QStringLiteral("a sync fails") ? 1 : 0;
    diskIsFull = fault == QStringLiteral("the disk is full");
    diskIsBroken = fault == QStringLiteral("writes fail");
    if (fault == QStringLiteral("files are gone")) {
        QVERIFY(QFile::remove(file("workspace.db")));
    } else if (fault == QStringLiteral("files are cut")) {
        QVERIFY(QFile::resize(file("workspace.db"), 4'096));
    }
    m_clock->advanceMs(1'000);
    std::vector<api::Answer<std::int64_t>> answers;
    for (std::size_t i = 0; i < 2 * runtime::EngineOptions().batchCommands; ++i) {
        answers.push_back(engine().ask<std::int64_t>(
            toyCall(), [command = ToyCommand{.id = m_next++}](auto& work) { return runToy(work, command); }));
    }
    engine().runUntilIdle();
    QVERIFY(std::any_of(answers.begin(), answers.end(),
                        [](const auto& answer) { return answer.isFinished() && !answer.result(); }));
    QCOMPARE(std::count_if(answers.begin(), answers.end(), [](const auto& answer) { return !answer.isFinished(); }), 0);
}

/// Storage fails amid an action of three batches: who is told that a row was refused does it again, so those that
/// were done before must be answered as done.
void TestRealDisk::aBulkActionCutOffSaysWhatWasDone() {
    growLog();
    const auto before = rows();
    std::vector<std::int64_t> ids;
    for (std::size_t i = 0; i < 3 * runtime::EngineOptions().batchCommands; ++i) {
        ids.push_back(m_next++);
    }
    std::vector<Result<std::int64_t>> answers;
    engine().askMany<std::int64_t, std::int64_t>(
        toyCall(), ids, [](runtime::UnitOfWork& work, const std::int64_t& id) { return runToy(work, {.id = id}); },
        [&](std::vector<Result<std::int64_t>> all) { answers = std::move(all); });
    QVERIFY(engine().step());
    QVERIFY(answers.empty());
    diskIsBroken = true;
    m_clock->advanceMs(1'000);
    engine().runUntilIdle();
    QCOMPARE(answers.size(), ids.size());
    const auto done =
        std::count_if(answers.begin(), answers.end(), [](const auto& answer) { return answer.has_value(); });
    QVERIFY(done > 0 && done < static_cast<std::ptrdiff_t>(ids.size()));
    diskIsBroken = false;
    open();
    QCOMPARE(rows() - before, static_cast<std::int64_t>(done));
}

void TestRealDisk::goneFilesAreNoticed_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("replaced");
    for (const bool replaced : {false, true}) {
        for (const auto* name : {"workspace.db", "workspace.db-wal", "workspace.db-shm"}) {
            QTest::addRow("%s %s", name, replaced ? "replaced" : "deleted") << QString::fromLatin1(name) << replaced;
        }
    }
}

void TestRealDisk::goneFilesAreNoticed() {
    QFETCH(QString, name);
    QFETCH(bool, replaced);
    EVENHAND_NEED(run());
    const auto before = rows();
    const auto path = file(qPrintable(name));
    if (replaced) {
        QVERIFY(QFile::copy(path, path + QStringLiteral(".copy")));
    }
    QVERIFY(QFile::remove(path));
    if (replaced) {
        QVERIFY(QFile::rename(path + QStringLiteral(".copy"), path));
    }
    m_clock->advanceMs(1'000);
    const auto refused = run();
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::WorkspaceMissing);
    QCOMPARE(QString::fromStdString(refused.error().value), path);
    const auto status = engine().status();
    QCOMPARE(status.state, api::EngineState::ReadOnly);
    QVERIFY(status.cause == ErrorCode::WorkspaceMissing);
    QVERIFY(!run());

    // A copy of what is open, asked for while it is so.
    const auto copy = m_folder->filePath(QStringLiteral("copy.backup")).toStdString();
    bool saved = false;
    QVERIFY(engine().readLostFiles([&](store::Database& database) {
        auto writer = app::BackupFileWriter::create(copy);
        saved = writer && app::takeBackup(**writer, database, m_clock->now(), {});
        return saved;
    }));
    QVERIFY(saved);
    m_core.reset();
    QVERIFY(QDir(QString::fromStdString(m_path)).entryList({QStringLiteral("rescued-*")}).isEmpty());
    const auto restored = m_folder->filePath(QStringLiteral("restored")).toStdString();
    EVENHAND_NEED(app::restore({copy, restored, {}, api::Actor::administrator("test")}, options(), {}));
    m_path = restored;
    open();
    QCOMPARE(rows(), before);
}

/// Another disk is mounted over the folder, and its file happens to have the same number.
void TestRealDisk::aFileOfAnotherDiskIsAnother() {
    EVENHAND_NEED(run());
    anotherDisk = true;
    m_clock->advanceMs(1'000);
    const auto refused = run();
    anotherDisk = false;
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::WorkspaceMissing);
    QCOMPARE(QString::fromStdString(refused.error().value), file("workspace.db"));
}

void TestRealDisk::aFileWrittenByOthersIsNoticed_data() {
    QTest::addColumn<bool>("cut");
    QTest::newRow("an older copy in its place") << false;
    QTest::newRow("cut short") << true;
}

/// The same file, so that nothing is gone or replaced: an older copy is written over it, as cp does, or it is cut.
void TestRealDisk::aFileWrittenByOthersIsNoticed() {
    QFETCH(bool, cut);
    const auto path = file("workspace.db");
    EVENHAND_NEED(run());
    m_core.reset();  // all is in the database file
    QFile older(path);
    QVERIFY(older.open(QIODevice::ReadOnly));
    const QByteArray content = older.readAll();
    older.close();
    open();
    growLog();
    EVENHAND_NEED(engine().status().state == api::EngineState::Live ? Result<void>() : fail(ErrorCode::Internal, "?"));
    {
        QFile other(path);
        QVERIFY(other.open(QIODevice::ReadWrite));
        if (cut) {
            QVERIFY(other.resize(4'096));
        } else {
            QCOMPARE(other.write(content), content.size());
        }
    }
    m_clock->advanceMs(1'000);
    const auto refused = run();
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::WorkspaceDamaged);
    QCOMPARE(engine().status().state, api::EngineState::ReadOnly);
    m_core.reset();
    QVERIFY(QDir(QString::fromStdString(m_path)).entryList({QStringLiteral("rescued-*")}).isEmpty());
    const auto again = app::WorkspaceCore::open(m_path, options());
    QVERIFY(!again);
    QCOMPARE(again.error().code, ErrorCode::WorkspaceDamaged);
}

void TestRealDisk::goneFilesAreNoticedWithACheckpoint() {
    growLog();
    QVERIFY(QFile::remove(file("workspace.db")));
    m_core->stop();  // makes the last checkpoint
    QCOMPARE(QDir(QString::fromStdString(m_path)).entryList({QStringLiteral("rescued-*")}).size(), 1);
}

void TestRealDisk::whatWasAcknowledgedIsSavedAtTheEnd() {
    growLog();
    const auto before = rows();
    QVERIFY(QDir(QString::fromStdString(m_path)).removeRecursively());
    m_clock->advanceMs(1'000);
    QVERIFY(!run());
    m_core.reset();
    const auto rescued = QDir(m_folder->path()).entryList({QStringLiteral("rescued-*")});
    QCOMPARE(rescued.size(), 1);
    const auto neighbour = app::WorkspaceCore::open(m_path + "2", options());
    QVERIFY(!neighbour);
    QVERIFY(neighbour.error().message.find("rescued") == std::string::npos);  // it is not that one's
    const auto missing = app::WorkspaceCore::open(m_path + '/', options());
    QVERIFY(!missing);
    QCOMPARE(missing.error().code, ErrorCode::WorkspaceMissing);
    QVERIFY2(missing.error().message.find(rescued.front().toStdString()) != std::string::npos,
             missing.error().message.c_str());
    EVENHAND_NEED(
        app::restore({m_folder->filePath(rescued.front()).toStdString(), m_path, {}, api::Actor::administrator("test")},
                     options(), {}));
    open();
    QCOMPARE(rows(), before);
}

void TestRealDisk::filesThatGoWithAFaultAreKeptOpen() {
    EVENHAND_NEED(run());
    const auto before = rows();
    QVERIFY(QFile::remove(file("workspace.db")));
    failingSyncs = 1;  // before the files are looked at again
    QVERIFY(!run());
    QVERIFY(engine().status().cause == ErrorCode::WorkspaceMissing);
    m_core.reset();
    const auto rescued = QDir(QString::fromStdString(m_path)).entryInfoList({QStringLiteral("rescued-*")});
    QCOMPARE(rescued.size(), 1);
    const auto restored = m_folder->filePath(QStringLiteral("restored")).toStdString();
    EVENHAND_NEED(app::restore(
        {rescued.front().filePath().toStdString(), restored, {}, api::Actor::administrator("test")}, options(), {}));
    m_path = restored;
    open();
    QVERIFY(rows() >= before);
}

/// A batch fails as a whole, so its commands run once more, one by one, and with the first of them the files go.
void TestRealDisk::filesThatGoWhileABatchIsRunAgainAreKeptOpen() {
    EVENHAND_NEED(run());
    const auto before = rows();
    int runs = 0;
    const auto first = engine().ask<std::int64_t>(toyCall(), [&](runtime::UnitOfWork& work) {
        if (++runs == 2) {
            QFile::remove(file("workspace.db"));
            failingSyncs = 1;
        }
        return runToy(work, {.id = m_next++});
    });
    const auto second = engine().ask<std::int64_t>(toyCall(), [&](runtime::UnitOfWork& work) {
        // The file may not grow: a fault of storage in the middle of the batch.
        (void)work.database().execute(runs == 1 ? "PRAGMA max_page_count = 1" : "PRAGMA max_page_count = 1073741823");
        (void)work.database().execute("CREATE TABLE large AS SELECT zeroblob(1000000) AS bytes");
        return runToy(work, {.id = m_next++});
    });
    engine().runUntilIdle();
    QCOMPARE(runs, 2);
    QVERIFY(first.isFinished() && !first.result());
    QVERIFY(second.isFinished() && !second.result());
    QVERIFY(engine().status().cause == ErrorCode::WorkspaceMissing);
    m_core.reset();
    const auto rescued = QDir(QString::fromStdString(m_path)).entryInfoList({QStringLiteral("rescued-*")});
    QCOMPARE(rescued.size(), 1);
    const auto restored = m_folder->filePath(QStringLiteral("restored")).toStdString();
    EVENHAND_NEED(app::restore(
        {rescued.front().filePath().toStdString(), restored, {}, api::Actor::administrator("test")}, options(), {}));
    m_path = restored;
    open();
    QVERIFY(rows() >= before);
}

void TestRealDisk::anotherDatabaseIsNotTakenForThisOne() {
    EVENHAND_NEED(run());
    m_core.reset();
    QVERIFY(QFile::copy(file("workspace.db"), file("older")));
    open();
    EVENHAND_NEED(run());
    failingSyncs = 1'000;
    QVERIFY(!run());
    // While the files are closed somebody puts an older state in their place.
    for (const auto* name : {"workspace.db", "workspace.db-wal", "workspace.db-shm"}) {
        QFile::remove(file(name));
    }
    QVERIFY(QFile::rename(file("older"), file("workspace.db")));
    failingSyncs = 0;
    m_clock->advanceMs(1'900);
    engine().runUntilIdle();
    QCOMPARE(state(), api::EngineState::ReadOnly);
    QVERIFY(engine().status().cause == ErrorCode::WorkspaceDamaged);
    QVERIFY(!run());
}

void TestRealDisk::filesThatAreBackAreUsedAgain() {
    EVENHAND_NEED(run());
    QVERIFY(QFile::rename(file("workspace.db"), file("elsewhere")));
    m_clock->advanceMs(1'000);
    QVERIFY(!run());
    QVERIFY(QFile::rename(file("elsewhere"), file("workspace.db")));
    m_clock->advanceMs(1'900);
    engine().runUntilIdle();
    m_clock->advanceMs(1);
    engine().runUntilIdle();
    QCOMPARE(state(), api::EngineState::Live);
    EVENHAND_NEED(run());
    QVERIFY(!engine().readLostFiles([](store::Database&) { return true; }));
}

/// Whoever asks in the last moment, behind those whose copies were made, gets one as well, or is told that there is
/// none: who waits for an answer that nobody gives waits for ever.
void TestRealDisk::aCopyAskedForAtTheEndIsMade() {
    m_core.reset();
    runtime::EmbeddedEngine* asked = nullptr;
    bool promised = false;
    int copies = 0;
    runtime::EngineOptions ending;
    ending.rescue = [&](store::Database&) {
        promised = asked->readLostFiles([&](store::Database& database) {
            copies += database.isOpen() ? 1 : 0;
            return true;
        });
    };
    runtime::EmbeddedEngine threaded(app::systemClock(), databaseOpener(), ending);
    asked = &threaded;
    EVENHAND_NEED(threaded.start());
    QVERIFY(QFile::remove(file("workspace.db")));
    threaded.stop();
    QVERIFY(promised);
    QCOMPARE(copies, 1);
    QVERIFY(!threaded.readLostFiles([](store::Database&) { return true; }));
}

/// The same as long as the engine goes on: with the files back it makes no more copies.
void TestRealDisk::aCopyAskedForAsTheFilesComeBackIsMade() {
    m_core.reset();
    runtime::EngineOptions atOnce;
    atOnce.repairMaxMs = 0;  // the files are looked for right behind the copies
    runtime::EmbeddedEngine threaded(app::systemClock(), databaseOpener(), atOnce);
    EVENHAND_NEED(threaded.start());
    QVERIFY(QFile::rename(file("workspace.db"), file("elsewhere")));
    failingSyncs = 1;  // where the files are not looked at with this commit
    auto refused = threaded.ask<std::int64_t>(
        toyCall(), [command = ToyCommand{.id = m_next++}](auto& work) { return runToy(work, command); });
    refused.waitForFinished();
    QVERIFY(!refused.result());
    failingSyncs = 0;
    QVERIFY(threaded.status().cause == ErrorCode::WorkspaceMissing);

    std::atomic<bool> promised{false};
    std::atomic<int> copies{0};
    QVERIFY(threaded.readLostFiles([&](store::Database&) {
        ++copies;
        QFile::rename(file("elsewhere"), file("workspace.db"));
        promised = threaded.readLostFiles([&](store::Database&) {
            ++copies;
            return true;
        });
        return true;
    }));
    QTRY_COMPARE_WITH_TIMEOUT(threaded.status().state, api::EngineState::Live, 60'000);
    QVERIFY(promised);
    QCOMPARE(copies.load(), 2);
    threaded.stop();
}

void TestRealDisk::filesAreTheOwnersAlone() {
    EVENHAND_NEED(run());
    const auto modes = [&] {
        QStringList found;
        for (const auto* name : {"workspace.db", "workspace.db-wal", "workspace.db-shm"}) {
            struct stat there {};
            found << QString::number(::stat(qPrintable(file(name)), &there) == 0 ? there.st_mode & 07777U : 0, 8);
        }
        return found;
    };
    const QStringList priv{QStringLiteral("600"), QStringLiteral("600"), QStringLiteral("600")};
    QCOMPARE(modes(), priv);
    // As a workspace of an earlier version left them.
    m_core.reset();
    QCOMPARE(::chmod(qPrintable(file("workspace.db")), 0644), 0);
    open();
    EVENHAND_NEED(run());
    QCOMPARE(modes(), priv);
}

QTEST_GUILESS_MAIN(TestRealDisk)
#include "test_real_disk.moc"
