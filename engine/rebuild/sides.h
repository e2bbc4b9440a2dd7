// SPDX-License-Identifier: GPL-3.0-or-later
// What the parts of a comparison share: the two sides, what is counted, and keys that are settled member by member.
// Plain commands alone, so that a snapshot can be looked at, which has no scripts.
// Thread: that of database and keyspace; stateless.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/keyspace_types.h"
#include "engine/keyspace/keyspace.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/database/database.h"

namespace evenhand::rebuild {

/// Database and keyspace as they are at one moment.
struct Sides {
    store::Database& database;
    keyspace::Keyspace& keyspace;
    runtime::UnitOfWork* work = nullptr;  ///< what differs is put right in it; nullptr: it is told only
    [[nodiscard]] bool fixes() const noexcept { return work != nullptr; }
};

/// Counts what is looked at in one part; the first differences are kept, all are counted.
class Tally {
public:
    explicit Tally(api::KeyspacePartFound& part) : m_part(part) {}
    void looked(std::int64_t entries = 1) { m_part.checked += entries; }
    /// As api::KeyspaceDifference: empty means nothing.
    void differs(std::string_view key, std::string_view member, std::string expected, std::string found);
    void repaired(std::int64_t entries = 1) { m_part.repaired += entries; }
    [[nodiscard]] std::int64_t repairs() const noexcept { return m_part.repaired; }
    [[nodiscard]] std::int64_t differences() const noexcept { return m_part.differing; }

private:
    api::KeyspacePartFound& m_part;
};

/// Whether a key holds this type (as TYPE names it) or nothing. What holds another one differs and is removed.
[[nodiscard]] Result<bool> holds(const Sides& sides, Tally& tally, std::string_view key, std::string_view type);

enum class Members : std::uint8_t { Hash, SortedSet };
using Texts = std::map<std::string, std::string>;  ///< member → value or score
[[nodiscard]] Result<Texts> membersOf(const Sides& sides, Tally& tally, std::string_view key, Members kind);
/// What a list holds, in order.
[[nodiscard]] Result<std::vector<std::string>> listOf(const Sides& sides, Tally& tally, std::string_view key);

/// Each member as expected and no other: `found` is what membersOf() has answered.
[[nodiscard]] Result<void> settle(const Sides& sides, Tally& tally, std::string_view key, Members kind,
                                  const Texts& expected, const Texts& found);

/// A number that may also be absent where it is 0: into `expected`, unless it is 0 and was not found.
void expectNumber(Texts& expected, const Texts& found, const std::string& member, std::int64_t number);
/// 0 where there is none, or no number.
[[nodiscard]] std::int64_t numberIn(const Texts& found, const std::string& member);

/// Makes a topic's group where it is missing, from the first message on. Only where something is put right.
[[nodiscard]] Result<void> ensureGroup(const Sides& sides, std::string_view stream, std::string_view group);

}  // namespace evenhand::rebuild
