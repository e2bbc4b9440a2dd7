// SPDX-License-Identifier: GPL-3.0-or-later
// Handing refunds to workers and taking their reports: leases, fencing tokens, back-off, dead letters. Knows no
// provider. Thread: the engine's; stateless.
#pragma once

#include <string>

#include "engine/api/refund_desk.h"
#include "engine/runtime/unit_of_work.h"

namespace evenhand::returns {

struct Currency {
    std::string code;  ///< ISO 4217
    int minorDigits = 2;
};
[[nodiscard]] Result<std::vector<api::RefundJob>> claimDue(runtime::UnitOfWork& work, const api::RefundClaim& claim,
                                                           const Currency& currency);
[[nodiscard]] Result<api::RefundOutcome> report(runtime::UnitOfWork& work, const api::RefundReport& report);

/// How long to wait after the `attempts`-th attempt: doubles, at least what the provider asked for.
[[nodiscard]] std::int64_t retryAfterMs(const api::RefundSettings& settings, std::int64_t attempts,
                                        std::int64_t askedMs) noexcept;

[[nodiscard]] Result<void> setSettings(runtime::UnitOfWork& work, const api::RefundSettings& settings);

}  // namespace evenhand::returns
