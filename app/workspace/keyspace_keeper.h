// SPDX-License-Identifier: GPL-3.0-or-later
// Sees to it that the engines of a shared workspace work on a keyspace that is theirs and whole. Every service has one;
// twice a second it looks whether Redis has the keyspace of the newest generation (engine/rebuild/generation.h), served
// by the masters that were there when it was opened: a master that is another one, or has begun again, may lack what
// was acknowledged, and so counts as lost.
//
// What is lost one of them makes anew: it closes the gate (store/records/gate_store.h), waits until no engine uses the
// keyspace any more, has its own engine rebuild and compare all parts, and opens it again. One that dies meanwhile is
// followed by another. A keyspace of another workspace is left alone, until somebody has it made anew by hand.
//
// An engine that neither answers nor ends loses its connection after a lease, and so what it had begun.
// Threads: made, started and stopped on one; close() and open() from any; it has one of its own.
#pragma once

#include <QPromise>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "engine/base/clock.h"
#include "engine/cluster/redis/node_board.h"
#include "engine/cluster/redis/redis_client.h"
#include "engine/cluster/redis/redis_keyspace.h"
#include "engine/rebuild/rebuild.h"
#include "engine/shared/shared_engine.h"
#include "engine/store/records/gate_store.h"

namespace evenhand::app {

class KeyspaceKeeper final : public rebuild::Closing {
public:
    static constexpr std::int64_t kEveryMs = 500;
    static constexpr std::int64_t kLeaseMs = 10'000;  ///< silence after which whoever makes it anew counts as gone

    struct Place {
        std::string node;  ///< of the engine
        redis::RedisAddress keyspace;
        shared::SharedEngine::OpenDatabase open;  ///< a connection that writes
    };
    /// Clock and engine outlive its thread.
    KeyspaceKeeper(const Clock& clock, Place place, shared::SharedEngine& engine);
    ~KeyspaceKeeper() override { stop(); }
    KeyspaceKeeper(const KeyspaceKeeper&) = delete;
    KeyspaceKeeper& operator=(const KeyspaceKeeper&) = delete;

    /// Returns when it has looked for the first time, and what was lost is there again, or after ten seconds.
    void start();
    /// Before the engine stops. Idempotent.
    void stop();
    /// Without a thread: looks once, and makes nothing anew.
    void lookOnce();

    [[nodiscard]] api::Answer<void> close(const std::string& reason) override;
    void open(bool whole) override;

private:
    struct Request {
        std::string reason;
        QPromise<Result<void>> promise;
        void answer(Result<void> result);
    };

    void keep();
    [[nodiscard]] Result<void> look(bool mayAct);
    [[nodiscard]] Result<void> connect();
    [[nodiscard]] Result<void> lookAtClosed(store::gate::Gate gate);
    [[nodiscard]] Result<void> makeAnew(store::gate::Gate gate, const std::string& reason);
    [[nodiscard]] Result<void> goOn();
    [[nodiscard]] Result<void> closeByHand(Request& request);
    [[nodiscard]] Result<void> awaitAll();
    [[nodiscard]] Result<void> rebuildAll();
    [[nodiscard]] Result<void> reopen(bool whole);
    [[nodiscard]] Result<void> renew();
    [[nodiscard]] Result<std::string> mastersNow();
    void good();
    void handOver();
    void tell(const Result<void>& looked);
    void sleepFor(std::int64_t ms);
    [[nodiscard]] std::unique_ptr<Request> takeRequest();

    const Clock& m_clock;
    const Place m_place;
    shared::SharedEngine& m_engine;

    // The thread's.
    std::unique_ptr<store::Database> m_database;
    redis::NodeBoard m_board;
    redis::RedisClient m_client;
    redis::RedisKeyspace m_keyspace;
    std::optional<store::gate::Gate> m_held;  ///< closed by this one
    bool m_byHand = false;                    ///< for somebody who will say when it is to be opened
    std::optional<bool> m_opening;            ///< that one has said so: as in open()
    std::string m_masters;                    ///< when it was closed
    store::gate::Gate m_seen;                 ///< of another one
    std::int64_t m_seenNs = 0;                ///< since when it stands still; monotonic, as the next
    std::int64_t m_renewNs = 0;
    std::int64_t m_nextLookNs = 0;  ///< nothing is looked for before
    std::string m_trouble;          ///< the last one that was logged

    std::mutex m_mutex;  ///< guards the following
    std::condition_variable m_wake;
    bool m_lookedOnce = false;
    std::unique_ptr<Request> m_request;
    std::optional<bool> m_openAsked;
    std::atomic<bool> m_isGood{false};  ///< it was once found to be the workspace's
    std::atomic<bool> m_ended{false};
    std::thread m_thread;
};

}  // namespace evenhand::app
