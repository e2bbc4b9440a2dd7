// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/return_policy_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <algorithm>
#include <utility>

#include "ui/bridge/engine_bridge.h"
#include "ui/shell/campus_scope.h"
#include "ui/widgets/amount_text.h"
#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/money_labels.h"
#include "ui/widgets/parts.h"

namespace evenhand::ui {
namespace {

constexpr int kReturnFieldWidth = 150;
constexpr api::GoodsRule kRules[] = {api::GoodsRule::MoneyFirst, api::GoodsRule::GoodsFirst, api::GoodsRule::NoGoods};

}  // namespace

ReturnPolicyDialog::ReturnPolicyDialog(UiContext& context, std::vector<api::ReturnPolicyRow> policies,
                                       const CampusId& campus, QWidget* parent)
    : SettingsDialog(context, QStringLiteral("returnPolicy"), tr("Return settings"), api::Operation::ReturnsSetPolicy,
                     parent),
      m_policies(std::move(policies)) {
    std::vector<CampusId> campuses;
    for (const auto& row : m_policies) {
        campuses.push_back(row.campus);
    }
    addCampuses(tr("For"), campuses, campus, tr("The workspace"));
    m_own = named(new QCheckBox(tr("Own settings; otherwise those of the workspace"), this),
                  QStringLiteral("returnPolicyOwn"));
    connect(m_own, &QCheckBox::toggled, this, &ReturnPolicyDialog::recheck);
    addAcross(m_own);
    m_goods = choice(QStringLiteral("returnPolicyGoods"));
    for (const auto rule : kRules) {
        m_goods->addItem(label(rule), static_cast<int>(rule));
    }
    addField(QStringLiteral("goods"), tr("Goods and money"), m_goods);
    for (auto* threshold : {&m_four, &m_second}) {
        threshold->on = new QCheckBox(tr("above"), this);
        threshold->edit = new QLineEdit(this);
    }
    addThreshold("four_eyes", tr("Four eyes"), tr("Above this the approver must not be the requester."), m_four);
    addThreshold("second", tr("Second approver"), tr("Above this two others must approve. Not below four eyes."),
                 m_second);
    addNote(
        tr("Amounts are added up per order: what was approved before and what is requested now. The settings apply "
           "to decisions made from now on."));
    fill();
    connect(this->campus(), &QComboBox::currentIndexChanged, this, &ReturnPolicyDialog::fill);
    begin();
}

void ReturnPolicyDialog::addThreshold(const char* field, const QString& caption, const QString& meaning,
                                      Threshold& threshold) {
    const QString name = QLatin1String(field);
    auto* both = new QWidget(this);
    auto* across = rowIn(both);
    threshold.on->setObjectName(QStringLiteral("returnPolicyOn_") + name);
    threshold.on->setAccessibleName(caption);
    threshold.edit->setObjectName(QStringLiteral("returnPolicy_") + name);
    threshold.edit->setAccessibleName(caption);
    threshold.edit->setAlignment(Qt::AlignRight);
    threshold.edit->setMaximumWidth(byText(kReturnFieldWidth));
    across->addWidget(threshold.on);
    across->addWidget(threshold.edit);
    across->addWidget(new QLabel(context().formats.currency(), both));
    across->addStretch(1);
    both->setFocusProxy(threshold.edit);
    addField(name, caption, both, meaning, [this, &threshold] { return problemOf(threshold); });
    connect(threshold.on, &QCheckBox::toggled, this, &ReturnPolicyDialog::recheck);
    connect(threshold.edit, &QLineEdit::textChanged, this, &ReturnPolicyDialog::recheck);
}

const api::ReturnPolicyRow& ReturnPolicyDialog::shown() const { return m_policies.at(campusAt()); }

void ReturnPolicyDialog::fill() {
    const auto& row = shown();
    m_own->setVisible(!isWorkspace());
    m_own->setChecked(isWorkspace() || row.own);
    m_goods->setCurrentIndex(m_goods->findData(static_cast<int>(row.policy.goods)));
    for (const auto& [threshold, value] :
         {std::pair(&m_four, row.policy.fourEyesAbove), std::pair(&m_second, row.policy.secondAbove)}) {
        threshold->on->setChecked(value.has_value());
        threshold->edit->setText(value ? context().formats.money(*value) : QString());
    }
    startAgain();
}

std::optional<Money> ReturnPolicyDialog::amountOf(const Threshold& threshold) const {
    return threshold.on->isChecked() ? context().formats.readMoney(threshold.edit->text()) : std::nullopt;
}

QString ReturnPolicyDialog::problemOf(const Threshold& threshold) const {
    if (!threshold.on->isChecked() || !m_own->isChecked()) {
        return {};
    }
    if (QString why = amountProblem(threshold.edit->text(), Money{0}, Money{base::kMaxMoneyMinor}, context().formats);
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

bool ReturnPolicyDialog::isChanged() const {
    const auto before = isWorkspace() || shown().own ? std::optional(shown().policy) : std::nullopt;
    return entered() != before;
}

void ReturnPolicyDialog::enableFields() {
    if (m_second.edit == nullptr) {
        return;  // still being made
    }
    SettingsDialog::enableFields();
    const bool own = m_own->isChecked();
    m_goods->setEnabled(own);
    for (const auto* threshold : {&m_four, &m_second}) {
        threshold->on->setEnabled(own);
        threshold->edit->setEnabled(own && threshold->on->isChecked());
    }
}

api::Answer<void> ReturnPolicyDialog::save() {
    auto& bridge = context().bridge;
    return bridge.returns().setPolicy(bridge.call(), shown().campus, entered(), shown().version);
}

QString ReturnPolicyDialog::savedText() const {
    return isWorkspace() ? tr("Return settings of the workspace are saved.")
                         : tr("%1: return settings saved.").arg(context().scope.nameOf(shown().campus));
}

}  // namespace evenhand::ui
