// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/campaign_rehearsal_dialog.h"

#include <QHBoxLayout>
#include <algorithm>
#include <cmath>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/engine_words.h"
#include "ui/widgets/campaign_labels.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {
namespace {

constexpr std::int64_t kCampaignMaxSeed = 1'000'000'000;
constexpr std::int64_t kOfferedUsers = 20'000;    // at most
constexpr std::int64_t kUntilExhausted = 20'000;  // places: more are not drawn to the end unless it is asked for
constexpr int kCampaignPlotHeight = 190;

}  // namespace

CampaignRehearsalDialog::CampaignRehearsalDialog(UiContext& context, const api::CampaignRow& row, bool mayStart,
                                                 QWidget* parent)
    : RehearsalFrame(context,
                     {tr("Rehearse %1").arg(text(row.settings.name)),
                      tr("A simulated crowd uses the real engine on a copy with its own clock. The campaign itself, "
                         "its budget and its users are not affected."),
                      mayStart ? tr("Start the campaign…") : QString()},
                     parent),
      m_row(row) {
    setupPlan();
    setupRest(setupPlots());
}

void CampaignRehearsalDialog::setupPlan() {
    const api::CampaignRehearsal usual;
    const auto& set = m_row.settings;
    const std::int64_t needed = set.shape.places / std::max<std::int64_t>(1, set.countLimit);
    addField("users", tr("Users"), std::clamp<std::int64_t>(needed * 2, 1, kOfferedUsers), 1,
             api::kMaxDrawRehearsalUsers, tr("Different users in the crowd"));
    addField("draws", tr("Attempts (0: to the end)"), set.shape.places > kUntilExhausted ? kUntilExhausted : 0, 0,
             api::kMaxRehearsalDraws,
             tr("Total attempts, by random users. 0: until all is drawn or nobody can get more"));
    addField("per_second", tr("Attempts per second"), usual.perSecond, 1, api::kMaxRehearsalDrawsPerSecond,
             tr("Rate at which attempts arrive"));
    addField("duplicate_percent", tr("Sent twice (%)"), usual.duplicatePercent, 0, 100,
             tr("Attempts sent twice with the same number, like a double tap"));
    addField("order_percent", tr("Order (%)"), usual.orderPercent, 0, 100,
             tr("Attempts that place an order; some of the orders are cancelled and give their discount back"));
    addField("seed", tr("Seed"), usual.seed, 0, kCampaignMaxSeed, tr("The same plan and seed give the same crowd"));
}

QLayout* CampaignRehearsalDialog::setupPlots() {
    auto* plots = new QHBoxLayout;
    plots->setSpacing(kGap);
    m_curveCard = new Card(this);
    m_curveCard->setTitle(tr("Granted over time"));
    m_curve = named(new SalePlot(&context().pulse, std::nullopt, m_curveCard), QStringLiteral("rehearsalCurve"),
                    tr("Amount granted over time, with the budget"));
    m_curveCard->setBody(m_curve);
    m_drawnCard = new Card(this);
    m_drawnCard->setTitle(tr("Discounts granted"));
    m_drawn = named(new DiscountHistogram(&context().pulse, context().formats, m_drawnCard),
                    QStringLiteral("rehearsalDrawn"), tr("Granted draws per tenth of the largest discount"));
    m_drawnCard->setBody(m_drawn);
    for (auto* card : {m_curveCard, m_drawnCard}) {
        card->setFixedHeight(byText(kCampaignPlotHeight));
        plots->addWidget(card, 1);
    }
    return plots;
}

std::optional<api::CampaignRehearsal> CampaignRehearsalDialog::plan() const {
    if (!problem().isEmpty()) {
        return std::nullopt;
    }
    api::CampaignRehearsal plan;
    plan.settings = m_row.settings;
    plan.users = valueOf("users");
    plan.draws = valueOf("draws");
    plan.perSecond = valueOf("per_second");
    plan.duplicatePercent = valueOf("duplicate_percent");
    plan.orderPercent = valueOf("order_percent");
    plan.seed = valueOf("seed");
    return plan;
}

void CampaignRehearsalDialog::submit(const std::shared_ptr<JobProgress>& job) {
    const auto wanted = *plan();
    m_result.reset();
    if (wanted.draws > 0) {
        job->total = wanted.draws;
    }
    auto& bridge = context().bridge;
    follow(bridge.campaigns().rehearse(bridge.call(), wanted, [job](std::int64_t attempts) { job->done = attempts; }),
           [this](const Result<api::CampaignRehearsalResult>& result) {
               m_result = result;
               if (result) {
                   showResult(*result);
               }
           });
}

QString CampaignRehearsalDialog::progressNow(std::int64_t attempts) const {
    return attempts == 0
               ? tr("Preparing a copy")
               : tr("The crowd draws: %1 attempts", nullptr, Formats::plural(attempts)).arg(Formats::number(attempts));
}

void CampaignRehearsalDialog::showCurve(const api::CampaignRehearsalResult& result) {
    const auto& formats = context().formats;
    const double unit = std::pow(10.0, formats.minorDigits());
    const std::int64_t budget = result.board.row.settings.shape.budget.minor;
    SalePlot::Line granted{tr("granted"), {{0.0, 0.0}}};
    for (const auto& point : result.curve) {
        granted.points.emplace_back(static_cast<double>(point.atMs) / 1'000, static_cast<double>(point.amount) / unit);
    }
    m_curve->setLines({granted}, std::llround(static_cast<double>(budget) / unit), tr("budget"));
    m_curveCard->setFigures(
        tr("%1 of %2")
            .arg(formats.money(Money{result.board.granted - result.board.givenBack}), formats.money(Money{budget})));
}

void CampaignRehearsalDialog::showResult(const api::CampaignRehearsalResult& result) {
    const auto& formats = context().formats;
    const auto& board = result.board;
    showCurve(result);
    m_drawn->setCounts(board.distribution, board.row.settings.shape.maxDiscount);
    m_drawnCard->setFigures(board.drawsGranted > 0
                                ? tr("mean %1").arg(formats.money(Money{board.granted / board.drawsGranted}))
                                : QString());
    facts()->setFacts({
        {tr("Attempts"), Formats::number(result.attempts), true, true},
        {tr("Granted"), countedDraws(result.granted), true, true},
        {tr("Refused"), Formats::number(result.refused), true},
        {tr("Duplicates"), Formats::number(result.repeated), true},
        {tr("Orders with a draw"), Formats::number(result.orders), true},
        {tr("Cancelled of these"), Formats::number(result.cancelled), true},
        {tr("Given back"), formats.money(Money{board.givenBack}), true},
        {tr("Places left"), Formats::number(board.placesLeft), true},
        {tr("Users with a discount"), Formats::number(board.users), true},
    });
    std::vector<Verdict> verdicts;
    for (const auto& each : result.invariants) {
        verdicts.push_back({text(each.id) + QStringLiteral("  ") + engineSentence(text(each.name)).value_or(QString()),
                            each.checked, each.violations, text(each.offender)});
    }
    showVerdicts(verdicts, QLatin1Char('C'), result.tookMs);
}

}  // namespace evenhand::ui
