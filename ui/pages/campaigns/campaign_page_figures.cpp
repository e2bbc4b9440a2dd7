// SPDX-License-Identifier: GPL-3.0-or-later
// What the page of campaigns shows of what was read.
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/pages/campaigns/campaign_figures.h"
#include "ui/pages/campaigns/campaign_page.h"
#include "ui/widgets/campaign_labels.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
std::optional<api::CampaignRow> CampaignPage::current() const {
    if (m_feed->board() && m_feed->board()->row.id == m_feed->campaign()) {
        return m_feed->board()->row;
    }
    return rowOf(m_feed->campaign().str());
}

void CampaignPage::onCampaigns() { take(m_feed->campaigns()); }

QString CampaignPage::commandOf(const api::CampaignRow& row) const {
    return tr("Campaign: %1").arg(text(row.settings.name));
}

bool CampaignPage::isLive(const api::CampaignRow& row) const {
    return phaseOf(row, context().bridge.now()) == CampaignPhase::Running;
}

void CampaignPage::showItem(const std::string& id) {
    m_feed->setCampaign(CampaignId(id));
    m_presence->setSubject({{}, {}, {}, CampaignId(id)});
    if (id.empty()) {
        m_draws->setCampaign(std::nullopt);
    } else {
        onBoard();
    }
}

void CampaignPage::onBoard() {
    const auto& board = m_feed->board();
    m_tiles->setBoard(board ? std::optional(*board) : std::nullopt);
    m_plots->setBoard(board);
    refreshHead();
    refreshNotice();
    refreshTabs();
    refreshActs();
}

void CampaignPage::refreshHead() {
    const auto row = current();
    if (!row) {
        nameLabel().setFullText(Formats::dash());
        phase()->setPill(Formats::dash(), Tone::Muted);
        whenLabel().clear();
        return;
    }
    const Instant now = context().bridge.now();
    const auto stage = phaseOf(*row, now);
    const auto& formats = context().formats;
    nameLabel().setFullText(text(row->settings.name));
    phase()->setPill(phaseLabel(*row, now), tone(stage), true);
    QString when;
    switch (stage) {
        case CampaignPhase::Draft:
        case CampaignPhase::Scheduled:
            when = row->settings.begin > now ? tr("begins %1").arg(Formats::dueIn(row->settings.begin.ms - now.ms))
                                             : tr("start time has passed");
            break;
        case CampaignPhase::Building:
            when = tr("%1 of %2 allocated").arg(Formats::number(row->built), countedPlaces(row->settings.shape.places));
            break;
        case CampaignPhase::Running:
        case CampaignPhase::Paused: when = tr("ends %1").arg(Formats::dueIn(row->settings.end.ms - now.ms)); break;
        case CampaignPhase::Ended:
            when = row->endedAt ? tr("ended %1").arg(formats.dateTime(*row->endedAt)) : QString();
            break;
    }
    whenLabel().setText(tr("%1 · %2 to %3 · %4", "number, begin, end, countdown")
                            .arg(text(row->id), formats.shortTime(row->settings.begin, now),
                                 formats.shortTime(row->settings.end, now), when));
}

void CampaignPage::refreshNotice() {
    const auto& board = m_feed->board();
    QStringList notes;
    if (!board && board.error().code != ErrorCode::Cancelled) {
        notes << tr("The figures could not be read: %1").arg(errorText(board.error()));
    }
    if (board && board->row.state != api::CampaignState::Draft && board->row.state != api::CampaignState::Building) {
        const std::int64_t sum = board->granted - board->givenBack + budgetLeft(*board) + board->unspent;
        const std::int64_t budget = board->row.settings.shape.budget.minor;
        if (sum != budget) {
            notes
                << tr("The figures do not add up to the budget: they differ by %1. \"evenhandctl verify\" shows where.")
                       .arg(context().formats.money(Money{sum - budget}));
        }
    }
    setNotice(notes.join(QLatin1Char('\n')));
}

// --- tabs ---------------------------------------------------------------------------------------------------

void CampaignPage::refreshTabs() {
    const auto& board = m_feed->board();
    const auto row = current();
    m_draws->setCampaign(row);
    m_settings->setFigures(row ? settingRows(*row, context().formats) : std::vector<FigureRow>{});
    if (board) {
        m_queues->take(queueRows(*board));
        m_refusals->take(refusalRows(*board));
        m_users->take(userRows(*board));
    } else if (board.error().code == ErrorCode::Cancelled) {  // not read yet
        m_queues->forget();
        m_refusals->forget();
        m_users->forget();
    } else {
        m_queues->take(fail(board.error()));
        m_refusals->take(fail(board.error()));
        m_users->take(fail(board.error()));
    }
}

}  // namespace evenhand::ui
