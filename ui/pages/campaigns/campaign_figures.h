// SPDX-License-Identifier: GPL-3.0-or-later
// The tables below a campaign: its queues, refusals and top users, of what its board says; its settings, as rows
// written for people.
// Thread: GUI.
#pragma once

#include <vector>

#include "engine/api/campaign_board.h"
#include "ui/models/figure_table_model.h"
#include "ui/widgets/formats.h"

namespace evenhand::ui {

struct QueueFigures {
    std::int64_t number = 0;
    api::CampaignQueue of = {};
};
struct RefusalFigures {
    std::int64_t id = 0;  ///< of the reason
    api::CampaignBoard::Refusals of = {};
    std::int64_t all = 0;  ///< of every reason
};
struct UserFigures {
    api::CampaignBoard::User of = {};
    std::int64_t countLimit = 0;
    std::int64_t amountLimit = 0;
};

/// A user is named by a text.
struct UserKey {
    std::string value;
    [[nodiscard]] bool valid() const noexcept { return !value.empty(); }
    auto operator<=>(const UserKey&) const = default;
};
using FigureId = base::NumberId<struct FigureTag>;
[[nodiscard]] inline FigureId cacheKey(const QueueFigures& row) { return {row.number}; }
[[nodiscard]] inline FigureId cacheKey(const RefusalFigures& row) { return {row.id}; }
[[nodiscard]] inline UserKey cacheKey(const UserFigures& row) { return {row.of.user.str()}; }
[[nodiscard]] bool changed(const QueueFigures& a, const QueueFigures& b);
[[nodiscard]] bool changed(const RefusalFigures& a, const RefusalFigures& b);
[[nodiscard]] bool changed(const UserFigures& a, const UserFigures& b);

[[nodiscard]] std::vector<QueueFigures> queueRows(const api::CampaignBoard& board);
[[nodiscard]] std::vector<RefusalFigures> refusalRows(const api::CampaignBoard& board);
[[nodiscard]] std::vector<UserFigures> userRows(const api::CampaignBoard& board);
[[nodiscard]] std::vector<FigureRow> settingRows(const api::CampaignRow& row, const Formats& formats);

}  // namespace evenhand::ui

#include "ui/tables/fed_table.h"

namespace evenhand::ui {

using QueueTable = FedTable<QueueFigures>;
using RefusalTable = FedTable<RefusalFigures>;
using UserTable = FedTable<UserFigures>;
[[nodiscard]] QueueTable::Spec describeQueues(const Formats& formats);
[[nodiscard]] RefusalTable::Spec describeRefusals();
[[nodiscard]] UserTable::Spec describeUsers(const Formats& formats);

}  // namespace evenhand::ui
