// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/backup_runner.h"

namespace evenhand::app {
namespace {

constexpr std::int64_t kRenewMs = 30'000;

}  // namespace

void BackupRunner::run(const api::TaskJob& job, outward::TaskContext& context) {
    const api::TaskTicket ticket{job.id, job.token};
    auto answer = m_backups.takeScheduled({api::Actor::administrator(context.call().actor.name), {}, {}});
    while (!context.waitUpTo([&answer] { return answer.isFinished(); }, kRenewMs)) {
        if (context.stopping() || !context.renew(ticket)) {
            answer.cancel();  // a cancelled backup leaves no file
            context.report({ticket, api::TaskOutcome::Retry, "interrupted", {}, 0});
            return;
        }
    }
    const auto taken = context.wait(answer);
    // If the schedule is gone the task is done.
    const bool done = taken || taken.error().code == ErrorCode::NotFound;
    context.report({ticket,
                    done ? api::TaskOutcome::Done : api::TaskOutcome::Retry,
                    done ? std::string() : taken.error().text(),
                    {},
                    0});
}

}  // namespace evenhand::app
