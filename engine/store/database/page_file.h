// SPDX-License-Identifier: GPL-3.0-or-later
// The database file of a SQLite VFS that keeps a checksum in each of its pages (page_checksum.h): put in where a page
// is written, compared where one is read, so that a page that the disk did not keep is an error of whatever reads it
// (SQLITE_IOERR_DATA, and the note of the bad page) and never an answer. Only where the database's header says that
// SQLite leaves 8 bytes of each page to us; elsewhere everything is passed on as it is.
// Pages go into the write-ahead log without, since SQLite's own checksum is over what the log holds.
// Inside engine/store only. Thread: as the connection.
#pragma once

#include <sqlite3.h>

namespace evenhand::store {

/// The bytes that such a file takes before the base's own.
[[nodiscard]] int pageFileSize() noexcept;
/// xOpen of a VFS on top of `base`.
[[nodiscard]] int openPageFile(sqlite3_vfs* base, sqlite3_filename name, sqlite3_file* file, int flags, int* outFlags);

/// What the header of an open database says: the size of its pages, 0 where they have no checksums.
[[nodiscard]] int checkedPageSize(sqlite3_file* file) noexcept;

/// From now on the file is synced whenever so many pages were written since it last was; 0: only when SQLite asks. One
/// sync of many pages keeps the disk from everybody else, here from the log's syncs, for as long as it takes. Nothing
/// where `file` is not such a file.
void syncInSlices(sqlite3_file* file, int pages) noexcept;

/// Whether another program has written to the open database file. Only this process's own connections ever do, through
/// such files; what comes from elsewhere (an older copy put into place, a file cut short) takes acknowledged work away
/// without SQLite's noticing. Told by the time and the size that the file had after our own latest sync, so a write in
/// the middle of a checkpoint of ours goes unseen. Once true it stays true, and our own writes to the file fail.
/// False where `file` is not such a file or has no name.
[[nodiscard]] bool writtenByOthers(sqlite3_file* file) noexcept;

}  // namespace evenhand::store
