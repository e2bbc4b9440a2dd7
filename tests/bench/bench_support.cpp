// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/bench_support.h"

#include "app/workspace/verification.h"
#include "app/workspace/workspace.h"
#include "tests/bench/bench_workspaces.h"

#include <sys/resource.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QProcess>
#include <QTemporaryDir>
#include <QThread>
#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>

namespace evenhand::bench {

double seconds(const std::function<void()>& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double quantile(std::vector<double> values, double q) {
    if (values.empty()) {
        return -1;
    }
    const auto rank = static_cast<std::size_t>(q * static_cast<double>(values.size() - 1) + 0.5);
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(rank), values.end());
    return values[rank];
}

double benchScale() {
    const double scale = qEnvironmentVariable("EVENHAND_BENCH_SCALE").toDouble();
    return scale > 0 ? scale : 1;
}

bool invariantsHold(app::Workspace& workspace) {
    bool hold = true;
    const auto checks = app::allChecks();
    const auto looked =
        workspace.inspect([&](store::Database& database, keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
            EVENHAND_ASSIGN(const auto verdicts, runtime::verify(checks, {database, keyspace}));
            for (const auto& verdict : verdicts) {
                if (verdict.finding.violations > 0) {
                    hold = false;
                    std::fprintf(stderr, "%s is violated: %s\n", verdict.id.c_str(),
                                 verdict.finding.offenders.front().c_str());
                }
            }
            return {};
        });
    if (!looked) {
        std::fprintf(stderr, "%s\n", looked.error().text().c_str());
    }
    return looked && hold;
}

bool invariantsHold(const std::string& folder) {
    const auto workspace = app::Workspace::openReadOnly(folder);
    if (!workspace) {
        std::fprintf(stderr, "%s\n", workspace.error().text().c_str());
        return false;
    }
    return invariantsHold(**workspace);
}

double median(std::vector<double> values) { return quantile(std::move(values), 0.5); }

std::int64_t residentBytes() {
    QFile statm(QStringLiteral("/proc/self/statm"));
    if (!statm.open(QIODevice::ReadOnly)) {
        return -1;
    }
    return statm.readAll().split(' ').value(1).toLongLong() * sysconf(_SC_PAGESIZE);
}

double cpuSeconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto of = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
    };
    return of(usage.ru_utime) + of(usage.ru_stime);
}

std::int64_t benchOrders() {
    bool set = false;
    const qlonglong orders = qEnvironmentVariable("EVENHAND_BENCH_ORDERS").toLongLong(&set);
    return set && orders > 20'000 ? orders : 1'000'000;
}

std::string syncShimPath() { return std::string(EVENHAND_SYNC_SHIM); }

std::uint64_t syncCount(const std::string& counterFile) {
    QFile file(QString::fromStdString(counterFile));
    std::uint64_t count = 0;
    if (file.open(QIODevice::ReadOnly)) {
        const QByteArray bytes = file.read(sizeof count);
        if (bytes.size() == static_cast<qsizetype>(sizeof count)) {
            std::memcpy(&count, bytes.constData(), sizeof count);
        }
    }
    return count;
}

RedisServer::RedisServer(const Options& options) : m_socket(options.folder + "/redis.sock") {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("LD_PRELOAD"), QString::fromStdString(syncShimPath()));
    environment.insert(QStringLiteral("EVENHAND_SYNC_DELAY_US"), QString::number(options.syncDelayUs));
    if (!options.syncCounterFile.empty()) {
        environment.insert(QStringLiteral("EVENHAND_SYNC_COUNT"), QString::fromStdString(options.syncCounterFile));
    }
    process.setProcessEnvironment(environment);
    process.setProgram(QStringLiteral("redis-server"));
    process.setArguments({QStringLiteral("--port"), QStringLiteral("0"), QStringLiteral("--unixsocket"),
                          QString::fromStdString(m_socket), QStringLiteral("--dir"),
                          QString::fromStdString(options.folder), QStringLiteral("--save"), QString(),
                          QStringLiteral("--appendonly"),
                          options.appendOnlyAlways ? QStringLiteral("yes") : QStringLiteral("no"),
                          QStringLiteral("--appendfsync"), QStringLiteral("always")});
    process.setStandardOutputFile(QProcess::nullDevice());
    process.setStandardErrorFile(QProcess::nullDevice());
    if (!process.startDetached(&m_pid)) {
        m_socket.clear();
        return;
    }
    for (int i = 0; i < 500; ++i) {
        if (cli({QStringLiteral("ping")}) == "PONG") {
            return;
        }
        QThread::msleep(10);
    }
    m_socket.clear();
}

