// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/http/web_socket.h"

#include <chrono>
#include <exception>
#include <utility>

#include "engine/base/log.h"
#include "engine/ingest/http/server_core.h"

namespace evenhand::ingest {
namespace {

constexpr std::size_t kMaxOfStranger = std::size_t{8} << 10;  ///< bytes: hello, signing in
constexpr std::string_view kPing = "round trip";              ///< unlike those that keep the line alive
constexpr std::size_t kWriteBuffer = std::size_t{64} << 10;   ///< a frame, also a record of TLS

}  // namespace

/// What the listener holds: the socket may be gone before it.
class WebSocket::Line final : public FrameLine {
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

WebSocket::WebSocket(std::unique_ptr<frames::ByteStream> stream, std::shared_ptr<ServerCore> core,
                     std::shared_ptr<FrameListener> listener, std::function<void()> ended)
    : m_ended(std::move(ended)),
      m_core(std::move(core)),
      m_listener(std::move(listener)),
      m_stream(std::move(stream)),
      m_socket(*m_stream, {std::chrono::milliseconds(m_core->limits().handshakeMs),
                           std::chrono::milliseconds(m_core->limits().heartbeatMs), std::string(m_listener->protocol()),
                           kWriteBuffer, [this](std::string_view what) {
                               if (what == kPing && m_pingedMs) {
                                   m_listener->onRoundTrip(m_core->nowMs() - *std::exchange(m_pingedMs, std::nullopt));
                               }
                           }}) {}

WebSocket::~WebSocket() = default;

void WebSocket::accept(const Request& request) {
    m_socket.accept(request.path, request.headers, [self = shared_from_this()](ErrorCode failed) {
        if (failed) {
            self->end();
            return;
        }
        self->m_listener->onOpen(std::make_shared<Line>(self->weak_from_this(), self->m_core));
        self->read();
    });
}

/// Of the next message, also while it is awaited: somebody may have signed in meanwhile.
void WebSocket::limitMessage() {
    m_socket.limitMessage(m_listener->isKnown() ? m_core->limits().message : kMaxOfStranger);
}

void WebSocket::read() {
    limitMessage();
    m_socket.read([self = shared_from_this()](ErrorCode failed, std::string_view message) {
        if (failed || (!self->m_closing && !self->hear(message))) {
            self->end();
            return;
        }
        self->read();
    });
}

/// False: the message was too much for this process; nobody else is to suffer for it.
bool WebSocket::hear(std::string_view message) {
    try {
        m_listener->onMessage(message);
    } catch (const std::exception& thrown) {
        base::log(base::LogLevel::Error, "service", std::string("a console's message: ") + thrown.what());
        return false;
    }
    return true;
}

void WebSocket::queue(const std::shared_ptr<const std::string>& message) {
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

void WebSocket::afterSent(const std::function<void()>& fn) {
    if (m_waiting.empty()) {
        fn();
    } else {
        m_afterSent.push_back(fn);
    }
}

void WebSocket::write() {
    m_socket.write(*m_waiting.front(), [self = shared_from_this()](ErrorCode failed) {
        if (failed) {
            self->end();
            return;
        }
        self->written();
    });
}

void WebSocket::written() {
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

void WebSocket::ping() {
    if (m_closing || m_isEnded || m_isPinging || m_pingedMs) {
        return;
    }
    m_isPinging = true;
    m_pingedMs = m_core->nowMs();
    m_socket.ping(kPing, [self = shared_from_this()](ErrorCode) { self->m_isPinging = false; });
}

void WebSocket::closeAfterAll(const std::string& reason) {
    if (std::exchange(m_closing, true)) {
        return;
    }
    m_reason = reason;
    if (m_waiting.empty()) {
        close();
    }
}

void WebSocket::close() {
    m_socket.close(m_reason, [self = shared_from_this()](ErrorCode) { self->end(); });
}

void WebSocket::end() {
    if (std::exchange(m_isEnded, true)) {
        return;
    }
    m_listener->onClosed();
    m_ended();
}

}  // namespace evenhand::ingest
