// SPDX-License-Identifier: GPL-3.0-or-later
// Orders on the clipboard or under way in a drag: their numbers and versions as they were when the drag began, so that
// dropping them acts on what was seen. They only count in the workspace and campus that they come from.
// Thread: GUI.
#pragma once

#include <QMimeData>
#include <QString>
#include <optional>
#include <vector>

#include "engine/api/order_desk.h"

namespace evenhand::ui {

struct DraggedOrders {
    QString workspace;  ///< WorkspaceInfo::id
    CampusId campus;
    std::vector<api::OrderRef> orders;
};

inline constexpr char kOrderRefsMime[] = "application/x-evenhand-order-refs";

/// Also carries the order numbers as plain text, one a line. Owned by the caller.
[[nodiscard]] QMimeData* toMime(const DraggedOrders& dragged);
/// nullopt if it carries no orders or is damaged.
[[nodiscard]] std::optional<DraggedOrders> fromMime(const QMimeData* mime);

}  // namespace evenhand::ui
