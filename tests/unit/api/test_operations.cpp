// SPDX-License-Identifier: GPL-3.0-or-later
// The table of operations, and what each role may do.
#include <QTest>
#include <array>
#include <bit>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "engine/api/call.h"

namespace test_operations {

using namespace evenhand::api;

namespace {

bool may(Role role, Operation operation) {
    const auto& info = infoOf(operation);
    return !info.permission || (permissionsOf(role) & bitOf(*info.permission)) != 0;
}

/// Who may do what, and what is kept of it, changes only on purpose: here too.
constexpr std::string_view kExpected[] = {"orders.read: read",
                                          "orders.place: place_orders",
                                          "orders.place_by_hand: take_orders audited",
                                          "orders.pay: place_orders",
                                          "orders.record_payment: record_payments with a reason",
                                          "orders.match_payment: record_payments with a reason",
                                          "orders.cancel: cancel_orders with a reason",
                                          "orders.note: dispatch audited",
                                          "orders.report: dispatch audited of people",
                                          "orders.upsert_products: manage_catalogue audited",
                                          "dispatch.read: read",
                                          "dispatch.take: dispatch",
                                          "dispatch.upsert_campus: manage_policies audited",
                                          "dispatch.set_paused: dispatch with a reason",
                                          "dispatch.upsert_couriers: manage_couriers audited",
                                          "dispatch.set_duty: dispatch audited",
                                          "dispatch.set_load_limit: manage_couriers audited",
                                          "dispatch.reassign: dispatch with a reason",
                                          "dispatch.hand_over: dispatch with a reason",
                                          "dispatch.undo_reassign: dispatch with a reason",
                                          "dispatch.calibrate: dispatch with a reason",
                                          "dispatch.retry_letters: dispatch with a reason",
                                          "shop.read: read",
                                          "shop.add_campus: manage_policies audited",
                                          "shop.edit_campus: manage_policies audited",
                                          "shop.set_campus_disabled: manage_policies with a reason",
                                          "shop.add_courier: manage_couriers audited",
                                          "shop.edit_courier: manage_couriers audited",
                                          "shop.set_courier_disabled: manage_couriers with a reason",
                                          "shop.add_product: manage_catalogue audited",
                                          "shop.edit_product: manage_catalogue audited",
                                          "shop.set_product_disabled: manage_catalogue with a reason",
                                          "shop.receive_stock: manage_catalogue audited",
                                          "shop.correct_stock: manage_catalogue with a reason",
                                          "shifts.read: read",
                                          "shifts.set_roster: manage_couriers audited",
                                          "timers.read: read",
                                          "timers.pass_time: place_orders",
                                          "timers.set_policy: manage_policies audited",
                                          "timers.set_paused: dispatch with a reason",
                                          "timers.set_queue: manage_policies audited",
                                          "timers.run: dispatch with a reason",
                                          "timers.postpone: dispatch with a reason",
                                          "timers.cancel: dispatch with a reason",
                                          "timers.retry: dispatch with a reason",
                                          "timers.rearm_queue: dispatch with a reason",
                                          "timers.reset_clock: manage_backups with a reason",
                                          "alerts.read: read",
                                          "alerts.acknowledge: dispatch audited",
                                          "alerts.silence: dispatch audited",
                                          "alerts.resolve: dispatch with a reason",
                                          "alerts.set_limits: manage_policies audited",
                                          "seckill.read: read",
                                          "seckill.attempt: place_orders",
                                          "seckill.set_up: manage_activities audited",
                                          "seckill.edit: manage_activities audited",
                                          "seckill.discard: manage_activities audited",
                                          "seckill.start: manage_activities with a reason",
                                          "seckill.resume: manage_activities with a reason",
                                          "seckill.stop: manage_activities with a reason",
                                          "seckill.top_up: manage_activities with a reason",
                                          "seckill.end: manage_activities with a reason",
                                          "seckill.claim: manage_activities with a reason",
                                          "seckill.acknowledge: manage_activities with a reason",
                                          "seckill.release: manage_activities with a reason",
                                          "seckill.retry_letters: manage_activities with a reason",
                                          "seckill.dismiss_letters: manage_activities with a reason",
                                          "seckill.repair: manage_activities with a reason",
                                          "campaigns.read: read",
                                          "campaigns.draw: place_orders",
                                          "campaigns.create: manage_campaigns audited",
                                          "campaigns.edit: manage_campaigns audited",
                                          "campaigns.copy: manage_campaigns audited",
                                          "campaigns.remove: manage_campaigns audited",
                                          "campaigns.start: manage_campaigns with a reason",
                                          "campaigns.pause: manage_campaigns with a reason",
                                          "campaigns.resume: manage_campaigns with a reason",
                                          "campaigns.stop: manage_campaigns with a reason",
                                          "campaigns.give_back: manage_campaigns with a reason",
                                          "returns.read: read",
                                          "returns.request: request_returns audited",
                                          "returns.approve: approve_returns audited",
                                          "returns.reject: approve_returns with a reason",
                                          "returns.cancel: request_returns with a reason",
                                          "returns.undo_decision: approve_returns with a reason",
                                          "returns.undo_cancel: request_returns with a reason",
                                          "returns.receive: handle_goods audited",
                                          "returns.skip_goods: handle_goods with a reason",
                                          "returns.undo_goods: handle_goods with a reason",
                                          "returns.assign: handle_cases audited",
                                          "returns.note: handle_cases audited",
                                          "returns.set_policy: manage_policies audited",
                                          "returns.set_cases: manage_policies audited",
                                          "refunds.read: read",
                                          "refunds.send: send_refunds",
                                          "refunds.request: refund_money with a reason",
                                          "refunds.approve: approve_refunds with a reason",
                                          "refunds.cancel: refund_money with a reason",
                                          "refunds.retry: refund_money with a reason",
                                          "refunds.record_paid: refund_money with a reason",
                                          "refunds.record_failed: refund_money with a reason",
                                          "refunds.send_back: refund_money with a reason",
                                          "refunds.assign: handle_cases audited",
                                          "refunds.note: handle_cases audited",
                                          "refunds.set_settings: manage_policies audited",
                                          "refunds.set_secret: manage_policies audited",
                                          "ledger.read: read",
                                          "tasks.read: read",
                                          "tasks.run: run_tasks",
                                          "tasks.retry: manage_tasks with a reason",
                                          "tasks.drop: manage_tasks with a reason",
                                          "tasks.set_held: manage_tasks with a reason",
                                          "tasks.set_workers: manage_policies audited",
                                          "webhooks.read: read",
                                          "webhooks.create: manage_webhooks audited",
                                          "webhooks.edit: manage_webhooks audited",
                                          "webhooks.remove: manage_webhooks audited",
                                          "webhooks.new_secret: manage_webhooks audited",
                                          "webhooks.test: manage_webhooks audited",
                                          "webhooks.resend: manage_webhooks with a reason",
                                          "accounts.read: read_audit",
                                          "accounts.read_settings: read",
                                          "accounts.sign_in: anybody audited",
                                          "accounts.sign_out: anybody audited",
                                          "accounts.unlock: anybody audited",
                                          "accounts.change_password: anybody audited",
                                          "accounts.create: manage_people audited",
                                          "accounts.edit: manage_people audited",
                                          "accounts.set_roles: manage_people with a reason",
                                          "accounts.reset_password: manage_people with a reason",
                                          "accounts.set_disabled: manage_people with a reason",
                                          "accounts.lift: manage_people with a reason",
                                          "accounts.set_settings: manage_people audited",
                                          "tokens.read: read_audit",
                                          "tokens.create: manage_people audited",
                                          "tokens.revoke: manage_people with a reason",
                                          "service.switch: manage_people audited",
                                          "http.request: anybody",
                                          "search.read: read",
                                          "team.read: read_audit",
                                          "team.end: manage_people with a reason",
                                          "team.look: read",
                                          "audit.read: read_audit",
                                          "audit.set_anchor: manage_backups with a reason",
                                          "audit.accept_loss: manage_backups with a reason",
                                          "data.export: read",
                                          "data.import: read",
                                          "backups.read: read",
                                          "backups.take: manage_backups audited",
                                          "backups.verify: manage_backups",
                                          "backups.set_schedule: manage_backups audited",
                                          "backups.restore: anybody audited",
                                          "keyspace.compare: read",
                                          "keyspace.rebuild: manage_backups with a reason"};

std::string lineOf(const OperationInfo& info) {
    return std::string(info.name) + ": " + (info.permission ? std::string(toText(*info.permission)) : "anybody") +
           (info.needsReason  ? " with a reason"
            : info.peopleOnly ? " audited of people"
            : info.audited    ? " audited"
                              : "");
}

}  // namespace

class TestOperations : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyOperationHasItsOwnName() {
        std::set<std::string_view> names;
        for (const auto& info : allOperations()) {
            QVERIFY(names.insert(info.name).second);
            QCOMPARE(&infoOf(info.operation), &info);
            QVERIFY(info.name.size() <= 64);  // fits the column
        }
        QCOMPARE(names.size(), kOperations);
    }

