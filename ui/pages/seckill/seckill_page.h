// SPDX-License-Identifier: GPL-3.0-or-later
// Flash sales: the activities, and of the one selected its live figures, curves, messages, dead letters, consistency
// and history; setting up, rehearsing, starting, stopping in one click, adding stock, repairing. Thread: GUI.
#pragma once

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

class SeckillPage : public ListedPage<api::ActivityRow, SaleFilter, ActivityWizard, RehearsalDialog> {
    Q_OBJECT

public:
    enum Tab { PendingTab, LettersTab, ConsistencyTab, HistoryTab };

    explicit SeckillPage(UiContext& context, QWidget* parent = nullptr);
    ~SeckillPage() override;

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString iconName() const override { return QStringLiteral("seckill"); }
    [[nodiscard]] QList<QAction*> commands() const override;
    [[nodiscard]] bool isReady() const override {
        return m_feed->isAnswered() && !isBusy() && m_consistency->isReady();
    }
    [[nodiscard]] QStringList pictures() const override;
    QWidget* showPicture(const QString& name) override;
    void endPicture() override;

    [[nodiscard]] std::optional<api::ActivityRow> current() const override;
    void select(const ActivityId& activity) { selectItem(activity.str()); }
    [[nodiscard]] SeckillFeed& feed() const { return *m_feed; }
    [[nodiscard]] SaleTiles* tiles() const { return m_tiles; }
    [[nodiscard]] SalePlot* soldPlot() const { return m_soldPlot; }
    [[nodiscard]] AttemptsPlot* attemptsPlot() const { return m_attemptsPlot; }
    [[nodiscard]] PendingPane* pendingPane() const { return m_pending; }
    [[nodiscard]] LetterPane* letterPane() const { return m_letters; }
    [[nodiscard]] ConsistencyPanel* consistency() const { return m_consistency; }
    [[nodiscard]] SaleLogPane* history() const { return m_history; }

protected:
    void onActivated() override;
    void onDeactivated() override;
    void retranslate() override;
    [[nodiscard]] QString commandOf(const api::ActivityRow& row) const override;
    [[nodiscard]] bool isLive(const api::ActivityRow& row) const override;
    void showItem(const std::string& id) override;
    void readAgain() override { m_feed->refresh(); }
    [[nodiscard]] QString nameOf(const api::ActivityRow& row) const override;
    [[nodiscard]] QString standing(const api::ActivityRow& row) const override;
    [[nodiscard]] api::Answer<std::vector<api::ActivityRow>> readRows() override;
    [[nodiscard]] QString reasonHint(bool isNeeded) const override;
    void refreshHead() override;
    void askStart(const api::ActivityRow& row) override;

private:
    [[nodiscard]] static Shape shape();
    [[nodiscard]] std::vector<Act> acts();
    void setupTiles();
    void setupPlots();
    void setupTabs();
    void setupFeed();

    // What was read.
    [[nodiscard]] std::vector<api::ActivityRow> inScope() const;  ///< of the campus chosen at the top, newest first
    void onActivities();
    void onBoard();
    void onCurve();
    void showAttempts(const api::SeckillBoard& board);
    void refreshSoldFigures();
    void refreshNotice();
    void refreshTabs();

    // What is done.
    void askStop(const api::ActivityRow& row);
    [[nodiscard]] RowFlow::Spec resuming(const api::ActivityRow& row);
    void askTopUp(const api::ActivityRow& row);
    void askEnd(const api::ActivityRow& row);
    void askDiscard(const api::ActivityRow& row);

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
};

}  // namespace evenhand::ui
