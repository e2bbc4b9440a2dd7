// SPDX-License-Identifier: GPL-3.0-or-later
// An engine whose answers are changed on their way, for what a real one does not say when it is asked to: figures that
// do not add up, work that takes long, a rehearsal that finds a fault. Everything else passes through.
// Thread: as the engine behind it.
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "engine/api/engine_api.h"

namespace evenhand::test {

class AlteredEngine : public api::EngineApi {
public:
    explicit AlteredEngine(api::EngineApi& behind) : m_behind(behind) {}

    api::OrderDesk& orders() override { return m_behind.orders(); }
    api::DispatchDesk& dispatch() override { return m_behind.dispatch(); }
    api::TimerDesk& timers() override { return m_behind.timers(); }
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
    api::EngineStatus status() const override { return m_behind.status(); }
    api::WorkspaceInfo workspace() const override { return m_behind.workspace(); }
    std::unique_ptr<api::Subscription> subscribe(EventHandler handler) override {
        return m_behind.subscribe(std::move(handler));
    }

private:
    api::EngineApi& m_behind;
};

/// An answer that refuses.
template <typename T>
[[nodiscard]] api::Answer<T> refused(const Error& error) {
    return QtFuture::makeReadyFuture(Result<T>(fail(error)));
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
