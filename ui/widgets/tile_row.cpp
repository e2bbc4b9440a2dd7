// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tile_row.h"

#include <algorithm>

#include "ui/widgets/formats.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {
namespace {

constexpr int kSpacing = kGap + kGapSmall;
constexpr int kLikelyWidth = 1'200;

}  // namespace

TileRow::TileRow(const std::vector<const char*>& names, QWidget* parent)
    : QWidget(parent), m_rows(columnIn(this, 0, kSpacing)) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    for (const char* name : names) {
        const int which = static_cast<int>(m_tiles.size());
        auto* tile = named(new Tile(this), QLatin1String(name));
        connect(tile, &QAbstractButton::clicked, this, [this, which] { Q_EMIT picked(which); });
        m_tiles.push_back(tile);
    }
    arrange();
}

void TileRow::setTitles(const QStringList& titles) {
    for (std::size_t i = 0; i < m_tiles.size(); ++i) {
        const QString& title = titles.at(static_cast<qsizetype>(i));
        m_tiles[i]->setText(title);
        m_tiles[i]->setAccessibleName(title);
    }
}

void TileRow::clear() {
    for (auto* tile : m_tiles) {
        tile->setFigure(Formats::dash(), {});
    }
}

void TileRow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    arrange();
}

void TileRow::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    arrange();
}

/// As many rows as are needed, their lengths differ by one at most, and the tiles of a shorter one are wider: no hole.
void TileRow::arrange() {
    const int count = static_cast<int>(m_tiles.size());
    // Before it is shown its width says nothing, and one column of all would make the window high.
    const int across = isVisible() ? width() : kLikelyWidth;
    const int room = std::clamp((across + kSpacing) / (byText(kTileWidth) + kSpacing), 1, count);
    const int rows = (count + room - 1) / room;
    const int columns = (count + rows - 1) / rows;
    if (columns == m_columns) {
        return;
    }
    m_columns = columns;
    while (auto* row = m_rows->takeAt(0)) {
        delete row;
    }
    for (int row = 0, next = 0; row < rows; ++row) {
        auto* tiles = new QHBoxLayout;
        m_rows->addLayout(tiles);
        tiles->setSpacing(kSpacing);
        const int rowsLeft = rows - row;
        for (int left = (count - next + rowsLeft - 1) / rowsLeft; left > 0; --left, ++next) {
            tiles->addWidget(m_tiles[static_cast<std::size_t>(next)], 1);
        }
    }
}

}  // namespace evenhand::ui
