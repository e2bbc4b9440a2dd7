// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/paged_view.h"

#include <QDrag>
#include <QDropEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <memory>
#include <utility>

#include "ui/shell/preferences.h"
#include "ui/tables/column_layout.h"
#include "ui/tables/table_header.h"
#include "ui/widgets/column_room.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tone_delegate.h"

namespace evenhand::ui {

PagedView::PagedView(UiContext& context, PagedTable& model, const QString& prefix, const Columns& columns,
                     QWidget* parent)
    : QTableView(parent), m_context(context), m_model(model), m_prefix(prefix) {
    setObjectName(prefix + QStringLiteral("Table"));
    auto* header = named(new TableHeader(model, this), prefix + QStringLiteral("Header"));
    setHorizontalHeader(header);
    header->setSortIndicatorShown(true);  // a view that does not sort by itself takes it from its header
    setModel(&model);
    model.setSelectionSource([this] { return selectionModel()->selection(); });
    setFrameShape(QFrame::NoFrame);
    styleTable(*this, true);
    m_columnButton = named(new QToolButton(this), prefix + QStringLiteral("Columns"));
    m_columnButton->setIcon(icon(QStringLiteral("columns")));
    m_columnButton->setIconSize({18, 18});
    m_columnButton->setPopupMode(QToolButton::InstantPopup);
    m_columnButton->setFocusPolicy(Qt::TabFocus);
    setupColumns(columns);
    connect(header, &TableHeader::arranged, this, &PagedView::saveLayout);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this](int value) {
        m_isAtEnd = m_isAtEnd && value == verticalScrollBar()->maximum();  // else somebody scrolled away
        tellVisible();
    });
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, &PagedView::stayAtEnd);
    connect(&model, &PagedTable::totalChanged, this, &PagedView::tellVisible);
    connect(&model, &PagedTable::reset, this, [this] {
        m_isAtEnd = false;  // these are other rows
        tellVisible();
        Q_EMIT selectionMoved();
    });
}

void PagedView::setupColumns(const Columns& columns) {
    auto* header = horizontalHeader();
    std::vector<int> yielding;
    for (int column = 0; column < static_cast<int>(columns.widths.size()); ++column) {
        setColumnWidth(column, byText(columns.widths[static_cast<std::size_t>(column)]));
    }
    for (const int column : columns.hidden) {
        header->hideSection(column);
    }
    const QString key = m_prefix + QStringLiteral("/columns");
    if (const auto remembered = m_context.preferences.value(key).toByteArray(); !remembered.isEmpty()) {
        applyLayout(remembered, *header, m_model);
    }
    setupOrder();
    keepTitlesWhole(*this);
    for (const QString& id : columns.yielding) {
        for (int column = 0; column < m_model.columnCount(); ++column) {
            if (m_model.columnId(column) == id) {
                yielding.push_back(column);
            }
        }
    }
    m_room = new ColumnRoom(*this, columns.widths, std::move(yielding));
    m_columns = named(new QMenu(this), m_prefix + QStringLiteral("ColumnMenu"));
    connect(m_columns, &QMenu::aboutToShow, this, &PagedView::fillColumnMenu);
    m_columnButton->setMenu(m_columns);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header, &QWidget::customContextMenuRequested, this,
            [this, header](const QPoint& at) { m_columns->popup(header->mapToGlobal(at)); });
    fillColumnMenu();
}

void PagedView::setupOrder() {
    horizontalHeader()->setSortIndicatorClearable(m_model.isSortable(-1));  // the third click: as they come
    showOrder();
    connect(&m_model, &PagedTable::sortingChanged, this, [this] {
        showOrder();
        horizontalHeader()->viewport()->update();  // other headers look as if a click did something
    });
    connect(horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, [this](int column, Qt::SortOrder order) {
        const bool descending = order == Qt::DescendingOrder;
        if (!m_model.isSortable(column)) {
            showOrder();
        } else if (column != m_model.orderColumn() || descending != m_model.isDescending()) {
            m_model.setOrder(column, descending);
            m_model.restart();
            saveLayout();
        }
    });
}

/// The arrow stands where the rows are in order, whatever was clicked.
void PagedView::showOrder() {
    const QSignalBlocker block(horizontalHeader());
    horizontalHeader()->setSortIndicator(m_model.orderColumn(),
                                         m_model.isDescending() ? Qt::DescendingOrder : Qt::AscendingOrder);
}

std::vector<int> PagedView::shownColumns() const {
    std::vector<int> columns;
    for (int at = 0; at < horizontalHeader()->count(); ++at) {
        const int column = horizontalHeader()->logicalIndex(at);
        if (m_room->isWanted(column)) {
            columns.push_back(column);
        }
    }
    return columns;
}

void PagedView::saveLayout() {
    m_context.preferences.setValue(m_prefix + QStringLiteral("/columns"),
                                   layoutOf(*horizontalHeader(), m_model, m_room->yielded()));
}

void PagedView::setCovered(int pixels) { m_room->setCovered(pixels); }

void PagedView::setColumnShown(int column, bool shown) { m_room->setShown(column, shown); }

