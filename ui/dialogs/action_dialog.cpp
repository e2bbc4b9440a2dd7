// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/action_dialog.h"

#include <QDialogButtonBox>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <unordered_map>
#include <utility>

#include "ui/dialogs/text_table.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/lines_edit.h"
#include "ui/widgets/mnemonics.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/wrap_row.h"

namespace evenhand::ui {
namespace {

constexpr int kNarrow = 460;
constexpr int kWide = 640;
constexpr int kFewRows = 4;
constexpr int kManyRows = 12;
constexpr QKeyCombination kConfirmKeys = Qt::CTRL | Qt::Key_Return;

TextRow lineOf(const ActionRow& row, const QString& perRow) {
    const bool fit = row.whyNot.isEmpty();
    const bool known = row.order.id.valid();
    QString courier = text(row.order.courierName);
    if (courier.isEmpty()) {
        courier = row.order.courier.empty() ? QStringLiteral("–") : text(row.order.courier);
    }
    return {{text(row.order.orderNo), known ? statusLabel(row.order) : QStringLiteral("–"), courier,
             fit ? (row.perRow.isEmpty() ? perRow : row.perRow) : ActionDialog::tr("skipped: %1").arg(row.whyNot)},
            fit && known ? tone(row.order.status) : Tone::Muted};
}

}  // namespace

ActionDialog::ActionDialog(const Texts& texts, std::vector<ActionRow> rows, QWidget* parent)
    : DraftDialog(parent), m_rows(std::move(rows)), m_perRow(texts.perRow), m_reasonNeeded(texts.reasonNeeded) {
    setObjectName(QStringLiteral("actionDialog"));
    setWindowTitle(texts.title);
    setAttribute(Qt::WA_DeleteOnClose);
    columnIn(this, kGapLarge, kGap);
    setupTexts(texts);
    if (!m_rows.empty()) {
        setupRows();
    }
    setupReason(texts);
    setupButtons(texts);
    if (m_rows.empty()) {
        setMinimumWidth(kNarrow);
    } else {
        const auto shown = static_cast<int>(std::clamp<std::size_t>(m_rows.size(), kFewRows, kManyRows));
        resize(byText(kWide), sizeHint().height());
        fitToTexts(*findChild<QTableView*>(QStringLiteral("actionRows")), *this);
        resize(width(), sizeHint().height() + (shown - kFewRows) * tableRowHeight());
    }
    m_reason->setFocus();
    recheck();
}

void ActionDialog::showEvent(QShowEvent* event) {
    DraftDialog::showEvent(event);
    fitHeight();
}

bool ActionDialog::event(QEvent* event) {
    const bool taken = DraftDialog::event(event);
    if (event->type() == QEvent::LayoutRequest && isVisible()) {
        fitHeight();  // a field was added while it was open, or a line got longer
    }
    return taken;
}

void ActionDialog::fitHeight() {
    layout()->activate();
    const int across = std::max(width(), layout()->totalMinimumSize().width());
    const int needed = std::max(layout()->totalHeightForWidth(across), layout()->totalMinimumSize().height());
    if (width() < across || height() < needed) {
        resize(across, std::max(height(), needed));
    }
}

void ActionDialog::setupTexts(const Texts& texts) {
    m_question = wrapped(plainLabel(this, QStringLiteral("actionQuestion"), texts.question));
    m_question->setFont(scaledFont(font(), 1, QFont::DemiBold));
    layout()->addWidget(m_question);
    if (!texts.effect.isEmpty()) {
        auto* effect = muted(wrapped(plainLabel(this, {}, texts.effect)));
        layout()->addWidget(effect);
    }
}

void ActionDialog::setupRows() {
    std::vector<TextRow> rows;
    rows.reserve(m_rows.size());
    for (const auto& row : m_rows) {
        rows.push_back(lineOf(row, m_perRow));
    }
    m_lines = new TextTableModel({tr("Order"), tr("Status"), tr("Courier"), tr("What will happen")}, std::move(rows));
    auto* table =
        named(makeTextTable(m_lines, 1, {124, 150, 100}, this), QStringLiteral("actionRows"), tr("Affected orders"));
    static_cast<QVBoxLayout*>(layout())->addWidget(table, 1);
}

void ActionDialog::ordersAre(const std::vector<api::OrderRow>& now) {
    std::unordered_map<std::int64_t, const api::OrderRow*> byId;  // thousands of rows
    for (const auto& order : now) {
        byId.emplace(order.id.value, &order);
    }
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        auto& row = m_rows[i];
        const auto found = byId.find(row.order.id.value);
        // One that has changed already may go on to change, and is shown as it is now.
        if ((!row.whyNot.isEmpty() && !row.changed) || found == byId.end() ||
            found->second->version == row.order.version) {
            continue;
        }
        row.whyNot = tr("changed meanwhile");
        row.changed = true;
        ActionRow shown = row;
        shown.order = *found->second;
        m_lines->setRow(static_cast<int>(i), lineOf(shown, m_perRow));
    }
    recheck();
}

void ActionDialog::setTexts(const Texts& texts) {
    setQuestion(texts.question);
    if (withoutMnemonic(m_confirm->text()) != texts.confirm) {
        m_confirm->setText(texts.confirm);
        m_confirm->setShortcut(kConfirmKeys);  // another text takes it away
    }
}

