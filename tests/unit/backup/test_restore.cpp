// SPDX-License-Identifier: GPL-3.0-or-later
// Restoring: the same rows in a new workspace, of whichever kind, outward work held, the audit log going on; all or
// nothing, and never over something that is there.
#include <sys/stat.h>

#include <QDir>
#include <QtTest>
#include <atomic>
#include <thread>

#include "app/workspace/audit_anchor.h"
#include "engine/audit_chain/audit_chain.h"
#include "engine/store/records/task_store.h"
#include "tests/support/fakes/memory_secrets.h"
#include "tests/unit/backup/backup_world.h"

namespace test_restore {

using namespace evenhand;
using namespace evenhand::test;
using evenhand::testing::emptyDatabase;
using evenhand::testing::freshDatabase;
using evenhand::testing::onMariadb;

namespace {

const api::Actor kActor = api::Actor::administrator("local:restorer", api::Via::CommandLine);

QStringList filesIn(const QString& folder) {
    return QDir(folder).entryList(QDir::Files | QDir::Hidden | QDir::System | QDir::Dirs | QDir::NoDotAndDotDot);
}

std::int64_t numberIn(const std::string& folder, std::string_view sql) {
    const auto database = evenhand::testing::openOther(folder, store::Database::Access::ReadOnly);
    if (!database) {
        return -1;
    }
    auto& read = (*database)->statement(sql);
    return read.query() && read.next() ? read.onlyNumber() : -1;
}

std::int64_t tablesIn(const std::string& url) {
    const auto settings = store::MysqlSettings::fromUrl(url);
    const auto count = evenhand::testing::sharedMariadb()->value(
        "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = '" + settings->database + "'");
    return count ? count->toLongLong() : -1;
}

}  // namespace

class TestRestore : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_secrets = std::make_shared<MemorySecrets>();
        m_world = std::make_unique<DeskWorld>(m_secrets);
        m_source = m_world->folder.filePath(QStringLiteral("w")).toStdString();
        m_target = m_world->folder.filePath(QStringLiteral("r")).toStdString();
        m_file = m_world->folder.filePath(QStringLiteral("b")).toStdString();
        m_database = emptyDatabase();
    }
    void cleanup() { m_world.reset(); }

    void theSameRowsAndNothingViolated();
    void intoTheOtherKindOfDatabase();
    void outwardWorkIsHeldAndTheLogGoesOn();
    void theLogIsSealedAndAnchored();
    void anotherKeySaysSo();
    void aSealedLogNeedsAPlaceForItsKey();
    void withoutSecretsTheLogGoesOnUnsealed();
    void theRestoredWorkspaceWorks();
    void olderVersionsAreBroughtUpToDate();
    void damagedFilesChangeNothing();
    void rowsThatDoNotFitChangeNothing();
    void nothingIsReplaced();
    void cancellingLeavesNothing();
    void whatAKilledRestoreLeftIsInNobodysWay();
    void previewTellsWhatIsThere();
    void previewCountsWhatIsBeingSent();
    void takenUnderLoad();

