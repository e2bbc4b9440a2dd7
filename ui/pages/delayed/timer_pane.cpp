// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/delayed/timer_pane.h"

#include <QEvent>
#include <QHeaderView>
#include <QScrollBar>
#include <QVBoxLayout>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/bridge/ui_pulse.h"
#include "ui/shell/notices.h"
#include "ui/shell/preferences.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/read_error.h"
#include "ui/widgets/tone_delegate.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {
namespace {

using Model = TimerTableModel;

constexpr int kWidths[Model::ColumnCount] = {124, 120, 104, 150, 104, 150, 170, 120, 110, 86, 220};
constexpr int kHiddenInAll[] = {Model::PayableColumn, Model::AttemptsColumn, Model::ReasonColumn};
constexpr int kHiddenInDead[] = {Model::StateColumn, Model::PayableColumn, Model::CourierColumn};

}  // namespace

TimerPane::TimerPane(UiContext& context, bool deadOnly, QWidget* parent)
    : QWidget(parent),
      m_context(context),
      m_deadOnly(deadOnly),
      m_model(context.bridge, context.scope, context.formats) {
    setObjectName(prefix() + QStringLiteral("Pane"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_filters = new TimerFilterBar(context, deadOnly, this);
    m_actions = new TimerActions(context.bridge, this, prefix(), true);
    m_flow = new TimerActionFlow(context, this);
    layout->addWidget(m_filters);
    setupBar();
    setupTable();
    setupColumns();
    m_model.setFilterSource([this] { return m_filters->filter(); });
    connect(m_filters, &TimerFilterBar::filterChanged, this, [this] {
        if (m_opened) {
            m_model.restart(m_model.isDescending());
        }
    });
    connect(m_actions, &TimerActions::requested, this, &TimerPane::begin);
    connect(m_flow, &TimerActionFlow::finished, this, [this] {
        m_model.refresh();
        Q_EMIT readyChanged();
    });
    retranslate();
}

QToolButton* TimerPane::addButton(QAction* action, bool withText) {
    auto* button = actionButton(action, this, withText ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
    m_bar->addWidget(button);
    return button;
}

void TimerPane::setupBar() {
    m_bar = new WrapRow;
    m_bar->setContentsMargins(kGapSmall, kGapSmall, kGap, kGapSmall);
    m_bar->setSpacing(2);
    if (m_deadOnly) {
        addButton(m_actions->action(TimerAction::Retry), true);
        addButton(m_actions->action(TimerAction::Postpone), true);
        addButton(m_actions->action(TimerAction::Cancel), true);
    } else {
        for (QAction* action : m_actions->all()) {
            addButton(action, true);
        }
    }
    const auto addLabel = [this](const char* name) {
        auto* label = new QLabel(this);
        label->setObjectName(prefix() + QLatin1String(name));
        label->setTextFormat(Qt::PlainText);
        m_bar->addWidget(label);
        return label;
    };
    m_bar->addSpacing(kGap);
    m_selected = addLabel("Selected");
    m_selected->setProperty("muted", true);
    m_error = new ReadError(*m_bar, prefix() + QStringLiteral("Error"), this);
    m_count = addLabel("Count");
    m_bar->addSpacing(kGap);
    m_columnButton = new QToolButton(this);
    m_columnButton->setObjectName(prefix() + QStringLiteral("Columns"));
    m_columnButton->setIcon(icon(QStringLiteral("columns")));
    m_columnButton->setPopupMode(QToolButton::InstantPopup);
    m_columnButton->setFocusPolicy(Qt::TabFocus);
    m_bar->addWidget(m_columnButton);
    static_cast<QVBoxLayout*>(layout())->addLayout(m_bar);
}

void TimerPane::setupTable() {
    m_table = new QTableView(this);
    m_table->setObjectName(prefix() + QStringLiteral("Table"));
    m_table->setModel(&m_model);
    m_table->setFrameShape(QFrame::NoFrame);
    styleTable(*m_table, true);
    m_table->viewport()->installEventFilter(this);
    m_empty = new EmptyHint(*m_table);
    static_cast<QVBoxLayout*>(layout())->addWidget(m_table, 1);
    connect(m_table->verticalScrollBar(), &QScrollBar::valueChanged, this, &TimerPane::tellVisible);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &TimerPane::onSelection);
    connect(m_table, &QWidget::customContextMenuRequested, this, &TimerPane::showMenu);
    connect(m_table, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex& index) {
        if (const auto* timer = m_model.row(index.row())) {
            Q_EMIT opened(text(timer->orderNo));
        }
    });
    connect(&m_model, &Model::reset, this, [this] {
        tellVisible();
        onSelection();
    });
    connect(&m_model, &Model::totalChanged, this, [this] {
        tellVisible();
        refreshCounts();
        // What is selected may be in another state now; worked out once a beat.
        m_selectionDirty = true;
        m_context.pulse.request();
    });
    connect(&m_model, &Model::errorChanged, this, &TimerPane::refreshCounts);
    connect(&m_model, &Model::loaded, this, &TimerPane::readyChanged);
    connect(&m_model, &Model::loaded, this, &TimerPane::refreshEmpty);
    connect(&m_context.pulse, &UiPulse::tick, this, [this] {
        if (std::exchange(m_selectionDirty, false)) {
            onSelection();
        }
    });
}

void TimerPane::setupColumns() {
    auto* header = m_table->horizontalHeader();
    header->setObjectName(prefix() + QStringLiteral("Header"));
    header->setSectionsMovable(true);
    header->setSectionsClickable(true);
    header->setSortIndicatorShown(true);
    for (int column = 0; column < Model::ColumnCount; ++column) {
        m_table->setColumnWidth(column, byText(kWidths[column]));
    }
    for (const int column : m_deadOnly ? std::span<const int>(kHiddenInDead) : std::span<const int>(kHiddenInAll)) {
        header->hideSection(column);
    }
    const QString key = prefix() + QStringLiteral("s/columns");
    if (const auto remembered = m_context.preferences.value(key).toByteArray(); !remembered.isEmpty()) {
        header->restoreState(remembered);
    }
    header->setSortIndicator(Model::DueColumn, Qt::AscendingOrder);
    connect(header, &QHeaderView::sortIndicatorChanged, this, [this, header](int column, Qt::SortOrder order) {
        // There is one order, that of the due instant.
        if (column != Model::DueColumn && column != Model::CountdownColumn) {
            const QSignalBlocker block(header);
            header->setSortIndicator(Model::DueColumn,
                                     m_model.isDescending() ? Qt::DescendingOrder : Qt::AscendingOrder);
        } else if ((order == Qt::DescendingOrder) != m_model.isDescending()) {
            m_model.restart(order == Qt::DescendingOrder);
        }
    });
    keepTitlesWhole(*m_table);
    m_columns = new QMenu(this);
    m_columns->setObjectName(prefix() + QStringLiteral("ColumnMenu"));
    connect(m_columns, &QMenu::aboutToShow, this, &TimerPane::fillColumnMenu);
    m_columnButton->setMenu(m_columns);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, this,
            [this, header](const QPoint& at) { m_columns->popup(header->mapToGlobal(at)); });
    fillColumnMenu();
}

