// SPDX-License-Identifier: GPL-3.0-or-later
// When a timer falls due, as a field above a table: overdue, within so long from now, or between two instants.
// Thread: GUI. What is relative to now moves with it.
#pragma once

#include <QJsonValue>
#include <functional>

#include "engine/api/timer_types.h"
#include "ui/shell/ui_context.h"
#include "ui/widgets/choice_button.h"

namespace evenhand::ui {

class DueField : public ChoiceButton {
    Q_OBJECT

public:
    DueField(UiContext& context, std::function<void()> changed, QWidget* parent);

    /// As it is kept: a key, or both instants; null: any time.
    [[nodiscard]] QJsonValue state() const;
    void setState(const QJsonValue& kept);
    void retranslate();

    /// Open at a side that is nullopt.
    [[nodiscard]] static QJsonValue between(std::optional<Instant> from, std::optional<Instant> to);
    [[nodiscard]] static QJsonValue overdue();
    /// What `kept` asks for at this moment.
    static void read(const QJsonValue& kept, Instant now, api::TimerFilter& filter);

private:
    void chose();
    void askBetween();

    UiContext& m_context;
    std::function<void()> m_changed;
    QJsonValue m_between;  ///< as between() gives it
    bool m_setting = false;
};

}  // namespace evenhand::ui
