// SPDX-License-Identifier: GPL-3.0-or-later
// A batch of calls that holds the texts which the calls only look at, and a client with all that it needs.
// Thread: confined to its owner.
#pragma once

#include <deque>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/clock.h"
#include "engine/cluster/redis/node_board.h"
#include "engine/cluster/redis/redis_client.h"
#include "engine/cluster/redis/redis_keyspace.h"
#include "tests/support/servers/redis_link.h"

namespace evenhand::test {

class CallList {
public:
    void command(testing::Arguments words) { script(nullptr, {}, std::move(words)); }
    void script(const keyspace::Script& text, testing::Arguments keys, testing::Arguments args) {
        script(&text, std::move(keys), std::move(args));
    }
    void clear() {
        m_calls.clear();
        m_texts.clear();
    }
    [[nodiscard]] std::span<const redis::Call> calls() const { return m_calls; }

private:
    struct Texts {
        testing::Arguments words;
        std::vector<std::string_view> views;
    };
    std::span<const std::string_view> keep(testing::Arguments words) {
        auto& texts = m_texts.emplace_back(Texts{std::move(words), {}});
        texts.views.assign(texts.words.begin(), texts.words.end());
        return texts.views;
    }
    void script(const keyspace::Script* text, testing::Arguments keys, testing::Arguments args) {
        const auto argViews = keep(std::move(args));
        m_calls.push_back({argViews, text, keep(std::move(keys))});
    }

    std::deque<Texts> m_texts;
    std::vector<redis::Call> m_calls;
};

/// Waits longer than any machine that is only slow.
inline constexpr redis::RedisOptions kPatient{
    .connectTimeoutMs = 60'000, .commandTimeoutMs = 60'000, .retryForMs = 60'000};

struct Client {
    explicit Client(const redis::RedisAddress& address, const redis::RedisOptions& options = kPatient,
                    redis::CircuitSettings circuit = {})
        : board(clock, circuit), client(address, options, clock, board), keyspace(client) {}

    base::SystemClock clock;
    redis::NodeBoard board;
    redis::RedisClient client;
    redis::RedisKeyspace keyspace;
};

/// Text of a reply, number of an integer, "nil", or the error's name.
[[nodiscard]] inline std::string said(const Result<keyspace::Reply>& answer) {
    if (!answer) {
        return std::string(base::errorName(answer.error().code));
    }
    return answer->isNil()                                  ? "nil"
           : answer->type == keyspace::Reply::Type::Integer ? std::to_string(answer->integer)
                                                            : answer->text;
}

}  // namespace evenhand::test
