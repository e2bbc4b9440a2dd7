// SPDX-License-Identifier: GPL-3.0-or-later
// What the benchmarks share: scratch folders, child processes, medians and the report.
// Thread: the benchmark's main thread.
#pragma once

#include <QByteArray>
#include <QJsonArray>
#include <QJsonObject>
#include <QStringList>
#include <QTemporaryDir>
#include <functional>
#include <string>
#include <vector>

namespace evenhand::app {
class Workspace;
}

namespace evenhand::bench {

/// Wall-clock seconds of `work`.
[[nodiscard]] double seconds(const std::function<void()>& work);
[[nodiscard]] double median(std::vector<double> values);
/// The q-quantile, 0 <= q <= 1, by the nearest rank.
[[nodiscard]] double quantile(std::vector<double> values, double q);
/// Resident memory of this process in bytes, from /proc.
[[nodiscard]] std::int64_t residentBytes();
/// Processor time of this process in seconds (user + system).
[[nodiscard]] double cpuSeconds();

/// Every invariant holds; those that do not go to standard error. Of a workspace that is open, or of a folder.
[[nodiscard]] bool invariantsHold(app::Workspace& workspace);
[[nodiscard]] bool invariantsHold(const std::string& folder);

/// The library that counts and slows syncs, built beside the benchmarks; preloaded into both sides.
[[nodiscard]] std::string syncShimPath();
/// Reads a counter file of the sync shim; 0 if it does not exist.
[[nodiscard]] std::uint64_t syncCount(const std::string& counterFile);

/// A redis-server of the system on a private socket, appendfsync as given; killed with the object.
class RedisServer {
public:
    struct Options {
        std::string folder;
        bool appendOnlyAlways = true;
        long syncDelayUs = 0;
        std::string syncCounterFile;
    };
    explicit RedisServer(const Options& options);
    ~RedisServer();
    RedisServer(const RedisServer&) = delete;
    RedisServer& operator=(const RedisServer&) = delete;
    /// Path of the socket; empty if the server did not start.
    [[nodiscard]] const std::string& socket() const noexcept { return m_socket; }
    /// One command by redis-cli; standard output, trimmed.
    QByteArray cli(const QStringList& arguments) const;
    /// redis-benchmark with --csv; requests per second of the one test run, or -1.
    [[nodiscard]] double benchmark(const QStringList& arguments) const;

private:
    std::string m_socket;
    qint64 m_pid = 0;
};

/// Lines of a report: printed as text at once, collected as JSON.
class Report {
public:
    explicit Report(bool json) : m_json(json) {}
    /// `want` < 0: no target. `atLeast`: the target is a lower bound, else an upper one.
    void line(const std::string& name, double value, const std::string& unit, double want = -1, bool atLeast = true);
    /// Of two rates, at least `want` (< 0: no target). A side that did nothing is a target missed, not a ratio.
    void ratio(const std::string& name, double ours, double theirs, double want);
    void note(const std::string& text);
    /// True while every target was met.
    [[nodiscard]] bool ok() const noexcept { return m_ok; }
    void finish() const;

private:
    bool m_json;
    bool m_ok = true;
    QJsonArray m_rows;
};

/// One benchmark; registered in bench_main.cpp.
using Benchmark = void (*)(Report& report);

/// One side of dispatchScript(): takes per second through the desk, -1 on an error.
[[nodiscard]] double engineTakeRate(const std::string& folder, int inFlight, std::int64_t requests);
/// The other one: takes per second that a redis-server with the script answers to 50 clients; -1 or 0 on an error.
[[nodiscard]] double redisTakeRate(const RedisServer& redis, int inFlight, std::int64_t requests, int round);
/// One side of flashSales(): attempts per second through the desk, -1 on an error.
[[nodiscard]] double engineAttemptRate(const std::string& folder, int inFlight, std::int64_t requests, bool soldOut);
/// The other one: -1 or 0 on an error.
[[nodiscard]] double redisAttemptRate(const RedisServer& redis, int inFlight, std::int64_t requests, bool soldOut);
/// Both of them answer some requests with the scripts as they are now; what does not is said on stderr.
[[nodiscard]] bool peersAnswer();
/// $EVENHAND_BENCH_SCALE, 1 by default: a fraction makes flash sales and campaigns that much smaller.
[[nodiscard]] double benchScale();
void dispatchScript(Report& report);
void flashSales(Report& report);
void placePayDispatch(Report& report);
void databaseServer(Report& report);
void largeWorkspace(Report& report);
void keyspaceRecovery(Report& report);
void timers(Report& report);
void campaigns(Report& report);
void returnsAndRefunds(Report& report);
void verifyAndBackup(Report& report);
void taskRing(Report& report);
void httpService(Report& report);
void teamService(Report& report);
void standby(Report& report);
/// Three consoles at a small service act, and each hears of what the others did; what is not so is said on stderr.
[[nodiscard]] bool teamAnswers();

}  // namespace evenhand::bench
