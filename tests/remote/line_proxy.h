// SPDX-License-Identifier: GPL-3.0-or-later
// A TCP proxy between consoles and a service, whose connections can be cut, stalled and slowed down.
// Thread: constructed and destroyed on one thread; runs on its own; all other functions from any.
#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <cstdint>
#include <list>
#include <memory>
#include <thread>

namespace evenhand::test {

class LineProxy {
public:
    /// Listens at a free port of this machine and connects to port `to`.
    explicit LineProxy(std::uint16_t to);
    ~LineProxy();
    LineProxy(const LineProxy&) = delete;
    LineProxy& operator=(const LineProxy&) = delete;

    [[nodiscard]] std::uint16_t port() const noexcept { return m_port; }
    /// Cuts every connection, even in the middle of a message.
    void cut();
    /// Cuts the next connection after this many bytes from the service.
    void cutAfter(std::size_t bytes) { m_cutAfter = bytes; }
    /// While true nothing passes, but connections are accepted.
    void stall(bool on);
    /// Delays all later data by this time, in each direction.
    void delay(std::chrono::milliseconds each) { m_delay = each; }
    /// True if the proxy is stalled and holds data of the service back.
    [[nodiscard]] bool isSilent() const noexcept { return m_silent; }
    /// Connects to another port from now on.
    void goTo(std::uint16_t port) { m_to = port; }
    [[nodiscard]] std::size_t connections() const noexcept { return m_taken; }

private:
    class Pair;
    void accept();

    boost::asio::io_context m_io{1};
    boost::asio::ip::tcp::acceptor m_acceptor;
    std::uint16_t m_port = 0;
    std::atomic<std::uint16_t> m_to;
    std::atomic<std::size_t> m_cutAfter{0};
    std::atomic<std::size_t> m_taken{0};
    std::atomic<std::chrono::milliseconds> m_delay{std::chrono::milliseconds(0)};
    std::atomic<bool> m_silent{false};
    bool m_stalled = false;  ///< the proxy's thread only
    std::list<std::weak_ptr<Pair>> m_pairs;
    std::thread m_thread;
};

}  // namespace evenhand::test
