// SPDX-License-Identifier: GPL-3.0-or-later
// Place + pay + dispatch, durable, against a raw SQLite program with the same schema, rows and batches: with orders as
// they are in the real file (about 24 lines), and with orders of 2 lines. And the same on MariaDB against SQLite, each
// commit synced by both.
#include <QDir>
#include <algorithm>
#include <atomic>
#include <future>

#include "app/workspace/workspace.h"
#include "tests/bench/bench_support.h"
#include "tests/bench/raw_peer.h"
#include "tests/support/servers/mariadb_server.h"

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

struct Rate {
    double perSecond = -1;
    double commitMs = -1;  ///< median: the check of the owner, and the sync
};

/// `database`: empty for SQLite. `before` runs when everything is prepared.
Rate engineRate(
    const std::string& folder, const std::string& database, const std::vector<BenchOrder>& orders, std::size_t count,
    const std::function<void()>& before = [] {}) {
    app::OpenOptions options;
    options.seed = 1;
    app::WorkspaceOptions made;
    made.database = database;
    auto workspace = app::Workspace::create(folder, made, options);
    if (!workspace || !prepare(**workspace, orders)) {
        std::fprintf(stderr, "cannot prepare the workspace: %s\n", workspace ? "" : workspace.error().text().c_str());
        return {};
    }
    before();
    Rate rate;
    rate.perSecond = OrderLoop(**workspace, orders, count).run();
    rate.commitMs = (*workspace)->status().commitP50Ms;
    return rate;
}

/// What the server has counted since it started.
struct Counted {
    double statements = -1;
    double commits = -1;
    double syncs = -1;

    static Counted of(const testing::MariadbServer& server) {
        const auto counter = [&](const char* name) {
            const auto value = server.value(
                std::string("SELECT variable_value FROM information_schema.global_status WHERE variable_name = '") +
                name + "'");
            return value ? value->toDouble() : -1;
        };
        return {counter("QUESTIONS"), counter("COM_COMMIT"), counter("INNODB_DATA_FSYNCS")};
    }
};

std::string titled(int linesEach, bool synthetic) {
    return std::string(linesEach == 2 ? "orders of 2 lines" : "orders as in the file") +
           (synthetic ? " (generated)" : "");
}

/// A server with its data beside SQLite's file, which syncs its log at each commit; nullptr: said why.
std::unique_ptr<testing::MariadbServer> syncingServer() {
    auto server =
        std::make_unique<testing::MariadbServer>(QDir::current().filePath(QStringLiteral("bench-mariadb-XXXXXX")));
    const auto started = server->start({QStringLiteral("--innodb-flush-log-at-trx-commit=1"),
                                        // A log that is not full after each round: else its checkpoints are measured.
                                        QStringLiteral("--innodb-log-file-size=512M")});
    if (!started) {
        std::fprintf(stderr, "%s\n", started.error().text().c_str());
        return nullptr;
    }
    const auto flush = server->value("SELECT @@innodb_flush_log_at_trx_commit");
    if (!flush || *flush != QLatin1String("1")) {
        std::fprintf(stderr, "the server does not sync its log at each commit\n");
        return nullptr;
    }
    return server;
}

void compareDatabases(Report& report, testing::MariadbServer& server, int linesEach) {
    bool synthetic = false;
    const auto orders = loadBenchOrders(linesEach, synthetic);
    const std::size_t count = linesEach == 2 ? 20'000 : 6'000;
    std::vector<double> sqlite;
    std::vector<double> mariadb;
    std::vector<double> commitMs;
    std::vector<double> perOrder;
    std::vector<double> perCommit;
    std::vector<double> syncs;
    for (int round = 0; round < kRounds; ++round) {
        QTemporaryDir scratch(QDir::current().filePath(QStringLiteral("bench-XXXXXX")));
        sqlite.push_back(
            engineRate(scratch.filePath(QStringLiteral("file")).toStdString(), {}, orders, count).perSecond);
        const auto settings = server.newDatabase();
        Counted before;
        const auto rate = engineRate(scratch.filePath(QStringLiteral("server")).toStdString(),
                                     settings ? settings->url() : "mysql://no-server", orders, count,
                                     [&] { before = Counted::of(server); });
        const auto after = Counted::of(server);
        const double commits = after.commits - before.commits;
        mariadb.push_back(rate.perSecond);
        commitMs.push_back(rate.commitMs);
        perOrder.push_back((after.statements - before.statements) / static_cast<double>(count));
        perCommit.push_back(static_cast<double>(count) / commits);
        syncs.push_back((after.syncs - before.syncs) / commits);
    }
    const auto what = titled(linesEach, synthetic);
    report.line("place + pay + dispatch, SQLite, " + what, median(sqlite), "/s");
    report.line("place + pay + dispatch, MariaDB, " + what, median(mariadb), "/s");
    report.ratio("  ratio", median(mariadb), median(sqlite), 1.0 / 4);
    report.line("  statements per order", median(perOrder), "");
    report.line("  orders per commit", median(perCommit), "");
    report.line("  commit with its sync", median(commitMs), "ms");
    report.line("  server syncs per commit", median(syncs), "");
}

}  // namespace

void databaseServer(Report& report) {
    const auto server = syncingServer();
    if (!server) {
        report.line("place + pay + dispatch, MariaDB", -1, "/s", 0);
        return;
    }
    for (const int linesEach : {0, 2}) {
        compareDatabases(report, *server, linesEach);
    }
}

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
            ours.push_back(
                engineRate(scratch.filePath(QStringLiteral("workspace")).toStdString(), {}, orders, count).perSecond);
        }
        const auto what = titled(linesEach, synthetic);
        report.line("place + pay + dispatch, engine, " + what, median(ours), "/s");
        report.line("place + pay + dispatch, raw SQLite, " + what, median(raw), "/s");
        report.ratio("  ratio", median(ours), median(raw), 1.0 / 3);
    }
}

}  // namespace evenhand::bench
