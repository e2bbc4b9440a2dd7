// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/money_labels.h"

#include <QCoreApplication>

#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

struct MoneyLabels {
    Q_DECLARE_TR_FUNCTIONS(MoneyLabels)
};

constexpr std::string_view kSystemActor = "system";
constexpr std::string_view kTokenActor = "token:";  ///< and the token's name

/// The name comes last.
QString tokenLabel(const QString& name) { return MoneyLabels::tr("token %1", "name of an API token").arg(name); }

}  // namespace

QString label(api::ReturnStage stage) {
    switch (stage) {
        case api::ReturnStage::Approval: return MoneyLabels::tr("Approval");
        case api::ReturnStage::SecondApproval: return MoneyLabels::tr("Second approval");
        case api::ReturnStage::Goods: return MoneyLabels::tr("Goods");
        case api::ReturnStage::Money: return MoneyLabels::tr("Money");
        case api::ReturnStage::Failed: return MoneyLabels::tr("Refund failed");
        case api::ReturnStage::Done: return MoneyLabels::tr("Done");
        case api::ReturnStage::Rejected: return MoneyLabels::tr("Rejected");
        case api::ReturnStage::Cancelled: return MoneyLabels::tr("Cancelled");
    }
    return {};
}

Tone tone(api::ReturnStage stage) {
    switch (stage) {
        case api::ReturnStage::Approval:
        case api::ReturnStage::SecondApproval: return Tone::Warn;
        case api::ReturnStage::Goods: return Tone::Info;
        case api::ReturnStage::Money: return Tone::Accent;
        case api::ReturnStage::Failed: return Tone::Bad;
        case api::ReturnStage::Done: return Tone::Good;
        case api::ReturnStage::Rejected:
        case api::ReturnStage::Cancelled: return Tone::Muted;
    }
    return Tone::Muted;
}

QString label(api::GoodsState goods) {
    switch (goods) {
        case api::GoodsState::None: return Formats::dash();
        case api::GoodsState::Awaited: return MoneyLabels::tr("awaited", "goods");
        case api::GoodsState::Received: return MoneyLabels::tr("received", "goods");
        case api::GoodsState::Skipped: return MoneyLabels::tr("not expected", "goods");
    }
    return {};
}

QString label(api::GoodsRule rule) {
    switch (rule) {
        case api::GoodsRule::MoneyFirst: return MoneyLabels::tr("Money first: granted with the approval");
        case api::GoodsRule::GoodsFirst: return MoneyLabels::tr("Goods first: held until they are received");
        case api::GoodsRule::NoGoods: return MoneyLabels::tr("No goods: nothing is expected back");
    }
    return {};
}

QString label(api::RefundStatus status) {
    switch (status) {
        case api::RefundStatus::Requested: return MoneyLabels::tr("Needs approval");
        case api::RefundStatus::Held: return MoneyLabels::tr("Held for the goods");
        case api::RefundStatus::Pending: return MoneyLabels::tr("Granted, not sent");
        case api::RefundStatus::Sent: return MoneyLabels::tr("Sent, outcome open");
        case api::RefundStatus::Succeeded: return MoneyLabels::tr("Paid back");
        case api::RefundStatus::Failed: return MoneyLabels::tr("Failed, not paid");
        case api::RefundStatus::Cancelled: return MoneyLabels::tr("Cancelled");
    }
    return {};
}

Tone tone(api::RefundStatus status) {
    switch (status) {
        case api::RefundStatus::Requested:
        case api::RefundStatus::Held: return Tone::Warn;
        case api::RefundStatus::Pending: return Tone::Accent;
        case api::RefundStatus::Sent: return Tone::Info;
        case api::RefundStatus::Succeeded: return Tone::Good;
        case api::RefundStatus::Failed: return Tone::Bad;
        case api::RefundStatus::Cancelled: return Tone::Muted;
    }
    return Tone::Muted;
}

