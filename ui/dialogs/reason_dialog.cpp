// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/reason_dialog.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

namespace evenhand::ui {
namespace {

constexpr int kRowsShown = 8;
constexpr int kWidth = 460;

QLabel* plainLabel(const QString& text, QWidget* parent) {
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    return label;
}

}  // namespace

ReasonDialog::ReasonDialog(const ReasonQuestion& question, QWidget* parent)
    : QDialog(parent), m_reasonNeeded(question.reasonNeeded) {
    setObjectName(QStringLiteral("reasonDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(question.title);
    setMinimumWidth(kWidth);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kGapLarge, kGapLarge, kGapLarge, kGapLarge);
    layout->setSpacing(kGap);
    setupText(question);
    setupReason(question);
    setupButtons(question);
    check();
}

void ReasonDialog::setupText(const ReasonQuestion& question) {
    auto* what = plainLabel(question.what, this);
    what->setObjectName(QStringLiteral("reasonWhat"));
    what->setFont(scaledFont(font(), 1, QFont::DemiBold));
    layout()->addWidget(what);
    if (question.rows.isEmpty()) {
        return;
    }
    QStringList shown = question.rows.mid(0, kRowsShown);
    const auto more = question.rows.size() - shown.size();
    QString text = shown.join(QStringLiteral(",  "));
    if (more > 0) {
        text += QStringLiteral(",  ") + tr("and %1 more").arg(Formats::number(more));
    }
    auto* rows = plainLabel(text, this);
    rows->setObjectName(QStringLiteral("reasonRows"));
    rows->setProperty("muted", true);
    layout()->addWidget(rows);
}

void ReasonDialog::setupReason(const ReasonQuestion& question) {
    auto* label = plainLabel(question.reasonNeeded ? tr("Reason") : tr("Reason (may be left empty)"), this);
    m_reason = new QLineEdit(this);
    m_reason->setObjectName(QStringLiteral("reasonEdit"));
    m_reason->setMaxLength(kReasonCharacters);
    m_reason->setClearButtonEnabled(true);
    label->setBuddy(m_reason);
    layout()->addItem(new QSpacerItem(0, kGapSmall));
    layout()->addWidget(label);
    layout()->addWidget(m_reason);
    if (!question.suggestions.isEmpty()) {
        auto* row = new QHBoxLayout;
        row->setSpacing(kGapSmall);
        int number = 0;
        for (const auto& suggestion : question.suggestions) {
            auto* button = new QToolButton(this);
            button->setObjectName(QStringLiteral("reasonSuggestion%1").arg(number++));
            button->setText(suggestion);
            button->setAutoRaise(true);
            connect(button, &QToolButton::clicked, this, [this, suggestion] { m_reason->setText(suggestion); });
            row->addWidget(button);
        }
        row->addStretch();
        static_cast<QVBoxLayout*>(layout())->addLayout(row);
    }
    connect(m_reason, &QLineEdit::textChanged, this, &ReasonDialog::check);
}

void ReasonDialog::setupButtons(const ReasonQuestion& question) {
    auto* row = new QHBoxLayout;
    m_hint = plainLabel({}, this);
    m_hint->setProperty("muted", true);
    auto* buttons = new QDialogButtonBox(this);
    m_do = buttons->addButton(question.action, QDialogButtonBox::AcceptRole);
    m_do->setObjectName(QStringLiteral("reasonConfirm"));
    m_do->setDefault(true);
    auto* cancel = buttons->addButton(tr("Back"), QDialogButtonBox::RejectRole);
    cancel->setObjectName(QStringLiteral("reasonBack"));
    row->addWidget(m_hint, 1);
    row->addWidget(buttons);
    static_cast<QVBoxLayout*>(layout())->addSpacing(kGap);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
    connect(buttons, &QDialogButtonBox::accepted, this, [this] {
        Q_EMIT confirmed(reason());
        accept();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

QString ReasonDialog::reason() const { return m_reason->text().trimmed(); }

void ReasonDialog::check() {
    const bool missing = m_reasonNeeded && reason().isEmpty();
    m_do->setEnabled(!missing);
    m_hint->setText(missing ? tr("A reason is needed.") : QString());
    m_do->setToolTip(plainToolTip(m_hint->text()));
}

}  // namespace evenhand::ui
