// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/workers/workers_page.h"

#include <QHBoxLayout>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/continuation.h"
#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/shell/navigator.h"
#include "ui/shell/notices.h"
#include "ui/shell/preferences.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/people_labels.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/tab_bar.h"
#include "ui/widgets/word_list.h"

namespace evenhand::ui {
namespace {

const QString kSplitterKey = QStringLiteral("workers/splitter");

}  // namespace

WorkersPage::WorkersPage(UiContext& context, QWidget* parent) : Page(QStringLiteral("workers"), context, parent) {
    auto* layout = columnIn(this, 0, 0);
    setupCommands();
    setupHeldNote();
    m_splitter = named(new QSplitter(Qt::Vertical, this), QStringLiteral("workersSplitter"));
    m_splitter->setHandleWidth(1);
    m_splitter->setChildrenCollapsible(false);
    layout->addWidget(m_splitter, 1);
    setupRing();
    setupTabs();
    m_splitter->setStretchFactor(0, 0);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({330, 420});
    m_splitter->restoreState(context.preferences.value(kSplitterKey).toByteArray());
    connect(m_splitter, &QSplitter::splitterMoved, this,
            [this] { this->context().preferences.setValue(kSplitterKey, m_splitter->saveState()); });
    setupFeeds();
    retranslate();
}

void WorkersPage::setupCommands() {
    m_refresh = addCommand("refresh", "refresh", Qt::Key_F5);
    m_dead = addCommand("dead", "dead_letter", Qt::CTRL | Qt::Key_D);
    connect(m_refresh, &QAction::triggered, this, [this] {
        m_ringReads->request();
        m_holdReads->request();
        m_tasks->refresh();
        m_handOvers->refresh();
    });
    connect(m_dead, &QAction::triggered, this, [this] {
        m_tabs->setCurrentIndex(TasksTab);
        m_tasks->showTasks({}, {api::TaskStatus::Dead});
    });
    m_plan = addCommand("plan", "add");
    m_settings = addCommand("settings", "settings");
    connect(m_plan, &QAction::triggered, this, [this] {
        ask([this](const api::WorkerSettings& settings) {
            m_planDialog = new RingPlanDialog(context(), settings.workers, window());
            m_planDialog->open();
        });
    });
    connect(m_settings, &QAction::triggered, this, [this] {
        ask([this](const api::WorkerSettings& settings) {
            m_settingsDialog = new WorkerSettingsDialog(context(), settings, window());
            m_settingsDialog->open();
        });
    });
}

void WorkersPage::ask(const std::function<void(const api::WorkerSettings&)>& open) {
    ++m_asked;
    auto& bridge = context().bridge;
    whenReady(bridge.tasks().workerSettings(bridge.call()), this,
              [this, open](const Result<api::WorkerSettings>& settings) {
                  --m_asked;
                  if (settings) {
                      open(*settings);
                  } else {
                      context().notices.bad(tr("Number of workers: %1").arg(errorText(settings.error())));
                  }
                  noteReady();
              });
}

void WorkersPage::setupHeldNote() {
    m_heldNote = wrapped(plainLabel(this, QStringLiteral("heldNote")));
    m_heldNote->setProperty("problem", true);
    m_heldNote->hide();
    layout()->addWidget(m_heldNote);
}

void WorkersPage::setupRing() {
    auto* top = new QWidget(m_splitter);
    auto* row = rowIn(top, kGap, kGap);
    m_ringCard = new Card(top);
    auto* holder = new QWidget(m_ringCard);
    auto* down = new QVBoxLayout(holder);
    down->setContentsMargins(kGap, 0, kGap, kGap);
    m_ring = new RingView(holder);
    m_ringNote = muted(wrapped(plainLabel(holder, QStringLiteral("ringNote"))));
    m_ringNote->setMinimumHeight(2 * fontMetrics().lineSpacing());
    down->addWidget(m_ring, 1);
    down->addWidget(m_ringNote);
    m_ringCard->setBody(holder);
    m_workerCard = new Card(top);
    m_workers = new WorkerPane(context(), *m_ring, m_workerCard);
    m_workerCard->setBody(m_workers);
    m_workerCard->addTool(actionButton(m_plan, m_workerCard));
    m_workerCard->addTool(actionButton(m_settings, m_workerCard, Qt::ToolButtonIconOnly));
    row->addWidget(m_ringCard, 2);
    row->addWidget(m_workerCard, 5);
    top->setMinimumHeight(byText(250));
    m_splitter->addWidget(top);
    connect(m_ring, &RingView::currentChanged, this, &WorkersPage::refreshRing);
    connect(m_workers->table()->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& index) {
                if (const auto* worker = m_workers->model().row(index.row())) {
                    m_ring->selectWorker(worker->place);
                }
            });
    connect(m_workers, &WorkerPane::workerOpened, this, [this](const QString& name) {
        m_tabs->setCurrentIndex(TasksTab);
        m_tasks->showTasks({}, {}, name);
    });
}

