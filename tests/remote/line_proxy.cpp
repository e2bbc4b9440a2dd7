// SPDX-License-Identifier: GPL-3.0-or-later
#include "line_proxy.h"

#include <array>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <functional>
#include <utility>
#include <vector>

namespace evenhand::test {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

class LineProxy::Pair : public std::enable_shared_from_this<Pair> {
public:
    Pair(LineProxy& proxy, tcp::socket client) : m_proxy(proxy), m_client(std::move(client)), m_service(m_proxy.m_io) {}

    void start() {
        m_limit = m_proxy.m_cutAfter.exchange(0);
        m_service.async_connect(tcp::endpoint(asio::ip::address_v4::loopback(), m_proxy.m_to),
                                [self = shared_from_this()](error_code failed) {
                                    if (failed) {
                                        self->close();
                                        return;
                                    }
                                    self->pump(self->m_client, self->m_service, self->m_there, false);
                                    self->pump(self->m_service, self->m_client, self->m_back, true);
                                });
    }
    void close() {
        error_code ignored;
        m_client.close(ignored);
        m_service.close(ignored);
    }
    void goOn() {
        for (const auto& fn : std::exchange(m_held, {})) {
            fn();
        }
    }

private:
    using Buffer = std::array<char, 4096>;
    void pump(tcp::socket& from, tcp::socket& to, Buffer& buffer, bool counts) {
        if (m_proxy.m_stalled) {
            m_held.push_back(
                [self = shared_from_this(), &from, &to, &buffer, counts] { self->pump(from, to, buffer, counts); });
            return;
        }
        from.async_read_some(asio::buffer(buffer), [self = shared_from_this(), &from, &to, &buffer, counts](
                                                       error_code failed, std::size_t bytes) {
            if (failed || (counts && self->isOver(bytes))) {
                self->close();
                return;
            }
            asio::async_write(to, asio::buffer(buffer.data(), bytes),
                              [self, &from, &to, &buffer, counts](error_code lost, std::size_t) {
                                  if (lost) {
                                      self->close();
                                      return;
                                  }
                                  self->pump(from, to, buffer, counts);
                              });
        });
    }
    bool isOver(std::size_t bytes) {
        m_seen += bytes;
        return m_limit != 0 && m_seen > m_limit;
    }

    LineProxy& m_proxy;
    tcp::socket m_client;
    tcp::socket m_service;
    Buffer m_there{}, m_back{};
    std::size_t m_limit = 0;
    std::size_t m_seen = 0;
    std::vector<std::function<void()>> m_held;
};

LineProxy::LineProxy(std::uint16_t to)
    : m_acceptor(m_io, tcp::endpoint(asio::ip::address_v4::loopback(), 0)),
      m_port(m_acceptor.local_endpoint().port()),
      m_to(to) {
    accept();
    m_thread = std::thread([this] { m_io.run(); });
}

LineProxy::~LineProxy() {
    m_io.stop();
    m_thread.join();
}

void LineProxy::accept() {
    m_acceptor.async_accept([this](error_code failed, tcp::socket socket) {
        if (!failed) {
            ++m_taken;
            auto pair = std::make_shared<Pair>(*this, std::move(socket));
            m_pairs.push_back(pair);
            pair->start();
        }
        accept();
    });
}

void LineProxy::cut() {
    asio::post(m_io, [this] {
        for (const auto& each : std::exchange(m_pairs, {})) {
            if (const auto pair = each.lock()) {
                pair->close();
            }
        }
    });
}

void LineProxy::stall(bool on) {
    asio::post(m_io, [this, on] {
        m_stalled = on;
        for (const auto& each : m_pairs) {
            if (const auto pair = each.lock(); pair && !on) {
                pair->goOn();
            }
        }
    });
}

}  // namespace evenhand::test
