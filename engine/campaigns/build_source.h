// SPDX-License-Identifier: GPL-3.0-or-later
// Builds the queues of campaigns that were started: makes the amounts and puts them into the keyspace, in slices of a
// few milliseconds beside the other work. After a crash it makes the same amounts from the seed again and goes on where
// the queues stand. Thread: the engine's.
#pragma once

#include <memory>
#include <string_view>

#include "engine/amounts/amounts.h"
#include "engine/campaigns/shared_state.h"
#include "engine/runtime/engine.h"
#include "engine/store/records/campaign_store.h"

namespace evenhand::campaigns {

class BuildSource final : public runtime::DueSource {
public:
    explicit BuildSource(SharedState& shared) : m_shared(shared) {}
    [[nodiscard]] std::optional<Instant> nextDue() override {
        return m_shared.buildStale || m_campaign ? std::optional(Instant{0}) : std::nullopt;
    }
    [[nodiscard]] Result<void> runDue(runtime::UnitOfWork& work) override;
    [[nodiscard]] bool mayFallBehind() const noexcept override { return true; }
    /// One that is being built is built to its end first.
    [[nodiscard]] std::string_view name() const noexcept override { return "campaigns"; }
    void othersWrote() noexcept override { m_shared.buildStale = m_shared.buildStale || !m_campaign; }

private:
    [[nodiscard]] Result<void> choose(runtime::UnitOfWork& work);
    [[nodiscard]] Result<void> fillNext(runtime::UnitOfWork& work);

    SharedState& m_shared;
    store::campaigns::Shared m_campaign;  ///< that is being built
    std::unique_ptr<AmountBuilder> m_builder;
    std::size_t m_queue = 0;  ///< all before are whole
};

}  // namespace evenhand::campaigns
