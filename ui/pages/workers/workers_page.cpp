// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/workers/workers_page.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/shell/navigator.h"
#include "ui/shell/notices.h"
#include "ui/shell/preferences.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/tab_bar.h"
#include "ui/widgets/team_labels.h"
#include "ui/widgets/tone_delegate.h"

namespace evenhand::ui {
namespace {

constexpr int kWorkerWidths[WorkerModel::ColumnCount] = {200, 68, 76, 72, 72, 84, 92, 96, 64, 68, 92};
constexpr int kKindWidths[KindModel::ColumnCount] = {140, 96, 84, 110, 96, 100, 84, 110, 240};
constexpr int kHandOverWidths[HandOverModel::ColumnCount] = {160, 96, 260, 110, 150};
const QString kSplitterKey = QStringLiteral("workers/splitter");

}  // namespace

WorkersPage::WorkersPage(UiContext& context, QWidget* parent) : Page(QStringLiteral("workers"), context, parent) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    setupCommands();
    setupHeldNote();
    m_splitter = new QSplitter(Qt::Vertical, this);
    m_splitter->setObjectName(QStringLiteral("workersSplitter"));
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

QAction* WorkersPage::addCommand(const char* name, const char* iconName, const QKeySequence& keys) {
    auto* action = new QAction(icon(QLatin1String(iconName)), QString(), this);
    action->setObjectName(QStringLiteral("workers.") + QLatin1String(name));
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(action);
    return action;
}

void WorkersPage::setupCommands() {
    m_refresh = addCommand("refresh", "refresh", QKeySequence(Qt::Key_F5));
    m_dead = addCommand("dead", "dead_letter", QKeySequence(Qt::CTRL | Qt::Key_D));
    m_hold = addCommand("hold", "pause", {});
    m_release = addCommand("release", "play", {});
    connect(m_refresh, &QAction::triggered, this, [this] {
        for (auto* channel : {m_ringReads, m_historyReads, m_holdReads}) {
            channel->request();
        }
        m_tasks->refresh();
    });
    connect(m_dead, &QAction::triggered, this, [this] {
        m_tabs->setCurrentIndex(TasksTab);
        m_tasks->showTasks({}, {api::TaskStatus::Dead});
    });
    connect(m_hold, &QAction::triggered, this, [this] { askHold(true); });
    connect(m_release, &QAction::triggered, this, [this] { askHold(false); });
}

void WorkersPage::setupHeldNote() {
    m_heldNote = new QLabel(this);
    m_heldNote->setObjectName(QStringLiteral("heldNote"));
    m_heldNote->setTextFormat(Qt::PlainText);
    m_heldNote->setWordWrap(true);
    m_heldNote->setProperty("problem", true);
    m_heldNote->hide();
    layout()->addWidget(m_heldNote);
}

void WorkersPage::setupRing() {
    auto* top = new QWidget(m_splitter);
    auto* row = new QHBoxLayout(top);
    row->setContentsMargins(kGap, kGap, kGap, kGap);
    row->setSpacing(kGap);
    m_ringCard = new Card(top);
    auto* holder = new QWidget(m_ringCard);
    auto* down = new QVBoxLayout(holder);
    down->setContentsMargins(kGap, 0, kGap, kGap);
    m_ring = new RingView(holder);
    m_ringNote = new QLabel(holder);
    m_ringNote->setObjectName(QStringLiteral("ringNote"));
    m_ringNote->setTextFormat(Qt::PlainText);
    m_ringNote->setWordWrap(true);
    m_ringNote->setProperty("muted", true);
    m_ringNote->setMinimumHeight(2 * fontMetrics().lineSpacing());
    down->addWidget(m_ring, 1);
    down->addWidget(m_ringNote);
    m_ringCard->setBody(holder);
    m_workerCard = new Card(top);
    m_workers = new WorkerModel(context().formats, *m_ring, this);
    m_workerTable = new QTableView(m_workerCard);
    m_workerTable->setObjectName(QStringLiteral("workerTable"));
    m_workerTable->setModel(m_workers);
    styleTable(*m_workerTable, false);
    m_noWorkers = new EmptyHint(*m_workerTable);
    m_workerCard->setBody(m_workerTable);
    row->addWidget(m_ringCard, 2);
    row->addWidget(m_workerCard, 5);
    top->setMinimumHeight(byText(250));
    m_splitter->addWidget(top);
    connect(m_ring, &RingView::currentChanged, this, &WorkersPage::refreshRing);
    connect(m_workerTable->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& index) {
                if (index.isValid()) {
                    m_ring->selectWorker(static_cast<std::size_t>(index.row()));
                }
            });
    connect(m_workerTable, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex& index) {
        if (const auto* worker = m_workers->at(index)) {
            m_tabs->setCurrentIndex(TasksTab);
            m_tasks->showTasks({}, {}, text(worker->member.name));
        }
    });
}

