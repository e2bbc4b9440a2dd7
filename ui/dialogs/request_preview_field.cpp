// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/request_preview_field.h"

#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {

RequestPreviewField::RequestPreviewField(UiContext& context, OrderId order, QWidget* parent)
    : QWidget(parent), m_context(context), m_order(order) {
    setObjectName(QStringLiteral("requestPreview"));
    m_amount = wrapped(plainLabel(this, QStringLiteral("requestPreviewAmount")));
    m_amount->setFont(scaledFont(font(), 1, QFont::DemiBold));
    m_decision = muted(wrapped(plainLabel(this, QStringLiteral("requestPreviewDecision"))));
    auto* layout = columnIn(this, 0, kGapSmall);
    layout->addWidget(m_amount);
    layout->addWidget(m_decision);
    m_rest.setSingleShot(true);
    m_rest.setInterval(kRestMs);
    connect(&m_rest, &QTimer::timeout, this, &RequestPreviewField::ask);
    connect(&context.bridge, &EngineBridge::ordersChanged, this, &RequestPreviewField::onOrdersChanged);
    // Whose these are is not said, and mostly they are of other orders: what is shown stays until it is read again, or
    // in a busy shop there would never be anything to confirm.
    connect(&context.bridge, &EngineBridge::returnsChanged, this, &RequestPreviewField::readAgain);
    connect(&context.bridge, &EngineBridge::refundsChanged, this, &RequestPreviewField::readAgain);
    fill();
}

void RequestPreviewField::want(api::RequestReturn request) {
    m_wanted = std::move(request);
    m_answered = m_asked;  // what is on its way is of another request
    m_preview.reset();
    if (m_wanted.lines.empty()) {
        m_rest.stop();
    } else {
        m_rest.start();
    }
    fill();
}

void RequestPreviewField::onOrdersChanged(const OrderChanges& changes) {
    if (m_wanted.lines.empty() ||
        !(changes.everything || std::binary_search(changes.ids.begin(), changes.ids.end(), m_order))) {
        return;
    }
    m_answered = m_asked;  // what is on its way may have been worked out before
    m_preview.reset();
    readAgain();
    fill();
}

void RequestPreviewField::readAgain() {
    if (!m_wanted.lines.empty() && !m_rest.isActive()) {  // put off by each change it might never be asked for
        m_rest.start();
    }
}

void RequestPreviewField::ask() {
    auto& bridge = m_context.bridge;
    whenReady(bridge.returns().previewRequest(bridge.call(), m_wanted), this,
              [this, number = ++m_asked](const Result<api::RequestPreview>& preview) {
                  if (number > m_answered) {
                      m_answered = number;
                      m_preview = preview;
                      fill();
                  }
              });
}

/// What could not be read is no refusal: the engine is asked all the same.
QString RequestPreviewField::problem() const {
    if (isBusy()) {
        return tr("Calculating the amount…");
    }
    if (!m_preview || *m_preview) {
        return {};
    }
    const auto& error = m_preview->error();
    const bool refuses = error.code == ErrorCode::WrongStatus || error.code == ErrorCode::ExceedsDeducted;
    return refuses ? errorText(error, m_context.formats) : QString();
}

void RequestPreviewField::fill() {
    if (m_wanted.lines.empty() || (m_preview && !*m_preview)) {
        m_amount->setText(Formats::dash());
        m_decision->setText(m_preview ? errorText(m_preview->error(), m_context.formats) : QStringLiteral(" "));
    } else if (!m_preview) {
        m_amount->setText(tr("Calculating the amount…"));
        m_decision->setText(QStringLiteral(" "));
    } else {
        m_amount->setText(amountText(**m_preview));
        m_decision->setText(decisionText(**m_preview));
    }
    Q_EMIT changed();
}

QString RequestPreviewField::amountText(const api::RequestPreview& preview) const {
    const auto& formats = m_context.formats;
    QString words = preview.amount.minor == 0
                        ? tr("Nothing will be refunded.")
                        : tr("%1 will be refunded.").arg(formats.moneyWithCurrency(preview.amount));
    if (preview.fee.minor > 0) {
        words += QLatin1Char(' ') + tr("A restocking fee of %1 % is kept: %2.", "percent, amount")
                                        .arg(QString::number(static_cast<double>(preview.feePoints) / 100, 'g', 6),
                                             formats.moneyWithCurrency(preview.fee));
    }
    if (preview.amount.minor + preview.fee.minor != preview.settlement.minor) {
        words += QLatin1Char(' ') + tr("The lines are worth %1; only what is still refundable is paid back.")
                                        .arg(formats.moneyWithCurrency(preview.settlement));
    }
    return words;
}

QString RequestPreviewField::decisionText(const api::RequestPreview& preview) const {
    switch (preview.decision) {
        case api::RequestDecision::Approved: return tr("It is approved at once.");
        case api::RequestDecision::ByRule:
            return tr("The return rules approve it at once: up to %1 of an order.")
                .arg(m_context.formats.moneyWithCurrency(preview.upTo.value_or(Money{})));
        case api::RequestDecision::Approval: break;
    }
    switch (preview.approvers) {
        case 0: return tr("It waits for approval.");
        case 1: return tr("It waits for approval by somebody other than the requester.");
        default: return tr("It waits for approval by two people other than the requester.");
    }
}

}  // namespace evenhand::ui
