// SPDX-License-Identifier: GPL-3.0-or-later
// The table of all calls that may be made from outside of the engine's process. The service's dispatch, the client's
// desks, the protocol's document and the tests are made from it. A desk function that is not in the table is missing in
// the client's desk, which then does not compile.
//
//   READ(Desk, desk, function, "argument", …)   changes nothing: may be asked again after a line was cut
//   AGAIN(…)   a command that has no further effect where it is repeated: likewise
//   DO(…)      a command, sent with a key: it has its effect once, however often it is sent
//   MANY(…)    the same for each of a list, which is its one argument
//   SAY(…)     a command with a secret, or one that cannot be known again: never sent twice, nothing of it is kept
//   SAVE(…)    writes a file on the service's side, whose bytes are then sent to the caller's
//   INSIDE(Desk, desk, function)   for workers and the service itself: refused from outside
//
// The arguments are named in the order of the function's parameters. The call itself, the path of a file and callbacks
// are left out. Signing in and out are messages of their own, see engine/ingest/desks and engine/remote.
// Thread: macros.
#pragma once

#include "engine/api/engine_api.h"

#define EVENHAND_CALLS_ORDERS(READ, AGAIN, DO, MANY, SAY, SAVE, INSIDE) \
    DO(OrderDesk, orders, place, "request")                             \
    MANY(OrderDesk, orders, placeMany, "requests")                      \
    DO(OrderDesk, orders, placeAvailable, "request")                    \
    DO(OrderDesk, orders, placeByHand, "request")                       \
    DO(OrderDesk, orders, pay, "request")                               \
    MANY(OrderDesk, orders, payMany, "requests")                        \
    DO(OrderDesk, orders, recordPayment, "request")                     \
    DO(OrderDesk, orders, matchPayment, "request")                      \
    DO(OrderDesk, orders, cancel, "orders")                             \
    DO(OrderDesk, orders, note, "orders", "text")                       \
    DO(OrderDesk, orders, report, "report")                             \
    DO(OrderDesk, orders, upsertProducts, "products", "addStock")       \
    READ(OrderDesk, orders, page, "query")                              \
    READ(OrderDesk, orders, count, "filter")                            \
    READ(OrderDesk, orders, rows, "ids")                                \
    READ(OrderDesk, orders, detail, "orderNo")                          \
    READ(OrderDesk, orders, products, "textPrefix", "limit")            \
    READ(OrderDesk, orders, owedPayments, "offset", "limit")            \
    SAVE(OrderDesk, orders, exportCsv, "query")

#define EVENHAND_CALLS_DISPATCH(READ, AGAIN, DO, MANY, SAY, SAVE, INSIDE)    \
    DO(DispatchDesk, dispatch, upsertCampus, "campus")                       \
    DO(DispatchDesk, dispatch, setPaused, "campus", "paused", "version")     \
    DO(DispatchDesk, dispatch, upsertCouriers, "couriers")                   \
    DO(DispatchDesk, dispatch, setDuty, "courier", "onDuty", "version")      \
    DO(DispatchDesk, dispatch, setLoadLimit, "courier", "limit", "version")  \
    DO(DispatchDesk, dispatch, reassign, "orders", "target")                 \
    DO(DispatchDesk, dispatch, handOver, "from", "target", "seen")           \
    DO(DispatchDesk, dispatch, undoReassign, "done")                         \
    READ(DispatchDesk, dispatch, previewCalibration, "campus")               \
    DO(DispatchDesk, dispatch, calibrate, "campus", "seen")                  \
    DO(DispatchDesk, dispatch, retryDeadLetters, "ids")                      \
    INSIDE(DispatchDesk, dispatch, takeMany)                                 \
    READ(DispatchDesk, dispatch, campuses)                                   \
    READ(DispatchDesk, dispatch, board, "campus")                            \
    READ(DispatchDesk, dispatch, waiting, "campus", "limit")                 \
    READ(DispatchDesk, dispatch, fairness, "campus", "from", "to", "points") \
    READ(DispatchDesk, dispatch, evidence, "orderNo")                        \
    READ(DispatchDesk, dispatch, deadLetters, "limit")                       \
    READ(DispatchDesk, dispatch, findCouriers, "textPrefix", "limit")        \
    SAVE(DispatchDesk, dispatch, exportAssignments)

