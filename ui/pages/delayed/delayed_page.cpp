// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/delayed/delayed_page.h"

#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/shell/navigator.h"
#include "ui/shell/scope_figures.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/tab_bar.h"

namespace evenhand::ui {
namespace {

constexpr int kTopHeight = 224;
constexpr int kMinPlotWidth = 150;

}  // namespace

DelayedPage::DelayedPage(UiContext& context, QWidget* parent) : Page(QStringLiteral("delayed"), context, parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kGapLarge, kGap + kGapSmall, kGapLarge, kGap);
    layout->setSpacing(kGap);
    setupCommands();
    setupTop();
    setupTabs();
    setupFeed();
    retranslate();
}

void DelayedPage::setupCommands() {
    m_refresh = addCommand("refresh", "refresh", Qt::Key_F5);
    m_pause = addCommand("pause", "pause");
    m_settings = addCommand("settings", "settings");
    m_late = addCommand("late", "orders");
    connect(m_refresh, &QAction::triggered, this, [this] {
        m_feed->refresh();
        m_timers->refresh();
        m_dead->refresh();
        m_alerts->refresh();
        m_latePane->refresh();
    });
    connect(m_pause, &QAction::triggered, this, &DelayedPage::askPause);
    connect(m_settings, &QAction::triggered, this, &DelayedPage::askSettings);
    connect(m_late, &QAction::triggered, this, [this] {
        context().navigator.open(QStringLiteral("orders"), {{QStringLiteral("late"), true}});
    });
}

void DelayedPage::setupTop() {
    m_notice = wrapped(plainLabel(this, QStringLiteral("delayedNotice")));
    m_notice->setProperty("problem", true);
    m_notice->hide();
    auto* top = named(new QSplitter(Qt::Horizontal, this), QStringLiteral("delayedTop"));
    top->setProperty("gap", true);
    top->setHandleWidth(kGap);
    top->setChildrenCollapsible(false);
    top->setFixedHeight(byText(kTopHeight));
    m_boardCard = new Card(top);
    m_board = new TimerBoardPane(context(), m_boardCard);
    m_board->table()->setObjectName(QStringLiteral("timerBoard"));
    m_boardCard->setBody(m_board);
    m_boardCard->addTool(actionButton(m_late, m_boardCard, Qt::ToolButtonTextOnly));
    for (QAction* action : {m_pause, m_settings}) {
        m_boardCard->addTool(actionButton(action, m_boardCard, Qt::ToolButtonIconOnly));
    }
    // All kinds are in view; a row of buttons of their own would hide the last.
    m_board->filters()->row()->setContentsMargins(0, 0, 0, 0);
    m_boardCard->addTool(m_board->filters());
    m_dueCard = new Card(top);
    m_duePlot = named(new DuePlot(&context().pulse, context().formats.zone(), m_dueCard), QStringLiteral("duePlot"));
    m_dueCard->setBody(m_duePlot);
    m_lateCard = new Card(top);
    m_latePlot =
        named(new SeriesPlot(&context().pulse, context().formats.zone(), SeriesPlot::Unit::Milliseconds, 2, m_lateCard),
              QStringLiteral("latePlot"));
    m_lateCard->setBody(m_latePlot);
    for (auto* plot : {static_cast<QWidget*>(m_duePlot), static_cast<QWidget*>(m_latePlot)}) {
        plot->setMinimumWidth(kMinPlotWidth);  // the table scrolls
    }
    top->setSizes({804, 193, 193});
    top->setStretchFactor(0, 0);
    top->setStretchFactor(1, 1);
    top->setStretchFactor(2, 1);
    layout()->addWidget(m_notice);
    layout()->addWidget(top);
    connect(m_board, &TimerBoardPane::currentMoved, this, [this] {
        showLateness();
        refreshActions();
    });
    connect(m_board, &TimerBoardPane::kindOpened, this, [this](api::TimerKind kind) {
        m_tabs->setCurrentIndex(TimersTab);
        m_timers->setKinds({kind});
    });
    connect(m_board, &TimerBoardPane::readyChanged, this, &DelayedPage::noteReady);
    connect(m_duePlot, &DuePlot::picked, this, [this](std::optional<Instant> from, std::optional<Instant> to) {
        m_tabs->setCurrentIndex(TimersTab);
        m_timers->setDue(from, to);
    });
}

