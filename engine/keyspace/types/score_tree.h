// SPDX-License-Identifier: GPL-3.0-or-later
// Order of a sorted set: a counted B+ tree over (score, member bytes). Ranks, ranges by score and by member are
// O(log n); stepping is O(1). Small sets are one growing leaf, i.e. a sorted array.
//
// Invariants: entries ascend by (score, member); every inner node knows, per child, its first entry and how many
// entries are below it; leaves are chained. The tree does not own the nodes it refers to.
// Thread: confined to the owner of the keyspace.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/keyspace/types/bytes.h"

namespace evenhand::keyspace {

/// A member of a sorted set; one heap block.
struct ZNode {
    double score;
    std::uint32_t hash;
    std::uint32_t slot;
    std::uint32_t size;
    char data[4];  // really `size` bytes

    [[nodiscard]] std::string_view name() const noexcept { return {data, size}; }
    static ZNode* make(std::string_view member, std::uint32_t hash, double score);
    static void destroy(ZNode* node) noexcept { std::free(node); }
};

struct ScoreEntry {
    double score;
    ZNode* node;
};

class ScoreTree {
public:
    struct Inner;
    struct Base {
        std::uint32_t n = 0;
        bool leaf = true;
    };
    struct Leaf : Base {
        std::uint32_t capacity = 0;
        Leaf* previous = nullptr;
        Leaf* next = nullptr;
        ScoreEntry* entries() noexcept { return reinterpret_cast<ScoreEntry*>(this + 1); }
        const ScoreEntry* entries() const noexcept { return reinterpret_cast<const ScoreEntry*>(this + 1); }
    };
    /// A place in the order; `leaf` is null past either end.
    struct Position {
        const Leaf* leaf = nullptr;
        std::uint32_t index = 0;
        [[nodiscard]] bool valid() const noexcept { return leaf != nullptr; }
        [[nodiscard]] const ScoreEntry& entry() const noexcept { return leaf->entries()[index]; }
        void next() noexcept {
            if (++index >= leaf->n) {
                leaf = leaf->next;
                index = 0;
            }
        }
        void previous() noexcept {
            if (index == 0) {
                leaf = leaf->previous;
                index = leaf != nullptr ? leaf->n : 1;
            }
            --index;
        }
    };
    /// Start of a range: where it is and how many entries are before it.
    struct Found {
        Position position;
        std::size_t rank = 0;
    };

    ScoreTree() noexcept = default;
    ~ScoreTree();
    ScoreTree(const ScoreTree&) = delete;
    ScoreTree& operator=(const ScoreTree&) = delete;

    [[nodiscard]] std::size_t size() const noexcept { return m_size; }
    /// The node must not be in the tree; uses node->score.
    void insert(ZNode* node);
    void erase(const ZNode* node);
    /// Moves the node to `score` and sets node->score.
    void update(ZNode* node, double score);

    /// `rank` < size().
    [[nodiscard]] Position at(std::size_t rank) const noexcept;
    [[nodiscard]] std::size_t rankOf(const ZNode* node) const noexcept;
    /// First entry for which before(entry) is false; `before` must be true for a prefix of the order.
    template <typename Before>
    [[nodiscard]] Found firstNot(Before before) const noexcept;

    /// Checks every invariant; for tests.
    [[nodiscard]] bool consistent() const noexcept;

    static constexpr std::uint32_t kLeafMax = 64;
    static constexpr std::uint32_t kFanOut = 32;
    struct Inner : Base {
        ScoreEntry low[kFanOut];
        Base* child[kFanOut];
        std::uint32_t count[kFanOut];
    };

private:
    static bool less(const ScoreEntry& a, const ScoreEntry& b) noexcept {
        return a.score < b.score || (a.score == b.score && a.node->name() < b.node->name());
    }
    static Leaf* makeLeaf(std::uint32_t capacity);
    static std::uint32_t childFor(const Inner* inner, const ScoreEntry& key) noexcept;
    static std::uint32_t placeIn(const Leaf* leaf, const ScoreEntry& key) noexcept;
    static std::uint32_t subtotal(const Base* base) noexcept;
    static void splitChild(Inner* parent, std::uint32_t i, const ScoreEntry& key);
    static bool mergeChildren(Inner* parent, std::uint32_t i);
    static void removeChild(Inner* parent, std::uint32_t i);
    static void release(Base* base) noexcept;
    static bool check(const Base* base, std::size_t& count, const Leaf*& lastLeaf) noexcept;
    struct Step {
        Inner* inner;
        std::uint32_t index;
    };
    static constexpr std::size_t kMaxDepth = 16;
    Leaf* descend(const ScoreEntry& key, Step* path, std::size_t& depth) const noexcept;
    static void fixLows(const Step* path, std::size_t depth, const ScoreEntry& low) noexcept;
    bool moveInLeaf(Leaf* leaf, std::uint32_t from, const ScoreEntry& fresh, const Step* path,
                    std::size_t depth) noexcept;

    Base* m_root = nullptr;
    std::size_t m_size = 0;
};

template <typename Before>
ScoreTree::Found ScoreTree::firstNot(Before before) const noexcept {
    Found found;
    if (m_root == nullptr) {
        return found;
    }
    const Base* base = m_root;
    while (!base->leaf) {
        const auto* inner = static_cast<const Inner*>(base);
        std::uint32_t low = 0;  // the boundary is in the last child whose first entry is before it
        std::uint32_t high = inner->n;
        while (low + 1 < high) {
            const std::uint32_t middle = (low + high) / 2;
            if (before(inner->low[middle])) {
                low = middle;
            } else {
                high = middle;
            }
        }
        for (std::uint32_t i = 0; i < low; ++i) {
            found.rank += inner->count[i];
        }
        base = inner->child[low];
    }
    const auto* leaf = static_cast<const Leaf*>(base);
    std::uint32_t low = 0;
    std::uint32_t high = leaf->n;
    while (low < high) {
        const std::uint32_t middle = (low + high) / 2;
        if (before(leaf->entries()[middle])) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    found.rank += low;
    if (low < leaf->n) {
        found.position = {leaf, low};
    } else {
        found.position = {leaf->next, 0};
    }
    return found;
}

}  // namespace evenhand::keyspace
