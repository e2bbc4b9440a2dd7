// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/workspace_core.h"

#include <QTimeZone>
#include <algorithm>
#include <filesystem>
#include <tuple>

#include "app/workspace/audit_key.h"
#include "app/workspace/make_schema.h"
#include "app/workspace/rescue.h"
#include "app/workspace/workspace_folder.h"
#include "engine/runtime/desk_support.h"
#include "engine/store/database/journal_store.h"
#include "engine/store/records/audit_store.h"
#include "engine/store/records/meta_store.h"
#include "engine/store/records/node_store.h"

namespace evenhand::app {
namespace {

namespace fs = std::filesystem;
using store::Database;

Result<void> check(const WorkspaceOptions& options) {
    if (options.currency.size() != 3 ||
        !std::all_of(options.currency.begin(), options.currency.end(), [](char c) { return c >= 'A' && c <= 'Z'; })) {
        return fail(ErrorCode::InvalidArgument, "is not a currency code of three capital letters", "currency",
                    options.currency);
    }
    if (options.minorDigits < 0 || options.minorDigits > 6) {
        return fail(ErrorCode::InvalidArgument, "is not within 0 to 6", "minor_digits",
                    std::to_string(options.minorDigits));
    }
    if (options.largestAmount.minor < 0 || options.largestAmount.minor > base::kMaxMoneyMinor) {
        return fail(ErrorCode::InvalidArgument, "is not within 1 to " + std::to_string(base::kMaxMoneyMinor),
                    "largest_amount", std::to_string(options.largestAmount.minor));
    }
    if (!QTimeZone(QByteArray::fromStdString(options.timeZone)).isValid()) {
        return fail(ErrorCode::InvalidArgument, "is not a known time zone", "time_zone", options.timeZone);
    }
    if (!options.database.empty()) {
        EVENHAND_TRY(store::MysqlSettings::fromUrl(options.database));
    }
    const bool shared = !options.keyspace.empty();
    if (shared != !options.membership.empty() || (shared && options.database.empty())) {
        return fail(ErrorCode::InvalidArgument,
                    "a workspace that services share needs a database, a keyspace and a "
                    "membership; one that is not shared has neither of the last two",
                    !shared                      ? "keyspace"
                    : options.membership.empty() ? "membership"
                                                 : "database");
    }
    if (shared) {
        EVENHAND_TRY(SharedPlace::of(options.keyspace, options.membership));
    }
    return {};
}

Result<void> createFile(const std::string& folder, const WorkspaceOptions& options, const OpenOptions& open,
                        const store::WorkspaceMeta& meta) {
    const auto make = [&](const std::string& path) -> Result<void> {
        EVENHAND_ASSIGN(const auto database, Database::openSqlite(path, Database::Access::ReadWrite, true, open.vfs));
        EVENHAND_TRY(makeSchema(*database, options, meta));
        return database->checkpoint(true);
    };
    std::error_code error;
    if (!open.vfs.empty() || fs::exists(databasePath(folder), error)) {
        return make(databasePath(folder));  // another making was quicker: it says that there is a workspace
    }
    // Beside, renamed when it is whole: what a killed making leaves counts for nothing.
    removeUnfinished(folder);
    EVENHAND_TRY(make(restoringPath(folder)));
    return nameRestored(folder);
}

/// Refuses every command: a workspace that was opened for reading. What is to be told is left for who writes its log.
class RefusingEngine final : public runtime::Engine {
public:
    RefusingEngine(std::string folder, const Clock& clock) : m_folder(std::move(folder)), m_clock(clock) {}
    api::Answer<void> noteDone(const api::Call& call, api::AuditRecord record) override {
        record.actor = call.actor.name;
        record.via = call.actor.via;
        return runtime::ready<void>(AuditNotes::leave(m_folder, m_clock.now(), record));
    }
    void submit(std::unique_ptr<runtime::Job> job) override {
        for (std::size_t i = 0; i < job->size(); ++i) {
            job->refuse(i, {ErrorCode::ReadOnly, "the workspace was opened for reading only", {}, {}});
        }
        job->resolve();
    }

private:
    const std::string m_folder;
    const Clock& m_clock;
};

}  // namespace

const Clock& systemClock() noexcept {
    static const base::SystemClock clock;
    return clock;
}

Result<void> WorkspaceCore::create(const std::string& folder, const WorkspaceOptions& options,
                                   const OpenOptions& open) {
    EVENHAND_TRY(check(options));
    FolderUndo undo(folder);
    EVENHAND_TRY(makeFolder(folder));
    EVENHAND_ASSIGN(const auto lock, FolderLock::take(folder));
    undo.takeBackFiles();
    const Clock& clock = open.clock != nullptr ? *open.clock : systemClock();
    Rng rng(open.seed ? *open.seed : Rng::systemSeed());
    store::WorkspaceMeta meta;
    meta.workspaceId = rng.uuid();
    meta.currency = options.currency;
    meta.minorDigits = options.minorDigits;
    meta.timeZone = options.timeZone;
    meta.createdAt = clock.now();
    meta.createdBy = options.adminName;
    tryKeepPlace(open.secrets.get(), folder, meta.workspaceId);
    EVENHAND_TRY(options.database.empty() ? createFile(folder, options, open, meta)
                                          : createOnServer(folder, options, open, meta));
    undo.keep();
    return {};
}

Result<void> WorkspaceCore::findDatabase() {
    EVENHAND_ASSIGN(const auto address, readAddress(m_folder));
    if (!address) {
        return {};
    }
    EVENHAND_ASSIGN(auto settings, store::MysqlSettings::fromUrl(*address));
    EVENHAND_ASSIGN(settings.password,
                    (m_options.password ? m_options.password : PasswordSource(knownPassword))(settings));
    settings.readTimeoutS = m_options.serverSilenceS > 0 ? m_options.serverSilenceS : settings.readTimeoutS;
    m_server = std::move(settings);
    EVENHAND_ASSIGN(m_shared, readSharedPlace(m_folder));
    return {};
}

runtime::OpenForReading WorkspaceCore::opener(Database::Access access) const {
    if (m_server) {
        return [settings = *m_server, access, isShared = m_shared.has_value()]() -> Result<std::unique_ptr<Database>> {
            EVENHAND_ASSIGN(auto database, Database::openMysql(settings, access));
            if (isShared) {
                database->expectOthers();
            }
            return database;
        };
    }
    return [path = databasePath(m_folder), vfs = m_options.vfs, access] {
        return Database::openSqlite(path, access, false, vfs);
    };
}

runtime::EmbeddedEngine::OpenDatabase WorkspaceCore::engineOpener() {
    if (!m_server) {
        return opener(Database::Access::ReadWrite);
    }
    return [settings = *m_server, lease = m_lease.get()]() -> Result<std::unique_ptr<Database>> {
        EVENHAND_ASSIGN(auto database, Database::openMysql(settings, Database::Access::ReadWrite));
        EVENHAND_TRY(lease->acquire(*database));
        database->setOpenGuard([lease](Database& reopened) { return lease->acquire(reopened); });
        database->setCommitGuard([lease](Database& committing) { return lease->check(committing); });
        return database;
    };
}

/// The schema, brought up to date; on a server only by the one that owns the workspace.
Result<store::WorkspaceMeta> WorkspaceCore::readSchema(Database& database) {
    if (!m_server) {
        return store::openSchema(database, true);
    }
    auto meta = store::openSchema(database, false);
    if (meta || meta.error().code != ErrorCode::WorkspaceVersion) {
        return meta;
    }
    EVENHAND_ASSIGN(const auto patient, Database::openMysql(m_server->forMigrations(), Database::Access::ReadWrite));
    // Services that share a workspace have no lease, but to change its tables one of them takes it. Those of the
    // version before have to be stopped by hand.
    std::optional<store::WorkspaceLease> own;
    if (!m_lease) {
        own.emplace(*m_server, store::WorkspaceLease::thisProcess(), m_options.lease, systemClock());
    }
    auto& lease = own ? *own : *m_lease;
    EVENHAND_TRY(lease.acquire(*patient));
    meta = store::openSchema(*patient, true);
    lease.release(*patient);
    return meta;
}

void WorkspaceCore::giveBackLease() {
    if (!m_lease || m_lease->epoch() == 0) {
        return;
    }
    if (auto database = opener(Database::Access::ReadWrite)(); database) {
        m_lease->release(**database);
    }
}

template <typename Kind>
void WorkspaceCore::makeReader() {
    auto reader = std::make_unique<Kind>(opener(Database::Access::ReadOnly));
    m_startReader = [raw = reader.get()] { return raw->start(); };
    m_stopReader = [raw = reader.get()] { raw->stop(); };
    m_reader = std::move(reader);
}

Result<std::unique_ptr<WorkspaceCore>> WorkspaceCore::prepare(const std::string& folder, OpenOptions options) {
    std::unique_ptr<WorkspaceCore> core(new WorkspaceCore);
    core->m_folder = folder;
    core->m_options = std::move(options);
    core->m_clock = core->m_options.clock != nullptr ? core->m_options.clock : &systemClock();
    EVENHAND_TRY(core->findDatabase());
    if (core->m_options.threaded) {
        core->makeReader<runtime::ReaderThread>();
    } else {
        core->makeReader<runtime::DirectReader>();
    }
    return core;
}

Result<void> WorkspaceCore::readInfo(Database& database, const store::WorkspaceMeta& meta) {
    EVENHAND_ASSIGN(const auto largest, store::meta::largestAmount(database));
    m_info = {meta.workspaceId, location(), meta.currency, meta.minorDigits, meta.timeZone, largest};
    return {};
}

Result<std::unique_ptr<WorkspaceCore>> WorkspaceCore::openReadOnly(const std::string& folder, OpenOptions options) {
    EVENHAND_ASSIGN(auto core, prepare(folder, std::move(options)));
    EVENHAND_ASSIGN(const auto database, core->opener(Database::Access::ReadOnly)());
    EVENHAND_ASSIGN(const auto meta, store::openSchema(*database, false));
    EVENHAND_TRY(core->readInfo(*database, meta));
    core->m_options.engine.deployment = database->server();
    core->m_refusing = std::make_unique<RefusingEngine>(folder, core->wallClock());
    return core;
}

Result<std::unique_ptr<WorkspaceCore>> WorkspaceCore::open(const std::string& folder, OpenOptions options) {
    EVENHAND_ASSIGN(auto core, prepare(folder, std::move(options)));
    std::error_code ignored;
    if (!core->m_server && core->m_options.vfs.empty() && !fs::exists(databasePath(folder), ignored)) {
        const auto rescued = rescuedFrom(folder);
        return fail(ErrorCode::WorkspaceMissing,
                    rescued.empty() ? "there is no workspace"
                                    : "there is no workspace; what it held when its files were lost is in " + rescued +
                                          ", `evenhandctl restore` creates a workspace from it",
                    "path", folder);
    }
    if (core->m_shared && core->m_options.engine.importClock) {
        return fail(ErrorCode::Unsupported,
                    "where services share a workspace its time is theirs, and cannot stand or go "
                    "back to the past; ask one of the services",
                    "time");
    }
    EVENHAND_ASSIGN(core->m_lock, FolderLock::take(folder));
    if (core->m_server && !core->m_shared) {
        core->m_lease = std::make_unique<store::WorkspaceLease>(*core->m_server, store::WorkspaceLease::thisProcess(),
                                                                core->m_options.lease, systemClock());
    }
    auto engineOptions = core->m_options.engine;
    {
        // On a connection of its own: the engine's belongs to the engine's thread.
        EVENHAND_ASSIGN(const auto database, core->opener(Database::Access::ReadWrite)());
        EVENHAND_ASSIGN(const auto meta, core->readSchema(*database));
        EVENHAND_TRY(core->readInfo(*database, meta));
        engineOptions.deployment = database->server();
        if (core->m_server) {
            EVENHAND_TRY(checkDeployment(*database, core->m_shared.has_value()));
        }
        // Where services share it others have committed since, and what the folder remembers is no journal's.
        auto whole = core->m_shared ? Result<void>() : core->openMark(*database);
        if (whole) {
            whole = core->openAudit(*database, engineOptions);
        }
        if (!whole) {
            database->keepLogAtClose();
            return fail(whole.error());
        }
    }
    if (core->m_mark) {
        engineOptions.committed = [mark = core->m_mark.get()] { mark->grew(); };
        if (!engineOptions.checkpointed) {
            engineOptions.checkpointed = [mark = core->m_mark.get()] { mark->writeSoon(); };
        }
    }
    engineOptions.rescue = [raw = core.get()](Database& database) {
        // How it went the log says.
        std::ignore = rescueLostFiles(database, raw->m_folder, raw->m_info.id, raw->m_clock->now());
    };
    if (engineOptions.realClock == nullptr) {
        engineOptions.realClock = &systemClock();
    }
    engineOptions.seed = core->m_options.seed ? *core->m_options.seed : Rng::systemSeed();
    if (core->m_shared) {
        EVENHAND_TRY(core->makeSharedEngine(std::move(engineOptions)));
        return core;
    }
    core->m_engine =
        std::make_unique<runtime::EmbeddedEngine>(*core->m_clock, core->engineOpener(), std::move(engineOptions));
    if (core->m_lease) {
        core->m_lease->onTrouble([engine = core->m_engine.get()](const Error& reason) { engine->invalidate(reason); });
    }
    return core;
}

Result<void> WorkspaceCore::start() {
    if (auto* const engine = running()) {
        m_auditGrown = engine->subscribe([this, engine](const std::vector<api::Event>& events) {
            const bool grown = std::any_of(events.begin(), events.end(), [](const api::Event& event) {
                return event.kind == api::Event::Kind::AuditGrown;
            });
            if (grown) {
                m_anchor->note(engine->auditHead());
            }
        });
        EVENHAND_TRY(m_options.threaded ? engine->start() : engine->open());
        if (m_seat && m_options.threaded) {
            m_seat->start();
            auto* const own = m_sharedEngine.get();
            m_carrier->start([own] { own->wake(); },
                             [own](const std::vector<api::Event>& events) { own->hear(events); },
                             [own] { return own->gate().usesKeyspace(); });
        }
        if (m_keeper && m_options.threaded) {
            m_keeper->start();
        } else if (m_keeper) {
            m_keeper->lookOnce();
        }
        if (m_options.threaded) {
            m_anchor->start();
        }
        if (m_mark && !m_lost) {  // also beside an engine that is stepped: a command may be killed like a console
            m_mark->start([own = m_engine.get()] { return own->committedMark(); }, m_options.markPace);
        }
        EVENHAND_TRY(noteNewKey());
        m_notes = std::make_unique<AuditNotes>(m_folder, *engine);
        const auto waiting = m_notes->collect();
        if (m_options.threaded) {
            m_notes->start();
        } else if (waiting > 0) {
            engine->runUntilIdle();
        }
    }
    EVENHAND_TRY(m_startReader());
    if (m_restOfAuditDue) {
        verifyRestOfAudit();
    }
    return {};
}

void WorkspaceCore::stop() {
    if (m_stopped) {
        return;
    }
    m_stopped = true;
    // The reader first: it would keep the engine's last checkpoint from emptying the log.
    if (m_stopReader) {  // not yet there when opening failed early
        m_stopReader();
    }
    if (m_notes) {
        m_notes->stop();
    }
    if (m_lease) {
        m_lease->stopWaiting();
    }
    if (m_keeper) {
        m_keeper->stop();
    }
    if (m_seat) {
        m_seat->stop();  // another engine takes over what one does for all
    }
    if (auto* const engine = running()) {
        engine->stop();
    }
    if (m_carrier) {
        m_carrier->stop();  // what the last batches have published is relayed by the others
    }
    if (m_anchor) {
        m_anchor->stop();
    }
    if (m_mark && m_engine) {
        m_mark->stop();
        if (const auto last = m_engine->committedMark(); last.seq > 0 && !m_lost) {
            // Said in the log; an older one is no danger. Where another program wrote to the database file, the next
            // opening must not take what it finds for all that was acknowledged: a mark that no journal reaches.
            std::ignore = m_mark->write(m_engine->overwritten() ? store::JournalMark{last.seq + 1, last.at, 0} : last);
        }
    }
    giveBackLease();
    m_lock.reset();
}

WorkspaceCore::~WorkspaceCore() { stop(); }

runtime::Engine& WorkspaceCore::engine() noexcept {
    if (auto* const engine = running()) {
        return *engine;
    }
    return *m_refusing;
}

api::EngineStatus WorkspaceCore::status() const {
    if (const auto* const engine = running()) {
        return engine->status();
    }
    api::EngineStatus status;
    status.state = api::EngineState::ReadOnly;
    status.reason = m_options.readOnlyWhy;
    status.deployment = m_options.engine.deployment;
    status.now = m_clock->now();
    status.commitP50Ms = status.commitP99Ms = -1;
    return status;
}

Result<void> WorkspaceCore::inspect(const View& fn) const {
    EVENHAND_ASSIGN(const auto database, opener(Database::Access::ReadOnly)());
    return inspect(*database, fn);
}

Result<void> WorkspaceCore::inspect(Database& database, const View& fn) const {
    keyspace::EmbeddedKeyspace keyspace;
    if (m_shared) {
        EVENHAND_TRY(beginShared(database, keyspace));
    } else {
        EVENHAND_TRY(database.beginRead());
        store::JournalStore journal(database);
        EVENHAND_ASSIGN(const auto end,
                        journal.replay([&](std::string_view record) { return keyspace.applyJournal(record); }));
        keyspace.commit();
        keyspace.setNow(std::max(end.at, m_clock->now()));
    }
    EVENHAND_TRY(fn(database, keyspace));
    if (auto damage = database.takeDamage()) {
        return fail(*std::move(damage));
    }
    database.rollback();  // nothing was written, and a damaged database may have ended the transaction itself
    return {};
}

Result<api::EngineStatus> WorkspaceCore::examine() const {
    EVENHAND_ASSIGN(const auto database, opener(Database::Access::ReadOnly)());
    EVENHAND_TRY(database->beginRead());
    EVENHAND_ASSIGN(const auto newest, store::JournalStore(*database).newestAt());
    EVENHAND_TRY(database->commit());
    api::EngineStatus status;
    status.clock = wallClock().now();
    status.committedAt = newest.value_or(Instant{});
    if (auto doubt = database->durabilityDoubt()) {
        status.standing.push_back({std::string(api::kServerNotDurable), *std::move(doubt)});
    }
    if (auto reason = runtime::clockReason(status.clock, status.committedAt)) {
        status.standing.push_back(*std::move(reason));
    }
    return status;
}

}  // namespace evenhand::app
