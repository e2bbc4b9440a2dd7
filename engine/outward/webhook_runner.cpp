// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/outward/webhook_runner.h"

#include <charconv>

#include "engine/base/log.h"
#include "engine/ring/endpoint_address.h"
#include "engine/ring/webhook_signature.h"

namespace evenhand::outward {
namespace {

/// "Retry-After: SECONDS"; a date is not understood.
std::int64_t askedMs(const std::string& header) {
    std::int64_t seconds = 0;
    const auto* const last = header.data() + header.size();
    const auto [end, error] = std::from_chars(header.data(), last, seconds);
    return error == std::errc() && end == last && seconds > 0 && seconds < 1'000'000 ? seconds * 1'000 : 0;
}

std::string refusal(const IpAddress& address, tasks::AddressRules rules) {
    const auto allowed = tasks::checkPeer(address, rules);
    return allowed ? std::string() : allowed.error().message;
}

}  // namespace

HttpRequest deliveryRequest(const api::DeliveryJob& job, const Secret& key, Instant at) {
    const tasks::AddressRules rules{job.allowPrivate, job.allowPlain};
    const std::int64_t seconds = at.ms / 1000;
    HttpRequest request;
    request.method = "POST";
    request.url = QUrl(QString::fromStdString(job.url), QUrl::StrictMode);
    request.body = QByteArray::fromStdString(job.body);
    request.timeoutMs = api::kWebhookTimeoutMs;
    request.refuses = [rules](const IpAddress& address) { return refusal(address, rules); };
    request.headers = {{"User-Agent", "Evenhand/" EVENHAND_VERSION},
                       {"Content-Type", "application/json"},
                       {"Webhook-Id", QByteArray::fromStdString(job.messageId)},
                       {"Webhook-Timestamp", QByteArray::number(static_cast<qint64>(seconds))},
                       {"Webhook-Signature",
                        QByteArray::fromStdString(tasks::webhookSignature(key, job.messageId, seconds, job.body))}};
    return request;
}

WebhookRunner::Sent WebhookRunner::send(const api::DeliveryJob& job) {
    Sent sent;
    sent.attempt.at = m_clock.now();
    const auto secret = m_secrets.read(job.secretName);
    if (!secret || !*secret) {
        sent.attempt.error = secret ? "the keychain has no secret by the name " + job.secretName
                                    : "the secret cannot be read: " + secret.error().message;
        return sent;
    }
    const auto key = tasks::webhookKeyOf(**secret);
    const tasks::AddressRules rules{job.allowPrivate, job.allowPlain};
    if (const auto checked = tasks::checkEndpointUrl(job.url, rules); !checked || !key) {
        sent.attempt.error = checked ? key.error().message : checked.error().message;
        return sent;
    }
    const auto request = deliveryRequest(job, *key, sent.attempt.at);
    const auto began = m_clock.monotonicNs();
    const auto answer = m_exchange.exchange(request);
    sent.attempt.tookMs = (m_clock.monotonicNs() - began) / 1'000'000;
    sent.attempt.status = answer ? answer->status : answer.error().status;
    if (answer) {
        sent.attempt.answer = answer->body;
        sent.retryAfterMs = askedMs(answer->retryAfter);
    }
    const bool success = sent.attempt.status >= 200 && sent.attempt.status < 300;
    if (!success) {
        const bool redirect = sent.attempt.status >= 300 && sent.attempt.status < 400;
        sent.attempt.error = !answer    ? answer.error().message
                             : redirect ? "it redirects, which is not followed"
                                        : "status " + std::to_string(sent.attempt.status);
    }
    return sent;
}

void WebhookRunner::run(const api::TaskJob& task, TaskContext& context) {
    const api::TaskTicket ticket{task.id, task.token};
    const auto job = context.wait(context.engine().webhooks().job(context.call(), ticket));
    if (!job) {
        if (job.error().code != ErrorCode::NotFound && job.error().code != ErrorCode::StaleEpoch) {
            base::log(base::LogLevel::Warning, "webhook", job.error().text());
        }
        return;  // over, somebody else's, or its lease runs out
    }
    auto sent = send(*job);
    const api::DeliveryReport report{job->id, ticket, std::move(sent.attempt), sent.retryAfterMs};
    for (int tries = 1; tries <= kReportTries; ++tries) {
        const auto answer = context.wait(context.engine().webhooks().report(context.call(), report));
        if (answer || (answer.error().code != ErrorCode::Busy && answer.error().code != ErrorCode::Storage &&
                       answer.error().code != ErrorCode::OutcomeUnknown)) {
            return;  // StaleEpoch: somebody else has it since, this changed nothing
        }
    }
}

}  // namespace evenhand::outward
