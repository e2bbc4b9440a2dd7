// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/database/sqlite_error.h"

#include <sqlite3.h>

#include <utility>

#include "engine/base/log.h"
#include "engine/store/database/page_checksum.h"

namespace evenhand::store {
namespace {

constexpr int kPrimaryMask = 0xff;

std::string codeText(int extended) {
    std::string_view name;
    switch (extended & kPrimaryMask) {
        case SQLITE_FULL: name = "SQLITE_FULL, the disk is full"; break;
        case SQLITE_IOERR: name = "SQLITE_IOERR, reading or writing failed"; break;
        case SQLITE_BUSY: name = "SQLITE_BUSY, locked by another process"; break;
        case SQLITE_LOCKED: name = "SQLITE_LOCKED"; break;
        case SQLITE_CANTOPEN: name = "SQLITE_CANTOPEN, cannot be opened"; break;
        case SQLITE_READONLY: name = "SQLITE_READONLY, cannot be written"; break;
        case SQLITE_NOMEM: name = "SQLITE_NOMEM, out of memory"; break;
        case SQLITE_PERM: name = "SQLITE_PERM"; break;
        case SQLITE_PROTOCOL: name = "SQLITE_PROTOCOL"; break;
        default: name = sqlite3_errstr(extended); break;
    }
    return std::string(name) + " (code " + std::to_string(extended) + ")";
}

/// "UNIQUE constraint failed: campus_order.campus, campus_order.number" → "number": what tells rows of the table apart.
std::string constraintSubject(std::string_view message) {
    const auto dot = message.rfind('.');
    return message.find(": ") == std::string_view::npos || dot == std::string_view::npos
               ? std::string()
               : std::string(message.substr(dot + 1));
}

/// The caller gets a message in plain words, the log SQLite's own with its SQL: as a warning where this program has no
/// words for it.
Error meant(ErrorCode code, const char* message, std::string field, std::string value, const std::string& where) {
    base::log(code == ErrorCode::Internal ? base::LogLevel::Warning : base::LogLevel::Info, "store", where);
    return {code, message, std::move(field), std::move(value)};
}

}  // namespace

bool isStorageFault(int extendedCode) noexcept {
    switch (extendedCode & kPrimaryMask) {
        case SQLITE_OK:
        case SQLITE_ROW:
        case SQLITE_DONE:
        case SQLITE_CONSTRAINT:
        case SQLITE_INTERRUPT:
        case SQLITE_ERROR:
        case SQLITE_MISUSE:
        case SQLITE_RANGE:
        case SQLITE_MISMATCH:
        case SQLITE_TOOBIG: return false;
        default: return true;
    }
}

Error sqliteError(int extendedCode, std::string_view message, std::string_view doing, std::string_view path) {
    const std::string where = std::string(doing) + ": " + std::string(message);
    if (extendedCode == SQLITE_IOERR_DATA) {
        const auto bad = takeBadPage();
        return {ErrorCode::WorkspaceDamaged,
                std::string(doing) + ": " + (bad ? text(*bad) : std::string("a page does not have its checksum")) +
                    "; the database file is damaged, `verify` names what is, restore it from a backup",
                "path", std::string(path)};
    }
    switch (extendedCode & kPrimaryMask) {
        case SQLITE_CONSTRAINT:
            switch (extendedCode) {
                case SQLITE_CONSTRAINT_UNIQUE:
                case SQLITE_CONSTRAINT_PRIMARYKEY:
                case SQLITE_CONSTRAINT_ROWID:
                    return meant(ErrorCode::AlreadyExists, "is there already", constraintSubject(message), {}, where);
                default:
                    return meant(ErrorCode::Internal, "the database refuses the change; the log says why", "constraint",
                                 constraintSubject(message), where);
            }
        case SQLITE_INTERRUPT: return {ErrorCode::Cancelled, "the query was cancelled", {}, {}};
        case SQLITE_CORRUPT:
        case SQLITE_NOTADB:
            return {ErrorCode::WorkspaceDamaged,
                    where + "; the database file is damaged or is no database, restore it from a backup", "path",
                    std::string(path)};
        case SQLITE_ERROR:
        case SQLITE_MISUSE:
        case SQLITE_RANGE:
        case SQLITE_MISMATCH:
        case SQLITE_TOOBIG:
            return meant(ErrorCode::Internal, "the database refuses a statement; the log says why", "path",
                         std::string(path), where);
        default: return {ErrorCode::Storage, where + ": " + codeText(extendedCode), "path", std::string(path)};
    }
}

Error sqliteError(sqlite3* handle, std::string_view doing, std::string_view path) {
    return sqliteError(sqlite3_extended_errcode(handle), sqlite3_errmsg(handle), doing, path);
}

}  // namespace evenhand::store
