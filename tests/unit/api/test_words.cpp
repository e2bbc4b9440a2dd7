// SPDX-License-Identifier: GPL-3.0-or-later
// The words that are stored and told, and the small rules beside them: which change of state there may be, what a kind
// of task allows. Databases and clients hold these words, so a change of one is a change of a format.
#include <QTest>
#include <optional>
#include <string>
#include <vector>

#include "engine/api/alert_types.h"
#include "engine/api/audit_types.h"
#include "engine/api/backup_desk.h"
#include "engine/api/campaign_types.h"
#include "engine/api/order_desk.h"
#include "engine/api/refund_types.h"
#include "engine/api/returns_status.h"
#include "engine/api/seckill_types.h"
#include "engine/api/status.h"
#include "engine/api/task_types.h"
#include "engine/api/timer_types.h"
#include "engine/api/webhook_types.h"

namespace test_words {

using namespace evenhand;
using namespace evenhand::api;

namespace {

template <typename E>
E valueAt(std::size_t index) {
    return static_cast<E>(index);
}

/// The first `count` values of an enumeration, in words.
template <typename E>
std::string words(std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        text += (i == 0 ? "" : " ") + std::string(toText(valueAt<E>(i)));
    }
    return text;
}

/// Each word is that of its value, and no other is known.
template <typename E>
bool comesBack(std::size_t count, std::optional<E> (*from)(std::string_view) noexcept) {
    for (std::size_t i = 0; i < count; ++i) {
        if (from(toText(valueAt<E>(i))) != valueAt<E>(i)) {
            return false;
        }
    }
    return !from("") && !from("nonsense") && !from(std::string(toText(valueAt<E>(0))) + " ");
}

/// "FROM: TO TO", of every change that there may be.
template <typename E>
std::vector<std::string> changes(std::size_t count) {
    std::vector<std::string> lines;
    for (std::size_t from = 0; from < count; ++from) {
        auto line = std::string(toText(valueAt<E>(from))) + ":";
        for (std::size_t to = 0; to < count; ++to) {
            line += mayMove(valueAt<E>(from), valueAt<E>(to)) ? " " + std::string(toText(valueAt<E>(to))) : "";
        }
        lines.push_back(std::move(line));
    }
    return lines;
}

using Lines = std::vector<std::string>;

}  // namespace

