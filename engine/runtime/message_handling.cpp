// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/message_handling.h"

#include <algorithm>
#include <utility>

#include "engine/base/number_text.h"
#include "engine/store/records/dead_letter_store.h"

namespace evenhand::runtime {

std::string_view Message::field(std::string_view name) const noexcept {
    for (const auto& [key, value] : fields) {
        if (key == name) {
            return value;
        }
    }
    return {};
}

std::int64_t RetryPolicy::delayMs(std::int64_t failed) const noexcept {
    std::int64_t delay = firstMs;
    // Stopping at the maximum also keeps the multiplication from overflowing after many failures.
    for (std::int64_t i = 1; i < failed && delay < maxMs; ++i) {
        delay *= factor;
    }
    return std::min(delay, maxMs);
}

std::vector<Message> messagesFrom(const std::string& topic, keyspace::Reply& entries) {
    std::vector<Message> messages;
    messages.reserve(entries.elements.size());
    for (auto& entry : entries.elements) {
        if (entry.elements.size() < 2) {
            continue;
        }
        Message message;
        message.topic = topic;
        message.id = std::move(entry.elements[0].text);
        auto& fields = entry.elements[1].elements;
        message.fields.reserve(fields.size() / 2);
        for (std::size_t i = 0; i + 1 < fields.size(); i += 2) {
            message.fields.emplace_back(std::move(fields[i].text), std::move(fields[i + 1].text));
        }
        messages.push_back(std::move(message));
    }
    return messages;
}

std::vector<Message> messagesOfGroupRead(const std::string& topic, keyspace::Reply& reply) {
    if (reply.elements.empty() || reply.elements[0].elements.size() < 2) {
        return {};
    }
    return messagesFrom(topic, reply.elements[0].elements[1]);
}

Result<void> callWithIds(keyspace::Keyspace& keyspace, std::initializer_list<std::string_view> head,
                         const std::vector<std::string>& ids) {
    std::vector<std::string_view> args(head);
    args.insert(args.end(), ids.begin(), ids.end());
    EVENHAND_TRY(keyspace.call(args));
    return {};
}

Result<void> writeDeadLetter(UnitOfWork& work, MessageHandler& handler, const Message& message, const Error& reason) {
    store::deadLetters::NewLetter letter;
    letter.topic = message.topic;
    letter.messageId = message.id;
    letter.fields = message.fields;
    letter.orderNo = message.field("no");
    letter.epoch = base::numberFrom(message.field("epoch")).value_or(0);
    const auto text = reason.text();
    letter.reason = text;
    letter.attempts = message.attempt;
    letter.at = work.now();
    EVENHAND_TRY(store::deadLetters::insert(work.database(), letter));
    EVENHAND_TRY(handler.onDead(work, message, reason));
    work.emit({api::Event::Kind::DeadLettersChanged, {}, {}, {}, {}});
    return {};
}

}  // namespace evenhand::runtime
