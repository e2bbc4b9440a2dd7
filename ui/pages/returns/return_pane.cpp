// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/returns/return_pane.h"

#include <QEvent>
#include <QMenu>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/bridge/ui_pulse.h"
#include "ui/shell/notices.h"
#include "ui/shell/preferences.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/read_error.h"
#include "ui/widgets/tone_delegate.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {
namespace {

constexpr int kReturnWidths[ReturnTableModel::ColumnCount] = {132, 124, 84,  122, 56,  124, 84,
                                                              124, 118, 150, 96,  130, 118};
constexpr int kHiddenReturnColumns[] = {ReturnTableModel::RequestedColumn, ReturnTableModel::GoodsColumn,
                                        ReturnTableModel::FirstColumn};
const QString kSplitterKey = QStringLiteral("returns/splitter");

}  // namespace

ReturnPane::ReturnPane(UiContext& context, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_model(context.bridge, context.scope, context.formats),
      m_countReads(new FeedChannel(
          kCountMs, [this] { readCounts(); }, this)) {
    setObjectName(QStringLiteral("returnPane"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_filters = new ReturnFilterBar(context, this);
    m_actions = new ReturnActions(context.bridge, this);
    m_flow = new ReturnActionFlow(context, this);
    m_exporter = new CsvExport(context, this);
    layout->addWidget(m_filters);
    setupBar();
    setupBody();
    m_model.setFilterSource([this] { return m_filters->filter(); });
    connect(m_filters, &ReturnFilterBar::filterChanged, this, [this] {
        if (m_opened) {
            m_detail->showReturn({});  // it is about a return of the list
            m_model.restart(m_model.isDescending());
            m_countReads->restart();
        }
    });
    connect(m_actions, &ReturnActions::requested, this, &ReturnPane::begin);
    connect(m_flow, &ReturnActionFlow::finished, this, [this] {
        refresh();
        Q_EMIT readyChanged();
    });
    connect(m_flow, &ReturnActionFlow::asked, this, &ReturnPane::readyChanged);
    // A return of the campus of before is not shown beside the list of another one.
    connect(&context.scope, &CampusScope::currentChanged, m_detail, [this] { m_detail->showReturn({}); });
    connect(&context.bridge, &EngineBridge::returnsChanged, m_countReads, &FeedChannel::request);
    connect(&context.bridge, &EngineBridge::refundsChanged, m_countReads, &FeedChannel::request);
    retranslate();
}

void ReturnPane::setupBar() {
    const auto command = [this](const char* name, const char* iconName, const QKeySequence& keys) {
        auto* action = new QAction(icon(QLatin1String(iconName)), QString(), this);
        action->setObjectName(QStringLiteral("returns.") + QLatin1String(name));
        action->setShortcut(keys);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        addAction(action);
        return action;
    };
    m_export = command("export", "export", QKeySequence(Qt::CTRL | Qt::Key_E));
    m_toggle = command("detail", "info", QKeySequence(Qt::Key_F4));
    m_toggle->setCheckable(true);
    m_toggle->setChecked(true);
    connect(m_export, &QAction::triggered, this, [this] { m_exporter->ask(exportTask()); });
    connect(m_exporter, &CsvExport::runningChanged, this, &ReturnPane::refreshActions);
    m_bar = new WrapRow;
    m_bar->setContentsMargins(kGapSmall, kGapSmall, kGap, kGapSmall);
    m_bar->setSpacing(2);
    for (const auto which : {ReturnAction::Approve, ReturnAction::Reject, ReturnAction::Receive, ReturnAction::Undo}) {
        m_bar->addWidget(actionButton(m_actions->action(which), this));
    }
    for (const auto which : {ReturnAction::SkipGoods, ReturnAction::UndoGoods, ReturnAction::Cancel}) {
        m_bar->addWidget(actionButton(m_actions->action(which), this, Qt::ToolButtonIconOnly));
    }
    const auto addLabel = [this](const char* name) {
        auto* label = new QLabel(this);
        label->setObjectName(QLatin1String(name));
        label->setTextFormat(Qt::PlainText);
        m_bar->addWidget(label);
        return label;
    };
    m_bar->addSpacing(kGap);
    m_selected = addLabel("returnSelected");
    m_selected->setProperty("muted", true);
    m_error = new ReadError(*m_bar, QStringLiteral("returnError"), this);
    m_count = addLabel("returnCount");
    m_bar->addSpacing(kGap);
    static_cast<QVBoxLayout*>(layout())->addLayout(m_bar);
}

void ReturnPane::setupBody() {
    auto* left = new QWidget(this);
    auto* down = new QVBoxLayout(left);
    down->setContentsMargins(0, 0, 0, 0);
    m_table = new PagedView(m_context, m_model, QStringLiteral("returns"), kReturnWidths, kHiddenReturnColumns, left);
    m_empty = new QLabel(left);
    m_empty->setObjectName(QStringLiteral("returnsEmpty"));
    m_empty->setTextFormat(Qt::PlainText);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setProperty("muted", true);
    m_empty->hide();
    down->addWidget(m_table, 1);
    down->addWidget(m_empty, 1);
    m_detail = new ReturnDetailPanel(m_context, this);
    m_detail->setMinimumWidth(340);
    m_split = new DetailSplit(QStringLiteral("return"), left, m_detail, {900, 400}, this);
    m_split->restoreState(m_context.preferences.value(kSplitterKey).toByteArray());
    m_split->bind(m_toggle, m_table);
    static_cast<QVBoxLayout*>(layout())->addWidget(m_split, 1);
    connect(m_split, &DetailSplit::splitterMoved, this,
            [this] { m_context.preferences.setValue(kSplitterKey, m_split->saveState()); });
    m_bar->addWidget(m_table->columnButton());
    m_bar->addWidget(actionButton(m_export, this, Qt::ToolButtonIconOnly));
    m_bar->addWidget(actionButton(m_toggle, this, Qt::ToolButtonIconOnly));
    connect(m_table, &PagedView::selectionMoved, this, &ReturnPane::onSelection);
    connect(m_table, &QWidget::customContextMenuRequested, this, &ReturnPane::showMenu);
    connect(m_table, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex& index) {
        if (const auto* row = m_model.row(index.row())) {
            Q_EMIT opened(text(row->orderNo));
        }
    });
    connect(&m_model, &ReturnTableModel::totalChanged, this, [this] {
        refreshTexts();
        m_selectionDirty = true;  // what is selected may be in another stage now; worked out once a beat
        m_context.pulse.request();
    });
    connect(&m_model, &ReturnTableModel::errorChanged, this, &ReturnPane::refreshTexts);
    // How long the oldest waits goes on while nothing happens.
    connect(&m_context.bridge, &EngineBridge::statusPolled, this, [this] {
        if (m_active && m_counts && m_counts->oldest) {
            refreshCount();
        }
    });
    connect(&m_model, &ReturnTableModel::loaded, this, [this] {
        // The panel begins with the row where the cursor is, not empty; nothing is selected by that.
        const auto* first = m_model.rowCount() > 0 ? m_model.row(0) : nullptr;
        if (first != nullptr && !m_detail->id().valid() && m_toggle->isChecked()) {
            m_table->selectionModel()->setCurrentIndex(m_model.index(0, 0), QItemSelectionModel::NoUpdate);
            m_detail->showReturn(first->id);
        }
        Q_EMIT readyChanged();
    });
    connect(&m_context.pulse, &UiPulse::tick, this, [this] {
        if (std::exchange(m_selectionDirty, false)) {
            onSelection();
        }
    });
    connect(m_detail, &ReturnDetailPanel::closeRequested, this, [this] { m_toggle->setChecked(false); });
    connect(m_detail, &ReturnDetailPanel::loaded, this, [this] {
        refreshActions();
        Q_EMIT readyChanged();
    });
    connect(m_toggle, &QAction::toggled, this, [this](bool shown) {
        m_detail->setActive(shown && m_active);
        onSelection();
    });
}

// --- work ---------------------------------------------------------------------------------------------------

void ReturnPane::setActive(bool active) {
    m_active = active;
    m_model.setActive(active);
    m_model.setTicking(active);
    m_countReads->setActive(active);
    m_detail->setActive(active && m_toggle->isChecked());
    if (active && !std::exchange(m_opened, true)) {
        m_model.restart();
        m_countReads->restart();
    } else if (active) {
        refresh();  // what happened meanwhile was not followed
    }
}

void ReturnPane::refresh() {
    m_model.refresh();
    m_countReads->request();
    m_detail->refresh();
}

bool ReturnPane::isReady() const {
    return !m_model.isLoading() && m_counted && m_detail->isReady() && !m_flow->isBusy() &&
           !m_detail->refundFlow()->isBusy();
}

void ReturnPane::readCounts() {
    auto& bridge = m_context.bridge;
    whenReady(bridge.returns().counts(bridge.call(), m_context.scope.current()), this,
              [this, generation = m_countReads->generation()](const Result<api::ReturnCounts>& counts) {
                  if (!m_countReads->answered(generation, counts)) {
                      return;
                  }
                  m_counted = true;
                  m_counts = counts ? std::optional(*counts) : std::nullopt;
                  m_filters->setCounts(m_counts);
                  refreshTexts();
                  Q_EMIT readyChanged();
              });
}

void ReturnPane::onSelection() {
    std::vector<api::ReturnRow> known;
    for (const int at : m_table->selectedAt(kLookedAt)) {
        if (const auto* row = m_model.row(at)) {
            known.push_back(*row);
        }
    }
    const auto selected = selectedRows(*m_table);
    if (m_toggle->isChecked() && !known.empty()) {
        const auto* current = m_model.row(m_table->currentIndex().row());
        const bool among =
            current && selected > 1 && m_table->selectionModel()->isRowSelected(m_table->currentIndex().row());
        m_detail->showReturn(among ? current->id : known.front().id);
    }
    m_actions->setSelection(std::move(known), selected);
    m_selected->setText(selected > 1 ? tr("%1 selected").arg(Formats::number(selected)) : QString());
    refreshActions();
}

void ReturnPane::openReturn(ReturnId id) {
    m_toggle->setChecked(true);
    m_table->clearSelection();
    m_detail->showReturn(id);
}

void ReturnPane::begin(ReturnAction action) {
    m_model.freeze(m_table->selectionModel()->selection(), this,
                   [this, action](Result<std::vector<api::ReturnRow>> frozen) {
                       if (!frozen) {
                           m_context.notices.bad(errorText(frozen.error()));
                           return;
                       }
                       m_flow->begin(action, *std::move(frozen));
                   });
}

void ReturnPane::showMenu(const QPoint& at) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(QStringLiteral("returnMenu"));
    menu->setToolTipsVisible(true);
    for (QAction* action : m_actions->all()) {
        menu->addAction(action);
    }
    if (m_detail->detail() && !m_detail->detail()->refunds.empty() && selectedRows(*m_table) == 1) {
        menu->addSeparator();
        for (QAction* action : m_detail->refundActions()->all()) {
            menu->addAction(action);
        }
    }
    menu->popup(m_table->viewport()->mapToGlobal(at));
}

CsvExport::Task ReturnPane::exportTask() {
    CsvExport::Task task;
    task.title = tr("Export of returns");
    task.fileName = QStringLiteral("returns.csv");
    task.total = m_model.total();
    task.write = [this, query = m_model.query()](std::string path, std::function<void(std::int64_t)> progress) {
        auto& bridge = m_context.bridge;
        return bridge.returns().exportCsv(bridge.call(), query, std::move(path), std::move(progress));
    };
    task.done = [](std::int64_t count, const QString& path) {
        return tr("Exported %1 rows of returns to %2", nullptr, Formats::plural(count))
            .arg(Formats::number(count), path);
    };
    return task;
}

void ReturnPane::exportTo(const QString& path) { m_exporter->writeTo(path, exportTask()); }

// --- texts --------------------------------------------------------------------------------------------------

void ReturnPane::refreshCount() {
    const auto total = m_model.total();
    QString words = total < 0 ? tr("%1 returns", nullptr, 0).arg(Formats::dash()) : countedReturns(total);
    if (m_counts && m_counts->oldest) {
        const auto age = std::max<std::int64_t>(0, m_context.bridge.now().ms - m_counts->oldest->ms);
        words += QStringLiteral(" · ") + tr("oldest waits %1").arg(Formats::duration(age));
    }
    m_count->setText(words);
}

void ReturnPane::refreshTexts() {
    refreshCount();
    const auto total = m_model.total();
    const auto& error = m_model.lastError();
    m_error->setError(error);
    const bool none = total == 0 && !error;
    m_empty->setVisible(none);
    m_table->setVisible(!none);
    m_detail->setListEmpty(none);
    const auto filter = m_filters->filter();
    const bool queue = filter.stages == std::vector{api::ReturnStage::Approval, api::ReturnStage::SecondApproval} &&
                       filter.text.empty() && !filter.from && !filter.to;
    m_empty->setText(queue ? tr("Nothing waits for approval.") : tr("No return matches the filter."));
    refreshActions();
}

void ReturnPane::refreshActions() {
    QString why;
    if (m_exporter->isRunning()) {
        why = tr("An export is running.");
    } else if (m_model.total() < 0) {
        why = tr("Nothing is shown yet.");
    }
    setActionState(*m_export, why);
    const auto& detail = m_detail->detail();
    m_actions->setFourEyes(detail ? detail->row.id : ReturnId{},
                           detail ? std::optional(detail->fourEyes) : std::nullopt);
}

void ReturnPane::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
    QWidget::changeEvent(event);
}

void ReturnPane::retranslate() {
    m_actions->retranslate();
    m_model.retranslate();
    m_table->retranslate();
    m_table->setAccessibleName(tr("Returns"));
    setActionTexts(*m_export, tr("Export what is shown…"));
    setActionTexts(*m_toggle, tr("Return in detail"));
    m_actions->action(ReturnAction::Undo)->setIconText(tr("Undo…"));
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
