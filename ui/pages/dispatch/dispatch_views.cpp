// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/dispatch/dispatch_views.h"

#include <QContextMenuEvent>
#include <QDrag>
#include <QHeaderView>
#include <QMenu>
#include <QMimeData>
#include <QPainter>
#include <QToolTip>

#include "engine/base/csv_text.h"
#include "ui/models/order_refs_mime.h"
#include "ui/pages/dispatch/courier_table_model.h"
#include "ui/pages/dispatch/dispatch_delegate.h"
#include "ui/pages/dispatch/dispatch_roles.h"
#include "ui/widgets/column_room.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {
namespace {

/// Digits, one point, grouping commas before it, an optional sign.
bool isNumber(const QString& text) {
    qsizetype at = text.startsWith(QLatin1Char('-')) || text.startsWith(QLatin1Char('+')) ? 1 : 0;
    bool digit = false;
    bool point = false;
    for (; at < text.size(); ++at) {
        const QChar letter = text[at];
        if (letter >= QLatin1Char('0') && letter <= QLatin1Char('9')) {
            digit = true;
        } else if (letter == QLatin1Char('.') && !point) {
            point = true;
        } else if (letter != QLatin1Char(',') || point) {
            return false;
        }
    }
    return digit;
}

}  // namespace

DispatchTable::DispatchTable(QAbstractItemModel* model, const QString& key, Preferences& preferences, QWidget* parent)
    : QTableView(parent), m_preferences(preferences), m_key(key), m_proxy(new QSortFilterProxyModel(this)) {
    setObjectName(key);
    m_proxy->setSourceModel(model);
    m_proxy->setSortRole(kSortRole);
    m_proxy->setSortLocaleAware(true);
    m_proxy->setDynamicSortFilter(true);
    setModel(m_proxy);
    setItemDelegate(new DispatchDelegate(this));
    setSortingEnabled(true);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setShowGrid(false);
    setWordWrap(false);
    setMouseTracking(true);
    setTabKeyNavigation(false);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    setFrameShape(NoFrame);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setDefaultSectionSize(tableRowHeight());
    verticalHeader()->setMinimumSectionSize(tableRowHeight());
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsMovable(true);
    horizontalHeader()->setStretchLastSection(true);
    horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(horizontalHeader(), &QHeaderView::customContextMenuRequested, this, &DispatchTable::showHeaderMenu);
}

void DispatchTable::setDefaults(const QList<int>& widths, int sortColumn, Qt::SortOrder order) {
    m_restoring = true;
    m_widths = widths;
    for (qsizetype column = 0; column < widths.size(); ++column) {
        setColumnWidth(static_cast<int>(column), byText(widths[column]));
    }
    sortByColumn(sortColumn, order);
    const QByteArray state = m_preferences.value(QStringLiteral("dispatch/tables/") + m_key).toByteArray();
    if (!state.isEmpty() && horizontalHeader()->restoreState(state)) {
        sortByColumn(horizontalHeader()->sortIndicatorSection(), horizontalHeader()->sortIndicatorOrder());
    }
    m_restoring = false;
    connect(horizontalHeader(), &QHeaderView::sectionResized, this, &DispatchTable::saveLayout);
    connect(horizontalHeader(), &QHeaderView::sectionMoved, this, &DispatchTable::saveLayout);
    connect(horizontalHeader(), &QHeaderView::sortIndicatorChanged, this, &DispatchTable::saveLayout);
}

void DispatchTable::setYielding(std::vector<int> columns) {
    // As given, as the last one is stretched and its width says nothing.
    std::vector<int> least(m_widths.begin(), m_widths.end());
    least.resize(static_cast<std::size_t>(m_proxy->columnCount()), horizontalHeader()->defaultSectionSize());
    m_room = new ColumnRoom(*this, std::move(least), std::move(columns));
}

bool DispatchTable::isWanted(int column) const {
    return m_room != nullptr ? m_room->isWanted(column) : !isColumnHidden(column);
}

void DispatchTable::setWanted(int column, bool wanted) {
    if (m_room != nullptr) {
        m_room->setWanted(column, wanted);
    } else {
        setColumnHidden(column, !wanted);
    }
}

void DispatchTable::showGroupColumn(int column, bool shown, bool sorted) {
    m_restoring = true;
    if (sorted && shown && !m_sortBefore) {
        m_sortBefore = {horizontalHeader()->sortIndicatorSection(), horizontalHeader()->sortIndicatorOrder()};
        sortByColumn(column, Qt::AscendingOrder);
    } else if (!shown && m_sortBefore) {
        sortByColumn(m_sortBefore->first, m_sortBefore->second);
        m_sortBefore.reset();
    }
    setWanted(column, shown);
    const int at = horizontalHeader()->visualIndex(column);
    const int wanted = shown ? 1 : m_proxy->columnCount() - 1;  // hidden at the end, where a stretch does not meet it
    if (at != wanted) {
        horizontalHeader()->moveSection(at, wanted);
    }
    m_restoring = false;
}

void DispatchTable::saveLayout() {
    // A stretched last column follows the window; that is no wish of the person's.
    if (!m_restoring && isVisible() && (m_room == nullptr || !m_room->isFitting())) {
        m_preferences.setValue(QStringLiteral("dispatch/tables/") + m_key,
                               m_room != nullptr ? m_room->saveState() : horizontalHeader()->saveState());
    }
}

