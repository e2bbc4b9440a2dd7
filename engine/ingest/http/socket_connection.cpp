// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/http/socket_connection.h"

#include <boost/asio/ssl/stream.hpp>
#include <boost/asio/write.hpp>
#include <type_traits>
#include <utility>

#include "engine/frames/stream_bytes.h"
#include "engine/ingest/http/web_socket.h"

namespace evenhand::ingest {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using TlsStream = asio::ssl::stream<tcp::socket>;

template <typename Stream>
class SocketConnection final : public Connection {
public:
    SocketConnection(std::shared_ptr<ServerCore> core, std::string peer, Stream stream)
        : Connection(std::move(core), std::move(peer)), m_stream(std::move(stream)) {}

private:
    static constexpr bool kTls = std::is_same_v<Stream, TlsStream>;

    std::shared_ptr<SocketConnection> self() { return std::static_pointer_cast<SocketConnection>(shared_from_this()); }
    tcp::socket& socket() {
        if constexpr (kTls) {
            return m_stream.next_layer();
        } else {
            return m_stream;
        }
    }

    void doHandshake() override {
        if constexpr (kTls) {
            m_stream.async_handshake(asio::ssl::stream_base::server,
                                     [self = self()](const ErrorCode& error) { self->onReady(error); });
        } else {
            onReady({});
        }
    }
    void doRead(asio::mutable_buffer into) override {
        m_stream.async_read_some(
            into, [self = self()](const ErrorCode& error, std::size_t bytes) { self->onRead(error, bytes); });
    }
    void doDiscard(asio::mutable_buffer into) override {
        if (m_raw) {
            socket().async_read_some(
                into, [self = self()](const ErrorCode& error, std::size_t bytes) { self->onRead(error, bytes); });
        } else {
            doRead(into);
        }
    }
    void doWrite(const Buffers& buffers) override {
        asio::async_write(m_stream, buffers,
                          [self = self()](const ErrorCode& error, std::size_t) { self->onWritten(error); });
    }
    void doShutdown() override {
        if constexpr (kTls) {
            // Says that nothing follows. What the client still sends is then read below TLS and thrown away.
            m_stream.async_shutdown([self = self()](const ErrorCode&) {
                self->m_raw = true;
                self->shutdownSocket();
            });
        } else {
            shutdownSocket();
        }
    }
    void shutdownSocket() {
        ErrorCode ignored;
        socket().shutdown(tcp::socket::shutdown_send, ignored);
        onShutdown();
    }
    void doClose() override {
        ErrorCode ignored;
        socket().close(ignored);
    }

    void doUpgrade(const Request& request, std::shared_ptr<FrameListener> listener) override {
        const auto socket =
            std::make_shared<WebSocket>(std::make_unique<frames::StreamBytes<Stream>>(m_stream), core(),
                                        std::move(listener), [self = self()] { self->onUpgradeEnded(); });
        socket->accept(request);
    }
    void tellEnds(Request& request) override {
        ErrorCode failed;
        const auto peer = socket().remote_endpoint(failed);
        const auto local = failed ? tcp::endpoint() : socket().local_endpoint(failed);
        if (!failed) {
            request.peerPort = peer.port();
            request.localAddress = local.address().to_string();
            request.localPort = local.port();
        }
    }

    Stream m_stream;
    bool m_raw = false;
};

}  // namespace

std::shared_ptr<Connection> plainConnection(std::shared_ptr<ServerCore> core, std::string peer, tcp::socket socket) {
    return std::make_shared<SocketConnection<tcp::socket>>(std::move(core), std::move(peer), std::move(socket));
}

std::shared_ptr<Connection> tlsConnection(std::shared_ptr<ServerCore> core, std::string peer, tcp::socket socket,
                                          asio::ssl::context& context) {
    return std::make_shared<SocketConnection<TlsStream>>(std::move(core), std::move(peer),
                                                         TlsStream(std::move(socket), context));
}

}  // namespace evenhand::ingest
