// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/http/server_core.h"

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/post.hpp>
#include <utility>

#include "engine/ingest/http/response_text.h"

namespace evenhand::ingest {

ServerCore::ServerCore(const Services& services, std::span<const Route> table, const Limits& limits,
                       AccessSink accessLog)
    : m_limits(limits), m_services(services), m_gate(table, m_services), m_accessLog(std::move(accessLog)) {
    m_services.loop = this;
    m_services.figures = &m_figures;
}

void ServerCore::post(std::function<void()> fn) {
    bool first = false;
    {
        const std::scoped_lock lock(m_mutex);
        if (m_closed) {
            return;
        }
        first = m_waiting.empty();
        m_waiting.push_back(std::move(fn));
    }
    if (first) {
        boost::asio::post(m_io, [this] { drain(); });
    }
}

void ServerCore::drain() {
    std::vector<std::function<void()>> now;
    {
        const std::scoped_lock lock(m_mutex);
        now.swap(m_waiting);
    }
    for (auto& fn : now) {
        fn();
        fn = nullptr;
    }
}

void ServerCore::close() {
    std::vector<std::function<void()>> dropped;  // outlives the lock: an answer that is dropped posts
    const std::scoped_lock lock(m_mutex);
    m_closed = true;
    dropped.swap(m_waiting);
}

std::string ServerCore::peerKey(const std::string& address) {
    boost::system::error_code error;
    const auto parsed = boost::asio::ip::make_address(address, error);
    if (error || !parsed.is_v6()) {
        return address;
    }
    if (parsed.to_v6().is_v4_mapped()) {
        return boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, parsed.to_v6()).to_string();
    }
    constexpr std::size_t kNetworkBytes = 8;
    auto bytes = parsed.to_v6().to_bytes();
    std::fill(bytes.begin() + kNetworkBytes, bytes.end(), std::uint8_t{0});
    return boost::asio::ip::make_address_v6(bytes).to_string();
}

const std::string& ServerCore::date() {
    const Instant now = m_services.clock->now();
    if (const std::int64_t second = now.ms / 1000; second != m_dateSecond) {
        m_dateSecond = second;
        m_date = httpDate(now);
    }
    return m_date;
}

}  // namespace evenhand::ingest
