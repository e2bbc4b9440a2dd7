// SPDX-License-Identifier: GPL-3.0-or-later
// Fifty consoles at one service, on SQLite. Orders come over HTTP at full rate, from wrk in a process of its own, with
// the consoles connected (each shows a page and acts once a second, console_load.h) and without them, in pairs. What
// the consoles do for themselves is not the service's: in the run without them a process beside takes as much of the
// processors as their process took in the run before. Then, while the consoles go on: until when a change is seen
// everywhere, page jumps over a line that takes 50 ms in each direction, and what a console costs in memory.
// EVENHAND_BENCH_ORDERS, EVENHAND_BENCH_SCALE (of the durations) and EVENHAND_BENCH_WORKSPACE, as elsewhere.
#include <unistd.h>

#include <QDir>
#include <QTemporaryDir>
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "app/workspace/workspace.h"
#include "engine/api/token_desk.h"
#include "tests/bench/bench_support.h"
#include "tests/bench/bench_workspaces.h"
#include "tests/bench/console_load.h"
#include "tests/bench/service_process.h"
#include "tests/bench/wrk_load.h"
#include "tests/remote/line_proxy.h"

namespace evenhand::bench {
namespace {

constexpr int kConsoles = 50;
constexpr int kConnections = 64;
constexpr int kPairs = 3;
constexpr double kShareOfRate = 0.85;
constexpr double kSeenMs = 1'000;
constexpr double kPageMs = 50;
constexpr double kMiBAConsole = 2;
constexpr auto kOneWay = std::chrono::milliseconds(50);

api::Call benchCall() { return {api::Actor::administrator("local:bench"), "bench", {}}; }

void waitFor(double seconds) {
    std::this_thread::sleep_for(std::chrono::duration<double>(std::max(1.0, seconds * benchScale())));
}

LoadProcess consolesAt(std::uint16_t port, int count) {
    return LoadProcess({QStringLiteral("--consoles"), QString::number(port), QString::number(count)});
}

/// A token that may place orders; empty: it could not be made.
std::string tokenOf(const std::string& folder) {
    const auto workspace = app::Workspace::open(folder, {});
    if (!workspace) {
        std::fprintf(stderr, "%s\n", workspace.error().text().c_str());
        return {};
    }
    const auto name =
        "bench-" + std::to_string(std::chrono::system_clock::now().time_since_epoch().count() / 1'000'000);
    const auto made =
        (*workspace)->tokens().create(benchCall(), {name, api::bitOf(api::TokenScope::OrdersPlace), 0}).result();
    if (!made) {
        std::fprintf(stderr, "%s\n", made.error().text().c_str());
        return {};
    }
    return std::string(made->token.reveal());
}

/// Orders over HTTP, and what the service has taken of the processors for one.
struct Placed {
    double perSecond = 0;  ///< 0: it failed
    double p99Ms = 0;
    double cpuMs = 0;   ///< of the service, an order
    double beside = 0;  ///< cores that the load beside has taken
};

class OrderLoad {
public:
    OrderLoad(const ServiceProcess& service, std::string token) : m_service(service), m_token(std::move(token)) {}

