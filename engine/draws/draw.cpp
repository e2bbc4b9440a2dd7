// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/draws/draw.h"

#include <algorithm>

#include "engine/base/invariant.h"
#include "engine/base/time_uuid.h"
#include "engine/draws/steps.h"
#include "engine/runtime/conflict.h"

namespace evenhand::campaigns {
namespace {

using api::DrawRefusal;
using runtime::UnitOfWork;
using Campaign = store::campaigns::Record;
using Row = store::draws::Record;

std::int64_t markMs(const UnitOfWork& work) { return work.atomic() ? 0 : kMarkMs; }

bool isUuid(std::string_view text) {
    if (text.size() != 36) {
        return false;
    }
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        const bool hex = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
        if (dash ? c != '-' : !hex) {
            return false;
        }
    }
    return true;
}

Result<void> validate(const api::DrawRequest& request) {
    EVENHAND_TRY(base::validateId(request.campaign.str(), "campaign"));
    EVENHAND_TRY(base::validateId(request.user.str(), "user"));
    if (!request.id.empty() && !isUuid(request.id.str())) {
        return fail(ErrorCode::InvalidArgument, "must be a UUID, as in 123e4567-e89b-12d3-a456-426614174000", "draw_id",
                    request.id.str());
    }
    if (request.payable && (request.payable->minor < 0 || request.payable->minor > base::kMaxMoneyMinor)) {
        return fail(ErrorCode::InvalidArgument, "must be 0 to " + std::to_string(base::kMaxMoneyMinor), "payable",
                    std::to_string(request.payable->minor));
    }
    return {};
}

api::DrawAnswer answerOf(const Row& row, bool repeated) {
    api::DrawAnswer answer;
    answer.id = row.id;
    answer.repeated = repeated;
    switch (row.state) {
        case api::DrawState::Granted:
            answer.amount = row.amount;
            answer.validUntil = row.expiresAt;
            answer.givenBack = row.givenBackAt.has_value();
            break;
        case api::DrawState::Refused: answer.refusal = row.refusal.value_or(DrawRefusal::Exhausted); break;
        case api::DrawState::RolledBack: answer.refusal = DrawRefusal::RolledBack; break;
    }
    return answer;
}

api::DrawAnswer refusedNow(const DrawId& id, DrawRefusal reason) {
    api::DrawAnswer answer;
    answer.id = id;
    answer.refusal = reason;
    return answer;
}

/// Why no draw can be made now at all.
std::optional<DrawRefusal> closedNow(const Campaign& campaign, Instant now) {
    const auto& row = campaign.row;
    switch (row.state) {
        case api::CampaignState::Draft:
        case api::CampaignState::Building: return DrawRefusal::NotStarted;
        case api::CampaignState::Paused: return DrawRefusal::Paused;
        case api::CampaignState::Ended: return DrawRefusal::Ended;
        case api::CampaignState::Running: break;
    }
    if (now < row.settings.begin) {
        return DrawRefusal::NotStarted;
    }
    return now >= row.settings.end ? std::optional(DrawRefusal::Ended) : std::nullopt;
}

Result<void> checkOwner(const Row& row, const Campaign& campaign, const UserId& user) {
    if (row.campaign != campaign.no || row.user != user) {
        return fail(ErrorCode::KeyReused, "the draw belongs to another user or campaign", "draw_id", row.id.str());
    }
    return {};
}

/// One draw under way.
struct Flow {
    UnitOfWork& work;
    const Campaign& campaign;
    DrawId id;
    UserId user;
    std::int64_t payable = -1;
    ShardKeys shard;

