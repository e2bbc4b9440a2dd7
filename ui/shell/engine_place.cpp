// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/engine_place.h"

#include <QUrl>
#include <QUrlQuery>

namespace evenhand::ui {
namespace {

constexpr int kDefaultPort = 3306;

}  // namespace

QString EnginePlace::shortText() const { return isServer() ? server + QLatin1Char('/') + database : folder; }

EnginePlace placeOf(const QString& location) {
    EnginePlace place;
    if (!location.startsWith(QLatin1String("mysql://")) && !location.startsWith(QLatin1String("mariadb://"))) {
        place.folder = location;
        return place;
    }
    const QUrl url(location);
    const QUrlQuery query(url);
    const QString socket = query.queryItemValue(QStringLiteral("socket"), QUrl::FullyDecoded);
    place.server = socket.isEmpty()
                       ? url.host(QUrl::FullyDecoded) + QLatin1Char(':') + QString::number(url.port(kDefaultPort))
                       : socket;
    place.database = url.path(QUrl::FullyDecoded).mid(1);
    place.encrypted = query.hasQueryItem(QStringLiteral("ssl-ca"));
    return place;
}

}  // namespace evenhand::ui
