// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/database/database_sqlite.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <QSqlDatabase>
#include <QSqlDriver>
#include <QSqlError>
#include <QVariant>
#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "engine/base/invariant.h"
#include "engine/store/database/log_vfs.h"
#include "engine/store/database/page_file.h"
#include "engine/store/database/qt_text.h"
#include "engine/store/database/root_locks.h"
#include "engine/store/database/sqlite_error.h"
#include "engine/store/database/sqlite_library.h"
#include "engine/store/database/statement_log.h"

namespace evenhand::store {
namespace {

/// Pages that each connection keeps. Readers look at what the operating system has at hand anyway, and there are
/// several of them: a cache as large as the writer's costs memory and gains nothing that was measured.
constexpr int kWriterCacheKiB = 32 * 1024;
constexpr int kReaderCacheKiB = 16 * 1024;
/// After a checkpoint the log file is cut to this size, so that a burst does not keep the disk.
constexpr std::int64_t kLogFileLimit = 256LL * 1024 * 1024;

/// A path inside a file: URI; SQLite decodes %XX.
std::string uriPath(std::string_view path) {
    static constexpr char kHex[] = "0123456789ABCDEF";
    std::string out;
    for (const char c : path) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '%' || c == '?' || c == '#' || byte < 0x20) {
            out += {'%', kHex[byte >> 4U], kHex[byte & 0xfU]};
        } else {
            out += c;
        }
    }
    return out;
}

std::optional<SqliteDatabase::FileIdentity> identityOf(const std::string& path) {
    struct stat found {};
    if (::stat(path.c_str(), &found) != 0) {
        return std::nullopt;
    }
    return SqliteDatabase::FileIdentity{found.st_dev, found.st_ino};
}

}  // namespace

Result<std::unique_ptr<Database>> Database::openSqlite(const std::string& path, Access access, bool create,
                                                       const std::string& vfs) {
    if (!QSqlDatabase::isDriverAvailable(QStringLiteral("QSQLITE"))) {
        return fail(ErrorCode::DriverMissing,
                    "the Qt SQL driver QSQLITE is not installed, the workspace cannot be opened", "path", path);
    }
    std::error_code ignored;
    if (vfs.empty() && !create && !std::filesystem::exists(path, ignored)) {
        return fail(ErrorCode::WorkspaceMissing, "there is no workspace database", "path", path);
    }
    auto impl = std::make_unique<SqliteDatabase>(path, access, create, vfs);
    EVENHAND_TRY(impl->reopen());
    return std::make_unique<Database>(std::move(impl));
}

SqliteDatabase::SqliteDatabase(std::string path, Database::Access access, bool create, std::string vfs)
    : m_access(access), m_create(create), m_vfs(std::move(vfs)) {
    location = std::move(path);
}

Error SqliteDatabase::closedError() const {
    return {ErrorCode::Storage, "the database connection is closed", "path", location};
}

Error SqliteDatabase::lastError(std::string_view doing) {
    if (m_watchedRoots != nullptr) {
        if (auto complaint = m_watchedRoots->takeComplaint()) {
            return *std::move(complaint);  // a trigger has refused the row for it
        }
    }
    const bool fault = isStorageFault(sqlite3_extended_errcode(m_handle));
    auto error = sqliteError(m_handle, doing, location);
    if (fault && !m_faulted) {
        m_faulted = true;
        m_fault = error;
    }
    return error;
}

Result<void> SqliteDatabase::reopen() {
    close();
    m_faulted = false;
    auto opened = open(m_create);
    if (!opened) {
        close();
    } else {
        m_create = false;  // a file that vanishes later is an error, not a new workspace
    }
    return opened;
}

Result<void> SqliteDatabase::open(bool create) {
    EVENHAND_TRY(connect(create));
    return configure();
}

Result<bool> SqliteDatabase::isImmutable() const {
    const std::filesystem::path file(location);
    const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
    std::error_code none;
    if (m_access != Database::Access::ReadOnly || !m_vfs.empty() || !std::filesystem::exists(file, none) ||
        std::filesystem::exists(location + "-shm", none) ||
        ::faccessat(AT_FDCWD, folder.c_str(), W_OK, AT_EACCESS) == 0) {
        return false;
    }
    const auto log = std::filesystem::file_size(location + "-wal", none);
    if (!none && log > 0) {
        return fail(ErrorCode::Storage,
                    "its write-ahead log can only be read in a folder that can be written: copy the folder to one",
                    "path", location);
    }
    return true;
}

