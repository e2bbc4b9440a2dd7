// SPDX-License-Identifier: GPL-3.0-or-later
// The console's end of a line without a network: a test says what the service says, in order.
// Thread: any; the listener hears on the line's.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "engine/remote/line/socket_line.h"

namespace evenhand::test {

class FedSocket final : public remote::SocketLine, public std::enable_shared_from_this<FedSocket> {
public:
    FedSocket(boost::asio::io_context& io, Listener listener) : m_io(io), m_listener(std::move(listener)) {}

    void send(std::string message) override {
        const std::scoped_lock lock(m_mutex);
        m_sent.push_back(std::move(message));
    }
    /// Cuts the line, after all that was said so far.
    void close() override {
        post([](FedSocket& self) {
            if (!std::exchange(self.m_isEnded, true)) {
                self.m_listener.closed(Error{ErrorCode::Unreachable, "cut", "service", {}});
            }
        });
    }
    void open() {
        post([](FedSocket& self) { self.m_listener.opened(); });
    }
    void say(const std::string& message) {
        post([message](FedSocket& self) {
            if (!self.m_isEnded) {
                self.m_listener.received(message);
            }
        });
    }
    /// What the console has said.
    [[nodiscard]] std::vector<std::string> sent() const {
        const std::scoped_lock lock(m_mutex);
        return m_sent;
    }

private:
    template <typename Fn>
    void post(Fn fn) {
        boost::asio::post(m_io, [self = shared_from_this(), fn] { fn(*self); });
    }

    boost::asio::io_context& m_io;
    const Listener m_listener;
    bool m_isEnded = false;  ///< the line's thread only
    mutable std::mutex m_mutex;
    std::vector<std::string> m_sent;  ///< by m_mutex
};

}  // namespace evenhand::test