    void everyOperationIsAsItWasAgreed() {
        QCOMPARE(std::size(kExpected), kOperations);
        for (std::size_t i = 0; i < kOperations; ++i) {
            QCOMPARE(lineOf(allOperations()[i]), std::string(kExpected[i]));
        }
    }

    void everyRoleIsAsItWasAgreed() {
        const auto names = [](Permissions permissions) {
            std::string text;
            for (const Permission permission : allPermissions()) {
                if ((permissions & bitOf(permission)) != 0) {
                    text += (text.empty() ? "" : " ") + std::string(toText(permission));
                }
            }
            return text;
        };
        const std::pair<std::string_view, std::string_view> expected[] = {
            {"administrator",
             "read place_orders dispatch cancel_orders manage_catalogue manage_couriers manage_policies "
             "manage_activities manage_campaigns request_returns handle_goods approve_returns refund_money "
             "approve_refunds record_payments manage_tasks manage_webhooks manage_people read_audit manage_backups "
             "take_orders handle_cases"},
            {"dispatcher", "read dispatch cancel_orders manage_couriers take_orders"},
            {"campaign_manager", "read manage_activities manage_campaigns"},
            {"refund_clerk", "read request_returns handle_goods refund_money record_payments handle_cases"},
            {"refund_approver", "read approve_returns approve_refunds handle_cases"},
            {"auditor", "read read_audit"}};
        QCOMPARE(std::size(expected), allRoles().size());
        for (const auto& [text, permissions] : expected) {
            const auto role = roleFrom(text);
            QVERIFY2(role, text.data());
            QCOMPARE(names(permissionsOf(*role)), std::string(permissions));
        }
    }

