// SPDX-License-Identifier: GPL-3.0-or-later
// The desk of backups on the real engine: what it records, refuses and leaves behind.
#include <QDir>
#include <QtTest>
#include <future>

#include "app/workspace/take_backup.h"
#include "tests/support/servers/other_connection.h"
#include "tests/unit/desks/desk_world.h"

namespace test_backups {

using namespace evenhand;
using namespace evenhand::test;

namespace {

/// With threads, on the system's clock.
std::unique_ptr<app::Workspace> threadedWorkspace(const QTemporaryDir& folder) {
    app::OpenOptions options;
    options.sendRefunds = false;
    auto made =
        app::Workspace::create(folder.filePath(QStringLiteral("t")).toStdString(),
                               {"CNY", 2, "Asia/Shanghai", "tester", evenhand::testing::freshDatabase()}, options);
    return made ? std::move(*made) : nullptr;
}

template <typename T>
Result<T> waited(api::Answer<T> answer) {
    answer.waitForFinished();
    return answer.resultCount() > 0 ? answer.result() : fail(ErrorCode::Cancelled, "no answer");
}

}  // namespace

class TestBackups : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void takenVerifiedAndListed();
    void whatWillNotDoIsRefusedAndNotRecorded();
    void permissionsAreAsked();
    void oneAtATime();
    void cancellingLeavesNoFile();
    void stoppingLeavesNoFile();
    void aFailureIsRecorded();
    void rowsOfADeadProcessAreFailures();
    void verifyReadsAnyFile();
    void scheduleIsKeptAndChecked();
    void scheduledOnesAreKeptInNumber();
    void aWorkerTakesThemAtTheirMinute();
    void oneThatFailsIsTriedAgain();
    void theListIsNewestFirstAndWhole();
    void commandsGoOnMeanwhile();
};

void TestBackups::takenVerifiedAndListed() {
    DeskWorld world;
    DONE(world.couriers({"ann", "bob"}));
    DONE(world.product("tea", 100));
    for (const char* no : {"A1", "A2", "A3"}) {
        QVERIFY(world.buy(no));
    }
    const auto path = world.folder.filePath(QStringLiteral("one.backup")).toStdString();
    std::int64_t told = 0;
    std::int64_t of = -1;
    const auto row =
        world.get(world.workspace->backups().take(world.call, path, [&](std::int64_t rows, std::int64_t all) {
            QVERIFY(rows >= told && rows <= all);
            told = rows;
            of = all;
        }));
    DONE(row);
    QCOMPARE(row->status, api::BackupStatus::Verified);
    QCOMPARE(row->path, path);
    QCOMPARE(row->actor, world.call.actor.name);
    QVERIFY(row->endedAt && !row->scheduled && row->rows > 20);
    QCOMPARE(told, of);
    QCOMPARE(of, 2 * row->rows);
    QCOMPARE(row->bytes, QFile(QString::fromStdString(path)).size());
    const auto manifest = app::verifyBackup(path, {});
    DONE(manifest);
    QCOMPARE(manifest->workspaceId, world.workspace->workspace().id);
    QCOMPARE(manifest->rows.at("orders"), std::int64_t{3});
    QCOMPARE(manifest->rows.at("product"), std::int64_t{1});
    QCOMPARE(manifest->at, world.clock.now());
    QVERIFY(!manifest->rows.contains("engine_lease"));
    QVERIFY(!manifest->rows.contains("console_session"));
    const auto rows = world.get(world.workspace->backups().backups(world.call, 10));
    DONE(rows);
    QCOMPARE(rows->size(), std::size_t{1});
    QCOMPARE(rows->front().id, row->id);
    QCOMPARE(rows->front().status, api::BackupStatus::Verified);
    QCOMPARE(rows->front().bytes, row->bytes);
    QCOMPARE(rows->front().auditHead, row->auditHead);
    QVERIFY(rows->front().error.empty());
}

