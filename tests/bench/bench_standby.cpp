// SPDX-License-Identifier: GPL-3.0-or-later
// Two services for one workspace on a MariaDB server, and consoles that have both addresses and act without a pause:
// how long it takes until every one of them is answered by the service that stood by, counted from the moment at which
// the other has ended. It is stopped; it is killed; and it is killed as on a machine of its own, of which nothing is
// known but its lease.
#include <QDir>
#include <QTemporaryDir>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/workspace/workspace.h"
#include "tests/bench/bench_support.h"
#include "tests/bench/service_process.h"
#include "tests/support/servers/mariadb_server.h"

namespace evenhand::bench {
namespace {

using Steady = std::chrono::steady_clock;

constexpr int kConsoles = 10;
constexpr int kRounds = 3;
constexpr double kPatienceS = 60;
constexpr double kAfterStopS = 2;
constexpr double kAfterKillS = 12;
const Sku kTea("tea");

/// A console that receives a piece of tea as often as it is answered.
class ActingConsole {
public:
    explicit ActingConsole(const std::vector<std::uint16_t>& ports)
        : m_engine(connectToServices(ports)), m_thread([this] { run(); }) {}
    ~ActingConsole() {
        m_over = true;
        m_thread.join();
    }
    ActingConsole(const ActingConsole&) = delete;
    ActingConsole& operator=(const ActingConsole&) = delete;

    /// When it was last told that something is done.
    [[nodiscard]] Steady::time_point doneAt() const { return m_doneAt; }

private:
    void run() {
        if (m_engine == nullptr || !m_engine->owner()) {
            return;
        }
        const api::Call call{*m_engine->owner(), {}, {}};
        while (!m_over) {
            if (m_engine->shop().receiveStock(call, kTea, 1, {}).result()) {
                m_doneAt = Steady::now();
            } else {
                std::this_thread::sleep_for(std::chrono::milliseconds(5));  // nobody presses the button faster
            }
        }
    }

    std::unique_ptr<remote::RemoteEngine> m_engine;
    std::atomic<bool> m_over{false};
    std::atomic<Steady::time_point> m_doneAt{Steady::time_point{}};
    std::thread m_thread;
};

using Consoles = std::vector<std::unique_ptr<ActingConsole>>;

/// Seconds until every console was told after `since` that something is done; kPatienceS: not all were.
double secondsUntilAllGoOn(const Consoles& consoles, Steady::time_point since) {
    const auto passed = [&since] { return std::chrono::duration<double>(Steady::now() - since).count(); };
    const auto goesOn = [&since](const auto& console) { return console->doneAt() > since; };
    while (!std::all_of(consoles.begin(), consoles.end(), goesOn)) {
        if (passed() > kPatienceS) {
            return kPatienceS;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return passed();
}

/// The workspace, and the other machine's folder on it. False: why was said.
bool makeFolders(const std::string& one, const std::string& other, const std::string& database) {
    app::WorkspaceOptions made;
    made.database = database;
    auto workspace = app::Workspace::create(one, made, {});
    if (!workspace) {
        std::fprintf(stderr, "%s\n", workspace.error().text().c_str());
        return false;
    }
    const api::Call call{api::Actor::administrator("local:bench"), {}, {}};
    const auto product = (*workspace)->shop().addProduct(call, {kTea, "Tea", Money{250}}).result();
    workspace->reset();
    const auto joined = app::WorkspaceCore::create(other, made, {});
    if (!product || !joined) {
        std::fprintf(stderr, "%s\n", (product ? joined.error() : product.error()).text().c_str());
        return false;
    }
    return true;
}

}  // namespace

void standby(Report& report) {
    const QTemporaryDir scratch(QDir::current().filePath(QStringLiteral("bench-XXXXXX")));
    testing::MariadbServer server(scratch.filePath(QStringLiteral("server-XXXXXX")));
    const auto started = server.start();
    const auto database = started ? server.newDatabase() : Result<store::MysqlSettings>(fail(started.error()));
    const auto one = scratch.filePath(QStringLiteral("one")).toStdString();
    const auto other = scratch.filePath(QStringLiteral("other")).toStdString();
    if (!database || !makeFolders(one, other, database->url())) {
        report.line("two services for one workspace", 0, "", 1);
        return;
    }
    // As a machine that is no longer there left it: the lease holds until it runs out.
    const auto asElsewhere = [&] {
        (void)server.run("UPDATE `" + database->database +
                         "`.engine_lease SET owner = 'elsewhere, process 1 (another-boot/1)#1'");
    };
    struct Case {
        const char* name;
        double want;
        std::function<void(ServiceProcess&)> end;
    };
    const Case cases[] = {
        {"stopped", kAfterStopS, [](ServiceProcess& service) { service.stop(); }},
        {"killed", kAfterKillS, [](ServiceProcess& service) { service.kill(); }},
        {"killed, as on another machine", kAfterKillS, [&](ServiceProcess& service) { service.kill(asElsewhere); }},
    };
    for (const auto& [name, want, end] : cases) {
        std::vector<double> times;
        for (int round = 0; round < kRounds; ++round) {
            ServiceProcess first(one, {QStringLiteral("--standby")});
            const ServiceProcess second(other, {QStringLiteral("--standby")});
            Consoles consoles;
            for (int i = 0; i < kConsoles; ++i) {
                std::vector<std::uint16_t> ports{first.port(), second.port()};
                if (i % 2 != 0) {
                    std::swap(ports.front(), ports.back());
                }
                consoles.push_back(std::make_unique<ActingConsole>(ports));
            }
            if (secondsUntilAllGoOn(consoles, Steady::now()) >= kPatienceS) {
                report.line("consoles that act", 0, "", kConsoles);
                return;
            }
            end(first);
            times.push_back(secondsUntilAllGoOn(consoles, Steady::now()));
        }
        report.line(std::string("all consoles go on after one was ") + name + ", slowest of " + std::to_string(kRounds),
                    quantile(times, 1), "s", want, false);
    }
    report.line("invariants that do not hold afterwards", invariantsHold(one) ? 0 : 1, "", 0, false);
}

}  // namespace evenhand::bench
