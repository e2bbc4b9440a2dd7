// SPDX-License-Identifier: GPL-3.0-or-later
// Refunds, table by table: every action in every state, each field and each limit alone, what each refund says of
// itself and of its order, which accounts each kind of entry moves money between.
#include <QtTest>
#include <map>
#include <tuple>

#include "engine/base/code_words.h"
#include "engine/ledger_entries/entries.h"
#include "engine/refunds/refund.h"
#include "engine/store/records/refund_store.h"
#include "engine/store/records/task_store.h"
#include "return_world.h"

namespace test_refund_rules {

using namespace evenhand;
using namespace evenhand::test;
using api::LedgerAccount;
using api::LedgerKind;
using api::MoneyEventKind;
using api::RefundCause;
using api::RefundProviderKind;
using api::RefundStatus;
using api::SendOutcome;

namespace {

store::refunds::Record refund(ReturnWorld& world, RefundId id) {
    const auto found = store::refunds::find(world.database(), id);
    return found && *found ? **found : store::refunds::Record{};
}
api::RefundRow row(ReturnWorld& world, RefundId id) {
    const auto found = store::refundPages::rows(world.database(), std::span(&id, 1));
    return found && found->size() == 1 ? found->front() : api::RefundRow{};
}
store::tasks::Record task(ReturnWorld& world, RefundId id) {
    const auto found = store::tasks::find(world.database(), api::TaskKind::Refund, std::to_string(id.value));
    return found && *found ? **found : store::tasks::Record{};
}
std::vector<api::MoneyEvent> history(ReturnWorld& world, RefundId id) {
    return store::refundPages::events(world.database(), id).value_or(std::vector<api::MoneyEvent>());
}
/// The refund of an order with this cause.
RefundId ofCause(ReturnWorld& world, const std::string& no, RefundCause cause) {
    for (const auto& one : world.refundsOf(no)) {
        if (one.cause == cause) {
            return one.id;
        }
    }
    return {};
}

/// A refund of 100 of a new order, in the state of this name. A worker tries once.
RefundId refundIn(ReturnWorld& world, const std::string& no, const std::string& state) {
    world.as("ann");
    api::ReturnPolicy policy;
    policy.goods = state == "held" ? api::GoodsRule::GoodsFirst : api::GoodsRule::MoneyFirst;
    policy.fourEyesAbove = state == "requested" ? std::optional(Money{0}) : std::nullopt;
    policy.secondAbove.reset();
    const auto sold = world.returnPolicy(policy) ? world.sell(no) : DeductionId{};
    RefundId id;
    if (state == "held") {
        const auto made = world.requestReturn(world.asked("R", sold));
        id = made && world.approve(made->id) ? world.refundOf(made->id).id : id;
    } else {
        const auto made = world.refundOrder(no.c_str(), no, 100);
        id = made ? made->id : id;
    }
    if (state == "cancelled") {
        (void)world.refund(returns::cancelRefund, id);
    }
    static const std::map<std::string, SendOutcome> kSaid{{"pending, given up", SendOutcome::NotSent},
                                                          {"sent, given up", SendOutcome::Unknown},
                                                          {"succeeded", SendOutcome::Succeeded},
                                                          {"failed", SendOutcome::Declined}};
    const auto said = kSaid.find(state);
    if (state == "sent" || said != kSaid.end()) {
        for (const auto& job : world.claim(1'000)) {
            if (said != kSaid.end() && job.id == id) {
                (void)world.reportJob(job, said->second);
            }
        }
    }
    return id;
}

struct Action {
    const char* name;
    Result<api::RefundOutcome> (*run)(ReturnWorld&, RefundId);
    MoneyEventKind event;
    const char* detail;
};
constexpr Action kActions[] = {
    {"approve", [](ReturnWorld& world, RefundId id) { return world.refund(returns::approveRefund, id); },
     MoneyEventKind::Granted, "because"},
    {"cancel", [](ReturnWorld& world, RefundId id) { return world.refund(returns::cancelRefund, id); },
     MoneyEventKind::Cancelled, "because"},
    {"retry", [](ReturnWorld& world, RefundId id) { return world.refund(returns::retryRefund, id); },
     MoneyEventKind::Retried, "because"},
    {"paid", [](ReturnWorld& world, RefundId id) { return world.paidByHand(id); }, MoneyEventKind::ByHand, "R-1"},
    {"not paid", [](ReturnWorld& world, RefundId id) { return world.refund(returns::recordFailed, id); },
     MoneyEventKind::ByHand, "because"}};

}  // namespace

class TestRefundRules : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyActionInEveryState() {
        struct Row {
            const char* state;
            const char* becomes[std::size(kActions)];  ///< empty: refused
        };
        constexpr Row kRows[] = {{"requested", {"PENDING", "CANCELLED", "", "", ""}},
                                 {"held", {"", "CANCELLED", "", "", ""}},
                                 {"pending", {"", "CANCELLED", "", "SUCCEEDED", ""}},
                                 {"pending, given up", {"", "CANCELLED", "PENDING", "SUCCEEDED", ""}},
                                 {"sent", {"", "", "", "", ""}},
                                 {"sent, given up", {"", "", "SENT", "SUCCEEDED", "FAILED"}},
                                 {"succeeded", {"", "", "", "", ""}},
                                 {"failed", {"", "CANCELLED", "PENDING", "SUCCEEDED", ""}},
                                 {"cancelled", {"", "", "", "", ""}}};
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.overHttp(1));
        int orders = 0;
        for (const auto& [state, becomes] : kRows) {
            for (std::size_t i = 0; i < std::size(kActions); ++i) {
                const auto& action = kActions[i];
                const auto label = std::string(state) + ", " + action.name + ": ";
                const auto no = "O" + std::to_string(++orders);
                const auto id = refundIn(world, no, state);
                const auto before = refund(world, id);
                const std::string state0(state);
                QCOMPARE(label + base::codeWords(api::toText(before.status)),
                         label + state0.substr(0, state0.find(',')));
                world.as("bob");
                const auto outcome = action.run(world, id);
                const auto now = refund(world, id);
                if (*becomes[i] == '\0') {
                    QVERIFY2(!outcome, label.c_str());
                    QCOMPARE(label + std::string(base::errorName(outcome.error().code)) + " " + outcome.error().field,
                             label + "wrong_status status");
                    QCOMPARE(now.version, before.version);
                    (void)world.claim(1'000);
                    continue;
                }
                QVERIFY2(outcome, label.c_str());
                QCOMPARE(label + std::string(api::toText(outcome->status)), label + becomes[i]);
                QCOMPARE(outcome->status, now.status);
                QCOMPARE(outcome->version, now.version);
                QVERIFY2(now.version > before.version, label.c_str());
                const auto told = history(world, id).back();
                QCOMPARE(label + std::string(api::toText(told.kind)), label + std::string(api::toText(action.event)));
                QCOMPARE(label + told.detail, label + action.detail);
                QCOMPARE(told.actor, std::string("bob"));
                if (state0 != "held") {  // there the return has the last word
                    const auto event = world.detail(no).events.back();
                    QCOMPARE(event.kind, api::EventKind::RefundChanged);
                    QCOMPARE(event.detail, "100: " + std::string(api::toText(action.event)) + ": " + action.detail);
                }
                const auto jobs = world.claim(1'000);
                const bool sends = now.status == RefundStatus::Pending || now.status == RefundStatus::Sent;
                QCOMPARE(label + std::to_string(jobs.size()), label + (sends ? "1" : "0"));
                if (sends) {
                    QCOMPARE(jobs.front().id, id);
                    QCOMPARE(jobs.front().attempt, 1);
                    QCOMPARE(jobs.front().lookUp, now.status == RefundStatus::Sent);
                } else {
                    QVERIFY2(!task(world, id).id.valid() || task(world, id).status == api::TaskStatus::Done,
                             label.c_str());
                }
            }
            RETURNS_HOLD(world);
        }
    }

    void eachFieldOfARequest() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        QVERIFY(world.sell("A").valid() && world.sell("B").valid());
        using R = api::RequestRefund;
        const auto ask = [&](const char* key, auto change) {
            R made{key, OrderNo("A"), Money{100}, 0};
            change(made);
            return world.run<api::RefundAnswer>([&](auto& work) { return returns::requestRefund(work, made); });
        };
        const auto first = ask("k", [](R&) {});
        QVERIFY(first && !first->repeated && first->amount.minor == 100);
        const auto again = ask("k", [](R& r) { r.version = 4711; });  // what is known has no version
        QVERIFY(again && again->repeated && again->id == first->id && again->amount.minor == 100);
        QVERIFY(again->status == RefundStatus::Pending);
        REFUSED_FIELD(ask("k", [](R& r) { r.orderNo = OrderNo("B"); }), ErrorCode::KeyReused, "key");
        REFUSED_FIELD(ask("k", [](R& r) { r.amount = Money{101}; }), ErrorCode::KeyReused, "key");
        REFUSED_FIELD(ask("k", [](R& r) { r.amount.reset(); }), ErrorCode::KeyReused, "key");
        REFUSED_FIELD(ask("l", [](R& r) { r.key = std::string(65, 'k'); }), ErrorCode::InvalidArgument, "key");
        REFUSED_FIELD(ask("l", [](R& r) { r.orderNo = OrderNo(""); }), ErrorCode::InvalidArgument, "order_no");
        REFUSED_FIELD(ask("l", [](R& r) { r.amount = Money{base::kMaxMoneyMinor + 1}; }), ErrorCode::InvalidArgument,
                      "amount");
        REFUSED_FIELD(ask("l", [](R& r) { r.amount = Money{base::kMaxMoneyMinor}; }), ErrorCode::ExceedsRefundable,
                      "amount");
        const auto over = ask("l", [](R& r) { r.amount = Money{201}; });
        REFUSED_FIELD(over, ErrorCode::ExceedsRefundable, "amount");
        QCOMPARE(over.error().message, std::string("only 200 can still be refunded"));
        QCOMPARE(over.error().value, std::string("201"));
        const auto version = world.detail("A").row.version;
        REFUSED_FIELD(ask("l", [&](R& r) { r.version = version + 1; }), ErrorCode::Conflict, "version");
        REFUSED_FIELD(ask("l", [&](R& r) { r.version = version - 1; }), ErrorCode::Conflict, "version");
        QCOMPARE(world.refundsOf("A").size(), std::size_t{1});
        QVERIFY(ask("l", [&](R& r) {
            r.version = version;
            r.amount = Money{1};
        }));
        QCOMPARE(ask("m", [](R& r) { r.amount.reset(); })->amount.minor, 199);
        RETURNS_HOLD(world);
    }

