// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/result_history.h"

namespace evenhand::ui {

ResultHistory::ResultHistory(Notices& notices, EngineBridge& bridge, QObject* parent)
    : QObject(parent), m_notices(notices), m_bridge(bridge) {
    connect(&notices, &Notices::posted, this, &ResultHistory::take);
    connect(&notices, &Notices::undoableChanged, this, &ResultHistory::changed);
}

void ResultHistory::take() {
    if (m_notices.last().text.isEmpty()) {
        return;  // it only takes an offer back
    }
    m_entries.push_front({m_bridge.now(), m_notices.last()});
    m_entries.front().notice.undo = {};  // what it holds goes with the offer; whether it stands, the notices know
    m_entries.front().notice.steps = {};
    if (m_entries.size() > kMaxResults) {
        m_entries.pop_back();
        ++m_dropped;
    }
    dropOldLists();
    Q_EMIT changed();
}

void ResultHistory::dropOldLists() {
    std::size_t rows = 0;
    for (auto& entry : m_entries) {
        auto& notice = entry.notice;
        if (notice.showRows && rows > 0 && rows + notice.rows > kMaxRows) {
            notice.showRows = {};
        }
        rows += notice.showRows ? notice.rows : 0;
    }
}

void ResultHistory::retranslate() {
    for (auto& entry : m_entries) {
        if (entry.notice.again) {
            entry.notice.text = entry.notice.again();
        }
    }
    Q_EMIT changed();
}

}  // namespace evenhand::ui
