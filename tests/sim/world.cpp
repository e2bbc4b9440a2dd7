// SPDX-License-Identifier: GPL-3.0-or-later
#include "world.h"

#include <QDir>
#include <QFile>
#include <algorithm>
#include <chrono>
#include <numeric>
#include <thread>
#include <utility>

#include "app/workspace/restore.h"
#include "app/workspace/take_backup.h"
#include "engine/outward/ring_worker_pool.h"
#include "engine/ring/ring.h"
#include "webhooks.h"

namespace evenhand::sim {
namespace {

using test::Fault;

constexpr std::int64_t kSecondMs = 1'000;
constexpr std::int64_t kMinuteMs = 60 * kSecondMs;
constexpr std::int64_t kHourMs = 60 * kMinuteMs;
constexpr std::int64_t kDayMs = 24 * kHourMs;

/// One generator for each act and purpose, so that they do not hang on each other (the finalizer of SplitMix64).
std::uint64_t mixed(std::uint64_t seed, std::uint64_t number) {
    auto z = seed + 0x9E3779B97F4A7C15ULL * (number + 1);
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31U);
}

/// Thrown out of a worker's wait: it has died there.
struct WorkerDied {};

api::RefundSettings refundSettings() {
    api::RefundSettings settings;
    settings.provider = api::RefundProviderKind::Http;
    settings.url = "http://localhost:1/";
    settings.maxAttempts = 5;
    return settings;
}

}  // namespace

World::~World() { close(); }

void World::broken(const std::string& what) {
    if (m_fault.empty()) {
        m_fault = what;
        note("BROKEN: " + what);
    }
}

std::string World::some(const std::string& kind, Rng& rng) {
    const auto& all = m_made[kind];
    if (all.empty()) {
        return {};
    }
    const auto size = all.size();
    const auto back = rng.below(rng.below(4) == 0 ? size : std::min<std::uint64_t>(size, 8));
    return all[size - 1 - back];
}

void World::promise(const char* sql, const std::string& key, const std::string& expected) {
    const auto [found, isNew] = m_promises.try_emplace(std::string(sql) + "\n" + key, Promise{sql, key, expected});
    if (!isNew && found->second.expected != expected) {
        broken("the same was asked again and answered differently: " + key + ", " + found->second.expected + " and " +
               expected);
    }
}

void World::answered(const std::string& key, const std::string& body, const std::string& answer) {
    const auto [found, isNew] = m_answered.try_emplace(key, Answered{body, answer});
    if (isNew) {
        return;
    }
    ++m_figures["answered again"];
    const auto& first = found->second;
    if (first.body != body) {
        broken("a key was good for two requests: " + key + ", for '" + first.body + "' and '" + body + "'");
    } else if (first.answer != answer) {
        broken("the same was asked again and answered differently: " + key + ", '" + first.answer + "' and '" + answer +
               "'");
    }
}

void World::reserved(const std::string& sale, const std::string& user, const api::AttemptAnswer& answer) {
    if (answer.outcome != api::AttemptOutcome::Reserved) {
        return;
    }
    const auto& number = answer.orderNo.str();
    const auto [found, isNew] = m_reservations.try_emplace(number, Reservation{sale, user});
    if (!isNew && (!answer.repeated || found->second != Reservation{sale, user})) {
        broken("S3: two reservations have the number " + number);
    }
}

