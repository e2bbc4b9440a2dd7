// SPDX-License-Identifier: GPL-3.0-or-later
// Flash sales: the activities, and of the one selected its live figures, curves, messages, dead letters, consistency
// and history; setting up, rehearsing, starting, stopping in one click, adding stock, repairing. Thread: GUI.
#pragma once

#include <array>

#include "ui/dialogs/rehearsal_dialog.h"
#include "ui/pages/seckill/consistency_panel.h"
#include "ui/pages/seckill/sale_list.h"
#include "ui/pages/seckill/sale_tiles.h"
#include "ui/pages/seckill/seckill_feed.h"
#include "ui/pages/seckill/seckill_rows_pane.h"
#include "ui/pages/shared/listed_page.h"
#include "ui/plots/attempts_plot.h"
#include "ui/plots/sale_plot.h"
#include "ui/wizards/seckill/activity_wizard.h"

namespace evenhand::ui {

class SeckillPage : public ListedPage<api::ActivityRow, SaleFilter> {
    Q_OBJECT

public:
    enum Tab { PendingTab, LettersTab, ConsistencyTab, HistoryTab };

    explicit SeckillPage(UiContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString iconName() const override { return QStringLiteral("seckill"); }
    [[nodiscard]] QList<QAction*> commands() const override;
    /// Sales that are on now.
    [[nodiscard]] std::optional<qint64> badge() const override;
    [[nodiscard]] bool isReady() const override;
    /// "activity": its id; "setup": true.
    void openTarget(const QVariantMap& target) override;
    [[nodiscard]] QStringList pictures() const override;
    QWidget* showPicture(const QString& name) override;
    void endPicture() override;

    /// The activity shown, as it was read last; nullopt: none.
    [[nodiscard]] std::optional<api::ActivityRow> current() const;
    void select(const ActivityId& activity) { selectItem(activity.str()); }
    [[nodiscard]] SeckillFeed& feed() const { return *m_feed; }
    [[nodiscard]] SaleTiles* tiles() const { return m_tiles; }
    [[nodiscard]] SalePlot* soldPlot() const { return m_soldPlot; }
    [[nodiscard]] AttemptsPlot* attemptsPlot() const { return m_attemptsPlot; }
    [[nodiscard]] PendingPane* pendingPane() const { return m_pending; }
    [[nodiscard]] LetterPane* letterPane() const { return m_letters; }
    [[nodiscard]] ConsistencyPanel* consistency() const { return m_consistency; }
    [[nodiscard]] SaleLogPane* history() const { return m_history; }
    [[nodiscard]] ActivityWizard* wizard() const { return m_wizard; }
    [[nodiscard]] RehearsalDialog* rehearsal() const { return m_rehearsal; }

protected:
    void onActivated() override;
    void onDeactivated() override;
    void retranslate() override;
    [[nodiscard]] QString commandOf(const api::ActivityRow& row) const override;
    [[nodiscard]] bool isLive(const api::ActivityRow& row) const override;
    void showItem(const std::string& id) override;
    void readAgain() override { m_feed->refresh(); }
    [[nodiscard]] QString whyNotAct(int which) const override { return whyNot(static_cast<Act>(which)); }
    void tick() override;

private:
    enum Act { New, Start, Stop, Resume, TopUp, Rehearse, Edit, End, Discard, Refresh, kActs };
    [[nodiscard]] static api::Operation operation(Act which);
    using Change = std::function<api::Answer<api::ActivityRow>(api::SeckillDesk& desk, const api::Call& call)>;

    [[nodiscard]] static Shape shape();
    void connectActs();
    void setupTiles();
    void setupPlots();
    void setupTabs();
    void setupFeed();
    [[nodiscard]] QAction* act(Act which) const { return actAt(which); }

    // What was read.
    [[nodiscard]] std::vector<api::ActivityRow> inScope() const;  ///< of the campus chosen at the top, newest first
    void onActivities();
    void onBoard();
    void onCurve();
    [[nodiscard]] std::array<QueryPaneBase*, 3> lists() const;
    void showAttempts(const api::SeckillBoard& board);
    void refreshHead();
    void refreshSoldFigures();
    void refreshNotice();
    void refreshTabs();
    [[nodiscard]] QString whyNot(Act which) const;

    // What is done.
    void openWizard(const std::optional<api::ActivityRow>& editing);
    void wizardSaved(const api::ActivityRow& row, bool fresh, SummaryPage::Next next);
    void openRehearsal(const api::ActivityRow& row);
    void askStart(const api::ActivityRow& row);
    void askStop();
    ActionDialog* askResume(const api::ActivityRow& row);
    void askTopUp();
    void askEnd();
    void askDiscard();
    ActionDialog* ask(const ActionDialog::Texts& texts);
    /// Submits, tells what became of it as it was read back, and reads the page again.
    void change(const QString& title, const QString& reason, const Change& submit,
                std::function<void(const api::ActivityRow&)> done);

    SeckillFeed* m_feed = nullptr;
    SaleTiles* m_tiles = nullptr;
    Card* m_soldCard = nullptr;
    Card* m_attemptsCard = nullptr;
    SalePlot* m_soldPlot = nullptr;
    AttemptsPlot* m_attemptsPlot = nullptr;
    PendingPane* m_pending = nullptr;
    LetterPane* m_letters = nullptr;
    ConsistencyPanel* m_consistency = nullptr;
    SaleLogPane* m_history = nullptr;
    QPointer<ActivityWizard> m_wizard;
    QPointer<RehearsalDialog> m_rehearsal;
};

}  // namespace evenhand::ui
