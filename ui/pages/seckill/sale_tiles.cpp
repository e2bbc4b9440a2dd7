// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/seckill/sale_tiles.h"

#include <cmath>
#include <numeric>

#include "ui/widgets/formats.h"

namespace evenhand::ui {
namespace {

constexpr std::int64_t kWindowMs = 10'000;

QString number(const std::optional<std::int64_t>& value) { return value ? Formats::number(*value) : Formats::dash(); }

QString millis(const std::optional<double>& ms) {
    return ms ? (*ms < 1'000 ? SaleTiles::tr("%1 ms").arg(Formats::decimal(*ms, 0))
                             : Formats::duration(std::llround(*ms)))
              : Formats::dash();
}

}  // namespace

SaleTiles::SaleTiles(QWidget* parent)
    : TileRow({"tileStock", "tileSold", "tileAttempts", "tileStream", "tilePending", "tileDelay"}, parent) {
    retranslate();
}

std::optional<double> SaleTiles::attemptsPerSecond(const api::SeckillBoard& board) {
    if (board.row.state != api::ActivityState::Started && board.row.state != api::ActivityState::Stopped) {
        return std::nullopt;
    }
    // Whole seconds only: the present one has just begun.
    const std::int64_t until = board.at.ms / 1'000 * 1'000;
    std::int64_t count = 0;
    for (const auto& second : board.seconds) {
        if (second.at.ms >= until - kWindowMs && second.at.ms < until) {
            count += std::accumulate(second.counts.begin(), second.counts.end(), std::int64_t{0});
        }
    }
    return static_cast<double>(count) * 1'000 / kWindowMs;
}

void SaleTiles::setBoard(const std::optional<api::SeckillBoard>& board) {
    m_board = board;
    if (!board) {
        clear();
        return;
    }
    const auto& row = board->row;
    const bool draft = row.state == api::ActivityState::Draft;
    const std::int64_t units = row.set.stock + row.added;
    // What was not sold went back to the voucher's stock at the end: nothing of it is left to sell.
    const bool ended = row.state == api::ActivityState::Ended;
    const auto left = ended ? std::optional(row.left) : board->stock;
    const bool soldOut = left && *left <= 0 && row.returned == 0;
    tile(Stock)->setFigure(
        number(left),
        soldOut ? tr("sold out, of %1").arg(Formats::number(units))
        : ended ? tr("%1 of %2 not sold").arg(Formats::number(units - row.ordered), Formats::number(units))
                : tr("of %1 units", nullptr, Formats::plural(units)).arg(Formats::number(units)),
        soldOut ? Tone::Good : Tone::Muted);
    tile(Sold)->setFigure(draft ? Formats::dash() : Formats::number(row.ordered),
                          draft ? QString() : tr("%1 paid").arg(Formats::number(row.paid)));
    const auto rate = attemptsPerSecond(*board);
    const auto all = std::accumulate(board->attempts.begin(), board->attempts.end(), std::int64_t{0});
    tile(Attempts)->setFigure(rate ? Formats::decimal(*rate, *rate < 10 ? 1 : 0) : Formats::dash(),
                              draft ? QString() : tr("%1 since start").arg(Formats::number(all)));
    tile(Stream)->setFigure(number(board->streamLength),
                            board->lag ? tr("%1 not read yet").arg(number(board->lag)) : QString());
    const bool dead = board->deadLetters > 0;
    tile(Pending)->setFigure(
        number(board->pending),
        dead ? tr("%1 dead letters", nullptr, Formats::plural(board->deadLetters))
                   .arg(Formats::number(board->deadLetters))
             : (board->oldestPending
                    ? tr("oldest: %1")
                          .arg(Formats::duration(std::max<std::int64_t>(0, board->at.ms - board->oldestPending->ms)))
                    : QString()),
        dead ? Tone::Bad : Tone::Muted);
    tile(Delay)->setFigure(millis(board->orderP50Ms),
                           board->orderP99Ms ? tr("p99 %1").arg(millis(board->orderP99Ms)) : QString());
}

void SaleTiles::retranslate() {
    setTitles({tr("Left to sell"), tr("Sold"), tr("Attempts/s"), tr("Stream"), tr("Pending"), tr("Time to order")});
    setBoard(m_board);
}

}  // namespace evenhand::ui
