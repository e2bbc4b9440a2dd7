// SPDX-License-Identifier: GPL-3.0-or-later
// MySQL and MariaDB behind Database: the connection is Qt SQL's (QMYSQL); statements go through the driver's own
// handle.
//
// Values are bound as literals, quoted here: a prepared statement of the driver costs two round trips each time it
// runs, one by text costs one, and only text can carry many rows. It is safe because the session is utf8mb4 with
// NO_BACKSLASH_ESCAPES, where a quote inside a literal is doubled and nothing else has a meaning, and because the
// server refuses a second statement in one text.
//
// gather() holds rows back per statement and sends them as one INSERT; before a statement that names such a table, and
// before the commit, they are sent, and with them what is changed in memory (HeldRows). A command's savepoint is made
// when the first of its own effects is sent, behind everything older; a command that is undone before is simply
// forgotten.
//
// The writer reads at READ COMMITTED: where it is the only writer its reads are stable anyway, where several engines
// write it has locked what it decides about (roots.h), and no gap is locked against reports; rules change rows by
// conditional UPDATEs. The reader's transactions are consistent snapshots. Inside
// engine/store only. Thread: as database.h.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/store/database/database_impl.h"
#include "engine/store/database/held_rows.h"
#include "engine/store/database/mysql_canceller.h"
#include "engine/store/database/mysql_connection.h"

namespace evenhand::store {

class MysqlDatabase;
struct RootedTable;

/// Rows of one INSERT that were not sent yet.
struct GatheredRows {
    std::string head;  ///< "INSERT INTO t (…) VALUES"
    std::string tail;  ///< " ON DUPLICATE KEY UPDATE …", or nothing
    std::string table;
    InsertTurn turn = InsertTurn::Last;
    std::string rows;               ///< "(…),(…)"
    std::vector<std::size_t> ends;  ///< of each row in `rows`
    std::size_t before = 0;         ///< how many were there when the open scope began
    bool listed = false;            ///< in MysqlDatabase::m_gathering

    [[nodiscard]] std::size_t count() const noexcept { return ends.size(); }
    [[nodiscard]] std::size_t beginOf(std::size_t row) const noexcept { return row == 0 ? 0 : ends[row - 1] + 1; }
    /// Lower is sent first: new rows by their turn, then changes of rows.
    [[nodiscard]] int rank() const noexcept;
    void add(std::string_view tuple);
    /// Forgets the first `count`.
    void drop(std::size_t count);
    /// Forgets all but the first `count`.
    void keep(std::size_t count);
};

struct FreeMysqlResult {
    const MysqlClient* client = nullptr;
    void operator()(st_mysql_res* result) const noexcept { client->freeResult(result); }
};
using MysqlResult = std::unique_ptr<st_mysql_res, FreeMysqlResult>;

class MysqlStatement final : public Statement::Impl {
public:
    MysqlStatement(MysqlDatabase& owner, std::string sql);
    ~MysqlStatement() override = default;

    void restart() override;
    void bindNumber(std::int64_t value) override;
    void bindText(std::string_view text) override;
    void bindBytes(std::string_view bytes) override;
    void bindNothing() override;
    Result<std::int64_t> write() override;
    Result<void> gather(InsertTurn turn) override;
    Result<void> query() override;
    bool next() override;
    void finish() override { freeResult(); }
    [[nodiscard]] Result<void> status() const override;
    [[nodiscard]] std::int64_t lastInsertId() const override { return m_insertId; }
    [[nodiscard]] bool isNull(int column) const override { return m_row[column] == nullptr; }
    [[nodiscard]] std::int64_t number(int column) const override;
    [[nodiscard]] std::string_view bytes(int column) const override;
    [[nodiscard]] int columnCount() const override;
    [[nodiscard]] std::string_view columnName(int column) const override;
    [[nodiscard]] std::string_view sql() const noexcept override { return m_sql; }
    [[nodiscard]] Origin origin(int column) const override;
    [[nodiscard]] Database::Impl& owner() const override;

