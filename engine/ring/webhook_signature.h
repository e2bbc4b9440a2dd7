// SPDX-License-Identifier: GPL-3.0-or-later
// How webhooks are signed: as Standard Webhooks 1.0 has it (github.com/standard-webhooks), so that receivers can use
// its libraries. Thread: pure functions, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/base/secret.h"

namespace evenhand::tasks {

/// "whsec_" and base64 of the key's bytes.
[[nodiscard]] Secret webhookSecretOf(std::string_view key);
/// The key of such a text; also without the prefix. InvalidArgument (secret): not base64, or not 24 … 64 bytes.
[[nodiscard]] Result<Secret> webhookKeyOf(const Secret& secret);

/// "v1," and base64 of HMAC-SHA256(key, "ID.SECONDS.BODY"); `seconds`: UTC, as in Webhook-Timestamp.
[[nodiscard]] std::string webhookSignature(const Secret& key, std::string_view id, std::int64_t seconds,
                                           std::string_view body);

}  // namespace evenhand::tasks
