// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/database/mysql_client.h"

#include <dlfcn.h>

#include <string>

namespace evenhand::store {
namespace {

// What Qt's driver of a distribution may be linked with. RTLD_NOLOAD: only what is in the process already, since a
// connection of one library must not be handed to another.
constexpr const char* kLibraries[] = {"libmariadb.so.3", "libmysqlclient.so.24", "libmysqlclient.so.23",
                                      "libmysqlclient.so.22", "libmysqlclient.so.21"};

template <typename Function>
bool resolve(void* library, const char* name, Function& into) {
    into = reinterpret_cast<Function>(dlsym(library, name));
    return into != nullptr;
}

Result<MysqlClient> load() {
    void* library = nullptr;
    for (const char* name : kLibraries) {
        library = dlopen(name, RTLD_NOW | RTLD_NOLOAD);
        if (library != nullptr) {
            break;
        }
    }
    if (library == nullptr) {
        return fail(ErrorCode::DriverMissing,
                    "the Qt SQL driver QMYSQL uses a client library that this program does not know");
    }
    MysqlClient client;
    const bool complete =
        resolve(library, "mysql_real_query", client.realQuery) &&
        resolve(library, "mysql_store_result", client.storeResult) &&
        resolve(library, "mysql_fetch_row", client.fetchRow) &&
        resolve(library, "mysql_fetch_lengths", client.fetchLengths) &&
        resolve(library, "mysql_num_fields", client.numFields) &&
        resolve(library, "mysql_fetch_field_direct", client.fetchFieldDirect) &&
        resolve(library, "mysql_free_result", client.freeResult) &&
        resolve(library, "mysql_field_count", client.fieldCount) &&
        resolve(library, "mysql_affected_rows", client.affectedRows) &&
        resolve(library, "mysql_insert_id", client.insertId) && resolve(library, "mysql_errno", client.errorNumber) &&
        resolve(library, "mysql_error", client.errorText) && resolve(library, "mysql_thread_id", client.threadId) &&
        resolve(library, "mysql_set_server_option", client.setServerOption) &&
        resolve(library, "mysql_options", client.setOption);
    if (!complete) {
        return fail(ErrorCode::DriverMissing, "the MySQL client library lacks a function that this program needs");
    }
    return client;  // the library stays loaded: the driver's plug-in holds it too
}

}  // namespace

Result<const MysqlClient*> MysqlClient::loaded() {
    static const Result<MysqlClient> client = load();
    if (!client) {
        return fail(client.error());
    }
    return &*client;
}

}  // namespace evenhand::store
