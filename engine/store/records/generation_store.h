// SPDX-License-Identifier: GPL-3.0-or-later
// Generations of the keyspace: one row each, the newest counts. Thread: that of the Database.
#pragma once

#include <optional>
#include <string_view>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/store/database/database.h"

namespace evenhand::store::generations {

struct Record {
    std::int64_t number = 0;  ///< 1, 2, …
    Instant openedAt;
};
/// nullopt: none was ever opened.
[[nodiscard]] Result<std::optional<Record>> newest(Database& database);
/// Storage: there is one of this number.
[[nodiscard]] Result<void> insert(Database& database, const Record& record, std::string_view actor,
                                  std::string_view reason);

}  // namespace evenhand::store::generations