    /// A refund that is tried again begins anew for whoever looks at its task: no attempt, no end, due at once; one
    /// that was declined says no more why an earlier attempt had failed.
    void retriedTasksBeginAnew() {
        for (const auto* state : {"pending, given up", "sent, given up", "failed"}) {
            ReturnWorld world;
            QVERIFY(world.open());
            QVERIFY(world.overHttp(1));
            const auto id = refundIn(world, "A", state);
            QVERIFY2(task(world, id).endedAt, state);
            world.now = world.now.plusMs(1'000);
            QVERIFY(world.refund(returns::retryRefund, id));
            const auto again = task(world, id);
            QCOMPARE(again.status, api::TaskStatus::Pending);
            QCOMPARE(again.due, std::optional(world.now));
            QCOMPARE(again.attempts, 0);
            QVERIFY2(!again.endedAt, state);
            RETURNS_HOLD(world);
        }
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.overHttp(2));
        const auto id = refundIn(world, "A", "pending");
        for (const auto said : {SendOutcome::NotSent, SendOutcome::Declined}) {
            for (const auto& job : world.claim(1'000)) {
                QVERIFY(world.reportJob(job, said));
            }
            QCOMPARE(task(world, id).lastError, std::string("said so"));
            world.now = world.now.plusMs(base::kDayMs);
        }
        QCOMPARE(refund(world, id).status, RefundStatus::Failed);
        QVERIFY(world.refund(returns::retryRefund, id));
        QCOMPARE(task(world, id).lastError, std::string());
        RETURNS_HOLD(world);
    }

    /// Of each action, with the version that was seen and with another one.
    void versionsOfActions() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.overHttp(1));
        const auto id = refundIn(world, "A", "failed");
        const auto version = refund(world, id).version;
        for (const auto rule :
             {returns::approveRefund, returns::cancelRefund, returns::retryRefund, returns::recordFailed}) {
            REFUSED_FIELD(world.run<api::RefundOutcome>([&](auto& work) {
                return rule(work, {id, version + 1});
            }),
                          ErrorCode::Conflict, "version");
            REFUSED_FIELD(world.run<api::RefundOutcome>([&](auto& work) {
                return rule(work, {RefundId{99}, 0});
            }),
                          ErrorCode::NotFound, "refund");
        }
        const auto paid = [&](std::int64_t seen) {
            return world.run<api::RefundOutcome>([&](auto& work) {
                return returns::recordPaid(work, {id, seen}, "r");
            });
        };
        REFUSED_FIELD(paid(version - 1), ErrorCode::Conflict, "version");
        QVERIFY(paid(version));
    }

