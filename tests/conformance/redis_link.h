// SPDX-License-Identifier: GPL-3.0-or-later
// A pipelining connection to the reference server.
// Thread: confined to its owner.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/keyspace/reply.h"

struct redisContext;

namespace evenhand::conformance {

using Arguments = std::vector<std::string>;

class RedisLink {
public:
    RedisLink();
    ~RedisLink();
    /// False if nobody answers there.
    [[nodiscard]] bool open(const std::string& socketPath);
    void queue(const Arguments& command);
    /// Sends what is queued and returns the replies in order; empty and broken() if the connection was lost.
    [[nodiscard]] std::vector<keyspace::Reply> flush();
    [[nodiscard]] keyspace::Reply ask(const Arguments& command);
    [[nodiscard]] bool broken() const noexcept { return m_broken; }

private:
    struct Free {
        void operator()(redisContext* context) const noexcept;
    };
    std::unique_ptr<redisContext, Free> m_context;
    std::size_t m_queued = 0;
    bool m_broken = false;
};

}  // namespace evenhand::conformance
