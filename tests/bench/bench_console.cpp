// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/bench_console.h"

#include <QDir>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTimer>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <unordered_map>

#include "app/workspace/workspace.h"
#include "tests/bench/bad_line.h"
#include "tests/bench/bench_workspaces.h"
#include "tests/bench/service_process.h"
#include "tests/remote/line_proxy.h"
#include "ui/pages/pages.h"
#include "ui/shell/main_window.h"

namespace evenhand::bench {
namespace {

api::Call benchCall() { return {api::Actor::administrator("local:bench"), {}, {}}; }

/// Lets the window live for a while. The benchmark's own loop, outside the product.
void liveFor(int ms) {
    QEventLoop loop;
    QTimer::singleShot(ms, &loop, &QEventLoop::quit);
    loop.exec();
}

/// A window over a workspace; `paintedMs`: from before the window was made until it was painted once.
struct Opened {
    std::unique_ptr<app::Workspace> workspace;
    std::unique_ptr<QTemporaryDir> settings = std::make_unique<QTemporaryDir>();
    std::unique_ptr<ui::MainWindow> window;
    double openMs = -1;  ///< of it, the engine
    double paintedMs = -1;
};

class PaintWatch : public QObject {
public:
    explicit PaintWatch(QEventLoop& loop) : m_loop(loop) {}
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Paint) {
            QTimer::singleShot(0, &m_loop, &QEventLoop::quit);
        }
        return false;
    }

private:
    QEventLoop& m_loop;
};

/// A window over an engine, once it was painted.
std::unique_ptr<ui::MainWindow> openWindow(api::EngineApi& engine, const api::Actor& actor, const QString& settings) {
    ui::ConsoleOptions options;
    options.actor = actor;
    options.settingsPath = settings;
    options.language = QStringLiteral("en");
    ui::PageRegistry registry;
    ui::registerPages(registry);
    auto window = std::make_unique<ui::MainWindow>(engine, options, registry);
    window->resize(1440, 900);
    window->context().navigator.open(QStringLiteral("orders"));
    QEventLoop loop;
    PaintWatch watch(loop);
    window->installEventFilter(&watch);
    window->show();
    loop.exec();
    window->removeEventFilter(&watch);
    return window;
}

Opened openConsole(const std::string& folder) {
    Opened opened;
    const auto start = std::chrono::steady_clock::now();
    opened.openMs = 1e3 * seconds([&] { opened.workspace = std::move(*app::Workspace::open(folder, {})); });
    opened.window = openWindow(*opened.workspace, api::Actor::administrator("local:bench"),
                               opened.settings->filePath(QStringLiteral("console.ini")));
    opened.paintedMs = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    return opened;
}

/// Places and pays about 670 orders a second, which with their assignments are 2,000 events a second.
class Traffic {
public:
    Traffic(api::OrderDesk& desk, std::string prefix)
        : m_prefix(std::move(prefix)), m_thread([this, &desk] { run(desk); }) {}
    ~Traffic() {
        m_stop = true;
        m_thread.join();
    }

private:
    void run(api::OrderDesk& desk) {
        std::int64_t number = 0;
        while (!m_stop) {
            const auto next = std::chrono::steady_clock::now() + std::chrono::milliseconds(50);
            std::vector<api::PlaceOrder> requests;
            for (int i = 0; i < 34; ++i, ++number) {
                api::PlaceOrder request;
                request.key = m_prefix + std::to_string(number);
                request.orderNo = OrderNo(request.key);
                request.user = UserId("u1");
                request.campus = CampusId("Campus " + std::to_string(number % 8));
                request.lines = {{Sku("S1"), 1, Money{100}}};
                requests.push_back(std::move(request));
            }
            desk.placeMany(
                benchCall(), std::move(requests), [&desk](const std::vector<Result<api::PlacedOrder>>& placed) {
                    std::vector<api::PayOrder> payments;
                    for (const auto& order : placed) {
                        if (order) {
                            payments.push_back({PaymentNo("P" + order->orderNo.str()), order->orderNo, order->payable});
                        }
                    }
                    desk.payMany(benchCall(), std::move(payments),
                                 [](const std::vector<Result<api::PaymentAnswer>>&) {});
                });
            std::this_thread::sleep_until(next);
        }
    }
    std::string m_prefix;
    std::atomic<bool> m_stop{false};
    std::thread m_thread;
};

