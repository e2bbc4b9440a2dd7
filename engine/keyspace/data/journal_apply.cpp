// SPDX-License-Identifier: GPL-3.0-or-later
// Applying records. The state may be anything from "before the record" to "long after it" (see journal.h), so nothing
// is assumed about what is there: a key of another type is replaced, a missing group or consumer is made, what is
// to be removed may be gone already. Containers are not removed when they become empty, that has its own operation.
#include <cmath>

#include "engine/keyspace/data/store.h"

namespace evenhand::keyspace {

class JournalApplier {
public:
    JournalApplier(Store& store, std::string_view record) : m_store(store), m_in(record) {}

    [[nodiscard]] bool run() {
        std::uint8_t version = 0;
        if (m_in.atEnd()) {
            return true;
        }
        if (!m_in.byte(version) || version != kJournalVersion) {
            return false;
        }
        while (!m_in.atEnd()) {
            if (!operation()) {
                return false;
            }
        }
        return true;
    }

private:
    static constexpr std::int64_t kMax = std::int64_t{1} << 62U;  // of instants and list positions

    [[nodiscard]] bool operation() {
        std::uint8_t head = 0;
        if (!m_in.byte(head)) {
            return false;
        }
        if ((head & 0x80U) == 0) {
            if (!m_in.bytes(m_name)) {
                return false;
            }
            m_named = true;
            m_hash = hash32(m_name);
            m_key = m_store.m_keys.find(m_name, m_hash);
        } else if (!m_named) {
            return false;
        }
        head &= 0x7FU;
        if (head == 0 || head > kLastJournalOp) {
            return false;
        }
        const auto op = static_cast<JournalOp>(head);
        switch (op) {
            case JournalOp::KeyRemove:
                if (m_key != nullptr) {
                    m_store.remove(m_key);
                    m_key = nullptr;
                }
                return true;
            case JournalOp::KeyMeta: return keyMeta();
            case JournalOp::Expiry: return expiry();
            case JournalOp::String: return string();
            case JournalOp::HashPut:
            case JournalOp::HashRemove: return hash(op);
            case JournalOp::SetPut:
            case JournalOp::SetRemove: return set(op);
            case JournalOp::ZSetPut:
            case JournalOp::ZSetRemove: return zset(op);
            case JournalOp::ListPut:
            case JournalOp::ListRemove: return list(op);
            case JournalOp::StreamAppend:
            case JournalOp::StreamPut:
            case JournalOp::StreamRemove:
            case JournalOp::StreamMeta: return stream(op);
            case JournalOp::GroupPut:
            case JournalOp::GroupRemove:
            case JournalOp::ConsumerPut:
            case JournalOp::ConsumerRemove: return group(op);
            case JournalOp::PendingPut:
            case JournalOp::PendingRemove: return pending(op);
        }
        return false;
    }

    // The key with this type; made, or made anew where it has another.
    void ensure(Type type) {
        if (m_key != nullptr && m_key->type != type) {
            m_store.remove(m_key);
            m_key = nullptr;
        }
        if (m_key == nullptr) {
            m_key = type == Type::String ? m_store.createString(m_name, {}, kNoExpiry) : m_store.create(m_name, type);
        }
    }
    // For removals: false if there is nothing of this type to remove from.
    [[nodiscard]] bool has(Type type) const noexcept { return m_key != nullptr && m_key->type == type; }

    [[nodiscard]] bool instantOrNever(std::int64_t& at) {
        std::uint64_t raw = 0;
        if (!m_in.varint(raw) || raw > static_cast<std::uint64_t>(kNoExpiry)) {
            return false;
        }
        at = raw == 0 ? kNoExpiry : static_cast<std::int64_t>(raw - 1);
        return true;
    }
    [[nodiscard]] bool instant(std::int64_t& at) { return m_in.integer(at) && at >= 0 && at <= kMax; }
    [[nodiscard]] bool id(StreamId& out) { return m_in.varint(out.ms) && m_in.varint(out.seq); }

