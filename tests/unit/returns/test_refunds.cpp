// SPDX-License-Identifier: GPL-3.0-or-later
// Refunds by their rules: from Orders, by hand, by workers; money that was never accepted; the ledger under all of it.
#include <QtTest>

#include "engine/refunds/refund.h"
#include "engine/ring/ring.h"
#include "engine/store/records/refund_store.h"
#include "engine/store/records/task_store.h"
#include "return_world.h"

namespace test_refunds {

using namespace evenhand;
using namespace evenhand::test;
using api::LedgerAccount;
using api::RefundCause;
using api::RefundStatus;
using api::SendOutcome;

namespace {

/// A refund of a return that a worker has to send.
RefundId overHttp(ReturnWorld& world, std::int64_t maxAttempts = 3) {
    if (!world.open() || !world.freely() || !world.overHttp(maxAttempts)) {
        return {};
    }
    const auto made = world.requestReturn(world.asked("R", world.sell("A"), 2));
    return made && world.approve(made->id) ? world.refundOf(made->id).id : RefundId{};
}

store::refunds::Record refund(ReturnWorld& world, RefundId id) {
    const auto found = store::refunds::find(world.database(), id);
    return found && *found ? **found : store::refunds::Record{};
}
store::tasks::Record task(ReturnWorld& world, RefundId id) {
    const auto found = store::tasks::find(world.database(), api::TaskKind::Refund, std::to_string(id.value));
    return found && *found ? **found : store::tasks::Record{};
}

}  // namespace

class TestRefunds : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// The last guard, whatever a rule has read before: never more than was paid, never less than nothing.
    void moneyIsCommittedUpToWhatWasPaid() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.sell("A").valid());
        const auto commit = [&](std::int64_t change) {
            const auto done = world.run<bool>([&](auto& work) -> Result<bool> {
                EVENHAND_TRY(work.lock([](auto& roots) { roots.add(OrderId{1}); }));
                return store::refunds::commitMoney(work.database(), OrderId{1}, Money{300}, Money{change});
            });
            return done && *done;
        };
        QVERIFY(!commit(301));
        QVERIFY(!commit(-1));
        QVERIFY(commit(200));
        QVERIFY(!commit(101));
        QVERIFY(!commit(-201));
        QVERIFY(commit(100));
        QVERIFY(!commit(1));
        QVERIFY(commit(-300));
        QCOMPARE(world.number("SELECT committed FROM order_refund WHERE order_id = 1"), 0);
    }
    void fromOrders() {
        ReturnWorld world;
        QVERIFY(world.open());
        api::ReturnPolicy policy;
        policy.fourEyesAbove = Money{100};
        policy.secondAbove = Money{200};
        QVERIFY(world.returnPolicy(policy));
        QVERIFY(world.sell("A").valid());
        world.as("ann");
        REFUSED_FIELD(world.refundOrder("", "A"), ErrorCode::InvalidArgument, "key");
        REFUSED_FIELD(world.refundOrder("k", "B"), ErrorCode::NotFound, "order_no");
        REFUSED_FIELD(world.refundOrder("k", "A", 0), ErrorCode::InvalidArgument, "amount");
        REFUSED_FIELD(world.refundOrder("k", "A", -1), ErrorCode::InvalidArgument, "amount");
        REFUSED_FIELD(world.refundOrder("k", "A", 301), ErrorCode::ExceedsRefundable, "amount");
        REFUSED_FIELD(world.refundOrder("k", "A", INT64_MAX), ErrorCode::InvalidArgument, "amount");
        const auto small = world.refundOrder("k", "A", 100);
        QVERIFY(small && small->status == RefundStatus::Pending);
        const auto again = world.refundOrder("k", "A", 100);
        QVERIFY(again && again->repeated && again->id == small->id);
        REFUSED_FIELD(world.refundOrder("k", "A", 99), ErrorCode::KeyReused, "key");
        const auto more = world.refundOrder("l", "A", 50);  // 150 with the first
        QVERIFY(more && more->status == RefundStatus::Requested);
        REFUSED_FIELD(world.refund(returns::approveRefund, more->id), ErrorCode::FourEyes, "approver");
        world.as("bob");
        QVERIFY(world.refund(returns::approveRefund, more->id)->status == RefundStatus::Pending);
        world.as("ann");
        REFUSED_FIELD(world.refundOrder("one too many", "A", 151), ErrorCode::ExceedsRefundable, "amount");
        const auto rest = world.refundOrder("m", "A");
        QCOMPARE(rest->amount.minor, 150);
        REFUSED_FIELD(world.refundOrder("n", "A"), ErrorCode::ExceedsRefundable, "amount");
        RETURNS_HOLD(world);
        world.as("bob");
        QVERIFY(world.refund(returns::approveRefund, rest->id)->status == RefundStatus::Requested);
        REFUSED_FIELD(world.refund(returns::approveRefund, rest->id), ErrorCode::FourEyes, "approver");
        world.as("cem");
        QVERIFY(world.refund(returns::approveRefund, rest->id)->status == RefundStatus::Pending);
        RETURNS_HOLD(world);
        QVERIFY(world.refund(returns::cancelRefund, rest->id)->status == RefundStatus::Cancelled);
        QCOMPARE(world.money("A").refundable.minor, 150);
        REFUSED_FIELD(world.refund(returns::cancelRefund, rest->id), ErrorCode::WrongStatus, "status");
        RETURNS_HOLD(world);
        QVERIFY(world.place(world.request("W")));
        REFUSED_FIELD(world.refundOrder("w", "W"), ErrorCode::WrongStatus, "status");
    }

    void moneyThatWasNotAccepted() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.sell("A").valid());
        QVERIFY(world.pay("A", 300, "second"));
        QVERIFY(world.pay("nobody's", 7, "unknown"));
        QVERIFY(world.place(world.request("B")));
        QVERIFY(world.pay("B", 99, "wrong"));
        QVERIFY(world.close("B"));
        QVERIFY(world.pay("B", 100, "late"));
        QVERIFY(world.pay("B", 0, "nothing"));
        QVERIFY(world.pay("B", 100, "late")->repeated);
        RETURNS_HOLD(world);
        const auto rows = store::refundPages::page(world.database(), {});
        QVERIFY(rows && rows->size() == 4);
        QVERIFY((*rows)[0].cause == RefundCause::LatePayment && (*rows)[0].orderNo == "B");
        QVERIFY((*rows)[1].cause == RefundCause::WrongAmount && (*rows)[1].amount.minor == 99);
        QVERIFY((*rows)[2].cause == RefundCause::UnknownOrder && (*rows)[2].orderNo == "nobody's");
        QVERIFY((*rows)[3].cause == RefundCause::SecondPayment);
        QCOMPARE((*rows)[0].requester, std::string("system"));
        QCOMPARE(world.balance(LedgerAccount::UnmatchedMoney), 0);
        QCOMPARE(world.balance(LedgerAccount::RefundsPayable), -506);
        QCOMPARE(world.money("A").refundable.minor, 300);  // it is not the order's own money
        for (const auto& row : *rows) {
            REFUSED_FIELD(world.refund(returns::cancelRefund, row.id), ErrorCode::WrongStatus, "cause");
            QVERIFY(world.paidByHand(row.id));
            RETURNS_HOLD(world);
        }
        QCOMPARE(world.balance(LedgerAccount::ProviderClearing), 300);
        QCOMPARE(*store::refundPages::refundedMinor(world.database()), 506);
        // By order number, also one that names none.
        api::LedgerQuery query;
        query.filter.orderNo = OrderNo("nobody's");
        QCOMPARE(store::ledger::page(world.database(), query)->size(), std::size_t{3});
        query.filter.orderNo = OrderNo("B");
        store::ledger::Counts kept;
        QCOMPARE(*store::ledger::count(world.database(), query.filter, kept), 6);
    }

    void closedOrder() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.sell("A").valid());
        QVERIFY(world.close("A"));
        const auto all = world.refundsOf("A");
        QCOMPARE(all.size(), std::size_t{1});
        QVERIFY(all[0].cause == RefundCause::ClosedOrder && all[0].status == RefundStatus::Pending);
        QCOMPARE(all[0].amount.minor, 300);
        QCOMPARE(world.number("SELECT COUNT(*) FROM owed_payment"), 0);
        QVERIFY(world.pay("A", 300)->repeated);  // the first answer: accepted
        QVERIFY(world.pay("A", 300)->outcome == api::PaymentOutcome::Accepted);
        RETURNS_HOLD(world);
    }

    void sending() {
        ReturnWorld world;
        const auto id = overHttp(world);
        QVERIFY(id.valid());
        const auto jobs = world.claim();
        QCOMPARE(jobs.size(), std::size_t{1});
        const auto& job = jobs[0];
        QCOMPARE(job.id, id);
        QCOMPARE(job.amount.minor, 200);
        QCOMPARE(job.orderNo, std::string("A"));
        QCOMPARE(job.currency, std::string("CNY"));
        QCOMPARE(job.attempt, 1);
        QVERIFY(!job.lookUp && !job.key.empty());
        QVERIFY(refund(world, id).status == RefundStatus::Sent);
        QVERIFY(world.claim().empty());  // leased
        RETURNS_HOLD(world);
        REFUSED_FIELD(world.paidByHand(id), ErrorCode::WrongStatus, "status");
        REFUSED_FIELD(world.refund(returns::cancelRefund, id), ErrorCode::WrongStatus, "status");
        const auto done = world.reportJob(job, SendOutcome::Succeeded);
        QVERIFY(done && done->status == RefundStatus::Succeeded);
        QCOMPARE(refund(world, id).reference, std::string("ref"));
        RETURNS_HOLD(world);
        const auto entries = world.entries();
        const auto twice = world.reportJob(job, SendOutcome::Succeeded);  // the same answer
        QVERIFY(twice && twice->status == RefundStatus::Succeeded && twice->version == done->version);
        QCOMPARE(world.entries(), entries);
        auto stale = job;
        --stale.token;
        REFUSED_FIELD(world.reportJob(stale, SendOutcome::Declined), ErrorCode::StaleEpoch, "token");
        RETURNS_HOLD(world);
        auto unknown = job;
        unknown.id = RefundId{99};
        REFUSED_FIELD(world.reportJob(unknown, SendOutcome::Succeeded), ErrorCode::NotFound, "refund");
    }

    void declinedAndRetried() {
        ReturnWorld world;
        const auto id = overHttp(world);
        const auto first = world.claim().at(0);
        QVERIFY(world.reportJob(first, SendOutcome::Declined)->status == RefundStatus::Failed);
        QVERIFY(world.record(*refund(world, id).returnId).stage == api::ReturnStage::Failed);
        QVERIFY(world.claim().empty());
        RETURNS_HOLD(world);
        QVERIFY(world.refund(returns::retryRefund, id)->status == RefundStatus::Pending);
        RETURNS_HOLD(world);
        REFUSED_FIELD(world.reportJob(first, SendOutcome::Succeeded), ErrorCode::StaleEpoch, "token");
        const auto second = world.claim().at(0);
        QCOMPARE(second.key, first.key);
        QVERIFY(second.token > first.token);
        QCOMPARE(second.attempt, 1);
        QVERIFY(world.reportJob(second, SendOutcome::Declined));
        QVERIFY(world.paidByHand(id)->status == RefundStatus::Succeeded);
        RETURNS_HOLD(world);
        REFUSED_FIELD(world.refund(returns::retryRefund, id), ErrorCode::WrongStatus, "status");
    }

    /// What was granted is owed until it is taken back, and what was not granted never was.
    void cancelledInEachState_data() {
        QTest::addColumn<QString>("state");
        QTest::newRow("asked for") << QStringLiteral("requested");
        QTest::newRow("granted") << QStringLiteral("pending");
        QTest::newRow("declined") << QStringLiteral("failed");
    }
    void cancelledInEachState() {
        QFETCH(QString, state);
        ReturnWorld world;
        const auto returned = overHttp(world);
        QVERIFY(returned.valid());
        api::ReturnPolicy policy;
        policy.fourEyesAbove = Money{state == QStringLiteral("requested") ? 0 : 1'000};
        policy.secondAbove = Money{1'000};
        QVERIFY(world.returnPolicy(policy));
        const auto asked = world.refundOrder("k", "A", 100);
        QVERIFY(asked);
        if (state == QStringLiteral("failed")) {
            for (const auto& job : world.claim()) {
                QVERIFY(world.reportJob(job, SendOutcome::Declined)->status == RefundStatus::Failed);
            }
        }
        QCOMPARE(QString::fromStdString(std::string(api::toText(refund(world, asked->id).status))).toLower(), state);
        const auto owed = world.balance(LedgerAccount::RefundsPayable);
        QVERIFY(world.refund(returns::cancelRefund, asked->id)->status == RefundStatus::Cancelled);
        QCOMPARE(world.balance(LedgerAccount::RefundsPayable) - owed, state == QStringLiteral("requested") ? 0 : 100);
        RETURNS_HOLD(world);
    }

    void neverLeft() {
        ReturnWorld world;
        const auto id = overHttp(world);
        const auto job = world.claim().at(0);
        QVERIFY(world.reportJob(job, SendOutcome::NotSent)->status == RefundStatus::Pending);
        RETURNS_HOLD(world);
        QVERIFY(world.claim().empty());  // not yet
        QCOMPARE(task(world, id).due->ms, world.now.ms + 5'000);
        world.now = world.now.plusMs(5'000);
        const auto again = world.claim().at(0);
        QVERIFY(!again.lookUp);
        QVERIFY(world.reportJob(again, SendOutcome::NotSent, 60'000));
        QCOMPARE(task(world, id).due->ms, world.now.ms + 60'000);  // what the provider asked for
        QVERIFY(world.refund(returns::cancelRefund, id)->status == RefundStatus::Cancelled);
        world.now = world.now.plusMs(100'000);
        QVERIFY(world.claim().empty());
        RETURNS_HOLD(world);
    }

    void perhapsLeft() {
        ReturnWorld world;
        const auto id = overHttp(world, 5);
        const auto first = world.claim().at(0);
        QVERIFY(world.reportJob(first, SendOutcome::Unknown)->status == RefundStatus::Sent);
        REFUSED_FIELD(world.refund(returns::cancelRefund, id), ErrorCode::WrongStatus, "status");
        world.now = world.now.plusMs(1'000'000);
        const auto second = world.claim().at(0);
        QVERIFY(second.lookUp);
        // That this attempt did not leave says nothing about the first.
        QVERIFY(world.reportJob(second, SendOutcome::NotSent)->status == RefundStatus::Sent);
        world.now = world.now.plusMs(1'000'000);
        const auto third = world.claim().at(0);
        QVERIFY(third.lookUp);
        QVERIFY(world.reportJob(third, SendOutcome::NotKnown)->status == RefundStatus::Pending);
        RETURNS_HOLD(world);
        const auto fourth = world.claim().at(0);  // at once
        QVERIFY(!fourth.lookUp);
        QCOMPARE(fourth.key, first.key);
        QVERIFY(world.reportJob(fourth, SendOutcome::Processing)->status == RefundStatus::Sent);
        world.now = world.now.plusMs(1'000'000);
        QVERIFY(world.reportJob(world.claim().at(0), SendOutcome::Succeeded));
        RETURNS_HOLD(world);
    }

    void aWorkerDies() {
        ReturnWorld world;
        const auto id = overHttp(world);
        const auto lost = world.claim().at(0);
        QCOMPARE(lost.leaseUntil.ms, world.now.ms + 60'000);
        world.now = world.now.plusMs(59'999);
        QVERIFY(world.claim().empty());
        world.now = world.now.plusMs(1);
        const auto other = world.claim().at(0);
        QVERIFY(other.lookUp && other.token > lost.token && other.key == lost.key);
        REFUSED_FIELD(world.reportJob(lost, SendOutcome::Succeeded), ErrorCode::StaleEpoch, "token");
        QVERIFY(refund(world, id).status == RefundStatus::Sent);
        RETURNS_HOLD(world);
        // A lease that ended and nobody claimed: the report still counts.
        world.now = world.now.plusMs(1'000'000);
        QVERIFY(world.reportJob(other, SendOutcome::Succeeded));
        RETURNS_HOLD(world);
    }

    void deadLetters() {
        ReturnWorld world;
        const auto id = overHttp(world, 2);
        for (int i = 0; i < 2; ++i) {
            QVERIFY(world.reportJob(world.claim().at(0), SendOutcome::Unknown));
            world.now = world.now.plusMs(10'000'000);
        }
        QVERIFY(world.claim().empty());
        QVERIFY(refund(world, id).status == RefundStatus::Sent);
        QVERIFY(task(world, id).status == api::TaskStatus::Dead);
        QCOMPARE(store::refundPages::counts(world.database(), {})->dead, 1);
        RETURNS_HOLD(world);
        QVERIFY(world.refund(returns::retryRefund, id));
        const auto job = world.claim().at(0);
        QVERIFY(job.lookUp);
        QCOMPARE(job.attempt, 1);
        REFUSED_FIELD(world.refund(returns::recordFailed, id), ErrorCode::WrongStatus, "status");
        QVERIFY(world.reportJob(job, SendOutcome::Unknown));
        world.now = world.now.plusMs(10'000'000);
        (void)world.claim();  // the worker dies
        world.now = world.now.plusMs(10'000'000);
        QVERIFY(world.claim().empty());  // that was the last attempt
        QVERIFY(task(world, id).status == api::TaskStatus::Dead);
        QVERIFY(world.refund(returns::recordFailed, id)->status == RefundStatus::Failed);
        QVERIFY(task(world, id).status == api::TaskStatus::Done);
        RETURNS_HOLD(world);
        QVERIFY(world.paidByHand(id));
        RETURNS_HOLD(world);
    }

    void claimsByRange() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        QVERIFY(world.overHttp());
        for (int i = 0; i < 20; ++i) {
            QVERIFY(world.sell("A" + std::to_string(i)).valid());
            QVERIFY(world.close("A" + std::to_string(i)));
        }
        QCOMPARE(world.claim(5).size(), std::size_t{5});  // oldest first
        const auto half = world.claim(100, {{0, 0x8000'0000U}});
        const auto over = world.claim(100, {{0x8000'0000U, 0}});
        QCOMPARE(half.size() + over.size(), std::size_t{15});
        for (const auto& job : half) {
            QVERIFY(tasks::ringPositionOf("refund", std::to_string(job.id.value)) < 0x8000'0000U);
        }
        for (const auto& job : over) {
            QVERIFY(tasks::ringPositionOf("refund", std::to_string(job.id.value)) >= 0x8000'0000U);
        }
        RETURNS_HOLD(world);
    }

    void settingsChecked() {
        ReturnWorld world;
        QVERIFY(world.open());
        const auto with = [&](auto change) {
            api::RefundSettings made;
            made.provider = api::RefundProviderKind::Http;
            made.url = "https://pay.example/refunds";
            change(made);
            return world.run<void>([&](auto& work) { return returns::setSettings(work, made); });
        };
        using S = api::RefundSettings;
        REFUSED_FIELD(with([](S& s) { s.url = ""; }), ErrorCode::InvalidArgument, "url");
        REFUSED_FIELD(with([](S& s) { s.url = "http://pay.example/"; }), ErrorCode::InvalidArgument, "url");
        REFUSED_FIELD(with([](S& s) { s.url = "ftp://localhost/"; }), ErrorCode::InvalidArgument, "url");
        REFUSED_FIELD(with([](S& s) { s.url = "https://user:pass@pay.example/"; }), ErrorCode::InvalidArgument, "url");
        REFUSED_FIELD(with([](S& s) { s.url = "https://x/" + std::string(2'000, 'y'); }), ErrorCode::InvalidArgument,
                      "url");
        REFUSED_FIELD(with([](S& s) { s.timeoutMs = 99; }), ErrorCode::InvalidArgument, "timeout_ms");
        REFUSED_FIELD(with([](S& s) { s.leaseMs = s.timeoutMs; }), ErrorCode::InvalidArgument, "lease_ms");
        REFUSED_FIELD(with([](S& s) { s.lastRetryMs = s.firstRetryMs - 1; }), ErrorCode::InvalidArgument,
                      "last_retry_ms");
        REFUSED_FIELD(with([](S& s) { s.maxAttempts = 0; }), ErrorCode::InvalidArgument, "max_attempts");
        REFUSED_FIELD(with([](S& s) { s.keyId = std::string(65, 'k'); }), ErrorCode::InvalidArgument, "key_id");
        QVERIFY(with([](S& s) { s.maxAttempts = 7; }));
        QVERIFY(with([](S& s) { s.url = "http://127.0.0.1:8080/x"; }));
        const auto now = store::refunds::settingsFresh(world.database());
        QVERIFY(now->url == "http://127.0.0.1:8080/x" && now->maxAttempts == 12);
        QVERIFY(now->provider == api::RefundProviderKind::Http);
    }
};

}  // namespace test_refunds

QTEST_GUILESS_MAIN(test_refunds::TestRefunds)
#include "test_refunds.moc"
