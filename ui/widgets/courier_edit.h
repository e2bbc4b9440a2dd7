// SPDX-License-Identifier: GPL-3.0-or-later
// Finds a courier by any part of name, id or telephone number, or by the initials of the name, as name_match.h, while
// typing.
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
    /// Those of this campus are offered first.
    void setCampus(const CampusId& campus) { m_campus = campus; }
    [[nodiscard]] const CourierId& courier() const noexcept { return m_courier; }
    /// As offered last.
    [[nodiscard]] QStringList suggestions() const;
    /// Empty: none. The name is asked for.
    void setCourier(const CourierId& courier);

Q_SIGNALS:
    void courierChanged();

private:
    void search();
    void choose(const QModelIndex& index);
    void finish();

    EngineBridge& m_bridge;
    void offer(const std::vector<api::CourierRow>& rows);
    void offerNothing(const Error& error);

    CampusId m_campus;
    CourierId m_courier;
    QString m_shown;  ///< text of the courier chosen
    QStandardItemModel m_suggestions;
    QCompleter m_completer;
    QTimer m_delay;
    int m_generation = 0;
};

}  // namespace evenhand::ui
