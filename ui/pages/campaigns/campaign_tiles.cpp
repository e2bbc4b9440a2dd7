// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/campaigns/campaign_tiles.h"

#include <algorithm>

namespace evenhand::ui {
namespace {

constexpr std::int64_t kStuckMs = 60'000;  // recovery takes seconds

}  // namespace

std::int64_t budgetLeft(const api::CampaignBoard& board) noexcept {
    return board.queued + board.compensation + board.inFlight;
}

CampaignTiles::CampaignTiles(const Formats& formats, QWidget* parent)
    : TileRow({"tileBudgetLeft", "tilePlacesLeft", "tileGranted", "tileCompensation", "tileInFlight", "tileRolledBack"},
              parent),
      m_formats(formats) {
    retranslate();
}

void CampaignTiles::setBoard(const std::optional<api::CampaignBoard>& board) {
    m_board = board;
    const auto state = board ? board->row.state : api::CampaignState::Draft;
    if (!board || state == api::CampaignState::Draft || state == api::CampaignState::Building) {
        clear();  // nothing is dealt yet
        return;
    }
    const auto& shape = board->row.settings.shape;
    const bool ended = state == api::CampaignState::Ended;
    const QString of = tr("of %1").arg(m_formats.money(shape.budget));
    if (ended) {
        tile(BudgetLeft)->setFigure(m_formats.money(Money{board->unspent}), tr("unspent, %1").arg(of));
    } else {
        tile(BudgetLeft)->setFigure(m_formats.money(Money{budgetLeft(*board)}), of);
    }
    tile(PlacesLeft)->setFigure(Formats::number(board->placesLeft), tr("of %1").arg(Formats::number(shape.places)));
    tile(Granted)->setFigure(
        m_formats.money(Money{board->granted - board->givenBack}),
        board->givenBack > 0
            ? tr("%1 given back").arg(m_formats.money(Money{board->givenBack}))
            : tr("to %1 users", nullptr, Formats::plural(board->users)).arg(Formats::number(board->users)));
    tile(Compensation)
        ->setFigure(m_formats.money(Money{board->compensation}),
                    ended ? tr("counted as unspent") : tr("goes to later draws"));
    const std::int64_t age = board->oldestInFlight ? board->at.ms - board->oldestInFlight->ms : 0;
    tile(InFlight)->setFigure(Formats::number(board->drawsInFlight),
                              board->oldestInFlight ? tr("%1, oldest %2", "amount, age")
                                                          .arg(m_formats.money(Money{board->inFlight}),
                                                               Formats::duration(std::max<std::int64_t>(0, age)))
                                                    : m_formats.money(Money{board->inFlight}),
                              age > kStuckMs ? Tone::Bad : Tone::Muted);
    tile(RolledBack)
        ->setFigure(Formats::number(board->drawsRolledBack), tr("%1 refused").arg(Formats::number(board->drawsRefused)),
                    board->drawsRolledBack > 0 ? Tone::Warn : Tone::Muted);
}

void CampaignTiles::retranslate() {
    setTitles({tr("Budget left"), tr("Places left"), tr("Granted"), tr("Compensation"), tr("Draws in flight"),
               tr("Rolled back")});
    setBoard(m_board);
}

}  // namespace evenhand::ui
