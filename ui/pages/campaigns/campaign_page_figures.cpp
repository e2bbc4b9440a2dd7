// SPDX-License-Identifier: GPL-3.0-or-later
// What the page of campaigns shows of what was read.
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/pages/campaigns/campaign_figures.h"
#include "ui/pages/campaigns/campaign_page.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/campaign_labels.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
std::optional<api::CampaignRow> CampaignPage::current() const {
    if (m_feed->board() && m_feed->board()->row.id == m_feed->campaign()) {
        return m_feed->board()->row;
    }
    const int row = m_model->rowOf(m_feed->campaign().str());
    return row < 0 ? std::nullopt : std::optional(m_model->rows()[static_cast<std::size_t>(row)]);
}

void CampaignPage::select(const CampaignId& campaign) {
    const int row = m_model->rowOf(campaign.str());
    if (row < 0) {
        m_wanted = campaign;
        m_feed->refresh();
        return;
    }
    m_wanted.reset();
    m_table->selectRow(m_sorted->mapFromSource(m_model->index(row, 0)).row());
}

void CampaignPage::onCampaigns() {
    const auto& answer = m_feed->campaigns();
    if (answer) {
        m_model->setCampaigns(*answer);
    }
    if (answer && m_wanted) {
        const auto wanted = std::exchange(m_wanted, std::nullopt);
        if (m_model->rowOf(wanted->str()) >= 0) {
            select(*wanted);
        }
    }
    if (answer && !m_table->currentIndex().isValid() && m_model->rowCount() > 0) {
        // One that runs rather than the newest.
        int best = 0;
        for (int row = m_sorted->rowCount() - 1; row >= 0; --row) {
            const auto source = m_sorted->mapToSource(m_sorted->index(row, 0));
            if (phaseOf(*m_model->at(source), context().bridge.now()) == CampaignPhase::Running) {
                best = row;
            }
        }
        m_table->selectRow(best);
    }
    const bool none = m_model->rowCount() == 0;
    m_detail->setVisible(!none);
    m_empty->setVisible(none);
    const bool unread = !answer && answer.error().code == ErrorCode::Cancelled;
    m_empty->setText(answer   ? tr("There is no campaign yet.\nSet one up, look at the preview, start it.")
                     : unread ? tr("Reading…")
                              : tr("Could not be read: %1").arg(errorText(answer.error())));
    m_listCard->setFigures(answer ? Formats::number(m_model->rowCount()) : Formats::dash());
    if (none) {
        m_feed->setCampaign({});
        m_draws->setCampaign(std::nullopt);
    }
    if (m_badge != badge()) {
        m_badge = badge();
        Q_EMIT badgeChanged();
    }
    refreshShows();
    refreshActs();
}

void CampaignPage::refreshShows() {
    const auto& rows = m_model->rows();
    while (m_shows.size() > static_cast<qsizetype>(rows.size())) {
        delete m_shows.takeLast();
    }
    while (m_shows.size() < static_cast<qsizetype>(rows.size())) {
        auto* action = new QAction(icon(iconName()), QString(), this);
        connect(action, &QAction::triggered, this,
                [this, action] { select(CampaignId(action->data().toString().toStdString())); });
        m_shows << action;
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        auto* action = m_shows.at(static_cast<qsizetype>(i));
        action->setData(text(rows[i].id));
        action->setObjectName(QStringLiteral("campaign.show.") + text(rows[i].id));
        setActionTexts(*action, tr("Campaign: %1").arg(text(rows[i].settings.name)));
    }
    Q_EMIT commandsChanged();
}

void CampaignPage::onSelected() {
    const auto* row = m_model->at(m_sorted->mapToSource(m_table->currentIndex()));
    m_feed->setCampaign(row ? row->id : CampaignId{});
    onBoard();
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
        m_name->setFullText(Formats::dash());
        m_phase->setPill(Formats::dash(), Tone::Muted);
        m_when->clear();
        return;
    }
    const Instant now = context().bridge.now();
    const auto phase = phaseOf(*row, now);
    const auto& formats = context().formats;
    m_name->setFullText(text(row->settings.name));
    m_phase->setPill(phaseLabel(*row, now), tone(phase), true);
    QString when;
    switch (phase) {
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
    m_when->setText(tr("%1 · %2 to %3 · %4", "number, begin, end, countdown")
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
    m_notice->setText(notes.join(QLatin1Char('\n')));
    m_notice->setVisible(!notes.isEmpty());
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

void CampaignPage::tick() {
    m_model->tick();
    refreshHead();
    refreshActs();
}

}  // namespace evenhand::ui
