// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dispatch/consumers.h"

#include <charconv>

#include "engine/alerts/letters.h"
#include "engine/dispatch/assign.h"
#include "engine/dispatch/topics.h"
#include "engine/runtime/conflict.h"
#include "engine/store/records/dead_letter_store.h"
#include "engine/store/records/order_store.h"

namespace evenhand::dispatch {
namespace {

Result<std::int64_t> numberIn(std::string_view text, std::string_view field) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < 1) {
        return fail(ErrorCode::InvalidArgument, "is not a positive number", std::string(field), std::string(text));
    }
    return value;
}

std::string_view fieldOf(const store::deadLetters::Letter& letter, std::string_view name) {
    for (const auto& [key, value] : letter.fields) {
        if (key == name) {
            return value;
        }
    }
    return {};
}

Result<void> publishAgain(runtime::UnitOfWork& work, const store::deadLetters::Letter& letter) {
    if (letter.topic == kTopicWake) {
        return publishWake(work, CampusId(fieldOf(letter, "campus")));
    }
    if (letter.topic != kTopicFirst && letter.topic != kTopicAgain) {
        return fail(ErrorCode::Unsupported, "this message is not one of dispatch", "topic", letter.topic);
    }
    EVENHAND_ASSIGN(const auto id, numberIn(fieldOf(letter, "order"), "order"));
    EVENHAND_TRY(work.lock([id](auto& roots) { roots.add(OrderId{id}); }));
    EVENHAND_TRY(store::orders::setWaiting(work.database(), OrderId{id}, letter.epoch, api::WaitReason::Message));
    return publishOrder(work, OrderId{id}, letter.orderNo, CampusId(fieldOf(letter, "campus")), letter.epoch,
                        fieldOf(letter, "to"), fieldOf(letter, "not"));
}

Result<void> raiseLetter(runtime::UnitOfWork& work, const runtime::Message& message, const Error& why) {
    return alerts::raiseLetter(work, {api::AlertSubjectType::Topic, message.topic}, {}, why.text());
}

}  // namespace

Result<void> OrderConsumer::handle(runtime::UnitOfWork& work, const runtime::Message& message) {
    EVENHAND_ASSIGN(const auto order, numberIn(message.field("order"), "order"));
    EVENHAND_ASSIGN(const auto epoch, numberIn(message.field("epoch"), "epoch"));
    return assignOrder(work, OrderId{order}, epoch, message.id);
}

void OrderConsumer::prefetch(const runtime::Message& message, store::ReadAhead& ahead) const {
    if (const auto order = numberIn(message.field("order"), "order")) {
        ahead.orders.push_back(OrderId{*order});
        ahead.campuses.push_back(message.field("campus"));
    }
}

Result<void> OrderConsumer::onDead(runtime::UnitOfWork& work, const runtime::Message& message, const Error& why) {
    EVENHAND_TRY(raiseLetter(work, message, why));
    const auto order = numberIn(message.field("order"), "order");
    const auto epoch = numberIn(message.field("epoch"), "epoch");
    if (!order || !epoch) {
        return {};  // it names no order; the letter says so
    }
    return markDead(work, OrderId{*order}, *epoch);
}

Result<void> WakeConsumer::handle(runtime::UnitOfWork& work, const runtime::Message& message) {
    return wakeCampus(work, CampusId(message.field("campus")));
}

Result<void> WakeConsumer::onDead(runtime::UnitOfWork& work, const runtime::Message& message, const Error& why) {
    // Nothing else is lost: the next one to come on duty wakes the campus again.
    return raiseLetter(work, message, why);
}

namespace {

/// How the letter was dealt with, as it is stored: kRetried or kReassigned with a name, or what became of its order.
std::string settledBy(const store::deadLetters::Settled& settled) {
    // Undoing a reassignment stores kReassigned too: which of the two it was, the letter does not know.
    for (const auto& [words, operation] : {std::pair(kRetried, api::infoOf(api::Operation::DispatchRetryLetters).name),
                                           std::pair(kReassigned, std::string_view())}) {
        if (settled.how.starts_with(words)) {
            return runtime::byWhom(settled.how.substr(words.size()), settled.at, operation);
        }
    }
    return ": " + settled.how;
}

}  // namespace

Result<api::DeadLetterOutcome> retryDeadLetter(runtime::UnitOfWork& work, DeadLetterId id) {
    auto& database = work.database();
    const auto named = "dead letter " + std::to_string(id.value);
    work.note(named);
    EVENHAND_ASSIGN(const auto letter, store::deadLetters::findOpen(database, id));
    if (!letter) {
        EVENHAND_ASSIGN(const auto settled, store::deadLetters::settled(database, id));
        if (!settled) {
            return fail(ErrorCode::NotFound, "no such dead letter", "id", std::to_string(id.value));
        }
        return fail(ErrorCode::Conflict, "the " + named + " was dealt with meanwhile" + settledBy(*settled), "id",
                    std::to_string(id.value));
    }
    EVENHAND_TRY(publishAgain(work, *letter));
    EVENHAND_TRY(store::deadLetters::resolve(database, id, work.now(), std::string(kRetried) + work.call().actor.name));
    EVENHAND_TRY(settleLetters(work));
    api::Event event;
    event.kind = api::Event::Kind::DeadLettersChanged;
    work.emit(std::move(event));
    return api::DeadLetterOutcome{id, std::nullopt};
}

}  // namespace evenhand::dispatch
