// SPDX-License-Identifier: GPL-3.0-or-later
// One database connection (Qt SQL) with its cache of prepared statements, transactions and lazy savepoints.
// SQL lives in engine/store only, with bound parameters only.
// Thread: confined to the thread that opened it, except cancel().
//
// Invariants: SQLite runs with WAL, synchronous=FULL and foreign keys on, each re-read after setting; at most one
// transaction is open; a savepoint is only made when a write follows (beforeWrite).
//
// Under a savepoint SQLite keeps a copy of every page that is changed, which costs more than most commands do, and
// hardly one is undone after its first write. So a transaction may do without (Undo::Transaction): where a scope that
// has changed something is undone all the same, the transaction is faulted as Undone, and is to be rolled back and run
// again with savepoints.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/result.h"
#include "engine/store/database/dialect.h"
#include "engine/store/database/statement.h"

namespace evenhand::store {

class RootLocks;
class TransactionWatcher;
struct PageScan;
struct MysqlSettings;

class Database {
public:
    enum class Access : std::uint8_t { ReadWrite, ReadOnly };
    /// Why the open transaction cannot be kept, by what to do about it.
    enum class FaultKind : std::uint8_t {
        None,
        Conflict,  ///< deadlock or lock time-out: roll back and run the whole transaction again
        Undone,    ///< undoScope() needed a savepoint that was not made: run it again with Undo::Scope
        Dropped,   ///< the connection is gone: reopen, find out what was committed, run the rest again
        Storage,   ///< disk full, I/O, damage, a right missing: running it again would not help
    };

    /// Opens (and with `create` makes) a SQLite file. `vfs`: name of a registered SQLite VFS, empty for the default.
    /// Errors: DriverMissing, WorkspaceMissing, WorkspaceDamaged, Storage — each names the path.
    [[nodiscard]] static Result<std::unique_ptr<Database>> openSqlite(const std::string& path, Access access,
                                                                      bool create, const std::string& vfs = {});
    /// Connects to a workspace in MySQL or MariaDB. Errors name what to put right: DriverMissing, WorkspaceMissing (no
    /// such database), PermissionDenied (user, password, rights), Unsupported (version, character set), Storage (host,
    /// port, TLS).
    [[nodiscard]] static Result<std::unique_ptr<Database>> openMysql(const MysqlSettings& settings, Access access);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    [[nodiscard]] const Dialect& dialect() const noexcept;

    /// The prepared statement for `sql` (a literal of engine/store), reset and ready to bind. Prepared once.
    /// A text that does not prepare is a programmer's or a schema error: the first write()/query() answers it.
    [[nodiscard]] Statement& statement(std::string_view sql);
    /// Runs text once without parameters (pragmas, migrations); one statement a call.
    [[nodiscard]] Result<void> execute(std::string_view sql);

