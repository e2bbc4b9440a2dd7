// SPDX-License-Identifier: GPL-3.0-or-later
// evenhand_bench [--json] [NAME …]: runs the named benchmarks, or all; --list names them. Scratch folders are made in
// the current folder and removed; the console runs on the workspace in $EVENHAND_BENCH_WORKSPACE instead, if given.
// evenhand_bench --peers: whether redis-server, which others are compared with, still takes the scripts as they are.
// evenhand_bench --team: whether the consoles of the benchmark "team" still do what they are to do.
// Exit code 0 if every target was met, 1 if one was missed, 2 for wrong usage.
#ifdef EVENHAND_BENCH_CONSOLE
#include <QApplication>
#else
#include <QCoreApplication>
#endif
#include <algorithm>
#include <cstdio>
#include <string_view>

#include "tests/bench/bench_support.h"
#include "tests/bench/console_load.h"
#ifdef EVENHAND_BENCH_CONSOLE
#include "tests/bench/bench_console.h"
#endif

namespace {

struct Entry {
    std::string_view name;
    evenhand::bench::Benchmark run;
};

constexpr Entry kEntries[] = {
    {"database", evenhand::bench::databaseServer},
    {"dispatch-script", evenhand::bench::dispatchScript},
    {"orders", evenhand::bench::placePayDispatch},
    {"recovery", evenhand::bench::keyspaceRecovery},
    {"workspace", evenhand::bench::largeWorkspace},
    {"timers", evenhand::bench::timers},
    {"seckill", evenhand::bench::flashSales},
    {"campaign", evenhand::bench::campaigns},
    {"returns", evenhand::bench::returnsAndRefunds},
    {"verify", evenhand::bench::verifyAndBackup},
    {"tasks", evenhand::bench::taskRing},
    {"http", evenhand::bench::httpService},
    {"team", evenhand::bench::teamService},
    {"standby", evenhand::bench::standby},
#ifdef EVENHAND_BENCH_CONSOLE
    {"console", evenhand::bench::consoleResponse},
    {"console-line", evenhand::bench::consoleOverALine},
    {"import", evenhand::bench::consoleImport},
#endif
};

}  // namespace

int main(int argc, char** argv) {
#ifdef EVENHAND_BENCH_CONSOLE
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    evenhand::bench::TimedApplication app(argc, argv);
#else
    QCoreApplication app(argc, argv);
#endif
    const QStringList arguments = app.arguments().mid(1);
    if (arguments.value(0) == QLatin1String("--take") && arguments.size() == 4) {
        // The engine's side of dispatch-script, run as a process of its own.
        std::printf("%.1f\n", evenhand::bench::engineTakeRate(arguments[1].toStdString(), arguments[2].toInt(),
                                                              arguments[3].toLongLong()));
        return 0;
    }
    if (arguments.value(0) == QLatin1String("--consoles") && arguments.size() == 3) {
        return evenhand::bench::runConsoles(arguments.mid(1));
    }
    if (arguments.value(0) == QLatin1String("--burn") && arguments.size() == 2) {
        return evenhand::bench::burnProcessor(arguments.mid(1));
    }
    if (arguments.value(0) == QLatin1String("--attempt") && arguments.size() == 5) {
        std::printf("%.1f\n",
                    evenhand::bench::engineAttemptRate(arguments[1].toStdString(), arguments[2].toInt(),
                                                       arguments[3].toLongLong(), arguments[4] == QLatin1String("1")));
        return 0;
    }
    if (arguments == QStringList{QStringLiteral("--peers")}) {
        return evenhand::bench::peersAnswer() ? 0 : 1;
    }
    if (arguments == QStringList{QStringLiteral("--team")}) {
        return evenhand::bench::teamAnswers() ? 0 : 1;
    }
    if (arguments == QStringList{QStringLiteral("--list")}) {
        for (const auto& entry : kEntries) {
            std::printf("%s\n", std::string(entry.name).c_str());
        }
        return 0;
    }
    evenhand::bench::Report report(arguments.contains(QStringLiteral("--json")));
    QStringList names = arguments;
    names.removeAll(QStringLiteral("--json"));
    for (const auto& name : names) {
        const auto known = [&name](const Entry& entry) {
            return name == QLatin1String(entry.name.data(), static_cast<qsizetype>(entry.name.size()));
        };
        if (std::none_of(std::begin(kEntries), std::end(kEntries), known)) {
            std::fprintf(stderr, "no benchmark named %s; there are:", qPrintable(name));
            for (const auto& entry : kEntries) {
                std::fprintf(stderr, " %s", entry.name.data());
            }
            std::fprintf(stderr, "\n");
            return 2;
        }
    }
    for (const auto& entry : kEntries) {
        if (names.isEmpty() ||
            names.contains(QLatin1String(entry.name.data(), static_cast<qsizetype>(entry.name.size())))) {
            entry.run(report);
        }
    }
    report.finish();
    return report.ok() ? 0 : 1;
}
