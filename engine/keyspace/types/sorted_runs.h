// SPDX-License-Identifier: GPL-3.0-or-later
// An ordered sequence of (key, value) in chunks, made for keys that mostly arrive in ascending order and leave at
// either end: list positions, stream entries, pending entries. Finding is a binary search, both ends are O(1).
//
// Invariants: keys ascend strictly; no chunk is empty; the values are plain data that the sequence does not own.
// Thread: confined to the owner of the keyspace.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <vector>

#include "engine/keyspace/types/bytes.h"

namespace evenhand::keyspace {

template <typename Key, typename Value>
class SortedRuns {
public:
    struct Entry {
        Key key;
        Value value;
    };
    static_assert(std::is_trivially_copyable_v<Entry>);

private:
    struct Chunk {
        std::uint32_t begin;
        std::uint32_t end;
        std::uint32_t capacity;
        [[nodiscard]] Entry* entries() noexcept { return reinterpret_cast<Entry*>(reinterpret_cast<char*>(this) + 16); }
        [[nodiscard]] std::uint32_t size() const noexcept { return end - begin; }
        [[nodiscard]] Entry& at(std::uint32_t i) noexcept { return entries()[begin + i]; }
    };
    static constexpr std::uint32_t kMax = 128;
    static constexpr std::uint32_t kFirst = 4;

public:
    /// A place in the sequence; the end is {chunkCount, 0}.
    struct Position {
        std::size_t chunk = 0;
        std::uint32_t index = 0;
        bool operator==(const Position&) const = default;
    };

    SortedRuns() noexcept = default;
    ~SortedRuns() {
        for (std::size_t c = m_first; c < m_chunks.size(); ++c) {
            std::free(m_chunks[c]);
        }
    }
    SortedRuns(const SortedRuns&) = delete;
    SortedRuns& operator=(const SortedRuns&) = delete;

    [[nodiscard]] std::size_t size() const noexcept { return m_size; }
    [[nodiscard]] bool empty() const noexcept { return m_size == 0; }
    [[nodiscard]] Position begin() const noexcept { return {m_first, 0}; }
    [[nodiscard]] Position end() const noexcept { return {m_chunks.size(), 0}; }
    [[nodiscard]] Entry& at(Position p) const noexcept { return m_chunks[p.chunk]->at(p.index); }
    [[nodiscard]] Entry& front() const noexcept { return m_chunks[m_first]->at(0); }
    [[nodiscard]] Entry& back() const noexcept {
        Chunk* chunk = m_chunks.back();
        return chunk->entries()[chunk->end - 1];
    }
    void next(Position& p) const noexcept {
        if (++p.index >= m_chunks[p.chunk]->size()) {
            ++p.chunk;
            p.index = 0;
        }
    }
    /// False if `p` was the first.
    bool previous(Position& p) const noexcept {
        if (p.index == 0) {
            if (p.chunk == m_first) {
                return false;
            }
            --p.chunk;
            p.index = m_chunks[p.chunk]->size();
        }
        --p.index;
        return true;
    }

