// SPDX-License-Identifier: GPL-3.0-or-later
// Payments that were not accepted: held until somebody decides, matched to the order that they were for, sent back,
// and what is noted on them; with the ledger and all invariants under it.
#include <QtTest>

#include "engine/orders/match_payment.h"
#include "return_world.h"

namespace test_owed_payments {

using namespace evenhand;
using namespace evenhand::test;
using api::LedgerAccount;
using api::RefundStatus;

namespace {

class OwedWorld : public ReturnWorld {
public:
    bool begin(bool held, api::RefundProviderKind provider = api::RefundProviderKind::Manual) {
        api::RefundSettings made;
        made.provider = provider;
        made.url = "http://localhost:1/refunds";
        made.holdOwed = held;
        return open() && run<void>([&](auto& work) { return returns::setSettings(work, made); }).has_value();
    }
    Result<api::MatchAnswer> match(const char* payment, const char* order, std::int64_t version = 0) {
        return run<api::MatchAnswer>([&](auto& work) {
            return orders::matchPayment(work, {PaymentNo(payment), OrderNo(order), version});
        });
    }
    Result<api::RefundOutcome> note(RefundId id, const std::string& text) {
        return run<api::RefundOutcome>([&](auto& work) { return returns::note(work, {id, 0}, text); });
    }
    /// The refund by which a payment goes back.
    api::RefundRow owed(const char* payment) {
        api::RefundQuery query;
        query.filter.paymentNo = PaymentNo(payment);
        query.filter.causes.assign(std::begin(api::kOwedCauses), std::end(api::kOwedCauses));
        const auto rows = store::refundPages::page(database(), query);
        return rows && rows->size() == 1 ? rows->front() : api::RefundRow{};
    }
    /// Waits for 100.
    bool waits(const char* order) { return place(request(order)).has_value(); }
};

}  // namespace

class TestOwedPayments : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void waitsOrGoesBackAtOnce_data() {
        QTest::addColumn<bool>("held");
        QTest::newRow("at once") << false;
        QTest::newRow("when somebody says so") << true;
    }
    void waitsOrGoesBackAtOnce() {
        QFETCH(const bool, held);
        OwedWorld world;
        QVERIFY(world.begin(held, api::RefundProviderKind::Http));
        QVERIFY(world.pay("nobody's", 100, "X"));
        QVERIFY(world.owed("X").status == (held ? RefundStatus::Held : RefundStatus::Pending));
        QCOMPARE(world.balance(LedgerAccount::UnmatchedMoney), held ? -100 : 0);
        QCOMPARE(world.claim().size(), std::size_t{held ? 0U : 1U});
        RETURNS_HOLD(world);
    }

    void paysTheOrderThatItWasFor() {
        for (const bool held : {false, true}) {
            OwedWorld world;
            QVERIFY(world.begin(held));
            QVERIFY(world.waits("A"));
            QVERIFY(world.pay("a mistype", 100, "X"));
            const auto done = world.match("X", "A");
            DONE(done);
            QCOMPARE(done->amount.minor, 100);
            QVERIFY(!done->repeated);
            QVERIFY(world.detail("A").row.status == api::OrderStatus::Paid);
            QCOMPARE(world.detail("A").paymentNo->str(), std::string("X"));
            const auto row = world.owed("X");
            QVERIFY(row.status == RefundStatus::Cancelled);
            QCOMPARE(row.matchedOrderNo, std::string("A"));
            QCOMPARE(row.orderNo, std::string("a mistype"));
            QCOMPARE(world.balance(LedgerAccount::UnmatchedMoney), 0);
            QCOMPARE(world.balance(LedgerAccount::RefundsPayable), 0);
            QCOMPARE(world.balance(LedgerAccount::Sales), -100);
            QCOMPARE(world.balance(LedgerAccount::ProviderClearing), 100);
            RETURNS_HOLD(world);
            QVERIFY(world.deliverAll());
            QCOMPARE(world.courierOf("A"), std::string("anna"));
            // Said again it is done; another order finds it spent; the provider's repetition gets the first answer.
            const auto entries = world.entries();
            QVERIFY(world.match("X", "A")->repeated);
            QVERIFY(world.waits("B"));
            REFUSED_FIELD(world.match("X", "B"), ErrorCode::WrongStatus, "payment_no");
            const auto again = world.pay("a mistype", 100, "X");
            QVERIFY(again && again->repeated && again->owed == api::OwedKind::UnknownOrder);
            REFUSED_FIELD(world.refund(returns::sendBack, row.id), ErrorCode::WrongStatus, "payment_no");
            QCOMPARE(world.entries(), entries);
            RETURNS_HOLD(world);
        }
    }

