// SPDX-License-Identifier: GPL-3.0-or-later
// The ring as it is beside the ring as it would be with more workers or services, and what would move, before anybody
// starts one. Follows the ring while it is open.
// Thread: GUI.
#pragma once

#include <QDialog>
#include <cstdint>
#include <optional>

#include "engine/api/task_board.h"
#include "ui/bridge/feed_channel.h"
#include "ui/shell/ui_context.h"

class QComboBox;
class QHBoxLayout;
class QLabel;
class QSpinBox;
class QTableView;

namespace evenhand::ui {

class RingView;

class RingPlanDialog : public QDialog {
    Q_OBJECT

public:
    /// `perService`: how many workers a service has.
    RingPlanDialog(UiContext& context, std::int64_t perService, QWidget* parent = nullptr);

    [[nodiscard]] QSpinBox* count() const { return m_count; }
    [[nodiscard]] QComboBox* unit() const { return m_unit; }
    [[nodiscard]] RingView* now() const { return m_now; }
    [[nodiscard]] RingView* then() const { return m_then; }
    [[nodiscard]] QLabel* summary() const { return m_summary; }
    [[nodiscard]] QTableView* moves() const { return m_moves; }
    /// What is shown is of what is entered.
    [[nodiscard]] bool isLoaded() const { return m_reads->isSettled(); }

private:
    void setupChoice();
    void setupRings();
    void setupMoves();
    [[nodiscard]] std::int64_t added() const;
    void read();
    void showPlan(const api::RingPlan& plan);
    void showMoves(const api::RingPlan& plan);
    [[nodiscard]] QString nameAt(const api::RingPlan& plan, std::int64_t place) const;
    [[nodiscard]] api::RingSnapshot ringOf(const api::RingPlan& plan, bool isAfter) const;

    UiContext& m_context;
    const std::int64_t m_perService;
    FeedChannel* m_reads = nullptr;
    std::int64_t m_shown = 0;  ///< how many plans were: the rings are drawn anew for each
    QSpinBox* m_count = nullptr;
    QComboBox* m_unit = nullptr;
    RingView* m_now = nullptr;
    RingView* m_then = nullptr;
    QLabel* m_summary = nullptr;
    QLabel* m_segment = nullptr;  ///< what the one is that is pointed at
    QHBoxLayout* m_movesRow = nullptr;
    QTableView* m_moves = nullptr;
};

}  // namespace evenhand::ui