#define EVENHAND_CALLS_SHOP(READ, AGAIN, DO, MANY, SAY, SAVE, INSIDE)        \
    DO(ShopDesk, shop, addCampus, "campus")                                  \
    DO(ShopDesk, shop, editCampus, "edit")                                   \
    DO(ShopDesk, shop, setCampusDisabled, "campus", "disabled", "version")   \
    DO(ShopDesk, shop, addCourier, "courier")                                \
    DO(ShopDesk, shop, editCourier, "edit")                                  \
    DO(ShopDesk, shop, setCourierDisabled, "courier", "disabled", "version") \
    DO(ShopDesk, shop, addProduct, "product")                                \
    DO(ShopDesk, shop, editProduct, "edit")                                  \
    DO(ShopDesk, shop, setProductDisabled, "sku", "disabled", "version")     \
    DO(ShopDesk, shop, receiveStock, "sku", "units", "note")                 \
    DO(ShopDesk, shop, correctStock, "sku", "units")                         \
    READ(ShopDesk, shop, couriers, "campus", "limit")                        \
    READ(ShopDesk, shop, products, "query")                                  \
    READ(ShopDesk, shop, countProducts, "filter")                            \
    READ(ShopDesk, shop, product, "sku")                                     \
    READ(ShopDesk, shop, stockHistory, "sku", "offset", "limit")

#define EVENHAND_CALLS_SHIFTS(READ, AGAIN, DO, MANY, SAY, SAVE, INSIDE)    \
    DO(ShiftDesk, shifts, setWeek, "courier", "week", "version")           \
    DO(ShiftDesk, shifts, setException, "courier", "exception", "version") \
    DO(ShiftDesk, shifts, removeException, "courier", "day", "version")    \
    READ(ShiftDesk, shifts, roster, "courier")                             \
    READ(ShiftDesk, shifts, rosters, "campus")                             \
    READ(ShiftDesk, shifts, crew, "campus", "day")

#define EVENHAND_CALLS_TIMERS(READ, AGAIN, DO, MANY, SAY, SAVE, INSIDE)                  \
    DO(TimerDesk, timers, setPolicy, "campus", "policy", "version")                      \
    READ(TimerDesk, timers, policies)                                                    \
    DO(TimerDesk, timers, setPaused, "kind", "paused", "version")                        \
    DO(TimerDesk, timers, setQueue, "on", "pollIntervalMs", "version")                   \
    DO(TimerDesk, timers, run, "timers")                                                 \
    DO(TimerDesk, timers, postponeTo, "timers", "due")                                   \
    DO(TimerDesk, timers, postponeBy, "timers", "byMs")                                  \
    DO(TimerDesk, timers, extend, "late", "byMs")                                        \
    DO(TimerDesk, timers, cancel, "timers")                                              \
    DO(TimerDesk, timers, retry, "timers")                                               \
    READ(TimerDesk, timers, page, "query")                                               \
    READ(TimerDesk, timers, count, "filter")                                             \
    READ(TimerDesk, timers, board, "campus")                                             \
    READ(TimerDesk, timers, histogram, "campus", "kinds", "from", "bucketMs", "buckets") \
    READ(TimerDesk, timers, compareQueue)                                                \
    AGAIN(TimerDesk, timers, rearmQueue)                                                 \
    DO(TimerDesk, timers, resetClock)                                                    \
    INSIDE(TimerDesk, timers, passTime)

#define EVENHAND_CALLS_ALERTS(READ, AGAIN, DO, MANY, SAY, SAVE, INSIDE) \
    READ(AlertDesk, alerts, page, "query")                              \
    READ(AlertDesk, alerts, count, "query")                             \
    READ(AlertDesk, alerts, counts, "campus")                           \
    READ(AlertDesk, alerts, limits)                                     \
    DO(AlertDesk, alerts, setLimits, "limits")                          \
    DO(AlertDesk, alerts, acknowledge, "alerts")                        \
    DO(AlertDesk, alerts, silence, "alerts", "until")                   \
    DO(AlertDesk, alerts, resolve, "alerts")

