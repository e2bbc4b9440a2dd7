// SPDX-License-Identifier: GPL-3.0-or-later
// One line to one Redis node. Commands are queued, then exchanged for their replies, on several lines at once: so a
// batch takes as long as its slowest node, and one that hangs keeps none of the others from answering.
//
// Each command must be answered within the time-out, counted from the answer before it. A line that has broken, or was
// silent for too long, is closed: an answer that comes too late must not be taken for the next one's.
// Thread: confined to its owner.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/base/secret.h"
#include "engine/cluster/redis/redis_address.h"
#include "engine/cluster/redis/reply_reader.h"
#include "engine/cluster/redis/socket.h"
#include "engine/keyspace/reply.h"

namespace evenhand::redis {

struct Login {
    std::string user;  ///< empty: the default user
    Secret password;
};

class Connection {
public:
    /// All outlive it.
    Connection(NodeAddress node, const Login& login, const Clock& clock);

    [[nodiscard]] const NodeAddress& node() const noexcept { return m_node; }
    /// Stands, and the node has not ended it meanwhile.
    [[nodiscard]] bool isUsable() const noexcept;
    /// Connects anew, signs in, and waits for a first answer, each within `timeoutMs`. Storage (node); PermissionDenied
    /// (user) if the node refuses user or password.
    [[nodiscard]] Result<void> open(std::int64_t timeoutMs);
    void close() noexcept;

    void queue(std::span<const std::string_view> command);
    /// Sends what is queued on each and receives the answers, or what there is of them until a fault.
    static void exchange(std::span<Connection* const> connections, std::int64_t timeoutMs, const Clock& clock);
    /// In the order of the commands; fewer than those after a fault. Forgets what was queued.
    [[nodiscard]] std::vector<keyspace::Reply> takeReplies();
    /// What the node says unasked, on a line that has subscribed: the next reply, nullopt if none comes within
    /// `timeoutMs`. Storage (node): the line is gone.
    [[nodiscard]] Result<std::optional<keyspace::Reply>> pushed(std::int64_t timeoutMs);
    /// Why the last exchange did not end well: Storage (node). Until the next open().
    [[nodiscard]] const std::optional<Error>& fault() const noexcept { return m_fault; }
    /// Of the last exchange: how many commands have left whole, so that the node may have carried them out.
    [[nodiscard]] std::size_t sent() const noexcept { return m_sent; }

    /// SHA-1 of scripts that the node has been given on this line.
    std::set<std::string_view> scripts;

private:
    [[nodiscard]] bool isWaiting() const noexcept { return !m_fault && m_replies.size() < m_ends.size(); }
    [[nodiscard]] Result<void> greet(std::int64_t timeoutMs);
    void step(short events);
    void write();
    void read();
    void lose(const std::string& why);

    const NodeAddress m_node;
    const Login& m_login;
    const Clock& m_clock;
    Socket m_socket;
    ReplyReader m_reader;
    std::string m_out;                ///< commands of this exchange
    std::size_t m_written = 0;        ///< bytes of it that have left
    std::vector<std::size_t> m_ends;  ///< where in it each command ends
    std::vector<keyspace::Reply> m_replies;
    std::size_t m_sent = 0;
    std::int64_t m_timeoutNs = 0;
    std::int64_t m_leftNs = 0;
    std::optional<Error> m_fault;
};

}  // namespace evenhand::redis
