// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/inner.h"

#include <QString>
#include <QStringList>
#include <algorithm>

#include "engine/dispatch/calibrate.h"
#include "engine/store/records/answer_store.h"
#include "engine/store/records/webhook_store.h"
#include "engine/task_making/make.h"
#include "engine/tasks/complete.h"
#include "engine/timers/reconcile.h"

namespace evenhand::tasks {
namespace {

using api::TaskKind;
using api::TaskStatus;
using runtime::UnitOfWork;
using store::tasks::Record;

constexpr std::int64_t kKeepTasksMs = 7 * base::kDayMs;
constexpr std::int64_t kKeepDeliveriesMs = 30 * base::kDayMs;
constexpr std::int64_t kKeepAnswersMs = 2 * base::kDayMs;
constexpr std::int64_t kSlice = 500;      // rows of a task
constexpr std::int64_t kAnswers = 2'000;  // they are quickly deleted

/// "NAME" or "NAME/STEP": the next step's subject.
std::string nextSubject(const std::string& subject) {
    const auto slash = subject.rfind('/');
    const auto step = slash == std::string::npos ? 1 : std::stoll("0" + subject.substr(slash + 1)) + 1;
    return subject.substr(0, slash) + "/" + std::to_string(step);
}

Result<void> goOn(UnitOfWork& work, const Record& record, const std::string& payload) {
    EVENHAND_TRY(make(work, record.kind, nextSubject(record.subject), payload, work.now()));
    return {};
}

Result<void> calibrate(UnitOfWork& work, const Record& record) {
    EVENHAND_TRY(dispatch::calibrate(work, CampusId(record.payload)));
    return {};
}

Result<void> cleanUp(UnitOfWork& work, const Record& record) {
    auto& database = work.database();
    EVENHAND_ASSIGN(auto cleaned, store::tasks::clean(database, work.now().plusMs(-kKeepTasksMs), kSlice));
    EVENHAND_ASSIGN(const auto deliveries,
                    store::webhooks::clean(database, work.now().plusMs(-kKeepDeliveriesMs), kSlice));
    std::vector<std::string> subjects;
    subjects.reserve(deliveries.size());
    for (const auto id : deliveries) {
        subjects.push_back(std::to_string(id.value));
    }
    EVENHAND_TRY(store::tasks::remove(database, TaskKind::Webhook, subjects));
    EVENHAND_ASSIGN(const auto answers, store::answers::clean(database, work.now().plusMs(-kKeepAnswersMs), kAnswers));
    cleaned = std::max(cleaned, static_cast<std::int64_t>(deliveries.size()));
    return cleaned < kSlice && answers < kAnswers ? Result<void>() : goOn(work, record, record.payload);
}

/// Where a walk has come to: "KIND AFTER-ORDER AFTER-DUE FOUND".
Result<void> reconcile(UnitOfWork& work, const Record& record) {
    timers::QueueWalk walk;
    walk.fix = true;
    const auto at = QString::fromStdString(record.payload).split(QLatin1Char(' '), Qt::SkipEmptyParts);
    if (at.size() == 4) {
        walk.kind = at[0].toULongLong();
        walk.after = {OrderId{at[1].toLongLong()}, Instant{at[2].toLongLong()}};
        walk.found = at[3].toLongLong();
    }
    if (walk.ended()) {
        return {};
    }
    EVENHAND_TRY(timers::compareSlice(work, walk));
    if (walk.ended()) {
        return {};
    }
    return goOn(work, record,
                std::to_string(walk.kind) + " " + std::to_string(walk.after.order.value) + " " +
                    std::to_string(walk.after.due.ms) + " " + std::to_string(walk.found));
}

Result<void> effectOf(UnitOfWork& work, const Record& record) {
    switch (record.kind) {
        case TaskKind::Calibrate: return calibrate(work, record);
        case TaskKind::Reconcile: return reconcile(work, record);
        case TaskKind::CleanUp: return cleanUp(work, record);
        case TaskKind::Rehearsal: return {};
        case TaskKind::Refund:
        case TaskKind::Webhook:
        case TaskKind::Backup: break;
    }
    return fail(ErrorCode::WrongStatus, "the worker does tasks of this kind itself", "kind",
                std::string(api::toText(record.kind)));
}

}  // namespace

Result<api::TaskAnswer> perform(UnitOfWork& work, const api::TaskTicket& ticket) {
    EVENHAND_ASSIGN(auto record, held(work, ticket));
    if (record.status != TaskStatus::Processing) {
        return answerOf(record);  // performed before
    }
    EVENHAND_TRY(effectOf(work, record));
    return conclude(work, record, {}, api::policyOf(record.kind));
}

Result<api::TaskAnswer> failed(UnitOfWork& work, const api::TaskTicket& ticket, const Error& why) {
    EVENHAND_ASSIGN(auto record, held(work, ticket));
    if (!api::isInner(record.kind)) {
        return fail(why);
    }
    if (record.status != TaskStatus::Processing) {
        return answerOf(record);
    }
    return conclude(work, record, {api::TaskOutcome::Retry, why.text(), record.note, 0}, api::policyOf(record.kind));
}

}  // namespace evenhand::tasks
