// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tile_row.h"

#include <algorithm>

namespace evenhand::ui {
namespace {

constexpr int kSpacing = kGap + kGapSmall;
constexpr int kLikelyWidth = 1'200;

}  // namespace

TileRow::TileRow(QWidget* parent) : QWidget(parent), m_grid(new QGridLayout(this)) {
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(kSpacing);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void TileRow::add(Tile* tile) {
    m_tiles.push_back(tile);
    m_columns = 0;
    arrange();
}

void TileRow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void TileRow::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    arrange();
}

/// As many columns as there is room for, with rows of the same length.
void TileRow::arrange() {
    const int count = static_cast<int>(m_tiles.size());
    // Before it is shown its width says nothing, and one column of all would make the window high.
    const int across = isVisible() ? width() : kLikelyWidth;
    const int room = std::clamp((across + kSpacing) / (kTileWidth + kSpacing), 1, count);
    const int rows = (count + room - 1) / room;
    const int columns = (count + rows - 1) / rows;
    if (columns == m_columns) {
        return;
    }
    for (int column = 0; column < std::max(columns, m_grid->columnCount()); ++column) {
        m_grid->setColumnStretch(column, column < columns ? 1 : 0);
    }
    m_columns = columns;
    for (int i = 0; i < count; ++i) {
        m_grid->addWidget(m_tiles[static_cast<std::size_t>(i)], i / columns, i % columns);
    }
}

}  // namespace evenhand::ui
