// SPDX-License-Identifier: GPL-3.0-or-later
// Automatic calibration: each campus once a business day at its minute. A minute that passed while the engine was not
// running, or that the clock jumped over, is made up for once.
// Thread: the engine's.
#pragma once

#include <map>
#include <optional>

#include "engine/api/dispatch_desk.h"
#include "engine/dispatch/business_day.h"
#include "engine/runtime/engine.h"

namespace evenhand::dispatch {

class CalibrationSource final : public runtime::DueSource {
public:
    explicit CalibrationSource(BusinessDay day) : m_day(std::move(day)) {}
    [[nodiscard]] std::optional<Instant> nextDue() override;
    [[nodiscard]] Result<void> runDue(runtime::UnitOfWork& work) override;
    /// A policy was written: read all again before the next due instant is told.
    void policyChanged() noexcept { m_known = false; }
    void undone() noexcept override { m_known = false; }

private:
    Result<void> load(runtime::UnitOfWork& work);

    BusinessDay m_day;
    bool m_known = false;
    std::map<CampusId, Instant> m_due;
};

}  // namespace evenhand::dispatch
