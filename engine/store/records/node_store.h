// SPDX-License-Identifier: GPL-3.0-or-later
// What engines that share a workspace keep in its database about themselves: who they are, their last batch, blocks of
// ids. Only where several write (Database::shareWriting()); in MySQL and MariaDB. Thread: that of the Database.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/store/database/database.h"

namespace evenhand::store::nodes {

/// Stripes that the sums of the ledger have at most. Engines beyond share one, which costs waiting and nothing else.
inline constexpr std::int64_t kSlots = 64;

struct Joined {
    std::int64_t slot = 0;  ///< 1 … kSlots
    Instant newest;         ///< the latest engine time that any engine has committed; 0: none has
};

/// Enters an engine under a name that no other one has, with batch 0, and makes the rows that engines count on. It gets
/// the lowest slot that no engine has which was at work within a day. In a transaction of its own: begins and commits.
[[nodiscard]] Result<Joined> join(Database& database, std::string_view node);
/// It works no more. In a transaction of its own.
[[nodiscard]] Result<void> leave(Database& database, std::string_view node);

/// This connection is the engine's only one that writes. One that it had before, and that the server has not noticed to
/// be gone, is ended, and what it left open is committed or rolled back when this answers: whatever its last commit
/// came to can be read then. In no transaction, whenever a connection was opened. Storage: the other one does not end.
[[nodiscard]] Result<void> holdName(Database& database, std::string_view node);

/// Whether an engine of this name is connected, by the name that it holds.
[[nodiscard]] Result<bool> isConnected(Database& database, std::string_view node);
/// Ends the connection of an engine that does not answer: what it left open is rolled back, and it finds out.
[[nodiscard]] Result<void> disconnect(Database& database, std::string_view node);

/// In the open transaction: this batch is its last one. Sends what is held back first.
[[nodiscard]] Result<void> writeBatch(Database& database, std::string_view node, std::int64_t slot, std::int64_t batch,
                                      Instant at);
/// The last one that was committed; nullopt: the row has gone. In no transaction, after holdName().
[[nodiscard]] Result<std::optional<std::int64_t>> lastBatch(Database& database, std::string_view node);

/// What the database's clock says. In no transaction, or in one that reads what is committed.
[[nodiscard]] Result<Instant> databaseTime(Database& database);

/// The workspace is one that engines share: said once, when it is made; an entry of the table meta.
inline constexpr std::string_view kDeploymentEntry = "deployment";
inline constexpr std::string_view kSharedDeployment = "shared";
[[nodiscard]] Result<void> setShared(Database& database);
[[nodiscard]] Result<bool> isShared(Database& database);

}  // namespace evenhand::store::nodes
