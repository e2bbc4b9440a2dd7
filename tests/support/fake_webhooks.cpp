// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fake_webhooks.h"

#include "tests/support/fake_engine_answer.h"

namespace evenhand::test {
namespace {

using api::DeliveryStatus;

const std::string kSecret = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";

}  // namespace

void FakeWebhooks::publish() {
    api::Event event;
    event.kind = api::Event::Kind::WebhooksChanged;
    m_engine.publish({event});
}

WebhookId FakeWebhooks::add(const std::string& name, const std::string& url) {
    api::WebhookRow row;
    row.id = {++m_lastId};
    row.input.name = name;
    row.input.url = url;
    row.input.events = {api::WebhookEvent::OrderAssigned, api::WebhookEvent::RefundSucceeded};
    row.secretName = "webhook/" + std::to_string(m_lastId);
    row.createdAt = m_engine.now();
    row.createdBy = "ann";
    row.version = 1;
    m_rows.push_back(std::move(row));
    publish();
    return {m_lastId};
}

DeliveryId FakeWebhooks::deliver(WebhookId webhook, DeliveryStatus status, const std::string& subject,
                                 const std::string& error) {
    api::DeliveryRow row;
    row.id = {static_cast<std::int64_t>(m_deliveries.size()) + 1};
    row.webhook = webhook;
    for (auto& each : m_rows) {
        if (each.id == webhook) {
            row.webhookName = each.input.name;
            each.pending += status == DeliveryStatus::Pending ? 1 : 0;
            each.dead += status == DeliveryStatus::Dead ? 1 : 0;
            each.lastError = error;
        }
    }
    row.messageId = "msg_" + std::to_string(row.id.value);
    row.event = api::WebhookEvent::OrderAssigned;
    row.subject = subject;
    row.status = status;
    row.attempts = status == DeliveryStatus::Dead ? 12 : 1;
    row.lastStatus = status == DeliveryStatus::Delivered ? 200 : (status == DeliveryStatus::Dead ? 503 : 0);
    row.lastError = error;
    row.at = m_engine.now().plusMs(-120'000 + row.id.value * 1'000);
    m_deliveries.push_back(std::move(row));
    publish();
    return m_deliveries.back().id;
}

void FakeWebhooks::fill() {
    const auto shop = add("Shop", "https://shop.example/hooks/evenhand");
    const auto books = add("Bookkeeping", "https://books.example/in");
    for (int i = 0; i < 40; ++i) {
        const auto status =
            i % 9 == 0 ? DeliveryStatus::Dead : (i % 5 == 0 ? DeliveryStatus::Pending : DeliveryStatus::Delivered);
        deliver(i % 3 == 0 ? books : shop, status, "A-" + std::to_string(100 + i),
                status == DeliveryStatus::Dead ? "answered 503" : "");
    }
}

std::optional<api::WebhookRow> FakeWebhooks::row(WebhookId id) const {
    for (const auto& row : m_rows) {
        if (row.id == id) {
            return row;
        }
    }
    return std::nullopt;
}

std::optional<api::DeliveryRow> FakeWebhooks::delivery(DeliveryId id) const {
    const auto at = static_cast<std::size_t>(id.value) - 1;
    return at < m_deliveries.size() ? std::optional(m_deliveries[at]) : std::nullopt;
}

std::vector<api::DeliveryRow> FakeWebhooks::select(const api::DeliveryFilter& filter) const {
    std::vector<api::DeliveryRow> rows;
    for (const auto& row : m_deliveries) {
        if ((!filter.webhook || row.webhook == *filter.webhook) && among(filter.events, row.event) &&
            among(filter.statuses, row.status)) {
            rows.push_back(row);
        }
    }
    return rows;
}

std::optional<Error> FakeWebhooks::refuse(const api::Call& call, api::Operation operation,
                                          const api::WebhookInput* input) const {
    if (const auto why = refusal(call, operation)) {
        return why;
    }
    if (m_noKeychain && operation != api::Operation::WebhooksEdit) {
        return teamError(ErrorCode::Unsupported, "there is no keychain here", "keychain");
    }
    if (input && !input->allowPlain && !input->url.starts_with("https://")) {
        return teamError(ErrorCode::AddressRefused, "not https; “without TLS” would allow it", "url", input->url);
    }
    if (input && !input->allowPrivate && input->url.find("127.0.0.1") != std::string::npos) {
        return teamError(ErrorCode::AddressRefused, "not a public address; “private addresses” would allow it", "url",
                         input->url);
    }
    return std::nullopt;
}

api::WebhookRow* FakeWebhooks::find(api::WebhookRef ref, std::optional<Error>& why) {
    for (auto& row : m_rows) {
        if (row.id == ref.id) {
            if (ref.version != 0 && ref.version != row.version) {
                why = teamError(ErrorCode::Conflict, "changed meanwhile", "version");
                return nullptr;
            }
            return &row;
        }
    }
    why = teamError(ErrorCode::NotFound, "no such webhook", "webhook");
    return nullptr;
}

api::Answer<api::WebhookCreated> FakeWebhooks::create(const api::Call& call, api::WebhookInput input, Secret secret) {
    if (const auto why = refuse(call, api::Operation::WebhooksCreate, &input)) {
        return m_engine.answer<api::WebhookCreated>(fail(*why));
    }
    const auto id = add(input.name, input.url);
    m_rows.back().input = std::move(input);
    api::WebhookCreated created{*row(id), secret.empty() ? Secret(kSecret) : secret};
    return m_engine.answer<api::WebhookCreated>(std::move(created));
}

api::Answer<api::WebhookRow> FakeWebhooks::edit(const api::Call& call, api::WebhookRef ref, api::WebhookInput input) {
    auto why = refuse(call, api::Operation::WebhooksEdit, &input);
    auto* found = why ? nullptr : find(ref, why);
    if (!found) {
        return m_engine.answer<api::WebhookRow>(fail(*why));
    }
    found->input = std::move(input);
    ++found->version;
    publish();
    return m_engine.answer<api::WebhookRow>(api::WebhookRow(*found));
}

api::Answer<void> FakeWebhooks::remove(const api::Call& call, api::WebhookRef ref) {
    auto why = refusal(call, api::Operation::WebhooksRemove);
    const auto* found = why ? nullptr : find(ref, why);
    if (!found) {
        return m_engine.answer<void>(fail(*why));
    }
    std::erase_if(m_rows, [&](const auto& each) { return each.id == ref.id; });
    publish();
    return m_engine.answer<void>({});
}

api::Answer<api::WebhookCreated> FakeWebhooks::newSecret(const api::Call& call, api::WebhookRef ref, Secret secret) {
    auto why = refuse(call, api::Operation::WebhooksNewSecret, nullptr);
    auto* found = why ? nullptr : find(ref, why);
    if (!found) {
        return m_engine.answer<api::WebhookCreated>(fail(*why));
    }
    ++found->version;
    publish();
    api::WebhookCreated created{*found, secret.empty() ? Secret(kSecret) : secret};
    return m_engine.answer<api::WebhookCreated>(std::move(created));
}

api::Answer<DeliveryId> FakeWebhooks::test(const api::Call& call, WebhookId webhook) {
    if (const auto why = refusal(call, api::Operation::WebhooksTest)) {
        return m_engine.answer<DeliveryId>(fail(*why));
    }
    const auto id = deliver(webhook, DeliveryStatus::Pending, "test");
    m_deliveries.back().event = api::WebhookEvent::Test;
    return m_engine.answer<DeliveryId>(DeliveryId(id));
}

api::Answer<std::vector<api::TaskAnswer>> FakeWebhooks::resend(const api::Call& call, std::vector<DeliveryId> ids) {
    using Answers = std::vector<api::TaskAnswer>;
    if (const auto why = refusal(call, api::Operation::WebhooksResend)) {
        return m_engine.answer<Answers>(fail(*why));
    }
    m_reasons.push_back(call.reason);
    Answers answers;
    for (const auto id : ids) {
        api::TaskAnswer answer;
        answer.id = {id.value};
        const auto at = static_cast<std::size_t>(id.value) - 1;
        if (at >= m_deliveries.size() || !row(m_deliveries[at].webhook)) {
            answer.error = teamError(ErrorCode::NotFound, "its endpoint was removed", "webhook");
        } else {
            m_deliveries[at].status = DeliveryStatus::Pending;
        }
        answers.push_back(std::move(answer));
    }
    publish();
    return m_engine.answer<Answers>(std::move(answers));
}

api::Answer<std::vector<api::WebhookRow>> FakeWebhooks::webhooks(const api::Call&) {
    return m_engine.read<std::vector<api::WebhookRow>>(m_rows);
}

api::Answer<std::vector<api::DeliveryRow>> FakeWebhooks::deliveries(const api::Call&, api::DeliveryQuery query) {
    return m_engine.read<std::vector<api::DeliveryRow>>(
        pageOf(select(query.filter), query.descending, query.offset, query.limit));
}

api::Answer<std::int64_t> FakeWebhooks::countDeliveries(const api::Call&, api::DeliveryFilter filter) {
    return m_engine.read<std::int64_t>(static_cast<std::int64_t>(select(filter).size()));
}

api::Answer<api::DeliveryDetail> FakeWebhooks::delivery(const api::Call&, DeliveryId id) {
    const auto found = delivery(id);
    if (!found) {
        return m_engine.read<api::DeliveryDetail>(fail(teamError(ErrorCode::NotFound, "no such delivery", "delivery")));
    }
    api::DeliveryDetail detail;
    detail.row = *found;
    detail.body = R"({"id":"msg_1","type":"order.assigned","data":{"order_no":"A-100"}})";
    for (std::int64_t i = 0; i < found->attempts; ++i) {
        detail.attempts.push_back({found->at.plusMs(i * 5'000), found->lastStatus, 120, found->lastError, "<b>no</b>"});
    }
    return m_engine.read<api::DeliveryDetail>(std::move(detail));
}

api::Answer<api::DeliveryJob> FakeWebhooks::job(const api::Call&, api::TaskTicket) {
    return m_engine.answer<api::DeliveryJob>(fail(teamError(ErrorCode::Unsupported, "not the console's")));
}
api::Answer<api::TaskAnswer> FakeWebhooks::report(const api::Call&, api::DeliveryReport) {
    return m_engine.answer<api::TaskAnswer>(fail(teamError(ErrorCode::Unsupported, "not the console's")));
}

}  // namespace evenhand::test
