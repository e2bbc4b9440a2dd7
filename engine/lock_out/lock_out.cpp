// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/lock_out/lock_out.h"

#include "engine/base/within.h"

#include <algorithm>
#include <string>

namespace evenhand::accounts {
namespace {

/// first × 2^(nth − 1), at most `longest`.
std::int64_t doubled(std::int64_t first, std::int64_t nth, std::int64_t longest) noexcept {
    std::int64_t ms = std::min(first, longest);
    for (std::int64_t i = 1; i < nth && ms < longest; ++i) {
        ms = std::min(ms * 2, longest);
    }
    return ms;
}

}  // namespace

bool isLock(std::int64_t failures, const api::AccountSettings& settings) noexcept {
    return failures >= settings.lockAfter;
}

std::int64_t waitMsAfter(std::int64_t failures, const api::AccountSettings& settings) noexcept {
    if (isLock(failures, settings)) {
        return doubled(settings.lockMs, failures - settings.lockAfter + 1, kMaxLockMs);
    }
    return failures <= settings.freeFailures
               ? 0
               : doubled(settings.firstDelayMs, failures - settings.freeFailures, kMaxDelayMs);
}

Result<Attempts> begin(const Attempts& before, Instant now, const api::AccountSettings& settings) {
    if (before.waitUntil && now < *before.waitUntil) {
        return fail(ErrorCode::Locked,
                    isLock(before.failures, settings) ? "locked after too many failed attempts"
                                                      : "wait a moment before trying again",
                    "wait_until", std::to_string(before.waitUntil->ms));
    }
    Attempts after{before.failures + 1, std::nullopt};
    if (const auto waitMs = waitMsAfter(after.failures, settings); waitMs > 0) {
        after.waitUntil = now.plusMs(waitMs);
    }
    return after;
}

Result<AddressAttempts> beginFrom(const AddressAttempts& before, Instant now, const api::AccountSettings& settings) {
    if (before.waitUntil && now < *before.waitUntil) {
        return fail(ErrorCode::Locked, "too many failed attempts from this address", "wait_until",
                    std::to_string(before.waitUntil->ms));
    }
    auto ofAddress = settings;
    ofAddress.freeFailures *= kAddressShare;
    ofAddress.lockAfter *= kAddressShare;
    const auto forgiven = std::max<std::int64_t>((now.ms - before.forgivenTo.ms) / kForgivenMs, 0);
    const bool isNew = now.ms - before.last.ms > kAddressMs || forgiven >= before.failures;
    AddressAttempts after{(isNew ? 0 : before.failures - forgiven) + 1, std::nullopt, now,
                          isNew ? now : before.forgivenTo.plusMs(forgiven * kForgivenMs)};
    if (const auto waitMs = std::min(waitMsAfter(after.failures, ofAddress), settings.lockMs); waitMs > 0) {
        after.waitUntil = now.plusMs(waitMs);
    }
    return after;
}

void takeBack(AddressAttempts& attempts) noexcept {
    attempts.failures = std::max<std::int64_t>(attempts.failures - 1, 0);
    attempts.waitUntil.reset();
}

Result<void> checkSettings(const api::AccountSettings& settings) {
    if (settings.idleLockMs != 0) {
        EVENHAND_TRY(base::within(settings.idleLockMs, base::kMinuteMs, kMaxLockMs, "idle_lock_ms"));
    }
    EVENHAND_TRY(base::within(settings.freeFailures, 0, 10, "free_failures"));
    EVENHAND_TRY(base::within(settings.firstDelayMs, 100, kMaxDelayMs, "first_delay_ms"));
    EVENHAND_TRY(base::within(settings.lockAfter, settings.freeFailures + 1, 100, "lock_after"));
    return base::within(settings.lockMs, base::kMinuteMs, kMaxLockMs, "lock_ms");
}

}  // namespace evenhand::accounts