/// Finding orders by a part of their number that somebody reads out, as the palette and the page of orders ask.
void searchResponse(Report& report, const std::string& folder) {
    constexpr int kRounds = 50;
    constexpr std::size_t kPart = 4;
    constexpr double kSearchMs = 50;
    constexpr auto kTyping = std::chrono::milliseconds(600);  // four letters and the pause after which the field asks
    const auto workspace = std::move(*app::Workspace::open(folder, {}));
    auto& desk = workspace->orders();
    std::vector<double> finds;
    std::vector<double> counts;
    std::vector<double> everything;
    for (int round = 0; round < kRounds; ++round) {
        api::OrderQuery some;
        some.limit = 1;
        some.offset = 997LL * round;
        const auto rows = desk.page(benchCall(), some).result();
        if (!rows || rows->empty()) {
            break;
        }
        const std::string number = rows->front().orderNo.str();
        api::OrderQuery query;
        query.filter.text = number.substr(number.size() - std::min(kPart, number.size()));
        if (round == 0) {
            // Whoever enters the field has the numbers of all orders read; whoever is quick types meanwhile.
            const auto prepared = workspace->search().prepare(benchCall());
            std::this_thread::sleep_for(kTyping);
            report.line("  still to read when the first search is asked", prepared.isFinished() ? 0 : 1, "");
        }
        const double found = 1e3 * seconds([&] { (void)desk.page(benchCall(), query).result(); });
        const double counted = 1e3 * seconds([&] { (void)desk.count(benchCall(), query.filter).result(); });
        const double all = 1e3 * seconds([&] {
                               (void)workspace->search().search(benchCall(), {query.filter.text, {}, 8}).result();
                           });
        counts.push_back(counted);
        everything.push_back(all);
        if (round == 0) {
            report.line("first search by part of a number, 0.6 s after its field was entered", found, "ms", kSearchMs,
                        false);
            continue;
        }
        finds.push_back(found);
    }
    report.line("later search by part of a number", median(finds), "ms", kSearchMs, false);
    report.line("  longest of them", quantile(finds, 1), "ms");
    report.line("  their count", median(counts), "ms", kSearchMs, false);
    report.line("search of everything", median(everything), "ms", kSearchMs, false);
    report.line("  longest of them", quantile(everything, 1), "ms");
}

/// From light to dark and back over each page. Every widget there is gets its style anew, that of hidden pages too.
void themeSwitches(Report& report, TimedApplication& application, ui::MainWindow& window) {
    std::vector<double> blocks;
    for (int page = 0; page < static_cast<int>(window.pages().size()); ++page) {
        window.showPage(page);
        liveFor(1000);
        for (const auto choice : {ui::ThemeChoice::Dark, ui::ThemeChoice::Light}) {
            application.startTiming();
            QTimer::singleShot(0, &window, [&window, choice] { window.setTheme(choice); });
            liveFor(1000);
            blocks.push_back(quantile(application.takeBlocks(), 1));
        }
    }
    report.line("GUI-thread block of switching light and dark", median(blocks), "ms", 100, false);
    report.line("  longest of them", quantile(blocks, 1), "ms");
}

