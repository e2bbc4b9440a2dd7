// SPDX-License-Identifier: GPL-3.0-or-later
// Answers kept for requests that come again (api::Once). Thread: that of the Database.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/base/clock.h"
#include "engine/store/database/database.h"

namespace evenhand::store::answers {

struct Kept {
    std::string body;  ///< hash
    std::string answer;
};
[[nodiscard]] Result<std::optional<Kept>> find(Database& database, std::string_view key);
/// The caller knows the key to be unused. The last write of its unit.
[[nodiscard]] Result<void> keep(Database& database, std::string_view key, const Kept& kept, Instant at);
/// Those of before, at most `limit`; answers how many.
[[nodiscard]] Result<std::int64_t> clean(Database& database, Instant before, std::int64_t limit);

}  // namespace evenhand::store::answers
