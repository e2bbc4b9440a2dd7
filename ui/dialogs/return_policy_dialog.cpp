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
constexpr int kReturnReasonsWidth = 260;
constexpr int kPercentPlaces = 2;
constexpr api::GoodsRule kRules[] = {api::GoodsRule::MoneyFirst, api::GoodsRule::GoodsFirst, api::GoodsRule::NoGoods};

QString codesLine(const std::vector<std::string>& codes) {
    QStringList all;
    for (const auto& code : codes) {
        all << text(code);
    }
    return all.join(QStringLiteral(", "));
}

std::vector<std::string> codesOfLine(const QString& line) {
    std::vector<std::string> codes;
    for (const auto& code : line.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        if (!code.trimmed().isEmpty()) {
            codes.push_back(code.trimmed().toStdString());
        }
    }
    return codes;
}

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
    for (auto* threshold : {&m_four, &m_second, &m_auto}) {
        threshold->on = new QCheckBox(threshold == &m_auto ? tr("up to") : tr("above"), this);
        threshold->edit = new QLineEdit(this);
    }
    addThreshold("four_eyes", tr("Four eyes"), tr("Above this the approver must not be the requester."), m_four);
    addThreshold("second", tr("Second approver"), tr("Above this two others must approve. Not below four eyes."),
                 m_second);
    addRules();
    addNote(
        tr("Amounts are added up per order: what was approved before and what is requested now. The settings apply "
           "to decisions made from now on."));
    fill();
    connect(this->campus(), &QComboBox::currentIndexChanged, this, &ReturnPolicyDialog::fill);
    begin();
}

void ReturnPolicyDialog::addRules() {
    m_window = lineEdit(QStringLiteral("returnPolicy_window_days"), kReturnFieldWidth);
    addField(QStringLiteral("window_days"), tr("Return window (days)"), m_window, tr("From delivery; empty: for ever."),
             [this] { return whyNotWindow(); });
    addThreshold("auto_approve_up_to", tr("Approved by the system"),
                 tr("All of an order together; never above four eyes."), m_auto);
    m_autoReasons = lineEdit(QStringLiteral("returnPolicy_auto_reasons"), kReturnReasonsWidth);
    addField(QStringLiteral("auto_reasons"), tr("Only for reasons"), m_autoReasons,
             tr("Codes with commas between; empty: every reason."));
    m_fee = lineEdit(QStringLiteral("returnPolicy_fee_points"), kReturnFieldWidth);
    addField(QStringLiteral("fee_points"), tr("Restocking fee (%)"), m_fee,
             tr("Of what is refunded, once the goods had left; 0 to 100."), [this] {
                 return !m_own->isChecked() || feePoints() ? QString() : tr("0 to 100, with two places at most.");
             });
    m_feeFreeReasons = lineEdit(QStringLiteral("returnPolicy_fee_free_reasons"), kReturnReasonsWidth);
    addField(QStringLiteral("fee_free_reasons"), tr("No fee for reasons"), m_feeFreeReasons,
             tr("Codes with commas between."));
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
         {std::pair(&m_four, row.policy.fourEyesAbove), std::pair(&m_second, row.policy.secondAbove),
          std::pair(&m_auto, row.policy.autoApproveUpTo)}) {
        threshold->on->setChecked(value.has_value());
        threshold->edit->setText(value ? context().formats.money(*value) : QString());
    }
    m_window->setText(row.policy.windowDays ? QString::number(*row.policy.windowDays) : QString());
    m_autoReasons->setText(codesLine(row.policy.autoReasons));
    m_fee->setText(text(base::formatMoney(Money{row.policy.feePoints}, kPercentPlaces)));
    m_feeFreeReasons->setText(codesLine(row.policy.feeFreeReasons));
    startAgain();
}

std::optional<std::int64_t> ReturnPolicyDialog::windowDays() const {
    bool isNumber = false;
    const auto days = m_window->text().trimmed().toLongLong(&isNumber);
    return isNumber && days >= 1 && days <= api::kMaxWindowDays ? std::optional<std::int64_t>(days) : std::nullopt;
}

QString ReturnPolicyDialog::whyNotWindow() const {
    return !m_own->isChecked() || m_window->text().trimmed().isEmpty() || windowDays()
               ? QString()
               : tr("A whole number, 1 to %1.").arg(api::kMaxWindowDays);
}

std::optional<std::int64_t> ReturnPolicyDialog::feePoints() const {
    const auto points = base::parseMoney(m_fee->text().trimmed().toStdString(), kPercentPlaces, "fee_points");
    return points && points->minor >= 0 && points->minor <= api::kMaxFeePoints ? std::optional(points->minor)
                                                                               : std::nullopt;
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
    api::ReturnPolicy policy;
    policy.goods = static_cast<api::GoodsRule>(m_goods->currentData().toInt());
    policy.fourEyesAbove = amountOf(m_four);
    policy.secondAbove = amountOf(m_second);
    policy.windowDays = windowDays();
    policy.autoApproveUpTo = amountOf(m_auto);
    policy.autoReasons = codesOfLine(m_autoReasons->text());
    policy.feePoints = feePoints().value_or(0);
    policy.feeFreeReasons = codesOfLine(m_feeFreeReasons->text());
    return policy;
}

bool ReturnPolicyDialog::isChanged() const {
    const auto before = isWorkspace() || shown().own ? std::optional(shown().policy) : std::nullopt;
    return entered() != before;
}

void ReturnPolicyDialog::enableFields() {
    if (m_feeFreeReasons == nullptr) {
        return;  // still being made
    }
    SettingsDialog::enableFields();
    const bool own = m_own->isChecked();
    m_goods->setEnabled(own);
    for (const auto* threshold : {&m_four, &m_second, &m_auto}) {
        threshold->on->setEnabled(own);
        threshold->edit->setEnabled(own && threshold->on->isChecked());
    }
    for (auto* edit : {m_window, m_fee, m_feeFreeReasons}) {
        edit->setEnabled(own);
    }
    m_autoReasons->setEnabled(own && m_auto.on->isChecked());
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
