// SPDX-License-Identifier: GPL-3.0-or-later
// Random-discount campaigns: the list, and of the one selected its live figures, burn-down, distribution, queues,
// refusals, users, draws and settings; setting up, starting, pausing, stopping, copying, exporting. Thread: GUI.
#pragma once

#include <array>

#include "ui/dialogs/campaign_rehearsal_dialog.h"
#include "ui/models/figure_table_model.h"
#include "ui/pages/campaigns/campaign_feed.h"
#include "ui/pages/campaigns/campaign_figures.h"
#include "ui/pages/campaigns/campaign_list.h"
#include "ui/pages/campaigns/campaign_plots.h"
#include "ui/pages/campaigns/campaign_tiles.h"
#include "ui/pages/campaigns/draws_pane.h"
#include "ui/pages/shared/csv_export.h"
#include "ui/pages/shared/listed_page.h"
#include "ui/shell/presence_line.h"
#include "ui/wizards/campaign/campaign_wizard.h"

namespace evenhand::ui {

class CampaignPage : public ListedPage<api::CampaignRow, CampaignFilter, CampaignWizard, CampaignRehearsalDialog> {
    Q_OBJECT

public:
    enum Tab { QueuesTab, RefusalsTab, UsersTab, DrawsTab, SettingsTab, kTabs };
    explicit CampaignPage(UiContext& context, QWidget* parent = nullptr);
    ~CampaignPage() override;

    [[nodiscard]] QString title() const override;
    [[nodiscard]] bool showsAllCampuses() const override { return true; }
    [[nodiscard]] QString iconName() const override { return QStringLiteral("campaign"); }
    [[nodiscard]] bool isReady() const override { return m_feed->isAnswered() && !isBusy(); }
    [[nodiscard]] QStringList pictures() const override;
    QWidget* showPicture(const QString& name) override;
    void endPicture() override;

    [[nodiscard]] std::optional<api::CampaignRow> current() const override;
    void select(const CampaignId& campaign) { selectItem(campaign.str()); }
    /// Writes who was granted something, as CSV.
    void exportTo(const QString& path) { m_export->writeTo(path, exportTask()); }
    [[nodiscard]] CampaignFeed& feed() const { return *m_feed; }
    [[nodiscard]] CampaignTiles* tiles() const { return m_tiles; }
    [[nodiscard]] CampaignPlots* plots() const { return m_plots; }
    [[nodiscard]] QAbstractItemModel* figures(Tab tab) const;
    [[nodiscard]] DrawsPane* draws() const { return m_draws; }

protected:
    void onActivated() override;
    void onDeactivated() override;
    void retranslate() override;
    [[nodiscard]] QString commandOf(const api::CampaignRow& row) const override;
    [[nodiscard]] bool isLive(const api::CampaignRow& row) const override;
    void showItem(const std::string& id) override;
    void readAgain() override { m_feed->refresh(); }
    [[nodiscard]] QString nameOf(const api::CampaignRow& row) const override;
    [[nodiscard]] QString standing(const api::CampaignRow& row) const override;
    [[nodiscard]] api::Answer<std::vector<api::CampaignRow>> readRows() override;
    [[nodiscard]] QString reasonHint(bool isNeeded) const override;
    void refreshHead() override;
    void askStart(const api::CampaignRow& row) override;

private:
    [[nodiscard]] static Shape shape();
    [[nodiscard]] std::vector<Act> acts();
    void setupTiles();
    void setupTabs();
    void setupFeed();
    void setColumns();
    void onCampaigns();
    void onBoard();
    void refreshNotice();
    void refreshTabs();
    /// In the order of their tabs.
    [[nodiscard]] std::array<QueryPaneBase*, SettingsTab> panes() const;

    [[nodiscard]] QString whyNotStart() const;
    [[nodiscard]] QString whyNotExport() const;
    void askPause(const api::CampaignRow& row);
    [[nodiscard]] RowFlow::Spec resuming(const api::CampaignRow& row);
    void askStop(const api::CampaignRow& row);
    void copy(const api::CampaignRow& row);
    void askRemoval(const api::CampaignRow& row);
    [[nodiscard]] CsvExport::Task exportTask() const;

    CampaignFeed* m_feed = nullptr;
    PresenceLine* m_presence = nullptr;
    CampaignTiles* m_tiles = nullptr;
    CampaignPlots* m_plots = nullptr;
    QueueTable* m_queues = nullptr;
    RefusalTable* m_refusals = nullptr;
    UserTable* m_users = nullptr;
    DrawsPane* m_draws = nullptr;
    FigureTableModel* m_settings = nullptr;
    QTableView* m_settingTable = nullptr;
    CsvExport* m_export = nullptr;
};

}  // namespace evenhand::ui
