// SPDX-License-Identifier: GPL-3.0-or-later
// The fields above the table of orders, and two of them that no kind of field has: the campus of this list, and orders
// that another page has named. Thread: GUI.
#pragma once

#include <QJsonObject>
#include <QPushButton>
#include <QVariantMap>
#include <functional>
#include <memory>
#include <vector>

#include "engine/api/order_desk.h"
#include "ui/shell/ui_context.h"
#include "ui/tables/filter_field.h"
#include "ui/widgets/choice_button.h"

namespace evenhand::ui {

/// Narrows one list to a campus. What all pages look at goes before it: while a campus is chosen at the top, that one
/// is shown here and nothing can be chosen.
class CampusField : public ChoiceButton {
    Q_OBJECT

public:
    /// `changed`: a person has chosen another one.
    CampusField(UiContext& context, std::function<void()> changed, QWidget* parent);

    /// Of this list, whatever is chosen at the top.
    [[nodiscard]] QJsonValue state() const;
    void setState(const QJsonValue& kept);
    /// What the list shows; empty: all.
    [[nodiscard]] CampusId campus() const;
    void retranslate();

Q_SIGNALS:
    void campusChanged();  ///< campus()

private:
    void fill();

    UiContext& m_context;
    std::function<void()> m_changed;
    CampusId m_own;
    bool m_filling = false;
};

/// Says how many orders the list is narrowed to, and shows all again with a click; seen only while there are such.
class ChosenField : public QPushButton {
    Q_OBJECT

public:
    ChosenField(UiContext& context, std::function<void()> changed, QWidget* parent);

    /// Row ids.
    [[nodiscard]] QJsonValue state() const;
    void setState(const QJsonValue& ids);
    void retranslate();

private:
    std::vector<OrderId> m_orders;
};

/// `isShort` is set to whether the text that was asked with last is too short to be looked for inside a number.
[[nodiscard]] std::vector<FilterField<api::OrderFilter>> orderFields(UiContext& context,
                                                                     const std::shared_ptr<bool>& isShort);
/// State of the fields that asks for what another page wants to see ("order", "orders", "status", "courier", "user",
/// "campus", "unassigned", "late"), and for nothing else.
[[nodiscard]] QJsonObject orderFieldsFor(const QVariantMap& target);

}  // namespace evenhand::ui
