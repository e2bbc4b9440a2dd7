// SPDX-License-Identifier: GPL-3.0-or-later
// One connection to one server of etcd: requests of HTTP/1.1 one after the other, or one whose answer has no end and is
// read line by line. Bounded in time and size. What fails ends the connection; the next request connects anew.
// Thread: one at a time, which it blocks; interrupt() from any.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/cluster/etcd/address.h"
#include "engine/look_up/host_look_up.h"

namespace evenhand::etcd {

struct Reply {
    int status = 0;  ///< 200 … 599
    std::string body;
};

class Connection {
public:
    static constexpr std::size_t kMaxBodyBytes = 64UL << 20;  ///< of an answer, or of a line
    static constexpr std::uint32_t kMaxHeaderBytes = 16 << 10;

    Connection(Endpoint endpoint, look_up::LookUp lookUp, std::int64_t connectTimeoutMs);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// `token`: of who asks; empty: nobody. Unreachable (membership; the value is the server): no connection, no answer
    /// within `timeoutMs`, or none that is HTTP. Cancelled: interrupted. A connection that the server has closed since
    /// the last request is made anew, once: what is asked here can be asked twice.
    [[nodiscard]] Result<Reply> post(std::string_view path, const std::string& token, const std::string& body,
                                     std::int64_t timeoutMs);

    /// Asks for an answer without end, as soon as it has begun; errors as above. Another status than 200 comes with the
    /// whole of its body.
    [[nodiscard]] Result<Reply> begin(std::string_view path, const std::string& token, const std::string& body,
                                      std::int64_t timeoutMs);
    /// Its next line, without the line break; nullopt: none within `waitMs`. Unreachable: it has ended.
    [[nodiscard]] Result<std::optional<std::string>> line(std::int64_t waitMs);

    /// What is under way fails at once, and so does everything after it.
    void interrupt() noexcept;
    [[nodiscard]] const Endpoint& endpoint() const noexcept;

private:
    class Line;
    std::unique_ptr<Line> m_line;
};

}  // namespace evenhand::etcd