void DelayedPage::setupTabs() {
    m_tabs = named(new QTabWidget(this), QStringLiteral("delayedTabs"));
    m_tabs->setDocumentMode(true);
    m_timers = new TimerPane(context(), false, m_tabs);
    m_dead = new TimerPane(context(), true, m_tabs);
    m_alerts = new AlertsPanel(context(), QStringLiteral("delayedAlerts"), m_tabs);
    m_queue = new QueuePanel(context(), m_tabs);
    m_latePane = new LatePane(context(), m_tabs);
    for (QWidget* each :
         {static_cast<QWidget*>(m_timers), static_cast<QWidget*>(m_dead), static_cast<QWidget*>(m_alerts),
          static_cast<QWidget*>(m_queue), static_cast<QWidget*>(m_latePane)}) {
        m_tabs->addTab(each, QString());
    }
    static_cast<QVBoxLayout*>(layout())->addWidget(m_tabs, 1);
    connect(m_tabs, &QTabWidget::currentChanged, this, &DelayedPage::syncTabs);
    connect(m_timers->filters(), &FilterBar::changed, this, &DelayedPage::syncScope);
    const auto open = [this](const QString& order) {
        context().navigator.open(QStringLiteral("orders"), {{QStringLiteral("order"), order}});
    };
    for (auto* pane : {m_timers, m_dead}) {
        connect(pane, &TimerPane::readyChanged, this, &DelayedPage::noteReady);
        connect(pane, &TimerPane::opened, this, open);
    }
    connect(m_alerts, &AlertsPanel::readyChanged, this, &DelayedPage::noteReady);
    connect(m_queue, &QueuePanel::readyChanged, this, &DelayedPage::noteReady);
    connect(m_latePane, &LatePane::readyChanged, this, &DelayedPage::noteReady);
    connect(m_latePane, &LatePane::opened, this, open);
}

void DelayedPage::setupFeed() {
    m_feed = new DelayedFeed(context().bridge, this);
    connect(m_feed, &DelayedFeed::boardRead, this, &DelayedPage::onBoard);
    connect(m_feed, &DelayedFeed::histogramRead, this, &DelayedPage::onHistogram);
    connect(m_feed, &DelayedFeed::answered, this, &DelayedPage::noteReady);
    connect(&context().scope, &CampusScope::currentChanged, this, &DelayedPage::syncScope);
    connect(&context().bridge, &EngineBridge::statusPolled, this, &DelayedPage::badgeChanged);
    connect(&context().figures, &ScopeFigures::changed, this, &DelayedPage::badgeChanged);
    connect(&context().figures, &ScopeFigures::changed, this, &DelayedPage::refreshLate);
    connect(&context().bridge, &EngineBridge::stateChanged, this, &DelayedPage::refreshActions);
}

// --- page ---------------------------------------------------------------------------------------------------

QString DelayedPage::title() const { return tr("Delayed orders"); }

QList<QAction*> DelayedPage::commands() const {
    auto actions = m_timers->commands();
    actions << m_dead->exportAction() << m_board->exportAction() << m_late << m_pause << m_settings << findAction()
            << clearAction() << m_refresh;
    return actions << m_alerts->commands() << m_queue->commands() << m_latePane->commands();
}

std::optional<qint64> DelayedPage::badge() const {
    const auto late = context().figures.late();
    const auto dead = context().figures.deadTimers();
    return late < 0 || dead < 0 ? std::nullopt : std::optional<qint64>(late + dead);
}

QWidget* DelayedPage::firstFocus() const { return m_timers->table(); }

