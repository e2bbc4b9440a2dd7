// SPDX-License-Identifier: GPL-3.0-or-later
// A database file that somebody else has locked. A server has row locks instead: tests/crash/test_server_crash.cpp.
#include <QTemporaryDir>
#include <QtTest>
#include <algorithm>

#include "tests/support/check.h"
#include "tests/support/shops/toy_domain.h"

namespace test_locked_file {

using namespace evenhand;
using namespace evenhand::test;

class TestLockedFile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        const auto path = m_folder->filePath(QStringLiteral("w")).toStdString();
        app::OpenOptions options;
        options.clock = &m_clock;
        options.seed = 1;
        options.threaded = false;
        EVENHAND_NEED(app::WorkspaceCore::create(path, {}, options));
        auto core = app::WorkspaceCore::open(path, options);
        EVENHAND_NEED(core);
        m_core = std::move(*core);
        EVENHAND_NEED(m_core->start());
        engine().runUntilIdle();
        auto other = store::Database::openSqlite(path + "/workspace.db", store::Database::Access::ReadWrite, false);
        EVENHAND_NEED(other);
        m_other = std::move(*other);
    }
    void cleanup() {
        m_other.reset();
        m_core.reset();
        m_folder.reset();
    }

    void refusesAndRecovers();
    void recoversThoughNobodyAsks();
    void aCommandThatChangesNothingProvesNothing();

private:
    runtime::EmbeddedEngine& engine() { return *m_core->embedded(); }
    QFuture<Result<std::int64_t>> ask(ToyCommand command) {
        return engine().ask<std::int64_t>(toyCall(),
                                          [command](runtime::UnitOfWork& work) { return runToy(work, command); });
    }
    /// With the lock held by somebody else.
    void fails() {
        EVENHAND_NEED(m_other->begin());
        auto refused = ask({.id = 1});
        (void)engine().step();
        QVERIFY(refused.isFinished());
        QCOMPARE(refused.result().error().code, ErrorCode::Storage);
        QCOMPARE(engine().status().state, api::EngineState::Degraded);
        QVERIFY(!engine().status().reason.empty());
    }
    std::set<std::int64_t> entries() {
        const auto state = readToy(engine().database(), engine().keyspace());
        return state && state->disagreement().empty() ? state->entries : std::set<std::int64_t>{-1};
    }

    base::VirtualClock m_clock{{1'700'000'000'000}};
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<app::WorkspaceCore> m_core;
    std::unique_ptr<store::Database> m_other;
};

void TestLockedFile::refusesAndRecovers() {
    std::vector<api::EngineState> told;  // as whoever hears of it sees it
    const auto subscription = engine().subscribe([&](const std::vector<api::Event>& events) {
        for (const auto& event : events) {
            if (event.kind == api::Event::Kind::StateChanged) {
                told.push_back(engine().status().state);
            }
        }
    });
    fails();
    QCOMPARE(told, std::vector{api::EngineState::Degraded});
    m_other->rollback();
    auto accepted = ask({.id = 2});
    engine().runUntilIdle();
    EVENHAND_NEED(accepted.result());
    QCOMPARE(engine().status().state, api::EngineState::Live);
    QCOMPARE(told, (std::vector{api::EngineState::Degraded, api::EngineState::Live}));
    QCOMPARE(entries(), std::set<std::int64_t>{2});
}

/// Nothing is asked and nothing is due: the engine looks by itself whether storage is back.
void TestLockedFile::recoversThoughNobodyAsks() {
    QVERIFY(!engine().nextWake());  // a healthy one sleeps
    fails();
    const auto wake = engine().nextWake();
    QVERIFY(wake && *wake > m_clock.now());
    QVERIFY(!engine().step());  // not before
    m_clock.set(*wake);
    QVERIFY(engine().step());
    QCOMPARE(engine().status().state, api::EngineState::Degraded);  // still locked

    m_other->rollback();
    const auto until = m_clock.now().plusMs(2'000);
    while (engine().status().state != api::EngineState::Live) {
        const auto next = engine().nextWake();
        QVERIFY(next && *next <= until);
        m_clock.set(std::max(*next, m_clock.now()));
        engine().runUntilIdle();
    }
    QVERIFY(engine().status().reason.empty());
    QVERIFY(!engine().nextWake());
    QCOMPARE(entries(), std::set<std::int64_t>{});
}

/// Live again is what has committed something, not what had nothing to commit.
void TestLockedFile::aCommandThatChangesNothingProvesNothing() {
    fails();
    m_other->rollback();
    const auto confirmed = [this] {
        auto& meta = engine().database().statement("SELECT value FROM meta WHERE name = 'storage_confirmed'");
        const bool there = meta.query().has_value() && meta.next();
        const auto count = there ? meta.text("value") : std::string();
        meta.finish();
        return count;
    };
    const auto before = confirmed();
    auto nothing = engine().ask<int>(toyCall(), [](runtime::UnitOfWork&) -> Result<int> { return 0; });
    engine().runUntilIdle();
    EVENHAND_NEED(nothing.result());
    QCOMPARE(engine().status().state, api::EngineState::Live);
    QVERIFY(confirmed() != before);
}

}  // namespace test_locked_file

QTEST_GUILESS_MAIN(test_locked_file::TestLockedFile)
#include "test_locked_file.moc"
