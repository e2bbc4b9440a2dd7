// SPDX-License-Identifier: GPL-3.0-or-later
// Returns, table by table: what each step records and what its way back leaves, each field and each limit alone, who
// may agree, what is previewed, what matching takes from, what closing ends.
#include <QtTest>
#include <algorithm>
#include <tuple>
#include <utility>

#include "return_world.h"

namespace test_return_rules {

using namespace evenhand;
using namespace evenhand::test;
using api::GoodsRule;
using api::GoodsState;
using api::LedgerAccount;
using api::MoneyEventKind;
using api::RefundStatus;
using api::ReturnStage;
using api::ReturnStatus;

namespace {

/// "kind actor: detail" of each event, oldest first.
QStringList told(const std::vector<api::MoneyEvent>& events) {
    QStringList all;
    for (const auto& event : events) {
        all << QString::fromStdString(std::string(api::toText(event.kind)) + " " + event.actor + ": " + event.detail);
    }
    return all;
}
QStringList lines(std::initializer_list<const char*> texts) {
    QStringList all;
    for (const auto* text : texts) {
        all << QString::fromLatin1(text);
    }
    return all;
}
/// What a decision leaves in a return.
QStringList decision(const store::returns::Record& made) {
    return {QString::fromStdString(std::string(api::toText(made.status))),
            QString::fromStdString(std::string(api::toText(made.stage))),
            QString::fromStdString(std::string(api::toText(made.goods))),
            made.goodsFirst ? QStringLiteral("goods first") : QStringLiteral("-"),
            made.amount ? QString::number(made.amount->minor) : QStringLiteral("-"),
            QString::fromStdString(made.firstApprover.value_or("-")),
            QString::fromStdString(made.decider.value_or("-")),
            made.decidedAt ? QString::number(made.decidedAt->ms) : QStringLiteral("-"),
            made.goodsAt ? QString::number(made.goodsAt->ms) : QStringLiteral("-"),
            QString::fromStdString(made.customerNote)};
}
api::ReturnPolicy policyOf(std::optional<std::int64_t> first, std::optional<std::int64_t> second,
                           GoodsRule goods = GoodsRule::MoneyFirst) {
    api::ReturnPolicy made;
    made.goods = goods;
    made.fourEyesAbove = first ? std::optional(Money{*first}) : std::nullopt;
    made.secondAbove = second ? std::optional(Money{*second}) : std::nullopt;
    return made;
}
Result<api::ApprovalPreview> preview(ReturnWorld& world, ReturnId id, const std::vector<api::ReturnLine>& units = {}) {
    return returns::preview(world.database(), world.call.actor, id, units);
}
Result<api::FourEyes> fourEyes(ReturnWorld& world, ReturnId id) {
    const auto made = world.record(id);
    EVENHAND_ASSIGN(const auto order, returns::orderOf(world.database(), made));
    return returns::fourEyesOf(world.database(), world.call.actor, made, order);
}
api::ReturnableLine line(ReturnWorld& world, const std::string& no, const char* sku) {
    const auto found = store::returnPages::returnable(world.database(), OrderNo(no));
    if (found) {
        for (const auto& one : found->lines) {
            if (one.sku.str() == sku) {
                return one;
            }
        }
    }
    return {};
}

}  // namespace

class TestReturnRules : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatEachStepRecords() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        const auto deduction = world.sell("A", {{Sku("tea"), 4, Money{100}}, {Sku("cup"), 2, Money{50}}});
        world.as("ann");
        world.now = world.now.plusMs(1'000);
        auto wanted = world.asked("R1", deduction, 3);
        wanted.lines.push_back({Sku("cup"), 1});
        wanted.reason = "broken";
        wanted.at = world.now.plusMs(-400);
        const auto id = world.requestReturn(wanted)->id;
        auto made = world.record(id);
        QCOMPARE(made.requester, std::string("ann"));
        QCOMPARE(made.requestedAt, world.now.plusMs(-400));
        QCOMPARE(made.createdAt, world.now);
        QCOMPARE(made.units, 4);
        QCOMPARE(made.asked.minor, 350);
        QCOMPARE(made.campus, world.campus);
        QVERIFY(!made.imported && !made.matched && !made.amount);
        auto seen = line(world, "A", "tea");
        QCOMPARE(seen.deducted, 4);
        QCOMPARE(seen.requested, 3);
        QCOMPARE(seen.returned, 0);
        QCOMPARE(seen.returnable, 1);

        world.as("bob");
        world.now = world.now.plusMs(1'000);
        world.call.reason = "as agreed";
        QVERIFY(world.approve(id, {{Sku("tea"), 2}, {Sku("cup"), 1}}));
        made = world.record(id);
        QCOMPARE(made.decider, std::optional<std::string>("bob"));
        QCOMPARE(made.decidedAt, std::optional(world.now));
        QCOMPARE(made.amount, std::optional(Money{250}));
        QCOMPARE(made.round, 1);
        QVERIFY(made.goods == GoodsState::Awaited && !made.goodsAt && !made.goodsFirst);
        QVERIFY(made.decisionReason.empty() && !made.firstApprover);
        seen = line(world, "A", "tea");
        QCOMPARE(seen.requested, 0);
        QCOMPARE(seen.returned, 2);
        QCOMPARE(seen.returnable, 2);

        world.as("cem");
        world.now = world.now.plusMs(1'000);
        world.call.reason = "at the door";
        QVERIFY(world.receive(id, {{Sku("tea"), 1, 1}, {Sku("cup"), 1, 0}}));
        made = world.record(id);
        QCOMPARE(made.goods, GoodsState::Received);
        QCOMPARE(made.goodsAt, std::optional(world.now));
        QVERIFY(world.undoGoods(id));
        made = world.record(id);
        QVERIFY(made.goods == GoodsState::Awaited && !made.goodsAt);
        for (const auto& one : world.look(id).lines) {
            QVERIFY(!one.sellable && !one.damaged && one.approved);
        }
        world.call.reason = "thrown away";
        QVERIFY(world.skipGoods(id));
        QCOMPARE(world.record(id).goodsAt, std::optional(world.now));
        QVERIFY(world.paidByHand(world.refundOf(id).id, "R-1"));
        QCOMPARE(told(world.look(id).events),
                 lines({"requested ann: broken", "granted bob: return R1", "approved bob: 1 x cup, 2 x tea; 250",
                        "goods_received cem: 2 sellable, 1 damaged", "undone cem: at the door",
                        "goods_skipped cem: thrown away", "by_hand cem: R-1"}));
        const auto events = store::returnPages::events(world.database(), id);
        QCOMPARE(events->at(0).at, world.now.plusMs(-2'000));
        QCOMPARE(events->at(2).at, world.now.plusMs(-1'000));
        QStringList ofTheOrder;
        for (const auto& event : world.detail("A").events) {
            if (event.kind == api::EventKind::ReturnChanged || event.kind == api::EventKind::RefundChanged) {
                ofTheOrder << QString::fromStdString(event.detail);
            }
        }
        QCOMPARE(ofTheOrder, lines({"R1: requested", "250: granted: return R1", "R1: approved", "R1: goods_received",
                                    "R1: undone", "R1: goods_skipped", "250: by_hand: R-1"}));
        RETURNS_HOLD(world);
    }

    /// Each decision and its way back: it stands as it stood before, but for the reason of the way back.
    void theWayBackLeavesNothing_data() {
        QTest::addColumn<QString>("what");
        for (const char* what : {"first approval", "approval", "approval, goods skipped", "approval, goods first",
                                 "rejection", "rejection after a first approval", "cancel"}) {
            QTest::newRow(what) << QString::fromLatin1(what);
        }
    }
    void theWayBackLeavesNothing() {
        QFETCH(QString, what);
        ReturnWorld world;
        QVERIFY(world.open());
        const bool two = what.contains(QStringLiteral("first approval"));
        const auto rule = what.contains(QStringLiteral("goods first")) ? GoodsRule::GoodsFirst : GoodsRule::MoneyFirst;
        QVERIFY(world.returnPolicy(two ? policyOf(0, 0, rule) : policyOf({}, {}, rule)));
        const auto deduction = world.sell("A");
        world.as("ann");
        const auto id = world.requestReturn(world.asked("R", deduction, 2))->id;
        const auto before = world.record(id);
        world.now = world.now.plusMs(1'000);
        world.as("bob");
        world.call.reason = "the decision";
        if (two) {
            QVERIFY(world.approve(id));
            QCOMPARE(world.record(id).firstApprover, std::optional<std::string>("bob"));
        }
        if (what.startsWith(QStringLiteral("approval"))) {
            QVERIFY(world.approve(id));
            QCOMPARE(world.record(id).goodsFirst, rule == GoodsRule::GoodsFirst);
        }
        if (what.contains(QStringLiteral("skipped"))) {
            QVERIFY(world.skipGoods(id));
        }
        if (what.startsWith(QStringLiteral("rejection"))) {
            const auto ended = world.reject(id, "sorry");
            QVERIFY(ended && ended->stage == ReturnStage::Rejected);
            QCOMPARE(world.record(id).customerNote, std::string("sorry"));
            QCOMPARE(world.look(id).customerNote, std::string("sorry"));
        }
        if (what == QStringLiteral("cancel")) {
            const auto ended = world.cancelReturn(id);
            QVERIFY(ended && ended->stage == ReturnStage::Cancelled);
            QVERIFY(world.record(id).customerNote.empty());
        }
        if (what.startsWith(QStringLiteral("rejection")) || what == QStringLiteral("cancel")) {
            const auto ended = world.record(id);
            QCOMPARE(ended.decider, std::optional<std::string>("bob"));
            QCOMPARE(ended.decidedAt, std::optional(world.now));
            QCOMPARE(ended.decisionReason, std::string("the decision"));
            QCOMPARE(world.look(id).decisionReason, std::string("the decision"));
            QVERIFY(!ended.firstApprover);
            const auto last = world.look(id).events.back();
            QCOMPARE(last.kind,
                     what == QStringLiteral("cancel") ? MoneyEventKind::Cancelled : MoneyEventKind::Rejected);
            QCOMPARE(last.detail, std::string("the decision"));
            QCOMPARE(line(world, "A", "tea").returnable, 3);
        }
        world.now = world.now.plusMs(1'000);
        world.call.reason = "the way back";
        const auto back = world.undo(id);
        QVERIFY(back && back->stage == ReturnStage::Approval);
        const auto after = world.record(id);
        QCOMPARE(back->version, after.version);
        QCOMPARE(decision(after), decision(before));
        QCOMPARE(after.decisionReason, std::string("the way back"));
        QCOMPARE(world.look(id).decisionReason, std::string("the way back"));
        QCOMPARE(world.look(id).events.back().kind, MoneyEventKind::Undone);
        QCOMPARE(world.look(id).events.back().detail, std::string("the way back"));
        QVERIFY(!world.look(id).lines.at(0).approved);
        QCOMPARE(line(world, "A", "tea").requested, 2);
        QCOMPARE(line(world, "A", "tea").returned, 0);
        QVERIFY(!world.refundOf(id).id.valid());
        RETURNS_HOLD(world);
        // And forward again.
        QVERIFY(world.returnPolicy(policyOf({}, {}, GoodsRule::NoGoods)));
        QVERIFY(world.approve(id));
        QVERIFY(world.record(id).decisionReason.empty());
        QVERIFY(world.record(id).goods == GoodsState::Skipped && !world.record(id).goodsAt);
        RETURNS_HOLD(world);
    }

    /// Of each action, with another version than the return's.
    void versions() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        const auto id = world.requestReturn(world.asked("R", world.sell("A"), 2))->id;
        QVERIFY(world.approve(id) && world.undo(id));  // 0 would be any version
        using Rule = Result<api::ReturnOutcome> (*)(runtime::UnitOfWork&, const api::ReturnRef&);
        const Rule rules[] = {[](auto& work, const auto& ref) { return returns::approve(work, ref, {}); },
                              [](auto& work, const auto& ref) { return returns::reject(work, ref, ""); },
                              returns::cancelReturn,
                              returns::undo,
                              [](auto& work, const auto& ref) { return returns::receive(work, ref, {}); },
                              returns::skipGoods,
                              returns::undoGoods};
        for (const auto rule : rules) {
            for (const std::int64_t away : {-1, 1}) {
                const api::ReturnRef ref{id, world.record(id).version + away};
                REFUSED_FIELD(world.run<api::ReturnOutcome>([&](auto& work) { return rule(work, ref); }),
                              ErrorCode::Conflict, "version");
            }
            REFUSED_FIELD(world.run<api::ReturnOutcome>([&](auto& work) {
                return rule(work, {ReturnId{99}, 0});
            }),
                          ErrorCode::NotFound, "return");
        }
        const auto approved = world.approve(id, {}, world.record(id).version);
        QVERIFY(approved);
        QCOMPARE(approved->version, world.record(id).version);
        RETURNS_HOLD(world);
    }

    /// What becomes of the money when the goods' arrival is taken back: it waits again only if it had waited for them.
    void moneyFirstStaysGranted() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        const auto id = world.requestReturn(world.asked("R", world.sell("A"), 2))->id;
        QVERIFY(world.approve(id));
        QVERIFY(world.receive(id));
        QVERIFY(world.undoGoods(id));
        QCOMPARE(world.refundOf(id).status, RefundStatus::Pending);
        QCOMPARE(world.balance(LedgerAccount::RefundsPayable), -200);
        QVERIFY(world.receive(id));
        QVERIFY(world.paidByHand(world.refundOf(id).id));
        QCOMPARE(world.record(id).stage, ReturnStage::Done);
        const auto back = world.undoGoods(id);
        QVERIFY(back && back->stage == ReturnStage::Goods);
        QCOMPARE(world.refundOf(id).status, RefundStatus::Succeeded);
        RETURNS_HOLD(world);
        QVERIFY(world.skipGoods(id)->stage == ReturnStage::Done);
        RETURNS_HOLD(world);
    }
    void goodsFirstIsHeldAgain() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely(GoodsRule::GoodsFirst));
        QVERIFY(world.overHttp());
        const auto id = world.requestReturn(world.asked("R", world.sell("A"), 2))->id;
        QVERIFY(world.approve(id));
        QVERIFY(!world.refundOf(id).grantedAt);
        QVERIFY(world.claim().empty());
        world.now = world.now.plusMs(1'000);
        QVERIFY(world.receive(id));
        QCOMPARE(world.refundOf(id).grantedAt, std::optional(world.now));
        QVERIFY(world.undoGoods(id));
        QVERIFY(!world.refundOf(id).grantedAt);
        QVERIFY(world.claim().empty());
        QVERIFY(world.skipGoods(id));
        const auto job = world.claim().at(0);
        REFUSED_FIELD(world.undoGoods(id), ErrorCode::WrongStatus, "refund");  // it may have left
        QVERIFY(world.reportJob(job, api::SendOutcome::Declined));
        QCOMPARE(world.record(id).stage, ReturnStage::Failed);
        REFUSED_FIELD(world.undoGoods(id), ErrorCode::WrongStatus, "refund");
        QVERIFY(world.undo(id));  // what failed has not left
        QCOMPARE(world.balance(LedgerAccount::RefundsPayable), 0);
        RETURNS_HOLD(world);
    }
    /// An approval can be undone until its money has left.
    void approvalBackByMoney_data() {
        QTest::addColumn<int>("outcome");
        QTest::addColumn<bool>("undone");
        using S = api::SendOutcome;
        QTest::newRow("being sent") << -1 << false;
        QTest::newRow("not sent") << static_cast<int>(S::NotSent) << true;
        QTest::newRow("unknown") << static_cast<int>(S::Unknown) << false;
        QTest::newRow("declined") << static_cast<int>(S::Declined) << true;
        QTest::newRow("succeeded") << static_cast<int>(S::Succeeded) << false;
    }
    void approvalBackByMoney() {
        QFETCH(int, outcome);
        QFETCH(bool, undone);
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        QVERIFY(world.overHttp());
        const auto id = world.requestReturn(world.asked("R", world.sell("A"), 2))->id;
        QVERIFY(world.approve(id));
        const auto job = world.claim().at(0);
        if (outcome >= 0) {
            QVERIFY(world.reportJob(job, static_cast<api::SendOutcome>(outcome)));
        }
        if (undone) {
            QVERIFY(world.undo(id));
            QCOMPARE(world.balance(LedgerAccount::RefundsPayable), 0);
            QCOMPARE(world.money("A").committed.minor, 0);
        } else {
            REFUSED_FIELD(world.undo(id), ErrorCode::WrongStatus, "refund");
        }
        RETURNS_HOLD(world);
    }

    /// Of an approval of a part: what was not approved does not arrive.
    void partsThatWereApproved() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        const auto deduction = world.sell("A", {{Sku("tea"), 3, Money{100}}, {Sku("cup"), 1, Money{50}}});
        auto wanted = world.asked("R", deduction, 2);
        wanted.lines.push_back({Sku("cup"), 1});
        const auto id = world.requestReturn(wanted)->id;
        QVERIFY(world.approve(id, {{Sku("tea"), 2}}));  // who is not named is not approved
        QCOMPARE(world.record(id).amount, std::optional(Money{200}));
        const auto cups = world.stock("cup");
        REFUSED_FIELD(world.receive(id, {{Sku("cup"), 1, 0}, {Sku("tea"), 2, 0}}), ErrorCode::InvalidArgument,
                      "sellable");
        REFUSED_FIELD(world.receive(id, {{Sku("cup"), 0, 0}}), ErrorCode::InvalidArgument, "sku");
        REFUSED_FIELD(world.receive(id, {{Sku("tea"), 1, 2}}), ErrorCode::InvalidArgument, "damaged");
        const auto before = world.stock("tea");
        QVERIFY(world.receive(id, {{Sku("tea"), 1, 1}}));
        QCOMPARE(world.stock("tea"), before + 1);
        QCOMPARE(world.stock("cup"), cups);
        RETURNS_HOLD(world);
    }

    void nobodyAgreesToNothing() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        const auto deduction = world.sell("A");
        QVERIFY(world.refundOrder("k", "A"));
        QVERIFY(world.returnPolicy(policyOf(0, 0)));
        world.as("ann");
        auto wanted = world.asked("R", deduction, 1);
        wanted.approve = true;
        const auto made = world.requestReturn(wanted);
        QVERIFY(made && made->status == ReturnStatus::Approved && made->amount.minor == 0);
        QVERIFY(!world.refundOf(made->id).id.valid());
        QCOMPARE(world.record(made->id).amount, std::optional(Money{0}));
        RETURNS_HOLD(world);
    }

    /// The four eyes that are shown: who is needed, with what it was compared, and why the one who looks may not.
    void whoMayAgreeIsShown() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        const auto deduction = world.sell("A", {{Sku("tea"), 9, Money{100}}});
        QVERIFY(world.refundOrder("k", "A", 50));
        world.as("ann");
        const auto id = world.requestReturn(world.asked("R", deduction, 2))->id;
        const auto shown = [&](int needed, const char* first, std::int64_t compared, const char* refusal) {
            for (const auto& seen :
                 {fourEyes(world, id), preview(world, id).map([](const auto& all) { return all.fourEyes; })}) {
                QVERIFY(seen.has_value());
                QCOMPARE(seen->needed, needed);
                QCOMPARE(seen->requester, std::string("ann"));
                QCOMPARE(seen->first, std::string(first));
                QCOMPARE(seen->compared.minor, compared);
                QCOMPARE(seen->refusal ? std::string(base::errorName(seen->refusal->code)) + " " + seen->refusal->field
                                       : std::string(),
                         std::string(refusal));
            }
        };
        shown(0, "", 250, "");
        QVERIFY(world.returnPolicy(policyOf(250, {})));
        shown(0, "", 250, "");
        QVERIFY(world.returnPolicy(policyOf(249, 250)));
        shown(1, "", 250, "four_eyes approver");
        world.as("bob");
        shown(1, "", 250, "");
        QVERIFY(world.returnPolicy(policyOf(249, 249)));
        shown(2, "", 250, "");
        world.call.actor.permissions &= ~(std::uint32_t{1} << static_cast<unsigned>(api::Permission::ApproveReturns));
        shown(2, "", 250, "permission_denied permission");
        world.as("bob");
        QVERIFY(world.approve(id));
        shown(2, "bob", 250, "four_eyes approver");
        world.as("ann");
        shown(2, "bob", 250, "four_eyes approver");
        world.as("cem");
        shown(2, "bob", 250, "");
        // The campus's own rules, where it has some.
        QVERIFY(world.returnPolicy(policyOf({}, {}), world.campus));
        shown(0, "bob", 250, "");
        QVERIFY(world.approve(id));
        const auto done = fourEyes(world, id);
        QVERIFY(done && done->refusal && done->refusal->code == ErrorCode::WrongStatus);
        QCOMPARE(done->refusal->field, std::string("status"));
        QCOMPARE(done->compared.minor, 250);
        REFUSED_FIELD(preview(world, id), ErrorCode::WrongStatus, "status");
    }

    void previews() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        const auto deduction = world.sell("A", {{Sku("tea"), 3, Money{100}}, {Sku("cup"), 2, Money{50}}});
        QVERIFY(world.refundOrder("k", "A", 250));
        auto wanted = world.asked("R", deduction, 3);
        wanted.lines.push_back({Sku("cup"), 2});
        world.as("ann");
        const auto id = world.requestReturn(wanted)->id;
        auto seen = preview(world, id);
        QVERIFY(seen && seen->lines.size() == 2);
        QCOMPARE(seen->settlement.minor, 400);
        QCOMPARE(seen->amount.minor, 150);  // what is left
        QCOMPARE(seen->lines[0].sku, Sku("cup"));
        QCOMPARE(seen->lines[0].requested, 2);
        QCOMPARE(seen->lines[0].approved, std::optional<std::int64_t>(2));
        QCOMPARE(seen->lines[0].amount, std::optional(Money{100}));
        QCOMPARE(seen->lines[1].amount, std::optional(Money{300}));
        QCOMPARE(seen->becomes, RefundStatus::Pending);
        seen = preview(world, id, {{Sku("cup"), 1}});
        QCOMPARE(seen->settlement.minor, 50);
        QCOMPARE(seen->amount.minor, 50);
        QCOMPARE(seen->lines[0].approved, std::optional<std::int64_t>(1));
        QCOMPARE(seen->lines[0].amount, std::optional(Money{50}));
        QCOMPARE(seen->lines[1].approved, std::optional<std::int64_t>(0));
        QCOMPARE(seen->lines[1].amount, std::optional(Money{0}));
        REFUSED_FIELD(preview(world, id, {{Sku("cup"), 3}}), ErrorCode::InvalidArgument, "units");
        REFUSED_FIELD(preview(world, ReturnId{99}), ErrorCode::NotFound, "return");
        QVERIFY(world.freely(GoodsRule::GoodsFirst));
        QCOMPARE(preview(world, id)->becomes, RefundStatus::Held);
        QVERIFY(world.freely(GoodsRule::NoGoods));
        QCOMPARE(preview(world, id)->becomes, RefundStatus::Pending);
        QVERIFY(world.returnPolicy(policyOf(0, {}, GoodsRule::GoodsFirst)));
        QCOMPARE(preview(world, id)->becomes, RefundStatus::Held);
        QVERIFY(world.returnPolicy(policyOf(0, 0, GoodsRule::GoodsFirst)));
        QCOMPARE(preview(world, id)->becomes, RefundStatus::Requested);  // one of two
        world.as("bob");
        QVERIFY(world.approve(id));
        world.as("cem");
        QCOMPARE(preview(world, id)->becomes, RefundStatus::Held);
        QCOMPARE(world.record(id).version, 2);  // looking changes nothing
        RETURNS_HOLD(world);
    }

    /// Above which sum somebody else must agree, to the unit; by the rules of the order's campus.
    void thresholdsOfTheCampus() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        QVERIFY(world.returnPolicy(policyOf(100, 200), world.campus));
        const auto deduction = world.sell("A", {{Sku("tea"), 9, Money{50}}});
        world.as("ann");
        const auto ask = [&](const char* number) {
            auto made = world.asked(number, deduction, 1);
            made.approve = true;
            return world.requestReturn(made);
        };
        QVERIFY(ask("1")->status == ReturnStatus::Approved);
        QVERIFY(ask("2")->status == ReturnStatus::Approved);  // 100
        const auto third = ask("3");                          // 150
        QVERIFY(third->status == ReturnStatus::Requested);
        REFUSED_FIELD(world.approve(third->id), ErrorCode::FourEyes, "approver");
        world.as("bob");
        QVERIFY(world.approve(third->id)->stage == ReturnStage::Goods);
        const auto fourth = ask("4");  // 200
        world.as("cem");
        QVERIFY(world.approve(fourth->id)->stage == ReturnStage::Goods);
        const auto fifth = ask("5");  // 250
        world.as("bob");
        QVERIFY(world.approve(fifth->id)->stage == ReturnStage::SecondApproval);
        QVERIFY(world.run<void>([&](auto& work) { return returns::setPolicy(work, world.campus, std::nullopt); }));
        QVERIFY(world.approve(fifth->id)->stage == ReturnStage::Goods);  // the workspace has no thresholds
        RETURNS_HOLD(world);
    }