void WorkersPage::setupTabs() {
    m_tabs = named(new QTabWidget(m_splitter), QStringLiteral("workersTabs"));
    m_tabs->setDocumentMode(true);
    m_tasks = new TaskPane(context(), m_tabs);
    m_kinds = new KindPane(context(), m_tabs);
    m_handOvers = new HandOverTable(describeHandOvers(context()), context(), m_tabs);
    m_tabs->addTab(m_tasks, QString());
    m_tabs->addTab(m_kinds, QString());
    m_tabs->addTab(m_handOvers, QString());
    auto* corner = new QWidget(m_tabs);
    auto* row = new QHBoxLayout(corner);
    row->setContentsMargins(0, 0, kGap, 0);
    row->addWidget(actionButton(m_dead, corner));
    m_tabs->setCornerWidget(corner);
    m_splitter->addWidget(m_tabs);
    for (auto* pane : panes()) {
        connect(pane, &QueryPaneBase::readyChanged, this, &WorkersPage::noteReady);
    }
    connect(m_tasks, &TaskPane::refundOpened, this, [this] {
        context().navigator.open(QStringLiteral("returns"), {{QStringLiteral("failed"), true}});
    });
    connect(m_kinds, &KindPane::kindOpened, this, [this](api::TaskKind kind) {
        m_tabs->setCurrentIndex(TasksTab);
        m_tasks->showTasks({kind}, {});
    });
    connect(m_kinds->flow(), &RowFlow::finished, this, [this] {
        m_holdReads->request();
        m_ringReads->request();
    });
}

void WorkersPage::setupFeeds() {
    m_ringReads = new FeedChannel(
        kRingMs / 2, [this] { readRing(); }, this);
    m_holdReads = new FeedChannel(
        kRingMs, [this] { readHolds(); }, this);
    auto& bridge = context().bridge;
    m_again.setInterval(kRingMs);
    connect(&m_again, &QTimer::timeout, m_ringReads, &FeedChannel::request);
    connect(&bridge, &EngineBridge::ringChanged, m_ringReads, &FeedChannel::request);
    connect(&bridge, &EngineBridge::tasksChanged, m_ringReads, &FeedChannel::request);
    connect(&bridge, &EngineBridge::tasksChanged, m_holdReads, &FeedChannel::request);
    connect(&bridge, &EngineBridge::statusPolled, this, [this] {
        Q_EMIT badgeChanged();
        if (m_deadCount != context().bridge.status().deadTasks) {
            refreshTabs();
        }
    });
}

// --- page ---------------------------------------------------------------------------------------------------

QString WorkersPage::title() const { return tr("Workers"); }

QList<QAction*> WorkersPage::commands() const {
    auto actions = m_tasks->commands();
    for (const auto* pane : {static_cast<QueryPaneBase*>(m_kinds), static_cast<QueryPaneBase*>(m_handOvers),
                             static_cast<QueryPaneBase*>(m_workers)}) {
        actions << pane->commands();
    }
    return actions << m_dead << m_plan << m_settings << findAction() << clearAction() << m_refresh;
}

std::optional<qint64> WorkersPage::badge() const {
    const auto dead = context().bridge.status().deadTasks;
    return dead < 0 ? std::nullopt : std::optional<qint64>(dead);
}

std::array<QueryPaneBase*, 4> WorkersPage::panes() const { return {m_tasks, m_kinds, m_handOvers, m_workers}; }

bool WorkersPage::isReady() const {
    const auto all = panes();
    return m_snapshot.has_value() && m_holdsAnswered && m_asked == 0 &&
           std::all_of(all.begin(), all.end(), [](const auto* pane) { return pane->isReady(); });
}

void WorkersPage::onActivated() {
    for (auto* channel : {m_ringReads, m_holdReads}) {
        channel->setActive(true);
        channel->request();
    }
    for (auto* pane : panes()) {  // whether the page is ready depends on all of them
        pane->setActive(true);
    }
    m_again.start();
}

void WorkersPage::onDeactivated() {
    m_again.stop();
    for (auto* channel : {m_ringReads, m_holdReads}) {
        channel->setActive(false);
    }
    for (auto* pane : panes()) {
        pane->setActive(false);
    }
}

void WorkersPage::openTarget(const QVariantMap& target) {
    if (target.value(QStringLiteral("dead")).toBool()) {
        m_dead->trigger();
    } else if (target.value(QStringLiteral("kinds")).toBool()) {
        m_tabs->setCurrentIndex(KindsTab);
    } else if (target.value(QStringLiteral("settings")).toBool()) {
        m_settings->trigger();
    } else if (target.value(QStringLiteral("plan")).toBool()) {
        m_plan->trigger();
    }
}

// --- reading ------------------------------------------------------------------------------------------------

