// SPDX-License-Identifier: GPL-3.0-or-later
// A DeskWorld with words for time and timers.
// Thread: confined to its owner.
#pragma once

#include <algorithm>

#include "app/workspace/verification.h"
#include "engine/store/pages/armed_timers.h"
#include "engine/timer_queue/delay_queue.h"
#include "tests/unit/desks/desk_world.h"

namespace evenhand::test {

constexpr std::int64_t kSecond = 1'000;
constexpr std::int64_t kMinute = 60 * kSecond;
constexpr std::int64_t kHour = 60 * kMinute;
constexpr std::int64_t kDay = 24 * kHour;

class TimerWorld : public DeskWorld {
public:
    TimerWorld() {
        (void)couriers({"ann", "bob"});
        (void)product("tea", 1'000);
        (void)get(timers().board(call, {}));  // what is kept of armed timers is counted now, and no more
    }
    api::TimerDesk& timers() { return workspace->timers(); }
    /// The clock goes on, waking the engine only when it wants to be woken.
    void pass(std::int64_t ms) {
        const auto until = clock.now().plusMs(ms);
        workspace->runUntilIdle();
        while (true) {
            const auto wake = workspace->core().embedded()->nextWake();
            if (!wake || *wake > until) {
                break;
            }
            clock.set(std::max(*wake, clock.now()));
            workspace->runUntilIdle();
        }
        clock.set(until);
        workspace->runUntilIdle();
    }
    bool place(const std::string& no) { return get(orders().place(call, request(no))).has_value(); }
    /// A0, A1, …, so many of them at once, which takes a commit or two; how many could be placed.
    std::int64_t placeMany(int count) {
        std::vector<api::PlaceOrder> requests;
        for (int i = 0; i < count; ++i) {
            requests.push_back(request("A" + std::to_string(i)));
        }
        std::int64_t placed = 0;
        orders().placeMany(call, std::move(requests), [&](std::vector<Result<api::PlacedOrder>> answers) {
            placed =
                std::count_if(answers.begin(), answers.end(), [](const auto& answer) { return answer.has_value(); });
        });
        workspace->runUntilIdle();
        return placed;
    }
    Result<api::PaymentAnswer> pay(const std::string& no) {
        return get(orders().pay(call, {PaymentNo("P" + no), OrderNo(no), Money{100}}));
    }
    bool report(api::CourierReport::Kind kind, const std::string& no) {
        const auto order = row(no);
        return get(orders().report(call, {kind, OrderNo(no), order.courier, order.epoch, "a note"})).has_value();
    }
    Result<void> policy(const api::TimerPolicy& policy) {
        return get(timers().setPolicy(call, CampusId("north"), policy));
    }
    api::OrderStatus status(const std::string& no) { return row(no).status; }
    std::int64_t stock() { return get(orders().products(call, "tea", 1))->front().stock; }
    std::vector<api::TimerRow> page(api::TimerFilter filter = {}) {
        return get(timers().page(call, {std::move(filter), false, 0, 100})).value_or(std::vector<api::TimerRow>());
    }
    api::AlertDesk& alertDesk() { return workspace->alerts(); }
    /// Of late orders; what else is wrong in this world is another test's matter.
    std::vector<api::AlertRow> alerts(std::vector<api::AlertState> states = {}) {
        const std::vector late{api::AlertKind::Unassigned, api::AlertKind::PickUpLate, api::AlertKind::DeliveryLate};
        return get(alertDesk().page(call, {late, std::move(states), {}, 0, 100}))
            .value_or(std::vector<api::AlertRow>());
    }
    api::TimerFigures figures(api::TimerKind kind) {
        return get(timers().board(call, {}))->kinds.at(static_cast<std::size_t>(kind));
    }
    /// The newest entry of an operation in the audit log.
    api::AuditRecord lastAudit(const std::string& operation) {
        api::AuditQuery query;
        query.filter.operations = {operation};
        const auto found = get(workspace->audit().page(call, query));
        return found && !found->empty() ? found->front() : api::AuditRecord{};
    }
    /// When the order was closed, by its events; 0: it was not.
    std::int64_t closedAt(const std::string& no) {
        const auto detail = get(orders().detail(call, OrderNo(no)));
        for (const auto& event : detail->events) {
            if (event.kind == api::EventKind::Closed) {
                return event.at.ms;
            }
        }
        return 0;
    }
    /// Every invariant of the workspace, and that as many timers are armed as is kept; empty: all hold.
    std::string verify() {
        workspace->runUntilIdle();
        const auto checks = app::allChecks();
        std::string problem;
        std::optional<store::ArmedTimers> armed;
        const auto done =
            workspace->inspect([&](store::Database& database, keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
                EVENHAND_ASSIGN(const auto verdicts, runtime::verify(checks, {database, keyspace}));
                for (const auto& verdict : verdicts) {
                    if (verdict.finding.violations > 0) {
                        problem += verdict.id + ": " + verdict.finding.offenders.front() + "; ";
                    }
                }
                EVENHAND_ASSIGN(armed, store::countArmed(database));
                return {};
            });
        if (!done) {
            return done.error().text();
        }
        for (const auto& campus : {CampusId(), CampusId("north")}) {
            const auto board = get(timers().board(call, campus));
            for (const auto& kind : board ? board->kinds : std::vector<api::TimerFigures>()) {
                if (const auto there = armed->of(kind.kind, campus); kind.armed != there) {
                    problem += "of " + std::to_string(there) + " timers " + std::string(api::toText(kind.kind)) + " " +
                               std::to_string(kind.armed) + " are told; ";
                }
            }
        }
        return problem;
    }
    void reopen(std::uint64_t seed = 2) {
        workspace.reset();
        app::OpenOptions again;
        again.clock = &clock;
        again.seed = seed;
        again.threaded = false;
        auto opened = app::Workspace::open(folder.filePath(QStringLiteral("w")).toStdString(), again);
        if (!opened) {
            qFatal("%s", opened.error().text().c_str());
        }
        workspace = std::move(*opened);
    }
    /// Something happens to the keyspace that no rule did.
    bool tamper(std::vector<std::string> command) {
        return get(workspace->core().engine().ask<bool>(
                       call,
                       [command](runtime::UnitOfWork& work) -> Result<bool> {
                           std::vector<std::string_view> args(command.begin(), command.end());
                           EVENHAND_ASSIGN(const auto reply, work.keyspace().call(args));
                           return reply.integer > 0;
                       }))
            .value_or(false);
    }
};

#define HOLDS(world)                                \
    do {                                            \
        const auto problem = (world).verify();      \
        QVERIFY2(problem.empty(), problem.c_str()); \
    } while (false)

}  // namespace evenhand::test