    [[nodiscard]] Records records() const { return work.atomic() ? Records::None : Records::Kept; }
    [[nodiscard]] const api::CampaignShape& shape() const { return campaign.row.settings.shape; }
};

Row rowOf(const Flow& flow, api::DrawState state) {
    Row row;
    row.id = flow.id;
    row.campaign = flow.campaign.no;
    row.user = flow.user;
    row.state = state;
    row.at = flow.work.now();
    return row;
}

Result<void> close(keyspace::Keyspace& keyspace, std::int64_t campaign, const ShardKeys& shard, const DrawId& id,
                   std::optional<std::int64_t> queue, std::int64_t mark) {
    if (queue) {
        EVENHAND_TRY(closeQueue(keyspace, QueueKeys(campaign, *queue), id, mark));
    }
    return closeShard(keyspace, shard, id, mark);
}

/// As decide(), where keyspace and database commit as one: there is nothing to close, and nothing can fail after the
/// row.
Result<api::DrawAnswer> decideAtOnce(const Flow& flow, const Row& row) {
    auto& work = flow.work;
    EVENHAND_ASSIGN(const bool first, store::draws::insert(work.database(), row));
    if (!first) {  // there was none when the draw began
        return fail(ErrorCode::Conflict, "the draw was decided meanwhile", "draw_id", row.id.str());
    }
    return answerOf(row, false);
}

/// The verdict: the row decides. Then the records go, once it is durable.
Result<api::DrawAnswer> decide(const Flow& flow, Row row, std::optional<std::int64_t> queue) {
    auto& work = flow.work;
    if (work.atomic()) {
        return decideAtOnce(flow, row);
    }
    EVENHAND_ASSIGN(const bool first, store::draws::insert(work.database(), row));
    if (!first) {
        EVENHAND_ASSIGN(const auto there, store::draws::find(work.database(), row.id));
        if (!there) {
            return fail(ErrorCode::Conflict, "the draw was decided meanwhile", "draw_id", row.id.str());
        }
        EVENHAND_TRY(checkOwner(*there, flow.campaign, flow.user));
        if (there->state == api::DrawState::RolledBack) {
            return answerOf(*there, true);  // recovery undoes what was taken
        }
        row = *there;
    }
    // Not before the commit: recovery finds an interrupted draw by these records. Closed too early, a crash before the
    // row is durable would lose the amount that was taken.
    EVENHAND_TRY(
        work.afterCommit([shard = flow.shard, no = flow.campaign.no, id = row.id, queue, mark = markMs(work)](
                             keyspace::Keyspace& keyspace) { return close(keyspace, no, shard, id, queue, mark); }));
    return answerOf(row, !first);
}

Result<api::DrawAnswer> finish(const Flow& flow, const Decision& decision) {
    if (decision.returnsSomething()) {
        EVENHAND_TRY(giveReturn(flow.work.keyspace(), QueueKeys(flow.campaign.no, decision.queue), flow.id, decision,
                                flow.records()));
    }
    auto row = rowOf(flow, decision.refusal ? api::DrawState::Refused : api::DrawState::Granted);
    row.refusal = decision.refusal;
    row.queue = decision.queue;
    row.amount = Money{decision.granted};
    if (!decision.refusal) {
        row.expiresAt = flow.work.now().plusMs(flow.campaign.row.settings.validityMs);
    }
    EVENHAND_INVARIANT(row.refusal.has_value() != row.expiresAt.has_value(),
                       "a discount would never expire, or a draw be neither granted nor refused");
    return decide(flow, std::move(row), decision.queue);
}

Result<api::DrawAnswer> exhausted(const Flow& flow) {
    auto row = rowOf(flow, api::DrawState::Refused);
    row.refusal = DrawRefusal::Exhausted;
    EVENHAND_TRY(endCampaign(flow.work, flow.campaign, api::CampaignEnd::Exhausted));
    return decide(flow, std::move(row), std::nullopt);
}

/// Whoever has begun a draw takes it back if its unit fails, and the same draw may be asked for again at once; left to
/// recovery, it would be rolled back after a while. Registered only when it is known what was taken: a taking whose
/// reply was lost may come late, and only recovery leaves marks against that. Nothing is taken back of a draw that
/// somebody else has found settled since: that one may have its row by now.
void undoWithUnit(const Flow& flow, std::optional<std::int64_t> queue) {
    flow.work.undoWith([&] {
        return [shard = flow.shard, no = flow.campaign.no, id = flow.id, user = flow.user, queue,
                begun = flow.work.now()](keyspace::Keyspace& keyspace) -> Result<void> {
            // The mark in the shard keeps others out until the queue has everything again; with it recovery goes on
            // where this stops.
            EVENHAND_ASSIGN(const bool ours, undoShardBegunAt(keyspace, shard, id, user, kMarkMs, begun));
            if (!ours) {
                return {};
            }
            if (queue) {
                EVENHAND_TRY(undoQueue(keyspace, QueueKeys(no, *queue), id, user, kMarkMs));
            }
            return close(keyspace, no, shard, id, queue, 0);
        };
    });
}

/// Takes, settles and decides.
Result<api::DrawAnswer> carryOut(const Flow& flow) {
    auto& keyspace = flow.work.keyspace();
    const auto& settings = flow.campaign.row.settings;
    const std::int64_t queues = flow.shape().queues;
    const auto first = firstQueueOf(flow.user, queues);
    for (std::int64_t i = 0; i < queues; ++i) {
        const auto queue = (first + i) % queues;
        EVENHAND_ASSIGN(const auto taken, take(keyspace, QueueKeys(flow.campaign.no, queue), flow.id, flow.user,
                                               widthOf(flow.shape().maxDiscount), flow.records()));
        if (taken.found == Found::Nothing) {
            continue;
        }
        if (taken.found == Found::Over) {
            return refusedNow(flow.id, DrawRefusal::RolledBack);
        }
        undoWithUnit(flow, queue);
        // The amount is taken before the user's limits are judged, for only the queue knows it; finish() gives back
        // what the user may not keep.
        const Bounds bounds{settings.countLimit, settings.amountLimit.minor, flow.payable,
                            settings.capAtMax ? settings.shape.maxDiscount.minor : -1};
        EVENHAND_ASSIGN(const auto settled, settle(keyspace, flow.shard, flow.id, queue, taken, bounds,
                                                   flow.records() == Records::None ? &flow.user : nullptr));
        if (settled.found == Found::Nothing || settled.found == Found::Over) {
            return refusedNow(flow.id, DrawRefusal::RolledBack);
        }
        return finish(flow, settled.decision);
    }
    undoWithUnit(flow, std::nullopt);
    return exhausted(flow);
}

Result<api::DrawAnswer> drive(const Flow& flow) {
    if (flow.records() == Records::None) {
        return carryOut(flow);
    }
    EVENHAND_ASSIGN(const auto begun, begin(flow.work.keyspace(), flow.shard, flow.id, flow.user, flow.work.now()));
    if (begun.found == Found::Over) {
        return refusedNow(flow.id, DrawRefusal::UnderWay);  // once its row is durable, asking again gets the answer
    }
    if (begun.record) {
        if (begun.record->user != flow.user) {
            return fail(ErrorCode::KeyReused, "the draw belongs to another user", "draw_id", flow.id.str());
        }
        // Not settled: its first caller may be between two queues, and only that one knows which it has asked. Going on
        // here could take a second amount, so this caller is told to ask again.
        return begun.record->decision ? finish(flow, *begun.record->decision)
                                      : Result<api::DrawAnswer>(refusedNow(flow.id, DrawRefusal::UnderWay));
    }
    return carryOut(flow);
}

Result<void> undo(keyspace::Keyspace& keyspace, std::int64_t campaign, std::int64_t queues, const ShardKeys& shard,
                  const DrawId& id, const UserId& user) {
    // The shard first: its mark refuses a settling that comes late and would charge the user for what has gone back.
    // All queues, since nobody knows which were asked. The entry in the flight index goes last, so that a crash before
    // is found again.
    EVENHAND_TRY(undoShard(keyspace, shard, id, user, kMarkMs));
    for (std::int64_t queue = 0; queue < queues; ++queue) {
        EVENHAND_TRY(undoQueue(keyspace, QueueKeys(campaign, queue), id, user, kMarkMs));
    }
    return closeShard(keyspace, shard, id, kMarkMs);
}

Result<void> complete(keyspace::Keyspace& keyspace, std::int64_t campaign, const ShardKeys& shard, const DrawId& id,
                      const std::optional<Decision>& decision) {
    if (decision) {
        const QueueKeys queue(campaign, decision->queue);
        if (decision->returnsSomething()) {
            EVENHAND_TRY(giveReturn(keyspace, queue, id, *decision));
        }
        EVENHAND_TRY(closeQueue(keyspace, queue, id, kMarkMs));
    }
    // Last: recovery finds a draw that is under way by the shard's flight index, and would not find this one again.
    return closeShard(keyspace, shard, id, kMarkMs);
}

Result<void> tellRefund(keyspace::Keyspace& keyspace, const Campaign& campaign, const Row& draw, std::int64_t mark) {
    const auto queues = campaign.row.settings.shape.queues;
    EVENHAND_TRY(refundShard(keyspace, ShardKeys(campaign.no, shardOf(draw.user, queues)), draw.id, draw.user,
                             draw.amount.minor, mark));
    return refundQueue(keyspace, QueueKeys(campaign.no, draw.queue), draw.id, draw.amount.minor, mark);
}

Result<store::campaigns::Shared> campaignOf(UnitOfWork& work, const Row& draw) {
    EVENHAND_ASSIGN(auto campaign, store::campaigns::find(work.database(), draw.campaign));
    if (!campaign) {
        return fail(ErrorCode::WorkspaceDamaged, "a draw has no campaign", "draw_id", draw.id.str());
    }
    return campaign;
}

}  // namespace

