// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keyspace/data/key.h"

#include <new>

namespace evenhand::keyspace {

std::string_view typeName(Type type) noexcept {
    switch (type) {
        case Type::String: return "string";
        case Type::List: return "list";
        case Type::Set: return "set";
        case Type::ZSet: return "zset";
        case Type::Hash: return "hash";
        case Type::Stream: return "stream";
    }
    return "none";
}

std::size_t Key::length() const noexcept {
    switch (type) {
        case Type::String: return 1;
        case Type::List: return list->elements.size();
        case Type::Set: return set->members.size();
        case Type::ZSet: return zset->members.size();
        case Type::Hash: return hashValue->fields.size();
        case Type::Stream: return stream->entries.size();
    }
    return 0;
}

Key* Key::make(std::string_view name, std::uint32_t hash, Type type) {
    auto* key = new (allocate(sizeof(Key) + name.size())) Key();
    key->hash = hash;
    key->nameSize = static_cast<std::uint32_t>(name.size());
    key->type = type;
    copyBytes(reinterpret_cast<char*>(key + 1), name);
    switch (type) {
        case Type::String: new (&key->string) StringValue(); break;
        case Type::List: key->list = new ListValue(); break;
        case Type::Set: key->set = new SetValue(); break;
        case Type::ZSet: key->zset = new ZSetValue(); break;
        case Type::Hash: key->hashValue = new HashValue(); break;
        case Type::Stream: key->stream = new StreamValue(); break;
    }
    return key;
}

void Key::destroy(Key* key) noexcept {
    Teardown teardown{key, 0};
    std::size_t budget = std::numeric_limits<std::size_t>::max();
    teardown.step(budget);
}

namespace {
template <typename K>
bool destroyBlobs(SortedRuns<K, Blob*>& runs, std::size_t& budget) noexcept {
    while (!runs.empty()) {
        if (budget == 0) {
            return false;
        }
        --budget;
        Blob::destroy(runs.back().value);
        auto last = runs.end();
        runs.previous(last);
        runs.erase(last);
    }
    return true;
}
}  // namespace

bool Teardown::step(std::size_t& budget) noexcept {
    bool done = true;
    switch (key->type) {
        case Type::String: key->string.~StringValue(); break;
        case Type::List:
            done = destroyBlobs(key->list->elements, budget);
            if (done) {
                delete key->list;
            }
            break;
        case Type::Set:
            done = destroyNodes(key->set->members, nextSlot, budget);
            if (done) {
                delete key->set;
            }
            break;
        case Type::ZSet:
            done = destroyNodes(key->zset->members, nextSlot, budget);
            if (done) {
                delete key->zset;
            }
            break;
        case Type::Hash:
            done = destroyNodes(key->hashValue->fields, nextSlot, budget);
            if (done) {
                delete key->hashValue;
            }
            break;
        case Type::Stream:
            done = destroyBlobs(key->stream->entries, budget);
            if (done) {
                delete key->stream;
            }
            break;
    }
    if (done) {
        std::free(key);
        key = nullptr;
    }
    return done;
}

void ExpiryIndex::put(Key* key) {
    if (key->heapIndex == 0) {
        m_heap.push_back({key->expireAt, key});
        key->heapIndex = static_cast<std::uint32_t>(m_heap.size());
        up(m_heap.size() - 1);
        return;
    }
    const std::size_t i = key->heapIndex - 1;
    const std::int64_t before = m_heap[i].at;
    m_heap[i].at = key->expireAt;
    if (key->expireAt < before) {
        up(i);
    } else {
        down(i);
    }
}

void ExpiryIndex::remove(Key* key) noexcept {
    if (key->heapIndex == 0) {
        return;
    }
    const std::size_t i = key->heapIndex - 1;
    key->heapIndex = 0;
    const Item last = m_heap.back();
    m_heap.pop_back();
    if (i == m_heap.size()) {
        return;
    }
    set(i, last);
    up(i);
    down(last.key->heapIndex - 1);
}

void ExpiryIndex::up(std::size_t i) noexcept {
    const Item item = m_heap[i];
    while (i > 0 && item.at < m_heap[(i - 1) / 2].at) {
        set(i, m_heap[(i - 1) / 2]);
        i = (i - 1) / 2;
    }
    set(i, item);
}

void ExpiryIndex::down(std::size_t i) noexcept {
    const Item item = m_heap[i];
    for (;;) {
        std::size_t child = 2 * i + 1;
        if (child >= m_heap.size()) {
            break;
        }
        if (child + 1 < m_heap.size() && m_heap[child + 1].at < m_heap[child].at) {
            ++child;
        }
        if (item.at <= m_heap[child].at) {
            break;
        }
        set(i, m_heap[child]);
        i = child;
    }
    set(i, item);
}

}  // namespace evenhand::keyspace
