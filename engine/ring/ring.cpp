// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ring/ring.h"

#include <algorithm>
#include <set>

#include "engine/base/sha1.h"

namespace evenhand::tasks {
namespace {

using api::RingRange;

constexpr std::uint64_t kRing = std::uint64_t{1} << 32;

std::uint32_t first32Bits(const base::Sha1Hex& digest) noexcept {
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < 8; ++i) {
        const char digit = digest[i];
        bits = bits << 4 | static_cast<std::uint32_t>(digit <= '9' ? digit - '0' : digit - 'a' + 10);
    }
    return bits;
}

/// In order of `from`, neighbours joined; what touches over the end of the ring too.
std::vector<RingRange> merged(const std::vector<RingRange>& ranges) {
    std::vector<RingRange> out;
    for (const auto& range : ranges) {
        if (!out.empty() && out.back().to == range.from && out.back().from != out.back().to) {
            out.back().to = range.to;
        } else {
            out.push_back(range);
        }
    }
    if (out.size() > 1 && out.back().to == out.front().from) {
        out.back().to = out.front().to;
        out.erase(out.begin());
    }
    return out;
}

}  // namespace

std::uint32_t ringPositionOf(std::string_view kind, std::string_view subject) noexcept {
    return first32Bits(base::sha1Hex(std::string(kind) + ':' + std::string(subject)));
}

std::vector<std::uint32_t> drawPositions(std::string_view address, Instant now, int count,
                                         std::span<const api::Member> members, Rng& rng) {
    std::set<std::uint32_t> taken;
    for (const auto& member : members) {
        taken.insert(member.positions.begin(), member.positions.end());
    }
    std::vector<std::uint32_t> drawn;
    while (drawn.size() < static_cast<std::size_t>(std::max(count, 1))) {
        const std::string text = std::string(address) + '/' + std::to_string(now.ms) + '/' + std::to_string(rng.next());
        if (const auto position = first32Bits(base::sha1Hex(text)); taken.insert(position).second) {
            drawn.push_back(position);
        }
    }
    std::sort(drawn.begin(), drawn.end());
    return drawn;
}

Ring::Ring(std::span<const api::Member> members) {
    std::vector<std::size_t> order(members.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        order[i] = i;
    }
    std::sort(order.begin(), order.end(),
              [&](std::size_t left, std::size_t right) { return members[left].id < members[right].id; });
    for (const auto member : order) {
        for (const auto position : members[member].positions) {
            m_nodes.emplace_back(position, member);
        }
    }
    std::stable_sort(m_nodes.begin(), m_nodes.end(),
                     [](const Node& left, const Node& right) { return left.first < right.first; });
    m_nodes.erase(std::unique(m_nodes.begin(), m_nodes.end(),
                              [](const Node& left, const Node& right) { return left.first == right.first; }),
                  m_nodes.end());
}

std::optional<std::size_t> Ring::ownerOf(std::uint32_t position) const noexcept {
    if (m_nodes.empty()) {
        return std::nullopt;
    }
    // The first node behind the position: a node's own position belongs to the next one.
    const auto node = std::upper_bound(m_nodes.begin(), m_nodes.end(), position,
                                       [](std::uint32_t value, const Node& one) { return value < one.first; });
    return node == m_nodes.end() ? m_nodes.front().second : node->second;
}

std::vector<RingRange> Ring::rangesOf(std::size_t member) const {
    std::vector<RingRange> ranges;
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        if (m_nodes[i].second == member) {
            ranges.push_back({m_nodes[(i + m_nodes.size() - 1) % m_nodes.size()].first, m_nodes[i].first});
        }
    }
    // The lowest node's range begins at the highest node: in order of `from` it is the last.
    std::sort(ranges.begin(), ranges.end(),
              [](const RingRange& left, const RingRange& right) { return left.from < right.from; });
    return merged(ranges);
}

double Ring::shareOf(std::size_t member) const {
    std::uint64_t owned = 0;
    for (const auto& range : rangesOf(member)) {
        owned += range.size();
    }
    return static_cast<double>(owned) / static_cast<double>(kRing);
}

bool coversRing(std::span<const RingRange> ranges) {
    std::vector<RingRange> sorted(ranges.begin(), ranges.end());
    std::sort(sorted.begin(), sorted.end(),
              [](const RingRange& left, const RingRange& right) { return left.from < right.from; });
    std::uint64_t owned = 0;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        owned += sorted[i].size();
        if (sorted[i].to != sorted[(i + 1) % sorted.size()].from) {
            return false;  // a gap, or an overlap
        }
    }
    return owned == kRing;  // each begins where the one before ends, and together they go round once
}

double movedShare(std::span<const api::Member> before, std::span<const api::Member> after) {
    const Ring left(before);
    const Ring right(after);
    if (left.empty() || right.empty()) {
        return left.empty() && right.empty() ? 0 : 1;
    }
    // Between two neighbouring nodes of either ring the owners are constant.
    std::set<std::uint32_t> bounds;
    for (const auto members : {before, after}) {
        for (const auto& member : members) {
            bounds.insert(member.positions.begin(), member.positions.end());
        }
    }
    std::uint64_t moved = 0;
    std::uint32_t from = *bounds.rbegin();
    for (const auto to : bounds) {
        if (before[*left.ownerOf(from)].id != after[*right.ownerOf(from)].id) {
            moved += RingRange{from, to}.size();
        }
        from = to;
    }
    return static_cast<double>(moved) / static_cast<double>(kRing);
}

bool inRanges(std::span<const RingRange> sorted, std::uint32_t position) noexcept {
    if (sorted.empty()) {
        return true;
    }
    const auto behind =
        std::upper_bound(sorted.begin(), sorted.end(), position,
                         [](std::uint32_t value, const RingRange& range) { return value < range.from; });
    // Before the first: only the last may go over the end of the ring.
    return (behind == sorted.begin() ? sorted.back() : *std::prev(behind)).contains(position);
}

}  // namespace evenhand::tasks
