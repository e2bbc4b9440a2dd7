// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/courier_directory.h"

#include "ui/widgets/labels.h"

namespace evenhand::ui {

CourierDirectory::CourierDirectory(EngineBridge& bridge, QObject* parent) : QObject(parent), m_bridge(bridge) {}

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
    const auto found = m_entries.find(id);
    if (found != m_entries.end()) {
        return &found->second;
    }
    if (!m_sinceRead.isValid() || m_sinceRead.elapsed() >= kAgainMs) {
        read();
    }
    return nullptr;
}

void CourierDirectory::read() {
    m_sinceRead.start();
    whenReady(m_bridge.dispatch().findCouriers(m_bridge.call(), {}, kMostCouriers), this,
              [this](const Result<std::vector<api::CourierRow>>& rows) {
                  if (!rows) {
                      return;  // ids are shown instead
                  }
                  for (const auto& courier : *rows) {
                      m_entries[courier.id] = {text(courier.name), text(courier.phone)};
                  }
                  Q_EMIT changed();
              });
}

}  // namespace evenhand::ui