private:
    void fill() {
        DONE(m_world->couriers({"ann", "bob", "cat"}));
        DONE(m_world->product("tea", 1000));
        for (int i = 0; i < 60; ++i) {
            QVERIFY(m_world->buy("A" + std::to_string(i)));
        }
        // Hostile text, and a payment that nobody knows: it is owed.
        auto odd = DeskWorld::request("'); DROP TABLE orders; --");
        odd.user = UserId("=cmd|' /C calc'!A0 \xd7\x90\xf0\x9f\x8d\xb5");
        DONE(m_world->get(m_world->orders().place(m_world->call, odd)));
        DONE(m_world->get(m_world->orders().pay(m_world->call, {PaymentNo("stray"), OrderNo("none"), Money{5}})));
        DONE(m_world->get(m_world->orders().cancel(m_world->call, {{OrderNo("A7"), 0}})));
    }
    /// m_snapshot: every row at the moment of the backup.
    void take() {
        std::optional<Result<Rows>> snapshot;
        DONE(m_world->get(m_world->workspace->backups().take(m_world->call, m_file, [&](std::int64_t, std::int64_t) {
            if (!snapshot) {
                snapshot = rowsOf(m_source);
            }
        })));
        QVERIFY(snapshot.has_value());
        DONE(*snapshot);
        m_snapshot = **snapshot;
    }
    [[nodiscard]] Result<api::BackupManifest> restored(
        const std::string& database, const std::function<bool(std::int64_t, std::int64_t)>& progress = {}) {
        app::OpenOptions open;
        open.clock = &m_world->clock;
        open.secrets = m_secrets;
        return app::restore({m_file, m_target, database, kActor}, open, progress);
    }
    /// The restored workspace, opened; what audit verify says of it.
    [[nodiscard]] Result<api::AuditReport> opened(std::shared_ptr<api::SecretStore> secrets) {
        app::OpenOptions options;
        options.clock = &m_world->clock;
        options.seed = 2;
        options.threaded = false;
        options.secrets = std::move(secrets);
        EVENHAND_ASSIGN(m_world->workspace, app::Workspace::open(m_target, options));
        return m_world->get(m_world->workspace->audit().verify(m_world->call, {}));
    }
    [[nodiscard]] std::vector<api::AuditRecord> records(const char* operation) {
        api::AuditQuery query;
        query.filter.operations = {operation};
        auto found = m_world->get(m_world->workspace->audit().page(m_world->call, query));
        return found ? *found : std::vector<api::AuditRecord>();
    }
    /// A file of these rows, all sums right.
    void writeFile(int schema, const Rows& rows) {
        const auto tables = store::backups::tables(schema);
        const auto writer = app::BackupFileWriter::create(m_file);
        DONE(writer);
        api::BackupManifest manifest;
        manifest.program = "0.0.1";
        manifest.schemaVersion = schema;
        manifest.workspaceId = kOldId;
        manifest.currency = "CNY";
        manifest.timeZone = "Asia/Shanghai";
        manifest.source = "SQLite";
        manifest.at.ms = 1'700'000'000'000;
        for (const auto& [table, all] : rows) {
            manifest.rows[table] = static_cast<std::int64_t>(all.size());
        }
        DONE((*writer)->begin(manifest, tables));
        for (std::size_t i = 0; i < tables.size(); ++i) {
            if (const auto found = rows.find(tables[i].name); found != rows.end()) {
                for (const auto& row : found->second) {
                    DONE((*writer)->add(i, row));
                }
            }
        }
        DONE((*writer)->finish());
        DONE((*writer)->publish());
    }
    /// A shop of version 4 with five cents that nobody knows.
    static Rows oldRows() {
        const auto text = [](const char* value) { return store::backups::Value(std::string(value)); };
        const auto number = [](std::int64_t value) { return store::backups::Value(value); };
        Rows rows;
        rows["meta"] = {{text("schema_version"), text("4")},
                        {text("workspace_id"), text(kOldId)},
                        {text("currency"), text("CNY")},
                        {text("minor_digits"), text("2")},
                        {text("time_zone"), text("Asia/Shanghai")},
                        {text("created_at"), text("1")},
                        {text("created_by"), text("local:tester")}};
        rows["product"] = {{text("tea"), text("Tea"), number(100), number(26)}};
        rows["stock_entry"] = {{number(1), text("tea"), number(1), number(26), text("me")}};
        rows["owed_payment"] = {{text("U"), text("nobody's"), number(5), number(9), text("unknown_order")}};
        return rows;
    }
    /// No folder, no tables.
    void nothingIsThere(const std::string& database) {
        QVERIFY2(!QFileInfo::exists(QString::fromStdString(m_target)),
                 qPrintable(filesIn(QString::fromStdString(m_target)).join(QLatin1Char(' '))));
        if (!database.empty()) {
            QCOMPARE(tablesIn(database), std::int64_t{0});
        }
    }

    static constexpr const char* kOldId = "00000000-0000-4000-8000-000000000001";
    std::shared_ptr<MemorySecrets> m_secrets;
    std::unique_ptr<DeskWorld> m_world;
    std::string m_source, m_target, m_file, m_database;
    Rows m_snapshot;
};

