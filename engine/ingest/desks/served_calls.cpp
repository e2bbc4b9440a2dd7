// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "engine/ingest/desks/desk_calls.h"
#include "engine/ingest/desks/served_call.h"

namespace evenhand::ingest {

std::span<const ServedCall> servedCalls() {
    static const auto s_calls = [] {
        std::vector<ServedCall> all;
        for (const auto desk : kServedDesks) {
            auto calls = desk();
            all.insert(all.end(), std::make_move_iterator(calls.begin()), std::make_move_iterator(calls.end()));
        }
        std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
        return all;
    }();
    return s_calls;
}

const ServedCall* findCall(std::string_view name) {
    const auto calls = servedCalls();
    const auto found =
        std::lower_bound(calls.begin(), calls.end(), name,
                         [](const ServedCall& call, std::string_view wanted) { return call.name < wanted; });
    return found != calls.end() && found->name == name ? &*found : nullptr;
}

}  // namespace evenhand::ingest
