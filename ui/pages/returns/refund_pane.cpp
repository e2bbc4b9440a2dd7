// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/returns/refund_pane.h"

#include <QEvent>
#include <QJsonArray>
#include <algorithm>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/pages/returns/case_actions.h"
#include "ui/shell/campus_scope.h"
#include "ui/tables/refreshed_by.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/or_dash.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/people_labels.h"

namespace evenhand::ui {
namespace {

constexpr api::RefundCause kCauses[] = {api::RefundCause::Return,      api::RefundCause::Order,
                                        api::RefundCause::ClosedOrder, api::RefundCause::LatePayment,
                                        api::RefundCause::WrongAmount, api::RefundCause::SecondPayment,
                                        api::RefundCause::UnknownOrder};
constexpr RefundAction kShownActions[] = {RefundAction::Retry, RefundAction::RecordPaid, RefundAction::Approve,
                                          RefundAction::RecordFailed, RefundAction::Cancel};

}  // namespace

using api::RefundRow;
using api::RefundSort;

RefundPane::RefundPane(UiContext& context, QWidget* parent)
    : RefundTable(describe(context, this), context, parent),
      m_countReads(new FeedChannel(
          kCountMs, [this] { readCounts(); }, this)),
      m_sums(muted(plainLabel(this, QStringLiteral("refundSums")))) {
    filters()->row()->addWidget(m_sums);
    connect(&context.scope, &CampusScope::currentChanged, m_countReads, &FeedChannel::restart);
    sayCounts();
}

RefundPane::~RefundPane() = default;

RefundPane::Spec RefundPane::describe(UiContext& context, RefundPane* pane) {
    auto& bridge = context.bridge;
    Spec spec;
    spec.look.prefix = QStringLiteral("refunds");
    spec.look.one = QStringLiteral("refund");
    spec.look.isOfCampus = true;
    spec.look.refreshedBy = refreshedBy(bridge, &EngineBridge::refundsChanged);
    auto& texts = spec.look.texts;
    texts.name = [] { return tr("Refunds"); };
    texts.count = [](std::int64_t total) {
        return total < 0 ? tr("%1 refunds", nullptr, 0).arg(Formats::dash()) : countedRefunds(total);
    };
    texts.empty = [] { return tr("There are no refunds."); };
    texts.next = [] { return tr("Nothing to do: returns and cancelled orders that were paid make refunds."); };
    texts.emptyFiltered = [] { return tr("No refund matches the filter."); };
    texts.exported = [] { return tr("Export refunds"); };
    texts.fileName = QStringLiteral("refunds.csv");
    spec.columns = describeColumns(context);
    spec.orderedBy = QStringLiteral("requested");
    spec.now = [&bridge] { return bridge.now(); };
    spec.page = [&bridge](const api::RefundFilter& filter, const PageOf<RefundSort>& page) {
        return bridge.refunds().page(bridge.call(),
                                     {filter, page.descending, std::nullopt, page.offset, page.limit, page.sort});
    };
    spec.count = [&bridge](const api::RefundFilter& filter) { return bridge.refunds().count(bridge.call(), filter); };
    spec.always = [&context](api::RefundFilter& filter) {
        filter.campus = context.scope.current();
        filter.orNone = true;  // of an order that nobody knows: else nobody of a campus would see it
    };
    spec.fields = describeFields(context);
    spec.words = refundWords(context, pane);
    for (const auto which : kShownActions) {
        spec.actions.push_back(refundAction(context, pane, which));
    }
    spec.actions.push_back(assignRefunds(context, pane));
    spec.actions.push_back(noteOnRefund(context, pane));
    spec.opened = [pane](const RefundRow& row) {
        if (!row.orderNo.empty()) {
            Q_EMIT pane->opened(text(row.orderNo));
        }
    };
    return spec;
}

std::vector<Column<RefundRow, RefundSort>> RefundPane::describeColumns(UiContext& context) {
    using C = Column<RefundRow, RefundSort>;
    const auto& formats = context.formats;
    const auto next = [&context](const RefundRow& row) {
        return row.nextTry ? context.formats.shortTime(*row.nextTry, context.bridge.now()) : Formats::dash();
    };
    const auto wholeNext = [&formats](const RefundRow& row) {
        return row.nextTry ? formats.dateTime(*row.nextTry) : Formats::dash();
    };
    const auto campus = [&context](const RefundRow& row) {
        return row.campus.empty() ? Formats::dash() : context.scope.nameOf(row.campus);
    };
    const auto approver = [](const RefundRow& row) {
        return row.approver.empty() ? actorLabel(row.firstApprover) : actorLabel(row.approver);
    };
    const auto age = [&bridge = context.bridge](const RefundRow& row) {
        return Formats::duration(std::max<std::int64_t>(0, bridge.now().ms - row.requestedAt.ms));
    };
    const auto wholeError = [](const RefundRow& row) {
        return row.lastError.empty() ? Formats::dash() : text(row.lastError);
    };
    return {
        C(
            "order", 124, [] { return tr("Order"); }, [](const RefundRow& row) { return orDash(row.orderNo); })
            .strong(),
        C(
            "status", 150, [] { return tr("Status"); }, [](const RefundRow& row) { return statusLabel(row); })
            .sortedBy(RefundSort::Status)
            .asPill([](const RefundRow& row) { return tone(row); }),
        C(
            "cause", 116, [] { return tr("Cause"); }, [](const RefundRow& row) { return label(row.cause); }),
        C::money(
            "amount", 122, [&formats] { return tr("Amount (%1)").arg(formats.currency()); }, formats,
            &RefundRow::amount)
            .sortedBy(RefundSort::Amount)
            .strong(),
        C(
            "requested", 150, [] { return tr("Requested"); },
            [&formats](const RefundRow& row) { return formats.dateTime(row.requestedAt); })
            .sortedBy(RefundSort::Requested),
        C(
            "age", 84, [] { return tr("Age"); }, age)
            .ticking(),
        C(
            "clerk", 110, [] { return tr("Clerk"); }, [](const RefundRow& row) { return orDash(row.clerk); }),
        C::count(
            "attempts", 92, [] { return tr("Attempts"); }, &RefundRow::attempts),
        C(
            "next", 100, [] { return tr("Next try"); }, next)
            .withHint(wholeNext)
            .inFile([wholeNext](const RefundRow& row) { return row.nextTry ? wholeNext(row) : QString(); }),
        C(
            "error", 210, [] { return tr("Last error"); }, [](const RefundRow& row) { return orDash(row.lastError); })
            .withHint(wholeError)
            .inFile([](const RefundRow& row) { return text(row.lastError); }),
        C(
            "payment", 124, [] { return tr("Payment"); },
            [](const RefundRow& row) { return orDash(row.paymentNo.str()); })
            .sortedBy(RefundSort::PaymentNo),
        C(
            "reference", 124, [] { return tr("Reference"); },
            [](const RefundRow& row) { return orDash(row.reference); }),
        C(
            "provider", 96, [] { return tr("Method"); }, [](const RefundRow& row) { return label(row.provider); }),
        C(
            "reason", 118, [] { return tr("Reason"); }, [](const RefundRow& row) { return orDash(row.reasonCode); }),
        C(
            "campus", 124, [] { return tr("Campus"); }, campus)
            .hidden(),
        C(
            "return", 124, [] { return tr("Return"); }, [](const RefundRow& row) { return orDash(row.returnNo.str()); })
            .hidden(),
        C(
            "requester", 118, [] { return tr("Requested by"); },
            [](const RefundRow& row) { return actorLabel(row.requester); })
            .hidden(),
        C(
            "approver", 118, [] { return tr("Approved by"); }, approver)
            .hidden(),
    };
}

std::vector<FilterField<api::RefundFilter>> RefundPane::describeFields(UiContext& context) {
    auto number = textField(
        QStringLiteral("text"), QStringLiteral("refundFilterText"),
        [] { return tr("Order or payment number begins with"); }, &api::RefundFilter::text);
    number.look.width = 260;
    return {
        std::move(number),
        choicesField({.key = QStringLiteral("statuses"),
                      .objectName = QStringLiteral("refundFilterStatus"),
                      .title = [] { return tr("Status"); },
                      .any = [] { return tr("Every status"); },
                      .choices = choicesOf(api::allRefundStatuses(), &label)},
                     &api::RefundFilter::statuses, &api::refundStatusFrom),
        choicesField({.key = QStringLiteral("causes"),
                      .objectName = QStringLiteral("refundFilterCause"),
                      .title = [] { return tr("Cause"); },
                      .any = [] { return tr("Every cause"); },
                      .choices = choicesOf(kCauses, &label)},
                     &api::RefundFilter::causes, &api::refundCauseFrom),
        {{.key = QStringLiteral("dead"),
          .objectName = QStringLiteral("refundFilterDead"),
          .kind = FieldLook::Kind::Switch,
          .title = [] { return tr("Given up"); },
          .hint = [] { return tr("Refunds that the sender has given up; they need attention."); }},
         [](const FieldValue& value, api::RefundFilter& filter) { filter.deadOnly = value.on; }},
        myQueueField<api::RefundFilter>(
            context, QStringLiteral("refundFilterMine"), [] { return tr("My queue"); },
            [] { return tr("Only what is assigned to you"); }),
    };
}

QAction* RefundPane::action(RefundAction which) const {
    return action(RefundActions::look(which, QStringLiteral("refund")).name);
}

void RefundPane::showStatuses(const std::vector<api::RefundStatus>& statuses, bool deadOnly) {
    QJsonArray keys;
    for (const auto status : statuses) {
        keys << keyText(api::toText(status));
    }
    filters()->setState({{QStringLiteral("statuses"), keys}, {QStringLiteral("dead"), deadOnly}});
}

void RefundPane::setText(const QString& text) { filters()->setState({{QStringLiteral("text"), text}}); }

// --- counts -------------------------------------------------------------------------------------------------

void RefundPane::setActive(bool active) {
    RefundTable::setActive(active);
    m_countReads->setActive(active);
    if (active) {
        m_countReads->request();
    }
}

void RefundPane::refresh() {
    RefundTable::refresh();
    m_countReads->request();
}

void RefundPane::readCounts() {
    auto& bridge = context().bridge;
    m_countReads->take(bridge.refunds().counts(bridge.call(), context().scope.current()),
                       [this](const Result<api::RefundCounts>& counts) {
                           m_counted = true;
                           m_counts = counts ? std::optional(*counts) : std::nullopt;
                           sayCounts();
                           Q_EMIT readyChanged();
                       });
}

void RefundPane::sayCounts() {
    const auto amount = [this](Money api::RefundCounts::*which) {
        return m_counts ? context().formats.moneyWithCurrency((*m_counts).*which) : Formats::dash();
    };
    m_sums->setText(tr("Not sent %1 · outcome open %2 · failed %3")
                        .arg(amount(&api::RefundCounts::pendingAmount), amount(&api::RefundCounts::sentAmount),
                             amount(&api::RefundCounts::failedAmount)));
    filters()
        ->button(QStringLiteral("dead"))
        ->setText(m_counts ? tr("Given up %1").arg(Formats::number(m_counts->dead)) : tr("Given up"));
}

void RefundPane::changeEvent(QEvent* event) {
    RefundTable::changeEvent(event);
    if (event->type() == QEvent::LanguageChange && m_sums != nullptr) {
        sayCounts();
    }
}

}  // namespace evenhand::ui