void TestRestore::theSameRowsAndNothingViolated() {
    fill();
    take();
    // Whatever happens afterwards is not in it.
    QVERIFY(m_world->buy("later"));
    std::int64_t last = 0;
    std::int64_t of = 0;
    const auto manifest = restored(m_database, [&](std::int64_t rows, std::int64_t all) {
        last = std::max(last, rows);
        of = all;
        return rows <= all;
    });
    DONE(manifest);
    QVERIFY(last > of / 2 && last <= of);
    const auto after = rowsOf(m_target);
    DONE(after);
    QCOMPARE(differences(m_snapshot, *after), std::string());
    QCOMPARE(violations(m_target), std::string());
    QCOMPARE(numberIn(m_target, "SELECT COUNT(*) FROM orders WHERE order_no = 'later'"), std::int64_t{0});
    struct stat folder {};
    QCOMPARE(::stat(m_target.c_str(), &folder), 0);
    QCOMPARE(static_cast<int>(folder.st_mode & 0777), 0700);
    const auto core = app::WorkspaceCore::openReadOnly(m_target);
    DONE(core);
    QCOMPARE((*core)->info().id, m_world->workspace->workspace().id);
    QCOMPARE((*core)->info().currency, std::string("CNY"));
    // The backup that it came from is in its list, as what it was.
    QCOMPARE(numberIn(m_target, "SELECT COUNT(*) FROM backup WHERE status = 'verified' AND bytes > 0"),
             std::int64_t{1});
    QCOMPARE(numberIn(m_target, "SELECT COUNT(*) FROM meta WHERE name IN ('restoring', 'migrating')"), std::int64_t{0});
}

void TestRestore::intoTheOtherKindOfDatabase() {
    if (!onMariadb()) {
        QSKIP("needs both");
    }
    fill();
    take();
    DONE(restored({}));  // MariaDB → SQLite
    const auto asFile = rowsOf(m_target);
    DONE(asFile);
    QCOMPARE(differences(m_snapshot, *asFile), std::string());
    QCOMPARE(violations(m_target), std::string());
    // And from there back into a server.
    app::OpenOptions options;
    options.secrets = m_secrets;
    options.clock = &m_world->clock;
    options.threaded = false;
    m_file += "-2";
    {
        auto opened = app::Workspace::open(m_target, options);
        DONE(opened);
        m_world->workspace = std::move(*opened);
        m_source = m_target;
        take();
    }
    m_world->workspace.reset();
    m_target += "-2";
    DONE(restored(emptyDatabase()));
    const auto asServer = rowsOf(m_target);
    DONE(asServer);
    QCOMPARE(differences(m_snapshot, *asServer), std::string());
    QCOMPARE(violations(m_target), std::string());
}

