// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keyspace/types/score_tree.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>

#include "engine/base/invariant.h"

namespace evenhand::keyspace {

namespace {
constexpr const char* kNotFound = "another member would be moved or taken out in its place";

void moveEntries(ScoreEntry* to, const ScoreEntry* from, std::size_t count) noexcept {
    if (count != 0) {
        std::memmove(to, from, count * sizeof(ScoreEntry));
    }
}
}  // namespace

ZNode* ZNode::make(std::string_view member, std::uint32_t hash, double score) {
    const std::size_t bytes = std::max(sizeof(ZNode), offsetof(ZNode, data) + member.size());
    auto* node = static_cast<ZNode*>(allocate(bytes));
    node->score = score;
    node->hash = hash;
    node->slot = 0;
    node->size = static_cast<std::uint32_t>(member.size());
    copyBytes(node->data, member);
    return node;
}

ScoreTree::~ScoreTree() {
    if (m_root != nullptr) {
        release(m_root);
    }
}

void ScoreTree::release(Base* base) noexcept {
    if (base->leaf) {
        std::free(base);
        return;
    }
    auto* inner = static_cast<Inner*>(base);
    for (std::uint32_t i = 0; i < inner->n; ++i) {
        release(inner->child[i]);
    }
    delete inner;
}

ScoreTree::Leaf* ScoreTree::makeLeaf(std::uint32_t capacity) {
    void* memory = allocate(sizeof(Leaf) + capacity * sizeof(ScoreEntry));
    auto* leaf = new (memory) Leaf();
    leaf->capacity = capacity;
    return leaf;
}

// Last child whose first entry is not after the key; 0 if the key is before all.
std::uint32_t ScoreTree::childFor(const Inner* inner, const ScoreEntry& key) noexcept {
    std::uint32_t low = 0;
    std::uint32_t high = inner->n;
    while (low + 1 < high) {
        const std::uint32_t middle = (low + high) / 2;
        if (less(key, inner->low[middle])) {
            high = middle;
        } else {
            low = middle;
        }
    }
    return low;
}

// First index whose entry is not before the key.
std::uint32_t ScoreTree::placeIn(const Leaf* leaf, const ScoreEntry& key) noexcept {
    const ScoreEntry* entries = leaf->entries();
    std::uint32_t low = 0;
    std::uint32_t high = leaf->n;
    while (low < high) {
        const std::uint32_t middle = (low + high) / 2;
        if (less(entries[middle], key)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

std::uint32_t ScoreTree::subtotal(const Base* base) noexcept {
    if (base->leaf) {
        return base->n;
    }
    const auto* inner = static_cast<const Inner*>(base);
    std::uint32_t sum = 0;
    for (std::uint32_t i = 0; i < inner->n; ++i) {
        sum += inner->count[i];
    }
    return sum;
}

// Splits the full child i; the parent has room. Appending at the very end leaves the old node full, so that
// ascending inserts pack the leaves.
void ScoreTree::splitChild(Inner* parent, std::uint32_t i, const ScoreEntry& key) {
    Base* sibling = nullptr;
    ScoreEntry low{};
    if (parent->child[i]->leaf) {
        auto* left = static_cast<Leaf*>(parent->child[i]);
        Leaf* right = makeLeaf(kLeafMax);
        const bool append = left->next == nullptr && less(left->entries()[left->n - 1], key);
        const std::uint32_t keep = append ? left->n : left->n / 2;
        right->n = left->n - keep;
        moveEntries(right->entries(), left->entries() + keep, right->n);
        left->n = keep;
        right->previous = left;
        right->next = left->next;
        if (left->next != nullptr) {
            left->next->previous = right;
        }
        left->next = right;
        // After an append the right leaf is still empty; insert() goes on into it, and `key` becomes its first entry.
        low = append ? key : right->entries()[0];
        sibling = right;
    } else {
        auto* left = static_cast<Inner*>(parent->child[i]);
        auto* right = new Inner();
        right->leaf = false;
        const std::uint32_t keep = left->n / 2;
        right->n = left->n - keep;
        std::copy_n(left->low + keep, right->n, right->low);
        std::copy_n(left->child + keep, right->n, right->child);
        std::copy_n(left->count + keep, right->n, right->count);
        left->n = keep;
        low = right->low[0];
        sibling = right;
    }
    const std::uint32_t tail = parent->n - i - 1;
    std::copy_backward(parent->low + i + 1, parent->low + i + 1 + tail, parent->low + i + 2 + tail);
    std::copy_backward(parent->child + i + 1, parent->child + i + 1 + tail, parent->child + i + 2 + tail);
    std::copy_backward(parent->count + i + 1, parent->count + i + 1 + tail, parent->count + i + 2 + tail);
    ++parent->n;
    parent->low[i + 1] = low;
    parent->child[i + 1] = sibling;
    parent->count[i] = subtotal(parent->child[i]);
    parent->count[i + 1] = subtotal(sibling);
}

// Full nodes are split on the way down, so that a parent always has room.
void ScoreTree::insert(ZNode* node) {
    const ScoreEntry key{node->score, node};
    ++m_size;
    if (m_root == nullptr) {
        m_root = makeLeaf(4);
    }
    const bool rootFull = m_root->n == (m_root->leaf ? kLeafMax : kFanOut);
    if (rootFull) {
        auto* root = new Inner();
        root->leaf = false;
        root->n = 1;
        root->low[0] = m_root->leaf ? static_cast<Leaf*>(m_root)->entries()[0] : static_cast<Inner*>(m_root)->low[0];
        root->child[0] = m_root;
        root->count[0] = static_cast<std::uint32_t>(m_size - 1);
        m_root = root;
    }
    Base* base = m_root;
    while (!base->leaf) {
        auto* inner = static_cast<Inner*>(base);
        std::uint32_t i = childFor(inner, key);
        if (inner->child[i]->n == (inner->child[i]->leaf ? kLeafMax : kFanOut)) {
            splitChild(inner, i, key);
            if (!less(key, inner->low[i + 1])) {
                ++i;
            }
        }
        ++inner->count[i];
        if (less(key, inner->low[i])) {
            inner->low[i] = key;
        }
        base = inner->child[i];
    }
    auto* leaf = static_cast<Leaf*>(base);
    // Only a root leaf is smaller than kLeafMax: it becomes a child when it is full, and all other leaves are made at
    // full size. So it has no neighbours whose links must change, and leaves below a node have room for a merge.
    if (leaf->n == leaf->capacity) {
        Leaf* larger = makeLeaf(std::min(kLeafMax, leaf->capacity * 2));
        larger->n = leaf->n;
        moveEntries(larger->entries(), leaf->entries(), leaf->n);
        std::free(leaf);
        leaf = larger;
        m_root = leaf;
    }
    const std::uint32_t place = placeIn(leaf, key);
    moveEntries(leaf->entries() + place + 1, leaf->entries() + place, leaf->n - place);
    leaf->entries()[place] = key;
    ++leaf->n;
}

ScoreTree::Leaf* ScoreTree::descend(const ScoreEntry& key, Step* path, std::size_t& depth) const noexcept {
    Base* base = m_root;
    depth = 0;
    while (!base->leaf) {
        auto* inner = static_cast<Inner*>(base);
        const std::uint32_t i = childFor(inner, key);
        path[depth++] = {inner, i};
        base = inner->child[i];
    }
    return static_cast<Leaf*>(base);
}

// The first entry under path[depth-1] is now `low`. Above a step that is not the first child of its node nothing
// changes, for that node begins with another child.
void ScoreTree::fixLows(const Step* path, std::size_t depth, const ScoreEntry& low) noexcept {
    while (depth-- > 0) {
        path[depth].inner->low[path[depth].index] = low;
        if (path[depth].index != 0) {
            return;
        }
    }
}

void ScoreTree::removeChild(Inner* parent, std::uint32_t i) {
    Base* child = parent->child[i];
    if (child->leaf) {
        auto* leaf = static_cast<Leaf*>(child);
        if (leaf->previous != nullptr) {
            leaf->previous->next = leaf->next;
        }
        if (leaf->next != nullptr) {
            leaf->next->previous = leaf->previous;
        }
        std::free(leaf);
    } else {
        delete static_cast<Inner*>(child);
    }
    const std::uint32_t tail = parent->n - i - 1;
    std::copy_n(parent->low + i + 1, tail, parent->low + i);
    std::copy_n(parent->child + i + 1, tail, parent->child + i);
    std::copy_n(parent->count + i + 1, tail, parent->count + i);
    --parent->n;
}

// Merges child i+1 into child i if both fit well: with a quarter to spare, or inserts and erases at the limit would
// split and merge the same nodes again and again.
bool ScoreTree::mergeChildren(Inner* parent, std::uint32_t i) {
    Base* leftBase = parent->child[i];
    Base* rightBase = parent->child[i + 1];
    const std::uint32_t limit = leftBase->leaf ? kLeafMax * 3 / 4 : kFanOut * 3 / 4;
    if (leftBase->n + rightBase->n > limit) {
        return false;
    }
    if (leftBase->leaf) {
        auto* left = static_cast<Leaf*>(leftBase);
        const auto* right = static_cast<const Leaf*>(rightBase);
        moveEntries(left->entries() + left->n, right->entries(), right->n);
    } else {
        auto* left = static_cast<Inner*>(leftBase);
        const auto* right = static_cast<const Inner*>(rightBase);
        std::copy_n(right->low, right->n, left->low + left->n);
        std::copy_n(right->child, right->n, left->child + left->n);
        std::copy_n(right->count, right->n, left->count + left->n);
    }
    leftBase->n += rightBase->n;
    parent->count[i] += parent->count[i + 1];
    removeChild(parent, i + 1);
    return true;
}

void ScoreTree::erase(const ZNode* node) {
    const ScoreEntry key{node->score, const_cast<ZNode*>(node)};
    Step path[kMaxDepth];
    std::size_t depth = 0;
    Leaf* leaf = descend(key, path, depth);
    const std::uint32_t place = placeIn(leaf, key);
    EVENHAND_INVARIANT(place < leaf->n && leaf->entries()[place].node == node, kNotFound);
    moveEntries(leaf->entries() + place, leaf->entries() + place + 1, leaf->n - place - 1);
    --leaf->n;
    --m_size;
    for (std::size_t level = 0; level < depth; ++level) {
        --path[level].inner->count[path[level].index];
    }
    if (place == 0 && leaf->n != 0) {
        fixLows(path, depth, leaf->entries()[0]);
    }
    // Upwards: drop empty nodes, merge thin ones.
    for (std::size_t level = depth; level-- > 0;) {
        auto [inner, i] = path[level];
        Base* child = inner->child[i];
        if (child->n == 0) {
            removeChild(inner, i);
            // The ancestors still have the first entry of the child that went.
            if (i == 0 && inner->n != 0) {
                fixLows(path, level, inner->low[0]);
            }
        } else if (child->n < (child->leaf ? kLeafMax / 4 : kFanOut / 4)) {
            if (!(i + 1 < inner->n && mergeChildren(inner, i)) && i > 0) {
                mergeChildren(inner, i - 1);
            }
        }
    }
    while (!m_root->leaf && m_root->n <= 1) {
        auto* root = static_cast<Inner*>(m_root);
        m_root = root->n == 1 ? root->child[0] : nullptr;
        delete root;
        if (m_root == nullptr) {
            return;
        }
    }
}

// Moves the entry at `from` to `fresh` if its new place is certainly in the same leaf.
bool ScoreTree::moveInLeaf(Leaf* leaf, std::uint32_t from, const ScoreEntry& fresh, const Step* path,
                           std::size_t depth) noexcept {
    ScoreEntry* entries = leaf->entries();
    const std::uint32_t last = leaf->n - 1;
    const bool up = less(entries[from], fresh);
    // A place behind the leaf's last entry may belong to the next leaf, one before its first to the previous one: only
    // between two other entries it is certainly inside. At both ends of the chain there is no such leaf. The moved
    // entry is no bound.
    const bool inside = up ? leaf->next == nullptr || (from != last && less(fresh, entries[last]))
                           : leaf->previous == nullptr || (from != 0 && less(entries[0], fresh));
    if (!inside) {
        return false;
    }
    std::uint32_t to = from;
    if (up) {
        std::uint32_t low = from + 1;
        std::uint32_t high = leaf->n;
        while (low < high) {
            const std::uint32_t middle = (low + high) / 2;
            if (less(entries[middle], fresh)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        to = low - 1;
        moveEntries(entries + from, entries + from + 1, to - from);
    } else {
        std::uint32_t low = 0;
        std::uint32_t high = from;
        while (low < high) {
            const std::uint32_t middle = (low + high) / 2;
            if (less(entries[middle], fresh)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        to = low;
        moveEntries(entries + to + 1, entries + to, from - to);
    }
    entries[to] = fresh;
    if (from == 0 || to == 0) {
        fixLows(path, depth, entries[0]);
    }
    return true;
}

void ScoreTree::update(ZNode* node, double score) {
    const ScoreEntry old{node->score, node};
    const ScoreEntry fresh{score, node};
    Step path[kMaxDepth];
    std::size_t depth = 0;
    Leaf* leaf = descend(old, path, depth);
    const std::uint32_t place = placeIn(leaf, old);
    EVENHAND_INVARIANT(place < leaf->n && leaf->entries()[place].node == node, kNotFound);
    if (!moveInLeaf(leaf, place, fresh, path, depth)) {
        // In this order: erase() finds the node by its old score, insert() places it by the new one.
        erase(node);
        node->score = score;
        insert(node);
        return;
    }
    node->score = score;
}

ScoreTree::Position ScoreTree::at(std::size_t rank) const noexcept {
    const Base* base = m_root;
    while (!base->leaf) {
        const auto* inner = static_cast<const Inner*>(base);
        std::uint32_t i = 0;
        while (rank >= inner->count[i]) {
            rank -= inner->count[i++];
        }
        base = inner->child[i];
    }
    return {static_cast<const Leaf*>(base), static_cast<std::uint32_t>(rank)};
}

std::size_t ScoreTree::rankOf(const ZNode* node) const noexcept {
    const ScoreEntry key{node->score, const_cast<ZNode*>(node)};
    return firstNot([&key](const ScoreEntry& entry) { return less(entry, key); }).rank;
}

bool ScoreTree::check(const Base* base, std::size_t& count, const Leaf*& lastLeaf) noexcept {
    if (base->leaf) {
        const auto* leaf = static_cast<const Leaf*>(base);
        if (leaf->previous != lastLeaf || (lastLeaf != nullptr && lastLeaf->next != leaf) || leaf->n > leaf->capacity) {
            return false;
        }
        for (std::uint32_t i = 0; i < leaf->n; ++i) {
            const ScoreEntry& entry = leaf->entries()[i];
            const ScoreEntry* before = i > 0 ? &leaf->entries()[i - 1]
                                             : (lastLeaf != nullptr ? &lastLeaf->entries()[lastLeaf->n - 1] : nullptr);
            if (entry.score != entry.node->score || (before != nullptr && !less(*before, entry))) {
                return false;
            }
        }
        lastLeaf = leaf;
        count += leaf->n;
        return leaf->n > 0;
    }
    const auto* inner = static_cast<const Inner*>(base);
    for (std::uint32_t i = 0; i < inner->n; ++i) {
        const Base* first = inner->child[i];
        while (!first->leaf) {
            first = static_cast<const Inner*>(first)->child[0];
        }
        std::size_t below = 0;
        if (!check(inner->child[i], below, lastLeaf) || below != inner->count[i] ||
            static_cast<const Leaf*>(first)->entries()[0].node != inner->low[i].node ||
            inner->low[i].score != inner->low[i].node->score) {
            return false;
        }
        count += below;
    }
    return inner->n > 0;
}

bool ScoreTree::consistent() const noexcept {
    if (m_size == 0) {
        return m_root == nullptr || m_root->n == 0;
    }
    std::size_t count = 0;
    const Leaf* lastLeaf = nullptr;
    return check(m_root, count, lastLeaf) && count == m_size && lastLeaf->next == nullptr;
}

}  // namespace evenhand::keyspace
