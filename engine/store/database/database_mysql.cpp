// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/database/database_mysql.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <tuple>

#include "engine/base/invariant.h"
#include "engine/store/database/mysql_error.h"
#include "engine/store/database/statement_log.h"

namespace evenhand::store {
namespace {

/// Of one statement; far below the smallest max_allowed_packet of the servers supported.
constexpr std::size_t kSendBytes = std::size_t{512} * 1024;
constexpr std::size_t kSendRows = 1000;
/// Rows are sent before the commit when they are this many bytes: between two commands, or even within one.
constexpr std::size_t kHeldBytes = std::size_t{4} * 1024 * 1024;
constexpr std::size_t kHeldBytesOfCommand = std::size_t{32} * 1024 * 1024;

constexpr int kLockWaitS = 5;
constexpr int kIdleDays = 30;

// No quoting by backslash, as in standard SQL and SQLite: a quote is doubled, nothing else means anything.
constexpr std::string_view kSqlMode =
    "STRICT_ALL_TABLES,NO_BACKSLASH_ESCAPES,ANSI_QUOTES,PIPES_AS_CONCAT,NO_ZERO_DATE,NO_ZERO_IN_DATE,"
    "ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION";

/// "10.11.6-MariaDB-0+deb12u1" → 1011; 0: unreadable.
int versionNumber(std::string_view text) {
    int major = 0;
    int minor = 0;
    const auto [dot, code] = std::from_chars(text.data(), text.data() + text.size(), major);
    if (code != std::errc{} || dot == text.data() + text.size() || *dot != '.') {
        return 0;
    }
    std::from_chars(dot + 1, text.data() + text.size(), minor);
    return major * 100 + minor;
}

}  // namespace

Result<std::unique_ptr<Database>> Database::openMysql(const MysqlSettings& settings, Access access) {
    auto impl = std::make_unique<MysqlDatabase>(settings, access);
    EVENHAND_TRY(impl->reopen());
    return std::make_unique<Database>(std::move(impl));
}

MysqlDatabase::MysqlDatabase(const MysqlSettings& settings, Database::Access access)
    : m_access(access), m_connection(settings), m_canceller(settings) {
    location = settings.url();
}

std::string MysqlDatabase::server() const {
    return std::string(dialect().name()) + " " + m_version.substr(0, m_version.find('-')) + ", " +
           m_connection.settings().server();
}

Error MysqlDatabase::lastError(std::string_view sql) {
    auto error = mysqlError(m_lastNumber, m_connection.errorText(), "while running a statement", location);
    if (error.code == ErrorCode::Internal) {
        logStatement(sql);
    }
    switch (mysqlFault(m_lastNumber, m_connection.errorText())) {
        case MysqlFault::None: break;
        case MysqlFault::Conflict: keepFault(Database::FaultKind::Conflict, error); break;
        case MysqlFault::Dropped: keepFault(Database::FaultKind::Dropped, error); break;
        case MysqlFault::Storage: keepFault(Database::FaultKind::Storage, error); break;
    }
    return error;
}

void MysqlDatabase::keepFault(Database::FaultKind kind, const Error& error) {
    // The first error says what went wrong, those behind it are its consequences. But a connection that has gone stays
    // gone, whatever error follows.
    if (m_fault == Database::FaultKind::None) {
        m_faultError = error;
    }
    if (m_fault != Database::FaultKind::Dropped) {
        m_fault = kind;
    }
}

Result<void> MysqlDatabase::reopen() {
    close();
    auto opened = open();
    if (!opened) {
        close();
    }
    return opened;
}

Result<void> MysqlDatabase::open() {
    EVENHAND_TRY(m_connection.open());
    m_fault = Database::FaultKind::None;
    m_canceller.setConnection(m_connection.client().threadId(m_connection.handle()));
    EVENHAND_TRY(checkServer());
    return configure();
}

Result<void> MysqlDatabase::checkServer() {
    EVENHAND_ASSIGN(const auto facts, m_connection.firstRow("SELECT VERSION(), @@character_set_database"));
    m_version = facts.at(0);
    m_mariadb = m_version.find("MariaDB") != std::string::npos;
    constexpr int kMinMariadbVersion = 1005;
    constexpr int kMinMysqlVersion = 800;
    const int version = versionNumber(m_version);
    if (version != 0 && version < (m_mariadb ? kMinMariadbVersion : kMinMysqlVersion)) {
        return fail(ErrorCode::Unsupported, "the server is too old; MariaDB 10.5 or MySQL 8.0 is needed", "version",
                    m_version);
    }
    if (facts.at(1) != "utf8mb4") {
        return fail(ErrorCode::Unsupported,
                    "the database stores text as " + facts.at(1) +
                        ", not as utf8mb4; recreate it with CREATE DATABASE … " +
                        "CHARACTER SET utf8mb4, or, while it is empty, ALTER DATABASE … CHARACTER SET utf8mb4",
                    "name", m_connection.settings().database);
    }
    if (m_access == Database::Access::ReadOnly) {
        return checkDurability();
    }
    EVENHAND_ASSIGN(const auto column,
                    m_connection.firstRow("SELECT table_name, column_name, character_set_name FROM "
                                          "information_schema.columns WHERE table_schema = DATABASE() AND "
                                          "character_set_name <> 'utf8mb4' LIMIT 1"));
    if (!column.empty()) {
        return fail(ErrorCode::Unsupported,
                    "a column stores text as " + column[2] + ", not as utf8mb4; the schema was changed; restore it",
                    "column", column[0] + "." + column[1]);
    }
    return checkDurability();
}

/// The server's settings decide whether a commit that it has acknowledged survives its machine. They are the operator's
/// to change, so they are told and not refused.
Result<void> MysqlDatabase::checkDurability() {
    EVENHAND_ASSIGN(const auto facts,
                    m_connection.firstRow("SELECT @@GLOBAL.innodb_flush_log_at_trx_commit, @@GLOBAL.log_bin, "
                                          "@@GLOBAL.sync_binlog"));
    m_doubt.reset();
    const auto doubt = [this](const std::string& setting) {
        m_doubt =
            (m_doubt ? *m_doubt + " and " : "the server may lose what it has committed when its machine fails: ") +
            setting;
    };
    // 3, which only MariaDB has, syncs at every commit as 1 does, and more often.
    if (const auto& flush = facts.at(0); flush != "1" && !(m_mariadb && flush == "3")) {
        doubt("innodb_flush_log_at_trx_commit is " + flush + ", not 1");
    }
    if (facts.at(1) != "0" && facts.at(1) != "OFF" && facts.at(2) != "1") {
        doubt("sync_binlog is " + facts.at(2) + ", not 1, with the binary log on");
    }
    return {};
}

Result<void> MysqlDatabase::configure() {
    // Literals compare as the columns do: byte by byte, and a trailing space counts.
    EVENHAND_TRY(control(m_mariadb ? std::string_view("SET NAMES utf8mb4 COLLATE utf8mb4_nopad_bin")
                                   : std::string_view("SET NAMES utf8mb4 COLLATE utf8mb4_0900_bin")));
    // A server closes what is idle for eight hours by default; the engine's connection may be idle over a weekend. And
    // a server's limit for statements would end migrations, exports and backups of many rows in the middle; who reads
    // can cancel what takes too long.
    EVENHAND_TRY(control(
        "SET SESSION sql_mode = '" + std::string(kSqlMode) + "', time_zone = '+00:00', autocommit = 1, " +
        "innodb_lock_wait_timeout = " + std::to_string(kLockWaitS) +
        ", lock_wait_timeout = " + std::to_string(kLockWaitS) +
        ", wait_timeout = " + std::to_string(kIdleDays * 24 * 3600) + (m_mariadb ? ", max_statement_time = 0" : "")));
    if (m_access == Database::Access::ReadOnly) {
        EVENHAND_TRY(control("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ"));
        return control("SET SESSION TRANSACTION READ ONLY");
    }
    return control("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
}

void MysqlDatabase::close() {
    for (auto& [sql, cached] : m_byText) {
        cached.impl->freeResult();
    }
    endTransaction(false);
    m_connection.close();
}

MysqlDatabase::Cached& MysqlDatabase::prepared(std::string_view sql) {
    auto found = m_byText.find(sql);
    if (found == m_byText.end()) {
        auto impl = std::make_unique<MysqlStatement>(*this, std::string(sql));
        auto* native = impl.get();
        found = m_byText.emplace(std::string(sql), Cached{std::make_unique<Statement>(std::move(impl)), native}).first;
    }
    return found->second;
}

Statement& MysqlDatabase::statement(std::string_view sql) {
    // A literal is found by its address; the text is compared, since built text may reuse an address.
    auto& slot = m_byAddress[sql.data()];
    if (slot == nullptr || slot->impl->sql() != sql) {
        slot = &prepared(sql);
    }
    slot->impl->restart();
    return *slot->statement;
}

Result<void> MysqlDatabase::raw(std::string_view sql) {
    if (!m_connection.isOpen()) {
        return fail(ErrorCode::Storage, "the database connection is closed", "path", location);
    }
    const auto& client = m_connection.client();
    st_mysql* const handle = m_connection.handle();
    m_canceller.statementBegins();
    Result<void> done;
    m_lastNumber = m_connection.run(sql);
    if (m_lastNumber == 0 && client.fieldCount(handle) > 0) {
        // Fetched whole: stores send other statements while they go through a result, which the protocol refuses while
        // one is still on its way.
        m_lastResult = MysqlResult(client.storeResult(handle), {&client});
        m_lastNumber = m_lastResult ? 0 : client.errorNumber(handle);
    }
    if (m_lastNumber == 0) {
        m_affected = m_lastResult ? 0 : client.affectedRows(handle);
        m_insertId = client.insertId(handle);
    } else {
        done = fail(lastError(sql));
    }
    if (m_canceller.statementEnds()) {
        m_connection.run("DO 0");  // the kill may have come a moment too late for its statement; let this one take it
    }
    return done;
}

Result<void> MysqlDatabase::control(std::string_view sql) {
    auto done = raw(sql);
    m_lastResult.reset();
    return done;
}

Result<void> MysqlDatabase::send(std::string_view sql, const MysqlStatement* statement, bool writes) {
    if (m_held->reading()) {
        return raw(sql);
    }
    const unsigned heldTables = statement == nullptr ? ~0U : statement->heldTables(*m_held);
    const bool needed =
        m_held->holds(heldTables) || std::any_of(m_gathering.begin(), m_gathering.end(), [&](const GatheredRows* rows) {
            return rows->count() > 0 && (statement == nullptr || statement->names(rows->table));
        });
    if (needed) {
        EVENHAND_TRY(flush());
    }
    if (writes) {
        EVENHAND_TRY(savepoint());  // before the command's own first write, so that undoing it undoes this
    }
    auto sent = raw(sql);
    if (!sent && lacksReferencedRow(m_lastNumber) && holdsRows()) {
        EVENHAND_TRY(flush());  // the row referred to may be among those held back
        sent = raw(sql);
    }
    if (writes && heldTables != 0) {
        m_held->invalidate(heldTables);
    }
    return sent;
}

Result<void> MysqlDatabase::execute(std::string_view sql) {
    EVENHAND_TRY(send(sql, nullptr, true));
    m_lastResult.reset();
    m_changes += static_cast<std::int64_t>(m_affected);
    return {};
}

Result<void> MysqlDatabase::begin(bool write, Database::Undo /*undo*/) {
    EVENHAND_INVARIANT(!m_inTransaction, "a batch would become part of one that has not ended");
    if (m_fault != Database::FaultKind::Dropped) {
        m_fault = Database::FaultKind::None;
    }
    EVENHAND_TRY(control(write ? std::string_view("START TRANSACTION")
                               : std::string_view("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY")));
    m_inTransaction = true;
    m_writing = write;
    m_changes = 0;
    return {};
}

Result<void> MysqlDatabase::commit() {
    EVENHAND_INVARIANT(m_inTransaction && !m_scope, "half a command would be committed");
    EVENHAND_TRY(flush());
    if (auto done = control("COMMIT"); !done) {
        // The server may have committed and only its answer may have been lost.
        if (m_fault == Database::FaultKind::Dropped) {
            return fail(ErrorCode::OutcomeUnknown,
                        "the connection broke while the server committed: " + done.error().message, "path", location);
        }
        return done;
    }
    endTransaction(true);
    return {};
}

void MysqlDatabase::endTransaction(bool committed) {
    for (auto* rows : m_gathering) {
        rows->keep(0);
        rows->before = 0;
        rows->listed = false;
    }
    m_gathering.clear();
    m_held->endTransaction(committed);
    m_inTransaction = m_writing = m_scope = m_savepoint = false;
    m_changes = 0;
    m_heldBytes = 0;
}

void MysqlDatabase::rollback() {
    const bool open = m_inTransaction;
    endTransaction(false);
    if (open && isOpen()) {
        std::ignore = control("ROLLBACK");  // a connection that breaks here rolls back by itself
    }
}

void MysqlDatabase::openScope() {
    EVENHAND_INVARIANT(!m_scope, "two commands would be undone as one");
    m_scope = true;
    m_changesAtScope = m_changes;
    for (auto* rows : m_gathering) {
        rows->before = rows->count();
    }
    m_held->openScope();
}

HeldRows* MysqlDatabase::heldRows(MakeHeldRows make) {
    if (!m_writing) {
        return nullptr;
    }
    if (!m_heldMade) {
        m_held = make(*this);
        m_heldMade = true;
        if (m_scope && !m_savepoint) {
            m_held->openScope();
        }
    }
    return m_held.get();
}

Result<void> MysqlDatabase::savepoint() {
    if (!m_scope || m_savepoint) {
        return {};
    }
    // What is older goes before the savepoint, or undoing this command would undo those before it too.
    EVENHAND_TRY(sendHeld(true));
    // The same name again replaces the savepoint before, which so needs no RELEASE of its own.
    EVENHAND_TRY(control("SAVEPOINT command"));
    m_savepoint = true;
    // Set once more: the rows just sent have been counted, and they are not the scope's.
    m_changesAtScope = m_changes;
    m_held->savepointMade();
    return {};
}

Result<void> MysqlDatabase::keepScope() {
    m_scope = m_savepoint = false;
    for (auto* rows : m_gathering) {
        rows->before = 0;
    }
    m_held->keepScope();
    return m_heldBytes < kHeldBytes ? Result<void>{} : flush();
}

Result<void> MysqlDatabase::undoScope() {
    const bool sent = m_savepoint;
    m_scope = m_savepoint = false;
    for (auto* rows : m_gathering) {
        rows->keep(rows->before);  // 0 behind a savepoint: all that was older has been sent before it
        rows->before = 0;
    }
    m_held->undoScope(sent);
    if (!sent) {
        return {};
    }
    m_changes = m_changesAtScope;
    return control("ROLLBACK TO SAVEPOINT command");
}

bool MysqlDatabase::holdsRows() const noexcept {
    return m_held->holds(~0U) || std::any_of(m_gathering.begin(), m_gathering.end(),
                                             [](const GatheredRows* rows) { return rows->count() > 0; });
}

bool MysqlDatabase::scopeHolds() const noexcept {
    return m_held->scopeHolds() || std::any_of(m_gathering.begin(), m_gathering.end(),
                                               [](const GatheredRows* rows) { return rows->count() > rows->before; });
}

bool MysqlDatabase::scopeHasWrites() const noexcept { return m_savepoint || (m_scope && scopeHolds()); }

bool MysqlDatabase::transactionChanged() const noexcept { return m_inTransaction && (m_changes > 0 || holdsRows()); }

int GatheredRows::rank() const noexcept {
    if (!tail.empty()) {
        return static_cast<int>(InsertTurn::Last) + 1;  // the row that changes may be among those still to be inserted
    }
    return static_cast<int>(turn);
}

void GatheredRows::add(std::string_view tuple) {
    if (!ends.empty()) {
        rows += ',';
    }
    rows += tuple;
    ends.push_back(rows.size());
}

void GatheredRows::drop(std::size_t count) {
    if (count == ends.size()) {
        keep(0);
        return;
    }
    const auto bytes = beginOf(count);
    rows.erase(0, bytes);
    ends.erase(ends.begin(), ends.begin() + static_cast<std::ptrdiff_t>(count));
    for (auto& end : ends) {
        end -= bytes;
    }
}

void GatheredRows::keep(std::size_t count) {
    rows.resize(count == 0 ? 0 : ends[count - 1]);
    ends.resize(count);
}

Result<void> MysqlDatabase::gathered(GatheredRows& rows, std::string_view tuple) {
    if (!rows.listed) {
        rows.listed = true;
        const auto at = std::upper_bound(m_gathering.begin(), m_gathering.end(), rows.rank(),
                                         [](int rank, const GatheredRows* other) { return rank < other->rank(); });
        m_gathering.insert(at, &rows);
    }
    rows.add(tuple);
    // What `m_held` hands over while the older rows are sent is older as well and goes with them.
    rows.before += m_flushingBefore ? 1 : 0;
    m_heldBytes += tuple.size();
    // It calls this from within a flush, and a second one must not begin in it.
    return m_flushing || m_heldBytes < kHeldBytesOfCommand ? Result<void>{} : flush();
}

Result<void> MysqlDatabase::flush() {
    if (!holdsRows()) {
        return {};
    }
    if (m_scope && !m_savepoint) {
        if (!scopeHolds()) {
            return sendHeld(true);  // nothing of the scope's own is sent: there is nothing to undo yet
        }
        EVENHAND_TRY(savepoint());
    }
    return sendHeld(false);
}

Result<void> MysqlDatabase::sendHeld(bool onlyBeforeScope) {
    m_flushing = true;
    m_flushingBefore = onlyBeforeScope;
    // First: it only gathers its changes, and the loop below sends them with the rest.
    auto done = m_held->flush(onlyBeforeScope);
    m_flushing = m_flushingBefore = false;
    m_heldBytes = 0;
    for (std::size_t i = 0; done && i < m_gathering.size(); ++i) {
        auto& rows = *m_gathering[i];
        done = sendRows(rows, onlyBeforeScope ? rows.before : rows.count());
        rows.before = 0;
        m_heldBytes += rows.rows.size();
    }
    if (!done && m_fault == Database::FaultKind::None) {
        // The rows are of several commands, and nobody can tell whose was refused. So the whole transaction is faulted,
        // and the engine runs its commands again one by one.
        keepFault(Database::FaultKind::Storage, done.error());
    }
    return done;
}

Result<void> MysqlDatabase::sendRows(GatheredRows& rows, std::size_t count) {
    // The server counts 2 for a row that was changed and 1 for one that was inserted: the row that was to be changed
    // was not there, so somebody else has deleted it.
    constexpr std::uint64_t kPerChangedRow = 2;
    std::string text;
    for (std::size_t from = 0; from < count;) {
        const auto begin = rows.beginOf(from);
        auto to = from + 1;
        while (to < count && to - from < kSendRows && rows.ends[to] - begin <= kSendBytes) {
            ++to;
        }
        text.assign(rows.head).append(rows.rows, begin, rows.ends[to - 1] - begin).append(rows.tail);
        EVENHAND_TRY(raw(text));
        if (!rows.tail.empty() && m_affected != kPerChangedRow * (to - from)) {
            return fail(ErrorCode::Conflict, "rows of " + rows.table + " were changed by somebody else", "path",
                        location);
        }
        m_changes += static_cast<std::int64_t>(m_affected);
        from = to;
    }
    rows.drop(count);
    return {};
}

}  // namespace evenhand::store
