// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/orders/order_detail_panel.h"

#include <QEvent>
#include <QHBoxLayout>
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
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"

namespace evenhand::ui {
namespace {

constexpr std::size_t kRankingShown = 8;

QLabel* plainLabel(QWidget* parent, bool muted = false) {
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setProperty("muted", muted);
    return label;
}

}  // namespace

OrderDetailPanel::OrderDetailPanel(UiContext& context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_reads(new FeedChannel(
          kReadMs, [this] { read(); }, this)) {
    setObjectName(QStringLiteral("orderDetail"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    setupHead();
    setupBody();
    connect(&context.bridge, &EngineBridge::ordersChanged, this, &OrderDetailPanel::onOrdersChanged);
    connect(&context.couriers, &CourierDirectory::changed, this, [this] {
        if (m_detail) {
            fillFacts();
            fillTimeline();
            fillEvidence();
        }
    });
    // "Late by" goes on while nothing happens to the order. A label whose text is the same is not painted.
    connect(&context.bridge, &EngineBridge::statusPolled, this, [this] {
        if (m_active && m_detail && m_detail->row.limit) {
            fillFacts();
        }
    });
    m_reads->setActive(m_active);
    m_timer->setActive(m_active);
    m_money->setActive(m_active);
    showOrder({});
    retranslate();
}

void OrderDetailPanel::setupHead() {
    auto* head = new QHBoxLayout;
    head->setContentsMargins(kGapLarge, kGap, kGap, kGap);
    head->setSpacing(kGap);
    m_number = new QLabel(this);
    m_number->setObjectName(QStringLiteral("detailNumber"));
    m_number->setTextFormat(Qt::PlainText);
    m_number->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_number->setFont(scaledFont(font(), 1.5, QFont::DemiBold));
    m_status = new Pill(this);
    m_close = new QPushButton(this);
    m_close->setObjectName(QStringLiteral("detailClose"));
    m_close->setProperty("role", QStringLiteral("link"));
    m_close->setIcon(icon(QStringLiteral("close")));
    connect(m_close, &QPushButton::clicked, this, &OrderDetailPanel::closeRequested);
    head->addWidget(m_number);
    head->addWidget(m_status);
    head->addStretch(1);
    head->addWidget(m_close);
    static_cast<QVBoxLayout*>(layout())->addLayout(head);
}

void OrderDetailPanel::setupBody() {
    m_empty = plainLabel(this, true);
    m_empty->setObjectName(QStringLiteral("detailEmpty"));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setContentsMargins(kGapLarge, kGapLarge, kGapLarge, kGapLarge);
    m_scroll = new QScrollArea(this);
    m_scroll->setObjectName(QStringLiteral("detailScroll"));
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* body = new QWidget(m_scroll);
    body->setObjectName(QStringLiteral("detailBody"));
    m_body = new QVBoxLayout(body);
    m_body->setContentsMargins(kGapLarge, kGapSmall, kGapLarge, kGapLarge);
    m_body->setSpacing(kGap);
    m_facts = new FactGrid(body);
    m_facts->setObjectName(QStringLiteral("orderFacts"));
    m_body->addWidget(m_facts);
    m_timer = new OrderTimerBox(m_context, body);
    m_titles.push_back(addSection(m_timer));
    connect(m_timer, &OrderTimerBox::readyChanged, this, [this] {
        if (!isLoading()) {
            Q_EMIT loaded();
        }
    });
    m_lines = new FactGrid(body);
    m_lines->setObjectName(QStringLiteral("orderLines"));
    m_titles.push_back(addSection(m_lines));
    m_money = new OrderMoneyBox(m_context, body);
    connect(m_money, &OrderMoneyBox::readyChanged, this, [this] {
        if (!isLoading()) {
            Q_EMIT loaded();
        }
    });
    m_titles.push_back(addSection(m_money));
    m_timeline = new TimelineView(body);
    m_timeline->setObjectName(QStringLiteral("detailTimeline"));
    m_titles.push_back(addSection(m_timeline));
    m_why = plainLabel(body);
    m_why->setObjectName(QStringLiteral("detailWhy"));
    m_titles.push_back(addSection(m_why));
    m_ranking = new RankingView(body);
    m_ranking->setObjectName(QStringLiteral("detailRanking"));
    m_body->addWidget(m_ranking);
    m_evidenceFacts = new FactGrid(body);
    m_body->addWidget(m_evidenceFacts);
    m_body->addStretch(1);
    m_scroll->setWidget(body);
    static_cast<QVBoxLayout*>(layout())->addWidget(m_empty, 1);
    static_cast<QVBoxLayout*>(layout())->addWidget(m_scroll, 1);
}

QLabel* OrderDetailPanel::addSection(QWidget* content) {
    auto* title = plainLabel(content->parentWidget(), true);
    title->setFont(scaledFont(font(), -0.5, QFont::DemiBold));
    title->setContentsMargins(0, kGap, 0, 0);
    m_body->addWidget(title);
    m_body->addWidget(content);
    return title;
}

void OrderDetailPanel::setActive(bool active) {
    if (active == m_active) {
        return;
    }
    m_active = active;
    m_reads->setActive(active);
    m_timer->setActive(active);
    m_money->setActive(active);
    if (active && !m_orderNo.empty()) {
        m_answered = false;  // what was known is not of now
        m_reads->request();
    }
}

void OrderDetailPanel::showOrder(const OrderNo& orderNo) {
    if (!orderNo.empty() && orderNo == m_orderNo) {
        return;
    }
    m_orderNo = orderNo;
    m_answered = false;
    m_detail.reset();
    m_evidence.reset();
    m_timer->setOrder({});
    m_money->setOrder({});
    if (orderNo.empty()) {
        m_reads->drop();
        showNothing(invitation());
        return;
    }
    m_number->setText(text(orderNo));
    m_reads->restart();
}

struct OrderDetailPanel::Reading {
    int generation = 0;
    std::optional<Result<api::OrderDetail>> detail;
    std::optional<Result<Evidence>> evidence;
};

void OrderDetailPanel::read() {
    auto reading = std::make_shared<Reading>();
    reading->generation = m_reads->generation();
    auto& bridge = m_context.bridge;
    whenReady(bridge.orders().detail(bridge.call(), m_orderNo), this,
              [this, reading](const Result<api::OrderDetail>& detail) {
                  reading->detail = detail;
                  arrived(*reading);
              });
    whenReady(bridge.dispatch().evidence(bridge.call(), m_orderNo), this,
              [this, reading](const Result<Evidence>& evidence) {
                  reading->evidence = evidence;
                  arrived(*reading);
              });
}

void OrderDetailPanel::arrived(const Reading& reading) {
    if (!reading.detail || !reading.evidence) {
        return;
    }
    const auto& detail = *reading.detail;
    const bool gone = !detail && detail.error().code == ErrorCode::NotFound;
    const bool whole = gone || (detail && *reading.evidence);
    if (whole ? !m_reads->done(reading.generation) : !m_reads->failed(reading.generation)) {
        return;
    }
    m_answered = true;
    m_evidence = *reading.evidence;
    if (detail) {
        m_detail = *detail;
        fill();
    } else {
        m_detail.reset();
        showNothing(errorText(detail.error()));
    }
    Q_EMIT loaded();
}

void OrderDetailPanel::onOrdersChanged(const OrderChanges& changes) {
    if (!m_active || m_orderNo.empty()) {
        return;
    }
    // What is being read may be older than this. Of a first read it is not known which order it is about.
    if (m_detail ? concerns(changes) : !m_reads->isSettled()) {
        m_reads->request();
    }
}

bool OrderDetailPanel::concerns(const OrderChanges& changes) const {
    return changes.everything || std::binary_search(changes.ids.begin(), changes.ids.end(), m_detail->row.id);
}

void OrderDetailPanel::setListEmpty(bool empty) {
    if (m_listEmpty != empty) {
        m_listEmpty = empty;
        if (m_orderNo.empty()) {
            showNothing(invitation());
        }
    }
}

QString OrderDetailPanel::invitation() const { return m_listEmpty ? QString() : tr("Select an order to see it here."); }

void OrderDetailPanel::showNothing(const QString& why) {
    m_number->setText(text(m_orderNo));
    m_status->setPill({}, Tone::Muted);
    m_empty->setText(why);
    m_empty->setProperty("nothingChosen", m_orderNo.empty());
    m_empty->show();
    m_scroll->hide();
}

void OrderDetailPanel::fill() {
    if (!m_detail) {
        return;
    }
    m_empty->hide();
    m_scroll->show();
    const QString titles[] = {tr("Timer"), tr("Lines"), tr("Money"), tr("What happened"), tr("Why this courier")};
    for (std::size_t i = 0; i < m_titles.size(); ++i) {
        m_titles[i]->setText(titles[i]);
    }
    fillHead();
    m_timer->setOrder(m_detail->row);
    fillLines();
    m_money->setOrder(m_detail);
    fillTimeline();
    fillEvidence();
}

void OrderDetailPanel::fillHead() {
    const auto& row = m_detail->row;
    m_number->setText(text(row.orderNo));
    m_status->setPill(statusLabel(row), tone(row.status));
    fillFacts();
}

void OrderDetailPanel::fillFacts() {
    const auto& row = m_detail->row;
    std::vector<FactGrid::Fact> facts;
    for (const auto& field : api::kOrderFields) {
        const auto* fact = factOf(field);
        if (fact != nullptr && !fact->isElsewhere) {
            facts.push_back({factLabel(*fact, m_context.formats), valueOf(field)});
        }
        // Whoever asks where an order is wants to call who has it.
        if (const QString phone = field.name == "courier_id" ? m_context.couriers.phoneOf(row.courier) : QString();
            !phone.isEmpty()) {
            facts.push_back({tr("Courier's telephone"), phone});
        }
    }
    if (const Instant now = m_context.bridge.now(); row.isLate(now)) {
        facts.push_back({tr("Late by"), Formats::duration(now.ms - row.limit->ms), false, true});
    }
    m_facts->setFacts(facts);
}

QString OrderDetailPanel::valueOf(const api::OrderField& field) const {
    const auto& row = m_detail->row;
    if (field.name == "campus_id") {
        return m_context.scope.nameOf(row.campus);
    }
    if (field.name == "courier_id" && row.courier.empty()) {
        return row.wait && isUnassigned(row) ? tr("none: %1").arg(label(*row.wait)) : Formats::dash();
    }
    if (field.name == "courier_id" && !row.courierName.empty()) {
        return QStringLiteral("%1 (%2)").arg(text(row.courierName), text(row.courier));
    }
    return factText(field, row, m_context.formats);
}

void OrderDetailPanel::fillLines() {
    std::vector<FactGrid::Fact> facts;
    std::int64_t returned = 0;
    std::int64_t left = 0;
    for (const auto& line : m_detail->lines) {
        const QString name = line.productName.empty() ? text(line.line.sku) : text(line.productName);
        const QString ordered = QStringLiteral("%1 × %2").arg(Formats::number(line.line.quantity), name);
        const auto total = base::multiply(line.line.unitPrice, line.line.quantity);  // was checked when it was placed
        facts.push_back(
            {line.returned > 0 ? tr("%1 (%2 returned)").arg(ordered, Formats::number(line.returned)) : ordered,
             total ? m_context.formats.money(*total) : Formats::dash(), true});
        returned += line.returned;
        left += line.line.quantity - line.returned;
    }
    if (returned > 0 && api::isUnderWay(m_detail->row.status)) {
        facts.push_back({tr("Left to deliver"), Formats::number(left), true});
    }
    facts.push_back({tr("Payable"), m_context.formats.moneyWithCurrency(m_detail->row.payable), true, true});
    m_lines->setFacts(facts);
}

void OrderDetailPanel::fillTimeline() {
    std::vector<TimelineEntry> entries;
    const auto names = [this](const CourierId& courier) { return courierName(courier); };
    const Instant now = m_context.bridge.status().now;
    for (const auto& event : m_detail->events) {
        entries.push_back({m_context.formats.shortTime(event.at, now), label(event.kind), actorLabel(event.actor),
                           detailText(event, m_context.formats, names), tone(event.kind)});
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
    m_evidenceFacts->setFacts({{tr("Time"), m_context.formats.dateTime(evidence.at)},
                               {tr("Charged"), Formats::number(evidence.step)},
                               {tr("Mode"), label(evidence.mode)},
                               {tr("Assignment"), Formats::number(evidence.epoch)},
                               {tr("Off duty"), off.isEmpty() ? tr("nobody") : off.join(QStringLiteral(", "))},
                               {tr("Script"), text(evidence.scriptSha).left(12)}});
    m_evidenceFacts->setVisible(true);
}

QString OrderDetailPanel::courierName(const CourierId& id) const {
    if (m_detail && m_detail->row.courier == id && !m_detail->row.courierName.empty()) {
        return text(m_detail->row.courierName);
    }
    return m_context.couriers.nameOf(id);
}

void OrderDetailPanel::retranslate() {
    m_close->setToolTip(tr("Close the panel"));
    m_close->setAccessibleName(tr("Close the panel"));
    m_scroll->setAccessibleName(tr("Order"));
    m_ranking->setAccessibleName(tr("The ranking of that moment"));
    m_timer->retranslate();
    m_money->retranslate();
    if (m_detail) {
        fill();
    } else if (m_orderNo.empty()) {
        showNothing(invitation());
    }
}

void OrderDetailPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
    QWidget::changeEvent(event);
}

}  // namespace evenhand::ui
