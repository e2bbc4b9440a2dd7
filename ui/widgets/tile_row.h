// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles side by side, in as many rows as their titles and notes need room for; every row is filled.
// Thread: GUI.
#pragma once

#include <QBoxLayout>
#include <QStringList>
#include <QWidget>
#include <vector>

#include "ui/widgets/tile.h"

namespace evenhand::ui {

class TileRow : public QWidget {
    Q_OBJECT

public:
    static constexpr int kTileWidth = 136;  ///< the least at which a title and a note are whole

    /// A tile for each of these object names; at least one.
    explicit TileRow(const std::vector<const char*>& names, QWidget* parent = nullptr);
    [[nodiscard]] Tile* tile(int which) const { return m_tiles.at(static_cast<std::size_t>(which)); }
    /// In the order of the tiles.
    void setTitles(const QStringList& titles);
    /// No figure is known.
    void clear();
    /// Of the longest row.
    [[nodiscard]] int columns() const noexcept { return m_columns; }

Q_SIGNALS:
    void picked(int which);

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
