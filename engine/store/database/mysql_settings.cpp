// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/database/mysql_settings.h"

#include <QUrl>
#include <QUrlQuery>

#include "engine/store/database/qt_text.h"

namespace evenhand::store {
namespace {

constexpr std::size_t kMaxName = 64;
constexpr int kDefaultPort = 3306;

/// The driver separates its options with ';'.
Result<std::string> optionValue(const QString& name, const QString& value) {
    const auto text = value.toStdString();
    if (text.empty() || text.find(';') != std::string::npos || text.find('\0') != std::string::npos) {
        return fail(ErrorCode::InvalidArgument, "the path is empty or holds a character that the driver cannot take",
                    name.toStdString(), text);
    }
    return text;
}

Result<void> readOptions(const QUrl& url, MysqlSettings& settings) {
    const QUrlQuery query(url);
    const auto items = query.queryItems(QUrl::FullyDecoded);
    for (const auto& [name, value] : items) {
        if (name == QLatin1String("ssl-ca")) {
            EVENHAND_ASSIGN(settings.sslCa, optionValue(name, value));
        } else if (name == QLatin1String("socket")) {
            EVENHAND_ASSIGN(settings.socket, optionValue(name, value));
        } else if (name.startsWith(QLatin1String("ssl"))) {
            return fail(
                ErrorCode::InvalidArgument,
                "TLS is switched on with ssl-ca=FILE, the certificate of the authority that signed the server's",
                name.toStdString(), value.toStdString());
        } else {
            return fail(ErrorCode::InvalidArgument, "unknown option of a database address; there are ssl-ca and socket",
                        name.toStdString(), value.toStdString());
        }
    }
    return {};
}

}  // namespace

bool isMysqlUrl(std::string_view location) noexcept {
    return location.starts_with("mysql://") || location.starts_with("mariadb://");
}

Result<MysqlSettings> MysqlSettings::fromUrl(std::string_view text) {
    if (!isMysqlUrl(text)) {
        return fail(ErrorCode::InvalidArgument, "a database address begins with mysql://", "database");
    }
    const QUrl url(qt(text), QUrl::StrictMode);
    if (!url.isValid()) {
        return fail(ErrorCode::InvalidArgument,
                    "this is no address of the form mysql://user@host[:port]/name[?ssl-ca=FILE]", "database");
    }
    if (!url.password().isEmpty() || url.userInfo(QUrl::FullyEncoded).contains(QLatin1Char(':'))) {
        return fail(ErrorCode::InvalidArgument,
                    "a password does not belong in the address; use the keychain, $EVENHAND_DB_PASSWORD or the prompt",
                    "database");
    }
    MysqlSettings settings;
    settings.host = url.host(QUrl::FullyDecoded).toStdString();
    settings.port = url.port(kDefaultPort);
    settings.user = url.userName(QUrl::FullyDecoded).toStdString();
    settings.database = url.path(QUrl::FullyDecoded).mid(1).toStdString();
    EVENHAND_TRY(readOptions(url, settings));
    if (settings.host.empty() && settings.socket.empty()) {
        return fail(ErrorCode::InvalidArgument, "the address names neither a host nor a socket", "host");
    }
    if (settings.port < 1) {
        return fail(ErrorCode::InvalidArgument, "a port is a number from 1 to 65535", "port",
                    std::to_string(settings.port));
    }
    if (settings.user.empty()) {
        return fail(ErrorCode::InvalidArgument, "the address names no user (mysql://user@host/name)", "user");
    }
    if (settings.database.empty() || settings.database.size() > kMaxName ||
        settings.database.find('/') != std::string::npos) {
        return fail(ErrorCode::InvalidArgument,
                    "the address names no database, or not exactly one (mysql://user@host/name)", "name",
                    settings.database);
    }
    return settings;
}

std::string MysqlSettings::url() const {
    QUrl url;
    url.setScheme(QStringLiteral("mysql"));
    url.setUserName(qt(user), QUrl::DecodedMode);
    url.setHost(qt(host), QUrl::DecodedMode);
    if (port != kDefaultPort) {
        url.setPort(port);
    }
    url.setPath(QLatin1Char('/') + qt(database), QUrl::DecodedMode);
    QUrlQuery query;
    const auto add = [&query](const char* name, const std::string& value) {
        if (!value.empty()) {
            query.addQueryItem(QLatin1String(name), QString::fromLatin1(QUrl::toPercentEncoding(qt(value), "/")));
        }
    };
    add("ssl-ca", sslCa);
    add("socket", socket);
    if (!query.isEmpty()) {
        url.setQuery(query);
    }
    return url.toString(QUrl::FullyEncoded).toStdString();
}

MysqlSettings MysqlSettings::forMigrations() const {
    constexpr int kMigrationS = 6 * 3'600;
    auto patient = *this;
    patient.readTimeoutS = kMigrationS;
    return patient;
}

std::string MysqlSettings::server() const { return socket.empty() ? host + ":" + std::to_string(port) : socket; }

}  // namespace evenhand::store
