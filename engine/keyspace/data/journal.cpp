// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keyspace/data/journal.h"

#include <algorithm>

namespace evenhand::keyspace {

namespace {
constexpr std::size_t kWorthPacking = 512;  // bytes; every batch pays for preparing it
constexpr std::size_t kKeptBuffer = std::size_t{4} << 20U;

char* putBytes(char* p, std::string_view bytes) noexcept {
    p = putVarint(p, bytes.size());
    copyBytes(p, bytes);
    return p + bytes.size();
}
char* putId(char* p, StreamId id) noexcept { return putVarint(putVarint(p, id.ms), id.seq); }
char* putExpiry(char* p, std::int64_t at) noexcept {
    return putVarint(p, at == kNoExpiry ? 0 : static_cast<std::uint64_t>(at) + 1);
}
}  // namespace

std::string JournalWriter::take() {
    std::string_view record(m_data, m_size);
    if (m_size >= kWorthPacking && m_size <= Packer::kMaxSize) {
        char head[1 + kMaxVarint] = {static_cast<char>(kPackedVersion)};
        m_packed.assign(head, putVarint(head + 1, m_size));
        m_packer.pack(record, m_packed);
        record = m_packed.size() < m_size ? m_packed : record;
    }
    std::string taken(record);
    m_size = 0;
    m_lastKey = nullptr;
    if (m_capacity > kKeptBuffer) {
        std::free(m_data);
        m_data = nullptr;
        m_capacity = 0;
        m_packed = {};
    }
    return taken;
}

void JournalWriter::grow(std::size_t wanted) {
    const std::size_t capacity = std::max<std::size_t>({wanted, m_capacity * 2, 4096});
    auto* data = static_cast<char*>(std::realloc(m_data, capacity));
    if (data == nullptr) {
        throw std::bad_alloc();
    }
    m_data = data;
    m_capacity = capacity;
}

char* JournalWriter::begin(JournalOp op, const Key& key, std::size_t extra) {
    if (!m_enabled) {
        return nullptr;
    }
    const std::size_t wanted = m_size + 2 + kMaxVarint + key.nameSize + extra;
    if (wanted > m_capacity) {
        grow(wanted);
    }
    char* p = m_data + m_size;
    if (m_size == 0) {
        *p++ = static_cast<char>(kJournalVersion);
    }
    if (m_lastKey == &key) {
        *p++ = static_cast<char>(static_cast<std::uint8_t>(op) | 0x80U);
        return p;
    }
    m_lastKey = &key;
    *p++ = static_cast<char>(op);
    return putBytes(p, key.name());
}

void JournalWriter::named(JournalOp op, const Key& key, std::string_view name) {
    if (char* p = begin(op, key, kMaxVarint + name.size())) {
        end(putBytes(p, name));
    }
}

void JournalWriter::keyRemove(const Key& key) {
    if (char* p = begin(JournalOp::KeyRemove, key, 0)) {
        end(p);
    }
    m_lastKey = nullptr;  // the address may be used again
}

void JournalWriter::keyMeta(const Key& key) {
    if (char* p = begin(JournalOp::KeyMeta, key, 1 + kMaxVarint)) {
        *p++ = static_cast<char>(key.type);
        end(putExpiry(p, key.expireAt));
    }
}

void JournalWriter::expiry(const Key& key) {
    if (char* p = begin(JournalOp::Expiry, key, kMaxVarint)) {
        end(putExpiry(p, key.expireAt));
    }
}

void JournalWriter::string(const Key& key) {
    const std::string_view value = key.string.view();
    if (char* p = begin(JournalOp::String, key, 2 * kMaxVarint + value.size())) {
        end(putBytes(putExpiry(p, key.expireAt), value));
    }
}

void JournalWriter::hashPut(const Key& key, const HashNode& node) {
    if (char* p = begin(JournalOp::HashPut, key, 2 * kMaxVarint + node.nameSize + node.valueSize)) {
        end(putBytes(putBytes(p, node.name()), node.value()));
    }
}

void JournalWriter::zsetPut(const Key& key, const ZNode& node) {
    if (char* p = begin(JournalOp::ZSetPut, key, 8 + kMaxVarint + node.size)) {
        std::memcpy(p, &node.score, 8);
        end(putBytes(p + 8, node.name()));
    }
}

void JournalWriter::listPut(const Key& key, std::int64_t position, std::string_view value) {
    if (char* p = begin(JournalOp::ListPut, key, 2 * kMaxVarint + value.size())) {
        end(putBytes(putVarint(p, zigzag(position)), value));
    }
}

void JournalWriter::listRemove(const Key& key, std::int64_t position) {
    if (char* p = begin(JournalOp::ListRemove, key, kMaxVarint)) {
        end(putVarint(p, zigzag(position)));
    }
}

void JournalWriter::streamAppend(const Key& key, StreamId id, std::string_view entry) {
    if (char* p = begin(JournalOp::StreamAppend, key, 4 * kMaxVarint + entry.size())) {
        end(putBytes(putVarint(putId(p, id), key.stream->meta.entriesAdded), entry));
    }
}

void JournalWriter::streamPut(const Key& key, StreamId id, std::string_view entry) {
    if (char* p = begin(JournalOp::StreamPut, key, 3 * kMaxVarint + entry.size())) {
        end(putBytes(putId(p, id), entry));
    }
}

void JournalWriter::streamRemove(const Key& key, StreamId id) {
    if (char* p = begin(JournalOp::StreamRemove, key, 2 * kMaxVarint)) {
        end(putId(p, id));
    }
}

void JournalWriter::streamMeta(const Key& key) {
    if (char* p = begin(JournalOp::StreamMeta, key, 5 * kMaxVarint)) {
        const StreamMeta& meta = key.stream->meta;
        end(putVarint(putId(putId(p, meta.lastId), meta.maxDeleted), meta.entriesAdded));
    }
}

void JournalWriter::groupPut(const Key& key, const Group& group) {
    if (char* p = begin(JournalOp::GroupPut, key, 4 * kMaxVarint + group.name.size())) {
        end(putVarint(putId(putBytes(p, group.name), group.lastId), zigzag(group.entriesRead)));
    }
}

void JournalWriter::consumerPut(const Key& key, const Group& group, const Consumer& consumer) {
    if (char* p = begin(JournalOp::ConsumerPut, key, 3 * kMaxVarint + group.name.size() + consumer.name.size())) {
        end(putVarint(putBytes(putBytes(p, group.name), consumer.name), zigzag(consumer.seenTime)));
    }
}

void JournalWriter::consumerRemove(const Key& key, const Group& group, std::string_view consumer) {
    if (char* p = begin(JournalOp::ConsumerRemove, key, 2 * kMaxVarint + group.name.size() + consumer.size())) {
        end(putBytes(putBytes(p, group.name), consumer));
    }
}

void JournalWriter::pendingPut(const Key& key, const Group& group, StreamId id, const Pending& pending) {
    const std::string& consumer = pending.consumer->name;
    if (char* p = begin(JournalOp::PendingPut, key, 6 * kMaxVarint + group.name.size() + consumer.size())) {
        p = putId(putBytes(putBytes(p, group.name), consumer), id);
        end(putVarint(putVarint(p, zigzag(pending.deliveryTime)), pending.deliveryCount));
    }
}

void JournalWriter::pendingRemove(const Key& key, const Group& group, StreamId id) {
    if (char* p = begin(JournalOp::PendingRemove, key, 3 * kMaxVarint + group.name.size())) {
        end(putId(putBytes(p, group.name), id));
    }
}

}  // namespace evenhand::keyspace
