// SPDX-License-Identifier: GPL-3.0-or-later
// Looks into a compiled Lua 5.1 chunk. Private to engine/script.
// Thread: that of the Lua state.
#pragma once

#include <lua.hpp>

namespace evenhand::script {

/// What a chunk may change besides its own variables; everything where it cannot be told.
struct ChunkTraits {
    /// It assigns to a global by name. One that does not may use the table of globals itself, which is faster than its
    /// read-only stand-in.
    bool assignsGlobals = true;
    /// It can write to a table that it has not just made: it has an assignment to a field, or it names a function of
    /// the base library that writes (rawset, setmetatable, those of `table`), or one that could give it such a function
    /// or its name's table (_G, load, loadstring). One that cannot may be given the libraries' real tables, and leaves
    /// KEYS and ARGV as they are.
    bool writesTables = true;
};

/// Of the function on top of the stack and those inside it.
[[nodiscard]] ChunkTraits traitsOf(lua_State* L);

}  // namespace evenhand::script
