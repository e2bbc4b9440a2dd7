// SPDX-License-Identifier: GPL-3.0-or-later
// Byte strings of the keyspace: a fast hash, a heap string with a small header, and small text helpers.
// Thread: no shared state.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>

namespace evenhand::keyspace {

namespace detail {
__extension__ using Uint128 = unsigned __int128;

inline std::uint64_t load64(const char* p) noexcept {
    std::uint64_t v = 0;
    std::memcpy(&v, p, 8);
    return v;
}
inline std::uint64_t load32(const char* p) noexcept {
    std::uint32_t v = 0;
    std::memcpy(&v, p, 4);
    return v;
}
inline std::uint64_t mum(std::uint64_t a, std::uint64_t b) noexcept {
    const Uint128 r = static_cast<Uint128>(a) * b;
    return static_cast<std::uint64_t>(r) ^ static_cast<std::uint64_t>(r >> 64U);
}
}  // namespace detail

inline constexpr std::uint64_t kHashSeed1 = 0xa0761d6478bd642fULL;
inline constexpr std::uint64_t kHashSeed2 = 0xe7037ed1a0b428dbULL;

/// 64-bit hash in the manner of wyhash (Wang Yi, public domain): multiply-and-fold over 16-byte blocks.
inline std::uint64_t hashBytes(std::string_view s, std::uint64_t seed = kHashSeed1) noexcept {
    const char* p = s.data();
    std::size_t n = s.size();
    std::uint64_t a = 0;
    std::uint64_t b = 0;
    if (n <= 16) {
        if (n >= 4) {
            const std::size_t step = (n >> 3U) << 2U;
            a = (detail::load32(p) << 32U) | detail::load32(p + step);
            b = (detail::load32(p + n - 4) << 32U) | detail::load32(p + n - 4 - step);
        } else if (n > 0) {
            a = (static_cast<std::uint64_t>(static_cast<unsigned char>(p[0])) << 16U) |
                (static_cast<std::uint64_t>(static_cast<unsigned char>(p[n >> 1U])) << 8U) |
                static_cast<unsigned char>(p[n - 1]);
        }
    } else {
        while (n > 16) {
            seed = detail::mum(detail::load64(p) ^ kHashSeed2, detail::load64(p + 8) ^ seed);
            p += 16;
            n -= 16;
        }
        a = detail::load64(p + n - 16);
        b = detail::load64(p + n - 8);
    }
    return detail::mum(kHashSeed2 ^ s.size(), detail::mum(a ^ kHashSeed2, b ^ seed));
}
inline std::uint32_t hash32(std::string_view s) noexcept { return static_cast<std::uint32_t>(hashBytes(s)); }

/// malloc that never returns null.
inline void* allocate(std::size_t bytes) {
    void* p = std::malloc(bytes);
    if (p == nullptr) {
        throw std::bad_alloc();
    }
    return p;
}

/// memcpy that accepts null with a length of 0.
inline void copyBytes(char* to, std::string_view from) noexcept {
    if (!from.empty()) {
        std::memcpy(to, from.data(), from.size());
    }
}

/// An immutable heap string; owned by exactly one container, trash list or caller.
struct Blob {
    std::uint32_t size;
    char data[4];  // really `size` bytes

    [[nodiscard]] std::string_view view() const noexcept { return {data, size}; }

    static Blob* make(std::string_view s) {
        Blob* blob = makeUninitialised(s.size());
        copyBytes(blob->data, s);
        return blob;
    }
    static Blob* makeUninitialised(std::size_t size) {
        auto* blob = static_cast<Blob*>(allocate(sizeof(std::uint32_t) + (size < 4 ? 4 : size)));
        blob->size = static_cast<std::uint32_t>(size);
        return blob;
    }
    static void destroy(Blob* blob) noexcept { std::free(blob); }
};

/// ASCII case-insensitive comparison; `lower` is given in lower case.
inline bool equalsNoCase(std::string_view text, std::string_view lower) noexcept {
    if (text.size() != lower.size()) {
        return false;
    }
    for (std::size_t i = 0; i < text.size(); ++i) {
        char c = text[i];
        if (c >= 'A' && c <= 'Z') {
            c = static_cast<char>(c + ('a' - 'A'));
        }
        if (c != lower[i]) {
            return false;
        }
    }
    return true;
}

}  // namespace evenhand::keyspace
