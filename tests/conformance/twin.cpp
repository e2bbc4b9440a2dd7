// SPDX-License-Identifier: GPL-3.0-or-later
#include "twin.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "command_generator.h"
#include "reply_compare.h"

namespace evenhand::conformance {
namespace {

using keyspace::Reply;

constexpr std::size_t kHistory = 4000;
constexpr std::size_t kShown = 40;

/// The instant in an id that Redis made for "*", if it lies within [low, high].
std::int64_t instantOfId(const Arguments& command, const Reply& reply, std::int64_t low, std::int64_t high) {
    if (reply.type != Reply::Type::Bulk || std::find(command.begin(), command.end(), "*") == command.end()) {
        return 0;
    }
    std::int64_t ms = 0;
    const auto [end, error] = std::from_chars(reply.text.data(), reply.text.data() + reply.text.size(), ms);
    const bool isId = error == std::errc{} && end != reply.text.data() + reply.text.size() && *end == '-';
    return isId && ms >= low && ms <= high ? ms : 0;
}

}  // namespace

Twin::Twin(CommandLink& redis, std::uint64_t seed)
    : m_redis(redis), m_scripts(m_keyspace), m_rng(seed ^ 0x7477696eULL), m_seed(seed) {}

void Twin::reset() {
    static_cast<void>(m_redis.ask({"FLUSHALL"}));
    static_cast<void>(m_redis.ask({"SCRIPT", "FLUSH"}));
    static_cast<void>(m_redis.ask({"SCRIPT", "LOAD", kRelayScript}));
    m_keyspace.clear();
    m_replica.clear();
    m_startMs = m_nowMs = m_clock.now().ms;
    m_keyspace.setNow({m_nowMs});
    m_replica.setNow({m_nowMs});
    static_cast<void>(embedded({"SCRIPT", "FLUSH"}));
    static_cast<void>(embedded({"SCRIPT", "LOAD", kRelayScript}));
    m_history.clear();
}

Reply Twin::embedded(const Arguments& command) {
    std::vector<std::string_view> views(command.begin(), command.end());
    return m_keyspace.execute(views);
}

void Twin::remember(Step step) {
    m_history.push_back(std::move(step));
    if (m_history.size() > kHistory) {
        m_history.pop_front();
    }
}

/// The step, and the latest ones before it that name one of its keys.
void Twin::difference(const Step& step, const std::string& what) {
    m_report = what + ", seed " + std::to_string(m_seed) + ", step " + std::to_string(m_compared) + "\n  command  " +
               show(step.command) + "\n  redis    " + show(step.redis) + "\n  embedded " + show(step.embedded);
    std::vector<std::string> names;
    for (const std::string& argument : step.command) {
        if (argument.size() == 3 && argument[1] == ':') {
            names.push_back(argument);
        }
    }
    std::vector<std::string> lines;
    for (auto past = m_history.rbegin(); past != m_history.rend() && lines.size() < kShown; ++past) {
        const bool related = std::any_of(names.begin(), names.end(), [&past](const std::string& name) {
            return std::find(past->command.begin(), past->command.end(), name) != past->command.end();
        });
        if (related) {
            lines.push_back("\n    " + show(past->command).substr(0, 300) + " -> " + show(past->redis).substr(0, 200));
        }
    }
    m_report += "\n  before that, on the same keys:";
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
        m_report += *line;
    }
}

bool Twin::run(const std::vector<Arguments>& commands) {
    const std::int64_t before = std::max(m_nowMs, m_clock.now().ms);
    m_nowMs = before;
    for (const Arguments& command : commands) {
        m_redis.queue(command);
    }
    m_replies = m_redis.flush();
    const std::int64_t after = std::max(before, m_clock.now().ms);
    if (m_replies.size() != commands.size()) {
        m_report = "the connection to Redis was lost, seed " + std::to_string(m_seed);
        return false;
    }
    for (std::size_t i = 0; i < commands.size(); ++i) {
        m_nowMs = std::max(m_nowMs, instantOfId(commands[i], m_replies[i], before, after));
        m_keyspace.setNow({m_nowMs});
        if (m_rng.below(10) == 0) {
            const auto mark = m_keyspace.mark();
            static_cast<void>(embedded(commands[i]));
            m_keyspace.undoTo(mark);
        }
        Step step{commands[i], m_replies[i], embedded(commands[i])};
        ++m_compared;
        if (!sameReply(step.command, step.redis, step.embedded, after - m_startMs)) {
            difference(step, "different replies");
            return false;
        }
        if (!step.redis.isError()) {
            ++m_successes[lowered(step.command[0])];
        }
        remember(std::move(step));
    }
    return finishBatch();
}

bool Twin::finishBatch() {
    m_keyspace.commit();
    if (m_rng.below(4) == 0) {
        m_keyspace.expireDue(m_rng.below(4));
    }
    if (const std::string record = m_keyspace.takeJournal(); !record.empty()) {
        if (!m_replica.applyJournal(record)) {
            m_report = "the journal cannot be applied, seed " + std::to_string(m_seed);
            return false;
        }
    }
    return true;
}