void emitChanged(UnitOfWork& work, const CampaignId& campaign) {
    api::Event event;
    event.kind = api::Event::Kind::CampaignChanged;
    event.campaign = campaign;
    work.emit(std::move(event));
}

Result<api::DrawAnswer> draw(UnitOfWork& work, const api::DrawRequest& request) {
    EVENHAND_TRY(validate(request));
    EVENHAND_ASSIGN(const auto campaign, store::campaigns::find(work.database(), request.campaign));
    if (!campaign) {
        return fail(ErrorCode::NotFound, "no such campaign", "campaign", request.campaign.str());
    }
    // Before anything is asked of the campaign: a draw keeps its answer, also when the campaign has ended since.
    if (!request.id.empty()) {
        EVENHAND_ASSIGN(const auto known, store::draws::find(work.database(), request.id));
        if (known) {
            EVENHAND_TRY(checkOwner(*known, *campaign, request.user));
            return answerOf(*known, true);
        }
    }
    const auto id = request.id.empty() ? DrawId(base::timeUuid(work.rng(), work.now())) : request.id;
    if (const auto closed = closedNow(*campaign, work.now())) {
        return refusedNow(id, *closed);
    }
    const auto queues = campaign->row.settings.shape.queues;
    return drive({work, *campaign, id, request.user, request.payable ? request.payable->minor : -1,
                  ShardKeys(campaign->no, shardOf(request.user, queues))});
}

