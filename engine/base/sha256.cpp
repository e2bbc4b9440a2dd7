// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/sha256.h"

#include <sodium.h>

#include <algorithm>

namespace evenhand::base {
namespace {

const unsigned char* bytes(std::string_view text) { return reinterpret_cast<const unsigned char*>(text.data()); }

}  // namespace

// Neither function needs sodium_init(): they use no randomness, and the portable code where nothing better was chosen.

Sha256 sha256(std::string_view data) noexcept {
    Sha256 digest{};
    static_assert(sizeof(digest) == crypto_hash_sha256_BYTES);
    crypto_hash_sha256(digest.data(), bytes(data), data.size());
    return digest;
}

Sha256 hmacSha256(std::string_view key, std::string_view data) noexcept {
    Sha256 digest{};
    static_assert(sizeof(digest) == crypto_auth_hmacsha256_BYTES);
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, bytes(key), key.size());
    crypto_auth_hmacsha256_update(&state, bytes(data), data.size());
    crypto_auth_hmacsha256_final(&state, digest.data());
    sodium_memzero(&state, sizeof(state));
    return digest;
}

std::optional<Sha256> sha256From(std::string_view data) noexcept {
    Sha256 digest{};
    if (data.size() != digest.size()) {
        return std::nullopt;
    }
    std::copy(data.begin(), data.end(), digest.begin());
    return digest;
}

bool equalSecrets(std::string_view left, std::string_view right) noexcept {
    return left.size() == right.size() && sodium_memcmp(left.data(), right.data(), left.size()) == 0;
}

std::string hexOf(std::string_view data) {
    std::string text(data.size() * 2 + 1, '\0');
    sodium_bin2hex(text.data(), text.size(), bytes(data), data.size());
    text.pop_back();
    return text;
}

std::string base64Of(std::string_view data) {
    std::string text(sodium_base64_encoded_len(data.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
    sodium_bin2base64(text.data(), text.size(), bytes(data), data.size(), sodium_base64_VARIANT_ORIGINAL);
    text.pop_back();
    return text;
}

std::optional<std::string> fromBase64(std::string_view text) {
    std::string data(text.size(), '\0');
    std::size_t size = 0;
    const char* end = nullptr;
    if (sodium_base642bin(reinterpret_cast<unsigned char*>(data.data()), data.size(), text.data(), text.size(), nullptr,
                          &size, &end, sodium_base64_VARIANT_ORIGINAL) != 0 ||
        end != text.data() + text.size()) {
        return std::nullopt;
    }
    data.resize(size);
    return data;
}

}  // namespace evenhand::base
