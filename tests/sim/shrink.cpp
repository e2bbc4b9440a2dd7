// SPDX-License-Identifier: GPL-3.0-or-later
#include "shrink.h"

#include <algorithm>
#include <numeric>

namespace evenhand::sim {

Plan shrunk(World& world, const Plan& failing, const std::function<void(const Plan&)>& before) {
    auto best = failing;
    if (best.only.empty()) {
        best.only.resize(static_cast<std::size_t>(best.acts));
        std::iota(best.only.begin(), best.only.end(), 0);
    }
    for (std::size_t slice = best.only.size() / 2; slice > 0; slice /= 2) {
        for (std::size_t from = 0; from < best.only.size();) {
            auto less = best;
            const auto begin = less.only.begin() + static_cast<std::ptrdiff_t>(from);
            less.only.erase(begin, begin + static_cast<std::ptrdiff_t>(std::min(slice, less.only.size() - from)));
            if (before) {
                before(less);
            }
            // An empty list would mean all of them.
            if (!less.only.empty() && !world.run(less)) {
                best = less;
            } else {
                from += slice;
            }
        }
    }
    best.acts = best.only.back() + 1;
    return best;
}

}  // namespace evenhand::sim
