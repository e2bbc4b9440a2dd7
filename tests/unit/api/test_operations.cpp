// SPDX-License-Identifier: GPL-3.0-or-later
// The table of operations, and what each role may do.
#include <QTest>
#include <array>
#include <bit>
#include <memory>
#include <set>

#include "engine/api/call.h"

using namespace evenhand::api;

namespace {

bool may(Role role, Operation operation) {
    const auto& info = infoOf(operation);
    return !info.permission || (permissionsOf(role) & bitOf(*info.permission)) != 0;
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

QTEST_GUILESS_MAIN(TestOperations)
#include "test_operations.moc"
