// SPDX-License-Identifier: GPL-3.0-or-later
// What the page is made of and what its lists show; dispatch_page_campuses.cpp has the campuses,
// dispatch_page_actions.cpp what can be done, dispatch_page_outputs.cpp the exports.
#include "ui/pages/dispatch/dispatch_page.h"

#include <QHeaderView>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTimer>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/pages/dispatch/campus_overview.h"
#include "ui/pages/dispatch/courier_table_model.h"
#include "ui/pages/dispatch/dispatch_page_actions.h"
#include "ui/pages/dispatch/order_list_model.h"
#include "ui/plots/fairness_plot.h"
#include "ui/plots/weight_bars.h"
#include "ui/shell/campus_scope.h"
#include "ui/shell/scope_figures.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/card.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/tab_bar.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {
namespace {

constexpr int kClockMs = 1'000;

QSplitter* splitter(Qt::Orientation orientation, const QString& name, QWidget* parent) {
    auto* result = new QSplitter(orientation, parent);
    result->setObjectName(name);
    result->setChildrenCollapsible(false);
    result->setHandleWidth(kGap);
    result->setProperty("gap", true);
    return result;
}

}  // namespace

DispatchPage::DispatchPage(UiContext& context, QWidget* parent)
    : Page(QStringLiteral("dispatch"), context, parent),
      m_feed(new DispatchFeed(context.bridge, context.formats, this)),
      m_flow(new DispatchActions(context, this)),
      m_actions(std::make_unique<Actions>()),
      m_time(new QTimer(this)) {
    setupActions();
    setupHead();
    setupPlots();
    setupOverview();
    setupCouriers();
    setupLists();
    setupLayout();
    connectFeed();
    connectScope();
    retranslate();
}

DispatchPage::~DispatchPage() = default;

QString DispatchPage::title() const { return tr("Dispatch"); }

QString DispatchPage::iconName() const { return QStringLiteral("dispatch"); }

std::optional<qint64> DispatchPage::badge() const {
    // A message that was given up names no campus: beside the orders of one campus it is not counted.
    const auto letters = context().scope.current().empty() ? context().bridge.status().deadLetters : 0;
    const auto troubled =
        std::max<std::int64_t>(context().figures.unassigned(), 0) + std::max<std::int64_t>(letters, 0);
    return troubled > 0 ? std::optional<qint64>(troubled) : std::nullopt;
}

QWidget* DispatchPage::firstFocus() const { return m_courierView; }

bool DispatchPage::isReady() const {
    if (m_picture && !m_pictureReady) {
        return false;
    }
    if (m_tabs->currentIndex() == kDeadLetters && m_feed->deadLetters() && !m_letters->isReady()) {
        return false;
    }
    return context().scope.isLoaded() && m_feed->isSettled() && m_feed->boards().size() == m_feed->campuses().size();
}

void DispatchPage::setupHead() {
    m_campuses = new TabBar(this);
    m_campuses->setObjectName(QStringLiteral("dispatchCampuses"));
    m_campuses->setDrawBase(false);
    m_campuses->setExpanding(false);
    m_campuses->setUsesScrollButtons(true);
    m_campuses->setElideMode(Qt::ElideRight);
    m_policy = new ElidedLabel(this);
    m_policy->setObjectName(QStringLiteral("dispatchPolicy"));
    m_policy->setProperty("muted", true);
    m_policy->keepShortest();
    m_paused = new Pill(this);
    m_paused->setObjectName(QStringLiteral("dispatchPaused"));
    m_stale = new Pill(this);
    m_stale->setObjectName(QStringLiteral("dispatchStale"));
    m_export = new QToolButton(this);
    m_export->setObjectName(QStringLiteral("dispatchExport"));
    m_export->setIcon(icon(QStringLiteral("export")));
    m_export->setPopupMode(QToolButton::InstantPopup);
    for (auto* action :
         {m_actions->exportCouriers, m_actions->exportOrders, m_actions->exportWeights, m_actions->exportFairness}) {
        m_export->addAction(action);
    }
}

void DispatchPage::setupPlots() {
    m_weightsCard = new Card(this);
    m_bars = new WeightBars(&context().pulse, m_weightsCard);
    m_bars->setObjectName(QStringLiteral("dispatchWeights"));
    m_weightsCard->setBody(m_bars);
    m_fairnessCard = new Card(this);
    m_fairness = new FairnessPlot(&context().pulse, context().formats.zone(), m_fairnessCard);
    m_fairness->setObjectName(QStringLiteral("dispatchFairness"));
    m_fairnessCard->setBody(m_fairness);
    connect(m_bars, &WeightBars::picked, this, [this](const QString& courier) { m_courierView->selectKey(courier); });
    connect(m_bars, &WeightBars::opened, this, [this] { m_tabs->setCurrentIndex(kInHand); });
    m_bars->setDropCheck(
        [this](const QString& courier, const QMimeData* mime) { return m_couriers->whyNoDrop(courier, mime); });
    connect(m_bars, &WeightBars::dropped, this, [this](const QString& courier, const QMimeData* mime) {
        if (const auto dragged = fromMime(mime)) {
            giveTo(*dragged, CourierId(courier.toStdString()));
        }
    });
}

