// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keyspace/data/snapshot.h"

#include <algorithm>

namespace evenhand::keyspace {

namespace {
// Free slots looked at count as this many bytes, so that a slice over a sparse table is bounded too.
constexpr std::size_t kEmptySlotsPerSlice = 100'000;

template <typename Node, typename Write>
bool writeSlots(const SlotTable<Node>& table, std::uint32_t& slot, const JournalWriter& writer, std::size_t maxBytes,
                Write write) {
    std::size_t empty = 0;
    for (; slot < table.slotCount(); ++slot) {
        if (writer.size() >= maxBytes || empty > kEmptySlotsPerSlice) {
            return false;
        }
        if (const Node* node = table.at(slot); node != nullptr) {
            write(*node);
        } else {
            ++empty;
        }
    }
    return true;
}
}  // namespace

bool KeyCursor::elements(JournalWriter& writer, Key& key, std::size_t maxBytes) {
    switch (key.type) {
        case Type::String: return true;
        case Type::Hash:
            return writeSlots(key.hashValue->fields, m_slot, writer, maxBytes,
                              [&](const HashNode& node) { writer.hashPut(key, node); });
        case Type::Set:
            return writeSlots(key.set->members, m_slot, writer, maxBytes,
                              [&](const SetNode& node) { writer.setPut(key, node.name()); });
        case Type::ZSet:
            return writeSlots(key.zset->members, m_slot, writer, maxBytes,
                              [&](const ZNode& node) { writer.zsetPut(key, node); });
        case Type::List: {
            const auto& runs = key.list->elements;
            auto p = m_any ? runs.lowerBound(m_position) : runs.begin();
            for (; p != runs.end(); runs.next(p)) {
                if (writer.size() >= maxBytes) {
                    m_any = true;
                    m_position = runs.at(p).key;
                    return false;
                }
                writer.listPut(key, runs.at(p).key, runs.at(p).value->view());
            }
            return true;
        }
        case Type::Stream: {
            const auto& runs = key.stream->entries;
            auto p = m_any ? runs.lowerBound(m_id) : runs.begin();
            for (; p != runs.end(); runs.next(p)) {
                if (writer.size() >= maxBytes) {
                    m_any = true;
                    m_id = runs.at(p).key;
                    return false;
                }
                writer.streamPut(key, runs.at(p).key, runs.at(p).value->view());
            }
            return true;
        }
    }
    return true;
}

// Groups in name order; of each its state, its consumers, its pending entries. m_group, m_consumer, m_id name the
// next thing to write, or the first one after it if it is gone.
bool KeyCursor::groups(JournalWriter& writer, Key& key, std::size_t maxBytes) {
    auto& all = key.stream->groups;
    for (auto it = all.lower_bound(m_group); it != all.end();
         m_phase = Phase::Groups, m_consumer.clear(), m_id = {}, ++it) {
        Group& group = *it->second;
        if (group.name != m_group) {
            m_group = group.name;
            m_phase = Phase::Groups;
        }
        if (m_phase == Phase::Groups) {
            if (writer.size() >= maxBytes) {
                return false;
            }
            writer.groupPut(key, group);
            m_consumer.clear();
            m_id = {};
            m_phase = Phase::Consumers;
        }
        if (m_phase == Phase::Consumers) {
            for (auto c = group.consumers.lower_bound(m_consumer); c != group.consumers.end(); ++c) {
                if (writer.size() >= maxBytes) {
                    m_consumer = c->first;
                    return false;
                }
                writer.consumerPut(key, group, *c->second);
            }
            m_phase = Phase::Pendings;
        }
        for (auto p = group.pending.lowerBound(m_id); p != group.pending.end(); group.pending.next(p)) {
            if (writer.size() >= maxBytes) {
                m_id = group.pending.at(p).key;
                return false;
            }
            writer.pendingPut(key, group, group.pending.at(p).key, group.pending.at(p).value);
        }
    }
    return true;
}

bool KeyCursor::write(JournalWriter& writer, Key& key, std::size_t maxBytes) {
    if (m_phase == Phase::Start) {
        if (key.type == Type::String) {
            writer.string(key);
            return true;
        }
        writer.keyMeta(key);
        if (key.type == Type::Stream) {
            writer.streamMeta(key);
        }
        m_phase = Phase::Elements;
    }
    if (m_phase == Phase::Elements) {
        if (!elements(writer, key, maxBytes)) {
            return false;
        }
        if (key.type != Type::Stream) {
            return true;
        }
        m_phase = Phase::Groups;
        m_id = {};
    }
    return groups(writer, key, maxBytes);
}

void Snapshot::begin() noexcept {
    m_active = true;
    m_slot = 0;
    m_serial = 0;
    m_writer.truncate(0);
}

std::optional<std::string> Snapshot::next(const SlotTable<Key>& keys, std::size_t maxBytes) {
    if (!m_active) {
        return std::nullopt;
    }
    maxBytes = std::max<std::size_t>(maxBytes, 1);
    std::size_t empty = 0;
    while (m_slot < keys.slotCount() && m_writer.size() < maxBytes && empty < kEmptySlotsPerSlice) {
        Key* key = keys.at(m_slot);
        if (key == nullptr || (m_serial != 0 && key->serial != m_serial)) {
            // Gone, or another key in its place: that one is younger than the snapshot, the journal has it.
            ++empty;
            ++m_slot;
            m_serial = 0;
            continue;
        }
        if (m_serial == 0) {
            m_cursor = KeyCursor();
            m_serial = key->serial;
        }
        if (!m_cursor.write(m_writer, *key, maxBytes)) {
            break;
        }
        ++m_slot;
        m_serial = 0;
    }
    if (m_slot >= keys.slotCount()) {
        m_active = false;
        if (m_writer.empty()) {
            return std::nullopt;
        }
    }
    return m_writer.take();
}

}  // namespace evenhand::keyspace
