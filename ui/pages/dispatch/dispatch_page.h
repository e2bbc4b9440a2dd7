// SPDX-License-Identifier: GPL-3.0-or-later
// The page Dispatch: who carries what, on one campus or on all of them at once. Weights as bars, fairness over the day
// of one campus, the couriers, the orders that wait, those in hand, the messages that were given up; orders are dragged
// onto couriers or moved by menu. Thread: GUI. Invariants: everything shown comes from DispatchFeed, everything done
// goes through DispatchActions.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "ui/pages/dispatch/courier_table.h"
#include "ui/pages/dispatch/dead_letters.h"
#include "ui/pages/dispatch/dispatch_actions.h"
#include "ui/pages/dispatch/dispatch_feed.h"
#include "ui/pages/dispatch/order_list.h"
#include "ui/shell/page.h"

class QDialog;
class QMenu;
class QSplitter;
class QStackedWidget;
class QTabBar;
class QToolButton;

namespace evenhand::ui {

class CampusOverview;
class Card;
class ElidedLabel;
class FairnessPlot;
class BasePlot;
class OffDutyNote;
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
    [[nodiscard]] CourierTable* couriers() const noexcept { return m_couriers; }
    /// Orders that wait, or those in hand.
    [[nodiscard]] OrderListTable* list(List which) const noexcept { return which == kWaiting ? m_waiting : m_inHand; }

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
    [[nodiscard]] OrderListTable* makeList(List which);
    [[nodiscard]] QString campusesShown() const;
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
    /// Of several campuses, those of each stand together.
    void groupByCampus(bool all);
    void showBoard();
    void showNothing();
    void showAllBoards();
    void showOneBoard(const api::DispatchBoard& board);
    void showDuty(std::int64_t onDuty, std::int64_t couriers);  ///< onDuty -1: not known
    void showAllHead();
    void showHead();
    void showWaiting();
    void showInHand();
    void nameWaiting();
    void showFairness();
    void showDeadLetters();
    void showStale();
    void courierSelectionChanged();
    void updateActions();
    void updateDutyActions(const QString& mayDispatch);
    void updateOrderActions(const QString& mayDispatch);

    void fillCourierMenu(QMenu& menu);
    void fillOrderMenu(QMenu& menu);
    /// Adds the couriers of the campus on duty, fairest first, and "Choose…"; `chosen` gets one of them.
    void addTargets(QMenu* menu, const CampusId& campus, const CourierId& except,
                    const std::function<void(const api::CourierRow&)>& chosen);
    void pauseCampus(const api::CampusRow& campus);
    void calibrateCampus(const CampusId& campus);
    void editPolicyOf(const api::CampusRow& campus);

    /// Orders were dropped on a courier.
    void giveTo(const DraggedOrders& dragged, const CourierId& to);
    void pauseOrResume();
    void resumeAll();
    void calibrate();
    void editPolicy();
    void openSettings();
    void putOnDuty();
    void putOffDuty();
    void setLimit();
    void handOverToNext();
    void handOverTo();
    void reassignToNext();
    void reassignTo();
    void why();
    void openOrder();
    void assignLetter(const api::DeadLetterRow& frozen);
    void exportWeights();
    void exportFairness();

    [[nodiscard]] OrderListTable* currentList() const;
    [[nodiscard]] std::array<QueryPaneBase*, 4> panes() const { return {m_couriers, m_waiting, m_inHand, m_letters}; }
    [[nodiscard]] DraggedOrders frozenOrders() const;
    [[nodiscard]] std::vector<api::CourierRow> selectedCouriers() const;
    /// The campuses shown, as far as they are read.
    [[nodiscard]] std::vector<api::CampusRow> campusRows() const;
    /// Empty: dispatch of all campuses shown can be paused, or resumed, now.
    [[nodiscard]] QString whyNotAll(bool pause) const;
    [[nodiscard]] bool hasNoCampus() const;
    [[nodiscard]] QString whyNothing() const;
    [[nodiscard]] std::vector<Worker> selectedWorkers() const;
    /// Among those shown; nullptr: not there.
    [[nodiscard]] const api::CourierRow* courier(const CourierId& id) const;
    /// Empty: orders may be dropped on this one now.
    [[nodiscard]] QString whyNotTo(const api::CourierRow* courier, const QMimeData* mime) const;
    /// Empty: all that this courier has in hand can be handed over now.
    [[nodiscard]] QString whyNotHandOver(const api::CourierRow& from) const;
    /// On this campus; on any of those shown if it is empty.
    [[nodiscard]] bool anyOnDutyBut(const CampusId& campus, const CourierId& id) const;

    DispatchFeed* m_feed;
    DispatchActions* m_flow;
    std::unique_ptr<Actions> m_actions;
    CampusId m_scopeShown;                              ///< of the tabs
    std::vector<CampusId> m_tabCampuses;                ///< of the tabs; an empty one is the tab of all
    CourierId m_soughtCourier;                          ///< whose campus is being read
    OrderNo m_wantedOrder;                              ///< to be selected as soon as it waits
    std::optional<std::pair<int, bool>> m_orderBefore;  ///< of couriers, while those of each campus stand together
    QPointer<QDialog> m_picture;                        ///< shown by showPicture()
    bool m_pictureReady = false;
    QTabBar* m_campuses = nullptr;
    ElidedLabel* m_policy = nullptr;
    Pill* m_paused = nullptr;
    QStackedWidget* m_state = nullptr;  ///< the policy, or that it is paused
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
    OffDutyNote* m_offDuty = nullptr;
    CourierTable* m_couriers = nullptr;
    OrderListTable* m_waiting = nullptr;
    OrderListTable* m_inHand = nullptr;
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
