// SPDX-License-Identifier: GPL-3.0-or-later
// Variable-length integers and a bounds-checked reader for the keyspace's binary records.
// Thread: no shared state.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace evenhand::keyspace {

inline constexpr std::size_t kMaxVarint = 10;

/// LEB128. `to` has room for kMaxVarint bytes; returns the end.
inline char* putVarint(char* to, std::uint64_t value) noexcept {
    while (value >= 0x80) {
        *to++ = static_cast<char>(static_cast<unsigned char>(value | 0x80U));
        value >>= 7U;
    }
    *to++ = static_cast<char>(value);
    return to;
}
inline std::size_t varintSize(std::uint64_t value) noexcept {
    std::size_t n = 1;
    while (value >= 0x80) {
        value >>= 7U;
        ++n;
    }
    return n;
}
inline std::uint64_t zigzag(std::int64_t value) noexcept {
    return (static_cast<std::uint64_t>(value) << 1U) ^ static_cast<std::uint64_t>(value >> 63);
}
inline std::int64_t unzigzag(std::uint64_t value) noexcept {
    return static_cast<std::int64_t>((value >> 1U) ^ (~(value & 1U) + 1U));
}

/// Reads from bytes that may be damaged: every function is false at the first thing that does not fit.
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes) noexcept : m_at(bytes.data()), m_end(bytes.data() + bytes.size()) {}

    [[nodiscard]] bool atEnd() const noexcept { return m_at == m_end; }
    [[nodiscard]] std::string_view rest() const noexcept { return {m_at, static_cast<std::size_t>(m_end - m_at)}; }
    [[nodiscard]] bool byte(std::uint8_t& out) noexcept {
        if (m_at == m_end) {
            return false;
        }
        out = static_cast<std::uint8_t>(*m_at++);
        return true;
    }
    [[nodiscard]] bool varint(std::uint64_t& out) noexcept {
        out = 0;
        for (unsigned shift = 0; shift < 64 && m_at != m_end; shift += 7) {
            const auto b = static_cast<std::uint8_t>(*m_at++);
            out |= static_cast<std::uint64_t>(b & 0x7FU) << shift;
            if (b < 0x80) {
                return true;
            }
        }
        return false;
    }
    [[nodiscard]] bool integer(std::int64_t& out) noexcept {
        std::uint64_t raw = 0;
        if (!varint(raw)) {
            return false;
        }
        out = unzigzag(raw);
        return true;
    }
    [[nodiscard]] bool real(double& out) noexcept {
        if (m_end - m_at < 8) {
            return false;
        }
        std::memcpy(&out, m_at, 8);
        m_at += 8;
        return true;
    }
    [[nodiscard]] bool bytes(std::string_view& out) noexcept {
        std::uint64_t size = 0;
        if (!varint(size) || size > static_cast<std::uint64_t>(m_end - m_at)) {
            return false;
        }
        out = {m_at, static_cast<std::size_t>(size)};
        m_at += size;
        return true;
    }

private:
    const char* m_at;
    const char* m_end;
};

}  // namespace evenhand::keyspace
