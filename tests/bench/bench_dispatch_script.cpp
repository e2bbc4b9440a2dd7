// SPDX-License-Identifier: GPL-3.0-or-later
// The dispatch script, durable and answered after the commit, against redis-server appendfsync=always with the same
// script and redis-benchmark: 50 requests in flight, and 1,000. Same file system, syncs counted on both sides by the
// same preloaded library.
#include <QDir>
#include <QProcess>
#include <atomic>
#include <future>

#include "app/workspace/workspace.h"
#include "engine/script/script_library.h"
#include "tests/bench/bench_support.h"

namespace evenhand::bench {
namespace {

constexpr int kCouriers = 40;
constexpr int kRounds = 3;  // medians of three, the sides in turn

/// A closed loop: `inFlight` requests under way, each answered batch is replaced by as many new ones at once.
class TakeLoop {
public:
    TakeLoop(api::DispatchDesk& desk, std::int64_t total, int inFlight, std::string prefix)
        : m_desk(desk), m_total(total), m_inFlight(inFlight), m_prefix(std::move(prefix)) {}

    [[nodiscard]] double run() {
        const double took = seconds([this] {
            // Clients send on their own: several groups, as the sockets of a server's clients.
            const int groups = m_inFlight >= 1000 ? 4 : 2;
            m_open = groups;
            for (int i = 0; i < groups; ++i) {
                send(m_inFlight / groups);
            }
            m_done.get_future().wait();
        });
        return m_failed ? -1 : static_cast<double>(m_sent) / took;
    }

private:
    void send(int count) {
        const std::int64_t first = m_sent.fetch_add(count);
        std::vector<api::DispatchDesk::Take> requests(static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i) {
            requests[static_cast<std::size_t>(i)] = {CampusId("C"), OrderNo(m_prefix + std::to_string(first + i)), 1};
        }
        m_desk.takeMany(m_call, std::move(requests), [this, count](const std::vector<Result<CourierId>>& answers) {
            for (const auto& answer : answers) {
                m_failed = m_failed || !answer;
            }
            if (m_sent < m_total && !m_failed) {
                send(count);
            } else if (--m_open == 0) {
                m_done.set_value();
            }
        });
    }

