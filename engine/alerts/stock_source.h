// SPDX-License-Identifier: GPL-3.0-or-later
// Products at or below their low-stock limit. Every order takes from stock, so it is not looked at with each, but at
// most once a minute, and at once where limits may be others; where no product has one, an order costs nothing. Thread:
// the engine's.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "engine/alerts/signals.h"
#include "engine/runtime/engine.h"

namespace evenhand::alerts {

class StockSource final : public runtime::DueSource {
public:
    static constexpr std::int64_t kEveryMs = base::kMinuteMs;  ///< so late at most a product is noticed

    explicit StockSource(std::shared_ptr<Signals> signals) : m_signals(std::move(signals)) {}
    [[nodiscard]] std::optional<Instant> nextDue() override;
    [[nodiscard]] Result<void> runDue(runtime::UnitOfWork& work) override;
    [[nodiscard]] bool mayFallBehind() const noexcept override { return true; }
    void undone() noexcept override { m_signals->stockLimitsStale = true; }
    void timeTurnedBack() noexcept override { undone(); }

private:
    /// True: there are more than one unit of work should tell of.
    [[nodiscard]] Result<bool> look(runtime::UnitOfWork& work);

    const std::shared_ptr<Signals> m_signals;
    Instant m_looked;
    bool m_hasLimits = false;  ///< a product has one, as last looked
};

}  // namespace evenhand::alerts
