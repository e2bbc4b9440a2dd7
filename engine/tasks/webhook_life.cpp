// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tasks/webhook_life.h"

#include <QString>
#include <algorithm>
#include <utility>

#include "engine/base/invariant.h"
#include "engine/base/number_text.h"
#include "engine/ring/endpoint_address.h"
#include "engine/runtime/conflict.h"
#include "engine/task_making/announce.h"
#include "engine/task_making/make.h"
#include "engine/tasks/complete.h"
#include "engine/tasks/operate.h"

namespace evenhand::tasks {
namespace {

using api::DeliveryStatus;
using api::TaskKind;
using api::TaskStatus;
using runtime::UnitOfWork;
using store::webhooks::Delivery;
using store::webhooks::Endpoint;

constexpr qsizetype kMaxError = 500;
constexpr qsizetype kMaxAnswer = 1'000;

void tellOutside(UnitOfWork& work) {
    api::Event event;
    event.kind = api::Event::Kind::WebhooksChanged;
    work.emit(std::move(event));
}

/// A stranger's text for people: bounded, without control characters.
std::string plain(const std::string& text, qsizetype most) {
    QString shown = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).left(most);
    for (QChar& c : shown) {
        c = c.isPrint() || c == QLatin1Char('\n') ? c : QLatin1Char(' ');
    }
    return shown.toStdString();
}

api::WebhookRow rowOf(const Endpoint& endpoint) {
    return {endpoint.id,
            endpoint.input,
            endpoint.secretName,
            endpoint.createdAt,
            endpoint.createdBy,
            endpoint.version,
            0,
            0,
            {},
            {}};
}

/// What makes another version of an endpoint.
constexpr api::Operation kChanges[] = {api::Operation::WebhooksCreate, api::Operation::WebhooksEdit,
                                       api::Operation::WebhooksRemove, api::Operation::WebhooksNewSecret};

Result<Endpoint> seen(UnitOfWork& work, const api::WebhookRef& ref) {
    EVENHAND_ASSIGN(auto endpoint, store::webhooks::find(work.database(), ref.id));
    if (!endpoint || endpoint->removedAt) {
        return fail(ErrorCode::NotFound, "no such webhook", "webhook", std::to_string(ref.id.value));
    }
    if (ref.version != 0 && ref.version != endpoint->version) {
        return fail(runtime::changedMeanwhile(work.database(), "webhook " + std::to_string(endpoint->id.value),
                                              endpoint->version, kChanges));
    }
    return *std::move(endpoint);
}

Result<void> save(UnitOfWork& work, Endpoint& endpoint) {
    EVENHAND_ASSIGN(const bool changed, store::webhooks::update(work.database(), endpoint));
    if (!changed) {
        return fail(runtime::changedMeanwhile(work.database(), "webhook " + std::to_string(endpoint.id.value),
                                              endpoint.version, kChanges));
    }
    ++endpoint.version;
    tellOutside(work);
    work.note("webhook " + std::to_string(endpoint.id.value), endpoint.input.name + ", " + endpoint.input.url);
    return {};
}

Result<Delivery> deliveryOf(UnitOfWork& work, const std::string& subject) {
    const auto id = base::numberFrom(subject);
    EVENHAND_ASSIGN(auto found, store::webhooks::delivery(work.database(), DeliveryId{id.value_or(0)}));
    if (!found) {
        return fail(ErrorCode::NotFound, "no such delivery", "delivery", subject);
    }
    return *std::move(found);
}

/// Nobody will deliver it; the task is over, too.
Result<void> endTask(UnitOfWork& work, DeliveryId id) {
    EVENHAND_ASSIGN(auto task, store::tasks::find(work.database(), TaskKind::Webhook, std::to_string(id.value)));
    if (!task || (!task->due && task->status != TaskStatus::Dead)) {
        return {};
    }
    const auto token = task->token++;
    task->status = TaskStatus::Dropped;
    task->due.reset();
    task->endedAt = work.now();
    EVENHAND_ASSIGN(const bool changed, store::tasks::update(work.database(), *task, token));
    tell(work, TaskKind::Webhook);
    return changed ? settleDead(work, TaskKind::Webhook)
                   : fail(ErrorCode::Conflict, "the task has changed meanwhile", "token");
}

Result<void> checkEndpointName(const std::string& name) {
    EVENHAND_TRY(base::validateName(name, "name"));
    return name.find_first_not_of(" \t") == std::string::npos
               ? fail(ErrorCode::InvalidArgument, "a name is needed", "name")
               : Result<void>();
}

Result<void> checkEvents(const std::vector<api::WebhookEvent>& events) {
    if (events.empty() || std::find(events.begin(), events.end(), api::WebhookEvent::Test) != events.end()) {
        return fail(ErrorCode::InvalidArgument, "choose at least one event, not the test event", "events");
    }
    auto sorted = events;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
        return fail(ErrorCode::InvalidArgument, "each event can be chosen once", "events");
    }
    return {};
}

}  // namespace

