// SPDX-License-Identifier: GPL-3.0-or-later
// A command that is sent a second time has no second effect: it gets the answers that were kept the first time
// (api::Once), word for word.
// Thread: any.
#pragma once

#include <boost/json/array.hpp>
#include <optional>

#include "engine/api/once.h"
#include "engine/base/result.h"

namespace evenhand::ingest {

/// {"value": …} as it was answered the first time; nullopt: this is no repetition. `error`: the error of the present
/// attempt; nullptr: none.
[[nodiscard]] std::optional<boost::json::value> keptAnswer(const Error* error, const api::Once& once);
/// Puts the kept answer in place of each row that is a repetition. `rows` are outcomes.
void putKeptRows(boost::json::array& rows, const api::Once& once);
/// The same for rows that are results, {"value": …} or {"problem": …}.
void putKeptResults(boost::json::array& rows, const api::Once& once);

}  // namespace evenhand::ingest
