// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/return_policy_dialog.h"

#include <QDialogButtonBox>
#include <QGridLayout>
#include <QStyle>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/bridge/error_text.h"
#include "ui/shell/campus_scope.h"
#include "ui/shell/notices.h"
#include "ui/widgets/amount_text.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"

namespace evenhand::ui {
namespace {

constexpr int kReturnFieldWidth = 150;
constexpr api::GoodsRule kRules[] = {api::GoodsRule::MoneyFirst, api::GoodsRule::GoodsFirst, api::GoodsRule::NoGoods};

}  // namespace

ReturnPolicyDialog::ReturnPolicyDialog(UiContext& context, std::vector<api::ReturnPolicyRow> policies,
                                       const CampusId& campus, QWidget* parent)
    : DraftDialog(parent), m_context(context), m_policies(std::move(policies)) {
    setObjectName(QStringLiteral("returnPolicyDialog"));
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Return settings"));
    setMinimumWidth(720);
    m_four = {QStringLiteral("four_eyes"),
              tr("Four eyes above"),
              tr("Above this the approver must not be the requester."),
              nullptr,
              nullptr,
              nullptr};
    m_second = {QStringLiteral("second"),
                tr("Second approver above"),
                tr("Above this two others must approve. Not below four eyes."),
                nullptr,
                nullptr,
                nullptr};
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kGapLarge, kGapLarge, kGapLarge, kGapLarge);
    layout->setSpacing(kGapLarge);
    setupForm();
    setupButtons();
    m_campus->setCurrentIndex(std::max(0, m_campus->findData(text(campus))));
    fill();
}

void ReturnPolicyDialog::setupForm() {
    auto* form = new QGridLayout;
    form->setHorizontalSpacing(kGapLarge);
    form->setVerticalSpacing(kGap);
    form->setColumnStretch(3, 1);
    static_cast<QVBoxLayout*>(layout())->addLayout(form);
    m_campus = new QComboBox(this);
    m_campus->setObjectName(QStringLiteral("returnPolicyCampus"));
    m_campus->setAccessibleName(tr("Campus"));
    for (const auto& row : m_policies) {
        m_campus->addItem(row.campus.empty() ? tr("The workspace") : m_context.scope.nameOf(row.campus),
                          text(row.campus));
    }
    form->addWidget(new QLabel(tr("For"), this), 0, 0);
    form->addWidget(m_campus, 0, 1, 1, 2);
    connect(m_campus, &QComboBox::currentIndexChanged, this, &ReturnPolicyDialog::fill);
    m_own = new QCheckBox(tr("Own settings; otherwise those of the workspace"), this);
    m_own->setObjectName(QStringLiteral("returnPolicyOwn"));
    form->addWidget(m_own, 1, 1, 1, 3);
    connect(m_own, &QCheckBox::toggled, this, &ReturnPolicyDialog::check);
    m_goods = new QComboBox(this);
    m_goods->setObjectName(QStringLiteral("returnPolicyGoods"));
    m_goods->setAccessibleName(tr("Goods and money"));
    for (const auto rule : kRules) {
        m_goods->addItem(label(rule), static_cast<int>(rule));
    }
    form->addWidget(new QLabel(tr("Goods and money"), this), 2, 0);
    form->addWidget(m_goods, 2, 1, 1, 3);
    connect(m_goods, &QComboBox::currentIndexChanged, this, &ReturnPolicyDialog::check);
    addThreshold(form, m_four);
    addThreshold(form, m_second);
    auto* note = new QLabel(tr("Amounts are added up per order: what was approved before and what is requested now. "
                               "The settings apply to decisions made from now on."),
                            this);
    note->setTextFormat(Qt::PlainText);
    note->setWordWrap(true);
    note->setProperty("muted", true);
    static_cast<QVBoxLayout*>(layout())->addWidget(note);
}

void ReturnPolicyDialog::addThreshold(QGridLayout* form, Threshold& threshold) {
    const int row = form->rowCount();
    threshold.on = new QCheckBox(threshold.caption, this);
    threshold.on->setObjectName(QStringLiteral("returnPolicyOn_") + threshold.name);
    threshold.edit = new QLineEdit(this);
    threshold.edit->setObjectName(QStringLiteral("returnPolicy_") + threshold.name);
    threshold.edit->setAccessibleName(threshold.caption);
    threshold.edit->setAlignment(Qt::AlignRight);
    threshold.edit->setMaximumWidth(byText(kReturnFieldWidth));
    threshold.hint = new QLabel(threshold.valid, this);
    threshold.hint->setTextFormat(Qt::PlainText);
    threshold.hint->setWordWrap(true);
    threshold.hint->setProperty("muted", true);
    form->addWidget(threshold.on, row, 0);
    form->addWidget(threshold.edit, row, 1);
    form->addWidget(new QLabel(m_context.formats.currency(), this), row, 2);
    form->addWidget(threshold.hint, row, 3);
    connect(threshold.on, &QCheckBox::toggled, this, &ReturnPolicyDialog::check);
    connect(threshold.edit, &QLineEdit::textChanged, this, &ReturnPolicyDialog::check);
}

