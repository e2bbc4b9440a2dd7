// SPDX-License-Identifier: GPL-3.0-or-later
// The console's only view of the engine: its desks, its events as coalesced Qt signals (at most 8 a second), and its
// status, read twice a second while a window is shown.
// Thread: GUI. Events arrive on the engine's thread and are only handed over.
// Invariants: no signal while hidden (what came is told on show), but for alertFired(), so that an alert is heard from
// a minimised window; after destruction the engine calls nothing here.
#pragma once

#include <QElapsedTimer>
#include <QObject>
#include <QString>
#include <QTimer>
#include <atomic>
#include <functional>
#include <memory>
#include <utility>

#include "engine/api/engine_api.h"
#include "ui/bridge/changes.h"
#include "ui/bridge/continuation.h"
#include "ui/bridge/event_inbox.h"

namespace evenhand::ui {

class EngineBridge : public QObject {
    Q_OBJECT

public:
    static constexpr int kEmitIntervalMs = 125;
    static constexpr int kPollIntervalMs = 500;

    /// `engine` outlives the bridge. `actor` is written to everything that is done through call().
    EngineBridge(api::EngineApi& engine, api::Actor actor, QObject* parent = nullptr);
    ~EngineBridge() override;

    [[nodiscard]] api::EngineApi& engine() const noexcept { return m_engine; }
    [[nodiscard]] api::OrderDesk& orders() const { return m_engine.orders(); }
    [[nodiscard]] api::DispatchDesk& dispatch() const { return m_engine.dispatch(); }
    [[nodiscard]] api::ShopDesk& shop() const { return m_engine.shop(); }
    [[nodiscard]] api::ShiftDesk& shifts() const { return m_engine.shifts(); }
    [[nodiscard]] api::TimerDesk& timers() const { return m_engine.timers(); }
    [[nodiscard]] api::AlertDesk& alerts() const { return m_engine.alerts(); }
    [[nodiscard]] api::SeckillDesk& seckill() const { return m_engine.seckill(); }
    [[nodiscard]] api::CampaignDesk& campaigns() const { return m_engine.campaigns(); }
    [[nodiscard]] api::ReturnsDesk& returns() const { return m_engine.returns(); }
    [[nodiscard]] api::RefundDesk& refunds() const { return m_engine.refunds(); }
    [[nodiscard]] api::LedgerDesk& ledger() const { return m_engine.ledger(); }
    [[nodiscard]] api::TaskDesk& tasks() const { return m_engine.tasks(); }
    [[nodiscard]] api::WebhookDesk& webhooks() const { return m_engine.webhooks(); }
    [[nodiscard]] api::AccountDesk& accounts() const { return m_engine.accounts(); }
    [[nodiscard]] api::TokenDesk& tokens() const { return m_engine.tokens(); }
    [[nodiscard]] api::AuditDesk& audit() const { return m_engine.audit(); }
    [[nodiscard]] api::BackupDesk& backups() const { return m_engine.backups(); }
    [[nodiscard]] api::TeamDesk& team() const { return m_engine.team(); }
    [[nodiscard]] api::SearchDesk& search() const { return m_engine.search(); }
    [[nodiscard]] const api::Actor& actor() const noexcept { return m_actor; }
    [[nodiscard]] const api::WorkspaceInfo& workspace() const noexcept { return m_workspace; }
    /// Address of the service that this console is connected to, as of now: "shop.example:8480". Empty: the engine runs
    /// in this program, and its files are those of this computer.
    [[nodiscard]] QString service() const { return m_service ? m_service() : QString(); }
    /// Before anything is shown. `address` may change when the line is cut and another one is taken.
    void setService(std::function<QString()> address) { m_service = std::move(address); }
    /// As of the last poll.
    [[nodiscard]] const api::EngineStatus& status() const noexcept { return m_status; }
    /// Engine time as of the last poll, carried on by a monotonic clock.
    [[nodiscard]] Instant now() const;
    [[nodiscard]] api::Call call(const QString& reason = {}) const;

