// SPDX-License-Identifier: GPL-3.0-or-later
// What the orders page asks for: text, status, campus (the console's scope), courier, user, time, unassigned only, late
// only; filters kept by name. Thread: GUI. Typing asks after a short rest, everything else at once.
#pragma once

#include <QJsonObject>
#include <QLineEdit>
#include <QTimer>
#include <QToolButton>
#include <QWidget>

#include "engine/api/order_desk.h"
#include "ui/pages/shared/saved_filters.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/choice_button.h"
#include "ui/widgets/courier_edit.h"
#include "ui/widgets/time_range.h"

namespace evenhand::ui {

class OrderFilterBar : public QWidget {
    Q_OBJECT

public:
    explicit OrderFilterBar(UiContext& context, QWidget* parent = nullptr);

    /// Presets of time are counted from now.
    [[nodiscard]] api::OrderFilter filter() const;
    void clear();
    /// Only this courier, user, number, or the orders named ("orders", row ids); everything else cleared.
    void showOnly(const QVariantMap& target);
    void focusText();
    [[nodiscard]] SavedFilters* saved() const { return m_saved; }

Q_SIGNALS:
    void filterChanged();

protected:
    void changeEvent(QEvent* event) override;

private:
    void setupFields();
    void setupLayout();
    void changed();
    void fillCampuses();
    void retranslate();
    void setOnly(std::vector<OrderId> only);
    [[nodiscard]] CampusId campus() const;
    [[nodiscard]] QJsonObject state() const;
    void setState(const QJsonObject& json);

    UiContext& m_context;
    QLineEdit* m_text = nullptr;
    ChoiceButton* m_status = nullptr;
    ChoiceButton* m_campus = nullptr;
    CampusId m_ownCampus;  ///< this list's; the scope is everybody's
    CourierEdit* m_courier = nullptr;
    QLineEdit* m_user = nullptr;
    TimeRangeButton* m_time = nullptr;
    QPushButton* m_unassigned = nullptr;
    QPushButton* m_late = nullptr;
    QPushButton* m_chosen = nullptr;  ///< shown while the list is narrowed to orders named elsewhere
    std::vector<OrderId> m_only;
    QToolButton* m_clear = nullptr;
    SavedFilters* m_saved = nullptr;
    QTimer m_typing;
    bool m_setting = false;
};

}  // namespace evenhand::ui
