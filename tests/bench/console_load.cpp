// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/console_load.h"

#include <unistd.h>

#include <QCoreApplication>
#include <QFile>
#include <QJsonDocument>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/remote/remote_engine.h"
#include "tests/bench/bench_support.h"
#include "tests/bench/service_process.h"

namespace evenhand::bench {
namespace {

using Steady = std::chrono::steady_clock;

constexpr std::int64_t kShownRows = 40;                    // of a page that is in view
constexpr auto kRefresh = std::chrono::milliseconds(500);  // as ui/models/paged_table
constexpr auto kActs = std::chrono::milliseconds(1'000);
constexpr auto kTick = std::chrono::milliseconds(5);
constexpr auto kLastAnswers = std::chrono::seconds(5);  // what is on its way at the end still arrives
constexpr std::size_t kRemembered = 4'096;              // acts of a console: more than an hour of them

double msSince(Steady::time_point from) {
    return std::chrono::duration<double, std::milli>(Steady::now() - from).count();
}

std::int64_t nowNs() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Steady::now().time_since_epoch()).count();
}

/// True once the input has ended: whoever has started this wants no more of it.
class InputEnd {
public:
    InputEnd()
        : m_thread([this] {
              char byte = 0;
              while (::read(STDIN_FILENO, &byte, 1) > 0) {
              }
              m_ended = true;
          }) {}
    ~InputEnd() { m_thread.join(); }
    InputEnd(const InputEnd&) = delete;
    InputEnd& operator=(const InputEnd&) = delete;
    [[nodiscard]] bool has() const noexcept { return m_ended; }

private:
    std::atomic<bool> m_ended{false};
    std::thread m_thread;
};

/// When what was asked for, by number. A console writes about an order that nobody else touches.
struct Acts {
    std::array<std::atomic<std::int64_t>, kRemembered> askedNs{};  ///< 0: refused, nobody hears of it
    std::atomic<std::int64_t> asked{0};
    std::atomic<std::int64_t> done{0};
    std::atomic<std::int64_t> refused{0};
    OrderNo order;
};

using Everybody = std::vector<std::unique_ptr<Acts>>;
using Orders = std::unordered_map<std::int64_t, std::size_t>;  ///< whose an order is

/// What a console has shown and heard.
class LoadConsole {
public:
    LoadConsole(std::unique_ptr<remote::RemoteEngine> engine, std::size_t which, Everybody& everybody,
                const Orders& orders)
        : m_engine(std::move(engine)),
          m_api(*m_engine),
          m_which(which),
          m_everybody(everybody),
          m_orders(orders),
          m_heard(everybody.size()) {
        m_call = {m_api.owner().value_or(api::Actor{}), {}, {}};
    }
    ~LoadConsole() {
        m_listening.reset();
        m_engine.reset();  // what is still on its way is answered, into what follows
    }
    LoadConsole(const LoadConsole&) = delete;
    LoadConsole& operator=(const LoadConsole&) = delete;

    /// False: the page cannot be read.
    bool show() {
        m_listening = m_api.subscribe([this](const std::vector<api::Event>& events) { hear(events); });
        const auto page = m_api.orders().page(m_call, {}).result();
        const auto total = m_api.orders().count(m_call, {}).result();
        if (!page || !total) {
            std::fprintf(stderr, "%s\n", (page ? total.error() : page.error()).text().c_str());
            return false;
        }
        for (std::size_t i = 0; i < page->size() && i < static_cast<std::size_t>(kShownRows); ++i) {
            m_shown.push_back((*page)[i].id);
        }
        return true;
    }
    /// What is shown again, if something has happened and it is time.
    void refresh() {
        if (m_reading || !m_dirty || Steady::now() - m_readAt < kRefresh) {
            return;
        }
        m_readAt = Steady::now();
        m_reading = true;
        m_dirty = false;
        m_api.orders().rows(m_call, m_shown).then([this](const Result<std::vector<api::OrderRow>>& rows) {
            if (!rows) {
                m_reading = false;
                return;
            }
            {
                const std::scoped_lock lock(m_mutex);
                m_readsMs.push_back(msSince(m_readAt));
            }
            m_api.orders().count(m_call, {}).then([this](const Result<std::int64_t>&) { m_reading = false; });
        });
    }
    void act() {
        auto& mine = *m_everybody[m_which];
        const auto number = mine.asked.load();
        mine.askedNs[static_cast<std::size_t>(number) % kRemembered] = nowNs();
        mine.asked = number + 1;
        m_api.orders()
            .note(m_call, {{mine.order, 0}}, "looked at " + std::to_string(number))
            .then([&mine, number](const Result<std::vector<api::RowOutcome>>& outcomes) {
                const bool done = outcomes && outcomes->size() == 1 && !outcomes->front().error;
                ++(done ? mine.done : mine.refused);
                if (!done) {
                    mine.askedNs[static_cast<std::size_t>(number) % kRemembered] = 0;
                }
            });
    }
    [[nodiscard]] remote::RemoteEngine& engine() noexcept { return m_api; }
    /// Changes of the others that it has not heard of.
    [[nodiscard]] std::int64_t missing() {
        const std::scoped_lock lock(m_mutex);
        std::int64_t count = 0;
        for (std::size_t of = 0; of < m_heard.size(); ++of) {
            count += of == m_which ? 0 : m_everybody[of]->asked - m_everybody[of]->refused - m_heard[of].told;
        }
        return count;
    }
    void collect(std::vector<double>& seenMs, std::vector<double>& readsMs) {
        const std::scoped_lock lock(m_mutex);
        seenMs.insert(seenMs.end(), m_seenMs.begin(), m_seenMs.end());
        readsMs.insert(readsMs.end(), m_readsMs.begin(), m_readsMs.end());
    }

private:
    struct Heard {
        std::int64_t next = 0;
        std::int64_t told = 0;
    };

