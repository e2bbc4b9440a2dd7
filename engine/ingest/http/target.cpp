// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/http/target.h"

#include <algorithm>
#include <optional>

#include "engine/base/ids.h"

namespace evenhand::ingest {
namespace {

int hexOf(char c) noexcept {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    const char low = static_cast<char>(c | 0x20);
    return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

/// nullopt: malformed, not UTF-8, or a control character.
std::optional<std::string> decoded(std::string_view text, bool plusIsSpace) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        char c = text[i];
        if (c == '%') {
            const int high = i + 2 < text.size() ? hexOf(text[i + 1]) : -1;
            const int low = i + 2 < text.size() ? hexOf(text[i + 2]) : -1;
            if (high < 0 || low < 0) {
                return std::nullopt;
            }
            c = static_cast<char>(high * 16 + low);
            i += 2;
        } else if (c == '+' && plusIsSpace) {
            c = ' ';
        }
        out.push_back(c);
    }
    const auto isControl = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; };
    if (base::utf8Length(out) < 0 || std::any_of(out.begin(), out.end(), isControl)) {
        return std::nullopt;
    }
    return out;
}

Result<void> badTarget(std::string_view why) {
    return fail(ErrorCode::InvalidArgument, "the target of the request " + std::string(why), "target");
}

Result<void> readPath(std::string_view path, Request& request) {
    auto whole = decoded(path, false);
    if (!whole || path.empty() || path.front() != '/') {
        return badTarget("is not a path in percent-encoded UTF-8");
    }
    request.path = std::move(*whole);
    path.remove_prefix(1);
    while (true) {
        const auto end = path.find('/');
        auto segment = decoded(path.substr(0, end), false);
        if (!segment) {
            return badTarget("has a part that is not percent-encoded UTF-8");
        }
        request.segments.push_back(std::move(*segment));
        if (end == std::string_view::npos) {
            return {};
        }
        path.remove_prefix(end + 1);
    }
}

Result<void> readQuery(std::string_view query, Request& request) {
    while (!query.empty()) {
        const auto end = query.find('&');
        const auto pair = query.substr(0, end);
        query.remove_prefix(end == std::string_view::npos ? query.size() : end + 1);
        if (pair.empty()) {
            continue;
        }
        const auto equals = pair.find('=');
        auto name = decoded(pair.substr(0, equals), true);
        auto value = decoded(equals == std::string_view::npos ? std::string_view() : pair.substr(equals + 1), true);
        if (!name || !value) {
            return badTarget("has a query that is not percent-encoded UTF-8");
        }
        if (request.queryValue(*name)) {
            return fail(ErrorCode::InvalidArgument, "a query parameter is given twice", *name);
        }
        request.query.emplace_back(std::move(*name), std::move(*value));
    }
    return {};
}

}  // namespace

Result<void> readTarget(std::string_view target, Request& request) {
    if (!target.starts_with('/')) {
        // http://host/path, as a proxy sends it; who was asked for is the Host field's matter.
        const auto scheme = target.find("://");
        const auto path = scheme == std::string_view::npos ? scheme : target.find('/', scheme + 3);
        if (path == std::string_view::npos) {
            return badTarget("is not a path");
        }
        target.remove_prefix(path);
    }
    target = target.substr(0, target.find('#'));
    const auto question = target.find('?');
    EVENHAND_TRY(readPath(target.substr(0, question), request));
    return question == std::string_view::npos ? Result<void>() : readQuery(target.substr(question + 1), request);
}

}  // namespace evenhand::ingest
