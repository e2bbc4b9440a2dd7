// SPDX-License-Identifier: GPL-3.0-or-later
// What every open workspace is made of, below its desks: the locked folder, the database with its schema, the engine
// and the reader, and the order in which they start and stop.
//
// Threads: made, started and stopped on one thread. With OpenOptions::threaded engine and reader run on their own
// threads; without, step() runs the engine on the calling thread and reads are answered at once.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/workspace/audit_anchor.h"
#include "app/workspace/audit_notes.h"
#include "app/workspace/database_connection.h"
#include "app/workspace/engine_seat.h"
#include "app/workspace/folder_lock.h"
#include "app/workspace/keyspace_keeper.h"
#include "app/workspace/refund_sending.h"
#include "app/workspace/shared_place.h"
#include "app/workspace/work_mark.h"
#include "engine/accounts/audit_witness.h"
#include "engine/accounts/hasher.h"
#include "engine/api/engine_api.h"
#include "engine/api/secret_store.h"
#include "engine/base/clock.h"
#include "engine/runtime/embedded_engine.h"
#include "engine/runtime/look_pace.h"
#include "engine/runtime/reader_thread.h"
#include "engine/shared/carrier.h"
#include "engine/shared/shared_engine.h"
#include "engine/store/database/migrator.h"
#include "engine/store/database/workspace_lease.h"

namespace evenhand::app {

struct WorkspaceOptions {
    std::string currency = "EUR";  ///< ISO 4217
    int minorDigits = 2;           ///< 0 … 6
    std::string timeZone = "UTC";  ///< IANA name
    std::string adminName = {};    ///< who makes it
    std::string database = {};     ///< mysql://…; empty: a SQLite file in the folder
    Money largestAmount = {};      ///< of one order, payment or price; 0: ten million whole units
    /// redis://… and etcd://…, with `database`: any number of services run it at the same time. Both or none.
    std::string keyspace = {}, membership = {};
};

/// The machine's clock: what is taken where nobody gives another.
[[nodiscard]] const Clock& systemClock() noexcept;

struct OpenOptions {
    const Clock* clock = nullptr;       ///< nullptr: the system's; must outlive the workspace
    std::optional<std::uint64_t> seed;  ///< nullopt: from the system
    bool threaded = true;
    std::string vfs;                                      ///< SQLite VFS, empty: the system's files
    runtime::EngineOptions engine;                        ///< its seed is replaced by the one above
    PasswordSource password;                              ///< of a database server; empty: knownPassword()
    store::LeaseTimes lease = {};                         ///< of a workspace in a database server
    RefundSecretSource refundSecret = knownRefundSecret;  ///< of the HTTP provider
    /// Where keys are kept; nullptr: nowhere: the audit log is not sealed, endpoints cannot be made.
    std::shared_ptr<api::SecretStore> secrets = nullptr;
    const Clock* wallClock = nullptr;  ///< of sign-ins and audit entries; nullptr: `clock`
    accounts::HashCost hashCost = {};  ///< of passwords that are set from now on
    /// With threads: of the ring, 0 … 100, while the workspace is open; nullopt: as many as its settings say.
    std::optional<int> workers;
    bool sendRefunds = true;  ///< they also send refunds
    bool acceptLoss = false;  ///< opens also where acknowledged work is missing; see WorkspaceCore::lost()
    /// Opens though the audit log fails, which is otherwise refused (WorkspaceDamaged, audit): for renewAnchor() only.
    bool acceptAuditFault = false;
    std::chrono::milliseconds markPace = WorkMark::kPace;  ///< of the mark of acknowledged work, after commits
    std::string readOnlyWhy = "opened for reading only";   ///< the state's reason, where it is opened for reading
    /// Seconds that a database server may be silent while an answer is awaited, except where tables are changed; 0: as
    /// MysqlSettings has it.
    int serverSilenceS = 0;
};

/// Whether `error` of an opening is that the audit log fails: nothing may be added to it, all can still be read.
[[nodiscard]] bool isAuditFault(const Error& error) noexcept;

class WorkspaceCore {
public:
    /// Makes a workspace in a new or empty folder (mode 0700) and closes it again. AlreadyExists, InvalidArgument,
    /// Storage. With WorkspaceOptions::database it is made in that empty database, or, if the database holds a
    /// workspace already, the folder is only connected to it; errors then also as testDatabase().
    [[nodiscard]] static Result<void> create(const std::string& folder, const WorkspaceOptions& options,
                                             const OpenOptions& open = {});
    /// WorkspaceDamaged: acknowledged work is missing (unless OpenOptions::acceptLoss).
    /// Locks, upgrades the schema if need be, prepares engine and reader; then add consumers and call start().
    [[nodiscard]] static Result<std::unique_ptr<WorkspaceCore>> open(const std::string& folder, OpenOptions options);
    /// Reads only, also while another process runs the workspace; commands are refused with ReadOnly.
    [[nodiscard]] static Result<std::unique_ptr<WorkspaceCore>> openReadOnly(const std::string& folder,
                                                                             OpenOptions options = {});
    ~WorkspaceCore();

