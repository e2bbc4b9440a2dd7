// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/campaigns/campaign_list.h"

#include <QCoreApplication>
#include <utility>

#include "ui/widgets/campaign_labels.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

struct CampaignListWords {
    Q_DECLARE_TR_FUNCTIONS(CampaignListWords)
};
using CampaignColumn = Column<api::CampaignRow, OneOrder>;

constexpr std::pair<const char*, CampaignPhase> kPhases[] = {
    {"draft", CampaignPhase::Draft},     {"building", CampaignPhase::Building}, {"scheduled", CampaignPhase::Scheduled},
    {"running", CampaignPhase::Running}, {"paused", CampaignPhase::Paused},     {"ended", CampaignPhase::Ended}};

CampaignColumn timeColumn(const char* id, Words title, Instant api::CampaignSettings::*of, const Formats& formats,
                          const std::function<Instant()>& now) {
    return CampaignColumn(
               id, 100, std::move(title),
               [of, &formats, now](const api::CampaignRow& row) { return formats.shortTime(row.settings.*of, now()); })
        .orderedAs([of](const api::CampaignRow& row) { return (row.settings.*of).ms; })
        .inFile([of, &formats](const api::CampaignRow& row) { return formats.dateTime(row.settings.*of); })
        .hidden();
}

std::vector<CampaignColumn> campaignColumns(const Formats& formats, const std::function<Instant()>& now) {
    std::vector<CampaignColumn> columns{
        CampaignColumn(
            "state", 96, [] { return CampaignListWords::tr("State"); },
            [now](const api::CampaignRow& row) { return label(phaseOf(row, now())); })
            .orderedAs([now](const api::CampaignRow& row) { return static_cast<std::int64_t>(phaseOf(row, now())); })
            .asPill([now](const api::CampaignRow& row) { return tone(phaseOf(row, now())); })
            .ticking(),
        CampaignColumn(
            "name", 110, [] { return CampaignListWords::tr("Campaign"); },
            [](const api::CampaignRow& row) { return text(row.settings.name); })
            .strong(),
        timeColumn(
            "begin", [] { return CampaignListWords::tr("Begins"); }, &api::CampaignSettings::begin, formats, now),
        timeColumn(
            "end", [] { return CampaignListWords::tr("Ends"); }, &api::CampaignSettings::end, formats, now),
        CampaignColumn::money(
            "budget", 92, [] { return CampaignListWords::tr("Budget"); }, formats,
            [](const api::CampaignRow& row) { return row.settings.shape.budget; }),
    };
    for (auto& column : columns) {
        column.withHint([&formats, now](const api::CampaignRow& row) {
            return CampaignListWords::tr("%1 (%2)\n%3\n%4 to %5\n%6 in %7",
                                         "name, number, phase, begin, end, budget, places")
                .arg(text(row.settings.name), text(row.id), phaseLabel(row, now()),
                     formats.dateTime(row.settings.begin), formats.dateTime(row.settings.end),
                     formats.moneyWithCurrency(row.settings.shape.budget), countedPlaces(row.settings.shape.places));
        });
    }
    return columns;
}

std::vector<FilterField<CampaignFilter>> campaignFields() {
    FieldLook state;
    state.key = QStringLiteral("state");
    state.objectName = QStringLiteral("campaignState");
    state.kind = FieldLook::Kind::Choices;
    state.title = [] { return CampaignListWords::tr("State"); };
    state.any = [] { return CampaignListWords::tr("Every state"); };
    state.choices = [] {
        std::vector<ChoiceButton::Choice> choices;
        for (const auto& [key, phase] : kPhases) {
            choices.push_back({QLatin1String(key), label(phase)});
        }
        return choices;
    };
    return {textField<CampaignFilter>(
                QStringLiteral("text"), QStringLiteral("campaignText"),
                [] { return CampaignListWords::tr("Campaign or state"); }, &CampaignFilter::text),
            {std::move(state), [](const FieldValue& value, CampaignFilter& filter) { filter.phases = value.keys; }}};
}

}  // namespace

CampaignList::Spec describeCampaigns(const Formats& formats, std::function<Instant()> now, QAction* setUp) {
    CampaignList::Spec spec;
    spec.look.prefix = QStringLiteral("campaigns");
    spec.look.one = QStringLiteral("campaign");
    spec.look.isCompact = true;
    spec.look.isSingle = true;
    auto& texts = spec.look.texts;
    texts.name = [] { return CampaignListWords::tr("Random-discount campaigns"); };
    texts.count = [](std::int64_t total) {
        return total < 0
                   ? Formats::dash()
                   : CampaignListWords::tr("%1 campaigns", nullptr, Formats::plural(total)).arg(Formats::number(total));
    };
    texts.empty = [] { return CampaignListWords::tr("There is no campaign yet."); };
    texts.next = [] { return CampaignListWords::tr("Set one up, look at the preview, start it."); };
    texts.nextAction = setUp;
    texts.emptyFiltered = [] { return CampaignListWords::tr("No campaign matches the filter."); };
    texts.exported = [] { return CampaignListWords::tr("Export the list of campaigns"); };
    texts.fileName = QStringLiteral("campaigns.csv");
    spec.columns = campaignColumns(formats, now);
    spec.now = now;
    spec.fields = campaignFields();
    spec.matches = [now](const CampaignFilter& filter, const api::CampaignRow& row) {
        const auto phase = phaseOf(row, now());
        return filter.phases.isEmpty() || std::any_of(std::begin(kPhases), std::end(kPhases), [&](const auto& each) {
                   return each.second == phase && filter.phases.contains(QLatin1String(each.first));
               });
    };
    return spec;
}

}  // namespace evenhand::ui
