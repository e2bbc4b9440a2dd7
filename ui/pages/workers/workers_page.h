// SPDX-License-Identifier: GPL-3.0-or-later
// Background work: the ring drawn with the workers beside it, tasks by state with their dead letters, kinds with what
// is held, and who took over from whom. Thread: GUI. Reads only while shown: the ring once a second, for its rates and
// backlogs move without events.
#pragma once

#include <QLabel>
#include <QPointer>
#include <QTabWidget>
#include <QTimer>
#include <array>
#include <functional>

#include "ui/bridge/feed_channel.h"
#include "ui/dialogs/ring_plan_dialog.h"
#include "ui/dialogs/worker_settings_dialog.h"
#include "ui/pages/workers/hand_overs.h"
#include "ui/pages/workers/kind_pane.h"
#include "ui/pages/workers/task_pane.h"
#include "ui/pages/workers/worker_pane.h"
#include "ui/shell/page.h"
#include "ui/widgets/card.h"
#include "ui/widgets/ring_view.h"

class QSplitter;

namespace evenhand::ui {

class WorkersPage : public Page {
    Q_OBJECT

public:
    enum Tab { TasksTab, KindsTab, HandOversTab };
    static constexpr int kRingMs = 1'000;

    explicit WorkersPage(UiContext& context, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const override;
    [[nodiscard]] bool showsAllCampuses() const override { return true; }
    [[nodiscard]] QString iconName() const override { return QStringLiteral("workers"); }
    [[nodiscard]] QList<QAction*> commands() const override;
    /// Dead letters.
    [[nodiscard]] std::optional<qint64> badge() const override;
    [[nodiscard]] bool isReady() const override;
    /// "dead", "kinds", "settings" (how many workers), "plan" (what if there were more): true.
    void openTarget(const QVariantMap& target) override;
    [[nodiscard]] QStringList pictures() const override;
    QWidget* showPicture(const QString& name) override;
    void endPicture() override;

    [[nodiscard]] RingView* ring() const { return m_ring; }
    [[nodiscard]] TaskPane* tasks() const { return m_tasks; }
    [[nodiscard]] QTabWidget* tabs() const { return m_tabs; }
    [[nodiscard]] WorkerPane* workers() const { return m_workers; }
    [[nodiscard]] KindPane* kinds() const { return m_kinds; }
    [[nodiscard]] HandOverTable* handOvers() const { return m_handOvers; }
    [[nodiscard]] QLabel* heldNote() const { return m_heldNote; }
    [[nodiscard]] QLabel* ringNote() const { return m_ringNote; }
    [[nodiscard]] QAction* deadAction() const { return m_dead; }
    [[nodiscard]] QAction* planAction() const { return m_plan; }
    [[nodiscard]] QAction* settingsAction() const { return m_settings; }
    /// While they are open.
    [[nodiscard]] RingPlanDialog* planDialog() const { return m_planDialog; }
    [[nodiscard]] WorkerSettingsDialog* settingsDialog() const { return m_settingsDialog; }

protected:
    void onActivated() override;
    void onDeactivated() override;
    void retranslate() override;

private:
    void setupCommands();
    void setupHeldNote();
    void setupRing();
    void setupTabs();
    void setupFeeds();
    void readRing();
    void readHolds();
    /// Reads the settings, and opens a dialog of them.
    void ask(const std::function<void(const api::WorkerSettings&)>& open);
    void refreshRing();
    void refreshKinds();
    void refreshTabs();
    [[nodiscard]] std::array<QueryPaneBase*, 4> panes() const;

    QAction* m_refresh = nullptr;
    QAction* m_dead = nullptr;
    QAction* m_plan = nullptr;
    QAction* m_settings = nullptr;
    QPointer<RingPlanDialog> m_planDialog;
    QPointer<WorkerSettingsDialog> m_settingsDialog;
    QLabel* m_heldNote = nullptr;
    QSplitter* m_splitter = nullptr;
    Card* m_ringCard = nullptr;
    Card* m_workerCard = nullptr;
    RingView* m_ring = nullptr;
    QLabel* m_ringNote = nullptr;
    WorkerPane* m_workers = nullptr;
    QTabWidget* m_tabs = nullptr;
    TaskPane* m_tasks = nullptr;
    KindPane* m_kinds = nullptr;
    HandOverTable* m_handOvers = nullptr;
    FeedChannel* m_ringReads = nullptr;
    FeedChannel* m_holdReads = nullptr;
    QTimer m_again;
    std::optional<Result<api::RingSnapshot>> m_snapshot;
    std::vector<api::TaskHold> m_holds;
    bool m_holdsAnswered = false;
    std::int64_t m_deadCount = -1;
    int m_asked = 0;  ///< reads before a dialog
};

}  // namespace evenhand::ui
