// SPDX-License-Identifier: GPL-3.0-or-later
// What a person may enter for a campaign, field by field, before the engine is asked: the same limits, and the reason
// in words with what would be valid. The engine checks again. Thread: GUI.
#pragma once

#include <QString>
#include <optional>

#include "engine/api/campaign_types.h"
#include "ui/widgets/formats.h"
#include "ui/wizards/seckill/activity_checks.h"

namespace evenhand::ui {

/// 1 … `most` minor units.
[[nodiscard]] Checked<Money> checkAmount(const QString& text, Money most, const Formats& formats);
/// An amount that is divisible by 10 minor units.
[[nodiscard]] Checked<Money> checkMaxDiscount(const QString& text, const Formats& formats);
/// Empty: none is set.
[[nodiscard]] Checked<std::optional<std::int64_t>> checkSeed(const QString& text);
/// Why the shape cannot be, with the field that says so; its single values are within their limits. Empty: it can.
struct ShapeProblem {
    std::string field;
    QString why;
};
[[nodiscard]] std::optional<ShapeProblem> problemOfShape(const api::CampaignShape& shape, const Formats& formats);

/// Why a field of this campaign can no longer be changed; empty if it can, and for a new one.
[[nodiscard]] QString whyCampaignFixed(const std::string& field, const std::optional<api::CampaignRow>& row,
                                       Instant now);
/// Until when a field of a campaign can be changed, and what changing it then does and does not.
[[nodiscard]] QString changeableUntil(const std::string& field);
[[nodiscard]] QString effectOfChange(const std::string& field);

}  // namespace evenhand::ui
