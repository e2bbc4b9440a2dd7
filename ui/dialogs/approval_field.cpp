// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/approval_field.h"

#include <QVBoxLayout>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {
namespace {}  // namespace

ApprovalField::ApprovalField(UiContext& context, api::ReturnDetail detail, QWidget* parent)
    : QWidget(parent), m_context(context), m_detail(std::move(detail)) {
    setObjectName(QStringLiteral("approvalField"));
    std::vector<UnitsGrid::Line> lines;
    for (const auto& line : m_detail.lines) {
        const QString name = line.productName.empty() ? text(line.sku) : text(line.productName);
        lines.push_back({text(line.sku),
                         name,
                         {Formats::number(line.requested)},
                         0,
                         line.requested,
                         line.approved.value_or(line.requested)});
    }
    m_units = new UnitsGrid({tr("Product"), {tr("Requested")}, tr("Approved"), tr("Refused")}, std::move(lines), this);
    if (m_detail.row.stage == api::ReturnStage::SecondApproval) {
        m_units->lock(tr("The second approver must approve the same units as the first, or reject."));
    }
    m_amount = wrapped(plainLabel(this, QStringLiteral("approvalAmount")));
    m_amount->setFont(scaledFont(font(), 1, QFont::DemiBold));
    m_eyes = muted(wrapped(plainLabel(this, QStringLiteral("approvalEyes"))));
    auto* layout = columnIn(this, 0, kGapSmall);
    layout->addWidget(m_units);
    layout->addWidget(m_amount);
    layout->addWidget(m_eyes);
    m_rest.setSingleShot(true);
    m_rest.setInterval(kRestMs);
    connect(&m_rest, &QTimer::timeout, this, &ApprovalField::ask);
    connect(m_units, &UnitsGrid::changed, this, [this] {
        ++m_generation;  // what is on its way is of other units
        m_preview.reset();
        m_rest.start();
        fill();
    });
    ask();
    fill();
}

std::vector<api::ReturnLine> ApprovalField::lines() const {
    std::vector<api::ReturnLine> lines;
    for (std::size_t i = 0; i < m_detail.lines.size(); ++i) {
        lines.push_back({m_detail.lines[i].sku, m_units->value(i)});
    }
    return lines;
}

void ApprovalField::ask() {
    const int generation = ++m_generation;
    if (m_units->sum() == 0) {
        return;
    }
    auto& bridge = m_context.bridge;
    whenReady(bridge.returns().preview(bridge.call(), m_detail.row.id, lines()), this,
              [this, generation](const Result<api::ApprovalPreview>& preview) {
                  if (generation == m_generation) {
                      m_preview = preview;
                      fill();
                  }
              });
}

QString ApprovalField::problem() const {
    if (m_units->sum() == 0) {
        return tr("Approve at least one unit, or reject the return.");
    }
    if (!m_preview) {
        return tr("Calculating the amount…");
    }
    if (!*m_preview) {
        return errorText(m_preview->error());
    }
    const auto& refusal = (*m_preview)->fourEyes.refusal;
    return refusal ? errorText(*refusal) : QString();
}

void ApprovalField::fill() {
    const auto& formats = m_context.formats;
    if (!m_preview || !*m_preview || m_units->sum() == 0) {
        m_amount->setText(Formats::dash());
        m_eyes->setText(QStringLiteral(" "));
        Q_EMIT changed();
        return;
    }
    const auto& preview = **m_preview;
    const QString amount = formats.moneyWithCurrency(preview.amount);
    QString words;
    switch (preview.becomes) {
        case api::RefundStatus::Requested:
            words = tr("%1 will be refunded once a second person has approved.").arg(amount);
            break;
        case api::RefundStatus::Held: words = tr("%1 will be refunded once the goods are received.").arg(amount); break;
        case api::RefundStatus::Pending:
        case api::RefundStatus::Sent:
        case api::RefundStatus::Succeeded:
        case api::RefundStatus::Failed:
        case api::RefundStatus::Cancelled:
            words = preview.amount.minor == 0 ? tr("Nothing will be refunded.")
                                              : tr("%1 will be granted for refund now.").arg(amount);
            break;
    }
    if (preview.fee.minor > 0) {
        words += QLatin1Char(' ') + tr("A restocking fee of %1 is kept.").arg(formats.moneyWithCurrency(preview.fee));
    }
    if (preview.amount.minor + preview.fee.minor != preview.settlement.minor) {
        words += QLatin1Char(' ') + tr("The lines are worth %1; only what is still refundable is paid back.")
                                        .arg(formats.moneyWithCurrency(preview.settlement));
    }
    m_amount->setText(words);
    m_eyes->setText(fourEyesText(preview.fourEyes, formats));
    Q_EMIT changed();
}

}  // namespace evenhand::ui
