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
#include "ui/pages/shared/listed_page.h"
#include "ui/wizards/campaign/campaign_wizard.h"

namespace evenhand::ui {

class CampaignPage : public ListedPage<api::CampaignRow, CampaignFilter> {
    Q_OBJECT

public:
    enum Tab { QueuesTab, RefusalsTab, UsersTab, DrawsTab, SettingsTab, kTabs };
    explicit CampaignPage(UiContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] bool showsAllCampuses() const override { return true; }
    [[nodiscard]] QString iconName() const override { return QStringLiteral("campaign"); }
    [[nodiscard]] QList<QAction*> commands() const override;
    /// Campaigns that run now.
    [[nodiscard]] std::optional<qint64> badge() const override;
    [[nodiscard]] bool isReady() const override;
    /// "campaign": its id; "setup": true.
    void openTarget(const QVariantMap& target) override;
    [[nodiscard]] QStringList pictures() const override;
    QWidget* showPicture(const QString& name) override;
    void endPicture() override;

    /// The campaign shown, as it was read last; nullopt: none.
    [[nodiscard]] std::optional<api::CampaignRow> current() const;
    void select(const CampaignId& campaign) { selectItem(campaign.str()); }
    /// Writes who was granted something, as CSV.
    void exportTo(const QString& path);
    [[nodiscard]] CampaignFeed& feed() const { return *m_feed; }
    [[nodiscard]] CampaignTiles* tiles() const { return m_tiles; }
    [[nodiscard]] CampaignPlots* plots() const { return m_plots; }
    [[nodiscard]] QAbstractItemModel* figures(Tab tab) const;
    [[nodiscard]] DrawsPane* draws() const { return m_draws; }
    [[nodiscard]] CampaignWizard* wizard() const { return m_wizard; }
    [[nodiscard]] CampaignRehearsalDialog* rehearsal() const { return m_rehearsal; }

protected:
    void onActivated() override;
    void onDeactivated() override;
    void retranslate() override;
    [[nodiscard]] QString commandOf(const api::CampaignRow& row) const override;
    [[nodiscard]] bool isLive(const api::CampaignRow& row) const override;
    void showItem(const std::string& id) override;
    void readAgain() override { m_feed->refresh(); }
    [[nodiscard]] QString whyNotAct(int which) const override { return whyNot(static_cast<Act>(which)); }
    void tick() override;

private:
    enum Act { New, Start, Pause, Resume, Stop, Copy, Edit, Rehearse, Export, Remove, SaveBurn, Refresh, kActs };
    [[nodiscard]] static api::Operation operation(Act which);
    using Change = std::function<api::Answer<api::CampaignRow>(api::CampaignDesk& desk, const api::Call& call)>;

    [[nodiscard]] static Shape shape();
    void connectActs();
    void setupTiles();
    void setupTabs();
    void setupFeed();
    void setColumns();
    [[nodiscard]] QAction* act(Act which) const { return actAt(which); }

    void onCampaigns();
    void onBoard();
    void refreshHead();
    void refreshNotice();
    void refreshTabs();
    /// In the order of their tabs.
    [[nodiscard]] std::array<QueryPaneBase*, SettingsTab> panes() const;
    [[nodiscard]] QString whyNot(Act which) const;

    void openWizard(const std::optional<api::CampaignRow>& editing);
    void wizardSaved(const api::CampaignRow& row, bool fresh, GlancePage::Next next);
    void openRehearsal(const api::CampaignRow& row);
    void start(const api::CampaignRow& row, const QString& reason);
    void askStart(const api::CampaignRow& row);
    void askPause();
    ActionDialog* askResume(const api::CampaignRow& row);
    void askStop();
    void copy();
    void askRemove();
    void askExport();
    void askSaveBurn();
    ActionDialog* ask(const ActionDialog::Texts& texts);
    /// Submits, tells what became of it as it was answered, and reads the page again.
    void change(const QString& title, const QString& reason, const Change& submit,
                std::function<void(const api::CampaignRow&)> done);

    CampaignFeed* m_feed = nullptr;
    CampaignTiles* m_tiles = nullptr;
    CampaignPlots* m_plots = nullptr;
    QueueTable* m_queues = nullptr;
    RefusalTable* m_refusals = nullptr;
    UserTable* m_users = nullptr;
    DrawsPane* m_draws = nullptr;
    FigureTableModel* m_settings = nullptr;
    QTableView* m_settingTable = nullptr;
    QPointer<CampaignWizard> m_wizard;
    QPointer<CampaignRehearsalDialog> m_rehearsal;
    std::optional<int> m_exportJob;
};

}  // namespace evenhand::ui
