// SPDX-License-Identifier: GPL-3.0-or-later
#include "raw_console.h"

#include <boost/asio/connect.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

#include "engine/wire/protocol.h"

namespace evenhand::test {

namespace asio = boost::asio;
namespace beast = boost::beast;
using boost::system::error_code;

struct RawConsole::Inner {
    asio::io_context io;
    beast::websocket::stream<asio::ip::tcp::socket> socket{io};
    beast::flat_buffer buffer;
    error_code failed;
};

RawConsole::RawConsole(std::uint16_t port, const std::pair<std::string, std::string>& header)
    : m_inner(std::make_unique<Inner>()) {
    auto& socket = m_inner->socket;
    socket.next_layer().connect({asio::ip::address_v4::loopback(), port}, m_inner->failed);
    const timeval patience{10, 0};
    (void)::setsockopt(socket.next_layer().native_handle(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    (void)::setsockopt(socket.next_layer().native_handle(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    socket.set_option(beast::websocket::stream_base::decorator([header](beast::websocket::request_type& request) {
        request.set(beast::http::field::sec_websocket_protocol, wire::kSubprotocol);
        if (!header.first.empty()) {
            request.set(header.first, header.second);
        }
    }));
    socket.read_message_max(wire::kMaxAnswer);
    socket.handshake("localhost", std::string(wire::kConsolePath), m_inner->failed);
    socket.text(true);
}

RawConsole::~RawConsole() {
    error_code ignored;
    m_inner->socket.next_layer().close(ignored);
}

bool RawConsole::send(const std::string& text) {
    m_inner->socket.write(asio::buffer(text), m_inner->failed);
    return !m_inner->failed;
}

bool RawConsole::send(const boost::json::object& message) { return send(boost::json::serialize(message)); }

std::optional<boost::json::object> RawConsole::next(const char* member) {
    for (;;) {
        m_inner->buffer.clear();
        m_inner->socket.read(m_inner->buffer, m_inner->failed);
        if (m_inner->failed) {
            return std::nullopt;
        }
        auto message = boost::json::parse(beast::buffers_to_string(m_inner->buffer.data()));
        if (message.is_object() && message.get_object().contains(member)) {
            return std::move(message.get_object());
        }
    }
}

boost::json::object RawConsole::ask(const boost::json::object& message) {
    return send(message) ? next("id").value_or(boost::json::object()) : boost::json::object();
}

std::optional<boost::json::object> RawConsole::hello() {
    const boost::json::object said{{"program", "raw"}, {"protocol", wire::protocolHash()}, {"via", "Console"}};
    if (!send(boost::json::object{{"hello", said}})) {
        return std::nullopt;
    }
    auto heard = next("hello");
    return heard && heard->at("hello").is_object() ? std::optional(heard->at("hello").get_object()) : std::nullopt;
}

std::string RawConsole::end() {
    while (next("nothing has this member")) {
    }
    const auto& reason = m_inner->socket.reason().reason;
    return {reason.data(), reason.size()};
}

}  // namespace evenhand::test
