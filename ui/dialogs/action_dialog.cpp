// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/action_dialog.h"

#include <QDialogButtonBox>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/dialogs/text_table.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {

ActionDialog::ActionDialog(const Texts& texts, std::vector<ActionRow> rows, QWidget* parent)
    : QDialog(parent), m_rows(std::move(rows)), m_reasonNeeded(texts.reasonNeeded) {
    setObjectName(QStringLiteral("actionDialog"));
    setWindowTitle(texts.title);
    setAttribute(Qt::WA_DeleteOnClose);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kGapLarge, kGapLarge, kGapLarge, kGapLarge);
    layout->setSpacing(kGap);
    setupTexts(texts);
    setupRows(texts);
    setupReason(texts);
    setupButtons(texts);
    resize(640, sizeHint().height() + static_cast<int>(std::clamp<std::size_t>(m_rows.size(), 4, 12) - 4) * kRowHeight);
    recheck();
}

void ActionDialog::setupTexts(const Texts& texts) {
    auto* question = new QLabel(texts.question, this);
    question->setObjectName(QStringLiteral("actionQuestion"));
    question->setTextFormat(Qt::PlainText);
    question->setWordWrap(true);
    question->setFont(scaledFont(font(), 1, QFont::DemiBold));
    layout()->addWidget(question);
    if (!texts.effect.isEmpty()) {
        auto* effect = new QLabel(texts.effect, this);
        effect->setTextFormat(Qt::PlainText);
        effect->setWordWrap(true);
        effect->setProperty("muted", true);
        layout()->addWidget(effect);
    }
}

void ActionDialog::setupRows(const Texts& texts) {
    std::vector<TextRow> rows;
    for (const auto& row : m_rows) {
        const bool fit = row.whyNot.isEmpty();
        rows.push_back({{text(row.order.orderNo), statusLabel(row.order),
                         row.order.courierName.empty() ? QStringLiteral("–") : text(row.order.courierName),
                         fit ? texts.perRow : tr("left out: %1").arg(row.whyNot)},
                        fit ? tone(row.order.status) : Tone::Muted});
    }
    auto* model =
        new TextTableModel({tr("Order"), tr("Status"), tr("Courier"), tr("What will happen")}, std::move(rows));
    auto* table = makeTextTable(model, 1, {124, 150, 100}, this);
    table->setObjectName(QStringLiteral("actionRows"));
    table->setAccessibleName(tr("Orders concerned"));
    static_cast<QVBoxLayout*>(layout())->addWidget(table, 1);
}

void ActionDialog::setupReason(const Texts& texts) {
    m_form = new QFormLayout;
    m_form->setHorizontalSpacing(kGapLarge);
    m_form->setVerticalSpacing(kGap);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_reason = new QPlainTextEdit(this);
    m_reason->setObjectName(QStringLiteral("reasonEdit"));
    m_reason->setTabChangesFocus(true);
    m_reason->setFixedHeight(56);
    m_reason->setPlaceholderText(texts.reasonNeeded ? tr("Needed; kept with the order") : tr("Kept with the order"));
    auto* label = new QLabel(tr("Reason"), this);
    label->setBuddy(m_reason);
    m_form->addRow(label, m_reason);
    connect(m_reason, &QPlainTextEdit::textChanged, this, &ActionDialog::recheck);
    static_cast<QVBoxLayout*>(layout())->addLayout(m_form);
}

void ActionDialog::setupButtons(const Texts& texts) {
    auto* buttons = new QDialogButtonBox(this);
    m_confirm = buttons->addButton(texts.confirm, QDialogButtonBox::AcceptRole);
    m_confirm->setObjectName(QStringLiteral("confirmButton"));
    m_confirm->setProperty("role", texts.danger ? QStringLiteral("danger") : QStringLiteral("primary"));
    // A destructive button is never what Enter does by itself.
    m_confirm->setAutoDefault(false);
    auto* back = buttons->addButton(tr("Back"), QDialogButtonBox::RejectRole);
    back->setObjectName(QStringLiteral("backButton"));
    back->setAutoDefault(false);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    m_missing = new QLabel(this);
    m_missing->setObjectName(QStringLiteral("actionMissing"));
    m_missing->setTextFormat(Qt::PlainText);
    m_missing->setProperty("muted", true);
    auto* row = new QHBoxLayout;
    row->addWidget(m_missing, 1);
    row->addWidget(buttons);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
}

void ActionDialog::addField(const QString& label, QWidget* field, std::function<QString()> whyNot) {
    auto* name = new QLabel(label, this);
    name->setTextFormat(Qt::PlainText);
    name->setBuddy(field);
    m_form->insertRow(m_form->rowCount() - 1, name, field);
    m_checks.push_back(std::move(whyNot));
    setTabOrder(field, m_reason);
    recheck();
}

QString ActionDialog::reason() const { return m_reason->toPlainText().trimmed(); }

std::vector<api::OrderRow> ActionDialog::fit() const {
    std::vector<api::OrderRow> orders;
    for (const auto& row : m_rows) {
        if (row.whyNot.isEmpty()) {
            orders.push_back(row.order);
        }
    }
    return orders;
}

QString ActionDialog::whatIsMissing() const {
    if (fit().empty()) {
        return tr("None of the orders allows it.");
    }
    for (const auto& check : m_checks) {
        if (const QString why = check(); !why.isEmpty()) {
            return why;
        }
    }
    if (m_reasonNeeded && reason().isEmpty()) {
        return tr("A reason is needed.");
    }
    if (reason().size() > kMaxReason) {
        return tr("The reason is longer than %1 characters.").arg(kMaxReason);
    }
    return {};
}

void ActionDialog::recheck() {
    const QString missing = whatIsMissing();
    m_confirm->setEnabled(missing.isEmpty());
    m_confirm->setToolTip(plainToolTip(missing));
    m_missing->setText(missing);
}

}  // namespace evenhand::ui
