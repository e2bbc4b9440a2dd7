// SPDX-License-Identifier: GPL-3.0-or-later
// What everybody needs who reads the replies of scripts. Pure, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/number_text.h"
#include "engine/base/result.h"
#include "engine/keyspace/reply.h"

namespace evenhand::script {

/// A reply that the script never gives.
[[nodiscard]] inline tl::unexpected<Error> oddReply(std::string_view script) {
    return fail(ErrorCode::Script, "unexpected reply", "script", std::string(script));
}

/// A number, also as text. Scores are integers below 2^53: Redis writes them without an exponent.
[[nodiscard]] inline std::optional<std::int64_t> integerOf(const keyspace::Reply& reply) {
    if (reply.type == keyspace::Reply::Type::Integer) {
        return reply.integer;
    }
    return reply.type == keyspace::Reply::Type::Bulk ? base::numberFrom(reply.text) : std::nullopt;
}

}  // namespace evenhand::script
