// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/campaigns/campaign_tiles.h"

#include <QVBoxLayout>
#include <algorithm>

#include "ui/widgets/campaign_labels.h"
#include "ui/widgets/tile_row.h"

namespace evenhand::ui {
namespace {

constexpr const char* kNames[CampaignTiles::kFigures] = {"tileBudgetLeft",   "tilePlacesLeft", "tileGranted",
                                                         "tileCompensation", "tileInFlight",   "tileRolledBack"};
constexpr std::int64_t kStuckMs = 60'000;  // recovery takes seconds

}  // namespace

std::int64_t budgetLeft(const api::CampaignBoard& board) noexcept {
    return board.queued + board.compensation + board.inFlight;
}

CampaignTiles::CampaignTiles(const Formats& formats, QWidget* parent) : QWidget(parent), m_formats(formats) {
    auto* down = new QVBoxLayout(this);
    down->setContentsMargins(0, 0, 0, 0);
    auto* row = new TileRow(this);
    down->addWidget(row);
    for (std::size_t i = 0; i < m_tiles.size(); ++i) {
        m_tiles[i] = new Tile(row);
        m_tiles[i]->setObjectName(QLatin1String(kNames[i]));
        row->add(m_tiles[i]);
        connect(m_tiles[i], &QAbstractButton::clicked, this, [this, i] { Q_EMIT picked(static_cast<Figure>(i)); });
    }
    retranslate();
}

void CampaignTiles::setBoard(const std::optional<api::CampaignBoard>& board) {
    m_board = board;
    const auto state = board ? board->row.state : api::CampaignState::Draft;
    if (!board || state == api::CampaignState::Draft || state == api::CampaignState::Building) {
        for (auto* tile : m_tiles) {
            tile->setFigure(Formats::dash(), {});  // nothing is dealt yet
        }
        return;
    }
    const auto& shape = board->row.settings.shape;
    const bool ended = state == api::CampaignState::Ended;
    const QString of = tr("of %1").arg(m_formats.money(shape.budget));
    if (ended) {
        m_tiles[BudgetLeft]->setFigure(m_formats.money(Money{board->unspent}), tr("unspent, %1").arg(of));
    } else {
        m_tiles[BudgetLeft]->setFigure(m_formats.money(Money{budgetLeft(*board)}), of);
    }
    m_tiles[PlacesLeft]->setFigure(Formats::number(board->placesLeft), tr("of %1").arg(Formats::number(shape.places)));
    m_tiles[Granted]->setFigure(
        m_formats.money(Money{board->granted - board->givenBack}),
        board->givenBack > 0
            ? tr("%1 given back").arg(m_formats.money(Money{board->givenBack}))
            : tr("to %1 users", nullptr, Formats::plural(board->users)).arg(Formats::number(board->users)));
    m_tiles[Compensation]->setFigure(m_formats.money(Money{board->compensation}),
                                     ended ? tr("counted as unspent") : tr("goes to later draws"));
    const std::int64_t age = board->oldestInFlight ? board->at.ms - board->oldestInFlight->ms : 0;
    m_tiles[InFlight]->setFigure(Formats::number(board->drawsInFlight),
                                 board->oldestInFlight ? tr("%1, oldest %2", "amount, age")
                                                             .arg(m_formats.money(Money{board->inFlight}),
                                                                  Formats::duration(std::max<std::int64_t>(0, age)))
                                                       : m_formats.money(Money{board->inFlight}),
                                 age > kStuckMs ? Tone::Bad : Tone::Muted);
    m_tiles[RolledBack]->setFigure(Formats::number(board->drawsRolledBack),
                                   tr("%1 refused").arg(Formats::number(board->drawsRefused)),
                                   board->drawsRolledBack > 0 ? Tone::Warn : Tone::Muted);
}

void CampaignTiles::retranslate() {
    const QString names[kFigures] = {tr("Budget left"),  tr("Places left"),     tr("Granted"),
                                     tr("Compensation"), tr("Draws in flight"), tr("Rolled back")};
    for (std::size_t i = 0; i < m_tiles.size(); ++i) {
        m_tiles[i]->setText(names[i]);
        m_tiles[i]->setAccessibleName(names[i]);
    }
    setBoard(m_board);
}

}  // namespace evenhand::ui