void PagedView::fillColumnMenu() {
    m_columns->clear();
    for (int column = 0; column < m_model.columnCount(); ++column) {
        auto* action = m_columns->addAction(m_model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        action->setObjectName(QStringLiteral("column.%1").arg(column));
        action->setCheckable(true);
        action->setChecked(m_room->isWanted(column));
        action->setEnabled(column != 0);
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            m_room->setWanted(column, shown);
            saveLayout();
        });
    }
    if (m_room->isShort()) {
        m_columns->addSeparator();
        auto* all = m_columns->addAction(tr("Show also those without room"));
        all->setObjectName(QStringLiteral("columns.all"));
        connect(all, &QAction::triggered, this, [this] {
            m_room->showAll();
            saveLayout();
        });
    }
}

std::vector<int> PagedView::selectedAt(int most) const {
    std::vector<int> rows;
    for (const auto& range : selectionModel()->selection()) {
        for (int row = range.top(); range.left() == 0 && row <= range.bottom(); ++row) {
            if (static_cast<int>(rows.size()) >= most) {
                return rows;
            }
            rows.push_back(row);
        }
    }
    return rows;
}

void PagedView::select(const std::vector<int>& rows) {
    // In one change: whoever follows the selection is not told that nothing is selected any more.
    QItemSelection wanted;
    for (const int row : rows) {
        const auto index = m_model.index(row, 0);
        wanted.select(index, index);
    }
    selectionModel()->select(wanted, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    if (!rows.empty()) {
        selectionModel()->setCurrentIndex(m_model.index(rows.back(), 0), QItemSelectionModel::NoUpdate);
    }
}

void PagedView::orderBy(int column, bool descending) {
    m_model.setOrder(column, descending);
    showOrder();
    m_model.restart();
}

// --- carried by hand ----------------------------------------------------------------------------------------

void PagedView::setCarrying(bool away, bool here, std::function<QString(std::int64_t)> counted) {
    m_counted = std::move(counted);
    setDragEnabled(away);
    setAcceptDrops(here);
    setDragDropMode(away && here ? DragDrop : away ? DragOnly : here ? DropOnly : NoDragDrop);
    setDefaultDropAction(Qt::CopyAction);
    setDragDropOverwriteMode(here);  // on rows, not between them
    setDropIndicatorShown(here);
}

/// The hand carries how many they are.
void PagedView::startDrag(Qt::DropActions supportedActions) {
    const auto rows = selectionModel()->selectedRows();
    std::unique_ptr<QMimeData> mime(m_model.mimeData(rows));
    if (!mime) {
        return;
    }
    const QString caption = m_counted(rows.size());
    const QSize size(pillWidth(caption, font()), tableRowHeight());
    QPixmap picture(size * devicePixelRatioF());
    picture.setDevicePixelRatio(devicePixelRatioF());
    picture.fill(Qt::transparent);
    {
        QPainter painter(&picture);
        drawPill(painter, QRect(QPoint(0, 0), size), caption, colorsOf(palette()).tone(Tone::Info), font());
    }
    auto* drag = new QDrag(this);
    drag->setMimeData(mime.release());
    drag->setPixmap(picture);
    drag->setHotSpot({-12, -8});
    drag->exec(supportedActions, Qt::CopyAction);
}

void PagedView::dragMoveEvent(QDragMoveEvent* event) {
    QTableView::dragMoveEvent(event);
    const QPoint position = event->position().toPoint();
    const QString why = m_model.whyNoDrop(indexAt(position).row(), event->mimeData());
    if (why.isEmpty()) {
        QToolTip::hideText();
    } else {
        event->ignore();
        QToolTip::showText(viewport()->mapToGlobal(position), plainToolTip(why), this);
    }
}

void PagedView::dropEvent(QDropEvent* event) {
    QToolTip::hideText();
    QTableView::dropEvent(event);
}

void PagedView::tellVisible() {
    const int first = verticalScrollBar()->value();
    m_model.setVisibleRows(first, first + viewport()->height() / tableRowHeight() + 1);
}

void PagedView::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    tellVisible();
}

void PagedView::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) {
    QTableView::selectionChanged(selected, deselected);
    ++m_selections;
    Q_EMIT selectionMoved();
}

void PagedView::mousePressEvent(QMouseEvent* event) {
    byHand([this, event] { QTableView::mousePressEvent(event); });
}

void PagedView::mouseReleaseEvent(QMouseEvent* event) {
    byHand([this, event] { QTableView::mouseReleaseEvent(event); });
}

void PagedView::keyPressEvent(QKeyEvent* event) {
    byHand([this, event] { moveByKey(event); });
}

void PagedView::moveByKey(QKeyEvent* event) {
    // Home and End walk columns in Qt; in a list of rows people mean the first and the last.
    const int rows = m_model.rowCount();
    if (rows > 0 && (event->key() == Qt::Key_Home || event->key() == Qt::Key_End) &&
        (event->modifiers() == Qt::ControlModifier || event->modifiers() == Qt::NoModifier)) {
        setCurrentIndex(m_model.index(event->key() == Qt::Key_Home ? 0 : rows - 1, 0));
        m_isAtEnd = event->key() == Qt::Key_End;
        if (m_isAtEnd) {
            scrollToBottom();  // as far as rows go that came in since it was laid out
        }
        return;
    }
    QTableView::keyPressEvent(event);
}

/// Rows that come in above push the last one down, out of a view that keeps its place.
void PagedView::stayAtEnd() {
    if (m_isAtEnd) {
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
    }
}

void PagedView::retranslate() {
    m_columnButton->setToolTip(tr("Columns"));
    m_columnButton->setAccessibleName(tr("Columns"));
    fillColumnMenu();
}

}  // namespace evenhand::ui
