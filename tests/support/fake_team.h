// SPDX-License-Identifier: GPL-3.0-or-later
// What the desks of tasks, webhooks, people, audit and backups of FakeEngine share: refusals by the table of
// operations, pages of rows.
// Thread: one thread.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "engine/api/call.h"

namespace evenhand::test {

class FakeEngine;

[[nodiscard]] inline Error teamError(ErrorCode code, const char* message, const char* field = "",
                                     const std::string& value = {}) {
    return {code, message, field, value};
}
/// What the engine's own check says first.
[[nodiscard]] std::optional<Error> refusal(const api::Call& call, api::Operation operation);

template <typename Row>
[[nodiscard]] std::vector<Row> pageOf(std::vector<Row> rows, bool descending, std::int64_t offset, std::int64_t limit) {
    if (descending) {
        std::reverse(rows.begin(), rows.end());
    }
    const auto from = std::min<std::size_t>(static_cast<std::size_t>(offset), rows.size());
    const auto to = std::min<std::size_t>(from + static_cast<std::size_t>(limit), rows.size());
    return {rows.begin() + static_cast<std::ptrdiff_t>(from), rows.begin() + static_cast<std::ptrdiff_t>(to)};
}
template <typename T>
[[nodiscard]] bool among(const std::vector<T>& wanted, const T& value) {
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), value) != wanted.end();
}

}  // namespace evenhand::test