#define EVENHAND_CALLS_SECKILL(READ, AGAIN, DO, MANY, SAY, SAVE, INSIDE)      \
    DO(SeckillDesk, seckill, setUp, "input")                                  \
    DO(SeckillDesk, seckill, edit, "input", "version")                        \
    DO(SeckillDesk, seckill, discard, "activity", "version")                  \
    DO(SeckillDesk, seckill, start, "activity", "version")                    \
    DO(SeckillDesk, seckill, stop, "activity", "version")                     \
    DO(SeckillDesk, seckill, resume, "activity", "version")                   \
    DO(SeckillDesk, seckill, topUp, "activity", "units", "version")           \
    DO(SeckillDesk, seckill, end, "activity", "version")                      \
    AGAIN(SeckillDesk, seckill, attempt, "attempt")                           \
    INSIDE(SeckillDesk, seckill, attemptMany)                                 \
    READ(SeckillDesk, seckill, reservation, "activity", "user")               \
    READ(SeckillDesk, seckill, activities)                                    \
    READ(SeckillDesk, seckill, board, "activity")                             \
    READ(SeckillDesk, seckill, soldCurve, "activity", "from", "to", "points") \
    READ(SeckillDesk, seckill, log, "activity", "limit")                      \
    READ(SeckillDesk, seckill, pending, "activity", "limit")                  \
    READ(SeckillDesk, seckill, deadLetters, "activity", "limit")              \
    DO(SeckillDesk, seckill, claim, "activity", "messageIds")                 \
    DO(SeckillDesk, seckill, acknowledge, "activity", "messageIds")           \
    DO(SeckillDesk, seckill, release, "activity", "messageIds")               \
    DO(SeckillDesk, seckill, retryLetters, "ids")                             \
    DO(SeckillDesk, seckill, dismissLetters, "ids")                           \
    READ(SeckillDesk, seckill, check, "activity")                             \
    AGAIN(SeckillDesk, seckill, repair, "activity")                           \
    READ(SeckillDesk, seckill, rehearse, "plan")

#define EVENHAND_CALLS_CAMPAIGNS(READ, AGAIN, DO, MANY, SAY, SAVE, INSIDE) \
    READ(CampaignDesk, campaigns, preview, "shape", "seed")                \
    DO(CampaignDesk, campaigns, create, "id", "settings")                  \
    DO(CampaignDesk, campaigns, edit, "id", "settings", "version")         \
    DO(CampaignDesk, campaigns, copy, "from", "id")                        \
    DO(CampaignDesk, campaigns, remove, "id", "version")                   \
    DO(CampaignDesk, campaigns, start, "id", "version")                    \
    DO(CampaignDesk, campaigns, pause, "id", "version")                    \
    DO(CampaignDesk, campaigns, resume, "id", "version")                   \
    DO(CampaignDesk, campaigns, stop, "id", "version")                     \
    DO(CampaignDesk, campaigns, draw, "request")                           \
    MANY(CampaignDesk, campaigns, drawMany, "requests")                    \
    DO(CampaignDesk, campaigns, giveBack, "id")                            \
    READ(CampaignDesk, campaigns, campaigns)                               \
    READ(CampaignDesk, campaigns, campaign, "id")                          \
    READ(CampaignDesk, campaigns, board, "id")                             \
    READ(CampaignDesk, campaigns, draws, "query")                          \
    READ(CampaignDesk, campaigns, countDraws, "filter")                    \
    SAVE(CampaignDesk, campaigns, exportDraws, "filter")                   \
    READ(CampaignDesk, campaigns, rehearse, "rehearsal")

