// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/rehearsal_dialog.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <algorithm>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/engine_words.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/seckill_labels.h"

namespace evenhand::ui {
namespace {

using Stage = api::RehearsalProgress::Stage;

constexpr std::int64_t kRushSeconds = 5;  // half of the time a usual crowd takes
constexpr std::int64_t kDaySeconds = 86'400;
constexpr std::int64_t kMaxSeed = 1'000'000'000;
constexpr int kPlotHeight = 190;

struct RehearsalTexts {
    Q_DECLARE_TR_FUNCTIONS(RehearsalTexts)
};

QString stageText(Stage stage) {
    switch (stage) {
        case Stage::Preparing: return RehearsalTexts::tr("Preparing a copy");
        case Stage::Attempts: return RehearsalTexts::tr("The crowd buys");
        case Stage::Payments: return RehearsalTexts::tr("Payments and time-outs");
        case Stage::Checks: return RehearsalTexts::tr("Checking the invariants");
    }
    return {};
}

}  // namespace

RehearsalDialog::RehearsalDialog(UiContext& context, const api::ActivityRow& row, bool mayStart, QWidget* parent)
    : RehearsalFrame(context,
                     {tr("Rehearse %1").arg(text(row.set.name)),
                      tr("A simulated crowd uses the real engine on a copy with its own clock. The sale itself, its "
                         "stock and its users are not affected."),
                      mayStart ? tr("Start the sale…") : QString()},
                     parent),
      m_row(row) {
    setupPlan();
    setupRest(setupPlots());
}

void RehearsalDialog::setupPlan() {
    const api::RehearsalPlan usual;
    const std::int64_t stock = std::max<std::int64_t>(1, m_row.set.stock + m_row.added);
    const std::int64_t users = std::clamp<std::int64_t>(stock * 10, 1, 200'000);
    addField("stock", tr("Units"), stock, 1, api::kMaxActivityStock, tr("Units on sale"));
    addField("users", tr("Users"), users, 1, api::kMaxRehearsalUsers, tr("Different users in the crowd"));
    addField("attempts", tr("Attempts"), users * 2, 1, api::kMaxRehearsalAttempts,
             tr("Total attempts, by random users"));
    addField("per_second", tr("Attempts per second"),
             std::clamp<std::int64_t>(users / kRushSeconds, 1, usual.perSecond), 1, api::kMaxRehearsalPerSecond,
             tr("Rate at which attempts arrive"));
    addField("duplicate_percent", tr("Sent twice (%)"), usual.duplicatePercent, 0, 100,
             tr("Attempts sent twice at once, like a double tap"));
    addField("payer_percent", tr("Pay (%)"), usual.payerPercent, 0, 100,
             tr("Orders that are paid; the others time out and return their unit"));
    addField("pay_within_ms", tr("Pay within (s)"), usual.payWithinMs / 1'000, 0, kDaySeconds,
             tr("Payments arrive at random within this time"));
    addField("seed", tr("Seed"), 1, 1, kMaxSeed, tr("The same plan and seed give the same crowd"));
}

QLayout* RehearsalDialog::setupPlots() {
    auto* plots = new QHBoxLayout;
    plots->setSpacing(kGap);
    m_curveCard = new Card(this);
    m_curveCard->setTitle(tr("Units over time"));
    m_curve = named(new SalePlot(&context().pulse, std::nullopt, m_curveCard), QStringLiteral("rehearsalCurve"),
                    tr("Units left, ordered and paid over time"));
    m_curveCard->setBody(m_curve);
    m_attemptsCard = new Card(this);
    m_attemptsCard->setTitle(tr("Attempts per second"));
    m_attempts = named(new AttemptsPlot(&context().pulse, std::nullopt, m_attemptsCard),
                       QStringLiteral("rehearsalAttempts"), tr("Attempts per second by outcome"));
    m_attemptsCard->setBody(m_attempts);
    for (auto* card : {m_curveCard, m_attemptsCard}) {
        card->setFixedHeight(byText(kPlotHeight));
        plots->addWidget(card, 1);
    }
    return plots;
}

QString RehearsalDialog::problemOfPlan() const {
    const std::int64_t lastsMs = m_row.set.end.ms - m_row.set.begin.ms;
    const std::int64_t neededMs = valueOf("attempts") * 1'000 / valueOf("per_second");
    return neededMs > lastsMs ? tr("Attempts per second: the attempts would take %1, the sale lasts %2.")
                                    .arg(Formats::duration(neededMs), Formats::duration(lastsMs))
                              : QString();
}

std::optional<api::RehearsalPlan> RehearsalDialog::plan() const {
    if (!problem().isEmpty()) {
        return std::nullopt;
    }
    api::RehearsalPlan plan;
    plan.copyOf = m_row.set.id;
    plan.stock = valueOf("stock");
    plan.users = valueOf("users");
    plan.attempts = valueOf("attempts");
    plan.perSecond = valueOf("per_second");
    plan.duplicatePercent = static_cast<int>(valueOf("duplicate_percent"));
    plan.payerPercent = static_cast<int>(valueOf("payer_percent"));
    plan.payWithinMs = valueOf("pay_within_ms") * 1'000;
    plan.seed = static_cast<std::uint64_t>(valueOf("seed"));
    return plan;
}

void RehearsalDialog::submit(const std::shared_ptr<JobProgress>& job) {
    const auto wanted = *plan();
    m_result.reset();
    m_progress = std::make_shared<Progress>();
    job->total = wanted.attempts;
    auto& bridge = context().bridge;
    follow(bridge.seckill().rehearse(bridge.call(), wanted,
                                     [progress = m_progress, job](const api::RehearsalProgress& at) {
                                         progress->stage = static_cast<int>(at.stage);
                                         progress->orders = at.orders;
                                         job->done = at.attempts;
                                     }),
           [this](const Result<api::RehearsalResult>& result) {
               m_result = result;
               if (result) {
                   showResult(*result);
               }
           });
}

QString RehearsalDialog::progressNow(std::int64_t attempts) const {
    return tr("%1: %2, %3", "stage, n attempts, n orders")
        .arg(stageText(static_cast<Stage>(m_progress->stage.load())),
             tr("%1 attempts", nullptr, Formats::plural(attempts)).arg(Formats::number(attempts)),
             countedOrders(m_progress->orders.load()));
}

void RehearsalDialog::showResult(const api::RehearsalResult& result) {
    SalePlot::Line left{tr("left"), {{0.0, static_cast<double>(result.plan.stock)}}};
    SalePlot::Line orders{tr("ordered"), {{0.0, 0.0}}};
    SalePlot::Line paid{tr("paid"), {{0.0, 0.0}}};
    std::vector<AttemptsPlot::Slot> bars;
    double from = 0;
    for (const auto& point : result.curve) {
        const double to = static_cast<double>(point.atMs) / 1'000;
        const double width = std::max(0.001, to - from);
        AttemptsPlot::Slot bar{from, {}};
        for (std::size_t i = 0; i < bar.perSecond.size(); ++i) {
            bar.perSecond[i] = static_cast<double>(point.attempts[i]) / width;
        }
        bars.push_back(bar);
        left.points.emplace_back(to, static_cast<double>(point.stock));
        orders.points.emplace_back(to, static_cast<double>(point.orders));
        paid.points.emplace_back(to, static_cast<double>(point.paid));
        from = to;
    }
    const double width = bars.empty() ? 1 : from / static_cast<double>(bars.size());
    m_curve->setLines({orders, paid, left}, result.plan.stock, tr("for sale", "units"));
    m_attempts->setSlots(std::move(bars), width, 0, std::max(from, 0.01));
    const auto count = [&](api::AttemptOutcome outcome) {
        return Formats::number(result.attempts[static_cast<std::size_t>(outcome)]);
    };
    facts()->setFacts({
        {tr("Sold out after"), result.soldOutMs ? Formats::duration(*result.soldOutMs) : tr("never"), true, true},
        {tr("Orders"), Formats::number(result.orders), true, true},
        {tr("Paid"), Formats::number(result.paid), true},
        {tr("Closed unpaid"), Formats::number(result.closedUnpaid), true},
        {tr("Unsold at the end"), Formats::number(result.unsold), true},
        {label(api::AttemptOutcome::Reserved), count(api::AttemptOutcome::Reserved), true},
        {label(api::AttemptOutcome::SoldOut), count(api::AttemptOutcome::SoldOut), true},
        {label(api::AttemptOutcome::Duplicate), count(api::AttemptOutcome::Duplicate), true},
    });
    std::vector<Verdict> verdicts;
    for (const auto& verdict : result.verdicts) {
        QStringList offenders;
        for (const auto& each : verdict.offenders) {
            offenders << text(each);
        }
        verdicts.push_back(
            {text(verdict.id) + QStringLiteral("  ") + engineSentence(text(verdict.name)).value_or(QString()),
             verdict.checked, verdict.violations, offenders.join(QStringLiteral("; "))});
    }
    showVerdicts(verdicts, QLatin1Char('S'), result.tookMs);
}

}  // namespace evenhand::ui
