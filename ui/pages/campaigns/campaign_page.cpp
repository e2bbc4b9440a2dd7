// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/campaigns/campaign_page.h"

#include <QHeaderView>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/row_copying.h"
#include "ui/widgets/tab_bar.h"
#include "ui/widgets/tone_delegate.h"

namespace evenhand::ui {
namespace {

constexpr int kSettingWidths[] = {150, 130};
constexpr int kListWidth = 350;

}  // namespace

ListDetailPage::Shape CampaignPage::shape() {
    return {QStringLiteral("campaign"), QStringLiteral("campaign"), QT_TR_NOOP("No campaign is selected."), kListWidth};
}

CampaignPage::CampaignPage(UiContext& context, QWidget* parent)
    : ListedPage(QStringLiteral("campaigns"), shape(), context, parent) {
    m_export = new CsvExport(context, this);
    connect(m_export, &CsvExport::runningChanged, this, &CampaignPage::refreshActs);
    setActs(acts());
    setupList(describeCampaigns(
        context.formats, [&bridge = context.bridge] { return bridge.now(); }, action("new")));
    m_presence = named(new PresenceLine(context, detail()), QStringLiteral("campaignPresence"));
    down()->addWidget(m_presence);
    setupTiles();
    m_plots = new CampaignPlots(context, detail());
    down()->addWidget(m_plots);
    setupTabs();
    setupFeed();
    retranslate();
}

CampaignPage::~CampaignPage() = default;

void CampaignPage::setupTiles() {
    m_tiles = new CampaignTiles(context().formats, detail());
    down()->addWidget(m_tiles);
    connect(m_tiles, &CampaignTiles::picked, this, [this](int figure) {
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
    const auto ofShown = [draws = m_draws](auto spec) {
        spec.look.shownOf = [draws] { return draws->shownOf(); };
        return spec;
    };
    m_queues = new QueueTable(ofShown(describeQueues(context().formats)), context(), tabs());
    m_refusals = new RefusalTable(ofShown(describeRefusals()), context(), tabs());
    m_users = new UserTable(ofShown(describeUsers(context().formats)), context(), tabs());
    for (auto* pane : panes()) {
        addPane(pane);
    }
    m_settings = new FigureTableModel(this);
    m_settingTable = new QTableView(tabs());
    m_settingTable->setObjectName(QStringLiteral("campaignSettings"));
    m_settingTable->setModel(m_settings);
    m_settingTable->setFrameShape(QFrame::NoFrame);
    styleTable(*m_settingTable, false);
    addCopying(*m_settingTable);
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

std::array<QueryPaneBase*, CampaignPage::SettingsTab> CampaignPage::panes() const {
    return {m_queues, m_refusals, m_users, m_draws};
}

QAbstractItemModel* CampaignPage::figures(Tab tab) const {
    return tab == SettingsTab ? m_settings : panes().at(tab)->table()->model();
}

void CampaignPage::onActivated() {
    ListDetailPage::onActivated();
    setColumns();
    m_feed->setActive(true);
    m_presence->setActive(true);
}

void CampaignPage::onDeactivated() {
    ListDetailPage::onDeactivated();
    m_feed->setActive(false);
    m_presence->setActive(false);
}

void CampaignPage::setColumns() {
    m_settings->setColumns({{tr("Setting")}, {tr("Value")}});
    fitColumns(*m_settingTable, kSettingWidths);
}

void CampaignPage::retranslate() {
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
