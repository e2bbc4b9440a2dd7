// SPDX-License-Identifier: GPL-3.0-or-later
// Duty follows the rosters: due when one of them says something else. What passed while the engine was not running is
// not replayed; duty becomes what the roster says by now.
// Thread: the engine's.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "engine/dispatch/business_day.h"
#include "engine/runtime/engine.h"

namespace evenhand::shifts {

class RosterSource final : public runtime::DueSource {
public:
    explicit RosterSource(dispatch::BusinessDay days) : m_days(std::move(days)) {}
    [[nodiscard]] std::optional<Instant> nextDue() override;
    [[nodiscard]] Result<void> runDue(runtime::UnitOfWork& work) override;
    [[nodiscard]] std::string_view name() const noexcept override { return "rosters"; }
    void undone() noexcept override { m_known = false; }
    /// A command has changed this roster: the last that it does, so that only its batch can undo it.
    void put(const CourierId& courier, std::optional<Instant> nextAt);

private:
    Result<void> load(runtime::UnitOfWork& work);

    const dispatch::BusinessDay m_days;
    bool m_known = false;
    std::map<CourierId, Instant> m_nextAt;
    std::set<std::pair<Instant, CourierId>> m_due;  ///< the same, the earliest first
};

}  // namespace evenhand::shifts
