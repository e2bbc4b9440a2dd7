// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/operate.h"

#include "engine/base/code_words.h"
#include "engine/base/counted.h"
#include "engine/base/invariant.h"
#include "engine/runtime/conflict.h"
#include "engine/store/records/meta_store.h"
#include "engine/store/records/setting_change_store.h"
#include "engine/task_making/make.h"
#include "engine/tasks/complete.h"
#include "engine/tasks/webhook_life.h"

namespace evenhand::tasks {
namespace {

using api::TaskKind;
using api::TaskStatus;
using runtime::UnitOfWork;
using store::tasks::Record;

std::string taskName(const Record& record) { return "task " + std::to_string(record.id.value); }

/// Who has asked for it anew, or dropped it.
std::string byHand(UnitOfWork& work, const Record& record) {
    static constexpr api::Operation kOfTasks[] = {api::Operation::TasksRetry, api::Operation::TasksDrop};
    static constexpr api::Operation kOfDeliveries[] = {api::Operation::WebhooksResend};
    std::vector<runtime::Audited> names{{taskName(record), kOfTasks}};
    if (record.kind == TaskKind::Webhook) {
        names.push_back({"delivery " + record.subject, kOfDeliveries});
    }
    return runtime::byWhom(work.database(), names);
}

Result<Record> seen(UnitOfWork& work, const api::TaskRef& ref) {
    EVENHAND_ASSIGN(auto record, store::tasks::find(work.database(), ref.id));
    if (!record) {
        return fail(ErrorCode::NotFound, "no such task", "id", std::to_string(ref.id.value));
    }
    if (ref.token != 0 && ref.token != record->token) {
        return fail(changedMeanwhile(work, *record, taskName(*record)));
    }
    if (record->kind == TaskKind::Refund) {
        return fail(ErrorCode::WrongStatus, "refund tasks are handled as refunds", "kind", "refund");
    }
    if (record->status != TaskStatus::Dead && record->status != TaskStatus::Pending) {
        return fail(ErrorCode::WrongStatus, "only pending tasks and dead letters", "status",
                    std::string(api::toText(record->status)));
    }
    return *std::move(record);
}

Result<api::TaskAnswer> save(UnitOfWork& work, Record& record) {
    EVENHAND_INVARIANT((record.status == TaskStatus::Pending) == record.due.has_value(),
                       "a task that was dropped would be done, or one that was asked for again never");
    const auto token = record.token++;
    EVENHAND_ASSIGN(const bool changed, store::tasks::update(work.database(), record, token));
    if (!changed) {
        return fail(changedMeanwhile(work, record, taskName(record)));
    }
    tell(work, record.kind);
    EVENHAND_TRY(settleDead(work, record.kind));
    work.note(taskName(record), base::codeWords(api::toText(record.kind)) + " " + record.subject + ": " +
                                    base::codeWords(api::toText(record.status)));
    return answerOf(record);
}

}  // namespace

Error changedMeanwhile(UnitOfWork& work, const Record& record, const std::string& named) {
    const bool asked =
        record.status == TaskStatus::Dropped || (record.status == TaskStatus::Pending && record.attempts == 0);
    auto error =
        runtime::changedMeanwhile(named, record.token,
                                  asked ? byHand(work, record)
                                        : ": " + base::codeWords(api::toText(record.status)) +
                                              (record.worker.empty() ? std::string() : ", worker " + record.worker));
    error.field = "token";
    return error;
}

Result<api::TaskAnswer> retry(UnitOfWork& work, const api::TaskRef& ref) {
    EVENHAND_ASSIGN(auto record, seen(work, ref));
    if (record.kind == TaskKind::Webhook) {
        EVENHAND_TRY(deliveryWaits(work, record.subject));
    }
    record.status = TaskStatus::Pending;
    record.due = work.now();
    record.attempts = 0;
    record.endedAt.reset();
    return save(work, record);
}

Result<api::TaskAnswer> drop(UnitOfWork& work, const api::TaskRef& ref) {
    EVENHAND_ASSIGN(auto record, seen(work, ref));
    if (record.kind == TaskKind::Webhook) {
        EVENHAND_TRY(deliveryIsDead(work, record.subject, "dropped by " + work.call().actor.name));
    }
    record.status = TaskStatus::Dropped;
    record.due.reset();
    record.endedAt = work.now();
    return save(work, record);
}

Result<api::HoldVersions> setHeld(UnitOfWork& work, const std::vector<TaskKind>& kinds, bool held,
                                  const api::HoldVersions& seen) {
    auto& database = work.database();
    const auto& call = work.call();
    api::HoldVersions versions;
    for (const auto kind : kinds) {
        const auto subject = api::toText(kind);
        const auto known = seen.find(kind);
        EVENHAND_ASSIGN(versions[kind], runtime::checkSettings(work, store::SettingKind::Hold, subject,
                                                               "hold of " + base::codeWords(subject) + " tasks",
                                                               known == seen.end() ? 0 : known->second));
    }
    for (const auto kind : kinds) {
        EVENHAND_ASSIGN(const bool changed,
                        held ? store::tasks::hold(database, {kind, work.now(), call.actor.name, call.reason})
                             : store::tasks::release(database, kind));
        if (changed) {
            EVENHAND_TRY(store::settingChanges::count(database, store::SettingKind::Hold, api::toText(kind), work.now(),
                                                      call.actor.name));
            ++versions[kind];
            tell(work, kind);
            work.note("tasks", base::codeWords(api::toText(kind)) + (held ? " held" : " released"));
        }
    }
    return versions;
}

Result<void> setWorkers(UnitOfWork& work, const api::WorkerSettings& settings) {
    if (settings.workers < 1 || settings.workers > api::WorkerSettings::kMaxWorkers) {
        return fail(ErrorCode::InvalidArgument, "must be 1 to " + std::to_string(api::WorkerSettings::kMaxWorkers),
                    "workers", std::to_string(settings.workers));
    }
    EVENHAND_TRY(runtime::changeSettings(work, store::SettingKind::Workers, {}, "number of workers", settings.version));
    EVENHAND_TRY(store::meta::setWorkers(work.database(), settings.workers));
    work.note("workers", base::counted(settings.workers, "worker"));
    api::Event event;
    event.kind = api::Event::Kind::RingChanged;
    work.emit(std::move(event));
    return {};
}

}  // namespace evenhand::tasks
