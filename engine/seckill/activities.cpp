// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/seckill/activities.h"

#include "engine/alerts/low_stock.h"
#include "engine/alerts/raise.h"
#include "engine/base/invariant.h"
#include "engine/base/within.h"
#include "engine/runtime/conflict.h"
#include "engine/seckill_slots/slots.h"
#include "engine/store/records/activity_store.h"
#include "engine/store/records/campus_store.h"
#include "engine/store/records/meta_store.h"
#include "engine/store/records/product_store.h"
#include "engine/store/records/timer_store.h"

namespace evenhand::seckill {
namespace {

using api::ActivityInput;
using api::ActivityRow;
using api::ActivityState;
using runtime::UnitOfWork;

/// Fewer than `needed` units of the product are on hand.
tl::unexpected<Error> notEnough(std::int64_t onHand, std::int64_t needed, const char* field) {
    return fail(ErrorCode::OutOfStock,
                onHand == 0 ? std::string("the product is out of stock")
                            : "the product has only " + std::to_string(onHand) + " in stock, " +
                                  std::to_string(needed) + " are needed",
                field, std::to_string(needed));
}

/// The end: after the begin and after now, and not absurdly far away.
Result<void> checkTimes(Instant begin, Instant end, Instant now) {
    constexpr std::int64_t kMaxInstantMs = 4'102'444'800'000;  // the year 2100
    EVENHAND_TRY(base::within(begin.ms, 0, kMaxInstantMs, "begin"));
    if (end <= begin) {
        return fail(ErrorCode::InvalidArgument, "must be after the start time", "end", std::to_string(end.ms));
    }
    if (end.ms - begin.ms > api::kMaxActivityMs) {
        return fail(ErrorCode::InvalidArgument, "must be at most 366 days after the start time", "end",
                    std::to_string(end.ms));
    }
    if (end <= now) {
        return fail(ErrorCode::InvalidArgument, "must not be in the past", "end", std::to_string(end.ms));
    }
    return {};
}

Result<void> checkVoucher(store::Database& database, const ActivityInput& input) {
    const std::string_view voucher = input.voucher.str();
    EVENHAND_ASSIGN(const auto offers, store::products::offersOf(database, std::span(&voucher, 1)));
    const auto& offer = offers.front();
    if (!offer) {
        return fail(ErrorCode::UnknownSku, "is not in the catalogue", "voucher", input.voucher.str());
    }
    if (offer->disabled) {
        return fail(ErrorCode::Disabled, "the product is disabled", "voucher", input.voucher.str());
    }
    if (offer->stock < input.stock) {
        return notEnough(offer->stock, input.stock, "stock");
    }
    return {};
}

Result<void> checkInput(UnitOfWork& work, const ActivityInput& input) {
    auto& database = work.database();
    EVENHAND_TRY(base::validateId(input.id.str(), "id"));
    EVENHAND_TRY(base::validateName(input.name, "name"));
    EVENHAND_TRY(base::validateId(input.voucher.str(), "voucher"));
    EVENHAND_TRY(base::validateId(input.campus.str(), "campus"));
    EVENHAND_TRY(base::within(input.price.minor, 1, base::kMaxMoneyMinor, "price"));
    EVENHAND_TRY(store::meta::checkAmount(database, input.price, "price"));
    EVENHAND_TRY(base::within(input.stock, 1, api::kMaxActivityStock, "stock"));
    EVENHAND_TRY(checkTimes(input.begin, input.end, work.now()));
    EVENHAND_ASSIGN(const auto campus, store::campuses::find(database, input.campus));
    if (!campus) {
        return fail(ErrorCode::NotFound, "no such campus", "campus", input.campus.str());
    }
    if (campus->row.disabledAt) {
        return fail(ErrorCode::Disabled, "the campus is disabled", "campus", input.campus.str());
    }
    return checkVoucher(database, input);
}

tl::unexpected<Error> wrongState(const ActivityRow& row, std::string message) {
    return fail(ErrorCode::WrongStatus, std::move(message), "state", std::string(api::toText(row.state)));
}

/// Names who changed it last, by its own log. Entries about single attempts are passed over: they change no version.
Error changedMeanwhile(UnitOfWork& work, const ActivityRow& row) {
    constexpr std::int64_t kLookedAt = 100;
    const auto log = store::activities::log(work.database(), row.set.id, kLookedAt);
    if (log) {
        for (const auto& entry : *log) {
            if (entry.action < api::ActivityAction::Released) {
                return runtime::changedMeanwhile("sale " + row.set.id.str(), row.version,
                                                 runtime::byWhom(entry.actor, entry.at, api::toText(entry.action)));
            }
        }
    }
    return runtime::changedMeanwhile("sale " + row.set.id.str(), row.version, {});
}

Result<void> sameVersion(UnitOfWork& work, const ActivityRow& row, std::int64_t version) {
    return version == 0 || version == row.version ? Result<void>() : fail(changedMeanwhile(work, row));
}

/// The field that may not change any more; nullptr: none was changed.
const char* forbiddenChange(const ActivityRow& row, const ActivityInput& input) {
    const auto& set = row.set;
    if (input.voucher != set.voucher) {
        return "voucher";
    }
    if (input.campus != set.campus) {
        return "campus";
    }
    if (input.price != set.price) {
        return "price";
    }
    if (input.stock != set.stock) {
        return "stock";
    }
    if (input.begin != set.begin) {
        return "begin";
    }
    return row.state == ActivityState::Ended && input.end != set.end ? "end" : nullptr;
}

Result<void> takeFromVoucher(UnitOfWork& work, const Sku& voucher, std::int64_t units, const char* field) {
    EVENHAND_ASSIGN(const bool taken, store::products::take(work.database(), voucher.str(), units));
    if (!taken) {
        const std::string_view sku = voucher.str();
        EVENHAND_ASSIGN(const auto stock, store::products::stockOf(work.database(), std::span(&sku, 1)));
        return notEnough(stock.front().value_or(0), units, field);
    }
    return alerts::settleStock(work, voucher.str());
}

Result<void> setLive(UnitOfWork& work, SharedState& shared, const ActivityRow& row, ActivityState state, Instant end) {
    return work.afterCommit([keys = shared.keys(row.set.id), state, end](keyspace::Keyspace& keyspace) -> Result<void> {
        EVENHAND_TRY(set(keyspace, keys, state, end));
        return {};
    });
}

}  // namespace

bool isLive(const ActivityRow& row) noexcept {
    return row.state == ActivityState::Started || row.state == ActivityState::Stopped;
}

Result<ActivityRow> needActivity(store::Database& database, const ActivityId& activity) {
    EVENHAND_TRY(base::validateId(activity.str(), "id"));
    EVENHAND_ASSIGN(auto row, store::activities::find(database, activity));
    if (!row) {
        return fail(ErrorCode::NotFound, "no such activity", "id", activity.str());
    }
    return std::move(*row);
}

Result<void> noteAction(UnitOfWork& work, const ActivityId& activity, api::ActivityAction action, std::int64_t amount) {
    EVENHAND_TRY(work.lock([&](auto& roots) { roots.add(activity, store::Hold::Read); }));
    EVENHAND_TRY(store::activities::note(work.database(), activity, work.now(), work.call().actor.name, action, amount,
                                         work.call().reason));
    api::Event event;
    event.kind = api::Event::Kind::SeckillChanged;
    event.activity = activity;
    work.emit(std::move(event));
    return {};
}

Result<void> setUp(UnitOfWork& work, SharedState& shared, const ActivityInput& input) {
    shared.activitiesChanged();
    EVENHAND_TRY(
        work.lock([&](auto& roots) { roots.add(input.campus, store::Hold::Read).add(input.voucher).add(input.id); }));
    EVENHAND_TRY(checkInput(work, input));
    EVENHAND_ASSIGN(const bool made, store::activities::insert(work.database(), input, work.now()));
    if (!made) {
        return fail(ErrorCode::AlreadyExists, "an activity with this ID exists", "id", input.id.str());
    }
    return noteAction(work, input.id, api::ActivityAction::SetUp, input.stock);
}

Result<void> edit(UnitOfWork& work, SharedState& shared, const ActivityInput& input, std::int64_t version) {
    shared.activitiesChanged();
    EVENHAND_ASSIGN(const auto row, needActivity(work.database(), input.id));
    EVENHAND_TRY(sameVersion(work, row, version));
    if (row.state == ActivityState::Draft) {
        EVENHAND_TRY(checkInput(work, input));
    } else {
        EVENHAND_TRY(base::validateName(input.name, "name"));
        if (const auto* field = forbiddenChange(row, input)) {
            return fail(ErrorCode::WrongStatus,
                        "cannot be changed once the activity is " + std::string(api::toText(row.state)), field, {});
        }
        if (input.end != row.set.end) {
            EVENHAND_TRY(checkTimes(input.begin, input.end, work.now()));
        }
    }
    EVENHAND_ASSIGN(const bool changed, store::activities::update(work.database(), input, row.version));
    if (!changed) {
        return fail(changedMeanwhile(work, row));
    }
    if (isLive(row) && input.end != row.set.end) {
        EVENHAND_TRY(setLive(work, shared, row, row.state, input.end));
    }
    return noteAction(work, input.id, api::ActivityAction::Edited, 0);
}

Result<void> discard(UnitOfWork& work, SharedState& shared, const ActivityId& activity, std::int64_t version) {
    shared.activitiesChanged();
    EVENHAND_ASSIGN(const auto row, needActivity(work.database(), activity));
    EVENHAND_TRY(sameVersion(work, row, version));
    EVENHAND_ASSIGN(const bool removed, store::activities::remove(work.database(), activity));
    if (!removed) {
        return wrongState(row, "only a draft can be discarded");
    }
    return noteAction(work, activity, api::ActivityAction::Discarded, 0);
}

Result<void> start(UnitOfWork& work, SharedState& shared, const ActivityId& activity, std::int64_t version) {
    shared.activitiesChanged();
    EVENHAND_ASSIGN(const auto row, needActivity(work.database(), activity));
    switch (row.state) {
        case ActivityState::Started: return {};
        case ActivityState::Stopped: return wrongState(row, "is stopped: resume it");
        case ActivityState::Ended: return wrongState(row, "has ended");
        case ActivityState::Draft: break;
    }
    EVENHAND_TRY(sameVersion(work, row, version));
    EVENHAND_INVARIANT(row.state == ActivityState::Draft, "the units of a sale would be taken from stock twice");
    EVENHAND_TRY(checkInput(work, row.set));
    EVENHAND_TRY(takeFromVoucher(work, row.set.voucher, row.set.stock, "stock"));
    EVENHAND_TRY(store::activities::start(work.database(), activity, work.now()));
    EVENHAND_TRY(noteAction(work, activity, api::ActivityAction::Started, row.set.stock));
    return work.afterCommit(
        [keys = shared.keys(activity), set = row.set](keyspace::Keyspace& keyspace) -> Result<void> {
            EVENHAND_TRY(preload(keyspace, keys, set.begin, set.end, set.stock));
            return {};
        });
}

Result<void> stop(UnitOfWork& work, SharedState& shared, const ActivityId& activity, std::int64_t version) {
    shared.activitiesChanged();
    EVENHAND_ASSIGN(const auto row, needActivity(work.database(), activity));
    if (row.state != ActivityState::Started) {
        return wrongState(row, "is not running");
    }
    EVENHAND_TRY(sameVersion(work, row, version));
    EVENHAND_TRY(store::activities::setState(work.database(), activity, ActivityState::Stopped));
    EVENHAND_TRY(setLive(work, shared, row, ActivityState::Stopped, row.set.end));
    return noteAction(work, activity, api::ActivityAction::Stopped, 0);
}

Result<void> resume(UnitOfWork& work, SharedState& shared, const ActivityId& activity, std::int64_t version) {
    shared.activitiesChanged();
    EVENHAND_ASSIGN(const auto row, needActivity(work.database(), activity));
    if (row.state != ActivityState::Stopped) {
        return wrongState(row, "is not stopped");
    }
    EVENHAND_TRY(sameVersion(work, row, version));
    EVENHAND_TRY(store::activities::setState(work.database(), activity, ActivityState::Started));
    EVENHAND_TRY(setLive(work, shared, row, ActivityState::Started, row.set.end));
    return noteAction(work, activity, api::ActivityAction::Resumed, 0);
}

Result<void> topUpUnits(UnitOfWork& work, SharedState& shared, const ActivityId& activity, std::int64_t units,
                        std::int64_t version) {
    shared.activitiesChanged();
    EVENHAND_TRY(base::within(units, 1, api::kMaxActivityStock, "units"));
    EVENHAND_ASSIGN(const auto row, needActivity(work.database(), activity));
    if (!isLive(row)) {
        return wrongState(row, "is not started");
    }
    EVENHAND_TRY(sameVersion(work, row, version));
    EVENHAND_TRY(base::within(row.set.stock + row.added + units, 1, api::kMaxActivityStock, "units"));
    EVENHAND_TRY(takeFromVoucher(work, row.set.voucher, units, "units"));
    EVENHAND_TRY(store::activities::addUnits(work.database(), activity, units));
    EVENHAND_TRY(noteAction(work, activity, api::ActivityAction::ToppedUp, units));
    return work.afterCommit([keys = shared.keys(activity), units](keyspace::Keyspace& keyspace) -> Result<void> {
        EVENHAND_TRY(topUp(keyspace, keys, units));
        return {};
    });
}

Result<void> endNow(UnitOfWork& work, SharedState& shared, const ActivityId& activity, std::int64_t version) {
    shared.activitiesChanged();
    EVENHAND_ASSIGN(const auto row, needActivity(work.database(), activity));
    if (!isLive(row)) {
        return wrongState(row, "is not started");
    }
    EVENHAND_TRY(sameVersion(work, row, version));
    if (row.set.end > work.now()) {
        EVENHAND_TRY(store::activities::setEnd(work.database(), activity, work.now()));
        EVENHAND_TRY(setLive(work, shared, row, row.state, work.now()));
    }
    return noteAction(work, activity, api::ActivityAction::EndOrdered, 0);
}

Result<bool> close(UnitOfWork& work, SharedState& shared, const ActivityId& activity) {
    EVENHAND_ASSIGN(const auto row, needActivity(work.database(), activity));
    const auto& keys = shared.keys(activity);
    EVENHAND_ASSIGN(const auto found, figures(work.keyspace(), keys));
    if (!isLive(row) || row.set.end > work.now()) {
        shared.activitiesChanged();
        return true;
    }
    if (found.messages > 0) {
        return false;
    }
    shared.activitiesChanged();
    EVENHAND_INVARIANT(isLive(row) && found.messages == 0,
                       "units of a sale would go back to stock while an attempt still waits for one");
    EVENHAND_TRY(store::products::giveBack(work.database(), row.set.voucher.str(), row.left));
    EVENHAND_TRY(alerts::stockCame(work, row.set.voucher.str()));
    EVENHAND_TRY(store::activities::end(work.database(), activity, row.left, work.now()));
    EVENHAND_TRY(noteAction(work, activity, api::ActivityAction::Ended, row.left));
    EVENHAND_TRY(alerts::resolve(work, api::AlertKind::SaleDiffers, {api::AlertSubjectType::Sale, activity.str()}));
    EVENHAND_TRY(work.afterCommit([keys](keyspace::Keyspace& keyspace) { return finish(keyspace, keys); }));
    return true;
}

}  // namespace evenhand::seckill
