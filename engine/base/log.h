// SPDX-License-Identifier: GPL-3.0-or-later
// Diagnostics. Lines go to the sink set by the program (standard error by default); never secrets, never
// customer data beyond ids. Thread: any; a line is written whole.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace evenhand::base {

enum class LogLevel : std::uint8_t { Debug, Info, Warning, Error };

using LogSink = std::function<void(LogLevel level, std::string_view component, std::string_view message)>;

/// Replaces the sink; an empty function restores standard error. Call before threads start.
void setLogSink(LogSink sink);
/// Lines below `level` are dropped. Default: Info.
void setLogLevel(LogLevel level);
void log(LogLevel level, std::string_view component, std::string_view message);

}  // namespace evenhand::base
