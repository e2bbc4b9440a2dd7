// SPDX-License-Identifier: GPL-3.0-or-later
// A keyspace as the rows that one engine would have of it, in a database of its own beside the workspace's: for the
// backup of a workspace whose keyspace is in Redis. Its tables take the place of the workspace's.
// Thread: confined to its owner.
#pragma once

#include <memory>
#include <string_view>

#include "app/workspace/temporary_folder.h"
#include "engine/keyspace/embedded/embedded_keyspace.h"
#include "engine/store/database/database.h"

namespace evenhand::app {

class CopiedKeyspace {
public:
    /// With messages as entries of streams (message_forms.h); what the relay has put into others is left out of
    /// `keyspace`, and of the rows.
    [[nodiscard]] static Result<std::unique_ptr<CopiedKeyspace>> of(keyspace::EmbeddedKeyspace& keyspace);
    /// Whether a table is here and not in the workspace's database.
    [[nodiscard]] static bool has(std::string_view table) noexcept;
    /// In a read transaction.
    [[nodiscard]] store::Database& database() noexcept { return *m_database; }

private:
    CopiedKeyspace() = default;

    std::unique_ptr<TemporaryFolder> m_folder;
    std::unique_ptr<store::Database> m_database;  ///< goes before its folder
};

}  // namespace evenhand::app
