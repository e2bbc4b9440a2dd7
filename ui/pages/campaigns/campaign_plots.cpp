// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/campaigns/campaign_plots.h"

#include <QHBoxLayout>

#include "ui/bridge/error_text.h"
#include "ui/pages/campaigns/campaign_tiles.h"
#include "ui/widgets/campaign_labels.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {
namespace {

constexpr int kPlotHeight = 250;

}  // namespace

CampaignPlots::CampaignPlots(UiContext& context, QWidget* parent)
    : QWidget(parent),
      m_formats(context.formats),
      m_burnCard(new Card(this)),
      m_drawnCard(new Card(this)),
      m_burn(new BurnPlot(&context.pulse, context.formats, m_burnCard)),
      m_drawn(new DiscountHistogram(&context.pulse, context.formats, m_drawnCard)) {
    auto* row = rowIn(this, 0, kGap);
    m_burn->setObjectName(QStringLiteral("burnPlot"));
    m_burnCard->setBody(m_burn);
    m_drawn->setObjectName(QStringLiteral("drawnBars"));
    m_drawnCard->setBody(m_drawn);
    for (auto* card : {m_burnCard, m_drawnCard}) {
        card->setFixedHeight(byText(kPlotHeight));
    }
    row->addWidget(m_burnCard, 3);
    row->addWidget(m_drawnCard, 2);
}

void CampaignPlots::setBoard(const Result<api::CampaignBoard>& board) {
    m_board = board;
    refreshBurn();
    refreshDrawn();
}

void CampaignPlots::refreshBurn() {
    const auto& board = m_board;
    if (!board) {
        m_burn->clear(board.error().code == ErrorCode::Cancelled
                          ? Formats::dash()
                          : tr("Could not be read: %1").arg(errorTitle(board.error().code)));
        m_burnCard->setFigures({});
        return;
    }
    const auto& formats = m_formats;
    const auto& row = board->row;
    if (row.state == api::CampaignState::Draft || row.state == api::CampaignState::Building) {
        m_burn->clear(row.state == api::CampaignState::Draft ? tr("Not started.")
                                                             : tr("The discounts are being allocated."));
        m_burnCard->setFigures({});
        return;
    }
    m_burn->setBoard(*board);
    if (row.state == api::CampaignState::Ended) {
        m_burnCard->setFigures(
            tr("%1 granted, %2 unspent")
                .arg(formats.money(Money{board->granted - board->givenBack}), formats.money(Money{board->unspent})));
        return;
    }
    QStringList said{tr("%1 left").arg(formats.money(Money{budgetLeft(*board)}))};
    said << (board->perMinute ? tr("%1/min").arg(formats.money(Money{static_cast<std::int64_t>(*board->perMinute)}))
                              : tr("nothing drawn yet"));
    if (row.state == api::CampaignState::Running) {
        const auto& end = row.settings.end;
        if (board->projectedEnd && *board->projectedEnd > end && board->perMinute) {
            // At this pace the campaign's own end comes first.
            const double minutes = static_cast<double>(std::max<std::int64_t>(0, end.ms - board->at.ms)) / 60'000;
            const auto drawn = static_cast<std::int64_t>(*board->perMinute * minutes);
            const Money left{std::max<std::int64_t>(0, budgetLeft(*board) - drawn)};
            said << tr("about %1 left at the end, %2").arg(formats.money(left), formats.shortTime(end, board->at));
        } else if (board->projectedEnd) {
            said << tr("ends about %1").arg(formats.shortTime(*board->projectedEnd, board->at));
        }
    }
    m_burnCard->setFigures(said.join(QStringLiteral(" · ")));
}

void CampaignPlots::refreshDrawn() {
    const auto& board = m_board;
    if (!board) {
        m_drawn->clear(Formats::dash());
        m_drawnCard->setFigures({});
    } else if (board->drawsGranted == 0) {
        m_drawn->clear(tr("Nothing was granted yet."));
        m_drawnCard->setFigures({});
    } else {
        m_drawn->setCounts(board->distribution, board->row.settings.shape.maxDiscount);
        m_drawnCard->setFigures(
            tr("%1, mean %2", "draws, amount")
                .arg(countedDraws(board->drawsGranted), m_formats.money(Money{board->granted / board->drawsGranted})));
    }
}

void CampaignPlots::retranslate() {
    m_burnCard->setTitle(tr("Budget left"));
    m_burn->setAccessibleName(tr("Budget left over time, with the ideal line and the projection"));
    m_drawnCard->setTitle(tr("Discounts granted"));
    m_drawn->setAccessibleName(tr("Granted draws per tenth of the largest discount"));
    setBoard(m_board);
}

}  // namespace evenhand::ui
