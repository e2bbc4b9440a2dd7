// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/campus_scope.h"

#include <algorithm>

#include "ui/widgets/labels.h"

namespace evenhand::ui {

CampusScope::CampusScope(EngineBridge& bridge, QObject* parent) : QObject(parent), m_bridge(bridge) {
    connect(&m_bridge, &EngineBridge::campusesChanged, this, &CampusScope::reload);
    m_again.setSingleShot(true);
    m_again.setInterval(kRetryMs);
    connect(&m_again, &QTimer::timeout, this, &CampusScope::reload);
}

QString CampusScope::nameOf(const CampusId& id) const {
    for (const auto& campus : m_campuses) {
        if (campus.id == id && !campus.name.empty()) {
            return text(campus.name);
        }
    }
    return text(id);
}

void CampusScope::setCurrent(const CampusId& id) {
    if (m_current == id) {
        return;
    }
    m_current = id;
    Q_EMIT currentChanged();
}

void CampusScope::reload() {
    whenReady(m_bridge.dispatch().campuses(m_bridge.call()), this, [this](Result<std::vector<api::CampusRow>> rows) {
        if (!rows) {
            m_again.start();  // the engine pill tells; the campuses known stay
            return;
        }
        m_campuses = *std::move(rows);
        std::sort(m_campuses.begin(), m_campuses.end(),
                  [](const api::CampusRow& a, const api::CampusRow& b) { return a.name < b.name; });
        m_loaded = true;
        Q_EMIT campusesChanged();
        const bool gone = !m_current.empty() && std::none_of(m_campuses.begin(), m_campuses.end(),
                                                             [this](const auto& c) { return c.id == m_current; });
        if (gone) {
            setCurrent({});
        }
    });
}

}  // namespace evenhand::ui
