// SPDX-License-Identifier: GPL-3.0-or-later
// The page Dispatch: who carries what, on one campus or on all of them at once. Weights as bars, fairness over the day
// of one campus, the couriers, the orders that wait, those in hand, the messages that were given up; orders are dragged
// onto couriers or moved by menu. Thread: GUI. Invariants: everything shown comes from DispatchFeed, everything done
// goes through DispatchActions.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "ui/pages/dispatch/dead_letters.h"
#include "ui/pages/dispatch/dispatch_actions.h"
#include "ui/pages/dispatch/dispatch_feed.h"
#include "ui/pages/dispatch/dispatch_views.h"
#include "ui/shell/page.h"

class QDialog;
class QMenu;
class QSplitter;
class QStackedWidget;
class QTabBar;
class QTimer;
class QToolButton;

namespace evenhand::ui {

class CampusOverview;
class Card;
class CourierTableModel;
class ElidedLabel;
class FairnessPlot;
class BasePlot;
class OrderListModel;
class Pill;
class WeightBars;

class DispatchPage : public Page {
    Q_OBJECT

public:
    enum List { kWaiting, kInHand, kDeadLetters };

    explicit DispatchPage(UiContext& context, QWidget* parent = nullptr);
    ~DispatchPage() override;

    [[nodiscard]] QString title() const override;
    [[nodiscard]] QString iconName() const override;
    [[nodiscard]] QList<QAction*> commands() const override;
    [[nodiscard]] std::optional<qint64> badge() const override;
    [[nodiscard]] bool isReady() const override;
    void openTarget(const QVariantMap& target) override;
    [[nodiscard]] QStringList pictures() const override;
    QWidget* showPicture(const QString& name) override;
    void endPicture() override;
    [[nodiscard]] const DispatchFeed& feed() const noexcept { return *m_feed; }

protected:
    void onActivated() override;
    void onDeactivated() override;
    [[nodiscard]] QWidget* firstFocus() const override;
    void retranslate() override;

private:
    struct Actions;  // dispatch_page_actions.h

    void setupHead();
    void setupPlots();
    void setupCouriers();
    void setupLists();
    void setupActions();
    void setupLayout();
    void connectFeed();
    void connectScope();
    QAction* makeAction(const char* name, const QString& iconName, void (DispatchPage::*slot)());
    QToolButton* toolFor(QAction* action, bool withText, QWidget* parent);

    void setupOverview();
    void rebuildCampuses();
    [[nodiscard]] bool showsAll() const;
    void fillCampusMenu(QMenu* menu, const CampusId& campus);
    void showCampus(int tab);
    void showTabOf(const CampusId& campus);
    /// Selected among the others of the campus, which is read first if it is empty.
    void openCourier(const CourierId& id, const CampusId& campus);
    void showCourier(const CourierId& id, const CampusId& campus);
    void selectWanted();
    void showBoard();
    void showNothing();
    void showAllBoards();
    void showOneBoard(const api::DispatchBoard& board);
    void showDuty(std::int64_t onDuty, std::int64_t couriers);  ///< onDuty -1: not known
    void showAllHead();
    void showHead();
    void showWaiting();
    void showInHand();
    void showFairness();
    void showDeadLetters();
    void showStale();
    void courierSelectionChanged();
    void updateActions();
    void updateDutyActions(const QString& mayDispatch);
    void updateOrderActions(const QString& mayDispatch);
    void keepTime();

    void courierMenu(const QPoint& position);
    void orderMenu(const QPoint& position);
    /// Adds the couriers of the campus on duty, fairest first, and "Choose…"; `chosen` gets one of them.
    void addTargets(QMenu* menu, const CampusId& campus, const CourierId& except,
                    const std::function<void(NamedCourier)>& chosen);
    void choose(const QString& title, const CampusId& campus, const CourierId& except,
                const std::function<void(NamedCourier)>& chosen);
    void pauseCampus(const api::CampusRow& campus);
    void calibrateCampus(const CampusId& campus);
    void editPolicyOf(const api::CampusRow& campus);

    /// Orders were dropped on a courier.
    void giveTo(const DraggedOrders& dragged, const CourierId& to);
    void pauseOrResume();
    void calibrate();
    void editPolicy();
    void openSettings();
    void putOnDuty();
    void putOffDuty();
    void handOverToNext();
    void handOverTo();
    void reassignToNext();
    void reassignTo();
    void why();
    void openOrder();
    void assignLetter(const api::DeadLetterRow& frozen);
    void exportCouriers();
    void exportOrders();
    void exportWeights();
    void exportFairness();
    /// `what`: of the audit log.
    void saveTable(const QString& caption, const char* what, const DispatchTable* table);
    void tellSaved(const QString& path, const Result<void>& saved);
    void savePlot(BasePlot* plot, const QString& caption, const QString& fileName);

    [[nodiscard]] OrderListView* currentList() const;
    [[nodiscard]] DraggedOrders frozenOrders() const;
    [[nodiscard]] std::vector<api::CourierRow> selectedCouriers() const;
    [[nodiscard]] bool hasNoCampus() const;
    [[nodiscard]] QString whyNothing() const;
    [[nodiscard]] std::vector<Worker> selectedWorkers() const;
    [[nodiscard]] static Worker workerOf(const api::CourierRow& row);
    [[nodiscard]] std::optional<api::CourierRow> courier(const CourierId& id) const;
    /// On this campus; on any of those shown if it is empty.
    [[nodiscard]] bool anyOnDutyBut(const CampusId& campus, const CourierId& id) const;

    DispatchFeed* m_feed;
    DispatchActions* m_flow;
    std::unique_ptr<Actions> m_actions;
    CampusId m_scopeShown;                ///< of the tabs
    std::vector<CampusId> m_tabCampuses;  ///< of the tabs; an empty one is the tab of all
    CourierId m_soughtCourier;            ///< whose campus is being read
    QString m_wantedCourier;              ///< to be selected as soon as it is listed
    QString m_wantedOrder;
    QPointer<QDialog> m_picture;  ///< shown by showPicture()
    bool m_pictureReady = false;
    QTimer* m_time = nullptr;
    QTabBar* m_campuses = nullptr;
    ElidedLabel* m_policy = nullptr;
    Pill* m_paused = nullptr;
    Pill* m_stale = nullptr;
    QToolButton* m_export = nullptr;
    QToolButton* m_handOver = nullptr;
    QToolButton* m_reassign = nullptr;
    Card* m_weightsCard = nullptr;
    Card* m_fairnessCard = nullptr;
    Card* m_couriersCard = nullptr;
    Card* m_listsCard = nullptr;
    WeightBars* m_bars = nullptr;
    FairnessPlot* m_fairness = nullptr;
    CourierTableModel* m_couriers = nullptr;
    CourierView* m_courierView = nullptr;
    OrderListModel* m_waiting = nullptr;
    OrderListView* m_waitingView = nullptr;
    OrderListModel* m_inHand = nullptr;
    OrderListView* m_inHandView = nullptr;
    DeadLetterTable* m_letters = nullptr;
    QTabBar* m_tabs = nullptr;
    QStackedWidget* m_stack = nullptr;
    QSplitter* m_rows = nullptr;
    QStackedWidget* m_top = nullptr;
    QSplitter* m_plots = nullptr;
    CampusOverview* m_overview = nullptr;
    QSplitter* m_tables = nullptr;
};

}  // namespace evenhand::ui
