// SPDX-License-Identifier: GPL-3.0-or-later
// The draws of the campaign shown, and giving granted ones back that no order has used.
// Thread: GUI. Works only while active and a campaign is shown. Invariants: what is given back are the draws that were
// selected when it was asked; nothing is called given back that the engine did not answer so.
#pragma once

#include "engine/api/campaign_types.h"
#include "ui/models/row_cache.h"

namespace evenhand::api {

[[nodiscard]] inline ui::TextKey cacheKey(const DrawRow& row) { return {row.id.str()}; }
[[nodiscard]] inline bool changed(const DrawRow& a, const DrawRow& b) {
    return a.state != b.state || a.refusal != b.refusal || a.amount != b.amount || a.at != b.at || a.queue != b.queue ||
           a.orderNo != b.orderNo || a.validUntil != b.validUntil || a.givenBackAt != b.givenBackAt;
}

}  // namespace evenhand::api

#include "ui/tables/query_pane.h"

namespace evenhand::ui {

using DrawTable = QueryPane<api::DrawRow, api::DrawFilter, api::DrawSort>;

class DrawsPane : public DrawTable {
    Q_OBJECT

public:
    DrawsPane(UiContext& context, QWidget* parent);
    ~DrawsPane() override;

    /// They are of this one; nullopt: none is shown.
    void setCampaign(const std::optional<api::CampaignRow>& row);
    /// See TableLook::shownOf; also of the other tables of the campaign.
    [[nodiscard]] QString shownOf() const;
    [[nodiscard]] QAction* giveBackAction() const { return action(QStringLiteral("campaign.giveBack")); }
    void setActive(bool active) override;
    [[nodiscard]] bool isReady() const override { return !isActive() || DrawTable::isReady(); }

private:
    struct Progress;
    [[nodiscard]] static Spec describe(UiContext& context, DrawsPane* pane);
    [[nodiscard]] static std::vector<Column<api::DrawRow, api::DrawSort>> describeColumns(UiContext& context);
    [[nodiscard]] static std::vector<FilterField<api::DrawFilter>> describeFields();
    [[nodiscard]] static RowAction<api::DrawRow> describeGiveBack(UiContext& context, DrawsPane* pane);
    [[nodiscard]] static QString whyNotRow(const api::DrawRow& row);
    [[nodiscard]] static QString stateNow(const api::DrawRow& row);
    [[nodiscard]] CampaignId campaign() const { return m_row ? m_row->id : CampaignId(); }
    void giveBack(const api::Call& call, const FlowRow& row, std::size_t at, const std::shared_ptr<Progress>& progress);
    void readNow(const FlowRow& row, std::size_t at, const std::shared_ptr<Progress>& progress);

    std::optional<api::CampaignRow> m_row;
    bool m_shown = false;
};

}  // namespace evenhand::ui
