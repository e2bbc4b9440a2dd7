// SPDX-License-Identifier: GPL-3.0-or-later
// Every role × every operation by every way in through the desks of a workspace, that every refusal leaves an entry of
// the audit log, and that every function of every desk is here: the desks' headers are read, so a function that is
// added without an operation fails.
#include <pwd.h>
#include <unistd.h>

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QtTest>
#include <functional>
#include <map>
#include <set>

#include "app/workspace/local_owner.h"
#include "app/workspace/refund_secret.h"
#include "desks/desk_world.h"
#include "engine/runtime/desk_support.h"
#include "tests/support/fakes/memory_secrets.h"

namespace test_permissions {

using namespace evenhand;
using api::Call;
using api::Operation;
using test::DeskWorld;
using Op = Operation;

namespace {

/// Calls a function of a desk and answers its error; of one with many answers the first. Arguments are such that
/// nothing happens that takes long.
using Invoke = std::function<std::optional<Error>(DeskWorld&, const Call&)>;

template <typename T>
std::optional<Error> errorOf(const Result<T>& result) {
    return result ? std::optional<Error>() : std::optional(result.error());
}
template <typename Fn>
Invoke asks(Fn fn) {
    return [fn](DeskWorld& world, const Call& call) { return errorOf(world.get(fn(*world.workspace, call))); };
}
template <typename T, typename Fn>
Invoke many(Fn fn) {
    return [fn](DeskWorld& world, const Call& call) {
        std::optional<std::vector<Result<T>>> answers;
        fn(*world.workspace, call, [&](std::vector<Result<T>> all) { answers = std::move(all); });
        world.workspace->runUntilIdle();
        return answers && !answers->empty() ? errorOf(answers->front()) : std::optional<Error>();
    };
}
#define ASK(expression) asks([](api::EngineApi& e, const Call& c) { return e.expression; })

struct Function {
    std::string name;  ///< "order.place"
    Operation operation;
    Invoke invoke;
};

const Instant kFrom{1'000}, kTo{2'000};
const Secret kPassword("correct horse battery");

/// What needs no operation: asked before anybody has signed in.
const std::set<std::string> kWithout{"account.signInState", "account.signIn", "token.load"};

std::vector<Function> orderFunctions() {
    return {
        {"order.place", Op::OrdersPlace, ASK(orders().place(c, {}))},
        {"order.placeMany", Op::OrdersPlace, many<api::PlacedOrder>([](api::EngineApi& e, const Call& c, auto done) {
             e.orders().placeMany(c, {api::PlaceOrder{}}, done);
         })},
        {"order.placeAvailable", Op::OrdersPlace, ASK(orders().placeAvailable(c, {}))},
        {"order.placeByHand", Op::OrdersPlaceByHand, ASK(orders().placeByHand(c, {}))},
        {"order.pay", Op::OrdersPay, ASK(orders().pay(c, {}))},
        {"order.payMany", Op::OrdersPay, many<api::PaymentAnswer>([](api::EngineApi& e, const Call& c, auto done) {
             e.orders().payMany(c, {api::PayOrder{}}, done);
         })},
        {"order.recordPayment", Op::OrdersRecordPayment, ASK(orders().recordPayment(c, {}))},
        {"order.matchPayment", Op::OrdersMatchPayment, ASK(orders().matchPayment(c, {}))},
        {"order.cancel", Op::OrdersCancel, ASK(orders().cancel(c, {}))},
        {"order.note", Op::OrdersNote, ASK(orders().note(c, {}, "n"))},
        {"order.report", Op::OrdersReport, ASK(orders().report(c, {}))},
        {"order.upsertProducts", Op::OrdersUpsertProducts, ASK(orders().upsertProducts(c, {}, true))},
        {"order.page", Op::OrdersRead, ASK(orders().page(c, {}))},
        {"order.count", Op::OrdersRead, ASK(orders().count(c, {}))},
        {"order.rows", Op::OrdersRead, ASK(orders().rows(c, {}))},
        {"order.detail", Op::OrdersRead, ASK(orders().detail(c, OrderNo("none")))},
        {"order.products", Op::OrdersRead, ASK(orders().products(c, {}, 1))},
        {"order.owedPayments", Op::OrdersRead, ASK(orders().owedPayments(c, 0, 1))},
        {"order.exportCsv", Op::OrdersRead, ASK(orders().exportCsv(c, {}, "/nowhere/x", {}))},
    };
}

std::vector<Function> dispatchFunctions() {
    return {
        {"shift.setWeek", Op::ShiftsSetRoster, ASK(shifts().setWeek(c, CourierId("none"), {}))},
        {"shift.setException", Op::ShiftsSetRoster, ASK(shifts().setException(c, CourierId("none"), {}))},
        {"shift.removeException", Op::ShiftsSetRoster, ASK(shifts().removeException(c, CourierId("none"), {}))},
        {"shift.roster", Op::ShiftsRead, ASK(shifts().roster(c, CourierId("none")))},
        {"shift.rosters", Op::ShiftsRead, ASK(shifts().rosters(c, {}))},
        {"shift.crew", Op::ShiftsRead, ASK(shifts().crew(c, {}))},
        {"dispatch.upsertCampus", Op::DispatchUpsertCampus, ASK(dispatch().upsertCampus(c, {}))},
        {"dispatch.setPaused", Op::DispatchSetPaused, ASK(dispatch().setPaused(c, CampusId("none"), true))},
        {"dispatch.upsertCouriers", Op::DispatchUpsertCouriers, ASK(dispatch().upsertCouriers(c, {}))},
        {"dispatch.setDuty", Op::DispatchSetDuty, ASK(dispatch().setDuty(c, CourierId("none"), true))},
        {"dispatch.setLoadLimit", Op::DispatchSetLoadLimit, ASK(dispatch().setLoadLimit(c, CourierId("none"), 1))},
        {"dispatch.reassign", Op::DispatchReassign, ASK(dispatch().reassign(c, {}, {}))},
        {"dispatch.handOver", Op::DispatchHandOver, ASK(dispatch().handOver(c, CourierId("none"), {}))},
        {"dispatch.undoReassign", Op::DispatchUndoReassign, ASK(dispatch().undoReassign(c, {}))},
        {"dispatch.previewCalibration", Op::DispatchRead, ASK(dispatch().previewCalibration(c, CampusId("none")))},
        {"dispatch.calibrate", Op::DispatchCalibrate, ASK(dispatch().calibrate(c, CampusId("none")))},
        {"dispatch.retryDeadLetters", Op::DispatchRetryLetters,
         ASK(dispatch().retryDeadLetters(c, {DeadLetterId{12'345}}))},
        {"dispatch.takeMany", Op::DispatchTake,
         many<CourierId>([](api::EngineApi& e, const Call& c, auto done) { e.dispatch().takeMany(c, {{}}, done); })},
        {"dispatch.campuses", Op::DispatchRead, ASK(dispatch().campuses(c))},
        {"dispatch.board", Op::DispatchRead, ASK(dispatch().board(c, CampusId("none")))},
        {"dispatch.waiting", Op::DispatchRead, ASK(dispatch().waiting(c, {}, 1))},
        {"dispatch.fairness", Op::DispatchRead, ASK(dispatch().fairness(c, CampusId("none"), kFrom, kTo, 2))},
        {"dispatch.evidence", Op::DispatchRead, ASK(dispatch().evidence(c, OrderNo("none")))},
        {"dispatch.deadLetters", Op::DispatchRead, ASK(dispatch().deadLetters(c, 1))},
        {"dispatch.findCouriers", Op::DispatchRead, ASK(dispatch().findCouriers(c, "a", 1))},
        {"dispatch.exportAssignments", Op::DispatchRead, ASK(dispatch().exportAssignments(c, "/nowhere/x", {}))},
    };
}

std::vector<Function> shopFunctions() {
    return {
        {"shop.addCampus", Op::ShopAddCampus, ASK(shop().addCampus(c, {}))},
        {"shop.editCampus", Op::ShopEditCampus, ASK(shop().editCampus(c, {}))},
        {"shop.setCampusDisabled", Op::ShopSetCampusDisabled,
         ASK(shop().setCampusDisabled(c, CampusId("none"), true, 0))},
        {"shop.addCourier", Op::ShopAddCourier, ASK(shop().addCourier(c, {}))},
        {"shop.editCourier", Op::ShopEditCourier, ASK(shop().editCourier(c, {}))},
        {"shop.setCourierDisabled", Op::ShopSetCourierDisabled,
         ASK(shop().setCourierDisabled(c, CourierId("none"), true, 0))},
        {"shop.addProduct", Op::ShopAddProduct, ASK(shop().addProduct(c, {}))},
        {"shop.editProduct", Op::ShopEditProduct, ASK(shop().editProduct(c, {}))},
        {"shop.setProductDisabled", Op::ShopSetProductDisabled,
         ASK(shop().setProductDisabled(c, Sku("none"), true, 0))},
        {"shop.receiveStock", Op::ShopReceiveStock, ASK(shop().receiveStock(c, Sku("none"), 1, {}))},
        {"shop.correctStock", Op::ShopCorrectStock, ASK(shop().correctStock(c, Sku("none"), 1))},
        {"shop.couriers", Op::ShopRead, ASK(shop().couriers(c, {}, 1))},
        {"shop.products", Op::ShopRead, ASK(shop().products(c, {}))},
        {"shop.countProducts", Op::ShopRead, ASK(shop().countProducts(c, {}))},
        {"shop.product", Op::ShopRead, ASK(shop().product(c, Sku("none")))},
        {"shop.stockHistory", Op::ShopRead, ASK(shop().stockHistory(c, Sku("none"), 0, 1))},
        {"search.search", Op::SearchRead, ASK(search().search(c, {"none", {}, 1}))},
        {"search.prepare", Op::SearchRead, ASK(search().prepare(c))},
    };
}

std::vector<Function> timerFunctions() {
    return {
        {"timer.setPolicy", Op::TimersSetPolicy, ASK(timers().setPolicy(c, CampusId("none"), {}))},
        {"timer.policies", Op::TimersRead, ASK(timers().policies(c))},
        {"timer.setPaused", Op::TimersSetPaused, ASK(timers().setPaused(c, api::TimerKind::Unpaid, false))},
        {"timer.setQueue", Op::TimersSetQueue, ASK(timers().setQueue(c, true, -1))},
        {"timer.run", Op::TimersRun, ASK(timers().run(c, {}))},
        {"timer.postponeTo", Op::TimersPostpone, ASK(timers().postponeTo(c, {}, kTo))},
        {"timer.postponeBy", Op::TimersPostpone, ASK(timers().postponeBy(c, {}, 1))},
        {"timer.extend", Op::TimersPostpone, ASK(timers().extend(c, {}, 1))},
        {"timer.cancel", Op::TimersCancel, ASK(timers().cancel(c, {}))},
        {"timer.retry", Op::TimersRetry, ASK(timers().retry(c, {}))},
        {"timer.page", Op::TimersRead, ASK(timers().page(c, {}))},
        {"timer.count", Op::TimersRead, ASK(timers().count(c, {}))},
        {"timer.board", Op::TimersRead, ASK(timers().board(c, {}))},
        {"timer.histogram", Op::TimersRead, ASK(timers().histogram(c, {}, {}, kFrom, 60'000, 2))},
        {"timer.compareQueue", Op::TimersRead, ASK(timers().compareQueue(c))},
        {"timer.rearmQueue", Op::TimersRearmQueue, ASK(timers().rearmQueue(c))},
        {"timer.resetClock", Op::TimersResetClock, ASK(timers().resetClock(c))},
        {"alert.page", Op::AlertsRead, ASK(alerts().page(c, {}))},
        {"alert.count", Op::AlertsRead, ASK(alerts().count(c, {}))},
        {"alert.counts", Op::AlertsRead, ASK(alerts().counts(c, {}))},
        {"alert.limits", Op::AlertsRead, ASK(alerts().limits(c))},
        {"alert.setLimits", Op::AlertsSetLimits, ASK(alerts().setLimits(c, {}))},
        {"alert.acknowledge", Op::AlertsAcknowledge, ASK(alerts().acknowledge(c, {}))},
        {"alert.silence", Op::AlertsSilence, ASK(alerts().silence(c, {}, kTo))},
        {"alert.resolve", Op::AlertsResolve, ASK(alerts().resolve(c, {}))},
        {"timer.passTime", Op::TimersPassTime, ASK(timers().passTime(c))},
    };
}

std::vector<Function> seckillFunctions() {
    const auto none = [] { return ActivityId("none"); };
    return {
        {"seckill.setUp", Op::SeckillSetUp, ASK(seckill().setUp(c, {}))},
        {"seckill.edit", Op::SeckillEdit, ASK(seckill().edit(c, {}, 1))},
        {"seckill.discard", Op::SeckillDiscard, ASK(seckill().discard(c, ActivityId("none"), 1))},
        {"seckill.start", Op::SeckillStart, ASK(seckill().start(c, ActivityId("none")))},
        {"seckill.stop", Op::SeckillStop, ASK(seckill().stop(c, ActivityId("none")))},
        {"seckill.resume", Op::SeckillResume, ASK(seckill().resume(c, ActivityId("none")))},
        {"seckill.topUp", Op::SeckillTopUp, ASK(seckill().topUp(c, ActivityId("none"), 1))},
        {"seckill.end", Op::SeckillEnd, ASK(seckill().end(c, ActivityId("none")))},
        {"seckill.attempt", Op::SeckillAttempt, ASK(seckill().attempt(c, {ActivityId("none"), UserId("u")}))},
        {"seckill.attemptMany", Op::SeckillAttempt,
         many<api::AttemptAnswer>([none](api::EngineApi& e, const Call& c, auto done) {
             e.seckill().attemptMany(c, {{none(), UserId("u")}}, done);
         })},
        {"seckill.reservation", Op::SeckillRead, ASK(seckill().reservation(c, ActivityId("none"), UserId("u")))},
        {"seckill.activities", Op::SeckillRead, ASK(seckill().activities(c))},
        {"seckill.board", Op::SeckillRead, ASK(seckill().board(c, ActivityId("none")))},
        {"seckill.soldCurve", Op::SeckillRead, ASK(seckill().soldCurve(c, ActivityId("none"), kFrom, kTo, 2))},
        {"seckill.log", Op::SeckillRead, ASK(seckill().log(c, ActivityId("none"), 1))},
        {"seckill.pending", Op::SeckillRead, ASK(seckill().pending(c, ActivityId("none"), 1))},
        {"seckill.deadLetters", Op::SeckillRead, ASK(seckill().deadLetters(c, {}, 1))},
        {"seckill.claim", Op::SeckillClaim, ASK(seckill().claim(c, ActivityId("none"), {}))},
        {"seckill.acknowledge", Op::SeckillAcknowledge, ASK(seckill().acknowledge(c, ActivityId("none"), {}))},
        {"seckill.release", Op::SeckillRelease, ASK(seckill().release(c, ActivityId("none"), {}))},
        {"seckill.retryLetters", Op::SeckillRetryLetters, ASK(seckill().retryLetters(c, {}))},
        {"seckill.dismissLetters", Op::SeckillDismissLetters, ASK(seckill().dismissLetters(c, {}))},
        {"seckill.check", Op::SeckillRead, ASK(seckill().check(c, ActivityId("none")))},
        {"seckill.repair", Op::SeckillRepair, ASK(seckill().repair(c, ActivityId("none")))},
        {"seckill.rehearse", Op::SeckillRead, asks([](api::EngineApi& e, const Call& c) {
             api::RehearsalPlan plan;
             plan.stock = -1;
             return e.seckill().rehearse(c, plan, {});
         })},
    };
}

std::vector<Function> campaignFunctions() {
    return {
        {"campaign.preview", Op::CampaignsRead, ASK(campaigns().preview(c, {}, 1))},
        {"campaign.create", Op::CampaignsCreate, ASK(campaigns().create(c, CampaignId("none"), {}))},
        {"campaign.edit", Op::CampaignsEdit, ASK(campaigns().edit(c, CampaignId("none"), {}, 1))},
        {"campaign.copy", Op::CampaignsCopy, ASK(campaigns().copy(c, CampaignId("none"), CampaignId("other")))},
        {"campaign.remove", Op::CampaignsRemove, ASK(campaigns().remove(c, CampaignId("none")))},
        {"campaign.start", Op::CampaignsStart, ASK(campaigns().start(c, CampaignId("none")))},
        {"campaign.pause", Op::CampaignsPause, ASK(campaigns().pause(c, CampaignId("none")))},
        {"campaign.resume", Op::CampaignsResume, ASK(campaigns().resume(c, CampaignId("none")))},
        {"campaign.stop", Op::CampaignsStop, ASK(campaigns().stop(c, CampaignId("none")))},
        {"campaign.draw", Op::CampaignsDraw, ASK(campaigns().draw(c, {}))},
        {"campaign.drawMany", Op::CampaignsDraw, many<api::DrawAnswer>([](api::EngineApi& e, const Call& c, auto done) {
             e.campaigns().drawMany(c, {api::DrawRequest{}}, done);
         })},
        {"campaign.giveBack", Op::CampaignsGiveBack, ASK(campaigns().giveBack(c, DrawId("none")))},
        {"campaign.campaigns", Op::CampaignsRead, ASK(campaigns().campaigns(c))},
        {"campaign.campaign", Op::CampaignsRead, ASK(campaigns().campaign(c, CampaignId("none")))},
        {"campaign.board", Op::CampaignsRead, ASK(campaigns().board(c, CampaignId("none")))},
        {"campaign.draws", Op::CampaignsRead, ASK(campaigns().draws(c, {}))},
        {"campaign.countDraws", Op::CampaignsRead, ASK(campaigns().countDraws(c, {}))},
        {"campaign.exportDraws", Op::CampaignsRead, ASK(campaigns().exportDraws(c, {}, "/nowhere/x", {}))},
        // Who may look on only: a rehearsal itself runs on a pool of threads.
        {"campaign.rehearse", Op::CampaignsRead,
         [](DeskWorld& world, const Call& call) -> std::optional<Error> {
             auto answer = world.workspace->campaigns().rehearse(call, {}, {});
             answer.cancel();
             answer.waitForFinished();
             return answer.resultCount() > 0 ? errorOf(answer.resultAt(0)) : std::optional<Error>();
         }},
    };
}

std::vector<Function> moneyFunctions() {
    return {
        {"returns.request", Op::ReturnsRequest, ASK(returns().request(c, {}))},
        {"returns.requestMany", Op::ReturnsRequest,
         many<api::ReturnAnswer>([](api::EngineApi& e, const Call& c, auto done) {
             e.returns().requestMany(c, {api::RequestReturn{}}, done);
         })},
        {"returns.requestMatched", Op::ReturnsRequest, ASK(returns().requestMatched(c, {}))},
        {"returns.approve", Op::ReturnsApprove, ASK(returns().approve(c, {}, {}))},
        {"returns.approveMany", Op::ReturnsApprove, ASK(returns().approveMany(c, {}))},
        {"returns.reject", Op::ReturnsReject, ASK(returns().reject(c, {}, {}))},
        {"returns.cancel", Op::ReturnsCancel, ASK(returns().cancel(c, {}))},
        {"returns.receive", Op::ReturnsReceive, ASK(returns().receive(c, {}, {}))},
        {"returns.skipGoods", Op::ReturnsSkipGoods, ASK(returns().skipGoods(c, {}))},
        {"returns.undoGoods", Op::ReturnsUndoGoods, ASK(returns().undoGoods(c, {}))},
        {"returns.setPolicy", Op::ReturnsSetPolicy, ASK(returns().setPolicy(c, CampusId("none"), {}))},
        {"returns.policies", Op::ReturnsRead, ASK(returns().policies(c))},
        {"returns.page", Op::ReturnsRead, ASK(returns().page(c, {}))},
        {"returns.count", Op::ReturnsRead, ASK(returns().count(c, {}))},
        {"returns.rows", Op::ReturnsRead, ASK(returns().rows(c, {}))},
        {"returns.counts", Op::ReturnsRead, ASK(returns().counts(c, {}))},
        {"returns.detail", Op::ReturnsRead, ASK(returns().detail(c, {}))},
        {"returns.returnable", Op::ReturnsRead, ASK(returns().returnable(c, OrderNo("none")))},
        {"returns.previewRequest", Op::ReturnsRead, ASK(returns().previewRequest(c, {}))},
        {"returns.preview", Op::ReturnsRead, ASK(returns().preview(c, {}, {}))},
        {"returns.assign", Op::ReturnsAssign, ASK(returns().assign(c, {}, "ann"))},
        {"returns.note", Op::ReturnsNote, ASK(returns().note(c, {}, "n"))},
        {"returns.setCaseSettings", Op::ReturnsSetCases, asks([](api::EngineApi& e, const Call& c) {
             api::CaseSettings settings;
             settings.ageLimitMs = -1;
             return e.returns().setCaseSettings(c, settings);
         })},
        {"returns.caseSettings", Op::ReturnsRead, ASK(returns().caseSettings(c))},
        {"returns.exportCsv", Op::ReturnsRead, ASK(returns().exportCsv(c, {}, "/nowhere/x", {}))},
        {"refund.request", Op::RefundsRequest, ASK(refunds().request(c, {}))},
        {"refund.approve", Op::RefundsApprove, ASK(refunds().approve(c, {}))},
        {"refund.cancel", Op::RefundsCancel, ASK(refunds().cancel(c, {}))},
        {"refund.retry", Op::RefundsRetry, ASK(refunds().retry(c, {}))},
        {"refund.recordPaid", Op::RefundsRecordPaid, ASK(refunds().recordPaid(c, {}, "r"))},
        {"refund.recordFailed", Op::RefundsRecordFailed, ASK(refunds().recordFailed(c, {}))},
        {"refund.sendBack", Op::RefundsSendBack, ASK(refunds().sendBack(c, {}))},
        {"refund.assign", Op::RefundsAssign, ASK(refunds().assign(c, {}, "ann"))},
        {"refund.note", Op::RefundsNote, ASK(refunds().note(c, {}, "n"))},
        {"refund.setSettings", Op::RefundsSetSettings, asks([](api::EngineApi& e, const Call& c) {
             api::RefundSettings settings;
             settings.timeoutMs = -1;
             return e.refunds().setSettings(c, settings);
         })},
        {"refund.settings", Op::RefundsRead, ASK(refunds().settings(c))},
        {"refund.claimDue", Op::RefundsSend, ASK(refunds().claimDue(c, {}))},
        {"refund.report", Op::RefundsSend, ASK(refunds().report(c, {}))},
        {"refund.nextDue", Op::RefundsSend, ASK(refunds().nextDue(c))},
        {"refund.page", Op::RefundsRead, ASK(refunds().page(c, {}))},
        {"refund.count", Op::RefundsRead, ASK(refunds().count(c, {}))},
        {"refund.rows", Op::RefundsRead, ASK(refunds().rows(c, {}))},
        {"refund.counts", Op::RefundsRead, ASK(refunds().counts(c, {}))},
        {"refund.history", Op::RefundsRead, ASK(refunds().history(c, {}))},
        {"refund.ofOrder", Op::RefundsRead, ASK(refunds().ofOrder(c, OrderNo("none")))},
        {"refund.moneyOf", Op::RefundsRead, ASK(refunds().moneyOf(c, OrderNo("none")))},
        {"ledger.trialBalance", Op::LedgerRead, ASK(ledger().trialBalance(c))},
        {"ledger.page", Op::LedgerRead, ASK(ledger().page(c, {}))},
        {"ledger.count", Op::LedgerRead, ASK(ledger().count(c, {}))},
        {"ledger.exportCsv", Op::LedgerRead, ASK(ledger().exportCsv(c, {}, "/nowhere/x", {}))},
    };
}

std::vector<Function> peopleFunctions() {
    return {
        {"task.claim", Op::TasksRun, ASK(tasks().claim(c, {}))},
        {"task.renew", Op::TasksRun, ASK(tasks().renew(c, {}))},
        {"task.perform", Op::TasksRun, ASK(tasks().perform(c, {}))},
        {"task.report", Op::TasksRun, ASK(tasks().report(c, {}))},
        {"task.nextDue", Op::TasksRun, ASK(tasks().nextDue(c, {}))},
        {"task.noteRing", Op::TasksRun, ASK(tasks().noteRing(c, {}))},
        {"task.retry", Op::TasksRetry, ASK(tasks().retry(c, {}))},
        {"task.drop", Op::TasksDrop, ASK(tasks().drop(c, {}))},
        {"task.setHeld", Op::TasksSetHeld, ASK(tasks().setHeld(c, {}, true))},
        {"task.setWorkers", Op::TasksSetWorkers, ASK(tasks().setWorkers(c, {-1, 0}))},
        {"task.workerSettings", Op::TasksRead, ASK(tasks().workerSettings(c))},
        {"task.page", Op::TasksRead, ASK(tasks().page(c, {}))},
        {"task.count", Op::TasksRead, ASK(tasks().count(c, {}))},
        {"task.ring", Op::TasksRead, ASK(tasks().ring(c))},
        {"task.planRing", Op::TasksRead, ASK(tasks().planRing(c, 1))},
        {"task.ringHistory", Op::TasksRead, ASK(tasks().ringHistory(c, 1))},
        {"task.holds", Op::TasksRead, ASK(tasks().holds(c))},
        {"webhook.create", Op::WebhooksCreate, ASK(webhooks().create(c, {}, {}))},
        {"webhook.edit", Op::WebhooksEdit, ASK(webhooks().edit(c, {}, {}))},
        {"webhook.remove", Op::WebhooksRemove, ASK(webhooks().remove(c, {}))},
        {"webhook.newSecret", Op::WebhooksNewSecret, ASK(webhooks().newSecret(c, {}, {}))},
        {"webhook.test", Op::WebhooksTest, ASK(webhooks().test(c, {}))},
        {"webhook.resend", Op::WebhooksResend, ASK(webhooks().resend(c, {}))},
        {"webhook.webhooks", Op::WebhooksRead, ASK(webhooks().webhooks(c))},
        {"webhook.deliveries", Op::WebhooksRead, ASK(webhooks().deliveries(c, {}))},
        {"webhook.countDeliveries", Op::WebhooksRead, ASK(webhooks().countDeliveries(c, {}))},
        {"webhook.delivery", Op::WebhooksRead, ASK(webhooks().delivery(c, {}))},
        {"webhook.job", Op::TasksRun, ASK(webhooks().job(c, {}))},
        {"webhook.report", Op::TasksRun, ASK(webhooks().report(c, {}))},
        {"account.create", Op::AccountsCreate, ASK(accounts().create(c, {}, kPassword))},
        {"account.rename", Op::AccountsEdit, ASK(accounts().rename(c, {}, "x"))},
        {"account.setRoles", Op::AccountsSetRoles, ASK(accounts().setRoles(c, {}, {}))},
        {"account.resetPassword", Op::AccountsResetPassword, ASK(accounts().resetPassword(c, {}, kPassword))},
        {"account.setDisabled", Op::AccountsSetDisabled, ASK(accounts().setDisabled(c, {}, true))},
        {"account.lift", Op::AccountsLift, ASK(accounts().lift(c, {}))},
        {"account.setSettings", Op::AccountsSetSettings, ASK(accounts().setSettings(c, {}))},
        {"account.people", Op::AccountsRead, ASK(accounts().people(c))},
        {"account.settings", Op::AccountsReadSettings, ASK(accounts().settings(c))},
        {"token.create", Op::TokensCreate, ASK(tokens().create(c, {"x", 1, 0}))},
        {"token.revoke", Op::TokensRevoke, ASK(tokens().revoke(c, {}))},
        {"token.noteService", Op::ServiceSwitch, ASK(tokens().noteService(c, true, "x"))},
        {"token.tokens", Op::TokensRead, ASK(tokens().tokens(c))},
        {"team.connected", Op::TeamRead, ASK(team().connected(c))},
        {"team.end", Op::TeamEnd, ASK(team().end(c, {}))},
        {"team.look", Op::TeamLook, ASK(team().look(c, {}))},
        {"team.others", Op::TeamLook, ASK(team().others(c, {}))},
        {"feed.end", Op::OrdersRead, ASK(feed().end(c))},
        {"feed.after", Op::OrdersRead, ASK(feed().after(c, {}, 1))},
        {"audit.page", Op::AuditRead, ASK(audit().page(c, {}))},
        {"audit.count", Op::AuditRead, ASK(audit().count(c, {}))},
        {"audit.state", Op::AuditRead, ASK(audit().state(c))},
        {"audit.verify", Op::AuditRead, ASK(audit().verify(c, {}))},
        {"audit.exportCsv", Op::AuditRead, ASK(audit().exportCsv(c, {}, "/nowhere/x", {}))},
        {"audit.noteExport", Op::DataExport, ASK(audit().noteExport(c, {}))},
        {"audit.noteImport", Op::DataImport, ASK(audit().noteImport(c, {}))},
        {"backup.take", Op::BackupsTake, ASK(backups().take(c, "/nowhere/x", {}))},
        {"backup.verify", Op::BackupsVerify, ASK(backups().verify(c, "/nowhere/x"))},
        {"backup.setSchedule", Op::BackupsSetSchedule, ASK(backups().setSchedule(c, {}))},
        {"backup.schedule", Op::BackupsRead, ASK(backups().schedule(c))},
        {"backup.backups", Op::BackupsRead, ASK(backups().backups(c, 1))},
        {"keyspace.compare", Op::KeyspaceCompare, ASK(keyspace().compare(c, {}))},
        {"keyspace.rebuild", Op::KeyspaceRebuild, ASK(keyspace().rebuild(c, {api::KeyspacePart::Weights}))},
    };
}

/// For whoever has signed in, whatever the role; and what depends on the return it is about. Tested by themselves.
const std::set<std::string> kByThemselves{"account.signOut", "account.keepSession",    "account.lock",
                                          "account.unlock",  "account.changePassword", "returns.undo"};

std::vector<Function> allFunctions() {
    std::vector<Function> all;
    for (auto&& some : {orderFunctions(), dispatchFunctions(), shopFunctions(), timerFunctions(), seckillFunctions(),
                        campaignFunctions(), moneyFunctions(), peopleFunctions()}) {
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

/// "order.place" of every pure virtual function in engine/api/*_desk.h.
std::set<std::string> declared() {
    std::set<std::string> names;
    const QDir folder(QStringLiteral(EVENHAND_SOURCE_DIR) + QStringLiteral("/engine/api"));
    const QRegularExpression function(QStringLiteral("^\\s*virtual [^~=]*?\\b(\\w+)\\((const Call&|SignIn|\\))"));
    for (const auto& file : folder.entryList({QStringLiteral("*_desk.h")})) {
        QFile source(folder.filePath(file));
        if (!source.open(QIODevice::ReadOnly)) {
            continue;
        }
        const auto desk = file.left(file.size() - 7).toStdString();
        while (!source.atEnd()) {
            const auto line = QString::fromUtf8(source.readLine());
            const auto match = function.match(line);
            if (match.hasMatch()) {
                names.insert(desk + "." + match.captured(1).toStdString());
            }
        }
    }
    return names;
}

bool denied(const std::optional<Error>& error) { return error && error->code == ErrorCode::PermissionDenied; }

}  // namespace

class TestPermissions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { m_world = std::make_unique<DeskWorld>(); }

    void everyFunctionOfEveryDeskHasItsOperation() {
        auto known = kWithout;
        known.insert(kByThemselves.begin(), kByThemselves.end());
        for (const auto& function : allFunctions()) {
            QVERIFY2(known.insert(function.name).second, function.name.c_str());
        }
        const auto found = declared();
        QVERIFY(found.size() > 150);
        for (const auto& name : found) {
            QVERIFY2(known.contains(name), ("not in this test's table: " + name).c_str());
        }
        for (const auto& name : known) {
            QVERIFY2(found.contains(name), ("not in a desk: " + name).c_str());
        }
    }

    void everyOperationIsAskedForBySomeFunction() {
        std::set<Operation> asked{
            Op::AccountsSignIn,      Op::AccountsSignOut,   Op::AccountsUnlock, Op::AccountsChangePassword,
            Op::ReturnsUndoDecision, Op::ReturnsUndoCancel, Op::BackupsRestore, Op::AuditSetAnchor,
            Op::RefundsSetSecret,    Op::HttpRequest,       Op::AuditAcceptLoss};
        for (const auto& function : allFunctions()) {
            asked.insert(function.operation);
        }
        for (const auto& info : api::allOperations()) {
            QVERIFY2(asked.contains(info.operation), info.name.data());
        }
    }

    void everyRoleEveryOperation_data() {
        QTest::addColumn<int>("via");
        QTest::newRow("console") << static_cast<int>(api::Via::Console);
        QTest::newRow("command line") << static_cast<int>(api::Via::CommandLine);
        QTest::newRow("http") << static_cast<int>(api::Via::Http);
    }
    void everyRoleEveryOperation() {
        QFETCH(int, via);
        auto& world = *m_world;
        std::size_t refused = 0;
        for (const auto& function : allFunctions()) {
            const auto& info = api::infoOf(function.operation);
            for (const auto role : api::allRoles()) {
                const Call call{
                    {"somebody", 0, std::make_shared<api::Grant>(api::permissionsOf(role)), static_cast<api::Via>(via)},
                    "because",
                    {}};
                const auto error = function.invoke(world, call);
                const bool may = info.permission && (api::permissionsOf(role) & api::bitOf(*info.permission)) != 0;
                const auto what = function.name + " as " + std::string(api::toText(role)) + ": " +
                                  (error ? error->text() : std::string("done"));
                QVERIFY2(denied(error) == !may, what.c_str());
                if (!may) {
                    QCOMPARE(error->value, std::string(api::toText(*info.permission)));
                    ++refused;
                }
            }
        }
        QVERIFY(refused > 300);
    }

    void everyRefusalLeavesAnEntry_data() { everyRoleEveryOperation_data(); }
    void everyRefusalLeavesAnEntry() {
        QFETCH(int, via);
        auto& world = *m_world;
        const auto functions = allFunctions();
        // Each by somebody else: of one actor only ten a minute are written.
        for (const auto& function : functions) {
            const Call call{{"not-" + function.name, 0, {}, static_cast<api::Via>(via)}, "because", {}};
            QVERIFY2(denied(function.invoke(world, call)), function.name.c_str());
        }
        world.workspace->runUntilIdle();
        const Call reader{api::Actor::administrator("local:tester"), {}, {}};
        for (const auto& function : functions) {
            api::AuditQuery query;
            query.filter.actor = "not-" + function.name;
            const auto entries = world.get(world.workspace->audit().page(reader, query));
            DONE(entries);
            QVERIFY2(entries->size() == 1, (function.name + ": " + std::to_string(entries->size())).c_str());
            const auto& entry = entries->front();
            QCOMPARE(entry.outcome, api::AuditOutcome::Refused);
            QCOMPARE(entry.operation, std::string(api::infoOf(function.operation).name));
            QCOMPARE(static_cast<int>(entry.via), via);
        }
    }

    void whoeverHasNoRoleMayDoNothing() {
        for (const auto& function : allFunctions()) {
            const Call call{{"nobody", 0}, "because", {}};
            QVERIFY2(denied(function.invoke(*m_world, call)), function.name.c_str());
        }
    }

    void whoseSessionHasEndedMayDoNothing() {
        const auto grant = std::make_shared<api::Grant>(~api::Permissions{0});
        grant->end();
        for (const auto& function : allFunctions()) {
            const Call call{{"gone", 0, grant}, "because", {}};
            const auto error = function.invoke(*m_world, call);
            QVERIFY2(error && error->code == ErrorCode::SessionEnded, function.name.c_str());
        }
    }

    void whatNeedsAReasonIsRefusedWithoutOne() {
        for (const auto& function : allFunctions()) {
            if (!api::infoOf(function.operation).needsReason) {
                continue;
            }
            for (const char* nothing : {"", " \n\t", "\u3000", "\u00a0", "\u2003 \u200b\n", "\ufeff"}) {
                const Call call{api::Actor::administrator("local:tester"), nothing, {}};
                const auto error = function.invoke(*m_world, call);
                QVERIFY2(error && error->code == ErrorCode::InvalidArgument && error->field == "reason",
                         function.name.c_str());
            }
        }
    }

    void theOwnerIsWhomTheSystemKnowsNotWhoTheySayTheyAre() {
        const auto* account = ::getpwuid(::geteuid());
        const auto known =
            "local:" + (account != nullptr ? std::string(account->pw_name) : std::to_string(::geteuid()));
        for (const char* variable : {"USER", "LOGNAME", "USERNAME"}) {
            const auto former = qgetenv(variable);
            qputenv(variable, "somebody-else");
            const auto person = app::localPerson();
            former.isNull() ? qunsetenv(variable) : qputenv(variable, former);
            QCOMPARE(person, known);
        }
        QCOMPARE(app::localOwner(api::Via::Console).name, known);
    }

    void aReasonMayBeOfAnyCharacter() {
        for (const char* reason : {".", "客", "\u3000客\u3000", "é", "\xf0\x9f\x91\x8d"}) {
            const Call call{api::Actor::administrator("local:tester"), reason, {}};
            QVERIFY2(runtime::checkReason(call).has_value(), reason);
        }
        const Call broken{api::Actor::administrator("local:tester"), "\xc3", {}};
        const auto refused = runtime::checkReason(broken);
        REFUSED(refused, ErrorCode::InvalidArgument);
        QVERIFY(refused.error().message.find("UTF-8") != std::string::npos);
    }

    void aReasonHasALongest() {
        auto& world = *m_world;
        DONE(world.couriers({"ann"}));
        for (const std::size_t length : {500U, 501U}) {
            const Call call{api::Actor::administrator("local:tester"), std::string(length, 'x'), {}};
            // Needed by the one, taken by the other.
            const auto paused = world.get(world.dispatch().setPaused(call, CampusId("north"), true));
            const auto off = world.get(world.dispatch().setDuty(call, CourierId("ann"), false));
            if (length == 500) {
                DONE(paused);
                DONE(off);
            } else {
                REFUSED_FIELD(paused, ErrorCode::InvalidArgument, "reason");
                REFUSED_FIELD(off, ErrorCode::InvalidArgument, "reason");
            }
        }
    }

    void namesOfRefundSecretsAreWhatTheySeem_data() {
        QTest::addColumn<QString>("field");
        for (const char* field : {"key_id", "secret_name", "name"}) {
            QTest::newRow(field) << QString::fromLatin1(field);
        }
    }
    void namesOfRefundSecretsAreWhatTheySeem() {
        QFETCH(QString, field);
        auto& world = *m_world;
        test::MemorySecrets secrets;
        const auto put = [&](const std::string& text) -> Result<void> {
            if (field == QLatin1String("name")) {
                return app::setRefundSecret(*world.workspace, secrets, world.call, text, Secret("s"));
            }
            auto settings = *world.get(world.workspace->refunds().settings(world.call));
            (field == QLatin1String("key_id") ? settings.keyId : settings.secretName) = text;
            return world.get(world.workspace->refunds().setSettings(world.call, settings));
        };
        for (const char* bad : {"\u3000", " ", "pay\u202eyap", "pay\u200f", "pay\n", "pay\u0085", "\xc3"}) {
            const auto refused = put(bad);
            REFUSED(refused, ErrorCode::InvalidArgument);
            QCOMPARE(QString::fromStdString(refused.error().field), field);
        }
        REFUSED(put(std::string(65, 'a')), ErrorCode::InvalidArgument);
        DONE(put(std::string(64, 'a')));
        DONE(put("支付 key/1"));
    }

    void undoNeedsThePermissionOfWhatItUndoes() {
        auto& world = *m_world;
        auto& returns = world.workspace->returns();
        DONE(world.couriers({"ann"}));
        DONE(world.product("tea", 10));
        QVERIFY(world.buy("A1"));
        api::RequestReturn asked;
        asked.number = ReturnNo("R1");
        asked.orderNo = OrderNo("A1");
        asked.lines = {{Sku("tea"), 1}};
        const auto made = world.get(returns.request(world.call, asked));
        DONE(made);
        const Call clerk{{"clerk", api::permissionsOf(api::Role::RefundClerk)}, "because", {}};
        const Call approver{{"approver", api::permissionsOf(api::Role::RefundApprover)}, "because", {}};
        const Call dispatcher{{"dispatcher", api::permissionsOf(api::Role::Dispatcher)}, "because", {}};
        const api::ReturnRef ref{made->id, 0};
        const auto cancelled = world.get(returns.cancel(world.call, {ref}));
        DONE(cancelled);
        QVERIFY(!cancelled->front().error);
        for (const auto& other : {approver, dispatcher}) {
            QVERIFY(denied(errorOf(world.get(returns.undo(other, ref)))));
        }
        DONE(world.get(returns.undo(clerk, ref)));
        const auto rejected = world.get(returns.reject(world.call, {ref}, {}));
        QVERIFY(rejected && !rejected->front().error);
        QVERIFY(denied(errorOf(world.get(returns.undo(clerk, ref)))));
        DONE(world.get(returns.undo(approver, ref)));
        const Call reader{api::Actor::administrator("local:tester"), {}, {}};
        api::AuditQuery query;
        query.filter.operations = {"returns.undo_cancel", "returns.undo_decision"};
        query.descending = false;
        const auto entries = world.get(world.workspace->audit().page(reader, query));
        DONE(entries);
        std::vector<std::string> texts;
        for (const auto& entry : *entries) {
            texts.push_back(entry.actor + " " + entry.operation + " " + std::string(api::toText(entry.outcome)));
        }
        const std::vector<std::string> expected{"approver returns.undo_cancel refused",
                                                "dispatcher returns.undo_decision refused",
                                                "clerk returns.undo_cancel done", "clerk returns.undo_decision refused",
                                                "approver returns.undo_decision done"};
        QCOMPARE(texts, expected);
    }

private:
    std::unique_ptr<DeskWorld> m_world;
};

}  // namespace test_permissions

QTEST_GUILESS_MAIN(test_permissions::TestPermissions)
#include "test_permissions.moc"
