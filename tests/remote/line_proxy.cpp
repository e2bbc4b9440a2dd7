// SPDX-License-Identifier: GPL-3.0-or-later
#include "line_proxy.h"

#include <array>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace evenhand::test {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

class LineProxy::Pair : public std::enable_shared_from_this<Pair> {
public:
    Pair(LineProxy& proxy, tcp::socket client)
        : m_proxy(proxy),
          m_client(std::move(client)),
          m_service(m_proxy.m_io),
          m_there(m_client, m_service, false),
          m_back(m_service, m_client, true) {}

    void start() {
        m_limit = m_proxy.m_cutAfter.exchange(0);
        m_service.async_connect(tcp::endpoint(asio::ip::address_v4::loopback(), m_proxy.m_to),
                                [self = shared_from_this()](error_code failed) {
                                    if (failed) {
                                        self->close();
                                        return;
                                    }
                                    self->read(self->m_there);
                                    self->read(self->m_back);
                                });
    }
    void close() {
        error_code ignored;
        m_client.close(ignored);
        m_service.close(ignored);
        m_held.clear();  // held connections refer to this object
        m_there.due.cancel();
        m_back.due.cancel();
    }
    void goOn() {
        for (const auto& fn : std::exchange(m_held, {})) {
            fn();
        }
    }

private:
    using Clock = asio::steady_timer::clock_type;
    struct Piece {
        std::string bytes;
        Clock::time_point due;
    };
    /// One direction of a connection. What was read waits until it is due; while too much waits, nothing more is read.
    struct Way {
        Way(tcp::socket& source, tcp::socket& target, bool isCounted)
            : from(source), to(target), counts(isCounted), due(from.get_executor()) {}
        tcp::socket& from;
        tcp::socket& to;
        bool counts;
        std::array<char, 4096> buffer{};
        std::deque<Piece> pieces{};
        bool reads = false;  ///< reading, or will read once the line is no longer stalled
        asio::steady_timer due;
    };
    static constexpr std::size_t kMaxPieces = 256;

    void read(Way& way) {
        if (!std::exchange(way.reads, true)) {
            begin(way);
        }
    }
    void begin(Way& way) {
        if (m_proxy.m_stalled) {
            m_held.push_back([self = shared_from_this(), &way] { self->begin(way); });
            m_proxy.m_silent = m_proxy.m_silent || way.counts;
            return;
        }
        way.from.async_read_some(asio::buffer(way.buffer), [self = shared_from_this(), &way](error_code failed,
                                                                                             std::size_t bytes) {
            way.reads = false;
            if (failed || (way.counts && self->isOver(bytes))) {
                self->close();
                return;
            }
            way.pieces.push_back({std::string(way.buffer.data(), bytes), Clock::now() + self->m_proxy.m_delay.load()});
            if (way.pieces.size() == 1) {
                self->pass(way);
            } else if (way.pieces.size() < kMaxPieces) {
                self->read(way);
            }
        });
    }
    /// Passes on the first piece once it is due.
    void pass(Way& way) {
        if (way.pieces.front().due <= Clock::now()) {
            write(way);
            return;
        }
        way.due.expires_at(way.pieces.front().due);
        way.due.async_wait([self = shared_from_this(), &way](error_code ended) {
            if (!ended) {
                self->write(way);
            }
        });
        read(way);
    }
    void write(Way& way) {
        asio::async_write(way.to, asio::buffer(way.pieces.front().bytes),
                          [self = shared_from_this(), &way](error_code lost, std::size_t) {
                              if (lost) {
                                  self->close();
                                  return;
                              }
                              way.pieces.pop_front();
                              if (!way.pieces.empty()) {
                                  self->pass(way);
                              }
                              self->read(way);
                          });
    }
    bool isOver(std::size_t bytes) {
        m_seen += bytes;
        return m_limit != 0 && m_seen > m_limit;
    }

    LineProxy& m_proxy;
    tcp::socket m_client;
    tcp::socket m_service;
    Way m_there;
    Way m_back;
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
        m_silent = false;
        for (const auto& each : m_pairs) {
            if (const auto pair = each.lock(); pair && !on) {
                pair->goOn();
            }
        }
    });
}

}  // namespace evenhand::test