void ActionDialog::setupReason(const Texts& texts) {
    m_form = new QGridLayout;
    m_form->setHorizontalSpacing(kGapLarge);
    m_form->setVerticalSpacing(kGap);
    m_form->setColumnStretch(1, 1);
    m_reason = named(new LinesEdit(this), QStringLiteral("reasonEdit"));
    m_reason->setTabChangesFocus(true);
    m_reason->setFixedHeight(byText(56));
    m_reasonHint = texts.reasonHint;
    sayReasonHint();
    m_reasonName = texts.reasonName;
    auto* label = new QLabel(m_reasonName.isEmpty() ? tr("Reason") : m_reasonName, this);
    label->setBuddy(m_reason);
    m_reasonLabel = label;
    placeReason();
    connect(m_reason, &QPlainTextEdit::textChanged, this, &ActionDialog::recheck);
    static_cast<QVBoxLayout*>(layout())->addLayout(m_form);
    if (!texts.suggestions.isEmpty()) {
        setupSuggestions(texts.suggestions);
    }
}

/// Below the fields, which are added later.
void ActionDialog::placeReason() {
    for (QWidget* part : {m_reasonLabel, static_cast<QWidget*>(m_reason), m_suggestions}) {
        if (part != nullptr) {
            m_form->removeWidget(part);
        }
    }
    const int row = static_cast<int>(m_checks.size());
    m_form->addWidget(m_reasonLabel, row, 0, Qt::AlignTop);
    m_form->addWidget(m_reason, row, 1);
    if (m_suggestions != nullptr) {
        m_form->addWidget(m_suggestions, row + 1, 1);
    }
}

void ActionDialog::setupSuggestions(const QStringList& suggestions) {
    auto* holder = new QWidget(this);
    auto* row = new WrapRow(holder);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(kGapSmall);
    int number = 0;
    for (const auto& suggestion : suggestions) {
        auto* button = named(new QToolButton(holder), QStringLiteral("reasonSuggestion%1").arg(number++));
        button->setText(suggestion);
        button->setAutoRaise(true);
        connect(button, &QToolButton::clicked, this, [this, suggestion] {
            const bool wasTyped = m_reason->document()->isModified();
            m_reason->setPlainText(suggestion);
            if (!wasTyped) {
                isNoLoss(m_reason);  // one press brings it back
            }
        });
        row->addWidget(button);
    }
    row->addStretch();
    m_suggestions = holder;
    placeReason();
}

void ActionDialog::setupButtons(const Texts& texts) {
    auto* buttons = new QDialogButtonBox(this);
    m_confirm = named(buttons->addButton(texts.confirm, QDialogButtonBox::AcceptRole), QStringLiteral("confirmButton"));
    m_confirm->setProperty("role", texts.danger ? QStringLiteral("danger") : QStringLiteral("primary"));
    // A destructive button is never what Enter does by itself.
    m_confirm->setAutoDefault(false);
    m_confirm->setShortcut(kConfirmKeys);
    auto* back =
        named(buttons->addButton(texts.cancels ? tr("Do not cancel") : tr("Cancel"), QDialogButtonBox::RejectRole),
              QStringLiteral("backButton"));
    back->setAutoDefault(false);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &DraftDialog::leave);
    m_missing = muted(plainLabel(this, QStringLiteral("actionMissing")));
    auto* row = new QHBoxLayout;
    row->addWidget(m_missing, 1);
    row->addWidget(buttons);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
}

void ActionDialog::addField(const QString& label, QWidget* field, std::function<QString()> whyNot) {
    auto* name = plainLabel(this, {}, label);
    name->setBuddy(field);
    const int row = static_cast<int>(m_checks.size());
    m_form->addWidget(name, row, 0, Qt::AlignTop);
    m_form->addWidget(field, row, 1);
    m_checks.push_back(std::move(whyNot));
    if (isVisible()) {
        field->show();  // what is hidden until the layout comes round to it cannot be given the keyboard
    }
    placeReason();
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
    if (!m_rows.empty() && std::ranges::none_of(m_rows, [](const ActionRow& row) { return row.whyNot.isEmpty(); })) {
        return tr("None of the orders allows it.");
    }
    for (const auto& check : m_checks) {
        if (QString why = check(); !why.isEmpty()) {
            return why;
        }
    }
    if (m_reasonNeeded && reason().isEmpty()) {
        return m_reasonName.isEmpty() ? tr("Enter a reason.") : tr("Missing: %1.", "name of a field").arg(m_reasonName);
    }
    if (reason().size() > kMaxReason) {
        return tr("The reason is longer than %1 characters.").arg(kMaxReason);
    }
    return {};
}

void ActionDialog::sayReasonHint() {
    if (!m_reasonHint.isEmpty()) {
        m_reason->setPlaceholderText(m_reasonHint);
    } else if (m_rows.empty()) {
        m_reason->setPlaceholderText(m_reasonNeeded ? tr("Required") : tr("Optional"));
    } else {
        m_reason->setPlaceholderText(m_reasonNeeded ? tr("Required; kept with the order") : tr("Kept with the order"));
    }
}

void ActionDialog::setReasonNeeded(bool needed) {
    m_reasonNeeded = needed;
    sayReasonHint();
    recheck();
}

void ActionDialog::recheck() {
    const QString missing = whatIsMissing();
    m_confirm->setEnabled(missing.isEmpty());
    m_confirm->setToolTip(plainToolTip(missing));
    m_missing->setText(missing);
}

}  // namespace evenhand::ui