#define EVENHAND_CALLS_RETURNS(READ, AGAIN, DO, MANY, SAY, SAVE, INSIDE) \
    DO(ReturnsDesk, returns, request, "request")                         \
    MANY(ReturnsDesk, returns, requestMany, "requests")                  \
    DO(ReturnsDesk, returns, requestMatched, "request")                  \
    DO(ReturnsDesk, returns, approve, "ref", "lines")                    \
    DO(ReturnsDesk, returns, approveMany, "refs")                        \
    DO(ReturnsDesk, returns, reject, "refs", "customerNote")             \
    DO(ReturnsDesk, returns, cancel, "refs")                             \
    DO(ReturnsDesk, returns, undo, "ref")                                \
    DO(ReturnsDesk, returns, receive, "ref", "lines")                    \
    DO(ReturnsDesk, returns, skipGoods, "ref")                           \
    DO(ReturnsDesk, returns, undoGoods, "ref")                           \
    DO(ReturnsDesk, returns, assign, "refs", "clerk")                    \
    DO(ReturnsDesk, returns, note, "ref", "text")                        \
    DO(ReturnsDesk, returns, setPolicy, "campus", "policy", "version")   \
    READ(ReturnsDesk, returns, policies)                                 \
    DO(ReturnsDesk, returns, setCaseSettings, "settings")                \
    READ(ReturnsDesk, returns, caseSettings)                             \
    READ(ReturnsDesk, returns, page, "query")                            \
    READ(ReturnsDesk, returns, count, "filter")                          \
    READ(ReturnsDesk, returns, rows, "ids")                              \
    READ(ReturnsDesk, returns, counts, "campus")                         \
    READ(ReturnsDesk, returns, detail, "id")                             \
    READ(ReturnsDesk, returns, returnable, "orderNo")                    \
    READ(ReturnsDesk, returns, previewRequest, "request")                \
    READ(ReturnsDesk, returns, preview, "id", "lines")                   \
    SAVE(ReturnsDesk, returns, exportCsv, "query")

#define EVENHAND_CALLS_REFUNDS(READ, AGAIN, DO, MANY, SAY, SAVE, INSIDE) \
    DO(RefundDesk, refunds, request, "request")                          \
    DO(RefundDesk, refunds, approve, "refs")                             \
    DO(RefundDesk, refunds, cancel, "refs")                              \
    DO(RefundDesk, refunds, retry, "refs")                               \
    DO(RefundDesk, refunds, recordPaid, "ref", "reference")              \
    DO(RefundDesk, refunds, recordFailed, "ref")                         \
    DO(RefundDesk, refunds, sendBack, "refs")                            \
    DO(RefundDesk, refunds, assign, "refs", "clerk")                     \
    DO(RefundDesk, refunds, note, "ref", "text")                         \
    DO(RefundDesk, refunds, setSettings, "settings")                     \
    READ(RefundDesk, refunds, settings)                                  \
    INSIDE(RefundDesk, refunds, claimDue)                                \
    INSIDE(RefundDesk, refunds, report)                                  \
    INSIDE(RefundDesk, refunds, nextDue)                                 \
    READ(RefundDesk, refunds, page, "query")                             \
    READ(RefundDesk, refunds, count, "filter")                           \
    READ(RefundDesk, refunds, rows, "ids")                               \
    READ(RefundDesk, refunds, counts, "campus")                          \
    READ(RefundDesk, refunds, history, "id")                             \
    READ(RefundDesk, refunds, ofOrder, "orderNo")                        \
    READ(RefundDesk, refunds, moneyOf, "orderNo")

#define EVENHAND_CALLS_LEDGER(READ, AGAIN, DO, MANY, SAY, SAVE, INSIDE) \
    READ(LedgerDesk, ledger, trialBalance)                              \
    READ(LedgerDesk, ledger, page, "query")                             \
    READ(LedgerDesk, ledger, count, "filter")                           \
    SAVE(LedgerDesk, ledger, exportCsv, "filter")

