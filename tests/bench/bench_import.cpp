// SPDX-License-Identifier: GPL-3.0-or-later
// A file of 541,909 lines, shaped like the Online Retail data set, checked and imported by the console beside
// evenhandctl: what each takes from the choice of the file until the workspace is closed again, and how long the
// console's thread is blocked while its pages are used. SQLite. Times EVENHAND_BENCH_SCALE.
#include <QCoreApplication>
#include <QDir>
#include <QEventLoop>
#include <QFile>
#include <QProcess>
#include <QTextStream>
#include <QTimer>
#include <algorithm>
#include <memory>
#include <optional>
#include <random>

#include "app/evenhand/console_import.h"
#include "app/workspace/workspace.h"
#include "tests/bench/bench_console.h"
#include "ui/bridge/continuation.h"
#include "ui/pages/pages.h"
#include "ui/shell/import_run.h"
#include "ui/shell/main_window.h"

namespace evenhand::bench {
namespace {

constexpr int kRounds = 3;
constexpr double kLines = 541'909;
constexpr int kLinesAnOrder = 21;
constexpr int kProducts = 4'000;
constexpr std::int64_t kStock = 1'000'000;
/// A person who goes through the pages looks at each for so long at least; to show one takes a tenth of a second of a
/// processor, which on a small machine is the import's.
constexpr int kLookMs = 2'000;

[[noreturn]] void giveUp(const std::string& why) {
    std::fprintf(stderr, "%s\n", why.c_str());
    std::exit(1);
}

/// Two orders of a hundred are returns, and one line of two hundred has no customer: such lines are left out.
void writeLines(const QString& path, std::int64_t lines) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        giveUp("cannot write " + path.toStdString());
    }
    QTextStream out(&file);
    out << "InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country\n";
    std::mt19937 random(1);
    const QDateTime first(QDate(2010, 12, 1), QTime(8, 0), Qt::UTC);
    for (std::int64_t line = 0; line < lines; ++line) {
        const std::int64_t order = line / kLinesAnOrder;
        const bool isReturn = order % 50 == 49;
        const auto product = random() % kProducts;
        out << (isReturn ? "C" : "") << 536'000 + order << ',' << 20'000 + product << ",PRODUCT NUMBER " << product
            << ',' << (isReturn ? "-" : "") << 1 + random() % 12 << ','
            << first.addSecs(order * 1'200).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss")) << ',' << 1 + product % 9
            << '.' << 10 + product % 90 << ',';
        if (line % 200 != 199) {
            out << 12'000 + order % 4'300 << ".0";
        }
        out << ',' << (order % 10 == 0 ? "France" : "United Kingdom") << '\n';
    }
}

int command(const QString& folder, QStringList words) {
    words << QStringLiteral("--workspace") << folder;
    QProcess process;
    process.setStandardOutputFile(QProcess::nullDevice());
    process.setStandardErrorFile(QProcess::nullDevice());
    process.start(QCoreApplication::applicationDirPath() + QStringLiteral("/evenhandctl"), words);
    return process.waitForFinished(-1) && process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
}

void makeWorkspace(const QString& folder) {
    const QStringList words{QStringLiteral("init"), QStringLiteral("--currency"), QStringLiteral("GBP"),
                            QStringLiteral("--time-zone"), QStringLiteral("Europe/London")};
    if (command(folder, words) != 0) {
        giveUp("evenhandctl init failed");
    }
}

/// What the wizard does, as two commands: the check of all rows, then the import.
double byCommand(const QString& folder, const QString& file) {
    makeWorkspace(folder);
    const QStringList asked{QStringLiteral("import"),
                            QStringLiteral("orders"),
                            file,
                            QStringLiteral("--profile"),
                            QStringLiteral("online-retail"),
                            QStringLiteral("--paid"),
                            QStringLiteral("--stock-for-new-sku"),
                            QString::number(kStock)};
    double took = 0;
    for (const auto& words : {asked + QStringList{QStringLiteral("--dry-run")}, asked}) {
        int code = -1;
        took += seconds([&] { code = command(folder, words); });
        if (code != 0 && code != 3) {  // 3: done, and some rows were left out
            giveUp("evenhandctl import ended with " + std::to_string(code));
        }
    }
    return took;
}

struct ByConsole {
    double tookS = 0;
    std::vector<double> blocksMs;
    std::int64_t accepted = 0;
};

/// The pages are used meanwhile.
template <typename T>
T awaited(const api::Answer<T>& answer) {
    QEventLoop loop;
    std::optional<Result<T>> came;
    ui::whenReady(answer, &loop, [&](const Result<T>& result) {
        came = result;
        loop.quit();
    });
    loop.exec();
    if (!*came) {
        giveUp(came->error().text());
    }
    return **came;
}

/// Of the profile by which the file was recognised, as the wizard's steps leave it: its first rows were shown and all
/// of them were checked.
ui::ImportPlan checkedPlan(app::ConsoleImport& imports, const api::Actor& actor, const std::string& file) {
    const auto look = awaited(imports.look(file));
    const auto fit = std::find_if(look.fits.begin(), look.fits.end(), [](const ui::ImportPlan& each) {
        return each.kind == ui::ImportKind::Orders && each.profile == "online-retail";
    });
    if (fit == look.fits.end()) {
        giveUp("the console did not recognise " + file);
    }
    auto plan = *fit;
    (void)awaited(imports.preview(file, plan));
    plan.paid = true;
    plan.stockForNewSku = kStock;
    const auto checked = awaited(imports.run(actor, file, plan, true, std::make_shared<ui::ImportControl>()));
    if (checked.error) {
        giveUp(checked.error->text());
    }
    return plan;
}

/// Another page is shown each two seconds.
void useConsole(app::Workspace& workspace, const QString& folder, const QString& file, ByConsole& result) {
    app::ConsoleImport imports(workspace, folder.toStdString());
    const QTemporaryDir settings;
    ui::ConsoleOptions options;
    options.actor = api::Actor::administrator("local:bench");
    options.settingsPath = settings.filePath(QStringLiteral("console.ini"));
    options.language = QStringLiteral("en");
    options.imports = &imports;
    ui::PageRegistry registry;
    ui::registerPages(registry);
    ui::MainWindow window(workspace, options, registry);
    window.resize(1440, 900);
    window.show();

    QEventLoop loop;
    auto& run = window.importRun();
    QObject::connect(&run, &ui::ImportRun::changed, &loop, [&] {
        if (run.state() == ui::ImportRun::State::Done) {
            loop.quit();
        }
    });
    int shown = 0;
    QTimer turn;
    QObject::connect(&turn, &QTimer::timeout, &window,
                     [&] { window.showPage(++shown % static_cast<int>(window.pages().size())); });
    for (std::size_t page = 0; page < window.pages().size(); ++page) {  // each made once: that is no import's doing
        window.showPage(static_cast<int>(page));
        QCoreApplication::processEvents();
    }
    auto& application = *static_cast<TimedApplication*>(QCoreApplication::instance());
    turn.start(kLookMs);
    application.startTiming();
    result.tookS += seconds([&] {
        run.begin(file, checkedPlan(imports, options.actor, file.toStdString()));
        loop.exec();
    });
    result.blocksMs = application.takeBlocks();
    if (run.result().error) {
        giveUp(run.result().error->text());
    }
    result.accepted = run.result().accepted;
}

/// Opening the workspace and closing it count, for they do where evenhandctl imports; making the window does not.
ByConsole byConsole(const QString& folder, const QString& file) {
    makeWorkspace(folder);
    ByConsole result;
    std::unique_ptr<app::Workspace> workspace;
    result.tookS = seconds([&] { workspace = std::move(*app::Workspace::open(folder.toStdString(), {})); });
    useConsole(*workspace, folder, file, result);
    result.tookS += seconds([&] { workspace.reset(); });
    return result;
}

}  // namespace