void DispatchPage::setupCouriers() {
    const QString workspace = text(context().bridge.workspace().id);
    m_couriersCard = new Card(this);
    m_couriers = new CourierTableModel(context().formats, workspace, this);
    m_courierView =
        new CourierView(m_couriers, QStringLiteral("dispatchCouriers"), context().preferences, m_couriersCard);
    m_courierView->setDefaults({112, 80, 70, 72, 66, 62, 86, 80, 108}, CourierTableModel::Name, Qt::AscendingOrder);
    m_courierView->setYielding({});  // the last ones first: whoever gives out orders looks at weight and work in hand
    m_couriersCard->setBody(m_courierView);
    for (auto* action : {m_actions->onDuty, m_actions->offDuty}) {
        m_couriersCard->addTool(toolFor(action, true, m_couriersCard));
    }
    m_handOver = toolFor(m_actions->handOver, true, m_couriersCard);
    m_handOver->setPopupMode(QToolButton::MenuButtonPopup);
    m_handOver->addAction(m_actions->handOverTo);
    m_couriersCard->addTool(m_handOver);
    connect(m_courierView->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &DispatchPage::courierSelectionChanged);
    connect(m_courierView, &DispatchTable::menuRequested, this, &DispatchPage::courierMenu);
    connect(m_courierView, &QTableView::doubleClicked, this, [this] { m_tabs->setCurrentIndex(kInHand); });
    m_couriers->setMayDrop([this] { return m_flow->whyNot(api::Operation::DispatchReassign); });
    connect(m_couriers, &CourierTableModel::ordersDropped, this, &DispatchPage::giveTo);
}

void DispatchPage::setupLists() {
    const QString workspace = text(context().bridge.workspace().id);
    m_listsCard = new Card(this);
    m_tabs = new TabBar(m_listsCard);
    m_tabs->setObjectName(QStringLiteral("dispatchLists"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setUsesScrollButtons(false);
    m_tabs->setSizePolicy(QSizePolicy::Minimum, QSizePolicy::Fixed);
    for (int tab = kWaiting; tab <= kDeadLetters; ++tab) {
        m_tabs->addTab(QString());
    }
    m_listsCard->setLeading(m_tabs);
    m_stack = new QStackedWidget(m_listsCard);
    const QList<int> widths{112, 144, 110, 110, 68, 120};
    // Whom to give which order to, and why now, is decided here; what it costs and who wants it can be looked up.
    const std::vector<int> yielding{OrderListModel::User, OrderListModel::Amount, OrderListModel::Since};
    m_waiting = new OrderListModel(OrderListModel::Kind::Waiting, context().formats, workspace, this);
    m_waitingView = new OrderListView(m_waiting, QStringLiteral("dispatchWaiting"), context().preferences, m_stack);
    m_waitingView->setDefaults(widths, OrderListModel::Since, Qt::DescendingOrder);
    m_waitingView->setYielding(yielding);
    m_inHand = new OrderListModel(OrderListModel::Kind::InHand, context().formats, workspace, this);
    for (auto* list : {m_waiting, m_inHand}) {
        list->setCampusName([this](const CampusId& campus) { return context().scope.nameOf(campus); });
    }
    m_inHandView = new OrderListView(m_inHand, QStringLiteral("dispatchInHand"), context().preferences, m_stack);
    m_inHandView->setDefaults(widths, OrderListModel::Since, Qt::AscendingOrder);
    m_inHandView->setYielding(yielding);
    m_letters = new DeadLetterTable(
        describeDeadLetters(
            context().formats,
            {[this] { return m_feed->deadLetters().value_or(std::vector<api::DeadLetterRow>{}); },
             DispatchFeed::kListLimit, [this](const api::DeadLetterRow& frozen) { assignLetter(frozen); }},
            context().bridge, this),
        context(), m_stack);
    connect(m_letters->flow(), &RowFlow::finished, m_feed, &DispatchFeed::refresh);
    for (auto* action :
         {m_letters->action(QStringLiteral("dispatchRetry")), m_letters->action(QStringLiteral("dispatchAssign"))}) {
        addAction(action);
    }
    for (QWidget* view : {static_cast<QWidget*>(m_waitingView), static_cast<QWidget*>(m_inHandView),
                          static_cast<QWidget*>(m_letters)}) {
        m_stack->addWidget(view);
    }
    m_listsCard->setBody(m_stack);
    m_reassign = toolFor(m_actions->reassign, true, m_listsCard);
    m_reassign->setPopupMode(QToolButton::MenuButtonPopup);
    m_reassign->addAction(m_actions->reassignTo);
    m_listsCard->addTool(m_reassign);
    m_listsCard->addTool(toolFor(m_actions->why, false, m_listsCard));
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int tab) {
        m_stack->setCurrentIndex(tab);
        showDeadLetters();
    });
    for (DispatchTable* view :
         {static_cast<DispatchTable*>(m_waitingView), static_cast<DispatchTable*>(m_inHandView)}) {
        connect(view, &DispatchTable::menuRequested, this, &DispatchPage::orderMenu);
        connect(view, &QTableView::doubleClicked, this, &DispatchPage::why);
    }
    for (const auto* view : {m_waitingView, m_inHandView}) {
        connect(view->selectionModel(), &QItemSelectionModel::selectionChanged, this, &DispatchPage::updateActions);
    }
    connect(m_letters, &DeadLetterTable::readyChanged, this, &DispatchPage::readyChanged);
}