#define EVENHAND_CALLS_TASKS(READ, AGAIN, DO, MANY, SAY, SAVE, INSIDE) \
    INSIDE(TaskDesk, tasks, claim)                                     \
    INSIDE(TaskDesk, tasks, renew)                                     \
    INSIDE(TaskDesk, tasks, perform)                                   \
    INSIDE(TaskDesk, tasks, report)                                    \
    INSIDE(TaskDesk, tasks, nextDue)                                   \
    INSIDE(TaskDesk, tasks, noteRing)                                  \
    DO(TaskDesk, tasks, retry, "refs")                                 \
    DO(TaskDesk, tasks, drop, "refs")                                  \
    DO(TaskDesk, tasks, setHeld, "kinds", "held", "seen")              \
    DO(TaskDesk, tasks, setWorkers, "settings")                        \
    READ(TaskDesk, tasks, workerSettings)                              \
    READ(TaskDesk, tasks, page, "query")                               \
    READ(TaskDesk, tasks, count, "filter")                             \
    READ(TaskDesk, tasks, ring)                                        \
    READ(TaskDesk, tasks, planRing, "add")                             \
    READ(TaskDesk, tasks, ringHistory, "limit")                        \
    READ(TaskDesk, tasks, holds)

#define EVENHAND_CALLS_WEBHOOKS(READ, AGAIN, DO, MANY, SAY, SAVE, INSIDE) \
    SAY(WebhookDesk, webhooks, create, "input", "secret")                 \
    DO(WebhookDesk, webhooks, edit, "ref", "input")                       \
    DO(WebhookDesk, webhooks, remove, "ref")                              \
    SAY(WebhookDesk, webhooks, newSecret, "ref", "secret")                \
    DO(WebhookDesk, webhooks, test, "webhook")                            \
    DO(WebhookDesk, webhooks, resend, "deliveries")                       \
    READ(WebhookDesk, webhooks, webhooks)                                 \
    READ(WebhookDesk, webhooks, deliveries, "query")                      \
    READ(WebhookDesk, webhooks, countDeliveries, "filter")                \
    READ(WebhookDesk, webhooks, delivery, "id")                           \
    INSIDE(WebhookDesk, webhooks, job)                                    \
    INSIDE(WebhookDesk, webhooks, report)

#define EVENHAND_CALLS_ACCOUNTS(READ, AGAIN, DO, MANY, SAY, SAVE, INSIDE) \
    AGAIN(AccountDesk, accounts, lock)                                    \
    SAY(AccountDesk, accounts, unlock, "password")                        \
    SAY(AccountDesk, accounts, changePassword, "present", "next")         \
    SAY(AccountDesk, accounts, create, "input", "password")               \
    DO(AccountDesk, accounts, rename, "ref", "name")                      \
    DO(AccountDesk, accounts, setRoles, "ref", "roles")                   \
    SAY(AccountDesk, accounts, resetPassword, "ref", "password")          \
    DO(AccountDesk, accounts, setDisabled, "ref", "disabled")             \
    DO(AccountDesk, accounts, lift, "ref")                                \
    DO(AccountDesk, accounts, setSettings, "settings")                    \
    READ(AccountDesk, accounts, people)                                   \
    READ(AccountDesk, accounts, settings)                                 \
    INSIDE(AccountDesk, accounts, keepSession)                            \
    INSIDE(AccountDesk, accounts, resumeSession)                          \
    INSIDE(AccountDesk, accounts, renewSessions)

#define EVENHAND_CALLS_TOKENS(READ, AGAIN, DO, MANY, SAY, SAVE, INSIDE) \
    SAY(TokenDesk, tokens, create, "input")                             \
    SAY(TokenDesk, tokens, revoke, "id")                                \
    INSIDE(TokenDesk, tokens, noteService)                              \
    INSIDE(TokenDesk, tokens, noteRefused)                              \
    READ(TokenDesk, tokens, tokens)                                     \
    INSIDE(TokenDesk, tokens, load)

#define EVENHAND_CALLS_AUDIT(READ, AGAIN, DO, MANY, SAY, SAVE, INSIDE) \
    READ(AuditDesk, audit, page, "query")                              \
    READ(AuditDesk, audit, count, "filter")                            \
    READ(AuditDesk, audit, state)                                      \
    READ(AuditDesk, audit, verify)                                     \
    SAVE(AuditDesk, audit, exportCsv, "filter")                        \
    DO(AuditDesk, audit, noteExport, "note")                           \
    DO(AuditDesk, audit, noteImport, "note")

