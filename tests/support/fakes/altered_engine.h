// SPDX-License-Identifier: GPL-3.0-or-later
// An engine whose answers are changed on their way, for what a real one does not say when it is asked to: figures that
// do not add up, work that takes long, a rehearsal that finds a fault. Everything else passes through.
// Thread: as the engine behind it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/api/engine_api.h"

namespace evenhand::test {

class AlteredEngine : public api::EngineApi {
public:
    explicit AlteredEngine(api::EngineApi& behind) : m_behind(behind) {}

    std::function<void(api::EngineStatus&)> statusChange;  ///< changes what each status says
    mutable int statusCalls = 0;
    int searchCalls = 0;  ///< searched, or prepared to
    /// In this state from now on, whatever it is really.
    void setState(api::EngineState state, const std::string& reason, std::optional<ErrorCode> cause = std::nullopt) {
        statusChange = [=, since = m_behind.status().now](api::EngineStatus& status) {
            status.state = state;
            status.reason = reason;
            status.cause = cause;
            status.since = since;
        };
        api::Event event;
        event.kind = api::Event::Kind::StateChanged;
        publish({event});
    }
    /// Of an order to which nothing has happened.
    [[nodiscard]] static api::Event changed(OrderId order, CampusId campus = {}) {
        api::Event event;
        event.order = order;
        event.campus = std::move(campus);
        event.what = api::EventKind::Assigned;
        return event;
    }
    /// Events of which nothing has happened, to everybody who listens.
    void publish(const std::vector<api::Event>& events) const {
        for (const auto& listener : m_listeners) {
            if (const auto handler = listener.lock()) {
                (*handler)(events);
            }
        }
    }

    api::OrderDesk& orders() override { return m_behind.orders(); }
    api::DispatchDesk& dispatch() override { return m_behind.dispatch(); }
    api::ShopDesk& shop() override { return m_behind.shop(); }
    api::ShiftDesk& shifts() override { return m_behind.shifts(); }
    api::TimerDesk& timers() override { return m_behind.timers(); }
    api::AlertDesk& alerts() override { return m_behind.alerts(); }
    api::SeckillDesk& seckill() override { return m_behind.seckill(); }
    api::CampaignDesk& campaigns() override { return m_behind.campaigns(); }
    api::ReturnsDesk& returns() override { return m_behind.returns(); }
    api::RefundDesk& refunds() override { return m_behind.refunds(); }
    api::LedgerDesk& ledger() override { return m_behind.ledger(); }
    api::TaskDesk& tasks() override { return m_behind.tasks(); }
    api::WebhookDesk& webhooks() override { return m_behind.webhooks(); }
    api::AccountDesk& accounts() override { return m_behind.accounts(); }
    api::TokenDesk& tokens() override { return m_behind.tokens(); }
    api::AuditDesk& audit() override { return m_behind.audit(); }
    api::BackupDesk& backups() override { return m_behind.backups(); }
    api::FeedDesk& feed() override { return m_behind.feed(); }
    api::SearchDesk& search() override {
        ++searchCalls;
        return m_behind.search();
    }
    api::TeamDesk& team() override { return m_behind.team(); }
    api::KeyspaceDesk& keyspace() override { return m_behind.keyspace(); }
    api::EngineStatus status() const override {
        ++statusCalls;
        auto status = m_behind.status();
        if (statusChange) {
            statusChange(status);
        }
        return status;
    }
    api::WorkspaceInfo workspace() const override { return m_behind.workspace(); }
    std::unique_ptr<api::Subscription> subscribe(EventHandler handler) override {
        const auto listener = std::make_shared<EventHandler>(std::move(handler));
        m_listeners.push_back(listener);
        return m_behind.subscribe([listener](const auto& events) { (*listener)(events); });
    }

private:
    api::EngineApi& m_behind;
    std::vector<std::weak_ptr<EventHandler>> m_listeners;
};

/// An answer that refuses.
template <typename T>
[[nodiscard]] api::Answer<T> refused(const Error& error) {
    return QtFuture::makeReadyFuture(Result<T>(fail(error)));
}

/// What becomes of an engine's answer; empty: nothing.
template <typename T>
using AnswerChange = std::function<api::Answer<T>(api::Answer<T>)>;
template <typename T>
[[nodiscard]] api::Answer<T> changed(const AnswerChange<T>& change, api::Answer<T> answer) {
    return change ? change(std::move(answer)) : answer;
}

/// What comes of an answer once `change` has seen it; refusals pass.
template <typename T>
[[nodiscard]] api::Answer<T> altered(api::Answer<T> answer, const std::function<void(T&)>& change) {
    return change ? answer.then([change](Result<T> result) {
        if (result) {
            change(*result);
        }
        return result;
    })
                  : answer;
}

}  // namespace evenhand::test
