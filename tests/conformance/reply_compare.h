// SPDX-License-Identifier: GPL-3.0-or-later
// When two replies to one command count as equal: exactly, except where Redis promises no order (multisets) and
// for instants and durations (within the time that has passed during the test).
#pragma once

#include <cstdint>
#include <string>

#include "arguments.h"
#include "engine/keyspace/reply.h"
#include "scripts/script_generators.h"

namespace evenhand::conformance {

/// `elapsedMs`: real time since the keys of both sides began to exist; clocks can differ by no more than that.
[[nodiscard]] bool sameReply(const Arguments& command, const keyspace::Reply& redis, const keyspace::Reply& embedded,
                             std::int64_t elapsedMs);

/// For a script of lua/: exactly, but for the elements that the case declares unordered.
[[nodiscard]] bool sameScriptReply(const ScriptCase& given, const keyspace::Reply& redis,
                                   const keyspace::Reply& embedded);

[[nodiscard]] std::string lowered(std::string text);
/// One line, binary bytes escaped.
[[nodiscard]] std::string show(const keyspace::Reply& reply);
[[nodiscard]] std::string show(const Arguments& command);

}  // namespace evenhand::conformance