RedisServer::~RedisServer() {
    if (m_pid > 0) {
        ::kill(static_cast<pid_t>(m_pid), SIGKILL);
    }
}

QByteArray RedisServer::cli(const QStringList& arguments) const {
    QProcess process;
    process.start(QStringLiteral("redis-cli"),
                  QStringList{QStringLiteral("-s"), QString::fromStdString(m_socket)} + arguments);
    process.waitForFinished(10'000);
    return process.readAllStandardOutput().trimmed();
}

double RedisServer::benchmark(const QStringList& arguments) const {
    QProcess process;
    process.start(
        QStringLiteral("redis-benchmark"),
        QStringList{QStringLiteral("-s"), QString::fromStdString(m_socket), QStringLiteral("--csv")} + arguments);
    process.waitForFinished(600'000);
    // "test","rps",… then one line of figures
    const auto lines = process.readAllStandardOutput().trimmed().split('\n');
    const int at = static_cast<int>(lines.constLast().indexOf("\",\""));
    if (at < 0) {
        return -1;
    }
    return lines.constLast().mid(at + 3).split('"').value(0).toDouble();
}

bool peersAnswer() {
    QTemporaryDir scratch;
    const RedisServer redis({scratch.path().toStdString(), true, 0, {}});
    bool all = true;
    const auto look = [&all](const char* what, double rate) {
        if (rate <= 0) {
            std::fprintf(stderr, "redis-server does not take the script of %s\n", what);
            all = false;
        }
    };
    look("dispatch", redisTakeRate(redis, 50, 500, 0));
    look("flash sales", redisAttemptRate(redis, 50, 500, false));
    look("flash sales that are sold out", redisAttemptRate(redis, 50, 500, true));
    return all;
}

void Report::line(const std::string& name, double value, const std::string& unit, double want, bool atLeast) {
    const bool met = want < 0 || (atLeast ? value >= want : value <= want);
    m_ok = m_ok && met;
    if (m_json) {
        QJsonObject row{{QStringLiteral("name"), QString::fromStdString(name)},
                        {QStringLiteral("value"), value},
                        {QStringLiteral("unit"), QString::fromStdString(unit)}};
        if (want >= 0) {
            row.insert(QStringLiteral("target"), want);
            row.insert(QStringLiteral("met"), met);
        }
        m_rows.append(row);
        return;
    }
    std::printf("%-58s %14.2f %-8s", name.c_str(), value, unit.c_str());
    if (want >= 0) {
        std::printf(" target %s %.2f  %s", atLeast ? ">=" : "<=", want, met ? "met" : "MISSED");
    }
    std::printf("\n");
    std::fflush(stdout);
}

void Report::ratio(const std::string& name, double ours, double theirs, double want) {
    if (ours > 0 && theirs > 0) {
        line(name, ours / theirs, "x", want);
    } else {
        line(name + ": a side did nothing", -1, "x", 0);
    }
}

void Report::note(const std::string& text) {
    if (!m_json) {
        std::printf("%s\n", text.c_str());
        std::fflush(stdout);
    }
}

void Report::finish() const {
    if (m_json) {
        std::printf("%s\n",
                    QJsonDocument(QJsonObject{{QStringLiteral("results"), m_rows}, {QStringLiteral("ok"), m_ok}})
                        .toJson(QJsonDocument::Compact)
                        .constData());
    }
}

}  // namespace evenhand::bench
