// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/wrap_row.h"

#include <QAbstractButton>
#include <QGuiApplication>
#include <QStyle>
#include <QWidget>
#include <algorithm>
#include <utility>

namespace evenhand::ui {

WrapRow::~WrapRow() {
    for (const auto& cell : m_cells) {
        delete cell.item;
    }
}

void WrapRow::insertWidget(int index, QWidget* widget, int stretch) {
    addChildWidget(widget);
    m_cells.insert(m_cells.begin() + index, {.item = new QWidgetItem(widget), .stretch = stretch});
    invalidate();
}

void WrapRow::addSpacing(int pixels) {
    m_cells.push_back({.item = new QSpacerItem(pixels, 0, QSizePolicy::Fixed, QSizePolicy::Minimum)});
    invalidate();
}

void WrapRow::addStretch(int stretch) {
    m_cells.push_back(
        {.item = new QSpacerItem(0, 0, QSizePolicy::Expanding, QSizePolicy::Minimum), .stretch = stretch});
    invalidate();
}

void WrapRow::orderTabs() const {
    QWidget* before = nullptr;
    for (const auto& cell : m_cells) {
        QWidget* widget = cell.item->widget();
        if (widget == nullptr || widget->focusPolicy() == Qt::NoFocus) {
            continue;
        }
        if (before != nullptr) {
            QWidget::setTabOrder(before, widget);
        }
        before = widget;
    }
}

void WrapRow::addItem(QLayoutItem* item) {
    m_cells.push_back({.item = item});
    invalidate();
}

QLayoutItem* WrapRow::itemAt(int index) const {
    return index >= 0 && index < count() ? m_cells[static_cast<std::size_t>(index)].item : nullptr;
}

QLayoutItem* WrapRow::takeAt(int index) {
    if (index < 0 || index >= count()) {
        return nullptr;
    }
    auto* item = m_cells[static_cast<std::size_t>(index)].item;
    m_cells.erase(m_cells.begin() + index);
    invalidate();
    return item;
}

void WrapRow::measure() const {
    if (m_isMeasured) {
        return;
    }
    for (auto& cell : m_cells) {
        cell.isShown = !cell.item->isEmpty() || cell.item->spacerItem() != nullptr;
        if (!cell.isShown) {
            continue;
        }
        const QSize hint = cell.item->sizeHint();
        cell.leastWidth = cell.item->minimumSize().width();
        cell.width = cell.stretch > 0 ? cell.leastWidth : std::max(hint.width(), cell.leastWidth);
        cell.height = hint.height();
    }
    m_isMeasured = true;
}

int WrapRow::widthOf(const Row& row) const {
    int width = spacing() * (static_cast<int>(row.size()) - 1);
    for (const auto& cell : row) {
        width += cell.width;
    }
    return width;
}

int WrapRow::heightForWidth(int width) const {
    if (width != m_askedWidth) {
        m_askedHeight = arrange(QRect(0, 0, width, 0), false);
        m_askedWidth = width;
    }
    return m_askedHeight;
}

void WrapRow::invalidate() {
    m_isMeasured = false;
    m_askedWidth = -1;
    QLayout::invalidate();
}

QSize WrapRow::sizeHint() const {
    measure();
    const auto margins = contentsMargins();
    int width = margins.left() + margins.right();
    int height = 0;
    for (const auto& cell : m_cells) {
        if (cell.isShown) {
            width += cell.width + spacing();
            height = std::max(height, cell.height);
        }
    }
    return {width, height + margins.top() + margins.bottom()};
}

QSize WrapRow::minimumSize() const {
    measure();
    const auto margins = contentsMargins();
    QSize least;
    for (const auto& cell : m_cells) {
        if (cell.isShown && cell.item->spacerItem() == nullptr) {
            least = least.expandedTo(QSize(cell.leastWidth, cell.height));
        }
    }
    return least.grownBy(margins);
}

void WrapRow::setGeometry(const QRect& rect) {
    QLayout::setGeometry(rect);
    arrange(rect, true);
}

int WrapRow::arrange(const QRect& rect, bool apply) const {
    const auto margins = contentsMargins();
    const int room = rect.width() - margins.left() - margins.right();
    int top = rect.top() + margins.top();
    for (const auto& row : rowsIn(room)) {
        int height = 0;
        for (const auto& cell : row) {
            height = std::max(height, cell.height);
        }
        if (apply) {
            placeRow(row, QRect(rect.left() + margins.left(), top, room, height));
        }
        top += height + spacing();
    }
    return top - spacing() + margins.bottom() - rect.top();
}

std::vector<WrapRow::Row> WrapRow::rowsIn(int room) const {
    measure();
    std::vector<Row> rows(1);
    for (const auto& cell : m_cells) {
        if (!cell.isShown) {
            continue;
        }
        if (!rows.back().empty() && cell.item->spacerItem() == nullptr &&
            widthOf(rows.back()) + spacing() + cell.width > room) {
            rows.emplace_back();
        }
        rows.back().push_back(cell);
    }
    for (std::size_t row = rows.size() - 1; row > 0; --row) {
        moveOneDown(rows[row - 1], rows[row], room);
    }
    return rows;
}

// One widget alone looks forgotten: it gets the last of the row before it, unless that would leave a button alone
// there.
void WrapRow::moveOneDown(Row& before, Row& row, int room) const {
    const auto isWidget = [](const Cell& cell) { return cell.item->widget() != nullptr; };
    const auto widgets = std::count_if(before.begin(), before.end(), isWidget);
    if (std::count_if(row.begin(), row.end(), isWidget) != 1 || widgets < 2) {
        return;
    }
    const auto first = std::find_if(before.begin(), before.end(), isWidget);
    if (widgets == 2 && qobject_cast<QAbstractButton*>(first->item->widget()) != nullptr) {
        return;
    }
    const auto last = std::find_if(before.rbegin(), before.rend(), isWidget).base() - 1;
    Row both(last, before.end());  // and the room behind it
    both.insert(both.end(), row.begin(), row.end());
    if (widthOf(both) <= room) {
        before.erase(last, before.end());
        row = std::move(both);
    }
}

// What is left over goes to the cells with a stretch; what one may not take goes to those after it.
void WrapRow::placeRow(const Row& row, const QRect& rect) const {
    int left = std::max(0, rect.width() - widthOf(row));
    int shares = 0;
    for (const auto& cell : row) {
        shares += cell.stretch;
    }
    int x = rect.left();
    for (const auto& cell : row) {
        int width = std::min(cell.width, rect.width());
        if (cell.stretch > 0 && shares > 0) {
            const int most = cell.item->spacerItem() != nullptr ? QWIDGETSIZE_MAX : cell.item->maximumSize().width();
            const int more = std::min(left * cell.stretch / shares, most - width);
            width += more;
            left -= more;
            shares -= cell.stretch;
        }
        const int height = std::min(rect.height(), std::max(cell.height, 0));
        if (cell.item->spacerItem() == nullptr) {
            const QRect place(x, rect.top() + (rect.height() - height) / 2, width, height);
            cell.item->setGeometry(QStyle::visualRect(QGuiApplication::layoutDirection(), rect, place));
        }
        x += width + spacing();
    }
}

}  // namespace evenhand::ui
