// SPDX-License-Identifier: GPL-3.0-or-later
// The atomic steps of dispatch on the keyspace, one function per script of lua/dispatch_*.lua.
// Thread: the engine's. Errors: Script, Storage.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "engine/dispatch/keys.h"
#include "engine/keyspace/keyspace.h"

namespace evenhand::dispatch {

inline constexpr int kRankingShown = 5;  ///< entries of the ranking kept as evidence
inline constexpr int kPassedShown = 20;  ///< and of those who were passed over

using Ranking = std::vector<std::pair<CourierId, std::int64_t>>;

/// Who must or must not get it. At most one of both is set.
struct Choice {
    std::string_view named;
    std::string_view excluded;
    bool overLimit = false;  ///< the named one also at their load limit
};

struct Taken {
    std::string courier;
    std::int64_t step = 0;  ///< what it paid, now or (repeated) before
    bool repeated = false;  ///< the log entry was there already
    Ranking ranking;        ///< before the step, with the courier if it was not named; empty if repeated
    // Empty if repeated:
    std::int64_t weight = 0;                   ///< of the courier, before the step
    std::int64_t inHand = 0;                   ///< of the courier, before this order
    std::int64_t limit = 0;                    ///< of the courier; 0: none
    std::vector<api::CourierLoad> passedOver;  ///< the highest of those who were at their limit
    std::int64_t passedMore = 0;               ///< how many more were
};

/// An attempt at an assignment, where units of work interleave: its name is kept beside the log entry that it makes or
/// finds. So whoever has failed takes back only what nobody has found since.
struct Attempt {
    std::string key;  ///< CampusKeys::maker()
    std::string name;
};

/// Strong mode. nullopt: nobody can take it, as nobody is on duty, or all who are have as many orders as they may.
/// `attempt`: nullptr where units do not interleave.
[[nodiscard]] Result<std::optional<Taken>> take(keyspace::Keyspace& keyspace, const CampusKeys& keys,
                                                std::string_view log, std::int64_t step, std::int64_t logTtlMs,
                                                Choice choice, const Attempt* attempt = nullptr,
                                                int ranking = kRankingShown);
/// Soft mode, step one: changes nothing.
[[nodiscard]] Result<std::optional<Taken>> top(keyspace::Keyspace& keyspace, const CampusKeys& keys,
                                               std::string_view log, Choice choice);
/// Soft mode, step two. Conflict: the courier has come to their load limit meanwhile.
[[nodiscard]] Result<std::optional<Taken>> charge(keyspace::Keyspace& keyspace, const CampusKeys& keys,
                                                  std::string_view log, std::string_view courier, std::int64_t step,
                                                  std::int64_t logTtlMs, bool overLimit,
                                                  const Attempt* attempt = nullptr);
/// `maker`: the key of the attempts of this log entry, or empty where units do not interleave.
[[nodiscard]] Result<void> forgetLog(keyspace::Keyspace& keyspace, const CampusKeys& keys, std::string_view log,
                                     std::string_view maker = {});
/// Takes a take back, if its log entry is there, with `attempt` only if that was the last to make or find it. Answers
/// whose it was; empty: nothing was done.
[[nodiscard]] Result<std::string> undoTake(keyspace::Keyspace& keyspace, const CampusKeys& keys, std::string_view log,
                                           const Attempt* attempt = nullptr);
/// Whose take the log entry is; empty: there is none.
[[nodiscard]] Result<std::string> takenBy(keyspace::Keyspace& keyspace, std::string_view log);
/// Gives the step of a recorded assignment back, and takes the order off those in hand, once.
[[nodiscard]] Result<void> release(keyspace::Keyspace& keyspace, const CampusKeys& keys, std::string_view orderNo,
                                   std::int64_t epoch, std::string_view courier, std::int64_t charged,
                                   std::int64_t markTtlMs);

[[nodiscard]] Result<void> enrol(keyspace::Keyspace& keyspace, const CampusKeys& keys, std::string_view courier,
                                 std::int64_t startWeight);
struct Joined {
    std::int64_t weight = 0;
    std::int64_t adjustment = 0;  ///< weight − what was kept
    bool changed = false;         ///< false: it was on duty already
};
[[nodiscard]] Result<Joined> join(keyspace::Keyspace& keyspace, const CampusKeys& keys, std::string_view courier,
                                  api::JoinRule rule);
/// What join() would come to now; `startWeight`: kept for one who is not enrolled yet.
[[nodiscard]] Result<Joined> tellJoin(keyspace::Keyspace& keyspace, const CampusKeys& keys, std::string_view courier,
                                      api::JoinRule rule, std::int64_t startWeight);
/// As it was told, whatever the others' weights are by now. Nothing if it is on duty, or not enrolled.
[[nodiscard]] Result<void> joinWith(keyspace::Keyspace& keyspace, const CampusKeys& keys, std::string_view courier,
                                    std::int64_t adjustment);
/// False: it was not on duty.
[[nodiscard]] Result<bool> leave(keyspace::Keyspace& keyspace, const CampusKeys& keys, std::string_view courier);

struct Adjustment {
    std::string courier;
    std::int64_t difference = 0;
    bool onDuty = false;
};
/// False: this calibration `id` was applied before.
[[nodiscard]] Result<bool> adjust(keyspace::Keyspace& keyspace, const CampusKeys& keys, std::string_view id,
                                  std::span<const Adjustment> adjustments);

struct Weights {
    Ranking onDuty;  ///< highest first; ties: greatest id first
    std::map<std::string, std::int64_t> kept;
    std::map<std::string, std::int64_t> open;  ///< charges without an assignment in the database
};
[[nodiscard]] Result<Weights> weights(keyspace::Keyspace& keyspace, const CampusKeys& keys);
[[nodiscard]] Result<std::int64_t> countOnDuty(keyspace::Keyspace& keyspace, const CampusKeys& keys);
[[nodiscard]] Result<bool> isOnDuty(keyspace::Keyspace& keyspace, const CampusKeys& keys, std::string_view courier);

}  // namespace evenhand::dispatch
