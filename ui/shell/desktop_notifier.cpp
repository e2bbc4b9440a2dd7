// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/desktop_notifier.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QVariantMap>

namespace evenhand::ui {
namespace {

const QString kNotifications = QStringLiteral("org.freedesktop.Notifications");
const QString kNotificationsPath = QStringLiteral("/org/freedesktop/Notifications");

/// Qt keeps its connections by name.
QString newConnectionName() {
    static int count = 0;
    return QStringLiteral("evenhand-notifications-%1").arg(++count);
}

}  // namespace

DesktopNotifier::DesktopNotifier(const QString& bus, QObject* parent)
    : QObject(parent), m_bus(bus), m_connection(bus.isEmpty() ? QString() : newConnectionName()) {}

DesktopNotifier::~DesktopNotifier() {
    if (!m_connection.isEmpty()) {
        QDBusConnection::disconnectFromBus(m_connection);
    }
}

void DesktopNotifier::show(const QString& title, const QString& body) {
    auto connection =
        m_bus.isEmpty() ? QDBusConnection::sessionBus() : QDBusConnection::connectToBus(m_bus, m_connection);
    if (!connection.isConnected()) {
        return;
    }
    auto call =
        QDBusMessage::createMethodCall(kNotifications, kNotificationsPath, kNotifications, QStringLiteral("Notify"));
    constexpr int kAsTheDesktopLikes = -1;  // how long it stays
    // A body may hold markup, a summary may not.
    call << QStringLiteral("Evenhand") << m_shown << QString() << title << body.toHtmlEscaped() << QStringList()
         << QVariantMap() << kAsTheDesktopLikes;
    auto* answer = new QDBusPendingCallWatcher(connection.asyncCall(call), this);
    connect(answer, &QDBusPendingCallWatcher::finished, this, [this, answer] {
        const QDBusPendingReply<quint32> reply = *answer;
        m_shown = reply.isValid() ? reply.value() : 0;
        answer->deleteLater();
    });
}

}  // namespace evenhand::ui
