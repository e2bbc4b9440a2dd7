// SPDX-License-Identifier: GPL-3.0-or-later
// The queue of returns: filter with counts, what can be done with them, the table of all of them, one in detail. Begins
// with what waits for somebody, the oldest first.
// Thread: GUI. Works only while active.
#pragma once

#include "engine/api/returns_types.h"

namespace evenhand::api {

[[nodiscard]] inline ReturnId cacheKey(const ReturnRow& row) { return row.id; }
[[nodiscard]] inline bool changed(const ReturnRow& a, const ReturnRow& b) {
    return a.version != b.version || a.stage != b.stage || a.refund != b.refund || a.clerk != b.clerk;
}

}  // namespace evenhand::api

#include "ui/pages/returns/return_action_flow.h"
#include "ui/pages/returns/return_detail_panel.h"
#include "ui/tables/query_pane.h"

namespace evenhand::ui {

using ReturnTable = QueryPane<api::ReturnRow, api::ReturnFilter, api::ReturnSort>;

class ReturnPane : public ReturnTable {
    Q_OBJECT

public:
    static constexpr int kCountMs = 1'000;

    explicit ReturnPane(UiContext& context, QWidget* parent = nullptr);
    ~ReturnPane() override;

    using ReturnTable::action;
    [[nodiscard]] QAction* action(ReturnAction which) const;
    /// Of a stage, with how many are in it.
    [[nodiscard]] QPushButton* stage(api::ReturnStage which) const;
    [[nodiscard]] ReturnActionFlow* flow() const { return m_flow; }
    [[nodiscard]] ReturnDetailPanel* detail() const { return m_detail; }
    [[nodiscard]] const std::optional<api::ReturnCounts>& counts() const noexcept { return m_counts; }
    /// Of these stages, and nothing else is filtered; without any: as it begins.
    void showStages(const std::vector<api::ReturnStage>& stages = {});
    void setText(const QString& text);
    /// Shows it in detail, also if the filter hides it.
    void openReturn(ReturnId id);
    void setActive(bool active) override;
    void refresh() override;
    [[nodiscard]] bool isReady() const override;

Q_SIGNALS:
    void opened(const QString& orderNo);  ///< double click

protected:
    void extendMenu(QMenu& menu) const override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] static Spec describe(UiContext& context, ReturnPane* pane);
    [[nodiscard]] static std::vector<Column<api::ReturnRow, api::ReturnSort>> describeColumns(UiContext& context,
                                                                                              const ReturnPane* pane);
    [[nodiscard]] static std::vector<FilterField<api::ReturnFilter>> describeFields(UiContext& context);
    [[nodiscard]] static RowAction<api::ReturnRow> describeAction(UiContext& context, ReturnPane* pane,
                                                                  ReturnAction which);
    /// As the engine says it of the return in detail and of who asks; empty: nothing, or it is about another return.
    [[nodiscard]] QString whyFourEyes(const api::ReturnRow& row) const;
    void setupDetail();
    void showSelected();
    void readCounts();
    void sayCounts();
    void sayOldest();

    FeedChannel* m_countReads;
    std::optional<api::ReturnCounts> m_counts;
    bool m_counted = false;
    QLabel* m_oldest = nullptr;
    ReturnActionFlow* m_flow = nullptr;
    ReturnDetailPanel* m_detail = nullptr;
};

}  // namespace evenhand::ui