    void aReasonIsAlwaysKept() {
        for (const auto& info : allOperations()) {
            QVERIFY2(!info.needsReason || info.audited, info.name.data());
        }
    }

    void readingIsNeverAuditedAndNeverNeedsAReason() {
        for (const auto& info : allOperations()) {
            if (info.permission == Permission::Read || info.permission == Permission::ReadAudit) {
                QVERIFY2(!info.audited && !info.needsReason, info.name.data());
            }
        }
    }

    void whatChangesSomethingByHandIsAudited() {
        // All but what storefronts and workers do at their own rate, which has its own records.
        const Permissions own = bitOf(Permission::Read) | bitOf(Permission::ReadAudit) |
                                bitOf(Permission::PlaceOrders) | kWorkerPermissions;
        for (const auto& info : allOperations()) {
            const bool byHand = info.permission && (own & bitOf(*info.permission)) == 0;
            if (byHand && info.operation != Operation::DispatchTake && info.operation != Operation::BackupsVerify) {
                QVERIFY2(info.audited, info.name.data());
            }
        }
    }

    void everyPermissionIsNeededBySomething() {
        for (const Permission permission : allPermissions()) {
            bool used = false;
            for (const auto& info : allOperations()) {
                used = used || info.permission == permission;
            }
            QVERIFY2(used, toText(permission).data());
        }
    }

