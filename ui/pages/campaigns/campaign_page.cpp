// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/campaigns/campaign_page.h"

#include <QHeaderView>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/widgets/action_state.h"
#include "ui/widgets/campaign_labels.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/tab_bar.h"
#include "ui/widgets/tone_delegate.h"

namespace evenhand::ui {
namespace {

constexpr int kSettingWidths[] = {150, 130};
constexpr int kListWidth = 350;

}  // namespace

ListDetailPage::Shape CampaignPage::shape() {
    static constexpr ActShape kActShapes[] = {{"new", "add", Qt::CTRL | Qt::Key_N},
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
    return {.prefix = QStringLiteral("campaign"),
            .acts = kActShapes,
            .inBar = {Start, Pause, Resume, Stop, Rehearse, Copy, Edit, Export},
            .inMenu = {SaveBurn, Remove},
            .listWidth = kListWidth};
}

CampaignPage::CampaignPage(UiContext& context, QWidget* parent)
    : ListedPage(QStringLiteral("campaigns"), shape(), context, parent) {
    setupList(describeCampaigns(
        context.formats, [&bridge = context.bridge] { return bridge.now(); }, act(New)));
    connectActs();
    setupTiles();
    m_plots = new CampaignPlots(context, detail());
    down()->addWidget(m_plots);
    setupTabs();
    setupFeed();
    retranslate();
}

void CampaignPage::connectActs() {
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

void CampaignPage::setupTiles() {
    m_tiles = new CampaignTiles(context().formats, detail());
    down()->addWidget(m_tiles);
    connect(m_tiles, &CampaignTiles::picked, this, [this](CampaignTiles::Figure figure) {
        switch (figure) {
            case CampaignTiles::BudgetLeft:
            case CampaignTiles::PlacesLeft:
            case CampaignTiles::Compensation: tabs()->setCurrentIndex(QueuesTab); break;
            case CampaignTiles::Granted: tabs()->setCurrentIndex(UsersTab); break;
            case CampaignTiles::InFlight:
            case CampaignTiles::RolledBack: tabs()->setCurrentIndex(RefusalsTab); break;
            case CampaignTiles::kFigures: break;
        }
    });
}

void CampaignPage::setupTabs() {
    m_draws = new DrawsPane(context(), tabs());
    connect(m_draws->flow(), &RowFlow::finished, this, [this] { m_feed->refresh(); });
    const auto ofShown = [draws = m_draws](auto spec) {
        spec.look.shownOf = [draws] { return draws->shownOf(); };
        return spec;
    };
    m_queues = new QueueTable(ofShown(describeQueues(context().formats)), context(), tabs());
    m_refusals = new RefusalTable(ofShown(describeRefusals()), context(), tabs());
    m_users = new UserTable(ofShown(describeUsers(context().formats)), context(), tabs());
    for (auto* pane : panes()) {
        tabs()->addTab(pane, QString());
        connect(pane, &QueryPaneBase::readyChanged, this, &CampaignPage::noteReady);
    }
    m_settings = new FigureTableModel(this);
    m_settingTable = new QTableView(tabs());
    m_settingTable->setObjectName(QStringLiteral("campaignSettings"));
    m_settingTable->setModel(m_settings);
    m_settingTable->setFrameShape(QFrame::NoFrame);
    styleTable(*m_settingTable, false);
    m_settingTable->horizontalHeader()->setStretchLastSection(true);
    tabs()->addTab(m_settingTable, QString());
    addTabs();
}

void CampaignPage::setupFeed() {
    m_feed = new CampaignFeed(context().bridge, this);
    connect(m_feed, &CampaignFeed::campaignsRead, this, &CampaignPage::onCampaigns);
    connect(m_feed, &CampaignFeed::boardRead, this, &CampaignPage::onBoard);
    connect(m_feed, &CampaignFeed::drawsDue, m_draws, &DrawsPane::refresh);
    connect(m_feed, &CampaignFeed::answered, this, &CampaignPage::noteReady);
}

// --- page ---------------------------------------------------------------------------------------------------

QString CampaignPage::title() const { return tr("Campaigns"); }

QList<QAction*> CampaignPage::commands() const {
    auto actions = ownCommands();
    for (const auto* pane : panes()) {
        actions << pane->commands();
    }
    return actions;
}

std::array<QueryPaneBase*, CampaignPage::SettingsTab> CampaignPage::panes() const {
    return {m_queues, m_refusals, m_users, m_draws};
}

QAbstractItemModel* CampaignPage::figures(Tab tab) const {
    return tab == SettingsTab ? m_settings : panes().at(tab)->table()->model();
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

bool CampaignPage::isReady() const {
    const auto tables = panes();
    const bool shown = m_feed->campaign().empty() ||
                       std::all_of(tables.begin(), tables.end(), [](const auto* pane) { return pane->isReady(); });
    return m_feed->isAnswered() && !isBusy() && shown && (!m_wizard || m_wizard->isReady()) &&
           (!m_rehearsal || !m_rehearsal->isRunning());
}

void CampaignPage::onActivated() {
    ListDetailPage::onActivated();
    setColumns();
    m_feed->setActive(true);
    for (auto* pane : panes()) {
        pane->setActive(true);
    }
}

void CampaignPage::onDeactivated() {
    ListDetailPage::onDeactivated();
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
    nameFrame(tr("Campaigns"));
    const QString names[kTabs] = {tr("Queues"), tr("Refusals"), tr("Top users"), tr("Draws"), tr("Settings")};
    for (int tab = 0; tab < kTabs; ++tab) {
        nameTab(*tabs(), tab, names[tab]);
    }
    m_settingTable->setAccessibleName(names[SettingsTab]);
    m_tiles->retranslate();
    m_plots->retranslate();
    setColumns();
    onCampaigns();
    onBoard();
}

}  // namespace evenhand::ui
