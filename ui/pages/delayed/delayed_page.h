// SPDX-License-Identifier: GPL-3.0-or-later
// Delayed orders: what is late or about to be at every stage, how late, what falls due by minute; timers, dead letters,
// alerts and the delay queue with what can be done about them; settings per campus.
// Thread: GUI. Only the part in view works.
#pragma once

#include <QLabel>
#include <QPointer>
#include <QTabWidget>
#include <array>
#include <deque>

#include "ui/dialogs/action_dialog.h"
#include "ui/dialogs/timer_policy_dialog.h"
#include "ui/pages/alerts/alerts_panel.h"
#include "ui/pages/delayed/delayed_feed.h"
#include "ui/pages/delayed/late_pane.h"
#include "ui/pages/delayed/queue_panel.h"
#include "ui/pages/delayed/timer_board_pane.h"
#include "ui/pages/delayed/timer_pane.h"
#include "ui/plots/due_plot.h"
#include "ui/plots/series_plot.h"
#include "ui/shell/page.h"
#include "ui/widgets/card.h"

namespace evenhand::ui {

class DelayedPage : public Page {
    Q_OBJECT

public:
    enum Tab { TimersTab, DeadTab, AlertsTab, QueueTab, LateTab };

    explicit DelayedPage(UiContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString iconName() const override { return QStringLiteral("clock"); }
    [[nodiscard]] QList<QAction*> commands() const override;
    /// Orders that are late, and dead letters.
    [[nodiscard]] std::optional<qint64> badge() const override;
    [[nodiscard]] bool isReady() const override;
    void openTarget(const QVariantMap& target) override;
    [[nodiscard]] QStringList pictures() const override;
    QWidget* showPicture(const QString& name) override;
    void endPicture() override;

    [[nodiscard]] TimerPane* timers() const { return m_timers; }
    [[nodiscard]] TimerPane* dead() const { return m_dead; }
    [[nodiscard]] AlertsPanel* alerts() const { return m_alerts; }
    [[nodiscard]] LatePane* lateOrders() const { return m_latePane; }
    [[nodiscard]] QueuePanel* queue() const { return m_queue; }
    [[nodiscard]] TimerBoardPane* board() const { return m_board; }
    [[nodiscard]] DuePlot* duePlot() const { return m_duePlot; }
    [[nodiscard]] SeriesPlot* latePlot() const { return m_latePlot; }
    [[nodiscard]] QTabWidget* tabs() const { return m_tabs; }
    [[nodiscard]] QAction* pauseAction() const { return m_pause; }
    [[nodiscard]] QAction* settingsAction() const { return m_settings; }
    [[nodiscard]] QLabel* notice() const { return m_notice; }
    [[nodiscard]] ActionDialog* question() const { return m_question; }
    [[nodiscard]] TimerPolicyDialog* settings() const { return m_settingsDialog; }
    [[nodiscard]] api::TimerKind currentKind() const { return m_board->current(); }
    void selectKind(api::TimerKind kind) { m_board->choose(kind); }

protected:
    void onActivated() override;
    void onDeactivated() override;
    [[nodiscard]] QWidget* firstFocus() const override;
    void retranslate() override;

private:
    /// Lateness as it was read, so that the plot of another kind has its past too.
    struct Lateness {
        Instant at;
        std::optional<double> p50;
        std::optional<double> p99;
    };
    void setupCommands();
    void setupTop();
    void setupTabs();
    void setupFeed();
    void onBoard();
    void onHistogram();
    void remember(const api::TimerBoard& board);
    void showLateness();
    void syncTabs();
    void syncScope();
    void nameCards();
    void refreshBoardTexts();
    void refreshActions();
    void refreshLate();
    void askPause();
    /// `version`: of the pause, as the page shows it or as the engine answered.
    ActionDialog* askPaused(api::TimerKind kind, bool pause, std::int64_t version);
    void tellPaused(api::TimerKind kind, bool paused, std::int64_t version);
    void setPaused(api::TimerKind kind, bool paused, std::int64_t version, const QString& reason);
    void askSettings();

    TimerBoardPane* m_board = nullptr;
    DelayedFeed* m_feed = nullptr;
    QAction* m_refresh = nullptr;
    QAction* m_pause = nullptr;
    QAction* m_settings = nullptr;
    QAction* m_late = nullptr;
    QLabel* m_notice = nullptr;
    Card* m_boardCard = nullptr;
    Card* m_dueCard = nullptr;
    Card* m_lateCard = nullptr;
    DuePlot* m_duePlot = nullptr;
    SeriesPlot* m_latePlot = nullptr;
    QTabWidget* m_tabs = nullptr;
    TimerPane* m_timers = nullptr;
    TimerPane* m_dead = nullptr;
    AlertsPanel* m_alerts = nullptr;
    QueuePanel* m_queue = nullptr;
    LatePane* m_latePane = nullptr;
    QPointer<ActionDialog> m_question;
    QPointer<TimerPolicyDialog> m_settingsDialog;
    std::array<std::deque<Lateness>, api::kTimerKinds> m_lateness;
    std::optional<Error> m_error;
    std::int64_t m_later = 0;  ///< due after the last bar
    int m_busy = 0;
};

}  // namespace evenhand::ui
