// SPDX-License-Identifier: GPL-3.0-or-later
// What the page is made of, and what it reads; overview_page_figures.cpp has what its tiles and cards say.
#include "ui/pages/overview/overview_page.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/bridge/ui_pulse.h"
#include "ui/shell/navigator.h"
#include "ui/shell/scope_figures.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/scroll_column.h"

namespace evenhand::ui {
namespace {

constexpr int kMinAlerts = 260;  // pixels; the page scrolls where there is no room
constexpr int kPlotHeight = 190;
constexpr int kHealthWidth = 300;
constexpr std::int64_t kPointMs = 900;

}  // namespace

OverviewPage::OverviewPage(UiContext& context, QWidget* parent) : Page(QStringLiteral("overview"), context, parent) {
    auto* content = new QWidget(this);
    m_down = columnIn(content, kGapLarge, kGap + kGapSmall);
    auto* layout = columnIn(this);
    layout->addWidget(new ScrollColumn(content, this));
    m_refresh = addCommand("refresh", "refresh", Qt::Key_F5);
    m_start = new StartPanel(context, this);
    m_down->addWidget(m_start);
    connect(m_start, &StartPanel::readyChanged, this, &OverviewPage::noteReady);
    setupTiles();
    setupCards();
    setupFeeds();
    retranslate();
}

void OverviewPage::setupTiles() {
    m_tiles = new TileRow({"tileOrdersToday", "tilePaid", "tileUnassigned", "tileLate", "tileSpread",
                           "tileCampaignLeft", "tileReturns", "tileWorkers", "tileDeadLetters"},
                          this);
    m_down->addWidget(m_tiles);
    const auto leads = [this](Figure which, const QString& page, const QVariantMap& target) {
        connect(tile(which), &Tile::clicked, this, [this, page, target] { context().navigator.open(page, target); });
    };
    leads(OrdersToday, QStringLiteral("orders"), {});
    leads(PaidPerMinute, QStringLiteral("orders"), {});
    leads(Unassigned, QStringLiteral("orders"), {{QStringLiteral("unassigned"), true}});
    leads(Late, QStringLiteral("orders"), {{QStringLiteral("late"), true}});
    leads(FairnessSpread, QStringLiteral("dispatch"), {});
    connect(tile(CampaignLeft), &Tile::clicked, this, [this] {
        QVariantMap target;
        if (const auto& sum = m_budget->sum(); sum && sum->campaigns.size() == 1) {
            target.insert(QStringLiteral("campaign"), text(sum->campaigns.front().id));
        }
        context().navigator.open(QStringLiteral("campaigns"), target);
    });
    leads(ReturnsWaiting, QStringLiteral("returns"), {{QStringLiteral("waiting"), true}});
    leads(Workers, QStringLiteral("workers"), {});
    connect(tile(DeadLetters), &Tile::clicked, this, [this] {
        // Those of tasks, of timers and of messages each have a list on a page of their own.
        const bool tasks = context().bridge.status().deadTasks > 0;
        const bool timers = context().figures.deadTimers() > 0;
        const QString page = tasks    ? QStringLiteral("workers")
                             : timers ? QStringLiteral("delayed")
                                      : QStringLiteral("dispatch");
        context().navigator.open(page, {{QStringLiteral("dead"), true}});
    });
}

void OverviewPage::setupCards() {
    auto* grid = new QGridLayout;
    grid->setSpacing(kGap + kGapSmall);
    const auto zone = context().formats.zone();
    m_throughputCard = new Card(this);
    m_throughput = named(new SeriesPlot(&context().pulse, zone, SeriesPlot::Unit::Plain, 1, m_throughputCard),
                         QStringLiteral("throughputPlot"));
    m_throughputCard->setBody(m_throughput);
    m_throughputCard->setFixedHeight(byText(kPlotHeight));
    m_latencyCard = new Card(this);
    m_latency = named(new SeriesPlot(&context().pulse, zone, SeriesPlot::Unit::Milliseconds, 2, m_latencyCard),
                      QStringLiteral("latencyPlot"));
    m_latencyCard->setBody(m_latency);
    m_latencyCard->setFixedHeight(byText(kPlotHeight));
    m_alertsCard = new Card(this);
    m_alerts = new AlertsPanel(context(), QStringLiteral("overviewAlerts"), m_alertsCard);
    m_alertsCard->setBody(m_alerts);
    m_alertsCard->setMinimumHeight(byText(kMinAlerts));
    m_healthCard = new Card(this);
    auto* holder = new QWidget(m_healthCard);
    auto* down = new QVBoxLayout(holder);
    down->setContentsMargins(kGap + kGapSmall, 0, kGap + kGapSmall, kGap);
    m_health = new FactGrid(holder);
    down->addWidget(m_health);
    down->addStretch(1);
    m_healthCard->setBody(holder);
    m_healthCard->setMinimumWidth(byText(kHealthWidth));
    grid->addWidget(m_throughputCard, 0, 0);
    grid->addWidget(m_latencyCard, 0, 1, 1, 2);
    grid->addWidget(m_alertsCard, 1, 0, 1, 2);
    grid->addWidget(m_healthCard, 1, 2);
    grid->setColumnStretch(0, 3);
    grid->setColumnStretch(1, 2);
    grid->setColumnStretch(2, 1);
    grid->setRowStretch(1, 1);
    m_down->addLayout(grid, 1);
    m_deployment = new DeploymentPanel(context().formats, this);
    m_down->addWidget(m_deployment);
}

void OverviewPage::setupFeeds() {
    m_orders = new FeedChannel(
        kReadMs, [this] { readOrders(); }, this);
    m_spread = new FeedChannel(
        kReadMs, [this] { readSpread(); }, this);
    m_board = new FeedChannel(
        kReadMs, [this] { readBoard(); }, this);
    m_ring = new FeedChannel(
        kReadMs, [this] { readRing(); }, this);
    auto& bridge = context().bridge;
    m_budget = new CampaignBudget(bridge, kReadMs, this);
    connect(m_budget, &CampaignBudget::changed, this, [this] {
        refreshCampaigns();
        noteReady();
    });
    const auto all = [this] {
        m_orders->request();
        m_spread->request();
        m_board->request();
        m_ring->request();
        m_budget->request();
    };
    m_again.setInterval(kReadMs);
    connect(&m_again, &QTimer::timeout, this, [this] {
        // Lateness goes on with time; orders and spread are counted over a day, which is not for nothing.
        m_board->request();
        m_ring->request();
        m_budget->request();
        if (++m_quiet >= kQuietReads) {
            m_quiet = 0;
            m_orders->request();
            m_spread->request();
        }
    });
    connect(m_refresh, &QAction::triggered, this, all);
    connect(m_refresh, &QAction::triggered, m_alerts, &AlertsPanel::refresh);
    connect(&bridge, &EngineBridge::ordersChanged, m_orders, &FeedChannel::request);
    connect(&bridge, &EngineBridge::ordersChanged, m_spread, &FeedChannel::request);
    connect(&bridge, &EngineBridge::couriersChanged, m_spread, &FeedChannel::request);
    connect(&bridge, &EngineBridge::timersChanged, m_board, &FeedChannel::request);
    connect(&bridge, &EngineBridge::ringChanged, m_ring, &FeedChannel::request);
    connect(&bridge, &EngineBridge::statusPolled, this, &OverviewPage::onStatus);
    connect(&bridge, &EngineBridge::stateChanged, this, &OverviewPage::refreshHealth);
    connect(&bridge, &EngineBridge::ordersPaid, this,
            [this](std::int64_t count) { m_paid.add(context().bridge.now(), count); });
    connect(&context().scope, &CampusScope::currentChanged, this, [this] {
        m_ordersAnswered = m_spreadAnswered = m_boardAnswered = false;
        m_ordersToday.reset();
        m_worstSpread.reset();
        for (auto* channel : {m_orders, m_spread, m_board}) {
            channel->restart();
        }
        refreshTiles();
        nameCards();
    });
    connect(&context().figures, &ScopeFigures::changed, this, &OverviewPage::onFigures);
    connect(&context().scope, &CampusScope::campusesChanged, m_spread, &FeedChannel::restart);
    connect(m_alerts, &AlertsPanel::readyChanged, this, &OverviewPage::noteReady);
}

// --- page ---------------------------------------------------------------------------------------------------

QString OverviewPage::title() const { return tr("Overview"); }

QList<QAction*> OverviewPage::commands() const {
    return QList<QAction*>{m_refresh} << m_alerts->commands() << findAction() << clearAction();
}

std::optional<qint64> OverviewPage::badge() const {
    const auto firing = context().figures.alerts();
    return firing < 0 ? std::nullopt : std::optional<qint64>(firing);
}

bool OverviewPage::isReady() const {
    return m_ordersAnswered && m_spreadAnswered && m_boardAnswered && m_ringAnswered && m_budget->isAnswered() &&
           m_alerts->isReady() && m_start->isReady();
}

void OverviewPage::onActivated() {
    m_ordersAnswered = m_spreadAnswered = m_boardAnswered = m_ringAnswered = false;
    for (auto* channel : {m_orders, m_spread, m_board, m_ring}) {
        channel->setActive(true);
        channel->request();
    }
    m_budget->setActive(true);
    m_start->setActive(true);
    m_again.start();
    m_alerts->setActive(true);
    onStatus();
}

void OverviewPage::onDeactivated() {
    m_again.stop();
    for (auto* channel : {m_orders, m_spread, m_board, m_ring}) {
        channel->setActive(false);
    }
    m_budget->setActive(false);
    m_start->setActive(false);
    m_alerts->setActive(false);
}

/// The first steps, which a demo has behind it.
QWidget* OverviewPage::showPicture(const QString& /*name*/) {
    m_start->setPosing(true);
    return this;
}

// --- reading ------------------------------------------------------------------------------------------------

void OverviewPage::readOrders() {
    auto& bridge = context().bridge;
    api::OrderFilter filter;
    filter.campus = context().scope.current();
    filter.placedFrom = context().formats.dayStart(bridge.now());
    m_orders->take(bridge.orders().count(bridge.call(), filter), [this](const Result<std::int64_t>& count) {
        m_ordersAnswered = true;
        m_ordersToday = count ? std::optional(*count) : std::nullopt;
        refreshTiles();
        noteReady();
    });
}

std::vector<CampusId> OverviewPage::campusesInScope() const {
    const auto& scope = context().scope;
    if (!scope.current().empty()) {
        return {scope.current()};
    }
    std::vector<CampusId> campuses;
    for (const auto& campus : scope.campuses()) {
        campuses.push_back(campus.id);
    }
    return campuses;
}

void OverviewPage::readSpread() {
    auto& bridge = context().bridge;
    const auto campuses = campusesInScope();
    const Instant now = bridge.now();
    m_spreads.clear();
    m_spreadFailed = false;
    m_spreadsOpen = campuses.size();
    const int generation = m_spread->generation();
    for (const auto& campus : campuses) {
        whenReady(bridge.dispatch().fairness(bridge.call(), campus, context().formats.dayStart(now), now, 1), this,
                  [this, generation, campus](const Result<std::vector<api::FairnessPoint>>& points) {
                      spreadArrived(generation, campus, points);
                  });
    }
    if (campuses.empty()) {
        QMetaObject::invokeMethod(
            this,
            [this, generation] {
                if (m_spread->done(generation)) {
                    m_spreadAnswered = context().scope.isLoaded();  // until then it is not known which there are
                    noteReady();
                }
            },
            Qt::QueuedConnection);
    }
}

void OverviewPage::spreadArrived(int generation, const CampusId& campus,
                                 const Result<std::vector<api::FairnessPoint>>& points) {
    if (generation != m_spread->generation()) {
        return;
    }
    if (!points) {
        m_spreadFailed = true;
    } else if (!points->empty()) {
        m_spreads[campus] = points->back().spread;
    }
    if (--m_spreadsOpen > 0) {
        return;
    }
    const bool mine = m_spreadFailed ? m_spread->failed(generation) : m_spread->done(generation);
    if (mine) {
        m_spreadAnswered = true;
        m_worstSpread.reset();
        for (const auto& [each, spread] : m_spreads) {
            if (!m_spreadFailed && (!m_worstSpread || spread > *m_worstSpread)) {
                m_worstSpread = spread;
                m_worstCampus = each;
            }
        }
        refreshTiles();
        noteReady();
    }
}

void OverviewPage::readBoard() {
    auto& bridge = context().bridge;
    m_board->take(bridge.timers().board(bridge.call(), context().scope.current()),
                  [this](const Result<api::TimerBoard>& board) {
                      m_boardAnswered = true;
                      m_timers = board ? std::optional(*board) : std::nullopt;
                      refreshHealth();
                      refreshTiles();
                      noteReady();
                  });
}

void OverviewPage::readRing() {
    auto& bridge = context().bridge;
    m_ring->take(bridge.tasks().ring(bridge.call()), [this](const Result<api::RingSnapshot>& ring) {
        m_ringAnswered = true;
        m_workers = ring ? std::optional(*ring) : std::nullopt;
        refreshWorkers();
        noteReady();
    });
}

// --- showing ------------------------------------------------------------------------------------------------

void OverviewPage::onFigures() {
    Q_EMIT badgeChanged();
    if (isActive()) {
        refreshTiles();
    }
}

void OverviewPage::onStatus() {
    const auto& status = context().bridge.status();
    if (!std::exchange(m_metered, true)) {
        m_paid.begin(context().bridge.now());
    }
    const auto measured = [](double ms) { return ms < 0 ? std::nullopt : std::optional(ms); };
    // A point a second is drawn; the figures follow every poll.
    const auto isDue = [&status](const SeriesPlot& plot) {
        const auto since = plot.points().empty() ? kPointMs : status.now.ms - plot.points().back().at.ms;
        return since < 0 || since >= kPointMs;
    };
    if (isDue(*m_throughput)) {
        m_throughput->add(status.now, {status.committedPerSecond});
    }
    if (isDue(*m_latency)) {
        m_latency->add(status.now, {measured(status.commitP50Ms), measured(status.commitP99Ms)});
    }
    if (!isActive()) {
        return;  // the curves go on, so that nothing is missing when the page is opened
    }
    m_throughputCard->setFigures(tr("%1 committed/s").arg(Formats::decimal(status.committedPerSecond, 1)));
    const auto written = [](double ms) { return ms < 0 ? Formats::dash() : Formats::decimal(ms, 1); };
    m_latencyCard->setFigures(tr("p50 %1 ms, p99 %2 ms").arg(written(status.commitP50Ms), written(status.commitP99Ms)));
    refreshTiles();
    refreshHealth();
}

void OverviewPage::nameCards() {
    m_throughputCard->setTitle(everywhere(tr("Throughput")));
    m_latencyCard->setTitle(everywhere(tr("Commit latency")));
    m_alertsCard->setTitle(tr("Alerts"));
    m_healthCard->setTitle(everywhere(tr("Engine and workers")));
}

void OverviewPage::retranslate() {
    m_tiles->setTitles({tr("Orders today"), tr("Paid per minute"), tr("Unassigned"), tr("Late"), tr("Fairness spread"),
                        tr("Campaign budget left"), tr("Returns waiting"), tr("Workers"), tr("Dead letters")});
    nameCards();
    m_throughput->setAccessibleName(tr("Throughput"));
    m_latency->setAccessibleName(tr("Commit latency"));
    m_throughput->setNames({tr("committed/s")}, tr("No data yet."));
    m_latency->setNames({tr("p50"), tr("p99")}, tr("No data yet."));
    setActionTexts(*m_refresh, tr("Refresh"));
    refreshTiles();
    refreshHealth();
}

}  // namespace evenhand::ui
