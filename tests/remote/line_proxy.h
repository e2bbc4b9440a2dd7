// SPDX-License-Identifier: GPL-3.0-or-later
// A line between consoles and a service that can be cut, stalled and slowed down.
// Thread: made and destroyed on one; its own runs it; the rest from any.
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
    /// Listens at a free port of this machine and goes on to the other.
    explicit LineProxy(std::uint16_t to);
    ~LineProxy();
    LineProxy(const LineProxy&) = delete;
    LineProxy& operator=(const LineProxy&) = delete;

    [[nodiscard]] std::uint16_t port() const noexcept { return m_port; }
    /// Ends every connection, in the middle of whatever is on its way.
    void cut();
    /// The next connection is cut once so many bytes came back through it.
    void cutAfter(std::size_t bytes) { m_cutAfter = bytes; }
    /// Nothing passes until it is false again; connections are taken.
    void stall(bool on);
    /// What comes from now on takes so long on its way, in each direction; what follows is read meanwhile.
    void delay(std::chrono::milliseconds each) { m_delay = each; }
    /// It is stalled, and of one connection at least nothing comes back any more.
    [[nodiscard]] bool isSilent() const noexcept { return m_silent; }
    /// Goes on to another port from now on.
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
