// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/orders/order_table_view.h"

#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>

#include "ui/pages/orders/order_delegate.h"
#include "ui/shell/preferences.h"
#include "ui/widgets/column_room.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tone_delegate.h"

namespace evenhand::ui {
namespace {

const QString kColumnsKey = QStringLiteral("orders/columns");
constexpr int kWidths[OrderTableModel::ColumnCount] = {140, 188, 126, 116, 76, 118, 150, 150};

}  // namespace

OrderTableView::OrderTableView(UiContext& context, OrderTableModel& model, QWidget* parent)
    : QTableView(parent), m_context(context), m_model(model) {
    setObjectName(QStringLiteral("orderTable"));
    setModel(&model);
    setItemDelegate(new OrderDelegate(this));
    setupRows();
    setupColumns();
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &OrderTableView::tellVisible);
    connect(&model, &OrderTableModel::totalChanged, this, &OrderTableView::tellVisible);
    connect(&model, &OrderTableModel::reset, this, &OrderTableView::tellVisible);
    connect(&model, &QAbstractItemModel::rowsInserted, this, &OrderTableView::tellVisible);
}

void OrderTableView::setupRows() {
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setContextMenuPolicy(Qt::CustomContextMenu);
    setWordWrap(false);
    setShowGrid(false);
    setTabKeyNavigation(false);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setVerticalScrollMode(QAbstractItemView::ScrollPerItem);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(tableRowHeight());
    verticalHeader()->setMinimumSectionSize(tableRowHeight());
}

void OrderTableView::setupColumns() {
    auto* header = horizontalHeader();
    header->setObjectName(QStringLiteral("orderTableHeader"));
    header->setSectionsMovable(true);
    header->setSectionsClickable(true);
    header->setHighlightSections(false);
    header->setFixedHeight(tableRowHeight() + 2);
    header->setMinimumSectionSize(48);
    header->setStretchLastSection(true);
    header->setSortIndicatorShown(true);
    for (int column = 0; column < OrderTableModel::ColumnCount; ++column) {
        setColumnWidth(column, byText(kWidths[column]));
    }
    header->hideSection(OrderTableModel::PaidColumn);
    const auto remembered = m_context.preferences.value(kColumnsKey).toByteArray();
    if (!remembered.isEmpty()) {
        header->restoreState(remembered);
    }
    header->setSortIndicator(OrderTableModel::PlacedColumn, Qt::DescendingOrder);
    connect(header, &QHeaderView::sortIndicatorChanged, this, [this](int column, Qt::SortOrder order) {
        if (OrderTableModel::sortOf(column)) {
            Q_EMIT sortChosen(column, order == Qt::DescendingOrder);
        }
    });
    keepTitlesWhole(*this);
    // Whoever answers the phone looks for one order: its number, how far it is and who has it stay to the last. User
    // and campus go first, as the filters choose them anyway; then times and amounts, which the details say as well,
    // and of these last the time that the rows stand in order of.
    m_room = new ColumnRoom(*this, {std::begin(kWidths), std::end(kWidths)},
                            {OrderTableModel::UserColumn, OrderTableModel::CampusColumn, OrderTableModel::PaidColumn,
                             OrderTableModel::PayableColumn, OrderTableModel::PlacedColumn});
    m_columns = new QMenu(this);
    m_columns->setObjectName(QStringLiteral("columnMenu"));
    connect(m_columns, &QMenu::aboutToShow, this, &OrderTableView::fillColumnMenu);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, this,
            [this, header](const QPoint& at) { m_columns->popup(header->mapToGlobal(at)); });
    fillColumnMenu();
}

void OrderTableView::fillColumnMenu() {
    m_columns->clear();
    for (int column = 0; column < OrderTableModel::ColumnCount; ++column) {
        auto* action = m_columns->addAction(m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        action->setObjectName(QStringLiteral("column.%1").arg(column));
        action->setCheckable(true);
        action->setChecked(m_room->isWanted(column));
        action->setEnabled(column != OrderTableModel::NumberColumn);
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            m_room->setWanted(column, shown);
            saveLayout();
        });
    }
}

void OrderTableView::saveLayout() { m_context.preferences.setValue(kColumnsKey, m_room->saveState()); }

void OrderTableView::setCovered(int pixels) { m_room->setCovered(pixels); }

void OrderTableView::scrollToNewest() {
    scrollToTop();
    tellVisible();
}

std::int64_t OrderTableView::selectedCount() const {
    std::int64_t count = 0;
    for (const auto& range : selectionModel()->selection()) {
        if (range.left() == 0) {
            count += range.height();
        }
    }
    return count;
}

void OrderTableView::tellVisible() {
    const int first = verticalScrollBar()->value();
    m_model.setAtTop(first == 0);
    m_model.setVisibleRows(first, first + viewport()->height() / tableRowHeight() + 1);
}

void OrderTableView::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    tellVisible();
}

void OrderTableView::changeEvent(QEvent* event) {
    QTableView::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        fillColumnMenu();
    }
}

void OrderTableView::keyPressEvent(QKeyEvent* event) {
    // Ctrl+Home and Ctrl+End walk columns in Qt; in a list of orders people mean the first and the last row.
    const bool control = event->modifiers() == Qt::ControlModifier;
    const int rows = m_model.rowCount();
    if (rows > 0 && (event->key() == Qt::Key_Home || event->key() == Qt::Key_End) &&
        (control || event->modifiers() == Qt::NoModifier)) {
        const int column = currentIndex().isValid() ? currentIndex().column() : 0;
        setCurrentIndex(m_model.index(event->key() == Qt::Key_Home ? 0 : rows - 1, column));
        return;
    }
    QTableView::keyPressEvent(event);
}

void OrderTableView::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) {
    QTableView::selectionChanged(selected, deselected);
    Q_EMIT selectionMoved();
}

void OrderTableView::currentChanged(const QModelIndex& current, const QModelIndex& previous) {
    QTableView::currentChanged(current, previous);
    viewport()->update();
}

}  // namespace evenhand::ui
