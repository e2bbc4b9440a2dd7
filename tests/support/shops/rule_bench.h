// SPDX-License-Identifier: GPL-3.0-or-later
// Business rules on a real database and a real embedded keyspace, without the engine's loop: commands run one by one,
// messages wait until they are delivered, and faults can be put between any two steps.
// A unit that writes a row whose root it has not locked fails, and says so (Database::checkRoots).
//
// Two kinds of deployment: "one commit" undoes the keyspace with the database, as embedded; "apart" keeps what was done
// to the keyspace when the database is rolled back, as with a Redis server: what takes it back is what the rules have
// registered (UnitOfWork::undoWith()), or what finds it afterwards.
// Thread: confined to its owner.
#pragma once

#include <QTemporaryDir>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/keyspace/embedded/embedded_keyspace.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/unit_of_work.h"
#include "engine/script/script_host.h"
#include "engine/store/database/database.h"

namespace evenhand::test {

class RuleBench {
public:
    enum class Deployment : std::uint8_t { OneCommit, Apart };

    explicit RuleBench(Deployment deployment = Deployment::OneCommit, std::uint64_t seed = 1);
    ~RuleBench();

    Instant now{1'717'200'000'000};  ///< 2024-06-01 00:00 UTC
    api::Call call;                  ///< by an administrator, with a reason

    /// One unit of work: kept if `rule` succeeds, undone if not.
    template <typename T>
    Result<T> run(const std::function<Result<T>(runtime::UnitOfWork&)>& rule) {
        std::optional<Result<T>> result;
        const auto ran = runUnit([&](runtime::UnitOfWork& work) -> Result<void> {
            result.emplace(rule(work));
            if (!*result) {
                return tl::unexpected<Error>(result->error());
            }
            return {};
        });
        if (!ran && result->has_value()) {
            return tl::unexpected<Error>(ran.error());
        }
        return std::move(*result);
    }

    /// Messages published and not yet delivered, oldest first.
    std::deque<runtime::Message> queue;
    /// Every event emitted by units that were kept.
    std::vector<api::Event> events;
    void addConsumer(std::string topic, runtime::MessageHandler& handler);
    /// Delivers the oldest; what fails stays first. False if it failed.
    bool deliverOne();
    /// Until none is left.
    bool deliverAll();
    /// Delivers `message` again, whatever happened to it. False if it failed.
    bool deliver(const runtime::Message& message);

    // Faults: the unit ends with Storage at the fault, as if the process had died there, or (`survives`) as if that one
    // step had failed: then what the unit has registered takes back what it has done.
    /// At the n-th step on the keyspace from now (from 1): before it is done, or after (its reply lost); nullopt: none.
    std::optional<int> failKeyspaceBefore;
    std::optional<int> failKeyspaceAfter;
    /// The same of statements; only apart.
    std::optional<int> failStatementBefore;
    std::optional<int> failStatementAfter;
    /// Called after every step on the keyspace that was done.
    std::function<void()> afterStep;
    bool failCommit = false;       ///< everything done, the database rolled back
    bool loseAcknowledge = false;  ///< committed, but what comes after the commit is not done
    bool survives = false;
    /// Of the steps that take back only so many are done, then the process dies; nullopt: all.
    std::optional<int> undoSteps;
    /// They are done by undoLate() alone: their commands are held up on the way, and others act meanwhile.
    bool holdUndo = false;
    void undoLate();
    // Of the last unit:
    [[nodiscard]] int keyspaceSteps() const noexcept { return m_steps; }
    [[nodiscard]] int statements() const noexcept { return m_statements; }
    [[nodiscard]] int undone() const noexcept { return m_undone; }  ///< steps on the keyspace that took back
    [[nodiscard]] bool processDied() const noexcept { return m_dead; }
    /// Its rows are there, whatever has become of what comes after the commit.
    [[nodiscard]] bool kept() const noexcept { return m_kept; }

    [[nodiscard]] store::Database& database() noexcept { return *m_database; }
    [[nodiscard]] keyspace::EmbeddedKeyspace& keyspace() noexcept { return m_keyspace; }
    /// The first column of the first row as a number; fails the test if there is none.
    [[nodiscard]] std::int64_t number(std::string_view sql);

private:
    class Unit;
    class FaultyKeyspace;
    [[nodiscard]] tl::unexpected<Error> fault();
    [[nodiscard]] bool statementFails(bool after);
    void takeBack(Unit& unit);
    Result<void> runUnit(const std::function<Result<void>(runtime::UnitOfWork&)>& rule);

    const Deployment m_deployment;
    QTemporaryDir m_folder;
    std::string m_name;                     ///< of the database, on a server
    std::optional<std::int64_t> m_lasting;  ///< what was committed there before the first unit
    std::unique_ptr<store::Database> m_database;
    keyspace::EmbeddedKeyspace m_keyspace;
    std::unique_ptr<script::ScriptHost> m_scripts;
    std::vector<std::pair<std::string, runtime::MessageHandler*>> m_consumers;
    Rng m_rng;
    bool m_dead = false;  ///< a fault has ended the process of the open unit
    bool m_kept = false;
    bool m_inUnit = false;   ///< its statements are counted
    bool m_undoing = false;  ///< its steps on the keyspace take back
    int m_steps = 0;
    int m_statements = 0;
    int m_undone = 0;
    std::vector<std::function<Result<void>(keyspace::Keyspace&)>> m_heldUndo;
    std::int64_t m_lastMessage = 0;
};

}  // namespace evenhand::test
