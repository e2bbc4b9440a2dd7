// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/courier_directory.h"

#include "ui/widgets/labels.h"

namespace evenhand::ui {

CourierDirectory::CourierDirectory(EngineBridge& bridge, QObject* parent) : QObject(parent), m_bridge(bridge) {
    connect(&bridge, &EngineBridge::couriersChanged, this, [this] { m_stale = true; });
}

QString CourierDirectory::nameOf(const CourierId& id) {
    const auto* entry = find(id);
    return entry == nullptr || entry->name.isEmpty() ? text(id) : entry->name;
}

QString CourierDirectory::phoneOf(const CourierId& id) {
    const auto* entry = find(id);
    return entry == nullptr ? QString() : entry->phone;
}

const CourierDirectory::Entry* CourierDirectory::find(const CourierId& id) {
    if (id.empty()) {
        return nullptr;
    }
    const bool known = m_entries.contains(id);
    const bool due = !m_sinceRead.isValid() || m_sinceRead.elapsed() >= (known ? kOldMs : kAgainMs);
    if (due && (m_stale || !known)) {
        read();
    }
    const auto found = m_entries.find(id);
    return found == m_entries.end() ? nullptr : &found->second;
}

void CourierDirectory::read() {
    m_sinceRead.start();
    m_stale = false;
    whenReady(m_bridge.dispatch().findCouriers(m_bridge.call(), {}, kMaxCouriers), this,
              [this](const Result<std::vector<api::CourierRow>>& rows) {
                  if (!rows) {
                      return;  // ids are shown instead
                  }
                  std::map<CourierId, Entry> read;
                  for (const auto& courier : *rows) {
                      read[courier.id] = {text(courier.name), text(courier.phone)};
                  }
                  if (read != m_entries) {
                      m_entries = std::move(read);
                      Q_EMIT changed();
                  }
              });
}

}  // namespace evenhand::ui
