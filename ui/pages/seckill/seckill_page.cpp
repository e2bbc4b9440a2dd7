// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/seckill/seckill_page.h"

#include <QHeaderView>
#include <QMenu>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/shell/campus_scope.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/scroll_column.h"
#include "ui/widgets/tab_bar.h"
#include "ui/widgets/tone_delegate.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {
namespace {

constexpr int kListWidths[ActivityTableModel::kColumns] = {92, 110, 54, 54, 96};
constexpr int kListWidth = 450;
constexpr int kPlotHeight = 214;
constexpr int kTickMs = 1'000;

struct Shape {
    const char* name;
    const char* icon;
    QKeyCombination keys;
};
constexpr Shape kShapes[] = {{"new", "add", Qt::CTRL | Qt::Key_N},
                             {"start", "play", Qt::CTRL | Qt::Key_Return},
                             {"stop", "stop", Qt::CTRL | Qt::SHIFT | Qt::Key_S},
                             {"resume", "play", Qt::CTRL | Qt::SHIFT | Qt::Key_R},
                             {"topUp", "new_rows", Qt::CTRL | Qt::Key_Plus},
                             {"rehearse", "demo", Qt::CTRL | Qt::Key_T},
                             {"edit", "settings", Qt::Key_F2},
                             {"end", "cancel", Qt::Key_unknown},
                             {"discard", "clear", Qt::Key_unknown},
                             {"refresh", "refresh", Qt::Key_F5}};

}  // namespace

SeckillPage::SeckillPage(UiContext& context, QWidget* parent) : Page(QStringLiteral("seckill"), context, parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kGapLarge, kGap + kGapSmall, kGapLarge, kGap);
    auto* across = new QSplitter(Qt::Horizontal, this);
    across->setObjectName(QStringLiteral("seckillAcross"));
    across->setProperty("gap", true);
    across->setHandleWidth(kGap);
    across->setChildrenCollapsible(false);
    layout->addWidget(across);
    setupActs();
    setupList();
    across->addWidget(m_listCard);
    auto* right = new QWidget(across);
    auto* down = new QVBoxLayout(right);
    down->setContentsMargins(0, 0, 0, 0);
    m_empty = new QLabel(right);
    m_empty->setObjectName(QStringLiteral("seckillEmpty"));
    m_empty->setTextFormat(Qt::PlainText);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setProperty("muted", true);
    m_detail = new QWidget(right);
    auto* detail = new QWidget(m_detail);
    auto* scrolled = new QVBoxLayout(m_detail);
    scrolled->setContentsMargins(0, 0, 0, 0);
    scrolled->addWidget(new ScrollColumn(detail, m_detail));
    m_down = new QVBoxLayout(detail);
    m_down->setContentsMargins(0, 0, 0, 0);
    m_down->setSpacing(kGap);
    down->addWidget(m_empty, 1);
    down->addWidget(m_detail, 1);
    setupHead();
    setupPlots();
    setupTabs();
    across->addWidget(right);
    across->setSizes({kListWidth, 1000});
    across->setStretchFactor(0, 0);
    across->setStretchFactor(1, 1);
    setupFeed();
    retranslate();
}

void SeckillPage::setupActs() {
    for (const auto& shape : kShapes) {
        auto* action = new QAction(icon(QLatin1String(shape.icon)), QString(), this);
        action->setObjectName(QStringLiteral("seckill.") + QLatin1String(shape.name));
        if (shape.keys.key() != Qt::Key_unknown) {
            action->setShortcut(QKeySequence(shape.keys));
            action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        }
        addAction(action);
        m_acts.push_back(action);
    }
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

void SeckillPage::setupList() {
    m_listCard = new Card(this);
    m_model = new ActivityTableModel(context().bridge, context().formats, this);
    m_sorted = new QSortFilterProxyModel(this);
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(ActivityTableModel::SortRole);
    m_sorted->sort(0, Qt::DescendingOrder);
    m_table = new QTableView(m_listCard);
    m_table->setObjectName(QStringLiteral("seckillActivities"));
    m_table->setModel(m_sorted);
    styleTable(*m_table, false);
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_table->horizontalHeader()->setSectionResizeMode(ActivityTableModel::Name, QHeaderView::Stretch);
    m_listCard->setBody(m_table);
    m_listCard->addTool(actionButton(act(New), m_listCard));
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &SeckillPage::onSelected);
}

