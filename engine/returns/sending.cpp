// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/returns/sending.h"

#include <QUrl>
#include <algorithm>
#include <array>

#include "engine/base/invariant.h"
#include "engine/base/number_text.h"
#include "engine/base/within.h"
#include "engine/refunds/refund.h"
#include "engine/refunds/refund_task.h"
#include "engine/runtime/conflict.h"
#include "engine/store/pages/refund_page_store.h"
#include "engine/store/words/setting_kinds.h"
#include "engine/task_making/make.h"
#include "engine/task_making/pick.h"

namespace evenhand::returns {
namespace {

using api::MoneyEventKind;
using api::RefundStatus;
using api::SendOutcome;
using api::TaskStatus;
using runtime::UnitOfWork;

/// The first `characters` of a text from outside, which may end within a character or be no text at all.
std::string cut(const std::string& text, std::size_t characters) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()))
        .left(static_cast<qsizetype>(characters))
        .toStdString();
}

Result<RefundId> idOf(const Task& task) {
    const auto id = base::numberFrom(task.subject);
    return id ? Result<RefundId>(RefundId{*id})
              : fail(ErrorCode::Internal, "the task names no refund", "subject", task.subject);
}

/// The last attempt is over without an outcome: a person must look.
Result<void> giveUp(UnitOfWork& work, Refund& refund, Task& task, std::int64_t token) {
    task.status = TaskStatus::Dead;
    task.due.reset();
    task.endedAt = work.now();
    task.lastError = refund.lastError;
    EVENHAND_TRY(updateTask(work, task, token));
    tasks::tell(work, task.kind);
    return save(work, refund, MoneyEventKind::Dead, refund.lastError);
}

/// One refund that this worker has taken; nullopt: its last attempt is over.
Result<std::optional<api::RefundJob>> claimOne(UnitOfWork& work, store::tasks::Taken taken,
                                               const api::RefundSettings& settings, const Currency& currency) {
    auto& task = taken.record;
    EVENHAND_ASSIGN(const RefundId id, idOf(task));
    EVENHAND_ASSIGN(auto refund, findRefund(work, {id, 0}));
    const bool looksUp = taken.takenOver && task.note != kLookUp;  // whoever had the lease may have sent it
    task.note = looksUp ? std::string(kLookUp) : task.note;
    if (task.attempts > settings.maxAttempts) {
        --task.attempts;
        EVENHAND_TRY(giveUp(work, refund, task, task.token));
        return std::optional<api::RefundJob>();
    }
    if (looksUp) {
        EVENHAND_TRY(updateTask(work, task, task.token));
    }
    if (!refund.sendKey) {
        refund.sendKey = "R" + std::to_string(refund.id.value) + "-" + work.rng().uuid();
    }
    EVENHAND_INVARIANT(task.due && refund.sendKey,
                       "money would go out without a lease or without the key by which the provider knows it again");
    refund.status = RefundStatus::Sent;
    refund.sentAt = work.now();
    EVENHAND_TRY(save(work, refund, MoneyEventKind::Attempt, std::to_string(task.attempts)));
    EVENHAND_TRY(moveReturn(work, refund));
    api::RefundJob job;
    job.id = refund.id;
    job.token = task.token;
    job.key = *refund.sendKey;
    job.paymentNo = refund.paymentNo;
    job.amount = refund.amount;
    job.currency = currency.code;
    job.minorDigits = currency.minorDigits;
    job.lookUp = task.note == kLookUp;
    job.attempt = task.attempts;
    job.leaseUntil = *task.due;
    return std::optional<api::RefundJob>(std::move(job));
}

/// Another attempt at `due`, or none any more.
Result<void> again(UnitOfWork& work, Refund& refund, Task& task, Instant due, MoneyEventKind what,
                   const std::string& why) {
    refund.lastError = task.lastError = why;
    EVENHAND_ASSIGN(const auto settings, store::refunds::settings(work.database()));
    if (task.attempts >= settings.maxAttempts) {
        EVENHAND_TRY(store::refunds::addEvent(work.database(), std::nullopt, refund.id, work.now(), what,
                                              work.call().actor.name, why));
        EVENHAND_TRY(giveUp(work, refund, task, task.token));
    } else {
        task.status = TaskStatus::Pending;
        task.due = due;
        EVENHAND_TRY(updateTask(work, task, task.token));
        EVENHAND_TRY(save(work, refund, what, why));
    }
    return moveReturn(work, refund);
}

Result<void> settled(UnitOfWork& work, Task& task) {
    task.status = TaskStatus::Done;
    task.note.clear();
    task.due.reset();
    task.endedAt = work.now();
    return updateTask(work, task, task.token);
}

}  // namespace

std::int64_t retryAfterMs(const api::RefundSettings& settings, std::int64_t attempts, std::int64_t askedMs) noexcept {
    auto wait = settings.firstRetryMs;
    for (std::int64_t i = 1; i < attempts && wait < settings.lastRetryMs; ++i) {
        wait *= 2;
    }
    return std::max(std::min(wait, settings.lastRetryMs),
                    std::clamp<std::int64_t>(askedMs, 0, api::kMaxProviderWaitMs));
}