void TestBackups::whatWillNotDoIsRefusedAndNotRecorded() {
    DeskWorld world;
    auto& desk = world.workspace->backups();
    const auto inside = world.folder.filePath(QStringLiteral("w/b")).toStdString();
    for (const auto& path : {std::string(), std::string("b"), std::string("/tmp/../b"), inside}) {
        const auto refused = world.get(desk.take(world.call, path, {}));
        REFUSED(refused, ErrorCode::InvalidArgument);
        QCOMPARE(refused.error().field, std::string("path"));
        QCOMPARE(refused.error().value, path);
    }
    REFUSED(world.get(desk.take(world.call, world.folder.path().toStdString(), {})), ErrorCode::AlreadyExists);
    REFUSED(world.get(desk.take(world.call, "/proc/nowhere/b", {})), ErrorCode::Storage);
    const auto rows = world.get(desk.backups(world.call, 10));
    DONE(rows);
    QVERIFY(rows->empty());
    for (const std::int64_t limit : {-1LL, 0LL, 10'001LL}) {
        const auto refused = world.get(desk.backups(world.call, limit));
        REFUSED(refused, ErrorCode::InvalidArgument);
        QCOMPARE(refused.error().field, std::string("limit"));
    }
}

void TestBackups::permissionsAreAsked() {
    DeskWorld world;
    auto& desk = world.workspace->backups();
    api::Call reader = world.call;
    reader.actor = {"reader", api::bitOf(api::Permission::Read), {}, api::Via::Console};
    const auto path = world.folder.filePath(QStringLiteral("b")).toStdString();
    REFUSED(world.get(desk.take(reader, path, {})), ErrorCode::PermissionDenied);
    REFUSED(world.get(desk.verify(reader, path)), ErrorCode::PermissionDenied);
    REFUSED(world.get(desk.setSchedule(reader, {})), ErrorCode::PermissionDenied);
    REFUSED(world.get(world.workspace->automaticBackups().takeScheduled(reader)), ErrorCode::PermissionDenied);
    DONE(world.get(desk.schedule(reader)));
    DONE(world.get(desk.backups(reader, 10)));
    reader.actor.permissions = 0;
    REFUSED(world.get(desk.schedule(reader)), ErrorCode::PermissionDenied);
    REFUSED(world.get(desk.backups(reader, 10)), ErrorCode::PermissionDenied);
    QVERIFY(!QFile::exists(QString::fromStdString(path)));
}

void TestBackups::oneAtATime() {
    DeskWorld world;
    auto& desk = world.workspace->backups();
    const auto first = desk.take(world.call, world.folder.filePath(QStringLiteral("1")).toStdString(), {});
    REFUSED(world.get(desk.take(world.call, world.folder.filePath(QStringLiteral("2")).toStdString(), {})),
            ErrorCode::Busy);
    DONE(world.get(first));
    DONE(world.get(desk.take(world.call, world.folder.filePath(QStringLiteral("3")).toStdString(), {})));
    QVERIFY(!QFile::exists(world.folder.filePath(QStringLiteral("2"))));
}

void TestBackups::cancellingLeavesNoFile() {
    QTemporaryDir folder;
    const auto workspace = threadedWorkspace(folder);
    QVERIFY(workspace);
    const api::Call call{api::Actor::administrator("local:tester"), "because", {}};
    const auto path = folder.filePath(QStringLiteral("b"));
    std::promise<void> begun;
    std::promise<void> cancelled;
    std::atomic<bool> once{false};
    auto answer = workspace->backups().take(call, path.toStdString(), [&](std::int64_t, std::int64_t) {
        if (!once.exchange(true)) {
            begun.set_value();
            cancelled.get_future().wait();
        }
    });
    begun.get_future().wait();
    QVERIFY(QFile::exists(path + QStringLiteral(".part")));
    answer.cancel();
    cancelled.set_value();
    // The next one waits for its turn.
    Result<api::BackupRow> next = fail(ErrorCode::Busy, "not yet");
    while (!next && next.error().code == ErrorCode::Busy) {
        next = waited(workspace->backups().take(call, path.toStdString(), {}));
    }
    DONE(next);
    DONE(app::verifyBackup(path.toStdString(), {}));
    const auto rows = waited(workspace->backups().backups(call, 10));
    DONE(rows);
    QCOMPARE(rows->size(), std::size_t{2});
    QCOMPARE(rows->at(1).status, api::BackupStatus::Failed);
    QVERIFY(rows->at(1).error.find("cancelled") != std::string::npos);
    QVERIFY(!QFile::exists(path + QStringLiteral(".part")));
}

void TestBackups::stoppingLeavesNoFile() {
    QTemporaryDir folder;
    auto workspace = threadedWorkspace(folder);
    QVERIFY(workspace);
    const api::Call call{api::Actor::administrator("local:tester"), "because", {}};
    const auto path = folder.filePath(QStringLiteral("b"));
    std::promise<void> begun;
    std::promise<void> goOn;
    std::atomic<bool> once{false};
    auto answer = workspace->backups().take(call, path.toStdString(), [&](std::int64_t, std::int64_t) {
        if (!once.exchange(true)) {
            begun.set_value();
            goOn.get_future().wait();
        }
    });
    begun.get_future().wait();
    std::thread stopping([&] { workspace->stop(); });
    goOn.set_value();
    stopping.join();
    answer.waitForFinished();
    // Stopping may have come too late to be heard; then the file is whole.
    const bool whole = answer.resultCount() > 0 && answer.result();
    QCOMPARE(QFile::exists(path), whole);
    QVERIFY(!QFile::exists(path + QStringLiteral(".part")));
    if (whole) {
        DONE(app::verifyBackup(path.toStdString(), {}));
    }
}

void TestBackups::aFailureIsRecorded() {
    DeskWorld world;
    const auto path = world.folder.filePath(QStringLiteral("b"));
    // The name is taken while the backup is written.
    const auto row =
        world.get(world.workspace->backups().take(world.call, path.toStdString(), [&](std::int64_t, std::int64_t) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
        }));
    REFUSED(row, ErrorCode::AlreadyExists);
    QCOMPARE(QFile(path).size(), 0);
    const auto rows = world.get(world.workspace->backups().backups(world.call, 10));
    DONE(rows);
    QCOMPARE(rows->size(), std::size_t{1});
    QCOMPARE(rows->front().status, api::BackupStatus::Failed);
    QVERIFY(rows->front().endedAt.has_value());
    QVERIFY(rows->front().error.find("never overwrites") != std::string::npos);
}

