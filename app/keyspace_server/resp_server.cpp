// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/keyspace_server/resp_server.h"

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <csignal>
#include <string>
#include <thread>
#include <utility>

#include "app/keyspace_server/resp_parser.h"
#include "app/keyspace_server/resp_session.h"
#include "engine/base/log.h"

namespace evenhand::keyspace_server {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::size_t kReadBytes = std::size_t{64} << 10;
/// A client that does not read its replies is not read from beyond this.
constexpr std::size_t kOutputLimit = std::size_t{64} << 20;
constexpr auto kExpireEvery = std::chrono::milliseconds(100);
constexpr std::size_t kExpireAtOnce = 1000;

/// One client. Lives as long as an operation on its socket is under way.
class Connection final : public std::enable_shared_from_this<Connection> {
public:
    Connection(tcp::socket socket, RespBackend& backend, std::uint64_t id, std::size_t& open)
        : m_socket(std::move(socket)), m_session(backend, id), m_open(open) {
        ++m_open;
        if (!m_session.authenticated()) {
            m_parser.setLimits(unauthenticatedLimits());
        }
    }
    ~Connection() { --m_open; }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    void read() {
        m_reading = true;
        m_socket.async_read_some(asio::buffer(m_input), [self = shared_from_this()](error_code error, std::size_t n) {
            self->m_reading = false;
            if (error) {
                self->m_ended = true;
                return;
            }
            self->m_parser.append({self->m_input.data(), n});
            self->serve();
        });
    }

private:
    /// Runs what has arrived, then writes and reads on.
    void serve() {
        const bool wasAuthenticated = m_session.authenticated();
        while (!m_closing && m_pending.size() < kOutputLimit) {
            const auto outcome = m_parser.next();
            if (outcome == RespParser::Outcome::Incomplete) {
                break;
            }
            if (outcome == RespParser::Outcome::ProtocolError) {
                appendReply(m_pending, keyspace::Reply::error(m_parser.error()));
                m_closing = true;
            } else if (!m_parser.arguments().empty()) {
                m_session.run(m_parser.arguments(), m_pending);
                m_closing = m_session.closing();
                if (!wasAuthenticated && m_session.authenticated()) {
                    m_parser.setLimits({});
                }
            }
        }
        if (!m_writing && !m_pending.empty()) {
            write();
        }
        if (!m_closing && !m_ended && !m_reading && m_pending.size() < kOutputLimit) {
            read();
        }
    }

    void write() {
        m_writing = true;
        m_output.swap(m_pending);
        m_pending.clear();
        asio::async_write(m_socket, asio::buffer(m_output), [self = shared_from_this()](error_code error, std::size_t) {
            self->m_writing = false;
            self->m_output.clear();
            if (error || (self->m_closing && self->m_pending.empty())) {
                self->close();
            } else {
                self->serve();
            }
        });
    }

    void close() {
        m_closing = true;
        error_code ignored;
        m_socket.shutdown(tcp::socket::shutdown_both, ignored);
        m_socket.close(ignored);
    }

    tcp::socket m_socket;
    RespParser m_parser;
    RespSession m_session;
    std::size_t& m_open;
    std::array<char, kReadBytes> m_input{};
    std::string m_pending;  ///< replies not yet being written
    std::string m_output;   ///< being written
    bool m_reading = false;
    bool m_writing = false;
    bool m_closing = false;
    bool m_ended = false;  ///< the client will send no more
};

}  // namespace

class RespServer::Loop {
public:
    Loop(RespBackend backend, const RespServerOptions& options)
        : m_backend(std::move(backend)), m_options(options), m_acceptor(m_io), m_timer(m_io), m_signals(m_signalIo) {}

    Result<std::uint16_t> listen() {
        error_code error;
        const tcp::endpoint endpoint(asio::ip::address_v4::loopback(), m_options.port);
        m_acceptor.open(endpoint.protocol(), error);
        if (!error) {
            m_acceptor.set_option(tcp::acceptor::reuse_address(true), error);
        }
        if (!error) {
            m_acceptor.bind(endpoint, error);
        }
        if (!error) {
            m_acceptor.listen(asio::socket_base::max_listen_connections, error);
        }
        if (error) {
            return fail(ErrorCode::Storage, "cannot listen: " + error.message(), "port",
                        std::to_string(m_options.port));
        }
        return m_acceptor.local_endpoint().port();
    }

    void run() {
        std::thread signals;
        if (m_options.stopOnSignals) {
            m_signals.add(SIGINT);
            m_signals.add(SIGTERM);
            m_signals.async_wait([this](error_code error, int) {
                if (!error) {
                    stop();
                }
            });
            // On a thread of its own: a script may have this one to itself.
            signals = std::thread([this] { m_signalIo.run(); });
        }
        accept();
        if (!m_options.readOnly) {
            expireLater();
        }
        m_io.run();
        if (signals.joinable()) {
            m_signalIo.stop();
            signals.join();
        }
    }

    void stop() {
        if (m_backend.scripts != nullptr) {
            m_backend.scripts->interrupt();
        }
        m_io.stop();
    }

private:
    void accept() {
        m_acceptor.async_accept([this](error_code error, tcp::socket socket) {
            if (!error) {
                admit(std::move(socket));
            } else if (error == asio::error::operation_aborted) {
                return;
            } else {
                base::log(base::LogLevel::Warning, "keyspace-server", "accept: " + error.message());
            }
            accept();
        });
    }

    void admit(tcp::socket socket) {
        error_code ignored;
        socket.set_option(tcp::no_delay(true), ignored);
        if (m_open >= m_options.clients) {
            static constexpr std::string_view kFull = "-ERR max number of clients reached\r\n";
            socket.non_blocking(true, ignored);
            socket.write_some(asio::buffer(kFull), ignored);
            return;
        }
        std::make_shared<Connection>(std::move(socket), m_backend, ++m_lastId, m_open)->read();
    }

    void expireLater() {
        m_timer.expires_after(kExpireEvery);
        m_timer.async_wait([this](error_code error) {
            if (error) {
                return;
            }
            m_backend.keyspace.setNow(m_backend.clock.now());
            m_backend.keyspace.expireDue(kExpireAtOnce);
            m_backend.keyspace.commit();
            static_cast<void>(m_backend.keyspace.takeJournal());  // nobody keeps it: do not let it grow
            expireLater();
        });
    }

    RespBackend m_backend;
    const RespServerOptions m_options;
    std::size_t m_open = 0;  ///< before m_io: connections count down while it is torn down
    std::uint64_t m_lastId = 0;
    asio::io_context m_io{1};
    tcp::acceptor m_acceptor;
    asio::steady_timer m_timer;
    asio::io_context m_signalIo{1};
    asio::signal_set m_signals;
};

RespServer::RespServer(keyspace::EmbeddedKeyspace& keyspace, script::ScriptHost* scripts, const Clock& clock,
                       const RespServerOptions& options) {
    keyspace.setReadOnly(options.readOnly);
    m_loop = std::make_unique<Loop>(RespBackend{keyspace, scripts, clock, options.password}, options);
}

RespServer::~RespServer() = default;

Result<std::uint16_t> RespServer::listen() { return m_loop->listen(); }
void RespServer::run() { m_loop->run(); }
void RespServer::stop() { m_loop->stop(); }

}  // namespace evenhand::keyspace_server
