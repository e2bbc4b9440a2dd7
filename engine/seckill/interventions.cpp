// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/seckill/interventions.h"

#include "engine/alerts/letters.h"
#include "engine/base/number_text.h"
#include "engine/runtime/conflict.h"
#include "engine/runtime/topics.h"
#include "engine/seckill/activities.h"
#include "engine/seckill/attempt.h"
#include "engine/seckill_slots/slots.h"
#include "engine/store/records/dead_letter_store.h"
#include "engine/store/records/order_store.h"

namespace evenhand::seckill {
namespace {

using runtime::UnitOfWork;

/// "123-4": nothing else goes to the keyspace.
bool isMessageId(std::string_view id) {
    const auto dash = id.find('-');
    return dash != std::string_view::npos && id.size() <= 41 && base::numberFrom(id.substr(0, dash)) &&
           base::numberFrom(id.substr(dash + 1));
}

/// What is gone was dealt with by a person, if the audit log says so; else the engine has finished it, or there was
/// none.
Result<Ticket> needMessage(UnitOfWork& work, const ActivityKeys& keys, const ActivityId& activity,
                           const std::string& id) {
    static constexpr api::Operation kByHand[] = {api::Operation::SeckillClaim, api::Operation::SeckillAcknowledge,
                                                 api::Operation::SeckillRelease};
    if (isMessageId(id)) {
        EVENHAND_ASSIGN(auto found, ticket(work.keyspace(), keys, id));
        if (found) {
            return std::move(*found);
        }
        const auto who = runtime::byWhom(work.database(), messageSubject(activity, id), kByHand);
        if (!who.empty()) {
            return fail(ErrorCode::Conflict, "the message was dealt with meanwhile" + who, "message", id);
        }
    }
    return fail(ErrorCode::NotFound, "no such message", "message", id.substr(0, base::kMaxIdCharacters));
}

Result<bool> isOrdered(UnitOfWork& work, const std::string& orderNo) {
    return store::orders::numberExists(work.database(), OrderNo(orderNo));
}

Result<store::deadLetters::Letter> needLetter(UnitOfWork& work, DeadLetterId id) {
    static constexpr api::Operation kByHand[] = {api::Operation::SeckillRetryLetters,
                                                 api::Operation::SeckillDismissLetters};
    auto& database = work.database();
    EVENHAND_ASSIGN(auto letter, store::deadLetters::findOpen(database, id));
    if (!letter) {
        const auto named = letterSubject(id);
        const auto who = runtime::byWhom(database, named, kByHand);
        if (!who.empty()) {
            return fail(ErrorCode::Conflict, "the " + named + " was dealt with meanwhile" + who, "id",
                        std::to_string(id.value));
        }
    }
    if (!letter || !std::string_view(letter->topic).starts_with(kTopicPrefix)) {
        return fail(ErrorCode::NotFound, "no such dead letter", "id", std::to_string(id.value));
    }
    return std::move(*letter);
}

Result<void> resolveLetter(UnitOfWork& work, const store::deadLetters::Letter& letter, DeadLetterId id,
                           api::ActivityAction action) {
    EVENHAND_TRY(store::deadLetters::resolve(work.database(), id, work.now(), api::toText(action)));
    api::Event event;
    event.kind = api::Event::Kind::DeadLettersChanged;
    work.emit(std::move(event));
    const auto activity = activityOf(letter.topic);
    EVENHAND_TRY(alerts::settleLetters(work, {api::AlertSubjectType::Sale, activity.str()}, letter.topic));
    return noteAction(work, activity, action, 1);
}

}  // namespace

std::string messageSubject(const ActivityId& activity, const std::string& id) {
    return "activity " + activity.str() + ", message " + id;
}

std::string letterSubject(DeadLetterId id) { return "dead letter " + std::to_string(id.value); }

Result<std::vector<api::PendingRow>> pendingOf(UnitOfWork& work, SharedState& shared, const ActivityId& activity,
                                               std::int64_t limit) {
    const auto& keys = shared.keys(activity);
    auto& keyspace = work.keyspace();
    std::vector<api::PendingRow> rows;
    EVENHAND_ASSIGN(const auto there, keyspace.call({"EXISTS", keys.stream}));
    if (there.integer == 0) {
        return rows;
    }
    auto entries = keyspace.call({"XPENDING", keys.stream, kGroup, "-", "+", std::to_string(limit)});
    if (!entries) {
        return rows;  // nobody has read yet: there is no group
    }
    for (const auto& entry : entries->elements) {
        if (entry.elements.size() < 4) {
            continue;
        }
        api::PendingRow row;
        row.messageId = entry.elements[0].text;
        row.consumer = entry.elements[1].text;
        row.idleMs = entry.elements[2].integer;
        EVENHAND_ASSIGN(const auto message, ticket(keyspace, keys, row.messageId));
        if (message) {
            row.user = UserId(message->user);
            row.orderNo = OrderNo(message->orderNo);
            row.reservedAt = message->at;
            EVENHAND_ASSIGN(row.ordered, isOrdered(work, message->orderNo));
        }
        EVENHAND_ASSIGN(const auto attempts, keyspace.call({"HGET", runtime::attemptsKey(keys.topic), row.messageId}));
        row.attempts = base::numberFrom(attempts.text).value_or(0);
        EVENHAND_ASSIGN(const auto next, keyspace.call({"ZSCORE", runtime::retryKey(keys.topic), row.messageId}));
        if (const auto ms = base::numberFrom(next.text)) {
            row.nextTry = Instant{*ms};
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

Result<void> claimMessage(UnitOfWork& work, SharedState& shared, const ActivityId& activity, const std::string& id) {
    shared.activitiesChanged();  // so that the consumer looks at all its pending messages again
    const auto& keys = shared.keys(activity);
    EVENHAND_TRY(needMessage(work, keys, activity, id));
    EVENHAND_ASSIGN(const auto claimed,
                    work.keyspace().call({"XCLAIM", keys.stream, kGroup, shared.consumer, "0", id, "JUSTID"}));
    if (claimed.elements.empty()) {
        return fail(ErrorCode::WrongStatus, "the message is not pending", "message", id);
    }
    // At once, as the claim: that the message comes sooner, and has all its attempts again, does no harm to a unit that
    // fails.
    EVENHAND_TRY(work.keyspace().call({"ZREM", runtime::retryKey(keys.topic), id}));
    EVENHAND_TRY(work.keyspace().call({"HDEL", runtime::attemptsKey(keys.topic), id}));
    return noteAction(work, activity, api::ActivityAction::Claimed, 1);
}

Result<void> acknowledgeMessage(UnitOfWork& work, SharedState& shared, const ActivityId& activity,
                                const std::string& id) {
    const auto& keys = shared.keys(activity);
    EVENHAND_ASSIGN(const auto message, needMessage(work, keys, activity, id));
    EVENHAND_ASSIGN(const bool ordered, isOrdered(work, message.orderNo));
    if (!ordered) {
        return fail(ErrorCode::WrongStatus, "it has no order: release it instead", "message", id);
    }
    EVENHAND_TRY(
        work.afterCommit([keys, id](keyspace::Keyspace& keyspace) { return dropMessage(keyspace, keys, id); }));
    return noteAction(work, activity, api::ActivityAction::Acknowledged, 1);
}

Result<void> releaseMessage(UnitOfWork& work, SharedState& shared, const ActivityId& activity, const std::string& id) {
    const auto& keys = shared.keys(activity);
    EVENHAND_ASSIGN(const auto message, needMessage(work, keys, activity, id));
    EVENHAND_ASSIGN(const bool ordered, isOrdered(work, message.orderNo));
    if (ordered) {
        return fail(ErrorCode::WrongStatus, "its order exists: cancel the order instead", "order_no", message.orderNo);
    }
    // Both after the commit, where keyspace and database commit apart: with the slot free and the message still there
    // two orders would be on their way.
    const auto step = [keys, id, user = message.user,
                       no = message.orderNo](keyspace::Keyspace& keyspace) -> Result<void> {
        EVENHAND_TRY(dropMessage(keyspace, keys, id));
        EVENHAND_TRY(release(keyspace, keys, user, no, 1));
        return {};
    };
    EVENHAND_TRY(work.afterCommit(step));
    return noteAction(work, activity, api::ActivityAction::Released, 1);
}

Result<void> retryLetter(UnitOfWork& work, SharedState& shared, DeadLetterId id) {
    EVENHAND_ASSIGN(const auto letter, needLetter(work, id));
    api::SeckillAttempt again{activityOf(letter.topic), {}};
    for (const auto& [name, value] : letter.fields) {
        if (name == "user") {
            again.user = UserId(value);
        }
    }
    EVENHAND_ASSIGN(const auto answer, attempt(work, shared, again));
    switch (answer.outcome) {
        case api::AttemptOutcome::Reserved: return resolveLetter(work, letter, id, api::ActivityAction::Retried);
        case api::AttemptOutcome::SoldOut:
            return fail(ErrorCode::OutOfStock, "the activity is sold out", "activity", again.activity.str());
        case api::AttemptOutcome::Duplicate:
            return fail(ErrorCode::AlreadyExists, "the user already has one", "order_no", answer.orderNo.str());
        case api::AttemptOutcome::Unknown:
        case api::AttemptOutcome::NotStarted:
        case api::AttemptOutcome::Ended:
        case api::AttemptOutcome::Stopped: break;
    }
    return fail(ErrorCode::WrongStatus, "the activity is not on sale", "activity", again.activity.str());
}

Result<void> dismissLetter(UnitOfWork& work, DeadLetterId id) {
    EVENHAND_ASSIGN(const auto letter, needLetter(work, id));
    return resolveLetter(work, letter, id, api::ActivityAction::Dismissed);
}

}  // namespace evenhand::seckill
