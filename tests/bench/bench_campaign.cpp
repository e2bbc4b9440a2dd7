// SPDX-License-Identifier: GPL-3.0-or-later
// Random-discount campaigns: building ten million places, draws with their row made durable, and a campaign that a
// crowd drains while somebody else places orders, with every invariant checked at the end.
#include <QDir>
#include <QTemporaryDir>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <thread>

#include "app/workspace/workspace.h"
#include "tests/bench/bench_support.h"

namespace evenhand::bench {
namespace {

constexpr std::size_t kBatch = 500;

api::Call benchCall() { return {api::Actor::administrator("local:bench"), "bench", {}}; }

template <typename T>
Result<T> wait(api::Answer<T> answer) {
    answer.waitForFinished();
    return answer.result();
}

std::unique_ptr<app::Workspace> makeWorkspace(const QString& folder) {
    app::OpenOptions options;
    options.seed = 1;
    auto made = app::Workspace::create(folder.toStdString(), {}, options);
    if (!made) {
        std::fprintf(stderr, "%s\n", made.error().text().c_str());
        return nullptr;
    }
    (void)wait((*made)->dispatch().upsertCouriers(benchCall(), {{CourierId("k"), CampusId("C"), "", "", true}}));
    (void)wait((*made)->orders().upsertProducts(benchCall(), {{Sku("tea"), "Tea", Money{100}, 1'000'000'000}}, false));
    return std::move(*made);
}

api::CampaignSettings settingsOf(app::Workspace& workspace, std::int64_t places) {
    api::CampaignSettings settings;
    settings.name = "Bench";
    settings.shape = {Money{places * 300}, places, Money{1'000}, 16};
    settings.countLimit = 9'000;
    settings.amountLimit = Money{api::kMaxCampaignMinor};
    settings.begin = workspace.status().now;
    settings.end = settings.begin.plusMs(86'400'000);
    settings.seed = 1;
    return settings;
}

/// Seconds from starting it until it runs; < 0: it does not.
double buildOne(app::Workspace& workspace, const CampaignId& id, std::int64_t places) {
    const auto made = wait(workspace.campaigns().create(benchCall(), id, settingsOf(workspace, places)));
    if (!made || !wait(workspace.campaigns().start(benchCall(), id))) {
        return -1;
    }
    return seconds([&] {
        auto row = wait(workspace.campaigns().campaign(benchCall(), id));
        while (row && row->state == api::CampaignState::Building) {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
            row = wait(workspace.campaigns().campaign(benchCall(), id));
        }
    });
}

/// How long others wait meanwhile: orders placed one by one.
class Bystander {
public:
    explicit Bystander(app::Workspace& workspace) : m_thread([this, &workspace] { run(workspace); }) {}
    ~Bystander() { stop(); }
    void report(Report& report) {
        stop();
        report.line("placing meanwhile, p99", quantile(m_took, 0.99), "ms");
        report.line("placing meanwhile, longest", quantile(m_took, 1), "ms", 50, false);
    }

private:
    void stop() {
        m_stop = true;
        if (m_thread.joinable()) {
            m_thread.join();
        }
    }
    void run(app::Workspace& workspace) {
        // Somebody else than the crowd: callers take turns.
        const api::Call call{api::Actor::administrator("local:bystander"), "bench", {}};
        for (int i = 0; !m_stop; ++i) {
            api::PlaceOrder order;
            order.key = "B" + std::to_string(reinterpret_cast<std::uintptr_t>(this)) + "-" + std::to_string(i);
            order.user = UserId("u");
            order.campus = CampusId("C");
            order.lines = {{Sku("tea"), 1, Money{100}}};
            m_took.push_back(1'000 * seconds([&] { (void)wait(workspace.orders().place(call, order)); }));
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
    }
    std::atomic<bool> m_stop{false};
    std::vector<double> m_took;  ///< ms
    std::thread m_thread;
};

enum class Ids : std::uint8_t {
    Random,  ///< the callers' own, without any order: each goes to a page of its own of the index on them
    Made,    ///< by the engine, which lets them grow with time
};

/// Attempts by `users`, many to a commit, until it is exhausted or `most` were made. Answers those granted.
std::int64_t drain(app::Workspace& workspace, const CampaignId& id, std::int64_t users, std::int64_t most,
                   Ids ids = Ids::Random) {
    std::atomic<std::int64_t> granted{0};
    std::atomic<bool> ended{false};
    Rng rng(5);
    std::vector<std::future<void>> waiting;
    for (std::int64_t made = 0; made < most && !ended;) {
        std::vector<api::DrawRequest> requests;
        for (; requests.size() < kBatch && made < most; ++made) {
            const DrawId draw = ids == Ids::Random ? DrawId(rng.uuid()) : DrawId();
            requests.push_back({id, draw, UserId("user" + std::to_string(rng.between(1, users))), {}});
        }
        auto done = std::make_shared<std::promise<void>>();
        waiting.push_back(done->get_future());
        workspace.campaigns().drawMany(benchCall(), std::move(requests), [done, &granted, &ended](const auto& answers) {
            for (const auto& answer : answers) {
                granted += answer && !answer->refusal ? 1 : 0;
                ended = ended || (answer && answer->refusal == api::DrawRefusal::Ended);
            }
            done->set_value();
        });
        if (waiting.size() >= 40) {
            waiting.front().wait();
            waiting.erase(waiting.begin());
        }
    }
    for (auto& one : waiting) {
        one.wait();
    }
    return granted;
}

/// Ten million places, while orders are placed beside.
void building(Report& report, std::int64_t places) {
    const QTemporaryDir scratch(QDir::current().filePath(QStringLiteral("bench-XXXXXX")));
    auto workspace = makeWorkspace(scratch.filePath(QStringLiteral("w")));
    if (!workspace) {
        return;
    }
    const auto before = residentBytes();
    Bystander bystander(*workspace);
    const double took = buildOne(*workspace, CampaignId("huge"), places);
    report.line("building 10,000,000 places, stored", took < 0 ? 1e9 : took, "s", 10, false);
    bystander.report(report);
    report.line("memory per place of 10,000,000",
                static_cast<double>(residentBytes() - before) / static_cast<double>(places), "bytes");
}

}  // namespace

void campaigns(Report& report) {
    const auto scaled = [](double count) { return static_cast<std::int64_t>(count * benchScale()); };
    building(report, scaled(10'000'000));
    const QTemporaryDir scratch(QDir::current().filePath(QStringLiteral("bench-XXXXXX")));
    auto workspace = makeWorkspace(scratch.filePath(QStringLiteral("w")));
    if (!workspace) {
        return;
    }
    const auto rate = [&](const char* name, const CampaignId& id, Ids ids) {
        if (buildOne(*workspace, id, scaled(300'000)) >= 0) {
            std::int64_t granted = 0;
            const double took = seconds([&] { granted = drain(*workspace, id, 100'000, scaled(250'000), ids); });
            report.line(name, static_cast<double>(granted) / took, "/s", 30'000);
        }
    };
    rate("whole draws with their row, durable", CampaignId("rate"), Ids::Random);
    rate("the same with ids that the engine makes", CampaignId("made"), Ids::Made);
    if (buildOne(*workspace, CampaignId("drain"), scaled(1'000'000)) >= 0) {
        Bystander bystander(*workspace);
        std::int64_t granted = 0;
        const double took =
            seconds([&] { granted = drain(*workspace, CampaignId("drain"), 100'000, scaled(4'000'000)); });
        report.line("1,000,000 places drained by 100,000 users", took, "s", 60, false);
        bystander.report(report);
        report.line("draws granted", static_cast<double>(granted), "draws", static_cast<double>(scaled(1'000'000)));
    }
    report.line("invariants violated", invariantsHold(*workspace) ? 0 : 1, "", 0, false);
}

}  // namespace evenhand::bench
