// SPDX-License-Identifier: GPL-3.0-or-later
// The timer of one order: what happens to it when, with a countdown, and the action that extends it.
// Thread: GUI. Reads and counts only while active. Invariant: what is extended is the timer as it is shown; one that
// has changed meanwhile is a conflict.
#pragma once

#include <QAction>
#include <QTimer>
#include <QToolButton>
#include <QWidget>
#include <optional>

#include "ui/bridge/feed_channel.h"
#include "ui/pages/delayed/timer_action_flow.h"
#include "ui/widgets/fact_grid.h"

namespace evenhand::ui {

class OrderTimerBox : public QWidget {
    Q_OBJECT

public:
    static constexpr int kReadMs = 500;

    explicit OrderTimerBox(UiContext& context, QWidget* parent = nullptr);

    /// nullopt: no order is shown. The same order again: it may have changed.
    void setOrder(std::optional<api::OrderRow> order);
    void setActive(bool active);
    /// Answered for the order shown, well or not.
    [[nodiscard]] bool isReady() const noexcept { return !m_order || !m_active || m_answer.has_value(); }
    /// nullptr: none, or not known.
    [[nodiscard]] const api::TimerRow* timer() const;
    [[nodiscard]] QAction* extendAction() const { return m_extend; }
    [[nodiscard]] RowFlow* flow() const { return m_flow; }
    [[nodiscard]] FactGrid* facts() const { return m_facts; }
    [[nodiscard]] bool isTicking() const { return m_tick.isActive(); }
    void retranslate();

Q_SIGNALS:
    void readyChanged();

private:
    void read();
    void refresh();
    void refreshAction();
    [[nodiscard]] QString whyNot() const;

    UiContext& m_context;
    FactGrid* m_facts = nullptr;
    QToolButton* m_button = nullptr;
    QAction* m_extend = nullptr;
    RowFlow* m_flow = nullptr;
    FeedChannel* m_reads = nullptr;
    QTimer m_tick;
    std::optional<api::OrderRow> m_order;
    std::optional<Result<std::optional<api::TimerRow>>> m_answer;  ///< nullopt: not answered yet
    bool m_active = false;
};

}  // namespace evenhand::ui
