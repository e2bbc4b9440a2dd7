// SPDX-License-Identifier: GPL-3.0-or-later
// The whole product in one thread and on a virtual clock, from one seed: a process with an open workspace that may die
// at any write, the people and machines that use it (acts), what was promised to them, and the rules that must hold.
//
// A run is a row of acts. Act i draws from a generator of its own, made of seed and i, so that leaving others out
// changes as little as possible of what it does; that is what makes a failing run small. Swarm testing (Groce et al.,
// 2012): each seed draws how often each kind of act happens, some not at all. After FoundationDB's and TigerBeetle's
// simulators. Thread: confined to its owner.
#pragma once

#include <QTemporaryDir>
#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/workspace/workspace.h"
#include "engine/base/rng.h"
#include "engine/cluster/local_membership.h"
#include "engine/outward/ring_worker.h"
#include "history.h"
#include "plan.h"
#include "provider.h"
#include "simulated_store.h"
#include "step_checks.h"
#include "tests/support/machine_clock.h"

namespace evenhand::sim {

class World;

/// Something that somebody does.
struct Act {
    const char* name;
    int weight;  ///< how often, against the others
    void (*run)(World&, Rng&);
};
[[nodiscard]] const std::vector<Act>& allActs();

class World {
public:
    static constexpr Instant kStart{1'700'000'000'000};

    explicit World(SimulatedStore& store) : m_store(store) {}
    ~World();

    /// False: a rule was broken, see fault(). May be called again, with another plan.
    [[nodiscard]] bool run(const Plan& plan);
    [[nodiscard]] const std::string& fault() const noexcept { return m_fault; }
    /// What was done and answered, line by line: the same plan gives the same trace.
    [[nodiscard]] const std::vector<std::string>& trace() const noexcept { return m_trace; }
    /// Called before a simulation begins.
    std::function<void(const Plan&)> beginning;
    /// Called after each act that happens, for tests of the simulator itself: what it breaks must be noticed.
    std::function<void(int)> sabotage;
    [[nodiscard]] int crashes() const noexcept { return m_crashes; }
    [[nodiscard]] std::size_t promises() const noexcept { return m_promises.size(); }

    /// Rows in each state at the end, and acts by name; added up over runs.
    [[nodiscard]] const std::map<std::string, std::int64_t>& figures() const noexcept { return m_figures; }

