// SPDX-License-Identifier: GPL-3.0-or-later
// A seeded run of the toy domain on a faulty disk, and the check of what was left: a prefix of the history that holds
// every acknowledged command, each wholly or not at all (E1); recovering twice gives the same (E2).
#pragma once

#include <QTemporaryDir>
#include <memory>

#include "engine/runtime/topics.h"
#include "tests/support/servers/fault_disk.h"
#include "tests/support/shops/toy_domain.h"

namespace evenhand::test {

/// Each message's effect: once in the database and once in the keyspace.
class RunHandler final : public runtime::MessageHandler {
public:
    Result<void> handle(runtime::UnitOfWork& work, const runtime::Message& message) override {
        const auto id = message.field("id");
        EVENHAND_TRY(work.keyspace().call({"HINCRBY", "toy:handled", id, "1"}));
        EVENHAND_TRY(
            work.database().statement("UPDATE product SET unit_price = unit_price + 1 WHERE sku = ?").bind(id).write());
        if (std::stoll(std::string(id)) % 7 == 0 && message.attempt < 2) {
            return fail(ErrorCode::Conflict, "at the second attempt");
        }
        return {};
    }
    Result<void> onDead(runtime::UnitOfWork&, const runtime::Message&, const Error&) override { return {}; }
};

class ToyRun {
public:
    explicit ToyRun(std::uint64_t seed) : m_seed(seed) {
        m_path = m_folder.filePath(QStringLiteral("w")).toStdString();
        if (const auto made = app::WorkspaceCore::create(m_path, {}, options()); !made) {
            problem = made.error().text();
        }
        m_fresh = m_disk.image(m_path);
    }

    /// Runs the workload with this fault. The history is in `m_history` afterwards.
    /// `roundsAfter`: how much longer it goes on once an error has struck (a later checkpoint would hide what was
    /// lost).
    void run(Fault fault, std::int64_t at, std::int64_t count, std::uint64_t faultSeed,
             std::int64_t roundsAfter = 1'000) {
        m_core.reset();
        m_disk.restore(*m_fresh);
        m_clock.set({1'700'000'000'000});
        m_history.clear();
        m_disk.plan(fault, at, count, faultSeed);
        Rng rng(m_seed);
        open();
        for (int round = 0; round < 14 && !m_disk.dead() && problem.empty(); ++round) {
            if (m_disk.struck() && roundsAfter-- == 0) {
                break;
            }
            for (std::int64_t i = rng.between(1, 9); i > 0; --i) {
                submit(rng);
            }
            m_clock.advanceMs(rng.between(0, 900));
            for (std::int64_t i = rng.between(1, 4); i > 0 && m_core; --i) {
                (void)engine().step();
            }
            if (rng.below(7) == 0) {
                open();  // a clean restart
            }
        }
        m_operations = m_disk.operations();
    }

