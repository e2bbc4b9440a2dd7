// SPDX-License-Identifier: GPL-3.0-or-later
// Money on its way back: refunds by status and cause, also those owed for late and unmatched payments and closed
// orders; what failed or was given up, tried again or recorded by hand. How much waits in each state.
// Thread: GUI. Works only while active.
#pragma once

#include "engine/api/refund_types.h"

namespace evenhand::api {

[[nodiscard]] inline RefundId cacheKey(const RefundRow& row) { return row.id; }
[[nodiscard]] inline bool changed(const RefundRow& a, const RefundRow& b) {
    return a.version != b.version || a.status != b.status || a.attempts != b.attempts || a.dead != b.dead ||
           a.nextTry != b.nextTry || a.lastError != b.lastError || a.clerk != b.clerk;
}

}  // namespace evenhand::api

#include "ui/bridge/feed_channel.h"
#include "ui/pages/returns/refund_action_flow.h"
#include "ui/tables/query_pane.h"

namespace evenhand::ui {

using RefundTable = QueryPane<api::RefundRow, api::RefundFilter, api::RefundSort>;

class RefundPane : public RefundTable {
    Q_OBJECT

public:
    static constexpr int kCountMs = 1'000;

    explicit RefundPane(UiContext& context, QWidget* parent = nullptr);
    ~RefundPane() override;

    using RefundTable::action;
    [[nodiscard]] QAction* action(RefundAction which) const;
    [[nodiscard]] ChoiceButton* statuses() const { return filters()->choice(QStringLiteral("statuses")); }
    [[nodiscard]] ChoiceButton* causes() const { return filters()->choice(QStringLiteral("causes")); }
    [[nodiscard]] QLabel* sums() const { return m_sums; }
    [[nodiscard]] const std::optional<api::RefundCounts>& counts() const noexcept { return m_counts; }
    /// Failed ones, and those the sender has given up.
    void showStatuses(const std::vector<api::RefundStatus>& statuses, bool deadOnly);
    void setText(const QString& text);
    void setActive(bool active) override;
    void refresh() override;
    [[nodiscard]] bool isReady() const override { return RefundTable::isReady() && m_counted; }

Q_SIGNALS:
    void opened(const QString& orderNo);

protected:
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] static Spec describe(UiContext& context, RefundPane* pane);
    [[nodiscard]] static std::vector<Column<api::RefundRow, api::RefundSort>> describeColumns(UiContext& context);
    [[nodiscard]] static std::vector<FilterField<api::RefundFilter>> describeFields(UiContext& context);
    void readCounts();
    void sayCounts();

    FeedChannel* m_countReads;
    std::optional<api::RefundCounts> m_counts;
    bool m_counted = false;
    QLabel* m_sums = nullptr;
};

}  // namespace evenhand::ui
