// SPDX-License-Identifier: GPL-3.0-or-later
// Hashes of passwords: argon2id by libsodium, encoded with their parameters and salt. Slow by intent (about 50 ms), so
// not on the thread of the engine or the window.
// Thread: any; answers come on the hasher's thread, of the direct one on the caller's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "engine/api/call.h"
#include "engine/base/secret.h"

namespace evenhand::accounts {

/// What one hash takes. The least that libsodium allows (1 pass, 8 KiB) is for tests.
struct HashCost {
    std::uint64_t passes = 2;
    std::size_t memoryBytes = std::size_t{64} * 1024 * 1024;
};

class Hasher {
public:
    virtual ~Hasher() = default;
    /// Busy: too many wait. Storage: no memory for it.
    [[nodiscard]] virtual api::Answer<std::string> hash(Secret password) = 0;
    /// Whether `encoded` was made of this password. If it is empty (an unknown login): false, after the same work.
    [[nodiscard]] virtual api::Answer<bool> verify(Secret password, std::string encoded) = 0;
};

/// On a thread of its own, `bound` at most waiting; ends with what is under way.
[[nodiscard]] std::unique_ptr<Hasher> threadHasher(HashCost cost = {}, std::size_t bound = 64);
/// On the caller's: for the command line, and for tests without threads.
[[nodiscard]] std::unique_ptr<Hasher> directHasher(HashCost cost = {});

}  // namespace evenhand::accounts