Result<void> checkEndpoint(const api::WebhookInput& input) {
    std::vector<Error> faults;
    for (const auto& part :
         {checkEndpointName(input.name), checkEndpointUrl(input.url, {input.allowPrivate, input.allowPlain}),
          checkEvents(input.events)}) {
        if (!part) {
            faults.push_back(part.error());
        }
    }
    if (faults.empty()) {
        return {};
    }
    Error first = faults.front();
    if (faults.size() > 1) {
        first.message.clear();
        for (const auto& fault : faults) {
            first.message += (first.message.empty() ? "" : "; ") + fault.field + ": " + fault.message;
        }
    }
    return fail(std::move(first));
}

Result<api::WebhookRow> createEndpoint(UnitOfWork& work, const NewEndpoint& made) {
    EVENHAND_TRY(checkEndpoint(made.input));
    EVENHAND_ASSIGN(const auto all, store::webhooks::endpoints(work.database()));
    if (static_cast<std::int64_t>(all.size()) >= api::kMaxWebhooks) {
        return fail(ErrorCode::Overflow, "there are already 100 webhooks", "webhook");
    }
    Endpoint endpoint;
    endpoint.input = made.input;
    endpoint.secretName = made.secretName;
    endpoint.createdAt = work.now();
    endpoint.createdBy = work.call().actor.name;
    EVENHAND_ASSIGN(endpoint.id, store::webhooks::insert(work.database(), endpoint));
    tellOutside(work);
    work.note("webhook " + std::to_string(endpoint.id.value), endpoint.input.name + ", " + endpoint.input.url);
    return rowOf(endpoint);
}

Result<api::WebhookRow> editEndpoint(UnitOfWork& work, const EndpointEdit& edit) {
    EVENHAND_TRY(checkEndpoint(edit.input));
    EVENHAND_ASSIGN(auto endpoint, seen(work, edit.ref));
    endpoint.input = edit.input;
    EVENHAND_TRY(save(work, endpoint));
    return rowOf(endpoint);
}

Result<std::string> removeEndpoint(UnitOfWork& work, const api::WebhookRef& ref) {
    EVENHAND_ASSIGN(auto endpoint, seen(work, ref));
    endpoint.removedAt = work.now();
    EVENHAND_TRY(save(work, endpoint));
    EVENHAND_ASSIGN(const auto waiting, store::webhooks::giveUp(work.database(), endpoint.id, work.now()));
    for (const auto id : waiting) {
        EVENHAND_TRY(endTask(work, id));
    }
    return endpoint.secretName;
}

Result<SecretChanged> changeSecret(UnitOfWork& work, const SecretChange& change) {
    EVENHAND_ASSIGN(auto endpoint, seen(work, change.ref));
    auto former = std::exchange(endpoint.secretName, change.secretName);
    EVENHAND_TRY(save(work, endpoint));
    return SecretChanged{rowOf(endpoint), std::move(former)};
}

Result<DeliveryId> testEndpoint(UnitOfWork& work, const WebhookId& id) {
    EVENHAND_ASSIGN(const auto endpoint, seen(work, {id, 0}));
    const EventPayload payload{endpoint.input.name, {{"actor", work.call().actor.name}, {"name", endpoint.input.name}}};
    const WebhookId to[] = {id};
    tellOutside(work);
    work.note("webhook " + std::to_string(id.value), "test");
    return announceTo(work, api::WebhookEvent::Test, payload, to);
}

Result<api::TaskAnswer> resend(UnitOfWork& work, const api::DeliveryRef& ref) {
    const auto subject = std::to_string(ref.id.value);
    EVENHAND_ASSIGN(const auto delivery, deliveryOf(work, subject));
    EVENHAND_ASSIGN(const auto endpoint, store::webhooks::find(work.database(), delivery.webhook));
    if (!endpoint || endpoint->removedAt) {
        return fail(ErrorCode::NotFound, "its webhook was removed", "delivery", subject);
    }
    EVENHAND_ASSIGN(auto task, store::tasks::find(work.database(), TaskKind::Webhook, subject));
    if (!task) {
        return fail(ErrorCode::NotFound, "its task no longer exists", "delivery", subject);
    }
    if (ref.token && *ref.token != task->token) {
        return fail(changedMeanwhile(work, *task, "delivery " + subject));
    }
    EVENHAND_TRY(deliveryWaits(work, subject));
    const auto token = task->token++;
    task->status = TaskStatus::Pending;
    task->due = work.now();
    task->attempts = 0;
    task->endedAt.reset();
    EVENHAND_ASSIGN(const bool changed, store::tasks::update(work.database(), *task, token));
    if (!changed) {
        return fail(changedMeanwhile(work, *task, "delivery " + subject));
    }
    tell(work, TaskKind::Webhook);
    EVENHAND_TRY(settleDead(work, TaskKind::Webhook));
    work.note("delivery " + subject, "sent again");
    return answerOf(*task);
}