QString statusLabel(const api::RefundRow& refund) {
    if (!refund.matchedOrderNo.empty()) {
        return MoneyLabels::tr("Paid order %1").arg(text(refund.matchedOrderNo));
    }
    if (!refund.dead) {
        return refund.status == api::RefundStatus::Held && api::isOwed(refund.cause)
                   ? MoneyLabels::tr("Waits for a decision")
                   : label(refund.status);
    }
    return refund.status == api::RefundStatus::Sent ? MoneyLabels::tr("Given up, outcome open")
                                                    : MoneyLabels::tr("Given up, not sent");
}

Tone tone(const api::RefundRow& refund) { return refund.dead ? Tone::Bad : tone(refund.status); }

QString label(api::RefundCause cause) {
    switch (cause) {
        case api::RefundCause::Return: return MoneyLabels::tr("Return");
        case api::RefundCause::Order: return MoneyLabels::tr("Requested");
        case api::RefundCause::ClosedOrder: return MoneyLabels::tr("Closed order");
        case api::RefundCause::LatePayment: return MoneyLabels::tr("Late payment");
        case api::RefundCause::WrongAmount: return MoneyLabels::tr("Wrong amount");
        case api::RefundCause::SecondPayment: return MoneyLabels::tr("Second payment");
        case api::RefundCause::UnknownOrder: return MoneyLabels::tr("Unknown order");
    }
    return {};
}

QString label(api::RefundProviderKind provider) {
    switch (provider) {
        case api::RefundProviderKind::Manual: return MoneyLabels::tr("By hand");
        case api::RefundProviderKind::Http: return MoneyLabels::tr("Over HTTP");
    }
    return {};
}

QString label(api::MoneyEventKind kind) {
    switch (kind) {
        case api::MoneyEventKind::Requested: return MoneyLabels::tr("Requested");
        case api::MoneyEventKind::FirstApproval: return MoneyLabels::tr("First approval");
        case api::MoneyEventKind::Approved: return MoneyLabels::tr("Approved");
        case api::MoneyEventKind::Rejected: return MoneyLabels::tr("Rejected");
        case api::MoneyEventKind::Cancelled: return MoneyLabels::tr("Cancelled");
        case api::MoneyEventKind::Undone: return MoneyLabels::tr("Undone");
        case api::MoneyEventKind::GoodsReceived: return MoneyLabels::tr("Goods received");
        case api::MoneyEventKind::GoodsSkipped: return MoneyLabels::tr("Goods not expected");
        case api::MoneyEventKind::Granted: return MoneyLabels::tr("Refund granted");
        case api::MoneyEventKind::Attempt: return MoneyLabels::tr("Refund sent");
        case api::MoneyEventKind::NotSent: return MoneyLabels::tr("Not sent after all");
        case api::MoneyEventKind::Unknown: return MoneyLabels::tr("Outcome not known");
        case api::MoneyEventKind::Succeeded: return MoneyLabels::tr("Paid back");
        case api::MoneyEventKind::Failed: return MoneyLabels::tr("Refund failed");
        case api::MoneyEventKind::Retried: return MoneyLabels::tr("Retried");
        case api::MoneyEventKind::ByHand: return MoneyLabels::tr("Recorded by hand");
        case api::MoneyEventKind::Dead: return MoneyLabels::tr("Given up");
        case api::MoneyEventKind::Noted: return MoneyLabels::tr("Note");
        case api::MoneyEventKind::Assigned: return MoneyLabels::tr("Assigned");
        case api::MoneyEventKind::ByRule: return MoneyLabels::tr("Decided by rule");
    }
    return {};
}

Tone tone(api::MoneyEventKind kind) {
    switch (kind) {
        case api::MoneyEventKind::Requested:
        case api::MoneyEventKind::GoodsSkipped:
        case api::MoneyEventKind::Rejected:
        case api::MoneyEventKind::Cancelled: return Tone::Muted;
        case api::MoneyEventKind::FirstApproval:
        case api::MoneyEventKind::Undone:
        case api::MoneyEventKind::Retried:
        case api::MoneyEventKind::ByHand:
        case api::MoneyEventKind::NotSent:
        case api::MoneyEventKind::Unknown: return Tone::Warn;
        case api::MoneyEventKind::Approved:
        case api::MoneyEventKind::Granted: return Tone::Accent;
        case api::MoneyEventKind::GoodsReceived:
        case api::MoneyEventKind::Attempt:
        case api::MoneyEventKind::Noted: return Tone::Info;
        case api::MoneyEventKind::ByRule: return Tone::Accent;
        case api::MoneyEventKind::Assigned: return Tone::Muted;
        case api::MoneyEventKind::Succeeded: return Tone::Good;
        case api::MoneyEventKind::Failed:
        case api::MoneyEventKind::Dead: return Tone::Bad;
    }
    return Tone::Muted;
}

