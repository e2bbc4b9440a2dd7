// SPDX-License-Identifier: GPL-3.0-or-later
// A mark at the head of a statement's text: it is the last thing that can fail in its command.
//
// Before a command's first write SQLite makes a savepoint, and keeps a copy of every page that the command changes:
// more than a small row costs. A marked statement makes none. Where its command is undone all the same, undoScope()
// faults the transaction as a Conflict: all of it is rolled back and run again, and from then on the connection makes
// savepoints for marked statements too. A server makes its savepoints as ever. Thread: any.
#pragma once

#include <string_view>

namespace evenhand::store {

inline constexpr std::string_view kLastWrite = "/* last write */ ";

}  // namespace evenhand::store
