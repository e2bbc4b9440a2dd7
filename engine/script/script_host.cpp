// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/script/script_host.h"

#include <algorithm>
#include <bit>
#include <cctype>
#include <string>

#include "engine/base/ascii_text.h"
#include "engine/base/sha1.h"
#include "engine/script/chunk_check.h"
#include "engine/script/vm.h"

namespace evenhand::script {
namespace {

using keyspace::Reply;

constexpr std::string_view kNoScript = "NOSCRIPT No matching script. Please use EVAL.";

bool equalsIgnoringCase(std::string_view text, std::string_view lower) noexcept {
    return text.size() == lower.size() && std::equal(text.begin(), text.end(), lower.begin(), [](char a, char b) {
               return std::tolower(static_cast<unsigned char>(a)) == b;
           });
}

/// The source without its `#!lua` line (the line end stays, so that line numbers do), or what is wrong with it.
Reply withoutShebang(std::string_view& source) {
    if (!source.starts_with("#!")) {
        return Reply::ok();
    }
    const auto end = source.find('\n');
    if (end == std::string_view::npos) {
        return Reply::error("ERR Invalid script shebang");
    }
    const std::string_view line = source.substr(0, end);
    const std::string_view engine = line.substr(0, line.find(' '));
    if (engine != "#!lua") {
        return Reply::error("ERR Unexpected engine in script shebang: " + std::string(engine));
    }
    if (line.find_first_not_of(' ', engine.size()) != std::string_view::npos) {
        return Reply::error("ERR Script flags are not available in the embedded keyspace");
    }
    source.remove_prefix(end);
    return Reply::ok();
}

Reply wrongArity(std::string_view subcommand) {
    return Reply::error("ERR wrong number of arguments for 'script|" + std::string(subcommand) + "' command");
}

Reply help() {
    static constexpr std::string_view kLines[] = {
        "SCRIPT <subcommand> [<arg> [value] [opt] ...]. Subcommands are:",
        "EXISTS <sha1> [<sha1> ...]",
        "    Return information about the existence of the scripts in the script cache.",
        "FLUSH [ASYNC|SYNC]",
        "    Flush the Lua scripts cache.",
        "KILL",
        "    Kill the currently executing Lua script.",
        "LOAD <script>",
        "    Load a script into the scripts cache without executing it.",
        "HELP",
        "    Prints this help."};
    Reply reply = Reply::array();
    for (const std::string_view line : kLines) {
        reply.elements.push_back(Reply::status(std::string(line)));
    }
    return reply;
}

}  // namespace

ScriptHost::ScriptHost(keyspace::EmbeddedKeyspace& keyspace, ScriptLimits limits, const Clock* clock)
    : m_keyspace(keyspace), m_vm(std::make_unique<Vm>(keyspace, limits, clock)) {
    m_keyspace.setScriptRunner(this);
}

ScriptHost::~ScriptHost() { m_keyspace.setScriptRunner(nullptr); }

bool ScriptHost::timedOut() const noexcept { return m_vm->timedOut; }
void ScriptHost::interrupt() noexcept { m_vm->interrupted.store(true, std::memory_order_relaxed); }

std::size_t ScriptHost::memoryUsed() const noexcept { return m_vm->memory.used; }

Reply ScriptHost::compile(std::string_view sha1, std::string_view source, Function& function) {
    if (const auto found = m_vm->functions.find(sha1); found != m_vm->functions.end()) {
        function = found->second;
        return Reply::ok();
    }
    if (Reply shebang = withoutShebang(source); shebang.isError()) {
        return shebang;
    }
    lua_State* L = m_vm->L;
    // Loading text never runs it, and lua_load is protected: no error can escape here.
    if (luaL_loadbuffer(L, source.data(), source.size(), "@user_script") != 0) {
        std::string text = "ERR Error compiling script (new function): ";
        text += lua_tostring(L, -1);
        lua_pop(L, 1);
        flattenLines(text);
        return Reply::error(std::move(text));
    }
    const ChunkTraits traits = traitsOf(L);
    if (!traits.assignsGlobals) {
        lua_pushvalue(L, traits.writesTables ? kSlotGlobals : kSlotDirect);
        lua_setfenv(L, -2);
    }
    function = {luaL_ref(L, LUA_REGISTRYINDEX), traits.writesTables};
    m_vm->functions.emplace(std::string(sha1), function);
    return Reply::ok();
}

Reply ScriptHost::evalSource(std::string_view source, std::span<const std::string_view> keys,
                             std::span<const std::string_view> args) {
    const base::Sha1Hex digest = base::sha1Hex(source);
    const std::string_view sha1 = base::sha1Text(digest);
    Function function;
    Reply compiled = compile(sha1, source, function);
    return compiled.isError() ? compiled : m_vm->run(function, sha1, keys, args);
}

Reply ScriptHost::evalSha(std::string_view sha1, std::span<const std::string_view> keys,
                          std::span<const std::string_view> args) {
    auto found = m_vm->functions.find(sha1);
    if (found == m_vm->functions.end() && sha1.size() == base::Sha1Hex{}.size()) {
        found = m_vm->functions.find(base::lowered(sha1));
    }
    if (found == m_vm->functions.end()) {
        return Reply::error(std::string(kNoScript));
    }
    return m_vm->run(found->second, found->first, keys, args);
}

Reply ScriptHost::evalScript(const keyspace::Script& script, std::span<const std::string_view> keys,
                             std::span<const std::string_view> args) {
    Recent& recent = m_recent[(std::bit_cast<std::uintptr_t>(script.sha1.data()) / 16) % kRecent];
    if (recent.sha1 != script.sha1) {
        Function function;
        Reply compiled = compile(script.sha1, script.source, function);
        if (compiled.isError()) {
            return compiled;
        }
        recent = {m_vm->functions.find(script.sha1)->first, function.reference, function.writesTables};
    }
    return m_vm->run({recent.reference, recent.writesTables}, recent.sha1, keys, args);
}

Reply ScriptHost::scriptCommand(std::span<const std::string_view> args) {
    if (args.empty()) {
        return Reply::error("ERR wrong number of arguments for 'script' command");
    }
    const std::string name = base::lowered(args[0]);
    if (name == "load") {
        if (args.size() != 2) {
            return wrongArity(name);
        }
        const base::Sha1Hex digest = base::sha1Hex(args[1]);
        Function function;
        Reply compiled = compile(base::sha1Text(digest), args[1], function);
        return compiled.isError() ? compiled : Reply::bulk(std::string(base::sha1Text(digest)));
    }
    if (name == "exists") {
        if (args.size() < 2) {
            return wrongArity(name);
        }
        Reply reply = Reply::array();
        for (const std::string_view sha1 : args.subspan(1)) {
            reply.elements.push_back(Reply::number(m_vm->functions.contains(base::lowered(sha1)) ? 1 : 0));
        }
        return reply;
    }
    if (name == "flush") {
        if (args.size() > 2 ||
            (args.size() == 2 && !equalsIgnoringCase(args[1], "sync") && !equalsIgnoringCase(args[1], "async"))) {
            return Reply::error("ERR SCRIPT FLUSH only support SYNC|ASYNC option");
        }
        for (const auto& [sha1, function] : m_vm->functions) {
            luaL_unref(m_vm->L, LUA_REGISTRYINDEX, function.reference);
        }
        m_vm->functions.clear();
        m_recent = {};
        lua_gc(m_vm->L, LUA_GCCOLLECT, 0);
        return Reply::ok();
    }
    if (name == "kill" || name == "help") {
        if (args.size() != 1) {
            return wrongArity(name);
        }
        return name == "help" ? help() : Reply::error("NOTBUSY No scripts in execution right now.");
    }
    std::string unknown(args[0].substr(0, std::min<std::size_t>(128, args[0].find('\0'))));
    flattenLines(unknown);
    return Reply::error("ERR unknown subcommand '" + unknown + "'. Try SCRIPT HELP.");
}

}  // namespace evenhand::script