    /// `beside`: the process that loads the machine meanwhile; 0: none.
    Placed place(Report& report, qint64 beside) {
        constexpr double kSeconds = 10;
        const auto name = std::to_string(++m_runs) + "-" + std::to_string(::getpid()) + "-";
        const WrkPosts posts{
            "/v1/orders", "Authorization: Bearer " + m_token + "\r\nContent-Type: application/json\r\n",
            "return 'Idempotency-Key: h" + name + "' .. number .. '\\r\\n', '{\"order_no\":\"H" + name +
                "' .. number .. '\",\"user_id\":\"u' .. number .. '\",\"campus_id\":\"Campus "
                "0\",\"lines\":[{\"sku\":\"S1\","
                "\"quantity\":1,\"unit_price_minor\":101}]}'"};
        const double cpu = cpuSecondsOf(m_service.pid());
        const double others = beside != 0 ? cpuSecondsOf(beside) : 0;
        const auto result =
            runWrk(m_service.port(), kConnections, std::max(1, static_cast<int>(kSeconds * benchScale())), posts);
        if (!result || result->refused + result->failed > 0 || result->answered == 0) {
            report.line("  orders refused or not answered",
                        result ? static_cast<double>(result->refused + result->failed) : 1, "", 0, false);
            return {};
        }
        return {result->perSecond(), result->p99Ms,
                1e3 * (cpuSecondsOf(m_service.pid()) - cpu) / static_cast<double>(result->answered),
                beside != 0 ? (cpuSecondsOf(beside) - others) / result->seconds : 0};
    }

private:
    const ServiceProcess& m_service;
    const std::string m_token;
    int m_runs = 0;
};

void sayWhatWasSeen(Report& report, const std::string& when, const QJsonObject& told) {
    const auto figure = [&](const char* name) { return told.value(QLatin1String(name)).toDouble(-1); };
    report.line("acts of the consoles, " + when, figure("acts"), "");
    report.line("  refused", told.isEmpty() ? 1 : figure("refused"), "", 0, false);
    report.line("  seen elsewhere p50, from when it was asked for", figure("seen_p50_ms"), "ms");
    // A process that has said nothing has seen nothing.
    report.line("  seen everywhere p99", figure("seen") > 0 ? figure("seen_p99_ms") : 1e9, "ms", kSeenMs, false);
    report.line("  longest", figure("seen_max_ms"), "ms");
    report.line("  never seen", told.isEmpty() ? 1 : figure("missing"), "", 0, false);
    report.line("  reads of what is shown p99", figure("read_p99_ms"), "ms");
}

/// The service's rate with consoles and without them, the processors being as busy.
void rates(Report& report, OrderLoad& orders, const ServiceProcess& service) {
    std::vector<double> with, without, cpuWith, cpuWithout;
    QJsonObject told;
    for (int pair = 0; pair < kPairs; ++pair) {
        auto consoles = std::make_unique<LoadProcess>(
            QStringList{QStringLiteral("--consoles"), QString::number(service.port()), QString::number(kConsoles)});
        if (!consoles->isReady()) {
            report.line("consoles connected", 0, "", kConsoles);
            return;
        }
        waitFor(2);
        const auto busy = orders.place(report, consoles->pid());
        told = consoles->stop();
        consoles.reset();
        LoadProcess burner({QStringLiteral("--burn"), QString::number(busy.beside)});
        const auto alone = orders.place(report, burner.pid());
        (void)burner.stop();
        with.push_back(busy.perSecond);
        without.push_back(alone.perSecond);
        cpuWith.push_back(busy.cpuMs);
        cpuWithout.push_back(alone.cpuMs);
        report.line("orders over HTTP, 50 consoles, pair " + std::to_string(pair + 1), busy.perSecond, "/s");
        report.line("  p99", busy.p99Ms, "ms");
        report.line("  cores that the consoles' own process took", busy.beside, "");
        report.line("orders over HTTP, as busy without them, pair " + std::to_string(pair + 1), alone.perSecond, "/s");
        report.line("  p99", alone.p99Ms, "ms");
        report.line("  cores that were taken beside", alone.beside, "");
    }
    const auto unloaded = orders.place(report, 0);
    report.ratio("ratio, orders with 50 consoles", median(with), median(without), kShareOfRate);
    report.line("  orders over HTTP with nothing beside", unloaded.perSecond, "/s");
    report.ratio("  ratio to that, the consoles' own work included", median(with), unloaded.perSecond, -1);
    report.line("  the service's processor time an order, with consoles", median(cpuWith), "ms");
    report.line("  without", median(cpuWithout), "ms");
    sayWhatWasSeen(report, "beside the orders", told);
}

/// Milliseconds, the median of nine.
template <typename Ask>
double medianMs(Ask ask) {
    std::vector<double> times;
    for (int i = 0; i < 9; ++i) {
        times.push_back(1e3 * seconds([&] { ask(); }));
    }
    return median(std::move(times));
}

/// Over a line that takes kOneWay in each direction: the page and the count that a jump asks for, at once.
void pageJumps(Report& report, std::uint16_t port) {
    test::LineProxy proxy(port);
    proxy.delay(kOneWay);
    const auto engine = connectToService(proxy.port());
    if (!engine) {
        report.line("page jumps: no line", 0, "", 1);
        return;
    }
    const api::Call call{engine->owner().value_or(api::Actor{}), {}, {}};
    auto& desk = engine->orders();
    bool fine = true;
    const double trip = medianMs([&] { fine = engine->accounts().signInState().result().has_value() && fine; });
    const auto total = desk.count(call, {}).result();
    if (!total) {
        report.line("page jumps: nothing is read", 0, "", 1);
        return;
    }
    double worst = 0;
    for (const auto sort :
         {api::OrderSort::Placed, api::OrderSort::OrderNo, api::OrderSort::Status, api::OrderSort::Campus,
          api::OrderSort::Courier, api::OrderSort::Payable, api::OrderSort::User, api::OrderSort::PaidAt}) {
        for (const std::int64_t offset : {std::int64_t{0}, *total / 2, std::max<std::int64_t>(0, *total - 300)}) {
            api::OrderQuery query;
            query.sort = sort;
            query.offset = offset;
            worst = std::max(worst, medianMs([&] {
                                 const auto page = desk.page(call, query);
                                 const auto count = desk.count(call, {});
                                 fine = page.result().has_value() && count.result().has_value() && fine;
                             }));
        }
    }
    report.line("round trip of the line", trip, "ms");
    report.line("page jump of " + std::to_string(*total) + " orders, slowest sort and place", worst, "ms",
                trip + kPageMs, false);
    report.line("  reads that failed", fine ? 0 : 1, "", 0, false);
}

/// What a console hears of orders.
class HeardOrders {
public:
    explicit HeardOrders(api::EngineApi& engine)
        : m_listening(engine.subscribe([this](const std::vector<api::Event>& events) {
              const std::scoped_lock lock(m_mutex);
              m_count += std::count_if(events.begin(), events.end(), [](const api::Event& event) {
                  return event.kind == api::Event::Kind::OrderChanged;
              });
              m_changed.notify_all();
          })) {}
    ~HeardOrders() { m_listening.reset(); }
    HeardOrders(const HeardOrders&) = delete;
    HeardOrders& operator=(const HeardOrders&) = delete;

