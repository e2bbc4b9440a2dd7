// SPDX-License-Identifier: GPL-3.0-or-later
// Names and telephone numbers of couriers, for lists that hold only their ids. Read when a list first asks, again when
// somebody is asked for who is not in it, and after a minute in which couriers changed.
// Thread: GUI.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <map>

#include "ui/bridge/engine_bridge.h"

namespace evenhand::ui {

class CourierDirectory : public QObject {
    Q_OBJECT

public:
    static constexpr std::int64_t kMaxCouriers = 5'000;
    static constexpr int kOldMs = 60'000;   ///< a name that was changed is shown so much later at most, while asked for
    static constexpr int kAgainMs = 5'000;  ///< at least so long between two readings for somebody unknown

    explicit CourierDirectory(EngineBridge& bridge, QObject* parent = nullptr);

    /// The name; the id while it is not known or there is none.
    [[nodiscard]] QString nameOf(const CourierId& id);
    /// Empty: none, or not known yet.
    [[nodiscard]] QString phoneOf(const CourierId& id);

Q_SIGNALS:
    void changed();

private:
    struct Entry {
        QString name;
        QString phone;
        bool operator==(const Entry&) const = default;
    };

    [[nodiscard]] const Entry* find(const CourierId& id);
    void read();

    EngineBridge& m_bridge;
    std::map<CourierId, Entry> m_entries;
    bool m_stale = false;  ///< couriers changed since
    QElapsedTimer m_sinceRead;
};

}  // namespace evenhand::ui
