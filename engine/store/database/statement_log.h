// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a statement that failed with ErrorCode::Internal goes to the log and into no error, for errors reach
// clients. As a warning: the log is the only place that tells an operator what happened.
// Internal to engine/store. Thread: any.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/base/log.h"

namespace evenhand::store {

inline void logStatement(std::string_view sql) {
    constexpr std::size_t kShown = 200;
    base::log(base::LogLevel::Warning, "store", "the statement was: " + std::string(sql.substr(0, kShown)));
}

}  // namespace evenhand::store
