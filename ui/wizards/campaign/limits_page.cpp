// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/campaign/limits_page.h"

#include <QLineEdit>

#include "ui/widgets/delay_text.h"
#include "ui/widgets/labels.h"
#include "ui/wizards/campaign/campaign_checks.h"

namespace evenhand::ui {

LimitsPage::LimitsPage(UiContext& context, const std::optional<api::CampaignRow>& editing, QWidget* parent)
    : CampaignStep("campaignLimits", context, editing, parent) {
    const api::CampaignSettings set = editing ? editing->settings : api::CampaignSettings{};
    m_count = addEdit("count_limit", Formats::number(set.countLimit));
    m_amount = addEdit("amount_limit", context.formats.money(set.amountLimit));
    m_cap = new QCheckBox(tr("No draw gets more than the largest discount"), this);
    m_cap->setChecked(set.capAtMax);
    addField("cap_at_max", m_cap);
    connect(m_cap, &QCheckBox::toggled, this, &LimitsPage::check);
    m_validity = addEdit("validity_ms", writeDelay(set.validityMs));
    m_recovery = addEdit("recovery_ms", writeDelay(set.recoveryMs));
    down()->addStretch(1);
    done();
}

void LimitsPage::setShape(const std::optional<api::CampaignShape>& shape) {
    m_shape = shape;
    check();
}

bool LimitsPage::onlyRaised() const { return editing() && editing()->state != api::CampaignState::Draft; }

QString LimitsPage::problemOf(const std::string& field) const {
    const auto& formats = context().formats;
    if (field == "count_limit") {
        const auto count = checkCount(m_count->text(), 1, api::kMaxCampaignCount);
        if (count.value && onlyRaised() && *count.value < editing()->settings.countLimit) {
            return tr("It was started: the limit can only be raised, to at least %1.")
                .arg(Formats::number(editing()->settings.countLimit));
        }
        return count.problem;
    }
    if (field == "amount_limit") {
        const auto amount = checkAmount(m_amount->text(), Money{api::kMaxCampaignMinor}, formats);
        if (amount.value && onlyRaised() && *amount.value < editing()->settings.amountLimit) {
            return tr("It was started: the limit can only be raised, to at least %1.")
                .arg(formats.money(editing()->settings.amountLimit));
        }
        return amount.problem;
    }
    if (field == "validity_ms") {
        return readDelay(m_validity->text(), api::kMinDrawValidityMs, api::kMaxDrawValidityMs).problem;
    }
    return field == "recovery_ms"
               ? readDelay(m_recovery->text(), api::kMinDrawRecoveryMs, api::kMaxDrawRecoveryMs).problem
               : QString();
}

QString LimitsPage::hintOf(const std::string& field) const {
    const auto& formats = context().formats;
    if (field == "count_limit") {
        return tr("How often one user may draw: 1 to %1.").arg(Formats::number(api::kMaxCampaignCount));
    }
    if (field == "amount_limit") {
        const auto amount = checkAmount(m_amount->text(), Money{api::kMaxCampaignMinor}, formats).value;
        if (amount && m_shape && *amount < m_shape->maxDiscount) {
            return tr("Less than the largest discount of %1: large ones will be cut to it.")
                .arg(formats.money(m_shape->maxDiscount));
        }
        return tr("What one user may get in all, in %1.").arg(formats.currency());
    }
    if (field == "cap_at_max") {
        return tr("Off: a draw may get what others could not use on top of its own discount.");
    }
    if (field == "validity_ms") {
        return tr("A draw that no order uses in this time is given back.");
    }
    return tr("An interrupted draw is completed or undone after this time.");
}

void LimitsPage::fill(api::CampaignSettings& settings) const {
    const auto& formats = context().formats;
    settings.countLimit = checkCount(m_count->text(), 1, api::kMaxCampaignCount).value.value_or(settings.countLimit);
    settings.amountLimit =
        checkAmount(m_amount->text(), Money{api::kMaxCampaignMinor}, formats).value.value_or(settings.amountLimit);
    settings.capAtMax = m_cap->isChecked();
    settings.validityMs = readDelay(m_validity->text(), api::kMinDrawValidityMs, api::kMaxDrawValidityMs)
                              .ms.value_or(settings.validityMs);
    settings.recoveryMs = readDelay(m_recovery->text(), api::kMinDrawRecoveryMs, api::kMaxDrawRecoveryMs)
                              .ms.value_or(settings.recoveryMs);
}

}  // namespace evenhand::ui