void Twin::loadScript(const keyspace::Script& script) {
    static_cast<void>(m_redis.ask({"SCRIPT", "LOAD", std::string(script.source)}));
}

bool Twin::runScript(const keyspace::Script& script, const ScriptCase& given) {
    if (!given.before.empty() && !run(given.before)) {
        return false;
    }
    Arguments command{"EVALSHA", std::string(script.sha1), std::to_string(given.keys.size())};
    command.insert(command.end(), given.keys.begin(), given.keys.end());
    command.insert(command.end(), given.args.begin(), given.args.end());
    m_nowMs = std::max(m_nowMs, m_clock.now().ms);
    const std::int64_t before = m_nowMs;
    Step step{command, m_redis.ask(command), {}};
    const std::int64_t after = std::max(before, m_clock.now().ms);
    m_nowMs = std::max(m_nowMs, instantOfId(command, step.redis, before, after));
    m_keyspace.setNow({m_nowMs});
    const std::vector<std::string_view> keys(given.keys.begin(), given.keys.end());
    const std::vector<std::string_view> args(given.args.begin(), given.args.end());
    if (m_rng.below(10) == 0) {
        const auto mark = m_keyspace.mark();
        static_cast<void>(m_keyspace.run(script, keys, args));
        m_keyspace.undoTo(mark);
    }
    auto result = m_keyspace.run(script, keys, args);
    step.embedded = result ? std::move(*result) : Reply::error(result.error().message);
    ++m_compared;
    Runs& runs = m_scriptRuns[std::string(script.name)];
    ++(step.redis.isError() ? runs.failed : runs.succeeded);
    if (!sameScriptReply(given, step.redis, step.embedded)) {
        step.command[0] += " " + std::string(script.name);
        difference(step, "a script answers differently");
        return false;
    }
    remember(std::move(step));
    std::vector<Arguments> content;
    for (const std::string& key : given.keys) {
        content.insert(content.end(), {{"TYPE", key},
                                       {"PTTL", key},
                                       {"GET", key},
                                       {"HGETALL", key},
                                       {"SMEMBERS", key},
                                       {"LRANGE", key, "0", "-1"},
                                       {"ZRANGE", key, "0", "-1", "WITHSCORES"},
                                       {"XRANGE", key, "-", "+"},
                                       {"XINFO", "STREAM", key, "FULL", "COUNT", "0"}});
    }
    return content.empty() ? finishBatch() : run(content);
}

bool Twin::expireSoon(const std::string& key, bool bySet) {
    const Arguments command = bySet ? Arguments{"SET", key, "soon gone", "PX", "1"} : Arguments{"PEXPIRE", key, "1"};
    if (!run({command})) {
        return false;
    }
    while (m_redis.ask({"PTTL", key}).integer != -2) {  // until Redis' own clock has passed it
        if (m_redis.broken()) {
            m_report = "the connection to Redis was lost";
            return false;
        }
    }
    while (m_clock.now().ms <= m_nowMs + 1) {
    }
    return run({{"EXISTS", key}, {"TTL", key}, {"TYPE", key}});
}

bool Twin::scanAll(const Arguments& options, const std::string& hash) {
    const auto scan = [&options, &hash](const auto& ask, std::set<std::string>& found) {
        std::string cursor = "0";
        do {
            Arguments command = hash.empty() ? Arguments{"SCAN", cursor} : Arguments{"HSCAN", hash, cursor};
            command.insert(command.end(), options.begin(), options.end());
            const Reply reply = ask(command);
            if (reply.elements.size() != 2) {
                found.insert(show(reply));
                return;
            }
            for (const Reply& key : reply.elements[1].elements) {
                found.insert(key.text);
            }
            cursor = reply.elements[0].text;
        } while (cursor != "0");
    };
    std::set<std::string> here;
    std::set<std::string> there;
    scan([this](const Arguments& command) { return m_redis.ask(command); }, there);
    scan([this](const Arguments& command) { return embedded(command); }, here);
    ++m_compared;
    if (here != there) {
        Step step{{"SCAN"}, Reply::array(), Reply::array()};
        step.command.insert(step.command.end(), options.begin(), options.end());
        for (const auto& [names, reply] : {std::pair{&there, &step.redis}, std::pair{&here, &step.embedded}}) {
            for (const std::string& name : *names) {
                reply->elements.push_back(Reply::bulk(name));
            }
        }
        difference(step, "different keys found by a full scan");
        return false;
    }
    return true;
}

bool Twin::replicaAgrees() {
    m_replica.setNow({m_nowMs});
    if (m_replica.digest() == m_keyspace.digest()) {
        return true;
    }
    m_report = "the replica fed from the journal differs, seed " + std::to_string(m_seed) + ", step " +
               std::to_string(m_compared);
    return false;
}

}  // namespace evenhand::conformance
