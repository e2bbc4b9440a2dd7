// SPDX-License-Identifier: GPL-3.0-or-later
// The demo's flash sales: every ten minutes one is set up and started, a crowd storms it, most who get one pay, the
// others let their order time out. It runs in engine time, whatever the storefront's speed.
// Thread: its own, as the storefront's; at most kMaxInFlight attempts are unanswered. Desks and clock must outlive it.
#pragma once

#include <QObject>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "engine/api/order_desk.h"
#include "engine/api/seckill_desk.h"
#include "engine/base/rng.h"

namespace evenhand::storefront {

class Sale : public QObject {
    Q_OBJECT
public:
    static constexpr std::int64_t kUnits = 150;
    static constexpr std::int64_t kEveryMs = 600'000;
    static constexpr std::int64_t kBeginAfterMs = 10'000;
    static constexpr std::int64_t kLengthMs = 300'000;

    struct Figures {
        std::int64_t attempts = 0, reserved = 0, refused = 0, paid = 0, errors = 0;
        int sales = 0;
    };

    /// `run`: as StorefrontOptions::run; `campus`: of the orders.
    Sale(api::SeckillDesk& seckill, api::OrderDesk& orders, std::uint64_t seed, std::string run, CampusId campus,
         QObject* parent = nullptr);

    /// One step. Times must not go back; the first begins a sale.
    void tick(Instant now);
    [[nodiscard]] const Figures& figures() const noexcept { return m_figures; }
    [[nodiscard]] const ActivityId& activity() const noexcept { return m_activity; }

private:
    void setUp(Instant now);
    void storm(Instant now, std::int64_t elapsedMs);
    void pay(Instant now);
    void failed(const Error& error);
    [[nodiscard]] api::Call call() const;

    api::SeckillDesk& m_seckill;
    api::OrderDesk& m_orders;
    Rng m_rng;
    const std::string m_run;
    const CampusId m_campus;
    ActivityId m_activity;
    bool m_started = false;
    std::optional<Instant> m_lastTick;
    Instant m_nextSale;
    Instant m_begin;
    Instant m_end;
    double m_owed = 0;  ///< attempts that the crowd has not made yet
    std::int64_t m_inFlight = 0;
    std::multimap<std::int64_t, api::PayOrder> m_payments;  ///< by instant
    Figures m_figures;
};

}  // namespace evenhand::storefront
