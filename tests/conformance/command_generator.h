// SPDX-License-Identifier: GPL-3.0-or-later
// Random commands over a small set of keys, from one seed: mostly sensible ones, some on keys of a wrong type, some
// with wrong arity, bad numbers or odd options. Deadlines are far in the future (and never two alike) or past, so
// that no reply depends on how fast the test runs.
// Thread: confined to its owner.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "arguments.h"
#include "engine/base/rng.h"

namespace evenhand::conformance {

/// Runs whatever command it gets; EVALSHA uses it by its SHA-1.
inline constexpr const char* kRelayScript = "return redis.call(unpack(ARGV))";

class CommandGenerator {
public:
    explicit CommandGenerator(std::uint64_t seed) : m_rng(seed) {}

    /// Forgets what it knows of streams and deadlines; `nowMs` is where past and future part.
    void beginEpisode(std::int64_t nowMs);
    [[nodiscard]] Arguments next();
    /// An id that a stream was given by the server: some later commands name it.
    void learnId(const std::string& id);
    Rng& rng() noexcept { return m_rng; }

    /// A key of the kind named by its first letter: s h l e(set) z y(zset of equal scores) x.
    std::string key(char kind);

private:
    // core
    bool chance(std::uint64_t percent) { return m_rng.below(100) < percent; }
    std::string pick(std::initializer_list<const char*> choices);
    std::string number();  ///< integer text, sometimes huge or bad
    std::string count();   ///< small integer text
    std::string equalScoresKey() { return "y:" + std::to_string(m_rng.below(6)); }
    std::string score();
    std::string scoreBound();
    std::string lexBound();
    std::string member();
    std::string value();
    std::string junk();
    std::int64_t farSeconds();  ///< never the same twice in an episode
    void some(Arguments& command, const std::string& text, std::uint64_t percent);
    Arguments distort(Arguments command);
    /// Not what could block the connection, nor a scan that answers in its own order, nor what could spoil a set of
    /// equal scores.
    static bool mayDistort(const Arguments& command);
    Arguments plain();

    Arguments strings();
    Arguments keysAndTime();
    Arguments hashes();
    Arguments lists();
    Arguments sets();
    Arguments sortedSets();
    Arguments sortedSetRanges();
    Arguments streams();
    Arguments approximateTrims();
    Arguments streamGroups();
    Arguments streamClaims();
    Arguments scripts();

    std::string streamId();  ///< of a range: existing, near, or odd
    std::string newStreamId(const std::string& streamKey);
    std::string group() { return pick({"g1", "g2", "g3"}); }
    std::string consumer() { return pick({"c1", "c2", "c3"}); }

    Rng m_rng;
    std::int64_t m_nowMs = 0;
    std::set<std::int64_t> m_deadlines;
    std::vector<std::string> m_ids;
    std::uint64_t m_lastMs = 0;
};

}  // namespace evenhand::conformance
