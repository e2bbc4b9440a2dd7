// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/inner.h"

#include <algorithm>
#include <sstream>

#include "engine/dispatch/calibrate.h"
#include "engine/seckill/compare.h"
#include "engine/store/records/activity_store.h"
#include "engine/store/records/answer_store.h"
#include "engine/store/records/timer_store.h"
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
constexpr std::string_view kSale = "sale";

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

/// How far the walk of a sale has come: "sale STAGE AFTER-ORDER AFTER-MESSAGE CURSOR MISSING STRANDED ID". The id is
/// the last, since there may be blanks in it; no message yet is "-".
std::string saleText(const seckill::Comparison& walk) {
    std::ostringstream text;
    text << kSale << ' ' << static_cast<int>(walk.stage) << ' ' << walk.afterOrder.value << ' '
         << (walk.afterMessage.empty() ? "-" : walk.afterMessage) << ' ' << walk.cursor << ' '
         << walk.result.missingSlots << ' ' << walk.result.strandedSlots << ' ' << walk.activity.str();
    return text.str();
}

seckill::Comparison saleFrom(const std::string& text) {
    seckill::Comparison walk;
    std::istringstream from(text);
    std::string word;
    int stage = 0;
    from >> word >> stage >> walk.afterOrder.value >> walk.afterMessage >> walk.cursor >> walk.result.missingSlots >>
        walk.result.strandedSlots;
    from.ignore(1);
    std::getline(from, word);
    walk.stage = static_cast<seckill::Comparison::Stage>(stage);
    walk.afterMessage = walk.afterMessage == "-" ? std::string() : walk.afterMessage;
    walk.activity = ActivityId(word);
    return walk;
}

/// The sale after `after` begins to be compared, if there is another one.
Result<void> nextSale(UnitOfWork& work, const Record& record, const std::vector<ActivityId>& running,
                      const ActivityId& after) {
    seckill::Comparison walk;
    for (const auto& sale : running) {
        if (sale > after && (walk.activity.empty() || sale < walk.activity)) {
            walk.activity = sale;
        }
    }
    return walk.activity.empty() ? Result<void>() : goOn(work, record, saleText(walk));
}

/// Only compared: a sale goes on beside it, and what differs is for an operator to judge.
Result<void> compareSales(UnitOfWork& work, const Record& record) {
    auto walk = saleFrom(record.payload);
    EVENHAND_ASSIGN(const auto running, store::activities::running(work.database()));
    if (std::find(running.begin(), running.end(), walk.activity) != running.end()) {
        seckill::SharedState names;  // keys by name; the rest of it is asked by repairs only
        EVENHAND_TRY(seckill::compareSlice(work, names, walk));
        if (walk.stage != seckill::Comparison::Stage::Ended) {
            return goOn(work, record, saleText(walk));
        }
    }
    return nextSale(work, record, running, walk.activity);
}

/// Where a walk has come to: "KIND AFTER-ORDER AFTER-DUE FOUND MISSING DIFFERING".
Result<void> compareQueue(UnitOfWork& work, const Record& record) {
    EVENHAND_ASSIGN(const auto control, store::timers::control(work.database()));
    timers::QueueWalk walk;
    walk.fix = true;
    walk.tells = control.queueOn;  // switched off it holds nothing that was armed since, as it should be
    std::istringstream(record.payload) >> walk.kind >> walk.after.order.value >> walk.after.due.ms >> walk.found >>
        walk.result.missing >> walk.result.differing;
    if (!walk.ended()) {
        EVENHAND_TRY(timers::compareSlice(work, walk));
    }
    if (walk.ended()) {
        EVENHAND_ASSIGN(const auto running, store::activities::running(work.database()));
        return nextSale(work, record, running, {});
    }
    std::ostringstream after;
    after << walk.kind << ' ' << walk.after.order.value << ' ' << walk.after.due.ms << ' ' << walk.found << ' '
          << walk.result.missing << ' ' << walk.result.differing;
    return goOn(work, record, after.str());
}

/// The walk of every night: the delay queue, then each running sale; the rest of what is to be compared with its first
/// step.
Result<void> reconcile(UnitOfWork& work, const Record& record, const std::function<void()>& walkBegins) {
    if (record.payload.empty() && walkBegins) {
        walkBegins();
    }
    return record.payload.starts_with(kSale) ? compareSales(work, record) : compareQueue(work, record);
}

Result<void> effectOf(UnitOfWork& work, const Record& record, const std::function<void()>& walkBegins) {
    switch (record.kind) {
        case TaskKind::Calibrate: return calibrate(work, record);
        case TaskKind::Reconcile: return reconcile(work, record, walkBegins);
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

Result<api::TaskAnswer> perform(UnitOfWork& work, const api::TaskTicket& ticket,
                                const std::function<void()>& walkBegins) {
    EVENHAND_ASSIGN(auto record, held(work, ticket));
    if (record.status != TaskStatus::Processing) {
        return answerOf(record);  // performed before
    }
    EVENHAND_TRY(effectOf(work, record, walkBegins));
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