    /// After a crash, or killing the process now: the next process.
    void comeBack(bool losePower = false) {
        if (!m_disk.dead()) {
            m_disk.plan(losePower ? Fault::PowerLoss : Fault::Kill, 1, 1, 1);
        }
        m_core.reset();
        m_disk.restart(losePower);
        open();
    }
    /// The next process, which meets this fault while it recovers or soon after.
    void comeBackInto(Fault fault, std::int64_t at) {
        m_core.reset();
        m_disk.restart();
        m_disk.plan(fault, at, 1, static_cast<std::uint64_t>(at));
        open();
        if (m_core) {
            engine().runUntilIdle();
        }
    }
    [[nodiscard]] bool hasCore() const { return m_core != nullptr; }
    /// After an error that has passed: time for the engine to repair itself.
    void heal() {
        m_disk.plan(Fault::None, 0, 0, 1);
        for (int i = 0; i < 50 && m_core; ++i) {
            m_clock.advanceMs(40'000);
            engine().runUntilIdle();
        }
    }
    /// One more command must work.
    void goOn() {
        Rng rng(1);
        submit(rng, true);
        m_clock.advanceMs(100'000);
        engine().runUntilIdle();
        if (problem.empty() && m_history.rbegin()->second.fate != Fate::Acknowledged) {
            problem = "no work is accepted afterwards";
        }
    }

    /// Fills `problem` where what is there contradicts the history.
    void check() {
        if (!problem.empty() || !m_core) {
            return;
        }
        const auto state = readToy(engine().database(), engine().keyspace());
        if (!state) {
            problem = state.error().text();
            return;
        }
        problem = state->disagreement();
        bool hole = false;  // a command that might have been kept was not
        for (auto& [id, entry] : m_history) {
            const bool there = state->entries.count(id) > 0;
            const auto say = [&](const char* what) { problem += " command " + std::to_string(id) + what; };
            switch (entry.fate) {
                case Fate::Acknowledged:
                    if (!there) {
                        say(" was acknowledged and is lost;");
                    }
                    break;
                case Fate::Refused:
                    if (there) {
                        say(" was refused and is there;");
                    }
                    continue;
                case Fate::Unknown: break;  // it was told that it may or may not have happened; the next ones went on
                case Fate::Unanswered: hole = hole || (!there && entry.fails == ToyCommand::Fails::Never); break;
            }
            if (there && hole) {
                say(" is there but not one before it;");
            }
            entry.fate = there ? Fate::Acknowledged : Fate::Refused;  // from now on it must stay so
        }
        checkMessages(*state);
    }

    std::string problem;
    /// The engine's connection is the only one: SQLite then closes and recovers its log by itself more often.
    bool alone = false;
    std::int64_t checkpointPages = 24;
    [[nodiscard]] std::int64_t operations() const { return m_operations; }
    [[nodiscard]] FaultDisk& disk() { return m_disk; }
    [[nodiscard]] std::uint64_t digest() { return m_core ? engine().keyspace().digest() : 0; }
    [[nodiscard]] api::EngineState state() { return engine().status().state; }
    [[nodiscard]] std::size_t acknowledged() const {
        std::size_t count = 0;
        for (const auto& [id, entry] : m_history) {
            count += entry.fate == Fate::Acknowledged ? 1 : 0;
        }
        return count;
    }

private:
    enum class Fate : std::uint8_t { Unanswered, Unknown, Acknowledged, Refused };
    struct Entry {
        ToyCommand::Fails fails = ToyCommand::Fails::Never;
        Fate fate = Fate::Unanswered;
    };

    app::OpenOptions options() {
        app::OpenOptions options;
        options.clock = &m_clock;
        options.seed = 1;
        options.threaded = false;
        options.vfs = m_disk.vfs();
        // Small, so that snapshots, trimming and checkpoints all happen within a short run.
        options.engine.batchCommands = 5;
        options.engine.checkpointPages = checkpointPages;
        options.engine.compaction.journalBytes = 1'500;
        options.engine.compaction.sliceBytes = 300;
        return options;
    }
    runtime::EmbeddedEngine& engine() { return *m_core->embedded(); }

    void open() {
        m_core.reset();
        auto core = app::WorkspaceCore::open(m_path, options());
        if (core) {
            (*core)->embedded()->addConsumer("toy", "g", m_handler,
                                             {.firstMs = 200, .factor = 2, .maxMs = 2'000, .attempts = 5});
            if (auto started = (*core)->start(); !started) {
                core = tl::unexpected<Error>(started.error());
            }
        }
        if (core) {
            m_core = std::move(*core);
            if (alone) {
                dynamic_cast<runtime::DirectReader&>(m_core->reader()).stop();
            }
        } else if (!m_disk.dead() && !m_disk.struck()) {
            problem = "cannot be opened: " + core.error().text();
        }
    }

    void submit(Rng& rng, bool sound = false) {
        ToyCommand command;
        command.id = static_cast<std::int64_t>(m_history.size()) + 1;
        command.fails =
            sound || rng.below(4) != 0 ? ToyCommand::Fails::Never : static_cast<ToyCommand::Fails>(rng.between(1, 4));
        command.publish = rng.below(2) == 0;
        m_history[command.id] = {command.fails, Fate::Unanswered};
        if (!m_core) {
            return;
        }
        auto answer = engine().ask<std::int64_t>(
            toyCall(), [command](runtime::UnitOfWork& work) { return runToy(work, command); });
        answer.then([this, id = command.id](const Result<std::int64_t>& result) {
            if (result && m_disk.dead()) {
                problem = "command " + std::to_string(id) + " was acknowledged by a dead process";
            }
            m_history[id].fate = result                                             ? Fate::Acknowledged
                                 : result.error().code == ErrorCode::OutcomeUnknown ? Fate::Unknown
                                                                                    : Fate::Refused;
        });
    }

    void checkMessages(const ToyState& state) {
        auto& keyspace = engine().keyspace();
        const auto stream = runtime::streamKey("toy");
        const auto number = [&](std::initializer_list<std::string_view> command) {
            const auto reply = keyspace.call(command);
            return !reply || reply->isNil() ? std::int64_t{0}
                   : reply->text.empty()    ? reply->integer
                                            : std::int64_t{std::stoll(reply->text)};
        };
        const auto info = keyspace.call({"XINFO", "STREAM", stream});
        std::int64_t added = 0;
        for (std::size_t i = 0; info && i + 1 < info->elements.size(); i += 2) {
            added = info->elements[i].text == "entries-added" ? info->elements[i + 1].integer : added;
        }
        const auto counters = runtime::countersKey("toy");
        if (added != number({"XLEN", stream}) + number({"HGET", counters, "acknowledged"}) +
                         number({"HGET", counters, "dead"})) {
            problem += " messages do not add up;";
        }
        const auto handled = keyspace.call({"HGETALL", "toy:handled"});
        std::map<std::int64_t, std::int64_t> effects;
        for (std::size_t i = 0; handled && i + 1 < handled->elements.size(); i += 2) {
            effects[std::stoll(handled->elements[i].text)] = std::stoll(handled->elements[i + 1].text);
        }
        auto& prices = engine().database().statement("SELECT sku, unit_price FROM product");
        if (!prices.query()) {
            problem += " cannot read;";
            return;
        }
        while (prices.next()) {
            const auto id = std::stoll(prices.text("sku"));
            const auto times = effects.count(id) > 0 ? effects[id] : 0;
            if (prices.number("unit_price") != 1 + times || times > 1) {
                problem += " message of " + std::to_string(id) + " had its effect " + std::to_string(times) + " times;";
            }
        }
        (void)state;
    }

    const std::uint64_t m_seed;
    QTemporaryDir m_folder;
    FaultDisk m_disk;
    std::string m_path;
    std::shared_ptr<const FaultDisk::Image> m_fresh;
    base::VirtualClock m_clock{{1'700'000'000'000}};
    RunHandler m_handler;
    std::map<std::int64_t, Entry> m_history;
    std::int64_t m_operations = 0;
    std::unique_ptr<app::WorkspaceCore> m_core;
};

}  // namespace evenhand::test