    void everyPermissionHasARoleButTheWorkers() {
        for (const Permission permission : allPermissions()) {
            const bool worker = (kWorkerPermissions & bitOf(permission)) != 0;
            QCOMPARE(rolesWith(permission).empty(), worker);
        }
    }

    void theAuditorReadsEverythingAndChangesNothing() {
        for (const auto& info : allOperations()) {
            if (!info.permission) {
                continue;
            }
            const bool reads = info.permission == Permission::Read || info.permission == Permission::ReadAudit;
            QCOMPARE(may(Role::Auditor, info.operation), reads);
        }
    }

    void moneyNeedsTwoRoles() {
        QVERIFY(may(Role::RefundClerk, Operation::ReturnsRequest) &&
                !may(Role::RefundClerk, Operation::ReturnsApprove));
        QVERIFY(may(Role::RefundClerk, Operation::RefundsRequest) &&
                !may(Role::RefundClerk, Operation::RefundsApprove));
        QVERIFY(may(Role::RefundApprover, Operation::ReturnsApprove) &&
                !may(Role::RefundApprover, Operation::RefundsRequest));
        for (const Role role : allRoles()) {
            QVERIFY(!may(role, Operation::RefundsSend));
            QVERIFY(!may(role, Operation::TasksRun));
            QCOMPARE(may(role, Operation::AccountsSetRoles), role == Role::Administrator);
            QCOMPARE(may(role, Operation::OrdersPlace), role == Role::Administrator);
        }
    }

    void severalRolesAddUp() {
        const std::array roles{Role::Dispatcher, Role::RefundApprover};
        QCOMPARE(permissionsOf(roles), permissionsOf(Role::Dispatcher) | permissionsOf(Role::RefundApprover));
        QCOMPARE(permissionsOf(std::span<const Role>()), Permissions{0});
        QCOMPARE(std::popcount(permissionsOf(Role::Administrator)),
                 static_cast<int>(kPermissions) - std::popcount(kWorkerPermissions));
        for (const Role role : allRoles()) {
            QCOMPARE(roleFrom(toText(role)), std::optional(role));
        }
        QVERIFY(!roleFrom("god"));
    }

    void aGrantIsSeenWhereverTheActorWasCopied() {
        const auto grant = std::make_shared<Grant>(permissionsOf(Role::Dispatcher));
        const Actor actor{"ann", ~Permissions{0}, grant, Via::Console};  // the fixed set does not count beside a grant
        const Call call{actor, "because", {}};
        QVERIFY(call.actor.may(Permission::Dispatch) && !call.actor.may(Permission::ManagePeople));
        grant->change(permissionsOf(Role::Auditor));
        QVERIFY(!call.actor.may(Permission::Dispatch) && call.actor.may(Permission::ReadAudit));
        grant->end();
        QVERIFY(call.actor.ended() && !call.actor.may(Permission::Read));
        grant->change(permissionsOf(Role::Administrator));
        QVERIFY(!call.actor.may(Permission::Read));  // an ended one never comes back
        QVERIFY(Actor::administrator("system").may(Permission::RunTasks));
        QVERIFY(!(Actor{"reader", bitOf(Permission::Read)}).may(Permission::Dispatch));
    }
};

}  // namespace test_operations

QTEST_GUILESS_MAIN(test_operations::TestOperations)
#include "test_operations.moc"
