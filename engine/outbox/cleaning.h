// SPDX-License-Identifier: GPL-3.0-or-later
// Deletes messages that have been done for a while, in pieces, where due work is done: so that the table holds what is
// under way and little more. Numbers never come again, so nothing is confused with what is gone.
// Thread: the engine's.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/runtime/work_sources.h"

namespace evenhand::outbox {

class Cleaning final : public runtime::DueSource {
public:
    static constexpr std::int64_t kKeepMs = 3'600'000;  ///< so long a message that is done stays
    static constexpr std::int64_t kEveryMs = 60'000;

    [[nodiscard]] std::optional<Instant> nextDue() override { return m_next; }
    [[nodiscard]] Result<void> runDue(runtime::UnitOfWork& work) override;
    [[nodiscard]] bool mayFallBehind() const noexcept override { return true; }
    [[nodiscard]] bool isOfThePresent() const noexcept override { return true; }
    [[nodiscard]] std::string_view name() const noexcept override { return "outbox"; }
    /// What was to be deleted may be there still.
    void undone() noexcept override { m_next = Instant{0}; }
    /// Nobody else deletes.
    void othersWrote() noexcept override {}

private:
    Instant m_next{0};
};

}  // namespace evenhand::outbox
