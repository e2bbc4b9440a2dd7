// SPDX-License-Identifier: GPL-3.0-or-later
// How long a person must wait after failed sign-ins: nothing for the first few, then a delay that doubles, then a lock
// that doubles too. A success, or an administrator, starts it all again.
// Thread: pure functions, any thread.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/api/account_types.h"
#include "engine/base/clock.h"
#include "engine/base/result.h"

namespace evenhand::accounts {

inline constexpr std::int64_t kMaxDelayMs = base::kMinuteMs;  ///< of a delay; a lock may be longer
inline constexpr std::int64_t kMaxLockMs = base::kDayMs;      ///< of a lock

/// Before the next attempt, after `failures` in a row; 0: none.
[[nodiscard]] std::int64_t waitMsAfter(std::int64_t failures, const api::AccountSettings& settings) noexcept;
/// It is a lock (people are told so), not only a delay.
[[nodiscard]] bool isLock(std::int64_t failures, const api::AccountSettings& settings) noexcept;

/// Of one account, or of one login that nobody has: the same for both, so that nothing tells them apart.
struct Attempts {
    std::int64_t failures = 0;
    std::optional<Instant> waitUntil;
};
/// Before a password is looked at: Locked if it is too early, and then nothing changes. Else the attempt counts as
/// failed from here on, so that many at once gain nothing.
[[nodiscard]] Result<Attempts> begin(const Attempts& before, Instant now, const api::AccountSettings& settings);

/// Of one address, over whatever logins. Many people may share one, so much more is let pass than of a login, and a
/// wait is never longer than the first lock.
struct AddressAttempts {
    std::int64_t failures = 0;
    std::optional<Instant> waitUntil;
    Instant last;        ///< the newest attempt
    Instant forgivenTo;  ///< failures of before have been forgiven, one by one, up to here
};
inline constexpr std::int64_t kAddressShare = 10;          ///< times what is let pass of a login
inline constexpr std::int64_t kAddressMs = base::kHourMs;  ///< after so long without an attempt it starts all again
/// One failure is forgiven after each of these: typing errors of an office that is never quiet must not add up for
/// ever.
inline constexpr std::int64_t kForgivenMs = kAddressMs / kAddressShare;
/// As begin(). Locked if it is too early.
[[nodiscard]] Result<AddressAttempts> beginFrom(const AddressAttempts& before, Instant now,
                                                const api::AccountSettings& settings);
/// One of them has succeeded. The others stay: whoever has an account of their own is not to guess others' the faster.
void takeBack(AddressAttempts& attempts) noexcept;

/// InvalidArgument names the field.
[[nodiscard]] Result<void> checkSettings(const api::AccountSettings& settings);

}  // namespace evenhand::accounts
