// SPDX-License-Identifier: GPL-3.0-or-later
// Sessions of consoles, by a hash of their tokens. Thread: that of the Database.
#pragma once

#include <optional>
#include <string_view>

#include "engine/base/clock.h"
#include "engine/base/ids.h"
#include "engine/store/database/database.h"

namespace evenhand::store::sessions {

struct Record {
    PersonId person;
    Instant since;   ///< of the sign-in
    Instant usedAt;  ///< known to be in use
};
[[nodiscard]] Result<std::optional<Record>> find(Database& database, std::string_view hash);
/// The caller knows the hash to be unused.
[[nodiscard]] Result<void> insert(Database& database, std::string_view hash, const Record& record);
[[nodiscard]] Result<void> setUsed(Database& database, std::string_view hash, Instant at);
[[nodiscard]] Result<void> remove(Database& database, std::string_view hash);
/// All of a person but `except`; empty: all.
[[nodiscard]] Result<void> removeAll(Database& database, PersonId person, std::string_view except = {});
/// Those that were used last before then.
[[nodiscard]] Result<void> removeUnused(Database& database, Instant before);

}  // namespace evenhand::store::sessions
