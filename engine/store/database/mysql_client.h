// SPDX-License-Identifier: GPL-3.0-or-later
// The few calls of the client library that Qt's QMYSQL driver has loaded already (libmariadb or libmysqlclient), on the
// driver's own connection. All handles are opaque, so that one table fits both libraries and no header is needed.
// Inside engine/store only. Thread: the table is immutable; a connection belongs to its thread.
#pragma once

#include <cstdint>

#include "engine/base/result.h"

struct st_mysql;      ///< MYSQL
struct st_mysql_res;  ///< MYSQL_RES

namespace evenhand::store {

/// How MYSQL_FIELD begins, in both libraries.
struct MysqlField {
    const char* name;
    const char* originalName;
    const char* table;
    const char* originalTable;
};

struct MysqlClient {
    int (*realQuery)(st_mysql*, const char*, unsigned long) = nullptr;
    st_mysql_res* (*storeResult)(st_mysql*) = nullptr;
    char** (*fetchRow)(st_mysql_res*) = nullptr;
    unsigned long* (*fetchLengths)(st_mysql_res*) = nullptr;
    unsigned (*numFields)(st_mysql_res*) = nullptr;
    const MysqlField* (*fetchFieldDirect)(st_mysql_res*, unsigned) = nullptr;
    void (*freeResult)(st_mysql_res*) = nullptr;
    unsigned (*fieldCount)(st_mysql*) = nullptr;
    std::uint64_t (*affectedRows)(st_mysql*) = nullptr;
    std::uint64_t (*insertId)(st_mysql*) = nullptr;
    unsigned (*errorNumber)(st_mysql*) = nullptr;
    const char* (*errorText)(st_mysql*) = nullptr;
    unsigned long (*threadId)(st_mysql*) = nullptr;
    int (*setServerOption)(st_mysql*, int) = nullptr;
    int (*setOption)(st_mysql*, int, const void*) = nullptr;

    /// The library that is loaded; DriverMissing if there is none, so only call it with an open QMYSQL connection.
    [[nodiscard]] static Result<const MysqlClient*> loaded();
};

}  // namespace evenhand::store
