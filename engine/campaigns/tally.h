// SPDX-License-Identifier: GPL-3.0-or-later
// Sums over the draws of all campaigns, brought up to date by reading only the rows that are new: a board of a million
// draws stays cheap. Thread: any, one at a time (it locks itself).
#pragma once

#include <array>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>

#include "engine/api/campaign_board.h"
#include "engine/store/database/database.h"
#include "engine/store/records/campaign_store.h"
#include "engine/store/records/draw_store.h"

namespace evenhand::campaigns {

class DrawTally {
public:
    /// Reads what is new and fills in what the rows say: granted, given back, draws by state, users, distribution, top
    /// users, refusals that left a record.
    [[nodiscard]] Result<void> fill(store::Database& database, const store::campaigns::Record& campaign,
                                    api::CampaignBoard& board);

private:
    struct User {
        std::int64_t count = 0, amount = 0;
    };
    struct Campaign {
        std::int64_t granted = 0, givenBack = 0, draws = 0, refused = 0, rolledBack = 0;
        std::map<std::int64_t, std::int64_t> byAmount;  ///< draws per amount granted
        std::array<std::int64_t, 9> refusals{};
        std::unordered_map<std::string, User> users;
    };
    [[nodiscard]] Result<void> update(store::Database& database);
    void add(const store::draws::Record& draw);

    std::mutex m_mutex;
    std::map<std::int64_t, Campaign> m_campaigns;
    std::int64_t m_last = 0;          ///< row up to which draws are counted
    Instant m_backUpTo;               ///< instant up to which what was given back is counted
    std::set<std::int64_t> m_backAt;  ///< rows of that instant that are counted
};

}  // namespace evenhand::campaigns
