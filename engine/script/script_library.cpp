// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/script/script_library.h"

#include "engine/base/invariant.h"

namespace evenhand::script {

const keyspace::Script& scriptNamed(std::string_view name) noexcept {
    for (const auto& script : allScripts()) {
        if (script.name == name) {
            return script;
        }
    }
    base::invariantBroken("a rule would run a script that lua/ does not have", "scriptNamed", __FILE__, __LINE__);
}

}  // namespace evenhand::script
