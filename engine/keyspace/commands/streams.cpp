// SPDX-License-Identifier: GPL-3.0-or-later
// Entries of streams: adding, reading ranges, deleting, trimming.
#include <algorithm>

#include "engine/keyspace/commands/command_table.h"
#include "engine/keyspace/commands/stream_args.h"

namespace evenhand::keyspace {

namespace {

enum class Trim : std::uint8_t { None, MaxLength, MinId };

struct AddOptions {
    Trim trim = Trim::None;
    bool approximate = false;
    std::int64_t maxLength = 0;
    StreamId minId;
    std::int64_t limit = 0;  // 0: none
    bool limitGiven = false;
    bool noMakeStream = false;
    bool idGiven = false;
    bool sequenceGiven = true;
    StreamId id;
    std::size_t idAt = 0;  // where the id stands
};

// MAXLEN or MINID at `i`; leaves `i` at its last argument.
std::optional<Reply> parseTrim(const Call& call, std::size_t& i, Trim trim, AddOptions& options) {
    if (options.trim != Trim::None) {
        return Reply::error("ERR syntax error, MAXLEN and MINID options at the same time are not compatible");
    }
    const bool two = call.size() - 1 - i >= 2;
    options.approximate = two && call[i + 1] == "~";
    if (two && (options.approximate || call[i + 1] == "=")) {
        ++i;
    }
    ++i;
    options.trim = trim;
    if (trim == Trim::MinId) {
        return parseStrictId(call[i], options.minId) ? std::nullopt : std::optional(invalidId());
    }
    if (!parseInteger(call[i], options.maxLength)) {
        return notInteger();
    }
    if (options.maxLength < 0) {
        return Reply::error("ERR The MAXLEN argument must be >= 0.");
    }
    return std::nullopt;
}

std::optional<Reply> checkTrim(AddOptions& options, bool adding) {
    constexpr std::int64_t kDefaultLimit = 10'000;  // 100 * stream-node-max-entries
    if (options.limit != 0 && options.trim == Trim::None) {
        return Reply::error("ERR syntax error, LIMIT cannot be used without specifying a trimming strategy");
    }
    if (!adding && options.trim == Trim::None) {
        return Reply::error("ERR syntax error, XTRIM must be called with a trimming strategy");
    }
    if (options.limitGiven && !options.approximate) {
        return Reply::error("ERR syntax error, LIMIT cannot be used without the special ~ option");
    }
    if (!options.limitGiven) {
        options.limit = options.approximate ? kDefaultLimit : 0;
    }
    return std::nullopt;
}

std::optional<Reply> parseOptions(const Call& call, AddOptions& options, bool adding) {
    std::size_t i = 2;
    for (; i < call.size(); ++i) {
        const bool more = i + 1 < call.size();
        if (adding && call[i] == "*") {
            break;
        }
        if (equalsNoCase(call[i], "maxlen") && more) {
            if (auto error = parseTrim(call, i, Trim::MaxLength, options)) {
                return error;
            }
        } else if (equalsNoCase(call[i], "minid") && more) {
            if (auto error = parseTrim(call, i, Trim::MinId, options)) {
                return error;
            }
        } else if (equalsNoCase(call[i], "limit") && more) {
            if (!parseInteger(call[++i], options.limit)) {
                return notInteger();
            }
            if (options.limit < 0) {
                return Reply::error("ERR The LIMIT argument must be >= 0.");
            }
            options.limitGiven = true;
        } else if (adding && equalsNoCase(call[i], "nomkstream")) {
            options.noMakeStream = true;
        } else if (adding) {
            if (!parseId(call[i], options.id, 0, true, &options.sequenceGiven)) {
                return invalidId();
            }
            options.idGiven = true;
            break;
        } else {
            return syntaxError();
        }
    }
    options.idAt = i;
    return checkTrim(options, adding);
}

// Approximate trimming works in whole nodes of this many entries, as Redis does with small entries.
constexpr std::size_t kNodeEntries = 100;

std::size_t trim(Store& store, Key* key, const AddOptions& options) {
    const auto& entries = key->stream->entries;
    std::size_t excess = 0;
    if (options.trim == Trim::MaxLength) {
        const auto most = static_cast<std::size_t>(options.maxLength);
        excess = entries.size() > most ? entries.size() - most : 0;
    } else {
        for (auto p = entries.begin(); p != entries.end() && entries.at(p).key < options.minId; entries.next(p)) {
            ++excess;
        }
    }
    if (options.approximate) {  // the last node may hold fewer
        const std::size_t most =
            options.limit == 0 ? excess : std::min(excess, static_cast<std::size_t>(options.limit));
        excess = most == entries.size() ? most : most - most % kNodeEntries;
    }
    for (std::size_t i = 0; i < excess; ++i) {
        store.streamErase(key, entries.front().key);
    }
    return excess;
}

// The id that the new entry gets; false if it would not be above the last one.
bool chooseId(const Store& store, const AddOptions& options, StreamId last, StreamId& id) {
    if (!options.idGiven) {
        id = {static_cast<std::uint64_t>(store.now), 0};
        if (id.ms <= last.ms) {
            id = last;
            id.increment();
        }
    } else {
        id = options.id;
        if (!options.sequenceGiven && last.ms == id.ms) {
            if (last.seq == UINT64_MAX) {
                return false;
            }
            id.seq = last.seq + 1;
        }
    }
    return id > last;
}

}  // namespace

Reply cmdXAdd(const Call& call) {
    AddOptions options;
    if (auto error = parseOptions(call, options, true)) {
        return *std::move(error);
    }
    const std::size_t first = options.idAt + 1;
    if (first + 2 > call.size() || (call.size() - first) % 2 != 0) {
        return wrongArity("xadd");
    }
    if (options.idGiven && options.sequenceGiven && options.id == StreamId{}) {
        return Reply::error("ERR The ID specified in XADD must be greater than 0-0");
    }
    auto [key, wrong] = lookup(call, call[1], Type::Stream);
    if (wrong) {
        return wrongType();
    }
    if (key == nullptr && options.noMakeStream) {
        return Reply::nil();
    }
    const StreamId last = key != nullptr ? key->stream->meta.lastId : StreamId{};
    if (last == StreamId::max()) {
        return Reply::error("ERR The stream has exhausted the last possible ID, unable to add more items");
    }
    StreamId id;
    if (!chooseId(call.store, options, last, id)) {
        return Reply::error("ERR The ID specified in XADD is equal or smaller than the target stream top item");
    }
    if (key == nullptr) {
        key = call.store.create(call[1], Type::Stream);
    }
    call.store.streamAppend(key, id, encodeEntry(call.args.subspan(first)));
    if (options.trim != Trim::None) {
        trim(call.store, key, options);
    }
    return idReply(id);
}

Reply cmdXLen(const Call& call) {
    const auto [key, wrong] = lookup(call, call[1], Type::Stream);
    if (wrong) {
        return wrongType();
    }
    return number(key == nullptr ? 0 : key->length());
}

namespace {

Reply range(const Call& call, bool reverse) {
    IdInterval interval;
    if (auto error = parseIntervalStart(call[reverse ? 3 : 2], interval.start)) {
        return *std::move(error);
    }
    if (auto error = parseIntervalEnd(call[reverse ? 2 : 3], interval.end)) {
        return *std::move(error);
    }
    std::int64_t count = -1;
    for (std::size_t i = 4; i < call.size(); i += 2) {
        if (!equalsNoCase(call[i], "count") || i + 1 >= call.size()) {
            return syntaxError();
        }
        if (!parseInteger(call[i + 1], count)) {
            return notInteger();
        }
        count = std::max<std::int64_t>(count, 0);
    }
    const auto [key, wrong] = lookup(call, call[1], Type::Stream);
    if (wrong) {
        return wrongType();
    }
    if (key == nullptr) {
        return Reply::array();
    }
    if (count == 0) {
        return Reply::nilArray();
    }
    return rangeReply(*key->stream, interval, count == -1 ? 0 : count, reverse);
}

}  // namespace

Reply cmdXRange(const Call& call) { return range(call, false); }
Reply cmdXRevRange(const Call& call) { return range(call, true); }

Reply cmdXDel(const Call& call) {
    const auto [key, wrong] = lookup(call, call[1], Type::Stream);
    if (wrong) {
        return wrongType();
    }
    if (key == nullptr) {
        return Reply::number(0);
    }
    std::vector<StreamId> ids;
    for (const std::string_view text : call.args.subspan(2)) {
        if (!parseStrictId(text, ids.emplace_back())) {
            return invalidId();
        }
    }
    std::int64_t deleted = 0;
    StreamMeta meta = key->stream->meta;
    for (const StreamId id : ids) {
        if (key->stream->entries.find(id) != nullptr) {
            call.store.streamErase(key, id);
            meta.maxDeleted = std::max(meta.maxDeleted, id);
            ++deleted;
        }
    }
    if (meta.maxDeleted != key->stream->meta.maxDeleted) {
        call.store.streamSetMeta(key, meta);
    }
    return Reply::number(deleted);
}

Reply cmdXTrim(const Call& call) {
    AddOptions options;
    if (auto error = parseOptions(call, options, false)) {
        return *std::move(error);
    }
    const auto [key, wrong] = lookup(call, call[1], Type::Stream);
    if (wrong) {
        return wrongType();
    }
    return number(key == nullptr ? 0 : trim(call.store, key, options));
}

}  // namespace evenhand::keyspace
