// SPDX-License-Identifier: GPL-3.0-or-later
// Somebody who answers Redis' commands, and a pipelining connection to a real server that does.
// Thread: confined to its owner.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/keyspace/reply.h"

struct redisContext;

namespace evenhand::testing {

using Arguments = std::vector<std::string>;

class CommandLink {
public:
    virtual ~CommandLink() = default;
    virtual void queue(const Arguments& command) = 0;
    /// Sends what is queued and returns the replies in order; empty and broken() if the connection was lost.
    [[nodiscard]] virtual std::vector<keyspace::Reply> flush() = 0;
    [[nodiscard]] virtual bool broken() const noexcept = 0;
    [[nodiscard]] keyspace::Reply ask(const Arguments& command);
};

class RedisLink final : public CommandLink {
public:
    RedisLink();
    ~RedisLink() override;
    /// False if nobody answers there.
    [[nodiscard]] bool open(const std::string& socketPath);
    void queue(const Arguments& command) override;
    [[nodiscard]] std::vector<keyspace::Reply> flush() override;
    /// Also once the server has ended it: writing to it then would end this program, as hiredis writes.
    [[nodiscard]] bool broken() const noexcept override;

private:
    struct Free {
        void operator()(redisContext* context) const noexcept;
    };
    std::unique_ptr<redisContext, Free> m_context;
    std::size_t m_queued = 0;
    bool m_broken = false;
};

}  // namespace evenhand::testing
