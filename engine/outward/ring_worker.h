// SPDX-License-Identifier: GPL-3.0-or-later
// One worker of the ring: joins, keeps itself alive, watches the others, claims what lies in its ranges, has it done
// and reports. Inner kinds it hands back to the engine; refunds go through their sender, the other kinds through
// runners.
//
// Invariants: it claims nothing beyond the ranges it knows and nothing while it is no member; nor once its lease can
// have ended by its own monotonic clock, counted from before it asked for it, though it may have heard nothing of that.
// A membership that cannot be reached costs it its place only then. When its lease was lost it joins again with other
// positions, as soon as it is told so; every claimed task is reported, or its lease runs out and somebody else takes
// it, and then its token is refused. Thread: start() makes one of its own, which sleeps until something is due in its
// ranges, the ring has changed or a task was made; stop() ends it. For an engine without threads it works on the
// calling thread: runDue() without being a member, with the whole ring as its range, or turn() and leave() as a member.
// Engine, membership and clock outlive it; the engine answers until stop() has returned.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "engine/api/membership.h"
#include "engine/base/rng.h"
#include "engine/outward/refund_sender.h"
#include "engine/outward/task_runner.h"

namespace evenhand::outward {

struct WorkerOptions {
    std::string name;     ///< unique among the members, 1 … 200 characters
    std::string address;  ///< of this process, part of the hashes
    std::uint64_t seed = 0;
    std::int64_t memberLeaseMs = 30'000;
    std::int64_t limit = 100;             ///< inner tasks of a claim, 1 … 100
    ProviderSource refundProvider{};      ///< empty: it sends no refunds
    std::vector<RunnerSource> runners{};  ///< of two for a kind the later one counts
    std::function<void()> step{};         ///< runs an engine without threads for a moment; not with start()
};

class RingWorker final : public TaskContext {
public:
    RingWorker(api::EngineApi& engine, api::Membership& membership, const Clock& clock, WorkerOptions options);
    ~RingWorker() override { stop(); }

    void start();
    /// Interrupts what is under way, reports what was claimed, leaves the ring, ends the thread. Idempotent.
    void stop();
    /// stop() in two parts, so that many workers end at the same time.
    void interrupt() noexcept;

    /// Does what is due now, until nothing is; answers how many tasks were ended or put off. Instead of start().
    [[nodiscard]] Result<std::int64_t> runDue();
    /// One turn of what the thread does: joins or keeps itself alive, claims what is due in its ranges and has it done;
    /// answers how many it has claimed. Instead of start().
    [[nodiscard]] Result<std::int64_t> turn();
    /// After turn(): is no member any more. Without it the ring notices at the end of the lease.
    void leave();
    /// What it owns, as far as it knows; empty: nothing, or it is no member, or its lease may have ended.
    [[nodiscard]] std::vector<api::RingRange> ranges();

    [[nodiscard]] api::EngineApi& engine() noexcept override { return m_engine; }
    [[nodiscard]] const api::Call& call() const noexcept override { return m_call; }
    [[nodiscard]] bool stopping() override;
    [[nodiscard]] bool renew(const api::TaskTicket& ticket) override;
    void report(const api::TaskReport& report) override;
    [[nodiscard]] bool waitUpTo(const std::function<bool()>& done, std::int64_t ms) override;

protected:
    void await(const std::function<bool()>& done) override;

private:
    using Ranges = std::vector<api::RingRange>;
    using Performing = api::Answer<std::vector<api::TaskAnswer>>;

    void run();
    [[nodiscard]] Result<void> join();
    /// False: the lease was lost.
    bool keepAlive();
    /// It has a lease that was asked for at this instant.
    void holdFrom(std::int64_t askedNs);
    /// Whether its lease cannot have ended yet.
    [[nodiscard]] bool holds();
    void recount(const api::MemberList& list);
    /// Answers how many it has claimed.
    [[nodiscard]] Result<std::int64_t> doInner(const Ranges& ranges);
    [[nodiscard]] Result<std::int64_t> doOutward(const Ranges& ranges);
    [[nodiscard]] Result<void> awaitPerformed();
    [[nodiscard]] bool outwardIsDue();
    void sleepUntil(std::optional<Instant> next);
    /// False if it ended before the time because of stop().
    bool pause(std::int64_t ms);
    /// pause(), keeping its place on the ring: without, a long back-off outlasts the lease, and its ranges go to others
    /// and come back for nothing.
    void backOff(std::int64_t ms);

    api::EngineApi& m_engine;
    api::Membership& m_membership;
    const Clock& m_clock;
    const WorkerOptions m_options;
    const api::Call m_call;
    Rng m_rng;
    std::vector<api::TaskKind> m_innerKinds;
    std::vector<std::unique_ptr<TaskRunner>> m_runners;
    std::unique_ptr<RefundSender> m_refunds;
    std::vector<Performing> m_performing;  ///< while the next ones are claimed
    std::size_t m_claims = 1;              ///< at once: more while every one of them is full
    std::string m_id;                      ///< of the member; empty: not joined
    std::int64_t m_keepAliveNs = 0;  ///< when it is due; monotonic, as leases are: the clock may be set in between
    std::int64_t m_outwardNs = 0;    ///< monotonic

    std::mutex m_mutex;  ///< of what is below
    std::condition_variable m_wake;
    Ranges m_ranges;
    std::int64_t m_revision = 0;      ///< of the list that they come from
    std::int64_t m_holdsUntilNs = 0;  ///< monotonic; then its lease may have ended
    bool m_changed = false, m_outwardChanged = true, m_stopping = false;
    bool m_lost = false;  ///< the newest list is without it: its lease has ended
    std::thread m_thread;
    std::unique_ptr<api::Subscription> m_events, m_watch;
};

}  // namespace evenhand::outward
