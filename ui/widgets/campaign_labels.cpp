// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/campaign_labels.h"

#include <QCoreApplication>

#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

struct CampaignLabels {
    Q_DECLARE_TR_FUNCTIONS(CampaignLabels)
};

}  // namespace

CampaignPhase phaseOf(const api::CampaignRow& row, Instant now) noexcept {
    switch (row.state) {
        case api::CampaignState::Draft: return CampaignPhase::Draft;
        case api::CampaignState::Building: return CampaignPhase::Building;
        case api::CampaignState::Running:
            return now < row.settings.begin ? CampaignPhase::Scheduled : CampaignPhase::Running;
        case api::CampaignState::Paused: return CampaignPhase::Paused;
        case api::CampaignState::Ended: return CampaignPhase::Ended;
    }
    return CampaignPhase::Draft;
}

QString label(CampaignPhase phase) {
    switch (phase) {
        case CampaignPhase::Draft: return CampaignLabels::tr("Draft");
        case CampaignPhase::Building: return CampaignLabels::tr("Building");
        case CampaignPhase::Scheduled: return CampaignLabels::tr("Scheduled");
        case CampaignPhase::Running: return CampaignLabels::tr("Running");
        case CampaignPhase::Paused: return CampaignLabels::tr("Paused");
        case CampaignPhase::Ended: return CampaignLabels::tr("Ended");
    }
    return {};
}

Tone tone(CampaignPhase phase) {
    switch (phase) {
        case CampaignPhase::Draft: return Tone::Muted;
        case CampaignPhase::Building:
        case CampaignPhase::Scheduled: return Tone::Info;
        case CampaignPhase::Running: return Tone::Good;
        case CampaignPhase::Paused: return Tone::Warn;
        case CampaignPhase::Ended: return Tone::Muted;
    }
    return Tone::Muted;
}

QString label(api::CampaignEnd end) {
    switch (end) {
        case api::CampaignEnd::Time: return CampaignLabels::tr("end time reached");
        case api::CampaignEnd::Stopped: return CampaignLabels::tr("stopped");
        case api::CampaignEnd::Exhausted: return CampaignLabels::tr("all drawn");
    }
    return {};
}

QString phaseLabel(const api::CampaignRow& row, Instant now) {
    const QString phase = label(phaseOf(row, now));
    return row.ended ? CampaignLabels::tr("%1: %2", "phase, why").arg(phase, label(*row.ended)) : phase;
}

QString label(api::DrawState state) {
    switch (state) {
        case api::DrawState::Granted: return CampaignLabels::tr("Granted");
        case api::DrawState::Refused: return CampaignLabels::tr("Refused");
        case api::DrawState::RolledBack: return CampaignLabels::tr("Rolled back");
    }
    return {};
}

Tone tone(api::DrawState state) {
    switch (state) {
        case api::DrawState::Granted: return Tone::Good;
        case api::DrawState::Refused: return Tone::Muted;
        case api::DrawState::RolledBack: return Tone::Warn;
    }
    return Tone::Muted;
}

QString label(api::DrawRefusal reason) {
    switch (reason) {
        case api::DrawRefusal::NotStarted: return CampaignLabels::tr("Before the start");
        case api::DrawRefusal::Paused: return CampaignLabels::tr("While paused");
        case api::DrawRefusal::Ended: return CampaignLabels::tr("After the end");
        case api::DrawRefusal::UnderWay: return CampaignLabels::tr("Same draw in progress");
        case api::DrawRefusal::Exhausted: return CampaignLabels::tr("All drawn");
        case api::DrawRefusal::CountLimit: return CampaignLabels::tr("Over the draws per user");
        case api::DrawRefusal::AmountLimit: return CampaignLabels::tr("Over the amount per user");
        case api::DrawRefusal::NothingPayable: return CampaignLabels::tr("Nothing to pay");
        case api::DrawRefusal::RolledBack: return CampaignLabels::tr("Interrupted and undone");
    }
    return {};
}

QString campaignFieldLabel(const std::string& field) {
    const std::pair<const char*, QString> known[] = {{"campaign", CampaignLabels::tr("Number")},
                                                     {"name", CampaignLabels::tr("Name")},
                                                     {"budget", CampaignLabels::tr("Budget")},
                                                     {"places", CampaignLabels::tr("Places")},
                                                     {"max_discount", CampaignLabels::tr("Largest discount")},
                                                     {"queues", CampaignLabels::tr("Queues")},
                                                     {"count_limit", CampaignLabels::tr("Draws per user")},
                                                     {"amount_limit", CampaignLabels::tr("Amount per user")},
                                                     {"begin", CampaignLabels::tr("Begins")},
                                                     {"end", CampaignLabels::tr("Ends")},
                                                     {"seed", CampaignLabels::tr("Seed")},
                                                     {"cap_at_max", CampaignLabels::tr("Cap per draw")},
                                                     {"validity_ms", CampaignLabels::tr("Valid for")},
                                                     {"recovery_ms", CampaignLabels::tr("Recovered after")}};
    for (const auto& [stored, shown] : known) {
        if (field == stored) {
            return shown;
        }
    }
    return {};
}

QString campaignWarning(const std::string& warning) {
    const std::pair<const char*, QString> known[] = {
        {"fewer_places_than_queues", CampaignLabels::tr("There are fewer places than queues: some queues stay empty.")},
        {"no_even_spread",
         CampaignLabels::tr(
             "Too few places, or the mean is too close to a limit, for an even spread: all amounts are random.")},
        {"no_small_change",
         CampaignLabels::tr("No room for small amounts: the last discounts may not fit users near their limit.")},
        {"narrow_spread", CampaignLabels::tr("All discounts are the same, or nearly so.")}};
    for (const auto& [told, shown] : known) {
        if (warning == told) {
            return shown;
        }
    }
    return text(warning);
}

QString countedPlaces(std::int64_t count) {
    return CampaignLabels::tr("%1 places", nullptr, Formats::plural(count)).arg(Formats::number(count));
}

QString countedDraws(std::int64_t count) {
    return CampaignLabels::tr("%1 draws", nullptr, Formats::plural(count)).arg(Formats::number(count));
}

}  // namespace evenhand::ui
