// SPDX-License-Identifier: GPL-3.0-or-later
// Order timers: arming and cancelling beside a million pending timers, memory of each, lateness at 10,000 a second,
// 100,000 orders that fall due at one instant while new ones are placed, and an engine that has nothing to do.
#include <sys/resource.h>

#include <QDir>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <thread>

#include "app/workspace/workspace.h"
#include "engine/timer_queue/delay_queue.h"
#include "tests/bench/bench_support.h"

namespace evenhand::bench {
namespace {

constexpr std::int64_t kPending = 1'000'000;
constexpr std::size_t kBatch = 1'000;
constexpr int kUsualWorkers = static_cast<int>(api::WorkerSettings().workers);

api::Call benchCall() { return {api::Actor::administrator("local:bench"), "bench", {}}; }

std::unique_ptr<app::Workspace> makeWorkspace(const QString& folder, int workers) {
    app::OpenOptions options;
    options.seed = 1;
    options.workers = workers;
    auto made = app::Workspace::create(folder.toStdString(), {}, options);
    if (!made) {
        std::fprintf(stderr, "%s\n", made.error().text().c_str());
        return nullptr;
    }
    (*made)->dispatch().upsertCouriers(benchCall(), {{CourierId("k"), CampusId("C"), "", "", true}}).waitForFinished();
    (*made)
        ->orders()
        .upsertProducts(benchCall(), {{Sku("tea"), "Tea", Money{100}, 1'000'000'000}}, false)
        .waitForFinished();
    return std::move(*made);
}

/// Runs `rule(i)` for i in [0, count), many to a commit, as the engine's commands; false: one failed.
bool runMany(app::Workspace& workspace, std::int64_t count,
             const std::function<Result<void>(runtime::UnitOfWork&, std::int64_t)>& rule) {
    std::atomic<bool> good{true};
    std::vector<std::future<void>> waiting;
    for (std::int64_t first = 0; first < count; first += static_cast<std::int64_t>(kBatch)) {
        std::vector<std::int64_t> numbers;
        for (auto i = first; i < std::min(count, first + static_cast<std::int64_t>(kBatch)); ++i) {
            numbers.push_back(i);
        }
        auto done = std::make_shared<std::promise<void>>();
        waiting.push_back(done->get_future());
        workspace.core().engine().askMany<std::int64_t, void>(
            benchCall(), std::move(numbers),
            [&rule](runtime::UnitOfWork& work, const std::int64_t& number) { return rule(work, number); },
            [done, &good](const std::vector<Result<void>>& results) {
                for (const auto& result : results) {
                    good = good && result.has_value();
                }
                done->set_value();
            });
        if (waiting.size() >= 20) {
            waiting.front().wait();
            waiting.erase(waiting.begin());
        }
    }
    for (auto& one : waiting) {
        one.wait();
    }
    return good;
}

api::PlaceOrder order(const std::string& no) {
    api::PlaceOrder request;
    request.key = no;
    request.orderNo = OrderNo(no);
    request.user = UserId("u");
    request.campus = CampusId("C");
    request.lines = {{Sku("tea"), 1, Money{100}}};
    return request;
}

bool placeAll(app::Workspace& workspace, const std::string& prefix, std::int64_t count) {
    bool good = true;
    for (std::int64_t first = 0; first < count; first += static_cast<std::int64_t>(kBatch)) {
        std::vector<api::PlaceOrder> requests;
        for (auto i = first; i < std::min(count, first + static_cast<std::int64_t>(kBatch)); ++i) {
            requests.push_back(order(prefix + std::to_string(i)));
        }
        std::promise<bool> placed;
        workspace.orders().placeMany(benchCall(), std::move(requests), [&placed](const auto& results) {
            placed.set_value(std::all_of(results.begin(), results.end(), [](const auto& r) { return r.has_value(); }));
        });
        good = placed.get_future().get() && good;
    }
    return good;
}

std::int64_t armedUnpaid(app::Workspace& workspace) {
    auto count = workspace.timers().count(benchCall(), {{api::TimerKind::Unpaid}, {}, {}, {}, {}, {}});
    count.waitForFinished();
    return count.result().value_or(-1);
}

api::TimerFigures unpaidFigures(app::Workspace& workspace) {
    auto board = workspace.timers().board(benchCall(), {});
    board.waitForFinished();
    return board.result() ? board.result()->kinds.front() : api::TimerFigures{};
}

using Postponed = api::Answer<std::vector<api::TimerOutcome>>;

Postponed postpone(app::Workspace& workspace, const std::string& prefix, std::int64_t first, std::int64_t count,
                   Instant due) {
    std::vector<api::TimerRef> refs;
    for (auto i = first; i < first + count; ++i) {
        refs.push_back({OrderNo(prefix + std::to_string(i)), {}, {}});
    }
    return workspace.timers().postponeTo(benchCall(), std::move(refs), due);
}

bool allPostponed(std::vector<Postponed>& answers) {
    return std::all_of(answers.begin(), answers.end(), [](auto& answer) {
        answer.waitForFinished();
        const auto& rows = answer.result();
        return rows && std::none_of(rows->begin(), rows->end(), [](const auto& row) { return row.error.has_value(); });
    });
}

void armAndCancel(Report& report) {
    const QTemporaryDir scratch(QDir::current().filePath(QStringLiteral("bench-XXXXXX")));
    // Workers of the ring renew their leases every ten seconds, which is no work of timers.
    const auto workspace = makeWorkspace(scratch.filePath(QStringLiteral("w")), 0);
    if (!workspace) {
        return;
    }
    const Instant far = workspace->status().now.plusMs(1'000'000'000);
    const auto before = residentBytes();
    runMany(*workspace, kPending, [far](runtime::UnitOfWork& work, std::int64_t i) {
        return timers::schedule(work.keyspace(), api::TimerKind::AutoConfirm, OrderId{i + 1},
                                far.plusMs(i * 7 % 999'983));
    });
    const auto bytes = static_cast<double>(residentBytes() - before) / static_cast<double>(kPending);
    report.line("memory per pending timer", bytes, "bytes", 200, false);
    constexpr std::int64_t kPairs = 400'000;
    bool good = true;
    const double took = seconds([&] {
        good = runMany(*workspace, kPairs, [far](runtime::UnitOfWork& work, std::int64_t i) -> Result<void> {
            const OrderId id{2'000'000 + i};
            EVENHAND_TRY(timers::schedule(work.keyspace(), api::TimerKind::AutoConfirm, id, far.plusMs(i)));
            return timers::unschedule(work.keyspace(), api::TimerKind::AutoConfirm, id);
        });
    });
    report.line("arm and cancel beside 1,000,000 timers, durable", good ? 2.0 * kPairs / took : -1, "/s", 200'000);
    const auto wakeUpsWithin = [](int seconds) {
        rusage then{}, now{};
        getrusage(RUSAGE_SELF, &then);
        std::this_thread::sleep_for(std::chrono::seconds(seconds));
        getrusage(RUSAGE_SELF, &now);
        return now.ru_nvcsw - then.ru_nvcsw - 1;
    };
    // What was written is compacted and moved out of the log first, for as long as the disk takes; what goes on after a
    // minute is no such work.
    int settling = 0;
    while (settling < 60 && wakeUpsWithin(1) > 3) {
        ++settling;
    }
    report.note("at rest after " + std::to_string(settling) + " s");
    report.line("wake-ups of a process without workers, 1,000,000 far timers",
                static_cast<double>(wakeUpsWithin(12)) / 12, "/s", 0.5, false);
}

void lateness(Report& report) {
    const QTemporaryDir scratch(QDir::current().filePath(QStringLiteral("bench-XXXXXX")));
    const auto workspace = makeWorkspace(scratch.filePath(QStringLiteral("w")), kUsualWorkers);
    constexpr std::int64_t kOrders = 50'000;
    if (!workspace || !placeAll(*workspace, "A", kOrders)) {
        return;
    }
    const base::SystemClock clock;
    const Instant start = clock.now().plusMs(15'000);
    constexpr std::int64_t kEachMs = 10;
    std::vector<Postponed> answers;
    for (std::int64_t i = 0; i < kOrders; i += kEachMs) {
        answers.push_back(postpone(*workspace, "A", i, kEachMs, start.plusMs(i / kEachMs)));
    }
    if (!allPostponed(answers) || clock.now() >= start) {
        report.note("postponing took too long");
        return;
    }
    while (clock.now() < start.plusMs(kOrders / kEachMs) || armedUnpaid(*workspace) > 0) {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    const auto figures = unpaidFigures(*workspace);
    report.line("effects at 10,000 due a second", static_cast<double>(figures.effects), "orders", kOrders);
    report.line("lateness p50", static_cast<double>(figures.lateP50Ms.value_or(-1)), "ms");
    report.line("lateness p99", static_cast<double>(figures.lateP99Ms.value_or(99'999)), "ms", 10, false);
}

void allAtOnce(Report& report) {
    const QTemporaryDir scratch(QDir::current().filePath(QStringLiteral("bench-XXXXXX")));
    const auto workspace = makeWorkspace(scratch.filePath(QStringLiteral("w")), kUsualWorkers);
    constexpr std::int64_t kOrders = 100'000;
    if (!workspace || !placeAll(*workspace, "A", kOrders)) {
        return;
    }
    const base::SystemClock clock;
    const Instant due = clock.now().plusMs(20'000);
    std::vector<Postponed> answers;
    for (std::int64_t i = 0; i < kOrders; i += 5'000) {
        answers.push_back(postpone(*workspace, "A", i, 5'000, due));
    }
    if (!allPostponed(answers) || clock.now() >= due) {
        report.note("postponing took too long");
        return;
    }
    while (clock.now() < due) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    std::vector<double> placingMs;
    std::int64_t placed = 0;
    double took = 0;
    took = seconds([&] {
        while (workspace->status().now < due || unpaidFigures(*workspace).effects < kOrders) {
            for (int i = 0; i < 20; ++i) {
                placingMs.push_back(
                    1'000 * seconds([&] {
                        workspace->orders().place(benchCall(), order("B" + std::to_string(placed++))).waitForFinished();
                    }));
            }
        }
    });
    report.line("closing 100,000 orders that fall due at once", kOrders / took, "/s", 20'000);
    report.line("placing meanwhile, p99", quantile(placingMs, 0.99), "ms", 50, false);
    report.line("placing meanwhile, orders", static_cast<double>(placed), "");
}

}  // namespace

void timers(Report& report) {
    armAndCancel(report);
    lateness(report);
    allAtOnce(report);
}

}  // namespace evenhand::bench
