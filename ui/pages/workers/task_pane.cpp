// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/workers/task_pane.h"

#include <QEvent>
#include <QJsonArray>
#include <QMenu>
#include <QVBoxLayout>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/pages/shared/typing_pause.h"
#include "ui/shell/notices.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/read_error.h"
#include "ui/widgets/safe_text.h"
#include "ui/widgets/team_labels.h"
#include "ui/widgets/tone_delegate.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {
namespace {

using Model = TaskTableModel;

constexpr int kWidths[Model::ColumnCount] = {72, 116, 190, 130, 96, 96, 170, 240, 96, 96, 110, 72};
constexpr int kHidden[] = {Model::PositionColumn, Model::TokenColumn};

}  // namespace

TaskPane::TaskPane(UiContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_model(context.bridge, context.formats) {
    setObjectName(QStringLiteral("taskPane"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_flow = new RowFlow(context, this);
    m_retry = makeAction("retry", "refresh", QKeySequence(Qt::CTRL | Qt::Key_T));
    m_drop = makeAction("drop", "cancel", {});
    connect(m_retry, &QAction::triggered, this, [this] { begin(false); });
    connect(m_drop, &QAction::triggered, this, [this] { begin(true); });
    setupFilter();
    setupBar();
    setupTable();
    m_model.setFilterSource([this] { return filter(); });
    connect(m_flow, &RowFlow::finished, this, [this] {
        refresh();
        Q_EMIT readyChanged();
    });
    connect(&context.bridge, &EngineBridge::stateChanged, this, &TaskPane::refreshActions);
    retranslate();
    m_saved->applyDefault();
}

QAction* TaskPane::makeAction(const char* name, const char* iconName, const QKeySequence& keys) {
    auto* action = new QAction(icon(QLatin1String(iconName)), QString(), this);
    action->setObjectName(QStringLiteral("tasks.") + QLatin1String(name));
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(action);
    return action;
}

void TaskPane::setupFilter() {
    auto* row = new WrapRow;
    row->setContentsMargins(kGap, kGap, kGap, 0);
    row->setSpacing(kGap);
    const auto field = [this](const char* name) {
        auto* edit = new QLineEdit(this);
        edit->setObjectName(QLatin1String(name));
        edit->setClearButtonEnabled(true);
        edit->setMaximumWidth(240);
        edit->setMaxLength(200);
        connect(edit, &QLineEdit::textChanged, this, [this] { m_typing.start(); });
        return edit;
    };
    m_text = field("taskFilterText");
    m_worker = field("taskFilterWorker");
    m_kind = new ChoiceButton(false, this);
    m_kind->setObjectName(QStringLiteral("taskFilterKind"));
    m_status = new ChoiceButton(false, this);
    m_status->setObjectName(QStringLiteral("taskFilterStatus"));
    m_clear = new QToolButton(this);
    m_clear->setObjectName(QStringLiteral("taskFilterClear"));
    m_clear->setIcon(icon(QStringLiteral("clear")));
    m_clear->setFocusPolicy(Qt::TabFocus);
    row->addWidget(m_text, 1);
    row->addWidget(m_worker, 1);
    row->addWidget(m_kind);
    row->addWidget(m_status);
    row->addWidget(m_clear);
    m_saved = new SavedFilters(
        m_context, QStringLiteral("tasks/filters"), [this] { return filterState(); },
        [this](const QJsonObject& json) { setFilterState(json); }, this);
    row->addWidget(m_saved);
    row->addStretch(1);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingMs);
    connect(&m_typing, &QTimer::timeout, this, &TaskPane::changed);
    connect(m_kind, &ChoiceButton::chosenChanged, this, &TaskPane::changed);
    connect(m_status, &ChoiceButton::chosenChanged, this, &TaskPane::changed);
    connect(m_clear, &QToolButton::clicked, this, [this] { showTasks({}, {}); });
}

void TaskPane::setupBar() {
    m_bar = new WrapRow;
    m_bar->setContentsMargins(kGapSmall, kGapSmall, kGap, kGapSmall);
    m_bar->setSpacing(2);
    m_bar->addWidget(actionButton(m_retry, this));
    m_bar->addWidget(actionButton(m_drop, this));
    const auto addLabel = [this](const char* name) {
        auto* label = new QLabel(this);
        label->setObjectName(QLatin1String(name));
        label->setTextFormat(Qt::PlainText);
        m_bar->addWidget(label);
        return label;
    };
    m_bar->addSpacing(kGap);
    m_selected = addLabel("taskSelected");
    m_selected->setProperty("muted", true);
    m_error = new ReadError(*m_bar, QStringLiteral("taskError"), this);
    m_count = addLabel("taskCount");
    m_bar->addSpacing(kGap);
    static_cast<QVBoxLayout*>(layout())->addLayout(m_bar);
}

void TaskPane::setupTable() {
    m_table = new PagedView(m_context, m_model, QStringLiteral("tasks"), kWidths, kHidden, this);
    m_bar->addWidget(m_table->columnButton());
    m_empty = new QLabel(this);
    m_empty->setObjectName(QStringLiteral("tasksEmpty"));
    m_empty->setTextFormat(Qt::PlainText);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setProperty("muted", true);
    m_empty->hide();
    auto* down = static_cast<QVBoxLayout*>(layout());
    down->addWidget(m_table, 1);
    down->addWidget(m_empty, 1);
    connect(m_table, &PagedView::selectionMoved, this, &TaskPane::onSelection);
    connect(m_table, &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        auto* menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->setObjectName(QStringLiteral("taskMenu"));
        menu->setToolTipsVisible(true);
        menu->addAction(m_retry);
        menu->addAction(m_drop);
        menu->popup(m_table->viewport()->mapToGlobal(at));
    });
    connect(m_table, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex& index) {
        if (const auto* row = m_model.row(index.row()); row && row->kind == api::TaskKind::Refund) {
            Q_EMIT refundOpened();
        }
    });
    connect(&m_model, &Model::totalChanged, this, [this] {
        refreshTexts();
        onSelection();
    });
    connect(&m_model, &Model::errorChanged, this, &TaskPane::refreshTexts);
    connect(&m_model, &Model::loaded, this, &TaskPane::readyChanged);
}