    void referencesOfAPersonWhoPaid() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        QVERIFY(world.sell("A").valid());
        const auto id = world.refundOrder("k", "A", 100)->id;
        for (const auto& bad : {std::string(), std::string(" \t\r\n "), std::string(api::kMaxReference + 1, 'r'),
                                std::string("a\0b", 3), std::string("\xff")}) {
            REFUSED_FIELD(world.paidByHand(id, bad), ErrorCode::InvalidArgument, "reference");
        }
        const std::string longest(api::kMaxReference, 'r');
        world.now = world.now.plusMs(5'000);
        QVERIFY(world.paidByHand(id, longest));
        const auto paid = row(world, id);
        QCOMPARE(paid.reference, longest);
        QCOMPARE(paid.doneAt, std::optional(world.now));
        QCOMPARE(paid.grantedAt, std::optional(world.now.plusMs(-5'000)));
        QVERIFY(!paid.sentAt);
    }

    void whatEachSaysOfItself() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        const auto deduction = world.sell("A");
        QVERIFY(world.sell("B").valid());
        QVERIFY(world.place(world.request("C")));
        world.now = world.now.plusMs(1'000);
        world.as("ann");
        world.call.reason = "overcharged";
        const auto byHand = world.refundOrder("k", "A", 7)->id;
        auto wanted = world.asked("R", deduction);
        wanted.reason = "broken";
        const auto returned = world.requestReturn(wanted)->id;
        world.as("bob");
        world.now = world.now.plusMs(1'000);
        QVERIFY(world.approve(returned));
        QVERIFY(world.close("B"));
        QVERIFY(world.pay("B", 300, "late"));
        QVERIFY(world.pay("C", 1, "wrong"));
        QVERIFY(world.pay("A", 300, "second"));
        QVERIFY(world.pay("nobody's", 300, "unknown"));

        auto seen = row(world, byHand);
        QCOMPARE(seen.cause, RefundCause::Order);
        QCOMPARE(seen.orderNo, std::string("A"));
        QVERIFY(!seen.returnId && seen.returnNo.empty());
        QCOMPARE(seen.paymentNo, PaymentNo("PA"));
        QCOMPARE(seen.campus, world.campus);
        QCOMPARE(seen.amount.minor, 7);
        QCOMPARE(seen.provider, RefundProviderKind::Manual);
        QCOMPARE(seen.reason, std::string("overcharged"));
        QCOMPARE(seen.requester, std::string("ann"));
        QVERIFY(seen.approver.empty() && seen.firstApprover.empty());
        QCOMPARE(seen.requestedAt, world.now.plusMs(-1'000));
        QCOMPARE(seen.grantedAt, std::optional(world.now.plusMs(-1'000)));
        QVERIFY(!seen.sentAt && !seen.doneAt && !seen.nextTry && !seen.dead);
        QCOMPARE(seen.attempts, 0);
        QVERIFY(seen.reference.empty() && seen.lastError.empty());
        QCOMPARE(refund(world, byHand).source, std::string("k"));

        const auto ofReturn = world.refundOf(returned).id;
        seen = row(world, ofReturn);
        QCOMPARE(seen.cause, RefundCause::Return);
        QCOMPARE(seen.returnId, std::optional(returned));
        QCOMPARE(seen.returnNo, ReturnNo("R"));
        QCOMPARE(seen.paymentNo, PaymentNo("PA"));
        QCOMPARE(seen.campus, world.campus);
        QCOMPARE(seen.reason, std::string("broken"));  // the customer's
        QCOMPARE(seen.requester, std::string("ann"));
        QCOMPARE(seen.approver, std::string("bob"));
        QCOMPARE(seen.requestedAt, world.now);
        QCOMPARE(refund(world, ofReturn).source, std::to_string(returned.value) + "/1");

        const auto closed = ofCause(world, "B", RefundCause::ClosedOrder);
        seen = row(world, closed);
        QCOMPARE(seen.paymentNo, PaymentNo("PB"));
        QCOMPARE(seen.campus, world.campus);
        QCOMPARE(seen.amount.minor, 300);
        QCOMPARE(seen.requester, std::string("system"));
        QCOMPARE(seen.grantedAt, std::optional(world.now));
        QCOMPARE(history(world, closed).front().detail, std::string("the order is closed"));
        QCOMPARE(refund(world, closed).source, std::to_string(world.detail("B").row.id.value));

        for (const auto& [no, cause, payment] :
             {std::tuple("B", RefundCause::LatePayment, "late"), std::tuple("C", RefundCause::WrongAmount, "wrong"),
              std::tuple("A", RefundCause::SecondPayment, "second")}) {
            const auto owed = ofCause(world, no, cause);
            seen = row(world, owed);
            QCOMPARE(seen.orderNo, std::string(no));
            QCOMPARE(seen.paymentNo, PaymentNo(payment));
            QCOMPARE(seen.campus, world.campus);
            QCOMPARE(seen.requester, std::string("system"));
            QCOMPARE(seen.status, RefundStatus::Pending);
            QCOMPARE(refund(world, owed).source, std::string(payment));
        }
        const auto all = store::refundPages::page(world.database(), {});
        QCOMPARE(all->size(), std::size_t{7});
        QCOMPARE(all->front().paymentNo, PaymentNo("unknown"));
        QCOMPARE(all->front().orderNo, std::string("nobody's"));
        QVERIFY(all->front().campus.empty());
        QCOMPARE(history(world, all->front().id).front().detail, std::string("unknown_order"));
        RETURNS_HOLD(world);
    }

    void bothApproversAreKept() {
        ReturnWorld world;
        QVERIFY(world.open());
        api::ReturnPolicy policy;
        policy.fourEyesAbove = policy.secondAbove = Money{0};
        QVERIFY(world.returnPolicy(policy));
        QVERIFY(world.sell("A").valid());
        world.as("ann");
        const auto id = world.refundOrder("k", "A", 100)->id;
        QVERIFY(!row(world, id).grantedAt);
        QCOMPARE(world.balance(LedgerAccount::RefundsPayable), 0);
        world.as("bob");
        world.now = world.now.plusMs(1'000);
        QVERIFY(world.refund(returns::approveRefund, id)->status == RefundStatus::Requested);
        QCOMPARE(row(world, id).firstApprover, std::string("bob"));
        QVERIFY(row(world, id).approver.empty() && !row(world, id).grantedAt);
        QCOMPARE(world.balance(LedgerAccount::RefundsPayable), 0);
        world.as("cem");
        world.now = world.now.plusMs(1'000);
        QVERIFY(world.refund(returns::approveRefund, id)->status == RefundStatus::Pending);
        const auto granted = row(world, id);
        QCOMPARE(granted.firstApprover, std::string("bob"));
        QCOMPARE(granted.approver, std::string("cem"));
        QCOMPARE(granted.grantedAt, std::optional(world.now));
        QCOMPARE(granted.requestedAt, world.now.plusMs(-2'000));
        QCOMPARE(world.balance(LedgerAccount::RefundsPayable), -100);
        const auto told = history(world, id);
        QCOMPARE(told.size(), std::size_t{3});
        QVERIFY(told[0].kind == MoneyEventKind::Requested && told[0].actor == "ann" && told[0].detail == "because");
        QVERIFY(told[1].kind == MoneyEventKind::FirstApproval && told[1].actor == "bob");
        QVERIFY(told[2].kind == MoneyEventKind::Granted && told[2].actor == "cem");
        // The first of two is nothing that the order's own history tells.
        int changes = 0;
        for (const auto& event : world.detail("A").events) {
            changes += event.kind == api::EventKind::RefundChanged ? 1 : 0;
        }
        QCOMPARE(changes, 2);
        RETURNS_HOLD(world);
    }

    /// The campus's own thresholds, where it has some: for the request, for the approval.
    void thresholdsOfTheCampus() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        api::ReturnPolicy own;
        own.fourEyesAbove = Money{0};
        own.secondAbove.reset();
        QVERIFY(world.returnPolicy(own, world.campus));
        QVERIFY(world.sell("A").valid());
        world.as("ann");
        const auto asked = world.refundOrder("k", "A", 100);
        QVERIFY(asked && asked->status == RefundStatus::Requested);
        REFUSED_FIELD(world.refund(returns::approveRefund, asked->id), ErrorCode::FourEyes, "approver");
        // Without its own it has the workspace's again, from the next decision on.
        QVERIFY(world.run<void>([&](auto& work) { return returns::setPolicy(work, world.campus, std::nullopt); }));
        QVERIFY(world.refundOrder("l", "A", 100)->status == RefundStatus::Pending);
        QVERIFY(world.refund(returns::approveRefund, asked->id)->status == RefundStatus::Pending);
        RETURNS_HOLD(world);
    }

    /// A grant and a retry go by the provider of then, not by that of the request.
    void theProviderOfTheGrant() {
        ReturnWorld world;
        QVERIFY(world.open());
        api::ReturnPolicy policy;
        policy.fourEyesAbove = Money{0};
        QVERIFY(world.returnPolicy(policy));
        QVERIFY(world.sell("A").valid());
        const auto id = world.refundOrder("k", "A", 100)->id;
        QCOMPARE(row(world, id).provider, RefundProviderKind::Manual);
        QVERIFY(world.overHttp());
        world.as("bob");
        QVERIFY(world.refund(returns::approveRefund, id));
        QCOMPARE(row(world, id).provider, RefundProviderKind::Http);
        QCOMPARE(row(world, id).nextTry, std::optional(world.now));
        const auto granted = world.now;
        const auto job = world.claim().at(0);
        QCOMPARE(row(world, id).sentAt, std::optional(world.now));
        world.now = world.now.plusMs(1'000);
        QVERIFY(world.reportJob(job, SendOutcome::Declined));
        QCOMPARE(row(world, id).lastError, std::string("said so"));
        QVERIFY(!row(world, id).nextTry);
        api::RefundSettings manual;
        QVERIFY(world.run<void>([&](auto& work) { return returns::setSettings(work, manual); }));
        QVERIFY(world.refund(returns::retryRefund, id)->status == RefundStatus::Pending);
        QCOMPARE(row(world, id).provider, RefundProviderKind::Manual);
        QCOMPARE(row(world, id).grantedAt, std::optional(granted));  // it was granted then, and never taken back
        QVERIFY(world.claim().empty());
        QVERIFY(task(world, id).status == api::TaskStatus::Done);
        QVERIFY(!row(world, id).nextTry);
        QVERIFY(world.paidByHand(id));
        QVERIFY(row(world, id).lastError.empty());
        RETURNS_HOLD(world);
    }

    void whatAWorkerIsTold() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        QVERIFY(world.overHttp(2));
        QVERIFY(world.sell("A").valid());
        const auto id = world.refundOrder("k", "A", 100)->id;
        const auto claim = [&](const std::string& worker, std::int64_t limit) {
            return world.run<std::vector<api::RefundJob>>([&](auto& work) {
                return returns::claimDue(work, {worker, limit, {}}, {"JPY", 0});
            });
        };
        REFUSED_FIELD(claim("w", 0), ErrorCode::InvalidArgument, "limit");
        REFUSED_FIELD(claim("w", 1'001), ErrorCode::InvalidArgument, "limit");
        REFUSED_FIELD(claim("", 1), ErrorCode::InvalidArgument, "worker");
        REFUSED_FIELD(claim(std::string(201, 'w'), 1), ErrorCode::InvalidArgument, "worker");
        const auto jobs = claim(std::string(200, 'w'), 1'000);
        QVERIFY(jobs && jobs->size() == 1);
        const auto job = jobs->front();
        QCOMPARE(job.paymentNo, PaymentNo("PA"));
        QCOMPARE(job.currency, std::string("JPY"));
        QCOMPARE(job.minorDigits, 0);
        QCOMPARE(job.orderNo, std::string("A"));
        QVERIFY(job.key.starts_with("R" + std::to_string(id.value) + "-"));
        QCOMPARE(row(world, id).attempts, 1);
        QCOMPARE(task(world, id).worker, std::string(200, 'w'));
        QCOMPARE(history(world, id).back().kind, MoneyEventKind::Attempt);
        QCOMPARE(history(world, id).back().detail, std::string("1"));

        // What comes from outside is cut to what there is room for, between two characters.
        const auto say = [&](const api::RefundJob& done, SendOutcome outcome, const std::string& reference,
                             const std::string& message, std::int64_t retryAfterMs) {
            const api::RefundReport said{done.id, done.token, outcome, reference, message, retryAfterMs};
            return world.run<api::RefundOutcome>([&](auto& work) { return returns::report(work, said); });
        };
        std::string euros;
        for (int i = 0; i < 501; ++i) {
            euros += "\xe2\x82\xac";
        }
        QVERIFY(say(job, SendOutcome::NotSent, "", euros, 0));
        QCOMPARE(row(world, id).lastError, euros.substr(0, 1'500));
        QCOMPARE(history(world, id).back().kind, MoneyEventKind::NotSent);
        QCOMPARE(history(world, id).back().detail, euros.substr(0, 1'500));
        world.now = world.now.plusMs(5'000);
        const auto last = world.claim().at(0);
        QCOMPARE(last.attempt, 2);
        world.now = world.now.plusMs(60'000);  // its lease is over: nobody knows what became of the last attempt
        QVERIFY(world.claim().empty());
        QVERIFY(row(world, id).dead);
        QCOMPARE(row(world, id).attempts, 2);
        QCOMPARE(history(world, id).back().kind, MoneyEventKind::Dead);
        QVERIFY(world.refund(returns::retryRefund, id));
        QVERIFY(!row(world, id).dead);
        QCOMPARE(row(world, id).nextTry, std::optional(world.now));
        const auto found = world.claim().at(0);
        QVERIFY(found.lookUp);
        QVERIFY(say(found, SendOutcome::Succeeded, std::string(201, 'r'), "", 0));
        QCOMPARE(row(world, id).reference, std::string(200, 'r'));
        QCOMPARE(row(world, id).doneAt, std::optional(world.now));
        QVERIFY(row(world, id).lastError.empty());
        RETURNS_HOLD(world);
    }

    /// After the last attempt a person has to look; what that attempt came to stays readable.
    void theLastAttempt() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.overHttp(1));
        const auto id = refundIn(world, "A", "pending");
        const auto job = world.claim().at(0);
        world.now = world.now.plusMs(1'000);
        world.events.clear();
        QVERIFY(world.reportJob(job, SendOutcome::Unknown));
        const auto told = history(world, id);
        QCOMPARE(told.size(), std::size_t{4});
        QVERIFY(told[1].kind == MoneyEventKind::Attempt && told[1].detail == "1");
        QVERIFY(told[2].kind == MoneyEventKind::Unknown && told[2].detail == "said so");
        QVERIFY(told[3].kind == MoneyEventKind::Dead && told[3].detail == "said so");
        const auto seen = row(world, id);
        QVERIFY(seen.dead && !seen.nextTry);
        QCOMPARE(seen.attempts, 1);
        QCOMPARE(seen.lastError, std::string("said so"));
        const auto given = task(world, id);
        QCOMPARE(given.status, api::TaskStatus::Dead);
        QCOMPARE(given.lastError, std::string("said so"));
        QCOMPARE(given.endedAt, std::optional(world.now));
        int tasks = 0;
        for (const auto& event : world.events) {
            tasks += event.kind == api::Event::Kind::TasksChanged && event.task == api::TaskKind::Refund ? 1 : 0;
        }
        QCOMPARE(tasks, 1);
        QCOMPARE(world.detail("A").events.back().detail, std::string("100: dead: said so"));
        RETURNS_HOLD(world);
    }

    /// Each outcome of an attempt that is not the last: the state, when the next one is, and whether it looks first.
    void theNextAttempt_data() {
        QTest::addColumn<int>("outcome");
        QTest::addColumn<int>("status");
        QTest::addColumn<qint64>("retryAfterMs");
        QTest::addColumn<qint64>("nextMs");
        QTest::addColumn<bool>("lookUp");
        const auto add = [](const char* name, SendOutcome outcome, RefundStatus status, qint64 asked, qint64 next,
                            bool lookUp) {
            QTest::newRow(name) << static_cast<int>(outcome) << static_cast<int>(status) << asked << next << lookUp;
        };
        add("not sent", SendOutcome::NotSent, RefundStatus::Pending, 0, 5'000, false);
        add("not sent, wait", SendOutcome::NotSent, RefundStatus::Pending, 30'000, 30'000, false);
        add("unknown", SendOutcome::Unknown, RefundStatus::Sent, 0, 5'000, true);
        add("unknown, wait", SendOutcome::Unknown, RefundStatus::Sent, 30'000, 30'000, true);
        add("processing", SendOutcome::Processing, RefundStatus::Sent, 0, 5'000, true);
        add("not known", SendOutcome::NotKnown, RefundStatus::Pending, 0, 0, false);
        add("not known, wait", SendOutcome::NotKnown, RefundStatus::Pending, 30'000, 30'000, false);
        add("not known, wait a little", SendOutcome::NotKnown, RefundStatus::Pending, 1, 5'000, false);
    }
    void theNextAttempt() {
        QFETCH(int, outcome);
        QFETCH(int, status);
        QFETCH(qint64, retryAfterMs);
        QFETCH(qint64, nextMs);
        QFETCH(bool, lookUp);
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.overHttp(3));
        const auto id = refundIn(world, "A", "pending");
        const auto job = world.claim().at(0);
        world.now = world.now.plusMs(700);
        const auto said = world.reportJob(job, static_cast<SendOutcome>(outcome), retryAfterMs);
        QVERIFY(said && static_cast<int>(said->status) == status);
        QCOMPARE(row(world, id).nextTry, std::optional(world.now.plusMs(nextMs)));
        QCOMPARE(row(world, id).lastError, std::string("said so"));
        if (nextMs > 0) {
            world.now = world.now.plusMs(nextMs - 1);
            QVERIFY(world.claim().empty());
            world.now = world.now.plusMs(1);
        }
        const auto next = world.claim().at(0);
        QCOMPARE(next.lookUp, lookUp);
        QCOMPARE(next.key, job.key);
        QCOMPARE(next.attempt, 2);
        RETURNS_HOLD(world);
    }

    void settingsHaveLimits_data() {
        QTest::addColumn<QByteArray>("field");
        QTest::addColumn<qint64>("least");
        QTest::addColumn<qint64>("most");
        const qint64 hour = 3'600'000;
        QTest::newRow("time-out") << QByteArray("timeout_ms") << qint64{100} << qint64{300'000};
        QTest::newRow("lease") << QByteArray("lease_ms") << qint64{10'001} << hour;
        QTest::newRow("first retry") << QByteArray("first_retry_ms") << qint64{100} << 24 * hour;
        QTest::newRow("last retry") << QByteArray("last_retry_ms") << qint64{5'000} << 7 * 24 * hour;
        QTest::newRow("attempts") << QByteArray("max_attempts") << qint64{1} << qint64{1'000};
    }
    void settingsHaveLimits() {
        QFETCH(QByteArray, field);
        QFETCH(qint64, least);
        QFETCH(qint64, most);
        ReturnWorld world;
        QVERIFY(world.open());
        const std::map<QByteArray, std::int64_t api::RefundSettings::*> members{
            {"timeout_ms", &api::RefundSettings::timeoutMs},
            {"lease_ms", &api::RefundSettings::leaseMs},
            {"first_retry_ms", &api::RefundSettings::firstRetryMs},
            {"last_retry_ms", &api::RefundSettings::lastRetryMs},
            {"max_attempts", &api::RefundSettings::maxAttempts}};
        const auto with = [&](qint64 value) {
            api::RefundSettings made;
            made.*members.at(field) = value;
            // What hangs together with it stays in order.
            made.leaseMs = field == "timeout_ms" ? 3'600'000 : made.leaseMs;
            made.lastRetryMs = field == "first_retry_ms" ? 7LL * 24 * 3'600'000 : made.lastRetryMs;
            return world.run<void>([&](auto& work) { return returns::setSettings(work, made); });
        };
        REFUSED_FIELD(with(least - 1), ErrorCode::InvalidArgument, field.toStdString());
        REFUSED_FIELD(with(most + 1), ErrorCode::InvalidArgument, field.toStdString());
        DONE(with(least));
        QCOMPARE(*store::refunds::settingsFresh(world.database()).*members.at(field), least);
        DONE(with(most));
        QCOMPARE(*store::refunds::settingsFresh(world.database()).*members.at(field), most);
    }

    void addressesOfAProvider_data() {
        QTest::addColumn<QByteArray>("url");
        QTest::addColumn<bool>("taken");
        QTest::newRow("https") << QByteArray("https://pay.example/refunds") << true;
        QTest::newRow("https with a port") << QByteArray("https://pay.example:8443/refunds") << true;
        QTest::newRow("this machine") << QByteArray("http://localhost:8080/") << true;
        QTest::newRow("this machine, by number") << QByteArray("http://127.0.0.1/") << true;
        QTest::newRow("this machine, by the longer number") << QByteArray("http://[::1]:80/") << true;
        QTest::newRow("another one in plain text") << QByteArray("http://pay.example/") << false;
        QTest::newRow("one that begins like this one") << QByteArray("http://localhost.example/") << false;
        QTest::newRow("another scheme") << QByteArray("ftp://localhost/") << false;
        QTest::newRow("no scheme") << QByteArray("pay.example/refunds") << false;
        QTest::newRow("no host") << QByteArray("https:///refunds") << false;
        QTest::newRow("a password in it") << QByteArray("https://me:secret@pay.example/") << false;
        QTest::newRow("a name in it") << QByteArray("https://me@pay.example/") << false;
    }
    void addressesOfAProvider() {
        QFETCH(QByteArray, url);
        QFETCH(bool, taken);
        ReturnWorld world;
        QVERIFY(world.open());
        for (const auto provider : {RefundProviderKind::Http, RefundProviderKind::Manual}) {  // kept for later
            api::RefundSettings made;
            made.provider = provider;
            made.url = url.toStdString();
            const auto set = world.run<void>([&](auto& work) { return returns::setSettings(work, made); });
            if (taken) {
                DONE(set);
            } else {
                REFUSED_FIELD(set, ErrorCode::InvalidArgument, "url");
            }
        }
    }

    void everySettingIsKept() {
        ReturnWorld world;
        QVERIFY(world.open());
        api::RefundSettings made;
        QVERIFY(*store::refunds::settingsFresh(world.database()) == made);
        made = {
            RefundProviderKind::Http, "https://pay.example/r", "key 1", "secret 1", 11'000, 61'000, 6'000, 600'000, 7};
        QVERIFY(world.run<void>([&](auto& work) { return returns::setSettings(work, made); }));
        QVERIFY(*store::refunds::settingsFresh(world.database()) == made);
        QVERIFY(*store::refunds::settings(world.database()) == made);
        made = {RefundProviderKind::Manual, "", "", "", 12'000, 62'000, 7'000, 700'000, 8};
        QVERIFY(world.run<void>([&](auto& work) { return returns::setSettings(work, made); }));
        QVERIFY(*store::refunds::settingsFresh(world.database()) == made);
        QVERIFY(*store::refunds::settings(world.database()) == made);  // not what was read before
        made.keyId = std::string(64, 'k');
        made.secretName = std::string(64, 's');
        DONE(world.run<void>([&](auto& work) { return returns::setSettings(work, made); }));
        made.secretName += 's';
        REFUSED_FIELD(world.run<void>([&](auto& work) { return returns::setSettings(work, made); }),
                      ErrorCode::InvalidArgument, "secret_name");
    }

    /// Each part of an order's money, of amounts that are no sum of others; and what the status line says of all.
    void moneyOfAnOrder() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        QVERIFY(world.overHttp(1));
        QVERIFY(world.sell("A", {{Sku("tea"), 3, Money{1'000}}, {Sku("cup"), 1, Money{7}}}).valid());
        QVERIFY(world.sell("B").valid());
        const auto ask = [&](const char* key, std::int64_t amount) {
            world.now = world.now.plusMs(1'000);
            return world.refundOrder(key, "A", amount)->id;
        };
        const auto first = ask("succeeded", 100);
        QVERIFY(world.reportJob(world.claim().at(0), SendOutcome::Succeeded));
        (void)ask("failed", 200);
        QVERIFY(world.reportJob(world.claim().at(0), SendOutcome::Declined));
        (void)ask("sent", 400);
        QCOMPARE(world.claim().size(), std::size_t{1});
        (void)ask("dead", 20);
        QVERIFY(world.reportJob(world.claim().at(0), SendOutcome::Unknown));
        QVERIFY(world.refund(returns::cancelRefund, ask("cancelled", 50)));
        (void)ask("pending", 800);
        const auto oldest = world.now;
        world.now = world.now.plusMs(1'000);
        QVERIFY(world.pay("A", 3'000, "second"));  // is no money of the order's
        api::ReturnPolicy policy;
        policy.fourEyesAbove = Money{0};
        QVERIFY(world.returnPolicy(policy));
        (void)ask("requested", 300);
        QVERIFY(world.freely(api::GoodsRule::GoodsFirst));
        const auto held = world.requestReturn(world.asked("R", world.detail("B").deduction));
        QVERIFY(held && world.approve(held->id));

        const auto money = world.money("A");
        QCOMPARE(money.total.minor, 3'007);
        QCOMPARE(money.discount.minor, 0);
        QCOMPARE(money.paid.minor, 3'007);
        QCOMPARE(money.committed.minor, 100 + 200 + 400 + 20 + 800 + 300);
        QCOMPARE(money.granted.minor, 100 + 400 + 20 + 800);
        QCOMPARE(money.succeeded.minor, 100);
        QCOMPARE(money.refundable.minor, 3'007 - 1'820);
        QCOMPARE(world.money("B").committed.minor, 100);
        QCOMPARE(world.money("B").granted.minor, 0);
        QCOMPARE(*store::refundPages::refundedMinor(world.database()), 100 + 400 + 20 + 800 + 3'000);
        REFUSED_FIELD(store::refundPages::moneyOf(world.database(), OrderNo("none")), ErrorCode::NotFound, "order_no");
        QVERIFY(world.place(world.request("W")));
        QCOMPARE(world.money("W").total.minor, 100);
        QCOMPARE(world.money("W").paid.minor, 0);

        for (const auto& campus : {CampusId(), world.campus}) {
            const auto counts = store::refundPages::counts(world.database(), campus);
            QCOMPARE(counts->requested, 1);
            QCOMPARE(counts->held, 1);
            QCOMPARE(counts->pending, 2);
            QCOMPARE(counts->pendingAmount.minor, 3'800);
            QCOMPARE(counts->oldestPending, std::optional(oldest));
            QCOMPARE(counts->sent, 2);
            QCOMPARE(counts->sentAmount.minor, 420);
            QCOMPARE(counts->failed, 1);
            QCOMPARE(counts->failedAmount.minor, 200);
            QCOMPARE(counts->dead, 1);
        }
        const auto nowhere = store::refundPages::counts(world.database(), CampusId("nowhere"));
        QCOMPARE(nowhere->requested + nowhere->held + nowhere->pending + nowhere->sent + nowhere->failed, 0);
        QCOMPARE(nowhere->dead, 0);
        QVERIFY(!nowhere->oldestPending);
        const auto ofOrder = store::refundPages::ofOrder(world.database(), world.detail("A").row.id);
        QCOMPARE(ofOrder->size(), std::size_t{8});
        QCOMPARE(ofOrder->front().id, first);  // oldest first
        RETURNS_HOLD(world);
    }

    /// All of it went back by hand: closing owes nothing more, and of what was booked nothing is booked again.
    void closedAfterAllWentBack() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        QVERIFY(world.sell("A").valid());
        QVERIFY(world.refundOrder("k", "A"));
        const auto entries = world.entries();
        QVERIFY(world.close("A"));
        QCOMPARE(world.refundsOf("A").size(), std::size_t{1});
        QCOMPARE(world.entries(), entries);
        QVERIFY(world.sell("B").valid());
        QVERIFY(world.refundOrder("l", "B", 299));
        QVERIFY(world.close("B"));
        QCOMPARE(row(world, ofCause(world, "B", RefundCause::ClosedOrder)).amount.minor, 1);
        QCOMPARE(world.balance(LedgerAccount::SalesReturns), 600);
        QCOMPARE(world.balance(LedgerAccount::UnmatchedMoney), 0);
        RETURNS_HOLD(world);
    }

    void accountsOfEachKind() {
        using A = LedgerAccount;
        struct Row {
            LedgerKind kind;
            A debit, credit;
        };
        for (const auto cause :
             {RefundCause::Return, RefundCause::Order, RefundCause::ClosedOrder, RefundCause::LatePayment,
              RefundCause::WrongAmount, RefundCause::SecondPayment, RefundCause::UnknownOrder}) {
            const bool accepted =
                cause == RefundCause::Return || cause == RefundCause::Order || cause == RefundCause::ClosedOrder;
            const auto origin = accepted ? A::SalesReturns : A::UnmatchedMoney;
            QCOMPARE(ledger::ofAcceptedPayment(cause), accepted);
            for (const auto& [kind, debit, credit] :
                 {Row{LedgerKind::Payment, A::ProviderClearing, A::Sales},
                  Row{LedgerKind::Discount, A::Discounts, A::Sales},
                  Row{LedgerKind::LatePayment, A::ProviderClearing, A::UnmatchedMoney},
                  Row{LedgerKind::UnmatchedPayment, A::ProviderClearing, A::UnmatchedMoney},
                  Row{LedgerKind::RefundGranted, origin, A::RefundsPayable},
                  Row{LedgerKind::RefundCancelled, A::RefundsPayable, origin},
                  Row{LedgerKind::RefundPaid, A::RefundsPayable, A::ProviderClearing},
                  Row{LedgerKind::PaymentMatched, A::UnmatchedMoney, A::Sales},
                  Row{LedgerKind::FeeKept, A::SalesReturns, A::RestockingFees},
                  Row{LedgerKind::FeeWaived, A::RestockingFees, A::SalesReturns}}) {
                QVERIFY2((ledger::postingOf(kind, cause) == ledger::Posting{debit, credit}),
                         (std::string(api::toText(kind)) + " of " + std::string(api::toText(cause))).c_str());
                if (kind != LedgerKind::RefundGranted && kind != LedgerKind::RefundCancelled) {
                    QVERIFY((ledger::postingOf(kind) == ledger::Posting{debit, credit}));
                }
            }
        }
    }

    /// Money that was accepted goes back out of sales, all other money out of what nobody has asked for.
    void accountsOfEachCause() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        const auto deduction = world.sell("A");
        QVERIFY(world.approve(world.requestReturn(world.asked("R", deduction))->id));
        QCOMPARE(world.balance(LedgerAccount::SalesReturns), 100);
        QVERIFY(world.refundOrder("k", "A", 20));
        QCOMPARE(world.balance(LedgerAccount::SalesReturns), 120);
        QVERIFY(world.close("A"));
        QCOMPARE(world.balance(LedgerAccount::SalesReturns), 300);
        QCOMPARE(world.balance(LedgerAccount::UnmatchedMoney), 0);
        QCOMPARE(world.balance(LedgerAccount::RefundsPayable), -300);
        QVERIFY(world.pay("A", 300, "late"));
        QCOMPARE(world.balance(LedgerAccount::SalesReturns), 300);
        QCOMPARE(world.balance(LedgerAccount::UnmatchedMoney), 0);  // in, and out again
        QCOMPARE(world.balance(LedgerAccount::RefundsPayable), -600);
        QCOMPARE(world.balance(LedgerAccount::ProviderClearing), 600);
        QCOMPARE(world.balance(LedgerAccount::Sales), -300);
        QCOMPARE(world.balance(LedgerAccount::Discounts), 0);
        const auto balances = store::ledger::balances(world.database());
        for (const auto& one : *balances) {
            QCOMPARE(one.balance.minor, one.debit.minor - one.credit.minor);
            if (one.account == LedgerAccount::UnmatchedMoney) {
                QCOMPARE(one.debit.minor, 300);
                QCOMPARE(one.credit.minor, 300);
            }
        }
        RETURNS_HOLD(world);
    }
};

}  // namespace test_refund_rules

QTEST_GUILESS_MAIN(test_refund_rules::TestRefundRules)
#include "test_refund_rules.moc"
