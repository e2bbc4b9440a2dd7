// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/complete.h"

#include <QString>

#include "engine/alerts/letters.h"
#include "engine/base/invariant.h"
#include "engine/ring/back_off.h"
#include "engine/task_making/make.h"

namespace evenhand::tasks {
namespace {

using api::TaskKind;
using api::TaskOutcome;
using api::TaskStatus;
using runtime::UnitOfWork;
using store::tasks::Record;

constexpr qsizetype kMaxText = 500;

/// The beginning of a text from outside, which may end within a character or be no text at all.
std::string cut(const std::string& text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).left(kMaxText).toStdString();
}

Result<void> save(UnitOfWork& work, const Record& record, std::int64_t tokenBefore) {
    EVENHAND_ASSIGN(const bool changed, store::tasks::update(work.database(), record, tokenBefore));
    return changed ? Result<void>()
                   : fail(ErrorCode::StaleEpoch, "another worker has it", "token", std::to_string(tokenBefore));
}

void end(Record& record, TaskStatus status, Instant now) {
    record.status = status;
    record.due.reset();
    record.endedAt = now;
}

api::AlertSubject ofTasks(TaskKind kind) { return {api::AlertSubjectType::Tasks, std::string(api::toText(kind))}; }

}  // namespace

api::TaskAnswer answerOf(const Record& record) { return {record.id, std::nullopt, record.status, record.due}; }

Result<Record> held(UnitOfWork& work, const api::TaskTicket& ticket) {
    EVENHAND_ASSIGN(auto record, store::tasks::find(work.database(), ticket.id));
    if (!record) {
        return fail(ErrorCode::NotFound, "no such task", "id", std::to_string(ticket.id.value));
    }
    if (record->token != ticket.token) {
        return fail(ErrorCode::StaleEpoch, "another worker has it now", "token", std::to_string(ticket.token));
    }
    return *std::move(record);
}

Result<api::TaskAnswer> conclude(UnitOfWork& work, Record& record, const AttemptResult& said,
                                 const api::TaskPolicy& policy) {
    record.note = cut(said.note);
    auto outcome = said.outcome;
    if (outcome == TaskOutcome::Retry) {
        if (const auto gap = retryGapMs(policy, record.attempts, said.retryAfterMs, work.rng())) {
            record.status = TaskStatus::Pending;
            record.due = work.now().plusMs(*gap);
            record.lastError = cut(said.message);
        } else {
            outcome = TaskOutcome::Dead;
        }
    }
    if (outcome == TaskOutcome::Dead) {
        end(record, TaskStatus::Dead, work.now());
        record.lastError = cut(said.message);
    } else if (outcome == TaskOutcome::Done) {
        end(record, TaskStatus::Done, work.now());
        record.note.clear();
    }
    EVENHAND_INVARIANT((record.status == TaskStatus::Pending) == record.due.has_value(),
                       "a task that is over would be done again, or one that waits never");
    EVENHAND_TRY(save(work, record, record.token));
    if (outcome != TaskOutcome::Done) {
        tell(work, record.kind);
    }
    if (outcome == TaskOutcome::Dead) {
        EVENHAND_TRY(alerts::raiseLetter(work, ofTasks(record.kind), {}, record.lastError));
    }
    return answerOf(record);
}

Result<void> settleDead(UnitOfWork& work, TaskKind kind) {
    const auto subject = ofTasks(kind);
    EVENHAND_ASSIGN(const auto live, store::alerts::liveLevel(work.database(), api::AlertKind::DeadLetter, subject));
    if (!live) {
        return {};
    }
    EVENHAND_ASSIGN(const bool any, store::tasks::anyDead(work.database(), kind));
    if (!any) {
        EVENHAND_TRY(alerts::resolve(work, api::AlertKind::DeadLetter, subject));
    }
    return {};
}

Result<api::TaskAnswer> renew(UnitOfWork& work, const api::TaskTicket& ticket) {
    EVENHAND_ASSIGN(auto record, held(work, ticket));
    if (record.status != TaskStatus::Processing) {
        return fail(ErrorCode::WrongStatus, "the task is already finished", "status",
                    std::string(api::toText(record.status)));
    }
    record.due = work.now().plusMs(api::policyOf(record.kind).leaseMs);
    EVENHAND_TRY(save(work, record, record.token));
    return answerOf(record);
}

Result<api::TaskAnswer> report(UnitOfWork& work, const api::TaskReport& said) {
    EVENHAND_ASSIGN(auto record, held(work, said.ticket));
    if (api::isInner(record.kind) || api::isOutward(record.kind)) {
        return fail(ErrorCode::WrongStatus, "tasks of this kind are not reported here", "kind",
                    std::string(api::toText(record.kind)));
    }
    if (record.status != TaskStatus::Processing) {
        return answerOf(record);  // reported before
    }
    return conclude(work, record, {said.outcome, said.message, said.note, said.retryAfterMs},
                    api::policyOf(record.kind));
}

}  // namespace evenhand::tasks
