// SPDX-License-Identifier: GPL-3.0-or-later
// Sends refunds: claims what is due in a worker's ranges under a lease, asks the provider, reports. It knows no rules.
//
// Invariants: nothing is sent that was not claimed, one job after the other, never beyond its lease as far as it can
// know; a job that may have left before is looked up first, and only sent if the provider does not know it; every
// claimed job is reported, also while stopping, unless the engine does not take reports any more: then the lease runs
// out, and whoever is next looks it up.
// Thread: the worker's; interrupt() from any. Engine, source and clock outlive it; the engine answers as long as it
// works.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "engine/api/engine_api.h"
#include "engine/api/refund_sending.h"
#include "engine/base/clock.h"

namespace evenhand::outward {

/// A provider whose worker may have to end.
class SendingProvider : public api::RefundProvider {
public:
    /// Any thread: what is under way, and all that is asked afterwards, ends soon, as if the line had broken.
    virtual void interrupt() noexcept {}
};

/// Makes the provider of these settings. Called on the sender's thread; an error is reported with each job as its
/// reason, and the source is asked again next time.
using ProviderSource = std::function<Result<std::unique_ptr<SendingProvider>>(const api::RefundSettings&)>;

class RefundSender {
public:
    static constexpr std::int64_t kMaxJobs = 16;  ///< of a claim

    /// `worker`: its name in claims and events, 1 … 200 characters. `step`: runs an engine without threads for a
    /// moment; only for sendDue().
    RefundSender(api::EngineApi& engine, ProviderSource source, const Clock& clock, std::string worker,
                 std::function<void()> step = {});

    /// What one look has done.
    struct Look {
        std::int64_t claimed = 0;
        std::int64_t taken = 0;  ///< reports
        bool sends = true;       ///< false: the settings name no provider that sends
    };
    /// Claims once and sends what it got; no ranges: everywhere.
    [[nodiscard]] Result<Look> look(const std::vector<api::RingRange>& ranges);
    /// Sends what is due now, everywhere, until nothing is or nothing can be claimed; answers how many reports the
    /// engine has taken.
    [[nodiscard]] Result<std::int64_t> sendDue();
    /// Interrupts the provider; what was claimed is reported as not begun.
    void interrupt() noexcept;

private:
    /// `leaseUntilNs`: of the clock's monotonic time.
    [[nodiscard]] api::RefundReport work(const api::RefundJob& job, const api::RefundSettings& settings,
                                         std::int64_t leaseUntilNs, bool first);
    /// False: not taken any more.
    [[nodiscard]] Result<bool> report(const api::RefundReport& report);
    void prepareProvider(const api::RefundSettings& settings);
    /// False if it ended before the time because of interrupt().
    bool pause(std::int64_t ms);
    [[nodiscard]] bool stopping();
    template <typename T>
    [[nodiscard]] Result<T> wait(api::Answer<T> answer);

    api::EngineApi& m_engine;
    const ProviderSource m_source;
    const Clock& m_clock;
    const std::string m_worker;
    const std::function<void()> m_step;
    const api::Call m_call;
    std::optional<api::RefundSettings> m_settings;  ///< of m_provider

    std::mutex m_mutex;  ///< of what is below
    std::condition_variable m_wake;
    std::unique_ptr<SendingProvider> m_provider;
    bool m_stopping = false;
};

}  // namespace evenhand::outward
