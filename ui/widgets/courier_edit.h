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
    /// Those of this campus are offered first, or no others at all.
    void setCampus(const CampusId& campus, bool only = false) {
        m_campus = campus;
        m_campusOnly = only;
    }
    /// For who is to be given something: only those on duty are offered, and not `except`.
    void setTakers(const CourierId& except) {
        m_takers = true;
        m_except = except;
    }
    [[nodiscard]] const CourierId& courier() const noexcept { return m_courier; }
    /// The name of courier(); its id while the name is not known.
    [[nodiscard]] const QString& shownName() const noexcept { return m_shown; }
    /// What was sought last, if nobody who may be chosen is called so; else empty. It stays when the field is left and
    /// its text goes.
    [[nodiscard]] const QString& nobody() const noexcept { return m_nobody; }
    /// As offered last.
    [[nodiscard]] QStringList suggestions() const;
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
    [[nodiscard]] bool offers(const api::CourierRow& row, const QString& typed) const;
    void offer(const std::vector<api::CourierRow>& rows);
    void offerNothing(const Error& error);

    CampusId m_campus;
    bool m_campusOnly = false;
    bool m_takers = false;
    CourierId m_except;
    CourierId m_courier;
    QString m_shown;  ///< text of the courier chosen
    QString m_nobody;
    QStandardItemModel m_suggestions;
    QCompleter m_completer;
    QTimer m_delay;
    int m_generation = 0;
};

}  // namespace evenhand::ui
