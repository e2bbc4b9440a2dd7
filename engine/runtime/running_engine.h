// SPDX-License-Identifier: GPL-3.0-or-later
// An engine as whoever builds a program sees it, wherever its keyspace is: what is added to it, its life, its state.
//
// Threads: with start() a thread of its own runs everything; without it the thread that calls open() and step() does
// (simulation and tests). Any thread: submit(), ask…(), setStandingReason(), endWriting(), auditHead(), status(),
// tell(), subscribe(), stop().
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/engine_api.h"
#include "engine/keyspace/keyspace.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/topic_consumer.h"

namespace evenhand::runtime {

class RunningEngine : public Engine {
public:
    // Before start() or open(); what is added outlives the engine's last batch (stop()).
    virtual void addConsumer(std::string topic, std::string group, MessageHandler& handler,
                             RetryPolicy policy = {}) = 0;
    virtual void addFamily(std::string group, TopicFamily& family, RetryPolicy policy = {}) = 0;
    virtual void addDueSource(DueSource& source) = 0;

    /// Opens and recovers on a new thread, then runs until stop(). Errors as recovery: WorkspaceDamaged, Storage, …
    [[nodiscard]] virtual Result<void> start() = 0;
    /// As start(), on the calling thread and without running: then call step().
    [[nodiscard]] virtual Result<void> open() = 0;
    /// Runs one batch; false: there is nothing to do at this instant.
    virtual bool step() = 0;
    void runUntilIdle() {
        while (step()) {
        }
    }
    /// Refuses new work, finishes what was accepted, closes. Idempotent.
    virtual void stop() = 0;

    /// Begins, changes or (nullopt) ends a standing reason for being degraded; `code` never changes, `text` is for
    /// people.
    virtual void setStandingReason(std::string_view code, std::optional<std::string> text) = 0;
    /// From now on nothing is written any more: what waits and what comes is refused with ReadOnly, messages and due
    /// work stay where they are. For ever, but what is there can be read.
    virtual void endWriting(const Error& why) = 0;

    /// The newest entry of the audit log that this engine knows to be durable.
    [[nodiscard]] virtual api::AuditHead auditHead() const = 0;
    [[nodiscard]] virtual api::EngineStatus status() const = 0;
    /// Tells of what is not committed, for it is kept in memory alone.
    virtual void tell(const std::vector<api::Event>& events) = 0;
    [[nodiscard]] virtual std::unique_ptr<api::Subscription> subscribe(api::EngineApi::EventHandler handler) = 0;

    /// The keyspace of its units, to look at between them. Engine's thread.
    [[nodiscard]] virtual keyspace::Keyspace& keyspace() noexcept = 0;
};

}  // namespace evenhand::runtime