void TestBackups::rowsOfADeadProcessAreFailures() {
    DeskWorld world;
    const auto folder = world.folder.filePath(QStringLiteral("w")).toStdString();
    const auto path = world.folder.filePath(QStringLiteral("b")).toStdString();
    DONE(world.get(world.workspace->backups().take(world.call, path, {})));
    world.workspace.reset();
    {
        const auto database = evenhand::testing::openOther(folder, store::Database::Access::ReadWrite);
        DONE(database);
        DONE((*database)->execute("UPDATE backup SET status = 'running', ended_at = NULL"));
    }
    app::OpenOptions options;
    options.clock = &world.clock;
    options.threaded = false;
    auto again = app::Workspace::open(folder, options);
    DONE(again);
    world.workspace = std::move(*again);
    const auto rows = world.get(world.workspace->backups().backups(world.call, 10));
    DONE(rows);
    QCOMPARE(rows->front().status, api::BackupStatus::Running);  // read before the engine has looked
    world.workspace->runUntilIdle();
    const auto later = world.get(world.workspace->backups().backups(world.call, 10));
    DONE(later);
    QCOMPARE(later->front().status, api::BackupStatus::Failed);
    QVERIFY(later->front().error.find("ended before") != std::string::npos);
}

void TestBackups::verifyReadsAnyFile() {
    DeskWorld world;
    auto& desk = world.workspace->backups();
    const auto path = world.folder.filePath(QStringLiteral("b"));
    REFUSED(world.get(desk.verify(world.call, path.toStdString())), ErrorCode::WorkspaceMissing);
    DONE(world.get(desk.take(world.call, path.toStdString(), {})));
    const auto manifest = world.get(desk.verify(world.call, path.toStdString()));
    DONE(manifest);
    QCOMPARE(manifest->workspaceId, world.workspace->workspace().id);
    QVERIFY(QFile::resize(path, QFile(path).size() - 1));
    REFUSED(world.get(desk.verify(world.call, path.toStdString())), ErrorCode::BackupDamaged);
    REFUSED(world.get(desk.verify(world.call, world.folder.path().toStdString())), ErrorCode::Storage);
}