// --- work ---------------------------------------------------------------------------------------------------

api::TaskFilter TaskPane::filter() const {
    api::TaskFilter filter;
    for (const QString& key : m_kind->chosen()) {
        if (const auto kind = api::taskKindFrom(key.toStdString())) {
            filter.kinds.push_back(*kind);
        }
    }
    for (const QString& key : m_status->chosen()) {
        if (const auto status = api::taskStatusFrom(key.toStdString())) {
            filter.statuses.push_back(*status);
        }
    }
    filter.worker = m_worker->text().trimmed().toStdString();
    filter.text = m_text->text().trimmed().toStdString();
    return filter;
}

QJsonObject TaskPane::filterState() const {
    return {{QStringLiteral("text"), m_text->text()},
            {QStringLiteral("worker"), m_worker->text()},
            {QStringLiteral("kinds"), QJsonArray::fromStringList(m_kind->chosen())},
            {QStringLiteral("statuses"), QJsonArray::fromStringList(m_status->chosen())}};
}

void TaskPane::setFilterState(const QJsonObject& json) {
    m_setting = true;
    m_text->setText(json.value(QStringLiteral("text")).toString());
    m_worker->setText(json.value(QStringLiteral("worker")).toString());
    m_kind->setChosen(SavedFilters::listIn(json, QStringLiteral("kinds")));
    m_status->setChosen(SavedFilters::listIn(json, QStringLiteral("statuses")));
    m_setting = false;
    changed();
}

void TaskPane::changed() {
    m_typing.stop();
    if (!m_setting && m_opened) {
        m_model.restart(m_model.isDescending());
    }
}