    [[nodiscard]] bool keyMeta() {
        std::uint8_t type = 0;
        std::int64_t at = 0;
        if (!m_in.byte(type) || type > static_cast<std::uint8_t>(Type::Stream) || !instantOrNever(at)) {
            return false;
        }
        ensure(static_cast<Type>(type));
        m_store.setExpiry(m_key, at);
        return true;
    }
    [[nodiscard]] bool expiry() {
        std::int64_t at = 0;
        if (!instantOrNever(at)) {
            return false;
        }
        if (m_key != nullptr) {
            m_store.setExpiry(m_key, at);
        }
        return true;
    }
    [[nodiscard]] bool string() {
        std::int64_t at = 0;
        std::string_view value;
        if (!instantOrNever(at) || !m_in.bytes(value)) {
            return false;
        }
        if (m_key == nullptr) {
            m_key = m_store.createString(m_name, value, at);
            return true;
        }
        ensure(Type::String);
        m_store.setString(m_key, value, at);
        return true;
    }
    [[nodiscard]] bool hash(JournalOp op) {
        std::string_view field;
        std::string_view value;
        if (!m_in.bytes(field) || (op == JournalOp::HashPut && !m_in.bytes(value))) {
            return false;
        }
        const std::uint32_t fieldHash = hash32(field);
        if (op == JournalOp::HashPut) {
            ensure(Type::Hash);
            if (HashNode* node = m_key->hashValue->fields.find(field, fieldHash); node != nullptr) {
                m_store.hashSet(m_key, node, value);
            } else {
                m_store.hashAdd(m_key, field, fieldHash, value);
            }
        } else if (has(Type::Hash)) {
            if (HashNode* node = m_key->hashValue->fields.find(field, fieldHash); node != nullptr) {
                m_store.hashErase(m_key, node);
            }
        }
        return true;
    }
    [[nodiscard]] bool set(JournalOp op) {
        std::string_view member;
        if (!m_in.bytes(member)) {
            return false;
        }
        const std::uint32_t memberHash = hash32(member);
        if (op == JournalOp::SetPut) {
            ensure(Type::Set);
            if (m_key->set->members.find(member, memberHash) == nullptr) {
                m_store.setAdd(m_key, member, memberHash);
            }
        } else if (has(Type::Set)) {
            if (SetNode* node = m_key->set->members.find(member, memberHash); node != nullptr) {
                m_store.setErase(m_key, node);
            }
        }
        return true;
    }
    [[nodiscard]] bool zset(JournalOp op) {
        double score = 0;
        std::string_view member;
        if ((op == JournalOp::ZSetPut && (!m_in.real(score) || std::isnan(score))) || !m_in.bytes(member)) {
            return false;
        }
        const std::uint32_t memberHash = hash32(member);
        if (op == JournalOp::ZSetPut) {
            ensure(Type::ZSet);
            if (ZNode* node = m_key->zset->members.find(member, memberHash); node == nullptr) {
                m_store.zsetAdd(m_key, member, memberHash, score);
            } else if (node->score != score) {
                m_store.zsetScore(m_key, node, score);
            }
        } else if (has(Type::ZSet)) {
            if (ZNode* node = m_key->zset->members.find(member, memberHash); node != nullptr) {
                m_store.zsetErase(m_key, node);
            }
        }
        return true;
    }
    [[nodiscard]] bool list(JournalOp op) {
        std::int64_t position = 0;
        std::string_view value;
        if (!m_in.integer(position) || position > kMax || position < -kMax ||
            (op == JournalOp::ListPut && !m_in.bytes(value))) {
            return false;
        }
        if (op == JournalOp::ListPut) {
            ensure(Type::List);
        } else if (!has(Type::List)) {
            return true;
        }
        if (m_key->list->elements.find(position) != nullptr) {
            m_store.listErase(m_key, position);
        }
        if (op == JournalOp::ListPut) {
            m_store.listPut(m_key, position, Blob::make(value));
        }
        return true;
    }
    [[nodiscard]] bool stream(JournalOp op) {
        StreamId entryId;
        StreamMeta meta;
        std::string_view entry;
        if (!id(entryId)) {
            return false;
        }
        if (op == JournalOp::StreamMeta) {
            meta.lastId = entryId;
            if (!id(meta.maxDeleted) || !m_in.varint(meta.entriesAdded) || meta.entriesAdded > kMax) {
                return false;
            }
            ensure(Type::Stream);
            m_store.streamSetMeta(m_key, meta);
            return true;
        }
        if ((op == JournalOp::StreamAppend && (!m_in.varint(meta.entriesAdded) || meta.entriesAdded > kMax)) ||
            (op != JournalOp::StreamRemove && (!m_in.bytes(entry) || !validEntry(entry)))) {
            return false;
        }
        if (op != JournalOp::StreamRemove) {
            ensure(Type::Stream);
        } else if (!has(Type::Stream)) {
            return true;
        }
        if (m_key->stream->entries.find(entryId) != nullptr) {
            m_store.streamErase(m_key, entryId);
        }
        if (op != JournalOp::StreamRemove) {
            m_store.streamInsert(m_key, entryId, Blob::make(entry));
        }
        if (op == JournalOp::StreamAppend) {
            m_store.streamSetMeta(m_key, {entryId, m_key->stream->meta.maxDeleted, meta.entriesAdded});
        }
        return true;
    }

