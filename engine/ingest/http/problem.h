// SPDX-License-Identifier: GPL-3.0-or-later
// Problem answers (RFC 9457, application/problem+json): type, title, status, detail, reason, and where there is one the
// field and its value. One mapping from the engine's errors to HTTP.
// Thread: pure, any thread.
#pragma once

#include <string>
#include <string_view>

#include "engine/base/result.h"
#include "engine/ingest/http/message.h"

namespace evenhand::ingest {

/// The status that an error of the engine is answered with.
[[nodiscard]] int statusOf(ErrorCode code) noexcept;

/// What the engine refused. `reason` is errorName(code); whatever is 503 (Busy, ReadOnly, OutcomeUnknown …) and Locked
/// carry Retry-After; of what went wrong inside (storage, script, internal) neither message nor field is told.
[[nodiscard]] Response problemOf(const Error& error);

/// What the server itself refused: `reason` is a snake_case name of its own ("body_too_large").
[[nodiscard]] Response problem(int status, std::string_view reason, std::string_view detail,
                               std::string_view field = {}, std::string_view value = {});

/// The standard phrase of a status: "Not Found".
[[nodiscard]] std::string_view phraseOf(int status) noexcept;

}  // namespace evenhand::ingest
