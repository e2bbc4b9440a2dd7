// SPDX-License-Identifier: GPL-3.0-or-later
// Looks into a compiled Lua 5.1 chunk. Private to engine/script.
// Thread: that of the Lua state.
#pragma once

#include <lua.hpp>

namespace evenhand::script {

/// True if the function on top of the stack, or one inside it, assigns to a global by name, or if that cannot be
/// told. One that does not may use the table of globals itself, which is faster than its read-only stand-in.
[[nodiscard]] bool assignsGlobals(lua_State* L);

}  // namespace evenhand::script
