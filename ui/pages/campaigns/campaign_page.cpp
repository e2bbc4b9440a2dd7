// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/campaigns/campaign_page.h"

#include <QHeaderView>
#include <QMenu>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/widgets/action_button.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/campaign_labels.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/scroll_column.h"
#include "ui/widgets/tab_bar.h"
#include "ui/widgets/tone_delegate.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {
namespace {

constexpr int kListWidths[CampaignTableModel::kColumns] = {96, 110, 92};
constexpr int kSettingWidths[] = {150, 130};
constexpr int kListWidth = 350;
constexpr int kTickMs = 1'000;

struct Shape {
    const char* name;
    const char* icon;
    QKeyCombination keys;
};
constexpr Shape kShapes[] = {{"new", "add", Qt::CTRL | Qt::Key_N},
                             {"start", "play", Qt::CTRL | Qt::Key_Return},
                             {"pause", "pause", Qt::CTRL | Qt::SHIFT | Qt::Key_P},
                             {"resume", "play", Qt::CTRL | Qt::SHIFT | Qt::Key_R},
                             {"stop", "stop", Qt::CTRL | Qt::SHIFT | Qt::Key_S},
                             {"copy", "copy", Qt::CTRL | Qt::Key_D},
                             {"edit", "settings", Qt::Key_F2},
                             {"rehearse", "demo", Qt::CTRL | Qt::Key_T},
                             {"export", "export", Qt::CTRL | Qt::Key_E},
                             {"remove", "clear", Qt::Key_unknown},
                             {"saveBurn", "export", Qt::Key_unknown},
                             {"refresh", "refresh", Qt::Key_F5}};

}  // namespace

CampaignPage::CampaignPage(UiContext& context, QWidget* parent) : Page(QStringLiteral("campaigns"), context, parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kGapLarge, kGap + kGapSmall, kGapLarge, kGap);
    auto* across = new QSplitter(Qt::Horizontal, this);
    across->setObjectName(QStringLiteral("campaignAcross"));
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
    m_empty->setObjectName(QStringLiteral("campaignEmpty"));
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
    m_plots = new CampaignPlots(context, m_detail);
    m_down->addWidget(m_plots);
    setupTabs();
    across->addWidget(right);
    across->setSizes({kListWidth, 1000});
    across->setStretchFactor(0, 0);
    across->setStretchFactor(1, 1);
    setupFeed();
    retranslate();
}

void CampaignPage::setupActs() {
    for (const auto& shape : kShapes) {
        auto* action = new QAction(icon(QLatin1String(shape.icon)), QString(), this);
        action->setObjectName(QStringLiteral("campaign.") + QLatin1String(shape.name));
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
    on(Pause, [this] { askPause(); });
    on(Resume, [this] { (void)askResume(*current()); });
    on(Stop, [this] { askStop(); });
    on(Copy, [this] { copy(); });
    on(Edit, [this] { openWizard(current()); });
    on(Rehearse, [this] { openRehearsal(*current()); });
    on(Export, [this] { askExport(); });
    on(Remove, [this] { askRemove(); });
    on(SaveBurn, [this] { askSaveBurn(); });
    on(Refresh, [this] { m_feed->refresh(); });
}

void CampaignPage::setupList() {
    m_listCard = new Card(this);
    m_model = new CampaignTableModel(context().bridge, context().formats, this);
    m_sorted = new QSortFilterProxyModel(this);
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(CampaignTableModel::SortRole);
    m_sorted->sort(0);
    m_table = new QTableView(m_listCard);
    m_table->setObjectName(QStringLiteral("campaignList"));
    m_table->setModel(m_sorted);
    styleTable(*m_table, false);
    m_table->horizontalHeader()->setStretchLastSection(false);
    m_table->horizontalHeader()->setSectionResizeMode(CampaignTableModel::Name, QHeaderView::Stretch);
    m_listCard->setBody(m_table);
    m_listCard->addTool(actionButton(act(New), m_listCard));
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &CampaignPage::onSelected);
}