    /// True if the text has the word `table` in it.
    [[nodiscard]] bool names(std::string_view table) const noexcept;
    /// Which of the tables of `held` it names.
    [[nodiscard]] unsigned heldTables(const HeldRows& held) const noexcept;
    /// Gives up the result set; the connection is about to close.
    void freeResult() noexcept;

private:
    void bound();
    void readShape();
    [[nodiscard]] Result<void> checkBound();
    // Of Database::checkRoots(), root_statements.cpp. The rows that it writes are of roots that the unit has locked.
    [[nodiscard]] Result<void> checkRoots();
    [[nodiscard]] Result<void> checkInserted(RootLocks& locks, const RootedTable& rooted);
    [[nodiscard]] Result<void> checkFound(RootLocks& locks, const RootedTable& rooted);
    [[nodiscard]] Result<void> checkLooked(RootLocks& locks, const RootedTable& rooted);
    void noteMade() const;
    [[nodiscard]] tl::unexpected<Error> failed(Error error);

    MysqlDatabase& m_owner;
    const std::string m_sql;
    std::vector<std::string_view> m_pieces;  ///< of m_sql, between the parameters
    std::string m_text;                      ///< m_sql with the values bound so far
    std::size_t m_parameter = 0;
    std::size_t m_tupleAt = 0;  ///< where the row of an INSERT … VALUES begins; 0: it is none
    std::unique_ptr<GatheredRows> m_gathered;
    mutable const HeldRows* m_heldTablesOf = nullptr;  ///< whose tables `m_heldTables` are
    mutable unsigned m_heldTables = 0;
    bool m_oddText = false;  ///< a text was bound that is no UTF-8: the server will refuse it
    MysqlResult m_result;
    char** m_row = nullptr;
    unsigned long* m_lengths = nullptr;
    std::int64_t m_insertId = 0;
    Error m_error;
    bool m_failed = false;
};

class MysqlDatabase final : public Database::Impl {
public:
    MysqlDatabase(const MysqlSettings& settings, Database::Access access);
    ~MysqlDatabase() override { close(); }

    [[nodiscard]] const Dialect& dialect() const noexcept override { return mysqlDialect(m_mariadb); }
    [[nodiscard]] Statement& statement(std::string_view sql) override;
    Result<void> execute(std::string_view sql) override;
    Result<void> begin(bool write, Database::Undo undo) override;
    Result<void> commit() override;
    void rollback() override;
    void openScope() override;
    Result<void> keepScope() override;
    Result<void> undoScope() override;
    [[nodiscard]] bool scopeHasWrites() const noexcept override;
    [[nodiscard]] bool transactionChanged() const noexcept override;
    [[nodiscard]] bool faulted() const noexcept override { return m_fault != Database::FaultKind::None; }
    [[nodiscard]] const Error& fault() const noexcept override { return m_faultError; }
    [[nodiscard]] Database::FaultKind faultKind() const noexcept override { return m_fault; }
    void cancel() noexcept override { m_canceller.request(); }
    void setCancelCheck(const std::function<bool()>* check) noexcept override { m_canceller.setCheck(check); }
    void close() override;
    Result<void> reopen() override;
    [[nodiscard]] bool isOpen() const noexcept override {
        return m_connection.isOpen() && m_fault != Database::FaultKind::Dropped;
    }
    [[nodiscard]] std::int64_t logPages() const noexcept override { return 0; }
    Result<void> checkpoint(bool) override { return {}; }
    [[nodiscard]] bool gathers() const noexcept override { return m_writing; }
    [[nodiscard]] HeldRows* heldRows(MakeHeldRows make) override;
    Result<void> flush() override;
    Result<void> watchRoots(RootLocks* locks) override {
        m_watchedRoots = locks;
        return {};
    }
    [[nodiscard]] std::string server() const override;
    [[nodiscard]] std::optional<std::string> durabilityDoubt() const override { return m_doubt; }