void TestRestore::outwardWorkIsHeldAndTheLogGoesOn() {
    fill();
    // What was held there was held for another reason.
    DONE(m_world->get(m_world->workspace->core().engine().ask<bool>(m_world->call, [](runtime::UnitOfWork& work) {
        return store::tasks::hold(work.database(), {api::TaskKind::Refund, Instant{1}, "ann", "the bank is closed"});
    })));
    take();
    const auto manifest = restored(m_database);
    DONE(manifest);
    const auto database = evenhand::testing::openOther(m_target, store::Database::Access::ReadOnly);
    DONE(database);
    auto& holds = (*database)->statement("SELECT kind, actor, reason FROM task_hold ORDER BY kind");
    DONE(holds.query());
    std::vector<std::string> held;
    while (holds.next()) {
        held.push_back(holds.text("kind"));
        QCOMPARE(holds.text("actor"), kActor.name);
        QVERIFY(holds.text("reason").find("restored from b") != std::string::npos);
    }
    QCOMPARE(held, (std::vector<std::string>{"refund", "webhook"}));
    // One entry more than before, which names file and former head; the chain is whole.
    runtime::AnchorFound former;
    if (manifest->auditHead.seq > 0) {
        former.head = manifest->auditHead;
    }
    runtime::AuditVerifier verifier({}, former);
    auto& entries = (*database)->statement(
        "SELECT seq, at, actor, via, operation, outcome, subject, reason, detail, hash, key_id, seal FROM audit_entry "
        "ORDER BY seq");
    DONE(entries.query());
    api::AuditEntry last;
    while (entries.next()) {
        last = {};
        auto& record = last.record;
        record = {entries.number("seq"),     Instant{entries.number("at")},
                  entries.text("actor"),     *api::viaFrom(entries.text("via")),
                  entries.text("operation"), *api::auditOutcomeFrom(entries.text("outcome")),
                  entries.text("subject"),   entries.text("reason"),
                  entries.text("detail")};
        last.hash = *base::sha256From(entries.blob("hash"));
        last.keyId = entries.text("key_id");
        last.seal = base::sha256From(entries.blob("seal")).value_or(base::Sha256{});
        verifier.add(last);
    }
    const auto report = verifier.finish();
    QVERIFY2(report.intact(), report.faults.empty() ? "" : report.faults.front().what.c_str());
    QCOMPARE(last.record.seq, manifest->auditHead.seq + 1);
    QCOMPARE(last.record.operation, std::string("backups.restore"));
    QCOMPARE(last.record.outcome, api::AuditOutcome::Noted);
    QCOMPARE(last.record.actor, kActor.name);
    QCOMPARE(last.record.via, api::Via::CommandLine);
    QCOMPARE(last.record.subject, std::string("backup b"));
    QVERIFY(last.record.detail.find(base::hexOf(base::bytesOf(manifest->auditHead.hash))) != std::string::npos);
}

void TestRestore::theLogIsSealedAndAnchored() {
    fill();
    take();
    // The workspace goes on, so that its log is further than the backup.
    QVERIFY(m_world->buy("later"));
    const auto manifest = restored(m_database);
    DONE(manifest);
    QVERIFY(manifest->auditHead.seq > 0);
    const auto anchor = app::AuditAnchor::read(m_target);
    DONE(anchor);
    QVERIFY(anchor->has_value());
    const auto name = "audit/" + manifest->workspaceId;
    const auto key = runtime::AuditKey::of(**m_secrets->read(name));
    const auto anchored = runtime::anchorFrom(**anchor, manifest->workspaceId, {{key.id, key.key}});
    QVERIFY(anchored.has_value());
    QCOMPARE(anchored->seq, manifest->auditHead.seq + 1);
    // As somebody finds it who only looks, and as the engine goes on with it.
    {
        app::OpenOptions options;
        options.secrets = m_secrets;
        options.threaded = false;
        const auto looking = app::Workspace::openReadOnly(m_target, options);
        DONE(looking);
        auto asked = (*looking)->audit().verify(m_world->call, {});
        QVERIFY(asked.isFinished());
        const auto report = asked.result();
        DONE(report);
        QVERIFY2(report->intact(), report->faults.empty() ? "" : report->faults.front().what.c_str());
        QCOMPARE(report->sealed, report->checked);
        QCOMPARE(report->checked, manifest->auditHead.seq + 1);
        QVERIFY(report->anchor.has_value() && *report->anchor == report->head);
    }
    const auto report = opened(m_secrets);
    DONE(report);
    QVERIFY2(report->intact(), report->faults.empty() ? "" : report->faults.front().what.c_str());
    QCOMPARE(report->sealed, report->checked);
    QVERIFY(records("audit.new_key").empty());
    const auto entries = records("backups.restore");
    QCOMPARE(entries.size(), std::size_t{1});
    QVERIFY(entries.front().detail.find("audit head " + std::to_string(manifest->auditHead.seq) + " " +
                                        base::hexOf(base::bytesOf(manifest->auditHead.hash))) != std::string::npos);
    // And goes on.
    DONE(m_world->couriers({"dan"}));
    const auto after = m_world->get(m_world->workspace->audit().verify(m_world->call, {}));
    DONE(after);
    QVERIFY(after->intact() && after->sealed == after->checked && after->checked > report->checked);
}

