// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/outcome_dialog.h"

#include <QCoreApplication>
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

struct OutcomeTexts {
    Q_DECLARE_TR_FUNCTIONS(OutcomeTexts)
};

bool isConflict(const Error& error) { return error.code == ErrorCode::Conflict || error.code == ErrorCode::StaleEpoch; }

int rank(const OrderOutcome& outcome) {
    if (outcome.leftOut) {
        return 2;
    }
    return outcome.error ? (isConflict(*outcome.error) ? 0 : 1) : 3;
}

TextRow lineOf(const OrderOutcome& outcome) {
    QString word = OutcomeTexts::tr("Done");
    QString why = outcome.note;
    Tone tone = Tone::Good;
    if (outcome.leftOut) {
        word = OutcomeTexts::tr("Left out");
        why = outcome.whyLeftOut;
        tone = Tone::Muted;
    } else if (outcome.error) {
        const bool conflict = isConflict(*outcome.error);
        word = conflict ? OutcomeTexts::tr("Conflict") : OutcomeTexts::tr("Refused");
        why = errorText(*outcome.error);
        tone = conflict ? Tone::Warn : Tone::Bad;
    }
    QString now = QStringLiteral("–");
    QString courier = QStringLiteral("–");
    if (outcome.readBack) {
        now = statusLabel(*outcome.readBack);
        if (!outcome.readBack->courier.empty()) {
            courier = outcome.readBack->courierName.empty() ? text(outcome.readBack->courier)
                                                            : text(outcome.readBack->courierName);
        }
    }
    return {{text(outcome.orderNo), word, now, courier, why}, tone};
}

}  // namespace

OutcomeCounts countOutcomes(const std::vector<OrderOutcome>& outcomes) {
    OutcomeCounts counts;
    for (const auto& outcome : outcomes) {
        if (outcome.leftOut) {
            ++counts.leftOut;
        } else if (!outcome.error) {
            ++counts.done;
        } else if (isConflict(*outcome.error)) {
            ++counts.conflicts;
        } else {
            ++counts.refused;
        }
    }
    return counts;
}

QString outcomeSummary(const OutcomeCounts& counts) {
    QStringList parts{OutcomeTexts::tr("%1 done").arg(counts.done)};
    if (counts.conflicts > 0) {
        parts << OutcomeTexts::tr("%1 changed by somebody else meanwhile").arg(counts.conflicts);
    }
    if (counts.refused > 0) {
        parts << OutcomeTexts::tr("%1 refused").arg(counts.refused);
    }
    if (counts.leftOut > 0) {
        parts << OutcomeTexts::tr("%1 left out").arg(counts.leftOut);
    }
    return parts.join(QStringLiteral(", "));
}

OutcomeDialog::OutcomeDialog(const QString& title, const std::vector<OrderOutcome>& outcomes, QWidget* parent)
    : QDialog(parent) {
    setObjectName(QStringLiteral("outcomeDialog"));
    setWindowTitle(title);
    setAttribute(Qt::WA_DeleteOnClose);
    auto sorted = outcomes;
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return rank(a) < rank(b); });
    std::vector<TextRow> rows;
    for (const auto& outcome : sorted) {
        rows.push_back(lineOf(outcome));
    }
    auto* summary = new QLabel(outcomeSummary(countOutcomes(outcomes)), this);
    summary->setObjectName(QStringLiteral("outcomeSummary"));
    summary->setTextFormat(Qt::PlainText);
    summary->setFont(scaledFont(font(), 1, QFont::DemiBold));
    auto* model = new TextTableModel({tr("Order"), tr("Outcome"), tr("Status now"), tr("Courier now"), tr("Why")},
                                     std::move(rows));
    auto* table = makeTextTable(model, 1, {124, 92, 150, 110}, this);
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
}

}  // namespace evenhand::ui
