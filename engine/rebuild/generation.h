// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the keyspace is the one that the database belongs to: a key names the workspace and the number of the
// generation, and so does the newest row (store/records/generation_store.h). Where none was ever opened there is
// neither.
// Thread: that of database and keyspace; stateless.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/api/keyspace_types.h"
#include "engine/keyspace/keyspace.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/store/database/database.h"

namespace evenhand::rebuild {

inline constexpr std::string_view kGenerationKey = "generation";

/// By plain commands.
[[nodiscard]] Result<api::KeyspaceGeneration> checkGeneration(store::Database& database, keyspace::Keyspace& keyspace);
/// Opens the next one, for the reason of the call; answers its number. The key is set once the row is durable: if that
/// step is lost the keyspace is Older or Missing, and whoever rebuilds it opens another.
[[nodiscard]] Result<std::int64_t> openGeneration(runtime::UnitOfWork& work);

}  // namespace evenhand::rebuild
