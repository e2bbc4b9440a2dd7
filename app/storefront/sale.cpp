// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storefront/sale.h"

#include <algorithm>
#include <cmath>

#include "app/storefront/deliver.h"
#include "app/storefront/limits.h"

namespace evenhand::storefront {
namespace {

constexpr std::string_view kVoucher = "flash-tea";
constexpr Money kPrice{190};
constexpr std::int64_t kMaxSaleStepMs = 1'000;  // as the storefront: what was slept over is not made up for
constexpr double kStormPerSecond = 120;         // at the begin
constexpr double kStormHalfMs = 15'000;         // half as many every so often …
constexpr double kMinPerSecond = 3;             // … down to this
constexpr std::uint64_t kCrowd = 1'500;
constexpr std::uint64_t kPayers = 85;  // of 100

}  // namespace

Sale::Sale(api::SeckillDesk& seckill, api::OrderDesk& orders, std::uint64_t seed, std::string run, CampusId campus,
           QObject* parent)
    : QObject(parent),
      m_seckill(seckill),
      m_orders(orders),
      m_rng(seed ^ 0x5a1e5a1eULL),
      m_run(std::move(run)),
      m_campus(std::move(campus)) {}

api::Call Sale::call() const { return {api::Actor::administrator("storefront"), "demo", {}}; }

void Sale::failed(const Error&) { ++m_figures.errors; }

void Sale::tick(Instant now) {
    const auto elapsed = m_lastTick ? std::clamp<std::int64_t>(now.ms - m_lastTick->ms, 0, kMaxSaleStepMs) : 0;
    m_lastTick = now;
    if (now >= m_nextSale) {
        setUp(now);
    }
    if (m_started && now >= m_begin && now < m_end) {
        storm(now, elapsed);
    }
    pay(now);
}

/// The voucher is received, the sale set up and started, one after the other.
void Sale::setUp(Instant now) {
    m_nextSale = now.plusMs(kEveryMs);
    m_started = false;
    m_begin = now.plusMs(kBeginAfterMs);
    m_end = m_begin.plusMs(kLengthMs);
    m_activity = ActivityId("sale-" + m_run + "-" + std::to_string(++m_figures.sales));
    api::ActivityInput input;
    input.id = m_activity;
    input.name = "Milk tea for 1.90";
    input.voucher = Sku(kVoucher);
    input.campus = m_campus;
    input.price = kPrice;
    input.stock = kUnits;
    input.begin = m_begin;
    input.end = m_end;
    const api::ProductRow voucher{Sku(kVoucher), "Milk tea (flash sale)", Money{990}, kUnits};
    deliver<void>(m_orders.upsertProducts(call(), {voucher}, true), this, [this, input](const Result<void>& received) {
        if (!received) {
            failed(received.error());
            return;
        }
        deliver<api::ActivityRow>(m_seckill.setUp(call(), input), this, [this](const auto& made) {
            if (!made) {
                failed(made.error());
                return;
            }
            deliver<api::ActivityRow>(m_seckill.start(call(), made->set.id), this, [this](const auto& started) {
                m_started = started.has_value();
                if (!started) {
                    failed(started.error());
                }
            });
        });
    });
}

void Sale::storm(Instant now, std::int64_t elapsedMs) {
    const auto since = static_cast<double>(now.ms - m_begin.ms);
    const double perSecond = std::max(kMinPerSecond, kStormPerSecond * std::exp2(-since / kStormHalfMs));
    m_owed += perSecond * static_cast<double>(elapsedMs) / 1'000;
    std::vector<api::SeckillAttempt> attempts;
    for (; m_owed >= 1; m_owed -= 1) {
        attempts.push_back({m_activity, UserId("guest-" + std::to_string(m_rng.below(kCrowd)))});
    }
    const auto room = static_cast<std::size_t>(std::max<std::int64_t>(0, kMaxInFlight - m_inFlight));
    attempts.resize(std::min(attempts.size(), room));  // the others give up
    if (attempts.empty()) {
        return;
    }
    const auto count = static_cast<std::int64_t>(attempts.size());
    m_inFlight += count;
    m_figures.attempts += count;
    m_seckill.attemptMany(
        call(), std::move(attempts), deliverMany<api::AttemptAnswer>(this, [this, count, now](const auto& answers) {
            m_inFlight -= count;
            for (const auto& answer : answers) {
                if (!answer) {
                    failed(answer.error());
                } else if (answer->outcome != api::AttemptOutcome::Reserved) {
                    ++m_figures.refused;
                } else {
                    ++m_figures.reserved;
                    if (m_rng.below(100) < kPayers) {
                        const auto at = now.ms + m_rng.between(3'000, 60'000);
                        m_payments.emplace(
                            at, api::PayOrder{PaymentNo("P" + answer->orderNo.str()), answer->orderNo, kPrice});
                    }
                }
            }
        }));
}

void Sale::pay(Instant now) {
    std::vector<api::PayOrder> due;
    while (!m_payments.empty() && m_payments.begin()->first <= now.ms) {
        due.push_back(std::move(m_payments.extract(m_payments.begin()).mapped()));
    }
    if (due.empty()) {
        return;
    }
    m_orders.payMany(call(), std::move(due), deliverMany<api::PaymentAnswer>(this, [this](const auto& answers) {
                         for (const auto& answer : answers) {
                             if (!answer) {
                                 failed(answer.error());
                             } else if (!answer->owed) {
                                 ++m_figures.paid;
                             }
                         }
                     }));
}

}  // namespace evenhand::storefront
