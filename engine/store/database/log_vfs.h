// SPDX-License-Identifier: GPL-3.0-or-later
// A SQLite VFS that passes everything on to another, but hands the write-ahead log its pages as few large writes.
// SQLite makes two writes for each page of a commit (24 bytes and the page), which is most of what a commit costs on a
// quick disk. Here they are gathered until anything else is asked of the file, at the latest the sync that every commit
// ends with. A page that is read from the log is compared with its frame's checksum; the database file keeps checksums
// of its own (page_file.h).
//
// Only for connections with synchronous=FULL: there SQLite syncs the log before any other connection learns of the
// commit, so nobody else reads what is still gathered. The sync reports a write error. Inside engine/store only.
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
