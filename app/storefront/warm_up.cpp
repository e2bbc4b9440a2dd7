// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storefront/warm_up.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "app/storefront/day_curve.h"
#include "app/storefront/deliver.h"

namespace evenhand::storefront {
namespace {

constexpr std::size_t kRound = 200;
constexpr std::size_t kImportRound = 25;  // a round is one instant there
constexpr std::int64_t kWarmUpRows = 400;
// The orders in hand beyond this many are moved on in each round; what remains is the present of the demo.
constexpr std::size_t kLeaveOpen = 90;
// So many of the last orders are of now and have timers of every stage.
constexpr std::size_t kPresent = 80;
constexpr std::int64_t kTimersRead = 1'000;
// Of each kind so many timers fall due so soon.
constexpr std::size_t kHurriedEach = 4;
constexpr std::int64_t kHurriedInMs[] = {300, 2'000, 5'000, 9'000, 15'000};
constexpr int kFinishingRounds = 3;
constexpr int kIdleMs = 15;  // couriers look again when there was nothing to do
constexpr int kMaxBusy = 200;
constexpr int kBusyMs = 50;
constexpr double kWarmUpMinuteMs = 60'000;

}  // namespace

WarmUp::WarmUp(api::OrderDesk& orders, api::TimerDesk& timers, OrderMaker& maker, Plan plan, QObject* parent)
    : QObject(parent), m_orders(orders), m_timers(timers), m_maker(maker), m_plan(std::move(plan)) {}

api::Call WarmUp::call(std::string reason) const {
    api::Call result{m_plan.actor, std::move(reason), {}};
    if (m_plan.importClock) {
        result.at = m_now;
    }
    return result;
}

void WarmUp::start() {
    m_now = m_plan.from;
    spreadOverTime();
    nextCustomers();
    readInHand();
}

// Instants by demand: equal steps through the accumulated demand of the period's minutes.
void WarmUp::spreadOverTime() {
    const double minutes = static_cast<double>(m_plan.to.ms - m_plan.from.ms) / kWarmUpMinuteMs;
    const auto demandOf = [&](std::int64_t minute) {
        return demandAt(m_plan.minuteAtTo - minutes + static_cast<double>(minute) + 0.5);
    };
    double total = 0;
    const auto whole = std::max<std::int64_t>(1, static_cast<std::int64_t>(minutes));
    for (std::int64_t minute = 0; minute < whole; ++minute) {
        total += demandOf(minute);
    }
    const double step = total / static_cast<double>(m_plan.orders);
    double owed = step / 2;
    for (std::int64_t minute = 0; minute < whole; ++minute) {
        const double demand = demandOf(minute);
        double within = 0;
        while (owed <= demand - within && m_times.size() < static_cast<std::size_t>(m_plan.orders)) {
            within += owed;
            owed = step;
            const double offset = (static_cast<double>(minute) + within / demand) * kWarmUpMinuteMs;
            m_times.push_back(m_plan.from.plusMs(static_cast<std::int64_t>(offset)));
        }
        owed -= demand - within;
    }
    while (m_times.size() < static_cast<std::size_t>(m_plan.orders)) {
        m_times.push_back(m_plan.to.plusMs(-1));  // rounding
    }
}

void WarmUp::nextCustomers() {
    Q_EMIT progress(static_cast<qint64>(m_next), static_cast<qint64>(m_times.size()));
    if (m_next >= m_times.size()) {
        m_customersDone = true;
        return;
    }
    std::vector<Past> round;
    const double minutesAgo = static_cast<double>(m_plan.to.ms - m_times[m_next].ms) / kWarmUpMinuteMs;
    const std::size_t most = m_plan.importClock ? kImportRound : kRound;
    for (; round.size() < most && m_next < m_times.size(); ++m_next) {
        PlannedOrder order = m_maker.next(m_plan.minuteAtTo - minutesAgo);
        if (m_plan.importClock || m_next + kPresent < m_times.size()) {
            order.request.placedAt = m_times[m_next];
        }
        round.push_back({m_times[m_next], std::move(order)});
    }
    m_now = round.back().at;
    place(std::move(round));
}

void WarmUp::place(std::vector<Past> round) {
    std::vector<api::PlaceOrder> requests;
    requests.reserve(round.size());
    for (const auto& past : round) {
        requests.push_back(past.order.request);
    }
    m_orders.placeMany(
        call(), std::move(requests),
        deliverMany<api::PlacedOrder>(this, [this, round = std::move(round)](const auto& answers) {
            std::vector<api::PayOrder> payments;
            m_cancels.clear();
            for (std::size_t index = 0; index < std::min(round.size(), answers.size()); ++index) {
                const auto& answer = answers[index];
                if (!answer && answer.error().code == ErrorCode::Busy) {
                    repeatOrFail(answer.error(), [this, round] { place(round); });  // same keys: nothing twice
                    return;
                }
                if (!answer) {
                    continue;  // sold out: as in life
                }
                const auto& [at, order] = round[index];
                const std::string& number = order.request.orderNo.str();
                if (order.fate == Fate::CancelsUnpaid || order.fate == Fate::CancelsPaid ||
                    order.fate == Fate::PaysAfterCancel) {
                    m_cancels.push_back({order.request.orderNo, 0});
                }
                if (order.fate != Fate::Abandons && order.fate != Fate::CancelsUnpaid) {
                    payments.push_back({PaymentNo("P" + number), order.request.orderNo, answer->payable});
                }
                if (order.fate == Fate::PaysTwice) {
                    payments.push_back({PaymentNo("P" + number + "-2"), order.request.orderNo, answer->payable});
                }
            }
            m_busy = 0;
            pay(payments);
        }));
}

void WarmUp::pay(const std::vector<api::PayOrder>& payments) {
    m_orders.payMany(call(), payments, deliverMany<api::PaymentAnswer>(this, [this, payments](const auto& answers) {
                         for (const auto& answer : answers) {
                             if (!answer && answer.error().code == ErrorCode::Busy) {
                                 repeatOrFail(answer.error(), [this, payments] { pay(payments); });
                                 return;
                             }
                         }
                         m_busy = 0;
                         cancel(m_cancels);
                     }));
}

void WarmUp::cancel(const std::vector<api::OrderRef>& orders) {
    if (orders.empty()) {
        nextCustomers();
        return;
    }
    deliver<std::vector<api::RowOutcome>>(m_orders.cancel(call("Customer changed their mind"), orders), this,
                                          [this, orders](const auto& answer) {
                                              if (!answer) {
                                                  repeatOrFail(answer.error(), [this, orders] { cancel(orders); });
                                                  return;
                                              }
                                              m_busy = 0;
                                              nextCustomers();
                                          });
}

void WarmUp::readInHand() {
    api::OrderQuery query;
    query.filter.statuses = {api::OrderStatus::WaitPickUp, api::OrderStatus::Delivering};
    query.descending = false;
    query.limit = kWarmUpRows;
    deliver<std::vector<api::OrderRow>>(m_orders.page(call(), query), this, [this](const auto& rows) {
        if (!rows) {
            repeatOrFail(rows.error(), [this] { readInHand(); });
            return;
        }
        m_busy = 0;
        report(*rows);
    });
}

void WarmUp::report(const std::vector<api::OrderRow>& rows) {
    const std::size_t count = rows.size() > kLeaveOpen ? rows.size() - kLeaveOpen : 0;
    if (m_customersDone && ++m_finishing > kFinishingRounds) {
        m_plan.importClock || m_hurried ? Q_EMIT finished() : hurry();
        return;
    }
    if (count == 0) {
        QTimer::singleShot(kIdleMs, this, &WarmUp::readInHand);
        return;
    }
    auto open = std::make_shared<std::size_t>(count);
    for (std::size_t index = 0; index < count; ++index) {
        const auto& row = rows[index];
        const auto kind = row.status == api::OrderStatus::WaitPickUp ? api::CourierReport::Kind::PickedUp
                                                                     : api::CourierReport::Kind::Delivered;
        // An error (busy, reassigned meanwhile) is no matter: the order is there again in the next round.
        deliver<void>(m_orders.report(call(), {kind, row.orderNo, row.courier, row.epoch, {}}), this,
                      [this, open](const Result<void>&) {
                          if (--*open == 0) {
                              readInHand();
                          }
                      });
    }
}

void WarmUp::hurry() {
    m_hurried = true;
    deliver<api::TimerBoard>(m_timers.board(call(), {}), this, [this](const auto& board) {
        if (!board) {
            repeatOrFail(board.error(), [this] { hurry(); });
            return;
        }
        api::TimerQuery query;
        query.filter.kinds = {api::TimerKind::Unpaid, api::TimerKind::PickUpLate};
        query.limit = kTimersRead;
        deliver<std::vector<api::TimerRow>>(m_timers.page(call(), query), this,
                                            [this, now = board->at](const auto& timers) {
                                                if (!timers) {
                                                    repeatOrFail(timers.error(), [this] { hurry(); });
                                                    return;
                                                }
                                                hurryTimers(now, *timers);
                                            });
    });
}

void WarmUp::hurryTimers(Instant now, const std::vector<api::TimerRow>& timers) {
    std::vector<api::TimerRef> unpaid;
    std::vector<api::TimerRef> pickUp;
    for (const auto& timer : timers) {
        (timer.kind == api::TimerKind::Unpaid ? unpaid : pickUp).push_back({timer.orderNo, timer.kind, timer.due});
    }
    auto open = std::make_shared<std::size_t>(std::size(kHurriedInMs));
    for (std::size_t group = 0; group < std::size(kHurriedInMs); ++group) {
        std::vector<api::TimerRef> refs;
        for (const auto* of : {&unpaid, &pickUp}) {
            for (std::size_t at = group * kHurriedEach; at < (group + 1) * kHurriedEach && at < of->size(); ++at) {
                refs.push_back((*of)[at]);
            }
        }
        // What is refused (paid or picked up meanwhile) is no matter.
        deliver<std::vector<api::TimerOutcome>>(
            m_timers.postponeTo(call("In a hurry"), std::move(refs), now.plusMs(kHurriedInMs[group])), this,
            [this, open](const auto&) {
                if (--*open == 0) {
                    Q_EMIT finished();
                }
            });
    }
}

void WarmUp::repeatOrFail(const Error& error, std::function<void()> again) {
    if (m_failed) {
        return;
    }
    if (error.code != ErrorCode::Busy || ++m_busy > kMaxBusy) {
        m_failed = true;
        Q_EMIT failed(QString::fromStdString(error.text()));
        return;
    }
    QTimer::singleShot(kBusyMs, this, std::move(again));
}

}  // namespace evenhand::storefront
