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
#include <vector>

#include "engine/ingest/gate.h"
#include "engine/ingest/http_figures.h"
#include "engine/ingest/limits.h"
#include "engine/ingest/services.h"

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
    [[nodiscard]] Gate& gate() noexcept { return m_gate; }
    [[nodiscard]] const AccessSink& accessLog() const noexcept { return m_accessLog; }
    [[nodiscard]] boost::asio::io_context& io() noexcept { return m_io; }

private:
    void drain();

    boost::asio::io_context m_io{1};
    Limits m_limits;
    HttpFigures m_figures;
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
