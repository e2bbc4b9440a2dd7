// SPDX-License-Identifier: GPL-3.0-or-later
// SQLite behind Database: the connection is opened, configured and owned by Qt SQL (QSQLITE); statements are prepared
// on the driver's own handle, since a QVariant and two text conversions per value would cost more than the statement.
// Inside engine/store only. Thread: as database.h.
#pragma once

#include <QString>
#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/store/database/database_impl.h"

struct sqlite3;
struct sqlite3_stmt;

namespace evenhand::store {

class SqliteDatabase;

class SqliteStatement final : public Statement::Impl {
public:
    SqliteStatement(SqliteDatabase& owner, std::string sql) : m_owner(owner), m_sql(std::move(sql)) {}
    ~SqliteStatement() override { finalize(); }

    void restart() override;
    void bindNumber(std::int64_t value) override;
    void bindText(std::string_view text) override;
    void bindBytes(std::string_view bytes) override;
    void bindNothing() override;
    Result<std::int64_t> write() override;
    Result<void> query() override;
    bool next() override;
    void finish() override;
    [[nodiscard]] Result<void> status() const override;
    [[nodiscard]] std::int64_t lastInsertId() const override;
    [[nodiscard]] bool isNull(int column) const override;
    [[nodiscard]] std::int64_t number(int column) const override;
    [[nodiscard]] std::string_view bytes(int column) const override;
    [[nodiscard]] int columnCount() const override;
    [[nodiscard]] std::string_view columnName(int column) const override;
    [[nodiscard]] std::string_view sql() const noexcept override { return m_sql; }
    [[nodiscard]] Origin origin(int column) const override;
    [[nodiscard]] Database::Impl& owner() const override;

    /// Gives the native statement up; it is prepared again when next used.
    void finalize() noexcept;

private:
    [[nodiscard]] bool ready();
    [[nodiscard]] Result<void> checkBound();
    void keep(int code);

    SqliteDatabase& m_owner;
    std::string m_sql;
    sqlite3_stmt* m_native = nullptr;
    int m_parameter = 1;
    bool m_active = false;
    Error m_error;
    bool m_failed = false;
};

class SqliteDatabase final : public Database::Impl {
public:
    SqliteDatabase(std::string path, Database::Access access, bool create, std::string vfs);
    ~SqliteDatabase() override { close(); }

    [[nodiscard]] const Dialect& dialect() const noexcept override { return sqliteDialect(); }
    [[nodiscard]] Statement& statement(std::string_view sql) override;
    Result<void> execute(std::string_view sql) override;
    Result<void> begin(bool write, Database::Undo undo) override;
    Result<void> commit() override;
    void rollback() override;
    void openScope() override;
    Result<void> keepScope() override;
    Result<void> undoScope() override;
    [[nodiscard]] bool scopeHasWrites() const noexcept override { return m_savepoint || m_bare; }
    [[nodiscard]] bool transactionChanged() const noexcept override;
    [[nodiscard]] bool faulted() const noexcept override { return m_faulted; }
    [[nodiscard]] const Error& fault() const noexcept override { return m_fault; }
    [[nodiscard]] Database::FaultKind faultKind() const noexcept override {
        using Kind = Database::FaultKind;
        return !m_faulted ? Kind::None : m_undone ? Kind::Undone : Kind::Storage;
    }
    void cancel() noexcept override;
    void setCancelCheck(const std::function<bool()>* check) noexcept override;
    void close() override;
    Result<void> reopen() override;
    [[nodiscard]] bool isOpen() const noexcept override { return m_handle != nullptr; }
    [[nodiscard]] std::int64_t logPages() const noexcept override { return m_logPages; }
    Result<void> checkpoint(bool truncate) override;
    void keepLogAtClose() override;
    Result<void> rewriteLog() override;
    Result<bool> hasPageChecksums() override;
    Result<void> addPageChecksums() override;
    Result<PageScan> scanPages() override;
    Result<void> checkFiles() override;
    Result<void> watchRoots(RootLocks* locks) override;  ///< root_triggers.cpp

    /// Which file a name leads to: device and inode.
    using FileIdentity = std::pair<std::uint64_t, std::uint64_t>;
    /// The database, its write-ahead log and the log's index.
    static constexpr std::array<const char*, 3> kFileSuffixes{"", "-wal", "-shm"};
    static constexpr int kBusyTimeoutMs = 2000;  ///< of another connection's lock

    // For SqliteStatement.
    [[nodiscard]] sqlite3* handle() const noexcept { return m_handle; }
    [[nodiscard]] Error lastError(std::string_view doing);
    [[nodiscard]] Result<void> beforeWrite();
    [[nodiscard]] Error closedError() const;

private:
    struct Cached {
        std::unique_ptr<Statement> statement;
        SqliteStatement* impl = nullptr;
    };
    struct TextHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const noexcept { return std::hash<std::string_view>{}(text); }
    };

    [[nodiscard]] Result<void> open(bool create);
    [[nodiscard]] Result<void> connect(bool create);
    [[nodiscard]] Result<void> makePrivate(bool create) const;
    /// True if the file may be opened as one that nobody changes: it is to be read, nobody has it open, and its folder
    /// takes no files, where SQLite would otherwise make its own. An error if a log lies beside it.
    [[nodiscard]] Result<bool> isImmutable() const;
    [[nodiscard]] Result<void> configure();
    [[nodiscard]] Result<std::string> pragma(const std::string& text);
    /// Asks SQLite to leave room for the checksums in the pages of a database that is made or written anew.
    void reservePages();
    /// Runs transaction control, which must not make a savepoint as a write would.
    [[nodiscard]] Result<void> control(std::string_view sql);
    [[nodiscard]] Cached& prepared(std::string_view sql);

    Database::Access m_access;
    bool m_create;
    std::string m_vfs;
    QString m_connection;
    sqlite3* m_handle = nullptr;
    std::mutex m_cancelMutex;  ///< guards m_handle against cancel() while it is opened or closed
    std::unordered_map<const char*, Cached*> m_byAddress;
    std::unordered_map<std::string, Cached, TextHash, std::equal_to<>> m_byText;
    bool m_inTransaction = false;
    bool m_faulted = false;
    Error m_fault;
    bool m_scope = false;
    bool m_savepoint = false;
    bool m_bare = false;    ///< the open scope has written without a savepoint
    bool m_undone = false;  ///< and was undone, which is why the transaction is faulted
    Database::Undo m_undo = Database::Undo::Scope;
    std::int64_t m_changesAtScope = 0;
    std::int64_t m_undoneChanges = 0;  ///< of this transaction
    std::int64_t m_changesAtBegin = 0;
    std::int64_t m_logPages = 0;
    RootLocks* m_watchedRoots = nullptr;  ///< those of the Database, while they are checked
    /// What the connection has open, by kFileSuffixes, as it was when it was opened; nullopt: it is not looked at.
    std::array<std::optional<FileIdentity>, 3> m_files;
};

}  // namespace evenhand::store
