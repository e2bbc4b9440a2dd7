// SPDX-License-Identifier: GPL-3.0-or-later
// Flash sales: the activities, and of the one selected its live figures, curves, messages, dead letters, consistency
// and history; setting up, rehearsing, starting, stopping in one click, adding stock, repairing. Thread: GUI.
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
#include "ui/dialogs/rehearsal_dialog.h"
#include "ui/models/activity_table_model.h"
#include "ui/pages/seckill/consistency_panel.h"
#include "ui/pages/seckill/sale_tiles.h"
#include "ui/pages/seckill/seckill_feed.h"
#include "ui/pages/seckill/seckill_rows_pane.h"
#include "ui/plots/attempts_plot.h"
#include "ui/plots/sale_plot.h"
#include "ui/shell/page.h"
#include "ui/widgets/card.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/pill.h"
#include "ui/wizards/seckill/activity_wizard.h"

class QHBoxLayout;
class QVBoxLayout;

namespace evenhand::ui {

class SeckillPage : public Page {
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
    void select(const ActivityId& activity);
    [[nodiscard]] QAction* action(const char* name) const;
    [[nodiscard]] ActivityTableModel& model() { return *m_model; }
    [[nodiscard]] QTableView* table() const { return m_table; }
    [[nodiscard]] SeckillFeed& feed() const { return *m_feed; }
    [[nodiscard]] SaleTiles* tiles() const { return m_tiles; }
    [[nodiscard]] SalePlot* soldPlot() const { return m_soldPlot; }
    [[nodiscard]] AttemptsPlot* attemptsPlot() const { return m_attemptsPlot; }
    [[nodiscard]] PendingPane* pendingPane() const { return m_pending; }
    [[nodiscard]] LetterPane* letterPane() const { return m_letters; }
    [[nodiscard]] ConsistencyPanel* consistency() const { return m_consistency; }
    [[nodiscard]] QTabWidget* tabs() const { return m_tabs; }
    [[nodiscard]] SaleLogPane* history() const { return m_history; }
    [[nodiscard]] QLabel* notice() const { return m_notice; }
    [[nodiscard]] Pill* phase() const { return m_phase; }
    [[nodiscard]] ActionDialog* question() const { return m_question; }
    [[nodiscard]] ActivityWizard* wizard() const { return m_wizard; }
    [[nodiscard]] RehearsalDialog* rehearsal() const { return m_rehearsal; }

protected:
    void onActivated() override;
    void onDeactivated() override;
    [[nodiscard]] QWidget* firstFocus() const override;
    void retranslate() override;

private:
    enum Act { New, Start, Stop, Resume, TopUp, Rehearse, Edit, End, Discard, Refresh, kActs };
    [[nodiscard]] static api::Operation operation(Act which);
    using Change = std::function<api::Answer<api::ActivityRow>(api::SeckillDesk& desk, const api::Call& call)>;

    void setupActs();
    void setupList();
    void setupHead();
    void setupPlots();
    void setupTabs();
    void setupFeed();
    [[nodiscard]] QAction* act(Act which) const { return m_acts.at(static_cast<std::size_t>(which)); }

    // What was read.
    [[nodiscard]] std::vector<api::ActivityRow> inScope() const;  ///< of the campus chosen at the top
    void onActivities();
    void onBoard();
    void onCurve();
    void showActivity(const ActivityId& activity);
    [[nodiscard]] std::array<QueryPaneBase*, 3> lists() const;
    void onSelected();
    void showAttempts(const api::SeckillBoard& board);
    void refreshShows();
    void refreshHead();
    void refreshSoldFigures();
    void refreshNotice();
    void refreshTabs();
    void refreshActs();
    void tick();
    void noteReady();
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

    std::vector<QAction*> m_acts;
    QList<QAction*> m_shows;  ///< one per activity, for the palette
    ActivityTableModel* m_model = nullptr;
    QSortFilterProxyModel* m_sorted = nullptr;
    SeckillFeed* m_feed = nullptr;
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
    SaleTiles* m_tiles = nullptr;
    Card* m_soldCard = nullptr;
    Card* m_attemptsCard = nullptr;
    SalePlot* m_soldPlot = nullptr;
    AttemptsPlot* m_attemptsPlot = nullptr;
    QTabWidget* m_tabs = nullptr;
    PendingPane* m_pending = nullptr;
    LetterPane* m_letters = nullptr;
    ConsistencyPanel* m_consistency = nullptr;
    SaleLogPane* m_history = nullptr;
    QPointer<ActionDialog> m_question;
    QPointer<ActivityWizard> m_wizard;
    QPointer<RehearsalDialog> m_rehearsal;
    QTimer m_tick;
    std::optional<ActivityId> m_wanted;  ///< to be selected once it is read
    std::optional<qint64> m_badge;
    int m_busy = 0;
};

}  // namespace evenhand::ui