void DispatchTable::showHeaderMenu(const QPoint& position) {
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setObjectName(m_key + QStringLiteral("Columns"));
    int shown = 0;
    for (int column = 0; column < m_proxy->columnCount(); ++column) {
        shown += isWanted(column) ? 1 : 0;
    }
    for (int column = 0; column < m_proxy->columnCount(); ++column) {
        auto* action = menu->addAction(m_proxy->headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(isWanted(column));
        action->setEnabled(!isWanted(column) || shown > 1);
        connect(action, &QAction::toggled, this, [this, column](bool visible) {
            setWanted(column, visible);
            saveLayout();
        });
    }
    menu->popup(horizontalHeader()->mapToGlobal(position));
}

QModelIndexList DispatchTable::selectedRowsOfSource() const {
    QModelIndexList rows = selectionModel()->selectedRows();
    std::sort(rows.begin(), rows.end(), [](const QModelIndex& a, const QModelIndex& b) { return a.row() < b.row(); });
    for (auto& index : rows) {
        index = m_proxy->mapToSource(index);
    }
    return rows;
}

QStringList DispatchTable::selectedKeys() const {
    QStringList keys;
    for (const auto& index : selectedRowsOfSource()) {
        keys << index.data(kKeyRole).toString();
    }
    return keys;
}

void DispatchTable::selectKey(const QString& key) {
    for (int row = 0; row < m_proxy->rowCount(); ++row) {
        const QModelIndex index = m_proxy->index(row, 0);
        if (index.data(kKeyRole).toString() == key) {
            setCurrentIndex(index);
            scrollTo(index);
            return;
        }
    }
}

QString DispatchTable::toCsv() const {
    QList<int> columns;
    for (int visual = 0; visual < m_proxy->columnCount(); ++visual) {
        const int column = horizontalHeader()->logicalIndex(visual);
        if (isWanted(column)) {
            columns << column;
        }
    }
    base::CsvText csv;
    for (const int column : columns) {
        csv.text(m_proxy->headerData(column, Qt::Horizontal).toString().toStdString());
    }
    csv.endLine();
    for (int row = 0; row < m_proxy->rowCount(); ++row) {
        for (const int column : columns) {
            QString cell = m_proxy->index(row, column).data().toString();
            if (isNumber(cell)) {
                csv.plain(cell.remove(QLatin1Char(',')).toStdString());  // grouping is for people
            } else {
                csv.text(cell.toStdString());
            }
        }
        csv.endLine();
    }
    return QString::fromStdString(csv.str());
}

void DispatchTable::setPlaceholder(const QString& text) {
    if (m_placeholder != text) {
        m_placeholder = text;
        setAccessibleDescription(text);
        viewport()->update();
    }
}

void DispatchTable::paintEvent(QPaintEvent* event) {
    QTableView::paintEvent(event);
    if (m_proxy->rowCount() == 0 && !m_placeholder.isEmpty()) {
        QPainter painter(viewport());
        painter.setPen(colorsOf(palette()).textMuted);
        painter.drawText(viewport()->rect().adjusted(kGapLarge, 0, -kGapLarge, 0), Qt::AlignCenter | Qt::TextWordWrap,
                         m_placeholder);
    }
}

void DispatchTable::contextMenuEvent(QContextMenuEvent* event) {
    if (selectionModel()->hasSelection()) {
        Q_EMIT menuRequested(event->globalPos());
    }
}

OrderListView::OrderListView(QAbstractItemModel* model, const QString& key, Preferences& preferences, QWidget* parent)
    : DispatchTable(model, key, preferences, parent) {
    setDragEnabled(true);
    setDragDropMode(DragOnly);
    setDefaultDropAction(Qt::CopyAction);
}

void OrderListView::startDrag(Qt::DropActions supportedActions) {
    QMimeData* mime = proxy().mimeData(selectionModel()->selectedRows());
    if (mime == nullptr) {
        return;
    }
    const auto dragged = fromMime(mime);
    const auto count = dragged ? std::ssize(dragged->orders) : 0;
    const QString caption = countedOrders(count);
    const QSize size(pillWidth(caption, font()), tableRowHeight());
    QPixmap picture(size * devicePixelRatioF());
    picture.setDevicePixelRatio(devicePixelRatioF());
    picture.fill(Qt::transparent);
    {
        QPainter painter(&picture);
        drawPill(painter, QRect(QPoint(0, 0), size), caption, colorsOf(palette()).tone(Tone::Info), font());
    }
    auto* drag = new QDrag(this);
    drag->setMimeData(mime);
    drag->setPixmap(picture);
    drag->setHotSpot({-12, -8});
    drag->exec(supportedActions, Qt::CopyAction);
}

CourierView::CourierView(QAbstractItemModel* model, const QString& key, Preferences& preferences, QWidget* parent)
    : DispatchTable(model, key, preferences, parent) {
    setAcceptDrops(true);
    setDragDropMode(DropOnly);
    setDragDropOverwriteMode(true);
    setDropIndicatorShown(true);
}

void CourierView::dragMoveEvent(QDragMoveEvent* event) {
    DispatchTable::dragMoveEvent(event);
    const QPoint position = event->position().toPoint();
    const auto* couriers = qobject_cast<const CourierTableModel*>(proxy().sourceModel());
    const QModelIndex index = proxy().mapToSource(indexAt(position));
    const QString why = couriers == nullptr ? QString() : couriers->whyNoDrop(index, event->mimeData());
    if (why.isEmpty()) {
        QToolTip::hideText();
    } else {
        event->ignore();
        QToolTip::showText(viewport()->mapToGlobal(position), plainToolTip(why), this);
    }
}

void CourierView::dropEvent(QDropEvent* event) {
    QToolTip::hideText();
    DispatchTable::dropEvent(event);
}

}  // namespace evenhand::ui
