// SPDX-License-Identifier: GPL-3.0-or-later
// Payments that were not accepted, by age: late ones, wrong amounts, second payments, unknown orders. Each is matched
// to the order that it was for, or goes back. Begins with what has not gone back, the oldest first. Thread: GUI. Works
// only while active.
#pragma once

#include "ui/pages/returns/owed_action_flow.h"
#include "ui/pages/returns/owed_detail_panel.h"
#include "ui/pages/returns/refund_pane.h"

namespace evenhand::ui {

class OwedPane : public RefundTable {
    Q_OBJECT

public:
    explicit OwedPane(UiContext& context, QWidget* parent = nullptr);
    ~OwedPane() override;

    using RefundTable::action;
    [[nodiscard]] QAction* action(OwedAction which) const;
    [[nodiscard]] OwedDetailPanel* detail() const { return m_detail; }
    void setText(const QString& text);
    /// As it begins.
    void clear();
    void setActive(bool active) override;
    void refresh() override;
    [[nodiscard]] bool isReady() const override { return RefundTable::isReady() && m_detail->isReady(); }

Q_SIGNALS:
    void opened(const QString& orderNo);

private:
    [[nodiscard]] static Spec describe(UiContext& context, OwedPane* pane);
    [[nodiscard]] static std::vector<Column<api::RefundRow, api::RefundSort>> describeColumns(UiContext& context);
    [[nodiscard]] static std::vector<FilterField<api::RefundFilter>> describeFields();
    void setupDetail();
    void showSelected();

    OwedDetailPanel* m_detail = nullptr;
};

}  // namespace evenhand::ui
