// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/database/mysql_connection.h"

#include <QFileInfo>
#include <QSqlDatabase>
#include <QSqlDriver>
#include <QSqlError>
#include <QVariant>
#include <atomic>

#include "engine/store/database/mysql_error.h"
#include "engine/store/database/qt_text.h"

namespace evenhand::store {
namespace {

// From the client library's headers, the same in both libraries.
constexpr int kMultiStatementsOff = 1;  // MYSQL_OPTION_MULTI_STATEMENTS_OFF
constexpr int kLocalInfile = 8;         // MYSQL_OPT_LOCAL_INFILE

QString connectOptions(const MysqlSettings& settings) {
    // Found rather than changed rows are counted, as in SQLite.
    auto options = QStringLiteral(
                       "CLIENT_FOUND_ROWS=1;MYSQL_OPT_CONNECT_TIMEOUT=%1;MYSQL_OPT_READ_TIMEOUT=%2;"
                       "MYSQL_OPT_WRITE_TIMEOUT=%3")
                       .arg(settings.connectTimeoutS)
                       .arg(settings.readTimeoutS)
                       .arg(settings.writeTimeoutS);
    if (!settings.socket.empty()) {
        options += QStringLiteral(";UNIX_SOCKET=") + qt(settings.socket);
    }
    if (!settings.sslCa.empty()) {
        options += QStringLiteral(";SSL_CA=") + qt(settings.sslCa);
    }
    return options;
}

}  // namespace

Result<void> MysqlConnection::open() {
    close();
    auto opened = connect();
    if (opened) {
        opened = secure();
    }
    if (!opened) {
        close();
    }
    return opened;
}

Result<void> MysqlConnection::connect() {
    if (!QSqlDatabase::isDriverAvailable(QStringLiteral("QMYSQL"))) {
        return fail(
            ErrorCode::DriverMissing,
            "the Qt SQL driver QMYSQL is not installed (Debian: libqt6sql6-mysql), the database cannot be reached",
            "database", m_settings.url());
    }
    if (!m_settings.sslCa.empty() && !QFileInfo(qt(m_settings.sslCa)).isReadable()) {
        return fail(ErrorCode::InvalidArgument, "TLS was asked for, but the authority's certificate cannot be read",
                    "ssl-ca", m_settings.sslCa);
    }
    static std::atomic<std::uint64_t> counter{0};
    m_name = QStringLiteral("evenhand-mysql-%1").arg(counter.fetch_add(1));
    auto database = QSqlDatabase::addDatabase(QStringLiteral("QMYSQL"), m_name);
    database.setHostName(m_settings.socket.empty() ? qt(m_settings.host) : QString());
    database.setPort(m_settings.port);
    database.setUserName(qt(m_settings.user));
    database.setPassword(qt(m_settings.password));
    database.setDatabaseName(qt(m_settings.database));
    database.setConnectOptions(connectOptions(m_settings));
    if (!database.open()) {
        const auto error = database.lastError();
        return fail(
            mysqlConnectError(error.nativeErrorCode().toUInt(), error.databaseText().toStdString(), m_settings));
    }
    const QVariant handle = database.driver()->handle();
    const QByteArray type = handle.typeName();  // Qt names it as the client library's header does
    if (!handle.isValid() || (type != "MYSQL*" && type != "st_mysql*")) {
        return fail(ErrorCode::DriverMissing, "the Qt SQL driver QMYSQL gives no connection handle");
    }
    EVENHAND_ASSIGN(m_client, MysqlClient::loaded());
    m_handle = *static_cast<st_mysql* const*>(handle.constData());
    return {};
}

Result<void> MysqlConnection::secure() {
    if (!m_settings.sslCa.empty()) {
        EVENHAND_ASSIGN(const auto cipher, firstRow("SHOW STATUS LIKE 'Ssl_cipher'"));
        if (cipher.size() < 2 || cipher[1].empty()) {
            return fail(ErrorCode::Storage, "TLS was asked for, but the server answers without it; nothing was done",
                        "ssl-ca", m_settings.sslCa);
        }
    }
    // The driver switches stacked statements on; a server must not ask for local files either.
    constexpr unsigned kOff = 0;
    m_client->setOption(m_handle, kLocalInfile, &kOff);
    if (m_client->setServerOption(m_handle, kMultiStatementsOff) != 0) {
        return fail(mysqlConnectError(m_client->errorNumber(m_handle), errorText(), m_settings));
    }
    return {};
}

void MysqlConnection::close() {
    m_handle = nullptr;
    if (m_name.isEmpty()) {
        return;
    }
    QSqlDatabase::database(m_name, false).close();
    QSqlDatabase::removeDatabase(m_name);
    m_name.clear();
}

unsigned MysqlConnection::run(std::string_view sql) noexcept {
    return m_client->realQuery(m_handle, sql.data(), static_cast<unsigned long>(sql.size())) == 0
               ? 0
               : m_client->errorNumber(m_handle);
}

Result<std::vector<std::string>> MysqlConnection::firstRow(std::string_view sql) {
    const auto failed = [&] {
        return fail(mysqlError(m_client->errorNumber(m_handle), errorText(), "while reading the server's settings",
                               m_settings.url()));
    };
    if (run(sql) != 0) {
        return failed();
    }
    st_mysql_res* result = m_client->storeResult(m_handle);
    if (result == nullptr) {
        return failed();
    }
    std::vector<std::string> row;
    if (char** const cells = m_client->fetchRow(result); cells != nullptr) {
        const unsigned long* const lengths = m_client->fetchLengths(result);
        for (unsigned i = 0; i < m_client->numFields(result); ++i) {
            row.emplace_back(cells[i] == nullptr ? std::string() : std::string(cells[i], lengths[i]));
        }
    }
    m_client->freeResult(result);
    return row;
}

}  // namespace evenhand::store