void DispatchPage::setupLayout() {
    auto* head = new WrapRow;
    head->setSpacing(kGap);
    head->addWidget(m_campuses);
    head->addWidget(m_paused);
    head->addWidget(m_stale);
    head->addWidget(m_policy, 1);
    for (auto* action : {m_actions->pause, m_actions->calibrate, m_actions->policy}) {
        head->addWidget(toolFor(action, true, this));
    }
    head->addWidget(toolFor(m_actions->refresh, false, this));
    head->addWidget(m_export);
    m_plots = splitter(Qt::Horizontal, QStringLiteral("dispatchPlotsSplitter"), this);
    m_plots->addWidget(m_weightsCard);
    m_plots->addWidget(m_fairnessCard);
    m_plots->setStretchFactor(0, 3);
    m_plots->setStretchFactor(1, 2);
    m_tables = splitter(Qt::Horizontal, QStringLiteral("dispatchTablesSplitter"), this);
    m_tables->addWidget(m_couriersCard);
    m_tables->addWidget(m_listsCard);
    m_tables->setStretchFactor(0, 3);
    m_tables->setStretchFactor(1, 2);
    m_rows = splitter(Qt::Vertical, QStringLiteral("dispatchRowsSplitter"), this);
    m_top = new QStackedWidget(this);
    m_top->setObjectName(QStringLiteral("dispatchTop"));
    m_top->addWidget(m_plots);
    m_top->addWidget(m_overview);
    m_rows->addWidget(m_top);
    m_rows->addWidget(m_tables);
    m_rows->setStretchFactor(0, 2);
    m_rows->setStretchFactor(1, 3);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kGap + kGapSmall, kGap, kGap + kGapSmall, kGap + kGapSmall);
    layout->setSpacing(kGap);
    layout->addLayout(head);
    layout->addWidget(m_rows, 1);
    m_plots->setSizes({600, 400});
    m_tables->setSizes({560, 440});
    m_rows->setSizes({340, 380});
    for (auto* part : {m_plots, m_tables, m_rows}) {
        part->restoreState(context().preferences.value(QStringLiteral("dispatch/") + part->objectName()).toByteArray());
        connect(part, &QSplitter::splitterMoved, this, [this, part] {
            context().preferences.setValue(QStringLiteral("dispatch/") + part->objectName(), part->saveState());
        });
    }
}