class TestWords : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void ofOrders() {
        QCOMPARE(words<OrderStatus>(7),
                 std::string("WAIT_PAY PAID WAIT_PICK_UP DELIVERING DELIVERED COMPLETED CLOSED"));
        QCOMPARE(words<CloseReason>(3), std::string("timeout cancelled returned"));
        QCOMPARE(words<DispatchMode>(2), std::string("strong soft"));
        QCOMPARE(words<JoinRule>(2), std::string("fair_from_now catch_up"));
        QCOMPARE(words<WaitReason>(5), std::string("message no_courier paused dead_letter at_limit"));
        QCOMPARE(words<OwedKind>(4), std::string("late wrong_amount second_payment unknown_order"));
        QCOMPARE(words<PaymentOutcome>(3), std::string("accepted late unmatched"));
        QCOMPARE(words<EventKind>(18),
                 std::string("placed paid assigned assignment_released reassign_requested picked_up delivered "
                             "delivery_failed completed closed late_payment unmatched_payment timer_postponed "
                             "timer_cancelled late return refund note"));
        QCOMPARE(words<WeightEntryKind>(4), std::string("start join drift calibration"));
        QCOMPARE(words<CourierReport::Kind>(3), std::string("picked_up delivered failed"));
        QCOMPARE(words<TimerKind>(5), std::string("unpaid unassigned pick_up_late delivery_late auto_confirm"));
        QCOMPARE(words<TimerState>(4), std::string("pending overdue retrying dead"));
        QCOMPARE(words<AlertState>(4), std::string("firing acknowledged silenced resolved"));
        QCOMPARE(words<AlertKind>(21),
                 std::string("unassigned pick_up_late delivery_late no_courier at_limit dead_letter refund_failed "
                             "refund_unknown budget budget_pace spread sale_differs queue_differs worker_lost "
                             "low_stock clock storage audit_log backup_failed backup_old case_old"));
        QCOMPARE(words<AlertSubjectType>(10),
                 std::string("workspace order campus campaign sale refund product worker tasks topic"));
        QVERIFY(comesBack<OrderStatus>(7, orderStatusFrom));
        QVERIFY(comesBack<CloseReason>(3, closeReasonFrom));
        QVERIFY(comesBack<DispatchMode>(2, dispatchModeFrom));
        QVERIFY(comesBack<JoinRule>(2, joinRuleFrom));
        QVERIFY(comesBack<WaitReason>(4, waitReasonFrom));
        QVERIFY(comesBack<OwedKind>(4, owedKindFrom));
        QVERIFY(comesBack<EventKind>(18, eventKindFrom));
        QVERIFY(comesBack<WeightEntryKind>(4, weightEntryKindFrom));
        QVERIFY(comesBack<CourierReport::Kind>(3, reportKindFrom));
        QVERIFY(comesBack<TimerKind>(5, timerKindFrom));
        QVERIFY(comesBack<TimerState>(4, timerStateFrom));
        QVERIFY(comesBack<AlertState>(4, alertStateFrom));
        QVERIFY(comesBack<AlertKind>(21, alertKindFrom));
        QVERIFY(comesBack<AlertSubjectType>(10, alertSubjectTypeFrom));
        QCOMPARE(allAlertKinds().size(), std::size_t{21});
        QCOMPARE(allOrderStatuses().size(), std::size_t{7});
        QCOMPARE(allTimerKinds().size(), std::size_t{5});
    }

    void ofMoney() {
        QCOMPARE(words<ReturnStatus>(4), std::string("REQUESTED APPROVED REJECTED CANCELLED"));
        QCOMPARE(words<GoodsState>(4), std::string("none awaited received skipped"));
        QCOMPARE(words<GoodsRule>(3), std::string("money_first goods_first no_goods"));
        QCOMPARE(words<ReturnStage>(8),
                 std::string("approval second_approval goods money failed done rejected cancelled"));
        QCOMPARE(words<RefundStatus>(7), std::string("REQUESTED HELD PENDING SENT SUCCEEDED FAILED CANCELLED"));
        QCOMPARE(words<RefundCause>(7),
                 std::string("return order closed_order late_payment wrong_amount second_payment unknown_order"));
        QCOMPARE(words<RefundProviderKind>(2), std::string("manual http"));
        QCOMPARE(words<SendOutcome>(6), std::string("succeeded declined not_sent unknown processing not_known"));
        QCOMPARE(words<LedgerAccount>(7),
                 std::string("provider_clearing sales discounts sales_returns unmatched_money refunds_payable "
                             "restocking_fees"));
        QCOMPARE(words<LedgerKind>(10),
                 std::string("payment discount late_payment unmatched_payment refund_granted "
                             "refund_cancelled refund_paid payment_matched fee_kept fee_waived"));
        QCOMPARE(words<MoneyEventKind>(20),
                 std::string("requested first_approval approved rejected cancelled undone goods_received "
                             "goods_skipped granted attempt not_sent unknown succeeded failed retried by_hand dead "
                             "noted assigned by_rule"));
        QVERIFY(comesBack<ReturnStatus>(4, returnStatusFrom));
        QVERIFY(comesBack<GoodsState>(4, goodsStateFrom));
        QVERIFY(comesBack<GoodsRule>(3, goodsRuleFrom));
        QVERIFY(comesBack<ReturnStage>(8, returnStageFrom));
        QVERIFY(comesBack<RefundStatus>(7, refundStatusFrom));
        QVERIFY(comesBack<RefundCause>(7, refundCauseFrom));
        QVERIFY(comesBack<RefundProviderKind>(2, refundProviderFrom));
        QVERIFY(comesBack<LedgerAccount>(7, ledgerAccountFrom));
        QVERIFY(comesBack<LedgerKind>(10, ledgerKindFrom));
        QVERIFY(comesBack<MoneyEventKind>(20, moneyEventKindFrom));
    }

    void ofSalesTasksAndTheRest() {
        QCOMPARE(words<CampaignState>(5), std::string("draft building running paused ended"));
        QCOMPARE(words<CampaignEnd>(3), std::string("time stopped exhausted"));
        QCOMPARE(words<DrawState>(3), std::string("granted refused rolled_back"));
        QCOMPARE(words<DrawRefusal>(9), std::string("not_started paused ended under_way exhausted count_limit "
                                                    "amount_limit nothing_payable rolled_back"));
        QCOMPARE(words<ActivityState>(4), std::string("draft started stopped ended"));
        QCOMPARE(words<ActivityPhase>(6), std::string("draft scheduled on_sale stopped closing ended"));
        QCOMPARE(words<AttemptOutcome>(7),
                 std::string("reserved sold_out duplicate unknown not_started ended stopped"));
        QCOMPARE(words<ReservationState>(4), std::string("none queued retrying ordered"));
        QCOMPARE(words<TaskKind>(7), std::string("refund webhook calibrate reconcile clean_up backup rehearsal"));
        QCOMPARE(words<TaskStatus>(5), std::string("PENDING PROCESSING DONE DEAD DROPPED"));
        QCOMPARE(words<TaskOutcome>(3), std::string("done retry dead"));
        QCOMPARE(words<RingChange>(3), std::string("joined left lost"));
        QCOMPARE(words<BackupStatus>(3), std::string("running verified failed"));
        QCOMPARE(words<Via>(4), std::string("engine console command_line http"));
        QCOMPARE(words<AuditOutcome>(3), std::string("done refused noted"));
        QCOMPARE(words<AuditFaultKind>(7),
                 std::string("edited missing bad_seal truncated bad_anchor no_anchor unknown_key"));
        QCOMPARE(words<WebhookEvent>(15),
                 std::string("order.placed order.paid order.assigned order.reassigned order.picked_up order.delivered "
                             "order.late order.closed return.decided refund.succeeded refund.failed campaign.budget "
                             "alert.fired alert.resolved test"));
        QCOMPARE(words<DeliveryStatus>(3), std::string("pending delivered dead"));
        QVERIFY(comesBack<CampaignState>(5, campaignStateFrom));
        QVERIFY(comesBack<CampaignEnd>(3, campaignEndFrom));
        QVERIFY(comesBack<DrawState>(3, drawStateFrom));
        QVERIFY(comesBack<DrawRefusal>(9, drawRefusalFrom));
        QVERIFY(comesBack<ActivityState>(4, activityStateFrom));
        QVERIFY(comesBack<TaskKind>(7, taskKindFrom));
        QVERIFY(comesBack<TaskStatus>(5, taskStatusFrom));
        QVERIFY(comesBack<RingChange>(3, ringChangeFrom));
        QVERIFY(comesBack<BackupStatus>(3, backupStatusFrom));
        QVERIFY(comesBack<Via>(4, viaFrom));
        QVERIFY(comesBack<AuditOutcome>(3, auditOutcomeFrom));
        QVERIFY(comesBack<WebhookEvent>(15, webhookEventFrom));
        QVERIFY(comesBack<DeliveryStatus>(3, deliveryStatusFrom));
        QCOMPARE(subscribableEvents().size(), std::size_t{14});  // all but the test
    }

    void whatMayBecomeOfWhat() {
        QCOMPARE(changes<OrderStatus>(7),
                 (Lines{"WAIT_PAY: PAID CLOSED", "PAID: WAIT_PICK_UP CLOSED", "WAIT_PICK_UP: DELIVERING CLOSED",
                        "DELIVERING: WAIT_PICK_UP DELIVERED", "DELIVERED: COMPLETED", "COMPLETED:", "CLOSED:"}));
        QCOMPARE(changes<ReturnStatus>(4), (Lines{"REQUESTED: APPROVED REJECTED CANCELLED", "APPROVED: REQUESTED",
                                                  "REJECTED: REQUESTED", "CANCELLED: REQUESTED"}));
        QCOMPARE(changes<GoodsState>(4), (Lines{"none: awaited skipped", "awaited: none received skipped",
                                                "received: awaited", "skipped: none awaited"}));
        QCOMPARE(changes<RefundStatus>(7),
                 (Lines{"REQUESTED: HELD PENDING CANCELLED", "HELD: PENDING CANCELLED",
                        "PENDING: HELD SENT SUCCEEDED CANCELLED", "SENT: PENDING SUCCEEDED FAILED",
                        "SUCCEEDED:", "FAILED: PENDING SUCCEEDED CANCELLED", "CANCELLED:"}));
        QCOMPARE(changes<TaskStatus>(5),
                 (Lines{"PENDING: PROCESSING DROPPED", "PROCESSING: PENDING PROCESSING DONE DEAD",
                        "DONE:", "DEAD: PENDING DROPPED", "DROPPED:"}));
        for (const auto status : allOrderStatuses()) {
            QCOMPARE(isUnderWay(status), status == OrderStatus::Paid || status == OrderStatus::WaitPickUp ||
                                             status == OrderStatus::Delivering);
        }
    }

    void whatAReturnWaitsFor() {
        using Refund = std::optional<RefundStatus>;
        for (const bool second : {false, true}) {
            for (const auto goods :
                 {GoodsState::None, GoodsState::Awaited, GoodsState::Received, GoodsState::Skipped}) {
                std::vector<Refund> refunds{std::nullopt};
                refunds.insert(refunds.end(), allRefundStatuses().begin(), allRefundStatuses().end());
                for (const auto refund : refunds) {
                    QCOMPARE(stageOf(ReturnStatus::Requested, second, goods, refund),
                             second ? ReturnStage::SecondApproval : ReturnStage::Approval);
                    QCOMPARE(stageOf(ReturnStatus::Rejected, second, goods, refund), ReturnStage::Rejected);
                    QCOMPARE(stageOf(ReturnStatus::Cancelled, second, goods, refund), ReturnStage::Cancelled);
                    const bool paid = !refund || refund == RefundStatus::Succeeded || refund == RefundStatus::Cancelled;
                    const auto expected = refund == RefundStatus::Failed ? ReturnStage::Failed
                                          : goods == GoodsState::Awaited ? ReturnStage::Goods
                                          : paid                         ? ReturnStage::Done
                                                                         : ReturnStage::Money;
                    QCOMPARE(stageOf(ReturnStatus::Approved, second, goods, refund), expected);
                }
            }
        }
    }

    void whenASaleIsOn() {
        ActivityRow row;
        row.set.begin = Instant{1'000};
        row.set.end = Instant{2'000};
        const auto phase = [&row](ActivityState state, std::int64_t now) {
            row.state = state;
            return std::string(toText(phaseOf(row, Instant{now})));
        };
        for (const std::int64_t now : {0, 1'000, 1'500, 2'000, 3'000}) {
            QCOMPARE(phase(ActivityState::Draft, now), std::string("draft"));
            QCOMPARE(phase(ActivityState::Ended, now), std::string("ended"));
        }
        QCOMPARE(phase(ActivityState::Started, 999), std::string("scheduled"));
        QCOMPARE(phase(ActivityState::Started, 1'000), std::string("on_sale"));
        QCOMPARE(phase(ActivityState::Started, 1'999), std::string("on_sale"));
        QCOMPARE(phase(ActivityState::Started, 2'000), std::string("closing"));
        QCOMPARE(phase(ActivityState::Stopped, 999), std::string("stopped"));
        QCOMPARE(phase(ActivityState::Stopped, 1'999), std::string("stopped"));
        QCOMPARE(phase(ActivityState::Stopped, 2'000), std::string("closing"));
    }

    void whatATaskAllows() {
        constexpr std::int64_t kMinute = 60'000;
        constexpr std::int64_t kHour = 60 * kMinute;
        QCOMPARE(policyOf(TaskKind::Refund), (TaskPolicy{kMinute, 5'000, kHour, 12}));
        QCOMPARE(policyOf(TaskKind::Webhook), (TaskPolicy{kMinute, 5'000, 6 * kHour, 18}));
        for (const auto kind : {TaskKind::Calibrate, TaskKind::Reconcile, TaskKind::CleanUp}) {
            QCOMPARE(policyOf(kind), (TaskPolicy{kMinute, 1'000, 10 * kMinute, 10}));
        }
        QCOMPARE(policyOf(TaskKind::Backup), (TaskPolicy{5 * kMinute, kMinute, kHour, 5}));
        QCOMPARE(policyOf(TaskKind::Rehearsal), (TaskPolicy{10'000, 100, 10'000, 10}));
        std::string outward, inner;
        for (const auto kind : allTaskKinds()) {
            outward += isOutward(kind) ? std::string(toText(kind)) + " " : "";
            inner += isInner(kind) ? std::string(toText(kind)) + " " : "";
        }
        QCOMPARE(outward, std::string("refund webhook "));
        QCOMPARE(inner, std::string("calibrate reconcile clean_up rehearsal "));
    }

    void whatMayStillBeEdited() {
        const auto fields = [](CampaignState state, bool begun) {
            std::string text;
            for (const auto field : editableFields(state, begun)) {
                text += std::string(field) + " ";
            }
            return text;
        };
        for (const bool begun : {false, true}) {
            QCOMPARE(fields(CampaignState::Draft, begun),
                     std::string("name budget places max_discount queues count_limit amount_limit begin end seed "
                                 "cap_at_max validity_ms recovery_ms "));
            QCOMPARE(fields(CampaignState::Ended, begun), std::string("name "));
        }
        for (const auto state : {CampaignState::Building, CampaignState::Running, CampaignState::Paused}) {
            QCOMPARE(fields(state, false),
                     std::string("name begin end count_limit amount_limit validity_ms recovery_ms "));
            QCOMPARE(fields(state, true), std::string("name end count_limit amount_limit validity_ms recovery_ms "));
        }
    }

    void howLongEachTimerRuns() {
        TimerPolicy policy;
        policy.unpaidMs = 1;
        policy.unassignedMs = 2;
        policy.pickUpLateMs = 3;
        policy.deliveryLateMs = 4;
        policy.autoConfirmMs = 5;
        std::int64_t expected = 0;
        for (const auto kind : allTimerKinds()) {
            QCOMPARE(policy.delayMs(kind), ++expected);
        }
        const TimerPolicy usual;
        QCOMPARE(usual.unpaidMs, std::int64_t{30 * 60'000});
        QCOMPARE(usual.unassignedMs, std::int64_t{2 * 60'000});
        QCOMPARE(usual.pickUpLateMs, std::int64_t{2 * 3'600'000});
        QCOMPARE(usual.deliveryLateMs, std::int64_t{86'400'000});
        QCOMPARE(usual.autoConfirmMs, std::int64_t{7 * 86'400'000});
        QCOMPARE(usual.alertRepeatMs, std::int64_t{5 * 60'000});
    }
};

}  // namespace test_words

QTEST_GUILESS_MAIN(test_words::TestWords)
#include "test_words.moc"
