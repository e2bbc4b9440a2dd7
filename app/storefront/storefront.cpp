// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storefront/storefront.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/storefront/day_curve.h"
#include "app/storefront/deliver.h"
#include "app/storefront/demo_campaign.h"
#include "app/storefront/demo_returns.h"
#include "app/storefront/limits.h"
#include "app/storefront/sale.h"
#include "app/storefront/warm_up.h"
#include "app/storefront/world.h"

namespace evenhand::storefront {
namespace {

constexpr double kMinuteMs = 60'000;
constexpr double kDayMinutes = 1'440;
// After a pause of the process (sleep, a stopped debugger) the time missed is not made up for.
constexpr std::int64_t kMaxStepMs = 1'000;
constexpr std::int64_t kReadEveryMs = 1'000;
constexpr std::int64_t kReadLimit = 1'000;
constexpr std::size_t kReportsPerTick = 100;
constexpr std::size_t kStepsPerTick = 150;
constexpr std::int64_t kFirstWaitMs = 250;
constexpr std::int64_t kMaxWaitMs = 5'000;
constexpr std::int64_t kRetryAfterSimMs = 5'000;
constexpr std::int64_t kWrongByMinor = 100;

bool asksToWait(ErrorCode code) noexcept {
    return code == ErrorCode::Busy || code == ErrorCode::ReadOnly || code == ErrorCode::OutcomeUnknown ||
           code == ErrorCode::WorkspaceInUse || code == ErrorCode::Storage;
}

}  // namespace

Storefront::Storefront(api::OrderDesk& orders, api::DispatchDesk& dispatch, api::TimerDesk& timers, const Clock& clock,
                       StorefrontOptions options, QObject* parent)
    : QObject(parent),
      m_orders(orders),
      m_dispatch(dispatch),
      m_timers(timers),
      m_clock(clock),
      m_options(std::move(options)),
      m_maker(m_options.seed, m_options.run),
      m_crew(m_options.seed),
      m_arrivals(m_options.seed ^ 0xA5A5A5A5ULL) {
    m_timer.setInterval(m_options.tickMs);
    connect(&m_timer, &QTimer::timeout, this, [this] { tick(m_clock.now()); });
}

Storefront::~Storefront() = default;

void Storefront::runSales(api::SeckillDesk& seckill) {
    m_sale =
        std::make_unique<Sale>(seckill, m_orders, m_options.seed, m_options.run, CampusId(demoCampuses().front().id));
}

void Storefront::runCampaigns(api::CampaignDesk& campaigns) {
    m_campaign = std::make_unique<DemoCampaign>(campaigns, m_clock, m_options.seed ^ 0x5A5A5A5AULL, call("demo"));
}

void Storefront::runReturns(api::ReturnsDesk& returns, api::RefundDesk& refunds) {
    m_returns = std::make_unique<DemoReturns>(m_orders, returns, refunds, m_clock, m_options.seed ^ 0xC3C3C3C3ULL);
}

void Storefront::resume() {
    if (!running()) {
        m_lastTick.reset();
        m_timer.start();
        Q_EMIT runningChanged(true);
    }
}

void Storefront::pause() {
    if (running()) {
        m_timer.stop();
        Q_EMIT runningChanged(false);
    }
}

double Storefront::minuteOfDay() const noexcept {
    return std::fmod(m_options.startMinute + m_simMs / kMinuteMs, kDayMinutes);
}

api::Call Storefront::call(std::string reason) const {
    return {api::Actor::administrator("storefront"), std::move(reason), {}};
}

bool Storefront::mustWait(const Error& error) {
    if (!asksToWait(error.code)) {
        return false;
    }
    const Instant from = m_lastTick.value_or(m_clock.now());
    if (m_waitUntil <= from) {  // one back-off for all refusals of a moment
        m_waitMs = std::clamp(m_waitMs * 2, kFirstWaitMs, kMaxWaitMs);
        m_waitUntil = from.plusMs(m_waitMs);
        ++m_figures.backOffs;
    }
    return true;
}

void Storefront::tick(Instant now) {
    const auto elapsed = m_lastTick ? std::clamp<std::int64_t>(now.ms - m_lastTick->ms, 0, kMaxStepMs) : 0;
    m_lastTick = now;
    if (now < m_waitUntil || m_figures.inFlight >= kMaxInFlight) {
        return;  // simulated time stands still
    }
    if (m_sale) {
        m_sale->tick(now);
    }
    if (m_campaign) {
        m_campaign->look();
    }
    if (m_returns) {
        m_returns->look();
    }
    const double elapsedSim = static_cast<double>(elapsed) * m_options.speed;
    m_simMs += elapsedSim;
    changeShifts();
    restock();
    doAgenda();
    handInReports();
    placeArrivals(elapsedSim);
    readInHand(now);
}

void Storefront::placeArrivals(double elapsedSimMs) {
    const double minute = minuteOfDay();
    m_toNextOrder -= demandAt(minute) * m_options.peakOrdersPerMinute * elapsedSimMs / kMinuteMs;
    std::vector<PlannedOrder> planned;
    while (m_toNextOrder <= 0 && m_figures.inFlight + static_cast<std::int64_t>(planned.size()) < kMaxInFlight) {
        planned.push_back(m_maker.next(minute));
        if (m_campaign) {
            planned.back().request.draw = m_campaign->drawForNext();
        }
        m_toNextOrder -= std::log(1 - m_arrivals.unit());  // exponential gaps: customers come independently
    }
    if (planned.empty()) {
        return;
    }
    std::vector<api::PlaceOrder> requests;
    requests.reserve(planned.size());
    for (const auto& order : planned) {
        requests.push_back(order.request);
    }
    m_figures.inFlight += static_cast<std::int64_t>(planned.size());
    m_orders.placeMany(call(), std::move(requests),
                       deliverMany<api::PlacedOrder>(this, [this, planned = std::move(planned)](const auto& answers) {
                           placed(planned, answers);
                       }));
}

void Storefront::placed(const std::vector<PlannedOrder>& planned,
                        const std::vector<Result<api::PlacedOrder>>& answers) {
    m_figures.inFlight -= static_cast<std::int64_t>(planned.size());
    for (std::size_t index = 0; index < std::min(planned.size(), answers.size()); ++index) {
        const auto& answer = answers[index];
        if (answer) {
            ++m_figures.placed;
            m_waitMs = 0;
            planCustomer(planned[index], answer->payable);
            if (m_campaign && answer->draw) {
                m_campaign->drawn(*answer->draw);
            }
            continue;
        }
        if (mustWait(answer.error())) {
            continue;  // this customer goes elsewhere
        }
        ++m_figures.refused;
        if (answer.error().code == ErrorCode::OutOfStock) {
            for (const auto& line : planned[index].request.lines) {
                if (answer.error().value.empty() || answer.error().value == line.sku.str()) {
                    m_soldOut.insert(line.sku.str());
                }
            }
        }
    }
}

void Storefront::planCustomer(const PlannedOrder& planned, Money payable) {
    const auto at = static_cast<std::int64_t>(m_simMs) + planned.payAfterMs;
    const OrderNo& number = planned.request.orderNo;
    const auto pay = [&](std::int64_t when, Money amount, const char* suffix) {
        m_agenda.emplace(when, Step{Step::Kind::Pay, number, {PaymentNo("P" + number.str() + suffix), number, amount}});
    };
    const auto cancel = [&](std::int64_t when) { m_agenda.emplace(when, Step{Step::Kind::Cancel, number, {}}); };
    switch (planned.fate) {
        case Fate::Pays: pay(at, payable, ""); break;
        case Fate::Abandons: break;
        case Fate::CancelsUnpaid: cancel(at); break;
        case Fate::CancelsPaid:
            pay(at, payable, "");
            cancel(at + planned.cancelAfterMs);
            break;
        case Fate::PaysAfterCancel:
            cancel(at);
            pay(at + planned.cancelAfterMs, payable, "");
            break;
        case Fate::PaysWrongAmount:
            pay(at, Money{payable.minor + kWrongByMinor}, "-W");
            pay(at + planned.cancelAfterMs, payable, "");
            break;
        case Fate::PaysTwice:
            pay(at, payable, "");
            pay(at + planned.cancelAfterMs, payable, "-2");
            break;
    }
}

void Storefront::doAgenda() {
    std::vector<std::pair<std::int64_t, Step>> payments;
    std::vector<std::pair<std::int64_t, Step>> cancels;
    while (!m_agenda.empty() && static_cast<double>(m_agenda.begin()->first) <= m_simMs &&
           payments.size() + cancels.size() < kStepsPerTick) {
        auto entry = m_agenda.extract(m_agenda.begin());
        auto& group = entry.mapped().kind == Step::Kind::Pay ? payments : cancels;
        group.emplace_back(entry.key(), std::move(entry.mapped()));
    }
    payOrders(std::move(payments));
    cancelOrders(std::move(cancels));
}

void Storefront::payOrders(std::vector<std::pair<std::int64_t, Step>> steps) {
    if (steps.empty()) {
        return;
    }
    std::vector<api::PayOrder> requests;
    requests.reserve(steps.size());
    for (const auto& [when, step] : steps) {
        requests.push_back(step.payment);
    }
    m_figures.inFlight += static_cast<std::int64_t>(steps.size());
    m_orders.payMany(call(), std::move(requests),
                     deliverMany<api::PaymentAnswer>(this, [this, steps = std::move(steps)](const auto& answers) {
                         m_figures.inFlight -= static_cast<std::int64_t>(steps.size());
                         for (std::size_t index = 0; index < std::min(steps.size(), answers.size()); ++index) {
                             if (answers[index]) {
                                 m_waitMs = 0;
                                 ++(answers[index]->owed ? m_figures.owed : m_figures.paid);
                             } else if (mustWait(answers[index].error())) {
                                 m_agenda.insert(steps[index]);  // the same payment number: asking again is safe
                             } else {
                                 ++m_figures.refused;
                             }
                         }
                     }));
}

void Storefront::cancelOrders(std::vector<std::pair<std::int64_t, Step>> steps) {
    if (steps.empty()) {
        return;
    }
    std::vector<api::OrderRef> orders;
    orders.reserve(steps.size());
    for (const auto& [when, step] : steps) {
        orders.push_back({step.orderNo, 0});
    }
    ++m_figures.inFlight;
    deliver<std::vector<api::RowOutcome>>(m_orders.cancel(call("Customer changed their mind"), std::move(orders)), this,
                                          [this, steps = std::move(steps)](const auto& answer) {
                                              --m_figures.inFlight;
                                              if (!answer) {
                                                  if (mustWait(answer.error())) {
                                                      m_agenda.insert(steps.begin(), steps.end());
                                                  } else {
                                                      ++m_figures.refused;
                                                  }
                                                  return;
                                              }
                                              for (const auto& outcome : *answer) {
                                                  ++(outcome.error ? m_figures.refused : m_figures.cancelled);
                                              }
                                          });
}

void Storefront::readInHand(Instant now) {
    if (m_reading || (m_lastRead && now.ms - m_lastRead->ms < kReadEveryMs)) {
        return;
    }
    m_reading = true;
    m_lastRead = now;
    api::OrderQuery query;
    query.filter.statuses = {api::OrderStatus::WaitPickUp, api::OrderStatus::Delivering};
    query.descending = false;
    query.limit = kReadLimit;
    deliver<std::vector<api::OrderRow>>(m_orders.page(call(), query), this, [this](const auto& rows) {
        m_reading = false;
        if (rows) {
            m_crew.see(*rows, static_cast<std::int64_t>(m_simMs));
        } else {
            mustWait(rows.error());
        }
    });
}

void Storefront::handInReports() {
    for (auto& report : m_crew.takeDue(static_cast<std::int64_t>(m_simMs), kReportsPerTick)) {
        ++m_figures.inFlight;
        const auto kind = report.kind;
        const OrderNo number = report.orderNo;
        deliver<void>(m_orders.report(call(), std::move(report)), this, [this, kind, number](const Result<void>& done) {
            --m_figures.inFlight;
            if (!done) {
                if (mustWait(done.error())) {
                    m_crew.retry(number, static_cast<std::int64_t>(m_simMs) + kRetryAfterSimMs);
                } else {
                    ++m_figures.refused;  // reassigned or closed meanwhile; the next reading tells
                }
                return;
            }
            switch (kind) {
                case api::CourierReport::Kind::PickedUp: ++m_figures.pickedUp; break;
                case api::CourierReport::Kind::Delivered: ++m_figures.delivered; break;
                case api::CourierReport::Kind::Failed: ++m_figures.failed; break;
            }
        });
    }
}

void Storefront::changeShifts() {
    for (const auto& [courier, onDuty] : m_crew.shiftChanges(static_cast<int>(minuteOfDay()))) {
        ++m_figures.inFlight;
        deliver<std::int64_t>(m_dispatch.setDuty(call("Shift"), courier, onDuty), this,
                              [this](const Result<std::int64_t>& done) {
                                  --m_figures.inFlight;
                                  if (!done && !mustWait(done.error())) {
                                      ++m_figures.refused;  // somebody did it by hand already
                                  }
                              });
    }
}

void Storefront::restock() {
    if (m_soldOut.empty()) {
        return;
    }
    std::vector<api::ProductRow> deliveries;
    for (const auto& product : demoProducts()) {
        if (m_soldOut.contains(std::string(product.sku))) {
            deliveries.push_back(
                {Sku(product.sku), std::string(product.name), Money{product.priceMinor}, product.stock});
        }
    }
    m_soldOut.clear();
    if (deliveries.empty()) {
        return;
    }
    ++m_figures.inFlight;
    deliver<void>(m_orders.upsertProducts(call("Restocked"), std::move(deliveries), true), this,
                  [this](const Result<void>& done) {
                      --m_figures.inFlight;
                      if (!done) {
                          mustWait(done.error());  // the next customer who finds the shelf empty asks again
                      }
                  });
}

void Storefront::warmUp(std::int64_t orders, int hours, bool importClock) {
    const Instant now = m_clock.now();
    WarmUp::Plan plan;
    plan.orders = orders;
    plan.from = now.plusMs(-static_cast<std::int64_t>(hours) * 3'600'000);
    plan.to = now;
    plan.minuteAtTo = minuteOfDay();
    plan.importClock = importClock;
    plan.actor = call().actor;
    m_warmUp = std::make_unique<WarmUp>(m_orders, m_timers, m_maker, std::move(plan));
    connect(m_warmUp.get(), &WarmUp::progress, this, &Storefront::warmUpProgress);
    connect(m_warmUp.get(), &WarmUp::finished, this, &Storefront::warmUpFinished);
    connect(m_warmUp.get(), &WarmUp::failed, this, &Storefront::failed);
    m_warmUp->start();
}

}  // namespace evenhand::storefront
