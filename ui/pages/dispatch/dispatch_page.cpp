// SPDX-License-Identifier: GPL-3.0-or-later
// What the page is made of; dispatch_page_lists.cpp has its lists, dispatch_page_campuses.cpp the campuses,
// dispatch_page_actions.cpp what can be done, dispatch_page_outputs.cpp the exports.
#include "ui/pages/dispatch/dispatch_page.h"

#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/pages/dispatch/campus_overview.h"
#include "ui/pages/dispatch/dispatch_page_actions.h"
#include "ui/pages/dispatch/off_duty_note.h"
#include "ui/plots/fairness_plot.h"
#include "ui/plots/weight_bars.h"
#include "ui/shell/campus_scope.h"
#include "ui/shell/preferences.h"
#include "ui/shell/scope_figures.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/card.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/tab_bar.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {
namespace {

QSplitter* splitter(Qt::Orientation orientation, const QString& name, QWidget* parent) {
    auto* result = named(new QSplitter(orientation, parent), name);
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
      m_actions(std::make_unique<Actions>()) {
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

QWidget* DispatchPage::firstFocus() const { return m_couriers->table(); }

bool DispatchPage::isReady() const {
    if (m_picture && !m_pictureReady) {
        return false;
    }
    if (m_tabs->currentIndex() == kDeadLetters && m_feed->deadLetters() && !m_letters->isReady()) {
        return false;
    }
    const auto& campuses = m_feed->campuses();
    return context().scope.isLoaded() && m_feed->isSettled() &&
           std::all_of(campuses.begin(), campuses.end(), [this](const auto& id) { return m_feed->boardOf(id); }) &&
           (campuses.empty() || m_couriers->isReady()) && (!m_feed->waiting() || m_waiting->isReady()) &&
           (!m_feed->inHand() || m_inHand->isReady());  // what was not read is not waited for
}

void DispatchPage::setupHead() {
    m_campuses = named(new TabBar(this), QStringLiteral("dispatchCampuses"));
    m_campuses->setDrawBase(false);
    m_campuses->setExpanding(false);
    m_campuses->setUsesScrollButtons(true);
    m_campuses->setElideMode(Qt::ElideRight);
    m_policy = named(new ElidedLabel(this), QStringLiteral("dispatchPolicy"));
    m_policy->setProperty("muted", true);
    m_policy->keepShortest();
    m_paused = named(new Pill(this), QStringLiteral("dispatchPaused"));
    // One in the place of the other, which is as wide for both: nothing moves from under the mouse when dispatch is
    // paused.
    m_state = named(new QStackedWidget(this), QStringLiteral("dispatchState"));
    m_state->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_state->addWidget(m_policy);
    auto* holder = new QWidget(m_state);
    auto* row = rowIn(holder);
    row->addWidget(m_paused);
    row->addStretch(1);
    m_state->addWidget(holder);
    m_stale = named(new Pill(this), QStringLiteral("dispatchStale"));
    m_export = named(new QToolButton(this), QStringLiteral("dispatchExport"));
    m_export->setIcon(icon(QStringLiteral("export")));
    m_export->setPopupMode(QToolButton::InstantPopup);
}

void DispatchPage::setupPlots() {
    m_weightsCard = new Card(this);
    m_bars = named(new WeightBars(&context().pulse, m_weightsCard), QStringLiteral("dispatchWeights"));
    m_weightsCard->setBody(m_bars);
    m_fairnessCard = new Card(this);
    m_fairness = named(new FairnessPlot(&context().pulse, context().formats.zone(), m_fairnessCard),
                       QStringLiteral("dispatchFairness"));
    m_fairnessCard->setBody(m_fairness);
    connect(m_bars, &WeightBars::picked, this,
            [this](const QString& courier) { m_couriers->select({courier.toStdString()}); });
    connect(m_bars, &WeightBars::opened, this, [this] { m_tabs->setCurrentIndex(kInHand); });
    m_bars->setDropCheck([this](const QString& id, const QMimeData* mime) {
        return whyNotTo(courier(CourierId(id.toStdString())), mime);
    });
    connect(m_bars, &WeightBars::dropped, this, [this](const QString& courier, const QMimeData* mime) {
        if (const auto dragged = fromMime(mime)) {
            giveTo(*dragged, CourierId(courier.toStdString()));
        }
    });
}

/// See TableLook::shownOf.
QString DispatchPage::campusesShown() const {
    QStringList campuses;
    for (const auto& campus : m_feed->campuses()) {
        campuses << text(campus);
    }
    return campuses.isEmpty() ? QString() : QStringLiteral("campus=") + campuses.join(QLatin1Char('|'));
}

void DispatchPage::setupCouriers() {
    m_couriersCard = new Card(this);
    CourierHooks hooks;
    hooks.none = [this] {
        return hasNoCampus() ? whyNothing()
               : showsAll()  ? tr("There are no couriers yet.")
                             : tr("This campus has no couriers yet.");
    };
    hooks.whyNoDrop = [this](const CourierLine* onto, const QMimeData* mime) {
        return whyNotTo(onto == nullptr ? nullptr : &onto->courier, mime);
    };
    hooks.dropped = [this](const DraggedOrders& dragged, const CourierId& to) { giveTo(dragged, to); };
    hooks.menu = [this](QMenu& menu) { fillCourierMenu(menu); };
    hooks.opened = [this] { m_tabs->setCurrentIndex(kInHand); };
    auto spec = describeCouriers(
        context().formats, [this] { return context().bridge.now(); }, std::move(hooks));
    spec.look.shownOf = [this] { return campusesShown(); };
    auto* body = new QWidget(m_couriersCard);
    auto* down = new QVBoxLayout(body);
    down->setContentsMargins(0, 0, 0, 0);
    down->setSpacing(0);
    m_offDuty = new OffDutyNote([this](const api::CourierRow& from) { return whyNotHandOver(from); }, body);
    m_couriers = new CourierTable(std::move(spec), context(), body);
    down->addWidget(m_offDuty);
    down->addWidget(m_couriers, 1);
    m_couriersCard->setBody(body);
    connect(m_offDuty, &OffDutyNote::handOver, this,
            [this](const api::CourierRow& from) { m_flow->handOver(workerOf(from), std::nullopt); });
    for (auto* action : {m_actions->onDuty, m_actions->offDuty}) {
        m_couriersCard->addTool(toolFor(action, true, m_couriersCard));
    }
    m_handOver = toolFor(m_actions->handOver, true, m_couriersCard);
    m_handOver->setPopupMode(QToolButton::MenuButtonPopup);
    m_handOver->addAction(m_actions->handOverTo);
    m_couriersCard->addTool(m_handOver);
    connect(m_couriers, &CourierTable::selectionMoved, this, &DispatchPage::courierSelectionChanged);
    connect(m_couriers, &CourierTable::readyChanged, this, &DispatchPage::courierSelectionChanged);
}

void DispatchPage::setupLayout() {
    auto* head = new WrapRow;
    head->setSpacing(kGap);
    head->addWidget(m_campuses);
    head->addWidget(m_stale);
    head->addWidget(m_state, 1);
    for (auto* action : {m_actions->pause, m_actions->resumeAll, m_actions->calibrate, m_actions->policy}) {
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
    m_top = named(new QStackedWidget(this), QStringLiteral("dispatchTop"));
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
    m_flow->setPausedCampus([this](const CampusId& campus) {
        const auto* board = m_feed->boardOf(campus);
        return board != nullptr && board->campus.paused;
    });
    m_flow->setKnownOrders([this](const OrderNo& number) -> std::optional<api::OrderRow> {
        for (const auto& each : m_feed->waiting().value_or(std::vector<api::WaitingOrder>())) {
            if (each.row.orderNo == number) {
                return each.row;
            }
        }
        for (const auto& each : m_feed->inHand().value_or(std::vector<api::OrderRow>())) {
            if (each.orderNo == number) {
                return each;
            }
        }
        return std::nullopt;
    });
    m_flow->setKnownWorkers([this](const CourierId& id) -> std::optional<Worker> {
        const auto* now = courier(id);
        return now != nullptr ? std::optional(workerOf(*now)) : std::nullopt;
    });
    // After showBoard(), which was connected first.
    connect(m_feed, &DispatchFeed::boardChanged, m_flow, &DispatchActions::workersChanged);
    auto& bridge = context().bridge;
    connect(&bridge, &EngineBridge::stateChanged, this, &DispatchPage::updateActions);
    connect(&bridge, &EngineBridge::statusPolled, this, &DispatchPage::badgeChanged);
    connect(&context().figures, &ScopeFigures::changed, this, &DispatchPage::badgeChanged);
    connect(&context().figures, &ScopeFigures::changed, this, &DispatchPage::nameWaiting);
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
    for (auto* pane : {static_cast<QueryPaneBase*>(m_couriers), static_cast<QueryPaneBase*>(m_waiting),
                       static_cast<QueryPaneBase*>(m_inHand)}) {
        pane->setActive(true);
    }
    m_feed->setActive(true);
    m_feed->refresh();
    showDeadLetters();
}

void DispatchPage::onDeactivated() {
    m_feed->setActive(false);
    for (auto* pane : panes()) {
        pane->setActive(false);
    }
}

void DispatchPage::showFairness() {
    const auto& points = m_feed->fairness();
    const auto& board = m_feed->board();
    if (!points) {
        m_fairness->clear(whyNothing());
        m_fairnessCard->setFigures({});
        return;
    }
    auto shown = *points;
    if (!shown.empty()) {
        shown.back().at = std::min(shown.back().at, context().bridge.now());
    }
    m_fairness->setPoints(shown, board ? board->campus.policy.mode : api::DispatchMode::Strong);
    m_fairnessCard->setFigures(m_fairness->points().empty() ? tr("spread –")
                                                            : tr("spread %1 now   ·   %2 assigned today")
                                                                  .arg(Formats::number(points->back().spread),
                                                                       Formats::number(points->back().assigned)));
}

void DispatchPage::showStale() {
    const auto& reason = m_feed->staleReason();
    m_stale->setPill(reason ? tr("Not up to date") : QString(), Tone::Bad, true);
    m_stale->setVisible(reason.has_value());
    m_stale->setToolTip(reason ? plainToolTip(errorText(*reason)) : QString());
}

void DispatchPage::courierSelectionChanged() {
    const auto selected = selectedCouriers();
    // Of several the one whose orders are shown already: couriers change places as their weights do.
    const bool stays = std::any_of(selected.begin(), selected.end(),
                                   [this](const auto& each) { return each.id == m_feed->courier(); });
    const auto shown = selected.empty() ? CourierId() : stays ? m_feed->courier() : selected.front().id;
    m_bars->setSelected(text(shown));
    m_overview->setSelected(text(shown));
    m_feed->setCourier(shown);
    updateActions();
}

void DispatchPage::retranslate() {
    m_weightsCard->setTitle(tr("Weights"));
    m_fairnessCard->setTitle(tr("Fairness today"));
    m_fairnessCard->setToolTip(plainToolTip(
        tr("Spread: the most orders that a courier on duty got today, less the fewest. It is about the whole "
           "day; highest − lowest of the weights says how even things are now.")));
    m_couriersCard->setTitle(tr("Couriers"));
    m_bars->setAccessibleName(tr("Weights of the couriers"));
    m_fairness->setAccessibleName(tr("Fairness over the day"));
    m_campuses->setAccessibleName(tr("Campus"));
    m_tabs->setAccessibleName(tr("Lists"));
    m_export->setAccessibleName(tr("Export"));
    m_export->setToolTip(plainToolTip(tr("Export what is shown")));
    auto& actions = *m_actions;
    setActionTexts(*actions.resumeAll, tr("Resume all…"),
                   tr("Resume dispatch on all campuses; waiting orders are assigned at once"));
    setActionTexts(*actions.calibrate, tr("Calibrate…"),
                   tr("Compare weights with the records and apply the differences"));
    setActionTexts(*actions.policy, tr("Policy…"), tr("Mode, step, join rule and more of this campus"));
    setActionTexts(*actions.refresh, tr("Refresh"));
    setActionTexts(*actions.onDuty, tr("On duty"), tr("Put the selected couriers on duty"));
    setActionTexts(*actions.offDuty, tr("Off duty"),
                   tr("Take the selected couriers off duty; orders in hand stay theirs"));
    setActionTexts(*actions.limit, tr("Load limit…"), tr("How many orders the selected couriers may have in hand"));
    setActionTexts(*actions.handOver, tr("Hand over…"),
                   tr("Give each open order of the courier to the next fairest one"));
    setActionTexts(*actions.handOverTo, tr("Hand over to…"), tr("Give all open work of the courier to one courier"));
    setActionTexts(*actions.reassign, tr("Reassign…"),
                   tr("Give each of the selected orders to the next fairest courier"));
    setActionTexts(*actions.reassignTo, tr("Reassign to…"), tr("Give the selected orders to one courier"));
    setActionTexts(*actions.why, tr("Why…"), tr("Why this courier: the evidence of the assignment"));
    setActionTexts(*actions.open, tr("Show in Orders"));
    setActionTexts(*actions.exportWeights, tr("Weights as PNG or PDF…"));
    setActionTexts(*actions.exportFairness, tr("Fairness as PNG or PDF…"));
    m_overview->retranslate();
    m_offDuty->retranslate();
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
