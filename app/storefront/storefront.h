// SPDX-License-Identifier: GPL-3.0-or-later
// The demo: a simulated storefront with lunch and dinner peaks that uses the desks like any other client. Customers
// order, most pay, couriers pick up, deliver and sometimes fail or dawdle,
// shifts begin and end, a few payments go wrong. The time-outs of its campuses are as fast as its day, so that orders
// are late, are closed and complete themselves while one looks on.
//
// Simulated time runs `speed` times as fast as the clock and stands still while the engine is busy or refuses, so
// the storefront can never flood it: at most kMaxInFlight requests are unanswered, and it backs off on Busy.
// Given the seed, the run name and the times of the ticks, the same things are asked for in the same order.
// Paused, no timer runs and it uses no processor time.
//
// Thread: its own (any with an event loop, the GUI thread will do); answers come to that thread.
// The desks and the clock must outlive it.
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/storefront/order_maker.h"
#include "app/storefront/storefront_crew.h"
#include "engine/api/engine_api.h"
#include "engine/base/clock.h"

namespace evenhand::storefront {

class Sale;
class DemoCampaign;
class DemoReturns;
class WarmUp;

struct StorefrontOptions {
    std::uint64_t seed = 1;
    std::string run;                  ///< unique per start on one workspace, 1 … 40 characters of A-Z a-z 0-9
    double speed = 30;                ///< simulated seconds per second, 0.1 … 600
    double peakOrdersPerMinute = 24;  ///< per simulated minute at the dinner peak, all campuses together
    int startMinute = 10 * 60 + 50;   ///< of the simulated business day, 0 … 1439
    int tickMs = 200;                 ///< real time between ticks
};

/// What it did so far.
struct StorefrontFigures {
    std::int64_t placed = 0, paid = 0, owed = 0, cancelled = 0, pickedUp = 0, delivered = 0, failed = 0;
    std::int64_t refused = 0;   ///< answered with an error that is no reason to wait
    std::int64_t backOffs = 0;  ///< how often it had to wait for the engine
    std::int64_t inFlight = 0;  ///< requests without an answer
};

class Storefront : public QObject {
    Q_OBJECT
public:
    Storefront(api::OrderDesk& orders, api::DispatchDesk& dispatch, api::TimerDesk& timers, const Clock& clock,
               StorefrontOptions options, QObject* parent = nullptr);
    ~Storefront() override;

    /// Makes the campuses, couriers and products that the workspace does not have yet, then emits opened().
    void open();
    /// Places and finishes `orders` orders whose placing lies within the `hours` before now, as fast as the engine
    /// answers; the last few stay open. With `importClock` every call carries its instant (see api::Call::at):
    /// the engine's clock must not be ahead of them.
    void warmUp(std::int64_t orders, int hours, bool importClock = false);
    // Before the first tick: what it does besides.
    /// Flash sales, in engine time.
    void runSales(api::SeckillDesk& seckill);
    [[nodiscard]] const Sale* sale() const noexcept { return m_sale.get(); }
    /// A random-discount campaign, in which part of the customers draw.
    void runCampaigns(api::CampaignDesk& campaigns);
    [[nodiscard]] const DemoCampaign* campaign() const noexcept { return m_campaign.get(); }
    /// Customers send things back; refunds go out through a provider of the demo.
    void runReturns(api::ReturnsDesk& returns, api::RefundDesk& refunds);
    [[nodiscard]] const DemoReturns* returns() const noexcept { return m_returns.get(); }
    void resume();
    void pause();
    [[nodiscard]] bool running() const { return m_timer.isActive(); }
    [[nodiscard]] double speed() const noexcept { return m_options.speed; }
    /// Minute of the simulated business day, 0 … 1440.
    [[nodiscard]] double minuteOfDay() const noexcept;
    [[nodiscard]] const StorefrontFigures& figures() const noexcept { return m_figures; }
    /// One step; called by the timer, and by tests with times of their own. Times must not go back.
    void tick(Instant now);

Q_SIGNALS:
    void opened();
    void runningChanged(bool running);
    void warmUpProgress(qint64 done, qint64 total);
    void warmUpFinished();
    /// It could not be opened or warmed up; an English sentence.
    void failed(const QString& message);

private:
    struct Step {
        enum class Kind : std::uint8_t { Pay, Cancel } kind = Kind::Pay;
        OrderNo orderNo;
        api::PayOrder payment;
    };
    using Agenda = std::multimap<std::int64_t, Step>;

    void openTimers(const std::vector<CampusId>& campuses);
    void openCouriers();
    void openProducts();
    void openingFailed(const Error& error);
    void placeArrivals(double elapsedSimMs);
    void placed(const std::vector<PlannedOrder>& planned, const std::vector<Result<api::PlacedOrder>>& answers);
    void planCustomer(const PlannedOrder& planned, Money payable);
    void doAgenda();
    void cancelOrders(std::vector<std::pair<std::int64_t, Step>> steps);
    void payOrders(std::vector<std::pair<std::int64_t, Step>> steps);
    void readInHand(Instant now);
    void handInReports();
    void changeShifts();
    void restock();
    /// True if the engine asks to wait; then backs off.
    bool mustWait(const Error& error);
    [[nodiscard]] api::Call call(std::string reason = {}) const;

    api::OrderDesk& m_orders;
    api::DispatchDesk& m_dispatch;
    api::TimerDesk& m_timers;
    const Clock& m_clock;
    StorefrontOptions m_options;
    OrderMaker m_maker;
    Crew m_crew;
    Rng m_arrivals;
    QTimer m_timer;
    Agenda m_agenda;
    std::set<std::string> m_soldOut;
    std::unique_ptr<WarmUp> m_warmUp;
    std::unique_ptr<Sale> m_sale;
    std::unique_ptr<DemoCampaign> m_campaign;
    std::unique_ptr<DemoReturns> m_returns;
    StorefrontFigures m_figures;
    double m_simMs = 0;        ///< simulated time since the start
    double m_toNextOrder = 0;  ///< expected orders until the next customer
    std::optional<Instant> m_lastTick;
    std::optional<Instant> m_lastRead;
    bool m_reading = false;
    Instant m_waitUntil;
    std::int64_t m_waitMs = 0;
};

}  // namespace evenhand::storefront
