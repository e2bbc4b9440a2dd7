// SPDX-License-Identifier: GPL-3.0-or-later
// The couriers of one campus or of several with their duty, weight and work. Orders can be dropped on couriers on duty;
// a drop is only told, never carried out here. Thread: GUI.
#pragma once

#include <vector>

#include "engine/api/dispatch_desk.h"
#include "ui/models/order_refs_mime.h"
#include "ui/models/row_cache.h"

namespace evenhand::ui {

struct CourierLine {
    api::CourierRow courier = {};
    bool isNext = false;  ///< gets the next order of the campus
    QString campus = {};  ///< its name
    bool shares = false;  ///< somebody of the campus had an order today; without any there are no shares
};
[[nodiscard]] inline TextKey cacheKey(const CourierLine& line) { return {line.courier.id.str()}; }
[[nodiscard]] bool changed(const CourierLine& a, const CourierLine& b);

}  // namespace evenhand::ui

#include "ui/tables/fed_table.h"

namespace evenhand::ui {

struct CourierFilter : AnyCell {
    QStringList duty;  ///< "on", "off"; empty: both
};
using CourierTable = FedTable<CourierLine, CourierFilter>;

/// What the page lends to the table.
struct CourierHooks {
    std::function<QString()> none;  ///< why there are no couriers
    std::function<QString(const CourierLine* onto, const QMimeData* mime)> whyNoDrop;
    std::function<void(const DraggedOrders& dragged, const CourierId& to)> dropped;
    std::function<void(QMenu& menu)> menu;
    std::function<void()> opened;
};
[[nodiscard]] CourierTable::Spec describeCouriers(const Formats& formats, std::function<Instant()> now,
                                                  CourierHooks hooks);

/// As the boards have them; the table puts them in order.
[[nodiscard]] std::vector<CourierLine> courierLines(const std::vector<const api::DispatchBoard*>& boards);
/// Empty if the orders may be dropped on this courier of this workspace; else why not. nullptr: on nobody.
[[nodiscard]] QString whyNoDrop(const api::CourierRow* onto, const QMimeData* mime, const QString& workspace);

}  // namespace evenhand::ui
