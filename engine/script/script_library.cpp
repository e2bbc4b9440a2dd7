// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/script/script_library.h"

#include <cassert>
#include <cstdlib>

namespace evenhand::script {

const keyspace::Script& scriptNamed(std::string_view name) noexcept {
    for (const auto& script : allScripts()) {
        if (script.name == name) {
            return script;
        }
    }
    assert(false && "no such script in lua/");
    std::abort();
}

}  // namespace evenhand::script
