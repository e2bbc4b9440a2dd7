// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keyspace/commands/stream_args.h"

#include <charconv>

namespace evenhand::keyspace {

namespace {

// As strtoull on the whole text, without a minus.
bool parseNumber(std::string_view s, std::uint64_t& out) noexcept {
    while (!s.empty() && (s.front() == ' ' || (s.front() >= '\t' && s.front() <= '\r'))) {
        s.remove_prefix(1);
    }
    if (!s.empty() && s.front() == '+') {
        s.remove_prefix(1);
    }
    const auto [end, error] = std::from_chars(s.data(), s.data() + s.size(), out);
    return !s.empty() && error == std::errc() && end == s.data() + s.size();
}

}  // namespace

bool parseId(std::string_view s, StreamId& id, std::uint64_t missingSequence, bool strict,
             bool* sequenceGiven) noexcept {
    constexpr std::size_t kMaxLength = 127;
    if (sequenceGiven != nullptr) {
        *sequenceGiven = true;
    }
    if (s.size() > kMaxLength) {
        return false;
    }
    if (s == "-" || s == "+") {
        id = s == "-" ? StreamId{} : StreamId::max();
        return !strict;
    }
    const std::size_t dash = s.find('-');
    if (!parseNumber(s.substr(0, dash), id.ms)) {
        return false;
    }
    if (dash == std::string_view::npos) {
        id.seq = missingSequence;
        return true;
    }
    if (sequenceGiven != nullptr && s.substr(dash + 1) == "*") {
        id.seq = 0;
        *sequenceGiven = false;
        return true;
    }
    return parseNumber(s.substr(dash + 1), id.seq);
}

Reply invalidId() { return Reply::error("ERR Invalid stream ID specified as stream command argument"); }

std::optional<Reply> parseIntervalStart(std::string_view s, StreamId& start) {
    const bool exclusive = s.size() > 1 && s.front() == '(';
    if (!parseId(exclusive ? s.substr(1) : s, start, 0, exclusive)) {
        return invalidId();
    }
    if (exclusive && !start.increment()) {
        return Reply::error("ERR invalid start ID for the interval");
    }
    return std::nullopt;
}

std::optional<Reply> parseIntervalEnd(std::string_view s, StreamId& end) {
    const bool exclusive = s.size() > 1 && s.front() == '(';
    if (!parseId(exclusive ? s.substr(1) : s, end, UINT64_MAX, exclusive)) {
        return invalidId();
    }
    if (exclusive && !end.decrement()) {
        return Reply::error("ERR invalid end ID for the interval");
    }
    return std::nullopt;
}

Reply entryReply(StreamId id, const Blob& entry) {
    std::vector<Reply> fields;
    if (const auto parts = decodeEntry(entry.view())) {
        fields.reserve(parts->size());
        for (const std::string_view part : *parts) {
            fields.push_back(bulk(part));
        }
    }
    std::vector<Reply> reply;
    reply.reserve(2);
    reply.push_back(idReply(id));
    reply.push_back(Reply::array(std::move(fields)));
    return Reply::array(std::move(reply));
}

Reply rangeReply(const StreamValue& stream, const IdInterval& interval, std::int64_t count, bool reverse) {
    std::vector<Reply> found;
    const auto& entries = stream.entries;
    const auto full = [&found, count] { return count != 0 && static_cast<std::int64_t>(found.size()) >= count; };
    if (!reverse) {
        for (auto p = entries.lowerBound(interval.start);
             p != entries.end() && entries.at(p).key <= interval.end && !full(); entries.next(p)) {
            found.push_back(entryReply(entries.at(p).key, *entries.at(p).value));
        }
        return Reply::array(std::move(found));
    }
    auto p = entries.lowerBound(interval.end);
    if (p != entries.end() && entries.at(p).key == interval.end) {
        entries.next(p);
    }
    while (!full() && entries.previous(p) && entries.at(p).key >= interval.start) {
        found.push_back(entryReply(entries.at(p).key, *entries.at(p).value));
    }
    return Reply::array(std::move(found));
}

Reply noGroup(std::string_view key, std::string_view group, std::string_view suffix) {
    std::string text = "NOGROUP No such key '";
    text.append(echoed(key)).append("' or consumer group '").append(echoed(group)).append("'").append(suffix);
    return Reply::error(std::move(text));
}

Consumer* touchConsumer(Store& store, const StreamGroup& where, std::string_view name) {
    Consumer* consumer = where.group->findConsumer(name);
    if (consumer == nullptr) {
        return store.consumerCreate(where.key, where.group, name);
    }
    store.consumerSeen(where.key, where.group, consumer, store.now);
    return consumer;
}

}  // namespace evenhand::keyspace