void TestRestore::anotherKeySaysSo() {
    fill();
    take();
    const auto former = m_secrets;
    m_secrets = std::make_shared<MemorySecrets>();  // another machine
    const auto manifest = restored(m_database);
    DONE(manifest);
    QCOMPARE(m_secrets->count("audit/"), std::size_t{1});
    const auto report = opened(m_secrets);
    DONE(report);
    // The seals of before cannot be looked at, which is said and no violation.
    QCOMPARE(report->violations, std::int64_t{0});
    QCOMPARE(report->checked, manifest->auditHead.seq + 2);
    QCOMPARE(report->sealed, std::int64_t{2});
    const auto entries = records("audit.new_key");
    QCOMPARE(entries.size(), std::size_t{1});
    QCOMPARE(entries.front().seq, manifest->auditHead.seq + 1);
    QCOMPARE(records("backups.restore").size(), std::size_t{1});
}

void TestRestore::aSealedLogNeedsAPlaceForItsKey() {
    fill();
    take();
    m_secrets->broken = true;
    const auto refused = restored(m_database);
    REFUSED(refused, ErrorCode::Unsupported);
    QCOMPARE(refused.error().field, std::string("keychain"));
    QVERIFY(refused.error().message.find("EVENHAND_SECRETS_DIR") != std::string::npos);
    nothingIsThere(m_database);
    m_secrets->broken = false;
    DONE(restored(m_database));
}

void TestRestore::withoutSecretsTheLogGoesOnUnsealed() {
    m_secrets.reset();
    m_world.reset();
    m_world = std::make_unique<DeskWorld>();
    m_source = m_world->folder.filePath(QStringLiteral("w")).toStdString();
    m_target = m_world->folder.filePath(QStringLiteral("r")).toStdString();
    m_file = m_world->folder.filePath(QStringLiteral("b")).toStdString();
    fill();
    take();
    DONE(restored(m_database));
    const auto report = opened(nullptr);
    DONE(report);
    QVERIFY2(report->intact(), report->faults.empty() ? "" : report->faults.front().what.c_str());
    QCOMPARE(report->sealed, std::int64_t{0});
    QVERIFY(report->anchor.has_value());
}

void TestRestore::theRestoredWorkspaceWorks() {
    fill();
    take();
    DONE(restored(m_database));
    const auto report = opened(m_secrets);
    DONE(report);
    QVERIFY(m_world->buy("new"));
    QCOMPARE(m_world->row("new").status, api::OrderStatus::WaitPickUp);
    QVERIFY(m_world->row("new").id.value > m_world->row("A59").id.value);
    QCOMPARE(violations(m_world->workspace->core()), std::string());
}

void TestRestore::olderVersionsAreBroughtUpToDate() {
    writeFile(4, oldRows());
    const auto manifest = restored(m_database);
    DONE(manifest);
    QCOMPARE(manifest->schemaVersion, 4);
    QCOMPARE(violations(m_target), std::string());
    // What the money of that time became in version 5.
    QCOMPARE(numberIn(m_target, "SELECT amount FROM refund WHERE payment_no = 'U'"), std::int64_t{5});
    QCOMPARE(numberIn(m_target, "SELECT COUNT(*) FROM task_hold"), std::int64_t{2});
    QCOMPARE(numberIn(m_target, "SELECT stock FROM product"), std::int64_t{26});
    app::OpenOptions options;
    options.clock = &m_world->clock;
    options.threaded = false;
    options.secrets = m_secrets;
    DONE(app::Workspace::open(m_target, options));
}

