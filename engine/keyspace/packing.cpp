// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/keyspace/packing.h"

#include <bit>
#include <cstring>

#include "engine/keyspace/types/bytes.h"

namespace evenhand::keyspace {
namespace {

constexpr std::size_t kShortestRepeat = 4;
constexpr std::size_t kFarthest = 0xffff;
constexpr std::size_t kHashed = 8;  // bytes read to hash a place, so many are left at the end
constexpr std::size_t kMask = 15;   // of either number in the first byte

char* putMore(char* to, std::size_t length) noexcept {
    for (length -= kMask; length >= 255; length -= 255) {
        *to++ = static_cast<char>(0xff);
    }
    *to++ = static_cast<char>(length);
    return to;
}

/// Literals and the start of a step; `repeat` is 0 in the last one.
char* putStep(char* to, const char* literals, std::size_t count, std::size_t repeat, std::size_t distance) noexcept {
    char* const head = to++;
    const std::size_t length = repeat == 0 ? 0 : repeat - kShortestRepeat;
    const std::size_t first = count < kMask ? count : kMask;
    const std::size_t second = length < kMask ? length : kMask;
    *head = static_cast<char>((first << 4U) | second);
    if (first == kMask) {
        to = putMore(to, count);
    }
    std::memcpy(to, literals, count);
    to += count;
    if (repeat != 0) {
        *to++ = static_cast<char>(distance & 0xffU);
        *to++ = static_cast<char>(distance >> 8U);
        if (second == kMask) {
            to = putMore(to, length);
        }
    }
    return to;
}

/// How many bytes from `a` on are as from `b` on, `a` up to `end`.
std::size_t common(const char* a, const char* b, const char* end) noexcept {
    const char* const start = a;
    for (; end - a >= 8; a += 8, b += 8) {
        if (const std::uint64_t differ = detail::load64(a) ^ detail::load64(b); differ != 0) {
            return static_cast<std::size_t>(a - start) + static_cast<std::size_t>(std::countr_zero(differ)) / 8;
        }
    }
    while (a < end && *a == *b) {
        ++a;
        ++b;
    }
    return static_cast<std::size_t>(a - start);
}

/// Adds up a number's further bytes.
bool more(const unsigned char*& from, const unsigned char* end, std::size_t& length) noexcept {
    unsigned char byte = 0;
    do {
        if (from == end) {
            return false;
        }
        byte = *from++;
        length += byte;
    } while (byte == 255);
    return true;
}

}  // namespace

void Packer::pack(std::string_view raw, std::string& out) {
    const std::size_t before = out.size();
    out.resize(before + bound(raw.size()));
    char* to = out.data() + before;
    const char* const begin = raw.data();
    const char* const end = begin + raw.size();
    const char* const last = raw.size() > kHashed ? end - kHashed : begin;
    const char* from = begin;  // not yet written
    m_places.fill(0);
    const auto place = [this](std::uint64_t bytes) -> std::uint32_t& {  // of the first 5
        return m_places[((bytes << 24U) * 0x9e3779b185ebca87ULL) >> (64 - kPlaceBits)];
    };
    for (const char* at = begin; at < last;) {
        const std::uint64_t bytes = detail::load64(at);
        std::uint32_t& seen = place(bytes);
        const char* const other = begin + seen;
        seen = static_cast<std::uint32_t>(at - begin);
        const auto distance = static_cast<std::size_t>(at - other);
        if (distance == 0 || distance > kFarthest || detail::load32(other) != static_cast<std::uint32_t>(bytes)) {
            at += 1 + ((at - from) >> 6);  // what does not repeat is passed faster and faster
            continue;
        }
        const std::size_t repeat = kShortestRepeat + common(at + kShortestRepeat, other + kShortestRepeat, end);
        to = putStep(to, from, static_cast<std::size_t>(at - from), repeat, distance);
        at += repeat;
        from = at;
        if (at < last) {
            place(detail::load64(at - 2)) = static_cast<std::uint32_t>(at - 2 - begin);
        }
    }
    to = putStep(to, from, static_cast<std::size_t>(end - from), 0, 0);
    out.resize(static_cast<std::size_t>(to - out.data()));
}

bool unpack(std::string_view packed, std::size_t rawSize, std::string& out) {
    if (rawSize / 255 > packed.size()) {  // no byte stands for more: do not believe it
        return false;
    }
    const std::size_t before = out.size();
    out.resize(before + rawSize);
    char* const begin = out.data() + before;
    char* to = begin;
    char* const toEnd = begin + rawSize;
    const auto* from = reinterpret_cast<const unsigned char*>(packed.data());
    const auto* const end = from + packed.size();
    while (from < end) {
        const unsigned head = *from++;
        std::size_t count = head >> 4U;
        if (count == kMask && !more(from, end, count)) {
            return false;
        }
        if (count > static_cast<std::size_t>(end - from) || count > static_cast<std::size_t>(toEnd - to)) {
            return false;
        }
        copyBytes(to, {reinterpret_cast<const char*>(from), count});
        to += count;
        from += count;
        if (from == end) {
            return to == toEnd && (head & kMask) == 0;
        }
        if (end - from < 2) {
            return false;
        }
        const std::size_t distance = from[0] | (static_cast<std::size_t>(from[1]) << 8U);
        from += 2;
        std::size_t repeat = head & kMask;
        if (repeat == kMask && !more(from, end, repeat)) {
            return false;
        }
        repeat += kShortestRepeat;
        if (distance == 0 || distance > static_cast<std::size_t>(to - begin) ||
            repeat > static_cast<std::size_t>(toEnd - to)) {
            return false;
        }
        if (distance >= repeat) {
            std::memcpy(to, to - distance, repeat);
            to += repeat;
        } else {
            for (; repeat > 0; --repeat, ++to) {  // runs into itself
                *to = *(to - distance);
            }
        }
    }
    return false;
}

}  // namespace evenhand::keyspace
