// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/returns/return_detail_panel.h"

#include <algorithm>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/shell/campus_scope.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {
namespace {

QString figure(const std::optional<std::int64_t>& value) { return value ? Formats::number(*value) : Formats::dash(); }

}  // namespace

DetailPanel::Shape ReturnDetailPanel::shape() {
    return {QStringLiteral("returnDetail"), QStringLiteral("return"), QT_TR_NOOP("Return"),
            QT_TR_NOOP("Select a return to see it here."), kReadMs};
}

ReturnDetailPanel::ReturnDetailPanel(UiContext& context, QWidget* parent) : DetailPanelOf(context, shape(), parent) {
    status()->setObjectName(QStringLiteral("returnStagePill"));
    setupSections();
    connect(&context.bridge, &EngineBridge::returnsChanged, this, &ReturnDetailPanel::refresh);
    connect(&context.bridge, &EngineBridge::refundsChanged, this, &ReturnDetailPanel::refresh);
    retranslate();
}

ReturnDetailPanel::~ReturnDetailPanel() = default;

void ReturnDetailPanel::setupSections() {
    m_facts = new FactGrid(content());
    addPart(m_facts);
    m_reason = wrapped(plainLabel(content(), QStringLiteral("returnReason")));
    m_reason->setTextInteractionFlags(Qt::TextSelectableByMouse);
    addSection(m_reason, QT_TR_NOOP("The customer's reason"));
    m_quantities = named(new QuantityGrid(content()), QStringLiteral("returnUnits"));
    addSection(m_quantities, QT_TR_NOOP("Units"));
    m_money = new FactGrid(content());
    addSection(m_money, QT_TR_NOOP("Money of the order"));
    m_eyes = wrapped(plainLabel(content(), QStringLiteral("returnEyes")));
    addSection(m_eyes, QT_TR_NOOP("Four eyes"));
    setupRefund();
    m_timeline = named(new TimelineView(content()), QStringLiteral("returnTimeline"));
    addSection(m_timeline, QT_TR_NOOP("What happened"));
}

void ReturnDetailPanel::setupRefund() {
    m_refund = new FactGrid(content());
    addSection(m_refund, QT_TR_NOOP("Refund"));
    m_refundBar = new QWidget(content());
    auto* bar = new WrapRow(m_refundBar);
    bar->setContentsMargins(0, 0, 0, 0);
    bar->setSpacing(2);
    m_refundActions = new RefundActions(context().bridge, this, QStringLiteral("returnRefund"));
    m_refundFlow = new RowFlow(context(), this);
    for (const auto which : {RefundAction::Retry, RefundAction::RecordPaid}) {
        bar->addWidget(actionButton(m_refundActions->action(which), m_refundBar));
    }
    bar->addStretch(1);
    addPart(m_refundBar);
    connect(m_refundActions, &RefundActions::requested, this, [this](RefundAction action) {
        if (detail() && !detail()->refunds.empty()) {
            askRefund(*m_refundFlow, context(), this, action, detail()->refunds.front());
        }
    });
    connect(m_refundFlow, &RowFlow::finished, this, &ReturnDetailPanel::refresh);
}

void ReturnDetailPanel::read() {
    auto& bridge = context().bridge;
    whenReady(bridge.returns().detail(bridge.call(), id()), this,
              [this, generation = reads().generation()](const Result<api::ReturnDetail>& detail) {
                  take(generation, detail);
              });
}

// --- what is shown ------------------------------------------------------------------------------------------

void ReturnDetailPanel::fill() {
    const auto& row = detail()->row;
    status()->setPill(label(row.stage), tone(row.stage));
    fillFacts();
    m_reason->setText(detail()->reason.empty() ? Formats::dash() : text(detail()->reason));
    fillQuantities();
    fillMoney();
    fillEyes();
    fillRefund();
    m_timeline->setEntries(timelineOf(detail()->events, context().formats, context().bridge.now()));
}