void TestRestore::damagedFilesChangeNothing() {
    fill();
    take();
    QFile file(QString::fromStdString(m_file));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto whole = file.readAll();
    file.close();
    const auto put = [&](const QByteArray& bytes) {
        QFile::remove(file.fileName());
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
        file.close();
    };
    for (const auto part : {0.0, 0.01, 0.5, 0.99}) {
        put(whole.first(static_cast<qsizetype>(static_cast<double>(whole.size()) * part)));
        const auto refused = restored(m_database);
        REFUSED(refused, ErrorCode::BackupDamaged);
        QCOMPARE(refused.error().value, m_file);
        nothingIsThere(m_database);
    }
    for (const auto part : {0.01, 0.3, 0.7, 0.999}) {
        auto bent = whole;
        const auto at = static_cast<qsizetype>(static_cast<double>(whole.size()) * part);
        bent[at] = static_cast<char>(bent[at] ^ 4);
        put(bent);
        REFUSED(restored(m_database), ErrorCode::BackupDamaged);
        nothingIsThere(m_database);
    }
    QVERIFY(QFile::remove(file.fileName()));
    REFUSED(restored(m_database), ErrorCode::WorkspaceMissing);
    nothingIsThere(m_database);
    put(whole);
    DONE(restored(m_database));
}

void TestRestore::rowsThatDoNotFitChangeNothing() {
    const auto tried = [&](const char* table, const store::backups::Row& row) {
        auto rows = oldRows();
        rows[table].push_back(row);
        QFile::remove(QString::fromStdString(m_file));
        writeFile(4, rows);
        const auto refused = restored(m_database);
        REFUSED(refused, ErrorCode::BackupDamaged);
        QCOMPARE(refused.error().field, std::string("table"));
        QCOMPARE(refused.error().value, std::string(table));
        nothingIsThere(m_database);
    };
    using store::backups::Bytes;
    tried("product", {std::string("tea"), std::string("twice"), std::int64_t{1}, std::int64_t{1}});
    tried("product", {std::string("bun"), std::string("below zero"), std::int64_t{1}, std::int64_t{-1}});
    tried("product", {std::string("pie"), std::monostate{}, std::int64_t{1}, std::int64_t{1}});
    tried("stock_entry",
          {std::int64_t{2}, std::string("no such thing"), std::int64_t{1}, std::int64_t{1}, std::string()});
    tried("keyspace_journal", {std::int64_t{1}, std::int64_t{1}, Bytes{"no record"}, std::int64_t{0}});
    // The manifest is of another workspace than the rows.
    auto rows = oldRows();
    rows["meta"][1][1] = std::string("00000000-0000-4000-8000-000000000002");
    QFile::remove(QString::fromStdString(m_file));
    writeFile(4, rows);
    REFUSED(restored(m_database), ErrorCode::BackupDamaged);
    nothingIsThere(m_database);
}

void TestRestore::nothingIsReplaced() {
    fill();
    take();
    // Over the workspace itself, running and not.
    auto target = m_target;
    m_target = m_source;
    REFUSED(restored({}), ErrorCode::AlreadyExists);
    const auto before = rowsOf(m_source);
    m_world->workspace.reset();
    REFUSED(restored(m_database), ErrorCode::AlreadyExists);
    const auto after = rowsOf(m_source);
    DONE(after);
    QCOMPARE(differences(*before, *after), std::string());
    m_target = target;
    // A folder with something in it, a file; an anchor that is evidence.
    QVERIFY(QDir().mkpath(QString::fromStdString(m_target)));
    QFile letter(QString::fromStdString(m_target + "/letter.txt"));
    QVERIFY(letter.open(QIODevice::WriteOnly));
    REFUSED(restored(m_database), ErrorCode::AlreadyExists);
    QCOMPARE(filesIn(QString::fromStdString(m_target)), QStringList{QStringLiteral("letter.txt")});
    QVERIFY(letter.rename(QString::fromStdString(m_target + "/audit.anchor")));
    REFUSED(restored(m_database), ErrorCode::AlreadyExists);
    QVERIFY(letter.rename(QString::fromStdString(m_target + "/letter.txt")));
    if (!m_database.empty()) {
        QCOMPARE(tablesIn(m_database), std::int64_t{0});
        // A database with a workspace, or with somebody else's tables.
        QVERIFY(letter.remove());
        const auto address = app::readAddress(m_source);
        REFUSED(restored(**address), ErrorCode::AlreadyExists);
        const auto still = rowsOf(m_source);
        DONE(still);
        QCOMPARE(differences(*before, *still), std::string());
        const auto foreign = emptyDatabase();
        const auto settings = store::MysqlSettings::fromUrl(foreign);
        DONE(evenhand::testing::sharedMariadb()->run("CREATE TABLE " + settings->database + ".mine (a INT)"));
        REFUSED(restored(foreign), ErrorCode::WorkspaceVersion);
        QCOMPARE(tablesIn(foreign), std::int64_t{1});
    }
}

