// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/wizards/campaign/campaign_checks.h"

#include <QCoreApplication>
#include <algorithm>

namespace evenhand::ui {
namespace {

struct CampaignChecks {
    Q_DECLARE_TR_FUNCTIONS(CampaignChecks)
};

bool editable(const std::string& field, api::CampaignState state, bool begun) {
    const auto fields = api::editableFields(state, begun);
    return std::find(fields.begin(), fields.end(), field) != fields.end();
}

}  // namespace

Checked<Money> checkAmount(const QString& text, Money most, const Formats& formats) {
    const QString plain = text.trimmed();
    const auto money = formats.readMoney(plain);
    if (money && money->minor > most.minor) {
        return {std::nullopt, CampaignChecks::tr("At most %1.").arg(formats.money(most))};
    }
    if ((money && money->minor < 1) || plain.startsWith(QLatin1Char('-'))) {
        return {std::nullopt, CampaignChecks::tr("At least %1.").arg(formats.money(Money{1}))};
    }
    if (!money) {
        return {std::nullopt,
                CampaignChecks::tr("Enter an amount from %1 to %2.").arg(formats.money(Money{1}), formats.money(most))};
    }
    return {*money, {}};
}

Checked<Money> checkMaxDiscount(const QString& text, const Formats& formats) {
    constexpr std::int64_t kMax = api::kMaxCampaignMinor / api::kDiscountStep * api::kDiscountStep;
    auto checked = checkAmount(text, Money{kMax}, formats);
    if (!checked.value || checked.value->minor % api::kDiscountStep == 0) {
        return checked;
    }
    const std::int64_t below = checked.value->minor / api::kDiscountStep * api::kDiscountStep;
    const std::int64_t above = below + api::kDiscountStep;
    const QString step = formats.money(Money{api::kDiscountStep});
    return {std::nullopt,
            below > 0 ? CampaignChecks::tr("Must be a multiple of %1, such as %2 or %3.")
                            .arg(step, formats.money(Money{below}), formats.money(Money{above}))
                      : CampaignChecks::tr("At least %1, and a multiple of it.").arg(formats.money(Money{above}))};
}

Checked<std::optional<std::int64_t>> checkSeed(const QString& text) {
    QString plain = text.trimmed();
    if (plain.isEmpty()) {
        return {std::optional<std::int64_t>{}, {}};
    }
    plain.remove(QLatin1Char(','));
    bool fits = false;
    const std::int64_t value = plain.toLongLong(&fits);
    const bool digits =
        std::all_of(plain.begin(), plain.end(), [](QChar c) { return c >= QLatin1Char('0') && c <= QLatin1Char('9'); });
    if (!digits || !fits) {
        return {std::nullopt, CampaignChecks::tr("Enter a whole number from 0 to %1, or leave it empty.")
                                  .arg(Formats::number(INT64_MAX))};
    }
    return {std::optional(value), {}};
}

std::optional<ShapeProblem> problemOfShape(const api::CampaignShape& shape, const Formats& formats) {
    const std::int64_t budget = shape.budget.minor;
    const std::int64_t max = shape.maxDiscount.minor;
    if (shape.places > budget) {
        return ShapeProblem{
            "places", CampaignChecks::tr("Too many places for the budget: each needs at least %1. Set at most %2 "
                                         "places, or a budget of at least %3.",
                                         nullptr, Formats::plural(budget))
                          .arg(formats.money(Money{1}), Formats::number(budget), formats.money(Money{shape.places}))};
    }
    // budget > places × max, without overflow.
    if ((budget + max - 1) / max > shape.places) {
        return ShapeProblem{
            "budget", CampaignChecks::tr(
                          "More than the places can give away at %1 each. Set at most %2, at least %3 places, or a "
                          "larger discount.",
                          nullptr, Formats::plural((budget + max - 1) / max))
                          .arg(formats.money(shape.maxDiscount), formats.money(Money{shape.places * max}),
                               Formats::number((budget + max - 1) / max))};
    }
    return std::nullopt;
}

QString whyCampaignFixed(const std::string& field, const std::optional<api::CampaignRow>& row, Instant now) {
    if (!row) {
        return {};
    }
    if (field == "campaign") {
        return CampaignChecks::tr("The number cannot be changed.");
    }
    const bool begun = now >= row->settings.begin;
    if (editable(field, row->state, begun)) {
        return {};
    }
    if (row->state == api::CampaignState::Ended) {
        return CampaignChecks::tr("The campaign has ended: only its name can be changed. Copy it instead.");
    }
    return field == "begin"
               ? CampaignChecks::tr("The campaign has begun.")
               : CampaignChecks::tr("The campaign was started: its discounts are allocated. Copy it instead.");
}

QString changeableUntil(const std::string& field) {
    using api::CampaignState;
    if (field == "campaign") {
        return CampaignChecks::tr("never");
    }
    if (editable(field, CampaignState::Ended, true)) {
        return CampaignChecks::tr("at any time");
    }
    if (editable(field, CampaignState::Running, true)) {
        return field == "count_limit" || field == "amount_limit"
                   ? CampaignChecks::tr("until the end; once started, only raised")
                   : CampaignChecks::tr("until it has ended");
    }
    return editable(field, CampaignState::Running, false) ? CampaignChecks::tr("until it begins")
                                                          : CampaignChecks::tr("until it is started");
}

QString effectOfChange(const std::string& field) {
    if (field == "campaign" || field == "name") {
        return CampaignChecks::tr("no draws");
    }
    if (field == "begin") {
        return CampaignChecks::tr("draws before it are refused");
    }
    if (field == "end") {
        return CampaignChecks::tr("when draws end, and the ideal line; no amount");
    }
    if (field == "count_limit" || field == "amount_limit") {
        return CampaignChecks::tr("later draws; not those already granted");
    }
    if (field == "validity_ms") {
        return CampaignChecks::tr("later draws; not those already granted");
    }
    if (field == "recovery_ms") {
        return CampaignChecks::tr("when interrupted draws are recovered; no amount");
    }
    if (field == "seed") {
        return CampaignChecks::tr("which amounts there are, and their order");
    }
    return field == "cap_at_max" ? CampaignChecks::tr("what a draw can get from the compensation")
                                 : CampaignChecks::tr("all amounts, which are allocated again");
}

}  // namespace evenhand::ui
