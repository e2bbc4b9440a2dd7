// SPDX-License-Identifier: GPL-3.0-or-later
// One open connection of Qt's QMYSQL driver with its native handle, TLS checked, stacked statements off. Inside
// engine/store only. Thread: confined to the one that calls open().
#pragma once

#include <QString>
#include <string>
#include <string_view>
#include <vector>

#include "engine/store/database/mysql_client.h"
#include "engine/store/database/mysql_settings.h"

namespace evenhand::store {

class MysqlConnection {
public:
    explicit MysqlConnection(MysqlSettings settings) : m_settings(std::move(settings)) {}
    ~MysqlConnection() { close(); }
    MysqlConnection(const MysqlConnection&) = delete;
    MysqlConnection& operator=(const MysqlConnection&) = delete;

    /// Connects; the error names what to put right (mysqlConnectError).
    [[nodiscard]] Result<void> open();
    void close();
    [[nodiscard]] bool isOpen() const noexcept { return m_handle != nullptr; }

    /// Sends one statement and reads its status; 0 or the server's error number. A result set waits to be fetched.
    unsigned run(std::string_view sql) noexcept;
    /// Runs a query and answers its first row, NULL as empty text; no row: an empty list.
    [[nodiscard]] Result<std::vector<std::string>> firstRow(std::string_view sql);
    [[nodiscard]] std::string_view errorText() const noexcept { return m_client->errorText(m_handle); }

    [[nodiscard]] st_mysql* handle() const noexcept { return m_handle; }
    [[nodiscard]] const MysqlClient& client() const noexcept { return *m_client; }
    [[nodiscard]] const MysqlSettings& settings() const noexcept { return m_settings; }

private:
    [[nodiscard]] Result<void> connect();
    [[nodiscard]] Result<void> secure();

    const MysqlSettings m_settings;
    QString m_name;
    const MysqlClient* m_client = nullptr;
    st_mysql* m_handle = nullptr;
};

}  // namespace evenhand::store
