// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/rehearsal_frame.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QStyle>
#include <algorithm>
#include <string_view>
#include <utility>

#include "engine/base/invariant.h"
#include "ui/bridge/error_text.h"
#include "ui/bridge/ui_pulse.h"
#include "ui/dialogs/text_table.h"
#include "ui/tables/table_export.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/mnemonics.h"
#include "ui/widgets/parts.h"
#include "ui/wizards/seckill/activity_checks.h"

namespace evenhand::ui {
namespace {

constexpr int kFieldColumns = 3;

}  // namespace

RehearsalFrame::RehearsalFrame(UiContext& context, Texts texts, QWidget* parent)
    : QDialog(parent), m_context(context), m_texts(std::move(texts)) {
    setObjectName(QStringLiteral("rehearsalDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(m_texts.title);
    m_layout = columnIn(this, kGapLarge, kGap + kGapSmall);
    auto* what = muted(wrapped(plainLabel(this, {}, m_texts.what)));
    m_layout->addWidget(what);
    m_planBox = new QWidget(this);
    auto* grid = new QGridLayout(m_planBox);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(kGap);
    grid->setVerticalSpacing(kGap);
    for (int column = 0; column < kFieldColumns; ++column) {
        grid->setColumnMinimumWidth(column * 2 + 1, 118);
    }
    grid->setColumnStretch(kFieldColumns * 2, 1);
    m_layout->addWidget(m_planBox);
    connect(&context.pulse, &UiPulse::tick, this, &RehearsalFrame::beat);
    resize(880, 660);
}

RehearsalFrame::~RehearsalFrame() {
    if (m_running) {
        m_cancelIt();
        m_context.jobs.finish(m_job);
    }
}

void RehearsalFrame::addField(const char* name, const QString& caption, std::int64_t value, std::int64_t least,
                              std::int64_t most, const QString& tip) {
    auto* grid = static_cast<QGridLayout*>(m_planBox->layout());
    const int at = static_cast<int>(m_fields.size());
    auto* label = plainLabel(m_planBox, {}, caption);
    auto* edit = named(new QLineEdit(Formats::number(value), m_planBox),
                       QStringLiteral("rehearsal.") + QLatin1String(name), caption);
    edit->setAlignment(Qt::AlignRight);
    edit->setMaximumWidth(byText(110));
    const QString range =
        tr("%1: %2 to %3", "what it is, least, most").arg(tip, Formats::number(least), Formats::number(most));
    edit->setToolTip(plainToolTip(range));
    label->setBuddy(edit);
    label->setToolTip(plainToolTip(range));
    grid->addWidget(label, at / kFieldColumns, at % kFieldColumns * 2);
    grid->addWidget(edit, at / kFieldColumns, at % kFieldColumns * 2 + 1);
    m_fields.push_back({name, caption, edit, least, most});
    connect(edit, &QLineEdit::textChanged, this, &RehearsalFrame::refresh);
}

void RehearsalFrame::setupProgress() {
    auto* row = new QHBoxLayout;
    row->setSpacing(kGap);
    m_bar = named(new QProgressBar(this), QStringLiteral("rehearsalProgress"), tr("Progress"));
    m_bar->setTextVisible(false);
    m_bar->setFixedSize(220, 6);
    m_stage = muted(plainLabel(this, QStringLiteral("rehearsalStage")));
    row->addWidget(m_bar);
    row->addWidget(m_stage, 1);
    m_layout->addLayout(row);
}

void RehearsalFrame::setupRest(QLayout* plots) {
    setupProgress();
    setupOutcome(plots);
    setupButtons();
    refresh();
}

void RehearsalFrame::setupOutcome(QLayout* plots) {
    m_outcome = new QWidget(this);
    auto* down = columnIn(m_outcome, 0, kGap);
    const auto verdict = [&](const char* look) {
        auto* label = plainLabel(m_outcome, QStringLiteral("rehearsalVerdict.") + QLatin1String(look));
        label->setProperty(look, true);
        down->addWidget(label);
        return label;
    };
    m_held = verdict("found");
    m_broken = verdict("problem");
    down->addLayout(plots);
    auto* across = new QHBoxLayout;
    across->setSpacing(kGapLarge);
    m_facts = new FactGrid(m_outcome);
    m_facts->setFixedWidth(byText(250));
    across->addWidget(m_facts, 0, Qt::AlignTop);
    across->addSpacing(kGap);
    down->addLayout(across, 1);
    across->setObjectName(QStringLiteral("rehearsalAcross"));
    m_outcome->hide();
    m_layout->addWidget(m_outcome, 1);
    m_layout->addStretch(0);
}

void RehearsalFrame::setupButtons() {
    m_problem = muted(wrapped(plainLabel(this, QStringLiteral("rehearsalProblem"))));
    const auto button = [this](const char* name, const QString& label) {
        auto* each = named(new QPushButton(label, this), QLatin1String(name));
        each->setAutoDefault(false);
        return each;
    };
    m_run = button("rehearsalRun", tr("Rehearse"));
    m_run->setProperty("role", QStringLiteral("primary"));
    m_cancel = button("rehearsalCancel", tr("Cancel the rehearsal"));
    m_start = button("rehearsalStart", m_texts.start);
    auto* close = button("rehearsalClose", tr("Close"));
    setLeaves(*close);
    auto* row = new QHBoxLayout;
    row->setSpacing(kGap);
    row->addWidget(m_problem, 1);
    for (auto* each : {close, m_cancel, m_run, m_start}) {
        row->addWidget(each);
    }
    m_layout->addLayout(row);
    connect(m_run, &QPushButton::clicked, this, &RehearsalFrame::run);
    connect(m_cancel, &QPushButton::clicked, this, &RehearsalFrame::cancel);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_start, &QPushButton::clicked, this, [this] {
        startRequestedNow();
        accept();
    });
}

// --- the plan -----------------------------------------------------------------------------------------------

QString RehearsalFrame::problem() const {
    for (const auto& field : m_fields) {
        if (const QString why = checkCount(field.edit->text(), field.least, field.most).problem; !why.isEmpty()) {
            return tr("%1: %2", "field, why").arg(field.caption, why);
        }
    }
    return problemOfPlan();
}

std::int64_t RehearsalFrame::valueOf(const char* name) const {
    for (const auto& field : m_fields) {
        if (std::string_view(field.name) == name) {
            return checkCount(field.edit->text(), field.least, field.most).value.value_or(field.least);
        }
    }
    return 0;
}

// --- running ------------------------------------------------------------------------------------------------

void RehearsalFrame::run() {
    if (m_running || !problem().isEmpty()) {
        return;
    }
    m_running = true;
    m_state = State::Planned;
    m_outcome->hide();
    m_progress = std::make_shared<JobProgress>();
    m_job = m_context.jobs.start(windowTitle(), m_progress, [this] { cancel(); });
    submit(m_progress);
    m_context.pulse.request();
    refresh();
}

void RehearsalFrame::cancel() {
    if (m_running) {
        m_cancelIt();
        m_cancel->setEnabled(false);
        m_cancel->setToolTip(tr("It is being cancelled."));
    }
}

void RehearsalFrame::done(int result) {
    cancel();
    QDialog::done(result);
}

void RehearsalFrame::beat() {
    if (!m_running || !isVisible()) {
        return;
    }
    const auto attempts = m_progress->done.load();
    const auto total = m_progress->total.load();
    m_bar->setRange(0, total > 0 ? 1'000 : 0);  // without a total it only shows that it goes on
    m_bar->setValue(total > 0 ? static_cast<int>(attempts * 1'000 / total) : 0);
    m_stage->setText(progressNow(attempts));
    m_context.pulse.request();
}

void RehearsalFrame::answered(const Error* error) {
    EVENHAND_INVARIANT(m_running, "the outcome of one rehearsal would be shown as that of another");
    m_running = false;
    m_context.jobs.finish(m_job);
    if (error != nullptr) {
        m_state = State::Failed;
        m_stage->setText(error->code == ErrorCode::Cancelled ? tr("Cancelled; nothing was changed.")
                                                             : errorText(*error));
    }
    refresh();
    Q_EMIT ended();
}

// --- the outcome --------------------------------------------------------------------------------------------

void RehearsalFrame::showVerdicts(const std::vector<Verdict>& verdicts, QLatin1Char first, std::int64_t tookMs) {
    m_stage->setText(tr("Took %1.").arg(Formats::duration(tookMs)));
    const auto broken =
        std::count_if(verdicts.begin(), verdicts.end(), [](const Verdict& verdict) { return verdict.violations != 0; });
    m_state = broken == 0 ? State::Passed : State::Broken;
    m_held->setText(tr("Every invariant held."));
    m_broken->setText(tr("%1 of %2 invariants were broken.", nullptr, Formats::plural(broken))
                          .arg(Formats::number(broken), Formats::number(std::ssize(verdicts))));
    m_held->setVisible(broken == 0);
    m_broken->setVisible(broken != 0);
    std::vector<TextRow> rows;
    for (const auto& verdict : verdicts) {
        const bool held = verdict.violations == 0;
        rows.push_back({{held ? tr("held") : tr("broken: %1").arg(Formats::number(verdict.violations)),
                         verdict.invariant, Formats::number(verdict.checked), verdict.offenders},
                        held ? Tone::Good : Tone::Bad});
    }
    std::stable_sort(rows.begin(), rows.end(), [first](const TextRow& a, const TextRow& b) {
        const auto rank = [first](const TextRow& row) {
            return row.tone == Tone::Bad ? 0 : (row.cells.at(1).startsWith(first) ? 1 : 2);
        };
        return rank(a) < rank(b);
    });
    delete m_verdicts;
    m_verdicts = makeTextTable(
        new TextTableModel({tr("Result"), tr("Invariant"), tr("Checked"), tr("Details")}, std::move(rows)), 0,
        {84, 250, 76}, m_outcome);
    m_verdicts->setObjectName(QStringLiteral("rehearsalVerdicts"));
    m_verdicts->setAccessibleName(tr("Invariants checked"));
    addExport(*m_verdicts, m_context, {tr("Export the results"), QStringLiteral("rehearsal.csv")});
    m_outcome->findChild<QHBoxLayout*>(QStringLiteral("rehearsalAcross"))->addWidget(m_verdicts, 1);
    m_outcome->show();
}

void RehearsalFrame::refresh() {
    if (m_start == nullptr) {
        return;  // still being made
    }
    const QString wrong = problem();
    const QString why = m_running ? tr("The rehearsal is running.") : wrong;
    m_run->setEnabled(why.isEmpty());
    m_run->setToolTip(plainToolTip(why));
    m_problem->setText(m_running ? QString() : wrong);
    m_planBox->setEnabled(!m_running);
    m_bar->setVisible(m_running);
    m_cancel->setVisible(m_running);
    m_cancel->setEnabled(m_running);
    m_start->setVisible(!m_texts.start.isEmpty());
    const bool passed = m_state == State::Passed;
    m_start->setEnabled(passed && !m_running);
    m_start->setToolTip(passed ? QString() : plainToolTip(tr("Rehearse it first: every invariant must hold.")));
    m_start->setProperty("role", passed ? QStringLiteral("primary") : QString());
    m_start->style()->unpolish(m_start);
    m_start->style()->polish(m_start);
    m_run->setText(m_state == State::Planned ? tr("Rehearse") : tr("Rehearse again"));
}

}  // namespace evenhand::ui
