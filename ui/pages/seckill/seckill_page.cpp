// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/seckill/seckill_page.h"

#include <QVBoxLayout>
#include <initializer_list>

#include "ui/shell/campus_scope.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/tab_bar.h"

namespace evenhand::ui {
namespace {

constexpr int kListWidth = 450;
constexpr int kPlotHeight = 214;

}  // namespace

ListDetailPage::Shape SeckillPage::shape() {
    return {QStringLiteral("seckill"), QStringLiteral("activity"), QT_TR_NOOP("No sale is selected."), kListWidth};
}

SeckillPage::SeckillPage(UiContext& context, QWidget* parent)
    : ListedPage(QStringLiteral("seckill"), shape(), context, parent), m_feed(new SeckillFeed(context.bridge, this)) {
    setActs(acts());
    const auto none = [this] {
        const auto& all = m_feed->activities();
        return all && !all->empty() ? tr("This campus has no flash sales.") : tr("There is no flash sale yet.");
    };
    setupList(describeSales(
        context.formats, [&bridge = context.bridge] { return bridge.now(); }, action("new"), none));
    setupTiles();
    setupPlots();
    setupTabs();
    setupFeed();
    retranslate();
}

SeckillPage::~SeckillPage() = default;

void SeckillPage::setupTiles() {
    m_tiles = new SaleTiles(detail());
    down()->addWidget(m_tiles);
    connect(m_tiles, &SaleTiles::picked, this, [this](int figure) {
        switch (figure) {
            case SaleTiles::Pending:
            case SaleTiles::Stream: tabs()->setCurrentIndex(PendingTab); break;
            case SaleTiles::Stock: tabs()->setCurrentIndex(ConsistencyTab); break;
            case SaleTiles::Sold:
            case SaleTiles::Attempts:
            case SaleTiles::Delay:
            case SaleTiles::kFigures: break;
        }
    });
}

void SeckillPage::setupPlots() {
    auto* row = new QHBoxLayout;
    row->setSpacing(kGap);
    const auto zone = context().formats.zone();
    m_soldCard = new Card(detail());
    m_soldPlot = new SalePlot(&context().pulse, zone, m_soldCard);
    m_soldPlot->setObjectName(QStringLiteral("soldPlot"));
    m_soldCard->setBody(m_soldPlot);
    m_attemptsCard = new Card(detail());
    m_attemptsPlot = new AttemptsPlot(&context().pulse, zone, m_attemptsCard);
    m_attemptsPlot->setObjectName(QStringLiteral("attemptsPlot"));
    m_attemptsCard->setBody(m_attemptsPlot);
    for (auto* card : {m_soldCard, m_attemptsCard}) {
        card->setFixedHeight(byText(kPlotHeight));
        row->addWidget(card, 1);
    }
    down()->addLayout(row);
}

void SeckillPage::setupTabs() {
    m_pending = new PendingPane(context(), tabs());
    m_letters = new LetterPane(context(), tabs());
    m_consistency = new ConsistencyPanel(context(), tabs());
    m_history = new SaleLogPane(context(), tabs());
    addPane(m_pending);
    addPane(m_letters);
    tabs()->addTab(m_consistency, QString());
    addPane(m_history);
    addTabs();
    connect(m_consistency, &ConsistencyPanel::readyChanged, this, &SeckillPage::noteReady);
    connect(m_consistency, &ConsistencyPanel::repaired, this, [this] { m_feed->refresh(); });
}

void SeckillPage::setupFeed() {
    connect(m_feed, &SeckillFeed::activitiesRead, this, &SeckillPage::onActivities);
    connect(m_feed, &SeckillFeed::boardRead, this, &SeckillPage::onBoard);
    connect(m_feed, &SeckillFeed::curveRead, this, &SeckillPage::onCurve);
    for (auto* pane : std::initializer_list<QueryPaneBase*>{m_pending, m_letters, m_history}) {
        connect(m_feed, &SeckillFeed::listsDue, pane, &QueryPaneBase::refresh);
    }
    connect(m_feed, &SeckillFeed::answered, this, &SeckillPage::noteReady);
    connect(&context().scope, &CampusScope::currentChanged, this, &SeckillPage::onActivities);
}

// --- page ---------------------------------------------------------------------------------------------------

QString SeckillPage::title() const { return tr("Flash sales"); }

QList<QAction*> SeckillPage::commands() const { return ListDetailPage::commands() << m_consistency->commands(); }

void SeckillPage::onActivated() {
    ListDetailPage::onActivated();
    m_feed->setActive(true);
}

void SeckillPage::onDeactivated() {
    ListDetailPage::onDeactivated();
    m_feed->setActive(false);
}

void SeckillPage::retranslate() {
    nameFrame(tr("Sales"));
    m_soldCard->setTitle(tr("Sold"));
    m_soldPlot->setAccessibleName(tr("Units sold and paid over time"));
    m_attemptsCard->setTitle(tr("Attempts per second"));
    m_attemptsPlot->setAccessibleName(tr("Attempts per second by outcome"));
    nameTab(*tabs(), ConsistencyTab, tr("Keyspace vs database"));
    nameTab(*tabs(), HistoryTab, tr("History"));
    m_tiles->retranslate();
    onActivities();
    onBoard();
    onCurve();
}

}  // namespace evenhand::ui