bool DelayedPage::isReady() const {
    if (!m_feed->isAnswered() || !m_board->isReady() || m_busy > 0) {
        return false;
    }
    switch (static_cast<Tab>(m_tabs->currentIndex())) {
        case TimersTab: return m_timers->isReady();
        case DeadTab: return m_dead->isReady();
        case AlertsTab: return m_alerts->isReady();
        case QueueTab: return m_queue->isReady();
        case LateTab: return m_latePane->isReady();
    }
    return true;
}

void DelayedPage::onActivated() {
    m_board->setActive(true);
    m_feed->setActive(true);
    syncTabs();
}

void DelayedPage::onDeactivated() {
    m_board->setActive(false);
    m_feed->setActive(false);
    syncTabs();
}

void DelayedPage::syncTabs() {
    const int at = m_tabs->currentIndex();
    m_timers->setActive(isActive() && at == TimersTab);
    m_dead->setActive(isActive() && at == DeadTab);
    m_alerts->setActive(isActive() && at == AlertsTab);
    m_latePane->setActive(isActive() && at == LateTab);
}

void DelayedPage::syncScope() {
    m_feed->setScope(context().scope.current(), m_timers->filter().kinds);
    nameCards();
}

/// How late timers ran and what is in flight the engine knows of all campuses only.
void DelayedPage::nameCards() {
    const bool all = context().scope.current().empty();
    m_boardCard->setTitle(tr("Timers by kind"));
    m_boardCard->setFigures(all ? QString() : tr("in flight and lateness: all campuses"));
    m_dueCard->setTitle(tr("Due by minute"));
    m_lateCard->setTitle(all ? tr("Lateness") : tr("Lateness, all campuses"));
}

void DelayedPage::openTarget(const QVariantMap& target) {
    if (target.value(QStringLiteral("settings")).toBool()) {
        m_settings->trigger();
        return;
    }
    if (target.value(QStringLiteral("alerts")).toBool()) {
        m_tabs->setCurrentIndex(AlertsTab);
        return;
    }
    if (target.value(QStringLiteral("late")).toBool()) {
        m_tabs->setCurrentIndex(LateTab);
        return;
    }
    if (target.value(QStringLiteral("dead")).toBool()) {
        m_tabs->setCurrentIndex(DeadTab);
        return;
    }
    m_tabs->setCurrentIndex(TimersTab);
    if (target.value(QStringLiteral("overdue")).toBool()) {
        m_timers->filters()->clear();  // whatever was filtered before
        m_timers->showOverdue();
    } else if (target.contains(QStringLiteral("order"))) {
        m_timers->filters()->clear();
        m_timers->setText(target.value(QStringLiteral("order")).toString());
    }
}

// --- what was read ------------------------------------------------------------------------------------------

void DelayedPage::onBoard() {
    const auto& board = m_feed->board();
    m_error = board ? std::nullopt : std::optional(board.error());
    m_board->setBoard(board ? std::optional(*board) : std::nullopt);
    m_queue->setBoard(m_board->board());
    if (board) {
        remember(*board);
    }
    refreshBoardTexts();
    refreshActions();
}

void DelayedPage::remember(const api::TimerBoard& board) {
    const auto figure = [](const std::optional<std::int64_t>& ms) {
        return ms ? std::optional<double>(static_cast<double>(*ms)) : std::nullopt;
    };
    for (const auto& kind : board.kinds) {
        auto& past = m_lateness.at(static_cast<std::size_t>(kind.kind));
        if (!past.empty() && board.at < past.back().at) {
            past.clear();  // the clock went back
        }
        past.push_back({board.at, figure(kind.lateP50Ms), figure(kind.lateP99Ms)});
        while (past.front().at < board.at.plusMs(-SeriesPlot::kSpanMs)) {
            past.pop_front();
        }
    }
    const auto& shown = m_lateness.at(static_cast<std::size_t>(currentKind()));
    if (!shown.empty()) {
        m_latePlot->add(shown.back().at, {shown.back().p50, shown.back().p99});
    }
}

void DelayedPage::showLateness() {
    m_latePlot->clear();
    for (const auto& point : m_lateness.at(static_cast<std::size_t>(currentKind()))) {
        m_latePlot->add(point.at, {point.p50, point.p99});
    }
    refreshBoardTexts();
}

