// SPDX-License-Identifier: GPL-3.0-or-later
// Random-discount campaigns: the list, and of the one selected its live figures, burn-down, distribution, queues,
// refusals, users, draws and settings; setting up, starting, pausing, stopping, copying, exporting. Thread: GUI.
#pragma once

#include <QLabel>
#include <QPointer>
#include <QSortFilterProxyModel>
#include <QTabWidget>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
#include <array>

#include "ui/dialogs/action_dialog.h"
#include "ui/dialogs/campaign_rehearsal_dialog.h"
#include "ui/models/campaign_table_model.h"
#include "ui/pages/campaigns/campaign_feed.h"
#include "ui/pages/campaigns/campaign_figures.h"
#include "ui/pages/campaigns/campaign_plots.h"
#include "ui/pages/campaigns/campaign_tiles.h"
#include "ui/pages/campaigns/draws_pane.h"
#include "ui/shell/page.h"
#include "ui/widgets/card.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/pill.h"
#include "ui/wizards/campaign/campaign_wizard.h"

class QVBoxLayout;

namespace evenhand::ui {

class CampaignPage : public Page {
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
    void select(const CampaignId& campaign);
    /// Writes who was granted something, as CSV.
    void exportTo(const QString& path);
    [[nodiscard]] QAction* action(const char* name) const;
    [[nodiscard]] CampaignTableModel& model() { return *m_model; }
    [[nodiscard]] QTableView* table() const { return m_table; }
    [[nodiscard]] CampaignFeed& feed() const { return *m_feed; }
    [[nodiscard]] CampaignTiles* tiles() const { return m_tiles; }
    [[nodiscard]] CampaignPlots* plots() const { return m_plots; }
    [[nodiscard]] QTabWidget* tabs() const { return m_tabs; }
    [[nodiscard]] QAbstractItemModel* figures(Tab tab) const;
    [[nodiscard]] DrawsPane* draws() const { return m_draws; }
    [[nodiscard]] QLabel* notice() const { return m_notice; }
    [[nodiscard]] Pill* phase() const { return m_phase; }
    [[nodiscard]] QString when() const { return m_when->text(); }
    [[nodiscard]] ActionDialog* question() const { return m_question; }
    [[nodiscard]] CampaignWizard* wizard() const { return m_wizard; }
    [[nodiscard]] CampaignRehearsalDialog* rehearsal() const { return m_rehearsal; }

protected:
    void onActivated() override;
    void onDeactivated() override;
    [[nodiscard]] QWidget* firstFocus() const override;
    void retranslate() override;

private:
    enum Act { New, Start, Pause, Resume, Stop, Copy, Edit, Rehearse, Export, Remove, SaveBurn, Refresh, kActs };
    [[nodiscard]] static api::Operation operation(Act which);
    using Change = std::function<api::Answer<api::CampaignRow>(api::CampaignDesk& desk, const api::Call& call)>;

    void setupActs();
    void setupList();
    void setupHead();
    void setupTabs();
    void setupFeed();
    void setColumns();
    [[nodiscard]] QAction* act(Act which) const { return m_acts.at(static_cast<std::size_t>(which)); }

    void onCampaigns();
    void onSelected();
    void onBoard();
    void refreshShows();
    void refreshHead();
    void refreshNotice();
    void refreshTabs();
    /// In the order of their tabs.
    [[nodiscard]] std::array<QueryPaneBase*, SettingsTab> panes() const;
    void refreshActs();
    void tick();
    void noteReady();
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

    std::vector<QAction*> m_acts;
    QList<QAction*> m_shows;  ///< one per campaign, for the palette
    CampaignTableModel* m_model = nullptr;
    QSortFilterProxyModel* m_sorted = nullptr;
    CampaignFeed* m_feed = nullptr;
    Card* m_listCard = nullptr;
    QTableView* m_table = nullptr;
    QWidget* m_detail = nullptr;
    QLabel* m_empty = nullptr;
    QVBoxLayout* m_down = nullptr;
    ElidedLabel* m_name = nullptr;
    Pill* m_phase = nullptr;
    QLabel* m_when = nullptr;
    QToolButton* m_more = nullptr;
    QLabel* m_notice = nullptr;
    CampaignTiles* m_tiles = nullptr;
    CampaignPlots* m_plots = nullptr;
    QTabWidget* m_tabs = nullptr;
    QueueTable* m_queues = nullptr;
    RefusalTable* m_refusals = nullptr;
    UserTable* m_users = nullptr;
    DrawsPane* m_draws = nullptr;
    FigureTableModel* m_settings = nullptr;
    QTableView* m_settingTable = nullptr;
    QPointer<ActionDialog> m_question;
    QPointer<CampaignWizard> m_wizard;
    QPointer<CampaignRehearsalDialog> m_rehearsal;
    QTimer m_tick;
    std::optional<CampaignId> m_wanted;  ///< to be selected once it is read
    std::optional<qint64> m_badge;
    std::optional<int> m_exportJob;
    int m_busy = 0;
};

}  // namespace evenhand::ui
