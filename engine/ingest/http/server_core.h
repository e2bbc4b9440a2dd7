// SPDX-License-Identifier: GPL-3.0-or-later
// What all connections of a server share: the loop, limits, figures, the gate. It lives as long as an answer is still
// on its way, so that the engine may answer after the server has ended.
// Thread: the server's; post() from any.
#pragma once

#include <boost/asio/io_context.hpp>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/ingest/http/gate.h"
#include "engine/ingest/http/http_figures.h"
#include "engine/ingest/http/limits.h"
#include "engine/ingest/http/services.h"

namespace evenhand::ingest {

class ServerCore final : public Loop {
public:
    ServerCore(const Services& services, std::span<const Route> table, const Limits& limits, AccessSink accessLog);

    /// Runs `fn` later on the server's thread; dropped once closed.
    void post(std::function<void()> fn) override;
    /// The loop has ended: what waits is dropped, and what still comes.
    void close();
    [[nodiscard]] std::int64_t nowMs() const noexcept { return m_services.clock->monotonicNs() / 1'000'000; }
    /// Of the Date field, made anew once a second.
    [[nodiscard]] const std::string& date();

    [[nodiscard]] const Limits& limits() const noexcept { return m_limits; }
    [[nodiscard]] const Services& services() const noexcept { return m_services; }
    [[nodiscard]] HttpFigures& figures() noexcept { return m_figures; }
    /// What a token has taken of the limits. References stay good.
    struct Share {
        std::size_t bodies = 0;  ///< bytes
        std::size_t streams = 0;
    };
    [[nodiscard]] Share& shareOf(std::int64_t token) { return m_shares[token]; }
    /// Open connections of a peer; an entry for each that has any.
    using Peers = std::unordered_map<std::string, std::size_t>;
    [[nodiscard]] Peers& peers() noexcept { return m_peers; }
    /// By what a peer is counted: its address, of IPv6 the network of 64 bits, which one client may have to itself.
    [[nodiscard]] static std::string peerKey(const std::string& address);
    [[nodiscard]] Gate& gate() noexcept { return m_gate; }
    [[nodiscard]] const AccessSink& accessLog() const noexcept { return m_accessLog; }
    [[nodiscard]] boost::asio::io_context& io() noexcept { return m_io; }

private:
    void drain();

    boost::asio::io_context m_io{1};
    Limits m_limits;
    HttpFigures m_figures;
    std::unordered_map<std::int64_t, Share> m_shares;  ///< as many as tokens are made
    Peers m_peers;
    Services m_services;
    Gate m_gate;
    AccessSink m_accessLog;
    std::string m_date;
    std::int64_t m_dateSecond = -1;

    std::mutex m_mutex;
    bool m_closed = false;
    std::vector<std::function<void()>> m_waiting;  ///< not empty: a call of drain() is on its way
};

}  // namespace evenhand::ingest
