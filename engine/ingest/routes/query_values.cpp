// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/routes/query_values.h"

#include "engine/base/number_text.h"

namespace evenhand::ingest {

Result<std::optional<std::int64_t>> queryNumber(const Request& request, std::string_view name, std::int64_t least,
                                                std::int64_t most) {
    const auto text = request.queryValue(name);
    if (!text) {
        return std::optional<std::int64_t>();
    }
    const auto number = base::numberFrom(*text);
    if (!number || *number < least || *number > most) {
        return fail(ErrorCode::InvalidArgument, "must be " + std::to_string(least) + " to " + std::to_string(most),
                    std::string(name), std::string(*text));
    }
    return number;
}

Result<bool> queryFlag(const Request& request, std::string_view name) {
    const auto text = request.queryValue(name);
    if (text && *text != "true" && *text != "false") {
        return fail(ErrorCode::InvalidArgument, "must be true or false", std::string(name), std::string(*text));
    }
    return text && *text == "true";
}

Result<std::int64_t> queryLimit(const Request& request) {
    EVENHAND_ASSIGN(const auto limit, queryNumber(request, "limit", 1, kMaxListRows));
    return limit.value_or(kUsualListRows);
}

}  // namespace evenhand::ingest
