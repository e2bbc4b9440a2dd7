// SPDX-License-Identifier: GPL-3.0-or-later
// A seeded run of the real rules on a faulty disk. What is done in it, and what an answer promises, says the subclass;
// what is left must keep every answer that was given, and every invariant that can be read from a workspace.
#pragma once

#include <QTemporaryDir>
#include <QTest>
#include <memory>

#include "app/workspace/verification.h"
#include "app/workspace/workspace.h"
#include "tests/support/servers/fault_disk.h"

namespace evenhand::test {

/// Rows for crashSweep(): column `power`.
inline void crashRows() {
    QTest::addColumn<bool>("power");
    QTest::newRow("killed") << false;
    QTest::newRow("power lost") << true;
}
/// Rows for errorSweep(): column `fault`.
inline void errorRows() {
    QTest::addColumn<int>("fault");
    QTest::newRow("full") << static_cast<int>(Fault::Full);
    QTest::newRow("write") << static_cast<int>(Fault::WriteError);
    QTest::newRow("sync") << static_cast<int>(Fault::SyncError);
}

class FaultyRun {
public:
    static constexpr Instant kStart{1'700'000'000'000};
    struct Shape {
        std::int64_t maxActs = 7;          ///< in a round
        std::int64_t maxMs = 15'000;       ///< between two rounds
        int drainRounds = 12;              ///< until all that falls due has fallen due
        std::int64_t drainMs = 20'000;     ///< between two of them
        std::size_t batchMessages = 1024;  ///< few: messages outlast a batch
    };

    FaultyRun(std::uint64_t seed, Shape shape) : m_seed(seed), m_shape(shape) {
        m_path = m_folder.filePath(QStringLiteral("w")).toStdString();
    }
    virtual ~FaultyRun() = default;
    FaultyRun(const FaultyRun&) = delete;
    FaultyRun& operator=(const FaultyRun&) = delete;