    /// It is the order's own money from then on: closing gives it back once.
    void goesBackWithTheOrderThatItPaid() {
        OwedWorld world;
        QVERIFY(world.begin(true));
        QVERIFY(world.waits("A"));
        QVERIFY(world.pay("a mistype", 100, "X"));
        DONE(world.match("X", "A"));
        QVERIFY(world.close("A"));
        const auto all = world.refundsOf("A");
        QCOMPARE(all.size(), std::size_t{1});
        QVERIFY(all.front().cause == api::RefundCause::ClosedOrder);
        QCOMPARE(all.front().amount.minor, 100);
        QCOMPARE(world.balance(LedgerAccount::RefundsPayable), -100);
        const auto rows = store::refundPages::page(world.database(), {});
        QVERIFY(rows && rows->size() == 2);
        QVERIFY((*rows)[0].cause == api::RefundCause::ClosedOrder && (*rows)[0].matchedOrderNo.empty());
        RETURNS_HOLD(world);
    }

    void aLatePaymentPaysAnotherOrder() {
        OwedWorld world;
        QVERIFY(world.begin(false));
        QVERIFY(world.waits("A"));
        QVERIFY(world.close("A"));
        QVERIFY(world.pay("A", 100, "L"));
        QCOMPARE(world.detail("A").owed.size(), std::size_t{1});
        QVERIFY(world.waits("B"));
        DONE(world.match("L", "B"));
        QVERIFY(world.detail("A").owed.empty());
        QVERIFY(store::payments::owed(world.database(), 0, 9)->empty());
        RETURNS_HOLD(world);
    }

