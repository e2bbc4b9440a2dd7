// SPDX-License-Identifier: GPL-3.0-or-later
#include "client_link.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <utility>

#include "call_list.h"
#include "engine/cluster/redis/command_keys.h"
#include "engine/script/script_library.h"

namespace evenhand::test {
namespace {

using keyspace::Reply;
using testing::Arguments;

bool isAboutOneNode(const Arguments& command) {
    const std::vector<std::string_view> words(command.begin(), command.end());
    return redis::keysOf(words).routing == redis::Routing::OneNode;
}

/// Null: no script of lua/.
const keyspace::Script* scriptOf(const Arguments& command) {
    const auto scripts = script::allScripts();
    const auto found = std::find_if(scripts.begin(), scripts.end(), [&command](const auto& script) {
        return command.size() > 2 && command[0] == "EVALSHA" && command[1] == script.sha1;
    });
    return found == scripts.end() ? nullptr : &*found;
}

}  // namespace

Reply ClientLink::replyOf(Result<Reply> answer) {
    if (answer) {
        return std::move(*answer);
    }
    if (answer.error().code == ErrorCode::Script) {
        return Reply::error(answer.error().message);
    }
    m_isBroken = true;
    m_fault = answer.error().text();
    std::fprintf(stderr, "%s\n", m_fault.c_str());
    return Reply::error(m_fault);
}

Reply ClientLink::askAll(const Arguments& command) {
    const std::vector<std::string_view> words(command.begin(), command.end());
    const auto masters = m_client.masters();
    if (!masters) {
        return replyOf(fail(masters.error()));
    }
    Reply last;
    for (const auto& master : *masters) {
        last = replyOf(m_client.askNode(master, words));
    }
    return last;
}

std::vector<Reply> ClientLink::flush() {
    std::vector<Reply> replies;
    CallList calls;
    const auto run = [&] {
        for (auto& answer : m_client.runAll(calls.calls())) {
            replies.push_back(replyOf(std::move(answer)));
        }
        calls.clear();
    };
    for (const auto& command : std::exchange(m_queued, {})) {
        if (isAboutOneNode(command)) {
            run();
            replies.push_back(askAll(command));
        } else if (const auto* const script = scriptOf(command)) {
            std::size_t keys = 0;
            (void)std::from_chars(command[2].data(), command[2].data() + command[2].size(), keys);
            const auto args = command.begin() + 3 + static_cast<std::ptrdiff_t>(keys);
            calls.script(*script, {command.begin() + 3, args}, {args, command.end()});
            ++m_scripts;
        } else {
            calls.command(command);
        }
    }
    run();
    return m_isBroken ? std::vector<Reply>() : replies;
}

}  // namespace evenhand::test
