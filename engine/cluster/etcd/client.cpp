// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cluster/etcd/client.h"

#include <algorithm>
#include <exception>
#include <utility>

#include "engine/base/invariant.h"
#include "engine/cluster/etcd/answers.h"
#include "engine/cluster/etcd/requests.h"

namespace evenhand::etcd {
namespace {

constexpr int kOk = 200;
constexpr std::size_t kMaxIdle = 8;

/// Whether another server may do what this one has not.
bool isOfOneServer(const Error& error) { return error.code == ErrorCode::Unreachable; }

}  // namespace

Client::Client(Address address, ClientOptions options) : m_address(std::move(address)), m_options(std::move(options)) {
    EVENHAND_INVARIANT(!m_address.endpoints.empty(), "there would be nobody to ask");
}

Client::~Client() { interrupt(); }

void Client::interrupt() noexcept {
    const std::scoped_lock lock(m_mutex);
    m_interrupted = true;
    for (const auto& each : m_all) {
        if (const auto connection = each.lock()) {
            connection->interrupt();
        }
    }
}

Result<std::shared_ptr<Connection>> Client::take(std::size_t index) {
    const auto& endpoint = m_address.endpoints[index];
    const std::scoped_lock lock(m_mutex);
    const auto idle = std::find_if(m_idle.begin(), m_idle.end(),
                                   [&](const auto& connection) { return connection->endpoint() == endpoint; });
    if (idle != m_idle.end()) {
        auto connection = std::move(*idle);
        m_idle.erase(idle);
        return connection;
    }
    try {
        auto connection = std::make_shared<Connection>(endpoint, m_options.lookUp, m_options.connectTimeoutMs);
        if (m_interrupted) {
            connection->interrupt();
        }
        std::erase_if(m_all, [](const auto& each) { return each.expired(); });
        m_all.push_back(connection);
        return connection;
    } catch (const std::exception& problem) {  // the system has no descriptors or memory left
        return fail(ErrorCode::Unreachable, std::string("etcd cannot be reached: ") + problem.what(), "membership",
                    textOf(endpoint));
    }
}

void Client::give(std::shared_ptr<Connection> connection) {
    const std::scoped_lock lock(m_mutex);
    if (m_idle.size() < kMaxIdle) {
        m_idle.push_back(std::move(connection));
    }
}

Result<std::string> Client::tokenFrom(Connection& connection) {
    if (m_address.user.empty()) {
        return std::string();
    }
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_token.empty()) {
            return m_token;
        }
    }
    const auto server = textOf(connection.endpoint());
    EVENHAND_ASSIGN(const auto reply, connection.post("/v3/auth/authenticate", {},
                                                      signInText(m_address.user, m_options.password.reveal()),
                                                      m_options.requestTimeoutMs));
    if (reply.status != kOk) {
        return fail(refusalOf(reply.status, reply.body, server).error);
    }
    EVENHAND_ASSIGN(auto token, readToken(reply.body, server));
    const std::scoped_lock lock(m_mutex);
    m_token = token;
    return token;
}

void Client::forgetToken(const std::string& token) {
    const std::scoped_lock lock(m_mutex);
    if (m_token == token) {  // else somebody has signed in again already
        m_token.clear();
    }
}

/// A token ends when it has not been used for some minutes, or with the server: then it is got anew, once.
Result<Client::Done> Client::askServer(std::size_t index, const Ask& ask) {
    EVENHAND_ASSIGN(auto connection, take(index));
    const auto server = textOf(connection->endpoint());
    for (int tries = 1;; ++tries) {
        EVENHAND_ASSIGN(const auto token, tokenFrom(*connection));
        EVENHAND_ASSIGN(auto reply, ask(*connection, token));
        if (reply.status == kOk) {
            return Done{std::move(reply), std::move(connection)};
        }
        const auto refusal = refusalOf(reply.status, reply.body, server);
        if (refusal.kind == Refusal::Kind::Token && !token.empty() && tries == 1) {
            forgetToken(token);
            continue;
        }
        give(std::move(connection));
        return fail(refusal.error);
    }
}