    // --- for acts --------------------------------------------------------------------------------------------------
    [[nodiscard]] app::Workspace& workspace() { return *m_workspace; }
    /// The process is there and its storage works.
    [[nodiscard]] bool alive() const { return m_workspace && !m_store.dead(); }
    /// Nobody outside fails any more, so that everything comes to its end.
    [[nodiscard]] bool calm() const { return m_calm; }
    [[nodiscard]] SimulatedStore& store() { return m_store; }
    [[nodiscard]] test::MachineClock& clock() { return m_clock; }
    [[nodiscard]] Provider& provider() { return m_provider; }
    [[nodiscard]] api::Call call(const std::string& who = "ann") const {
        return {api::Actor::administrator(who), "simulated", {}};
    }
    /// As ask(), of what works on a thread of its own (the keychain's): nothing else is under way meanwhile, so that
    /// the trace is the same every time.
    template <typename Ask>
    void askAlone(Ask what) {
        while (step()) {
        }
        if (alive() && m_fault.empty()) {
            auto answer = what();
            runAlone([&] { return answer.isFinished(); });
            if (answer.isFinished()) {
                note(answer.result() ? "  done" : "  " + std::string(errorName(answer.result().error().code)));
            }
        }
    }
    /// What somebody sees; nullopt: an error, or the process died.
    template <typename T>
    [[nodiscard]] std::optional<T> read(api::Answer<T> answer) {
        runAlone([&] { return answer.isFinished(); });
        if (!answer.isFinished() || answer.resultCount() == 0) {
            return std::nullopt;
        }
        auto result = answer.result();
        return result ? std::optional<T>(*std::move(result)) : std::nullopt;
    }
    void note(const std::string& line) { m_trace.push_back(line); }
    /// One batch; false: nothing to do. Looks at the history afterwards.
    bool step();
    /// The same in a process that may have died meanwhile: whoever waits for its answers is told that they fail.
    bool turn();
    void broken(const std::string& what);
    /// The answer goes into the trace; `done(value)` if it is no error.
    template <typename T, typename Done>
    void ask(api::Answer<T> answer, Done done);
    template <typename T>
    void ask(api::Answer<T> answer) {
        ask(std::move(answer), [](const auto&...) {});
    }
    /// From now on `sql`, which has one '?', gives `expected` for `key` in its first row and column ("*": anything).
    /// Promised otherwise before: broken.
    void promise(const char* sql, const std::string& key, const std::string& expected);
    /// A request under `key` that asks for `body` was answered. From now on whoever uses the key again asks for the
    /// same and is answered the same; otherwise: broken.
    void answered(const std::string& key, const std::string& body, const std::string& answer);
    /// Somebody was told that a unit of `sale` is reserved, and the number of the order that it will become.
    void reserved(const std::string& sale, const std::string& user, const api::AttemptAnswer& answer);
    /// Numbers of everything that was made so far, by kind: "order", "payment", "draw", …
    [[nodiscard]] std::vector<std::string>& made(const std::string& kind) { return m_made[kind]; }
    /// One of them, mostly a recent one; empty: there is none.
    [[nodiscard]] std::string some(const std::string& kind, Rng& rng);
    [[nodiscard]] int next(const std::string& kind) { return ++m_counters[kind]; }
    /// How often something happened that nothing else counts.
    [[nodiscard]] std::int64_t& figure(const std::string& name) { return m_figures[name]; }
    /// Whoever asks from within the process and goes with it.
    [[nodiscard]] std::shared_ptr<void>& client() { return m_client; }
    /// Messages were read by a process that is not going to say that it is done with them: they come again to the next
    /// one. It must come before all is at rest.
    void messagesAreRead() { m_read = true; }
    /// For those who wait for an answer in a loop of their own: thrown when the process has died.
    struct ProcessDied {};
    void stepOrDie();

    // What happens to the machine.
    void fault(test::Fault fault, std::int64_t at, std::int64_t count, std::uint64_t seed);
    /// The process ends in order and comes again.
    void restart();
    /// As `evenhandctl import` works: a process of its own, whose time is that of the calls (api::Call::at). What
    /// `calls` asks must not be later than clock().
    void import(const std::function<void()>& calls);
    /// What is there becomes a backup, and the backup a workspace with which it goes on. `busy`: in the middle of what
    /// is under way; otherwise when all has come to rest.
    void backUpAndRestore(bool busy);
    /// What is due for workers now, by one that never fails.
    void work();
    /// One of the ring's workers takes a turn; it may join, leave, be away for longer than its lease or die, in the
    /// middle of its job too.
    void ringTurn(Rng& rng);
    /// Whether `ask` changes nothing at all; nothing else is under way meanwhile. nullopt: it did not come to an
    /// answer.
    template <typename T>
    [[nodiscard]] std::optional<std::pair<T, bool>> leavesNoTrace(const std::function<api::Answer<T>()>& ask) {
        while (step() && m_fault.empty()) {
        }
        // Where storage has failed, the engine may learn only now that its connection is gone; what it then takes up
        // anew is recorded, and is no trace of this.
        if (!alive() || !storageWorks() || !m_fault.empty() || m_store.struck()) {
            return std::nullopt;
        }
        auto* engine = m_workspace->core().embedded();
        const auto before = engine->journalSeq();
        auto answer = ask();
        runAlone([&] { return answer.isFinished(); });
        while (step() && m_fault.empty()) {
        }
        if (!alive() || !storageWorks() || !answer.isFinished() || answer.resultCount() == 0 || !answer.result()) {
            return std::nullopt;
        }
        return std::pair(*answer.result(), engine->journalSeq() == before);
    }

private:
    void runAlone(const std::function<bool()>& finished);
    /// Of the files beside the database or of the database, one is going to fail.
    void failSoon(Rng& rng);
    /// Everything that was published as a backup is one, and `path` is there if the workspace says so.
    void checkBackups(const std::string& path);
    /// Answers whether the workspace from `path` is in place; otherwise that from before is open again.
    bool restoreFrom(const std::string& path, Rng& rng);
    void startWorker(std::size_t place);
    void stepOfWorker(std::size_t place);
    void noteRing();
    /// Until there is nothing to do for them, and nobody owns nothing or the same.
    void workOnRing();
    bool setUp();
    bool open();
    void close();
    void comeBack(bool losePower);
    /// Answers are over, nothing is under way, time passes until nothing more falls due.
    void quiesce();
    void awaitStorage();
    [[nodiscard]] bool storageWorks() const;
    void lookAtHistory(bool all);
    void check(bool quiet);
    void checkPromises(store::Database& database);
    void checkQuiet(store::Database& database, keyspace::EmbeddedKeyspace& keyspace);
    void checkReservations(store::Database& database);
    void checkBooks(store::Database& database);
    void act(int number);