    // Transactions.
    /// What undoScope() can undo: its scope alone, or, where that is quicker, nothing but the transaction.
    enum class Undo : std::uint8_t { Scope, Transaction };
    [[nodiscard]] Result<void> begin(Undo undo = Undo::Scope);  ///< BEGIN IMMEDIATE where there is such a thing
    [[nodiscard]] Result<void> beginRead();                     ///< a read snapshot
    [[nodiscard]] Result<void> commit();
    void rollback();
    /// Opens a command's scope: with Undo::Scope the next write makes a savepoint first. Commands do not nest. `unit`:
    /// how checkRoots() calls it.
    void openScope(std::string_view unit = {});
    /// Keeps the scope's writes.
    [[nodiscard]] Result<void> keepScope();
    /// Undoes them.
    [[nodiscard]] Result<void> undoScope();
    [[nodiscard]] bool scopeHasWrites() const noexcept;
    /// True if the open transaction has changed rows that were not undone.
    [[nodiscard]] bool transactionChanged() const noexcept;
    /// True if storage failed (full, I/O, locked, damaged) since begin(): nothing of the transaction may be kept, even
    /// if a rule went on after the error.
    [[nodiscard]] bool faulted() const noexcept;
    /// The first such failure; meaningful while faulted().
    [[nodiscard]] const Error& fault() const noexcept;
    [[nodiscard]] FaultKind faultKind() const noexcept;
    /// Runs as the last statement of every transaction, before it commits; an error keeps it from committing. Used to
    /// check that this process still owns the workspace.
    void setCommitGuard(std::function<Result<void>(Database&)> guard) { m_commitGuard = std::move(guard); }
    /// Runs after every reopen(); an error closes the connection again and is reopen()'s answer.
    void setOpenGuard(std::function<Result<void>(Database&)> guard) { m_openGuard = std::move(guard); }
    /// True while a statement costs a round trip and a transaction that writes is open: gather() holds rows back, and
    /// reading for many commands at once saves time.
    [[nodiscard]] bool gathers() const noexcept;
    /// Set if an unknown stored word was read since the last call: WorkspaceDamaged with table, row, column (`field`)
    /// and word (`value`) of the first one. What was made of its row is wrong, so whoever runs a command or a read
    /// calls this afterwards, and answers the damage instead of the result (UnitRunner, Reader, exports, verify).
    [[nodiscard]] std::optional<Error> takeDamage();
    /// The value of a word that was read as text; an unknown one is damage of that column in the row with this key.
    template <typename Code>
    [[nodiscard]] Code code(std::optional<Code> (*from)(std::string_view), std::string_view word,
                            std::string_view table, std::string_view column, const std::string& key) {
        const auto known = from(word);
        if (!known) {
            unknownWord(table, column, word, key);
        }
        return known.value_or(Code{});
    }
    void unknownWord(std::string_view table, std::string_view column, std::string_view word, const std::string& key);
    // The roots that units decide about (roots.h, order_rows/lock_roots.h). Before the first transaction.
    /// Units lock their roots on the server: part of shareWriting(), and by itself for tests of rules. Nothing where
    /// there is no server; off, as with the one engine that a lease admits, it costs nothing.
    void lockRoots(bool on);
    [[nodiscard]] bool locksRoots() const noexcept;
    /// For tests: a unit that writes a row whose root it has not locked fails (RootLocks::check()). In SQLite by
    /// triggers (root_triggers.cpp); on a server by what its statements say (root_statements.cpp), and where rows are
    /// held in memory.
    [[nodiscard]] Result<void> checkRoots(bool on);
    /// What the check has found so far.
    [[nodiscard]] std::vector<std::string> rootComplaints() const;
    /// Of the open transaction that writes; nullptr: nobody asks for roots.
    [[nodiscard]] RootLocks* roots() const noexcept { return m_writing ? m_roots.get() : nullptr; }

    /// Other processes write the same tables: what stores remember from one transaction to the next is forgotten, ids
    /// that are given here come from blocks (id_block), and units lock their roots. `stripe`: of the sums that this one
    /// changes, 1 … For good, whatever is reopened; before the first transaction. Not in a local file.
    void shareWriting(std::int64_t stripe);
    [[nodiscard]] bool sharesWriting() const noexcept;
    /// The same for a connection that only reads: ids of rows do not tell which was committed first, nor do instants,
    /// so nothing is kept of what "came since". For good; before it reads.
    void expectOthers() noexcept;
    [[nodiscard]] bool expectsOthers() const noexcept;
    /// 0: where nobody else writes.
    [[nodiscard]] std::int64_t stripe() const noexcept;
    /// Sends what is held back. commit() does it too; alone it tells a refused row from a commit that failed.
    [[nodiscard]] Result<void> flush();

    /// Interrupts the running query of this connection. Any thread.
    void cancel() noexcept;
    /// While set, a query that runs long asks it now and then and is interrupted when it answers true. `check` must
    /// outlive its use and may be asked from another thread; nullptr ends it.
    void setCancelCheck(const std::function<bool()>* check) noexcept;
    /// Closes the connection and forgets all that it held; used after a failed commit. reopen() makes a new one.
    void close();
    [[nodiscard]] Result<void> reopen();

    [[nodiscard]] bool isOpen() const noexcept;

