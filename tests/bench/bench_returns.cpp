// SPDX-License-Identifier: GPL-3.0-or-later
// Returns: asked for and approved, durable, a second; beside a history of orders the detail of one, the queue and the
// lists of refunds. Orders: 100,000, or what EVENHAND_BENCH_ORDERS says (1,000,000 for the promise about details).
#include <QDir>
#include <algorithm>
#include <atomic>
#include <future>

#include "app/workspace/workspace.h"
#include "tests/bench/bench_support.h"
#include "tests/bench/bench_workspaces.h"

namespace evenhand::bench {
namespace {

const api::Call kCall{api::Actor::administrator("local:bench"), "bench", {}};
constexpr std::int64_t kReturns = 20'000;

template <typename T>
T wait(api::Answer<T> answer, const char* what) {
    answer.waitForFinished();
    auto result = answer.result();
    if (!result) {
        std::fprintf(stderr, "%s: %s\n", what, result.error().text().c_str());
        std::exit(1);
    }
    if constexpr (!std::is_void_v<T>) {
        return *result;
    }
}

/// Milliseconds of one read, the median of nine.
template <typename Ask>
double medianMs(Ask ask) {
    std::vector<double> times;
    for (int i = 0; i < 9; ++i) {
        times.push_back(1e3 * seconds([&] { ask(i); }));
    }
    return median(times);
}

/// Orders N`from` … N`from + count - 1`.
struct Orders {
    std::int64_t from = 0;
    std::int64_t count = 0;
};

/// A return of one unit of each of `count` orders, spread over them, `inFlight` at a time; a second, -1 on an error.
double returnRate(api::ReturnsDesk& desk, std::int64_t count, Orders orders, int inFlight) {
    std::atomic<std::int64_t> next{0};
    std::atomic<int> running{2};
    std::atomic<bool> failed{false};
    std::promise<void> done;
    std::function<void()> send = [&] {
        const auto first = next.fetch_add(inFlight / 2);
        if (first >= count || failed) {
            if (--running == 0) {
                done.set_value();
            }
            return;
        }
        std::vector<api::RequestReturn> requests;
        for (auto i = first; i < std::min(count, first + inFlight / 2); ++i) {
            const auto order = orders.from + i * 7919 % orders.count;
            api::RequestReturn made;
            made.number = ReturnNo("R" + std::to_string(i));
            made.orderNo = OrderNo("N" + std::to_string(order));
            made.lines = {{Sku("S" + std::to_string((order + 250) % 500)), 1}};
            made.approve = true;
            requests.push_back(std::move(made));
        }
        desk.requestMany(kCall, std::move(requests), [&](const std::vector<Result<api::ReturnAnswer>>& answers) {
            for (const auto& answer : answers) {
                if (!answer) {
                    std::fprintf(stderr, "%s\n", answer.error().text().c_str());
                    failed = true;
                }
            }
            send();
        });
    };
    const double took = seconds([&] {
        send();
        send();
        done.get_future().wait();
    });
    return failed ? -1 : static_cast<double>(count) / took;
}

}  // namespace

void returnsAndRefunds(Report& report) {
    QTemporaryDir scratch(QDir::current().filePath(QStringLiteral("bench-XXXXXX")));
    const std::string folder = scratch.filePath(QStringLiteral("workspace")).toStdString();
    const std::int64_t orders = qEnvironmentVariableIsSet("EVENHAND_BENCH_ORDERS") ? benchOrders() : 100'000;
    report.note("Making a workspace of " + std::to_string(orders) + " orders …");
    if (!fillWorkspace(folder, orders, orders / 100)) {
        std::fprintf(stderr, "cannot fill the workspace\n");
        std::exit(1);
    }
    auto opened = app::Workspace::open(folder, {});
    if (!opened) {
        std::fprintf(stderr, "%s\n", opened.error().text().c_str());
        std::exit(1);
    }
    auto& all = **opened;
    wait(all.returns().setPolicy(kCall, {}, api::ReturnPolicy{}), "policy");
    // Each order comes back once.
    const auto third = orders / 3;
    report.line("returns asked for and approved, 2 in flight",
                returnRate(all.returns(), std::min<std::int64_t>(2'000, third), {0, third}, 2), "/s");
    report.line("returns asked for and approved, 64 in flight",
                returnRate(all.returns(), std::min(kReturns, orders - third), {third, orders - third}, 64), "/s",
                1'000);
    const auto rows = wait(all.returns().page(kCall, {}), "page");
    report.line("detail of a return", medianMs([&](int i) {
                    (void)wait(all.returns().detail(kCall, rows.at(static_cast<std::size_t>(i)).id), "detail");
                }),
                "ms", 50, false);
    api::ReturnQuery query;
    query.filter.stages = {api::ReturnStage::Approval, api::ReturnStage::Goods};
    report.line("first page of the queue",
                medianMs([&](int) { (void)wait(all.returns().page(kCall, query), "queue"); }), "ms", 50, false);
    report.line("its counts", medianMs([&](int) { (void)wait(all.returns().counts(kCall, {}), "counts"); }), "ms", 50,
                false);
    report.line("what an order may return", medianMs([&](int i) {
                    (void)wait(all.returns().returnable(kCall, OrderNo("N" + std::to_string(i))), "returnable");
                }),
                "ms", 50, false);
    report.line("first page of refunds", medianMs([&](int) { (void)wait(all.refunds().page(kCall, {}), "refunds"); }),
                "ms", 50, false);
    report.line("first page of the ledger", medianMs([&](int) { (void)wait(all.ledger().page(kCall, {}), "ledger"); }),
                "ms", 50, false);
    report.line("trial balance", medianMs([&](int) { (void)wait(all.ledger().trialBalance(kCall), "trial balance"); }),
                "ms", 50, false);
}

}  // namespace evenhand::bench