void CampaignPage::setupHead() {
    auto* head = new WrapRow;
    head->setSpacing(kGap);
    m_phase = new Pill(m_detail);
    m_phase->setObjectName(QStringLiteral("campaignPhase"));
    m_name = new ElidedLabel(m_detail);
    m_name->setObjectName(QStringLiteral("campaignName"));
    m_name->setFont(scaledFont(font(), 3, QFont::DemiBold));
    m_when = new QLabel(m_detail);
    m_when->setObjectName(QStringLiteral("campaignWhen"));
    m_when->setTextFormat(Qt::PlainText);
    m_when->setProperty("muted", true);
    head->addWidget(m_phase);
    head->addWidget(m_name, 1);
    head->addWidget(m_when);
    m_down->addLayout(head);
    auto* bar = new WrapRow;
    bar->setSpacing(2);
    for (const Act each : {Start, Pause, Resume, Stop, Rehearse, Copy, Edit, Export}) {
        bar->addWidget(actionButton(act(each), m_detail));
    }
    m_more = new QToolButton(m_detail);
    m_more->setObjectName(QStringLiteral("campaignMore"));
    m_more->setIcon(icon(QStringLiteral("more")));
    m_more->setIconSize({18, 18});
    m_more->setPopupMode(QToolButton::InstantPopup);
    m_more->setFocusPolicy(Qt::TabFocus);
    auto* menu = new QMenu(m_more);
    menu->setObjectName(QStringLiteral("campaignMoreMenu"));
    menu->setToolTipsVisible(true);
    menu->addActions({act(SaveBurn), act(Remove)});
    m_more->setMenu(menu);
    bar->addWidget(m_more);
    bar->addStretch(1);
    m_down->addLayout(bar);
    m_notice = new QLabel(m_detail);
    m_notice->setObjectName(QStringLiteral("campaignNotice"));
    m_notice->setTextFormat(Qt::PlainText);
    m_notice->setWordWrap(true);
    m_notice->setProperty("problem", true);
    m_notice->hide();
    m_down->addWidget(m_notice);
    m_tiles = new CampaignTiles(context().formats, m_detail);
    m_down->addWidget(m_tiles);
    connect(m_tiles, &CampaignTiles::picked, this, [this](CampaignTiles::Figure figure) {
        switch (figure) {
            case CampaignTiles::BudgetLeft:
            case CampaignTiles::PlacesLeft:
            case CampaignTiles::Compensation: m_tabs->setCurrentIndex(QueuesTab); break;
            case CampaignTiles::Granted: m_tabs->setCurrentIndex(UsersTab); break;
            case CampaignTiles::InFlight:
            case CampaignTiles::RolledBack: m_tabs->setCurrentIndex(RefusalsTab); break;
            case CampaignTiles::kFigures: break;
        }
    });
}

void CampaignPage::setupTabs() {
    m_tabs = new QTabWidget(m_detail);
    m_tabs->setObjectName(QStringLiteral("campaignTabs"));
    m_tabs->setDocumentMode(true);
    m_draws = new DrawsPane(context(), m_tabs);
    connect(m_draws->flow(), &RowFlow::finished, this, [this] { m_feed->refresh(); });
    m_queues = new QueueTable(describeQueues(context().formats), context(), m_tabs);
    m_refusals = new RefusalTable(describeRefusals(), context(), m_tabs);
    m_users = new UserTable(describeUsers(context().formats), context(), m_tabs);
    for (auto* pane : panes()) {
        m_tabs->addTab(pane, QString());
        connect(pane, &QueryPaneBase::readyChanged, this, &CampaignPage::noteReady);
    }
    m_settings = new FigureTableModel(this);
    m_settingTable = new QTableView(m_tabs);
    m_settingTable->setObjectName(QStringLiteral("campaignSettings"));
    m_settingTable->setModel(m_settings);
    m_settingTable->setFrameShape(QFrame::NoFrame);
    styleTable(*m_settingTable, false);
    m_settingTable->horizontalHeader()->setStretchLastSection(true);
    m_tabs->addTab(m_settingTable, QString());
    m_down->addWidget(m_tabs, 1);
}

void CampaignPage::setupFeed() {
    m_feed = new CampaignFeed(context().bridge, this);
    connect(m_feed, &CampaignFeed::campaignsRead, this, &CampaignPage::onCampaigns);
    connect(m_feed, &CampaignFeed::boardRead, this, &CampaignPage::onBoard);
    connect(m_feed, &CampaignFeed::drawsDue, m_draws, &DrawsPane::refresh);
    connect(m_feed, &CampaignFeed::answered, this, &CampaignPage::noteReady);
    connect(&context().bridge, &EngineBridge::stateChanged, this, &CampaignPage::refreshActs);
    connect(&context().bridge, &EngineBridge::statusPolled, this, [this] {
        if (m_badge != badge()) {  // a campaign begins by itself
            m_badge = badge();
            Q_EMIT badgeChanged();
        }
    });
    m_tick.setInterval(kTickMs);
    connect(&m_tick, &QTimer::timeout, this, &CampaignPage::tick);
}

// --- page ---------------------------------------------------------------------------------------------------

