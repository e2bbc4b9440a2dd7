// SPDX-License-Identifier: GPL-3.0-or-later
// A past for the demo. Customers place, pay and cancel in rounds, each begun by the answers of the one before; beside
// them couriers pick up and deliver in rounds of their own. So it goes as fast as the engine and never floods it: two
// rounds are under way at most. The last orders stay open.
// Thread: that of its parent.
//
// A recorded past has no timers but that of payment. So the last orders are placed as of now, and of their timers a
// few fall due in the next seconds: the demo opens with something late.
#pragma once

#include <QObject>
#include <QString>
#include <QTimer>
#include <cstdint>
#include <functional>
#include <vector>

#include "app/storefront/order_maker.h"
#include "engine/api/dispatch_desk.h"
#include "engine/api/order_desk.h"
#include "engine/api/timer_desk.h"

namespace evenhand::storefront {

class WarmUp : public QObject {
    Q_OBJECT
public:
    struct Plan {
        std::int64_t orders = 3'000;  ///< >= 1
        Instant from, to;             ///< the orders' placing lies in [from, to)
        double minuteAtTo = 0;        ///< minute of the simulated day at `to`
        bool importClock = false;     ///< calls carry their instant
        api::Actor actor;
    };
    WarmUp(api::OrderDesk& orders, api::TimerDesk& timers, OrderMaker& maker, Plan plan, QObject* parent = nullptr);

    void start();

Q_SIGNALS:
    void progress(qint64 done, qint64 total);
    void finished();
    void failed(const QString& message);

private:
    struct Past {
        Instant at;
        PlannedOrder order;
    };
    void spreadOverTime();
    void nextCustomers();
    void place(std::vector<Past> round);
    void pay(const std::vector<api::PayOrder>& payments);
    void cancel(const std::vector<api::OrderRef>& orders);
    void readInHand();
    void report(const std::vector<api::OrderRow>& rows);
    void hurry();
    void hurryTimers(Instant now, const std::vector<api::TimerRow>& timers);
    /// Waits a little and does it again if the engine is busy; ends everything on any other error.
    void repeatOrFail(const Error& error, std::function<void()> again);
    [[nodiscard]] api::Call call(std::string reason = {}) const;

    api::OrderDesk& m_orders;
    api::TimerDesk& m_timers;
    OrderMaker& m_maker;
    Plan m_plan;
    std::vector<Instant> m_times;
    std::size_t m_next = 0;
    Instant m_now;
    std::vector<api::OrderRef> m_cancels;
    bool m_customersDone = false;
    bool m_hurried = false;
    bool m_failed = false;
    int m_finishing = 0;
    int m_busy = 0;
};

}  // namespace evenhand::storefront