void WorkersPage::readRing() {
    auto& bridge = context().bridge;
    m_ringReads->take(bridge.tasks().ring(bridge.call()), [this](const Result<api::RingSnapshot>& snapshot) {
        m_snapshot = snapshot;
        m_workers->takeWorkers(snapshot);
        if (snapshot) {  // after a failure what was read last stays, and the note says so
            m_ring->setSnapshot(*snapshot);
        }
        refreshRing();
        refreshKinds();
        noteReady();
    });
}

void WorkersPage::readHolds() {
    auto& bridge = context().bridge;
    m_holdReads->take(bridge.tasks().holds(bridge.call()), [this](const Result<std::vector<api::TaskHold>>& holds) {
        m_holdsAnswered = true;
        if (holds) {
            m_holds = *holds;
        }
        refreshKinds();
        noteReady();
    });
}

// --- showing ------------------------------------------------------------------------------------------------

void WorkersPage::refreshRing() {
    if (m_snapshot && !*m_snapshot) {
        const QString why = tr("Could not be read: %1").arg(errorText(m_snapshot->error()));
        m_ringNote->setText(why);
        m_workerCard->setFigures(why);
        return;
    }
    const QString now = m_ring->current();
    m_ringNote->setText(now.isEmpty() ? tr("Point at a segment, or step through them with the arrow keys.") : now);
    if (!m_snapshot) {
        m_workerCard->setFigures(Formats::dash());
        return;
    }
    std::int64_t backlog = 0;
    double rate = 0;
    bool isKnown = true;
    for (const auto& worker : (*m_snapshot)->workers) {
        backlog += worker.backlog;
        isKnown = isKnown && worker.perSecond >= 0;  // a sum of all of them or none
        rate += worker.perSecond;
    }
    m_workerCard->setFigures(tr("backlog %1 · %2 done/s")
                                 .arg(Formats::number(backlog), isKnown ? Formats::decimal(rate, 1) : Formats::dash()));
}

void WorkersPage::refreshKinds() {
    if (m_snapshot && !*m_snapshot) {
        m_kinds->take(fail(m_snapshot->error()));
    } else if (m_snapshot) {
        std::vector<KindRow> rows;
        for (const auto& counts : (*m_snapshot)->counts) {
            KindRow row{kindId(counts.kind), counts, std::nullopt};
            for (const auto& hold : m_holds) {
                if (hold.kind == counts.kind) {
                    row.hold = hold;
                }
            }
            rows.push_back(std::move(row));
        }
        m_kinds->take(std::move(rows));
    }
    QStringList held;
    for (const auto& hold : m_holds) {
        held << label(hold.kind);
    }
    m_heldNote->setVisible(!held.isEmpty());
    m_heldNote->setText(
        tr("Held until an administrator releases them: %1. %2")
            .arg(wordList(held), m_holds.empty() ? QString() : shownLine(text(m_holds.front().reason), 200)));
}

void WorkersPage::refreshTabs() {
    m_deadCount = context().bridge.status().deadTasks;
    nameTab(*m_tabs, TasksTab, tr("Tasks"));
    nameTab(*m_tabs, KindsTab, tr("Kinds and holds"));
    nameTab(*m_tabs, HandOversTab, tr("Hand-overs"));
    setActionTexts(*m_dead,
                   m_deadCount > 0 ? tr("Dead letters (%1)").arg(Formats::number(m_deadCount)) : tr("Dead letters"));
}

void WorkersPage::retranslate() {
    setActionTexts(*m_refresh, tr("Refresh"));
    setActionTexts(*m_plan, tr("What if more…"), tr("What would move if there were more workers or services"));
    setActionTexts(*m_settings, tr("Number of workers…"), tr("How many workers each program has"));
    // What is set may be looked at by everybody who may read; the dialog says who may save.
    setActionState(*m_plan, {});
    setActionState(*m_settings, {});
    m_ringCard->setTitle(tr("Ring"));
    m_workerCard->setTitle(tr("Workers"));
    refreshTabs();
    refreshRing();
    refreshKinds();
}

// --- pictures -----------------------------------------------------------------------------------------------

QStringList WorkersPage::pictures() const {
    return {QStringLiteral("dead"), QStringLiteral("kinds"), QStringLiteral("hold"), QStringLiteral("hand-overs")};
}

QWidget* WorkersPage::showPicture(const QString& name) {
    if (name == QLatin1String("dead")) {
        m_dead->trigger();
    } else if (name == QLatin1String("kinds")) {
        m_tabs->setCurrentIndex(KindsTab);
        m_ring->setCurrentSegment(3);
    } else if (name == QLatin1String("hold")) {
        m_tabs->setCurrentIndex(KindsTab);
        m_kinds->table()->selectRow(1);
        m_kinds->holdAction()->trigger();
    } else if (name == QLatin1String("hand-overs")) {
        m_tabs->setCurrentIndex(HandOversTab);
    }
    return this;
}

void WorkersPage::endPicture() {
    m_tasks->showTasks({}, {});
    m_kinds->table()->clearSelection();
    m_ring->setCurrentSegment(-1);
    m_tabs->setCurrentIndex(TasksTab);
}

}  // namespace evenhand::ui
