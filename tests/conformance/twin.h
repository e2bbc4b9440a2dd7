// SPDX-License-Identifier: GPL-3.0-or-later
// One command stream for two keyspaces: a real Redis and the embedded one with its script host. Keeps the embedded
// clock within the real time of Redis' execution, tries undo on the way, and feeds a replica from the journal.
// Thread: confined to its owner.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "arguments.h"
#include "engine/base/clock.h"
#include "engine/base/rng.h"
#include "engine/keyspace/embedded/embedded_keyspace.h"
#include "engine/script/script_host.h"
#include "scripts/script_generators.h"

namespace evenhand::conformance {

class Twin {
public:
    Twin(CommandLink& redis, std::uint64_t seed);

    /// Both sides empty, no scripts loaded but the relay script.
    void reset();
    /// Runs the commands on both sides and compares; false with report() on a difference or a lost connection.
    [[nodiscard]] bool run(const std::vector<Arguments>& commands);
    /// Makes the script known to Redis.
    void loadScript(const keyspace::Script& script);
    /// As run(): `before`, the script (embedded: by its compiled path), and the content of its keys.
    [[nodiscard]] bool runScript(const keyspace::Script& script, const ScriptCase& given);
    struct Runs {
        std::uint64_t succeeded = 0;
        std::uint64_t failed = 0;
    };
    [[nodiscard]] const std::map<std::string, Runs>& scriptRuns() const noexcept { return m_scriptRuns; }
    /// Replies of Redis to the last run().
    [[nodiscard]] const std::vector<keyspace::Reply>& replies() const noexcept { return m_replies; }
    /// Gives the key a deadline of a millisecond and waits until Redis has let it expire.
    [[nodiscard]] bool expireSoon(const std::string& key, bool bySet);
    /// Iterates over all keys on both sides and compares what was found.
    [[nodiscard]] bool scanAll(const Arguments& options, const std::string& hash = {});
    /// The replica fed from the journal has the same content as the original.
    [[nodiscard]] bool replicaAgrees();

    [[nodiscard]] const std::string& report() const noexcept { return m_report; }
    [[nodiscard]] std::uint64_t compared() const noexcept { return m_compared; }
    /// How many commands of each name (lower case) were answered without an error.
    [[nodiscard]] const std::map<std::string, std::uint64_t>& successes() const noexcept { return m_successes; }
    [[nodiscard]] std::int64_t nowMs() const noexcept { return m_clock.now().ms; }

private:
    struct Step {
        Arguments command;
        keyspace::Reply redis;
        keyspace::Reply embedded;
    };
    keyspace::Reply embedded(const Arguments& command);
    bool finishBatch();
    void difference(const Step& step, const std::string& what);
    void remember(Step step);

    CommandLink& m_redis;
    base::SystemClock m_clock;
    keyspace::EmbeddedKeyspace m_keyspace;
    script::ScriptHost m_scripts;
    keyspace::EmbeddedKeyspace m_replica;
    Rng m_rng;
    std::uint64_t m_seed;
    std::int64_t m_startMs = 0;
    std::int64_t m_nowMs = 0;  ///< the embedded keyspace's; never goes back
    std::uint64_t m_compared = 0;
    std::vector<keyspace::Reply> m_replies;
    std::map<std::string, Runs> m_scriptRuns;
    std::map<std::string, std::uint64_t> m_successes;
    std::deque<Step> m_history;
    std::string m_report;
};

}  // namespace evenhand::conformance
