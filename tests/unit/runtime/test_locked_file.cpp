// SPDX-License-Identifier: GPL-3.0-or-later
// A database file that somebody else has locked. A server has row locks instead: tests/crash/test_server_crash.cpp.
#include <QTemporaryDir>
#include <QtTest>

#include "tests/support/check.h"
#include "tests/support/toy_domain.h"

using namespace evenhand;
using namespace evenhand::test;

class TestLockedFile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void refusesAndRecovers();
};

void TestLockedFile::refusesAndRecovers() {
    const QTemporaryDir folder;
    const auto path = folder.filePath(QStringLiteral("w")).toStdString();
    base::VirtualClock clock({1'700'000'000'000});
    app::OpenOptions options;
    options.clock = &clock;
    options.seed = 1;
    options.threaded = false;
    EVENHAND_NEED(app::WorkspaceCore::create(path, {}, options));
    auto core = app::WorkspaceCore::open(path, options);
    EVENHAND_NEED(core);
    EVENHAND_NEED((*core)->start());
    auto& engine = *(*core)->embedded();
    const auto ask = [&engine](ToyCommand command) {
        return engine.ask<std::int64_t>(toyCall(),
                                        [command](runtime::UnitOfWork& work) { return runToy(work, command); });
    };
    engine.runUntilIdle();
    auto other = store::Database::openSqlite(path + "/workspace.db", store::Database::Access::ReadWrite, false);
    EVENHAND_NEED(other);
    EVENHAND_NEED((*other)->begin());  // holds the write lock

    auto refused = ask({.id = 1});
    (void)engine.step();
    QVERIFY(refused.isFinished());
    QCOMPARE(refused.result().error().code, ErrorCode::Storage);
    QCOMPARE(engine.status().state, api::EngineState::Degraded);
    QVERIFY(!engine.status().reason.empty());

    (*other)->rollback();
    auto accepted = ask({.id = 2});
    engine.runUntilIdle();
    EVENHAND_NEED(accepted.result());
    QCOMPARE(engine.status().state, api::EngineState::Live);
    const auto state = readToy(engine.database(), engine.keyspace());
    EVENHAND_NEED(state);
    QCOMPARE(state->entries, std::set<std::int64_t>{2});
    QCOMPARE(state->disagreement(), std::string());
}

QTEST_GUILESS_MAIN(TestLockedFile)
#include "test_locked_file.moc"
