// SPDX-License-Identifier: GPL-3.0-or-later
// The digest of the logical state: a sum (so that order does not matter) over keys of a hash of everything about them,
// within which unordered elements are summed likewise and ordered ones hashed with their rank.
#include <bit>

#include "engine/keyspace/data/store.h"

namespace evenhand::keyspace {

namespace {

std::uint64_t mix(std::uint64_t a, std::uint64_t b) noexcept {
    return detail::mum(a ^ kHashSeed1, b ^ kHashSeed2) + (a << 7U) + b;
}
std::uint64_t of(std::string_view s) noexcept { return hashBytes(s); }
std::uint64_t of(StreamId id) noexcept { return mix(id.ms, mix(id.seq, 1)); }

std::uint64_t ofGroup(const Group& group) noexcept {
    std::uint64_t sum = mix(of(group.name), mix(of(group.lastId), static_cast<std::uint64_t>(group.entriesRead)));
    for (const auto& [name, consumer] : group.consumers) {
        sum += mix(of(name), mix(static_cast<std::uint64_t>(consumer->seenTime), consumer->pending));
    }
    for (auto p = group.pending.begin(); p != group.pending.end(); group.pending.next(p)) {
        const auto& entry = group.pending.at(p);
        sum += mix(of(entry.key), mix(static_cast<std::uint64_t>(entry.value.deliveryTime),
                                      mix(entry.value.deliveryCount, of(entry.value.consumer->name))));
    }
    return mix(sum, 11);
}

std::uint64_t ofStream(const StreamValue& stream) noexcept {
    std::uint64_t sum = mix(of(stream.meta.lastId), mix(of(stream.meta.maxDeleted), stream.meta.entriesAdded));
    for (auto p = stream.entries.begin(); p != stream.entries.end(); stream.entries.next(p)) {
        sum += mix(of(stream.entries.at(p).key), of(stream.entries.at(p).value->view()));
    }
    for (const auto& [name, group] : stream.groups) {
        sum += ofGroup(*group);
    }
    return sum;
}

template <typename Node, typename Of>
std::uint64_t ofTable(const SlotTable<Node>& table, Of ofNode) {
    std::uint64_t sum = table.size();
    for (std::uint32_t slot = 0; slot < table.slotCount(); ++slot) {
        if (const Node* node = table.at(slot); node != nullptr) {
            sum += ofNode(*node);
        }
    }
    return sum;
}

std::uint64_t ofValue(const Key& key) {
    switch (key.type) {
        case Type::String: return of(key.string.view());
        case Type::Hash:
            return ofTable(key.hashValue->fields,
                           [](const HashNode& node) { return mix(of(node.name()), of(node.value())); });
        case Type::Set: return ofTable(key.set->members, [](const SetNode& node) { return mix(of(node.name()), 5); });
        case Type::ZSet:
            return ofTable(key.zset->members, [](const ZNode& node) {
                return mix(of(node.name()), std::bit_cast<std::uint64_t>(node.score + 0.0));
            });
        case Type::List: {
            std::uint64_t sum = 0;
            std::uint64_t rank = 0;
            const auto& elements = key.list->elements;
            for (auto p = elements.begin(); p != elements.end(); elements.next(p)) {
                sum += mix(rank++, of(elements.at(p).value->view()));
            }
            return sum;
        }
        case Type::Stream: return ofStream(*key.stream);
    }
    return 0;
}

}  // namespace

std::uint64_t Store::digest() const {
    return ofTable(m_keys, [](const Key& key) {
        const std::uint64_t head = mix(static_cast<std::uint64_t>(key.type), static_cast<std::uint64_t>(key.expireAt));
        return mix(of(key.name()), mix(head, ofValue(key)));
    });
}

}  // namespace evenhand::keyspace