void SeckillPage::setupHead() {
    auto* head = new WrapRow;
    head->setSpacing(kGap);
    m_phase = new Pill(m_detail);
    m_phase->setObjectName(QStringLiteral("seckillPhase"));
    m_name = new ElidedLabel(m_detail);
    m_name->setObjectName(QStringLiteral("seckillName"));
    m_name->setFont(scaledFont(font(), 3, QFont::DemiBold));
    m_name->keepShortest();
    m_when = new QLabel(m_detail);
    m_when->setObjectName(QStringLiteral("seckillWhen"));
    m_when->setTextFormat(Qt::PlainText);
    m_when->setProperty("muted", true);
    head->addWidget(m_phase);
    head->addWidget(m_name, 1);
    head->addWidget(m_when);
    m_down->addLayout(head);
    auto* bar = new WrapRow;
    bar->setSpacing(2);
    for (const Act each : {Start, Stop, Resume, TopUp, Rehearse, Edit}) {
        bar->addWidget(actionButton(act(each), m_detail));
    }
    m_more = new QToolButton(m_detail);
    m_more->setObjectName(QStringLiteral("seckillMore"));
    m_more->setIcon(icon(QStringLiteral("more")));
    m_more->setIconSize({18, 18});
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setFocusPolicy(Qt::TabFocus);
    auto* menu = new QMenu(m_more);
    menu->setObjectName(QStringLiteral("seckillMoreMenu"));
    menu->setToolTipsVisible(true);
    menu->addActions({act(End), act(Discard)});
    m_more->setMenu(menu);
    bar->addWidget(m_more);
    bar->addStretch(1);
    m_down->addLayout(bar);
    m_notice = new QLabel(m_detail);
    m_notice->setObjectName(QStringLiteral("seckillNotice"));
    m_notice->setTextFormat(Qt::PlainText);
    m_notice->setWordWrap(true);
    m_notice->setProperty("problem", true);
    m_notice->hide();
    m_down->addWidget(m_notice);
    m_tiles = new SaleTiles(m_detail);
    m_down->addWidget(m_tiles);
    connect(m_tiles, &SaleTiles::picked, this, [this](SaleTiles::Figure figure) {
        switch (figure) {
            case SaleTiles::Pending:
            case SaleTiles::Stream: m_tabs->setCurrentIndex(PendingTab); break;
            case SaleTiles::Stock: m_tabs->setCurrentIndex(ConsistencyTab); break;
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
    m_soldCard = new Card(m_detail);
    m_soldPlot = new SalePlot(&context().pulse, zone, m_soldCard);
    m_soldPlot->setObjectName(QStringLiteral("soldPlot"));
    m_soldCard->setBody(m_soldPlot);
    m_attemptsCard = new Card(m_detail);
    m_attemptsPlot = new AttemptsPlot(&context().pulse, zone, m_attemptsCard);
    m_attemptsPlot->setObjectName(QStringLiteral("attemptsPlot"));
    m_attemptsCard->setBody(m_attemptsPlot);
    for (auto* card : {m_soldCard, m_attemptsCard}) {
        card->setFixedHeight(byText(kPlotHeight));
        row->addWidget(card, 1);
    }
    m_down->addLayout(row);
}

void SeckillPage::setupTabs() {
    m_tabs = new QTabWidget(m_detail);
    m_tabs->setObjectName(QStringLiteral("seckillTabs"));
    m_tabs->setDocumentMode(true);
    m_pending = new PendingPane(context(), m_tabs);
    m_letters = new LetterPane(context(), m_tabs);
    m_consistency = new ConsistencyPanel(context(), m_tabs);
    m_history = new SaleLogPane(context(), m_tabs);
    m_tabs->addTab(m_pending, QString());
    m_tabs->addTab(m_letters, QString());
    m_tabs->addTab(m_consistency, QString());
    m_tabs->addTab(m_history, QString());
    m_down->addWidget(m_tabs, 1);
    for (auto* pane : lists()) {
        connect(pane, &QueryPaneBase::readyChanged, this, &SeckillPage::noteReady);
        connect(pane->flow(), &RowFlow::finished, this, [this] { m_feed->refresh(); });
    }
    connect(m_consistency, &ConsistencyPanel::readyChanged, this, &SeckillPage::noteReady);
    connect(m_consistency, &ConsistencyPanel::repaired, this, [this] { m_feed->refresh(); });
}

void SeckillPage::setupFeed() {
    m_feed = new SeckillFeed(context().bridge, this);
    connect(m_feed, &SeckillFeed::activitiesRead, this, &SeckillPage::onActivities);
    connect(m_feed, &SeckillFeed::boardRead, this, &SeckillPage::onBoard);
    connect(m_feed, &SeckillFeed::curveRead, this, &SeckillPage::onCurve);
    for (auto* pane : lists()) {
        connect(m_feed, &SeckillFeed::listsDue, pane, &QueryPaneBase::refresh);
    }
    connect(m_feed, &SeckillFeed::answered, this, &SeckillPage::noteReady);
    connect(&context().bridge, &EngineBridge::stateChanged, this, &SeckillPage::refreshActs);
    connect(&context().scope, &CampusScope::currentChanged, this, &SeckillPage::onActivities);
    connect(&context().bridge, &EngineBridge::statusPolled, this, [this] {
        if (m_badge != badge()) {  // a sale begins and ends by itself
            m_badge = badge();
            Q_EMIT badgeChanged();
        }
    });
    m_tick.setInterval(kTickMs);
    connect(&m_tick, &QTimer::timeout, this, &SeckillPage::tick);
}

// --- page ---------------------------------------------------------------------------------------------------

QString SeckillPage::title() const { return tr("Flash sales"); }

QList<QAction*> SeckillPage::commands() const {
    QList<QAction*> actions(m_acts.begin(), m_acts.end());
    actions << m_shows;
    return actions << m_consistency->commands() << m_pending->commands() << m_letters->commands()
                   << m_history->commands();
}

std::array<QueryPaneBase*, 3> SeckillPage::lists() const { return {m_pending, m_letters, m_history}; }

QAction* SeckillPage::action(const char* name) const {
    return findChild<QAction*>(QStringLiteral("seckill.") + QLatin1String(name));
}

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

QWidget* SeckillPage::firstFocus() const { return m_table; }

bool SeckillPage::isReady() const {
    return m_feed->isAnswered() && m_busy == 0 && !m_wanted && m_consistency->isReady() &&
           (!m_wizard || m_wizard->isReady()) && (!m_rehearsal || !m_rehearsal->isRunning()) && m_pending->isReady() &&
           m_letters->isReady() && m_history->isReady();
}

void SeckillPage::noteReady() {
    if (isReady()) {
        Q_EMIT readyChanged();
    }
}

void SeckillPage::onActivated() {
    fitColumns(*m_table, kListWidths);  // the style is known now
    for (auto* pane : lists()) {
        pane->setActive(true);
    }
    m_tick.start();
    m_feed->setActive(true);
}

void SeckillPage::onDeactivated() {
    m_tick.stop();
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
    m_more->setToolTip(tr("More"));
    m_more->setAccessibleName(tr("More"));
    m_listCard->setTitle(tr("Sales"));
    m_table->setAccessibleName(tr("Flash sales"));
    m_soldCard->setTitle(tr("Sold"));
    m_soldPlot->setAccessibleName(tr("Units sold and paid over time"));
    m_attemptsCard->setTitle(tr("Attempts per second"));
    m_attemptsPlot->setAccessibleName(tr("Attempts per second by outcome"));
    nameTab(*m_tabs, ConsistencyTab, tr("Keyspace vs database"));
    nameTab(*m_tabs, HistoryTab, tr("History"));
    m_tiles->retranslate();
    m_model->retranslate();
    fitColumns(*m_table, kListWidths);
    onActivities();
    onBoard();
    onCurve();
}

}  // namespace evenhand::ui
