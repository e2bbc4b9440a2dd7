// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/task_checks.h"

#include <algorithm>
#include <unordered_map>

#include "engine/base/number_text.h"
#include "engine/ring/ring.h"
#include "engine/store/pages/task_page_store.h"
#include "engine/store/records/refund_store.h"
#include "engine/store/records/task_store.h"
#include "engine/store/records/webhook_store.h"

namespace evenhand::tasks {
namespace {

using api::TaskKind;
using api::TaskStatus;
using runtime::Finding;
using runtime::ReadSnapshot;
using store::tasks::Record;

constexpr std::int64_t kChangesLookedAt = 10'000;

std::string nameOf(const Record& task) {
    return "task " + std::to_string(task.id.value) + " (" + std::string(api::toText(task.kind)) + " " + task.subject +
           ", " + std::string(api::toText(task.status)) + ")";
}

/// Every claim raises the token and counts an attempt; people only raise the token.
Result<void> checkTokens(ReadSnapshot& snapshot, Finding& finding) {
    return store::tasks::each(snapshot.database, [&](const Record& task) {
        const bool open = task.status == TaskStatus::Pending || task.status == TaskStatus::Processing;
        const bool taken = task.status != TaskStatus::Processing || (task.token >= 1 && !task.worker.empty());
        finding.expect(
            task.token >= task.attempts && taken && task.due.has_value() == open && task.endedAt.has_value() == !open,
            [&] {
                return nameOf(task) + " has token " + std::to_string(task.token) + " after " +
                       std::to_string(task.attempts) + " attempts, or a due instant that is not its status'";
            });
    });
}

/// Every task is stored at the position of the ring at which workers look for it.
Result<void> checkPositions(ReadSnapshot& snapshot, Finding& finding) {
    return store::tasks::each(snapshot.database, [&](const Record& task) {
        finding.expect(task.position == ringPositionOf(api::toText(task.kind), task.subject),
                       [&] { return nameOf(task) + " is at " + std::to_string(task.position) + " of the ring"; });
    });
}

Result<void> checkSums(ReadSnapshot& snapshot, Finding& finding) {
    EVENHAND_ASSIGN(const auto sums, store::tasks::sums(snapshot.database));
    for (const auto& kind : sums) {
        const auto rows = kind.pending + kind.processing + kind.done + kind.dead + kind.dropped;
        finding.expect(kind.created == kind.cleaned + rows && kind.cleaned >= 0, [&] {
            return std::string(api::toText(kind.kind)) + ": " + std::to_string(kind.created) + " created, " +
                   std::to_string(kind.cleaned) + " cleaned up, " + std::to_string(rows) + " there";
        });
    }
    // What waits has a task that is open or a dead letter; what is over has none that is open.
    std::unordered_map<std::int64_t, TaskStatus> deliveries, refunds;
    EVENHAND_TRY(store::tasks::each(snapshot.database, [&](const Record& task) {
        const auto id = base::numberFrom(task.subject).value_or(0);
        if (task.kind == TaskKind::Webhook) {
            deliveries.emplace(id, task.status);
        } else if (task.kind == TaskKind::Refund) {
            refunds.emplace(id, task.status);
        }
    }));
    EVENHAND_TRY(store::webhooks::each(snapshot.database, [&](DeliveryId id, api::DeliveryStatus status) {
        const auto task = deliveries.find(id.value);
        const bool open =
            task != deliveries.end() && (task->second == TaskStatus::Pending || task->second == TaskStatus::Processing);
        const bool delivered = task != deliveries.end() && task->second == TaskStatus::Done;
        const bool good = status == api::DeliveryStatus::Pending     ? open
                          : status == api::DeliveryStatus::Delivered ? delivered
                                                                     : task != deliveries.end() && !open && !delivered;
        finding.expect(good, [&] {
            return "delivery " + std::to_string(id.value) + " is " + std::string(api::toText(status)) +
                   " and its task is not";
        });
    }));
    return store::refunds::eachSending(snapshot.database, [&](RefundId id, bool waits) {
        const auto task = refunds.find(id.value);
        const bool open = task != refunds.end() && task->second != TaskStatus::Done;
        finding.expect(open == waits, [&] {
            return "refund " + std::to_string(id.value) +
                   (waits ? " waits for a worker and has no task" : " is over and its task is not");
        });
    });
}

/// A worker that came or went moved about its own share. Within 64 positions each, a share is hardly ever twice 1/n.
Result<void> checkMoved(ReadSnapshot& snapshot, Finding& finding) {
    EVENHAND_ASSIGN(const auto changes, store::taskPages::ringChanges(snapshot.database, kChangesLookedAt));
    for (const auto& change : changes) {
        const auto others = change.change == api::RingChange::Joined ? change.workers : change.workers + 1;
        const double most = others <= 1 ? 1.0 : std::min(1.0, 2.5 / static_cast<double>(others));
        finding.expect(change.moved <= most, [&] {
            return change.worker + " moved " + std::to_string(change.moved) + " of the ring of " +
                   std::to_string(others);
        });
    }
    return {};
}

}  // namespace

std::vector<runtime::Check> taskChecks() {
    return {{"W1", "Tokens of tasks only grow, and every attempt had its own", checkTokens},
            {"W2", "Every task is at the ring's position that its worker owns", checkPositions},
            {"W3", "Every task that was made is done, pending, dead or dropped, and what waits has one", checkSums},
            {"W4", "A worker that joined or left moved about its share of the ring", checkMoved}};
}

}  // namespace evenhand::tasks
