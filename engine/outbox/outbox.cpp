// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/outbox/outbox.h"

#include "engine/base/hash_tag.h"
#include "engine/base/invariant.h"
#include "engine/runtime/topics.h"
#include "engine/store/records/outbox_store.h"

namespace evenhand::outbox {
namespace {

/// In one line.
std::string escaped(std::string_view value) {
    std::string text;
    text.reserve(value.size());
    for (const char c : value) {
        if (c == '\\') {
            text += "\\\\";
        } else if (c == '\n') {
            text += "\\n";
        } else {
            text += c;
        }
    }
    return text;
}

std::string unescaped(std::string_view text) {
    std::string value;
    value.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool escapes = text[i] == '\\' && i + 1 < text.size();
        i += escapes ? 1 : 0;
        value += escapes && text[i] == 'n' ? '\n' : text[i];
    }
    return value;
}

}  // namespace

Result<void> publish(runtime::UnitOfWork& work, std::string_view topic, std::string_view campus,
                     std::span<const runtime::Field> fields) {
    return publish(work.database(), work.wallNow(), topic, campus, fields);
}

Result<void> publish(store::Database& database, Instant at, std::string_view topic, std::string_view campus,
                     std::span<const runtime::Field> fields) {
    const auto text = textOf(fields);
    return store::outbox::add(database, {topic, campus, text, at});
}

Result<bool> done(runtime::UnitOfWork& work, std::int64_t number) {
    EVENHAND_ASSIGN(const auto marked, store::outbox::markDone(work.database(), {&number, 1}, work.wallNow()));
    return marked == 1;
}

Result<void> nudge(keyspace::Keyspace& keyspace) {
    EVENHAND_TRY(keyspace.call({"PUBLISH", kNudges, ""}));
    return {};
}

std::string streamOf(std::string_view topic, std::string_view campus, std::int64_t generation) {
    // Neither has a colon in its tag, so that no two pairs have the same name.
    return runtime::streamKey(base::hashTagOf(topic) + ":" + base::hashTagOf(campus)) + ":" +
           std::to_string(generation);
}

std::string textOf(std::span<const runtime::Field> fields) {
    std::string text;
    for (const auto& [name, value] : fields) {
        EVENHAND_INVARIANT(name.find_first_of(" \n\\") == std::string_view::npos,
                           "a message would be read with other fields than it was written with");
        text.append(name).append(" ").append(escaped(value)).append("\n");
    }
    return text;
}

std::vector<std::pair<std::string, std::string>> fieldsOf(std::string_view text) {
    std::vector<std::pair<std::string, std::string>> fields;
    while (!text.empty()) {
        const auto end = text.find('\n');
        const auto line = text.substr(0, end);
        text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
        if (const auto blank = line.find(' '); blank != std::string_view::npos) {
            fields.emplace_back(line.substr(0, blank), unescaped(line.substr(blank + 1)));
        }
    }
    return fields;
}

}  // namespace evenhand::outbox
