// SPDX-License-Identifier: GPL-3.0-or-later
// The checksums that tell a damaged page of a SQLite database: of a page in the database file, kept in its last 8 bytes
// (which SQLite leaves to us where the header says so), and of a frame of the write-ahead log, which SQLite writes
// itself but only checks when it recovers. Against accidents, not against forgery. Inside engine/store only.
// Thread: any; the note of the last bad page is the thread's own, as a connection is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

struct sqlite3_file;

namespace evenhand::store {

constexpr std::size_t kPageReserved = 8;   ///< bytes at the end of each page
constexpr std::int64_t kLogHeader = 32;    ///< of SQLite's write-ahead log
constexpr std::int64_t kFrameHeader = 24;  ///< before each page in it

/// Page numbers count from 1. The number is part of the checksum: a page written to the wrong place is told too.
void sealPage(char* page, std::size_t size, std::int64_t number) noexcept;
[[nodiscard]] bool pageHolds(const char* page, std::size_t size, std::int64_t number) noexcept;
/// In memory and in the log a page's checksum is zero. So it is in the database file where another program has written
/// the log back, as `sqlite3` does when it closes a database that a killed process left: such a page is as good as
/// SQLite made it, and gets its checksum when we write it next. A page of zeros alone was lost by the disk.
void unsealPage(char* page, std::size_t size) noexcept;
[[nodiscard]] bool pageIsUnsealed(const char* page, std::size_t size) noexcept;

/// True for a size that SQLite's pages can have.
[[nodiscard]] bool isPageSize(std::int64_t size) noexcept;
/// True if a page of `size` bytes lies at `offset` in the log, behind its frame's header.
[[nodiscard]] bool isFrameContent(std::int64_t size, std::int64_t offset) noexcept;

/// What a frame of the log says of itself.
struct FrameCheck {
    int code = 0;  ///< SQLite's, where the log cannot be read
    bool holds = false;
    std::int64_t number = 0;  ///< of its page
};
/// `page`: as read from `log` at `offset`, where isFrameContent().
[[nodiscard]] FrameCheck checkFrame(sqlite3_file* log, const char* page, int size, std::int64_t offset) noexcept;

struct BadPage {
    std::int64_t number = 0;
    bool inLog = false;
};
/// Remembers what made a read of this thread end with SQLITE_IOERR_DATA.
void noteBadPage(const BadPage& page) noexcept;
/// And forgets it. nullopt: none.
[[nodiscard]] std::optional<BadPage> takeBadPage() noexcept;
/// "page 12 of the write-ahead log does not have its checksum".
[[nodiscard]] std::string text(const BadPage& page);

}  // namespace evenhand::store