    Group* ensureGroup(std::string_view name) {
        ensure(Type::Stream);
        Group* found = m_key->stream->findGroup(name);
        return found != nullptr ? found : m_store.groupCreate(m_key, name, {}, Group::kUnknown);
    }
    Consumer* ensureConsumer(Group* owner, std::string_view name) {
        Consumer* found = owner->findConsumer(name);
        return found != nullptr ? found : m_store.consumerCreate(m_key, owner, name);
    }
    void removeConsumer(std::string_view groupName, std::string_view consumerName) {
        Group* owner = has(Type::Stream) ? m_key->stream->findGroup(groupName) : nullptr;
        Consumer* consumer = owner != nullptr ? owner->findConsumer(consumerName) : nullptr;
        if (consumer == nullptr) {
            return;
        }
        for (auto p = owner->pending.begin(); consumer->pending > 0 && p != owner->pending.end();) {
            if (owner->pending.at(p).value.consumer == consumer) {
                --consumer->pending;
                owner->pending.erase(p);
            } else {
                owner->pending.next(p);
            }
        }
        m_store.consumerRemove(m_key, owner, consumer);
    }

    [[nodiscard]] bool group(JournalOp op) {
        std::string_view name;
        std::string_view consumer;
        StreamId lastId;
        std::int64_t number = 0;
        const bool ofConsumer = op == JournalOp::ConsumerPut || op == JournalOp::ConsumerRemove;
        if (!m_in.bytes(name) || (ofConsumer && !m_in.bytes(consumer)) || (op == JournalOp::GroupPut && !id(lastId)) ||
            (op == JournalOp::GroupPut && !m_in.integer(number)) ||
            (op == JournalOp::ConsumerPut && !instant(number))) {
            return false;
        }
        if (op == JournalOp::GroupPut) {
            Group* owner = ensureGroup(name);
            m_store.groupSet(m_key, owner, lastId, number);
        } else if (op == JournalOp::ConsumerPut) {
            Group* owner = ensureGroup(name);
            m_store.consumerSeen(m_key, owner, ensureConsumer(owner, consumer), number);
        } else if (op == JournalOp::ConsumerRemove) {
            removeConsumer(name, consumer);
        } else if (has(Type::Stream)) {
            if (Group* found = m_key->stream->findGroup(name); found != nullptr) {
                m_store.groupRemove(m_key, found);
            }
        }
        return true;
    }
    [[nodiscard]] bool pending(JournalOp op) {
        std::string_view name;
        std::string_view consumer;
        StreamId entryId;
        Pending value{};
        const bool put = op == JournalOp::PendingPut;
        if (!m_in.bytes(name) || (put && !m_in.bytes(consumer)) || !id(entryId) ||
            (put && (!instant(value.deliveryTime) || !m_in.varint(value.deliveryCount)))) {
            return false;
        }
        if (put) {
            Group* owner = ensureGroup(name);
            value.consumer = ensureConsumer(owner, consumer);
            m_store.pendingPut(m_key, owner, entryId, value);
            return true;
        }
        Group* owner = has(Type::Stream) ? m_key->stream->findGroup(name) : nullptr;
        if (owner != nullptr && owner->pending.find(entryId) != nullptr) {
            m_store.pendingErase(m_key, owner, entryId);
        }
        return true;
    }

    Store& m_store;
    ByteReader m_in;
    std::string_view m_name;
    std::uint32_t m_hash = 0;
    Key* m_key = nullptr;
    bool m_named = false;
};

namespace {
/// Makes `record` the plain one, in `raw` if it is packed.
bool unpacked(std::string_view& record, std::string& raw) {
    if (record.empty() || static_cast<std::uint8_t>(record.front()) != kPackedVersion) {
        return true;
    }
    ByteReader in(record.substr(1));
    std::uint64_t size = 0;
    if (!in.varint(size) || !unpack(in.rest(), size, raw)) {
        return false;
    }
    record = raw;
    return true;
}
}  // namespace

Result<void> Store::applyJournal(std::string_view record) {
    commit();
    m_journal.setEnabled(false);
    std::string raw;
    const bool intact = unpacked(record, raw) && JournalApplier(*this, record).run();
    m_journal.setEnabled(true);
    if (!intact) {
        return fail(ErrorCode::WorkspaceDamaged, "a keyspace record cannot be read");
    }
    return {};
}

}  // namespace evenhand::keyspace
