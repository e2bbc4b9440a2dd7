// SPDX-License-Identifier: GPL-3.0-or-later
#include "scripts/script_generators.h"

#include <map>

namespace evenhand::conformance {
namespace {
std::map<std::string, ScriptGenerator, std::less<>>& table() {
    static std::map<std::string, ScriptGenerator, std::less<>> generators;
    return generators;
}
}  // namespace

Registration::Registration(std::string_view script, ScriptGenerator generator) { table().emplace(script, generator); }

ScriptGenerator generatorOf(std::string_view script) {
    const auto found = table().find(script);
    return found == table().end() ? nullptr : found->second;
}

std::vector<std::string> registeredScripts() {
    std::vector<std::string> names;
    for (const auto& [name, generator] : table()) {
        names.push_back(name);
    }
    return names;
}

}  // namespace evenhand::conformance
