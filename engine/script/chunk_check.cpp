// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/script/chunk_check.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <iterator>
#include <string>
#include <string_view>

namespace evenhand::script {
namespace {

// The format of lua_dump in Lua 5.1 (ldump.c, lopcodes.h), as this machine writes it.
constexpr std::size_t kHeaderBytes = 12;
constexpr std::uint32_t kOpcodeMask = 0x3f;
constexpr std::uint32_t kSetGlobal = 7;
constexpr std::uint32_t kSetTable = 9;
/// With these a chunk can write to tables without an instruction of its own that does. All other ways to them need one
/// of these names too: globals are read by name, and no other table that a script can reach holds one.
constexpr std::string_view kWriters[] = {"_G",      "table", "rawset",     "setmetatable", "getmetatable",
                                         "setfenv", "load",  "loadstring", "newproxy",     "getfenv"};
enum ConstantType : unsigned char { kNil = 0, kBoolean = 1, kNumber = 3, kString = 4 };

int append(lua_State* /*unused*/, const void* data, std::size_t size, void* out) {
    try {
        static_cast<std::string*>(out)->append(static_cast<const char*>(data), size);
        return 0;
    } catch (const std::exception&) {
        return 1;
    }
}

/// Reads a dump; `valid` turns false, for good, where the text ends too early or has an unknown constant.
class DumpReader {
public:
    explicit DumpReader(std::string_view bytes) : m_bytes(bytes) { skip(kHeaderBytes); }

    /// The function at the cursor and those inside it.
    void look() {
        skipString();               // source
        skip(2 * sizeof(int) + 4);  // lines, counts of upvalues and parameters, flags, stack
        for (std::size_t left = count(sizeof(std::uint32_t)); left > 0 && valid; --left) {
            const auto opcode = read<std::uint32_t>() & kOpcodeMask;
            traits.assignsGlobals = traits.assignsGlobals || opcode == kSetGlobal;
            traits.writesTables = traits.writesTables || opcode == kSetTable || opcode == kSetGlobal;
        }
        for (std::size_t left = count(1); left > 0 && valid; --left) {
            constant();
        }
        for (std::size_t left = count(1); left > 0 && valid; --left) {
            look();
        }
        skip(count(sizeof(int)) * sizeof(int));  // line numbers
        for (std::size_t left = count(1); left > 0 && valid; --left) {
            skipString();  // local variable
            skip(2 * sizeof(int));
        }
        for (std::size_t left = count(1); left > 0 && valid; --left) {
            skipString();  // name of an upvalue
        }
    }
    ChunkTraits traits{false, false};
    bool valid = true;

private:
    void skip(std::size_t size) {
        valid = valid && size <= m_bytes.size();
        m_bytes.remove_prefix(valid ? size : m_bytes.size());
    }
    template <typename T>
    T read() {
        T value{};
        if (sizeof(T) <= m_bytes.size()) {
            std::memcpy(&value, m_bytes.data(), sizeof(T));
        }
        skip(sizeof(T));
        return value;
    }
    /// A number of elements of at least `size` bytes each.
    std::size_t count(std::size_t size) {
        const int number = read<int>();
        valid = valid && number >= 0 && static_cast<std::size_t>(number) <= m_bytes.size() / size;
        return valid ? static_cast<std::size_t>(number) : 0;
    }
    void skipString() { skip(read<std::size_t>()); }
    void constant() {
        switch (read<unsigned char>()) {
            case kNil: break;
            case kBoolean: skip(1); break;
            case kNumber: skip(sizeof(lua_Number)); break;
            case kString: {
                const auto size = read<std::size_t>();  // with the NUL at the end
                const auto text = m_bytes.substr(0, size > 0 ? size - 1 : 0);
                traits.writesTables = traits.writesTables || std::ranges::find(kWriters, text) != std::end(kWriters);
                skip(size);
                break;
            }
            default: valid = false;
        }
    }

    std::string_view m_bytes;
};

}  // namespace

ChunkTraits traitsOf(lua_State* L) {
    std::string bytes;
    if (lua_dump(L, append, &bytes) != 0) {
        return {};
    }
    DumpReader reader(bytes);
    reader.look();
    return reader.valid ? reader.traits : ChunkTraits{};
}

}  // namespace evenhand::script
