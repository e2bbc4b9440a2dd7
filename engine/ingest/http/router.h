// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the route of a path. Thread: made once, then read from any.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/ingest/http/route.h"

namespace evenhand::ingest {

/// What a path and method lead to.
struct Match {
    const Route* route = nullptr;         ///< nullptr: no such path, or not with this method
    std::vector<std::string> parameters;  ///< of the pattern
    std::string allowed;                  ///< for a known path: its methods, "GET, HEAD, POST"
};

class Router {
public:
    /// The table must outlive the router.
    explicit Router(std::span<const Route> table);
    /// HEAD finds the route of GET.
    [[nodiscard]] Match find(std::string_view method, const std::vector<std::string>& segments) const;

private:
    struct Entry {
        const Route* route;
        std::vector<std::string_view> segments;  ///< of the pattern, "{…}" for a parameter
    };
    std::vector<Entry> m_entries;
};

/// The names of a pattern's parameters: "order_no".
[[nodiscard]] std::vector<std::string_view> parameterNames(std::string_view pattern);

}  // namespace evenhand::ingest
