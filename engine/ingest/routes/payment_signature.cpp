// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/routes/payment_signature.h"

#include <optional>
#include <vector>

#include "engine/base/number_text.h"
#include "engine/base/sha256.h"

namespace evenhand::ingest {
namespace {

constexpr std::size_t kMaxSignatures = 4;
constexpr std::int64_t kMaxSeconds = base::kMaxInstant.ms / 1'000;

struct Header {
    std::string_view seconds;
    std::vector<std::string_view> signatures;
};

std::optional<Header> parse(std::string_view text) {
    Header header;
    while (!text.empty()) {
        const auto comma = text.find(',');
        auto part = text.substr(0, comma);
        text.remove_prefix(comma == std::string_view::npos ? text.size() : comma + 1);
        while (part.starts_with(' ')) {
            part.remove_prefix(1);
        }
        if (part.starts_with("t=") && header.seconds.empty()) {
            header.seconds = part.substr(2);
        } else if (part.starts_with("v1=") && header.signatures.size() < kMaxSignatures) {
            header.signatures.push_back(part.substr(3));
        } else {
            return std::nullopt;
        }
    }
    return header.seconds.empty() || header.signatures.empty() ? std::nullopt : std::optional(header);
}

std::string hmacOf(const Secret& key, std::string_view seconds, std::string_view body) {
    std::string text(seconds);
    text += '.';
    text += body;
    return base::hexOf(base::bytesOf(base::hmacSha256(key.reveal(), text)));
}

}  // namespace

std::string paymentSignature(const Secret& key, std::int64_t seconds, std::string_view body) {
    const auto text = std::to_string(seconds);
    return "t=" + text + ",v1=" + hmacOf(key, text, body);
}

tl::expected<std::int64_t, SignatureFault> checkPaymentSignature(const Secret& key, std::string_view header,
                                                                 std::string_view body, Instant now) {
    const auto parsed = parse(header);
    const auto seconds = parsed ? base::numberFrom(parsed->seconds) : std::nullopt;
    if (!seconds || *seconds < 0 || *seconds > kMaxSeconds) {
        return tl::unexpected(SignatureFault::Malformed);
    }
    const auto expected = hmacOf(key, parsed->seconds, body);
    bool fits = false;
    for (const auto signature : parsed->signatures) {
        fits = base::equalSecrets(signature, expected) || fits;
    }
    if (!fits) {
        return tl::unexpected(SignatureFault::Wrong);
    }
    const auto age = now.ms - *seconds * 1'000;
    if (age > kSignatureWindowMs || age < -kSignatureWindowMs) {
        return tl::unexpected(SignatureFault::OutsideWindow);
    }
    return *seconds;
}

}  // namespace evenhand::ingest
