// SPDX-License-Identifier: GPL-3.0-or-later
// The signature of payment notifications: "t=SECONDS,v1=HEX", HEX the HMAC-SHA-256 of "SECONDS.BODY" under the token's
// signing key. Several v1 may stand there while a sender changes its key. Thread: pure, any thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/base/secret.h"

namespace evenhand::ingest {

inline constexpr std::int64_t kSignatureWindowMs = 5LL * 60 * 1000;  ///< before and after now

/// What a sender writes.
[[nodiscard]] std::string paymentSignature(const Secret& key, std::int64_t seconds, std::string_view body);

enum class SignatureFault : std::uint8_t { Malformed, OutsideWindow, Wrong };
/// Answers the seconds it was signed at. Compared in constant time.
[[nodiscard]] tl::expected<std::int64_t, SignatureFault> checkPaymentSignature(const Secret& key,
                                                                               std::string_view header,
                                                                               std::string_view body, Instant now);

}  // namespace evenhand::ingest
