// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a statement that failed goes to the log and into no error, for errors reach clients.
// Internal to engine/store. Thread: any.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/base/log.h"

namespace evenhand::store {

inline void logStatement(std::string_view sql) {
    constexpr std::size_t kShown = 200;
    base::log(base::LogLevel::Info, "store", "the statement was: " + std::string(sql.substr(0, kShown)));
}

}  // namespace evenhand::store
