// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/orders/order_detail_panel.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/dialogs/evidence_text.h"
#include "ui/models/order_filter_match.h"
#include "ui/pages/orders/order_facts.h"
#include "ui/shell/campus_scope.h"
#include "ui/shell/courier_directory.h"
#include "ui/widgets/event_text.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/word_list.h"

namespace evenhand::ui {
namespace {

constexpr std::size_t kRankingShown = 8;

}  // namespace

DetailPanel::Shape OrderDetailPanel::shape() {
    return {QStringLiteral("orderDetail"), QStringLiteral("detail"), QT_TR_NOOP("Order"),
            QT_TR_NOOP("Select an order to see it here."), kReadMs};
}

OrderDetailPanel::OrderDetailPanel(UiContext& context, QWidget* parent) : DetailPanelOf(context, shape(), parent) {
    setupSections();
    connect(&context.bridge, &EngineBridge::ordersChanged, this, &OrderDetailPanel::onOrdersChanged);
    connect(&context.couriers, &CourierDirectory::changed, this, [this] {
        if (detail()) {
            fillFacts();
            fillTimeline();
            fillEvidence();
        }
    });
    // "Late by" goes on while nothing happens to the order. A label whose text is the same is not painted.
    connect(&context.bridge, &EngineBridge::statusPolled, this, [this] {
        if (isActive() && detail() && detail()->row.limit) {
            fillFacts();
        }
    });
    retranslate();
}

OrderDetailPanel::~OrderDetailPanel() = default;

void OrderDetailPanel::setupSections() {
    const auto partReady = [this] {
        if (isReady()) {
            Q_EMIT loaded();
        }
    };
    m_facts = named(new FactGrid(content()), QStringLiteral("orderFacts"));
    addPart(m_facts);
    m_timer = new OrderTimerBox(context(), content());
    connect(m_timer, &OrderTimerBox::readyChanged, this, partReady);
    addSection(m_timer, QT_TR_NOOP("Timer"));
    m_lines = named(new FactGrid(content()), QStringLiteral("orderLines"));
    addSection(m_lines, QT_TR_NOOP("Lines"));
    m_money = new OrderMoneyBox(context(), content());
    connect(m_money, &OrderMoneyBox::readyChanged, this, partReady);
    addSection(m_money, QT_TR_NOOP("Money"));
    m_timeline = named(new TimelineView(content()), QStringLiteral("detailTimeline"));
    addSection(m_timeline, QT_TR_NOOP("What happened"));
    m_why = wrapped(plainLabel(content(), QStringLiteral("detailWhy")));
    addSection(m_why, QT_TR_NOOP("Why this courier"));
    m_ranking = named(new RankingView(content()), QStringLiteral("detailRanking"));
    addPart(m_ranking);
    m_evidenceFacts = new FactGrid(content());
    addPart(m_evidenceFacts);
}

void OrderDetailPanel::setActive(bool active) {
    if (active != isActive()) {
        m_timer->setActive(active);
        m_money->setActive(active);
    }
    DetailPanelOf::setActive(active);
}

void OrderDetailPanel::forget() {
    m_evidence.reset();
    m_timer->setOrder({});
    m_money->setOrder({});
}

struct OrderDetailPanel::Reading {
    int generation = 0;
    std::optional<Result<api::OrderDetail>> detail;
    std::optional<Result<Evidence>> evidence;
};

void OrderDetailPanel::read() {
    auto reading = std::make_shared<Reading>();
    reading->generation = reads().generation();
    auto& bridge = context().bridge;
    whenReady(bridge.orders().detail(bridge.call(), orderNo()), this,
              [this, reading](const Result<api::OrderDetail>& detail) {
                  reading->detail = detail;
                  arrived(*reading);
              });
    whenReady(bridge.dispatch().evidence(bridge.call(), orderNo()), this,
              [this, reading](const Result<Evidence>& evidence) {
                  reading->evidence = evidence;
                  arrived(*reading);
              });
}

void OrderDetailPanel::arrived(const Reading& reading) {
    if (!reading.detail || !reading.evidence || reading.generation != reads().generation()) {
        return;
    }
    if (*reading.detail || !detail()) {
        m_evidence = *reading.evidence;
    }
    take(reading.generation, *reading.detail, reading.evidence->has_value());
}

void OrderDetailPanel::onOrdersChanged(const OrderChanges& changes) {
    if (!isActive() || !isChosen()) {
        return;
    }
    // What is being read may be older than this. Of a first read it is not known which order it is about.
    if (detail() ? concerns(changes) : !reads().isSettled()) {
        reads().request();
    }
}

bool OrderDetailPanel::concerns(const OrderChanges& changes) const {
    return changes.everything || std::binary_search(changes.ids.begin(), changes.ids.end(), detail()->row.id);
}

void OrderDetailPanel::fill() {
    const auto& row = detail()->row;
    status()->setPill(statusLabel(row), tone(row.status));
    fillFacts();
    m_timer->setOrder(row);
    fillLines();
    m_money->setOrder(detail());
    fillTimeline();
    fillEvidence();
}

void OrderDetailPanel::fillFacts() {
    const auto& row = detail()->row;
    std::vector<FactGrid::Fact> facts;
    for (const auto& field : api::kOrderFields) {
        const auto* fact = factOf(field);
        if (fact != nullptr && !fact->isElsewhere) {
            facts.push_back({factLabel(*fact, context().formats), valueOf(field)});
        }
        // Whoever asks where an order is wants to call who has it.
        if (const QString phone = field.name == "courier_id" ? context().couriers.phoneOf(row.courier) : QString();
            !phone.isEmpty()) {
            facts.push_back({tr("Courier's telephone"), phone});
        }
    }
    if (const Instant now = context().bridge.now(); row.isLate(now)) {
        facts.push_back({tr("Late by"), Formats::duration(now.ms - row.limit->ms), false, true});
    }
    m_facts->setFacts(facts);
}

QString OrderDetailPanel::valueOf(const api::OrderField& field) const {
    const auto& row = detail()->row;
    if (field.name == "campus_id") {
        return context().scope.nameOf(row.campus);
    }
    if (field.name == "courier_id" && row.courier.empty()) {
        return row.wait && isUnassigned(row) ? tr("none: %1").arg(label(*row.wait)) : Formats::dash();
    }
    if (field.name == "courier_id" && !row.courierName.empty()) {
        return tr("%1 (%2)", "name, ID").arg(text(row.courierName), text(row.courier));
    }
    return factText(field, row, context().formats);
}

void OrderDetailPanel::fillLines() {
    std::vector<FactGrid::Fact> facts;
    std::int64_t returned = 0;
    std::int64_t left = 0;
    for (const auto& line : detail()->lines) {
        const QString name = line.productName.empty() ? text(line.line.sku) : text(line.productName);
        const QString ordered = QStringLiteral("%1 × %2").arg(Formats::number(line.line.quantity), name);
        const auto total = base::multiply(line.line.unitPrice, line.line.quantity);  // was checked when it was placed
        facts.push_back(
            {line.returned > 0 ? tr("%1 (%2 returned)").arg(ordered, Formats::number(line.returned)) : ordered,
             total ? context().formats.money(*total) : Formats::dash(), true});
        returned += line.returned;
        left += line.line.quantity - line.returned;
    }
    if (returned > 0 && api::isUnderWay(detail()->row.status)) {
        facts.push_back({tr("Left to deliver"), Formats::number(left), true});
    }
    facts.push_back({tr("Payable"), context().formats.moneyWithCurrency(detail()->row.payable), true, true});
    m_lines->setFacts(facts);
}

void OrderDetailPanel::fillTimeline() {
    std::vector<TimelineEntry> entries;
    const auto names = [this](const CourierId& courier) { return courierName(courier); };
    const Instant now = context().bridge.status().now;
    for (const auto& event : detail()->events) {
        entries.push_back({context().formats.shortTime(event.at, now), label(event.kind), actorLabel(event.actor),
                           detailText(event, context().formats, names), tone(event.kind)});
    }
    m_timeline->setEntries(std::move(entries));
}

void OrderDetailPanel::fillEvidence() {
    m_ranking->setVisible(false);
    m_evidenceFacts->setVisible(false);
    if (m_evidence && !*m_evidence) {
        m_why->setText(errorText(m_evidence->error()));
        return;
    }
    if (!m_evidence || (*m_evidence)->empty()) {
        m_why->setText(tr("Not assigned yet."));
        return;
    }
    const auto& evidence = (*m_evidence)->front();
    m_why->setText(whyThisCourier(evidence, [this](const CourierId& courier) { return courierName(courier); }));
    std::vector<RankingView::Entry> entries;
    for (std::size_t i = 0; i < std::min(kRankingShown, evidence.ranking.size()); ++i) {
        const auto& [id, weight] = evidence.ranking[i];
        const bool excluded =
            std::find(evidence.excluded.begin(), evidence.excluded.end(), id) != evidence.excluded.end();
        entries.push_back({courierName(id), weight, id == evidence.courier, excluded});
    }
    m_ranking->setEntries(std::move(entries));
    m_ranking->setVisible(true);
    QStringList off;
    for (const auto& id : evidence.offDuty) {
        off << courierName(id);
    }
    m_evidenceFacts->setFacts({{tr("Time"), context().formats.dateTime(evidence.at)},
                               {tr("Charged"), Formats::number(evidence.step)},
                               {tr("Mode"), label(evidence.mode)},
                               {tr("Assignment"), Formats::number(evidence.epoch)},
                               {tr("Off duty"), off.isEmpty() ? tr("nobody") : wordList(off)},
                               {tr("Script"), text(evidence.scriptSha).left(12)}});
    m_evidenceFacts->setVisible(true);
}

QString OrderDetailPanel::courierName(const CourierId& id) const {
    if (detail() && detail()->row.courier == id && !detail()->row.courierName.empty()) {
        return text(detail()->row.courierName);
    }
    return context().couriers.nameOf(id);
}

void OrderDetailPanel::retranslate() {
    m_ranking->setAccessibleName(tr("The ranking of that moment"));
    m_timer->retranslate();
    m_money->retranslate();
    DetailPanelOf::retranslate();
}

}  // namespace evenhand::ui
