// SPDX-License-Identifier: GPL-3.0-or-later
// An engine that is made of the table of calls (engine/wire/calls.h) and keeps nothing: what may be asked from outside
// is answered alike, with an empty value or a refusal, at once or when a test lets it. For tests of the line, which is
// to hold whatever an engine says. Somebody may sign in as "ann" with the password "right". Thread: confined.
#pragma once

#include <QPromise>
#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/api/engine_api.h"

namespace evenhand::test {

/// An answer that a test may hold.
class TableAnswer {
public:
    virtual ~TableAnswer() = default;
    virtual void give() = 0;
};
template <typename T>
class TableAnswerOf final : public TableAnswer {
public:
    explicit TableAnswerOf(Result<T> result) : m_result(std::move(result)) { m_promise.start(); }
    [[nodiscard]] api::Answer<T> future() const { return m_promise.future(); }
    void give() override {
        m_promise.addResult(std::move(m_result));
        m_promise.finish();
    }

private:
    QPromise<Result<T>> m_promise;
    Result<T> m_result;
};

/// How the desks answer, and what they were asked.
struct TableRules {
    std::optional<Error> refusal{};  ///< nullopt: an empty value
    bool holds = false;              ///< answers wait for release()
    bool hasPeople = false;          ///< everybody has to sign in
    bool keepsSessions = false;      ///< and never removes one, as an engine that is slow to
    std::string file{};              ///< what an export writes
    /// Of each call but signing in and out.
    std::function<void(std::string_view name, const api::Call& call)> asked{};
    std::size_t inside = 0;  ///< calls that are not for the outside
    /// Of those who have signed in or taken a session up, in their order.
    std::vector<std::shared_ptr<api::Grant>> grants{};
    /// Of the lines that somebody came in by, in their order; true: an administrator has ended it.
    std::vector<std::shared_ptr<std::atomic<bool>>> lines{};
    std::vector<std::function<void()>> held{};

    void release() {
        for (const auto& answer : std::exchange(held, {})) {
            answer();
        }
    }
    template <typename T>
    [[nodiscard]] api::Answer<T> answer(Result<T> result) {
        const auto answer = std::make_shared<TableAnswerOf<T>>(std::move(result));
        giveOrHold(answer);
        return answer->future();
    }
    /// Once for each type that desks give.
    template <typename T>
    [[nodiscard]] api::Answer<T> answerAsAll() {
        return answer(whatIsGiven<T>());
    }
    void giveOrHold(const std::shared_ptr<TableAnswer>& answer);
    void noteAsked(std::string_view name, const api::Call& call) const;
    template <typename T>
    [[nodiscard]] Result<T> whatIsGiven() const {
        if (refusal) {
            return fail(*refusal);
        }
        if constexpr (std::is_void_v<T>) {
            return {};
        } else {
            return T{};
        }
    }
};

class TableEngine final : public api::EngineApi {
public:
    TableEngine();
    ~TableEngine() override;

    TableRules rules;

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
    [[nodiscard]] api::EngineStatus status() const override { return {}; }
    [[nodiscard]] api::WorkspaceInfo workspace() const override { return {}; }
    /// Nothing ever happens here.
    [[nodiscard]] std::unique_ptr<api::Subscription> subscribe(EventHandler handler) override;

private:
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
};

}  // namespace evenhand::test
