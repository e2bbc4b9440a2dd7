// SPDX-License-Identifier: GPL-3.0-or-later
// A SQLite VFS that passes everything on to another, but hands the write-ahead log its pages as few large writes.
// SQLite writes each page of a commit as two (24 bytes and the page), most of the cost of a commit that the disk takes
// quickly: here they are gathered until something else is asked of the file, the sync before the commit counts above
// all. A page that is read out of the log is compared with its frame's checksum, and the database file is one that
// keeps checksums of its own (page_file.h).
//
// Only for connections with synchronous=FULL: there SQLite syncs the log before anybody is told of a commit, so nobody
// else reads what is still gathered. A write error is told by the sync. Inside engine/store only.
// Thread: gatheringVfs() any; the rest as the connection.
#pragma once

#include <string>

#include "engine/base/result.h"

struct sqlite3;

namespace evenhand::store {

/// The name of such a VFS on top of the one that is registered as `base` (empty: the default), which must stay.
/// Error: Storage if there is none of that name.
[[nodiscard]] Result<std::string> gatheringVfs(const std::string& base);

/// Forgets what is gathered, and which checksums were still to come: of a transaction that was rolled back, whose place
/// in the log others may take.
void dropGathered(sqlite3* connection) noexcept;

}  // namespace evenhand::store
