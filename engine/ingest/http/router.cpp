// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/http/router.h"

namespace evenhand::ingest {
namespace {

std::vector<std::string_view> split(std::string_view pattern) {
    std::vector<std::string_view> segments;
    pattern.remove_prefix(1);
    while (true) {
        const auto end = pattern.find('/');
        segments.push_back(pattern.substr(0, end));
        if (end == std::string_view::npos) {
            return segments;
        }
        pattern.remove_prefix(end + 1);
    }
}

bool isParameter(std::string_view segment) noexcept { return segment.starts_with('{'); }

bool fits(const std::vector<std::string_view>& pattern, const std::vector<std::string>& path) {
    if (pattern.size() != path.size()) {
        return false;
    }
    for (std::size_t i = 0; i < path.size(); ++i) {
        if (isParameter(pattern[i]) ? path[i].empty() : pattern[i] != path[i]) {
            return false;
        }
    }
    return true;
}

}  // namespace

std::string_view toText(Method method) noexcept {
    switch (method) {
        case Method::Get: return "GET";
        case Method::Post: return "POST";
        case Method::Put: return "PUT";
        case Method::Delete: return "DELETE";
    }
    return "GET";
}

Router::Router(std::span<const Route> table) {
    for (const Route& route : table) {
        m_entries.push_back({&route, split(route.pattern)});
    }
}

Match Router::find(std::string_view method, const std::vector<std::string>& segments) const {
    Match match;
    const std::string_view asked = method == "HEAD" ? "GET" : method;
    for (const Entry& entry : m_entries) {
        if (!fits(entry.segments, segments)) {
            continue;
        }
        const auto name = toText(entry.route->method);
        match.allowed += (match.allowed.empty() ? "" : ", ") + std::string(name) + (name == "GET" ? ", HEAD" : "");
        if (match.route == nullptr && name == asked) {
            match.route = entry.route;
            for (std::size_t i = 0; i < segments.size(); ++i) {
                if (isParameter(entry.segments[i])) {
                    match.parameters.push_back(segments[i]);
                }
            }
        }
    }
    return match;
}

std::vector<std::string_view> parameterNames(std::string_view pattern) {
    std::vector<std::string_view> names;
    for (const auto segment : split(pattern)) {
        if (isParameter(segment)) {
            names.push_back(segment.substr(1, segment.size() - 2));
        }
    }
    return names;
}

}  // namespace evenhand::ingest
