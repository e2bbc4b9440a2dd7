// SPDX-License-Identifier: GPL-3.0-or-later
// The ring: tasks drained by 8 workers, while one more joins and one leaves; afterwards every task is done, and done
// once. 1,000,000 tasks, times $EVENHAND_BENCH_SCALE.
#include <QDir>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <thread>

#include "app/workspace/workspace.h"
#include "engine/task_making/make.h"
#include "tests/bench/bench_support.h"

namespace evenhand::bench {
namespace {

constexpr std::int64_t kTasks = 1'000'000;
constexpr std::size_t kWorkers = 8;
constexpr std::size_t kBatch = 2'000;

const api::Call kCall{api::Actor::administrator("local:bench"), "bench", {}};

template <typename T>
T wait(api::Answer<T> answer, const char* what) {
    answer.waitForFinished();
    auto result = answer.result();
    if (!result) {
        std::fprintf(stderr, "%s: %s\n", what, result.error().text().c_str());
        std::exit(1);
    }
    if constexpr (!std::is_void_v<T>) {
        return *std::move(result);
    }
}

void makeTasks(app::Workspace& workspace, std::int64_t count) {
    std::vector<std::future<void>> waiting;
    for (std::int64_t first = 0; first < count; first += static_cast<std::int64_t>(kBatch)) {
        std::vector<std::int64_t> numbers;
        for (auto i = first; i < std::min(count, first + static_cast<std::int64_t>(kBatch)); ++i) {
            numbers.push_back(i);
        }
        auto done = std::make_shared<std::promise<void>>();
        waiting.push_back(done->get_future());
        workspace.core().engine().askMany<std::int64_t, void>(
            kCall, std::move(numbers),
            [](runtime::UnitOfWork& work, const std::int64_t& number) {
                return tasks::makeNew(work, api::TaskKind::Rehearsal, "t" + std::to_string(number), {}, work.now());
            },
            [done](const std::vector<Result<void>>&) { done->set_value(); });
        if (waiting.size() > 8) {
            waiting[waiting.size() - 8].wait();
        }
    }
    for (auto& one : waiting) {
        one.wait();
    }
}

const api::TaskCounts& rehearsals(const api::RingSnapshot& snapshot) { return snapshot.counts.back(); }

}  // namespace

void taskRing(Report& report) {
    QTemporaryDir scratch(QDir::current().filePath(QStringLiteral("bench-XXXXXX")));
    const auto count =
        std::max<std::int64_t>(1'000, static_cast<std::int64_t>(static_cast<double>(kTasks) * benchScale()));
    app::OpenOptions options;
    options.seed = 1;
    options.workers = 0;
    auto opened =
        app::Workspace::create(scratch.filePath(QStringLiteral("workspace")).toStdString(), {}, std::move(options));
    if (!opened) {
        std::fprintf(stderr, "%s\n", opened.error().text().c_str());
        std::exit(1);
    }
    auto& workspace = **opened;
    const double made = seconds([&] { makeTasks(workspace, count); });
    report.line("tasks made", static_cast<double>(count) / made, "/s");

    using namespace std::chrono_literals;
    auto& ringWorkers = *workspace.ringWorkers();
    const double took = seconds([&] {
        for (std::size_t i = 1; i <= kWorkers; ++i) {
            ringWorkers.add(workspace.workerOptions(i));
        }
        int step = 0;
        std::int64_t left = count;
        while (left > 0) {
            std::this_thread::sleep_for(50ms);
            if (step < 2) {
                const auto snapshot = wait(workspace.tasks().ring(kCall), "ring");
                left = rehearsals(snapshot).pending + rehearsals(snapshot).processing;
                if (step == 0 && left < count * 2 / 3) {
                    ringWorkers.add(workspace.workerOptions(kWorkers + 1));
                    ++step;
                } else if (step == 1 && left < count / 3) {
                    ringWorkers.removeOne();
                    ++step;
                }
            } else if (!wait(workspace.tasks().nextDue(kCall, {}), "due")) {
                left = 0;
            }
        }
    });
    report.line("tasks drained by " + std::to_string(kWorkers) + " workers, with a join and a leave",
                static_cast<double>(count) / took, "/s", 50'000);
    // What is open is counted at intervals: the snapshot may be a little older than the end.
    auto snapshot = wait(workspace.tasks().ring(kCall), "ring");
    for (int i = 0; i < 200 && rehearsals(snapshot).done != count; ++i) {
        std::this_thread::sleep_for(50ms);
        snapshot = wait(workspace.tasks().ring(kCall), "ring");
    }
    const auto& counts = rehearsals(snapshot);
    std::int64_t byWorkers = 0;
    for (const auto& worker : snapshot.workers) {
        byWorkers += worker.done;
    }
    report.note("done " + std::to_string(counts.done) + " of " + std::to_string(counts.created) + ", " +
                std::to_string(byWorkers) + " by those who are still there");
    if (counts.done != count || counts.created != count || counts.dead != 0 || !invariantsHold(workspace)) {
        std::fprintf(stderr, "tasks were lost, or are dead\n");
        std::exit(1);
    }
}

}  // namespace evenhand::bench