    SimulatedStore& m_store;
    Plan m_plan;
    test::MachineClock m_clock{kStart};
    std::unique_ptr<app::Workspace> m_workspace;
    std::unique_ptr<store::Database> m_reader;  ///< of the checks; kept, as preparing their statements takes longer
    std::uint64_t m_processes = 0;
    int m_crashes = 0;
    History m_history;
    std::int64_t m_lookedAtSeq = -1;  ///< the commit after which look() was last asked
    StepChecks m_stepChecks;
    /// The newest commit that was acknowledged: a mark as the folder keeps one of a workspace in the system's files.
    store::JournalMark m_acknowledged;
    Provider m_provider;
    /// As in a cluster: it goes on where a process ends.
    std::unique_ptr<cluster::LocalMembership> m_membership;
    api::MemberList m_knownMembers;
    std::array<std::unique_ptr<outward::RingWorker>, 4> m_ring;
    struct {
        std::size_t place = 0;  ///< in m_ring
        int steps = 0;          ///< until it happens; 0: never
        bool dies = false;      ///< else it is away
    } m_trouble;
    std::vector<int> m_weights;
    std::map<std::string, std::vector<std::string>> m_made;
    std::map<std::string, int> m_counters;
    struct Promise {
        const char* sql;
        std::string key, expected;
    };
    std::map<std::string, Promise> m_promises;
    struct Answered {
        std::string body, answer;
    };
    std::map<std::string, Answered> m_answered;  ///< by key
    struct Reservation {
        std::string sale, user;
        bool operator==(const Reservation&) const = default;
    };
    std::map<std::string, Reservation> m_reservations;  ///< by number of the order
    std::vector<std::string> m_trace;
    std::map<std::string, std::int64_t> m_figures;
    std::string m_fault;
    bool m_calm = false;
    bool m_read = false;
    std::shared_ptr<void> m_client;
    bool m_importing = false;
    base::VirtualClock m_importClock{Instant{0}};
};

template <typename T, typename Done>
void World::ask(api::Answer<T> answer, Done done) {
    const auto asked = m_trace.size();
    answer.then([this, asked, done = std::move(done)](const Result<T>& result) {
        note("  " + std::to_string(asked) + " " + (result ? "done" : std::string(errorName(result.error().code))));
        if (!result && (result.error().code == ErrorCode::Internal || result.error().code == ErrorCode::Script)) {
            broken("an answer that nobody should get: " + result.error().text());
        }
        if (!result) {
            m_figures["outcome unknown"] += result.error().code == ErrorCode::OutcomeUnknown ? 1 : 0;
            return;
        }
        // Also of a process that has died in the middle of this: what it stored for sure is there, so it may promise
        // it.
        if constexpr (std::is_void_v<T>) {
            done();
        } else {
            done(*result);
        }
    });
}

}  // namespace evenhand::sim