Result<std::vector<api::RefundJob>> claimDue(UnitOfWork& work, const api::RefundClaim& claim,
                                             const Currency& currency) {
    if (claim.limit < 1 || claim.limit > 1'000) {
        return fail(ErrorCode::InvalidArgument, "must be 1 to 1000", "limit", std::to_string(claim.limit));
    }
    EVENHAND_TRY(base::validateText(claim.worker, "worker", 200));
    if (claim.worker.empty()) {
        return fail(ErrorCode::InvalidArgument, "a worker is needed", "worker");
    }
    auto& database = work.database();
    EVENHAND_ASSIGN(const auto settings, store::refunds::settings(database));
    constexpr std::array kRefunds{api::TaskKind::Refund};
    EVENHAND_ASSIGN(auto due, tasks::pickDue(work, kRefunds, claim.limit, claim.ranges));
    std::vector<store::tasks::Lease> leases;
    leases.reserve(due.size());
    for (const auto& task : due) {
        leases.push_back({task.id, work.now().plusMs(settings.leaseMs)});
    }
    EVENHAND_ASSIGN(auto taken, store::tasks::take(database, work.now(), leases, claim.worker));
    std::vector<api::RefundJob> jobs;
    std::vector<RefundId> ids;
    for (auto& task : taken) {
        EVENHAND_ASSIGN(auto job, claimOne(work, std::move(task), settings, currency));
        if (job) {
            ids.push_back(job->id);
            jobs.push_back(std::move(*job));
        }
    }
    EVENHAND_ASSIGN(const auto rows, store::refundPages::rows(database, ids));
    for (std::size_t i = 0; i < rows.size() && i < jobs.size(); ++i) {
        jobs[i].orderNo = rows[i].orderNo;
    }
    return jobs;
}

Result<api::RefundOutcome> report(UnitOfWork& work, const api::RefundReport& said) {
    EVENHAND_ASSIGN(auto task, taskOf(work, said.id));
    if (!task) {
        return fail(ErrorCode::NotFound, "no worker sends such a refund", "refund", std::to_string(said.id.value));
    }
    if (task->token != said.token) {
        return fail(ErrorCode::StaleEpoch, "another worker has it", "token", std::to_string(said.token));
    }
    EVENHAND_ASSIGN(auto refund, findRefund(work, {said.id, 0}));
    if (task->status != TaskStatus::Processing) {
        return outcomeOf(refund);  // reported before
    }
    EVENHAND_ASSIGN(const auto settings, store::refunds::settings(work.database()));
    const auto why = cut(said.message, 500);
    const auto later = work.now().plusMs(retryAfterMs(settings, task->attempts, said.retryAfterMs));
    switch (said.outcome) {
        case SendOutcome::Succeeded:
            EVENHAND_TRY(settled(work, *task));
            EVENHAND_TRY(markPaid(work, refund, cut(said.reference, api::kMaxReference), MoneyEventKind::Succeeded));
            break;
        case SendOutcome::Declined:
            EVENHAND_TRY(settled(work, *task));
            EVENHAND_TRY(markFailed(work, refund, why, MoneyEventKind::Failed));
            break;
        case SendOutcome::NotSent:
            // An earlier attempt may have left all the same.
            refund.status = task->note == kLookUp ? RefundStatus::Sent : RefundStatus::Pending;
            EVENHAND_TRY(again(work, refund, *task, later, MoneyEventKind::NotSent, why));
            break;
        case SendOutcome::NotKnown:
            refund.status = RefundStatus::Pending;
            task->note.clear();
            EVENHAND_TRY(
                again(work, refund, *task, said.retryAfterMs > 0 ? later : work.now(), MoneyEventKind::NotSent, why));
            break;
        case SendOutcome::Unknown:
        case SendOutcome::Processing:
            task->note = kLookUp;
            EVENHAND_TRY(again(work, refund, *task, later, MoneyEventKind::Unknown, why));
            break;
    }
    return outcomeOf(refund);
}

namespace {

/// Shown to people, and by it a secret is found; empty: none.
Result<void> checkSecretsName(const std::string& name, std::string_view field) {
    return name.empty() ? Result<void>() : base::validateId(name, field);
}

/// https, or http to this machine.
bool isSafe(const QUrl& url) {
    if (!url.isValid() || url.host().isEmpty() || !url.userInfo().isEmpty()) {
        return false;
    }
    const auto host = url.host();
    const bool here =
        host == QLatin1String("localhost") || host == QLatin1String("127.0.0.1") || host == QLatin1String("::1");
    return url.scheme() == QLatin1String("https") || (url.scheme() == QLatin1String("http") && here);
}

}  // namespace

Result<void> setSettings(UnitOfWork& work, const api::RefundSettings& settings) {
    EVENHAND_TRY(base::validateText(settings.url, "url", api::kMaxProviderUrl));
    EVENHAND_TRY(checkSecretsName(settings.keyId, "key_id"));
    EVENHAND_TRY(checkSecretsName(settings.secretName, "secret_name"));
    const bool http = settings.provider == api::RefundProviderKind::Http;
    if (http || !settings.url.empty()) {
        if (!isSafe(QUrl(QString::fromStdString(settings.url), QUrl::StrictMode))) {
            return fail(ErrorCode::InvalidArgument, "must be https, or http to this machine", "url", settings.url);
        }
    }
    EVENHAND_TRY(base::within(settings.timeoutMs, 100, 300'000, "timeout_ms"));
    EVENHAND_TRY(base::within(settings.leaseMs, settings.timeoutMs + 1, base::kHourMs, "lease_ms"));
    EVENHAND_TRY(base::within(settings.firstRetryMs, 100, base::kDayMs, "first_retry_ms"));
    EVENHAND_TRY(base::within(settings.lastRetryMs, settings.firstRetryMs, 7 * base::kDayMs, "last_retry_ms"));
    EVENHAND_TRY(base::within(settings.maxAttempts, 1, api::kMaxSendAttempts, "max_attempts"));
    EVENHAND_TRY(runtime::changeSettings(work, store::SettingKind::Refunds, {}, "refund settings", settings.version));
    return store::refunds::setSettings(work.database(), settings);
}

}  // namespace evenhand::returns
