// SPDX-License-Identifier: GPL-3.0-or-later
// A WebSocket at the service's end, over the stream of a connection: messages to its listener, and out of a queue that
// is bounded. Included by socket_connection.cpp alone.
//
// It lives as long as one of its operations is under way, each of which holds it and, by `ended`, the connection with
// its stream: also one that is still to hear that the line has ended.
// Thread: the server's, but for what FrameLine says.
#pragma once

#include <boost/asio/buffer.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <chrono>
#include <deque>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/log.h"
#include "engine/ingest/http/message.h"
#include "engine/ingest/http/server_core.h"
#include "engine/ingest/http/upgrade.h"

namespace evenhand::ingest {

template <typename Stream>
class WebSocket final : public std::enable_shared_from_this<WebSocket<Stream>> {
public:
    WebSocket(Stream& stream, std::shared_ptr<ServerCore> core, std::shared_ptr<FrameListener> listener,
              std::function<void()> ended)
        : m_ended(std::move(ended)), m_stream(stream), m_core(std::move(core)), m_listener(std::move(listener)) {}

    void accept(const Request& request) {
        namespace http = boost::beast::http;
        http::request<http::string_body> asked(http::verb::get, request.path, 11);
        for (const auto& [name, value] : request.headers) {
            asked.insert(name, value);
        }
        SocketBase::timeout limits{};
        limits.handshake_timeout = std::chrono::milliseconds(m_core->limits().handshakeMs);
        limits.idle_timeout = std::chrono::milliseconds(m_core->limits().heartbeatMs);
        limits.keep_alive_pings = true;
        m_stream.set_option(limits);
        m_stream.set_option(SocketBase::decorator([protocol = std::string(m_listener->protocol())](auto& answer) {
            answer.set(http::field::sec_websocket_protocol, protocol);
        }));
        m_stream.write_buffer_bytes(kWriteBuffer);
        m_stream.text(true);
        // The stream is this object's, and calls nothing back after it.
        m_stream.control_callback([this](boost::beast::websocket::frame_type kind, boost::beast::string_view what) {
            if (kind == boost::beast::websocket::frame_type::pong && what == kPing && m_pingedMs) {
                m_listener->onRoundTrip(m_core->nowMs() - *std::exchange(m_pingedMs, std::nullopt));
            }
        });
        m_stream.async_accept(asked, [self = this->shared_from_this()](ErrorCode failed) {
            if (failed) {
                self->end();
                return;
            }
            self->m_listener->onOpen(std::make_shared<Line>(self->weak_from_this(), self->m_core));
            self->read();
        });
    }

private:
    static constexpr std::size_t kMaxOfStranger = std::size_t{8} << 10;  ///< bytes: hello, signing in
    static constexpr const char* kPing = "round trip";                   ///< unlike those that keep the line alive
    static constexpr std::size_t kWriteBuffer = std::size_t{64} << 10;   ///< a frame, also a record of TLS
    using ErrorCode = boost::system::error_code;
    using Socket = boost::beast::websocket::stream<Stream&>;
    using SocketBase = boost::beast::websocket::stream_base;

    /// What the listener holds: the socket may be gone before it.
    class Line final : public FrameLine {
    public:
        Line(std::weak_ptr<WebSocket> socket, std::shared_ptr<ServerCore> core)
            : m_socket(std::move(socket)), m_core(std::move(core)) {}
        void send(std::shared_ptr<const std::string> message) override {
            withSocket([message = std::move(message)](WebSocket& socket) { socket.queue(message); });
        }
        void afterSent(std::function<void()> fn) override {
            withSocket([fn = std::move(fn)](WebSocket& socket) { socket.afterSent(fn); });
        }
        void end(std::string reason) override {
            withSocket([reason = std::move(reason)](WebSocket& socket) { socket.closeAfterAll(reason); });
        }
        void ping() override {
            withSocket([](WebSocket& socket) { socket.ping(); });
        }
        void post(std::function<void()> fn) override { m_core->post(std::move(fn)); }

