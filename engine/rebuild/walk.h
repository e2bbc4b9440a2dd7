// SPDX-License-Identifier: GPL-3.0-or-later
// The keyspace compared with the database part by part, in pieces, and put right. Works on any keyspace and any
// database: that of one engine, and those that several share.
// Thread: that of database and keyspace; stateless but for the walk, which is a value.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/rebuild/parts.h"

namespace evenhand::rebuild {

/// How far it has come. One that puts right walks twice: what it answers is the second look.
struct Walk {
    std::vector<api::KeyspacePart> parts;
    bool fix = false;    ///< this look puts right
    bool opens = false;  ///< a new generation, once all parts are right
    bool ended = false;
    std::size_t at = 0;  ///< of parts
    Cursor cursor{};
    api::KeyspaceComparison result{};
};
/// `parts` empty: all. InvalidArgument (parts: one of them twice).
[[nodiscard]] Result<Walk> begin(std::vector<api::KeyspacePart> parts, bool fix);

/// One piece of a comparison, which changes nothing. `now`: for the result.
[[nodiscard]] Result<void> step(store::Database& database, keyspace::Keyspace& keyspace, Instant now, Walk& walk);
/// One piece in a unit of work.
[[nodiscard]] Result<void> step(runtime::UnitOfWork& work, Walk& walk);

}  // namespace evenhand::rebuild