void WorkersPage::setupTabs() {
    m_tabs = new QTabWidget(m_splitter);
    m_tabs->setObjectName(QStringLiteral("workersTabs"));
    m_tabs->setDocumentMode(true);
    m_tasks = new TaskPane(context(), m_tabs);
    m_kinds = new KindModel(context().formats, this);
    m_kindTable = new QTableView(m_tabs);
    m_kindTable->setObjectName(QStringLiteral("kindTable"));
    m_kindTable->setModel(m_kinds);
    styleTable(*m_kindTable, true);
    m_handOvers = new HandOverModel(context().formats, this);
    m_newestFirst = new QSortFilterProxyModel(this);
    m_newestFirst->setSourceModel(m_handOvers);
    m_newestFirst->setSortRole(kOrderRole);
    m_newestFirst->sort(0, Qt::DescendingOrder);
    m_handOverTable = new QTableView(m_tabs);
    m_handOverTable->setObjectName(QStringLiteral("handOverTable"));
    m_handOverTable->setModel(m_newestFirst);
    styleTable(*m_handOverTable, false);
    m_noHandOvers = new EmptyHint(*m_handOverTable);
    m_tabs->addTab(m_tasks, QString());
    m_tabs->addTab(m_kindTable, QString());
    m_tabs->addTab(m_handOverTable, QString());
    auto* corner = new QWidget(m_tabs);
    auto* row = new QHBoxLayout(corner);
    row->setContentsMargins(0, 0, kGap, 0);
    row->setSpacing(2);
    for (QAction* action : {m_dead, m_hold, m_release}) {
        row->addWidget(actionButton(action, corner));
    }
    m_tabs->setCornerWidget(corner);
    m_splitter->addWidget(m_tabs);
    connect(m_tabs, &QTabWidget::currentChanged, this, &WorkersPage::syncTabs);
    connect(m_tasks, &TaskPane::readyChanged, this, &WorkersPage::noteReady);
    connect(m_tasks, &TaskPane::refundOpened, this, [this] {
        context().navigator.open(QStringLiteral("returns"), {{QStringLiteral("failed"), true}});
    });
    connect(m_kindTable->selectionModel(), &QItemSelectionModel::selectionChanged, this, &WorkersPage::refreshActions);
    connect(m_kindTable, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex& index) {
        if (const auto* kind = m_kinds->at(index)) {
            m_tabs->setCurrentIndex(TasksTab);
            m_tasks->showTasks({kind->counts.kind}, {});
        }
    });
}

void WorkersPage::setupFeeds() {
    m_ringReads = new FeedChannel(
        kRingMs / 2, [this] { readRing(); }, this);
    m_historyReads = new FeedChannel(
        kRingMs, [this] { readHistory(); }, this);
    m_holdReads = new FeedChannel(
        kRingMs, [this] { readHolds(); }, this);
    auto& bridge = context().bridge;
    m_again.setInterval(kRingMs);
    connect(&m_again, &QTimer::timeout, m_ringReads, &FeedChannel::request);
    connect(&bridge, &EngineBridge::ringChanged, m_ringReads, &FeedChannel::request);
    connect(&bridge, &EngineBridge::ringChanged, m_historyReads, &FeedChannel::request);
    connect(&bridge, &EngineBridge::tasksChanged, m_ringReads, &FeedChannel::request);
    connect(&bridge, &EngineBridge::tasksChanged, m_holdReads, &FeedChannel::request);
    connect(&bridge, &EngineBridge::stateChanged, this, &WorkersPage::refreshActions);
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
    return m_tasks->commands() << m_dead << m_hold << m_release << m_refresh;
}

std::optional<qint64> WorkersPage::badge() const {
    const auto dead = context().bridge.status().deadTasks;
    return dead < 0 ? std::nullopt : std::optional<qint64>(dead);
}

bool WorkersPage::isReady() const {
    return m_snapshot.has_value() && m_historyAnswered && m_holdsAnswered && m_tasks->isReady() && m_busy == 0;
}

void WorkersPage::noteReady() {
    if (isReady()) {
        Q_EMIT readyChanged();
    }
}

void WorkersPage::onActivated() {
    for (auto* channel : {m_ringReads, m_historyReads, m_holdReads}) {
        channel->setActive(true);
        channel->request();
    }
    m_again.start();
    syncTabs();
}

void WorkersPage::onDeactivated() {
    m_again.stop();
    for (auto* channel : {m_ringReads, m_historyReads, m_holdReads}) {
        channel->setActive(false);
    }
    syncTabs();
}

void WorkersPage::syncTabs() {
    // The tasks are read in any case once: whether the page is ready depends on them.
    m_tasks->setActive(isActive());
    refreshActions();
    noteReady();
}