    void run(Fault fault, std::int64_t at, std::int64_t count, std::uint64_t faultSeed) {
        m_workspace.reset();
        if (!m_fresh && !make()) {
            return;
        }
        m_disk.restore(*m_fresh);
        m_clock.set(kStart.plusMs(1'000));
        forget();
        m_disk.plan(fault, at, count, faultSeed);
        Rng rng(m_seed);
        open();
        for (int round = 0; round < 12 && !m_disk.dead() && m_workspace; ++round) {
            for (std::int64_t i = rng.between(2, m_shape.maxActs); i > 0; --i) {
                act(rng);
            }
            m_clock.advanceMs(rng.between(0, m_shape.maxMs));
            for (std::int64_t i = rng.between(1, 3); i > 0; --i) {
                (void)m_workspace->step();
            }
        }
        m_operations = m_disk.operations();
    }
    /// The next process; unless told otherwise whatever is still going on is drained.
    void comeBack(bool losePower = false, bool drained = true) {
        if (!m_disk.dead()) {
            m_disk.plan(losePower ? Fault::PowerLoss : Fault::Kill, 1, 1, 1);
        }
        m_workspace.reset();
        m_disk.restart(losePower);
        open();
        if (drained) {
            drain();
        }
    }
    void heal() {
        m_disk.plan(Fault::None, 0, 0, 1);
        drain();
    }
    void check() {
        if (!problem.empty() || !m_workspace) {
            return;
        }
        checkPromises();
        const auto inspected =
            m_workspace->inspect([&](store::Database& database, keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
                EVENHAND_ASSIGN(const auto verdicts, runtime::verify(m_checks, {database, keyspace}));
                for (const auto& verdict : verdicts) {
                    if (verdict.finding.violations > 0) {
                        problem += " " + verdict.id + ": " + verdict.finding.offenders.front() + ";";
                    }
                }
                return {};
            });
        if (!inspected) {
            problem += inspected.error().text();
        }
    }

    // --- sweeps: the problem found, with the operation at which it was made; empty: none --------------------------
    /// Crashes at every `step`-th operation; recovers twice to the same state, then drained.
    [[nodiscard]] QByteArray crashSweep(bool power, std::int64_t step) {
        const auto fault = power ? Fault::PowerLoss : Fault::Kill;
        run(Fault::None, 0, 0, 1);
        const auto operations = m_operations;
        for (std::int64_t at = 1; at <= operations && problem.empty(); at += step) {
            run(fault, at, 1, static_cast<std::uint64_t>(at));
            comeBack(false, false);
            const auto once = digest();
            comeBack(power, false);
            if (problem.empty() && digest() != once) {
                problem = "recovering twice differs";
            }
            comeBack(power);
            check();
            where = at;
        }
        return told();
    }
    /// Errors of the disk, up to `most` in a row, at every `step`-th operation, while it runs on; then a crash.
    [[nodiscard]] QByteArray errorSweep(Fault fault, std::int64_t most, std::int64_t step) {
        run(Fault::None, 0, 0, 1);
        const auto operations = m_operations;
        struck = 0;
        for (std::int64_t at = 1; at <= operations && problem.empty(); at += step) {
            run(fault, at, 1 + at % most, static_cast<std::uint64_t>(at));
            struck += m_disk.struck() ? 1 : 0;
            heal();
            check();
            comeBack(true);
            check();
            where = at;
        }
        return told();
    }

    std::string problem;
    std::int64_t where = 0;  ///< the latest operation of a sweep
    int struck = 0;          ///< faults of a sweep that met something

protected:
    /// In a workspace of its own, before any fault. False: it did not work.
    virtual bool setUp() = 0;
    /// Before a new run: what was promised in the last one does not count.
    virtual void forget() = 0;
    virtual void act(Rng& rng) = 0;
    /// Appends to `problem` what an answer promised and is not so.
    virtual void checkPromises() = 0;

    /// Waits for an answer; only in setUp().
    template <typename T>
    bool get(api::Answer<T> answer) {
        m_workspace->runUntilIdle();
        return answer.isFinished() && answer.result().has_value();
    }
    /// Calls `kept(value)` for an answer that is no error. True: something is promised, which a dead process must not.
    template <typename T, typename Kept>
    void whenDone(api::Answer<T> answer, Kept kept) {
        answer.then([this, kept = std::move(kept)](const Result<T>& result) {
            if (result && kept(*result) && m_disk.dead()) {
                problem = "a dead process answered";
            }
        });
    }
    [[nodiscard]] app::Workspace& workspace() { return *m_workspace; }
    const api::Call m_call{api::Actor::administrator("test"), "because", {}};

private:
    bool make() {
        m_disk.plan(Fault::None, 0, 0, 1);
        auto made = app::Workspace::create(m_path, {}, options());
        if (!made) {
            problem = made.error().text();
            return false;
        }
        m_workspace = std::move(*made);
        if (!setUp()) {
            problem = "cannot be set up";
            return false;
        }
        m_workspace.reset();
        m_fresh = m_disk.image(m_path);
        return true;
    }
    app::OpenOptions options() {
        app::OpenOptions options;
        options.clock = &m_clock;
        options.seed = ++m_opened;  // another process draws other numbers
        options.threaded = false;
        options.vfs = m_disk.vfs();
        options.engine.batchCommands = 4;
        options.engine.batchMessages = m_shape.batchMessages;
        options.engine.checkpointPages = 40;
        options.engine.compaction.journalBytes = 3'000;
        options.engine.compaction.sliceBytes = 500;
        return options;
    }
    void open() {
        auto opened = app::Workspace::open(m_path, options());
        if (opened) {
            m_workspace = std::move(*opened);
        } else if (!m_disk.dead() && !m_disk.struck()) {
            problem = "cannot be opened: " + opened.error().text();
        }
    }
    void drain() {
        for (int i = 0; i < m_shape.drainRounds && m_workspace; ++i) {
            m_workspace->runUntilIdle();
            m_clock.advanceMs(m_shape.drainMs);
        }
    }
    [[nodiscard]] std::uint64_t digest() {
        return m_workspace ? m_workspace->core().embedded()->keyspace().digest() : 0;
    }
    [[nodiscard]] QByteArray told() const {
        return problem.empty() ? QByteArray()
                               : "at operation " + QByteArray::number(static_cast<qint64>(where)) + ": " +
                                     QByteArray::fromStdString(problem);
    }

    const std::uint64_t m_seed;
    const Shape m_shape;
    std::uint64_t m_opened = 0;
    const std::vector<runtime::Check> m_checks = app::allChecks();
    QTemporaryDir m_folder;
    FaultDisk m_disk;
    std::string m_path;
    std::shared_ptr<const FaultDisk::Image> m_fresh;
    base::VirtualClock m_clock{kStart};
    std::int64_t m_operations = 0;
    std::unique_ptr<app::Workspace> m_workspace;
};

}  // namespace evenhand::test
