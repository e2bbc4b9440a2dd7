// SPDX-License-Identifier: GPL-3.0-or-later
// What the page of campaigns shows of what was read.
#include <QVBoxLayout>
#include <algorithm>
#include <numeric>
#include <utility>

#include "ui/bridge/error_text.h"
#include "ui/pages/campaigns/campaign_page.h"
#include "ui/widgets/action_state.h"
#include "ui/widgets/campaign_labels.h"
#include "ui/widgets/delay_text.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/labels.h"
#include "ui/wizards/campaign/campaign_checks.h"

namespace evenhand::ui {
namespace {

QString percent(std::int64_t part, std::int64_t whole) {
    return whole > 0 ? QStringLiteral("%1%").arg(
                           Formats::decimal(static_cast<double>(part) * 100 / static_cast<double>(whole), 1))
                     : Formats::dash();
}

/// Leaves no record: counted by this process alone.
bool isFleeting(api::DrawRefusal reason) {
    return reason == api::DrawRefusal::NotStarted || reason == api::DrawRefusal::Paused ||
           reason == api::DrawRefusal::Ended || reason == api::DrawRefusal::UnderWay;
}

}  // namespace

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
    refreshBurn();
    if (!board) {
        m_drawn->clear(Formats::dash());
        m_drawnCard->setFigures({});
    } else if (board->drawsGranted == 0) {
        m_drawn->clear(tr("Nothing was granted yet."));
        m_drawnCard->setFigures({});
    } else {
        m_drawn->setCounts(board->distribution, board->row.settings.shape.maxDiscount);
        m_drawnCard->setFigures(tr("%1, mean %2", "draws, amount")
                                    .arg(countedDraws(board->drawsGranted),
                                         context().formats.money(Money{board->granted / board->drawsGranted})));
    }
    refreshHead();
    refreshNotice();
    refreshTab();
    refreshActs();
}

void CampaignPage::refreshBurn() {
    const auto& board = m_feed->board();
    if (!board) {
        m_burn->clear(board.error().code == ErrorCode::Cancelled
                          ? Formats::dash()
                          : tr("Could not be read: %1").arg(errorTitle(board.error().code)));
        m_burnCard->setFigures({});
        return;
    }
    const auto& formats = context().formats;
    const auto& row = board->row;
    if (row.state == api::CampaignState::Draft || row.state == api::CampaignState::Building) {
        m_burn->clear(row.state == api::CampaignState::Draft ? tr("Not started.")
                                                             : tr("The discounts are being dealt."));
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
    QStringList said{
        tr("%1 of %2 left").arg(formats.money(Money{budgetLeft(*board)}), formats.money(row.settings.shape.budget))};
    said << (board->perMinute
                 ? tr("%1 a minute").arg(formats.money(Money{static_cast<std::int64_t>(*board->perMinute)}))
                 : tr("nothing drawn yet"));
    if (row.state == api::CampaignState::Running) {
        said << (board->projectedEnd ? tr("expected end %1").arg(formats.shortTime(*board->projectedEnd, board->at))
                                     : tr("expected end %1").arg(Formats::dash()));
    }
    m_burnCard->setFigures(said.join(QStringLiteral(" · ")));
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
                                             : tr("its begin has passed");
            break;
        case CampaignPhase::Building:
            when = tr("%1 of %2 dealt").arg(Formats::number(row->built), countedPlaces(row->settings.shape.places));
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
            notes << tr("The figures do not add up to the budget: they differ by %1. “evenhandctl verify” says where.")
                         .arg(context().formats.money(Money{sum - budget}));
        }
    }
    m_notice->setText(notes.join(QLatin1Char('\n')));
    m_notice->setVisible(!notes.isEmpty());
}

// --- tabs ---------------------------------------------------------------------------------------------------

void CampaignPage::refreshTab() {
    const auto& board = m_feed->board();
    const auto row = current();
    switch (m_tabs->currentIndex()) {
        case QueuesTab: m_figures[QueuesTab]->setFigures(board ? queueRows(*board) : std::vector<FigureRow>{}); break;
        case RefusalsTab:
            m_figures[RefusalsTab]->setFigures(board ? refusalRows(*board) : std::vector<FigureRow>{});
            break;
        case UsersTab: m_figures[UsersTab]->setFigures(board ? userRows(*board) : std::vector<FigureRow>{}); break;
        case DrawsTab: m_figures[DrawsTab]->setFigures(drawRows()); break;
        case SettingsTab: m_figures[SettingsTab]->setFigures(row ? settingRows(*row) : std::vector<FigureRow>{}); break;
        default: break;
    }
}

