// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/sha1.h"

#include <openssl/evp.h>

#include <memory>

#include "engine/base/invariant.h"

namespace evenhand::base {
namespace {

constexpr std::size_t kSha1Bytes = 20;

/// Looked up once: a look-up costs more than the digest of a short text. "-fips": the digest protects nothing here, so
/// it is there too where the system's settings allow approved algorithms only.
const EVP_MD* sha1Method() noexcept {
    static const EVP_MD* const method = EVP_MD_fetch(nullptr, "SHA1", "-fips");
    return method;
}

struct FreeContext {
    void operator()(EVP_MD_CTX* context) const noexcept { EVP_MD_CTX_free(context); }
};

/// One for each thread: making one costs two allocations.
EVP_MD_CTX* sha1Context() noexcept {
    thread_local const std::unique_ptr<EVP_MD_CTX, FreeContext> context(EVP_MD_CTX_new());
    return context.get();
}

}  // namespace

Sha1Hex sha1Hex(std::string_view data) noexcept {
    auto* const context = sha1Context();
    std::array<unsigned char, kSha1Bytes> digest{};
    // Of bytes in memory nothing can fail but the look-up and the first allocation.
    const bool done = sha1Method() != nullptr && context != nullptr &&
                      EVP_DigestInit_ex2(context, sha1Method(), nullptr) == 1 &&
                      EVP_DigestUpdate(context, data.data(), data.size()) == 1 &&
                      EVP_DigestFinal_ex(context, digest.data(), nullptr) == 1;
    EVENHAND_INVARIANT(done, "OpenSSL computes no SHA-1 on this machine");
    Sha1Hex hex{};
    for (std::size_t i = 0; i < hex.size(); ++i) {
        hex[i] = "0123456789abcdef"[(digest[i / 2] >> (i % 2 == 0 ? 4 : 0)) & 0xf];
    }
    return hex;
}

}  // namespace evenhand::base
