// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/rehearsal_dialog.h"

#include <QCoreApplication>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QStyle>
#include <algorithm>
#include <string_view>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/bridge/ui_pulse.h"
#include "ui/dialogs/text_table.h"
#include "ui/shell/jobs.h"
#include "ui/shell/notices.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/seckill_labels.h"
#include "ui/wizards/seckill/activity_checks.h"

namespace evenhand::ui {
namespace {

using Stage = api::RehearsalProgress::Stage;

constexpr std::int64_t kMostUsers = 1'000'000;
constexpr std::int64_t kMostAttempts = 10'000'000;
constexpr std::int64_t kMostPerSecond = 1'000'000;
constexpr std::int64_t kRushSeconds = 5;  // half of the time a usual crowd takes
constexpr std::int64_t kDaySeconds = 86'400;
constexpr std::int64_t kMostSeed = 1'000'000'000;
constexpr int kPlotHeight = 190;

struct RehearsalTexts {
    Q_DECLARE_TR_FUNCTIONS(RehearsalTexts)
};

QString stageText(Stage stage) {
    switch (stage) {
        case Stage::Preparing: return RehearsalTexts::tr("Preparing a copy");
        case Stage::Attempts: return RehearsalTexts::tr("The crowd tries");
        case Stage::Payments: return RehearsalTexts::tr("Payments and time-outs");
        case Stage::Checks: return RehearsalTexts::tr("Checking the invariants");
    }
    return {};
}

}  // namespace

RehearsalDialog::RehearsalDialog(UiContext& context, const api::ActivityRow& row, bool mayStart, QWidget* parent)
    : QDialog(parent), m_context(context), m_row(row), m_mayStart(mayStart) {
    setObjectName(QStringLiteral("rehearsalDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Rehearse %1").arg(text(row.set.name)));
    m_layout = new QVBoxLayout(this);
    m_layout->setContentsMargins(kGapLarge, kGapLarge, kGapLarge, kGapLarge);
    m_layout->setSpacing(kGap + kGapSmall);
    auto* what = new QLabel(tr("A generated crowd against the real engine, on a copy with a clock of its own. The sale "
                               "itself, its stock and its users are not touched."),
                            this);
    what->setTextFormat(Qt::PlainText);
    what->setWordWrap(true);
    what->setProperty("muted", true);
    m_layout->addWidget(what);
    setupPlan();
    setupProgress();
    setupOutcome();
    setupButtons();
    connect(&context.pulse, &UiPulse::tick, this, &RehearsalDialog::beat);
    resize(880, 660);
    refresh();
}

RehearsalDialog::~RehearsalDialog() {
    if (m_running) {
        m_future.cancel();
        m_context.jobs.finish(m_job);
    }
}

void RehearsalDialog::addField(const char* name, const QString& caption, std::int64_t value, std::int64_t least,
                               std::int64_t most, const QString& tip) {
    auto* grid = static_cast<QGridLayout*>(m_planBox->layout());
    const int at = static_cast<int>(m_fields.size());
    auto* label = new QLabel(caption, m_planBox);
    label->setTextFormat(Qt::PlainText);
    auto* edit = new QLineEdit(Formats::number(value), m_planBox);
    edit->setObjectName(QStringLiteral("rehearsal.") + QLatin1String(name));
    edit->setAccessibleName(caption);
    edit->setAlignment(Qt::AlignRight);
    edit->setMaximumWidth(110);
    edit->setToolTip(plainToolTip(tip));
    label->setBuddy(edit);
    label->setToolTip(plainToolTip(tip));
    grid->addWidget(label, at / 3, at % 3 * 2);
    grid->addWidget(edit, at / 3, at % 3 * 2 + 1);
    m_fields.push_back({name, caption, edit, least, most});
    connect(edit, &QLineEdit::textChanged, this, &RehearsalDialog::refresh);
}

void RehearsalDialog::setupPlan() {
    m_planBox = new QWidget(this);
    auto* grid = new QGridLayout(m_planBox);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(kGap);
    grid->setVerticalSpacing(kGap);
    const api::RehearsalPlan usual;
    const std::int64_t stock = std::max<std::int64_t>(1, m_row.set.stock + m_row.added);
    const std::int64_t users = std::clamp<std::int64_t>(stock * 10, 1, 200'000);
    addField("stock", tr("Units"), stock, 1, api::kMaxActivityStock, tr("Units on sale"));
    addField("users", tr("Users"), users, 1, kMostUsers, tr("Different users in the crowd"));
    addField("attempts", tr("Attempts"), users * 2, 1, kMostAttempts, tr("Attempts altogether, of random users"));
    addField("per_second", tr("Attempts a second"), std::clamp<std::int64_t>(users / kRushSeconds, 1, usual.perSecond),
             1, kMostPerSecond, tr("How fast they come"));
    addField("duplicate_percent", tr("Sent twice (%)"), usual.duplicatePercent, 0, 100,
             tr("Attempts that come twice at once, as from an impatient finger"));
    addField("payer_percent", tr("Pay (%)"), usual.payerPercent, 0, 100,
             tr("Orders that are paid; the others time out and give their unit back"));
    addField("pay_within_ms", tr("Pay within (s)"), usual.payWithinMs / 1'000, 0, kDaySeconds,
             tr("A payer pays at a random instant of it"));
    addField("seed", tr("Seed"), 1, 1, kMostSeed, tr("The same plan and seed give the same crowd"));
    for (int column = 0; column < 3; ++column) {
        grid->setColumnMinimumWidth(column * 2 + 1, 118);
    }
    grid->setColumnStretch(6, 1);
    m_layout->addWidget(m_planBox);
}

void RehearsalDialog::setupProgress() {
    auto* row = new QHBoxLayout;
    row->setSpacing(kGap);
    m_bar = new QProgressBar(this);
    m_bar->setObjectName(QStringLiteral("rehearsalProgress"));
    m_bar->setAccessibleName(tr("Progress"));
    m_bar->setTextVisible(false);
    m_bar->setFixedSize(220, 6);
    m_stage = new QLabel(this);
    m_stage->setObjectName(QStringLiteral("rehearsalStage"));
    m_stage->setTextFormat(Qt::PlainText);
    m_stage->setProperty("muted", true);
    row->addWidget(m_bar);
    row->addWidget(m_stage, 1);
    m_layout->addLayout(row);
}

void RehearsalDialog::setupOutcome() {
    m_outcome = new QWidget(this);
    auto* down = new QVBoxLayout(m_outcome);
    down->setContentsMargins(0, 0, 0, 0);
    down->setSpacing(kGap);
    const auto verdict = [&](const char* look) {
        auto* label = new QLabel(m_outcome);
        label->setObjectName(QStringLiteral("rehearsalVerdict.") + QLatin1String(look));
        label->setTextFormat(Qt::PlainText);
        label->setProperty(look, true);
        down->addWidget(label);
        return label;
    };
    m_held = verdict("found");
    m_broken = verdict("problem");
    auto* plots = new QHBoxLayout;
    plots->setSpacing(kGap);
    m_curveCard = new Card(m_outcome);
    m_curveCard->setTitle(tr("Units over time"));
    m_curve = new SalePlot(&m_context.pulse, std::nullopt, m_curveCard);
    m_curve->setObjectName(QStringLiteral("rehearsalCurve"));
    m_curve->setAccessibleName(tr("Units left, ordered and paid over time"));
    m_curveCard->setBody(m_curve);
    m_attemptsCard = new Card(m_outcome);
    m_attemptsCard->setTitle(tr("Attempts a second"));
    m_attempts = new AttemptsPlot(&m_context.pulse, std::nullopt, m_attemptsCard);
    m_attempts->setObjectName(QStringLiteral("rehearsalAttempts"));
    m_attempts->setAccessibleName(tr("Attempts a second by outcome"));
    m_attemptsCard->setBody(m_attempts);
    for (auto* card : {m_curveCard, m_attemptsCard}) {
        card->setFixedHeight(kPlotHeight);
        plots->addWidget(card, 1);
    }
    down->addLayout(plots);
    auto* across = new QHBoxLayout;
    across->setSpacing(kGapLarge);
    m_facts = new FactGrid(m_outcome);
    m_facts->setFixedWidth(250);
    across->addWidget(m_facts, 0, Qt::AlignTop);
    across->addSpacing(kGap);
    down->addLayout(across, 1);
    across->setObjectName(QStringLiteral("rehearsalAcross"));
    m_outcome->hide();
    m_layout->addWidget(m_outcome, 1);
    m_layout->addStretch(0);
}

void RehearsalDialog::setupButtons() {
    m_problem = new QLabel(this);
    m_problem->setObjectName(QStringLiteral("rehearsalProblem"));
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setWordWrap(true);
    m_problem->setProperty("muted", true);
    const auto button = [this](const char* name, const QString& label) {
        auto* each = new QPushButton(label, this);
        each->setObjectName(QLatin1String(name));
        each->setAutoDefault(false);
        return each;
    };
    m_run = button("rehearsalRun", tr("Rehearse"));
    m_run->setProperty("role", QStringLiteral("primary"));
    m_cancel = button("rehearsalCancel", tr("Cancel the rehearsal"));
    m_start = button("rehearsalStart", tr("Start the sale…"));
    auto* close = button("rehearsalClose", tr("Close"));
    auto* row = new QHBoxLayout;
    row->setSpacing(kGap);
    row->addWidget(m_problem, 1);
    for (auto* each : {close, m_cancel, m_run, m_start}) {
        row->addWidget(each);
    }
    m_layout->addLayout(row);
    connect(m_run, &QPushButton::clicked, this, &RehearsalDialog::run);
    connect(m_cancel, &QPushButton::clicked, this, &RehearsalDialog::cancel);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_start, &QPushButton::clicked, this, [this] {
        Q_EMIT startRequested(m_row.set.id);
        accept();
    });
}

// --- the plan -----------------------------------------------------------------------------------------------

QString RehearsalDialog::problem() const {
    for (const auto& field : m_fields) {
        if (const QString why = checkCount(field.edit->text(), field.least, field.most).problem; !why.isEmpty()) {
            return tr("%1: %2", "field, why").arg(field.caption, why);
        }
    }
    const std::int64_t lastsMs = m_row.set.end.ms - m_row.set.begin.ms;
    const std::int64_t neededMs = valueOf("attempts") * 1'000 / valueOf("per_second");
    return neededMs > lastsMs ? tr("Attempts a second: the attempts would take %1, the sale lasts %2.")
                                    .arg(Formats::duration(neededMs), Formats::duration(lastsMs))
                              : QString();
}

std::int64_t RehearsalDialog::valueOf(const char* name) const {
    for (const auto& field : m_fields) {
        if (std::string_view(field.name) == name) {
            return checkCount(field.edit->text(), field.least, field.most).value.value_or(field.least);
        }
    }
    return 0;
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

// --- running ------------------------------------------------------------------------------------------------

void RehearsalDialog::run() {
    const auto wanted = plan();
    if (!wanted || m_running) {
        return;
    }
    m_running = true;
    m_result.reset();
    m_outcome->hide();
    m_progress = std::make_shared<Progress>();
    auto& bridge = m_context.bridge;
    auto job = std::make_shared<JobProgress>();
    job->total = wanted->attempts;
    m_job = m_context.jobs.start(windowTitle(), job, [this] { cancel(); });
    m_future = bridge.seckill().rehearse(bridge.call(), *wanted,
                                         [progress = m_progress, job](const api::RehearsalProgress& at) {
                                             progress->stage = static_cast<int>(at.stage);
                                             progress->attempts = at.attempts;
                                             progress->orders = at.orders;
                                             job->done = at.attempts;
                                         });
    whenReady(m_future, this, [this](const Result<api::RehearsalResult>& result) { answered(result); });
    m_context.pulse.request();
    refresh();
}

void RehearsalDialog::cancel() {
    if (m_running) {
        m_future.cancel();
        m_cancel->setEnabled(false);
        m_cancel->setToolTip(tr("It is being cancelled."));
    }
}

void RehearsalDialog::done(int result) {
    cancel();
    QDialog::done(result);
}

void RehearsalDialog::beat() {
    if (!m_running || !isVisible()) {
        return;
    }
    const auto wanted = plan();
    const auto attempts = m_progress->attempts.load();
    m_bar->setRange(0, 1'000);
    m_bar->setValue(wanted ? static_cast<int>(attempts * 1'000 / std::max<std::int64_t>(1, wanted->attempts)) : 0);
    m_stage->setText(tr("%1: %2 attempts, %3 orders", "stage, count, count")
                         .arg(stageText(static_cast<Stage>(m_progress->stage.load())), Formats::number(attempts),
                              Formats::number(m_progress->orders.load())));
    m_context.pulse.request();
}

void RehearsalDialog::answered(const Result<api::RehearsalResult>& result) {
    m_running = false;
    m_context.jobs.finish(m_job);
    m_result = result;
    if (result) {
        showResult(*result);
    } else if (result.error().code == ErrorCode::Cancelled) {
        m_stage->setText(tr("Cancelled; nothing is left of it."));
    } else {
        m_stage->setText(errorText(result.error()));
    }
    refresh();
    Q_EMIT ended();
}

// --- the outcome --------------------------------------------------------------------------------------------

void RehearsalDialog::showResult(const api::RehearsalResult& result) {
    m_stage->setText(tr("Took %1.").arg(Formats::duration(result.tookMs)));
    const auto broken = std::count_if(result.verdicts.begin(), result.verdicts.end(),
                                      [](const auto& verdict) { return verdict.violations != 0; });
    m_held->setText(tr("Every invariant held."));
    m_broken->setText(tr("%1 of %2 invariants were broken.").arg(broken).arg(result.verdicts.size()));
    for (const bool held : {true, false}) {
        (held ? m_held : m_broken)->setVisible(held == result.passed());
    }
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
    m_curve->setLines({orders, paid, left}, result.plan.stock);
    m_curveCard->setFigures(tr("ordered, paid, left"));
    m_attempts->setSlots(std::move(bars), width, 0, std::max(from, 0.01));
    const auto count = [&](api::AttemptOutcome outcome) {
        return Formats::number(result.attempts[static_cast<std::size_t>(outcome)]);
    };
    m_facts->setFacts({
        {tr("Sold out after"), result.soldOutMs ? Formats::duration(*result.soldOutMs) : tr("never"), true, true},
        {tr("Orders"), Formats::number(result.orders), true, true},
        {tr("Paid"), Formats::number(result.paid), true},
        {tr("Closed unpaid"), Formats::number(result.closedUnpaid), true},
        {tr("Unsold at the end"), Formats::number(result.unsold), true},
        {label(api::AttemptOutcome::Reserved), count(api::AttemptOutcome::Reserved), true},
        {label(api::AttemptOutcome::SoldOut), count(api::AttemptOutcome::SoldOut), true},
        {label(api::AttemptOutcome::Duplicate), count(api::AttemptOutcome::Duplicate), true},
    });
    showVerdicts(result);
    m_outcome->show();
}

void RehearsalDialog::showVerdicts(const api::RehearsalResult& result) {
    std::vector<TextRow> rows;
    for (const auto& verdict : result.verdicts) {
        QStringList offenders;
        for (const auto& each : verdict.offenders) {
            offenders << text(each);
        }
        const bool held = verdict.violations == 0;
        rows.push_back({{held ? tr("held") : tr("broken: %1").arg(verdict.violations),
                         text(verdict.id) + QStringLiteral("  ") + text(verdict.name), Formats::number(verdict.checked),
                         offenders.join(QStringLiteral("; "))},
                        held ? Tone::Good : Tone::Bad});
    }
    // What is promised of the sale itself comes first, and what is broken before everything.
    std::stable_sort(rows.begin(), rows.end(), [](const TextRow& a, const TextRow& b) {
        const auto rank = [](const TextRow& row) {
            return row.tone == Tone::Bad ? 0 : (row.cells.at(1).startsWith(QLatin1Char('S')) ? 1 : 2);
        };
        return rank(a) < rank(b);
    });
    delete m_verdicts;
    m_verdicts = makeTextTable(
        new TextTableModel({tr("Verdict"), tr("Invariant"), tr("Checked"), tr("Offenders")}, std::move(rows)), 0,
        {84, 340, 76}, m_outcome);
    m_verdicts->setObjectName(QStringLiteral("rehearsalVerdicts"));
    m_verdicts->setAccessibleName(tr("Invariants checked"));
    m_outcome->findChild<QHBoxLayout*>(QStringLiteral("rehearsalAcross"))->addWidget(m_verdicts, 1);
}

void RehearsalDialog::refresh() {
    if (m_start == nullptr) {
        return;  // still being made
    }
    const QString why = m_running ? tr("The rehearsal is running.") : problem();
    m_run->setEnabled(why.isEmpty());
    m_run->setToolTip(plainToolTip(why));
    m_problem->setText(m_running ? QString() : problem());
    m_planBox->setEnabled(!m_running);
    m_bar->setVisible(m_running);
    m_cancel->setVisible(m_running);
    m_cancel->setEnabled(m_running);
    m_start->setVisible(m_mayStart);
    const bool passed = m_result && *m_result && (*m_result)->passed();
    m_start->setEnabled(passed && !m_running);
    m_start->setToolTip(passed ? QString() : plainToolTip(tr("Rehearse it first: every invariant must hold.")));
    m_start->setProperty("role", passed ? QStringLiteral("primary") : QString());
    m_start->style()->unpolish(m_start);
    m_start->style()->polish(m_start);
    m_run->setText(m_result ? tr("Rehearse again") : tr("Rehearse"));
}

}  // namespace evenhand::ui
