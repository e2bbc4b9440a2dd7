// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/database/page_checksum.h"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "engine/store/database/checksum.h"

namespace evenhand::store {
namespace {

/// SQLite passes on an error code and nothing else, so the page is kept here until the code becomes an Error.
thread_local std::optional<BadPage> badPage;

std::uint64_t sumOf(const char* page, std::size_t size, std::int64_t number) noexcept {
    return checksum64({page, size - kPageReserved}, static_cast<std::uint64_t>(number));
}

std::uint32_t word(const char* at, bool bigEndian) noexcept {
    std::uint32_t value = 0;
    std::memcpy(&value, at, sizeof value);
    return bigEndian == (std::endian::native == std::endian::big) ? value : __builtin_bswap32(value);
}

/// SQLite's checksum of the log, which runs on from frame to frame.
struct Running {
    std::uint32_t first = 0;
    std::uint32_t second = 0;

    void add(const char* from, int bytes, bool bigEndian) noexcept {
        for (const char* end = from + bytes; from < end; from += 8) {
            first += word(from, bigEndian) + second;
            second += word(from + 4, bigEndian) + first;
        }
    }
    /// As it is written: the words themselves are big-endian whatever it was counted in.
    static Running at(const char* from) noexcept { return {word(from, true), word(from + 4, true)}; }
    bool operator==(const Running&) const = default;
};

}  // namespace

void sealPage(char* page, std::size_t size, std::int64_t number) noexcept {
    const auto sum = sumOf(page, size, number);
    std::memcpy(page + size - kPageReserved, &sum, kPageReserved);
}

bool pageHolds(const char* page, std::size_t size, std::int64_t number) noexcept {
    const auto sum = sumOf(page, size, number);
    return std::memcmp(page + size - kPageReserved, &sum, kPageReserved) == 0;
}

void unsealPage(char* page, std::size_t size) noexcept { std::memset(page + size - kPageReserved, 0, kPageReserved); }

bool pageIsUnsealed(const char* page, std::size_t size) noexcept {
    const auto isZero = [](char byte) { return byte == 0; };
    const auto* sum = page + size - kPageReserved;
    return std::all_of(sum, page + size, isZero) && !std::all_of(page, sum, isZero);
}

bool isPageSize(std::int64_t size) noexcept {
    return size >= 512 && size <= 65536 && std::has_single_bit(static_cast<std::uint64_t>(size));
}

bool isFrameContent(std::int64_t size, std::int64_t offset) noexcept {
    const auto first = kLogHeader + kFrameHeader;
    return isPageSize(size) && offset >= first && (offset - first) % (kFrameHeader + size) == 0;
}

FrameCheck checkFrame(sqlite3_file* log, const char* page, int size, std::int64_t offset) noexcept {
    constexpr std::int64_t kSums = 8;  // bytes: the log's header and a frame's header have them at their ends
    std::array<char, kLogHeader> header{};
    std::array<char, kFrameHeader> frame{};
    std::array<char, kSums> before{};
    const auto start = offset - kFrameHeader;
    // The checksum runs on from frame to frame, and first from the log's header. So the sums stored right before this
    // frame are enough to check it, without reading the log from its beginning.
    const auto sumsBefore = start == kLogHeader ? start - kSums : start - size - kSums;
    FrameCheck check;
    const auto read = [&](char* to, int bytes, std::int64_t at) {
        if (check.code == SQLITE_OK) {
            check.code = log->pMethods->xRead(log, to, bytes, at);
        }
    };
    read(header.data(), static_cast<int>(header.size()), 0);
    read(frame.data(), static_cast<int>(frame.size()), start);
    read(before.data(), kSums, sumsBefore);
    if (check.code != SQLITE_OK) {
        return check;
    }
    if (word(header.data() + 8, true) != static_cast<std::uint32_t>(size)) {
        check.holds = true;  // not a page of this log, but a read that is as long as one: there is nothing to compare
        return check;
    }
    const bool bigEndian = (static_cast<unsigned char>(header[3]) & 1U) != 0;  // the last bit of the magic number
    auto sums = Running::at(before.data());
    // As SQLite does it: of the frame's header only its first 8 bytes, then the page.
    sums.add(frame.data(), 8, bigEndian);
    sums.add(page, size, bigEndian);
    check.number = word(frame.data(), true);
    check.holds = sums == Running::at(frame.data() + 16);
    return check;
}

void noteBadPage(const BadPage& page) noexcept { badPage = page; }

std::optional<BadPage> takeBadPage() noexcept { return std::exchange(badPage, std::nullopt); }

std::string text(const BadPage& page) {
    return "page " + std::to_string(page.number) + (page.inLog ? " in the write-ahead log" : "") +
           " does not have its checksum";
}

}  // namespace evenhand::store
