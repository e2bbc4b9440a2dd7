// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/column_room.h"

#include <QEvent>
#include <QHeaderView>
#include <QResizeEvent>
#include <QScrollBar>
#include <QStyleOptionViewItem>
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <tuple>
#include <utility>

#include "ui/widgets/theme.h"
#include "ui/widgets/tone_delegate.h"

namespace evenhand::ui {
namespace {

template <typename Part>
int sumOf(const std::vector<Part>& parts, int Part::*width) {
    return std::accumulate(parts.begin(), parts.end(), 0,
                           [width](int sum, const Part& part) { return sum + part.*width; });
}

/// Each part gets of `left` what it wants more than it has, or its share of that.
template <typename Part>
void grow(std::vector<Part>& parts, int Part::*target, int& left) {
    int wanted = 0;
    for (const Part& part : parts) {
        wanted += std::max(part.*target - part.wide, 0);
    }
    const int given = std::min(wanted, std::max(left, 0));
    for (Part& part : parts) {
        const std::int64_t more = std::max(part.*target - part.wide, 0);
        if (more > 0) {
            const int share = static_cast<int>(more * given / wanted);
            part.wide += share;
            left -= share;
        }
    }
}

}  // namespace

ColumnRoom::ColumnRoom(QTableView& table, std::vector<int> least, std::vector<int> yielding)
    : QObject(&table), m_table(table), m_least(std::move(least)), m_yielding(std::move(yielding)) {
    const auto* header = table.horizontalHeader();
    m_least.resize(static_cast<std::size_t>(header->count()), header->minimumSectionSize());
    for (int& width : m_least) {
        width = byText(width);
    }
    m_wanted = m_least;
    const int last = lastShown();
    for (int column = 0; column < header->count(); ++column) {
        const int width = header->sectionSize(column);
        auto& wanted = m_wanted[static_cast<std::size_t>(column)];
        if (column != last && width > 0) {  // that one is as wide as the window wants it
            if (width < wanted) {
                m_byHand.insert(column);
            }
            wanted = width;
        }
    }
    table.viewport()->installEventFilter(this);
    connect(header, &QHeaderView::sectionResized, this, &ColumnRoom::noteWidth);
    connect(table.verticalScrollBar(), &QScrollBar::valueChanged, this,
            [this] { lookAt(0, m_table.horizontalHeader()->count() - 1); });
    listen(*table.model());
}

void ColumnRoom::listen(const QAbstractItemModel& model) {
    const auto all = [this] { lookAt(0, m_table.horizontalHeader()->count() - 1); };
    connect(&model, &QAbstractItemModel::modelReset, this, all);
    connect(&model, &QAbstractItemModel::layoutChanged, this, all);
    connect(&model, &QAbstractItemModel::rowsInserted, this, all);
    connect(&model, &QAbstractItemModel::rowsRemoved, this, all);
    connect(&model, &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex& from, const QModelIndex& until) { lookAt(from.column(), until.column()); });
    connect(&model, &QAbstractItemModel::headerDataChanged, this, &ColumnRoom::forget);  // another language
}

void ColumnRoom::showAll() {
    for (const int column : std::set<int>(m_hidden)) {
        setWanted(column, true);
    }
}

bool ColumnRoom::isScrolled() const { return m_table.verticalScrollBar()->value() > 0; }

bool ColumnRoom::isWanted(int column) const { return !m_table.isColumnHidden(column) || m_hidden.contains(column); }

void ColumnRoom::setWanted(int column, bool wanted) {
    if (wanted) {
        m_asked.insert(column);
        // Nor does it take another one's place: where there is no room for all, the table scrolls sideways.
        for (int other = 0; other < m_table.horizontalHeader()->count(); ++other) {
            if (!m_table.isColumnHidden(other)) {
                m_asked.insert(other);
            }
        }
    } else {
        m_asked.erase(column);
    }
    setShown(column, wanted);
}

void ColumnRoom::setShown(int column, bool shown) {
    m_hidden.erase(column);
    m_table.setColumnHidden(column, !shown);
    lookAt(column, column);
    fit();
}

void ColumnRoom::setCovered(int pixels) {
    if (std::exchange(m_covered, pixels) != pixels) {
        fit();
    }
}

