// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/http/http_server.h"

#include <openssl/ssl.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <list>
#include <optional>
#include <utility>

#include "engine/base/log.h"
#include "engine/base/private_file.h"
#include "engine/ingest/http/server_core.h"
#include "engine/ingest/http/socket_connection.h"

namespace evenhand::ingest {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::size_t kTurningAway = 64;  ///< clients that are being told that there are too many
constexpr auto kSweepEvery = std::chrono::milliseconds(100);
constexpr auto kAcceptAgain = std::chrono::milliseconds(100);  ///< after an error, such as too many open files

Result<void> failed(const error_code& error, std::string_view what, std::string_view field, std::string_view value,
                    ErrorCode code = ErrorCode::InvalidArgument) {
    return fail(code, std::string(what) + ": " + error.message(), std::string(field), std::string(value));
}

}  // namespace

class HttpServer::Listener {
public:
    Listener(std::shared_ptr<ServerCore> core, ServerOptions options)
        : m_core(std::move(core)),
          m_options(std::move(options)),
          m_acceptor(m_core->io()),
          m_retry(m_core->io()),
          m_sweep(m_core->io()),
          m_gap(m_core->io()) {}

    Result<std::uint16_t> listen();
    void run();
    void stop();
    void committed();

private:
    Result<void> loadCertificate();
    void accept();
    void take(tcp::socket socket);
    /// Ends the connection, of all or of one peer, that yields first (Connection::yields()); false: none does.
    bool makeRoom(const std::string* peerKey = nullptr);
    /// Room for one more of this peer, if need be made.
    bool hasRoom(const std::string& peer);
    void sweep();
    void wakeStreams();
    void finish();

    const std::shared_ptr<ServerCore> m_core;
    const ServerOptions m_options;
    std::optional<asio::ssl::context> m_tls;
    tcp::acceptor m_acceptor;
    asio::steady_timer m_retry;
    asio::steady_timer m_sweep;
    asio::steady_timer m_gap;
    std::list<std::shared_ptr<Connection>> m_connections;  ///< what is closed goes with the next sweep
    std::atomic<bool> m_wakePosted{false};
    bool m_stopping = false;
    std::int64_t m_stopAtMs = 0;
};

Result<void> HttpServer::Listener::loadCertificate() {
    if (m_options.certificateFile.empty() && m_options.keyFile.empty()) {
        return {};
    }
    if (m_options.certificateFile.empty() || m_options.keyFile.empty()) {
        return fail(ErrorCode::InvalidArgument, "TLS needs both a certificate and its key",
                    m_options.keyFile.empty() ? "key" : "certificate");
    }
    m_tls.emplace(asio::ssl::context::tls_server);
    error_code error;
    m_tls->set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_sslv2 |
                           asio::ssl::context::no_sslv3 | asio::ssl::context::no_tlsv1 |
                           asio::ssl::context::no_tlsv1_1 | asio::ssl::context::single_dh_use,
                       error);
    SSL_CTX_set_options(m_tls->native_handle(), SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE);
    // Of TLS 1.2 only what keeps what was said from whoever gets the key later, and encrypts with authentication;
    // TLS 1.3 has nothing else.
    if (SSL_CTX_set_cipher_list(m_tls->native_handle(), "ECDHE+AESGCM:ECDHE+CHACHA20") != 1) {
        return fail(ErrorCode::Internal, "TLS cannot be set up");
    }
    m_tls->use_certificate_chain_file(m_options.certificateFile, error);
    if (error) {
        return failed(error, "the certificate cannot be used", "certificate", m_options.certificateFile);
    }
    EVENHAND_TRY(base::checkPrivateFile(m_options.keyFile, "key"));
    m_tls->use_private_key_file(m_options.keyFile, asio::ssl::context::pem, error);
    if (!error && SSL_CTX_check_private_key(m_tls->native_handle()) != 1) {
        return fail(ErrorCode::InvalidArgument, "the key does not match the certificate", "key", m_options.keyFile);
    }
    return error ? failed(error, "the key cannot be used", "key", m_options.keyFile) : Result<void>();
}

Result<std::uint16_t> HttpServer::Listener::listen() {
    EVENHAND_TRY(loadCertificate());
    error_code error;
    const auto address = asio::ip::make_address(m_options.address, error);
    if (error) {
        return fail(ErrorCode::InvalidArgument, "is not an IP address", "address", m_options.address);
    }
    const tcp::endpoint endpoint(address, m_options.port);
    m_acceptor.open(endpoint.protocol(), error);
    if (!error) {
        m_acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    }
    if (!error && m_options.sendBuffer > 0) {
        m_acceptor.set_option(asio::socket_base::send_buffer_size(m_options.sendBuffer), error);
    }
    if (!error) {
        m_acceptor.bind(endpoint, error);
    }
    if (!error) {
        m_acceptor.listen(asio::socket_base::max_listen_connections, error);
    }
    if (error) {
        const auto where = m_options.address + " port " + std::to_string(m_options.port);
        EVENHAND_TRY(failed(error, "cannot listen at " + where, "address", where, ErrorCode::Storage));
    }
    return m_acceptor.local_endpoint().port();
}

void HttpServer::Listener::run() {
    accept();
    sweep();
    m_core->io().run();
    for (const auto& connection : m_connections) {
        connection->close();
    }
    m_connections.clear();
    m_core->close();
    m_core->io().restart();
    m_core->io().poll();  // what was cancelled lets go of its connection
}

