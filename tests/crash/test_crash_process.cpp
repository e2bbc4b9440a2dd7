// SPDX-License-Identifier: GPL-3.0-or-later
// A real process with the engine's own threads on real files, killed by SIGKILL while it works. Every answer that came
// through the pipe before must be there afterwards. Without arguments: the test; with "--child FOLDER": the victim.
#include <unistd.h>

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <cstdio>

#include "tests/support/check.h"
#include "tests/support/servers/mariadb_server.h"
#include "tests/support/shops/toy_domain.h"

using namespace evenhand;
using namespace evenhand::test;

namespace {

constexpr std::int64_t kInFlight = 200;

/// Keeps commands in flight for ever, and writes the id of each acknowledged one.
int child(const std::string& folder) {
    auto core = app::WorkspaceCore::open(folder, {});
    if (!core || !(*core)->start()) {
        return 1;
    }
    auto& engine = (*core)->engine();
    std::int64_t next = 1;
    {
        const auto inspected =
            (*core)->inspect([&](store::Database& database, keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
                EVENHAND_ASSIGN(const auto state, readToy(database, keyspace));
                next = state.entries.empty() ? 1 : *state.entries.rbegin() + 1;
                return {};
            });
        if (!inspected) {
            return 1;
        }
    }
    while (true) {
        std::vector<api::Answer<std::int64_t>> answers;
        const std::int64_t first = next;
        for (; next < first + kInFlight; ++next) {
            const ToyCommand command{.id = next};
            answers.push_back(engine.ask<std::int64_t>(
                toyCall(), [command](runtime::UnitOfWork& work) { return runToy(work, command); }));
        }
        for (std::size_t i = 0; i < answers.size(); ++i) {
            if (answers[i].result()) {
                const auto line = std::to_string(first + static_cast<std::int64_t>(i)) + "\n";
                if (::write(STDOUT_FILENO, line.data(), line.size()) < 0) {
                    return 1;
                }
            }
        }
    }
}

}  // namespace

class TestCrashProcess : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void killedWhileItWorks();
};

void TestCrashProcess::killedWhileItWorks() {
    QTemporaryDir parent;
    const auto folder = parent.filePath(QStringLiteral("w"));
    EVENHAND_NEED(app::WorkspaceCore::create(folder.toStdString(), {.database = evenhand::testing::freshDatabase()}));
    std::set<std::int64_t> acknowledged;
    for (const int after : {1, 37, 150, 420, 5, 260}) {  // answers seen before the kill
        QProcess victim;
        victim.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--child"), folder});
        QVERIFY(victim.waitForStarted());
        int seen = 0;
        while (seen < after) {
            QVERIFY(victim.waitForReadyRead(120'000));
            while (victim.canReadLine()) {
                acknowledged.insert(victim.readLine().trimmed().toLongLong());
                ++seen;
            }
        }
        victim.kill();
        QVERIFY(victim.waitForFinished(60'000));
        while (victim.canReadLine()) {
            acknowledged.insert(victim.readLine().trimmed().toLongLong());
        }
        app::OpenOptions options;
        options.threaded = false;
        const auto core = app::WorkspaceCore::open(folder.toStdString(), options);
        EVENHAND_NEED(core);
        EVENHAND_NEED((*core)->start());
        const auto state = readToy((*core)->embedded()->database(), (*core)->embedded()->keyspace());
        EVENHAND_NEED(state);
        QCOMPARE(state->disagreement(), std::string());
        QVERIFY(std::includes(state->entries.begin(), state->entries.end(), acknowledged.begin(), acknowledged.end()));
        // A prefix: ids are given in order, so there is no hole.
        QCOMPARE(static_cast<std::int64_t>(state->entries.size()), *state->entries.rbegin());
    }
}

int main(int argc, char** argv) {
    QCoreApplication application(argc, argv);
    const auto arguments = QCoreApplication::arguments();
    if (arguments.size() == 3 && arguments[1] == QLatin1String("--child")) {
        return child(arguments[2].toStdString());
    }
    TestCrashProcess test;
    return QTest::qExec(&test, argc, argv);
}

#include "test_crash_process.moc"
