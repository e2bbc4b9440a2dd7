// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/outcome_dialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>
#include <algorithm>

#include "ui/bridge/error_text.h"
#include "ui/dialogs/text_table.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

QString whyOf(const OrderOutcome& outcome) {
    switch (kindOf(outcome)) {
        case OutcomeKind::Done: break;
        case OutcomeKind::NotDone:
        case OutcomeKind::LeftOut: return outcome.whyLeftOut;
        case OutcomeKind::Changed: return outcome.changedBy.isEmpty() ? errorText(*outcome.error) : outcome.changedBy;
        case OutcomeKind::Unknown:
        case OutcomeKind::Refused: return errorText(*outcome.error);
    }
    return {};
}

TextRow lineOf(const OrderOutcome& outcome) {
    QString now = QStringLiteral("–");
    QString courier = QStringLiteral("–");
    if (outcome.readBack) {
        now = statusLabel(*outcome.readBack);
        if (!outcome.readBack->courier.empty()) {
            courier = outcome.readBack->courierName.empty() ? text(outcome.readBack->courier)
                                                            : text(outcome.readBack->courierName);
        }
    }
    const auto kind = kindOf(outcome);
    return {{text(outcome.orderNo), outcomeWord(kind), now, courier, whyOf(outcome)}, outcomeTone(kind)};
}

}  // namespace

OutcomeKind kindOf(const OrderOutcome& outcome) {
    return outcome.error && outcome.changed ? OutcomeKind::Changed : outcomeKind(outcome.error, outcome.leftOut);
}

OutcomeCounts countOutcomes(const std::vector<OrderOutcome>& outcomes) {
    OutcomeCounts counts;
    for (const auto& outcome : outcomes) {
        counts.add(kindOf(outcome));
    }
    return counts;
}

OutcomeDialog::OutcomeDialog(const QString& title, const std::vector<OrderOutcome>& outcomes, QWidget* parent)
    : QDialog(parent) {
    setObjectName(QStringLiteral("outcomeDialog"));
    setWindowTitle(title);
    setAttribute(Qt::WA_DeleteOnClose);
    auto sorted = outcomes;
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return kindOf(a) < kindOf(b); });
    std::vector<TextRow> rows;
    rows.reserve(sorted.size());
    for (const auto& outcome : sorted) {
        rows.push_back(lineOf(outcome));
    }
    auto* summary = new QLabel(outcomeSummary(countOutcomes(outcomes)), this);
    summary->setObjectName(QStringLiteral("outcomeSummary"));
    summary->setTextFormat(Qt::PlainText);
    summary->setFont(scaledFont(font(), 1, QFont::DemiBold));
    auto* model = new TextTableModel({tr("Order"), tr("Outcome"), tr("Status now"), tr("Courier now"), tr("Why")},
                                     std::move(rows));
    auto* table = makeTextTable(model, 1, {124, 132, 130, 110}, this);
    table->setObjectName(QStringLiteral("outcomeRows"));
    table->setAccessibleName(tr("Outcome of every order"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    buttons->button(QDialogButtonBox::Close)->setObjectName(QStringLiteral("closeButton"));
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kGapLarge, kGapLarge, kGapLarge, kGapLarge);
    layout->setSpacing(kGap);
    layout->addWidget(summary);
    layout->addWidget(table, 1);
    layout->addWidget(buttons);
    resize(760, 400);
    fitToTexts(*table, *this);
}

}  // namespace evenhand::ui