/// Pieces that come in over a line that is bad meanwhile, many commands on their way at a time; whoever hears that one
/// has not arrived asks again. What was said of each is compared with what the product's history holds of it.
/// `service`: another line, which is not bad.
void commandsOverABadLine(Report& report, test::LineProxy& proxy, remote::RemoteEngine& service) {
    constexpr int kCommands = 10'000;
    constexpr int kAtATime = 64;
    const auto engine = connectToService(proxy.port());
    if (engine == nullptr || !engine->owner() || !service.owner()) {
        report.line("commands over a bad line: no line", 0, "", 1);
        return;
    }
    const api::Call call{*engine->owner(), {}, {}};
    const api::Call beside{*service.owner(), {}, {}};
    const auto ticks = std::chrono::system_clock::now().time_since_epoch().count();
    const Sku sku("counted-" + std::to_string(ticks));  // of this run
    if (!service.shop().addProduct(beside, {sku, "Counted", Money{100}}).result()) {
        report.line("commands over a bad line: no product", 0, "", 1);
        return;
    }
    std::unordered_map<std::string, bool> told;  // whether it was said to be done
    const auto before = proxy.connections();
    const double took = seconds([&] {
        const BadLine bad(proxy);
        std::vector<std::string> open;
        for (int next = 0; next < kCommands || !open.empty();) {
            while (next < kCommands && open.size() < kAtATime) {
                open.push_back("b" + std::to_string(next++));
            }
            while (engine->status().state != api::EngineState::Live) {
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
            }
            std::vector<api::Answer<api::StockAnswer>> answers;
            for (const auto& name : open) {
                answers.push_back(engine->shop().receiveStock(call, sku, 1, name));
            }
            std::vector<std::string> again;
            for (std::size_t i = 0; i < open.size(); ++i) {
                const auto result = answers[i].result();
                if (!result && result.error().code == ErrorCode::Unreachable) {
                    again.push_back(open[i]);
                } else {
                    told[open[i]] = result.has_value();
                }
            }
            open = std::move(again);
        }
    });
    std::unordered_map<std::string, int> effects;
    constexpr std::int64_t kPage = 1'000;
    for (std::int64_t from = 0, got = kPage; got == kPage; from += got) {
        const auto rows = service.shop().stockHistory(beside, sku, from, kPage).result();
        got = rows ? static_cast<std::int64_t>(rows->size()) : 0;
        for (std::int64_t i = 0; i < got; ++i) {
            ++effects[(*rows)[static_cast<std::size_t>(i)].reason];
        }
    }
    int lost = 0;
    int doubled = 0;
    int unknown = 0;
    for (const auto& [name, isDone] : told) {
        lost += isDone && effects[name] == 0 ? 1 : 0;
        doubled += effects[name] > 1 ? 1 : 0;
        unknown += isDone ? 0 : 1;
    }
    report.line("commands over a bad line", static_cast<double>(told.size()), "", kCommands);
    report.line("  said to be done, and are not", lost, "", 0, false);
    report.line("  done twice", doubled, "", 0, false);
    report.line("  of which nobody could say whether they were done", unknown, "");
    report.line("  time for all of them", took, "s");
    report.line("  times it was connected again", static_cast<double>(proxy.connections() - before), "", 1);
}

}  // namespace

bool TimedApplication::notify(QObject* receiver, QEvent* event) {
    if (!m_timing || m_depth > 0) {
        return QApplication::notify(receiver, event);
    }
    // The benchmark's own loops nest; an event that runs one is not a block.
    QElapsedTimer timer;
    timer.start();
    ++m_depth;
    const bool done = QApplication::notify(receiver, event);
    --m_depth;
    m_blocksMs.push_back(static_cast<double>(timer.nsecsElapsed()) * 1e-6);
    return done;
}

