// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/seckill_labels.h"

#include <QCoreApplication>

#include "ui/widgets/formats.h"
#include "ui/widgets/labels.h"

namespace evenhand::ui {
namespace {

struct SeckillLabels {
    Q_DECLARE_TR_FUNCTIONS(SeckillLabels)
};

}  // namespace

QString label(api::ActivityPhase phase) {
    switch (phase) {
        case api::ActivityPhase::Draft: return SeckillLabels::tr("Draft");
        case api::ActivityPhase::Scheduled: return SeckillLabels::tr("Scheduled");
        case api::ActivityPhase::OnSale: return SeckillLabels::tr("On sale");
        case api::ActivityPhase::Stopped: return SeckillLabels::tr("Stopped");
        case api::ActivityPhase::Closing: return SeckillLabels::tr("Closing");
        case api::ActivityPhase::Ended: return SeckillLabels::tr("Ended");
    }
    return {};
}

Tone tone(api::ActivityPhase phase) {
    switch (phase) {
        case api::ActivityPhase::Draft: return Tone::Muted;
        case api::ActivityPhase::Scheduled: return Tone::Info;
        case api::ActivityPhase::OnSale: return Tone::Good;
        case api::ActivityPhase::Stopped: return Tone::Bad;
        case api::ActivityPhase::Closing: return Tone::Warn;
        case api::ActivityPhase::Ended: return Tone::Muted;
    }
    return Tone::Muted;
}

QString label(api::AttemptOutcome outcome) {
    switch (outcome) {
        case api::AttemptOutcome::Reserved: return SeckillLabels::tr("Reserved");
        case api::AttemptOutcome::SoldOut: return SeckillLabels::tr("Sold out");
        case api::AttemptOutcome::Duplicate: return SeckillLabels::tr("Has one already");
        case api::AttemptOutcome::Unknown: return SeckillLabels::tr("Unknown sale");
        case api::AttemptOutcome::NotStarted: return SeckillLabels::tr("Too early");
        case api::AttemptOutcome::Ended: return SeckillLabels::tr("Too late");
        case api::AttemptOutcome::Stopped: return SeckillLabels::tr("While stopped");
    }
    return {};
}

QColor colorOf(api::AttemptOutcome outcome, const Colors& colors) {
    switch (outcome) {
        case api::AttemptOutcome::Reserved: return colors.series[0];
        case api::AttemptOutcome::SoldOut: return colors.series[1];
        case api::AttemptOutcome::Duplicate: return colors.series[2];
        case api::AttemptOutcome::Unknown: return colors.series[3];
        case api::AttemptOutcome::NotStarted: return colors.series[4];
        case api::AttemptOutcome::Ended: return colors.series[5];
        case api::AttemptOutcome::Stopped: return colors.series[6];
    }
    return colors.series[7];
}

QString label(api::ReservationState state) {
    switch (state) {
        case api::ReservationState::None: return SeckillLabels::tr("no reservation");
        case api::ReservationState::Queued: return SeckillLabels::tr("waiting to be read");
        case api::ReservationState::Retrying: return SeckillLabels::tr("tried again later");
        case api::ReservationState::Ordered: return SeckillLabels::tr("ordered");
    }
    return {};
}

QString activityActionLabel(api::ActivityAction action) {
    switch (action) {
        case api::ActivityAction::SetUp: return SeckillLabels::tr("Set up");
        case api::ActivityAction::Edited: return SeckillLabels::tr("Changed");
        case api::ActivityAction::Discarded: return SeckillLabels::tr("Deleted");
        case api::ActivityAction::EndOrdered: return SeckillLabels::tr("End requested");
        case api::ActivityAction::Started: return SeckillLabels::tr("Started");
        case api::ActivityAction::Stopped: return SeckillLabels::tr("Stopped");
        case api::ActivityAction::Resumed: return SeckillLabels::tr("Resumed");
        case api::ActivityAction::ToppedUp: return SeckillLabels::tr("Stock added");
        case api::ActivityAction::Ended: return SeckillLabels::tr("Ended");
        case api::ActivityAction::Released: return SeckillLabels::tr("Released");
        case api::ActivityAction::Acknowledged: return SeckillLabels::tr("Acknowledged");
        case api::ActivityAction::Claimed: return SeckillLabels::tr("Claimed");
        case api::ActivityAction::Retried: return SeckillLabels::tr("Retried");
        case api::ActivityAction::Dismissed: return SeckillLabels::tr("Dismissed");
        case api::ActivityAction::Repaired: return SeckillLabels::tr("Repaired");
    }
    return {};
}

Tone activityActionTone(api::ActivityAction action) {
    switch (action) {
        case api::ActivityAction::Started:
        case api::ActivityAction::Resumed: return Tone::Good;
        case api::ActivityAction::Stopped:
        case api::ActivityAction::Released: return Tone::Bad;
        case api::ActivityAction::Repaired:
        case api::ActivityAction::ToppedUp:
        case api::ActivityAction::Claimed:
        case api::ActivityAction::Retried: return Tone::Warn;
        case api::ActivityAction::SetUp:
        case api::ActivityAction::Edited:
        case api::ActivityAction::Discarded:
        case api::ActivityAction::EndOrdered:
        case api::ActivityAction::Ended:
        case api::ActivityAction::Acknowledged:
        case api::ActivityAction::Dismissed: return Tone::Muted;
    }
    return Tone::Muted;
}

QString activityFieldLabel(const std::string& field) {
    const std::pair<const char*, QString> known[] = {
        {"id", SeckillLabels::tr("Number")},        {"name", SeckillLabels::tr("Name")},
        {"voucher", SeckillLabels::tr("Product")},  {"campus", SeckillLabels::tr("Campus")},
        {"price", SeckillLabels::tr("Sale price")}, {"stock", SeckillLabels::tr("Units")},
        {"begin", SeckillLabels::tr("Begins")},     {"end", SeckillLabels::tr("Ends")}};
    for (const auto& [stored, shown] : known) {
        if (field == stored) {
            return shown;
        }
    }
    return {};
}

QString countedUnits(std::int64_t count) {
    return SeckillLabels::tr("%1 units", nullptr, Formats::plural(count)).arg(Formats::number(count));
}

}  // namespace evenhand::ui