void TaskPane::showTasks(const std::vector<api::TaskKind>& kinds, const std::vector<api::TaskStatus>& statuses,
                         const QString& worker) {
    m_setting = true;
    QStringList kindKeys;
    for (const auto kind : kinds) {
        kindKeys << keyText(api::toText(kind));
    }
    QStringList statusKeys;
    for (const auto status : statuses) {
        statusKeys << keyText(api::toText(status));
    }
    m_text->clear();
    m_worker->setText(worker);
    m_kind->setChosen(kindKeys);
    m_status->setChosen(statusKeys);
    m_setting = false;
    changed();
}

void TaskPane::setActive(bool active) {
    m_model.setActive(active);
    if (active && !std::exchange(m_opened, true)) {
        m_model.restart(true);
    } else if (active) {
        refresh();
    }
}

void TaskPane::onSelection() {
    m_known.clear();
    for (const int at : m_table->selectedAt(kLookedAt)) {
        if (const auto* row = m_model.row(at)) {
            m_known.push_back(*row);
        }
    }
    m_selectedCount = selectedRows(*m_table);
    m_selected->setText(m_selectedCount > 1 ? tr("%1 selected").arg(Formats::number(m_selectedCount)) : QString());
    refreshActions();
}

QString TaskPane::whyNotRow(const api::TaskRow& row) {
    if (row.kind == api::TaskKind::Refund) {
        return tr("Refund tasks are handled on the Returns page; the money stays due.");
    }
    return row.status == api::TaskStatus::Dead || row.status == api::TaskStatus::Pending
               ? QString()
               : tr("Only a pending task or a dead letter; this one is: %1.").arg(label(row.status));
}

QString TaskPane::whyNot(bool drop) const {
    const auto operation = drop ? api::Operation::TasksDrop : api::Operation::TasksRetry;
    if (const QString why = m_context.bridge.whyNotAllowed(operation); !why.isEmpty()) {
        return why;
    }
    if (m_selectedCount == 0) {
        return tr("Select a task first.");
    }
    if (m_selectedCount > kMaxFrozen) {
        return tr("At most %1 tasks at a time; %2 selected.")
            .arg(Formats::number(kMaxFrozen), Formats::number(m_selectedCount));
    }
    if (static_cast<std::int64_t>(m_known.size()) < m_selectedCount) {
        return {};
    }
    QString first;
    for (const auto& row : m_known) {
        const QString why = whyNotRow(row);
        if (why.isEmpty()) {
            return {};
        }
        first = first.isEmpty() ? why : first;
    }
    return first;
}

void TaskPane::refreshActions() {
    setActionState(*m_retry, whyNot(false));
    setActionState(*m_drop, whyNot(true));
}

void TaskPane::begin(bool drop) {
    m_model.freeze(m_table->selectionModel()->selection(), this,
                   [this, drop](Result<std::vector<api::TaskRow>> frozen) {
                       if (!frozen) {
                           m_context.notices.bad(errorText(frozen.error()));
                           return;
                       }
                       beginFrozen(drop, *frozen);
                   });
}

