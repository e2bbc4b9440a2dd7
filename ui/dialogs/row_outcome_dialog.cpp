// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/row_outcome_dialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/error_text.h"
#include "ui/dialogs/text_table.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {
namespace {

TextRow lineOf(const RowOutcome& outcome) {
    const QString now = outcome.now.isEmpty() ? Formats::dash() : outcome.now;
    const auto kind = kindOf(outcome);
    const QString why = !outcome.error          ? outcome.whyLeftOut
                        : outcome.why.isEmpty() ? errorText(*outcome.error)
                                                : outcome.why;
    return {{outcome.name, outcome.detail, outcomeWord(kind), now, why}, outcomeTone(kind)};
}

}  // namespace

OutcomeKind kindOf(const RowOutcome& outcome) {
    return outcome.isNotSent                  ? OutcomeKind::NotDone
           : outcome.error && outcome.changed ? OutcomeKind::Changed
                                              : outcomeKind(outcome.error, !outcome.whyLeftOut.isEmpty());
}

OutcomeCounts countOutcomes(const std::vector<RowOutcome>& outcomes) {
    OutcomeCounts counts;
    for (const auto& outcome : outcomes) {
        counts.add(kindOf(outcome));
    }
    return counts;
}

RowOutcomeDialog::RowOutcomeDialog(const QString& title, const QStringList& header, std::vector<RowOutcome> outcomes,
                                   QWidget* parent)
    : QDialog(parent) {
    setObjectName(QStringLiteral("rowOutcomeDialog"));
    setWindowTitle(title);
    setAttribute(Qt::WA_DeleteOnClose);
    auto* summary = plainLabel(this, QStringLiteral("outcomeSummary"), outcomeSummary(countOutcomes(outcomes)));
    summary->setFont(scaledFont(font(), 1, QFont::DemiBold));
    std::stable_sort(outcomes.begin(), outcomes.end(),
                     [](const auto& a, const auto& b) { return kindOf(a) < kindOf(b); });
    std::vector<TextRow> rows;
    rows.reserve(outcomes.size());
    for (const auto& outcome : outcomes) {
        rows.push_back(lineOf(outcome));
    }
    auto* model = new TextTableModel({header.value(0), header.value(1), tr("Outcome"), header.value(2), tr("Why")},
                                     std::move(rows));
    m_table = makeTextTable(model, 2, {120, 130, 132, 150}, this);
    m_table->setObjectName(QStringLiteral("outcomeRows"));
    m_table->setAccessibleName(tr("Outcome of every row"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setObjectName(QStringLiteral("closeButton"));
    buttons->button(QDialogButtonBox::Close)->setText(tr("Close"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = columnIn(this, kGapLarge, kGap);
    layout->addWidget(summary);
    layout->addWidget(m_table, 1);
    layout->addWidget(buttons);
    resize(760, 360);
    fitToTexts(*m_table, *this);
}

}  // namespace evenhand::ui