void DispatchPage::connectFeed() {
    connect(m_feed, &DispatchFeed::boardChanged, this, &DispatchPage::showBoard);
    connect(m_feed, &DispatchFeed::waitingChanged, this, &DispatchPage::showWaiting);
    connect(m_feed, &DispatchFeed::inHandChanged, this, &DispatchPage::showInHand);
    connect(m_feed, &DispatchFeed::fairnessChanged, this, &DispatchPage::showFairness);
    connect(m_feed, &DispatchFeed::deadLettersChanged, this, &DispatchPage::showDeadLetters);
    connect(m_feed, &DispatchFeed::staleChanged, this, &DispatchPage::showStale);
    connect(m_feed, &DispatchFeed::settled, this, &DispatchPage::readyChanged);
    connect(m_flow, &DispatchActions::acted, m_feed, &DispatchFeed::refresh);
    m_flow->setKnownOrders([this](const OrderNo& number) -> std::optional<api::OrderRow> {
        for (const auto* list : {m_waiting, m_inHand}) {
            if (const int row = list->rowOf(number.str()); row >= 0) {
                return list->rows()[static_cast<std::size_t>(row)].row;
            }
        }
        return std::nullopt;
    });
    m_flow->setKnownWorkers([this](const CourierId& id) -> std::optional<Worker> {
        const auto now = courier(id);
        return now ? std::optional(workerOf(*now)) : std::nullopt;
    });
    // After showBoard(), which was connected first.
    connect(m_feed, &DispatchFeed::boardChanged, m_flow, &DispatchActions::workersChanged);
    auto& bridge = context().bridge;
    connect(&bridge, &EngineBridge::stateChanged, this, &DispatchPage::updateActions);
    connect(&bridge, &EngineBridge::statusPolled, this, &DispatchPage::badgeChanged);
    connect(&context().figures, &ScopeFigures::changed, this, &DispatchPage::badgeChanged);
    connect(m_time, &QTimer::timeout, this, &DispatchPage::keepTime);
    m_time->setInterval(kClockMs);
}

void DispatchPage::connectScope() {
    connect(&context().scope, &CampusScope::campusesChanged, this, &DispatchPage::rebuildCampuses);
    connect(&context().scope, &CampusScope::currentChanged, this, &DispatchPage::rebuildCampuses);
    connect(&context().scope, &CampusScope::currentChanged, this, &DispatchPage::showDeadLetters);
    connect(&context().scope, &CampusScope::currentChanged, this, &DispatchPage::badgeChanged);
    connect(m_campuses, &QTabBar::currentChanged, this, &DispatchPage::showCampus);
    rebuildCampuses();
}

void DispatchPage::onActivated() {
    m_feed->setActive(true);
    m_feed->refresh();
    showDeadLetters();
    keepTime();
}

void DispatchPage::onDeactivated() {
    m_feed->setActive(false);
    m_letters->setActive(false);
    m_time->stop();
}

// Runs only while there is a waiting time to count.
void DispatchPage::keepTime() {
    m_waiting->setNow(context().bridge.now());
    m_inHand->setNow(context().bridge.now());
    if (isActive() && m_waiting->rowCount() > 0) {
        if (!m_time->isActive()) {
            m_time->start();
        }
    } else {
        m_time->stop();
    }
}

void DispatchPage::showWaiting() {
    const auto& waiting = m_feed->waiting();
    m_waiting->setNow(context().bridge.now());
    m_waiting->setWaiting(waiting ? *waiting : std::vector<api::WaitingOrder>{});
    m_waitingView->setPlaceholder(waiting ? tr("Every paid order has a courier.") : whyNothing());
    QString count = Formats::dash();
    if (waiting) {
        const bool more = std::ssize(*waiting) >= DispatchFeed::kListLimit;
        count = Formats::number(std::ssize(*waiting)) + (more ? QStringLiteral("+") : QString());
    }
    nameTab(*m_tabs, kWaiting, tr("Unassigned  %1").arg(count));
    keepTime();
    updateActions();
    if (!m_wantedOrder.isEmpty() && m_waiting->rowOf(m_wantedOrder.toStdString()) >= 0) {
        m_tabs->setCurrentIndex(kWaiting);
        m_waitingView->selectKey(m_wantedOrder);
        m_wantedOrder.clear();
    }
}

void DispatchPage::showInHand() {
    const auto& orders = m_feed->inHand();
    const bool chosen = !m_feed->courier().empty();
    m_inHand->setNow(context().bridge.now());
    m_inHand->setInHand(orders ? *orders : std::vector<api::OrderRow>{});
    const auto holder = courier(m_feed->courier());
    QString name = holder ? text(holder->name) : QString();
    m_inHandView->setPlaceholder(!chosen   ? tr("Select a courier to see the orders in hand.")
                                 : !orders ? tr("Reading…")
                                           : tr("%1 has no orders in hand.").arg(name));
    name.replace(QLatin1Char('&'), QStringLiteral("&&"));
    nameTab(*m_tabs, kInHand,
            !chosen ? tr("In hand  –")
                    : tr("%1  %2", "courier, orders in hand")
                          .arg(name, orders ? Formats::number(std::ssize(*orders)) : Formats::dash()));
    updateActions();
}

