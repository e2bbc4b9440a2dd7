// SPDX-License-Identifier: GPL-3.0-or-later
// Who must agree before money goes back. Thread: pure, any.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/api/returns_types.h"

namespace evenhand::returns {

/// `compared`: all that is committed of the order, this amount included, so that splitting does not evade a threshold.
/// Approvers other than the requester: 0, 1, 2.
[[nodiscard]] int approversNeeded(const api::ReturnPolicy& policy, Money compared) noexcept;

enum class Verdict : std::uint8_t { Approve, FirstOfTwo, Refuse };
/// What the approval by `actor` does. `first`: who has approved already; empty: nobody.
[[nodiscard]] Verdict judge(int needed, std::string_view requester, std::string_view first,
                            std::string_view actor) noexcept;
/// FourEyes (approver), for a refusal.
[[nodiscard]] Error refusal(std::string_view requester, std::string_view actor);

}  // namespace evenhand::returns