    /// Differs from an earlier answer if another connection has committed meanwhile, or this one was opened anew.
    struct Version {
        std::int64_t opened = 0;
        std::int64_t committed = 0;
        bool operator==(const Version&) const = default;
    };
    /// nullopt: this database does not tell.
    [[nodiscard]] Result<std::optional<Version>> version();

    /// Pages in the write-ahead log after the last commit; 0 where there is none.
    [[nodiscard]] std::int64_t logPages() const noexcept;
    /// Moves the write-ahead log into the database file, as far as readers allow; `truncate` also empties the log and
    /// answers Storage if a reader prevents it. No transaction may be open.
    [[nodiscard]] Result<void> checkpoint(bool truncate);
    /// Closing leaves the write-ahead log as it is, also as the last connection: for a workspace that was found
    /// damaged, where the log may hold the only copy of what is missing.
    void keepLogAtClose();

    /// Writes the whole write-ahead log once more and syncs it. After a sync that failed the system may show pages that
    /// the disk does not have; what is appended behind them would be lost with them. Inside a write transaction.
    [[nodiscard]] Result<void> rewriteLog();

    /// Whether the pages have checksums (page_checksum.h): always in a database that is made, and by addPageChecksums()
    /// in one from before; not where a server keeps the pages.
    [[nodiscard]] Result<bool> hasPageChecksums();
    /// Writes the whole database anew with checksums in its pages; a crash leaves it as it was or with them. No
    /// transaction may be open. Storage (path): there is no room for it, nothing was changed. WorkspaceDamaged: it is
    /// damaged already.
    [[nodiscard]] Result<void> addPageChecksums();
    /// Reads all pages, see page_scan.h. In a read transaction.
    [[nodiscard]] Result<PageScan> scanPages();
    /// Whether the names of the database's files still lead to the files that are open. WorkspaceMissing (path): one
    /// was deleted, moved or replaced. What is committed then goes into a file that nobody will find again, but until
    /// the connection is closed all of it can be read. Four calls of the system, so cheap enough for every commit.
    [[nodiscard]] Result<void> checkFiles();

    /// Settings that a store has read and that only this connection changes, one place per store; emptied whenever
    /// something is undone.
    enum class Memo : std::uint8_t {
        Timers,
        Campaigns,
        Returns,
        Refunds,
        TaskHolds,
        TaskWindow,
        Webhooks,
        Alerts,
        AlertLimits
    };
    [[nodiscard]] std::shared_ptr<void>& memo(Memo of = Memo::Timers) noexcept {
        return m_memos[static_cast<std::size_t>(of)];
    }

    /// Who is told of this connection's transactions; nullptr: nobody. A place for one store, which puts it there.
    [[nodiscard]] std::shared_ptr<TransactionWatcher>& watcher() noexcept { return m_watcher; }

    [[nodiscard]] const std::string& location() const noexcept;
    /// Why a commit that was acknowledged may still be lost, as found when the connection was opened; nullopt: it may
    /// not.
    [[nodiscard]] std::optional<std::string> durabilityDoubt() const;
    /// What is connected to, for people: "SQLite", "MariaDB 10.11.6, db.example:3306".
    [[nodiscard]] std::string server() const;

    struct Impl;  ///< one per kind of database; database_impl.h
    explicit Database(std::unique_ptr<Impl> impl);

private:
    template <typename... Values>
    void tell(void (TransactionWatcher::*what)(Values...), Values... values);
    [[nodiscard]] RootLocks& madeRoots();
    void transactionEnded() noexcept;

    std::unique_ptr<Impl> m_impl;
    std::function<Result<void>(Database&)> m_commitGuard;
    std::function<Result<void>(Database&)> m_openGuard;
    std::array<std::shared_ptr<void>, 9> m_memos;
    std::shared_ptr<TransactionWatcher> m_watcher;
    std::unique_ptr<RootLocks> m_roots;  ///< nullptr: nobody asks for them
    bool m_writing = false;              ///< a transaction that writes is open
    std::int64_t m_opened = 1;           ///< times
};

}  // namespace evenhand::store
