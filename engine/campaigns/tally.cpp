// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/campaigns/tally.h"

#include <algorithm>
#include <vector>

namespace evenhand::campaigns {
namespace {

constexpr std::int64_t kTallySlice = 100'000;
constexpr std::size_t kTopUsers = 10;

}  // namespace

void DrawTally::add(const store::draws::Record& draw) {
    auto& campaign = m_campaigns[draw.campaign];
    switch (draw.state) {
        case api::DrawState::Granted: {
            ++campaign.draws;
            campaign.granted += draw.amount.minor;
            ++campaign.byAmount[draw.amount.minor];
            auto& user = campaign.users[draw.user.str()];
            ++user.count;
            user.amount += draw.amount.minor;
            break;
        }
        case api::DrawState::Refused:
            ++campaign.refused;
            ++campaign.refusals[static_cast<std::size_t>(draw.refusal.value_or(api::DrawRefusal::Exhausted))];
            break;
        case api::DrawState::RolledBack:
            ++campaign.rolledBack;
            ++campaign.refusals[static_cast<std::size_t>(api::DrawRefusal::RolledBack)];
            break;
    }
    m_last = draw.no;
}

Result<void> DrawTally::update(store::Database& database) {
    for (std::int64_t rows = kTallySlice; rows == kTallySlice;) {
        EVENHAND_ASSIGN(rows, store::draws::each(database, m_last, kTallySlice,
                                                 [this](const store::draws::Record& draw) { add(draw); }));
    }
    // Rows are given back later than they are made, so what is counted here was counted above.
    return store::draws::eachGivenBack(database, m_backUpTo, [this](const store::draws::Record& draw) {
        if (*draw.givenBackAt > m_backUpTo) {
            m_backUpTo = *draw.givenBackAt;
            m_backAt.clear();
        }
        if (m_backAt.insert(draw.no).second) {
            auto& campaign = m_campaigns[draw.campaign];
            campaign.givenBack += draw.amount.minor;
            campaign.users[draw.user.str()].amount -= draw.amount.minor;
        }
    });
}

Result<void> DrawTally::fill(store::Database& database, const store::campaigns::Record& record,
                             api::CampaignBoard& board) {
    const std::scoped_lock lock(m_mutex);
    EVENHAND_TRY(update(database));
    const auto& campaign = m_campaigns[record.no];
    board.granted = campaign.granted;
    board.givenBack = campaign.givenBack;
    board.drawsGranted = campaign.draws;
    board.drawsRefused = campaign.refused;
    board.drawsRolledBack = campaign.rolledBack;
    board.users = static_cast<std::int64_t>(campaign.users.size());
    const auto max = record.row.settings.shape.maxDiscount.minor;
    board.distribution.assign(10, 0);
    for (const auto& [amount, draws] : campaign.byAmount) {  // without the cap an amount may exceed the largest
        board.distribution[static_cast<std::size_t>(std::min<std::int64_t>((amount - 1) / (max / 10), 9))] += draws;
    }
    for (const auto& [user, sums] : campaign.users) {
        board.topUsers.push_back({UserId(user), sums.count, sums.amount});
    }
    const auto before = [](const auto& a, const auto& b) {
        return a.amount != b.amount ? a.amount > b.amount : a.user < b.user;
    };
    const auto top = std::min(kTopUsers, board.topUsers.size());
    std::partial_sort(board.topUsers.begin(), board.topUsers.begin() + static_cast<std::ptrdiff_t>(top),
                      board.topUsers.end(), before);
    board.topUsers.resize(top);
    for (std::size_t i = 0; i < campaign.refusals.size(); ++i) {
        if (campaign.refusals[i] > 0) {
            board.refusals.push_back({static_cast<api::DrawRefusal>(i), campaign.refusals[i]});
        }
    }
    return {};
}

}  // namespace evenhand::campaigns
