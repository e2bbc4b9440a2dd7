// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/campaigns/campaign_figures.h"

#include <QCoreApplication>
#include <utility>

#include "ui/widgets/campaign_labels.h"
#include "ui/widgets/delay_text.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

struct CampaignFigures {
    Q_DECLARE_TR_FUNCTIONS(CampaignFigures)
};

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

std::vector<FigureRow> queueRows(const api::CampaignBoard& board, const Formats& formats) {
    std::vector<FigureRow> rows;
    int number = 0;
    for (const auto& queue : board.queues) {
        rows.push_back({{CampaignFigures::tr("Queue %1").arg(++number), Formats::number(queue.places),
                         formats.money(Money{queue.amount}), formats.money(Money{queue.compensation}),
                         formats.money(Money{queue.unspent}), QString()},
                        std::nullopt});
    }
    return rows;
}

std::vector<FigureRow> refusalRows(const api::CampaignBoard& board) {
    std::int64_t all = 0;
    for (const auto& refusal : board.refusals) {
        all += refusal.draws;
    }
    std::vector<FigureRow> rows;
    for (const auto& refusal : board.refusals) {
        rows.push_back({{label(refusal.reason), Formats::number(refusal.draws), percent(refusal.draws, all),
                         isFleeting(refusal.reason) ? CampaignFigures::tr("the start of this program")
                                                    : CampaignFigures::tr("the start of the campaign")},
                        std::nullopt});
    }
    return rows;
}

std::vector<FigureRow> userRows(const api::CampaignBoard& board, const Formats& formats) {
    const auto& set = board.row.settings;
    std::vector<FigureRow> rows;
    for (const auto& user : board.topUsers) {
        rows.push_back(
            {{text(user.user),
              CampaignFigures::tr("%1 of %2").arg(Formats::number(user.count), Formats::number(set.countLimit)),
              formats.money(Money{user.amount}), percent(user.amount, set.amountLimit.minor), QString()},
             std::nullopt});
    }
    return rows;
}

std::vector<FigureRow> settingRows(const api::CampaignRow& row, const Formats& formats) {
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
        {"cap_at_max", set.capAtMax ? CampaignFigures::tr("the largest discount") : CampaignFigures::tr("none")},
        {"queues", Formats::number(set.shape.queues)},
        {"seed", set.seed ? QString::number(*set.seed) : CampaignFigures::tr("generated at start")},
        {"validity_ms", writeDelay(set.validityMs)},
        {"recovery_ms", writeDelay(set.recoveryMs)},
    };
    std::vector<FigureRow> rows;
    for (const auto& [field, value] : values) {
        rows.push_back({{campaignFieldLabel(field), value}, std::nullopt});
    }
    rows.push_back(
        {{CampaignFigures::tr("Started"), row.startedAt ? formats.dateTime(*row.startedAt) : Formats::dash()},
         std::nullopt});
    rows.push_back(
        {{CampaignFigures::tr("Ended"), row.endedAt ? formats.dateTime(*row.endedAt) : Formats::dash()}, std::nullopt});
    return rows;
}

}  // namespace evenhand::ui
