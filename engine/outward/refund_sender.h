// SPDX-License-Identifier: GPL-3.0-or-later
// The worker that sends refunds: claims what is due under a lease, asks the provider, reports. It knows no rules.
//
// Invariants: nothing is sent that was not claimed, one job after the other, never beyond its lease as far as it can
// know; a job that may have left before is looked up first, and only sent if the provider does not know it; every
// claimed job is reported, also while stopping, unless the engine does not take reports any more: then the lease runs
// out, and whoever is next looks it up.
// Thread: start(), stop() and sendDue() on the owner's; start() makes a thread of its own, which sleeps until something
// is due or a refund has changed. Engine, source and clock outlive it; the engine answers until stop() has returned.
#pragma once

#include <QThread>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

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
    static constexpr std::int64_t kMostJobs = 16;  ///< of a claim

    /// `worker`: its name in claims and events, 1 … 200 characters. `step`: runs an engine without threads for a
    /// moment; only for sendDue().
    RefundSender(api::EngineApi& engine, ProviderSource source, const Clock& clock, std::string worker,
                 std::function<void()> step = {});
    ~RefundSender() { stop(); }

    void start();
    /// Interrupts the provider, reports what was claimed, ends the thread. Idempotent; does nothing if not started.
    void stop();

    /// Sends what is due now on the calling thread, instead of start(), until nothing is or nothing can be claimed;
    /// answers how many reports the engine has taken.
    [[nodiscard]] Result<std::int64_t> sendDue();

private:
    /// What one look has done.
    struct Look {
        std::int64_t claimed = 0;
        std::int64_t taken = 0;       ///< reports
        std::optional<Instant> next;  ///< when to look again; nullopt: when something changes
    };
    [[nodiscard]] Result<Look> look();
    [[nodiscard]] api::RefundReport work(const api::RefundJob& job, const api::RefundSettings& settings, bool first);
    /// False: not taken any more.
    [[nodiscard]] Result<bool> report(const api::RefundReport& report);
    void prepareProvider(const api::RefundSettings& settings);
    void run();
    /// False if it ended before the time because of stop().
    bool pause(std::int64_t ms);
    void sleepUntil(std::optional<Instant> next);
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
    bool m_changed = false;
    bool m_stopping = false;
    std::unique_ptr<QThread> m_thread;
    std::unique_ptr<api::Subscription> m_subscription;
};

}  // namespace evenhand::outward
