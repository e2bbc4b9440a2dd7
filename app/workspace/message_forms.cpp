// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/message_forms.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

#include "app/workspace/keyspace_copy.h"
#include "engine/base/number_text.h"
#include "engine/dispatch/dispatch_checks.h"
#include "engine/outbox/outbox.h"
#include "engine/runtime/topics.h"
#include "engine/runtime/verifier.h"
#include "engine/store/pages/verify_store.h"
#include "engine/store/records/outbox_store.h"

namespace evenhand::app {
namespace {

using keyspace::EmbeddedKeyspace;
using Number = base::NumberText;

constexpr std::string_view kDispatchTopicGroup = "dispatch";
constexpr std::int64_t kMessagesAtOnce = 512;

Result<void> addOpen(store::Database& from, EmbeddedKeyspace& to, const std::string& topic) {
    const auto stream = runtime::streamKey(topic);
    Result<void> added;
    EVENHAND_TRY(store::outbox::eachOpen(from, [&](const store::outbox::Row& row) {
        if (row.topic != topic || !added) {
            return;
        }
        const auto id = std::to_string(row.id) + "-0";
        const auto fields = outbox::fieldsOf(row.message);
        std::vector<std::string_view> args{"XADD", stream, id};
        for (const auto& [name, value] : fields) {
            args.emplace_back(name);
            args.emplace_back(value);
        }
        if (auto done = to.call(args); !done) {
            added = fail(std::move(done).error());
        }
    }));
    return added;
}

Result<void> addCounter(EmbeddedKeyspace& to, const std::string& topic, std::string_view name, std::int64_t count) {
    if (count > 0) {
        EVENHAND_TRY(to.call({"HSET", runtime::countersKey(topic), name, Number(count)}));
    }
    return {};
}

}  // namespace

bool isRelayedKey(const std::string& key) {
    const auto tag = key.starts_with("stream:{") ? key.find("}:") : std::string::npos;
    if (tag == std::string::npos) {
        return false;
    }
    const auto rest = std::string_view(key).substr(tag + 2);
    const auto digits = rest.substr(0, rest.find(':'));
    return !digits.empty() && std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool isTopicKey(const std::string& key) {
    const auto topics = dispatch::dispatchTopics();
    return std::any_of(topics.begin(), topics.end(), [&key](const auto& topic) {
        const std::array<std::string, 4> keys{runtime::streamKey(topic), runtime::retryKey(topic),
                                              runtime::attemptsKey(topic), runtime::countersKey(topic)};
        return std::find(keys.begin(), keys.end(), key) != keys.end();
    });
}

Result<void> messagesToStreams(store::Database& from, EmbeddedKeyspace& to) {
    for (const auto& topic : dispatch::dispatchTopics()) {
        EVENHAND_ASSIGN(const auto totals, store::outbox::totals(from, topic));
        EVENHAND_ASSIGN(const auto dead, store::verify::deadLetters(from, topic));
        if (totals.added == 0) {
            continue;
        }
        const auto stream = runtime::streamKey(topic);
        EVENHAND_TRY(addGone(to, stream, totals.added - totals.open));
        EVENHAND_TRY(addOpen(from, to, topic));
        EVENHAND_TRY(to.call({"XGROUP", "CREATE", stream, kDispatchTopicGroup, "0", "MKSTREAM"}));
        EVENHAND_TRY(addCounter(to, topic, "dead", dead));
        EVENHAND_TRY(addCounter(to, topic, "acknowledged", totals.added - totals.open - dead));
    }
    return {};
}

Result<void> messagesToRows(EmbeddedKeyspace& from, store::Database& to, Instant now) {
    for (const auto& topic : dispatch::dispatchTopics()) {
        const auto stream = runtime::streamKey(topic);
        EVENHAND_ASSIGN(const auto figures, runtime::topicFigures(from, topic));
        if (figures.added == 0) {
            continue;
        }
        EVENHAND_TRY(store::outbox::setGone(to, topic, figures.added - figures.length));
        std::string after = "-";
        for (std::int64_t got = kMessagesAtOnce; got == kMessagesAtOnce;) {
            EVENHAND_ASSIGN(const auto page,
                            from.call({"XRANGE", stream, after, "+", "COUNT", Number(kMessagesAtOnce)}));
            got = static_cast<std::int64_t>(page.elements.size());
            for (const auto& entry : page.elements) {
                after = "(" + entry.elements[0].text;
                const auto& parts = entry.elements[1].elements;
                std::vector<runtime::Field> fields;
                std::string_view campus;
                for (std::size_t i = 0; i + 1 < parts.size(); i += 2) {
                    fields.emplace_back(parts[i].text, parts[i + 1].text);
                    campus = parts[i].text == "campus" ? std::string_view(parts[i + 1].text) : campus;
                }
                EVENHAND_TRY(outbox::publish(to, now, topic, campus, fields));
            }
        }
    }
    return {};
}

}  // namespace evenhand::app