void TaskPane::beginFrozen(bool drop, const std::vector<api::TaskRow>& frozen) {
    RowFlow::Spec spec;
    std::int64_t fit = 0;
    for (const auto& row : frozen) {
        FlowRow flow{row.id.value,
                     row.token,
                     QStringLiteral("%1 %2").arg(QString::number(row.id.value), label(row.kind)),
                     shownLine(text(row.subject)),
                     drop ? tr("will never run") : tr("due now, attempts start over"),
                     whyNotRow(row),
                     label(row.status)};
        fit += flow.whyNot.isEmpty() ? 1 : 0;
        spec.rows.push_back(std::move(flow));
    }
    spec.texts.title = drop ? tr("Drop") : tr("Retry");
    spec.texts.question = (drop ? tr("%1 tasks will be dropped and never run.", nullptr, Formats::plural(fit))
                                : tr("%1 tasks will be retried at once.", nullptr, Formats::plural(fit)))
                              .arg(Formats::number(fit));
    spec.texts.confirm = drop ? tr("Drop") : tr("Retry");
    spec.texts.danger = drop;
    spec.texts.reasonHint = tr("Required; kept in the audit log");
    spec.header = {tr("Task"), tr("Subject"), tr("Now")};
    auto answered = std::make_shared<RowFlow::Now>();
    spec.submit = [this, drop, answered](const api::Call& call, const RowFlow::Rows& rows,
                                         std::function<void(RowFlow::Answers)> done) {
        std::vector<api::TaskRef> refs;
        for (const auto& row : rows) {
            refs.push_back({TaskId{row.id}, row.version});
        }
        auto& desk = m_context.bridge.tasks();
        whenReady(drop ? desk.drop(call, std::move(refs)) : desk.retry(call, std::move(refs)), this,
                  [answered, done = std::move(done)](const Result<std::vector<api::TaskAnswer>>& outcomes) {
                      if (!outcomes) {
                          done(fail(outcomes.error()));
                          return;
                      }
                      std::vector<FlowAnswer> answers;
                      for (const auto& each : *outcomes) {
                          answers.push_back({each.id.value, each.error, 0});
                          (*answered)[each.id.value] = label(each.status);
                      }
                      done(std::move(answers));
                  });
    };
    // The outcome of each row carries its state, read in the same unit of work.
    spec.readBack = [answered](std::vector<std::int64_t>, std::function<void(RowFlow::Now)> done) { done(*answered); };
    (void)m_flow->begin(std::move(spec));
}

// --- texts --------------------------------------------------------------------------------------------------

void TaskPane::refreshTexts() {
    const auto total = m_model.total();
    m_count->setText(
        tr("%1 tasks", nullptr, Formats::plural(total)).arg(total < 0 ? Formats::dash() : Formats::number(total)));
    const auto& error = m_model.lastError();
    m_error->setError(error);
    const bool none = total == 0 && !error;
    m_empty->setVisible(none);
    m_table->setVisible(!none);
    m_empty->setText(filter() == api::TaskFilter{} ? tr("There are no tasks.") : tr("No task matches the filter."));
}

void TaskPane::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
    QWidget::changeEvent(event);
}

void TaskPane::retranslate() {
    setActionTexts(*m_retry, tr("Retry…"));
    setActionTexts(*m_drop, tr("Drop…"));
    m_model.retranslate();
    m_table->retranslate();
    m_table->setAccessibleName(tr("Tasks"));
    m_text->setPlaceholderText(tr("Subject"));
    m_text->setAccessibleName(tr("Subject"));
    m_worker->setPlaceholderText(tr("Worker, full name"));
    m_worker->setAccessibleName(tr("Worker, full name"));
    m_saved->retranslate();
    m_clear->setToolTip(tr("Show all"));
    m_clear->setAccessibleName(tr("Show all"));
    m_kind->setTitle(tr("Kind"), tr("Every kind"));
    std::vector<ChoiceButton::Choice> kinds;
    for (const auto kind : api::allTaskKinds()) {
        kinds.push_back({keyText(api::toText(kind)), label(kind)});
    }
    m_kind->setChoices(kinds);
    m_status->setTitle(tr("Status"), tr("Every status"));
    std::vector<ChoiceButton::Choice> statuses;
    for (const auto status : api::allTaskStatuses()) {
        statuses.push_back({keyText(api::toText(status)), label(status)});
    }
    m_status->setChoices(statuses);
    for (auto* button : findChildren<QToolButton*>()) {
        if (button->defaultAction()) {
            QString name = button->defaultAction()->text();
            button->setAccessibleName(name.remove(QStringLiteral("…")));
        }
    }
    refreshTexts();
    onSelection();
}

}  // namespace evenhand::ui
