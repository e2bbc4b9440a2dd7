// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/returns/owed_detail_panel.h"

#include "ui/bridge/engine_bridge.h"
#include "ui/shell/campus_scope.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/or_dash.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {

DetailPanel::Shape OwedDetailPanel::shape() {
    return {QStringLiteral("owedDetail"), QStringLiteral("owed"), QT_TR_NOOP("Payment"),
            QT_TR_NOOP("Select a payment to see it here."), kReadMs};
}

OwedDetailPanel::OwedDetailPanel(UiContext& context, QWidget* parent) : DetailPanelOf(context, shape(), parent) {
    m_facts = new FactGrid(content());
    addPart(m_facts);
    m_timeline = named(new TimelineView(content()), QStringLiteral("owedTimeline"));
    addSection(m_timeline, QT_TR_NOOP("What happened"));
    connect(&context.bridge, &EngineBridge::refundsChanged, this, &OwedDetailPanel::refresh);
    retranslate();
}

OwedDetailPanel::~OwedDetailPanel() = default;

QString OwedDetailPanel::heading() const { return detail() ? text(detail()->row.paymentNo) : QString(); }

void OwedDetailPanel::read() {
    auto& bridge = context().bridge;
    whenReady(bridge.refunds().rows(bridge.call(), {id()}), this,
              [this, generation = reads().generation()](const Result<std::vector<api::RefundRow>>& rows) {
                  if (!rows) {
                      take(generation, fail(rows.error()));
                  } else if (rows->empty()) {
                      take(generation, fail(ErrorCode::NotFound, "no such refund", "refund"));
                  } else {
                      readEvents(generation, rows->front());
                  }
              });
}

void OwedDetailPanel::readEvents(int generation, const api::RefundRow& row) {
    auto& bridge = context().bridge;
    whenReady(bridge.refunds().history(bridge.call(), row.id), this,
              [this, generation, row](const Result<std::vector<api::MoneyEvent>>& events) {
                  if (events) {
                      take(generation, OwedDetail{row, *events});
                  } else {
                      take(generation, fail(events.error()));
                  }
              });
}

void OwedDetailPanel::fill() {
    const auto& row = detail()->row;
    const auto& formats = context().formats;
    status()->setPill(statusLabel(row), tone(row));
    std::vector<FactGrid::Fact> facts{{tr("Amount"), formats.moneyWithCurrency(row.amount), true, true},
                                      {tr("Cause"), label(row.cause)},
                                      {tr("For order"), orDash(row.orderNo)},
                                      {tr("Arrived"), formats.dateTime(row.requestedAt)}};
    if (!row.matchedOrderNo.empty()) {
        facts.push_back({tr("Paid order"), text(row.matchedOrderNo)});
    }
    if (!row.campus.empty()) {
        facts.push_back({tr("Campus"), context().scope.nameOf(row.campus)});
    }
    if (!row.reference.empty()) {
        facts.push_back({tr("Reference"), text(row.reference)});
    }
    if (!row.lastError.empty()) {
        facts.push_back({tr("Last error"), text(row.lastError)});
    }
    m_facts->setFacts(facts);
    m_timeline->setEntries(timelineOf(detail()->events, formats, context().bridge.now()));
}

}  // namespace evenhand::ui