std::vector<FigureRow> CampaignPage::queueRows(const api::CampaignBoard& board) const {
    const auto& formats = context().formats;
    std::vector<FigureRow> rows;
    int number = 0;
    for (const auto& queue : board.queues) {
        rows.push_back(
            {{tr("Queue %1").arg(++number), Formats::number(queue.places), formats.money(Money{queue.amount}),
              formats.money(Money{queue.compensation}), formats.money(Money{queue.unspent}), QString()},
             std::nullopt});
    }
    return rows;
}

std::vector<FigureRow> CampaignPage::refusalRows(const api::CampaignBoard& board) const {
    std::int64_t all = 0;
    for (const auto& refusal : board.refusals) {
        all += refusal.draws;
    }
    std::vector<FigureRow> rows;
    for (const auto& refusal : board.refusals) {
        rows.push_back(
            {{label(refusal.reason), Formats::number(refusal.draws), percent(refusal.draws, all),
              isFleeting(refusal.reason) ? tr("the start of this program") : tr("the start of the campaign")},
             std::nullopt});
    }
    return rows;
}

std::vector<FigureRow> CampaignPage::userRows(const api::CampaignBoard& board) const {
    const auto& formats = context().formats;
    const auto& set = board.row.settings;
    std::vector<FigureRow> rows;
    for (const auto& user : board.topUsers) {
        rows.push_back(
            {{text(user.user), tr("%1 of %2").arg(Formats::number(user.count), Formats::number(set.countLimit)),
              formats.money(Money{user.amount}), percent(user.amount, set.amountLimit.minor), QString()},
             std::nullopt});
    }
    return rows;
}

std::vector<FigureRow> CampaignPage::drawRows() const {
    std::vector<FigureRow> rows;
    if (!m_feed->draws()) {
        return rows;
    }
    const auto& formats = context().formats;
    for (const auto& draw : *m_feed->draws()) {
        QString remark;
        if (draw.refusal) {
            remark = label(*draw.refusal);
        } else if (draw.givenBackAt) {
            remark = tr("given back %1").arg(formats.shortTime(*draw.givenBackAt, context().bridge.now()));
        } else if (draw.state == api::DrawState::Granted && draw.orderNo.empty() && draw.validUntil) {
            remark =
                tr("no order yet, valid until %1").arg(formats.shortTime(*draw.validUntil, context().bridge.now()));
        }
        const bool granted = draw.state == api::DrawState::Granted;
        rows.push_back({{label(draw.state), formats.shortTime(draw.at, context().bridge.now()), text(draw.user),
                         granted ? formats.money(draw.amount) : Formats::dash(),
                         draw.orderNo.empty() ? Formats::dash() : text(draw.orderNo),
                         draw.queue < 0 ? Formats::dash() : Formats::number(draw.queue + 1), remark},
                        tone(draw.state)});
    }
    return rows;
}

std::vector<FigureRow> CampaignPage::settingRows(const api::CampaignRow& row) const {
    const auto& formats = context().formats;
    const auto& set = row.settings;
    const std::pair<const char*, QString> values[] = {
        {"campaign", text(row.id)},
        {"begin", formats.dateTime(set.begin)},
        {"end", formats.dateTime(set.end)},
        {"budget", formats.moneyWithCurrency(set.shape.budget)},
        {"places", Formats::number(set.shape.places)},
        {"max_discount", formats.moneyWithCurrency(set.shape.maxDiscount)},
        {"count_limit", Formats::number(set.countLimit)},
        {"amount_limit", formats.moneyWithCurrency(set.amountLimit)},
        {"cap_at_max", set.capAtMax ? tr("the largest discount") : tr("none")},
        {"queues", Formats::number(set.shape.queues)},
        {"seed", set.seed ? QString::number(*set.seed) : tr("is made at the start")},
        {"validity_ms", writeDelay(set.validityMs)},
        {"recovery_ms", writeDelay(set.recoveryMs)},
    };
    std::vector<FigureRow> rows;
    for (const auto& [field, value] : values) {
        rows.push_back({{campaignFieldLabel(field), value}, std::nullopt});
    }
    rows.push_back({{tr("Started"), row.startedAt ? formats.dateTime(*row.startedAt) : Formats::dash()}, std::nullopt});
    rows.push_back({{tr("Ended"), row.endedAt ? formats.dateTime(*row.endedAt) : Formats::dash()}, std::nullopt});
    return rows;
}

void CampaignPage::tick() {
    m_model->tick();
    refreshHead();
    refreshActs();
}

}  // namespace evenhand::ui