void consoleResponse(Report& report) {
    QTemporaryDir scratch(QDir::current().filePath(QStringLiteral("bench-XXXXXX")));
    const std::string empty = scratch.filePath(QStringLiteral("empty")).toStdString();
    const QString given = qEnvironmentVariable("EVENHAND_BENCH_WORKSPACE");
    const std::string full = (given.isEmpty() ? scratch.filePath(QStringLiteral("full")) : given).toStdString();
    if (!fillWorkspace(empty, 0, 0) || (given.isEmpty() && !fillWorkspace(full, benchOrders(), 10'000))) {
        std::fprintf(stderr, "cannot make the workspaces\n");
        std::exit(1);
    }
    std::vector<double> paintsEmpty;
    std::vector<double> paintsFull;
    std::vector<double> opens;
    for (int round = 0; round < 5; ++round) {
        paintsEmpty.push_back(openConsole(empty).paintedMs);
        const auto opened = openConsole(full);
        paintsFull.push_back(opened.paintedMs);
        opens.push_back(opened.openMs);
    }
    report.line("first paint, empty workspace", median(paintsEmpty), "ms");
    report.line("first paint, large workspace", median(paintsFull), "ms");
    report.line("  later by", median(paintsFull) - median(paintsEmpty), "ms", 300, false);
    report.line("  opening the large workspace", median(opens), "ms");
    searchResponse(report, full);

    auto& application = *static_cast<TimedApplication*>(QCoreApplication::instance());
    auto opened = openConsole(full);
    liveFor(1000);
    for (int page = 0; page < static_cast<int>(opened.window->pages().size()); ++page) {
        opened.window->showPage(page);
        Traffic traffic(opened.workspace->orders(), "T" + std::to_string(page) + "-");
        liveFor(1000);
        const auto before = opened.workspace->status().committed;
        application.startTiming();
        liveFor(10'000);
        const auto blocks = application.takeBlocks();
        const std::string name = opened.window->pages()[static_cast<std::size_t>(page)]->title().toStdString();
        report.line("commands committed a second, page " + name,
                    static_cast<double>(opened.workspace->status().committed - before) / 10, "/s");
        report.line("GUI-thread blocks p99.9, page " + name, quantile(blocks, 0.999), "ms", 16, false);
        report.line("GUI-thread blocks longest, page " + name, quantile(blocks, 1), "ms");
    }
    report.line("resident memory, console and engine", static_cast<double>(residentBytes()) / 1e6, "MB", 250, false);
    for (int page = 0; page < static_cast<int>(opened.window->pages().size()); ++page) {
        opened.window->showPage(page);
        liveFor(3000);
        const double before = cpuSeconds();
        liveFor(10'000);
        const std::string name = opened.window->pages()[static_cast<std::size_t>(page)]->title().toStdString();
        report.line("idle console, share of a core, page " + name, 100 * (cpuSeconds() - before) / 10, "%", 1, false);
    }
    themeSwitches(report, application, *opened.window);
}

void consoleOverALine(Report& report) {
    QTemporaryDir scratch(QDir::current().filePath(QStringLiteral("bench-XXXXXX")));
    const QString given = qEnvironmentVariable("EVENHAND_BENCH_WORKSPACE");
    const std::string full = (given.isEmpty() ? scratch.filePath(QStringLiteral("full")) : given).toStdString();
    if (given.isEmpty() && !fillWorkspace(full, benchOrders(), 10'000)) {
        std::fprintf(stderr, "cannot make the workspace\n");
        std::exit(1);
    }
    const ServiceProcess service(full);
    test::LineProxy proxy(service.port());
    proxy.delay(std::chrono::milliseconds(50));  // in each direction
    const auto others = connectToService(service.port());
    const auto engine = connectToService(proxy.port());
    if (others == nullptr || engine == nullptr || !engine->owner()) {
        report.line("service", 0, "", 1);
        return;
    }
    auto& application = *static_cast<TimedApplication*>(QCoreApplication::instance());
    const auto window = openWindow(*engine, *engine->owner(), scratch.filePath(QStringLiteral("console.ini")));
    liveFor(1000);
    for (int page = 0; page < static_cast<int>(window->pages().size()); ++page) {
        window->showPage(page);
        Traffic traffic(others->orders(), "L" + std::to_string(page) + "-");
        liveFor(1000);
        const auto before = proxy.connections();
        application.startTiming();
        {
            BadLine bad(proxy);
            liveFor(std::max(5'000, static_cast<int>(20'000 * benchScale())));
        }
        const auto blocks = application.takeBlocks();
        const std::string name = window->pages()[static_cast<std::size_t>(page)]->title().toStdString();
        report.line("GUI-thread blocks p99.9 over a bad line, page " + name, quantile(blocks, 0.999), "ms", 16, false);
        report.line("GUI-thread blocks longest, page " + name, quantile(blocks, 1), "ms");
        report.line("  times it was connected again", static_cast<double>(proxy.connections() - before), "", 1);
    }
    report.line("resident memory, console at a service", static_cast<double>(residentBytes()) / 1e6, "MB");
    commandsOverABadLine(report, proxy, *others);
}

}  // namespace evenhand::bench
