// SPDX-License-Identifier: GPL-3.0-or-later
// Every phase of an engine's storage with every transition: it leads where it must, or ends the process.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <QtTest>
#include <array>
#include <csignal>
#include <map>
#include <vector>

#include "engine/runtime/storage_lifecycle.h"

namespace test_storage_lifecycle {

using evenhand::runtime::StorageLifecycle;
using evenhand::runtime::StoragePhase;

namespace {

using Transition = void (StorageLifecycle::*)();

struct Named {
    const char* name;
    Transition transition;
    /// From which phases to which; every other one is an error of the engine.
    std::map<StoragePhase, StoragePhase> leads;
};

using P = StoragePhase;
const std::array<Named, 8> kTransitions{{
    {"recovered",
     &StorageLifecycle::recovered,
     {{P::Opening, P::Working}, {P::Repairing, P::Working}, {P::ServerAway, P::Working}}},
    {"repairNeeded",
     &StorageLifecycle::repairNeeded,
     {{P::Working, P::Repairing}, {P::ServerAway, P::Repairing}, {P::Repairing, P::Repairing}}},
    {"repairFailed", &StorageLifecycle::repairFailed, {{P::Repairing, P::Repairing}}},
    {"filesLost", &StorageLifecycle::filesLost, {{P::Working, P::FilesLost}, {P::Repairing, P::FilesLost}}},
    {"filesSaved", &StorageLifecycle::filesSaved, {{P::FilesLost, P::FilesSaved}, {P::FilesSaved, P::FilesSaved}}},
    {"filesFound", &StorageLifecycle::filesFound, {{P::FilesLost, P::Repairing}, {P::FilesSaved, P::Repairing}}},
    {"serverLost", &StorageLifecycle::serverLost, {{P::Working, P::ServerAway}}},
    {"closed",
     &StorageLifecycle::closed,
     {{P::Opening, P::Closed},
      {P::Working, P::Closed},
      {P::Repairing, P::Closed},
      {P::FilesLost, P::Closed},
      {P::FilesSaved, P::Closed},
      {P::ServerAway, P::Closed}}},
}};

struct Phase {
    const char* name;
    StoragePhase phase;
    std::vector<Transition> way;  ///< from the beginning
};
const std::array<Phase, 7> kPhases{{
    {"Opening", P::Opening, {}},
    {"Working", P::Working, {&StorageLifecycle::recovered}},
    {"Repairing", P::Repairing, {&StorageLifecycle::recovered, &StorageLifecycle::repairNeeded}},
    {"FilesLost", P::FilesLost, {&StorageLifecycle::recovered, &StorageLifecycle::filesLost}},
    {"FilesSaved",
     P::FilesSaved,
     {&StorageLifecycle::recovered, &StorageLifecycle::filesLost, &StorageLifecycle::filesSaved}},
    {"ServerAway", P::ServerAway, {&StorageLifecycle::recovered, &StorageLifecycle::serverLost}},
    {"Closed", P::Closed, {&StorageLifecycle::closed}},
}};

/// In a process of its own.
bool aborts(StorageLifecycle& lifecycle, Transition transition) {
    const auto child = ::fork();
    if (child == 0) {
        const rlimit none{0, 0};
        ::setrlimit(RLIMIT_CORE, &none);
        ::signal(SIGABRT, SIG_DFL);  // Qt Test's own would report a crash
        (void)::close(STDERR_FILENO);
        (lifecycle.*transition)();
        ::_exit(0);
    }
    int status = 0;
    return child > 0 && ::waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
}

}  // namespace

class TestStorageLifecycle : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyPhaseWithEveryTransition_data() {
        QTest::addColumn<int>("phase");
        QTest::addColumn<int>("transition");
        for (std::size_t phase = 0; phase < kPhases.size(); ++phase) {
            for (std::size_t transition = 0; transition < kTransitions.size(); ++transition) {
                QTest::addRow("%s, %s", kPhases[phase].name, kTransitions[transition].name)
                    << static_cast<int>(phase) << static_cast<int>(transition);
            }
        }
    }
    void everyPhaseWithEveryTransition() {
        QFETCH(int, phase);
        QFETCH(int, transition);
        const auto& from = kPhases[static_cast<std::size_t>(phase)];
        const auto& named = kTransitions[static_cast<std::size_t>(transition)];
        StorageLifecycle lifecycle;
        for (const auto step : from.way) {
            (lifecycle.*step)();
        }
        QCOMPARE(lifecycle.phase(), from.phase);
        QCOMPARE(lifecycle.working(), from.phase == P::Working);
        QCOMPARE(lifecycle.withoutFiles(), from.phase == P::FilesLost || from.phase == P::FilesSaved);
        const auto leads = named.leads.find(from.phase);
        if (leads == named.leads.end()) {
            QVERIFY(aborts(lifecycle, named.transition));
            return;
        }
        (lifecycle.*named.transition)();
        QCOMPARE(lifecycle.phase(), leads->second);
    }
};

}  // namespace test_storage_lifecycle

QTEST_APPLESS_MAIN(test_storage_lifecycle::TestStorageLifecycle)
#include "test_storage_lifecycle.moc"
