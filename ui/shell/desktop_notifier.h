// SPDX-License-Identifier: GPL-3.0-or-later
// Notifications by the desktop's own service, org.freedesktop.Notifications. Where there is none, or no message bus,
// nothing happens. A notification takes the place of the one before, so that a night's alerts are one on the screen.
// Thread: GUI; never waits for the service.
#pragma once

#include <QObject>
#include <QString>

namespace evenhand::ui {

class DesktopNotifier : public QObject {
    Q_OBJECT

public:
    /// `bus`: address of a message bus; empty: the session's.
    explicit DesktopNotifier(const QString& bus = {}, QObject* parent = nullptr);
    ~DesktopNotifier() override;
    /// Plain texts, shown as they are.
    void show(const QString& title, const QString& body);

private:
    const QString m_bus;
    const QString m_connection;  ///< its name, of a bus that is not the session's
    quint32 m_shown = 0;         ///< the service's number of the last; 0: none
};

}  // namespace evenhand::ui