    /// Commands are accepted now; if not, whyNotWritable() says why (translated, plain text).
    [[nodiscard]] bool isWritable() const noexcept;
    /// The database's files have gone from their place: nothing can be changed, and a backup saves what was done.
    [[nodiscard]] bool filesAreLost() const noexcept;
    [[nodiscard]] QString whyNotWritable() const;
    /// Empty if the actor may, by the engine's own table of operations; else why not, which permission is missing and
    /// which roles have it (translated, plain text). What every disabled action says.
    [[nodiscard]] QString whyNotAllowed(api::Operation operation) const;
    /// As above for what only looks: also while the engine takes no commands.
    [[nodiscard]] QString whyNotReadable(api::Permission permission) const;
    /// Whether the actor has what the operation needs, whatever state the engine is in.
    [[nodiscard]] bool mayDo(api::Operation operation) const;
    /// What the actor may do now.
    [[nodiscard]] api::Permissions permissions() const noexcept;

    /// The window is shown or hidden: hidden costs nothing.
    void setVisible(bool visible);
    /// No timer runs.
    [[nodiscard]] bool isResting() const { return !m_pollTimer.isActive() && !m_deliverTimer.isActive(); }
    /// Reads the status at once.
    void poll();

Q_SIGNALS:
    void ordersChanged(const evenhand::ui::OrderChanges& changes);
    void couriersChanged(const evenhand::ui::CourierChanges& changes);
    void campusesChanged();
    void deadLettersChanged();
    void timersChanged();  ///< armed anew by hand, dead, paused, …; placing and moving an order are ordersChanged()
    void alertsChanged();  ///< fired, acknowledged, silenced, resolved
    void activitiesChanged();        ///< flash sales: set up, started, stopped, repaired, …; not every attempt
    void campaignsChanged();         ///< made, edited, started, built, paused, ended; not every draw
    void returnsChanged();           ///< requested, decided, received
    void refundsChanged();           ///< made, decided, sent, their outcome
    void alertFired(quint32 kinds);  ///< AlertKinds, for the first time or again; also while hidden
    void ordersPaid(std::int64_t count);
    void paymentOwed();
    void tasksChanged();     ///< background work: made, due again, dead, dropped, held, released; not each one done
    void ringChanged();      ///< a worker joined, left or was lost
    void webhooksChanged();  ///< endpoints, deliveries
    void peopleChanged();    ///< accounts, roles, settings of signing in
    void tokensChanged();    ///< of the HTTP API: made, revoked
    void auditGrown();
    void backupsChanged();
    void catalogueChanged();  ///< products and their stock, by people and imports; not what orders take
    /// Who else has something open.
    void presenceChanged(const evenhand::ui::PresenceChanges& changes);
    void connectedChanged();    ///< a console came or went
    void stateChanged();        ///< state or reason differ, or what the actor may do
    void permissionsChanged();  ///< what the actor may do
    void sessionEnded();        ///< signed out, disabled, or the password was reset; once
    void statusPolled();        ///< new figures

private:
    [[nodiscard]] QString whyDisconnected(const QString& reason) const;
    void wake();
    void deliver();
    void ring();
    void deliverPeople(const EventInbox::Content& content);
    void noteGrant();

    api::EngineApi& m_engine;
    const api::Actor m_actor;
    const api::WorkspaceInfo m_workspace;
    std::function<QString()> m_service;
    api::EngineStatus m_status;
    QElapsedTimer m_sincePoll;
    std::shared_ptr<EventInbox> m_inbox;
    QTimer m_deliverTimer;
    QTimer m_pollTimer;
    QElapsedTimer m_sinceDelivery;
    std::atomic<quint32> m_ringing{0};  ///< kinds of alerts that fired and are on their way to the GUI thread
    /// It was disconnected since the last poll that found it otherwise.
    std::atomic<bool> m_wasAway;
    api::Permissions m_may = 0;  ///< as it was told last
    bool m_ended = false;        ///< told
    bool m_visible = false;
    bool m_waiting = false;                             ///< something lies in the inbox
    std::unique_ptr<api::Subscription> m_subscription;  ///< last: ends first
};

}  // namespace evenhand::ui
