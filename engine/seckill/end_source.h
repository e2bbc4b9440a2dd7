// SPDX-License-Identifier: GPL-3.0-or-later
// Ends activities: at their end, as soon as every reservation has become an order or was given back.
// Thread: the engine's.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "engine/runtime/engine.h"
#include "engine/seckill/shared_state.h"

namespace evenhand::seckill {

class EndSource final : public runtime::DueSource {
public:
    explicit EndSource(std::shared_ptr<SharedState> shared) : m_shared(std::move(shared)) {}
    [[nodiscard]] std::optional<Instant> nextDue() override;
    [[nodiscard]] Result<void> runDue(runtime::UnitOfWork& work) override;
    [[nodiscard]] bool mayFallBehind() const noexcept override { return true; }
    [[nodiscard]] std::string_view name() const noexcept override { return "flash sales"; }
    void othersWrote() noexcept override { m_shared->endingsStale = true; }
    void timeTurnedBack() noexcept override { m_shared->endingsStale = true; }

private:
    struct Ending {
        ActivityId activity;
        Instant at;  ///< or of the next look
    };
    std::shared_ptr<SharedState> m_shared;
    std::vector<Ending> m_endings;
};

}  // namespace evenhand::seckill
