// SPDX-License-Identifier: GPL-3.0-or-later
// The keyspace against the database, which is the truth: in which parts, what differs, and whether it is the keyspace
// that the database knows. Value types, any thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/clock.h"

namespace evenhand::api {

/// What is rebuilt by itself. Locks are none: nothing of them is in the database, and their leases run out.
enum class KeyspacePart : std::uint8_t {
    Weights,  ///< of couriers, and their orders in hand and load limits
    Timers,   ///< the delay queue
    Stocks,   ///< of flash sales that run, and the slots of their users
    Queues,   ///< of campaigns, and what their users are charged
    Streams   ///< messages that orders wait for, and what topics have counted
};
inline constexpr std::size_t kKeyspaceParts = 5;
/// "weights", "timers", "stocks", "queues", "streams".
[[nodiscard]] std::string_view toText(KeyspacePart value) noexcept;
[[nodiscard]] std::optional<KeyspacePart> keyspacePartFrom(std::string_view text) noexcept;
[[nodiscard]] std::span<const KeyspacePart> allKeyspaceParts() noexcept;

/// A keyspace carries the number of its generation, as the newest row of the database does.
enum class GenerationState : std::uint8_t {
    Same,     ///< also where none was ever opened
    Missing,  ///< it carries none: it was emptied
    Older,    ///< it was put back to an earlier time
    Foreign   ///< it is that of another workspace, or newer than the database knows
};
/// "same", "missing", "older", "foreign".
[[nodiscard]] std::string_view toText(GenerationState value) noexcept;

struct KeyspaceGeneration {
    GenerationState state = GenerationState::Same;
    std::int64_t number = 0;  ///< as the database says; 0: none was ever opened
    std::string found;        ///< what the keyspace carries, empty: nothing
    std::optional<Instant> openedAt;
};

struct KeyspaceDifference {
    std::string key;
    std::string member;    ///< of the key; empty: the key as a whole
    std::string expected;  ///< what the database says, empty: nothing is to be there
    std::string found;     ///< empty: nothing
};

struct KeyspacePartFound {
    KeyspacePart part = KeyspacePart::Weights;
    std::int64_t checked = 0;                     ///< entries that were looked at
    std::int64_t differing = 0;                   ///< of these, or entries that nothing in the database stands behind
    std::int64_t repaired = 0;                    ///< put right by this run
    std::vector<KeyspaceDifference> differences;  ///< the first kMaxKeyspaceDifferences of those that differ
};
inline constexpr std::size_t kMaxKeyspaceDifferences = 50;

struct KeyspaceComparison {
    Instant at;  ///< engine time of its end
    KeyspaceGeneration generation;
    std::vector<KeyspacePartFound> parts;
    [[nodiscard]] bool partsAgree() const noexcept {
        return std::all_of(parts.begin(), parts.end(), [](const auto& part) { return part.differing == 0; });
    }
    [[nodiscard]] bool agrees() const noexcept { return generation.state == GenerationState::Same && partsAgree(); }
};

}  // namespace evenhand::api
