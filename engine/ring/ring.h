// SPDX-License-Identifier: GPL-3.0-or-later
// The ring of workers: who owns which positions.
//
// Every worker has some positions (virtual nodes), so that shares even out: with n workers of v nodes each the share of
// one varies by about 1/sqrt(v). A node owns [the position before it, its own); the lowest also owns from the highest
// to the end of the ring, that is, its range goes over the end; a sole node owns everything. So the ranges of all nodes
// are disjoint and cover the ring, whatever the positions are (W2), and a worker that joins or leaves moves only what
// its own nodes own then, about 1/n (W4). (Karger et al., Consistent Hashing and Random Trees, 1997; ranges that end at
// the node, exclusively, as domain rules say.) Thread: pure functions and an immutable value, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/api/membership.h"
#include "engine/api/ring_range.h"
#include "engine/base/clock.h"
#include "engine/base/rng.h"

namespace evenhand::tasks {

inline constexpr int kVirtualNodes = 64;  ///< of a worker

/// A task's position: the first 32 bits of the SHA-1 of "KIND:SUBJECT", so the same on every machine.
[[nodiscard]] std::uint32_t ringPositionOf(std::string_view kind, std::string_view subject) noexcept;

/// Positions for a worker that wants to join: hashes of its address, the time, and a random number each; different from
/// each other and from those of `members`: an equal one is drawn again. `count` >= 1.
[[nodiscard]] std::vector<std::uint32_t> drawPositions(std::string_view address, Instant now, int count,
                                                       std::span<const api::Member> members, Rng& rng);

class Ring {
public:
    /// An empty ring: nobody owns anything.
    Ring() = default;
    /// Where a position is claimed twice, which a membership does not let happen, the lower id has it.
    explicit Ring(std::span<const api::Member> members);

    [[nodiscard]] bool empty() const noexcept { return m_nodes.empty(); }
    /// Index into the members that made it; nullopt: the ring is empty.
    [[nodiscard]] std::optional<std::size_t> ownerOf(std::uint32_t position) const noexcept;
    /// What a member owns, merged, in order of `from`; one that goes over the end stands last. Empty for one that owns
    /// nothing.
    [[nodiscard]] std::vector<api::RingRange> rangesOf(std::size_t member) const;
    /// Share of the positions, 0 … 1, exact before the division.
    [[nodiscard]] double shareOf(std::size_t member) const;

private:
    using Node = std::pair<std::uint32_t, std::size_t>;  ///< position, member
    std::vector<Node> m_nodes;                           ///< by position, none twice
};

/// True if the ranges, of all workers together, are disjoint and cover the ring.
[[nodiscard]] bool coversRing(std::span<const api::RingRange> ranges);
/// Share of the positions whose owner (by id) differs, 0 … 1; 1 if one of the rings is empty and the other is not.
[[nodiscard]] double movedShare(std::span<const api::Member> before, std::span<const api::Member> after);
/// Whether one of sorted, disjoint ranges has the position; no ranges: all do (as in a claim).
[[nodiscard]] bool inRanges(std::span<const api::RingRange> sorted, std::uint32_t position) noexcept;

}  // namespace evenhand::tasks