Result<api::DeliveryJob> deliveryJob(UnitOfWork& work, const api::TaskTicket& ticket) {
    EVENHAND_ASSIGN(auto task, held(work, ticket));
    if (task.kind != TaskKind::Webhook || task.status != TaskStatus::Processing) {
        return fail(ErrorCode::WrongStatus, "it is not waiting to be sent", "status",
                    std::string(api::toText(task.status)));
    }
    EVENHAND_ASSIGN(const auto delivery, deliveryOf(work, task.subject));
    EVENHAND_ASSIGN(const auto endpoint, store::webhooks::find(work.database(), delivery.webhook));
    const bool test = delivery.announcement.event == api::WebhookEvent::Test;
    api::DeliveryJob job{delivery.id, ticket, delivery.announcement.messageId, delivery.announcement.body, {}, {}};
    if (!endpoint || endpoint->removedAt || (!endpoint->input.enabled && !test)) {
        EVENHAND_TRY(deliveryIsDead(work, task.subject, "the webhook is disabled or was removed"));
        EVENHAND_TRY(endTask(work, delivery.id));
        return job;
    }
    job.url = endpoint->input.url;
    job.secretName = endpoint->secretName;
    job.allowPrivate = endpoint->input.allowPrivate;
    job.allowPlain = endpoint->input.allowPlain;
    return job;
}

Result<api::TaskAnswer> reportDelivery(UnitOfWork& work, const api::DeliveryReport& said) {
    EVENHAND_ASSIGN(auto task, held(work, said.ticket));
    if (task.kind != TaskKind::Webhook || task.subject != std::to_string(said.id.value)) {
        return fail(ErrorCode::WrongStatus, "the task is about something else", "kind",
                    std::string(api::toText(task.kind)));
    }
    if (task.status != TaskStatus::Processing) {
        return answerOf(task);  // reported before
    }
    EVENHAND_ASSIGN(auto delivery, deliveryOf(work, task.subject));
    auto attempt = said.attempt;
    attempt.error = plain(attempt.error, kMaxError);
    attempt.answer = plain(attempt.answer, kMaxAnswer);
    EVENHAND_TRY(store::webhooks::addAttempt(work.database(), delivery.id, attempt));
    const bool done = attempt.error.empty();
    AttemptResult result{done ? api::TaskOutcome::Done : api::TaskOutcome::Retry, attempt.error, {}, said.retryAfterMs};
    EVENHAND_ASSIGN(const auto answer, conclude(work, task, result, api::policyOf(TaskKind::Webhook)));
    EVENHAND_INVARIANT(answer.status != TaskStatus::Processing && (!done || answer.status == TaskStatus::Done),
                       "a message that has arrived would be sent again, or one that has not is forgotten");
    ++delivery.attempts;
    delivery.lastStatus = attempt.status;
    delivery.lastError = attempt.error;
    if (answer.status == TaskStatus::Done || answer.status == TaskStatus::Dead) {
        delivery.status = done ? DeliveryStatus::Delivered : DeliveryStatus::Dead;
        delivery.endedAt = work.now();
    }
    EVENHAND_TRY(store::webhooks::update(work.database(), delivery));
    tellOutside(work);
    return answer;
}

Result<void> deliveryWaits(UnitOfWork& work, const std::string& subject) {
    EVENHAND_ASSIGN(auto delivery, deliveryOf(work, subject));
    delivery.status = DeliveryStatus::Pending;
    delivery.endedAt.reset();
    EVENHAND_TRY(store::webhooks::update(work.database(), delivery));
    tellOutside(work);
    return {};
}

Result<void> deliveryIsDead(UnitOfWork& work, const std::string& subject, const std::string& why) {
    EVENHAND_ASSIGN(auto delivery, deliveryOf(work, subject));
    delivery.status = DeliveryStatus::Dead;
    delivery.lastError = why;
    delivery.endedAt = work.now();
    EVENHAND_TRY(store::webhooks::update(work.database(), delivery));
    tellOutside(work);
    return {};
}

}  // namespace evenhand::tasks