    void eachFieldOfARequest() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        const auto deduction = world.sell("A", {{Sku("tea"), 3, Money{100}}, {Sku("cup"), 3, Money{50}}});
        using R = api::RequestReturn;
        const auto with = [&](const char* number, auto change) {
            auto made = world.asked(number, deduction);
            made.reason = "broken";
            change(made);
            return world.requestReturn(made);
        };
        const auto first = with("R", [](R&) {});
        QVERIFY(first && !first->repeated);
        QCOMPARE(first->deduction, deduction);
        QCOMPARE(first->number, ReturnNo("R"));
        const auto both = with("R", [](R& r) { r.orderNo = OrderNo("A"); });  // they belong together
        QVERIFY(both && both->repeated);
        QVERIFY(with("R", [](R& r) { r.approve = true; })->repeated);  // says who asks, not what for
        REFUSED_FIELD(with("R", [](R& r) { r.lines[0].sku = Sku("cup"); }), ErrorCode::KeyReused, "number");
        REFUSED_FIELD(with("R", [](R& r) { r.lines[0].units = 2; }), ErrorCode::KeyReused, "number");
        REFUSED_FIELD(with("R", [](R& r) { r.lines.push_back({Sku("cup"), 1}); }), ErrorCode::KeyReused, "number");
        REFUSED_FIELD(with("R", [](R& r) { r.reason = "broke"; }), ErrorCode::KeyReused, "number");
        REFUSED_FIELD(with("R", [](R& r) { r.at = Instant{5}; }), ErrorCode::KeyReused, "number");
        REFUSED_FIELD(with("S", [](R& r) { r.lines[0].units = api::kMaxReturnUnits + 1; }), ErrorCode::InvalidArgument,
                      "units");
        REFUSED_FIELD(with("S", [](R& r) { r.lines[0].units = api::kMaxReturnUnits; }), ErrorCode::ExceedsDeducted,
                      "units");
        REFUSED_FIELD(with("S", [](R& r) { r.lines[0].sku = Sku(""); }), ErrorCode::InvalidArgument, "sku");
        REFUSED_FIELD(with("S", [](R& r) { r.reason = std::string(api::kMaxReturnReason + 1, 'x'); }),
                      ErrorCode::InvalidArgument, "reason");
        const auto over = with("S", [](R& r) { r.lines[0].units = 3; });
        REFUSED_FIELD(over, ErrorCode::ExceedsDeducted, "units");
        QCOMPARE(over.error().message, std::string("only 2 of tea can still be returned"));
        QCOMPARE(over.error().value, std::string("3"));
        // Nothing of a request is taken where one line of it cannot be.
        REFUSED_FIELD(with("S",
                           [](R& r) {
                               r.lines = {{Sku("cup"), 3}, {Sku("tea"), 3}};
                           }),
                      ErrorCode::ExceedsDeducted, "units");
        QCOMPARE(line(world, "A", "cup").requested, 0);
        const auto longest = with("S", [](R& r) {
            r.reason = std::string(api::kMaxReturnReason, 'x');
            r.lines[0].units = 2;
        });
        DONE(longest);
        QCOMPARE(world.look(longest->id).reason.size(), api::kMaxReturnReason);
        RETURNS_HOLD(world);
    }

    void eachFieldOfAMatch() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        QVERIFY(world.sell("A", {{Sku("tea"), 3, Money{100}}, {Sku("cup"), 3, Money{50}}}).valid());
        const auto sold = world.now;
        world.now = world.now.plusMs(1'000);
        using M = api::MatchReturn;
        const auto with = [&](const char* number, auto change) {
            M made{ReturnNo(number), UserId("user"), {Sku("tea"), 1}, "broken", sold, false};
            change(made);
            return world.matched(made);
        };
        const auto first = with("R", [](M&) {});  // an order of that very instant
        QVERIFY(first && first->size() == 1 && first->front().status == ReturnStatus::Requested);
        const auto made = world.record(first->front().id);
        QVERIFY(made.matched && made.imported);
        QCOMPARE(made.requestedAt, sold);
        QCOMPARE(made.createdAt, world.now);
        QCOMPARE(made.reason, std::string("broken"));
        QVERIFY(with("R", [](M& m) { m.approve = true; })->front().repeated);
        REFUSED_FIELD(with("R", [](M& m) { m.line.sku = Sku("cup"); }), ErrorCode::KeyReused, "number");
        REFUSED_FIELD(with("R", [](M& m) { m.line.units = 2; }), ErrorCode::KeyReused, "number");
        REFUSED_FIELD(with("R", [](M& m) { m.reason = "broke"; }), ErrorCode::KeyReused, "number");
        // Somebody else with the same number is not told of this return: they have no such order.
        REFUSED_FIELD(with("R", [](M& m) { m.user = UserId("other"); }), ErrorCode::NotFound, "sku");
        REFUSED_FIELD(with("R", [](M& m) { m.at = m.at.plusMs(1); }), ErrorCode::KeyReused, "number");
        REFUSED_FIELD(with("S", [](M& m) { m.at = m.at.plusMs(-1); }), ErrorCode::NotFound, "sku");
        REFUSED_FIELD(with("S", [](M& m) { m.line.units = 3; }), ErrorCode::ExceedsDeducted, "units");
        REFUSED_FIELD(with("S", [](M& m) { m.line.units = 0; }), ErrorCode::InvalidArgument, "units");
        REFUSED_FIELD(with("S", [](M& m) { m.line.sku = Sku(""); }), ErrorCode::InvalidArgument, "sku");
        REFUSED_FIELD(with("S", [](M& m) { m.number = ReturnNo(""); }), ErrorCode::InvalidArgument, "number");
        REFUSED_FIELD(with("S", [](M& m) { m.user = UserId("a\nb"); }), ErrorCode::InvalidArgument, "user");
        REFUSED_FIELD(with("S", [](M& m) { m.reason = std::string(api::kMaxReturnReason + 1, 'x'); }),
                      ErrorCode::InvalidArgument, "reason");
        const auto approved = with("S", [](M& m) {
            m.line.units = 2;
            m.approve = true;
        });
        QVERIFY(approved && approved->front().status == ReturnStatus::Approved);
        QCOMPARE(approved->front().amount.minor, 200);
        // All of it came back: there is such an order, and nothing more of it.
        REFUSED_FIELD(with("T", [](M&) {}), ErrorCode::ExceedsDeducted, "units");
        RETURNS_HOLD(world);
    }

    /// More orders than are looked at in one go, among them such as have nothing left.
    void manyOrdersAreMatched() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        for (int i = 0; i < 35; ++i) {
            QVERIFY(world.sell("O" + std::to_string(100 + i), {{Sku("tea"), 1, Money{100}}}).valid());
        }
        api::MatchReturn row{ReturnNo("R"), UserId("user"), {Sku("tea"), 36}, "", world.now, false};
        REFUSED_FIELD(world.matched(row), ErrorCode::ExceedsDeducted, "units");
        row.line.units = 17;
        const auto first = world.matched(row);
        QVERIFY(first && first->size() == 17);
        QCOMPARE(first->front().orderNo, OrderNo("O134"));
        QCOMPARE(first->back().orderNo, OrderNo("O118"));
        row.number = ReturnNo("S");
        row.line.units = 18;
        const auto second = world.matched(row);
        QVERIFY(second && second->size() == 18);
        QCOMPARE(second->front().orderNo, OrderNo("O117"));
        QCOMPARE(second->back().orderNo, OrderNo("O100"));
        RETURNS_HOLD(world);
    }

    /// Who still had to agree need not any more, and what was awaited never left.
    void closedMeanwhile() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.returnPolicy(policyOf(0, 0)));
        const auto deduction = world.sell("A");
        world.as("ann");
        const auto asked = world.requestReturn(world.asked("R", deduction, 2))->id;
        world.as("bob");
        QVERIFY(world.approve(asked));  // the first of two
        world.call.reason = "out of tea";
        world.now = world.now.plusMs(1'000);
        QVERIFY(world.close("A"));
        const auto made = world.record(asked);
        QVERIFY(made.status == ReturnStatus::Cancelled && made.stage == ReturnStage::Cancelled);
        QVERIFY(!made.firstApprover);
        QCOMPARE(made.decider, std::optional<std::string>("bob"));
        QCOMPARE(made.decidedAt, std::optional(world.now));
        QCOMPARE(made.decisionReason, std::string("the order is closed"));
        QVERIFY(!world.look(asked).lines.at(0).approved);
        QCOMPARE(told(world.look(asked).events).back(), QStringLiteral("cancelled bob: the order is closed"));
        const auto seen = line(world, "A", "tea");
        QCOMPARE(seen.givenBack, 3);
        QCOMPARE(seen.requested, 0);
        QCOMPARE(seen.returnable, 0);
        REFUSED_FIELD(world.approve(asked), ErrorCode::WrongStatus, "status");
        RETURNS_HOLD(world);

        QVERIFY(world.freely(GoodsRule::GoodsFirst));
        const auto other = world.sell("B");
        const auto awaited = world.requestReturn(world.asked("R", other, 2))->id;
        QVERIFY(world.approve(awaited));
        world.now = world.now.plusMs(1'000);
        QVERIFY(world.close("B"));
        QCOMPARE(world.record(awaited).goodsAt, std::optional(world.now));
        QCOMPARE(world.record(awaited).stage, ReturnStage::Money);
        const auto found = world.look(awaited).lines.at(0);
        QCOMPARE(found.sellable, std::optional<std::int64_t>(2));
        QCOMPARE(found.damaged, std::optional<std::int64_t>(0));
        QCOMPARE(told(world.look(awaited).events).back(), QStringLiteral("goods_received bob: the order is closed"));
        QCOMPARE(line(world, "B", "tea").givenBack, 1);
        QCOMPARE(world.stock("tea"), 1'000);
        RETURNS_HOLD(world);
    }

    /// What was not approved is the order's still, and goes back with the rest of it; what was comes back once.
    void closedWithPartsApproved() {
        for (const auto rule : {GoodsRule::MoneyFirst, GoodsRule::GoodsFirst, GoodsRule::NoGoods}) {
            ReturnWorld world;
            QVERIFY(world.open());
            QVERIFY(world.freely(rule));
            const auto tea = world.stock("tea");
            const auto cup = world.stock("cup");
            const auto deduction = world.sell("A", {{Sku("tea"), 5, Money{100}}, {Sku("cup"), 2, Money{50}}});
            auto wanted = world.asked("R", deduction, 4);
            wanted.lines.push_back({Sku("cup"), 2});
            const auto id = world.requestReturn(wanted)->id;
            QVERIFY(world.approve(id, {{Sku("tea"), 1}}));
            QVERIFY(world.close("A"));
            QCOMPARE(world.stock("tea"), tea);
            QCOMPARE(world.stock("cup"), cup);
            QCOMPARE(world.money("A").granted.minor, 600);
            for (const auto& each : world.look(id).lines) {
                QCOMPARE(each.sellable, std::optional<std::int64_t>(each.sku == Sku("tea") ? 1 : 0));
                QCOMPARE(each.damaged, std::optional<std::int64_t>(0));
            }
            QCOMPARE(line(world, "A", "tea").givenBack, 4);
            QCOMPARE(line(world, "A", "cup").givenBack, 2);
            RETURNS_HOLD(world);
        }
    }

    void limitsOfPolicies() {
        ReturnWorld world;
        QVERIFY(world.open());
        constexpr auto kMax = base::kMaxMoneyMinor;
        for (const auto& [first, second, field] :
             {std::tuple(std::optional<std::int64_t>(-1), std::optional<std::int64_t>(), "four_eyes"),
              std::tuple(std::optional<std::int64_t>(kMax + 1), std::optional<std::int64_t>(), "four_eyes"),
              std::tuple(std::optional<std::int64_t>(), std::optional<std::int64_t>(-1), "second"),
              std::tuple(std::optional<std::int64_t>(), std::optional<std::int64_t>(kMax + 1), "second"),
              std::tuple(std::optional<std::int64_t>(10), std::optional<std::int64_t>(9), "second")}) {
            REFUSED_FIELD(world.returnPolicy(policyOf(first, second)), ErrorCode::InvalidArgument, field);
            REFUSED_FIELD(world.returnPolicy(policyOf(first, second), world.campus), ErrorCode::InvalidArgument, field);
        }
        for (const auto& [first, second] :
             {std::pair(std::optional<std::int64_t>(0), std::optional<std::int64_t>(0)),
              std::pair(std::optional<std::int64_t>(10), std::optional<std::int64_t>(10)),
              std::pair(std::optional<std::int64_t>(kMax), std::optional<std::int64_t>(kMax)),
              std::pair(std::optional<std::int64_t>(), std::optional<std::int64_t>(5)),
              std::pair(std::optional<std::int64_t>(5), std::optional<std::int64_t>())}) {
            const auto made = policyOf(first, second, GoodsRule::GoodsFirst);
            DONE(world.returnPolicy(made));
            QVERIFY(store::returns::policiesFresh(world.database())->front().policy == made);
        }
        const auto set = [&](const CampusId& campus, const std::optional<api::ReturnPolicy>& policy) {
            return world.run<void>([&](auto& work) { return returns::setPolicy(work, campus, policy); });
        };
        REFUSED_FIELD(set({}, std::nullopt), ErrorCode::InvalidArgument, "policy");
        REFUSED_FIELD(set(CampusId("a\nb"), std::nullopt), ErrorCode::InvalidArgument, "campus");
        REFUSED_FIELD(set(CampusId("nowhere"), std::nullopt), ErrorCode::NotFound, "campus");
        DONE(set(world.campus, policyOf(7, 8)));
        auto rows = store::returns::policiesFresh(world.database());
        QVERIFY(rows->size() == 2 && rows->at(1).own && rows->at(1).policy == policyOf(7, 8));
        QCOMPARE(rows->at(1).campus, world.campus);
        DONE(set(world.campus, std::nullopt));
        rows = store::returns::policiesFresh(world.database());
        QVERIFY(rows->size() == 2 && !rows->at(1).own && rows->at(1).policy == rows->at(0).policy);
        QVERIFY(*store::returns::policy(world.database(), world.campus) == rows->at(0).policy);
    }

    /// How many returns stand at each stage, and the sums over what counts.
    void stagesAreCounted() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.overHttp());
        int orders = 0;
        const auto ask = [&](const api::ReturnPolicy& policy, std::int64_t units) {
            world.now = world.now.plusMs(1'000);
            const auto deduction =
                world.returnPolicy(policy) ? world.sell("O" + std::to_string(++orders)) : DeductionId{};
            world.as("ann");
            const auto made = world.requestReturn(world.asked("R", deduction, units));
            world.as("bob");
            return made ? made->id : ReturnId{};
        };
        const auto free = policyOf({}, {});
        const auto none = policyOf({}, {}, GoodsRule::NoGoods);
        QVERIFY(world.approve(ask(free, 2), {{Sku("tea"), 1}}));  // goods
        QVERIFY(world.approve(ask(free, 2)));                     // goods
        QVERIFY(world.approve(ask(policyOf(0, 0), 1)));           // waits for its second approval
        const auto oldest = world.now;
        for (int i = 0; i < 3; ++i) {
            QVERIFY(ask(free, 1).valid());
        }
        QVERIFY(world.reject(ask(free, 1)));
        QVERIFY(world.cancelReturn(ask(free, 1)));
        for (const auto outcome : {api::SendOutcome::Declined, api::SendOutcome::Succeeded}) {
            const auto id = ask(none, 2);
            QVERIFY(world.approve(id));
            for (const auto& job : world.claim(100)) {
                if (job.id == world.refundOf(id).id) {
                    QVERIFY(world.reportJob(job, outcome));
                }
            }
        }
        for (int i = 0; i < 4; ++i) {
            QVERIFY(world.approve(ask(none, 2)));  // money
        }
        for (const auto& campus : {CampusId(), world.campus}) {
            const auto counts = store::returnPages::counts(world.database(), campus);
            QCOMPARE(counts->approval, 3);
            QCOMPARE(counts->secondApproval, 1);
            QCOMPARE(counts->goods, 2);
            QCOMPARE(counts->money, 4);
            QCOMPARE(counts->failed, 1);
            QCOMPARE(counts->oldest, std::optional(oldest));
        }
        const auto nowhere = store::returnPages::counts(world.database(), CampusId("nowhere"));
        QCOMPARE(nowhere->approval + nowhere->secondApproval + nowhere->goods + nowhere->money + nowhere->failed, 0);
        QVERIFY(!nowhere->oldest);
        const auto sums = store::returnPages::sums(world.database());
        QCOMPARE(sums->accepted, 2 + 1 + 3 + 1 + 1 + 4);
        QCOMPARE(sums->pending, 1 + 3);
        QCOMPARE(sums->units, 1 + 2 + 1 + 3 + 2 + 2 + 4 * 2);
        RETURNS_HOLD(world);
    }
    /// Who listens at an endpoint hears of decisions and of what takes them back, of money that has gone, of closed
    /// orders; not of goods.
    void whatIsAnnounced() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        DONE(world.database().execute(
            "INSERT INTO webhook(name, url, events, enabled, allow_private, allow_plain, secret_name, created_at, "
            "created_by, version) VALUES ('x', 'https://x.example/', 'return.decided refund.succeeded order.closed', "
            "1, 0, 0, 'x', 1, 'x', 1)"));
        world.database().memo(store::Database::Memo::Webhooks).reset();  // as when it is opened again
        const auto id = world.requestReturn(world.asked("R1", world.sell("A"), 2))->id;
        QVERIFY(world.approve(id));
        QVERIFY(world.undo(id));
        QVERIFY(world.reject(id));
        QVERIFY(world.undo(id));
        QVERIFY(world.approve(id));
        QVERIFY(world.receive(id));
        QVERIFY(world.undoGoods(id));
        QVERIFY(world.skipGoods(id));
        const auto refund = world.refundOf(id).id;
        QVERIFY(world.paidByHand(refund));
        QVERIFY(world.close("A"));
        auto& statement =
            world.database().statement("SELECT event, subject, body FROM webhook_event ORDER BY event_id");
        DONE(statement.query());
        QStringList subjects;
        QList<QByteArray> bodies;
        while (statement.next()) {
            subjects << QString::fromStdString(statement.text("event") + " " + statement.text("subject"));
            bodies << QByteArray::fromStdString(statement.text("body"));
        }
        statement.finish();
        const auto number = QByteArray::number(static_cast<qint64>(refund.value));
        QStringList expected(5, QStringLiteral("return.decided R1"));
        expected << QStringLiteral("refund.succeeded ") + QString::fromLatin1(number)
                 << QStringLiteral("order.closed A");
        QCOMPARE(subjects, expected);
        const auto decided = [](int amount, const char* status) {
            return QByteArray("\"data\":{\"amount\":") + QByteArray::number(amount) +
                   ",\"order_no\":\"A\",\"return_no\":\"R1\",\"status\":\"" + status + "\"}";
        };
        const QList<QByteArray> parts{
            decided(200, "APPROVED"),
            decided(0, "REQUESTED"),
            decided(0, "REJECTED"),
            decided(0, "REQUESTED"),
            decided(200, "APPROVED"),
            "\"data\":{\"amount\":200,\"order_no\":\"A\",\"payment_no\":\"PA\",\"reference\":\"R-1\",\"refund\":" +
                number + "}",
            "\"data\":{\"campus\":\"" + QByteArray::fromStdString(world.campus.str()) +
                "\",\"order_no\":\"A\",\"reason\":\"cancelled\"}"};
        for (qsizetype i = 0; i < parts.size(); ++i) {
            QVERIFY2(bodies.at(i).contains(parts.at(i)), bodies.at(i).constData());
        }
    }

    /// What is told to whoever shows it: of the return and of its refund, with the order and the campus.
    void listenersAreTold() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        QVERIFY(world.overHttp());
        const auto id = world.requestReturn(world.asked("R", world.sell("A"), 2))->id;
        const auto order = world.detail("A").row.id;
        using Kind = api::Event::Kind;
        const auto heard = [&](Kind kind) {
            const api::Event* last = nullptr;
            for (const auto& event : world.events) {
                last = event.kind == kind ? &event : last;
            }
            return last == nullptr ? api::Event{} : *last;
        };
        QCOMPARE(heard(Kind::ReturnChanged).returnId, id);
        world.events.clear();
        QVERIFY(world.approve(id));
        const auto refund = world.refundOf(id).id;
        for (int step = 0; step < 3; ++step) {
            const auto ofReturn = heard(Kind::ReturnChanged);
            QCOMPARE(ofReturn.returnId, id);
            QCOMPARE(ofReturn.order, order);
            QCOMPARE(ofReturn.campus, world.campus);
            const auto ofRefund = heard(Kind::RefundChanged);
            QCOMPARE(ofRefund.refund, refund);
            QCOMPARE(ofRefund.returnId, id);
            QCOMPARE(ofRefund.order, order);
            QCOMPARE(ofRefund.campus, world.campus);
            world.events.clear();
            if (step == 0) {
                QVERIFY(world.reportJob(world.claim().at(0), api::SendOutcome::Declined));
            } else if (step == 1) {
                QVERIFY(world.paidByHand(refund));
            }
        }
    }

    /// Each combination of what a stage follows from.
    void stagesFollow() {
        using S = ReturnStatus;
        using G = GoodsState;
        using R = RefundStatus;
        using T = ReturnStage;
        for (const auto goods : {G::None, G::Awaited, G::Received, G::Skipped}) {
            for (const auto refund : {std::optional<R>(), std::optional(R::Requested), std::optional(R::Held),
                                      std::optional(R::Pending), std::optional(R::Sent), std::optional(R::Succeeded),
                                      std::optional(R::Failed), std::optional(R::Cancelled)}) {
                for (const bool second : {false, true}) {
                    QCOMPARE(api::stageOf(S::Requested, second, goods, refund),
                             second ? T::SecondApproval : T::Approval);
                    QCOMPARE(api::stageOf(S::Rejected, second, goods, refund), T::Rejected);
                    QCOMPARE(api::stageOf(S::Cancelled, second, goods, refund), T::Cancelled);
                    const bool over = !refund || refund == R::Succeeded || refund == R::Cancelled;
                    QCOMPARE(api::stageOf(S::Approved, second, goods, refund), refund == R::Failed   ? T::Failed
                                                                               : goods == G::Awaited ? T::Goods
                                                                               : over                ? T::Done
                                                                                                     : T::Money);
                }
            }
        }
        const std::vector<std::pair<G, G>> moves{
            {G::None, G::Awaited},    {G::None, G::Skipped},     {G::Awaited, G::None},    {G::Awaited, G::Received},
            {G::Awaited, G::Skipped}, {G::Received, G::Awaited}, {G::Skipped, G::Awaited}, {G::Skipped, G::None}};
        for (const auto from : {G::None, G::Awaited, G::Received, G::Skipped}) {
            for (const auto to : {G::None, G::Awaited, G::Received, G::Skipped}) {
                const bool may = std::find(moves.begin(), moves.end(), std::pair(from, to)) != moves.end();
                QVERIFY2(api::mayMove(from, to) == may,
                         (std::string(api::toText(from)) + " to " + std::string(api::toText(to))).c_str());
            }
        }
    }

    /// Of a return that was approved twice: both refunds, the newest first, and the rule of its campus.
    void roundsInTheDetail() {
        ReturnWorld world;
        QVERIFY(world.open());
        QVERIFY(world.freely());
        const auto id = world.requestReturn(world.asked("R", world.sell("A"), 2))->id;
        QVERIFY(!world.look(id).row.refund);
        QVERIFY(world.approve(id));
        QCOMPARE(world.look(id).row.refund, std::optional(RefundStatus::Pending));
        QVERIFY(world.undo(id));
        QVERIFY(!world.look(id).row.refund);
        QVERIFY(world.approve(id, {{Sku("tea"), 1}}));
        const auto seen = world.look(id);
        QCOMPARE(seen.refunds.size(), std::size_t{2});
        QCOMPARE(seen.refunds.front().status, RefundStatus::Pending);
        QCOMPARE(seen.refunds.front().amount.minor, 100);
        QCOMPARE(seen.refunds.back().status, RefundStatus::Cancelled);
        QCOMPARE(seen.row.amount.minor, 100);
        QCOMPARE(seen.row.units, 2);
        QCOMPARE(seen.row.user, UserId("user"));
        QCOMPARE(seen.goodsRule, GoodsRule::MoneyFirst);
        QVERIFY(world.returnPolicy(policyOf({}, {}, GoodsRule::NoGoods), world.campus));
        QCOMPARE(world.look(id).goodsRule, GoodsRule::NoGoods);
        QCOMPARE(store::refunds::find(world.database(), seen.refunds.front().id).value()->source,
                 std::to_string(id.value) + "/2");
    }
};

}  // namespace test_return_rules

QTEST_GUILESS_MAIN(test_return_rules::TestReturnRules)
#include "test_return_rules.moc"
