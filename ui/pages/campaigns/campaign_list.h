// SPDX-License-Identifier: GPL-3.0-or-later
// The list of campaigns: where they stand, the budget, when. Ended ones stay. Thread: GUI.
#pragma once

#include <tuple>

#include "engine/api/campaign_types.h"
#include "ui/models/row_cache.h"

namespace evenhand::api {

[[nodiscard]] inline ui::TextKey cacheKey(const CampaignRow& row) { return {row.id.str()}; }
[[nodiscard]] inline bool changed(const CampaignRow& a, const CampaignRow& b) {
    return std::tie(a.version, a.state, a.built, a.ended) != std::tie(b.version, b.state, b.built, b.ended) ||
           !(a.settings == b.settings);
}

}  // namespace evenhand::api

#include "ui/tables/fed_table.h"

namespace evenhand::ui {

struct CampaignFilter : AnyCell {
    QStringList phases;  ///< none: all of them
};
using CampaignList = FedTable<api::CampaignRow, CampaignFilter>;

/// `setUp` is what is done where there are none.
[[nodiscard]] CampaignList::Spec describeCampaigns(const Formats& formats, std::function<Instant()> now,
                                                   QAction* setUp);

}  // namespace evenhand::ui