void consoleImport(Report& report) {
    const QTemporaryDir scratch(QDir::current().filePath(QStringLiteral("bench-XXXXXX")));
    const QString file = scratch.filePath(QStringLiteral("lines.csv"));
    const auto lines = static_cast<std::int64_t>(kLines * benchScale());
    writeLines(file, lines);
    report.line("lines", static_cast<double>(lines), "");
    report.note(
        "Both from the choice of the file until the workspace is closed again, SQLite.\n"
        "  evenhandctl, twice, for the check (--dry-run) and for the import: start, opening, profile, rows, closing\n"
        "  the console, once: opening, recognising the profile, first rows, check of all rows, import, closing");
    std::vector<double> commands;
    std::vector<double> consoles;
    std::vector<double> blocks;
    for (int round = 0; round < kRounds; ++round) {
        const auto folder = [&](const char* side) {
            return scratch.filePath(QLatin1String(side) + QString::number(round));
        };
        commands.push_back(byCommand(folder("command"), file));
        const auto done = byConsole(folder("console"), file);
        consoles.push_back(done.tookS);
        blocks.insert(blocks.end(), done.blocksMs.begin(), done.blocksMs.end());
        report.line("orders imported", static_cast<double>(done.accepted), "");
        for (const char* side : {"command", "console"}) {
            QDir(folder(side)).removeRecursively();
        }
    }
    report.line("check and import by evenhandctl", median(commands), "s");
    report.line("check and import by the console", median(consoles), "s");
    report.line("  times as long", median(consoles) / median(commands), "", 1.1, false);
    report.line("  GUI-thread blocks p99.9", quantile(blocks, 0.999), "ms", 16, false);
    report.line("  GUI-thread blocks longest", quantile(blocks, 1), "ms");
}

}  // namespace evenhand::bench
