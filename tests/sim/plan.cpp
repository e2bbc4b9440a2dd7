// SPDX-License-Identifier: GPL-3.0-or-later
#include "plan.h"

namespace evenhand::sim {

std::string Plan::commandLine() const {
    auto line = "--seed " + std::to_string(seed) + " --acts " + std::to_string(acts);
    if (store == Store::Mariadb) {
        line += " --mariadb";
    }
    if (!faults) {
        line += " --no-faults";
    }
    if (!only.empty()) {
        line += " --only ";
        for (std::size_t i = 0; i < only.size(); ++i) {
            line += (i == 0 ? "" : ",") + std::to_string(only[i]);
        }
    }
    return line;
}

}  // namespace evenhand::sim