    /// First entry whose key is not below `key`.
    [[nodiscard]] Position lowerBound(const Key& key) const noexcept {
        if (m_size == 0 || back().key < key) {
            return end();
        }
        std::size_t low = m_first;  // first chunk whose last key is not below `key`
        std::size_t high = m_chunks.size() - 1;
        while (low < high) {
            const std::size_t middle = (low + high) / 2;
            if (m_chunks[middle]->entries()[m_chunks[middle]->end - 1].key < key) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Chunk* chunk = m_chunks[low];
        std::uint32_t from = 0;
        std::uint32_t to = chunk->size();
        while (from < to) {
            const std::uint32_t middle = (from + to) / 2;
            if (chunk->at(middle).key < key) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return {low, from};
    }
    [[nodiscard]] Entry* find(const Key& key) const noexcept {
        const Position p = lowerBound(key);
        if (p == end() || key < at(p).key) {
            return nullptr;
        }
        return &at(p);
    }
    /// `rank` < size().
    [[nodiscard]] Position nth(std::size_t rank) const noexcept {
        if (rank <= m_size / 2) {
            std::size_t c = m_first;
            while (rank >= m_chunks[c]->size()) {
                rank -= m_chunks[c++]->size();
            }
            return {c, static_cast<std::uint32_t>(rank)};
        }
        std::size_t left = m_size - rank;  // entries from the wanted one to the end
        std::size_t c = m_chunks.size() - 1;
        while (left > m_chunks[c]->size()) {
            left -= m_chunks[c--]->size();
        }
        return {c, static_cast<std::uint32_t>(m_chunks[c]->size() - left)};
    }

    /// The key must not be present.
    void insert(const Key& key, const Value& value) {
        ++m_size;
        if (m_chunks.size() == m_first) {
            m_chunks.push_back(makeChunk(kFirst));
            append(m_chunks.back(), key, value);
            return;
        }
        if (back().key < key) {
            Chunk* chunk = m_chunks.back();
            if (chunk->end == chunk->capacity && !makeRoom(m_chunks.size() - 1)) {
                if (m_first > 16 && m_first > m_chunks.size() / 2) {
                    m_chunks.erase(m_chunks.begin(), m_chunks.begin() + static_cast<std::ptrdiff_t>(m_first));
                    m_first = 0;
                }
                m_chunks.push_back(makeChunk(kMax));
            }
            append(m_chunks.back(), key, value);
            return;
        }
        if (key < front().key) {
            insertFront(key, value);
            return;
        }
        Position p = lowerBound(key);
        if (m_chunks[p.chunk]->size() == m_chunks[p.chunk]->capacity && !grow(p.chunk)) {
            p = split(p);
        }
        Chunk* chunk = m_chunks[p.chunk];
        Entry* entries = chunk->entries();
        const std::uint32_t place = chunk->begin + p.index;
        if (chunk->end < chunk->capacity) {
            std::memmove(entries + place + 1, entries + place, (chunk->end - place) * sizeof(Entry));
            ++chunk->end;
            entries[place] = {key, value};
        } else {
            std::memmove(entries + chunk->begin - 1, entries + chunk->begin, p.index * sizeof(Entry));
            --chunk->begin;
            entries[place - 1] = {key, value};
        }
    }

    /// Removes the entry at `p`; `p` then names the entry after it.
    void erase(Position& p) noexcept {
        Chunk* chunk = m_chunks[p.chunk];
        Entry* entries = chunk->entries();
        const std::uint32_t place = chunk->begin + p.index;
        --m_size;
        if (p.index < chunk->size() / 2) {
            std::memmove(entries + chunk->begin + 1, entries + chunk->begin, p.index * sizeof(Entry));
            ++chunk->begin;
        } else {
            std::memmove(entries + place, entries + place + 1, (chunk->end - place - 1) * sizeof(Entry));
            --chunk->end;
        }
        if (chunk->size() == 0) {
            dropChunk(p.chunk);
            p = m_size == 0 ? end() : Position{std::max(p.chunk, m_first), 0};
            return;
        }
        absorbNext(p.chunk);
        if (p.index >= chunk->size()) {
            ++p.chunk;
            p.index = 0;
        }
    }

private:
    static Chunk* makeChunk(std::uint32_t capacity) {
        auto* chunk = static_cast<Chunk*>(allocate(16 + capacity * sizeof(Entry)));
        chunk->begin = 0;
        chunk->end = 0;
        chunk->capacity = capacity;
        return chunk;
    }
    static void append(Chunk* chunk, const Key& key, const Value& value) noexcept {
        chunk->entries()[chunk->end++] = {key, value};
    }
    // Small chunks double; false at the maximum.
    bool grow(std::size_t c) {
        Chunk* old = m_chunks[c];
        if (old->capacity >= kMax) {
            return false;
        }
        Chunk* larger = makeChunk(std::min(kMax, old->capacity * 2));
        larger->end = old->size();
        std::memcpy(larger->entries(), old->entries() + old->begin, old->size() * sizeof(Entry));
        std::free(old);
        m_chunks[c] = larger;
        return true;
    }
    // Room at the end of a chunk: by growing, or by moving a half-empty chunk to its start.
    bool makeRoom(std::size_t c) {
        if (grow(c)) {
            return true;
        }
        Chunk* chunk = m_chunks[c];
        if (chunk->begin < chunk->capacity / 2) {
            return false;
        }
        std::memmove(chunk->entries(), chunk->entries() + chunk->begin, chunk->size() * sizeof(Entry));
        chunk->end -= chunk->begin;
        chunk->begin = 0;
        return true;
    }
    void insertFront(const Key& key, const Value& value) {
        Chunk* chunk = m_chunks[m_first];
        if (chunk->begin == 0 && grow(m_first)) {
            chunk = m_chunks[m_first];
        }
        if (chunk->begin == 0 && chunk->end <= chunk->capacity / 2) {
            const std::uint32_t shift = chunk->capacity - chunk->end;
            std::memmove(chunk->entries() + shift, chunk->entries(), chunk->end * sizeof(Entry));
            chunk->begin = shift;
            chunk->end += shift;
        }
        if (chunk->begin == 0) {
            chunk = makeChunk(kMax);
            chunk->begin = kMax;
            chunk->end = kMax;
            if (m_first == 0) {
                const std::size_t gap = m_chunks.size() / 2 + 4;
                m_chunks.insert(m_chunks.begin(), gap, nullptr);
                m_first = gap;
            }
            m_chunks[--m_first] = chunk;
        }
        chunk->entries()[--chunk->begin] = {key, value};
    }
    Position split(Position p) {
        Chunk* left = m_chunks[p.chunk];
        Chunk* right = makeChunk(kMax);
        const std::uint32_t keep = left->size() / 2;
        right->end = left->size() - keep;
        std::memcpy(right->entries(), left->entries() + left->begin + keep, right->end * sizeof(Entry));
        left->end = left->begin + keep;
        m_chunks.insert(m_chunks.begin() + static_cast<std::ptrdiff_t>(p.chunk) + 1, right);
        if (p.index > keep) {
            return {p.chunk + 1, p.index - keep};
        }
        return p;
    }
    // Takes in the next chunk where both have become thin, so that scattered removals give memory back.
    void absorbNext(std::size_t c) noexcept {
        Chunk* chunk = m_chunks[c];
        if (chunk->size() > kMax / 8 || c + 1 >= m_chunks.size() || m_chunks[c + 1]->size() > kMax / 4) {
            return;
        }
        Chunk* next = m_chunks[c + 1];
        if (chunk->size() + next->size() > chunk->capacity) {
            return;
        }
        std::memmove(chunk->entries(), chunk->entries() + chunk->begin, chunk->size() * sizeof(Entry));
        chunk->end -= chunk->begin;
        chunk->begin = 0;
        std::memcpy(chunk->entries() + chunk->end, next->entries() + next->begin, next->size() * sizeof(Entry));
        chunk->end += next->size();
        dropChunk(c + 1);
    }
    void dropChunk(std::size_t c) noexcept {
        std::free(m_chunks[c]);
        if (c == m_first) {
            m_chunks[m_first++] = nullptr;
            if (m_first == m_chunks.size()) {
                m_chunks.clear();
                m_first = 0;
            }
        } else {
            m_chunks.erase(m_chunks.begin() + static_cast<std::ptrdiff_t>(c));
        }
    }

    std::vector<Chunk*> m_chunks;  // [0, m_first) is a gap of null pointers
    std::size_t m_first = 0;
    std::size_t m_size = 0;
};

}  // namespace evenhand::keyspace
