// SPDX-License-Identifier: GPL-3.0-or-later
// A WebSocket to a service that sends whatever a test wants. Its functions block for at most ten seconds. Thread:
// confined.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace evenhand::test {

class RawConsole {
public:
    /// `header`: one more header of the handshake, with its value.
    explicit RawConsole(std::uint16_t port, const std::pair<std::string, std::string>& header = {});
    ~RawConsole();
    RawConsole(const RawConsole&) = delete;
    RawConsole& operator=(const RawConsole&) = delete;

    /// False if the line is gone.
    bool send(const std::string& text);
    bool send(const boost::json::object& message);
    /// The next message with this member; nullopt: the line has ended.
    [[nodiscard]] std::optional<boost::json::object> next(const char* member);
    /// The answer to a message with an id.
    [[nodiscard]] boost::json::object ask(const boost::json::object& message);
    /// Sends hello as a console does; false if it is refused.
    [[nodiscard]] bool greet() { return hello().has_value(); }
    /// The same; returns the service's hello.
    [[nodiscard]] std::optional<boost::json::object> hello();
    /// Reads until the line ends and returns the reason; "" if there is none.
    [[nodiscard]] std::string end();

private:
    struct Inner;
    std::unique_ptr<Inner> m_inner;
};

}  // namespace evenhand::test
