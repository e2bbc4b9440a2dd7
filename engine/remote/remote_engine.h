// SPDX-License-Identifier: GPL-3.0-or-later
// A running service as an engine: what holds an EngineApi works over the line without knowing it.
// Thread: connect() waits, on a thread that may; everything else any.
#pragma once

#include <memory>
#include <optional>

#include "engine/api/engine_api.h"
#include "engine/remote/line/remote_line.h"

namespace evenhand::remote {

class RemoteEngine final : public api::EngineApi {
public:
    /// Unreachable (service: the address, the reason in the message), WorkspaceVersion (program).
    [[nodiscard]] static Result<std::unique_ptr<RemoteEngine>> connect(LineOptions options);
    ~RemoteEngine() override;

    /// Who acts here without signing in; nullopt: somebody has to.
    [[nodiscard]] std::optional<api::Actor> owner() const { return m_line.owner(); }

    /// Of the service that answers, or did last.
    [[nodiscard]] ServiceAddress address() const { return m_line.address(); }
    /// Nothing more is asked of the service, and what is under way is Cancelled. For whoever waits for an answer.
    void stop() { m_line.stop(); }

    api::OrderDesk& orders() override { return *m_orders; }
    api::DispatchDesk& dispatch() override { return *m_dispatch; }
    api::ShopDesk& shop() override { return *m_shop; }
    api::ShiftDesk& shifts() override { return *m_shifts; }
    api::TimerDesk& timers() override { return *m_timers; }
    api::AlertDesk& alerts() override { return *m_alerts; }
    api::SeckillDesk& seckill() override { return *m_seckill; }
    api::CampaignDesk& campaigns() override { return *m_campaigns; }
    api::ReturnsDesk& returns() override { return *m_returns; }
    api::RefundDesk& refunds() override { return *m_refunds; }
    api::LedgerDesk& ledger() override { return *m_ledger; }
    api::TaskDesk& tasks() override { return *m_tasks; }
    api::WebhookDesk& webhooks() override { return *m_webhooks; }
    api::AccountDesk& accounts() override { return *m_accounts; }
    api::TokenDesk& tokens() override { return *m_tokens; }
    api::AuditDesk& audit() override { return *m_audit; }
    api::BackupDesk& backups() override { return *m_backups; }
    api::FeedDesk& feed() override { return *m_feed; }
    api::SearchDesk& search() override { return *m_search; }
    api::TeamDesk& team() override { return *m_team; }
    api::KeyspaceDesk& keyspace() override { return *m_keyspace; }
    /// As the service told last; Disconnected while the line is down.
    [[nodiscard]] api::EngineStatus status() const override { return m_line.status(); }
    /// Empty before somebody is let in.
    [[nodiscard]] api::WorkspaceInfo workspace() const override { return m_line.workspace(); }
    /// The handler runs on the line's thread. After a cut it hears of a change of state, and of nothing that happened
    /// meanwhile.
    [[nodiscard]] std::unique_ptr<api::Subscription> subscribe(EventHandler handler) override {
        return m_line.subscribe(std::move(handler));
    }

private:
    explicit RemoteEngine(LineOptions options);

    std::unique_ptr<api::OrderDesk> m_orders;
    std::unique_ptr<api::DispatchDesk> m_dispatch;
    std::unique_ptr<api::ShopDesk> m_shop;
    std::unique_ptr<api::ShiftDesk> m_shifts;
    std::unique_ptr<api::TimerDesk> m_timers;
    std::unique_ptr<api::AlertDesk> m_alerts;
    std::unique_ptr<api::SeckillDesk> m_seckill;
    std::unique_ptr<api::CampaignDesk> m_campaigns;
    std::unique_ptr<api::ReturnsDesk> m_returns;
    std::unique_ptr<api::RefundDesk> m_refunds;
    std::unique_ptr<api::LedgerDesk> m_ledger;
    std::unique_ptr<api::TaskDesk> m_tasks;
    std::unique_ptr<api::WebhookDesk> m_webhooks;
    std::unique_ptr<api::AccountDesk> m_accounts;
    std::unique_ptr<api::TokenDesk> m_tokens;
    std::unique_ptr<api::AuditDesk> m_audit;
    std::unique_ptr<api::BackupDesk> m_backups;
    std::unique_ptr<api::FeedDesk> m_feed;
    std::unique_ptr<api::SearchDesk> m_search;
    std::unique_ptr<api::TeamDesk> m_team;
    std::unique_ptr<api::KeyspaceDesk> m_keyspace;
    RemoteLine m_line;  ///< last: what is still on its way is answered before the desks go
};

}  // namespace evenhand::remote