    private:
        template <typename Fn>
        void withSocket(Fn fn) {
            m_core->post([socket = m_socket, fn = std::move(fn)] {
                if (const auto there = socket.lock()) {
                    fn(*there);
                }
            });
        }
        const std::weak_ptr<WebSocket> m_socket;
        const std::shared_ptr<ServerCore> m_core;
    };

    /// Of the next message, also while it is awaited: somebody may have signed in meanwhile.
    void limitMessage() {
        m_stream.read_message_max(m_listener->isKnown() ? m_core->limits().message : kMaxOfStranger);
    }
    void read() {
        limitMessage();
        m_stream.async_read(m_buffer, [self = this->shared_from_this()](ErrorCode failed, std::size_t) {
            if (failed) {
                self->end();
                return;
            }
            if (!self->m_closing && !self->hear()) {
                self->end();
                return;
            }
            self->m_buffer.consume(self->m_buffer.size());
            self->read();
        });
    }
    /// False: the message was too much for this process; nobody else is to suffer for it.
    bool hear() {
        try {
            m_listener->onMessage({static_cast<const char*>(m_buffer.data().data()), m_buffer.size()});
        } catch (const std::exception& thrown) {
            base::log(base::LogLevel::Error, "service", std::string("a console's message: ") + thrown.what());
            return false;
        }
        return true;
    }
    void queue(const std::shared_ptr<const std::string>& message) {
        limitMessage();  // before the other end knows that it is let in
        if (m_closing || m_isEnded) {
            return;
        }
        m_waitingBytes += message->size();
        if (m_waitingBytes > m_core->limits().lineBuffer) {
            end();  // it does not read what it asked for
            return;
        }
        m_waiting.push_back(message);
        if (m_waiting.size() == 1) {
            write();
        }
    }
    void afterSent(const std::function<void()>& fn) {
        if (m_waiting.empty()) {
            fn();
        } else {
            m_afterSent.push_back(fn);
        }
    }
    void write() {
        m_stream.async_write(boost::asio::buffer(*m_waiting.front()),
                             [self = this->shared_from_this()](ErrorCode failed, std::size_t) {
                                 if (failed) {
                                     self->end();
                                     return;
                                 }
                                 self->written();
                             });
    }
    void written() {
        if (m_isEnded) {
            return;
        }
        m_waitingBytes -= m_waiting.front()->size();
        m_waiting.pop_front();
        if (!m_waiting.empty()) {
            write();
            return;
        }
        for (const auto& fn : std::exchange(m_afterSent, {})) {
            fn();
        }
        if (m_closing && m_waiting.empty()) {
            close();
        }
    }
    void ping() {
        if (m_closing || m_isEnded || m_isPinging || m_pingedMs) {
            return;
        }
        m_isPinging = true;
        m_pingedMs = m_core->nowMs();
        m_stream.async_ping(kPing, [self = this->shared_from_this()](ErrorCode) { self->m_isPinging = false; });
    }
    void closeAfterAll(const std::string& reason) {
        if (std::exchange(m_closing, true)) {
            return;
        }
        m_reason = reason;
        if (m_waiting.empty()) {
            close();
        }
    }
    void close() {
        m_stream.async_close(
            boost::beast::websocket::close_reason(boost::beast::websocket::close_code::policy_error, m_reason),
            [self = this->shared_from_this()](ErrorCode) { self->end(); });
    }
    void end() {
        if (std::exchange(m_isEnded, true)) {
            return;
        }
        m_listener->onClosed();
        m_ended();
    }

    const std::function<void()> m_ended;  ///< holds the connection: goes after the stream, which is the connection's
    Socket m_stream;
    const std::shared_ptr<ServerCore> m_core;
    const std::shared_ptr<FrameListener> m_listener;
    boost::beast::flat_buffer m_buffer;
    std::deque<std::shared_ptr<const std::string>> m_waiting;  ///< the first one is being written
    std::size_t m_waitingBytes = 0;
    std::vector<std::function<void()>> m_afterSent;
    std::string m_reason;
    std::optional<std::int64_t> m_pingedMs;  ///< when, of the ping that is to be answered
    bool m_isPinging = false;                ///< it is being sent
    bool m_closing = false;
    bool m_isEnded = false;
};

}  // namespace evenhand::ingest