void DispatchPage::showFairness() {
    const auto& points = m_feed->fairness();
    const auto& board = m_feed->board();
    if (!points) {
        m_fairness->clear(whyNothing());
        m_fairnessCard->setFigures({});
        return;
    }
    m_fairness->setPoints(*points, board ? board->campus.policy.mode : api::DispatchMode::Strong);
    m_fairnessCard->setFigures(m_fairness->points().empty() ? tr("spread –")
                                                            : tr("spread %1 now   ·   %2 assigned today")
                                                                  .arg(Formats::number(points->back().spread),
                                                                       Formats::number(points->back().assigned)));
}

void DispatchPage::showDeadLetters() {
    const auto& letters = m_feed->deadLetters();
    m_letters->setActive(isActive() && letters && m_tabs->currentIndex() == kDeadLetters);
    QString count = Formats::dash();
    if (letters) {
        const bool more = std::ssize(*letters) > DispatchFeed::kListLimit;
        count = Formats::number(more ? DispatchFeed::kListLimit : std::ssize(*letters)) +
                (more ? QStringLiteral("+") : QString());
    }
    nameTab(*m_tabs, kDeadLetters,
            context().scope.current().empty() ? tr("Dead letters  %1").arg(count)
                                              : tr("Dead letters  %1, all campuses").arg(count));
    updateActions();
}

void DispatchPage::showStale() {
    const auto& reason = m_feed->staleReason();
    m_stale->setPill(reason ? tr("Not up to date") : QString(), Tone::Bad, true);
    m_stale->setVisible(reason.has_value());
    m_stale->setToolTip(reason ? plainToolTip(errorText(*reason)) : QString());
}

void DispatchPage::courierSelectionChanged() {
    const auto selected = selectedCouriers();
    m_bars->setSelected(selected.empty() ? QString() : text(selected.front().id));
    m_overview->setSelected(selected.empty() ? QString() : text(selected.front().id));
    m_feed->setCourier(selected.empty() ? CourierId() : selected.front().id);
    updateActions();
}

void DispatchPage::retranslate() {
    m_weightsCard->setTitle(tr("Weights"));
    m_fairnessCard->setTitle(tr("Fairness today"));
    m_couriersCard->setTitle(tr("Couriers"));
    m_bars->setAccessibleName(tr("Weights of the couriers"));
    m_fairness->setAccessibleName(tr("Fairness over the day"));
    m_courierView->setAccessibleName(tr("Couriers"));
    m_waitingView->setAccessibleName(tr("Unassigned orders"));
    m_inHandView->setAccessibleName(tr("Orders in hand"));
    m_campuses->setAccessibleName(tr("Campus"));
    m_tabs->setAccessibleName(tr("Lists"));
    m_export->setAccessibleName(tr("Export"));
    m_export->setToolTip(plainToolTip(tr("Export what is shown")));
    auto& actions = *m_actions;
    setActionTexts(*actions.calibrate, tr("Calibrate…"),
                   tr("Compare weights with the records and apply the differences"));
    setActionTexts(*actions.policy, tr("Policy…"), tr("Mode, step, join rule and more of this campus"));
    setActionTexts(*actions.refresh, tr("Refresh"));
    setActionTexts(*actions.onDuty, tr("On duty"), tr("Put the selected couriers on duty"));
    setActionTexts(*actions.offDuty, tr("Off duty"),
                   tr("Take the selected couriers off duty; orders in hand stay theirs"));
    setActionTexts(*actions.handOver, tr("Hand over…"),
                   tr("Give each open order of the courier to the next fairest one"));
    setActionTexts(*actions.handOverTo, tr("Hand over to…"), tr("Give all open work of the courier to one courier"));
    setActionTexts(*actions.reassign, tr("Reassign…"),
                   tr("Give each of the selected orders to the next fairest courier"));
    setActionTexts(*actions.reassignTo, tr("Reassign to…"), tr("Give the selected orders to one courier"));
    setActionTexts(*actions.why, tr("Why…"), tr("Why this courier: the evidence of the assignment"));
    setActionTexts(*actions.open, tr("Show in Orders"));
    setActionTexts(*actions.exportCouriers, tr("Couriers as CSV…"));
    setActionTexts(*actions.exportOrders, tr("Orders shown as CSV…"));
    setActionTexts(*actions.exportWeights, tr("Weights as PNG or PDF…"));
    setActionTexts(*actions.exportFairness, tr("Fairness as PNG or PDF…"));
    m_couriers->retranslate();
    m_waiting->retranslate();
    m_inHand->retranslate();
    m_overview->retranslate();
    if (!m_tabCampuses.empty() && m_tabCampuses.front().empty()) {
        nameTab(*m_campuses, 0, tr("All campuses"));
    }
    showBoard();
    showWaiting();
    showInHand();
    showFairness();
    showDeadLetters();
    showStale();
}

}  // namespace evenhand::ui
