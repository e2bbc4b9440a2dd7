// SPDX-License-Identifier: GPL-3.0-or-later
// Place + pay + dispatch, durable, against a raw SQLite program with the same schema, rows and batches: with orders as
// they are in the real file (about 24 lines), and with orders of 2 lines.
#include <QDir>
#include <atomic>
#include <future>

#include "app/workspace/workspace.h"
#include "tests/bench/bench_support.h"
#include "tests/bench/raw_peer.h"

namespace evenhand::bench {
namespace {

constexpr int kCouriers = 40;
constexpr std::size_t kBatch = 500;
constexpr int kRounds = 3;

api::Call benchCall() { return {api::Actor::administrator("local:bench"), {}, {}}; }

bool prepare(app::Workspace& workspace, const std::vector<BenchOrder>& orders) {
    std::vector<api::CourierInput> couriers;
    for (int i = 0; i < kCouriers; ++i) {
        couriers.push_back({CourierId("K" + std::to_string(i)), CampusId("C"), "", "", true});
    }
    std::vector<api::ProductRow> products;
    for (const auto& sku : skusOf(orders)) {
        products.push_back({Sku(sku), sku, Money{1}, 1'000'000'000});
    }
    auto made = workspace.dispatch().upsertCouriers(benchCall(), couriers);
    auto stocked = workspace.orders().upsertProducts(benchCall(), products, false);
    made.waitForFinished();
    stocked.waitForFinished();
    for (const auto& result : {made.result(), stocked.result()}) {
        if (!result) {
            std::fprintf(stderr, "%s\n", result.error().text().c_str());
            return false;
        }
    }
    return true;
}

/// Places batch after batch; each batch is paid when its placing is durable. Two batches are under way at once.
class OrderLoop {
public:
    OrderLoop(app::Workspace& workspace, const std::vector<BenchOrder>& orders, std::size_t count)
        : m_workspace(workspace), m_orders(orders), m_count(count) {}

    [[nodiscard]] double run() {
        const double took = seconds([this] {
            m_open = 2;
            place();
            place();
            m_done.get_future().wait();
            while (m_workspace.status().unassigned != 0 && !m_failed) {
                // Dispatch of the last batch; the status is counted after each commit.
                auto left = m_workspace.orders().count(benchCall(), unassigned());
                left.waitForFinished();
                if (left.result() && *left.result() == 0) {
                    break;
                }
            }
        });
        return m_failed ? -1 : static_cast<double>(m_count) / took;
    }

private:
    static api::OrderFilter unassigned() {
        api::OrderFilter filter;
        filter.unassignedOnly = true;
        return filter;
    }
    void place() {
        const std::size_t first = m_next.fetch_add(kBatch);
        if (first >= m_count || m_failed) {
            if (--m_open == 0) {
                m_done.set_value();
            }
            return;
        }
        std::vector<api::PlaceOrder> requests;
        requests.reserve(kBatch);
        for (std::size_t i = first; i < std::min(m_count, first + kBatch); ++i) {
            api::PlaceOrder request;
            request.key = "N" + std::to_string(i);
            request.orderNo = OrderNo(request.key);
            request.user = UserId("U" + std::to_string(i % 5000));
            request.campus = CampusId("C");
            for (const auto& line : m_orders[i % m_orders.size()]) {
                request.lines.push_back({Sku(line.sku), line.quantity, Money{line.unitPrice}});
            }
            requests.push_back(std::move(request));
        }
        m_workspace.orders().placeMany(
            benchCall(), std::move(requests), [this](std::vector<Result<api::PlacedOrder>> placed) {
                std::vector<api::PayOrder> payments;
                payments.reserve(placed.size());
                for (const auto& order : placed) {
                    if (!order) {
                        std::fprintf(stderr, "%s\n", order.error().text().c_str());
                        m_failed = true;
                        continue;
                    }
                    payments.push_back({PaymentNo("P" + order->orderNo.str()), order->orderNo, order->payable});
                }
                m_workspace.orders().payMany(
                    benchCall(), std::move(payments), [this](const std::vector<Result<api::PaymentAnswer>>& paid) {
                        for (const auto& answer : paid) {
                            m_failed = m_failed || !answer || answer->outcome != api::PaymentOutcome::Accepted;
                        }
                        place();
                    });
            });
    }

    app::Workspace& m_workspace;
    const std::vector<BenchOrder>& m_orders;
    std::size_t m_count;
    std::atomic<std::size_t> m_next{0};
    std::atomic<int> m_open{0};
    std::atomic<bool> m_failed{false};
    std::promise<void> m_done;
};

double engineRate(const std::string& folder, const std::vector<BenchOrder>& orders, std::size_t count) {
    app::OpenOptions options;
    options.seed = 1;
    auto workspace = app::Workspace::create(folder, {}, options);
    if (!workspace || !prepare(**workspace, orders)) {
        std::fprintf(stderr, "cannot prepare the workspace\n");
        return -1;
    }
    return OrderLoop(**workspace, orders, count).run();
}

}  // namespace

void placePayDispatch(Report& report) {
    for (const int linesEach : {0, 2}) {
        bool synthetic = false;
        const auto orders = loadBenchOrders(linesEach, synthetic);
        const std::size_t count = linesEach == 2 ? 60'000 : 15'000;
        std::vector<double> ours;
        std::vector<double> raw;
        for (int round = 0; round < kRounds; ++round) {
            QTemporaryDir scratch(QDir::current().filePath(QStringLiteral("bench-XXXXXX")));
            raw.push_back(rawPlacePayDispatch(scratch.filePath(QStringLiteral("raw.db")).toStdString(), orders, count,
                                              kBatch, kCouriers));
            ours.push_back(engineRate(scratch.filePath(QStringLiteral("workspace")).toStdString(), orders, count));
        }
        std::string what = linesEach == 2 ? "orders of 2 lines" : "orders as in the file";
        what += synthetic ? " (generated)" : "";
        report.line("place + pay + dispatch, engine, " + what, median(ours), "/s");
        report.line("place + pay + dispatch, raw SQLite, " + what, median(raw), "/s");
        report.line("  ratio", median(ours) / median(raw), "x", 1.0 / 3);
    }
}

}  // namespace evenhand::bench
