// SPDX-License-Identifier: GPL-3.0-or-later
// Says who is off duty and still has orders in hand, and offers to hand them over: whoever goes off duty, by the roster
// or by hand, keeps the orders until somebody does. Hidden while there is nobody. Thread: GUI.
#pragma once

#include <QWidget>
#include <functional>
#include <vector>

#include "engine/api/dispatch_desk.h"

class QMenu;
class QToolButton;

namespace evenhand::ui {

class ElidedLabel;

class OffDutyNote : public QWidget {
    Q_OBJECT

public:
    /// `whyNot`: empty, or why the orders of this courier cannot be handed over now.
    OffDutyNote(std::function<QString(const api::CourierRow&)> whyNot, QWidget* parent);

    /// Of these boards; none: nothing is known.
    void setBoards(const std::vector<const api::DispatchBoard*>& boards);
    /// Who is off duty with orders in hand.
    [[nodiscard]] const std::vector<api::CourierRow>& couriers() const noexcept { return m_couriers; }
    [[nodiscard]] QToolButton* button() const { return m_button; }
    [[nodiscard]] ElidedLabel* label() const { return m_label; }
    void retranslate();

Q_SIGNALS:
    /// All orders of this courier are to be handed over.
    void handOver(const evenhand::api::CourierRow& from);

private:
    void fillMenu();
    void refresh();

    std::function<QString(const api::CourierRow&)> m_whyNot;
    std::vector<api::CourierRow> m_couriers;
    ElidedLabel* m_label;
    QToolButton* m_button;
    QMenu* m_menu;
};

}  // namespace evenhand::ui
