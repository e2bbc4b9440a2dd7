// SPDX-License-Identifier: GPL-3.0-or-later
// Automatic calibration: each campus once a business day at its minute. A minute that passed while the engine was not
// running, or that the clock jumped over, is made up for once. What happens then is the maker's choice: calibrate at
// once, or leave a task to the workers.
// Thread: the engine's.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string_view>

#include "engine/api/dispatch_desk.h"
#include "engine/dispatch/business_day.h"
#include "engine/runtime/engine.h"

namespace evenhand::dispatch {

class CalibrationSource final : public runtime::DueSource {
public:
    using Act = std::function<Result<void>(runtime::UnitOfWork&, const CampusId&, Instant due)>;
    explicit CalibrationSource(BusinessDay day, Act act = {}) : m_day(std::move(day)), m_act(std::move(act)) {}
    [[nodiscard]] std::optional<Instant> nextDue() override;
    [[nodiscard]] Result<void> runDue(runtime::UnitOfWork& work) override;
    /// A policy was written: read all again before the next due instant is told.
    void policyChanged() noexcept { m_known = false; }
    void undone() noexcept override { m_known = false; }
    [[nodiscard]] std::string_view name() const noexcept override { return "calibration"; }
    /// Campus by campus.
    [[nodiscard]] bool divide(const Owns& owns) override {
        m_owns = owns;
        return true;
    }

private:
    Result<void> load(runtime::UnitOfWork& work);

    BusinessDay m_day;
    Act m_act;
    Owns m_owns;  ///< empty: all of it falls to this engine
    bool m_known = false;
    std::map<CampusId, Instant> m_due;
};

}  // namespace evenhand::dispatch