Result<Client::Done> Client::askOneOf(const Ask& ask, const Look& look) {
    const auto count = m_address.endpoints.size();
    const auto first = m_preferred.load();
    std::string tried;
    for (std::size_t i = 0;; ++i) {
        const auto index = (first + i) % count;
        auto done = askServer(index, ask);
        if (done) {
            if (auto looked = look(done->reply, done->connection->endpoint()); !looked) {
                done = fail(looked.error());
            }
        }
        if (done) {
            m_preferred = index;
            return done;
        }
        if (!isOfOneServer(done.error())) {
            return done;
        }
        tried += (i == 0 ? "" : ",") + textOf(m_address.endpoints[index]);
        if (i + 1 == count) {
            auto error = done.error();
            error.value = std::move(tried);
            return fail(std::move(error));
        }
    }
}

template <typename T>
Result<T> Client::call(std::string_view path, const std::string& body,
                       Result<T> (*read)(std::string_view, const std::string&)) {
    std::optional<T> answer;
    auto done = askOneOf(
        [&](Connection& connection, const std::string& token) {
            return connection.post(path, token, body, m_options.requestTimeoutMs);
        },
        [&](const Reply& reply, const Endpoint& endpoint) -> Result<void> {
            EVENHAND_ASSIGN(answer, read(reply.body, textOf(endpoint)));
            return {};
        });
    if (!done) {
        return fail(done.error());
    }
    give(std::move(done->connection));
    return *std::move(answer);
}

Result<Lease> Client::grant(std::int64_t ttlS) { return call("/v3/lease/grant", grantText(ttlS), readGrant); }

Result<std::int64_t> Client::keepAlive(std::int64_t lease) {
    return call("/v3/lease/keepalive", leaseText(lease), readKeepAlive);
}

Result<std::int64_t> Client::timeToLive(std::int64_t lease) {
    return call("/v3/lease/timetolive", leaseText(lease), readTimeToLive);
}

Result<void> Client::revoke(std::int64_t lease) {
    const auto revoked = call("/v3/lease/revoke", leaseText(lease), readRevision);
    if (!revoked && revoked.error().code != ErrorCode::NotFound) {
        return fail(revoked.error());
    }
    return {};
}

Result<std::int64_t> Client::put(const Put& put) { return call("/v3/kv/put", putText(put), readRevision); }

Result<std::int64_t> Client::remove(const KeySpan& span) {
    return call("/v3/kv/deleterange", spanText(span), readRevision);
}

Result<RangeAnswer> Client::range(const KeySpan& span) { return call("/v3/kv/range", spanText(span), readRange); }

Result<TxnAnswer> Client::txn(const Txn& txn) {
    EVENHAND_ASSIGN(auto answer, call("/v3/kv/txn", txnText(txn), readTxn));
    const auto asked = answer.isDone ? txn.thenRead.size() : txn.elseRead.size();
    if (answer.read.size() != asked) {
        return fail(ErrorCode::Unreachable, "etcd cannot be reached: what answers there is not etcd", "membership",
                    textOf(m_address.endpoints[m_preferred.load()]));
    }
    return answer;
}

Result<std::vector<Server>> Client::servers() { return call("/v3/cluster/member/list", nothingText(), readServers); }

Result<ServerStatus> Client::status(std::size_t endpoint) {
    EVENHAND_ASSIGN(auto done, askServer(endpoint, [this](Connection& connection, const std::string& token) {
                        return connection.post("/v3/maintenance/status", token, nothingText(),
                                               m_options.requestTimeoutMs);
                    }));
    const auto server = textOf(done.connection->endpoint());
    give(std::move(done.connection));
    return readServerStatus(done.reply.body, server);
}

Result<std::unique_ptr<Watch>> Client::watch(const KeySpan& span, std::int64_t fromRevision) {
    const auto body = watchText(span, fromRevision);
    auto done = askOneOf(
        [&](Connection& connection, const std::string& token) {
            return connection.begin("/v3/watch", token, body, m_options.requestTimeoutMs);
        },
        [](const Reply& /*reply*/, const Endpoint& /*endpoint*/) { return Result<void>(); });
    if (!done) {
        return fail(done.error());
    }
    return std::unique_ptr<Watch>(new Watch(std::move(done->connection)));
}

Result<std::optional<WatchNews>> Watch::next(std::int64_t waitMs) {
    EVENHAND_ASSIGN(const auto line, m_connection->line(waitMs));
    if (!line) {
        return std::optional<WatchNews>();
    }
    EVENHAND_ASSIGN(auto news, readNews(*line, textOf(m_connection->endpoint())));
    return std::optional(std::move(news));
}

}  // namespace evenhand::etcd