void TestRestore::cancellingLeavesNothing() {
    fill();
    take();
    for (const std::int64_t after : {0, 1, 3, 6}) {
        std::int64_t asked = 0;
        std::int64_t seen = 0;
        const auto cancelled = restored(m_database, [&](std::int64_t rows, std::int64_t of) {
            seen = std::max(seen, rows);
            return after == 6 ? rows < of : asked++ < after;
        });
        REFUSED(cancelled, ErrorCode::Cancelled);
        nothingIsThere(m_database);
        if (after == 6) {
            QVERIFY(seen > 100);  // in the last rows
        }
    }
    DONE(restored(m_database));
}

void TestRestore::whatAKilledRestoreLeftIsInNobodysWay() {
    fill();
    take();
    // As a process leaves it that is killed while it puts rows back: see also the tests with real processes.
    QVERIFY(QDir().mkpath(QString::fromStdString(m_target)));
    for (const auto* name : {"/restoring.db", "/restoring.db-wal", "/workspace.lock", "/audit.anchor"}) {
        QFile left(QString::fromStdString(m_target + name));
        QVERIFY(left.open(QIODevice::WriteOnly));
        QCOMPARE(left.write("half"), 4);
    }
    if (!m_database.empty()) {
        const auto settings = store::MysqlSettings::fromUrl(m_database);
        const auto database = store::Database::openMysql(*settings, store::Database::Access::ReadWrite);
        DONE(database);
        DONE(store::beginRestore(**database, 5));
        DONE((*database)->execute("INSERT INTO product(sku, name, unit_price, stock) VALUES ('half', 'Half', 1, 1)"));
        const auto looked = store::openSchema(**database, true);
        REFUSED(looked, ErrorCode::WorkspaceMissing);
        QVERIFY(looked.error().message.find("evenhandctl restore") != std::string::npos);
    }
    if (!m_database.empty()) {
        // Nor is it taken for the beginning of a new workspace.
        REFUSED(app::WorkspaceCore::create(m_world->folder.filePath(QStringLiteral("n")).toStdString(),
                                           {.database = m_database}),
                ErrorCode::WorkspaceMissing);
    }
    DONE(restored(m_database));
    QCOMPARE(violations(m_target), std::string());
    QCOMPARE(numberIn(m_target, "SELECT COUNT(*) FROM product WHERE sku = 'half'"), std::int64_t{0});
    QVERIFY(!QFile::exists(QString::fromStdString(m_target + "/restoring.db")));
}

void TestRestore::previewTellsWhatIsThere() {
    fill();
    take();
    const auto alone = app::previewRestore(m_file, {});
    DONE(alone);
    QCOMPARE(alone->orders, std::int64_t{61});
    QCOMPARE(alone->people, std::int64_t{0});
    QCOMPARE(alone->outwardPending, std::int64_t{0});  // refunds are made by hand
    QCOMPARE(alone->manifest.workspaceId, m_world->workspace->workspace().id);
    QVERIFY(!alone->entriesSince && alone->workspaceThere.empty() && alone->trouble.empty());
    const auto beside = app::previewRestore(m_file, m_source);
    DONE(beside);
    QCOMPARE(beside->workspaceThere, m_world->workspace->workspace().id);
    QCOMPARE(beside->ordersThere, std::int64_t{61});
    QVERIFY(beside->entriesSince && *beside->entriesSince >= 0);
    const auto nowhere = app::previewRestore(m_file, m_target);
    DONE(nowhere);
    QVERIFY(nowhere->workspaceThere.empty() && nowhere->trouble.empty());
    QVERIFY(!QFileInfo::exists(QString::fromStdString(m_target)));
    // Another one.
    DONE(app::WorkspaceCore::create(m_target, {.database = freshDatabase()}));
    const auto other = app::previewRestore(m_file, m_target);
    DONE(other);
    QVERIFY(!other->workspaceThere.empty() && !other->entriesSince);
    QCOMPARE(other->ordersThere, std::int64_t{0});
}

