// SPDX-License-Identifier: GPL-3.0-or-later
// Flash sales. The reserve script, durable and answered after the commit, against redis-server appendfsync=always with
// the same script and redis-benchmark: 50 requests in flight, and 1,000; the same after the last unit, where there is
// nothing to commit. Neither side makes orders meanwhile. Then with orders: from the attempt to the order's commit at
// 10,000 accepted a second; and a rehearsal of a million attempts.
#include <QDir>
#include <QProcess>
#include <atomic>
#include <chrono>
#include <future>
#include <mutex>
#include <thread>

#include "app/workspace/rehearsal.h"
#include "app/workspace/workspace.h"
#include "engine/script/script_library.h"
#include "tests/bench/bench_support.h"

namespace evenhand::bench {
namespace {

constexpr int kRounds = 3;  // medians of three, the sides in turn
const api::Call kCall{api::Actor::administrator("bench"), "bench", {}};
const ActivityId kActivity("A");

template <typename T>
bool done(api::Answer<T> answer) {
    answer.waitForFinished();
    const auto result = answer.result();
    if (!result) {
        std::fprintf(stderr, "%s\n", result.error().text().c_str());
    }
    return result.has_value();
}

/// A workspace with a running sale of so many units.
std::unique_ptr<app::Workspace> sale(const std::string& folder, std::int64_t units) {
    app::OpenOptions options;
    options.seed = 1;
    auto workspace = app::Workspace::create(folder, {}, options);
    if (!workspace) {
        std::fprintf(stderr, "%s\n", workspace.error().text().c_str());
        return nullptr;
    }
    auto& all = **workspace;
    const base::SystemClock clock;
    const api::ActivityInput input{kActivity,
                                   "Sale",
                                   Sku("voucher"),
                                   CampusId("C"),
                                   Money{100},
                                   units,
                                   clock.now().plusMs(-1'000),
                                   clock.now().plusMs(3'600'000)};
    const bool made =
        done(all.dispatch().upsertCampus(kCall, {CampusId("C"), "Campus", {}})) &&
        done(all.orders().upsertProducts(kCall, {{Sku("voucher"), "Voucher", Money{100}, units}}, true)) &&
        done(all.seckill().setUp(kCall, input)) && done(all.seckill().start(kCall, kActivity));
    return made ? std::move(*workspace) : nullptr;
}

/// A closed loop, as TakeLoop of the dispatch benchmark.
class AttemptLoop {
public:
    AttemptLoop(api::SeckillDesk& desk, std::int64_t total, int inFlight, api::AttemptOutcome expected)
        : m_desk(desk), m_total(total), m_inFlight(inFlight), m_expected(expected) {}

    [[nodiscard]] double run() {
        const double took = seconds([this] {
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
        std::vector<api::SeckillAttempt> requests(static_cast<std::size_t>(count));
        for (int i = 0; i < count; ++i) {
            requests[static_cast<std::size_t>(i)] = {kActivity, UserId("u" + std::to_string(first + i))};
        }
        m_desk.attemptMany(kCall, std::move(requests), [this, count](const auto& answers) {
            for (const auto& answer : answers) {
                m_failed = m_failed || !answer || answer->outcome != m_expected;
            }
            if (m_sent < m_total && !m_failed) {
                send(count);
            } else if (--m_open == 0) {
                m_done.set_value();
            }
        });
    }

    api::SeckillDesk& m_desk;
    std::int64_t m_total;
    int m_inFlight;
    api::AttemptOutcome m_expected;
    std::atomic<std::int64_t> m_sent{0};
    std::atomic<int> m_open{0};
    std::atomic<bool> m_failed{false};
    std::promise<void> m_done;
};

void againstRedis(Report& report, int inFlight, bool soldOut) {
    std::vector<double> ours;
    std::vector<double> theirs;
    const auto requests = static_cast<std::int64_t>(400'000 * benchScale());
    for (int round = 0; round < kRounds; ++round) {
        QTemporaryDir scratch(QDir::current().filePath(QStringLiteral("bench-XXXXXX")));
        const std::string base = scratch.path().toStdString();
        {
            QDir().mkpath(scratch.filePath(QStringLiteral("redis")));
            RedisServer redis({base + "/redis", true, 0, {}});
            theirs.push_back(redisAttemptRate(redis, inFlight, requests, soldOut));
        }
        QProcess child;  // a process of its own, as the server's
        child.start(
            QStringLiteral("/proc/self/exe"),
            {QStringLiteral("--attempt"), QString::fromStdString(base + "/workspace"), QString::number(inFlight),
             QString::number(requests), soldOut ? QStringLiteral("1") : QStringLiteral("0")});
        child.waitForFinished(600'000);
        std::fputs(child.readAllStandardError().constData(), stderr);
        ours.push_back(child.readAllStandardOutput().trimmed().toDouble());
    }
    const std::string what =
        std::string(soldOut ? "sold out" : "reserve") + ", " + std::to_string(inFlight) + " in flight";
    report.line(what + ", engine", median(ours), "/s");
    report.line(what + ", redis-server", median(theirs), "/s");
    report.ratio("  ratio", median(ours), median(theirs), 2.5);
}

/// From the attempt to its order's commit, at a steady rate.
void latency(Report& report) {
    constexpr std::int64_t kPerSecond = 10'000;
    const auto total = static_cast<std::size_t>(100'000 * benchScale());
    QTemporaryDir scratch(QDir::current().filePath(QStringLiteral("bench-XXXXXX")));
    const std::string folder = scratch.path().toStdString() + "/workspace";
    auto workspace = sale(folder, static_cast<std::int64_t>(total));
    if (!workspace) {
        report.line("attempt to order, p99", 1e9, "ms", 100, false);
        return;
    }
    using Steady = std::chrono::steady_clock;
    std::vector<Steady::time_point> sent(total);
    std::vector<double> took;
    took.reserve(total);
    std::promise<void> all;
    // Orders are made in the order of their reservations.
    const auto subscription = workspace->subscribe([&](const std::vector<api::Event>& events) {
        const auto now = Steady::now();
        for (const auto& event : events) {
            if (event.what == api::EventKind::Placed && took.size() < total) {
                took.push_back(std::chrono::duration<double, std::milli>(now - sent[took.size()]).count());
                if (took.size() == total) {
                    all.set_value();
                }
            }
        }
    });
    const auto start = Steady::now();
    constexpr std::size_t kGroup = 20;
    for (std::size_t from = 0; from < total; from += kGroup) {
        std::this_thread::sleep_until(start + std::chrono::microseconds(from * 1'000'000 / kPerSecond));
        std::vector<api::SeckillAttempt> requests;
        for (std::size_t i = from; i < std::min(total, from + kGroup); ++i) {
            requests.push_back({kActivity, UserId("u" + std::to_string(i))});
            sent[i] = Steady::now();
        }
        workspace->seckill().attemptMany(kCall, std::move(requests), [](const auto&) {});
    }
    const double sending = std::chrono::duration<double>(Steady::now() - start).count();
    const bool complete = all.get_future().wait_for(std::chrono::seconds(120)) == std::future_status::ready;
    workspace->stop();
    report.line("attempts accepted a second", static_cast<double>(total) / sending, "/s", 0.95 * kPerSecond);
    report.line("attempt to order in the database, p50", complete ? quantile(took, 0.5) : 1e9, "ms");
    report.line("attempt to order in the database, p99", complete ? quantile(took, 0.99) : 1e9, "ms", 100, false);
    if (!invariantsHold(folder)) {
        report.line("invariants violated", 1, "", 0, false);
    }
}

void rehearsal(Report& report) {
    api::RehearsalPlan plan;
    plan.attempts = static_cast<std::int64_t>(1'000'000 * benchScale());
    plan.users = plan.attempts / 5;
    plan.stock = plan.attempts / 100;
    plan.perSecond = 50'000;
    const auto result = app::runRehearsal(plan, std::nullopt, {}, {});
    if (!result || !result->passed()) {
        std::fprintf(stderr, "%s\n", result ? "invariants are violated" : result.error().text().c_str());
    }
    report.line("rehearsal of " + std::to_string(plan.attempts) + " attempts, invariants checked",
                result && result->passed() ? static_cast<double>(result->tookMs) / 1'000 : 1e9, "s", 30, false);
}

}  // namespace

double redisAttemptRate(const RedisServer& redis, int inFlight, std::int64_t requests, bool soldOut) {
    const auto& script = script::scriptNamed("seckill_reserve");
    const QString sha = QString::fromUtf8(
        redis.cli({QStringLiteral("SCRIPT"), QStringLiteral("LOAD"),
                   QString::fromUtf8(script.source.data(), static_cast<qsizetype>(script.source.size()))}));
    redis.cli({QStringLiteral("FLUSHALL")});
    redis.cli({QStringLiteral("HSET"), QStringLiteral("seckill:{A}:live"), QStringLiteral("state"),
               QStringLiteral("started"), QStringLiteral("begin"), QStringLiteral("0"), QStringLiteral("end"),
               QStringLiteral("9000000000000"), QStringLiteral("stock"),
               soldOut ? QStringLiteral("0") : QStringLiteral("1000000000")});
    return redis.benchmark(
        {QStringLiteral("-c"), QStringLiteral("50"), QStringLiteral("-P"), QString::number(inFlight / 50),
         QStringLiteral("-n"), QString::number(requests), QStringLiteral("-r"), QStringLiteral("999999999"),
         QStringLiteral("EVALSHA"), sha, QStringLiteral("3"), QStringLiteral("seckill:{A}:live"),
         QStringLiteral("seckill:{A}:slots"), QStringLiteral("stream:{A}"), QStringLiteral("1767225600000"),
         QStringLiteral("u__rand_int__"), QStringLiteral("EH01KDKS1R00000000000"), QStringLiteral("*")});
}

double engineAttemptRate(const std::string& folder, int inFlight, std::int64_t requests, bool soldOut) {
    {
        auto workspace = sale(folder, soldOut ? 1 : requests + inFlight);
        if (!workspace) {
            return -1;
        }
        if (soldOut && !done(workspace->seckill().attempt(kCall, {kActivity, UserId("first")}))) {
            return -1;
        }
    }
    double rate = -1;
    {
        // The engine and the desk without the consumer: as on the other side, nobody makes orders meanwhile.
        auto core = app::WorkspaceCore::open(folder, {});
        if (!core) {
            std::fprintf(stderr, "%s\n", core.error().text().c_str());
            return -1;
        }
        const auto made = seckill::makeSeckill((*core)->engine(), (*core)->reader(), {});
        if (!(*core)->start()) {
            return -1;
        }
        rate = AttemptLoop(*made.desk, requests, inFlight,
                           soldOut ? api::AttemptOutcome::SoldOut : api::AttemptOutcome::Reserved)
                   .run();
        (*core)->stop();
    }
    return invariantsHold(folder) ? rate : -1;
}

void flashSales(Report& report) {
    for (const int inFlight : {50, 1000}) {
        againstRedis(report, inFlight, false);
    }
    for (const int inFlight : {50, 1000}) {
        againstRedis(report, inFlight, true);
    }
    latency(report);
    rehearsal(report);
}

}  // namespace evenhand::bench