std::map<int, int> ColumnRoom::yielded() const {
    std::map<int, int> widths;
    const auto* header = m_table.horizontalHeader();
    const int last = lastShown();
    for (int column = 0; column < header->count(); ++column) {
        const int wanted = m_wanted[static_cast<std::size_t>(column)];
        const auto given = m_given.find(column);
        const bool isGiven = column != last && given != m_given.end() && header->sectionSize(column) == given->second;
        if ((isGiven && given->second != wanted) || m_hidden.contains(column)) {
            widths[column] = wanted;
        }
    }
    return widths;
}

bool ColumnRoom::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
        case QEvent::Show:
            lookAt(0, m_table.horizontalHeader()->count() - 1);
            fit();
            break;
        case QEvent::Resize: {
            const auto* resized = static_cast<QResizeEvent*>(event);
            lookAt(0, m_table.horizontalHeader()->count() - 1);
            // Only lower, because wider columns have brought a scroll bar: no reason to take one away.
            fit(resized->oldSize().width() == resized->size().width() && isScrolled());
            break;
        }
        case QEvent::FontChange:
        case QEvent::StyleChange: forget(); break;
        default: break;
    }
    return QObject::eventFilter(watched, event);
}

void ColumnRoom::noteWidth(int column, int before, int now) {
    if (m_fitting || before == 0 || now == 0 || column == lastShown() || column >= std::ssize(m_wanted)) {
        return;
    }
    m_wanted[static_cast<std::size_t>(column)] = now;
    if (now != titleOf(column)) {  // so wide are columns made for a title in another language too
        m_byHand.insert(column);
    }
}

// --- what stands in the cells -------------------------------------------------------------------------------

void ColumnRoom::lookAt(int firstColumn, int lastColumn) {
    if (m_firstLooked < 0) {
        m_firstLooked = firstColumn;
        m_lastLooked = lastColumn;
        QMetaObject::invokeMethod(this, &ColumnRoom::lookNow, Qt::QueuedConnection);
    } else {
        m_firstLooked = std::min(m_firstLooked, firstColumn);
        m_lastLooked = std::max(m_lastLooked, lastColumn);
    }
}

void ColumnRoom::lookNow() {
    const int from = std::exchange(m_firstLooked, -1);
    const int until = std::min(m_lastLooked, m_table.horizontalHeader()->count() - 1);
    if (!m_table.isVisible()) {
        return;  // they are looked at when it is shown
    }
    const int first = std::max(m_table.rowAt(0), 0);
    const int below = m_table.rowAt(m_table.viewport()->height() - 1);
    const int last = below < 0 ? m_table.model()->rowCount() - 1 : below;
    QStyleOptionViewItem option;
    option.initFrom(&m_table);
    option.widget = &m_table;
    option.font = m_table.font();
    option.fontMetrics = QFontMetrics(option.font);
    bool isMore = std::exchange(m_refit, false);
    for (int column = from; column <= until; ++column) {
        int& needed = m_cells[column];
        for (int row = first; isWanted(column) && row <= last; ++row) {
            const auto index = m_table.model()->index(row, column);
            const int width = m_table.itemDelegateForIndex(index)->sizeHint(option, index).width();
            isMore = isMore || width > needed;
            needed = std::max(needed, width);
        }
    }
    if (isMore) {
        fit(isScrolled());
    }
}

void ColumnRoom::forget() {
    m_cells.clear();
    m_refit = true;
    lookAt(0, m_table.horizontalHeader()->count() - 1);
}

// --- the room ------------------------------------------------------------------------------------------------

int ColumnRoom::titleOf(int column) const {
    const auto* header = m_table.horizontalHeader();
    if (!header->isSectionHidden(column)) {
        return header->sectionSizeHint(column) + kHeaderSlack;
    }
    // Of a hidden one the header says nothing: as much around the words as others have.
    const auto words = [&](int of) {
        return header->fontMetrics().horizontalAdvance(m_table.model()->headerData(of, Qt::Horizontal).toString());
    };
    int around = 0;
    for (int other = 0; other < header->count(); ++other) {
        if (!header->isSectionHidden(other)) {
            around = std::max(around, header->sectionSizeHint(other) - words(other));
        }
    }
    return words(column) + around + kHeaderSlack;
}

