// SPDX-License-Identifier: GPL-3.0-or-later
// Armed timers, or those that were given up: a long table in order of due instant or kind, with a countdown, and what
// can be done about them. Thread: GUI. Works only while active.
#pragma once

#include "engine/api/timer_types.h"

namespace evenhand::api {

[[nodiscard]] inline OrderId cacheKey(const TimerRow& row) { return row.order; }
[[nodiscard]] inline bool changed(const TimerRow& a, const TimerRow& b) {
    return a.kind != b.kind || a.state != b.state || a.due != b.due || a.status != b.status || a.wait != b.wait ||
           a.courier != b.courier || a.courierName != b.courierName || a.payable != b.payable ||
           a.attempts != b.attempts || a.nextTry != b.nextTry || a.reason != b.reason;
}

}  // namespace evenhand::api

#include "ui/pages/delayed/timer_action_flow.h"
#include "ui/tables/query_pane.h"

namespace evenhand::ui {

using TimerTable = QueryPane<api::TimerRow, api::TimerFilter, api::TimerSort>;

class TimerPane : public TimerTable {
    Q_OBJECT

public:
    /// As many timers change as orders do.
    static constexpr int kReadMs = 1'000;

    TimerPane(UiContext& context, bool deadOnly, QWidget* parent = nullptr);
    ~TimerPane() override;

    using TimerTable::action;
    [[nodiscard]] QAction* action(TimerAction which) const;
    void setKinds(const std::vector<api::TimerKind>& kinds);
    void setText(const QString& text);
    /// Open at a side that is nullopt.
    void setDue(std::optional<Instant> from, std::optional<Instant> to);
    void showOverdue();

Q_SIGNALS:
    void opened(const QString& orderNo);  ///< double click

private:
    [[nodiscard]] static Spec describe(UiContext& context, TimerPane* pane, bool deadOnly);
    [[nodiscard]] static TableTexts describeTexts(bool deadOnly);
    [[nodiscard]] static std::vector<Column<api::TimerRow, api::TimerSort>> describeColumns(UiContext& context,
                                                                                            bool deadOnly);
    [[nodiscard]] static std::vector<FilterField<api::TimerFilter>> describeFields(UiContext& context, bool deadOnly);

    QString m_one;
};

}  // namespace evenhand::ui