/// The database and what SQLite keeps beside it are their owner's alone, whatever the umask: SQLite gives what it makes
/// the mode of the database. By name, not by handle: closing a handle would take SQLite's locks off the file.
Result<void> SqliteDatabase::makePrivate(bool create) const {
    if (!m_vfs.empty() || m_access != Database::Access::ReadWrite) {
        return {};
    }
    const auto failed = [&](const std::string& path) {
        return fail(ErrorCode::Storage, std::string("the file cannot be made private: ") + std::strerror(errno), "path",
                    path);
    };
    if (create) {
        const int made = ::open(location.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
        if (made >= 0) {
            ::close(made);  // new, so nobody in this process has it open
        } else if (errno != EEXIST) {
            return {};  // opening it will say why
        }
    }
    for (const auto* suffix : {"", "-wal", "-shm", "-journal"}) {
        const auto path = location + suffix;
        struct stat found {};
        if (::stat(path.c_str(), &found) == 0 && (found.st_mode & (S_IRWXG | S_IRWXO)) != 0 &&
            ::chmod(path.c_str(), S_IRUSR | S_IWUSR) != 0) {
            return failed(path);
        }
    }
    return {};
}

Result<void> SqliteDatabase::connect(bool create) {
    EVENHAND_TRY(makePrivate(create));
    setUpSqlite();
    static std::atomic<std::uint64_t> counter{0};
    m_connection = QStringLiteral("evenhand-%1").arg(counter.fetch_add(1));
    std::string uri = "file:" + uriPath(location) + "?mode=";
    uri += m_access == Database::Access::ReadOnly ? "ro" : create ? "rwc" : "rw";
    EVENHAND_ASSIGN(const bool immutable, isImmutable());
    uri += immutable ? "&immutable=1" : "";
    EVENHAND_ASSIGN(const auto vfs, gatheringVfs(m_vfs));
    uri += "&vfs=" + vfs;
    auto database = QSqlDatabase::addDatabase(QStringLiteral("QSQLITE"), m_connection);
    database.setDatabaseName(qt(uri));
    QString options = QStringLiteral("QSQLITE_OPEN_URI;QSQLITE_BUSY_TIMEOUT=%1").arg(kBusyTimeoutMs);
    if (m_access == Database::Access::ReadOnly) {
        options += QStringLiteral(";QSQLITE_OPEN_READONLY");
    }
    database.setConnectOptions(options);
    if (!database.open()) {
        const auto error = database.lastError();
        bool numeric = false;
        const int code = error.nativeErrorCode().toInt(&numeric);
        return fail(sqliteError(numeric && code != 0 ? code : SQLITE_CANTOPEN, error.text().toStdString(),
                                "opening the workspace database", location));
    }
    const QVariant handle = database.driver()->handle();
    if (!handle.isValid() || qstrcmp(handle.typeName(), "sqlite3*") != 0) {
        return fail(ErrorCode::DriverMissing, "the Qt SQL driver QSQLITE gives no SQLite handle", "path", location);
    }
    const std::lock_guard lock(m_cancelMutex);
    m_handle = *static_cast<sqlite3* const*>(handle.constData());
    return {};
}

Result<std::string> SqliteDatabase::pragma(const std::string& text) {
    auto& result = statement("PRAGMA " + text);
    EVENHAND_TRY(result.query());
    std::string answer;
    if (result.next()) {
        answer = result.textAt(0);
        result.finish();
    }
    EVENHAND_TRY(result.status());
    return answer;
}

Result<void> SqliteDatabase::configure() {
    sqlite3_extended_result_codes(m_handle, 1);
    if (m_access == Database::Access::ReadWrite) {
        reservePages();
    }
    sqlite3_busy_timeout(m_handle, kBusyTimeoutMs);
    m_logPages = 0;
    sqlite3_wal_hook(
        m_handle,
        [](void* self, sqlite3*, const char*, int pages) {
            static_cast<SqliteDatabase*>(self)->m_logPages = pages;
            return SQLITE_OK;
        },
        this);                               // also switches the automatic checkpoint off: the engine decides when
    EVENHAND_TRY(pragma("schema_version"));  // the first real read: tells a damaged or foreign file
    const auto require = [&](const std::string& name, const std::string& value,
                             const std::string& read) -> Result<void> {
        EVENHAND_TRY(pragma(name + "=" + value));
        EVENHAND_ASSIGN(const auto now, pragma(name));
        if (now != read) {
            return fail(ErrorCode::Storage, "the database does not accept " + name + "=" + value + ", it is " + now,
                        "path", location);
        }
        return {};
    };
    if (m_access == Database::Access::ReadWrite) {
        if (sqlite3_db_readonly(m_handle, "main") != 0) {
            return fail(ErrorCode::Storage, "the workspace database cannot be written", "path", location);
        }
        EVENHAND_TRY(require("journal_mode", "WAL", "wal"));
        EVENHAND_TRY(pragma("journal_size_limit=" + std::to_string(kLogFileLimit)));
    } else {
        EVENHAND_TRY(require("query_only", "ON", "1"));
    }
    EVENHAND_TRY(require("synchronous", "FULL", "2"));
    EVENHAND_TRY(require("foreign_keys", "ON", "1"));
    EVENHAND_TRY(pragma("temp_store=MEMORY"));  // savepoint journals stay in memory
    // Debian's default writes zeros over all that is deleted, also over pages that become free: each goes into the log.
    EVENHAND_TRY(pragma("secure_delete=FAST"));
    EVENHAND_TRY(pragma("cache_size=-" +
                        std::to_string(m_access == Database::Access::ReadWrite ? kWriterCacheKiB : kReaderCacheKiB)));
    for (std::size_t i = 0; i < m_files.size(); ++i) {
        m_files[i] = m_vfs.empty() ? identityOf(location + kFileSuffixes[i]) : std::nullopt;
    }
    return {};
}

Result<void> SqliteDatabase::checkFiles() {
    if (m_handle == nullptr || !m_vfs.empty()) {
        return {};
    }
    static constexpr std::array<const char*, 3> kNames{"the workspace's database file",
                                                       "the write-ahead log of the workspace's database",
                                                       "the index of the workspace's write-ahead log"};
    // SQLite compares the inode only, but with the file that it has open: what was replaced while it was being opened.
    int moved = 0;
    const bool replaced =
        sqlite3_file_control(m_handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK && moved != 0;
    for (std::size_t i = 0; i < m_files.size(); ++i) {
        const auto path = location + kFileSuffixes[i];
        if ((i == 0 && replaced) || (m_files[i] && identityOf(path) != m_files[i])) {
            return fail(ErrorCode::WorkspaceMissing,
                        std::string(kNames[i]) +
                            " was deleted, moved or replaced while it was in use; what was acknowledged is still in "
                            "the open file: save a copy of it before the program ends",
                        "path", path);
        }
    }
    sqlite3_file* file = nullptr;
    if (sqlite3_file_control(m_handle, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK && file != nullptr &&
        writtenByOthers(file)) {
        // The log is left as it is, for whoever puts the pieces together.
        sqlite3_db_config(m_handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
        return fail(ErrorCode::WorkspaceDamaged,
                    "the workspace's database file was written by another program while it was in use, so acknowledged "
                    "work may be lost; nothing more is accepted. Keep the folder as it is and restore a backup",
                    "path", location);
    }
    return {};
}

void SqliteDatabase::close() {
    for (auto& [sql, cached] : m_byText) {
        cached.impl->finalize();
    }
    {
        const std::lock_guard lock(m_cancelMutex);
        m_handle = nullptr;
    }
    m_inTransaction = m_scope = m_savepoint = m_bare = false;
    if (m_connection.isEmpty()) {
        return;
    }
    QSqlDatabase::database(m_connection, false).close();
    QSqlDatabase::removeDatabase(m_connection);
    m_connection.clear();
}

SqliteDatabase::Cached& SqliteDatabase::prepared(std::string_view sql) {
    auto found = m_byText.find(sql);
    if (found == m_byText.end()) {
        auto impl = std::make_unique<SqliteStatement>(*this, std::string(sql));
        auto* raw = impl.get();
        found = m_byText.emplace(std::string(sql), Cached{std::make_unique<Statement>(std::move(impl)), raw}).first;
    }
    return found->second;
}

Statement& SqliteDatabase::statement(std::string_view sql) {
    // A literal is found by its address; the text is compared, since built text may reuse an address.
    auto& slot = m_byAddress[sql.data()];
    if (slot == nullptr || slot->impl->sql() != sql) {
        slot = &prepared(sql);
    }
    slot->impl->restart();
    return *slot->statement;
}

Result<void> SqliteDatabase::execute(std::string_view sql) {
    if (m_handle == nullptr) {
        return fail(closedError());
    }
    EVENHAND_TRY(beforeWrite());
    if (sqlite3_exec(m_handle, std::string(sql).c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
        auto error = lastError("while running a statement");
        if (error.code == ErrorCode::Internal) {
            logStatement(sql);
        }
        return fail(std::move(error));
    }
    return {};
}

Result<void> SqliteDatabase::control(std::string_view sql) {
    auto& words = statement(sql);
    EVENHAND_TRY(words.query());
    while (words.next()) {
    }
    return words.status();
}

Result<void> SqliteDatabase::begin(bool write, Database::Undo undo) {
    EVENHAND_INVARIANT(!m_inTransaction, "a batch would become part of one that has not ended");
    m_faulted = m_undone = false;
    m_undo = undo;
    EVENHAND_TRY(control(write ? std::string_view("BEGIN IMMEDIATE") : std::string_view("BEGIN")));
    m_inTransaction = true;
    m_changesAtBegin = sqlite3_total_changes64(m_handle);
    m_undoneChanges = 0;
    return {};
}

Result<void> SqliteDatabase::commit() {
    EVENHAND_INVARIANT(m_inTransaction && !m_scope, "half a command would be committed");
    EVENHAND_TRY(control("COMMIT"));
    m_inTransaction = false;
    return {};
}

void SqliteDatabase::rollback() {
    m_scope = m_savepoint = m_bare = false;
    m_inTransaction = false;
    // Some errors have already rolled the transaction back; then there is nothing to do.
    if (m_handle != nullptr && sqlite3_get_autocommit(m_handle) == 0) {
        sqlite3_exec(m_handle, "ROLLBACK", nullptr, nullptr, nullptr);
    }
    if (m_handle != nullptr) {
        dropGathered(m_handle);
    }
}

Result<void> SqliteDatabase::beforeWrite() {
    if (!m_scope || m_savepoint || m_bare) {
        return {};
    }
    if (m_undo == Database::Undo::Scope) {
        EVENHAND_TRY(control("SAVEPOINT command"));
        m_savepoint = true;
    } else {
        m_bare = true;
    }
    m_changesAtScope = sqlite3_total_changes64(m_handle);
    return {};
}

void SqliteDatabase::openScope() {
    EVENHAND_INVARIANT(!m_scope, "two commands would be undone as one");
    m_scope = true;
}

Result<void> SqliteDatabase::keepScope() {
    m_scope = m_bare = false;
    if (!m_savepoint) {
        return {};
    }
    m_savepoint = false;
    return control("RELEASE command");
}

Result<void> SqliteDatabase::undoScope() {
    m_scope = false;
    if (std::exchange(m_bare, false) && sqlite3_total_changes64(m_handle) > m_changesAtScope) {
        m_faulted = m_undone = true;
        m_fault = {ErrorCode::Internal, "a command was undone after a write without a savepoint", "path", location};
        return fail(m_fault);
    }
    if (!m_savepoint) {
        return {};
    }
    m_savepoint = false;
    m_undoneChanges += sqlite3_total_changes64(m_handle) - m_changesAtScope;
    EVENHAND_TRY(control("ROLLBACK TO command"));
    return control("RELEASE command");
}

bool SqliteDatabase::transactionChanged() const noexcept {
    return m_inTransaction && sqlite3_total_changes64(m_handle) - m_changesAtBegin - m_undoneChanges > 0;
}

void SqliteDatabase::cancel() noexcept {
    const std::lock_guard lock(m_cancelMutex);
    if (m_handle != nullptr) {
        sqlite3_interrupt(m_handle);
    }
}

void SqliteDatabase::setCancelCheck(const std::function<bool()>* check) noexcept {
    if (m_handle == nullptr) {
        return;
    }
    constexpr int kInstructions = 20'000;  // of SQLite's machine, well under a millisecond
    using Check = const std::function<bool()>;
    sqlite3_progress_handler(
        m_handle, check == nullptr ? 0 : kInstructions,
        [](void* asked) { return (*static_cast<Check*>(asked))() ? 1 : 0; },
        const_cast<void*>(static_cast<const void*>(check)));
}

}  // namespace evenhand::store