QString CampaignPage::title() const { return tr("Campaigns"); }

QList<QAction*> CampaignPage::commands() const {
    QList<QAction*> actions(m_acts.begin(), m_acts.end());
    for (const auto* pane : panes()) {
        actions << pane->commands();
    }
    return actions << m_shows;
}

std::array<QueryPaneBase*, CampaignPage::SettingsTab> CampaignPage::panes() const {
    return {m_queues, m_refusals, m_users, m_draws};
}

QAbstractItemModel* CampaignPage::figures(Tab tab) const {
    return tab == SettingsTab ? m_settings : panes().at(tab)->table()->model();
}

QAction* CampaignPage::action(const char* name) const {
    return findChild<QAction*>(QStringLiteral("campaign.") + QLatin1String(name));
}

std::optional<qint64> CampaignPage::badge() const {
    if (!m_feed->campaigns()) {
        return std::nullopt;
    }
    const Instant now = context().bridge.now();
    const auto& rows = *m_feed->campaigns();
    return std::count_if(rows.begin(), rows.end(),
                         [now](const api::CampaignRow& row) { return phaseOf(row, now) == CampaignPhase::Running; });
}

QWidget* CampaignPage::firstFocus() const { return m_table; }

bool CampaignPage::isReady() const {
    const auto tables = panes();
    const bool shown = m_feed->campaign().empty() ||
                       std::all_of(tables.begin(), tables.end(), [](const auto* pane) { return pane->isReady(); });
    return m_feed->isAnswered() && m_busy == 0 && shown && !m_wanted && (!m_wizard || m_wizard->isReady()) &&
           (!m_rehearsal || !m_rehearsal->isRunning());
}

void CampaignPage::noteReady() {
    if (isReady()) {
        Q_EMIT readyChanged();
    }
}

void CampaignPage::onActivated() {
    fitColumns(*m_table, kListWidths);  // the style is known now
    setColumns();
    m_tick.start();
    m_feed->setActive(true);
    for (auto* pane : panes()) {
        pane->setActive(true);
    }
}

void CampaignPage::onDeactivated() {
    m_tick.stop();
    m_feed->setActive(false);
    for (auto* pane : panes()) {
        pane->setActive(false);
    }
}

void CampaignPage::openTarget(const QVariantMap& target) {
    if (target.contains(QStringLiteral("campaign"))) {
        select(CampaignId(target.value(QStringLiteral("campaign")).toString().toStdString()));
    } else if (target.value(QStringLiteral("setup")).toBool()) {
        act(New)->trigger();
    }
}

void CampaignPage::setColumns() {
    m_settings->setColumns({{tr("Setting")}, {tr("Value")}});
    fitColumns(*m_settingTable, kSettingWidths);
}

void CampaignPage::retranslate() {
    const QString texts[kActs][2] = {
        {tr("Set up a campaign…"), tr("Set up a random-discount campaign step by step")},
        {tr("Start…"), tr("Allocate the discounts to queues and accept draws")},
        {tr("Pause…"), tr("Refuse draws until it is resumed")},
        {tr("Resume…"), tr("Accept draws again")},
        {tr("Stop…"), tr("End the campaign; it cannot be resumed")},
        {tr("Copy…"), tr("Create a draft with the same settings")},
        {tr("Change…"), tr("Change what can still be changed")},
        {tr("Rehearse…"), tr("Simulate a crowd on a copy and check every invariant")},
        {tr("Export…"), tr("Export the granted discounts as CSV")},
        {tr("Delete the draft…"), {}},
        {tr("Save the burn-down as an image…"), {}},
        {tr("Refresh"), {}},
    };
    for (int i = 0; i < kActs; ++i) {
        setActionTexts(*act(static_cast<Act>(i)), texts[i][0], texts[i][1]);
    }
    m_more->setToolTip(tr("More"));
    m_more->setAccessibleName(tr("More"));
    m_listCard->setTitle(tr("Campaigns"));
    m_table->setAccessibleName(tr("Random-discount campaigns"));
    const QString names[kTabs] = {tr("Queues"), tr("Refusals"), tr("Top users"), tr("Draws"), tr("Settings")};
    for (int tab = 0; tab < kTabs; ++tab) {
        nameTab(*m_tabs, tab, names[tab]);
    }
    m_settingTable->setAccessibleName(names[SettingsTab]);
    m_tiles->retranslate();
    m_plots->retranslate();
    m_model->retranslate();
    fitColumns(*m_table, kListWidths);
    setColumns();
    onCampaigns();
    onBoard();
}

}  // namespace evenhand::ui
