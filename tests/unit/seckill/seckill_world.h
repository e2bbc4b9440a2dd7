// SPDX-License-Identifier: GPL-3.0-or-later
// A TimerWorld with words for flash sales: the activity "A" sells "tea" at 70.
// Thread: confined to its owner.
#pragma once

#include "engine/seckill_slots/keys.h"
#include "tests/unit/timers/timer_world.h"

namespace evenhand::test {

class SeckillWorld : public TimerWorld {
public:
    api::SeckillDesk& seckill() { return workspace->seckill(); }
    static ActivityId id() { return ActivityId("A {1}:%"); }
    seckill::ActivityKeys keys{id()};

    api::ActivityInput input(std::int64_t stock = 3) const {
        return {id(),
                "Tea for all",
                Sku("tea"),
                CampusId("north"),
                Money{70},
                stock,
                clock.now().plusMs(kMinute),
                clock.now().plusMs(kHour)};
    }
    /// Set up, started, and begun.
    bool sell(std::int64_t stock = 3) {
        const auto made = get(seckill().setUp(call, input(stock)));
        const auto started = get(seckill().start(call, id()));
        pass(kMinute);
        return made && started;
    }
    Result<api::AttemptAnswer> attempt(const std::string& user) {
        return get(seckill().attempt(call, {id(), UserId(user)}));
    }
    /// The outcome's text, or the error's.
    std::string outcome(const std::string& user) {
        const auto answer = attempt(user);
        return answer ? std::string(api::toText(answer->outcome)) : answer.error().text();
    }
    /// Reserved and ordered; the order's number.
    std::string bought(const std::string& user) {
        const auto answer = attempt(user);
        return answer && answer->outcome == api::AttemptOutcome::Reserved ? answer->orderNo.str() : std::string();
    }
    bool payFor(const std::string& no) {
        const auto paid = get(orders().pay(call, {PaymentNo("P" + no), OrderNo(no), Money{70}}));
        return paid && paid->outcome == api::PaymentOutcome::Accepted;
    }
    api::ActivityRow activity() {
        const auto rows = get(seckill().activities(call));
        return rows && !rows->empty() ? rows->front() : api::ActivityRow{};
    }
    api::SeckillBoard board() {
        auto found = get(seckill().board(call, id()));
        return found ? *found : api::SeckillBoard{};
    }
    std::vector<api::PendingRow> pending() {
        return get(seckill().pending(call, id(), 100)).value_or(std::vector<api::PendingRow>());
    }
    /// Ids of the stream's messages.
    std::vector<std::string> messages() {
        return get(workspace->core().engine().ask<std::vector<std::string>>(
                       call,
                       [this](runtime::UnitOfWork& work) -> Result<std::vector<std::string>> {
                           std::vector<std::string> ids;
                           EVENHAND_ASSIGN(const auto reply, work.keyspace().call({"XRANGE", keys.stream, "-", "+"}));
                           for (const auto& entry : reply.elements) {
                               ids.push_back(entry.elements[0].text);
                           }
                           return ids;
                       }))
            .value_or(std::vector<std::string>());
    }
    /// Everything of the activity in the keyspace is gone.
    void lose() {
        (void)tamper({"DEL", keys.live});
        (void)tamper({"DEL", keys.slots});
        (void)tamper({"DEL", keys.stream, "stream:{" + keys.topic + "}:counters"});
    }
};

}  // namespace evenhand::test
