// SPDX-License-Identifier: GPL-3.0-or-later
// Campaigns: their queues and what their users are charged. A campaign is one piece, since draws go on between two of
// them: queues and rows have to be of one moment. Before that its amounts are made anew from its seed, in pieces of a
// few milliseconds. What is being built is left alone: its builder goes on where the queues stand.
#include <memory>
#include <optional>
#include <unordered_map>

#include "engine/base/number_text.h"
#include "engine/draws/steps.h"
#include "engine/rebuild/campaign_queue.h"
#include "engine/rebuild/parts.h"
#include "engine/store/records/campaign_store.h"
#include "engine/store/records/draw_store.h"

namespace evenhand::rebuild {
namespace {

using campaigns::QueueKeys;
using campaigns::ShardKeys;
using Campaign = store::campaigns::Record;

constexpr std::int64_t kAmountsPerPiece = 50'000;       ///< about two milliseconds
constexpr std::int64_t kDrawsAtOnce = 10'000;           ///< rows that are read by one statement
constexpr std::int64_t kCountUnit = 1'000'000'000'000;  ///< of a user's total, see lua/README.md

/// What the rows of a campaign say.
struct CampaignRows {
    std::vector<QueueRows> queues;
    std::vector<Texts> totals;  ///< by shard
    std::int64_t places = 0;
    std::int64_t kept = 0;
};

Result<bool> exists(const Sides& sides, std::string_view key) {
    EVENHAND_ASSIGN(const auto there, sides.keyspace.call({"EXISTS", key}));
    return there.integer == 1;
}

/// Users' totals, while they are added up.
struct Charged {
    std::int64_t count = 0;
    std::int64_t amount = 0;
};

class RowsReader {
public:
    RowsReader(const Sides& sides, const Campaign& campaign) : m_sides(sides), m_campaign(campaign) {
        m_rows.queues.resize(static_cast<std::size_t>(campaign.row.settings.shape.queues));
        m_rows.totals.resize(static_cast<std::size_t>(campaigns::shardCount(queues())));
    }
    [[nodiscard]] Result<CampaignRows> read() {
        std::int64_t last = 0;
        for (std::int64_t got = kDrawsAtOnce; got == kDrawsAtOnce;) {
            std::vector<store::draws::Record> draws;
            EVENHAND_ASSIGN(got, store::draws::eachGranted(m_sides.database, m_campaign.no, last, kDrawsAtOnce,
                                                           [&](const auto& draw) { draws.push_back(draw); }));
            for (const auto& draw : draws) {
                last = draw.no;
                EVENHAND_TRY(add(draw));
            }
        }
        for (const auto& [user, charged] : m_users) {
            auto& shard = m_rows.totals[static_cast<std::size_t>(campaigns::shardOf(UserId(user), queues()))];
            shard.emplace(user, std::to_string(charged.count * kCountUnit + charged.amount));
        }
        return std::move(m_rows);
    }

private:
    [[nodiscard]] std::int64_t queues() const { return m_campaign.row.settings.shape.queues; }

    /// One that was given back and whose refund is due is told to the keyspace by the upkeep of campaigns: until then
    /// it counts there as it did.
    [[nodiscard]] Result<bool> isBack(const store::draws::Record& draw, std::string_view mark) {
        if (!draw.givenBackAt || !draw.refundDue) {
            return draw.givenBackAt.has_value();
        }
        return exists(m_sides, mark);
    }

    [[nodiscard]] Result<void> add(const store::draws::Record& draw) {
        if (draw.queue < 0 || draw.queue >= queues()) {
            return fail(ErrorCode::WorkspaceDamaged, "a draw names a queue that there is not", "draw_id",
                        draw.id.str());
        }
        const auto shard = campaigns::shardOf(draw.user, queues());
        EVENHAND_ASSIGN(const bool backInQueue,
                        isBack(draw, QueueKeys(m_campaign.no, draw.queue).refundMark(draw.id.str())));
        EVENHAND_ASSIGN(const bool backOfUser, isBack(draw, ShardKeys(m_campaign.no, shard).refundMark(draw.id.str())));
        auto& queue = m_rows.queues[static_cast<std::size_t>(draw.queue)];
        ++queue.places;
        ++m_rows.places;
        queue.kept += backInQueue ? 0 : draw.amount.minor;
        m_rows.kept += backInQueue ? 0 : draw.amount.minor;
        auto& charged = m_users[draw.user.str()];
        ++charged.count;
        charged.amount += backOfUser ? 0 : draw.amount.minor;
        return {};
    }

