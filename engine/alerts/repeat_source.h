// SPDX-License-Identifier: GPL-3.0-or-later
// Lets alerts fire again: those nobody has acknowledged, and those whose silence ends. Of the present: between two rows
// of an import decades may pass, and nobody is there to hear it.
// Thread: the engine's.
#pragma once

#include <memory>
#include <string_view>
#include <utility>

#include "engine/alerts/signals.h"
#include "engine/runtime/engine.h"

namespace evenhand::alerts {

class RepeatSource final : public runtime::DueSource {
public:
    explicit RepeatSource(std::shared_ptr<Signals> signals) : m_signals(std::move(signals)) {}
    [[nodiscard]] std::string_view name() const noexcept override { return "alerts"; }
    [[nodiscard]] std::optional<Instant> nextDue() override {
        return m_signals->repeatsStale ? std::optional(Instant{0}) : m_next;
    }
    [[nodiscard]] Result<void> runDue(runtime::UnitOfWork& work) override;
    [[nodiscard]] bool mayFallBehind() const noexcept override { return true; }
    [[nodiscard]] bool isOfThePresent() const noexcept override { return true; }
    void undone() noexcept override { m_signals->repeatsStale = true; }

private:
    const std::shared_ptr<Signals> m_signals;
    std::optional<Instant> m_next;
};

}  // namespace evenhand::alerts
