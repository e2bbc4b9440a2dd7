// SPDX-License-Identifier: GPL-3.0-or-later
// What was told in the bottom line in this session, the newest first, so that a result that went by can be read again,
// and undone while that is offered. It ends with the window: nothing of it is kept.
// Thread: GUI.
#pragma once

#include <QObject>
#include <deque>

#include "ui/bridge/engine_bridge.h"
#include "ui/shell/notices.h"

namespace evenhand::ui {

class ResultHistory : public QObject {
    Q_OBJECT

public:
    /// So many are kept.
    static constexpr std::size_t kMaxResults = 200;
    /// Lists of outcomes are kept up to so many rows together, some 10 MB; of older results only the line. The newest
    /// list is kept however long it is.
    static constexpr std::size_t kMaxRows = 30'000;
    struct Entry {
        Instant at;
        Notice notice;
    };

    ResultHistory(Notices& notices, EngineBridge& bridge, QObject* parent = nullptr);

    [[nodiscard]] const std::deque<Entry>& entries() const noexcept { return m_entries; }
    /// How many older ones were let go.
    [[nodiscard]] std::int64_t dropped() const noexcept { return m_dropped; }
    /// The language has changed: those that can are told anew.
    void retranslate();

Q_SIGNALS:
    void changed();

private:
    void take();
    void dropOldLists();

    Notices& m_notices;
    EngineBridge& m_bridge;
    std::deque<Entry> m_entries;
    std::int64_t m_dropped = 0;
};

}  // namespace evenhand::ui