#define EVENHAND_CALLS_BACKUPS(READ, AGAIN, DO, MANY, SAY, SAVE, INSIDE) \
    SAY(BackupDesk, backups, take, "path")                               \
    READ(BackupDesk, backups, verify, "path")                            \
    DO(BackupDesk, backups, setSchedule, "schedule")                     \
    READ(BackupDesk, backups, schedule)                                  \
    READ(BackupDesk, backups, backups, "limit")

#define EVENHAND_CALLS_FEED(READ, AGAIN, DO, MANY, SAY, SAVE, INSIDE) \
    READ(FeedDesk, feed, end)                                         \
    READ(FeedDesk, feed, after, "position", "limit")

#define EVENHAND_CALLS_SEARCH(READ, AGAIN, DO, MANY, SAY, SAVE, INSIDE) \
    READ(SearchDesk, search, search, "query")                           \
    READ(SearchDesk, search, prepare)

#define EVENHAND_CALLS_TEAM(READ, AGAIN, DO, MANY, SAY, SAVE, INSIDE) \
    READ(TeamDesk, team, connected)                                   \
    DO(TeamDesk, team, end, "console")                                \
    AGAIN(TeamDesk, team, look, "looking")                            \
    READ(TeamDesk, team, others, "subject")                           \
    INSIDE(TeamDesk, team, enter)                                     \
    INSIDE(TeamDesk, team, leave)                                     \
    INSIDE(TeamDesk, team, measured)

#define EVENHAND_CALLS_KEYSPACE(READ, AGAIN, DO, MANY, SAY, SAVE, INSIDE) \
    READ(KeyspaceDesk, keyspace, compare, "parts")                        \
    AGAIN(KeyspaceDesk, keyspace, rebuild, "parts")

/// All desks: DESK(Desk, desk, its table).
#define EVENHAND_CALL_DESKS(DESK)                           \
    DESK(OrderDesk, orders, EVENHAND_CALLS_ORDERS)          \
    DESK(DispatchDesk, dispatch, EVENHAND_CALLS_DISPATCH)   \
    DESK(ShopDesk, shop, EVENHAND_CALLS_SHOP)               \
    DESK(ShiftDesk, shifts, EVENHAND_CALLS_SHIFTS)          \
    DESK(TimerDesk, timers, EVENHAND_CALLS_TIMERS)          \
    DESK(AlertDesk, alerts, EVENHAND_CALLS_ALERTS)          \
    DESK(SeckillDesk, seckill, EVENHAND_CALLS_SECKILL)      \
    DESK(CampaignDesk, campaigns, EVENHAND_CALLS_CAMPAIGNS) \
    DESK(ReturnsDesk, returns, EVENHAND_CALLS_RETURNS)      \
    DESK(RefundDesk, refunds, EVENHAND_CALLS_REFUNDS)       \
    DESK(LedgerDesk, ledger, EVENHAND_CALLS_LEDGER)         \
    DESK(TaskDesk, tasks, EVENHAND_CALLS_TASKS)             \
    DESK(WebhookDesk, webhooks, EVENHAND_CALLS_WEBHOOKS)    \
    DESK(AccountDesk, accounts, EVENHAND_CALLS_ACCOUNTS)    \
    DESK(TokenDesk, tokens, EVENHAND_CALLS_TOKENS)          \
    DESK(AuditDesk, audit, EVENHAND_CALLS_AUDIT)            \
    DESK(BackupDesk, backups, EVENHAND_CALLS_BACKUPS)       \
    DESK(FeedDesk, feed, EVENHAND_CALLS_FEED)               \
    DESK(SearchDesk, search, EVENHAND_CALLS_SEARCH)         \
    DESK(TeamDesk, team, EVENHAND_CALLS_TEAM)               \
    DESK(KeyspaceDesk, keyspace, EVENHAND_CALLS_KEYSPACE)