Result<OrderDiscount> drawForOrder(UnitOfWork& work, const api::OrderDraw& wanted, const UserId& user, Money payable) {
    OrderDiscount discount;
    EVENHAND_ASSIGN(discount.answer, draw(work, {wanted.campaign, wanted.id, user, payable}));
    if (discount.answer.refusal) {
        return discount;
    }
    const auto& id = discount.answer.id.str();
    EVENHAND_ASSIGN(const auto row, store::draws::find(work.database(), discount.answer.id));
    if (!row) {
        return fail(ErrorCode::Internal, "a draw has no row", "draw_id", id);
    }
    if (row->givenBackAt || (row->expiresAt && *row->expiresAt <= work.now())) {
        return fail(ErrorCode::WrongStatus, "the draw was given back: no order used it in time", "draw_id", id);
    }
    if (row->order) {
        return fail(ErrorCode::AlreadyExists, "another order has used the draw", "draw_id", id);
    }
    if (row->amount > payable) {
        return fail(ErrorCode::InvalidArgument,
                    "the discount of " + std::to_string(row->amount.minor) + " is more than the order is worth, " +
                        std::to_string(payable.minor),
                    "draw_id", id);
    }
    discount.draw = row->no;
    discount.answer.validUntil.reset();
    return discount;
}

Result<void> useForOrder(UnitOfWork& work, const OrderDiscount& discount, OrderId order) {
    if (discount.draw == 0) {
        return {};
    }
    EVENHAND_ASSIGN(const bool used, store::draws::use(work.database(), discount.draw, order));
    if (!used) {
        return fail(ErrorCode::Conflict, "the draw was changed meanwhile", "draw_id", discount.answer.id.str());
    }
    return {};
}

Result<std::optional<api::DrawAnswer>> answerOfOrder(UnitOfWork& work, OrderId order) {
    EVENHAND_ASSIGN(const auto row, store::draws::ofOrder(work.database(), order));
    return row ? std::optional(answerOf(*row, true)) : std::nullopt;
}

Result<void> giveBackOfOrder(UnitOfWork& work, OrderId order) {
    // Every order that is closed comes here. The answer is remembered, so a shop without campaigns pays no query for
    // each.
    EVENHAND_ASSIGN(const bool any, store::campaigns::any(work.database()));
    if (!any) {
        return {};
    }
    EVENHAND_ASSIGN(const auto row, store::draws::ofOrder(work.database(), order));
    if (row) {
        EVENHAND_TRY(giveBack(work, *row));
    }
    return {};
}

Result<bool> giveBack(UnitOfWork& work, const Row& draw) {
    EVENHAND_ASSIGN(const auto campaign, campaignOf(work, draw));
    // The row decides who gives it back. Where the keyspace is told after the commit, a crash in between would lose
    // that step, so the row says that it is due and upkeep tells the keyspace again (finishRefund()).
    EVENHAND_ASSIGN(const bool first, store::draws::giveBack(work.database(), draw.no, work.now(), !work.atomic()));
    if (!first) {
        return false;
    }
    EVENHAND_TRY(work.afterCommit([campaign, draw, mark = markMs(work)](keyspace::Keyspace& keyspace) {
        return tellRefund(keyspace, *campaign, draw, mark);
    }));
    return true;
}

