// SPDX-License-Identifier: GPL-3.0-or-later
// Values behind the "?" of a request, such as "?late=true&limit=50", and how many rows a list has. Errors:
// InvalidArgument names the parameter. Thread: pure, any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/ids.h"
#include "engine/base/result.h"
#include "engine/ingest/http/message.h"

namespace evenhand::ingest {

inline constexpr std::int64_t kMaxListRows = 500;    ///< rows of one answer
inline constexpr std::int64_t kUsualListRows = 100;  ///< without "limit"

/// nullopt if the parameter is not there.
[[nodiscard]] Result<std::optional<std::int64_t>> queryNumber(const Request& request, std::string_view name,
                                                              std::int64_t least, std::int64_t most);
/// "true" or "false"; false if the parameter is not there.
[[nodiscard]] Result<bool> queryFlag(const Request& request, std::string_view name);
/// "limit", from 1 to kMaxListRows.
[[nodiscard]] Result<std::int64_t> queryLimit(const Request& request);

/// Leaves `id` as it is if the parameter is not there.
template <typename Id>
[[nodiscard]] Result<void> queryId(const Request& request, std::string_view name, Id& id) {
    if (const auto text = request.queryValue(name)) {
        EVENHAND_TRY(base::validateId(*text, name));
        id = Id(std::string(*text));
    }
    return {};
}

/// One of the words that `from` knows; nullopt if the parameter is not there.
template <typename Word>
[[nodiscard]] Result<std::optional<Word>> queryWord(const Request& request, std::string_view name,
                                                    std::optional<Word> (*from)(std::string_view)) {
    const auto text = request.queryValue(name);
    if (!text) {
        return std::optional<Word>();
    }
    const auto word = from(*text);
    if (!word) {
        return fail(ErrorCode::InvalidArgument, "is not a known value", std::string(name), std::string(*text));
    }
    return word;
}

}  // namespace evenhand::ingest
