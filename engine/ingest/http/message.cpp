// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/http/message.h"

#include <algorithm>

namespace evenhand::ingest {
namespace {

constexpr char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

}  // namespace

bool equalIgnoringCase(std::string_view a, std::string_view b) noexcept {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

std::optional<std::string_view> Request::header(std::string_view name) const noexcept {
    for (const auto& [field, value] : headers) {
        if (equalIgnoringCase(field, name)) {
            return value;
        }
    }
    return std::nullopt;
}

std::optional<std::string_view> Request::queryValue(std::string_view name) const noexcept {
    for (const auto& [field, value] : query) {
        if (field == name) {
            return value;
        }
    }
    return std::nullopt;
}

}  // namespace evenhand::ingest