    const Sides& m_sides;
    const Campaign& m_campaign;
    CampaignRows m_rows;
    std::unordered_map<std::string, Charged> m_users;
};

/// Draws that have begun and have no row yet hold amounts that the rows do not know.
Result<bool> hasDrawsUnderWay(const Sides& sides, Tally& tally, const Campaign& campaign) {
    for (std::int64_t i = 0; i < campaigns::shardCount(campaign.row.settings.shape.queues); ++i) {
        const ShardKeys shard(campaign.no, i);
        EVENHAND_ASSIGN(const bool readable, holds(sides, tally, shard.flight, "zset"));
        if (!readable) {
            continue;
        }
        EVENHAND_ASSIGN(const auto oldest, campaigns::oldestUnderWay(sides.keyspace, shard));
        if (oldest) {
            return true;
        }
    }
    return false;
}

Result<void> settleTotals(const Sides& sides, Tally& tally, const Campaign& campaign, const CampaignRows& rows) {
    for (std::size_t i = 0; i < rows.totals.size(); ++i) {
        const ShardKeys shard(campaign.no, static_cast<std::int64_t>(i));
        EVENHAND_ASSIGN(const auto found, membersOf(sides, tally, shard.totals, Members::Hash));
        EVENHAND_TRY(settle(sides, tally, shard.totals, Members::Hash, rows.totals[i], found));
    }
    return {};
}

/// Whether the figures of a campaign that has ended add up, so that its amounts need not be made anew. One that was
/// stopped before it was built, or whose keys are gone before anything was granted, has all of its budget unspent
/// (draws/balance.h).
Result<bool> endedAddsUp(const Sides& sides, Tally& tally, const Campaign& campaign, const CampaignRows& rows) {
    const auto& shape = campaign.row.settings.shape;
    std::int64_t places = 0;
    std::int64_t unspent = 0;
    for (std::int64_t queue = 0; queue < shape.queues; ++queue) {
        const QueueKeys keys(campaign.no, queue);
        EVENHAND_ASSIGN(const bool readable, holds(sides, tally, keys.figures, "hash"));
        if (!readable) {
            continue;
        }
        EVENHAND_ASSIGN(const auto reply, sides.keyspace.call({"HMGET", keys.figures, "places", "unspent"}));
        if (reply.elements.size() == 2) {
            places += base::numberFrom(reply.elements[0].text).value_or(0);
            unspent += base::numberFrom(reply.elements[1].text).value_or(0);
        }
    }
    if (rows.places == 0 && places < shape.places) {
        return true;
    }
    return places == shape.places && unspent == shape.budget.minor - rows.kept;
}

Result<void> settleQueues(const Sides& sides, Tally& tally, const Campaign& campaign, const CampaignRows& rows,
                          const campaigns::AmountBuilder& amounts) {
    const auto width = campaigns::widthOf(campaign.row.settings.shape.maxDiscount);
    const bool ended = campaign.row.state == api::CampaignState::Ended;
    for (std::size_t i = 0; i < rows.queues.size(); ++i) {
        const QueueKeys keys(campaign.no, static_cast<std::int64_t>(i));
        const auto& share = amounts.queues()[i];
        EVENHAND_TRY(ended ? settleEndedQueue(sides, tally, keys, share, rows.queues[i])
                           : settleQueue(sides, tally, keys, share, width, rows.queues[i]));
    }
    return {};
}

Result<void> settleCampaign(const Sides& sides, Cursor& cursor, Tally& tally, const Campaign& campaign) {
    EVENHAND_ASSIGN(const bool underWay, hasDrawsUnderWay(sides, tally, campaign));
    if (underWay) {
        return sides.fixes() ? Result<void>(fail(ErrorCode::Conflict, "draws of the campaign are under way; try again",
                                                 "campaign", campaign.row.id.str()))
                             : Result<void>();
    }
    EVENHAND_ASSIGN(const auto rows, RowsReader(sides, campaign).read());
    if (cursor.amounts) {
        EVENHAND_TRY(settleQueues(sides, tally, campaign, rows, *cursor.amounts));
    } else {
        EVENHAND_ASSIGN(const bool fits, endedAddsUp(sides, tally, campaign, rows));
        if (!fits) {
            cursor.stage = 1;  // once more, with its amounts
            return {};
        }
        tally.looked(static_cast<std::int64_t>(rows.queues.size()));
    }
    return settleTotals(sides, tally, campaign, rows);
}

/// The next one by number that has begun.
Result<std::optional<Campaign>> nextCampaign(const Sides& sides, std::int64_t after) {
    EVENHAND_ASSIGN(const auto all, store::campaigns::allFresh(sides.database));
    std::optional<Campaign> next;
    for (const auto& campaign : all) {
        const bool begun =
            campaign.row.state != api::CampaignState::Draft && campaign.row.state != api::CampaignState::Building;
        if (begun && campaign.no > after && (!next || campaign.no < next->no)) {
            next = campaign;
        }
    }
    return next;
}

}  // namespace

Result<void> stepQueues(const Sides& sides, Cursor& cursor, Tally& tally) {
    EVENHAND_ASSIGN(const auto campaign, nextCampaign(sides, cursor.item));
    if (!campaign) {
        cursor.ended = true;
        return {};
    }
    const auto& settings = campaign->row.settings;
    const bool needsAmounts = campaign->row.state != api::CampaignState::Ended || cursor.stage == 1;
    if (needsAmounts && !cursor.amounts) {
        cursor.amounts = std::make_shared<campaigns::AmountBuilder>(
            settings.shape, static_cast<std::uint64_t>(settings.seed.value_or(0)));
    }
    if (cursor.amounts && !cursor.amounts->done()) {
        cursor.amounts->step(kAmountsPerPiece);
        return {};
    }
    cursor.stage = 0;
    EVENHAND_TRY(settleCampaign(sides, cursor, tally, *campaign));
    if (cursor.stage == 0) {
        cursor.amounts.reset();
        cursor.item = campaign->no;
    }
    return {};
}

}  // namespace evenhand::rebuild