void ReturnDetailPanel::fillFacts() {
    const auto& row = detail()->row;
    const auto& formats = context().formats;
    std::vector<FactGrid::Fact> facts{
        {tr("Order"), tr("%1, %2", "order, status").arg(text(row.orderNo), label(detail()->order.status))},
        {tr("User"), text(row.user)},
        {tr("Campus"), context().scope.nameOf(row.campus)},
        {tr("Requested"),
         tr("%1 by %2", "instant, person").arg(formats.dateTime(row.requestedAt), actorLabel(row.requester))},
        {tr("Goods"), label(row.goods)},
        {tr("Clerk"), row.clerk.empty() ? Formats::dash() : text(row.clerk)}};
    if (row.fee.minor > 0) {
        facts.push_back({tr("Restocking fee"), formats.moneyWithCurrency(row.fee)});
    }
    if (!detail()->reasonName.empty()) {
        facts.push_back({tr("Reason"), text(detail()->reasonName)});
    }
    if (!detail()->decisionReason.empty()) {
        facts.push_back({tr("Decided because"), text(detail()->decisionReason)});
    }
    if (!detail()->customerNote.empty()) {
        facts.push_back({tr("Note for the customer"), text(detail()->customerNote)});
    }
    m_facts->setFacts(facts);
}

void ReturnDetailPanel::fillEyes() {
    QString eyes = fourEyesText(detail()->fourEyes, context().formats);
    if (detail()->row.status != api::ReturnStatus::Requested) {
        eyes = tr("This return is decided.");
    } else if (detail()->fourEyes.refusal) {
        eyes += QLatin1Char('\n') + tr("You may not decide: %1").arg(errorText(*detail()->fourEyes.refusal));
    } else {
        eyes += QLatin1Char('\n') + tr("You may decide.");
    }
    m_eyes->setText(eyes);
}

void ReturnDetailPanel::fillQuantities() {
    std::vector<QuantityGrid::Row> rows;
    for (const auto& line : detail()->order.lines) {
        const auto mine = std::find_if(detail()->lines.begin(), detail()->lines.end(),
                                       [&](const auto& each) { return each.sku == line.sku; });
        const bool here = mine != detail()->lines.end();
        const QString name = line.productName.empty() ? text(line.sku) : text(line.productName);
        rows.push_back(
            {name,
             text(line.sku),
             {Formats::number(line.deducted), Formats::number(line.returned), Formats::number(line.requested),
              Formats::number(line.returnable), here ? Formats::number(mine->requested) : Formats::dash(),
              here ? figure(mine->approved) : Formats::dash()}});
    }
    m_quantities->setRows(
        {tr("Deducted"), tr("Returned"), tr("Waiting"), tr("Returnable"), tr("Requested", "units"), tr("Approved")},
        rows);
}

void ReturnDetailPanel::fillMoney() {
    const auto& formats = context().formats;
    const auto figures = figuresOf(detail()->order.money, formats);
    const auto status = detail()->row.status;
    const QString amount = status == api::ReturnStatus::Approved    ? tr("This return")
                           : status == api::ReturnStatus::Requested ? tr("To be refunded")
                                                                    : tr("Not refunded");
    m_money->setFacts({{amount, formats.moneyWithCurrency(detail()->row.amount), true, true},
                       {tr("Paid"), figures.paid, true},
                       {tr("Refunded"), figures.succeeded, true},
                       {tr("Granted, on its way"), figures.onItsWay, true},
                       {tr("Still refundable"), figures.refundable, true}});
}

void ReturnDetailPanel::fillRefund() {
    m_refundBar->setVisible(!detail()->refunds.empty());
    if (detail()->refunds.empty()) {
        m_refundActions->setRefund({});
        m_refund->setFacts(
            {{tr("Refund"), detail()->row.status == api::ReturnStatus::Approved ? tr("none") : tr("none yet")}});
        return;
    }
    const auto& refund = detail()->refunds.front();
    const auto& formats = context().formats;
    const auto at = [&](const std::optional<Instant>& when) {
        return when ? formats.dateTime(*when) : Formats::dash();
    };
    const bool paid = refund.status == api::RefundStatus::Succeeded;
    std::vector<FactGrid::Fact> facts{
        {tr("Now"), tr("%1, %2", "status, amount").arg(statusLabel(refund), formats.moneyWithCurrency(refund.amount)),
         false, true},
        {tr("Granted"), at(refund.grantedAt)},
        {tr("Sent"), at(refund.sentAt)},
        {tr("Paid back"), paid ? at(refund.doneAt) : Formats::dash()},
        {tr("Method"), label(refund.provider)},
        {tr("Reference"), refund.reference.empty() ? Formats::dash() : text(refund.reference)},
        {tr("Attempts"), Formats::number(refund.attempts)},
        {tr("Next try"), at(refund.nextTry)},
        {tr("Last error"), refund.lastError.empty() ? Formats::dash() : text(refund.lastError)}};
    m_refund->setFacts(facts);
    m_refundActions->setRefund(refund);
}

void ReturnDetailPanel::retranslate() {
    m_refundActions->retranslate();
    DetailPanelOf::retranslate();
}

}  // namespace evenhand::ui