    void hear(const std::vector<api::Event>& events) {
        m_dirty = true;
        const auto now = nowNs();
        const std::scoped_lock lock(m_mutex);
        for (const auto& event : events) {
            const auto found = m_orders.find(event.order.value);
            if (found == m_orders.end() || found->second == m_which) {
                continue;
            }
            // An act is told of by one event: the oldest that was not heard of is what this one is about.
            auto& heard = m_heard[found->second];
            const auto& acts = *m_everybody[found->second];
            while (heard.next < acts.asked) {
                const auto asked = acts.askedNs[static_cast<std::size_t>(heard.next++) % kRemembered].load();
                if (asked != 0) {
                    ++heard.told;
                    m_seenMs.push_back(static_cast<double>(now - asked) * 1e-6);
                    break;
                }
            }
        }
    }

    std::unique_ptr<remote::RemoteEngine> m_engine;
    remote::RemoteEngine& m_api;  ///< the same, also while it goes
    const std::size_t m_which;
    Everybody& m_everybody;
    const Orders& m_orders;
    api::Call m_call;
    std::vector<OrderId> m_shown;
    std::atomic<bool> m_dirty{false};
    std::atomic<bool> m_reading{false};
    Steady::time_point m_readAt{};
    std::mutex m_mutex;  ///< guards the following
    std::vector<Heard> m_heard;
    std::vector<double> m_seenMs, m_readsMs;
    std::unique_ptr<api::Subscription> m_listening;
};

QByteArray fileOf(qint64 pid, const char* name) {
    QFile file(QStringLiteral("/proc/%1/%2").arg(pid).arg(QLatin1String(name)));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

int runConsoles(const QStringList& arguments) {
    const auto port = static_cast<std::uint16_t>(arguments.value(0).toUShort());
    const auto count = static_cast<std::size_t>(arguments.value(1).toUInt());
    Everybody everybody(count);
    Orders orders;
    std::vector<std::unique_ptr<LoadConsole>> consoles;
    for (std::size_t i = 0; i < count; ++i) {
        everybody[i] = std::make_unique<Acts>();
    }
    for (std::size_t i = 0; i < count; ++i) {
        auto engine = connectToService(port);
        if (!engine) {
            return 1;
        }
        consoles.push_back(std::make_unique<LoadConsole>(std::move(engine), i, everybody, orders));
    }
    if (!consoles.empty()) {
        // The oldest are history: nothing else happens to them.
        api::OrderQuery oldest;
        oldest.descending = false;
        oldest.limit = static_cast<std::int64_t>(count);
        auto& engine = consoles.front()->engine();
        const auto found = engine.orders().page({engine.owner().value_or(api::Actor{}), {}, {}}, oldest).result();
        if (!found || found->size() < count) {
            std::fprintf(stderr, "there are too few orders: %s\n", found ? "" : found.error().text().c_str());
            return 1;
        }
        for (std::size_t i = 0; i < count; ++i) {
            everybody[i]->order = (*found)[i].orderNo;
            orders.emplace((*found)[i].id.value, i);
        }
    }
    for (const auto& console : consoles) {
        if (!console->show()) {
            return 1;
        }
    }
    const InputEnd input;
    std::printf("ready\n");
    std::fflush(stdout);
    const auto begin = Steady::now();
    std::vector<Steady::time_point> next(count);
    for (std::size_t i = 0; i < count; ++i) {
        next[i] = begin + kActs * static_cast<int>(i) / static_cast<int>(count);
    }
    for (auto tick = begin; !input.has(); tick += kTick) {
        for (std::size_t i = 0; i < count; ++i) {
            consoles[i]->refresh();
            if (Steady::now() >= next[i]) {
                next[i] += kActs;
                consoles[i]->act();
            }
        }
        std::this_thread::sleep_until(tick + kTick);
    }
    const auto missing = [&] {
        std::int64_t all = 0;
        for (const auto& console : consoles) {
            all += console->missing();
        }
        return all;
    };
    const auto unanswered = [&] {
        std::int64_t all = 0;
        for (const auto& acts : everybody) {
            all += acts->asked - acts->done - acts->refused;
        }
        return all;
    };
    for (const auto end = Steady::now() + kLastAnswers; Steady::now() < end && (missing() != 0 || unanswered() != 0);) {
        std::this_thread::sleep_for(kTick);
    }
    std::vector<double> seenMs, readsMs;
    std::int64_t acts = 0, refused = 0;
    for (std::size_t i = 0; i < count; ++i) {
        consoles[i]->collect(seenMs, readsMs);
        acts += everybody[i]->done;
        refused += everybody[i]->refused;
    }
    const QJsonObject told{{QStringLiteral("acts"), static_cast<qint64>(acts)},
                           {QStringLiteral("refused"), static_cast<qint64>(refused)},
                           {QStringLiteral("seen"), static_cast<qint64>(seenMs.size())},
                           {QStringLiteral("missing"), static_cast<qint64>(missing())},
                           {QStringLiteral("seen_p50_ms"), quantile(seenMs, 0.5)},
                           {QStringLiteral("seen_p99_ms"), quantile(seenMs, 0.99)},
                           {QStringLiteral("seen_max_ms"), quantile(seenMs, 1)},
                           {QStringLiteral("reads"), static_cast<qint64>(readsMs.size())},
                           {QStringLiteral("read_p50_ms"), quantile(readsMs, 0.5)},
                           {QStringLiteral("read_p99_ms"), quantile(readsMs, 0.99)}};
    std::printf("%s\n", QJsonDocument(told).toJson(QJsonDocument::Compact).constData());
    std::fflush(stdout);
    return 0;
}

int burnProcessor(const QStringList& arguments) {
    const double cores = arguments.value(0).toDouble();
    const auto threads = static_cast<std::size_t>(std::max(1.0, std::ceil(cores)));
    const auto slice = std::chrono::duration<double, std::milli>(std::max(0.0, cores) / static_cast<double>(threads));
    const InputEnd input;
    std::vector<std::thread> all;
    for (std::size_t i = 0; i < threads; ++i) {
        all.emplace_back([&] {
            // In slices of a thousandth of a second, as consoles do what they do here and there.
            for (auto tick = Steady::now(); !input.has();) {
                tick += std::chrono::milliseconds(1);
                for (const auto from = Steady::now(); Steady::now() - from < slice;) {
                }
                std::this_thread::sleep_until(tick);
            }
        });
    }
    std::printf("ready\n");
    std::fflush(stdout);
    for (auto& thread : all) {
        thread.join();
    }
    std::printf("{}\n");
    std::fflush(stdout);
    return 0;
}

LoadProcess::LoadProcess(const QStringList& arguments) {
    constexpr int kPatienceMs = 120'000;
    m_process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_process.start(QCoreApplication::applicationFilePath(), arguments);
    while (!m_process.canReadLine() && m_process.waitForReadyRead(kPatienceMs)) {
    }
    m_ready = m_process.readLine().trimmed() == "ready";
}

LoadProcess::~LoadProcess() {
    if (m_process.state() != QProcess::NotRunning) {
        (void)stop();
        m_process.kill();
        m_process.waitForFinished();
    }
}

QJsonObject LoadProcess::stop() {
    constexpr int kPatienceMs = 60'000;
    m_process.closeWriteChannel();
    if (!m_process.waitForFinished(kPatienceMs) || m_process.exitCode() != 0) {
        return {};
    }
    return QJsonDocument::fromJson(m_process.readAllStandardOutput().trimmed()).object();
}

std::int64_t residentBytesOf(qint64 pid) {
    const auto pages = fileOf(pid, "statm").split(' ').value(1);
    return pages.isEmpty() ? -1 : pages.toLongLong() * ::sysconf(_SC_PAGESIZE);
}

double cpuSecondsOf(qint64 pid) {
    // The name in brackets may have blanks; what follows it is state, …, utime and stime, the 14th and 15th in all.
    const auto stat = fileOf(pid, "stat");
    const auto rest = stat.mid(stat.lastIndexOf(')') + 2).split(' ');
    return rest.size() < 13 ? -1
                            : static_cast<double>(rest[11].toLongLong() + rest[12].toLongLong()) /
                                  static_cast<double>(::sysconf(_SC_CLK_TCK));
}

}  // namespace evenhand::bench