void WorkersPage::openTarget(const QVariantMap& target) {
    if (target.value(QStringLiteral("dead")).toBool()) {
        m_dead->trigger();
    } else if (target.value(QStringLiteral("kinds")).toBool()) {
        m_tabs->setCurrentIndex(KindsTab);
    }
}

// --- reading ------------------------------------------------------------------------------------------------

void WorkersPage::readRing() {
    auto& bridge = context().bridge;
    whenReady(bridge.tasks().ring(bridge.call()), this,
              [this, generation = m_ringReads->generation()](const Result<api::RingSnapshot>& snapshot) {
                  if (!m_ringReads->answered(generation, snapshot)) {
                      return;
                  }
                  m_snapshot = snapshot;
                  const Instant now = snapshot ? snapshot->at : context().bridge.now();
                  m_workers->setNow(now);
                  m_kinds->setNow(now);
                  if (snapshot) {  // after a failure what was read last stays, and the note says so
                      m_workers->setRows(snapshot->workers);
                      m_ring->setSnapshot(*snapshot);
                  }
                  refreshRing();
                  refreshKinds();
                  noteReady();
              });
}

void WorkersPage::readHistory() {
    auto& bridge = context().bridge;
    whenReady(bridge.tasks().ringHistory(bridge.call(), kHistory), this,
              [this, generation = m_historyReads->generation()](const Result<std::vector<api::RingChangeRow>>& rows) {
                  if (!m_historyReads->answered(generation, rows)) {
                      return;
                  }
                  m_historyAnswered = true;
                  m_handOvers->take(rows);
                  m_historyError = rows ? std::nullopt : std::optional(rows.error());
                  refreshHistory();
                  noteReady();
              });
}

void WorkersPage::readHolds() {
    auto& bridge = context().bridge;
    whenReady(bridge.tasks().holds(bridge.call()), this,
              [this, generation = m_holdReads->generation()](const Result<std::vector<api::TaskHold>>& holds) {
                  if (!m_holdReads->answered(generation, holds)) {
                      return;
                  }
                  m_holdsAnswered = true;
                  if (holds) {
                      m_holds = *holds;
                  }
                  refreshKinds();
                  noteReady();
              });
}

// --- showing ------------------------------------------------------------------------------------------------

void WorkersPage::refreshHistory() {
    m_noHandOvers->setHint(m_historyError      ? tr("Could not be read: %1").arg(errorText(*m_historyError))
                           : m_historyAnswered ? tr("No worker has joined or left yet.")
                                               : QString());
}

void WorkersPage::refreshRing() {
    m_noWorkers->setHint(m_snapshot && *m_snapshot ? tr("No worker is running: no task is done.") : QString());
    if (m_snapshot && !*m_snapshot) {
        const QString why = tr("Could not be read: %1").arg(errorText(m_snapshot->error()));
        m_ringNote->setText(why);
        m_workerCard->setFigures(why);
        return;
    }
    const QString now = m_ring->current();
    m_ringNote->setText(now.isEmpty() ? tr("Point at a segment, or walk them with the arrow keys.") : now);
    if (!m_snapshot) {
        m_workerCard->setFigures(Formats::dash());
        return;
    }
    std::int64_t backlog = 0;
    double rate = 0;
    for (const auto& worker : (*m_snapshot)->workers) {
        backlog += worker.backlog;
        rate += worker.perSecond;
    }
    m_workerCard->setFigures(tr("backlog %1 · %2 done/s").arg(Formats::number(backlog), Formats::decimal(rate, 1)));
}

void WorkersPage::refreshKinds() {
    if (m_snapshot && *m_snapshot) {
        std::vector<KindRow> rows;
        for (const auto& counts : (*m_snapshot)->counts) {
            KindRow row{counts, std::nullopt};
            for (const auto& hold : m_holds) {
                if (hold.kind == counts.kind) {
                    row.hold = hold;
                }
            }
            rows.push_back(std::move(row));
        }
        m_kinds->setRows(std::move(rows));
    }
    QStringList held;
    for (const auto& hold : m_holds) {
        held << label(hold.kind);
    }
    m_heldNote->setVisible(!held.isEmpty());
    m_heldNote->setText(tr("Held until an administrator releases them: %1. %2")
                            .arg(held.join(QStringLiteral(", ")),
                                 m_holds.empty() ? QString() : shownLine(text(m_holds.front().reason), 200)));
    refreshActions();
}

void WorkersPage::refreshTabs() {
    m_deadCount = context().bridge.status().deadTasks;
    nameTab(*m_tabs, TasksTab, tr("Tasks"));
    nameTab(*m_tabs, KindsTab, tr("Kinds and holds"));
    nameTab(*m_tabs, HandOversTab, tr("Hand-overs"));
    setActionTexts(*m_dead,
                   m_deadCount > 0 ? tr("Dead letters (%1)").arg(Formats::number(m_deadCount)) : tr("Dead letters"));
}