/// What was being sent when the backup was taken may have left, or not: it is told as well.
void TestRestore::previewCountsWhatIsBeingSent() {
    fill();
    api::RefundSettings settings;
    settings.provider = api::RefundProviderKind::Http;
    settings.url = "http://localhost:1/refunds";
    DONE(m_world->get(m_world->workspace->refunds().setSettings(m_world->call, settings)));
    DONE(m_world->get(m_world->orders().cancel(m_world->call, {{OrderNo("A8"), 0}, {OrderNo("A9"), 0}})));
    const auto jobs = m_world->get(m_world->workspace->refunds().claimDue(m_world->call, {"worker", 1, {}}));
    DONE(jobs);
    QCOMPARE(jobs->size(), std::size_t{1});
    take();
    const auto preview = app::previewRestore(m_file, {});
    DONE(preview);
    QCOMPARE(preview->outwardPending, std::int64_t{2});  // one is being sent, one waits
}

void TestRestore::takenUnderLoad() {
    // An engine with threads, orders coming in without a pause; three backups, each of which is one snapshot.
    m_world->workspace.reset();
    QTemporaryDir folder;
    const auto source = folder.filePath(QStringLiteral("w")).toStdString();
    app::OpenOptions options;
    options.sendRefunds = false;
    auto made = app::Workspace::create(source, {"CNY", 2, "Asia/Shanghai", "tester", freshDatabase()}, options);
    DONE(made);
    auto& workspace = **made;
    const api::Call call{api::Actor::administrator("local:tester"), "because", {}};
    workspace.dispatch()
        .upsertCouriers(call, {{CourierId("ann"), CampusId("north"), "Ann", "", true},
                               {CourierId("bob"), CampusId("north"), "Bob", "", true}})
        .waitForFinished();
    workspace.orders().upsertProducts(call, {{Sku("tea"), "Tea", Money{100}, 1'000'000}}, true).waitForFinished();
    /// Orders without a pause, until it goes.
    struct Crowd {
        explicit Crowd(app::Workspace& workspace, const api::Call& call)
            : thread([this, &workspace, call] {
                  while (!stop) {
                      std::vector<api::Answer<api::PaymentAnswer>> paying;
                      for (int i = 0; i < 50; ++i) {
                          const auto no = "L" + std::to_string(placed++);
                          (void)workspace.orders().place(call, DeskWorld::request(no));
                          paying.push_back(
                              workspace.orders().pay(call, {PaymentNo("P" + no), OrderNo(no), Money{100}}));
                      }
                      for (auto& answer : paying) {
                          answer.waitForFinished();
                      }
                  }
              }) {}
        ~Crowd() {
            stop = true;
            thread.join();
        }
        std::atomic<bool> stop{false};
        std::atomic<int> placed{0};
        std::thread thread;
    };
    std::int64_t orders = -1;
    {
        const Crowd crowd(workspace, call);
        for (int i = 0; i < 3; ++i) {
            while (crowd.placed < (i + 1) * 500) {
                std::this_thread::yield();
            }
            m_file = folder.filePath(QStringLiteral("b%1").arg(i)).toStdString();
            m_target = folder.filePath(QStringLiteral("r%1").arg(i)).toStdString();
            auto taking = workspace.backups().take(call, m_file, {});
            taking.waitForFinished();
            DONE(taking.result());
            const auto manifest = app::restore({m_file, m_target, emptyDatabase(), kActor}, {}, {});
            DONE(manifest);
            QCOMPARE(violations(m_target), std::string());
            QVERIFY(manifest->rows.at("orders") > orders);
            orders = manifest->rows.at("orders");
            QCOMPARE(numberIn(m_target, "SELECT COUNT(*) FROM orders"), orders);
        }
    }
    QCOMPARE(violations(workspace.core()), std::string());
}

}  // namespace test_restore

QTEST_GUILESS_MAIN(test_restore::TestRestore)
#include "test_restore.moc"
