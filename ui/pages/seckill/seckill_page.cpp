// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/seckill/seckill_page.h"

#include <QVBoxLayout>
#include <algorithm>

#include "ui/shell/campus_scope.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/tab_bar.h"

namespace evenhand::ui {
namespace {

constexpr int kListWidth = 450;
constexpr int kPlotHeight = 214;

}  // namespace

ListDetailPage::Shape SeckillPage::shape() {
    static constexpr ActShape kActShapes[] = {{"new", "add", Qt::CTRL | Qt::Key_N},
                                              {"start", "play", Qt::CTRL | Qt::Key_Return},
                                              {"stop", "stop", Qt::CTRL | Qt::SHIFT | Qt::Key_S},
                                              {"resume", "play", Qt::CTRL | Qt::SHIFT | Qt::Key_R},
                                              {"topUp", "new_rows", Qt::CTRL | Qt::Key_Plus},
                                              {"rehearse", "demo", Qt::CTRL | Qt::Key_T},
                                              {"edit", "settings", Qt::Key_F2},
                                              {"end", "cancel", Qt::Key_unknown},
                                              {"discard", "clear", Qt::Key_unknown},
                                              {"refresh", "refresh", Qt::Key_F5}};
    return {.prefix = QStringLiteral("seckill"),
            .acts = kActShapes,
            .inBar = {Start, Stop, Resume, TopUp, Rehearse, Edit},
            .inMenu = {End, Discard},
            .listWidth = kListWidth};
}

SeckillPage::SeckillPage(UiContext& context, QWidget* parent)
    : ListedPage(QStringLiteral("seckill"), shape(), context, parent), m_feed(new SeckillFeed(context.bridge, this)) {
    const auto none = [this] {
        const auto& all = m_feed->activities();
        return all && !all->empty() ? tr("This campus has no flash sales.") : tr("There is no flash sale yet.");
    };
    setupList(describeSales(
        context.formats, [&bridge = context.bridge] { return bridge.now(); }, act(New), none));
    connectActs();
    setupTiles();
    setupPlots();
    setupTabs();
    setupFeed();
    retranslate();
}

void SeckillPage::connectActs() {
    const auto on = [this](Act which, auto&& what) { connect(act(which), &QAction::triggered, this, what); };
    on(New, [this] { openWizard(std::nullopt); });
    on(Start, [this] { askStart(*current()); });
    on(Stop, [this] { askStop(); });
    on(Resume, [this] { (void)askResume(*current()); });
    on(TopUp, [this] { askTopUp(); });
    on(Rehearse, [this] { openRehearsal(*current()); });
    on(Edit, [this] { openWizard(current()); });
    on(End, [this] { askEnd(); });
    on(Discard, [this] { askDiscard(); });
    on(Refresh, [this] { m_feed->refresh(); });
}

void SeckillPage::setupTiles() {
    m_tiles = new SaleTiles(detail());
    down()->addWidget(m_tiles);
    connect(m_tiles, &SaleTiles::picked, this, [this](SaleTiles::Figure figure) {
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
    tabs()->addTab(m_pending, QString());
    tabs()->addTab(m_letters, QString());
    tabs()->addTab(m_consistency, QString());
    tabs()->addTab(m_history, QString());
    addTabs();
    for (auto* pane : lists()) {
        connect(pane, &QueryPaneBase::readyChanged, this, &SeckillPage::noteReady);
        connect(pane->flow(), &RowFlow::finished, this, [this] { m_feed->refresh(); });
    }
    connect(m_consistency, &ConsistencyPanel::readyChanged, this, &SeckillPage::noteReady);
    connect(m_consistency, &ConsistencyPanel::repaired, this, [this] { m_feed->refresh(); });
}

void SeckillPage::setupFeed() {
    connect(m_feed, &SeckillFeed::activitiesRead, this, &SeckillPage::onActivities);
    connect(m_feed, &SeckillFeed::boardRead, this, &SeckillPage::onBoard);
    connect(m_feed, &SeckillFeed::curveRead, this, &SeckillPage::onCurve);
    for (auto* pane : lists()) {
        connect(m_feed, &SeckillFeed::listsDue, pane, &QueryPaneBase::refresh);
    }
    connect(m_feed, &SeckillFeed::answered, this, &SeckillPage::noteReady);
    connect(&context().scope, &CampusScope::currentChanged, this, &SeckillPage::onActivities);
}

// --- page ---------------------------------------------------------------------------------------------------

QString SeckillPage::title() const { return tr("Flash sales"); }

QList<QAction*> SeckillPage::commands() const {
    return ownCommands() << m_consistency->commands() << m_pending->commands() << m_letters->commands()
                         << m_history->commands();
}

std::array<QueryPaneBase*, 3> SeckillPage::lists() const { return {m_pending, m_letters, m_history}; }

std::optional<qint64> SeckillPage::badge() const {
    if (!m_feed->activities()) {
        return std::nullopt;
    }
    const Instant now = context().bridge.now();
    const auto rows = inScope();
    return std::count_if(rows.begin(), rows.end(), [now](const api::ActivityRow& row) {
        return api::phaseOf(row, now) == api::ActivityPhase::OnSale;
    });
}

bool SeckillPage::isReady() const {
    return m_feed->isAnswered() && !isBusy() && m_consistency->isReady() && (!m_wizard || m_wizard->isReady()) &&
           (!m_rehearsal || !m_rehearsal->isRunning()) && m_pending->isReady() && m_letters->isReady() &&
           m_history->isReady();
}

void SeckillPage::onActivated() {
    ListDetailPage::onActivated();
    for (auto* pane : lists()) {
        pane->setActive(true);
    }
    m_feed->setActive(true);
}

void SeckillPage::onDeactivated() {
    ListDetailPage::onDeactivated();
    for (auto* pane : lists()) {
        pane->setActive(false);
    }
    m_feed->setActive(false);
}

void SeckillPage::openTarget(const QVariantMap& target) {
    if (target.contains(QStringLiteral("activity"))) {
        select(ActivityId(target.value(QStringLiteral("activity")).toString().toStdString()));
    } else if (target.value(QStringLiteral("setup")).toBool()) {
        act(New)->trigger();
    }
}

void SeckillPage::retranslate() {
    const QString texts[kActs][2] = {
        {tr("Set up a sale…"), tr("Set up a flash sale step by step")},
        {tr("Start…"), tr("Take the units out of stock and open the sale")},
        {tr("Stop…"), tr("Stop the sale at once; it can be resumed")},
        {tr("Resume…"), tr("Accept attempts again")},
        {tr("Add stock…"), tr("More units out of the product's stock")},
        {tr("Rehearse…"), tr("Simulate a crowd on a copy of the sale")},
        {tr("Change…"), tr("Change what can still be changed")},
        {tr("End now…"), tr("End the sale early; it cannot be resumed")},
        {tr("Delete the draft…"), {}},
        {tr("Refresh"), {}},
    };
    for (int i = 0; i < kActs; ++i) {
        setActionTexts(*act(static_cast<Act>(i)), texts[i][0], texts[i][1]);
    }
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
