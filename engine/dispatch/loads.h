// SPDX-License-Identifier: GPL-3.0-or-later
// How many orders couriers have in hand, and how many they may have, as the scripts of dispatch see it in the keyspace.
// The database has both as well (courier_store.h): recount() puts right what differs.
// Thread: the engine's. Errors: Script, Storage.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "engine/dispatch/keys.h"
#include "engine/keyspace/keyspace.h"
#include "engine/runtime/engine.h"

namespace evenhand::dispatch {

/// Of all couriers of a campus.
struct Loads {
    std::unordered_map<std::string, std::int64_t> inHand;
    std::unordered_map<std::string, std::int64_t> ownLimits;  ///< 0: none
    std::int64_t campusLimit = 0;                             ///< of those without an own one; 0: none

    [[nodiscard]] std::int64_t inHandOf(const std::string& courier) const;
    /// 0: none.
    [[nodiscard]] std::int64_t limitOf(const std::string& courier) const;
    [[nodiscard]] bool isFull(const std::string& courier) const;
};
[[nodiscard]] Result<Loads> loads(keyspace::Keyspace& keyspace, const CampusKeys& keys);

/// Whether one courier has as many orders as they may. One command where there is no limit.
[[nodiscard]] Result<bool> isFull(keyspace::Keyspace& keyspace, const CampusKeys& keys, std::string_view courier);
/// The campus's limit; 0: none.
[[nodiscard]] Result<void> setCampusLimit(keyspace::Keyspace& keyspace, const CampusKeys& keys, std::int64_t limit);
/// A courier's own one; 0: none, nullopt: the campus's.
[[nodiscard]] Result<void> setOwnLimit(keyspace::Keyspace& keyspace, const CampusKeys& keys, std::string_view courier,
                                       std::optional<std::int64_t> limit);
/// `difference` orders more in hand.
[[nodiscard]] Result<void> addInHand(keyspace::Keyspace& keyspace, const CampusKeys& keys, std::string_view courier,
                                     std::int64_t difference);

/// Puts counts and limits of a campus right after the database, by differences as a calibration does. Takes whose
/// assignment is not in the database count as well, but how many they are is not known, only that there are some: a
/// count that could be right with them stays. Who has fewer than it seemed may get orders that wait.
[[nodiscard]] Result<void> recount(runtime::UnitOfWork& work, const CampusId& campus, std::int64_t campusLimit);

/// Recounts every campus when the engine starts: a workspace of an older version has counts in its database alone.
/// Where a process may have died between a commit and its step on the keyspace, duty is followed as well
/// (follow_duty.h).
class RecountSource final : public runtime::DueSource {
public:
    [[nodiscard]] std::optional<Instant> nextDue() override {
        return m_done ? std::nullopt : std::optional(Instant{0});
    }
    [[nodiscard]] Result<void> runDue(runtime::UnitOfWork& work) override;
    void undone() noexcept override { m_done = false; }
    /// Others keep the counts right as this one does.
    void othersWrote() noexcept override {}
    /// Counts do not depend on the time.
    void timeTurnedBack() noexcept override {}

private:
    bool m_done = false;
};

}  // namespace evenhand::dispatch
