// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/draws/balance.h"

#include "engine/base/number_text.h"
#include "engine/store/records/draw_store.h"

namespace evenhand::campaigns {
namespace {

using Campaign = store::campaigns::Record;

/// A hash's number; 0 where there is none.
Result<std::int64_t> field(keyspace::Keyspace& keyspace, std::string_view key, std::string_view name) {
    EVENHAND_ASSIGN(const auto reply, keyspace.call({"HGET", key, name}));
    return base::numberFrom(reply.text).value_or(0);
}

struct QueueFigures {
    std::int64_t places = 0, amount = 0, compensation = 0, unspent = 0, placesEver = 0;
};

/// By commands: what looks at a snapshot runs no scripts.
Result<QueueFigures> figuresOf(keyspace::Keyspace& keyspace, const QueueKeys& keys, std::int64_t width) {
    QueueFigures figures;
    EVENHAND_ASSIGN(figures.amount, field(keyspace, keys.figures, "amount"));
    EVENHAND_ASSIGN(figures.compensation, field(keyspace, keys.figures, "compensation"));
    EVENHAND_ASSIGN(figures.unspent, field(keyspace, keys.figures, "unspent"));
    EVENHAND_ASSIGN(figures.placesEver, field(keyspace, keys.figures, "places"));
    EVENHAND_ASSIGN(const auto cursor, field(keyspace, keys.figures, "cursor"));
    EVENHAND_ASSIGN(const auto chunks, keyspace.call({"LLEN", keys.chunks}));
    EVENHAND_ASSIGN(const auto returned, keyspace.call({"LLEN", keys.returned}));
    figures.places = returned.integer;
    if (chunks.integer > 0) {
        EVENHAND_ASSIGN(const auto first, keyspace.call({"LINDEX", keys.chunks, "0"}));
        EVENHAND_ASSIGN(const auto last, keyspace.call({"LINDEX", keys.chunks, "-1"}));
        const auto per = static_cast<std::int64_t>(first.text.size()) / width;
        const auto tail = static_cast<std::int64_t>(last.text.size()) / width;
        figures.places += (chunks.integer - 1) * per + tail - cursor;
    }
    return figures;
}

Result<void> addDraws(keyspace::Keyspace& keyspace, store::Database& database, const Campaign& campaign,
                      Balance& balance) {
    const auto queues = campaign.row.settings.shape.queues;
    for (std::int64_t i = 0; i < shardCount(queues); ++i) {
        const ShardKeys shard(campaign.no, i);
        EVENHAND_ASSIGN(const auto oldest, oldestUnderWay(keyspace, shard));
        if (!oldest) {
            continue;
        }
        balance.oldest = balance.oldest ? std::min(*balance.oldest, *oldest) : *oldest;
        EVENHAND_ASSIGN(const auto draws, underWay(keyspace, shard, Instant{INT64_MAX / 2}, -1));
        for (const auto& draw : draws) {
            ++balance.draws;
            EVENHAND_ASSIGN(const auto row, store::draws::find(database, draw));
            EVENHAND_ASSIGN(const auto under, recordOf(keyspace, shard, draw));
            if (!under || (row && row->state == api::DrawState::Granted && row->user == under->user)) {
                continue;
            }
            for (std::int64_t queue = 0; queue < queues; ++queue) {
                EVENHAND_ASSIGN(const auto held, heldBy(keyspace, QueueKeys(campaign.no, queue), draw, under->user));
                balance.inFlight += held;
            }
        }
    }
    return {};
}

/// Given back in the database, and the queue does not know it yet.
Result<void> addRefunds(keyspace::Keyspace& keyspace, store::Database& database, const Campaign& campaign,
                        Balance& balance) {
    EVENHAND_ASSIGN(const auto due, store::draws::refundsDue(database, INT64_MAX));
    for (const auto& draw : due) {
        if (draw.campaign != campaign.no) {
            continue;
        }
        EVENHAND_ASSIGN(const auto told,
                        keyspace.call({"EXISTS", QueueKeys(campaign.no, draw.queue).refundMark(draw.id.str())}));
        balance.inFlight += told.integer == 0 ? draw.amount.minor : 0;
    }
    return {};
}

}  // namespace

Result<Balance> queueBalance(keyspace::Keyspace& keyspace, const Campaign& campaign) {
    Balance balance;
    const auto& shape = campaign.row.settings.shape;
    const auto width = widthOf(shape.maxDiscount);
    for (std::int64_t queue = 0; queue < shape.queues; ++queue) {
        EVENHAND_ASSIGN(const auto figures, figuresOf(keyspace, QueueKeys(campaign.no, queue), width));
        balance.queued += figures.amount;
        balance.compensation += figures.compensation;
        balance.unspent += figures.unspent;
        balance.placesLeft += figures.places;
        balance.placesEver += figures.placesEver;
        balance.queues.push_back({figures.places, figures.amount, figures.compensation, figures.unspent});
    }
    // What was never put into a queue, of a campaign that was stopped while it was built.
    if (campaign.row.state == api::CampaignState::Ended && balance.placesEver < shape.places) {
        balance.unspent = shape.budget.minor;
    }
    return balance;
}

Result<Balance> balanceOf(keyspace::Keyspace& keyspace, store::Database& database, const Campaign& campaign) {
    EVENHAND_ASSIGN(auto balance, queueBalance(keyspace, campaign));
    EVENHAND_TRY(addDraws(keyspace, database, campaign, balance));
    EVENHAND_TRY(addRefunds(keyspace, database, campaign, balance));
    return balance;
}

}  // namespace evenhand::campaigns
