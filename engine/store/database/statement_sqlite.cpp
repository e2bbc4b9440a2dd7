// SPDX-License-Identifier: GPL-3.0-or-later
#include <sqlite3.h>

#include "engine/store/database/database_sqlite.h"
#include "engine/store/database/statement_log.h"

namespace evenhand::store {

void SqliteStatement::finalize() noexcept {
    sqlite3_finalize(m_native);
    m_native = nullptr;
    m_active = false;
}

void SqliteStatement::restart() {
    if (m_active) {
        sqlite3_reset(m_native);
        m_active = false;
    }
    m_parameter = 1;
    m_failed = false;
}

bool SqliteStatement::ready() {
    if (m_native != nullptr) {
        return true;
    }
    if (m_failed) {
        return false;
    }
    if (m_owner.handle() == nullptr) {
        m_error = m_owner.closedError();
        m_failed = true;
        return false;
    }
    const char* tail = nullptr;
    const int code = sqlite3_prepare_v3(m_owner.handle(), m_sql.data(), static_cast<int>(m_sql.size()),
                                        SQLITE_PREPARE_PERSISTENT, &m_native, &tail);
    if (code != SQLITE_OK || m_native == nullptr) {
        keep(code);
        return false;
    }
    if (tail != m_sql.data() + m_sql.size()) {
        logStatement(m_sql);
        m_error = {ErrorCode::Internal, "more than one statement in a text; the log says which", {}, {}};
        m_failed = true;
        finalize();
        return false;
    }
    return true;
}

void SqliteStatement::keep(int code) {
    if (code != SQLITE_OK && !m_failed) {
        m_error = m_owner.lastError("while running a statement");
        if (m_error.code == ErrorCode::Internal) {
            logStatement(m_sql);
        }
        m_failed = true;
    }
}

void SqliteStatement::bindNumber(std::int64_t value) {
    if (ready()) {
        keep(sqlite3_bind_int64(m_native, m_parameter++, value));
    }
}

void SqliteStatement::bindText(std::string_view text) {
    if (ready()) {
        keep(sqlite3_bind_text64(m_native, m_parameter++, text.data() == nullptr ? "" : text.data(), text.size(),
                                 SQLITE_TRANSIENT, SQLITE_UTF8));
    }
}

void SqliteStatement::bindBytes(std::string_view bytes) {
    if (ready()) {
        keep(sqlite3_bind_blob64(m_native, m_parameter++, bytes.data() == nullptr ? "" : bytes.data(), bytes.size(),
                                 SQLITE_TRANSIENT));
    }
}

void SqliteStatement::bindNothing() {
    if (ready()) {
        keep(sqlite3_bind_null(m_native, m_parameter++));
    }
}

Result<void> SqliteStatement::checkBound() {
    if (!ready() || m_failed) {
        return fail(m_error);
    }
    if (m_parameter != sqlite3_bind_parameter_count(m_native) + 1) {
        logStatement(m_sql);
        return fail(ErrorCode::Internal, "wrong number of bound values for a statement; the log says which");
    }
    return {};
}

Result<std::int64_t> SqliteStatement::write() {
    EVENHAND_TRY(checkBound());
    EVENHAND_TRY(m_owner.beforeWrite());
    int code = SQLITE_ROW;
    while (code == SQLITE_ROW) {
        code = sqlite3_step(m_native);
    }
    if (code != SQLITE_DONE) {
        keep(code);
    }
    sqlite3_reset(m_native);
    if (m_failed) {
        return fail(m_error);
    }
    return sqlite3_changes64(m_owner.handle());
}

Result<void> SqliteStatement::query() { return checkBound(); }

bool SqliteStatement::next() {
    if (m_failed || m_native == nullptr) {
        return false;
    }
    const int code = sqlite3_step(m_native);
    if (code == SQLITE_ROW) {
        m_active = true;
        return true;
    }
    if (code != SQLITE_DONE) {
        keep(code);
    }
    sqlite3_reset(m_native);
    m_active = false;
    return false;
}

void SqliteStatement::finish() {
    if (m_active) {
        sqlite3_reset(m_native);
        m_active = false;
    }
}

Result<void> SqliteStatement::status() const {
    if (m_failed) {
        return fail(m_error);
    }
    return {};
}

std::int64_t SqliteStatement::lastInsertId() const { return sqlite3_last_insert_rowid(m_owner.handle()); }

bool SqliteStatement::isNull(int column) const { return sqlite3_column_type(m_native, column) == SQLITE_NULL; }

std::int64_t SqliteStatement::number(int column) const { return sqlite3_column_int64(m_native, column); }

int SqliteStatement::columnCount() const { return sqlite3_column_count(m_native); }

std::string_view SqliteStatement::columnName(int column) const {
    const char* name = sqlite3_column_name(m_native, column);
    return name == nullptr ? std::string_view{} : name;  // there is no memory left
}

Statement::Impl::Origin SqliteStatement::origin(int column) const {
    const char* table = sqlite3_column_table_name(m_native, column);
    const char* name = sqlite3_column_origin_name(m_native, column);
    return table == nullptr || name == nullptr ? Origin{} : Origin{table, name};
}

Database::Impl& SqliteStatement::owner() const { return m_owner; }

std::string_view SqliteStatement::bytes(int column) const {
    const void* data = sqlite3_column_blob(m_native, column);
    const int size = sqlite3_column_bytes(m_native, column);
    return data == nullptr ? std::string_view{}
                           : std::string_view(static_cast<const char*>(data), static_cast<std::size_t>(size));
}

}  // namespace evenhand::store
