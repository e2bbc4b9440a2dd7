// SPDX-License-Identifier: GPL-3.0-or-later
#include "scripted_service.h"

#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <deque>
#include <utility>

#include "engine/wire/protocol.h"

namespace evenhand::test {

namespace asio = boost::asio;
namespace beast = boost::beast;
using asio::ip::tcp;
using boost::system::error_code;

class ScriptedService::Line : public std::enable_shared_from_this<Line> {
public:
    Line(tcp::socket socket, const Answer& answer) : m_socket(std::move(socket)), m_answer(answer) {}

    void start() {
        m_socket.set_option(beast::websocket::stream_base::decorator([](beast::websocket::response_type& response) {
            response.set(beast::http::field::sec_websocket_protocol, wire::kSubprotocol);
        }));
        m_socket.text(true);
        m_socket.async_accept([self = shared_from_this()](error_code failed) {
            if (!failed) {
                self->read();
            }
        });
    }
    void say(std::string text) {
        m_waiting.push_back(std::move(text));
        if (m_waiting.size() == 1) {
            write();
        }
    }

private:
    void read() {
        m_socket.async_read(m_buffer, [self = shared_from_this()](error_code failed, std::size_t) {
            if (failed) {
                return;
            }
            const auto message = boost::json::parse(beast::buffers_to_string(self->m_buffer.data()));
            self->m_buffer.consume(self->m_buffer.size());
            if (const auto answer = self->m_answer(message.as_object())) {
                self->say(boost::json::serialize(*answer));
            }
            self->read();
        });
    }
    void write() {
        m_socket.async_write(asio::buffer(m_waiting.front()),
                             [self = shared_from_this()](error_code failed, std::size_t) {
                                 if (failed) {
                                     return;
                                 }
                                 self->m_waiting.pop_front();
                                 if (!self->m_waiting.empty()) {
                                     self->write();
                                 }
                             });
    }

    beast::websocket::stream<beast::tcp_stream> m_socket;
    const Answer& m_answer;
    beast::flat_buffer m_buffer;
    std::deque<std::string> m_waiting;  ///< the first one is being written
};

ScriptedService::ScriptedService(Answer answer)
    : m_answer(std::move(answer)), m_acceptor(m_io, tcp::endpoint(asio::ip::address_v4::loopback(), 0)) {
    m_port = m_acceptor.local_endpoint().port();
    accept();
    m_thread = std::thread([this] { m_io.run(); });
}

ScriptedService::~ScriptedService() {
    m_io.stop();  // what is under way goes with it
    m_thread.join();
}

void ScriptedService::accept() {
    m_acceptor.async_accept([this](error_code failed, tcp::socket socket) {
        if (failed) {
            return;
        }
        const auto line = std::make_shared<Line>(std::move(socket), m_answer);
        m_lines.push_back(line);
        line->start();
        accept();
    });
}

void ScriptedService::say(const boost::json::object& message) {
    asio::post(m_io, [this, text = boost::json::serialize(message)] {
        for (const auto& line : m_lines) {
            if (const auto there = line.lock()) {
                there->say(text);
            }
        }
    });
}

boost::json::object ScriptedService::hello(const std::string& program, const std::string& protocol) {
    return {{"hello", {{"program", program}, {"protocol", protocol}, {"actor", nullptr}}}};
}

}  // namespace evenhand::test
