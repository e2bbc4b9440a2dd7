// SPDX-License-Identifier: GPL-3.0-or-later
// A client of etcd 3.4 over its JSON gateway. It asks the server that answered last; where that cannot be reached, does
// not answer in time or says that it cannot, it asks the next one, each once. So a request may be done twice, and what
// is asked must bear that.
//
// Errors of every function, each naming the server or servers in its value (field membership): Unreachable (no server
// does it; whether it was done is not known), SignInRefused, PermissionDenied, Storage (etcd takes nothing more),
// Internal (etcd calls the request wrong), Cancelled (interrupted).
// Thread: any; as many requests at once as there are callers, each on a connection of its own, which are kept.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/secret.h"
#include "engine/cluster/etcd/address.h"
#include "engine/cluster/etcd/connection.h"
#include "engine/cluster/etcd/messages.h"

namespace evenhand::etcd {

struct ClientOptions {
    Secret password;  ///< of the address's user
    std::int64_t connectTimeoutMs = 1'000;
    std::int64_t requestTimeoutMs = 2'000;  ///< of one server, once it is connected to
    look_up::LookUp lookUp = look_up::systemLookUp;
};

/// What happens to some keys, as it happens. Thread: one, which next() blocks.
class Watch {
public:
    /// nullopt: nothing within `waitMs`. Unreachable: it has ended; a new one goes on from the last revision seen.
    [[nodiscard]] Result<std::optional<WatchNews>> next(std::int64_t waitMs);

private:
    friend class Client;
    explicit Watch(std::shared_ptr<Connection> connection) noexcept : m_connection(std::move(connection)) {}
    const std::shared_ptr<Connection> m_connection;
};

class Client {
public:
    Client(Address address, ClientOptions options);
    ~Client();
    Client(const Client&) = delete;
    Client& operator=(const Client&) = delete;

    /// etcd may give it longer than `ttlS` seconds, never shorter.
    [[nodiscard]] Result<Lease> grant(std::int64_t ttlS);
    /// Seconds that it has from now on; 0: it has ended.
    [[nodiscard]] Result<std::int64_t> keepAlive(std::int64_t lease);
    /// Seconds that are left of it, rounded down; -1: it has ended.
    [[nodiscard]] Result<std::int64_t> timeToLive(std::int64_t lease);
    /// With all its keys. Fine if it has ended already.
    [[nodiscard]] Result<void> revoke(std::int64_t lease);
    /// Answers the revision, as remove() does. NotFound: the lease has ended.
    [[nodiscard]] Result<std::int64_t> put(const Put& put);
    [[nodiscard]] Result<std::int64_t> remove(const KeySpan& span);
    /// As the cluster's majority has it, not only the server that is asked.
    [[nodiscard]] Result<RangeAnswer> range(const KeySpan& span);
    /// NotFound: a lease has ended. A txn that was done by a server that could not say so is refused by the next one if
    /// it wants keys to be absent that it makes: elseRead tells whose they are.
    [[nodiscard]] Result<TxnAnswer> txn(const Txn& txn);
    /// Everything from `fromRevision` on.
    [[nodiscard]] Result<std::unique_ptr<Watch>> watch(const KeySpan& span, std::int64_t fromRevision);

    /// The servers of the cluster, as any of them has them.
    [[nodiscard]] Result<std::vector<Server>> servers();
    /// How the server at this one of the address's endpoints is; no other one is asked.
    [[nodiscard]] Result<ServerStatus> status(std::size_t endpoint);

    /// What is under way fails at once, watches too, and so does everything after it.
    void interrupt() noexcept;
    [[nodiscard]] const Address& address() const noexcept { return m_address; }

private:
    using Ask = std::function<Result<Reply>(Connection&, const std::string& token)>;
    using Look = std::function<Result<void>(const Reply&, const Endpoint&)>;
    struct Done {
        Reply reply;
        std::shared_ptr<Connection> connection;
    };

    /// What `read` makes of the first answer that it can read.
    template <typename T>
    [[nodiscard]] Result<T> call(std::string_view path, const std::string& body,
                                 Result<T> (*read)(std::string_view, const std::string&));
    /// Asks one server after the other until `look` finds an answer in what one sends, or none is left.
    [[nodiscard]] Result<Done> askOneOf(const Ask& ask, const Look& look);
    [[nodiscard]] Result<Done> askServer(std::size_t index, const Ask& ask);
    [[nodiscard]] Result<std::string> tokenFrom(Connection& connection);
    void forgetToken(const std::string& token);
    [[nodiscard]] Result<std::shared_ptr<Connection>> take(std::size_t index);
    void give(std::shared_ptr<Connection> connection);

    const Address m_address;
    const ClientOptions m_options;
    std::atomic<std::size_t> m_preferred{0};  ///< of the endpoints: the one that answered last

    std::mutex m_mutex;  ///< of what is below
    bool m_interrupted = false;
    std::string m_token;  ///< empty: not signed in
    std::vector<std::shared_ptr<Connection>> m_idle;
    std::vector<std::weak_ptr<Connection>> m_all;  ///< to be interrupted
};

}  // namespace evenhand::etcd
