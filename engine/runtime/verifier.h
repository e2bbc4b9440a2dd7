// SPDX-License-Identifier: GPL-3.0-or-later
// Checks invariants (see the design's list) over one consistent snapshot of a workspace: a read transaction and the
// keyspace as recovery would load it. Each room states its own checks; `verify`, tests and the simulator run them.
// Checks change nothing, not even the keyspace they look at.
// Thread: the caller's.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/keyspace/embedded/embedded_keyspace.h"
#include "engine/store/database/database.h"
#include "engine/store/database/journal_store.h"

namespace evenhand::runtime {

struct ReadSnapshot {
    store::Database& database;
    keyspace::EmbeddedKeyspace& keyspace;
};

/// What came of one check.
struct Finding {
    static constexpr std::size_t kMaxOffenders = 20;

    std::int64_t checked = 0;
    std::int64_t violations = 0;
    std::vector<std::string> offenders;  ///< the first kMaxOffenders: what, and what is wrong with it

    void offend(std::string what) {
        if (++violations <= static_cast<std::int64_t>(kMaxOffenders)) {
            offenders.push_back(std::move(what));
        }
    }
    /// Counts one thing looked at, and one violation unless `good`. `what` is only made when needed.
    template <typename What>
    void expect(bool good, What what) {
        ++checked;
        if (!good) {
            offend(what());
        }
    }
};

struct Check {
    std::string id;    ///< "D1", …
    std::string name;  ///< a sentence
    std::function<Result<void>(ReadSnapshot&, Finding&)> run;
};

struct Verdict {
    std::string id;
    std::string name;
    Finding finding;
};

/// Runs all. An error: the snapshot could not be read, which is no violation, unless it is damaged: then that is one of
/// the check that met it, and the others go on. `before(check)` is told what comes next;
/// false ends with Cancelled.
[[nodiscard]] Result<std::vector<Verdict>> verify(std::span<const Check> checks, ReadSnapshot snapshot,
                                                  const std::function<bool(const Check&)>& before = {});

/// D5 for these topics: every message is accounted for.
[[nodiscard]] Check messagesCheck(std::vector<std::string> topics);
/// E5: the journal goes as far as `known`, which was remembered outside the database before the snapshot was taken.
/// nullopt: nothing was; all that can be said then is that nothing is known to be missing.
[[nodiscard]] Check missingWorkCheck(std::optional<store::JournalMark> known);
/// E2, E6 and the structure of the database itself.
[[nodiscard]] std::vector<Check> storageChecks();

/// A stream's figures, for stats and checks. All 0 for a topic without a stream.
struct TopicFigures {
    std::int64_t added = 0;    ///< since the beginning
    std::int64_t length = 0;   ///< undelivered and pending
    std::int64_t pending = 0;  ///< delivered, not acknowledged yet
    std::int64_t acknowledged = 0;
    std::int64_t dead = 0;
};
[[nodiscard]] Result<TopicFigures> topicFigures(keyspace::Keyspace& keyspace, std::string_view topic);

}  // namespace evenhand::runtime
