// SPDX-License-Identifier: GPL-3.0-or-later
// One of any number of engines that work on one MySQL or MariaDB database and one Redis at the same time, each for the
// callers that come to it. It owns neither: the database decides, by unique keys, conditional changes and row locks
// (READ COMMITTED), and what a unit did to the keyspace is taken back where its rows are not kept.
//
//  - A batch is one transaction, as embedded; scripts act at once (SharedUnit, SharedStorage).
//  - After a deadlock, a lock time-out or a lost connection the steps of the batch are taken back, and it runs again as
//    a whole, with new reads. A commit that broke is looked up by the number of its batch first; OutcomeUnknown is
//    answered only where the row is gone too, or the server stays away for longer than EngineOptions::holdMs.
//  - Where storage refuses for another reason (a key that somebody else has taken) each command runs again, alone.
//  - Due work is divided among the engines by a ring (SharedOptions::owns). Its sources look twice a second what others
//    have done, and whoever subscribes here is told what others commit (hear()).
//  - While the keyspace is made anew (SharedOptions::isGated) units that need it are answered Busy, with the reason and
//    until when; messages and due work wait. All engines have seen that before it is touched. While somebody looks at
//    rows and keyspace of one moment no batch runs, and callers wait.
//  - While a node of Redis is left alone (NodeBoard) commands that need it are answered Busy, all others go on.
// Time: see SharedClock.
// Threads: as RunningEngine.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/api/engine_api.h"
#include "engine/runtime/background_scheduler.h"
#include "engine/runtime/batch_runner.h"
#include "engine/runtime/running_engine.h"
#include "engine/shared/gate_watch.h"
#include "engine/shared/shared_parts.h"
#include "engine/shared/shared_recovery.h"
#include "engine/shared/shared_storage.h"

namespace evenhand::shared {

/// A standing reason: nodes of Redis are left alone.
inline constexpr std::string_view kKeyspaceAway = "keyspace_away";

class SharedEngine final : public runtime::RunningEngine {
public:
    using OpenDatabase = runtime::EngineCore::OpenDatabase;

    /// `open` runs on the engine's thread and opens a MySQL or MariaDB connection that writes; the schema must be
    /// there. `machine`: this machine's clock, outlives the engine. Imports and clocks set by hand are not for it.
    SharedEngine(const Clock& machine, OpenDatabase open, runtime::EngineOptions options, SharedOptions shared);
    ~SharedEngine() override;

    void addConsumer(std::string topic, std::string group, runtime::MessageHandler& handler,
                     runtime::RetryPolicy policy = {}) override;
    void addFamily(std::string group, runtime::TopicFamily& family, runtime::RetryPolicy policy = {}) override;
    void addDueSource(runtime::DueSource& source) override { m_background.addSource(source); }

    /// PermissionDenied: also of Redis. Otherwise Redis may be away.
    [[nodiscard]] Result<void> start() override;
    [[nodiscard]] Result<void> open() override { return m_recovery.open(); }
    bool step() override;
    void stop() override;

    void setStandingReason(std::string_view code, std::optional<std::string> text) override {
        m_parts.setStandingReason(code, std::move(text));
    }
    void endWriting(const Error& why) override;

    void submit(std::unique_ptr<runtime::Job> job) override { m_parts.queue.submit(std::move(job)); }
    void noteRefusal(const api::Call& call, api::Operation operation, api::Permission missing) override;
    [[nodiscard]] api::Answer<void> noteDone(const api::Call& call, api::AuditRecord record) override;
    [[nodiscard]] api::AuditHead auditHead() const override { return m_parts.audit.committedHead(); }
    [[nodiscard]] api::EngineStatus status() const override { return m_parts.status.copy(m_parts.queue.depth()); }
    void tell(const std::vector<api::Event>& events) override { m_parts.events.publish(events); }
    [[nodiscard]] std::unique_ptr<api::Subscription> subscribe(api::EngineApi::EventHandler handler) override {
        return m_parts.events.subscribe(std::move(handler));
    }
    /// Wakes the engine: there may be messages, say. Any thread.
    void wake() { m_parts.queue.wake(); }
    /// Another engine has committed what these tell of: told to subscribers on the engine's thread. Any thread.
    void hear(const std::vector<api::Event>& events);
    /// Whether the keyspace may be used, and who is told so.
    [[nodiscard]] GateWatch& gate() noexcept { return m_gate; }

    [[nodiscard]] keyspace::Keyspace& keyspace() noexcept override { return m_parts.keyspace; }
    [[nodiscard]] const redis::NodeBoard& nodes() const noexcept { return m_parts.board; }
    /// Number of its last batch that has changed something. Engine's thread.
    [[nodiscard]] std::int64_t batches() const noexcept { return m_parts.batch; }
    [[nodiscard]] redis::NodeBoard& nodes() noexcept { return m_parts.board; }
    /// Its name in the database and among the members.
    [[nodiscard]] const std::string& node() const noexcept { return m_parts.given.node; }
    /// Engine time. Any thread.
    [[nodiscard]] const SharedClock& time() const noexcept { return m_parts.time; }

private:
    using Ended = runtime::BatchRunner::Ended;
    using Outcome = runtime::BatchRunner::Outcome;
    using Slots = std::vector<runtime::Slot>;

    void loop();
    void sleep();
    void conclude(Ended ended, int tries);
    void rerun(Slots slots, int tries);
    void runIndividually(const Slots& slots);
    [[nodiscard]] Ended runAlone(const runtime::Slot& slot);
    void hold(Ended ended, Slots rest);
    void resume(SharedRecovery::Back back);
    void endNow();
    void lookAtNodes();
    void lookAtDueWork();
    void tellHeard();
    void degrade(const Error& reason);
    [[nodiscard]] bool lost(const Ended& ended) const {
        return ended.outcome == Outcome::Unknown || m_parts.serverLost();
    }
    [[nodiscard]] bool probeDue() const {
        return m_parts.status.ownState() == api::EngineState::Degraded && !m_background.waits();
    }

    SharedParts m_parts;
    SharedStorage m_storage;
    runtime::BackgroundScheduler m_background;
    runtime::BatchRunner m_batches;
    SharedRecovery m_recovery;
    GateWatch m_gate;
    runtime::RefusalLimit m_refusals;
    std::int64_t m_lookAtNodesNs = 0;            ///< when they are looked at again; steady
    std::int64_t m_lookAtDueNs = 0;              ///< the same of due work
    std::optional<SharedRecovery::Back> m_back;  ///< what is to go on once it is not paused
    bool m_stopped = false;
    std::thread m_thread;

    bool m_othersTold = false;  ///< the figures are other ones
    std::mutex m_heardMutex;    ///< guards m_heard
    std::vector<api::Event> m_heard;

    std::atomic<bool> m_writingEnds{false};
    bool m_ended = false;   ///< everybody was refused since
    std::mutex m_whyMutex;  ///< guards m_why
    Error m_why;
};

}  // namespace evenhand::shared
