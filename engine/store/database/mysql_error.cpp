// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/database/mysql_error.h"

#include <utility>

#include "engine/base/log.h"

namespace evenhand::store {
namespace {

// Numbers of the servers (1xxx, 3xxx, 4xxx) and of the client libraries (2xxx).
namespace code {
constexpr unsigned kCannotWrite = 1026;
constexpr unsigned kDiskFull = 1021;
constexpr unsigned kDuplicateWithName = 1586;
constexpr unsigned kTooManyConnections = 1040;
constexpr unsigned kDatabaseDenied = 1044;
constexpr unsigned kUserDenied = 1045;
constexpr unsigned kNotNull = 1048;
constexpr unsigned kUnknownDatabase = 1049;
constexpr unsigned kShutdown = 1053;
constexpr unsigned kDuplicateKey = 1062;
constexpr unsigned kTableFull = 1114;
constexpr unsigned kHostDenied = 1130;
constexpr unsigned kNotOwnThread = 1095;
constexpr unsigned kTableDenied = 1142;
constexpr unsigned kColumnDenied = 1143;
constexpr unsigned kPacketTooLarge = 1153;
constexpr unsigned kLockTimeout = 1205;
constexpr unsigned kDeadlock = 1213;
constexpr unsigned kReferenceMissing = 1216;
constexpr unsigned kReferenced = 1217;
constexpr unsigned kRightNeeded = 1227;
constexpr unsigned kOptionPrevents = 1290;
constexpr unsigned kQueryKilled = 1317;
constexpr unsigned kRoutineDenied = 1370;
constexpr unsigned kRowReferenced = 1451;
constexpr unsigned kNoReferencedRow = 1452;
constexpr unsigned kUnsafeBinlog = 1665;
constexpr unsigned kReadOnlyTransaction = 1792;
constexpr unsigned kKilled = 1927;
constexpr unsigned kStatementTimeout = 1969;
constexpr unsigned kCheckMysql = 3819;
constexpr unsigned kDiskFullNoWait = 3675;
constexpr unsigned kCheckMariadb = 4025;
constexpr unsigned kServerTimeout = 4031;
constexpr unsigned kGotError = 1030;
constexpr unsigned kCorrupt = 1034;
constexpr unsigned kCorruptIndex = 1712;
constexpr unsigned kNoSocket = 2002;
constexpr unsigned kNoHost = 2003;
constexpr unsigned kUnknownHost = 2005;
constexpr unsigned kGone = 2006;
constexpr unsigned kServerHandshake = 2012;
constexpr unsigned kLost = 2013;
constexpr unsigned kTls = 2026;
constexpr unsigned kLostExtended = 2055;
constexpr unsigned kPluginMissing = 2059;
constexpr unsigned kPluginRefused = 1251;
}  // namespace code

std::string numbered(unsigned number, std::string_view message) {
    return std::string(message) + " (error " + std::to_string(number) + ")";
}

/// "Duplicate entry 'x' for key 'product.PRIMARY'" → "key", "… for key 'orders.order_no'" → "order_no" (MariaDB leaves
/// the table out).
std::string keyOf(std::string_view message) {
    const auto end = message.rfind('\'');
    const auto begin = end == std::string_view::npos || end == 0 ? end : message.rfind('\'', end - 1);
    if (begin == std::string_view::npos) {
        return {};
    }
    auto key = message.substr(begin + 1, end - begin - 1);
    key.remove_prefix(key.find('.') == std::string_view::npos ? 0 : key.find('.') + 1);
    return key == "PRIMARY" ? "key" : std::string(key);
}

/// The caller gets a message in plain words, the log the server's own with its SQL: as a warning where this program has
/// no words for it.
Error meantByServer(ErrorCode code, const std::string& message, std::string field, std::string value,
                    const std::string& where) {
    base::log(code == ErrorCode::Internal ? base::LogLevel::Warning : base::LogLevel::Info, "store", where);
    return {code, message, std::move(field), std::move(value)};
}

bool isOutOfSpace(std::string_view message) noexcept {
    return message.find("No space left") != std::string_view::npos ||
           message.find("Errcode: 28") != std::string_view::npos ||
           message.find("errno: 28") != std::string_view::npos ||
           message.find("No more room") != std::string_view::npos;
}

}  // namespace

MysqlFault mysqlFault(unsigned number, std::string_view message) noexcept {
    if (isOutOfSpace(message)) {
        return MysqlFault::Storage;
    }
    switch (number) {
        case code::kLockTimeout:
        case code::kDeadlock: return MysqlFault::Conflict;
        case code::kShutdown:
        case code::kKilled:
        case code::kServerTimeout:
        case code::kGone:
        case code::kLost:
        case code::kLostExtended:
        case code::kNoSocket:
        case code::kNoHost: return MysqlFault::Dropped;
        case code::kCannotWrite:
        case code::kDiskFull:
        case code::kTableFull:
        case code::kDiskFullNoWait:
        case code::kPacketTooLarge:
        case code::kOptionPrevents:
        case code::kUnsafeBinlog:
        case code::kReadOnlyTransaction:
        case code::kStatementTimeout:
        case code::kGotError:
        case code::kCorrupt:
        case code::kCorruptIndex: return MysqlFault::Storage;
        default: return MysqlFault::None;
    }
}

bool lacksReferencedRow(unsigned number) noexcept { return number == code::kNoReferencedRow; }

Error mysqlError(unsigned number, std::string_view message, std::string_view doing, std::string_view location) {
    const std::string where = std::string(doing) + ": " + numbered(number, message);
    const std::string path(location);
    switch (number) {
        case code::kDuplicateKey:
        case code::kDuplicateWithName:
            return meantByServer(ErrorCode::AlreadyExists, "is there already", keyOf(message), {}, where);
        case code::kQueryKilled: return {ErrorCode::Cancelled, "the query was cancelled", {}, {}};
        case code::kNotNull:
        case code::kReferenceMissing:
        case code::kReferenced:
        case code::kRowReferenced:
        case code::kNoReferencedRow:
        case code::kCheckMysql:
        case code::kCheckMariadb:
            return meantByServer(ErrorCode::Internal, "the database refuses the change; the log says why", "constraint",
                                 std::to_string(number), where);
        case code::kDatabaseDenied:
        case code::kTableDenied:
        case code::kColumnDenied:
        case code::kRoutineDenied:
        case code::kRightNeeded:
            return meantByServer(ErrorCode::PermissionDenied, "the database user lacks a right, see mysql-grants.sql",
                                 "database", path, where);
        case code::kNotOwnThread:
            return {ErrorCode::PermissionDenied,
                    where +
                        "; the former engine is connected as another database user, end its connection as an "
                        "administrator or run both as the same user",
                    "database", path};
        case code::kDiskFull:
        case code::kTableFull:
        case code::kDiskFullNoWait:
            return {ErrorCode::Storage, where + "; the database server has no space left", "path", path};
        case code::kCorrupt:
        case code::kCorruptIndex:
            return {ErrorCode::WorkspaceDamaged, where + "; the database is damaged, restore it from a backup", "path",
                    path};
        default: break;
    }
    if (isOutOfSpace(message)) {
        return {ErrorCode::Storage, where + "; the database server has no space left", "path", path};
    }
    if (mysqlFault(number, message) != MysqlFault::None) {
        return {ErrorCode::Storage, where, "path", path};
    }
    return meantByServer(ErrorCode::Internal, numbered(number, "the database refuses a statement; the log says why"),
                         "path", path, where);
}

Error mysqlConnectError(unsigned number, std::string_view message, const MysqlSettings& settings) {
    const auto say = [&](ErrorCode error, const std::string& sentence, const char* field, const std::string& value) {
        return Error{error, sentence + ": " + numbered(number, message), field, value};
    };
    switch (number) {
        case code::kNoSocket:
        case code::kNoHost:
            return say(ErrorCode::Storage,
                       "no database server answers at " + settings.server() +
                           ", is it running and the "
                           "address right?",
                       settings.socket.empty() ? "port" : "socket",
                       settings.socket.empty() ? std::to_string(settings.port) : settings.socket);
        case code::kUnknownHost: return say(ErrorCode::Storage, "the host name is not known", "host", settings.host);
        case code::kUserDenied:
            return say(ErrorCode::PermissionDenied,
                       std::string(settings.password.empty() ? "the server refuses the user, no password was given"
                                                             : "the server refuses the user or the password") +
                           (settings.sslCa.empty() && settings.socket.empty()
                                ? ", or it wants TLS for this user (ssl-ca=FILE in the address)"
                                : ""),
                       "user", settings.user);
        case code::kHostDenied:
            return say(ErrorCode::PermissionDenied, "the server accepts no connection from this machine", "host",
                       settings.host);
        case code::kDatabaseDenied:
            return say(ErrorCode::PermissionDenied,
                       "the user has no rights on the database " + settings.database +
                           ", or there is none of this name; see mysql-grants.sql",
                       "user", settings.user);
        case code::kUnknownDatabase:
            return say(ErrorCode::WorkspaceMissing,
                       "the server has no such database; make it: CREATE DATABASE … CHARACTER SET utf8mb4", "name",
                       settings.database);
        case code::kTls:
            return say(ErrorCode::Storage, "TLS was asked for and could not be set up", "ssl-ca", settings.sslCa);
        case code::kPluginMissing:
        case code::kPluginRefused:
            return say(ErrorCode::PermissionDenied, "the user signs in by a method that the driver does not know",
                       "user", settings.user);
        case code::kTooManyConnections:
            return say(ErrorCode::Storage, "the server has no connection left", "host", settings.server());
        case code::kServerHandshake:
        case code::kLost:
        case code::kGone:
            return say(ErrorCode::Storage,
                       "what answers at " + settings.server() + " is no database server, or it is too slow", "host",
                       settings.server());
        default: return say(ErrorCode::Storage, "the database server cannot be reached", "host", settings.server());
    }
}

}  // namespace evenhand::store
