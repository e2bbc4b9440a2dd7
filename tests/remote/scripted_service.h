// SPDX-License-Identifier: GPL-3.0-or-later
// A service on a real line, not encrypted, that says whatever a test wants: of another version, or silent at a moment
// that is meant. Thread: made and destroyed on one; its own runs it; say() from any.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/json/object.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace evenhand::test {

class ScriptedService {
public:
    /// What is said to a message, on the service's thread; nullopt: nothing.
    using Answer = std::function<std::optional<boost::json::object>(const boost::json::object& message)>;

    /// Listens at a free port of this machine.
    explicit ScriptedService(Answer answer);
    ~ScriptedService();
    ScriptedService(const ScriptedService&) = delete;
    ScriptedService& operator=(const ScriptedService&) = delete;

    [[nodiscard]] std::uint16_t port() const noexcept { return m_port; }
    /// To everybody who is connected.
    void say(const boost::json::object& message);
    /// As a service of this program, or of another one; nobody is let in without signing in.
    [[nodiscard]] static boost::json::object hello(const std::string& program, const std::string& protocol);

private:
    class Line;
    void accept();

    const Answer m_answer;
    boost::asio::io_context m_io{1};
    boost::asio::ip::tcp::acceptor m_acceptor;
    std::uint16_t m_port = 0;
    std::vector<std::weak_ptr<Line>> m_lines;  ///< the service's thread only
    std::thread m_thread;
};

}  // namespace evenhand::test