    /// False: they have not come by then.
    [[nodiscard]] bool waitFor(std::int64_t count) {
        constexpr auto kPatience = std::chrono::minutes(5);
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, kPatience, [&] { return m_count >= count; });
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::int64_t m_count = 0;                        ///< by m_mutex
    std::unique_ptr<api::Subscription> m_listening;  ///< last: begins after the others
};

}  // namespace

void teamService(Report& report) {
    QTemporaryDir scratch(QDir::current().filePath(QStringLiteral("bench-XXXXXX")));
    const QString given = qEnvironmentVariable("EVENHAND_BENCH_WORKSPACE");
    const auto folder = (given.isEmpty() ? scratch.filePath(QStringLiteral("workspace")) : given).toStdString();
    if (given.isEmpty() && !fillWorkspace(folder, benchOrders(), 10'000)) {
        report.line("a workspace to serve", 0, "", 1);
        return;
    }
    const auto token = tokenOf(folder);
    {
        const ServiceProcess service(folder);
        if (token.empty() || service.port() == 0) {
            report.line("service", 0, "", 1);
            return;
        }
        OrderLoad orders(service, token);
        // Once, so that what follows grows by consoles alone: what the first orders and the first console need.
        (void)orders.place(report, 0);
        {
            auto first = consolesAt(service.port(), 1);
            waitFor(2);
            (void)first.stop();
        }
        const auto before = residentBytesOf(service.pid());
        {
            auto consoles = consolesAt(service.port(), kConsoles);
            if (!consoles.isReady()) {
                report.line("consoles connected", 0, "", kConsoles);
                return;
            }
            waitFor(60);
            report.line("memory of the service, a console",
                        static_cast<double>(residentBytesOf(service.pid()) - before) / kConsoles / (1 << 20), "MiB",
                        kMiBAConsole, false);
            pageJumps(report, service.port());
            sayWhatWasSeen(report, "nothing else going on", consoles.stop());
        }
        rates(report, orders, service);
    }
}

bool teamAnswers() {
    QTemporaryDir scratch(QDir::current().filePath(QStringLiteral("bench-XXXXXX")));
    const auto folder = scratch.filePath(QStringLiteral("workspace")).toStdString();
    if (!fillWorkspace(folder, 200, 100)) {
        return false;
    }
    QJsonObject told;
    {
        const ServiceProcess service(folder);
        const auto beside = service.port() != 0 ? connectToService(service.port()) : nullptr;
        if (!beside) {
            return false;
        }
        HeardOrders heard(*beside);
        auto consoles = consolesAt(service.port(), 3);
        LoadProcess burner({QStringLiteral("--burn"), QStringLiteral("0.1")});
        if (!consoles.isReady() || !burner.isReady()) {
            return false;
        }
        if (!heard.waitFor(9)) {
            std::fprintf(stderr, "the consoles do nothing that others hear of\n");
            return false;
        }
        (void)burner.stop();
        told = consoles.stop();
    }
    const auto figure = [&](const char* name) { return told.value(QLatin1String(name)).toInteger(-1); };
    std::fprintf(stderr, "acts %lld, refused %lld, seen %lld, missing %lld, reads %lld\n", figure("acts"),
                 figure("refused"), figure("seen"), figure("missing"), figure("reads"));
    // Each is heard of by both of the others. What the workspace was filled with has no history, which verify looks at.
    return figure("acts") > 0 && figure("refused") == 0 && figure("missing") == 0 &&
           figure("seen") == 2 * figure("acts") && figure("reads") > 0;
}

}  // namespace evenhand::bench