void HttpServer::Listener::accept() {
    m_acceptor.async_accept([this](const error_code& error, tcp::socket socket) {
        if (m_stopping || error == asio::error::operation_aborted) {
            return;
        }
        if (error) {
            base::log(base::LogLevel::Warning, "http", "cannot accept: " + error.message());
            (void)makeRoom();
            m_retry.expires_after(kAcceptAgain);
            m_retry.async_wait([this](const error_code& ended) {
                if (!ended) {
                    accept();
                }
            });
            return;
        }
        take(std::move(socket));
        accept();
    });
}

void HttpServer::Listener::take(tcp::socket socket) {
    error_code error;
    socket.set_option(tcp::no_delay(true), error);
    const auto remote = socket.remote_endpoint(error);
    const std::string peer = error ? std::string("-") : remote.address().to_string();
    auto& figures = m_core->figures();
    ++figures.accepted;
    const bool full = !hasRoom(peer);
    if (full && (m_tls || figures.connections >= m_core->limits().connections + kTurningAway)) {
        ++figures.turnedAway;
        return;  // an answer would cost a handshake, or there are too many of them
    }
    auto connection = m_tls ? tlsConnection(m_core, peer, std::move(socket), *m_tls)
                            : plainConnection(m_core, peer, std::move(socket));
    m_connections.push_back(connection);
    if (full) {
        ++figures.turnedAway;
        connection->turnAway();
    } else {
        connection->start();
    }
}

bool HttpServer::Listener::hasRoom(const std::string& peer) {
    const auto& limits = m_core->limits();
    const auto key = ServerCore::peerKey(peer);
    const auto& peers = m_core->peers();
    if (const auto there = peers.find(key); there != peers.end() && there->second >= limits.connectionsPerPeer) {
        return makeRoom(&key);  // which leaves as many as there were
    }
    return m_core->figures().connections < limits.connections || makeRoom();
}

bool HttpServer::Listener::makeRoom(const std::string* peerKey) {
    const std::int64_t now = m_core->nowMs();
    auto first = m_connections.end();
    std::optional<Connection::Yield> least;
    for (auto it = m_connections.begin(); it != m_connections.end(); ++it) {
        if (peerKey != nullptr && (*it)->peerKey() != *peerKey) {
            continue;
        }
        if (const auto yields = (*it)->yields(now); yields && (!least || *yields < *least)) {
            least = yields;
            first = it;
        }
    }
    if (first == m_connections.end()) {
        return false;
    }
    const auto ended = *first;
    m_connections.erase(first);
    ended->close();
    ++m_core->figures().madeRoom;
    return true;
}

void HttpServer::Listener::sweep() {
    if (auto* consoles = m_core->services().consoles) {
        consoles->tick();
    }
    const std::int64_t now = m_core->nowMs();
    for (auto it = m_connections.begin(); it != m_connections.end();) {
        (*it)->sweep(now);
        it = (*it)->closed() ? m_connections.erase(it) : std::next(it);
    }
    if (m_stopping && (m_connections.empty() || now >= m_stopAtMs)) {
        m_core->io().stop();
        return;
    }
    m_sweep.expires_after(m_stopping ? std::chrono::milliseconds(5) : kSweepEvery);
    m_sweep.async_wait([this](const error_code& error) {
        if (!error) {
            sweep();
        }
    });
}

void HttpServer::Listener::committed() {
    if (!m_wakePosted.exchange(true)) {
        m_core->post([this] {
            if (m_core->figures().streams == 0) {
                m_wakePosted = false;
                return;
            }
            // At once, then not again for a while: with many commits a second a page serves many.
            wakeStreams();
        });
    }
}

void HttpServer::Listener::wakeStreams() {
    for (const auto& connection : m_connections) {
        connection->wake();
    }
    m_gap.expires_after(std::chrono::milliseconds(m_core->limits().streamGapMs));
    m_gap.async_wait([this](const error_code& error) {
        if (error) {
            return;
        }
        m_wakePosted = false;
        for (const auto& connection : m_connections) {
            connection->wake();  // what was committed during the gap has woken nobody
        }
    });
}

void HttpServer::Listener::stop() {
    m_core->post([this] { finish(); });
}

void HttpServer::Listener::finish() {
    if (m_stopping) {
        return;
    }
    m_stopping = true;
    m_stopAtMs = m_core->nowMs() + m_core->limits().stopMs;
    error_code ignored;
    m_acceptor.close(ignored);
    m_retry.cancel();
    for (const auto& connection : m_connections) {
        connection->finish();
    }
    m_sweep.cancel();
    sweep();
}

HttpServer::HttpServer(const Services& services, ServerOptions options, std::span<const Route> table)
    : m_core(std::make_shared<ServerCore>(services, table, options.limits, options.accessLog)),
      m_listener(std::make_unique<Listener>(m_core, std::move(options))) {}

HttpServer::~HttpServer() = default;

Result<std::uint16_t> HttpServer::listen() { return m_listener->listen(); }
void HttpServer::run() { m_listener->run(); }
void HttpServer::stop() { m_listener->stop(); }
void HttpServer::committed() { m_listener->committed(); }

}  // namespace evenhand::ingest
