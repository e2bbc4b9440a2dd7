// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keyspace/types/stream.h"

#include <charconv>

#include "engine/keyspace/types/varint.h"

namespace evenhand::keyspace {

std::string StreamId::text() const {
    char buffer[48];
    char* p = std::to_chars(buffer, buffer + 24, ms).ptr;
    *p++ = '-';
    p = std::to_chars(p, buffer + sizeof buffer, seq).ptr;
    return {buffer, static_cast<std::size_t>(p - buffer)};
}

bool StreamId::increment() noexcept {
    if (seq == UINT64_MAX) {
        if (ms == UINT64_MAX) {
            ms = seq = 0;
            return false;
        }
        ++ms;
        seq = 0;
    } else {
        ++seq;
    }
    return true;
}

bool StreamId::decrement() noexcept {
    if (seq == 0) {
        if (ms == 0) {
            ms = seq = UINT64_MAX;
            return false;
        }
        --ms;
        seq = UINT64_MAX;
    } else {
        --seq;
    }
    return true;
}

Blob* encodeEntry(std::span<const std::string_view> parts) {
    std::size_t bytes = varintSize(parts.size());
    for (const std::string_view part : parts) {
        bytes += varintSize(part.size()) + part.size();
    }
    Blob* blob = Blob::makeUninitialised(bytes);
    char* p = putVarint(blob->data, parts.size());
    for (const std::string_view part : parts) {
        p = putVarint(p, part.size());
        copyBytes(p, part);
        p += part.size();
    }
    return blob;
}

std::optional<std::vector<std::string_view>> decodeEntry(std::string_view bytes) {
    ByteReader reader(bytes);
    std::uint64_t count = 0;
    if (!reader.varint(count) || count > bytes.size() || count % 2 != 0) {
        return std::nullopt;
    }
    std::vector<std::string_view> parts(count);
    for (std::string_view& part : parts) {
        if (!reader.bytes(part)) {
            return std::nullopt;
        }
    }
    if (!reader.atEnd()) {
        return std::nullopt;
    }
    return parts;
}

bool validEntry(std::string_view bytes) noexcept {
    ByteReader reader(bytes);
    std::uint64_t count = 0;
    if (!reader.varint(count) || count > bytes.size() || count % 2 != 0) {
        return false;
    }
    std::string_view part;
    for (std::uint64_t i = 0; i < count; ++i) {
        if (!reader.bytes(part)) {
            return false;
        }
    }
    return reader.atEnd();
}

Consumer* Group::findConsumer(std::string_view consumer) const {
    const auto it = consumers.find(consumer);
    return it == consumers.end() ? nullptr : it->second.get();
}

Group* StreamValue::findGroup(std::string_view group) const {
    const auto it = groups.find(group);
    return it == groups.end() ? nullptr : it->second.get();
}

bool StreamValue::hasTombstones(StreamId start, StreamId end) const noexcept {
    if (entries.empty() || meta.maxDeleted == StreamId{} || meta.maxDeleted < firstId()) {
        return false;
    }
    return start <= meta.maxDeleted && meta.maxDeleted <= end;
}

std::int64_t StreamValue::distanceFromFirst(StreamId id) const noexcept {
    if (meta.entriesAdded == 0) {
        return 0;
    }
    const auto added = static_cast<std::int64_t>(meta.entriesAdded);
    const auto length = static_cast<std::int64_t>(entries.size());
    if (length == 0 && id < meta.lastId) {
        return added;
    }
    if (id == meta.lastId) {
        return added;
    }
    if (id > meta.lastId) {
        return Group::kUnknown;
    }
    if (meta.maxDeleted == StreamId{} || meta.maxDeleted < firstId()) {
        // Nothing was deleted from the middle: the counter can be told at the very start.
        if (id < firstId()) {
            return added - length;
        }
        if (id == firstId()) {
            return added - length + 1;
        }
    }
    return Group::kUnknown;
}

}  // namespace evenhand::keyspace
