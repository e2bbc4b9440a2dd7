// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/returns/return_detail_panel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/shell/campus_scope.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {
namespace {

QLabel* plainLabel(QWidget* parent, bool muted = false) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setProperty("muted", muted);
    return label;
}

QString figure(const std::optional<std::int64_t>& value) { return value ? Formats::number(*value) : Formats::dash(); }

}  // namespace

ReturnDetailPanel::ReturnDetailPanel(UiContext& context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_reads(new FeedChannel(
          kReadMs, [this] { read(); }, this)) {
    setObjectName(QStringLiteral("returnDetail"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    setupHead();
    setupBody();
    const auto again = [this] {
        if (m_id.valid()) {
            m_reads->request();
        }
    };
    connect(&context.bridge, &EngineBridge::returnsChanged, this, again);
    connect(&context.bridge, &EngineBridge::refundsChanged, this, again);
    showReturn({});
    retranslate();
}

void ReturnDetailPanel::setupHead() {
    auto* head = new QHBoxLayout;
    head->setContentsMargins(kGapLarge, kGap, kGap, kGap);
    head->setSpacing(kGap);
    m_number = new QLabel(this);
    m_number->setObjectName(QStringLiteral("returnNumber"));
    m_number->setTextFormat(Qt::PlainText);
    m_number->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_number->setFont(scaledFont(font(), 1.5, QFont::DemiBold));
    m_stage = new Pill(this);
    m_stage->setObjectName(QStringLiteral("returnStagePill"));
    m_close = new QPushButton(this);
    m_close->setObjectName(QStringLiteral("returnClose"));
    m_close->setProperty("role", QStringLiteral("link"));
    m_close->setIcon(icon(QStringLiteral("close")));
    connect(m_close, &QPushButton::clicked, this, &ReturnDetailPanel::closeRequested);
    head->addWidget(m_number);
    head->addWidget(m_stage);
    head->addStretch(1);
    head->addWidget(m_close);
    static_cast<QVBoxLayout*>(layout())->addLayout(head);
}

void ReturnDetailPanel::setupBody() {
    m_empty = plainLabel(this, true);
    m_empty->setObjectName(QStringLiteral("returnEmpty"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setContentsMargins(kGapLarge, kGapLarge, kGapLarge, kGapLarge);
    m_scroll = new QScrollArea(this);
    m_scroll->setObjectName(QStringLiteral("returnScroll"));
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* body = new QWidget(m_scroll);
    body->setObjectName(QStringLiteral("detailBody"));
    m_body = new QVBoxLayout(body);
    m_body->setContentsMargins(kGapLarge, kGapSmall, kGapLarge, kGapLarge);
    m_body->setSpacing(kGap);
    m_facts = new FactGrid(body);
    m_body->addWidget(m_facts);
    m_reason = plainLabel(body);
    m_reason->setObjectName(QStringLiteral("returnReason"));
    m_reason->setTextInteractionFlags(Qt::TextSelectableByMouse);
    addSection(m_reason, m_reasonTitle);
    m_quantities = new QuantityGrid(body);
    m_quantities->setObjectName(QStringLiteral("returnUnits"));
    addSection(m_quantities, m_unitsTitle);
    m_money = new FactGrid(body);
    addSection(m_money, m_moneyTitle);
    m_eyes = plainLabel(body);
    m_eyes->setObjectName(QStringLiteral("returnEyes"));
    addSection(m_eyes, m_eyesTitle);
    m_refund = new FactGrid(body);
    addSection(m_refund, m_refundTitle);
    m_refundBar = new QWidget(body);
    auto* bar = new WrapRow(m_refundBar);
    bar->setContentsMargins(0, 0, 0, 0);
    bar->setSpacing(2);
    m_refundActions = new RefundActions(m_context.bridge, this, QStringLiteral("returnRefund"));
    m_refundFlow = new RowFlow(m_context, this);
    for (const auto which : {RefundAction::Retry, RefundAction::RecordPaid}) {
        bar->addWidget(actionButton(m_refundActions->action(which), m_refundBar));
    }
    bar->addStretch(1);
    m_body->addWidget(m_refundBar);
    connect(m_refundActions, &RefundActions::requested, this, [this](RefundAction action) {
        if (m_detail && !m_detail->refunds.empty()) {
            askRefund(*m_refundFlow, m_context, this, action, m_detail->refunds.front());
        }
    });
    connect(m_refundFlow, &RowFlow::finished, this, &ReturnDetailPanel::refresh);
    m_timeline = new TimelineView(body);
    m_timeline->setObjectName(QStringLiteral("returnTimeline"));
    addSection(m_timeline, m_timelineTitle);
    m_body->addStretch(1);
    m_scroll->setWidget(body);
    static_cast<QVBoxLayout*>(layout())->addWidget(m_empty, 1);
    static_cast<QVBoxLayout*>(layout())->addWidget(m_scroll, 1);
}

void ReturnDetailPanel::addSection(QWidget* content, QLabel*& title) {
    title = plainLabel(content->parentWidget(), true);
    title->setFont(scaledFont(font(), -0.5, QFont::DemiBold));
    title->setContentsMargins(0, kGap, 0, 0);
    m_body->addWidget(title);
    m_body->addWidget(content);
}

// --- reading ------------------------------------------------------------------------------------------------

void ReturnDetailPanel::setActive(bool active) {
    if (active && !m_active) {
        m_answered = false;  // what was known is not of now
    }
    m_active = active;
    m_reads->setActive(active);
    if (active && m_id.valid()) {
        m_reads->request();
    }
}

void ReturnDetailPanel::showReturn(ReturnId id) {
    if (id.valid() && id == m_id) {
        return;
    }
    m_id = id;
    m_detail.reset();
    m_answered = false;
    m_refundActions->setRefund({});
    if (!id.valid()) {
        m_reads->drop();
        m_number->clear();
        showNothing(invitation());
        return;
    }
    m_reads->restart();
}

void ReturnDetailPanel::read() {
    if (!m_id.valid()) {
        m_reads->drop();
        return;
    }
    auto& bridge = m_context.bridge;
    whenReady(bridge.returns().detail(bridge.call(), m_id), this,
              [this, generation = m_reads->generation()](const Result<api::ReturnDetail>& detail) {
                  const bool gone = !detail && detail.error().code == ErrorCode::NotFound;
                  if (detail || gone ? !m_reads->done(generation) : !m_reads->failed(generation)) {
                      return;
                  }
                  m_answered = true;
                  if (detail) {
                      m_detail = *detail;
                      fill();
                  } else {
                      m_detail.reset();
                      showNothing(errorText(detail.error()));
                  }
                  Q_EMIT loaded();
              });
}

void ReturnDetailPanel::setListEmpty(bool empty) {
    if (m_listEmpty != empty) {
        m_listEmpty = empty;
        if (!m_id.valid()) {
            showNothing(invitation());
        }
    }
}

QString ReturnDetailPanel::invitation() const {
    return m_listEmpty ? QString() : tr("Select a return to see it here.");
}

void ReturnDetailPanel::showNothing(const QString& why) {
    m_stage->setPill({}, Tone::Muted);
    m_empty->setText(why);
    m_empty->setProperty("nothingChosen", !m_id.valid());
    m_empty->show();
    m_scroll->hide();
}

// --- what is shown ------------------------------------------------------------------------------------------

void ReturnDetailPanel::fill() {
    if (!m_detail) {
        return;
    }
    m_empty->hide();
    m_scroll->show();
    const auto& row = m_detail->row;
    const auto& formats = m_context.formats;
    m_number->setText(text(row.number));
    m_stage->setPill(label(row.stage), tone(row.stage));
    std::vector<FactGrid::Fact> facts{
        {tr("Order"), tr("%1, %2", "order, status").arg(text(row.orderNo), label(m_detail->order.status))},
        {tr("User"), text(row.user)},
        {tr("Campus"), m_context.scope.nameOf(row.campus)},
        {tr("Requested"),
         tr("%1 by %2", "instant, person").arg(formats.dateTime(row.requestedAt), actorLabel(row.requester))},
        {tr("Goods"), label(row.goods)}};
    if (!m_detail->decisionReason.empty()) {
        facts.push_back({tr("Decided because"), text(m_detail->decisionReason)});
    }
    if (!m_detail->customerNote.empty()) {
        facts.push_back({tr("Note for the customer"), text(m_detail->customerNote)});
    }
    m_facts->setFacts(facts);
    m_reason->setText(m_detail->reason.empty() ? Formats::dash() : text(m_detail->reason));
    fillQuantities();
    fillMoney();
    QString eyes = fourEyesText(m_detail->fourEyes, formats);
    if (row.status != api::ReturnStatus::Requested) {
        eyes = tr("This return is decided.");
    } else if (m_detail->fourEyes.refusal) {
        eyes += QLatin1Char('\n') + tr("You may not decide: %1").arg(errorText(*m_detail->fourEyes.refusal));
    } else {
        eyes += QLatin1Char('\n') + tr("You may decide.");
    }
    m_eyes->setText(eyes);
    fillRefund();
    m_timeline->setEntries(timelineOf(m_detail->events, formats, m_context.bridge.now()));
}

void ReturnDetailPanel::fillQuantities() {
    std::vector<QuantityGrid::Row> rows;
    for (const auto& line : m_detail->order.lines) {
        const auto mine = std::find_if(m_detail->lines.begin(), m_detail->lines.end(),
                                       [&](const auto& each) { return each.sku == line.sku; });
        const bool here = mine != m_detail->lines.end();
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
    const auto& formats = m_context.formats;
    const auto figures = figuresOf(m_detail->order.money, formats);
    const auto status = m_detail->row.status;
    const QString amount = status == api::ReturnStatus::Approved    ? tr("This return")
                           : status == api::ReturnStatus::Requested ? tr("To be refunded")
                                                                    : tr("Not refunded");
    m_money->setFacts({{amount, formats.moneyWithCurrency(m_detail->row.amount), true, true},
                       {tr("Paid"), figures.paid, true},
                       {tr("Refunded"), figures.succeeded, true},
                       {tr("Granted, on its way"), figures.onItsWay, true},
                       {tr("Still refundable"), figures.refundable, true}});
}

void ReturnDetailPanel::fillRefund() {
    m_refundBar->setVisible(!m_detail->refunds.empty());
    if (m_detail->refunds.empty()) {
        m_refundActions->setRefund({});
        m_refund->setFacts(
            {{tr("Refund"), m_detail->row.status == api::ReturnStatus::Approved ? tr("none") : tr("none yet")}});
        return;
    }
    const auto& refund = m_detail->refunds.front();
    const auto& formats = m_context.formats;
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
    m_close->setToolTip(tr("Close the panel"));
    m_close->setAccessibleName(tr("Close the panel"));
    m_scroll->setAccessibleName(tr("Return"));
    m_reasonTitle->setText(tr("The customer's reason"));
    m_unitsTitle->setText(tr("Units"));
    m_moneyTitle->setText(tr("Money of the order"));
    m_eyesTitle->setText(tr("Four eyes"));
    m_refundTitle->setText(tr("Refund"));
    m_timelineTitle->setText(tr("What happened"));
    m_refundActions->retranslate();
    if (m_detail) {
        fill();
    } else if (!m_id.valid()) {
        showNothing(invitation());
    }
}

void ReturnDetailPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
    QWidget::changeEvent(event);
}

}  // namespace evenhand::ui
