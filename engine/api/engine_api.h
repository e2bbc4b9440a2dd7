// SPDX-License-Identifier: GPL-3.0-or-later
// Everything the outside may hold of a running engine: its desks, its events, its state of health.
// Thread: any; see each desk.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/account_desk.h"
#include "engine/api/alert_desk.h"
#include "engine/api/audit_desk.h"
#include "engine/api/backup_desk.h"
#include "engine/api/campaign_desk.h"
#include "engine/api/deployment_health.h"
#include "engine/api/dispatch_desk.h"
#include "engine/api/feed_desk.h"
#include "engine/api/keyspace_desk.h"
#include "engine/api/ledger_desk.h"
#include "engine/api/order_desk.h"
#include "engine/api/refund_desk.h"
#include "engine/api/returns_desk.h"
#include "engine/api/search_desk.h"
#include "engine/api/seckill_desk.h"
#include "engine/api/shift_desk.h"
#include "engine/api/shop_desk.h"
#include "engine/api/subscription.h"
#include "engine/api/task_desk.h"
#include "engine/api/team_desk.h"
#include "engine/api/timer_desk.h"
#include "engine/api/token_desk.h"
#include "engine/api/webhook_desk.h"
#include "engine/base/histogram.h"
#include "engine/base/money.h"

namespace evenhand::api {

/// Something was committed. It carries ids only; read the rest through the desks.
struct Event {
    enum class Kind : std::uint8_t {
        OrderChanged,    ///< placed, paid, assigned, closed, …: `order`, `campus`, `courier` if it has one
        CourierChanged,  ///< duty, weight, name, roster: `courier`, `campus`
        CampusChanged,   ///< name, policy, pause: `campus`
        PaymentOwed,     ///< late or unmatched payment recorded
        DeadLettersChanged,
        StateChanged,   ///< EngineStatus::state changed
        TimersChanged,  ///< armed anew by hand, dead, paused, …: `order`, `campus` where it is about one
        AlertFired,     ///< for the first time or again: `alert`; `order`, `campus` where it has one
        AlertsChanged,  ///< acknowledged, silenced, resolved: as above; without `alert`: their limits
        /// Set up, edited, started, stopped, topped up, ended, repaired; pending or dead letters acted upon:
        /// `activity`. Not for every attempt: while a sale runs its board is read anew a few times a second.
        SeckillChanged,
        /// Made, edited, started, built, paused, ended: `campaign`. Not for every draw, as above.
        CampaignChanged,
        ReturnChanged,  ///< requested, decided, received, its refund moved: `returnId`, `order`, `campus`
        RefundChanged,  ///< made, decided, sent, its outcome: `refund`; `order`, `campus` where it has one; `returnId`
        TasksChanged,   ///< made, due again, dead, dropped, held, released: `task`. Not for each one done
        RingChanged,    ///< a worker joined, left or was lost; how many there shall be
        WebhooksChanged,  ///< an endpoint, or a delivery's outcome
        PeopleChanged,    ///< an account, its roles, its state, attempts to sign in: `person`; without: the rules of it
        TokensChanged,    ///< of the HTTP API: made or revoked
        AuditGrown,
        BackupsChanged,
        /// Products added, edited, disabled, their stock received or corrected. Not for what orders take: those are
        /// OrderChanged.
        CatalogueChanged,
        PresenceChanged,   ///< who has something open: `order`, `returnId`, `refund` or `campaign`
        ConnectedChanged,  ///< a console came or went
    };
    Kind kind = Kind::OrderChanged;
    OrderId order;
    CampusId campus;
    CourierId courier;
    std::optional<EventKind> what;     ///< for OrderChanged
    ActivityId activity{};             ///< for SeckillChanged
    CampaignId campaign{};             ///< for CampaignChanged
    ReturnId returnId{};               ///< for ReturnChanged, RefundChanged of a return
    RefundId refund{};                 ///< for RefundChanged
    std::optional<TaskKind> task{};    ///< for TasksChanged
    PersonId person{};                 ///< for PeopleChanged of somebody
    std::optional<AlertKind> alert{};  ///< for AlertFired, AlertsChanged of one
    bool recorded = false;             ///< an import has recorded a paid order of the past: it is not news
    bool leavesOrders = false;         ///< for CourierChanged: the roster took them off duty with orders in hand
};

enum class EngineState : std::uint8_t {
    Live,
    Degraded,      ///< running, but something needs a look (reason)
    ReadOnly,      ///< no command is accepted until storage works again (reason)
    Disconnected,  ///< database or keyspace server away, reconnecting
};

/// Why a running engine is Degraded; it may have several reasons at the same time, each for as long as it lasts.
struct StandingReason {
    std::string code;  ///< for programs, never changes: one of those below, or another
    std::string text;  ///< for people, plain English
};
inline constexpr std::string_view kStorageFailed =
    "storage_failed";                                             ///< a batch could not be stored, the next was not yet
inline constexpr std::string_view kClockBehind = "clock_behind";  ///< the machine's clock, behind what was committed
inline constexpr std::string_view kServerNotDurable = "server_not_durable";  ///< the server may lose commits
/// How far the machine's clock may be behind engine time before that is a standing reason.
inline constexpr std::int64_t kClockToleranceMs = 300'000;

struct EngineStatus {
    EngineState state = EngineState::Live;
    std::string reason;                    ///< empty when Live; of a Degraded engine the texts of `standing`
    std::vector<StandingReason> standing;  ///< while there is one the state is Degraded, or worse
    std::optional<ErrorCode> cause;  ///< of a state that is not Live; WorkspaceInUse: another engine has taken over
    Instant since;                   ///< when this state began
    std::string deployment;          ///< "SQLite", "MariaDB db.example:3306", …
    Instant now;                     ///< engine time
    Instant committedAt;             ///< the newest committed instant
    Instant clock;                   ///< the machine's
    double committedPerSecond = 0;   ///< commands, over the last seconds
    double commitP50Ms = 0;          ///< over the last batches; < 0: not measured yet
    double commitP99Ms = 0;          ///< < 0: not measured yet
    std::uint64_t committed = 0;     ///< commands since start
    std::uint64_t inboxDepth = 0;
    std::int64_t unassigned = -1;           ///< paid, open, without courier; -1: not counted yet
    std::int64_t deadLetters = -1;          ///< -1: not counted yet
    std::int64_t late = -1;                 ///< orders whose stage should have moved on; -1: not counted yet
    std::int64_t overdue = -1;              ///< timers that are due and not handled; -1: not counted yet
    std::int64_t deadTimers = -1;           ///< -1: not counted yet
    std::int64_t alerts = -1;               ///< firing; -1: not counted yet
    std::int64_t returnsWaiting = -1;       ///< for an approval, first or second; -1: not counted yet
    std::int64_t refundsFailed = -1;        ///< FAILED or dead; -1: not counted yet
    std::int64_t deadTasks = -1;            ///< -1: not counted yet
    std::int64_t workers = -1;              ///< on the ring; -1: not known yet
    bool outwardHeld = false;               ///< after a restore: refunds and webhooks wait for an administrator
    std::vector<PartHealth> parts;          ///< of the shared deployment, by kind; empty: one engine runs it
    base::HistogramCounts commitTimes{};    ///< of batches, since start
    base::HistogramCounts timerLateness{};  ///< now − due of timers that had their effect, since start
};

struct WorkspaceInfo {
    std::string id;        ///< UUID
    std::string location;  ///< folder or server
    std::string currency;  ///< ISO 4217
    int minorDigits = 2;
    std::string timeZone;                       ///< IANA name of the business zone
    Money largestAmount{base::kMaxMoneyMinor};  ///< of one order, payment or price; above it is Overflow
    bool engineAlone = true;  ///< nobody acts between two steps of its: soft dispatch is the same as strong
};

class EngineApi {
public:
    virtual ~EngineApi() = default;
    virtual OrderDesk& orders() = 0;
    virtual DispatchDesk& dispatch() = 0;
    virtual ShopDesk& shop() = 0;
    virtual ShiftDesk& shifts() = 0;
    virtual TimerDesk& timers() = 0;
    virtual AlertDesk& alerts() = 0;
    virtual SeckillDesk& seckill() = 0;
    virtual CampaignDesk& campaigns() = 0;
    virtual ReturnsDesk& returns() = 0;
    virtual RefundDesk& refunds() = 0;
    virtual LedgerDesk& ledger() = 0;
    virtual TaskDesk& tasks() = 0;
    virtual WebhookDesk& webhooks() = 0;
    virtual AccountDesk& accounts() = 0;
    virtual TokenDesk& tokens() = 0;
    virtual AuditDesk& audit() = 0;
    virtual BackupDesk& backups() = 0;
    virtual FeedDesk& feed() = 0;
    virtual SearchDesk& search() = 0;
    virtual TeamDesk& team() = 0;
    virtual KeyspaceDesk& keyspace() = 0;
    /// Lock-free copy of the latest figures; cheap enough for every frame.
    [[nodiscard]] virtual EngineStatus status() const = 0;
    [[nodiscard]] virtual WorkspaceInfo workspace() const = 0;
    /// The handler runs after each commit, on the engine's thread, with that batch's events; for what is not stored
    /// (StateChanged, PresenceChanged, ConnectedChanged) on any thread. It must only hand over.
    using EventHandler = std::function<void(const std::vector<Event>&)>;
    [[nodiscard]] virtual std::unique_ptr<Subscription> subscribe(EventHandler handler) = 0;
};

}  // namespace evenhand::api
