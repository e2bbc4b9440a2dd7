// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/verifier.h"

#include <charconv>

#include "engine/runtime/topics.h"
#include "engine/store/database/journal_store.h"
#include "engine/store/pages/verify_store.h"

namespace evenhand::runtime {
namespace {

using keyspace::Reply;

std::int64_t numberOf(const Reply& reply) {
    if (reply.type == Reply::Type::Integer) {
        return reply.integer;
    }
    std::int64_t value = 0;
    std::from_chars(reply.text.data(), reply.text.data() + reply.text.size(), value);
    return value;
}

/// The value after `name` in a flat list of names and values.
std::int64_t entryOf(const Reply& reply, std::string_view name) {
    for (std::size_t i = 0; i + 1 < reply.elements.size(); i += 2) {
        if (reply.elements[i].text == name) {
            return numberOf(reply.elements[i + 1]);
        }
    }
    return 0;
}

Result<void> checkMessages(ReadSnapshot& snapshot, Finding& finding, const std::vector<std::string>& topics) {
    for (const auto& topic : topics) {
        EVENHAND_ASSIGN(const auto figures, topicFigures(snapshot.keyspace, topic));
        EVENHAND_ASSIGN(const auto letters, store::verify::deadLetters(snapshot.database, topic));
        finding.checked += figures.added;
        if (figures.added != figures.length + figures.acknowledged + figures.dead) {
            finding.offend(topic + ": " + std::to_string(figures.added) + " added, but " +
                           std::to_string(figures.length) + " open, " + std::to_string(figures.acknowledged) +
                           " acknowledged, " + std::to_string(figures.dead) + " dead");
        }
        if (figures.pending > figures.length) {
            finding.offend(topic + ": " + std::to_string(figures.pending) + " pending of " +
                           std::to_string(figures.length) + " open");
        }
        if (figures.dead != letters) {
            finding.offend(topic + ": " + std::to_string(figures.dead) + " dead, but " + std::to_string(letters) +
                           " dead letters");
        }
    }
    return store::verify::eachRepeatedMessage(snapshot.database, [&](std::string_view message) {
        finding.offend("message " + std::string(message) + " assigned more than once");
    });
}

Result<void> checkRecovery(ReadSnapshot& snapshot, Finding& finding) {
    // Keys whose time is over are removed when somebody comes upon them, as the checks before this one may have.
    const auto digestOf = [](keyspace::EmbeddedKeyspace& keyspace) {
        (void)keyspace.expireDue(SIZE_MAX);
        return keyspace.digest();
    };
    const auto first = digestOf(snapshot.keyspace);
    keyspace::EmbeddedKeyspace again;
    store::JournalStore journal(snapshot.database);
    for (int time = 1; time <= 2; ++time) {
        EVENHAND_ASSIGN(const auto end,
                        journal.replay([&](std::string_view record) { return again.applyJournal(record); }));
        finding.checked += end.recordsSince;
        again.commit();
        again.setNow(snapshot.keyspace.now());
        if (digestOf(again) != first) {
            finding.offend("recovery number " + std::to_string(time + 1) + " gives another keyspace");
        }
    }
    return {};
}

Result<void> checkStructure(ReadSnapshot& snapshot, Finding& finding) {
    ++finding.checked;
    return store::verify::eachStructureFault(snapshot.database,
                                             [&](std::string_view fault) { finding.offend(std::string(fault)); });
}

Result<void> checkPages(ReadSnapshot& snapshot, Finding& finding) {
    EVENHAND_ASSIGN(finding.checked, store::verify::eachBadPage(snapshot.database, [&](std::string_view fault) {
                        finding.offend(std::string(fault));
                    }));
    return {};
}

Result<void> checkWords(ReadSnapshot& snapshot, Finding& finding) {
    EVENHAND_ASSIGN(finding.checked, store::verify::eachUnknownWord(snapshot.database, [&](const Error& unknown) {
                        finding.offend(unknown.text());
                    }));
    return {};
}

}  // namespace

Result<std::vector<Verdict>> verify(std::span<const Check> checks, ReadSnapshot snapshot,
                                    const std::function<bool(const Check&)>& before) {
    std::vector<Verdict> verdicts;
    for (const Check& check : checks) {
        if (before && !before(check)) {
            return fail(ErrorCode::Cancelled, "cancelled");
        }
        Verdict verdict{check.id, check.name, {}};
        if (auto ran = check.run(snapshot, verdict.finding); !ran) {
            if (ran.error().code != ErrorCode::WorkspaceDamaged) {
                return fail(std::move(ran).error());
            }
            verdict.finding.offend(ran.error().text());
            snapshot.database.rollback();  // a database that meets damage may have ended the transaction itself
            EVENHAND_TRY(snapshot.database.beginRead());
        }
        if (const auto damage = snapshot.database.takeDamage()) {
            verdict.finding.offend(damage->text());
        }
        verdicts.push_back(std::move(verdict));
    }
    return verdicts;
}

Result<TopicFigures> topicFigures(keyspace::Keyspace& keyspace, std::string_view topic) {
    TopicFigures figures;
    const std::string stream = streamKey(topic);
    EVENHAND_ASSIGN(const auto counters, keyspace.call({"HGETALL", countersKey(topic)}));
    figures.acknowledged = entryOf(counters, "acknowledged");
    figures.dead = entryOf(counters, "dead");
    EVENHAND_ASSIGN(const auto exists, keyspace.call({"EXISTS", stream}));
    if (exists.integer == 0) {
        return figures;
    }
    EVENHAND_ASSIGN(const auto info, keyspace.call({"XINFO", "STREAM", stream}));
    figures.added = entryOf(info, "entries-added");
    figures.length = entryOf(info, "length");
    EVENHAND_ASSIGN(const auto groups, keyspace.call({"XINFO", "GROUPS", stream}));
    for (const auto& group : groups.elements) {
        figures.pending += entryOf(group, "pending");
    }
    return figures;
}

Check messagesCheck(std::vector<std::string> topics) {
    return {"D5", "Messages added = open + acknowledged + dead; each had one effect at most",
            [topics = std::move(topics)](ReadSnapshot& snapshot, Finding& finding) {
                return checkMessages(snapshot, finding, topics);
            }};
}

Check missingWorkCheck(std::optional<store::JournalMark> known) {
    return {"E5", "Nothing that was acknowledged is missing",
            [known](ReadSnapshot& snapshot, Finding& finding) -> Result<void> {
                if (!known) {
                    return {};
                }
                EVENHAND_ASSIGN(const auto missing, store::JournalStore(snapshot.database).missingSince(*known));
                finding.expect(!missing, [&] { return *missing; });
                return {};
            }};
}

std::vector<Check> storageChecks() {
    return {{"E1", "The database's structure is whole and every reference has its target", checkStructure},
            {"E2", "Recovering again gives the same keyspace", checkRecovery},
            {"E6", "Every page of the database has the checksum that it was written with", checkPages},
            {"E7", "Every stored status, kind and scope is a known one", checkWords}};
}

}  // namespace evenhand::runtime
