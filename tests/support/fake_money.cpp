// SPDX-License-Identifier: GPL-3.0-or-later
// The world that the desks of returns and refunds share: figures, four eyes, grants, entries; and some of everything.
#include "tests/support/fake_money.h"

#include <algorithm>

#include "tests/support/fake_engine.h"

namespace evenhand::test {
namespace {

constexpr std::int64_t kMinute = 60'000;
constexpr std::int64_t kHour = 60 * kMinute;
const Sku kRice("rice-01");
const Sku kTea("tea-07");

bool holdsUnits(api::ReturnStatus status) {
    return status == api::ReturnStatus::Requested || status == api::ReturnStatus::Approved;
}

}  // namespace

const api::ReturnPolicy& FakeMoneyWorld::policyOf(const CampusId& campus) const {
    const auto found = own.find(campus);
    return found == own.end() ? policy : found->second;
}

Money FakeMoneyWorld::committed(const OrderNo& orderNo) const { return moneyOf(orderNo).committed; }

api::OrderMoney FakeMoneyWorld::moneyOf(const OrderNo& orderNo) const {
    const auto order = engine.row(orderNo);
    api::OrderMoney money;
    money.total = order.payable;
    money.paid = order.paidAt ? order.payable : Money{};
    for (const auto& [id, refund] : refunds) {
        const bool accepted = refund.cause == api::RefundCause::Return || refund.cause == api::RefundCause::Order ||
                              refund.cause == api::RefundCause::ClosedOrder;
        if (refund.orderNo != orderNo.str() || !accepted || refund.status == api::RefundStatus::Cancelled) {
            continue;
        }
        money.committed.minor += refund.amount.minor;
        const bool granted = refund.status == api::RefundStatus::Pending || refund.status == api::RefundStatus::Sent ||
                             refund.status == api::RefundStatus::Succeeded;
        money.granted.minor += granted ? refund.amount.minor : 0;
        money.succeeded.minor += refund.status == api::RefundStatus::Succeeded ? refund.amount.minor : 0;
    }
    money.refundable.minor = std::max<std::int64_t>(0, money.paid.minor - money.committed.minor);
    return money;
}

api::ReturnableOrder FakeMoneyWorld::returnable(const OrderNo& orderNo) const {
    const auto order = engine.row(orderNo);
    api::ReturnableOrder all;
    all.orderNo = orderNo;
    all.deduction = {order.id.value};
    all.status = order.status;
    all.money = moneyOf(orderNo);
    const std::int64_t tea = order.payable.minor * 2 / 5;
    all.lines.push_back({kRice, "Fried rice 扬州炒饭", 3, 0, 0, 0, 3, {order.payable.minor - tea}, {}});
    all.lines.push_back({kTea, "<b>Milk tea</b>", 2, 0, 0, 0, 2, {tea}, {}});
    for (const auto& [id, each] : returns) {
        if (each.row.orderNo != orderNo || !holdsUnits(each.row.status)) {
            continue;
        }
        for (const auto& line : each.lines) {
            for (auto& into : all.lines) {
                if (into.sku != line.sku) {
                    continue;
                }
                const bool approved = each.row.status == api::ReturnStatus::Approved;
                (approved ? into.returned : into.requested) += approved ? line.approved.value_or(0) : line.requested;
                into.settled.minor += approved && line.amount ? line.amount->minor : 0;
            }
        }
    }
    bool any = false;
    for (auto& line : all.lines) {
        line.returnable = order.paidAt ? line.deducted - line.requested - line.returned : 0;
        any = any || line.returnable > 0;
    }
    if (!order.paidAt) {
        all.refusal = Error{ErrorCode::WrongStatus, "not paid", "status", {}};
    } else if (!any) {
        all.refusal = Error{ErrorCode::ExceedsDeducted, "everything was returned", "units", {}};
    }
    return all;
}

Money FakeMoneyWorld::worth(const OrderNo& orderNo, const std::vector<api::ReturnLine>& lines) const {
    Money sum;
    for (const auto& line : returnable(orderNo).lines) {
        for (const auto& asked : lines) {
            if (asked.sku == line.sku) {
                const auto total = line.share.minor * (line.returned + asked.units) / line.deducted;
                sum.minor += std::max<std::int64_t>(0, total - line.settled.minor);
            }
        }
    }
    return sum;
}

api::FourEyes FakeMoneyWorld::eyes(const FakeReturn& of, Money amount, const std::string& actor) const {
    const auto& rule = policyOf(of.row.campus);
    api::FourEyes eyes;
    eyes.requester = of.row.requester;
    eyes.first = of.row.firstApprover;
    eyes.compared = {committed(of.row.orderNo).minor + amount.minor};
    eyes.needed = rule.secondAbove && eyes.compared > *rule.secondAbove       ? 2
                  : rule.fourEyesAbove && eyes.compared > *rule.fourEyesAbove ? 1
                                                                              : 0;
    if (of.row.status != api::ReturnStatus::Requested) {
        eyes.refusal = Error{ErrorCode::WrongStatus, "it is decided", "status", {}};
    } else if (eyes.needed > 0 && actor == eyes.requester) {
        eyes.refusal = Error{ErrorCode::FourEyes, "the requester may not approve", "approver", actor};
    } else if (eyes.needed > 1 && actor == eyes.first) {
        eyes.refusal = Error{ErrorCode::FourEyes, "the first approver may not be the second", "approver", actor};
    }
    return eyes;
}

void FakeMoneyWorld::touch(FakeReturn& changed) {
    auto& row = changed.row;
    const auto refund = refunds.find(changed.refund.value);
    row.refund = refund == refunds.end() || row.status != api::ReturnStatus::Approved
                     ? std::nullopt
                     : std::optional(refund->second.status);
    row.stage = api::stageOf(row.status, !row.firstApprover.empty(), row.goods, row.refund);
    row.version += 1;
    api::Event event;
    event.kind = api::Event::Kind::ReturnChanged;
    event.returnId = row.id;
    event.campus = row.campus;
    engine.publish({event});
}

void FakeMoneyWorld::touch(api::RefundRow& changed) {
    changed.version += 1;
    if (changed.returnId) {
        touch(returns.at(changed.returnId->value));
    }
    api::Event event;
    event.kind = api::Event::Kind::RefundChanged;
    event.refund = changed.id;
    event.campus = changed.campus;
    engine.publish({event});
}

void FakeMoneyWorld::post(api::LedgerKind kind, api::LedgerAccount debit, api::LedgerAccount credit,
                          const api::RefundRow& refund) {
    ledger.push_back({static_cast<std::int64_t>(ledger.size()) + 1, engine.now(), kind, debit, credit, refund.amount,
                      refund.orderNo, refund.paymentNo, refund.id.valid() ? std::optional(refund.id) : std::nullopt,
                      refund.requester});
}

RefundId FakeMoneyWorld::grant(api::RefundRow refund, api::RefundStatus as) {
    refund.id = {static_cast<std::int64_t>(refunds.size()) + 1};
    refund.status = api::RefundStatus::Requested;
    refund.requestedAt = engine.now();
    refund.provider = settings.provider;
    const auto id = refund.id;
    refunds[id.value] = std::move(refund);
    if (as != api::RefundStatus::Requested) {
        move(refunds.at(id.value), as, "system");
    }
    return id;
}

void FakeMoneyWorld::move(api::RefundRow& refund, api::RefundStatus to, const std::string& actor) {
    using api::LedgerAccount;
    const auto from = refund.status;
    refund.status = to;
    refund.dead = false;
    const bool owed = refund.cause >= api::RefundCause::LatePayment;
    const auto source = owed ? LedgerAccount::UnmatchedMoney : LedgerAccount::SalesReturns;
    auto kind = api::MoneyEventKind::Requested;
    switch (to) {
        case api::RefundStatus::Requested:
        case api::RefundStatus::Held: break;
        case api::RefundStatus::Pending:
            kind = api::MoneyEventKind::Granted;
            if (from == api::RefundStatus::Requested || from == api::RefundStatus::Held) {
                refund.grantedAt = engine.now();
                post(api::LedgerKind::RefundGranted, source, LedgerAccount::RefundsPayable, refund);
            }
            break;
        case api::RefundStatus::Sent:
            kind = api::MoneyEventKind::Attempt;
            refund.sentAt = engine.now();
            refund.attempts += 1;
            break;
        case api::RefundStatus::Succeeded:
            kind = api::MoneyEventKind::Succeeded;
            refund.doneAt = engine.now();
            refund.nextTry.reset();
            post(api::LedgerKind::RefundPaid, LedgerAccount::RefundsPayable, LedgerAccount::ProviderClearing, refund);
            break;
        case api::RefundStatus::Failed:
            kind = api::MoneyEventKind::Failed;
            refund.nextTry.reset();
            break;
        case api::RefundStatus::Cancelled:
            kind = api::MoneyEventKind::Cancelled;
            if (from == api::RefundStatus::Pending || from == api::RefundStatus::Failed) {
                post(api::LedgerKind::RefundCancelled, LedgerAccount::RefundsPayable, source, refund);
            }
            break;
    }
    const api::MoneyEvent event{engine.now(), kind, actor, refund.lastError};
    refundEvents[refund.id.value].push_back(event);
    if (refund.returnId) {
        returns.at(refund.returnId->value).events.push_back(event);
    }
}

void FakeMoneyWorld::tell(FakeReturn& of, api::MoneyEventKind kind, const std::string& actor,
                          const std::string& detail) {
    of.events.push_back({engine.now(), kind, actor, detail});
}

// --- some of everything -------------------------------------------------------------------------------------

void FakeReturns::fill() {
    if (orderAt(29).empty()) {
        return;  // too few orders for some of everything
    }
    auto& world = m_world;
    auto& refunds = world.engine.refunds();
    const api::Call bo{api::Actor::administrator("bo"), "checked", {}};
    const api::Call cy{api::Actor::administrator("cy"), "checked", {}};
    for (int i = 0; i < 30; ++i) {
        const auto order = world.engine.row(orderAt(i));
        api::RefundRow paid;
        paid.orderNo = order.orderNo.str();
        paid.paymentNo = PaymentNo("P-" + order.orderNo.str());
        paid.amount = order.payable;
        paid.requester = "system";
        world.post(api::LedgerKind::Payment, api::LedgerAccount::ProviderClearing, api::LedgerAccount::Sales, paid);
    }
    const std::string hostile = "<img src=x onerror=alert(1)> & =HYPERLINK(\"http://evil\")";
    for (int i = 0; i < 9; ++i) {
        add(i, i % 3 == 0 ? "local:test" : "anna", i == 1 ? hostile : "Arrived cold, the box was open.",
            kMinute * 7 + kHour * 11 * i);
    }
    const auto approved = [&](int order, std::int64_t age) {
        const auto id = add(order, "anna", "One portion was missing.", age);
        (void)decide(bo, {id, 0}, {});
        if (world.returns.at(id.value).row.status == api::ReturnStatus::Requested) {
            (void)decide(cy, {id, 0}, {});
        }
        return world.returns.at(id.value);
    };
    for (int i = 9; i < 12; ++i) {
        world.own[world.engine.row(orderAt(i)).campus].goods = api::GoodsRule::GoodsFirst;
        (void)approved(i, kHour * i);
        world.own.clear();
    }
    refunds.succeed(approved(12, kHour * 30).refund, "WX-20240510-0012");
    refunds.send(approved(13, kHour * 3).refund);
    (void)approved(14, kHour * 2);
    refunds.fail(approved(15, kHour * 26).refund, "declined: account closed <b>now</b>");
    refunds.giveUp(approved(16, kHour * 49).refund, "time-out after 12 attempts");
    (void)close(bo, {add(17, "anna", "Changed my mind.", kHour * 5), 0}, api::ReturnStatus::Rejected,
                "Eaten food stays.");
    (void)close(cy, {add(18, "anna", "By mistake.", kHour * 6), 0}, api::ReturnStatus::Cancelled, {});
    for (const auto cause : {api::RefundCause::LatePayment, api::RefundCause::UnknownOrder,
                             api::RefundCause::SecondPayment, api::RefundCause::ClosedOrder}) {
        api::RefundRow owed;
        owed.cause = cause;
        owed.orderNo = cause == api::RefundCause::UnknownOrder ? "X-4711" : orderAt(20).str();
        owed.paymentNo = PaymentNo("P-owed-" + std::string(api::toText(cause)));
        owed.campus = cause == api::RefundCause::UnknownOrder ? CampusId{} : world.engine.row(orderAt(20)).campus;
        owed.amount = {1'980};
        owed.requester = "system";
        owed.reason = std::string(api::toText(cause));
        if (cause != api::RefundCause::ClosedOrder) {
            world.post(cause == api::RefundCause::LatePayment ? api::LedgerKind::LatePayment
                                                              : api::LedgerKind::UnmatchedPayment,
                       api::LedgerAccount::ProviderClearing, api::LedgerAccount::UnmatchedMoney, owed);
        }
        world.grant(owed, api::RefundStatus::Pending);
    }
    world.reasons.clear();
}

OrderNo FakeReturns::orderAt(int order) const {
    int seen = 0;
    for (std::int64_t id = m_world.engine.size(); id > 0; --id) {
        const auto row = m_world.engine.row(FakeEngine::orderNoOf(id));
        if (row.paidAt && seen++ == order) {
            return row.orderNo;
        }
    }
    return {};
}

ReturnId FakeReturns::add(int order, const std::string& requester, const std::string& reason, std::int64_t ageMs) {
    api::RequestReturn asked;
    asked.orderNo = orderAt(order);
    asked.number = ReturnNo("R-" + asked.orderNo.str() + "-" + std::to_string(m_world.returns.size() + 1));
    asked.lines = {{kRice, 2}, {kTea, 1}};
    asked.reason = reason;
    asked.at = m_world.engine.now().plusMs(-ageMs);
    const auto answer = request({api::Actor::administrator(requester), {}, {}}, asked).result();
    return answer ? answer->id : ReturnId{};
}

}  // namespace evenhand::test