    // For MysqlStatement.
    [[nodiscard]] const MysqlClient& client() const noexcept { return m_connection.client(); }
    /// Sends one statement after the rows that it may need; makes the scope's savepoint first where it writes.
    [[nodiscard]] Result<void> send(std::string_view sql, const MysqlStatement* statement, bool writes);
    // What the last statement left.
    [[nodiscard]] MysqlResult takeResult() noexcept { return std::move(m_lastResult); }
    [[nodiscard]] std::int64_t takeAffected() noexcept {
        m_changes += static_cast<std::int64_t>(m_affected);
        return static_cast<std::int64_t>(m_affected);
    }
    [[nodiscard]] std::int64_t insertId() const noexcept { return static_cast<std::int64_t>(m_insertId); }
    /// Holds one more row back. `m_gathering` keeps the order of first use, which is the order of references; what
    /// `m_held` hands over for new rows goes first.
    [[nodiscard]] Result<void> gathered(GatheredRows& rows, std::string_view tuple);
    [[nodiscard]] bool inTransaction() const noexcept { return m_inTransaction; }
    /// nullptr: nobody checks, or what `m_held` sends was checked when it was changed.
    [[nodiscard]] RootLocks* watchedRoots() const noexcept { return m_flushing ? nullptr : m_watchedRoots; }
    /// Sends one that reads, with nothing sent before it.
    [[nodiscard]] Result<void> look(std::string_view sql) { return raw(sql); }

private:
    struct Cached {
        std::unique_ptr<Statement> statement;
        MysqlStatement* impl = nullptr;
    };
    struct TextHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>{}(text); }
    };

    [[nodiscard]] Result<void> open();
    [[nodiscard]] Result<void> checkServer();
    [[nodiscard]] Result<void> checkDurability();
    [[nodiscard]] Result<void> configure();
    /// Transaction control and session settings: nothing is flushed and no savepoint made.
    [[nodiscard]] Result<void> control(std::string_view sql);
    [[nodiscard]] Result<void> raw(std::string_view sql);
    [[nodiscard]] Error lastError(std::string_view sql);
    void keepFault(Database::FaultKind kind, const Error& error);
    [[nodiscard]] Result<void> savepoint();
    [[nodiscard]] bool holdsRows() const noexcept;
    [[nodiscard]] bool scopeHolds() const noexcept;
    /// Sends what is held back, or of it what is older than the open scope. A failure faults the transaction.
    [[nodiscard]] Result<void> sendHeld(bool onlyBeforeScope);
    [[nodiscard]] Result<void> sendRows(GatheredRows& rows, std::size_t count);
    [[nodiscard]] Cached& prepared(std::string_view sql);
    void endTransaction(bool committed);

    Database::Access m_access;
    MysqlConnection m_connection;
    MysqlCanceller m_canceller;
    bool m_mariadb = true;
    std::string m_version;
    std::optional<std::string> m_doubt;  ///< of the server's durability
    std::unordered_map<const char*, Cached*> m_byAddress;
    std::unordered_map<std::string, Cached, TextHash, std::equal_to<>> m_byText;
    std::unique_ptr<HeldRows> m_held = std::make_unique<HeldRows>();
    bool m_heldMade = false;  ///< by a store; until then it holds nothing
    std::vector<GatheredRows*> m_gathering;
    std::size_t m_heldBytes = 0;          ///< of gathered rows, about
    RootLocks* m_watchedRoots = nullptr;  ///< those of the Database, while they are checked
    bool m_flushing = false;              ///< `m_held` flushes its changes
    bool m_flushingBefore = false;        ///< those of before the open scope
    MysqlResult m_lastResult;
    unsigned m_lastNumber = 0;
    std::uint64_t m_affected = 0;
    std::uint64_t m_insertId = 0;
    Database::FaultKind m_fault = Database::FaultKind::None;
    Error m_faultError;  ///< the first of the transaction
    bool m_inTransaction = false;
    bool m_writing = false;  ///< a transaction that may write
    bool m_scope = false;
    bool m_savepoint = false;
    std::int64_t m_changes = 0;  ///< rows changed and not undone in this transaction
    std::int64_t m_changesAtScope = 0;
};

}  // namespace evenhand::store
