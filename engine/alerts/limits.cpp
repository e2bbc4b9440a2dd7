// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/alerts/limits.h"

#include <utility>

#include "engine/base/within.h"
#include "engine/runtime/conflict.h"
#include "engine/store/records/alert_limit_store.h"
#include "engine/store/words/setting_kinds.h"

namespace evenhand::alerts {
namespace {

constexpr std::int64_t kMinRepeatMs = 1'000;

/// 0 switches it off.
Result<void> offOrWithin(std::int64_t value, std::int64_t low, std::int64_t high, std::string_view field) {
    return value == 0 ? Result<void>() : base::within(value, low, high, field);
}

}  // namespace

Result<void> validateLimits(const api::AlertLimits& limits) {
    EVENHAND_TRY(offOrWithin(limits.repeatMs, kMinRepeatMs, api::kMaxTimerDelayMs, "repeat_ms"));
    EVENHAND_TRY(offOrWithin(limits.spread, 1, api::kMaxSpreadLimit, "spread"));
    std::int64_t before = 0;
    for (const auto percent : limits.budgetPercent) {
        EVENHAND_TRY(offOrWithin(percent, 1, 100, "budget_percent"));
        if (before > 0 && percent <= before) {
            return fail(ErrorCode::InvalidArgument, "must be higher than the limit before it", "budget_percent",
                        std::to_string(percent));
        }
        before = percent;
    }
    EVENHAND_TRY(offOrWithin(limits.pacePercent, 1, 100, "pace_percent"));
    return offOrWithin(limits.backupAgeMs, base::kHourMs, api::kMaxTimerDelayMs, "backup_age_ms");
}

Result<void> setLimits(runtime::UnitOfWork& work, const api::AlertLimits& limits) {
    EVENHAND_TRY(validateLimits(limits));
    EVENHAND_TRY(runtime::changeSettings(work, store::SettingKind::Alerts, {}, "limits of alerts", limits.version));
    EVENHAND_TRY(store::alertLimits::set(work.database(), limits));
    api::Event event;
    event.kind = api::Event::Kind::AlertsChanged;
    work.emit(std::move(event));
    return {};
}

std::int64_t budgetLevel(const api::AlertLimits& limits, std::int64_t percent) noexcept {
    std::int64_t level = 0;
    for (const auto limit : limits.budgetPercent) {
        level += limit > 0 && percent >= limit ? 1 : 0;
    }
    return level;
}

}  // namespace evenhand::alerts
