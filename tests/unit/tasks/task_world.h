// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks on a RuleBench: short words for what rules, workers and people do. Thread: confined to its owner.
#pragma once

#include "engine/store/pages/task_page_store.h"
#include "engine/task_making/make.h"
#include "engine/tasks/claim.h"
#include "engine/tasks/complete.h"
#include "engine/tasks/inner.h"
#include "engine/tasks/operate.h"
#include "engine/tasks/task_checks.h"
#include "tests/support/expect.h"
#include "tests/support/shops/rule_bench.h"

namespace evenhand::test {

class TaskWorld : public RuleBench {
public:
    explicit TaskWorld(std::uint64_t seed = 1) : RuleBench(Deployment::OneCommit, seed) {}

    Result<bool> make(api::TaskKind kind, const std::string& subject, std::int64_t inMs = 0,
                      const std::string& payload = {}) {
        return run<bool>([&](auto& work) { return tasks::make(work, kind, subject, payload, now.plusMs(inMs)); });
    }
    Result<std::vector<api::TaskJob>> tryClaim(const api::TaskClaim& claim) {
        return run<std::vector<api::TaskJob>>([&](auto& work) { return tasks::claim(work, claim); });
    }
    std::vector<api::TaskJob> claim(const std::string& worker = "worker", std::vector<api::RingRange> ranges = {},
                                    std::int64_t limit = 100, std::vector<api::TaskKind> kinds = {}) {
        auto jobs = tryClaim({worker, limit, std::move(ranges), std::move(kinds)});
        return jobs ? std::move(*jobs) : std::vector<api::TaskJob>();
    }
    /// The effect, else its failure: as a worker's perform().
    Result<api::TaskAnswer> perform(const api::TaskTicket& ticket) {
        auto done = run<api::TaskAnswer>([&](auto& work) { return tasks::perform(work, ticket); });
        return done ? done
                    : run<api::TaskAnswer>([&](auto& work) { return tasks::failed(work, ticket, done.error()); });
    }
    Result<api::TaskAnswer> report(const api::TaskTicket& ticket, api::TaskOutcome outcome, std::int64_t askedMs = 0) {
        const api::TaskReport said{ticket, outcome, "said so", "a note", askedMs};
        return run<api::TaskAnswer>([&](auto& work) { return tasks::report(work, said); });
    }
    Result<api::TaskAnswer> renew(const api::TaskTicket& ticket) {
        return run<api::TaskAnswer>([&](auto& work) { return tasks::renew(work, ticket); });
    }
    Result<api::TaskAnswer> retry(TaskId id, std::int64_t token = 0) {
        return run<api::TaskAnswer>([&](auto& work) { return tasks::retry(work, {id, token}); });
    }
    Result<api::TaskAnswer> drop(TaskId id, std::int64_t token = 0) {
        return run<api::TaskAnswer>([&](auto& work) { return tasks::drop(work, {id, token}); });
    }
    Result<void> hold(std::vector<api::TaskKind> kinds, bool held) {
        return run<void>([&](auto& work) -> Result<void> {
            EVENHAND_TRY(tasks::setHeld(work, kinds, held));
            return {};
        });
    }
    store::tasks::Record task(TaskId id) {
        const auto found = store::tasks::find(database(), id);
        return found && *found ? **found : store::tasks::Record{};
    }
    store::tasks::Record task(api::TaskKind kind, const std::string& subject) {
        const auto found = store::tasks::find(database(), kind, subject);
        return found && *found ? **found : store::tasks::Record{};
    }
    /// W1 to W4 of what is there; empty: all hold.
    std::string verify() {
        const auto checks = tasks::taskChecks();
        const auto verdicts = runtime::verify(checks, {database(), keyspace()});
        if (!verdicts) {
            return verdicts.error().text();
        }
        std::string problem;
        for (const auto& verdict : *verdicts) {
            if (verdict.finding.violations > 0) {
                problem += verdict.id + ": " + verdict.finding.offenders.front() + "; ";
            }
        }
        return problem;
    }
};

#define TASKS_HOLD(world)                           \
    do {                                            \
        const auto problem = (world).verify();      \
        QVERIFY2(problem.empty(), problem.c_str()); \
    } while (false)

}  // namespace evenhand::test
