// SPDX-License-Identifier: GPL-3.0-or-later
// The live figures of one flash sale as tiles: stock, sold, attempts, reservations on their way, pending, time to the
// order. What is not known is a dash.
// Thread: GUI.
#pragma once

#include <optional>

#include "engine/api/seckill_types.h"
#include "ui/widgets/tile_row.h"

namespace evenhand::ui {

class SaleTiles : public TileRow {
    Q_OBJECT

public:
    enum Figure { Stock, Sold, Attempts, Stream, Pending, Delay, kFigures };

    explicit SaleTiles(QWidget* parent = nullptr);
    /// nullopt: not known.
    void setBoard(const std::optional<api::SeckillBoard>& board);
    void retranslate();
    /// Attempts a second, over the last ten whole seconds; nullopt: nobody can try.
    [[nodiscard]] static std::optional<double> attemptsPerSecond(const api::SeckillBoard& board);

private:
    std::optional<api::SeckillBoard> m_board;
};

}  // namespace evenhand::ui