    api::DispatchDesk& m_desk;
    api::Call m_call{api::Actor::administrator("bench"), {}, {}};
    std::int64_t m_total;
    int m_inFlight;
    std::string m_prefix;
    std::atomic<std::int64_t> m_sent{0};
    std::atomic<int> m_open{0};
    std::atomic<bool> m_failed{false};
    std::promise<void> m_done;
};

}  // namespace

double redisTakeRate(const RedisServer& redis, int inFlight, std::int64_t requests, int round) {
    const auto& script = script::scriptNamed("dispatch_take");
    const QString sha = QString::fromUtf8(
        redis.cli({QStringLiteral("SCRIPT"), QStringLiteral("LOAD"),
                   QString::fromUtf8(script.source.data(), static_cast<qsizetype>(script.source.size()))}));
    redis.cli({QStringLiteral("DEL"), QStringLiteral("dispatch:{C}:weights")});
    for (int i = 0; i < kCouriers; ++i) {
        redis.cli({QStringLiteral("ZADD"), QStringLiteral("dispatch:{C}:weights"), QStringLiteral("10000"),
                   QStringLiteral("K%1").arg(i)});
    }
    // -r makes order numbers; the space is so large that a number hardly ever comes twice.
    return redis.benchmark({QStringLiteral("-c"),
                            QStringLiteral("50"),
                            QStringLiteral("-P"),
                            QString::number(inFlight / 50),
                            QStringLiteral("-n"),
                            QString::number(requests),
                            QStringLiteral("-r"),
                            QStringLiteral("999999999"),
                            QStringLiteral("EVALSHA"),
                            sha,
                            QStringLiteral("5"),
                            QStringLiteral("dispatch:{C}:weights"),
                            QStringLiteral("dispatch:{C}:log:%1:__rand_int__").arg(round),
                            QStringLiteral("dispatch:{C}:open"),
                            QStringLiteral("dispatch:{C}:in_hand"),
                            QStringLiteral("dispatch:{C}:limits"),
                            QStringLiteral("10"),
                            QStringLiteral("86400000"),
                            QStringLiteral("0"),
                            QStringLiteral("0")});
}

double engineTakeRate(const std::string& folder, int inFlight, std::int64_t requests) {
    app::OpenOptions options;
    options.seed = 1;
    auto workspace = app::Workspace::create(folder, {}, options);
    if (!workspace) {
        std::fprintf(stderr, "%s\n", workspace.error().text().c_str());
        return -1;
    }
    const api::Call call{api::Actor::administrator("bench"), {}, {}};
    std::vector<api::CourierInput> couriers;
    for (int i = 0; i < kCouriers; ++i) {
        couriers.push_back({CourierId("K" + std::to_string(i)), CampusId("C"), "", "", true});
    }
    auto made = (*workspace)->dispatch().upsertCouriers(call, couriers);
    made.waitForFinished();
    if (!made.result()) {
        std::fprintf(stderr, "%s\n", made.result().error().text().c_str());
        return -1;
    }
    const double rate = TakeLoop((*workspace)->dispatch(), requests, inFlight, "o").run();
    workspace->reset();
    return invariantsHold(folder) ? rate : -1;
}

void dispatchScript(Report& report) {
    for (const long delayUs : {0L, 2000L}) {
        for (const int inFlight : {50, 1000}) {
            std::vector<double> ours;
            std::vector<double> theirs;
            std::vector<double> perSyncOurs;
            std::vector<double> perSyncTheirs;
            const std::int64_t requests = delayUs > 0 ? 50LL * inFlight * 6 : 400'000;
            for (int round = 0; round < kRounds; ++round) {
                QTemporaryDir scratch(QDir::current().filePath(QStringLiteral("bench-XXXXXX")));
                const std::string base = scratch.path().toStdString();
                {
                    QDir().mkpath(scratch.filePath(QStringLiteral("redis")));
                    RedisServer redis({base + "/redis", true, delayUs, base + "/redis.count"});
                    const auto before = syncCount(base + "/redis.count");
                    theirs.push_back(redisTakeRate(redis, inFlight, requests, round));
                    perSyncTheirs.push_back(
                        static_cast<double>(requests) /
                        static_cast<double>(std::max<std::uint64_t>(1, syncCount(base + "/redis.count") - before)));
                }
                // A process of its own, because the library is loaded when a program starts.
                QProcess child;
                auto environment = QProcessEnvironment::systemEnvironment();
                environment.insert(QStringLiteral("LD_PRELOAD"), QString::fromStdString(syncShimPath()));
                environment.insert(QStringLiteral("EVENHAND_SYNC_DELAY_US"), QString::number(delayUs));
                environment.insert(QStringLiteral("EVENHAND_SYNC_COUNT"),
                                   QString::fromStdString(base + "/engine.count"));
                child.setProcessEnvironment(environment);
                child.start(QStringLiteral("/proc/self/exe"),
                            {QStringLiteral("--take"), QString::fromStdString(base + "/workspace"),
                             QString::number(inFlight), QString::number(requests)});
                child.waitForFinished(600'000);
                ours.push_back(child.readAllStandardOutput().trimmed().toDouble());
                perSyncOurs.push_back(static_cast<double>(requests) / static_cast<double>(std::max<std::uint64_t>(
                                                                          1, syncCount(base + "/engine.count"))));
            }
            const std::string what =
                std::to_string(inFlight) + " in flight" + (delayUs > 0 ? ", 2 ms added to every sync" : "");
            report.line("dispatch script, engine, " + what, median(ours), "/s");
            report.line("dispatch script, redis-server, " + what, median(theirs), "/s");
            report.line("  requests per sync: engine", median(perSyncOurs), "");
            report.line("  requests per sync: redis-server", median(perSyncTheirs), "");
            report.ratio("  ratio", median(ours), median(theirs), delayUs > 0 ? -1 : 2.5);
        }
    }
}

}  // namespace evenhand::bench
