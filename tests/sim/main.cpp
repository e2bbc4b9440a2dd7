// SPDX-License-Identifier: GPL-3.0-or-later
// evenhand_sim: simulations from seeds, one after the other, until one breaks a rule or the time is over. A broken one
// is made small and printed as a command line. See resources/scripts/simulate.sh.
#include <QCommandLineParser>
#include <QCoreApplication>
#include <QElapsedTimer>
#include <cstdio>

#include <sqlite3.h>

#include "engine/base/log.h"
#include "shrink.h"
#include "world.h"

using namespace evenhand;

namespace {

std::vector<int> numbers(const QString& text) {
    std::vector<int> all;
    for (const auto& part : text.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        all.push_back(part.toInt());
    }
    return all;
}

}  // namespace

int main(int argc, char** argv) {
    // All of it runs on this thread: SQLite need not lock for others (a twelfth of the time).
    (void)sqlite3_config(SQLITE_CONFIG_SINGLETHREAD);
    // Half of it is statements that are prepared anew after each restart: their small blocks come from a list.
    (void)sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    (void)sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 512, 4'000);
    const QCoreApplication application(argc, argv);
    base::setLogSink([](auto, auto, auto) {});
    QCommandLineParser parser;
    parser.addHelpOption();
    const QCommandLineOption seed(QStringLiteral("seed"), QStringLiteral("the first seed; otherwise from the system"),
                                  QStringLiteral("N"));
    const QCommandLineOption acts(QStringLiteral("acts"), QStringLiteral("acts of each simulation"),
                                  QStringLiteral("N"), QStringLiteral("80"));
    const QCommandLineOption only(QStringLiteral("only"), QStringLiteral("of the acts only these, by number"),
                                  QStringLiteral("LIST"));
    const QCommandLineOption seeds(QStringLiteral("seeds"), QStringLiteral("how many"), QStringLiteral("N"),
                                   QStringLiteral("1"));
    const QCommandLineOption seconds(QStringLiteral("seconds"), QStringLiteral("as many as there is time for"),
                                     QStringLiteral("N"));
    const QCommandLineOption mariadb(QStringLiteral("mariadb"),
                                     QStringLiteral("on a MariaDB server instead of SQLite"));
    const QCommandLineOption noFaults(QStringLiteral("no-faults"), QStringLiteral("storage never fails"));
    const QCommandLineOption trace(QStringLiteral("trace"), QStringLiteral("print what is done and answered"));
    const QCommandLineOption all(QStringLiteral("all"),
                                 QStringLiteral("go on after a broken one, without making it small"));
    const QCommandLineOption figures(QStringLiteral("figures"), QStringLiteral("print how often what was reached"));
    const QCommandLineOption current(QStringLiteral("current"), QStringLiteral("keep the simulation under way there"),
                                     QStringLiteral("FILE"));
    parser.addOptions({all, noFaults, current, figures, seed, acts, only, seeds, seconds, mariadb, trace});
    parser.process(application);

    sim::Plan plan;
    plan.seed = parser.isSet(seed) ? parser.value(seed).toULongLong() : Rng::systemSeed() >> 20U;
    plan.acts = parser.value(acts).toInt();
    plan.faults = !parser.isSet(noFaults);
    plan.only = numbers(parser.value(only));
    const auto store = sim::makeStore(parser.isSet(mariadb) ? sim::Store::Mariadb : sim::Store::Sqlite);
    plan.store = parser.isSet(mariadb) ? sim::Store::Mariadb : sim::Store::Sqlite;
    sim::World world(*store);
    const auto first = plan.seed;
    QElapsedTimer time;
    time.start();
    std::int64_t done = 0, broken = 0, crashes = 0, promises = 0;
    auto* const progress =
        parser.isSet(current) ? std::fopen(parser.value(current).toLocal8Bit().constData(), "w") : nullptr;
    const auto more = [&] {
        return parser.isSet(seconds) ? time.elapsed() < parser.value(seconds).toLongLong() * 1'000
                                     : done < parser.value(seeds).toLongLong();
    };
    const auto tell = [progress](const sim::Plan& underWay) {
        if (progress != nullptr) {
            std::rewind(progress);
            std::fprintf(progress, "%s\n", underWay.commandLine().c_str());
            std::fflush(progress);
        }
    };
    // Said before: a run that crashes or hangs is repeated from what stands here.
    std::fprintf(stderr, "first seed %llu\n", static_cast<unsigned long long>(first));
    for (; more(); ++done, ++plan.seed) {
        tell(plan);
        const bool good = world.run(plan);
        crashes += world.crashes();
        promises += static_cast<std::int64_t>(world.promises());
        if (parser.isSet(trace)) {
            for (const auto& line : world.trace()) {
                std::printf("%s\n", line.c_str());
            }
        }
        if (!good) {
            std::printf("broken: %s\n  evenhand_sim %s\n", world.fault().c_str(), plan.commandLine().c_str());
            std::fflush(stdout);
            if (parser.isSet(all)) {
                ++broken;
                continue;
            }
            const auto small = sim::shrunk(world, plan, tell);
            (void)world.run(small);
            std::printf("made small: %s\n  evenhand_sim %s --trace\n", world.fault().c_str(),
                        small.commandLine().c_str());
            return 1;
        }
    }
    std::printf("%lld simulations, seeds %llu to %llu: %lld crashes, %lld promises kept\n",
                static_cast<long long>(done), static_cast<unsigned long long>(first),
                static_cast<unsigned long long>(plan.seed - 1), static_cast<long long>(crashes),
                static_cast<long long>(promises));
    if (parser.isSet(figures)) {
        for (const auto& [name, count] : world.figures()) {
            std::printf("%9lld %s\n", static_cast<long long>(count), name.c_str());
        }
    }
    return broken == 0 ? 0 : 1;
}