void TimerPane::fillColumnMenu() {
    m_columns->clear();
    for (int column = 0; column < Model::ColumnCount; ++column) {
        auto* action = m_columns->addAction(m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        action->setObjectName(QStringLiteral("column.%1").arg(column));
        action->setCheckable(true);
        action->setChecked(!m_table->isColumnHidden(column));
        action->setEnabled(column != Model::NumberColumn);
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            m_table->setColumnHidden(column, !shown);
            m_context.preferences.setValue(prefix() + QStringLiteral("s/columns"),
                                           m_table->horizontalHeader()->saveState());
        });
    }
}

void TimerPane::setActive(bool active) {
    m_model.setActive(active);
    if (active && !std::exchange(m_opened, true)) {
        m_model.restart(false);
    } else if (active) {
        m_model.refresh();  // what happened meanwhile was not followed
    }
}

void TimerPane::tellVisible() {
    const int first = m_table->verticalScrollBar()->value();
    m_model.setVisibleRows(first, first + m_table->viewport()->height() / tableRowHeight() + 1);
}

bool TimerPane::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) {
        tellVisible();
    }
    return QWidget::eventFilter(watched, event);
}

void TimerPane::onSelection() {
    int looked = 0;
    std::vector<api::TimerRow> known;
    for (const auto& range : m_table->selectionModel()->selection()) {
        for (int row = range.top(); range.left() == 0 && row <= range.bottom() && looked < kLookedAt; ++row, ++looked) {
            if (const auto* timer = m_model.row(row)) {
                known.push_back(*timer);
            }
        }
    }
    const auto selected = selectedRows(*m_table);
    m_actions->setSelection(std::move(known), selected);
    m_selected->setText(selected > 1 ? tr("%1 selected").arg(Formats::number(selected)) : QString());
}

void TimerPane::begin(TimerAction action) {
    m_model.freeze(m_table->selectionModel()->selection(), this,
                   [this, action](Result<std::vector<api::TimerRow>> frozen) {
                       if (!frozen) {
                           m_context.notices.bad(errorText(frozen.error()));
                           return;
                       }
                       m_flow->begin(action, *std::move(frozen));
                   });
}

void TimerPane::showMenu(const QPoint& at) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(prefix() + QStringLiteral("Menu"));
    menu->setToolTipsVisible(true);
    for (QAction* action : m_actions->all()) {
        menu->addAction(action);
    }
    menu->popup(m_table->viewport()->mapToGlobal(at));
}

void TimerPane::refreshCounts() {
    const auto total = m_model.total();
    m_count->setText(
        tr("%1 timers", nullptr, Formats::plural(total)).arg(total < 0 ? Formats::dash() : Formats::number(total)));
    const auto& error = m_model.lastError();
    m_error->setError(error);
    refreshEmpty();
}

void TimerPane::refreshEmpty() {
    if (m_model.total() != 0 || m_model.lastError()) {
        m_empty->setHint({});  // not known to be none
        return;
    }
    auto filter = m_filters->filter();
    filter.campus = {};
    if (m_deadOnly) {
        filter.states.clear();
    }
    m_empty->setHint(filter != api::TimerFilter{} ? tr("No timer matches the filter.")
                     : m_deadOnly                 ? tr("No dead letters: every timer ran or will be retried.")
                                                  : tr("No timer is armed."));
}

void TimerPane::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
    QWidget::changeEvent(event);
}

void TimerPane::retranslate() {
    m_actions->retranslate();
    m_model.retranslate();
    m_columnButton->setToolTip(tr("Columns"));
    m_columnButton->setAccessibleName(tr("Columns"));
    m_table->setAccessibleName(m_deadOnly ? tr("Dead letters") : tr("Timers"));
    fillColumnMenu();
    refreshCounts();
    onSelection();
}

}  // namespace evenhand::ui
