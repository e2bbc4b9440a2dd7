// SPDX-License-Identifier: GPL-3.0-or-later
// Finds a courier by id or the beginning of the name, asking the engine while typing.
// Thread: GUI. Invariant: courier() is one the engine knows, or none.
#pragma once

#include <QCompleter>
#include <QLineEdit>
#include <QStandardItemModel>
#include <QTimer>

#include "ui/bridge/engine_bridge.h"

namespace evenhand::ui {

class CourierEdit : public QLineEdit {
    Q_OBJECT

public:
    explicit CourierEdit(EngineBridge& bridge, QWidget* parent = nullptr);
    /// Only couriers of this campus are offered; empty: all.
    void setCampus(const CampusId& campus) { m_campus = campus; }
    [[nodiscard]] const CourierId& courier() const noexcept { return m_courier; }
    /// Empty: none. The name is asked for.
    void setCourier(const CourierId& courier);

Q_SIGNALS:
    void courierChanged();
    void suggested();  ///< the engine's suggestions are in

private:
    void search();
    void choose(const QModelIndex& index);
    void finish();

    EngineBridge& m_bridge;
    CampusId m_campus;
    CourierId m_courier;
    QString m_shown;  ///< text of the courier chosen
    QStandardItemModel m_suggestions;
    QCompleter m_completer;
    QTimer m_delay;
    int m_generation = 0;
};

}  // namespace evenhand::ui
