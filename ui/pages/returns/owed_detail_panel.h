// SPDX-License-Identifier: GPL-3.0-or-later
// Everything about one late or unmatched payment: whose it was to be, how far it has gone back, what happened and what
// was noted.
// Thread: GUI. Follows its payment while active. What payers and clerks wrote is shown as plain text.
#pragma once

#include <vector>

#include "engine/api/refund_desk.h"
#include "ui/pages/shared/detail_panel.h"
#include "ui/widgets/fact_grid.h"
#include "ui/widgets/timeline_view.h"

namespace evenhand::ui {

struct OwedDetail {
    api::RefundRow row;
    std::vector<api::MoneyEvent> events;
};

class OwedDetailPanel : public DetailPanelOf<RefundId, OwedDetail> {
    Q_OBJECT

public:
    static constexpr int kReadMs = 400;

    explicit OwedDetailPanel(UiContext& context, QWidget* parent = nullptr);
    ~OwedDetailPanel() override;

    /// By the refund by which it goes back; not valid: nothing is chosen.
    void showPayment(RefundId id) { show(id); }
    [[nodiscard]] RefundId id() const noexcept { return key(); }
    [[nodiscard]] FactGrid* facts() const { return m_facts; }
    [[nodiscard]] TimelineView* timeline() const { return m_timeline; }

protected:
    [[nodiscard]] api::Subject subject() const override { return {{}, {}, key(), {}}; }
    [[nodiscard]] QString heading() const override;
    void forget() override {}
    void read() override;
    void fill() override;

private:
    [[nodiscard]] static Shape shape();
    void readEvents(int generation, const api::RefundRow& row);

    FactGrid* m_facts = nullptr;
    TimelineView* m_timeline = nullptr;
};

}  // namespace evenhand::ui