bool World::open() {
    app::OpenOptions options;
    options.clock = m_importing ? static_cast<const Clock*>(&m_importClock) : &m_clock;
    options.wallClock = &m_clock;
    options.engine.importClock = m_importing;
    options.seed = mixed(m_plan.seed, 1'000'000 + m_processes++);
    options.threaded = false;
    options.secrets = m_store.secrets();
    options.hashCost = {1, 8'192};
    Rng rng(*options.seed);
    options.engine.batchCommands = static_cast<std::size_t>(rng.between(1, 12));
    options.engine.batchMessages = static_cast<std::size_t>(rng.between(1, 8));
    options.engine.batchDue = static_cast<std::size_t>(rng.between(1, 8));
    options.engine.batchNs = options.engine.sharedBatchNs = options.engine.briefBatchNs = options.engine.dueNs =
        INT64_MAX / 4;  // never by real time
    options.engine.checkpointPages = rng.between(20, 400);
    options.engine.compaction.journalBytes = static_cast<std::size_t>(rng.between(2'000, 60'000));
    options.engine.compaction.sliceBytes = 800;
    if (m_importing) {  // so that an import has to wait for its turn
        options.engine.inboxCommands = static_cast<std::size_t>(rng.between(2, 40));
    }
    m_store.prepare(options);
    for (int tries = 1;; ++tries) {
        auto opened = app::Workspace::open(m_store.folder(), options);
        if (opened) {
            m_workspace = *std::move(opened);
            m_stepChecks.begin();
            return true;
        }
        note("  cannot be opened: " + std::string(errorName(opened.error().code)));
        if (m_store.dead()) {
            m_store.restart(false);
        } else if (m_store.struck() && tries < 3) {
            m_store.plan(Fault::None, 0, 0, 1);
        } else {
            broken("cannot be opened: " + opened.error().text());
            return false;
        }
    }
}

void World::close() {
    m_client.reset();
    m_read = false;
    m_reader.reset();  // or the engine's would not be the last connection, which leaves no log behind
    for (auto& worker : m_ring) {
        worker.reset();  // in the same process
    }
    if (m_workspace != nullptr) {
        // Answers that come while it stops may ask further: the workspace is still there for them.
        m_workspace->stop();
        m_workspace.reset();
    }
}

bool World::setUp() {
    if (m_store.kept()) {
        return true;
    }
    m_clock.set(kStart);
    m_store.plan(Fault::None, 0, 0, 1);
    app::OpenOptions options;
    options.clock = &m_clock;
    options.seed = 1;
    options.threaded = false;
    options.secrets = m_store.secrets();
    options.hashCost = {1, 8'192};
    m_store.prepare(options);
    auto made =
        app::Workspace::create(m_store.folder(), {"CNY", 2, "Asia/Shanghai", "sim", m_store.newDatabase()}, options);
    if (!made) {
        broken("cannot be made: " + made.error().text());
        return false;
    }
    m_workspace = *std::move(made);
    const auto need = [&](auto answer) {
        while (!answer.isFinished()) {
            m_workspace->runUntilIdle();
        }
        if (const auto result = answer.result(); !result) {
            broken("cannot be set up: " + result.error().text());
        }
    };
    const auto boss = call("root");
    for (const char* campus : {"north", "south"}) {
        need(workspace().dispatch().upsertCampus(boss, {CampusId(campus), campus, {}}));
        need(workspace().dispatch().upsertCouriers(
            boss, {{CourierId(std::string(campus) + " 1"), CampusId(campus), "", "", true},
                   {CourierId(std::string(campus) + " 2"), CampusId(campus), "", "", true},
                   {CourierId(std::string(campus) + " 3"), CampusId(campus), "", "", false}}));
        api::TimerPolicy policy;
        policy.unpaidMs = 10 * kMinuteMs;
        policy.unassignedMs = kMinuteMs;
        policy.pickUpLateMs = 20 * kMinuteMs;
        policy.deliveryLateMs = 2 * kHourMs;
        policy.autoConfirmMs = kDayMs;
        need(workspace().timers().setPolicy(boss, CampusId(campus), policy));
    }
    need(workspace().orders().upsertProducts(boss,
                                             {{Sku("tea"), "Tea", Money{250}, 60},
                                              {Sku("rice"), "Rice", Money{1'200}, 40},
                                              {Sku("soup"), "Soup", Money{99}, 25},
                                              {Sku("free"), "Free", Money{0}, 30},
                                              {Sku("voucher"), "Voucher", Money{900}, 40}},
                                             false));
    const api::ActivityInput sale{ActivityId("sale"), "Sale", Sku("voucher"),     CampusId("north"),
                                  Money{70},          12,     kStart.plusMs(100), kStart.plusMs(2 * kHourMs)};
    need(workspace().seckill().setUp(boss, sale));
    need(workspace().seckill().start(boss, ActivityId("sale")));
    api::CampaignSettings spring;
    spring.name = "Spring";
    spring.shape = {Money{2'000}, 40, Money{100}, 3};
    spring.countLimit = 6;
    spring.amountLimit = Money{250};
    spring.begin = kStart;
    spring.end = kStart.plusMs(3 * kHourMs);
    spring.seed = 7;
    spring.validityMs = 10 * kMinuteMs;
    need(workspace().campaigns().create(boss, CampaignId("spring"), spring));
    need(workspace().campaigns().start(boss, CampaignId("spring")));
    api::ReturnPolicy policy;
    policy.goods = api::GoodsRule::GoodsFirst;
    policy.fourEyesAbove = Money{1'500};
    policy.secondAbove = Money{4'000};
    need(workspace().returns().setPolicy(boss, {}, policy));
    need(workspace().refunds().setSettings(boss, refundSettings()));
    api::WebhookInput hook{"Shop", "https://shop.example/hook", {}, true};
    hook.events.assign(api::subscribableEvents().begin(), api::subscribableEvents().end());
    need(workspace().webhooks().create(boss, hook, {}));
    need(workspace().accounts().create(boss, {"root", "Root", {api::Role::Administrator}},
                                       Secret("first password of root")));
    for (const char* login : {"ann", "bob"}) {
        need(workspace().accounts().create(boss, {login, login, {api::Role::Dispatcher}}, Secret("a long password")));
    }
    m_workspace->runUntilIdle();
    close();
    if (m_fault.empty()) {
        m_store.keep();
    }
    return m_fault.empty();
}

bool World::run(const Plan& plan) {
    if (beginning) {
        beginning(plan);
    }
    close();
    m_store.enter();
    m_plan = plan;
    m_processes = 0;
    m_crashes = 0;
    m_fault.clear();
    m_calm = false;
    m_trace.clear();
    m_made.clear();
    m_counters.clear();
    m_promises.clear();
    m_answered.clear();
    m_reservations.clear();
    m_history = {};
    m_lookedAtSeq = -1;
    m_acknowledged = {};
    m_stepChecks.begin();
    m_provider.clear();
    m_provider.beginActs(mixed(plan.seed, 2'000'000));
    m_provider.dead = [this] { return !alive(); };
    m_provider.stall = [this] {
        // Longer than a lease; meanwhile somebody else takes over what is due by then.
        m_clock.advanceMs(2 * kMinuteMs);
        outward::RefundSender other(workspace(), m_provider.source(), m_clock, "another worker",
                                    [this] { (void)turn(); });
        (void)other.look({});
    };
    if (!setUp()) {
        return false;
    }
    m_store.begin();
    m_clock = test::MachineClock(kStart.plusMs(kSecondMs));
    m_membership = std::make_unique<cluster::LocalMembership>(m_clock);
    m_knownMembers = {};
    m_trouble = {};
    m_made["order"] = {};
    Rng swarm(mixed(plan.seed, 3'000'000));
    m_weights.clear();
    for (const auto& act : allActs()) {
        static constexpr int kTimes[] = {0, 1, 1, 1, 2, 4};
        m_weights.push_back(act.weight * kTimes[swarm.below(std::size(kTimes))]);
    }
    m_weights.front() += 1;  // something happens in any case
    if (!open()) {
        return false;
    }
    lookAtHistory(true);
    auto only = plan.only.begin();
    for (int number = 0; number < plan.acts && m_fault.empty(); ++number) {
        if (!plan.only.empty()) {
            only = std::lower_bound(only, plan.only.end(), number);
            if (only == plan.only.end() || *only != number) {
                continue;
            }
        }
        act(number);
    }
    if (m_fault.empty()) {
        quiesce();
        check(true);
    }
    if (m_fault.empty()) {
        comeBack(false);
        quiesce();
        check(true);
    }
    m_history.count(m_figures);
    note("digest " + std::to_string(m_history.digest()));
    close();
    return m_fault.empty();
}

void World::act(int number) {
    Rng rng(mixed(m_plan.seed, static_cast<std::uint64_t>(number)));
    // Mostly moments, sometimes long enough for timers.
    const auto pace = rng.below(60);
    m_clock.advanceMs(pace < 48   ? rng.between(0, kSecondMs)
                      : pace < 57 ? rng.between(0, 30 * kSecondMs)
                      : pace < 59 ? rng.between(0, 10 * kMinuteMs)
                                  : rng.between(0, kHourMs / 2));
    auto dice =
        static_cast<int>(rng.below(static_cast<std::uint64_t>(std::accumulate(m_weights.begin(), m_weights.end(), 0))));
    std::size_t which = 0;
    while (dice >= m_weights[which]) {
        dice -= m_weights[which++];
    }
    const auto& act = allActs()[which];
    note(std::to_string(number) + " " + std::to_string((m_clock.now().ms - kStart.ms)) + " " + act.name);
    ++m_figures[std::string("act ") + act.name];
    act.run(*this, rng);
    if (sabotage) {
        sabotage(number);
    }
    for (auto steps = rng.below(5); steps > 0 && alive() && m_fault.empty(); --steps) {
        (void)step();
    }
    if (m_fault.empty() && m_store.dead()) {
        comeBack(rng.below(4) == 0);
    } else if (m_fault.empty() && rng.below(40) == 0) {
        check(false);
    }
    if (m_fault.empty() && !m_provider.fault().empty()) {
        broken(m_provider.fault());
    }
}

bool World::step() { return alive() && turn(); }

void World::stepOrDie() {
    if (!step()) {
        if (!alive() || !m_fault.empty()) {
            throw ProcessDied();
        }
        std::this_thread::yield();
    }
}

bool World::turn() {
    const bool more = m_workspace->step();
    if (alive()) {
        if (const auto mark = m_workspace->core().embedded()->committedMark(); mark.seq > m_acknowledged.seq) {
            m_acknowledged = mark;
        }
        lookAtHistory(false);
    }
    return more;
}

void World::runAlone(const std::function<bool()>& finished) {
    while (alive() && m_fault.empty() && !finished()) {
        if (!step()) {
            std::this_thread::yield();
        }
    }
}

void World::lookAtHistory(bool all) {
    if (!storageWorks()) {
        return;  // its connection is not to be relied on
    }
    const auto seq = m_workspace->core().embedded()->journalSeq();
    if (!all && seq == m_lookedAtSeq) {
        return;  // every commit that changes something has a number of its own
    }
    m_lookedAtSeq = seq;
    auto& database = m_workspace->core().embedded()->database();
    if (!(all ? m_history.lookAtAll(database) : m_history.look(database))) {
        if (alive() && !(m_history.unreadable() && m_store.struck())) {
            broken(m_history.fault());
        }
        return;
    }
    const auto fault = m_stepChecks.look(database, m_workspace->core().embedded()->keyspace(), m_history.takeTouched(),
                                         m_history.taken());
    if (alive() && !(!fault && m_store.struck()) && !(fault && fault->empty())) {
        broken(fault ? *fault : fault.error().text());
    }
}

void World::fault(Fault fault, std::int64_t at, std::int64_t count, std::uint64_t seed) {
    if (m_plan.faults) {
        m_store.plan(fault, at, count, seed);
    }
}

void World::comeBack(bool losePower) {
    note(losePower ? "  power fails" : "  the process ends");
    ++m_crashes;
    if (!m_store.dead()) {
        m_store.plan(losePower ? Fault::PowerLoss : Fault::Kill, 1, 1, mixed(m_plan.seed, m_processes));
    }
    close();
    m_store.restart(losePower);
    if (open()) {
        check(false);
    }
}

void World::restart() {
    close();
    if (m_store.dead()) {
        m_store.restart(false);
    }
    if (open()) {
        check(false);
    }
}

void World::import(const std::function<void()>& calls) {
    m_importing = true;
    restart();
    if (alive() && m_fault.empty()) {
        calls();
        while (step() && m_fault.empty()) {
        }
    }
    m_importing = false;
    if (!m_store.dead() && m_fault.empty()) {
        restart();
    }
}

void World::work() {
    if (!alive()) {
        return;
    }
    cluster::LocalMembership nobody(m_clock);
    auto options = m_workspace->workerOptions(1);
    options.name = "worker";
    options.address = "here";
    options.step = [this] { (void)turn(); };
    options.refundProvider = m_provider.source();
    options.runners.push_back([this] { return std::make_unique<Endpoint>(*this); });
    outward::RingWorker worker(*m_workspace, nobody, m_clock, options);
    if (const auto done = worker.runDue(); !done) {
        note("  the worker: " + done.error().text());
    }
}

void World::startWorker(std::size_t place) {
    auto options = m_workspace->workerOptions(place + 10);
    options.name = "ring " + std::to_string(place);
    options.address = "here";
    options.step = [this, place] { stepOfWorker(place); };
    options.refundProvider = m_provider.source();
    options.runners.push_back([this] { return std::make_unique<Endpoint>(*this); });
    m_ring[place] = std::make_unique<outward::RingWorker>(*m_workspace, *m_membership, m_clock, options);
}

void World::stepOfWorker(std::size_t place) {
    if (m_trouble.steps > 0 && m_trouble.place == place && --m_trouble.steps == 0) {
        if (m_trouble.dies) {
            throw WorkerDied();
        }
        note("  it is away");
        ++m_figures["a worker was away"];
        m_clock.advanceMs(3 * kMinuteMs);  // longer than its lease and those of its tasks
        for (std::size_t other = 0; other < m_ring.size(); ++other) {
            if (other != place && m_ring[other] != nullptr) {
                (void)m_ring[other]->turn();
            }
        }
    }
    (void)turn();
}

void World::ringTurn(Rng& rng) {
    if (!alive()) {
        return;
    }
    const auto place = rng.below(m_ring.size());
    auto& worker = m_ring[place];
    if (worker == nullptr) {
        startWorker(place);
    }
    m_trouble = {};
    switch (rng.below(8)) {
        case 0:
            note("  a worker leaves");
            worker->leave();
            worker.reset();
            break;
        case 1: worker.reset(); break;  // dies between two jobs
        case 2: m_trouble = {place, static_cast<int>(rng.between(1, 12)), true}; break;
        case 3: m_trouble = {place, static_cast<int>(rng.between(1, 12)), false}; break;
        default: break;
    }
    if (worker != nullptr) {
        try {
            const auto done = worker->turn();
            note("  " + (done ? std::to_string(*done) + " claimed" : std::string(errorName(done.error().code))));
        } catch (const WorkerDied&) {
            note("  it dies");
            ++m_figures["a worker died in the middle"];
            worker.reset();
        }
    }
    m_trouble = {};
    noteRing();
}

/// As the keeper of a pool does.
void World::noteRing() {
    const auto now = m_membership->members();
    if (alive() && m_fault.empty()) {
        for (const auto& row : outward::changesOf(m_knownMembers, now, m_clock.now())) {
            ask(workspace().tasks().noteRing(call("ring"), row));
        }
        m_knownMembers = now;
    }
}

void World::workOnRing() {
    // Two at least, so that what one does not own is somebody else's.
    for (std::size_t place = 0; place < 2; ++place) {
        if (m_ring[place] == nullptr) {
            startWorker(place);
        }
    }
    noteRing();
    // Where storage was away meanwhile, time has passed and a lease may be over of which its worker learns at its next
    // turn: until all of them have had one at the same instant.
    constexpr int kRounds = 1'000;
    bool settled = false;
    for (int round = 0; round < kRounds && !settled && alive() && m_fault.empty(); ++round) {
        const auto begun = m_clock.monotonicNs();
        settled = true;
        for (const auto& worker : m_ring) {
            if (worker != nullptr && alive() && m_fault.empty()) {
                const auto done = worker->turn();
                settled = settled && done && *done == 0;
                if (!done) {
                    note("  the ring: " + done.error().text());
                }
            }
        }
        settled = settled && m_clock.monotonicNs() == begun;
    }
    noteRing();
    while (step() && m_fault.empty()) {
    }
    if (!settled || !alive() || !m_fault.empty()) {
        return;
    }
    // W2: every one of them has seen the newest list by now.
    std::vector<api::RingRange> ranges;
    std::size_t workers = 0;
    for (const auto& worker : m_ring) {
        if (worker != nullptr) {
            const auto owned = worker->ranges();
            ranges.insert(ranges.end(), owned.begin(), owned.end());
            ++workers;
        }
    }
    const auto members = m_membership->members().members.size();
    if (members < workers) {
        broken("W2: a worker is no member and does not know it");
    }
    // Who died owns its ranges until its lease ends; then the others do.
    if (members == workers && !tasks::coversRing(ranges)) {
        broken("W2: the workers' ranges overlap or do not cover the ring");
    }
}

void World::awaitStorage() {
    for (int tries = 0; tries < 400 && !storageWorks(); ++tries) {
        m_clock.advanceMs(kSecondMs);  // it looks again after a while
        if (m_workspace->status().state == api::EngineState::Disconnected) {
            std::this_thread::sleep_for(std::chrono::milliseconds(5));  // for a server in real time
        }
        (void)step();
    }
}

bool World::storageWorks() const {
    const auto state = m_workspace->status().state;
    return state != api::EngineState::ReadOnly && state != api::EngineState::Disconnected;
}

void World::quiesce() {
    m_store.plan(Fault::None, 0, 0, 1);
    m_calm = true;
    m_provider.behave();
    m_provider.settle();
    awaitStorage();
    // What was asked before comes first: callers take turns, so a setting could overtake the one below.
    while (step() && m_fault.empty()) {
    }
    if (m_read) {
        close();
        if (!open()) {
            return;
        }
    }
    // Campuses and timers that somebody paused, and kinds that are held, would wait for ever.
    for (const char* campus : {"north", "south"}) {
        ask(workspace().dispatch().setPaused(call(), CampusId(campus), false));
    }
    for (const auto kind : api::allTimerKinds()) {
        ask(workspace().timers().setPaused(call(), kind, false));
    }
    ask(workspace().tasks().setHeld(call(), {api::TaskKind::Refund, api::TaskKind::Webhook}, false));
    ask(workspace().refunds().setSettings(call(), refundSettings()));
    if (const auto behind = m_workspace->status(); behind.clock < behind.now) {
        m_clock.set(behind.now);
    }
    const auto doTasks = [this] {
        const bool ring = std::any_of(m_ring.begin(), m_ring.end(), [](const auto& one) { return one != nullptr; });
        ring ? workOnRing() : work();
        m_provider.settle();
    };
    std::int64_t pass = 10 * kSecondMs;
    for (int round = 0; round < 14 && m_fault.empty(); ++round) {
        while (step() && m_fault.empty()) {
        }
        doTasks();
        m_clock.advanceMs(pass);
        pass = std::min(2 * pass, 2 * kDayMs);
    }
    // What the last pass of time has made, as messages of alerts that come again, is done at once: time stands still.
    do {
        while (step() && m_fault.empty()) {
        }
        doTasks();
    } while (step() && m_fault.empty());
    m_provider.misbehave();
    m_calm = false;
}

void World::failSoon(Rng& rng) {
    if (!m_plan.faults) {
        return;
    }
    static constexpr Fault kKinds[] = {Fault::Kill, Fault::PowerLoss, Fault::Full, Fault::WriteError, Fault::SyncError};
    const auto kind = kKinds[rng.below(std::size(kKinds))];
    // The last calls matter as much as the first, and nobody knows how many there will be.
    const auto at = rng.between(1, 1LL << rng.below(10));
    const auto count = rng.between(1, 6);
    const auto seed = rng.next();
    const bool files = rng.below(3) != 0;
    note("  fault " + std::to_string(static_cast<int>(kind)) + (files ? " of the files at " : " of the storage at ") +
         std::to_string(at));
    m_store.planFiles(files ? kind : Fault::None, at, count, seed);  // watched in any case, so that they lose power too
    if (!files) {
        m_store.plan(kind, at, count, seed);
    }
}

void World::backUpAndRestore(bool busy) {
    if (busy) {
        while (step() && m_fault.empty()) {
        }
        if (!alive() || !storageWorks()) {
            return;
        }
    } else {
        quiesce();
        check(true);
    }
    if (!m_fault.empty()) {
        return;
    }
    const auto number = next("backup");
    Rng rng(mixed(m_plan.seed, 5'000'000 + static_cast<std::uint64_t>(number)));
    // Of what happens while the backup is taken, the copy may have all or nothing.
    const auto before = m_history;
    const auto path = m_store.outside() + "/" + std::to_string(number) + ".evenhand-backup";
    if (rng.below(2) == 0) {
        failSoon(rng);
    }
    const auto taken = workspace().backups().take(call("root"), path, {});
    while (step()) {
    }
    if (!m_fault.empty()) {
        return;
    }
    if (m_store.dead()) {
        ++m_figures["a process ended in a backup"];
        comeBack(rng.below(4) == 0);
        checkBackups(path);
        QFile::remove(QString::fromStdString(path));
        return;
    }
    const bool struck = m_store.struck();
    m_store.restFiles();
    if (!storageWorks()) {
        QFile::remove(QString::fromStdString(path));
        return;
    }
    checkBackups(path);
    if (!taken.isFinished() || !taken.result()) {
        if (!struck) {
            broken("no backup: " + (taken.isFinished() ? taken.result().error().text() : "not answered"));
        }
        QFile::remove(QString::fromStdString(path));
        return;
    }
    if (!m_fault.empty() || !alive()) {
        return;
    }
    m_store.plan(Fault::None, 0, 0, 1);
    close();
    const auto now = std::exchange(m_history, before);
    const auto acknowledged = std::exchange(m_acknowledged, {});
    m_store.moveOn();
    if (restoreFrom(path, rng)) {
        m_store.adopt();
    } else {
        m_store.moveBack();
        m_history = now;
        m_acknowledged = acknowledged;
    }
    QFile::remove(QString::fromStdString(path));
    if (m_fault.empty() && open()) {
        check(false);
        ask(workspace().tasks().setHeld(call("root"), {api::TaskKind::Refund, api::TaskKind::Webhook}, false));
    }
}

bool World::restoreFrom(const std::string& path, Rng& rng) {
    app::OpenOptions options;
    options.clock = &m_clock;
    options.seed = mixed(m_plan.seed, 4'000'000 + m_processes);
    options.threaded = false;
    options.secrets = m_store.secrets();
    const app::RestoreOptions where{path, m_store.folder(), m_store.newDatabase(), api::Actor::administrator("root")};
    for (int tries = 1; m_fault.empty(); ++tries) {
        m_store.planFiles(Fault::None, 0, 0, rng.next());
        if (tries < 4 && rng.below(2) == 0) {
            failSoon(rng);
        }
        const auto restored = app::restore(where, options, [](auto, auto) { return true; });
        const bool struck = m_store.struck();
        const bool died = m_store.dead();
        // The power may also fail when it is done.
        if (died || (restored && m_plan.faults && rng.below(4) == 0)) {
            note("  the process ends");
            ++m_crashes;
            m_store.restart(died ? rng.below(4) == 0 : true);
        }
        m_store.restFiles();
        m_store.plan(Fault::None, 0, 0, 1);
        if (restored && !died) {
            if (!m_store.isRestored()) {
                broken("a workspace was restored and is gone after the power failed");
            }
            return true;
        }
        ++m_figures[died ? "a process ended in a restore" : "a restore failed"];
        note("  not restored: " + (restored ? std::string("died") : restored.error().text()));
        // A process before may have died with its last step done.
        if (!restored && tries > 1 && restored.error().code == ErrorCode::AlreadyExists) {
            return true;
        }
        if (!struck) {
            broken("cannot be restored: " + (restored ? std::string("died") : restored.error().text()));
        } else if (!died && m_store.isRestored()) {
            broken("a restore failed and left something behind");
        } else if (rng.below(6) == 0 && !m_store.isRestored()) {
            return false;  // nobody tries again
        }
    }
    return false;
}

}  // namespace evenhand::sim