void ReturnPolicyDialog::setupButtons() {
    auto* row = new QHBoxLayout;
    m_error = new QLabel(this);
    m_error->setObjectName(QStringLiteral("returnPolicyError"));
    m_error->setTextFormat(Qt::PlainText);
    m_error->setWordWrap(true);
    m_error->setProperty("muted", true);
    auto* buttons = new QDialogButtonBox(this);
    m_save = buttons->addButton(tr("Save"), QDialogButtonBox::AcceptRole);
    m_save->setObjectName(QStringLiteral("returnPolicySave"));
    m_save->setProperty("role", QStringLiteral("primary"));
    buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole)->setObjectName(QStringLiteral("returnPolicyClose"));
    row->addWidget(m_error, 1);
    row->addWidget(buttons);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
    connect(buttons, &QDialogButtonBox::accepted, this, &ReturnPolicyDialog::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &DraftDialog::leave);
}

const api::ReturnPolicyRow& ReturnPolicyDialog::shown() const {
    return m_policies.at(static_cast<std::size_t>(std::max(0, m_campus->currentIndex())));
}

void ReturnPolicyDialog::fill() {
    const auto& row = shown();
    const QSignalBlocker own(m_own);
    const QSignalBlocker goods(m_goods);
    m_own->setVisible(!isWorkspace());
    m_own->setChecked(isWorkspace() || row.own);
    m_goods->setCurrentIndex(m_goods->findData(static_cast<int>(row.policy.goods)));
    for (const auto& [threshold, value] :
         {std::pair(&m_four, row.policy.fourEyesAbove), std::pair(&m_second, row.policy.secondAbove)}) {
        const QSignalBlocker on(threshold->on);
        const QSignalBlocker edit(threshold->edit);
        threshold->on->setChecked(value.has_value());
        threshold->edit->setText(value ? m_context.formats.money(*value) : QString());
    }
    check();
    startAgain();
}

std::optional<Money> ReturnPolicyDialog::amountOf(const Threshold& threshold) const {
    return threshold.on->isChecked() ? m_context.formats.readMoney(threshold.edit->text()) : std::nullopt;
}

QString ReturnPolicyDialog::problemOf(const Threshold& threshold) const {
    if (!threshold.on->isChecked() || !m_own->isChecked()) {
        return {};
    }
    if (QString why = amountProblem(threshold.edit->text(), Money{0}, Money{base::kMaxMoneyMinor}, m_context.formats);
        !why.isEmpty()) {
        return why;
    }
    const auto amount = amountOf(threshold);
    if (&threshold == &m_second) {
        if (!m_four.on->isChecked()) {
            return tr("Set the four-eyes threshold first.");
        }
        const auto four = amountOf(m_four);
        if (four && *amount < *four) {
            return tr("Must not be below the four-eyes threshold.");
        }
    }
    return {};
}

std::optional<api::ReturnPolicy> ReturnPolicyDialog::entered() const {
    if (!m_own->isChecked()) {
        return std::nullopt;
    }
    return api::ReturnPolicy{static_cast<api::GoodsRule>(m_goods->currentData().toInt()), amountOf(m_four),
                             amountOf(m_second)};
}

void ReturnPolicyDialog::mark(Threshold& threshold, const QString& problem) {
    threshold.hint->setText(problem.isEmpty() ? threshold.valid : problem);
    threshold.hint->setProperty("muted", problem.isEmpty());
    threshold.hint->setProperty("tone", problem.isEmpty() ? QString() : QStringLiteral("bad"));
    threshold.edit->setProperty("invalid", !problem.isEmpty());
    for (QWidget* each : {static_cast<QWidget*>(threshold.hint), static_cast<QWidget*>(threshold.edit)}) {
        each->style()->unpolish(each);
        each->style()->polish(each);
    }
}

void ReturnPolicyDialog::check() {
    QString why = m_context.bridge.whyNotAllowed(api::Operation::ReturnsSetPolicy);
    const bool own = m_own->isChecked();
    m_goods->setEnabled(own);
    for (auto* threshold : {&m_four, &m_second}) {
        threshold->on->setEnabled(own);
        threshold->edit->setEnabled(own && threshold->on->isChecked());
        const QString problem = problemOf(*threshold);
        mark(*threshold, problem);
        if (why.isEmpty() && !problem.isEmpty()) {
            why = tr("%1: %2", "field, problem").arg(threshold->caption, problem);
        }
    }
    if (why.isEmpty() && m_saving) {
        why = tr("Saving…");
    }
    const auto before = isWorkspace() || shown().own ? std::optional(shown().policy) : std::nullopt;
    if (why.isEmpty() && entered() == before) {
        why = tr("Nothing has been changed.");
    }
    m_save->setEnabled(why.isEmpty());
    m_save->setToolTip(plainToolTip(why));
    m_error->setText(why);
}

void ReturnPolicyDialog::save() {
    m_saving = true;
    m_campus->setEnabled(false);
    check();
    const CampusId campus = shown().campus;
    auto& bridge = m_context.bridge;
    whenReady(bridge.returns().setPolicy(bridge.call(), campus, entered(), shown().version), this,
              [this, campus](const Result<void>& result) {
                  m_saving = false;
                  m_campus->setEnabled(true);
                  if (!result) {
                      check();
                      refused(result.error());
                      return;
                  }
                  m_context.notices.good(campus.empty()
                                             ? tr("Return settings of the workspace are saved.")
                                             : tr("%1: return settings saved.").arg(m_context.scope.nameOf(campus)));
                  Q_EMIT saved();
                  accept();
              });
}

void ReturnPolicyDialog::refused(const Error& error) {
    m_error->setText(errorText(error));
    for (auto* threshold : {&m_four, &m_second}) {
        if (threshold->name == text(error.field)) {
            mark(*threshold, errorText(error));
            threshold->edit->setFocus();
        }
    }
}

}  // namespace evenhand::ui