    /// Recovers and starts. WorkspaceDamaged, Storage.
    [[nodiscard]] Result<void> start();
    /// Refuses new work, finishes the accepted, checkpoints, closes everything. Idempotent; the destructor does it too.
    void stop();

    /// The engine; of a read-only workspace one that refuses every command.
    [[nodiscard]] runtime::Engine& engine() noexcept;
    /// nullptr if read-only.
    [[nodiscard]] runtime::RunningEngine* running() const noexcept {
        return m_engine ? static_cast<runtime::RunningEngine*>(m_engine.get()) : m_sharedEngine.get();
    }
    /// nullptr if read-only, or if several services share the workspace.
    [[nodiscard]] runtime::EmbeddedEngine* embedded() noexcept { return m_engine.get(); }
    /// Several services run it at the same time.
    [[nodiscard]] bool isShared() const noexcept { return m_shared.has_value(); }
    /// Of the workers of all services that share the workspace; nullptr: it is not shared, or read-only.
    [[nodiscard]] api::Membership* workers() const noexcept { return m_workers.get(); }
    /// The engine's name among the consumers of messages.
    [[nodiscard]] const std::string& consumerName() const noexcept { return m_consumerName; }
    /// Of the engine, where its keyspace is far away; else empty.
    [[nodiscard]] runtime::BatchCounter batchCounter() const {
        return m_sharedEngine ? runtime::BatchCounter([own = m_sharedEngine.get()] { return own->batches(); })
                              : runtime::BatchCounter();
    }
    /// How the keyspace that services share is closed while it is made anew; nullptr: it is one engine's.
    [[nodiscard]] rebuild::Closing* closing() const noexcept { return m_keeper.get(); }
    /// nullptr: not shared, or read-only.
    [[nodiscard]] shared::SharedEngine* sharedEngine() const noexcept { return m_sharedEngine.get(); }
    /// Where the keyspace and the membership are; nullopt: it is not shared.
    [[nodiscard]] const std::optional<SharedPlace>& sharedPlace() const noexcept { return m_shared; }
    /// nullopt: its database is a file.
    [[nodiscard]] const std::optional<store::MysqlSettings>& server() const noexcept { return m_server; }
    /// Does what one engine does for all that share the workspace.
    [[nodiscard]] bool leads() const noexcept { return m_seat && m_seat->leads(); }
    [[nodiscard]] runtime::Reader& reader() noexcept { return *m_reader; }
    [[nodiscard]] const api::WorkspaceInfo& info() const noexcept { return m_info; }
    [[nodiscard]] const Clock& clock() const noexcept { return *m_clock; }
    /// Of the people at the keyboard; an import's engine is at another time.
    [[nodiscard]] const Clock& wallClock() const noexcept {
        return m_options.wallClock != nullptr ? *m_options.wallClock : *m_clock;
    }
    /// What is known of the audit log outside its database. May ask the keychain if the workspace is read-only.
    [[nodiscard]] accounts::AuditWitness auditWitness() const;
    /// What the folder remembers of the work that was acknowledged; nullopt: nothing that can be read.
    [[nodiscard]] std::optional<store::JournalMark> workMark() const { return WorkMark::read(m_folder, m_info.id); }
    /// From now on this place has this workspace. After the engine has written who answers for it. Errors of the store
    /// of secrets.
    [[nodiscard]] Result<void> keepPlace();
    /// What was missing when it was opened; nullopt: nothing.
    [[nodiscard]] const std::optional<std::string>& lost() const noexcept { return m_lost; }
    /// From now on the folder remembers what is there. After the engine has written who answers for it.
    [[nodiscard]] Result<void> acceptLoss();
    /// The anchor remembered a later entry than the audit log's last one when this was opened, and nothing else was
    /// wrong with the log.
    [[nodiscard]] bool auditIsCut() const noexcept { return m_auditIsCut; }
    [[nodiscard]] const OpenOptions& options() const noexcept { return m_options; }
    [[nodiscard]] api::EngineStatus status() const;
    /// What an engine that ran now would be degraded for, found by reading: also beside the process that runs the
    /// workspace. Of the status only clock, newest committed instant (0: none) and standing reasons are filled in.
    [[nodiscard]] Result<api::EngineStatus> examine() const;

