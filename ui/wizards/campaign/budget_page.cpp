// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/campaign/budget_page.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QStyle>
#include <algorithm>

#include "ui/bridge/error_text.h"
#include "ui/widgets/campaign_labels.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/parts.h"
#include "ui/wizards/campaign/campaign_checks.h"

namespace evenhand::ui {

BudgetPage::BudgetPage(UiContext& context, const std::optional<api::CampaignRow>& editing, QWidget* parent)
    : CampaignStep("campaignBudget", context, editing, parent) {
    const api::CampaignShape shape = editing ? editing->settings.shape : api::CampaignShape{};
    m_budget = addEdit("budget", editing ? context.formats.money(shape.budget) : QString());
    m_places = addEdit("places", editing ? Formats::number(shape.places) : QString());
    m_max = addEdit("max_discount", context.formats.money(shape.maxDiscount));
    m_feasible = wrapped(plainLabel(this, QStringLiteral("campaignFeasible")));
    down()->addWidget(m_feasible);
    m_offers = new QHBoxLayout;
    m_offers->setSpacing(kGap);
    m_offers->addStretch(1);
    down()->addLayout(m_offers);
    down()->addStretch(1);
    done();
}

std::optional<api::CampaignShape> BudgetPage::shape() const {
    const auto& formats = context().formats;
    const auto budget = checkAmount(m_budget->text(), Money{api::kMaxCampaignMinor}, formats);
    const auto places = checkCount(m_places->text(), 1, api::kMaxCampaignPlaces);
    const auto max = checkMaxDiscount(m_max->text(), formats);
    if (!budget.value || !places.value || !max.value) {
        return std::nullopt;
    }
    return api::CampaignShape{*budget.value, *places.value, *max.value, 1};
}

QString BudgetPage::singleProblem(const std::string& field) const {
    const auto& formats = context().formats;
    if (field == "budget") {
        return checkAmount(m_budget->text(), Money{api::kMaxCampaignMinor}, formats).problem;
    }
    if (field == "places") {
        return checkCount(m_places->text(), 1, api::kMaxCampaignPlaces).problem;
    }
    return checkMaxDiscount(m_max->text(), formats).problem;
}

QString BudgetPage::problemOf(const std::string& field) const {
    if (QString single = singleProblem(field); !single.isEmpty()) {
        return single;
    }
    const auto whole = shape();
    const auto together = whole ? problemOfShape(*whole, context().formats) : std::nullopt;
    if (together) {
        return together->field == field ? together->why : QString();
    }
    return field == "budget" ? m_refusal : QString();
}

QString BudgetPage::hintOf(const std::string& field) const {
    const auto& formats = context().formats;
    if (field == "budget") {
        return tr("The exact total to give away, in %1.").arg(formats.currency());
    }
    if (field == "places") {
        return tr("How many discounts there are; each is drawn once.");
    }
    return tr("The most that one discount can be; a multiple of %1.").arg(formats.money(Money{10}));
}

void BudgetPage::setPreview(const Result<api::CampaignPreview>* preview) {
    const auto whole = shape();
    QString said;
    bool feasible = false;
    std::vector<api::Infeasible::Nearest> nearest;
    QString refusal;
    if (!whole) {
        said = tr("Budget, places and largest discount must fit together.");
    } else if (preview == nullptr) {
        said = tr("Checking…");
    } else if (!*preview) {
        said = tr("Could not be checked: %1").arg(errorText(preview->error()));
    } else if ((*preview)->infeasible) {
        said = tr("These values do not fit together. The nearest that do:");
        nearest = (*preview)->infeasible->nearest;
        refusal = errorText((*preview)->infeasible->error, context().formats);
    } else {
        feasible = true;
        said = tr("These values fit together: %1 with a mean of %2 each.")
                   .arg(countedPlaces(whole->places),
                        context().formats.moneyWithCurrency(Money{whole->budget.minor / whole->places}));
    }
    m_feasible->setText(said);
    m_feasible->setProperty("muted", !feasible && nearest.empty());
    m_feasible->setProperty("tone",
                            feasible ? QStringLiteral("good") : (nearest.empty() ? QString() : QStringLiteral("bad")));
    m_feasible->style()->unpolish(m_feasible);
    m_feasible->style()->polish(m_feasible);
    offer(nearest);
    if (refusal != m_refusal) {
        m_refusal = refusal;
        check();
    }
}

void BudgetPage::offer(const std::vector<api::Infeasible::Nearest>& nearest) {
    const auto same = [](const auto& a, const auto& b) { return a.field == b.field && a.value == b.value; };
    if (std::equal(nearest.begin(), nearest.end(), m_offered.begin(), m_offered.end(), same)) {
        return;  // the buttons stay where the mouse is
    }
    m_offered = nearest;
    for (auto* button : m_nearest) {
        button->hide();  // deleted later: it may be the one that was clicked
        button->deleteLater();
    }
    m_nearest.clear();
    int at = 0;
    for (const auto& each : nearest) {
        const bool count = each.field == "places" || each.field == "queues";
        auto* button = named(
            new QPushButton(tr("%1: %2", "field, value")
                                .arg(campaignFieldLabel(each.field),
                                     count ? Formats::number(each.value) : context().formats.money(Money{each.value})),
                            this),
            QStringLiteral("nearest.") + text(each.field));
        button->setAutoDefault(false);
        button->setToolTip(plainToolTip(tr("Use this value")));
        m_offers->insertWidget(at++, button);
        m_nearest.push_back(button);
        connect(button, &QPushButton::clicked, this, [this, each] { take(each.field, each.value); });
    }
}

void BudgetPage::take(const std::string& field, std::int64_t value) {
    if (field == "budget") {
        m_budget->setText(context().formats.money(Money{value}));
    } else if (field == "places") {
        m_places->setText(Formats::number(value));
    } else if (field == "max_discount") {
        m_max->setText(context().formats.money(Money{value}));
    }
}

void BudgetPage::fill(api::CampaignSettings& settings) const {
    if (isFixed("budget")) {
        return;
    }
    const auto& formats = context().formats;
    auto& shape = settings.shape;
    shape.budget = checkAmount(m_budget->text(), Money{api::kMaxCampaignMinor}, formats).value.value_or(shape.budget);
    shape.places = checkCount(m_places->text(), 1, api::kMaxCampaignPlaces).value.value_or(shape.places);
    shape.maxDiscount = checkMaxDiscount(m_max->text(), formats).value.value_or(shape.maxDiscount);
}

void BudgetPage::fillExample(const QString& budget, const QString& places) {
    m_budget->setText(budget);
    m_places->setText(places);
}

}  // namespace evenhand::ui