int ColumnRoom::lastShown() const {
    const auto* header = m_table.horizontalHeader();
    for (int at = header->count() - 1; at >= 0; --at) {
        if (!header->isSectionHidden(header->logicalIndex(at))) {
            return header->logicalIndex(at);
        }
    }
    return -1;
}

ColumnRoom::Need ColumnRoom::needOf(int column, int last) const {
    const auto at = static_cast<std::size_t>(column);
    const auto seen = m_cells.find(column);
    const int cells = seen == m_cells.end() ? 0 : seen->second;
    Need need;
    need.column = column;
    need.whole = std::max(titleOf(column), std::min(cells, byText(kWholeCell)));
    if (m_byHand.contains(column) && column != last) {
        // A column that was made wider pushes others out of sight, and none away.
        need.whole = std::min(m_wanted[at], std::max(need.whole, m_least[at]));
        need.ideal = need.whole;
        need.most = m_wanted[at];
    } else {
        need.ideal = std::max(m_wanted[at], need.whole);
        need.most = std::max(need.ideal, cells);
    }
    return need;
}

std::vector<ColumnRoom::Need> ColumnRoom::share(int room, bool keeps, std::set<int>& hidden) const {
    const auto* header = m_table.horizontalHeader();
    std::vector<int> wanted;
    for (int at = 0; at < header->count(); ++at) {
        if (isWanted(header->logicalIndex(at))) {
            wanted.push_back(header->logicalIndex(at));
        }
    }
    std::vector<Need> needs;
    for (const int column : wanted) {
        needs.push_back(needOf(column, wanted.back()));
    }
    const auto mayGo = [this, keeps](int column) {
        return column != 0 && !m_asked.contains(column) && (!keeps || m_table.isColumnHidden(column));
    };
    const auto take = [&](int column) {
        hidden.insert(column);
        std::erase_if(needs, [column](const Need& need) { return need.column == column; });
    };
    for (const int column : m_yielding) {
        const bool isThere = std::find(wanted.begin(), wanted.end(), column) != wanted.end();
        if (isThere && mayGo(column) && sumOf(needs, &Need::ideal) > room) {
            take(column);
        }
    }
    for (auto column = wanted.rbegin(); column != wanted.rend(); ++column) {
        if (mayGo(*column) && !hidden.contains(*column) && sumOf(needs, &Need::whole) > room) {
            take(*column);
        }
    }
    for (Need& need : needs) {
        need.wide = need.whole;
    }
    int left = room - sumOf(needs, &Need::wide);
    grow(needs, &Need::ideal, left);
    grow(needs, &Need::most, left);
    for (Need& need : needs) {
        if (m_byHand.contains(need.column)) {
            need.wide = m_wanted[static_cast<std::size_t>(need.column)];
        }
    }
    return needs;
}

void ColumnRoom::fit(bool keeps) {
    if (m_fitting || !m_table.isVisible()) {
        return;  // columns on their way; or its width says nothing yet
    }
    m_fitting = true;
    auto* header = m_table.horizontalHeader();
    const int room = std::min(m_table.viewport()->width(), m_table.width() - m_covered);
    std::set<int> hidden;
    const auto needs = share(room, keeps, hidden);
    const auto before = std::exchange(m_hidden, hidden);
    for (const int column : before) {
        if (!hidden.contains(column)) {
            header->showSection(column);
        }
    }
    for (const int column : hidden) {
        header->hideSection(column);
    }
    const int last = lastShown();
    for (const Need& need : needs) {
        if (need.column != last) {
            m_given[need.column] = need.wide;
            header->resizeSection(need.column, need.wide);  // nothing where it is as wide
        }
    }
    if (last >= 0 && header->stretchLastSection()) {  // left to itself the header looks at it when it is resized
        const int others = header->length() - header->sectionSize(last);
        const auto need = std::find_if(needs.begin(), needs.end(), [last](const Need& n) { return n.column == last; });
        header->resizeSection(last,
                              std::max(need == needs.end() ? 0 : need->wide, m_table.viewport()->width() - others));
    }
    m_fitting = false;
}

}  // namespace evenhand::ui
