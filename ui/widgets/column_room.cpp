// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/column_room.h"

#include <QEvent>
#include <QHeaderView>
#include <algorithm>
#include <utility>

#include "ui/widgets/theme.h"

namespace evenhand::ui {

ColumnRoom::ColumnRoom(QTableView& table, std::vector<int> least, std::vector<int> yielding)
    : QObject(&table), m_table(table), m_least(std::move(least)), m_yielding(std::move(yielding)) {
    for (int& width : m_least) {
        width = byText(width);
    }
    table.viewport()->installEventFilter(this);
}

bool ColumnRoom::isWanted(int column) const { return !m_table.isColumnHidden(column) || m_yielded.contains(column); }

void ColumnRoom::setWanted(int column, bool wanted) {
    m_yielded.erase(column);
    if (wanted) {
        std::erase(m_yielding, column);
    }
    m_table.setColumnHidden(column, !wanted);
    fit();
}

void ColumnRoom::setCovered(int pixels) {
    if (std::exchange(m_covered, pixels) != pixels) {
        fit();
    }
}

QByteArray ColumnRoom::saveState() const {
    // Shown again in a copy: who follows the table's own header would see columns come and go.
    QHeaderView copy(Qt::Horizontal);
    copy.setModel(m_table.model());
    copy.restoreState(m_table.horizontalHeader()->saveState());
    for (const auto& [column, width] : m_yielded) {
        copy.showSection(column);
        copy.resizeSection(column, width);
    }
    return copy.saveState();
}

bool ColumnRoom::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::Show) {
        fit();
    }
    return QObject::eventFilter(watched, event);
}

int ColumnRoom::need(int column, int last) const {
    if (const auto yielded = m_yielded.find(column); yielded != m_yielded.end()) {
        return yielded->second;
    }
    // The last one is as wide as what is left, or as the text of its title.
    return column == last ? m_least.at(static_cast<std::size_t>(column))
                          : m_table.horizontalHeader()->sectionSize(column);
}

void ColumnRoom::fit() {
    if (m_fitting || !m_table.isVisible()) {
        return;  // columns on their way; or its width says nothing yet
    }
    m_fitting = true;
    auto* header = m_table.horizontalHeader();
    int last = -1;
    for (int at = 0; at < header->count(); ++at) {
        const int column = header->logicalIndex(at);
        last = header->isSectionHidden(column) ? last : column;
    }
    int needed = 0;
    for (int column = 0; column < header->count(); ++column) {
        needed += isWanted(column) ? need(column, last) : 0;
    }
    const int room = std::min(m_table.viewport()->width(), m_table.width() - m_covered);
    std::map<int, int> yielded;
    for (const int column : m_yielding) {
        if (needed > room && isWanted(column)) {
            yielded[column] = need(column, last);
            needed -= yielded[column];
        }
    }
    const auto before = std::exchange(m_yielded, yielded);
    for (const auto& [column, width] : before) {
        if (!yielded.contains(column)) {
            header->showSection(column);
        }
    }
    for (const auto& [column, width] : yielded) {
        header->hideSection(column);
    }
    m_fitting = false;
}

}  // namespace evenhand::ui