Result<api::DrawAnswer> giveBackUnused(UnitOfWork& work, const DrawId& id) {
    EVENHAND_ASSIGN(auto row, store::draws::find(work.database(), id));
    if (!row) {
        return fail(ErrorCode::NotFound, "no such draw", "draw_id", id.str());
    }
    if (row->state != api::DrawState::Granted || row->givenBackAt) {
        static constexpr api::Operation kByHand[] = {api::Operation::CampaignsGiveBack};
        return fail(ErrorCode::WrongStatus,
                    row->givenBackAt
                        ? "it was given back" + runtime::byWhom(work.database(), "draw " + id.str(), kByHand)
                        : std::string("nothing was granted"),
                    "draw_id", id.str());
    }
    if (row->order) {
        return fail(ErrorCode::WrongStatus, "an order has used it; it comes back when the order is closed", "draw_id",
                    id.str());
    }
    EVENHAND_TRY(giveBack(work, *row));
    row->givenBackAt = work.now();
    row->expiresAt.reset();
    return answerOf(*row, false);
}

Result<void> finishRefund(UnitOfWork& work, const Row& draw) {
    EVENHAND_ASSIGN(const auto campaign, campaignOf(work, draw));
    EVENHAND_TRY(tellRefund(work.keyspace(), *campaign, draw, kMarkMs));
    return store::draws::refundDone(work.database(), draw.no);
}

Result<void> recover(UnitOfWork& work, const Campaign& campaign, std::int64_t shardNo, const DrawId& id) {
    EVENHAND_TRY(work.lock([&](auto& roots) { roots.addCampaign(campaign.no, store::Hold::Read); }));
    const ShardKeys shard(campaign.no, shardNo);
    EVENHAND_ASSIGN(const auto record, recordOf(work.keyspace(), shard, id));
    if (!record) {  // only its entry in the index is left
        return work.afterCommit(
            [shard, id](keyspace::Keyspace& keyspace) { return closeShard(keyspace, shard, id, kMarkMs); });
    }
    EVENHAND_ASSIGN(auto row, store::draws::find(work.database(), id));
    if (!row) {
        // The row first: a caller that is still at work can insert no other row any more and finds this one, so its
        // draw is not granted.
        Row undone;
        undone.id = id;
        undone.campaign = campaign.no;
        undone.user = record->user;
        undone.state = api::DrawState::RolledBack;
        undone.at = work.now();
        EVENHAND_ASSIGN(const bool first, store::draws::insert(work.database(), undone));
        if (!first) {
            return fail(ErrorCode::Conflict, "the draw was decided meanwhile", "draw_id", id.str());
        }
        row = undone;
    }
    // The row may be that of another user who used the same id: then this one's steps are undone.
    const bool keep = row->state != api::DrawState::RolledBack && row->user == record->user && !record->undone;
    const auto end = [no = campaign.no, queues = campaign.row.settings.shape.queues, shard, id, keep,
                      record = *record](keyspace::Keyspace& keyspace) {
        return keep ? complete(keyspace, no, shard, id, record.decision)
                    : undo(keyspace, no, queues, shard, id, record.user);
    };
    return work.afterCommit(end);
}

Result<bool> endCampaign(UnitOfWork& work, const Campaign& campaign, api::CampaignEnd reason) {
    EVENHAND_TRY(work.lock([&](auto& roots) { roots.addCampaign(campaign.no); }));
    auto ended = campaign;
    ended.row.state = api::CampaignState::Ended;
    ended.row.ended = reason;
    ended.row.endedAt = work.now();
    EVENHAND_ASSIGN(const bool changed, store::campaigns::update(work.database(), ended));
    if (!changed) {
        return false;
    }
    emitChanged(work, campaign.row.id);
    // Ending a queue throws its amounts away, so not before the end is durable. If a crash loses this step, upkeep ends
    // the queues of campaigns that have ended lately once more (UpkeepSource::load()).
    const auto end = [no = campaign.no,
                      queues = campaign.row.settings.shape.queues](keyspace::Keyspace& keyspace) -> Result<void> {
        for (std::int64_t queue = 0; queue < queues; ++queue) {
            EVENHAND_TRY(endQueue(keyspace, QueueKeys(no, queue)));
        }
        return {};
    };
    EVENHAND_TRY(work.afterCommit(end));
    return true;
}

}  // namespace evenhand::campaigns
