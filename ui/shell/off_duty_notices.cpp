// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/off_duty_notices.h"

#include <algorithm>
#include <utility>

#include "ui/bridge/continuation.h"
#include "ui/shell/courier_directory.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/safe_text.h"

namespace evenhand::ui {

OffDutyNotices::OffDutyNotices(EngineBridge& bridge, Notices& notices, Navigator& navigator, QObject* parent)
    : QObject(parent), m_bridge(bridge), m_notices(notices), m_navigator(navigator) {
    connect(&bridge, &EngineBridge::couriersChanged, this, [this](const CourierChanges& changes) {
        if (!changes.leaving.empty() && m_bridge.mayDo(api::Operation::DispatchHandOver)) {
            tell(changes.leaving);
        }
    });
}

void OffDutyNotices::tell(const std::vector<CourierId>& couriers) {
    whenReady(m_bridge.dispatch().findCouriers(m_bridge.call(), {}, CourierDirectory::kMaxCouriers), this,
              [this, couriers](const Result<std::vector<api::CourierRow>>& rows) {
                  QStringList names;
                  Notice notice;
                  for (const auto& row : rows ? *rows : std::vector<api::CourierRow>()) {
                      const bool left = std::find(couriers.begin(), couriers.end(), row.id) != couriers.end();
                      if (left && !row.onDuty && row.inHand > 0) {
                          const QString name = shownLine(row.name.empty() ? text(row.id) : text(row.name));
                          // Somebody may have to ask where they are with these orders.
                          names << (row.phone.empty()
                                        ? tr("%1 (%2)", "courier, orders").arg(name, countedOrders(row.inHand))
                                        : tr("%1 (%2, %3)", "courier, telephone, orders")
                                              .arg(name, shownLine(text(row.phone)), countedOrders(row.inHand)));
                          const QVariantMap target{{QStringLiteral("courier"), text(row.id)},
                                                   {QStringLiteral("campus"), text(row.campus)},
                                                   {QStringLiteral("handOver"), true}};
                          notice.steps.push_back({names.back(), [&navigator = m_navigator, target] {
                                                      navigator.open(QStringLiteral("dispatch"), target);
                                                  }});
                      }
                  }
                  if (!names.isEmpty()) {
                      notice.text =
                          tr("Off duty by the roster with orders in hand: %1. Hand them over on Dispatch.", "couriers")
                              .arg(names.join(QStringLiteral(", ")));
                      notice.tone = Tone::Warn;
                      notice.stepsText = tr("Hand over…");
                      m_notices.post(std::move(notice));
                  }
              });
}

}  // namespace evenhand::ui