QString label(api::LedgerAccount account) {
    switch (account) {
        case api::LedgerAccount::ProviderClearing: return MoneyLabels::tr("Payment provider");
        case api::LedgerAccount::Sales: return MoneyLabels::tr("Sales");
        case api::LedgerAccount::Discounts: return MoneyLabels::tr("Discounts");
        case api::LedgerAccount::SalesReturns: return MoneyLabels::tr("Sales returns");
        case api::LedgerAccount::UnmatchedMoney: return MoneyLabels::tr("Unmatched money");
        case api::LedgerAccount::RefundsPayable: return MoneyLabels::tr("Refunds payable");
        case api::LedgerAccount::RestockingFees: return MoneyLabels::tr("Restocking fees");
    }
    return {};
}

QString kindOf(api::LedgerAccount account) {
    switch (account) {
        case api::LedgerAccount::ProviderClearing: return MoneyLabels::tr("asset");
        case api::LedgerAccount::Sales:
        case api::LedgerAccount::RestockingFees: return MoneyLabels::tr("revenue");
        case api::LedgerAccount::Discounts:
        case api::LedgerAccount::SalesReturns: return MoneyLabels::tr("contra revenue");
        case api::LedgerAccount::UnmatchedMoney:
        case api::LedgerAccount::RefundsPayable: return MoneyLabels::tr("liability");
    }
    return {};
}

QString label(api::LedgerKind kind) {
    switch (kind) {
        case api::LedgerKind::Payment: return MoneyLabels::tr("Payment");
        case api::LedgerKind::Discount: return MoneyLabels::tr("Discount");
        case api::LedgerKind::LatePayment: return MoneyLabels::tr("Late payment");
        case api::LedgerKind::UnmatchedPayment: return MoneyLabels::tr("Unmatched payment");
        case api::LedgerKind::RefundGranted: return MoneyLabels::tr("Refund granted");
        case api::LedgerKind::RefundCancelled: return MoneyLabels::tr("Refund cancelled");
        case api::LedgerKind::RefundPaid: return MoneyLabels::tr("Refund paid");
        case api::LedgerKind::PaymentMatched: return MoneyLabels::tr("Payment matched");
        case api::LedgerKind::FeeKept: return MoneyLabels::tr("Restocking fee kept");
        case api::LedgerKind::FeeWaived: return MoneyLabels::tr("Restocking fee waived");
    }
    return {};
}

QString actorLabel(const std::string& actor) {
    if (actor.empty()) {
        return Formats::dash();
    }
    if (actor.starts_with(kTokenActor)) {
        return tokenLabel(text(actor.substr(kTokenActor.size())));
    }
    return actor == kSystemActor ? MoneyLabels::tr("the system") : text(actor);
}

std::string actorNamed(const QString& typed) {
    const QString before = tokenLabel({});
    if (typed.size() > before.size() && typed.startsWith(before)) {
        return std::string(kTokenActor) + typed.mid(before.size()).toStdString();
    }
    return typed == MoneyLabels::tr("the system") ? std::string(kSystemActor) : typed.toStdString();
}

QString countedReturns(std::int64_t count) {
    return MoneyLabels::tr("%1 returns", nullptr, Formats::plural(count)).arg(Formats::number(count));
}

QString countedRefunds(std::int64_t count) {
    return MoneyLabels::tr("%1 refunds", nullptr, Formats::plural(count)).arg(Formats::number(count));
}

QString countedPayments(std::int64_t count) {
    return MoneyLabels::tr("%1 payments", nullptr, Formats::plural(count)).arg(Formats::number(count));
}

