// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tables/table_header.h"

#include <QMouseEvent>
#include <QStyleOptionHeader>
#include <utility>

namespace evenhand::ui {

TableHeader::TableHeader(const PagedTable& model, QWidget* parent)
    : QHeaderView(Qt::Horizontal, parent), m_rows(model) {
    setSectionsMovable(true);
    setSectionsClickable(true);
    setSortIndicatorShown(true);
    const auto note = [this] { m_changed = m_changed || m_held; };
    connect(this, &QHeaderView::sectionResized, this, note);
    connect(this, &QHeaderView::sectionMoved, this, note);
}

void TableHeader::initStyleOptionForIndex(QStyleOptionHeader* option, int logicalIndex) const {
    QHeaderView::initStyleOptionForIndex(option, logicalIndex);
    if (option != nullptr && !m_rows.isSortable(logicalIndex)) {
        option->state &= ~(QStyle::State_MouseOver | QStyle::State_Sunken);
    }
}

void TableHeader::mousePressEvent(QMouseEvent* event) {
    m_held = true;
    QHeaderView::mousePressEvent(event);
}

void TableHeader::mouseReleaseEvent(QMouseEvent* event) {
    QHeaderView::mouseReleaseEvent(event);
    m_held = false;
    if (std::exchange(m_changed, false)) {
        Q_EMIT arranged();
    }
}

void TableHeader::mouseDoubleClickEvent(QMouseEvent* event) {
    m_held = true;  // fits a column to its cells; its release follows
    QHeaderView::mouseDoubleClickEvent(event);
}

}  // namespace evenhand::ui