void TestBackups::scheduleIsKeptAndChecked() {
    DeskWorld world;
    auto& desk = world.workspace->backups();
    const auto none = world.get(desk.schedule(world.call));
    DONE(none);
    QVERIFY(*none == api::BackupSchedule{});
    const auto backups = world.folder.path().toStdString();
    for (const auto& bounds : {api::BackupSchedule{backups, 0, 1}, api::BackupSchedule{backups, 1439, 1000}}) {
        DONE(world.get(desk.setSchedule(world.call, bounds)));
        QVERIFY(*world.get(desk.schedule(world.call)) == bounds);
    }
    const api::BackupSchedule good{backups, 90, 3};
    DONE(world.get(desk.setSchedule(world.call, good)));
    QVERIFY(*world.get(desk.schedule(world.call)) == good);
    const auto refused = [&](api::BackupSchedule schedule, ErrorCode code, const char* field) {
        const auto answer = world.get(desk.setSchedule(world.call, std::move(schedule)));
        REFUSED(answer, code);
        QCOMPARE(answer.error().field, std::string(field));
        QVERIFY(*world.get(desk.schedule(world.call)) == good);
    };
    const auto folder = good.folder;
    refused({folder, -1, 3}, ErrorCode::InvalidArgument, "minute_of_day");
    refused({folder, 1440, 3}, ErrorCode::InvalidArgument, "minute_of_day");
    refused({folder, 0, 0}, ErrorCode::InvalidArgument, "keep");
    refused({folder, 0, 1001}, ErrorCode::InvalidArgument, "keep");
    refused({"backups", 0, 3}, ErrorCode::InvalidArgument, "folder");
    refused({folder + "/../x", 0, 3}, ErrorCode::InvalidArgument, "folder");
    refused({folder + "/w", 0, 3}, ErrorCode::InvalidArgument, "folder");
    refused({folder + "/none", 0, 3}, ErrorCode::Storage, "folder");
    refused({"/proc/self", 0, 3}, ErrorCode::Storage, "folder");
    QCOMPARE(QDir(world.folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList());
    DONE(world.get(desk.setSchedule(world.call, {})));
    QVERIFY(world.get(desk.schedule(world.call))->folder.empty());
}

void TestBackups::scheduledOnesAreKeptInNumber() {
    DeskWorld world;
    auto& automatic = world.workspace->automaticBackups();
    REFUSED(world.get(automatic.takeScheduled(world.call)), ErrorCode::NotFound);
    const auto folder = world.folder.filePath(QStringLiteral("backups"));
    QVERIFY(QDir().mkpath(folder));
    DONE(world.get(world.workspace->backups().setSchedule(world.call, {folder.toStdString(), 0, 2})));
    DONE(world.get(world.workspace->backups().take(world.call, (folder + QStringLiteral("/mine")).toStdString(), {})));
    QStringList names;
    for (int day = 0; day < 4; ++day) {
        const auto row = world.get(automatic.takeScheduled(world.call));
        names << QFileInfo(QString::fromStdString(row ? row->path : std::string())).fileName();
        DONE(row);
        QVERIFY(row->scheduled);
        QVERIFY(QFile::exists(QString::fromStdString(row->path)));
        world.clock.advanceMs(86'400'000);
    }
    const auto files = QDir(folder).entryList(QDir::Files | QDir::Hidden);
    QCOMPARE(files.size(), 3);
    QVERIFY(files.contains(QStringLiteral("mine")));
    QVERIFY(files.contains(names[2]) && files.contains(names[3]));  // the newest ones
    for (const auto& file : files) {
        DONE(app::verifyBackup((folder + QLatin1Char('/') + file).toStdString(), {}));
    }
}

/// Of the day where the workspace is. Switched off, nothing is taken any more, and what was to be done is over.
void TestBackups::aWorkerTakesThemAtTheirMinute() {
    DeskWorld world;  // eight in the morning
    const auto folder = world.folder.filePath(QStringLiteral("backups"));
    QVERIFY(QDir().mkpath(folder));
    const auto work = [&] {
        world.workspace->runUntilIdle();
        DONE(world.workspace->runTasks());
        world.workspace->runUntilIdle();
    };
    const auto files = [&] { return QDir(folder).entryList(QDir::Files | QDir::Hidden).size(); };
    const auto tasks = [&](std::vector<api::TaskStatus> statuses) {
        api::TaskFilter filter;
        filter.kinds = {api::TaskKind::Backup};
        filter.statuses = std::move(statuses);
        return world.get(world.workspace->tasks().count(world.call, filter)).value_or(-1);
    };
    DONE(world.get(world.workspace->backups().setSchedule(world.call, {folder.toStdString(), 9 * 60 + 30, 2})));
    world.clock.advanceMs(90 * base::kMinuteMs - 1);
    work();
    QCOMPARE(tasks({}), 0);
    world.clock.advanceMs(1);
    work();
    QCOMPARE(files(), 1);
    QCOMPARE(tasks({api::TaskStatus::Done}), 1);
    const auto rows = world.get(world.workspace->backups().backups(world.call, 10));
    QVERIFY(rows && rows->size() == 1);
    QVERIFY(rows->front().scheduled && rows->front().status == api::BackupStatus::Verified);
    QCOMPARE(rows->front().startedAt, world.clock.now());
    world.clock.advanceMs(base::kDayMs - 1);
    work();
    QCOMPARE(tasks({}), 1);
    world.clock.advanceMs(1);
    world.workspace->runUntilIdle();
    QCOMPARE(tasks({api::TaskStatus::Pending}), 1);  // due, and no worker has come yet
    DONE(world.get(world.workspace->backups().setSchedule(world.call, {})));
    work();
    QCOMPARE(files(), 1);
    QCOMPARE(tasks({api::TaskStatus::Done}), 2);
    for (int day = 0; day < 3; ++day) {
        world.clock.advanceMs(base::kDayMs);
        work();
    }
    QCOMPARE(tasks({}), 2);
    QCOMPARE(files(), 1);
}

void TestBackups::oneThatFailsIsTriedAgain() {
    DeskWorld world;
    const auto folder = world.folder.filePath(QStringLiteral("backups"));
    QVERIFY(QDir().mkpath(folder));
    DONE(world.get(world.workspace->backups().setSchedule(world.call, {folder.toStdString(), 9 * 60, 2})));
    QVERIFY(QDir().rmdir(folder));  // a disk that is not there today
    world.clock.advanceMs(base::kHourMs);
    world.workspace->runUntilIdle();
    DONE(world.workspace->runTasks());
    const auto tasks = [&] {
        api::TaskQuery query;
        query.filter.kinds = {api::TaskKind::Backup};
        auto found = world.get(world.workspace->tasks().page(world.call, query));
        return found ? *found : std::vector<api::TaskRow>();
    };
    auto found = tasks();
    QCOMPARE(found.size(), std::size_t{1});
    QCOMPARE(found[0].status, api::TaskStatus::Pending);
    QVERIFY2(found[0].lastError.find("cannot be written") != std::string::npos, found[0].lastError.c_str());
    QVERIFY(found[0].due && *found[0].due > world.clock.now());
    QVERIFY(QDir().mkpath(folder));
    world.clock.set(*found[0].due);
    world.workspace->runUntilIdle();
    DONE(world.workspace->runTasks());
    found = tasks();
    QCOMPARE(found[0].status, api::TaskStatus::Done);
    const auto files = QDir(folder).entryList(QDir::Files | QDir::Hidden);
    QCOMPARE(files.size(), 1);
    DONE(app::verifyBackup((folder + QLatin1Char('/') + files[0]).toStdString(), {}));
}

void TestBackups::theListIsNewestFirstAndWhole() {
    DeskWorld world;
    auto& desk = world.workspace->backups();
    int told = 0;
    const auto subscription = world.workspace->subscribe([&](const std::vector<api::Event>& batch) {
        for (const auto& event : batch) {
            told += event.kind == api::Event::Kind::BackupsChanged ? 1 : 0;
        }
    });
    const auto shown = [](const api::BackupRow& row) {
        return std::to_string(row.id.value) + " " + std::string(api::toText(row.status)) + " " + row.path + " by " +
               row.actor + (row.scheduled ? " scheduled" : "") + ", " + std::to_string(row.startedAt.ms) + " to " +
               (row.endedAt ? std::to_string(row.endedAt->ms) : std::string("now")) + ", " + std::to_string(row.bytes) +
               " bytes, " + std::to_string(row.rows) + " rows, entry " + std::to_string(row.auditHead.seq) + ", " +
               row.error;
    };
    world.clock.advanceMs(1'000);
    const auto began = world.clock.now();
    const auto path = world.folder.filePath(QStringLiteral("one.backup")).toStdString();
    const auto first = world.get(desk.take(world.call, path, {}));
    DONE(first);
    QCOMPARE(std::exchange(told, 0), 2);  // begun, and done
    QCOMPARE(first->startedAt, began);
    QCOMPARE(first->endedAt, std::optional(began));
    api::AuditQuery query;
    query.filter.operations = {"backups.take"};
    const auto entries = world.get(world.workspace->audit().page(world.call, query));
    QVERIFY(entries && entries->size() == 1);
    QCOMPARE(entries->front().subject, std::string("backup one.backup"));
    QCOMPARE(entries->front().detail, path);
    QCOMPARE(first->auditHead.seq, entries->front().seq);
    world.clock.advanceMs(1'000);
    const auto folder = world.folder.filePath(QStringLiteral("backups"));
    QVERIFY(QDir().mkpath(folder));
    DONE(world.get(desk.setSchedule(world.call, {folder.toStdString(), 0, 2})));
    QVERIFY(std::exchange(told, 0) > 0);
    auto other = world.call;
    other.actor.name = "local:other";
    const auto second = world.get(world.workspace->automaticBackups().takeScheduled(other));
    DONE(second);
    QVERIFY(second->scheduled && second->startedAt == world.clock.now());
    QCOMPARE(second->actor, std::string("local:other"));
    const auto rows = world.get(desk.backups(world.call, 10));
    QVERIFY(rows && rows->size() == 2);
    QCOMPARE(shown(rows->at(0)), shown(*second));
    QCOMPARE(shown(rows->at(1)), shown(*first));
    QVERIFY(!rows->at(1).scheduled);
    const auto newest = world.get(desk.backups(world.call, 1));
    QVERIFY(newest && newest->size() == 1);
    QCOMPARE(newest->front().id, second->id);
    DONE(world.get(desk.backups(world.call, 10'000)));
}

void TestBackups::commandsGoOnMeanwhile() {
    // While the backup stands still in the middle of its snapshot, orders are placed, and none of them is in it.
    QTemporaryDir folder;
    const auto workspace = threadedWorkspace(folder);
    QVERIFY(workspace);
    const api::Call call{api::Actor::administrator("local:tester"), "because", {}};
    DONE(waited(workspace->dispatch().upsertCouriers(call, {{CourierId("ann"), CampusId("north"), "Ann", "", true}})));
    DONE(waited(workspace->orders().upsertProducts(call, {{Sku("tea"), "Tea", Money{100}, 1'000}}, true)));
    const auto path = folder.filePath(QStringLiteral("b")).toStdString();
    std::atomic<bool> once{false};
    int placed = 0;
    const auto row = waited(workspace->backups().take(call, path, [&](std::int64_t, std::int64_t) {
        if (once.exchange(true)) {
            return;
        }
        for (int i = 0; i < 50; ++i) {
            placed += waited(workspace->orders().place(call, DeskWorld::request("M" + std::to_string(i)))) ? 1 : 0;
        }
    }));
    DONE(row);
    QCOMPARE(placed, 50);
    const auto manifest = app::verifyBackup(path, {});
    DONE(manifest);
    QCOMPARE(manifest->rows.at("orders"), std::int64_t{0});
}

}  // namespace test_backups

QTEST_GUILESS_MAIN(test_backups::TestBackups)
#include "test_backups.moc"