    void isRefusedWhereItCouldNotHavePaid() {
        OwedWorld world;
        QVERIFY(world.begin(true));
        QVERIFY(world.pay("a mistype", 100, "X"));
        QVERIFY(world.pay("a mistype", 99, "Y"));
        QVERIFY(world.pay("a mistype", 0, "Z"));
        QVERIFY(world.waits("A"));
        QVERIFY(world.waits("closed"));
        QVERIFY(world.close("closed"));
        QVERIFY(world.buy("paid"));
        const auto entries = world.entries();
        REFUSED_FIELD(world.match("", "A"), ErrorCode::InvalidArgument, "payment_no");
        REFUSED_FIELD(world.match("X", ""), ErrorCode::InvalidArgument, "order_no");
        REFUSED_FIELD(world.match("unheard of", "A"), ErrorCode::NotFound, "payment_no");
        REFUSED_FIELD(world.match("Ppaid", "A"), ErrorCode::NotFound, "payment_no");
        REFUSED_FIELD(world.match("Z", "A"), ErrorCode::NotFound, "payment_no");
        REFUSED_FIELD(world.match("X", "unheard of"), ErrorCode::NotFound, "order_no");
        REFUSED_FIELD(world.match("X", "closed"), ErrorCode::WrongStatus, "status");
        REFUSED_FIELD(world.match("X", "paid"), ErrorCode::WrongStatus, "status");
        REFUSED_FIELD(world.match("Y", "A"), ErrorCode::InvalidArgument, "amount");
        const auto version = world.owed("X").version;
        REFUSED_FIELD(world.match("X", "A", version + 1), ErrorCode::Conflict, "version");
        world.now = world.detail("A").row.placedAt.plusMs(30LL * 60 * 1'000);
        REFUSED_FIELD(world.match("X", "A", version), ErrorCode::WrongStatus, "status");
        world.now = Instant{world.now.ms - 1};
        QCOMPARE(world.entries(), entries);
        QVERIFY(world.owed("X").status == RefundStatus::Held && world.owed("X").version == version);
        DONE(world.match("X", "A", version));
        RETURNS_HOLD(world);
    }

    /// What has left, or may have, pays nothing.
    void whatHasLeftPaysNothing() {
        OwedWorld world;
        QVERIFY(world.begin(false, api::RefundProviderKind::Http));
        QVERIFY(world.waits("A"));
        QVERIFY(world.pay("a mistype", 100, "X"));
        const auto jobs = world.claim();
        QCOMPARE(jobs.size(), std::size_t{1});
        REFUSED_FIELD(world.match("X", "A"), ErrorCode::WrongStatus, "refund");
        DONE(world.reportJob(jobs.front(), api::SendOutcome::Declined));  // for certain not paid
        DONE(world.match("X", "A"));
        RETURNS_HOLD(world);
        QVERIFY(world.waits("B"));
        QVERIFY(world.pay("a mistype", 100, "Y"));
        DONE(world.paidByHand(world.owed("Y").id));
        REFUSED_FIELD(world.match("Y", "B"), ErrorCode::WrongStatus, "refund");
        RETURNS_HOLD(world);
    }

    void isSentBackOnce() {
        OwedWorld world;
        QVERIFY(world.begin(true, api::RefundProviderKind::Http));
        QVERIFY(world.pay("a mistype", 100, "X"));
        const auto id = world.owed("X").id;
        QVERIFY(world.refund(returns::sendBack, id)->status == RefundStatus::Pending);
        const auto version = world.owed("X").version;
        const auto entries = world.entries();
        QVERIFY(world.refund(returns::sendBack, id)->status == RefundStatus::Pending);
        QCOMPARE(world.owed("X").version, version);
        QCOMPARE(world.entries(), entries);
        const auto jobs = world.claim();
        QCOMPARE(jobs.size(), std::size_t{1});
        QCOMPARE(jobs.front().amount.minor, 100);
        DONE(world.reportJob(jobs.front(), api::SendOutcome::Declined));
        QVERIFY(world.owed("X").status == RefundStatus::Failed);
        QVERIFY(world.refund(returns::sendBack, id)->status == RefundStatus::Pending);
        const auto second = world.claim();
        QCOMPARE(second.size(), std::size_t{1});
        DONE(world.reportJob(second.front(), api::SendOutcome::Succeeded));
        QVERIFY(world.refund(returns::sendBack, id)->status == RefundStatus::Succeeded);
        QVERIFY(world.claim().empty());
        QCOMPARE(world.balance(LedgerAccount::ProviderClearing), 0);
        RETURNS_HOLD(world);
        // Others go back by their own rules.
        QVERIFY(world.freely());
        QVERIFY(world.sell("A").valid());
        const auto asked = world.refundOrder("k", "A");
        DONE(asked);
        REFUSED_FIELD(world.refund(returns::sendBack, asked->id), ErrorCode::WrongStatus, "cause");
    }

    /// Sending it was given up: it does not go back by itself.
    void whatWasGivenUpIsSentBack() {
        OwedWorld world;
        QVERIFY(world.begin(false, api::RefundProviderKind::Http));
        DONE(world.overHttp(1));
        QVERIFY(world.pay("a mistype", 100, "X"));
        const auto giveUp = [&](api::SendOutcome outcome) {
            const auto jobs = world.claim();
            QCOMPARE(jobs.size(), std::size_t{1});
            DONE(world.reportJob(jobs.front(), outcome));
        };
        giveUp(api::SendOutcome::NotSent);
        QVERIFY(world.claim().empty());
        const auto id = world.owed("X").id;
        QVERIFY(world.refund(returns::sendBack, id)->status == RefundStatus::Pending);
        giveUp(api::SendOutcome::Unknown);
        QVERIFY(world.refund(returns::sendBack, id)->status == RefundStatus::Sent);
        const auto jobs = world.claim();
        QCOMPARE(jobs.size(), std::size_t{1});
        QVERIFY(jobs.front().lookUp);  // it may have left
        DONE(world.reportJob(jobs.front(), api::SendOutcome::Succeeded));
        QVERIFY(world.owed("X").status == RefundStatus::Succeeded);
        RETURNS_HOLD(world);
    }

    void notesStayAsTheyWereWritten() {
        OwedWorld world;
        QVERIFY(world.begin(true));
        QVERIFY(world.pay("a mistype", 100, "X"));
        const auto before = world.owed("X");
        world.as("ann");
        DONE(world.note(before.id, "called the customer"));
        world.as("bob");
        world.now = world.now.plusMs(60'000);
        DONE(world.note(before.id, "'; DROP TABLE refund; --"));
        REFUSED_FIELD(world.note(before.id, ""), ErrorCode::InvalidArgument, "note");
        REFUSED_FIELD(world.note(before.id, " \n"), ErrorCode::InvalidArgument, "note");
        REFUSED_FIELD(world.note(before.id, std::string(501, 'x')), ErrorCode::InvalidArgument, "note");
        REFUSED_FIELD(world.note(RefundId{99}, "x"), ErrorCode::NotFound, "refund");
        DONE(world.refund(returns::sendBack, before.id));
        const auto events = *store::refundPages::events(world.database(), before.id);
        QCOMPARE(events.size(), std::size_t{4});
        QVERIFY(events[1].kind == api::MoneyEventKind::Noted && events[1].actor == "ann");
        QCOMPARE(events[1].detail, std::string("called the customer"));
        QVERIFY(events[2].kind == api::MoneyEventKind::Noted && events[2].actor == "bob");
        QCOMPARE(events[2].detail, std::string("'; DROP TABLE refund; --"));
        QCOMPARE(events[2].at, world.now);
        QVERIFY(events[3].kind == api::MoneyEventKind::Granted);
    }

    /// Two clerks: the version says who was first.
    void theFirstDecides() {
        OwedWorld world;
        QVERIFY(world.begin(true));
        QVERIFY(world.waits("A"));
        QVERIFY(world.pay("a mistype", 100, "X"));
        const auto seen = world.owed("X");
        DONE(world.run<api::RefundOutcome>([&](auto& work) {
            return returns::sendBack(work, {seen.id, seen.version});
        }));
        REFUSED_FIELD(world.match("X", "A", seen.version), ErrorCode::Conflict, "version");
        DONE(world.match("X", "A", world.owed("X").version));  // granted, and nobody has sent it
        REFUSED_FIELD(world.run<api::RefundOutcome>([&](auto& work) {
            return returns::sendBack(work, {seen.id, seen.version});
        }),
                      ErrorCode::Conflict, "version");
        RETURNS_HOLD(world);
    }
};

}  // namespace test_owed_payments

QTEST_GUILESS_MAIN(test_owed_payments::TestOwedPayments)
#include "test_owed_payments.moc"
