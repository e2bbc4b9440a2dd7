// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shops/delay_shop.h"

#include "engine/timer_queue/delay_queue.h"
#include "engine/timers/effects.h"

namespace evenhand::test {
namespace {

constexpr std::int64_t kMinuteMs = 60'000;
constexpr int kOrders = 160;

void done(const std::vector<api::TimerOutcome>& outcomes) {
    for (const auto& outcome : outcomes) {
        if (outcome.error) {
            Shop::broken(outcome.error->text());
        }
    }
}

}  // namespace

DelayShop::DelayShop()
    : Shop({kOrders, &DelayShop::fill}),
      AlteredEngine(Shop::engine()),
      m_alteredOrders(Shop::engine().orders()),
      m_altered(Shop::engine().timers()),
      m_alteredAlerts(Shop::engine().alerts()) {}

void DelayShop::fill(Shop& shop) {
    for (int i = 0; i < kOrders / 2; ++i) {
        if (i % 4 != 3) {
            shop.carry(shop.paidOrder(i), i % 4 == 1);
        }
    }
    shop.must(shop.engine().timers().setPaused(Shop::by("root"), api::TimerKind::Unpaid, true));
    shop.pass(15 * kMinuteMs);
    shop.setDuty(2, false);
    for (int i = 0; i < 4; ++i) {
        (void)shop.sell(2);
    }
    // That nobody is on duty there is known: the alerts of a test are those that it raises.
    std::vector<api::AlertRef> known;
    for (const auto& row : shop.must(shop.engine().alerts().page(Shop::by("root"), {}))) {
        known.emplace_back(row.id);
    }
    (void)shop.must(shop.engine().alerts().resolve(Shop::by("root"), known));
}

std::vector<api::TimerRow> DelayShop::select(api::TimerFilter filter) {
    api::TimerQuery query;
    query.filter = std::move(filter);
    query.limit = 10'000;
    return must(engine().timers().page(by("root"), query));
}

std::vector<api::TimerRow> DelayShop::of(api::TimerKind kind) {
    api::TimerFilter filter;
    filter.kinds = {kind};
    return select(filter);
}

std::optional<api::TimerRow> DelayShop::timer(const OrderNo& orderNo) {
    api::TimerFilter filter;
    filter.orderNo = orderNo;
    const auto rows = select(filter);
    return rows.empty() ? std::nullopt : std::optional(rows.front());
}

api::TimerBoard DelayShop::figures() { return must(engine().timers().board(by("root"), {})); }

api::TimerFigures DelayShop::figures(api::TimerKind kind) { return figures().kinds.at(static_cast<std::size_t>(kind)); }

api::TimerPolicy DelayShop::policy(const CampusId& campus) {
    for (const auto& row : must(engine().timers().policies(by("root")))) {
        if (row.campus == campus) {
            return row.policy;
        }
    }
    broken("a campus has no timers");
}

api::AlertRow DelayShop::alert(AlertId id) {
    using enum api::AlertState;
    api::AlertQuery query;
    query.states = {Firing, Acknowledged, Silenced, Resolved};
    for (auto& row : must(engine().alerts().page(by("root"), query))) {
        if (row.id == id) {
            return row;
        }
    }
    broken("an alert is not there");
}

void DelayShop::cancel(const OrderNo& orderNo) { done(must(engine().timers().cancel(by("bo"), {{orderNo, {}, {}}}))); }

void DelayShop::postpone(const OrderNo& orderNo, Instant due) {
    done(must(engine().timers().postponeTo(by("bo"), {{orderNo, {}, {}}}, due)));
}

void DelayShop::bury(const OrderNo& orderNo, const std::string& reason) {
    const auto row = timer(orderNo);
    tamper([&](runtime::UnitOfWork& work) -> Result<void> {
        for (auto attempt = 1; attempt < timers::kMaxAttempts; ++attempt) {
            EVENHAND_TRY(timers::noteFailure(work, row->order, row->kind, reason, work.now().plusMs(kMinuteMs)));
        }
        return timers::noteFailure(work, row->order, row->kind, reason, std::nullopt);
    });
}

void DelayShop::drift(int missing, int differing) {
    const auto rows = of(api::TimerKind::PickUpLate);
    tamper([&](runtime::UnitOfWork& work) -> Result<void> {
        auto row = rows.begin();
        for (const auto end = row + missing; row != end; ++row) {
            EVENHAND_TRY(timers::unschedule(work.keyspace(), row->kind, row->order));
        }
        for (const auto end = row + differing; row != end; ++row) {
            EVENHAND_TRY(timers::schedule(work.keyspace(), row->kind, row->order, row->due.plusMs(kMinuteMs)));
        }
        return {};
    });
}

void DelayShop::letLimitPass(const OrderNo& orderNo) {
    postpone(orderNo, now().plusMs(1));
    cancel(orderNo);
    pass(1'000);
}

AlertId DelayShop::alarm(const OrderNo& orderNo) {
    postpone(orderNo, now().plusMs(1));
    pass(1'000);
    for (const auto& row : must(engine().alerts().page(by("root"), {}))) {
        if (row.orderNo == orderNo) {
            return row.id;
        }
    }
    broken("a timer raised no alert");
}

void DelayShop::alarmAgain(AlertId id) { pass(alert(id).nextRepeat->ms - clock().now().ms); }

}  // namespace evenhand::test
