// SPDX-License-Identifier: GPL-3.0-or-later
// Tells, on whatever page somebody is, that the roster took couriers off duty who still have orders in hand: nobody was
// asked then what becomes of these; and leads to where they are handed over. Thread: GUI. Of each time one notice,
// however many went.
#pragma once

#include <QObject>
#include <vector>

#include "ui/bridge/engine_bridge.h"
#include "ui/shell/navigator.h"
#include "ui/shell/notices.h"

namespace evenhand::ui {

class OffDutyNotices : public QObject {
    Q_OBJECT

public:
    OffDutyNotices(EngineBridge& bridge, Notices& notices, Navigator& navigator, QObject* parent = nullptr);

private:
    /// Those of them who are still off duty with orders.
    void tell(const std::vector<CourierId>& couriers);

    EngineBridge& m_bridge;
    Notices& m_notices;
    Navigator& m_navigator;
};

}  // namespace evenhand::ui
