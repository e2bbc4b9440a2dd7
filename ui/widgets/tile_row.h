// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles side by side, in as many rows as their names and notes need room for; every row is filled.
// Thread: GUI.
#pragma once

#include <QBoxLayout>
#include <QWidget>
#include <vector>

#include "ui/widgets/tile.h"

namespace evenhand::ui {

class TileRow : public QWidget {
    Q_OBJECT

public:
    static constexpr int kTileWidth = 136;  ///< the least at which a name and a note are whole

    explicit TileRow(QWidget* parent = nullptr);
    void add(Tile* tile);
    /// Of the longest row.
    [[nodiscard]] int columns() const noexcept { return m_columns; }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void arrange();

    QVBoxLayout* m_rows;
    std::vector<Tile*> m_tiles;
    int m_columns = 0;
};

}  // namespace evenhand::ui