void DelayedPage::onHistogram() {
    const auto& histogram = m_feed->histogram();
    if (histogram) {
        m_duePlot->setHistogram(*histogram);
        m_later = histogram->after;
    } else {
        m_duePlot->clear(tr("Could not be read."));
        m_later = -1;
    }
    refreshBoardTexts();
}

void DelayedPage::refreshBoardTexts() {
    m_lateCard->setFigures(label(currentKind()));  // p50 and p99 stand in its row
    m_dueCard->setFigures(m_later < 0 ? Formats::dash()
                                      : (m_later > 0 ? tr("%1 later").arg(Formats::number(m_later)) : QString()));
    const auto& board = m_board->board();
    std::int64_t dead = 0;
    for (const auto& each : board ? board->kinds : std::vector<api::TimerFigures>{}) {
        dead += each.dead;
    }
    nameTab(*m_tabs, DeadTab, board ? tr("Dead letters (%1)").arg(Formats::number(dead)) : tr("Dead letters"));
    const auto firing = context().figures.alerts();
    nameTab(*m_tabs, AlertsTab, firing >= 0 ? tr("Alerts (%1)").arg(Formats::number(firing)) : tr("Alerts"));
    QStringList notes;
    if (m_error) {
        notes << tr("The figures could not be read: %1").arg(errorText(*m_error));
    }
    if (board && board->clockBehindMs) {
        notes << tr("The clock was set back by %1. Nothing falls due until it has caught up.")
                     .arg(Formats::duration(*board->clockBehindMs));
    }
    if (board && !board->queueOn) {
        notes << tr("The delay queue is off: only the poller runs, timers may be up to %1 late.")
                     .arg(Formats::duration(board->pollIntervalMs));
    }
    m_notice->setText(notes.join(QLatin1Char('\n')));
    m_notice->setVisible(!notes.isEmpty());
}

void DelayedPage::refreshActions() {
    const auto* figures = m_board->figures(currentKind());
    const bool paused = figures && figures->paused;
    const QString kind = label(currentKind());
    setActionIcon(*m_pause, paused ? QStringLiteral("play") : QStringLiteral("pause"));
    setActionTexts(*m_pause,
                   paused ? tr("Resume timers: %1…", "kind").arg(kind) : tr("Pause timers: %1…", "kind").arg(kind));
    QString why = context().bridge.whyNotAllowed(api::Operation::TimersSetPaused);
    if (why.isEmpty() && !figures) {
        why = tr("The figures are not known yet.");
    }
    setActionState(*m_pause, why);
    for (const QAction* action : {m_pause, m_settings}) {
        if (auto* button = findChild<QToolButton*>(QStringLiteral("button.") + action->objectName())) {
            button->setAccessibleName(action->text());
        }
    }
}

void DelayedPage::refreshLate() {
    const auto late = context().figures.late();
    setActionTexts(*m_late, tr("Late orders: %1").arg(late < 0 ? Formats::dash() : Formats::number(late)),
                   tr("Past their limit for assignment, pick-up or delivery"));
    nameTab(*m_tabs, LateTab, late < 0 ? tr("Late orders") : tr("Late orders (%1)").arg(Formats::number(late)));
}

void DelayedPage::retranslate() {
    refreshLate();
    setActionTexts(*m_refresh, tr("Refresh"));
    setActionTexts(*m_settings, tr("Timer settings…"), tr("Delays of every campus"));
    nameCards();
    nameTab(*m_tabs, TimersTab, tr("Timers"));
    nameTab(*m_tabs, QueueTab, tr("Queue vs database"));
    m_duePlot->setAccessibleName(tr("Falls due, by minute"));
    m_latePlot->setAccessibleName(tr("Lateness"));
    m_latePlot->setNames({tr("p50"), tr("p99")}, tr("No timer ran recently."));
    refreshBoardTexts();
    refreshActions();
}

}  // namespace evenhand::ui