std::vector<api::TaskKind> WorkersPage::chosenKinds(bool held) const {
    std::vector<api::TaskKind> kinds;
    const auto selected = m_kindTable->selectionModel()->selectedRows();
    for (const auto& index : selected) {
        if (const auto* row = m_kinds->at(index); row && row->counts.held == held) {
            kinds.push_back(row->counts.kind);
        }
    }
    if (selected.isEmpty() && held) {
        for (const auto& hold : m_holds) {  // nothing chosen: all that is held
            kinds.push_back(hold.kind);
        }
    }
    return kinds;
}

QString WorkersPage::whyNotHold(bool hold) const {
    if (const QString why = context().bridge.whyNotAllowed(api::Operation::TasksSetHeld); !why.isEmpty()) {
        return why;
    }
    if (!chosenKinds(!hold).empty()) {
        return {};
    }
    return hold ? tr("Select kinds under \"Kinds and holds\" first.") : tr("Nothing is held.");
}

void WorkersPage::refreshActions() {
    setActionState(*m_hold, whyNotHold(true));
    setActionState(*m_release, whyNotHold(false));
    setActionState(*m_dead, {});
}

void WorkersPage::askHold(bool hold) {
    const auto kinds = chosenKinds(!hold);
    if (kinds.empty()) {
        return;
    }
    QStringList names;
    std::int64_t waiting = 0;
    for (const auto kind : kinds) {
        names << label(kind);
        for (const auto& row : m_kinds->rows()) {
            waiting += row.counts.kind == kind ? row.counts.pending : 0;
        }
    }
    ActionDialog::Texts texts;
    texts.title = hold ? tr("Hold") : tr("Release");
    const QString list = names.join(QStringLiteral(", "));
    texts.question = hold ? tr("Tasks of these kinds will wait until they are released: %1.").arg(list)
                          : tr("Tasks of these kinds will run again: %1.").arg(list);
    texts.effect = (hold ? tr("%1 tasks are waiting; those in progress continue.", nullptr, Formats::plural(waiting))
                         : tr("%1 waiting tasks start at once. After a restore, what was sent since the backup is sent "
                              "again.",
                              nullptr, Formats::plural(waiting)))
                       .arg(Formats::number(waiting));
    texts.confirm = texts.title;
    texts.danger = !hold;
    texts.reasonHint = tr("Required; kept in the audit log");
    m_question = new ActionDialog(texts, {}, window());
    connect(m_question, &QDialog::accepted, this, [this, kinds, hold, title = texts.title, list] {
        auto& bridge = context().bridge;
        ++m_busy;
        whenReady(bridge.tasks().setHeld(bridge.call(m_question->reason()), kinds, hold), this,
                  [this, title, list](const Result<void>& done) {
                      --m_busy;
                      if (done) {
                          context().notices.good(tr("%1: %2 is done.", "action, kinds").arg(title, list));
                      } else {
                          context().notices.bad(tr("%1: nothing was done. %2").arg(title, errorText(done.error())));
                      }
                      m_holdReads->request();
                      m_ringReads->request();
                      noteReady();
                  });
    });
    m_question->open();
}

void WorkersPage::retranslate() {
    setActionTexts(*m_refresh, tr("Refresh"));
    setActionTexts(*m_hold, tr("Hold…"), tr("Keep tasks of the selected kinds waiting"));
    setActionTexts(*m_release, tr("Release…"), tr("Run tasks of the selected kinds again"));
    m_ringCard->setTitle(tr("Ring"));
    m_workerCard->setTitle(tr("Workers"));
    m_workerTable->setAccessibleName(tr("Workers"));
    m_kindTable->setAccessibleName(tr("Kinds of tasks"));
    m_handOverTable->setAccessibleName(tr("Hand-overs"));
    m_workers->retranslate();
    m_kinds->retranslate();
    m_handOvers->retranslate();
    fitColumns(*m_workerTable, kWorkerWidths);
    fitColumns(*m_kindTable, kKindWidths);
    fitColumns(*m_handOverTable, kHandOverWidths);
    refreshTabs();
    for (auto* button : m_tabs->cornerWidget()->findChildren<QToolButton*>()) {
        QString name = button->defaultAction()->text();
        button->setAccessibleName(name.remove(QStringLiteral("…")));
    }
    refreshHistory();
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
        m_kindTable->selectRow(1);
        m_hold->trigger();
    } else if (name == QLatin1String("hand-overs")) {
        m_tabs->setCurrentIndex(HandOversTab);
    }
    return this;
}

void WorkersPage::endPicture() {
    m_tasks->showTasks({}, {});
    m_kindTable->clearSelection();
    m_ring->setCurrentSegment(-1);
    m_tabs->setCurrentIndex(TasksTab);
}

}  // namespace evenhand::ui
