// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/claim.h"

#include <algorithm>
#include <iterator>

#include "engine/base/invariant.h"
#include "engine/task_making/pick.h"
#include "engine/tasks/complete.h"
#include "engine/tasks/webhook_life.h"

namespace evenhand::tasks {
namespace {

using api::TaskKind;

constexpr std::int64_t kMaxLimit = 1'000;

Result<std::vector<TaskKind>> wantedKinds(const api::TaskClaim& claim) {
    std::vector<TaskKind> kinds = claim.kinds;
    if (kinds.empty()) {
        const auto all = api::allTaskKinds();
        std::copy_if(all.begin(), all.end(), std::back_inserter(kinds),
                     [](TaskKind kind) { return kind != TaskKind::Refund; });
    }
    std::sort(kinds.begin(), kinds.end());
    kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
    if (kinds.front() == TaskKind::Refund) {
        return fail(ErrorCode::InvalidArgument, "refunds have a claim of their own", "kinds", "refund");
    }
    return kinds;
}

}  // namespace

Result<std::vector<api::TaskJob>> claim(runtime::UnitOfWork& work, const api::TaskClaim& claim) {
    if (claim.limit < 1 || claim.limit > kMaxLimit) {
        return fail(ErrorCode::InvalidArgument, "must be 1 to 1000", "limit", std::to_string(claim.limit));
    }
    EVENHAND_TRY(base::validateText(claim.worker, "worker", 200));
    if (claim.worker.empty()) {
        return fail(ErrorCode::InvalidArgument, "a worker is needed", "worker");
    }
    EVENHAND_ASSIGN(const auto kinds, wantedKinds(claim));
    EVENHAND_ASSIGN(const auto due, pickDue(work, kinds, claim.limit, claim.ranges));
    std::vector<store::tasks::Lease> leases;
    leases.reserve(due.size());
    for (const auto& task : due) {
        leases.push_back({task.id, work.now().plusMs(api::policyOf(task.kind).leaseMs)});
    }
    EVENHAND_ASSIGN(auto taken, store::tasks::take(work.database(), work.now(), leases, claim.worker));
    std::vector<api::TaskJob> jobs;
    jobs.reserve(taken.size());
    for (auto& [record, takenOver] : taken) {
        const auto policy = api::policyOf(record.kind);
        if (takenOver && record.attempts > policy.maxAttempts) {
            --record.attempts;
            if (record.kind == TaskKind::Webhook) {
                EVENHAND_TRY(deliveryIsDead(work, record.subject, "the last attempt was never reported"));
            }
            EVENHAND_TRY(conclude(
                work, record, {api::TaskOutcome::Dead, "the last attempt was never reported", record.note, 0}, policy));
            continue;
        }
        EVENHAND_INVARIANT(record.due && record.status == api::TaskStatus::Processing,
                           "a worker would be given a task without a lease, and another one the same task");
        api::TaskJob job;
        job.id = record.id;
        job.token = record.token;
        job.kind = record.kind;
        job.subject = std::move(record.subject);
        job.payload = std::move(record.payload);
        job.note = std::move(record.note);
        job.attempt = record.attempts;
        job.leaseUntil = *record.due;
        jobs.push_back(std::move(job));
    }
    return jobs;
}

}  // namespace evenhand::tasks