/// "auto_approval; 500; damaged", "restocking_fee; 1000; 45": the rule, and what of it applied; amounts in minor units,
/// the fee's rate in hundredths of a percent.
static QString ruleText(const QString& detail, const Formats& formats) {
    const QString rule = detail.section(QStringLiteral("; "), 0, 0);
    const auto number = detail.section(QStringLiteral("; "), 1, 1).toLongLong();
    const QString last = detail.section(QStringLiteral("; "), 2);
    if (rule == QLatin1String("auto_approval")) {
        const QString amount = formats.moneyWithCurrency(Money{number});
        return last.isEmpty()
                   ? MoneyLabels::tr("approved by the system: up to %1 of an order").arg(amount)
                   : MoneyLabels::tr("approved by the system: up to %1 of an order, for reason %2").arg(amount, last);
    }
    if (rule == QLatin1String("restocking_fee")) {
        return MoneyLabels::tr("restocking fee of %1 %: %2 kept")
            .arg(QString::number(static_cast<double>(number) / 100, 'g', 6),
                 formats.moneyWithCurrency(Money{last.toLongLong()}));
    }
    return detail;
}

/// "2 x tea; 2000" of an approval: the amount in minor units; "paid order A1" of what is no longer owed.
static QString eventDetail(const api::MoneyEvent& event, const Formats& formats) {
    const QString detail = text(event.detail);
    if (event.kind == api::MoneyEventKind::ByRule) {
        return ruleText(detail, formats);
    }
    if (event.kind == api::MoneyEventKind::Assigned) {
        return detail.isEmpty() ? MoneyLabels::tr("to nobody") : MoneyLabels::tr("to %1", "person").arg(detail);
    }
    if (const QLatin1String paid("paid order ");
        event.kind == api::MoneyEventKind::Cancelled && detail.startsWith(paid)) {
        return MoneyLabels::tr("it has paid order %1").arg(detail.mid(paid.size()));
    }
    const auto at = detail.lastIndexOf(QStringLiteral("; "));
    bool isAmount = false;
    const auto minor = detail.mid(at + 2).toLongLong(&isAmount);
    return event.kind == api::MoneyEventKind::Approved && at >= 0 && isAmount
               ? MoneyLabels::tr("%1; %2", "units, amount")
                     .arg(detail.left(at), formats.moneyWithCurrency(Money{minor}))
               : detail;
}

std::vector<TimelineEntry> timelineOf(const std::vector<api::MoneyEvent>& events, const Formats& formats, Instant now) {
    std::vector<TimelineEntry> entries;
    entries.reserve(events.size());
    for (const auto& event : events) {
        entries.push_back({formats.shortTime(event.at, now), label(event.kind), actorLabel(event.actor),
                           eventDetail(event, formats), tone(event.kind)});
    }
    return entries;
}

QString fourEyesText(const api::FourEyes& eyes, const Formats& formats) {
    const QString compared = formats.moneyWithCurrency(eyes.compared);
    const QString requester = actorLabel(eyes.requester);
    if (eyes.needed == 0) {
        return MoneyLabels::tr("One person is enough for %1: below the four-eyes threshold.").arg(compared);
    }
    if (eyes.needed == 1) {
        return MoneyLabels::tr("%1 is above the four-eyes threshold: somebody other than %2 must approve.")
            .arg(compared, requester);
    }
    if (eyes.first.empty()) {
        return MoneyLabels::tr("%1 is above the second threshold: two people must approve, neither of them %2.")
            .arg(compared, requester);
    }
    return MoneyLabels::tr("%1 is above the second threshold: %2 has approved; one more must, neither %2 nor %3.")
        .arg(compared, actorLabel(eyes.first), requester);
}

MoneyFigures figuresOf(const api::OrderMoney& money, const Formats& formats) {
    const QString dash = Formats::dash();
    const bool paid = money.paid.minor > 0;
    const auto shown = [&](bool known, Money amount) { return known ? formats.moneyWithCurrency(amount) : dash; };
    return {shown(paid, money.paid), shown(money.discount.minor > 0, money.discount), shown(paid, money.succeeded),
            shown(paid, Money{money.granted.minor - money.succeeded.minor}), shown(paid, money.refundable)};
}

}  // namespace evenhand::ui
