// SPDX-License-Identifier: GPL-3.0-or-later
// People as values: accounts, roles, sessions, the rules of signing in.
// Thread: value types, any thread.
#pragma once

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "engine/api/actor.h"
#include "engine/base/clock.h"
#include "engine/base/ids.h"
#include "engine/base/secret.h"

namespace evenhand::api {

struct PersonInput {
    std::string login;        ///< see checkLogin(); never changes
    std::string name;         ///< for others, 0 … 200 characters
    std::vector<Role> roles;  ///< may be empty: can sign in, but do nothing
    bool operator==(const PersonInput&) const = default;
};
struct PersonRow {
    PersonId id;
    std::string login, name;
    std::vector<Role> roles;
    bool disabled = false;
    bool mustChangePassword = false;   ///< set by somebody else; until it is changed nothing else is allowed
    std::int64_t failures = 0;         ///< sign-ins in a row that failed
    std::optional<Instant> waitUntil;  ///< no sign-in before; nullopt or past: now
    std::optional<Instant> lastSignIn;
    Instant createdAt;
    std::string createdBy;
    std::int64_t version = 0;
};
struct PersonRef {
    PersonId id;
    std::int64_t version = 0;  ///< 0: whatever it is now
};

struct SignIn {
    std::string login;
    Secret password;
    Via via = Via::Console;
};
struct SignedIn {
    Actor actor;  ///< with the grant: goes into every call
    PersonRow person;
    std::optional<Instant> lastSignIn;  ///< the one before this
    std::int64_t failuresSince = 0;     ///< attempts that failed since then
};

/// A session ends so long after its console's line has.
inline constexpr std::int64_t kSessionMs = base::kHourMs;
/// So often a service says which sessions are in use.
inline constexpr std::int64_t kSessionRenewedMs = 10 * base::kMinuteMs;

/// Of the workspace.
struct AccountSettings {
    std::int64_t idleLockMs = 15LL * 60 * 1000;  ///< of the console, 1 min … 24 h; 0: never
    std::int64_t freeFailures = 3;               ///< without a delay, 0 … 10
    std::int64_t firstDelayMs = 1'000;           ///< doubles with every further failure, 100 ms … 1 min
    std::int64_t lockAfter = 10;                 ///< failures in a row, > freeFailures … 100
    std::int64_t lockMs = 15LL * 60 * 1000;      ///< doubles with every further failure up to a day, 1 min … 1 day
    std::int64_t version = 0;  ///< as it was read; for a change 0: whatever it is now, else Conflict if it is stale
    /// Compares the settings, not the version.
    bool operator==(const AccountSettings& other) const {
        return std::tie(idleLockMs, freeFailures, firstDelayMs, lockAfter, lockMs) ==
               std::tie(other.idleLockMs, other.freeFailures, other.firstDelayMs, other.lockAfter, other.lockMs);
    }
};

/// Whether anybody can sign in at all, for the first window: no permission is needed to ask.
struct SignInState {
    bool needed = false;  ///< there is an administrator who can sign in, so the console asks for it
};

}  // namespace evenhand::api
