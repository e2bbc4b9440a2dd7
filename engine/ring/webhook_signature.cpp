// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ring/webhook_signature.h"

#include "engine/base/sha256.h"

namespace evenhand::tasks {
namespace {

constexpr std::string_view kPrefix = "whsec_";
constexpr std::size_t kMinKey = 24;
constexpr std::size_t kMaxKey = 64;

}  // namespace

Secret webhookSecretOf(std::string_view key) { return Secret(std::string(kPrefix) + base::base64Of(key)); }

Result<Secret> webhookKeyOf(const Secret& secret) {
    std::string_view text = secret.reveal();
    if (text.starts_with(kPrefix)) {
        text.remove_prefix(kPrefix.size());
    }
    auto key = base::fromBase64(text);
    if (!key || key->size() < kMinKey || key->size() > kMaxKey) {
        return fail(ErrorCode::InvalidArgument, "must be \"whsec_\" and base64 of 24 to 64 bytes", "secret");
    }
    return Secret(*std::move(key));
}

std::string webhookSignature(const Secret& key, std::string_view id, std::int64_t seconds, std::string_view body) {
    std::string signedText(id);
    signedText += '.';
    signedText += std::to_string(seconds);
    signedText += '.';
    signedText += body;
    return "v1," + base::base64Of(base::bytesOf(base::hmacSha256(key.reveal(), signedText)));
}

}  // namespace evenhand::tasks
