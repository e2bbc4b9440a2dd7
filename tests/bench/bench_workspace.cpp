// SPDX-License-Identifier: GPL-3.0-or-later
// A workspace of a million orders, 10,000 of them open: reads of the tables; and the recovery of a large keyspace.
#include <QDir>
#include <atomic>
#include <chrono>
#include <future>
#include <thread>

#include "app/workspace/workspace.h"
#include "engine/base/rng.h"
#include "tests/bench/bench_support.h"
#include "tests/bench/bench_workspaces.h"

namespace evenhand::bench {
namespace {

constexpr std::int64_t kPollMs = 1'000;

api::Call benchCall() { return {api::Actor::administrator("local:bench"), "bench", {}}; }

template <typename T>
T wait(api::Answer<T> answer, const char* what) {
    answer.waitForFinished();
    auto result = answer.result();
    if (!result) {
        std::fprintf(stderr, "%s: %s\n", what, result.error().text().c_str());
        std::exit(1);
    }
    return *result;
}

/// Milliseconds of one read, the median of nine.
template <typename Ask>
double medianMs(Ask ask) {
    std::vector<double> times;
    for (int i = 0; i < 9; ++i) {
        times.push_back(1e3 * seconds([&] { ask(); }));
    }
    return median(times);
}

const char* sortName(api::OrderSort sort) {
    switch (sort) {
        case api::OrderSort::Placed: return "placed";
        case api::OrderSort::OrderNo: return "order number";
        case api::OrderSort::Status: return "status";
        case api::OrderSort::Campus: return "campus";
        case api::OrderSort::Courier: return "courier";
        case api::OrderSort::Payable: return "payable";
        case api::OrderSort::User: return "user";
        case api::OrderSort::PaidAt: return "paid at";
        case api::OrderSort::Late: return "late";
    }
    return "?";
}

/// Orders are assigned after they are paid; under a rush, a good while after.
bool allDispatched(app::Workspace& workspace) {
    api::OrderFilter filter;
    filter.unassignedOnly = true;
    while (true) {
        auto waiting = workspace.orders().count(benchCall(), filter);
        waiting.waitForFinished();
        if (!waiting.result()) {
            return false;
        }
        if (*waiting.result() == 0) {
            return true;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}

/// The first `orders` are completed, as the engine leaves them: without a timer. That their couriers' reports and the
/// ends of their timers are left out does not matter to what the console reads.
bool makeHistory(const std::string& folder, std::int64_t orders) {
    auto database = store::Database::openSqlite(folder + "/workspace.db", store::Database::Access::ReadWrite, false);
    return database &&
           (*database)->execute(
               "UPDATE orders SET status = 'COMPLETED', timer = NULL, due_at = NULL "
               "WHERE order_id <= " +
               std::to_string(orders)) &&
           (*database)->execute("PRAGMA wal_checkpoint(TRUNCATE)");
}

/// From now on the open ones wait in the delay queue.
bool putIntoQueue(const std::string& folder) {
    auto workspace = app::Workspace::open(folder, {});
    if (!workspace) {
        return false;
    }
    auto on = (*workspace)->timers().setQueue(benchCall(), true, kPollMs);
    on.waitForFinished();
    if (!on.result()) {
        return false;
    }
    auto armed = (*workspace)->timers().rearmQueue(benchCall());
    armed.waitForFinished();
    return armed.result().has_value();
}

}  // namespace

bool fillWorkspace(const std::string& folder, std::int64_t orders, std::int64_t open) {
    {
        auto workspace = app::Workspace::create(folder, {});
        if (!workspace) {
            std::fprintf(stderr, "%s\n", workspace.error().text().c_str());
            return false;
        }
        std::vector<api::CourierInput> couriers;
        for (int campus = 0; campus < 8; ++campus) {
            for (int i = 0; i < 40; ++i) {
                couriers.push_back({CourierId("K" + std::to_string(campus) + "-" + std::to_string(i)),
                                    CampusId("Campus " + std::to_string(campus)), "Courier " + std::to_string(i), "",
                                    true});
            }
        }
        std::vector<api::ProductRow> products;
        for (int i = 0; i < 500; ++i) {
            products.push_back(
                {Sku("S" + std::to_string(i)), "Product " + std::to_string(i), Money{100 + i}, 1'000'000'000});
        }
        // Without the delay queue while they are placed: what is made history below had its timers long ago.
        auto unqueued = (*workspace)->timers().setQueue(benchCall(), false, kPollMs);
        auto made = (*workspace)->dispatch().upsertCouriers(benchCall(), couriers);
        auto stocked = (*workspace)->orders().upsertProducts(benchCall(), products, false);
        unqueued.waitForFinished();
        made.waitForFinished();
        stocked.waitForFinished();
        if (!unqueued.result() || !made.result() || !stocked.result()) {
            return false;
        }
        std::atomic<std::int64_t> next{0};
        std::atomic<int> running{2};
        std::atomic<bool> failed{false};
        std::promise<void> done;
        base::Rng rng(1);
        auto& desk = (*workspace)->orders();
        std::function<void()> place = [&] {
            const std::int64_t first = next.fetch_add(1000);
            if (first >= orders || failed) {
                if (--running == 0) {
                    done.set_value();
                }
                return;
            }
            std::vector<api::PlaceOrder> requests;
            for (std::int64_t i = first; i < std::min(orders, first + 1000); ++i) {
                api::PlaceOrder request;
                request.key = "N" + std::to_string(i);
                request.orderNo = OrderNo(request.key);
                request.user = UserId("u" + std::to_string(i * 7919 % 50'000));
                request.campus = CampusId("Campus " + std::to_string(i % 8));
                request.lines = {{Sku("S" + std::to_string(i % 500)), 1 + i % 3, Money{100 + i % 500}},
                                 {Sku("S" + std::to_string((i + 250) % 500)), 1, Money{100 + i % 321}}};
                requests.push_back(std::move(request));
            }
            desk.placeMany(benchCall(), std::move(requests), [&](std::vector<Result<api::PlacedOrder>> placed) {
                std::vector<api::PayOrder> payments;
                for (const auto& order : placed) {
                    if (!order) {
                        failed = true;
                        continue;
                    }
                    payments.push_back({PaymentNo("P" + order->orderNo.str()), order->orderNo, order->payable});
                }
                desk.payMany(benchCall(), std::move(payments),
                             [&](const std::vector<Result<api::PaymentAnswer>>&) { place(); });
            });
        };
        place();
        place();
        done.get_future().wait();
        if (failed || !allDispatched(**workspace)) {
            return false;
        }
    }
    return makeHistory(folder, orders - open) && putIntoQueue(folder);
}

void largeWorkspace(Report& report) {
    QTemporaryDir scratch(QDir::current().filePath(QStringLiteral("bench-XXXXXX")));
    const std::string folder = scratch.filePath(QStringLiteral("workspace")).toStdString();
    const std::int64_t orders = benchOrders();
    report.note("Making a workspace of " + std::to_string(orders) + " orders …");
    const double filling = seconds([&] {
        if (!fillWorkspace(folder, orders, 10'000)) {
            std::fprintf(stderr, "cannot fill the workspace\n");
            std::exit(1);
        }
    });
    report.line("placed, paid and dispatched", static_cast<double>(orders) / filling, "/s");
    std::unique_ptr<app::Workspace> workspace;
    report.line("opening it", 1e3 * seconds([&] { workspace = std::move(*app::Workspace::open(folder, {})); }), "ms");
    auto& desk = workspace->orders();
    for (const auto sort :
         {api::OrderSort::Placed, api::OrderSort::OrderNo, api::OrderSort::Status, api::OrderSort::Campus,
          api::OrderSort::Courier, api::OrderSort::Payable, api::OrderSort::User, api::OrderSort::PaidAt}) {
        double worst = 0;
        for (const std::int64_t offset : {std::int64_t{0}, orders / 2, orders - 300}) {
            api::OrderQuery query;
            query.sort = sort;
            query.offset = offset;
            worst = std::max(worst, medianMs([&] { (void)wait(desk.page(benchCall(), query), "page"); }));
        }
        report.line(std::string("page jump, sorted by ") + sortName(sort) + ", slowest of three places", worst, "ms",
                    50, false);
    }
    const auto filtered = [&](const char* what, const api::OrderFilter& filter) {
        api::OrderQuery query;
        query.filter = filter;
        report.line(std::string("first page, filtered by ") + what,
                    medianMs([&] { (void)wait(desk.page(benchCall(), query), "page"); }), "ms", 50, false);
        report.line(std::string("count, filtered by ") + what,
                    medianMs([&] { (void)wait(desk.count(benchCall(), filter), "count"); }), "ms", 50, false);
    };
    api::OrderFilter filter;
    filter.statuses = {api::OrderStatus::WaitPickUp};
    filtered("status", filter);
    filter = {};
    filter.campus = CampusId("Campus 3");
    filtered("campus", filter);
    filter = {};
    filter.courier = CourierId("K3-7");
    filtered("courier", filter);
    filter = {};
    filter.user = UserId("u7919");
    filtered("user", filter);
    filter = {};
    filter.text = "N4242";
    filtered("text", filter);
    filter = {};
    filter.unassignedOnly = true;
    filtered("unassigned", filter);
    report.line("resident memory, engine with " + std::to_string(orders) + " orders",
                static_cast<double>(residentBytes()) / 1e6, "MB", 250, false);
}

void keyspaceRecovery(Report& report) {
    QTemporaryDir scratch(QDir::current().filePath(QStringLiteral("bench-XXXXXX")));
    const std::string folder = scratch.filePath(QStringLiteral("workspace")).toStdString();
    // Each take leaves one log entry with its expiry in the keyspace.
    if (engineTakeRate(folder, 1000, 1'000'000) < 0) {
        std::fprintf(stderr, "cannot fill the keyspace\n");
        std::exit(1);
    }
    std::vector<double> times;
    for (int i = 0; i < 3; ++i) {
        std::unique_ptr<app::Workspace> workspace;
        times.push_back(seconds([&] { workspace = std::move(*app::Workspace::open(folder, {})); }));
    }
    report.line("opening a workspace whose keyspace has 1,000,000 entries", median(times), "s", 3, false);
}

}  // namespace evenhand::bench
