// SPDX-License-Identifier: GPL-3.0-or-later
// Answers of a command that had its effect before: those that were kept then (api::Once), as they were written.
// Thread: any.
#pragma once

#include <boost/json/array.hpp>
#include <optional>

#include "engine/api/once.h"
#include "engine/base/result.h"

namespace evenhand::ingest {

/// {"value": …} as it was given first; nullopt: it is no repetition. `error`: what the command has answered now;
/// nullptr: none.
[[nodiscard]] std::optional<boost::json::value> keptAnswer(const Error* error, const api::Once& once);
/// Each row that was answered before gets that answer. `rows` are outcomes.
void putKeptRows(boost::json::array& rows, const api::Once& once);
/// The same of rows that are results, {"value": …} or {"problem": …}.
void putKeptResults(boost::json::array& rows, const api::Once& once);

}  // namespace evenhand::ingest
