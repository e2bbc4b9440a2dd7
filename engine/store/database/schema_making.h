// SPDX-License-Identifier: GPL-3.0-or-later
// The steps by which the schema of a workspace is made, brought up to date and restored; for migrator.cpp and
// restore_schema.cpp.
// Thread: the connection's.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/store/database/database.h"

namespace evenhand::store::making {

/// An entry of the meta table while a restore puts rows back.
inline constexpr std::string_view kRestoring = "restoring";
/// Where CREATE and ALTER commit by themselves, the meta entry `migrating` ("number:statements done") says how far an
/// upgrade has come, so that one that was interrupted goes on. A statement may have run without being counted: the
/// first one after an interruption is allowed to find its work done.
inline constexpr std::string_view kProgress = "migrating";

/// What a database holds.
enum class Content : std::uint8_t {
    Empty,
    Begun,  ///< the making of a workspace was interrupted before all tables were there
    Workspace,
    Foreign,
};
[[nodiscard]] Result<Content> content(Database& database);

[[nodiscard]] Error foreign(const Database& database);
[[nodiscard]] Error damagedMeta(const Database& database, const std::string& what);

/// Runs `work` in a transaction of its own.
template <typename Work>
[[nodiscard]] Result<void> inTransaction(Database& database, Work work) {
    EVENHAND_TRY(database.begin());
    Result<void> done = work();
    if (done) {
        done = database.commit();
    }
    if (!done) {
        database.rollback();
    }
    return done;
}

/// Runs the migrations after `from`, within the caller's transaction. `to`: the last one, 0 for this program's.
[[nodiscard]] Result<void> migrate(Database& database, int from, int to = 0);
/// The same where each statement commits by itself. `resuming`: an interrupted upgrade left something behind.
[[nodiscard]] Result<void> migrateStepwise(Database& database, int from, bool resuming, int to = 0);
[[nodiscard]] Result<void> forgetProgress(Database& database);

[[nodiscard]] Result<bool> isRestoring(Database& database);
/// On a server two programs may begin to make a workspace in the same database: one after the other. WorkspaceInUse if
/// the other one takes too long.
[[nodiscard]] Result<void> lockMaking(Database& database);
void unlockMaking(Database& database);
/// Takes back what a making that failed has left in a database that was empty, as far as it can.
void dropContent(Database& database);

}  // namespace evenhand::store::making