    /// Calls `fn` with one consistent snapshot of committed state: a read transaction, and the keyspace as recovery
    /// would load it from there. Runs on the calling thread, on a connection of its own.
    using View = std::function<Result<void>(store::Database&, keyspace::EmbeddedKeyspace&)>;
    /// Where services share the workspace all of them pause until the keyspace is copied out of Redis, and it is seen
    /// as one engine would have it: with its messages as entries of streams (message_forms.h), beside what is in Redis.
    /// Errors then also as PausedEngines, and of Redis.
    [[nodiscard]] Result<void> inspect(const View& fn) const;
    /// The same on a connection that readers() has opened, for whoever looks often. After an error open another.
    [[nodiscard]] Result<void> inspect(store::Database& database, const View& fn) const;
    /// Opens another connection that only reads, on the thread that calls it.
    [[nodiscard]] runtime::OpenForReading readers() const { return opener(store::Database::Access::ReadOnly); }
    [[nodiscard]] const std::string& folder() const noexcept { return m_folder; }

private:
    WorkspaceCore() = default;
    [[nodiscard]] Result<void> readInfo(store::Database& database, const store::WorkspaceMeta& meta);
    [[nodiscard]] runtime::OpenForReading opener(store::Database::Access access) const;
    [[nodiscard]] static Result<std::unique_ptr<WorkspaceCore>> prepare(const std::string& folder, OpenOptions options);
    template <typename Kind>
    void makeReader();
    /// Reads the address of the database server, if the workspace lives there, and finds the password.
    [[nodiscard]] Result<void> findDatabase();
    /// What is there is not run by engines of another deployment than this folder says.
    [[nodiscard]] static Result<void> checkDeployment(store::Database& database, bool shared);
    /// A snapshot of rows, and the keyspace as it is in Redis at the same moment.
    [[nodiscard]] Result<void> beginShared(store::Database& database, keyspace::EmbeddedKeyspace& keyspace) const;
    /// An engine of its own beside those that run already, and its places in the lists of engines and workers.
    [[nodiscard]] Result<void> makeSharedEngine(runtime::EngineOptions engine);
    [[nodiscard]] static Result<void> createOnServer(const std::string& folder, const WorkspaceOptions& options,
                                                     const OpenOptions& open, const store::WorkspaceMeta& meta);
    /// The engine's connection, fenced by the lease.
    [[nodiscard]] runtime::EmbeddedEngine::OpenDatabase engineOpener();
    [[nodiscard]] Result<store::WorkspaceMeta> readSchema(store::Database& database);
    void giveBackLease();
    /// The key and the anchor of the audit log, before the engine is made.
    [[nodiscard]] Result<void> openAudit(store::Database& database, runtime::EngineOptions& engine);
    /// WorkspaceDamaged (audit): the log is not what was written, as far as the newest entries and the anchor tell.
    [[nodiscard]] Result<void> checkAudit(store::Database& database, bool& fits);
    [[nodiscard]] Error auditFault(const api::AuditReport& report) const;
    /// Looks at what an opening cannot afford to; where it fails, nothing more is written, and no opening from then on
    /// writes either.
    void verifyRestOfAudit();
    /// Makes a key and keeps it, behind an anchor that it has sealed.
    [[nodiscard]] Result<void> keepFirstKey(const api::AuditHead& head, bool fits);
    [[nodiscard]] accounts::AuditWitness witnessOf(const runtime::AuditKey& key, const std::string& formerId) const;
    [[nodiscard]] Result<void> noteNewKey();
    /// Whether what the folder remembers is there.
    [[nodiscard]] Result<void> openMark(store::Database& database);
    [[nodiscard]] std::string location() const { return m_server ? m_server->url() : m_folder; }

    std::string m_folder;
    OpenOptions m_options;
    const Clock* m_clock = nullptr;
    api::WorkspaceInfo m_info;
    std::unique_ptr<FolderLock> m_lock;
    std::optional<store::MysqlSettings> m_server;  ///< nullopt: SQLite
    std::optional<SharedPlace> m_shared;           ///< nullopt: one engine at a time runs it
    runtime::AuditKey m_auditKey;
    std::string m_whyNoKey;
    std::string m_formerId;         ///< this place had another workspace
    bool m_restOfAuditDue = false;  ///< only the newest entries were looked at
    /// The audit log was sealed by this other key until now; empty: it was not sealed.
    std::optional<std::string> m_newKeyAfter;
    std::unique_ptr<AuditAnchor> m_anchor;
    std::unique_ptr<WorkMark> m_mark;  ///< nullptr: read only, or the database is not in the system's files
    std::optional<std::string> m_lost;
    bool m_auditIsCut = false;
    std::unique_ptr<runtime::EmbeddedEngine> m_engine;
    std::unique_ptr<api::Membership> m_engines, m_workers;
    std::unique_ptr<EngineSeat> m_seat;
    std::unique_ptr<shared::Carrier> m_carrier;
    std::unique_ptr<KeyspaceKeeper> m_keeper;  ///< answers callers of its engine to the end
    std::unique_ptr<shared::SharedEngine> m_sharedEngine;
    std::unique_ptr<AuditNotes> m_notes;
    std::unique_ptr<api::Subscription> m_auditGrown;
    std::unique_ptr<store::WorkspaceLease> m_lease;
    std::unique_ptr<runtime::Engine> m_refusing;
    std::unique_ptr<runtime::Reader> m_reader;
    std::function<Result<void>()> m_startReader;
    std::function<void()> m_stopReader;
    std::string m_consumerName = "engine";  ///< of one that is alone; else its name in the database
    bool m_stopped = false;
};

}  // namespace evenhand::app
