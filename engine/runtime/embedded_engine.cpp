// SPDX-License-Identifier: GPL-3.0-or-later
// Life cycle, the loop, recovery and repair. The batch itself is in embedded_batch.cpp.
#include "engine/runtime/embedded_engine.h"

#include <algorithm>
#include <future>
#include <thread>

#include "engine/base/log.h"
#include "engine/runtime/desk_support.h"
#include "engine/store/database/migrator.h"
#include "engine/store/pages/figures.h"

namespace evenhand::runtime {
namespace {

constexpr std::int64_t kFiguresEveryNs = 500'000'000;
constexpr std::int64_t kGiveWayNs = 10'000'000;  // the longest pause between two batches
constexpr std::int64_t kFiguresEveryMs = 1'000;

/// What callers are told while nothing can be written: one code for each reason, whenever they ask.
Error readOnly(const Error& reason) {
    const bool taken = reason.code == ErrorCode::WorkspaceInUse;
    return {taken ? ErrorCode::WorkspaceInUse : ErrorCode::ReadOnly,
            (taken ? "this engine no longer owns the workspace: " : "storage failed, the workspace is read-only: ") +
                reason.message,
            reason.field, reason.value};
}

}  // namespace

EmbeddedEngine::EmbeddedEngine(const Clock& clock, OpenDatabase open, EngineOptions options)
    : m_clock(clock),
      m_openDatabase(std::move(open)),
      m_options(std::move(options)),
      m_systemCall{api::Actor::administrator("system"), {}, {}},
      m_queue(clock, m_options.inboxCommands),
      // An import's clock is its commands': only a clock of the wall can be behind.
      m_status(clock, m_options.auditClock != nullptr || m_options.importClock ? m_options.auditClock : &clock,
               m_options.deployment),
      m_scripts(m_keyspace, {}, &clock),
      m_audit(m_options.auditKey, m_options.auditClock),
      m_unit(m_keyspace, m_options.seed),
      m_runner(m_unit, m_keyspace),
      m_compactor(m_keyspace, clock, m_options.compaction),
      m_pace(m_options.pace),
      m_checkpointer(m_openDatabase, [this] { return paceNs(); }) {
    m_unit.attach(&m_audit);
}

EmbeddedEngine::~EmbeddedEngine() { stop(); }

void EmbeddedEngine::addConsumer(std::string topic, std::string group, MessageHandler& handler, RetryPolicy policy) {
    m_consumers.push_back(std::make_unique<TopicConsumer>(std::move(topic), std::move(group), handler, policy));
}

void EmbeddedEngine::addFamily(std::string group, TopicFamily& family, RetryPolicy policy) {
    m_consumers.push_back(std::make_unique<FamilyConsumer>(std::move(group), family, policy));
}

void EmbeddedEngine::addDueSource(DueSource& source) { m_sources.push_back({&source, {}, 0}); }

Result<void> EmbeddedEngine::open() {
    EVENHAND_ASSIGN(m_database, m_openDatabase());
    m_unit.attach(m_database.get());
    m_runner.attach(m_database.get());
    m_journal = std::make_unique<store::JournalStore>(*m_database);
    auto recovered = recover();
    if (!recovered) {
        m_journal.reset();
        m_database->keepLogAtClose();
        m_database.reset();
        return recovered;
    }
    // The last process may have died of a failed sync. If the disk takes nothing now, the workspace is open for
    // reading.
    if (auto confirmed = store::confirmStorage(*m_database); !confirmed) {
        storageLost(confirmed.error());
    }
    return {};
}

Result<void> EmbeddedEngine::recover() {
    m_recovered = false;
    m_keyspace.clear();
    EVENHAND_ASSIGN(const auto end,
                    m_journal->replay([this](std::string_view record) { return m_keyspace.applyJournal(record); }));
    m_keyspace.commit();
    if (m_keyspace.dirty()) {
        (void)m_keyspace.takeJournal();  // what was just read is on disk
    }
    EVENHAND_TRY(m_audit.restart(*m_database));
    setStandingReason(api::kServerNotDurable, m_database->durabilityDoubt());
    if (end.seq < m_seq) {
        return fail(ErrorCode::WorkspaceDamaged,
                    "this is not the database that was open: its journal ends at record " + std::to_string(end.seq) +
                        ", and " + std::to_string(m_seq) + " was acknowledged",
                    "path", m_database->location());
    }
    // Where others have committed meanwhile, they may have turned engine time back.
    m_now = end.seq == m_seq ? std::max(m_now, end.at) : end.at;
    m_seq = end.seq;
    m_keyspace.setNow(m_now);
    m_status.setEngineTime(m_now);
    m_compactor.restart(end);
    for (auto& consumer : m_consumers) {
        consumer->restart();
    }
    m_recovered = true;
    m_figuresStale = true;
    return {};
}

Result<void> EmbeddedEngine::start() {
    m_threaded = true;
    std::promise<Result<void>> opened;
    auto result = opened.get_future();
    m_thread = std::thread([this, &opened] {
        auto done = open();
        const bool running = done.has_value();
        opened.set_value(std::move(done));  // the caller goes on; `opened` is not touched again
        if (running) {
            loop();
        }
    });
    auto done = result.get();
    if (!done) {
        m_thread.join();
    }
    return done;
}

void EmbeddedEngine::loop() {
    while (true) {
        while (step()) {
        }
        if (m_queue.closed()) {
            break;
        }
        housekeep(true);
        if (const auto pause = pauseNs()) {
            m_queue.waitFor(*pause);
        } else {
            m_queue.wait(nextWake());
        }
    }
    while (step()) {
    }
    compactOnStop();
    m_checkpointer.stop();
    closeDatabase();
}

void EmbeddedEngine::closeDatabase() {
    if (!m_filesLost && m_database->isOpen()) {
        if (auto there = lookAtFiles(true); !there) {
            storageLost(there.error());
        } else {
            (void)m_database->checkpoint(true);  // a reader may still hold the log; then the next start does it
        }
    }
    if (m_filesLost) {
        runSaves();
        if (!m_saved && m_options.rescue && !m_overwritten) {  // what is read now is not what was written
            m_options.rescue(*m_database);
        }
        const std::lock_guard lock(m_savesMutex);
        m_filesLost = false;  // from here on nothing can be saved
    }
    m_journal.reset();
    m_database.reset();
}

bool EmbeddedEngine::step() {
    if (m_writingEnds.load(std::memory_order_relaxed)) {
        handleEndOfWriting();
        return false;
    }
    if (m_invalidated.load(std::memory_order_relaxed)) {
        handleInvalidation();
    }
    if (m_held) {
        if (!reconnect()) {
            return false;
        }
        return true;
    }
    if (!m_recovered) {
        if (m_filesLost) {
            waitForFiles();
        }
        if (m_filesLost || m_clock.monotonicNs() < m_repairAtNs || !repair()) {
            return false;
        }
    }
    m_queue.collect();
    const Instant now = backgroundNow();
    const auto rushNs = m_threaded && !m_options.importClock ? m_pace.expectedNs(paceNs()) : 0;
    m_backgroundSlice = rushNs > 0 && hasPaced(now) && m_pace.takeSlice(paceNs());
    m_rush = rushNs > 0 && !m_backgroundSlice && !m_queue.closed();
    if (m_queue.peek() == nullptr && !m_compactor.active() && !m_backgroundSlice) {
        if (!hasBackgroundWork(now) && !probeDue()) {
            if (m_figuresStale || (m_figuresDue && *m_figuresDue <= now)) {
                countFigures(now);
            }
            return false;
        }
        if (m_rush && !hasBackgroundWork(now, true)) {
            m_queue.waitFor(rushNs);
            return true;
        }
    }
    const auto from = paceNs();
    batch();
    if (m_threaded && m_checkpointer.finishing()) {
        // The checkpointer catches up only with a writer that lets it.
        std::this_thread::sleep_for(std::chrono::nanoseconds(std::min(paceNs() - from, kGiveWayNs)));
    }
    housekeep(false);
    if (m_figuresStale && m_recovered && m_clock.monotonicNs() - m_figuresAtNs >= kFiguresEveryNs) {
        countFigures(m_now);
    }
    return true;
}

void EmbeddedEngine::runUntilIdle() {
    while (step()) {
    }
}

void EmbeddedEngine::stop() {
    if (m_stopped) {
        return;
    }
    m_stopped = true;
    m_queue.close();
    if (m_thread.joinable()) {
        m_thread.join();
    } else if (m_database) {
        runUntilIdle();
        compactOnStop();
        closeDatabase();
    }
    refuseHeld({ErrorCode::ReadOnly, "the engine stopped while the database server was away", {}, {}});
    // Only waiting still if storage never came back.
    m_queue.refuseWaiting({ErrorCode::ReadOnly, "the engine stopped while storage was not available", {}, {}});
}

/// Nothing is lost if it fails: the journal has it all.
void EmbeddedEngine::compactOnStop() {
    if (m_status.ownState() != api::EngineState::Live) {
        return;
    }
    m_compactor.finish();
    while (m_compactor.active() && m_status.ownState() == api::EngineState::Live && step()) {
    }
}

void EmbeddedEngine::setState(api::EngineState state, const std::optional<Error>& reason) {
    const bool changed = m_status.ownState() != state;
    const std::string said = reason ? reason->text() : std::string();
    m_status.setState(state, said, reason ? std::optional(reason->code) : std::nullopt);
    if (changed) {
        base::log(state == api::EngineState::Live ? base::LogLevel::Info : base::LogLevel::Error, "engine",
                  state == api::EngineState::Live ? std::string("live again") : said);
        m_events.publish({{api::Event::Kind::StateChanged, {}, {}, {}, {}}});
    }
}

void EmbeddedEngine::setStandingReason(std::string_view code, std::optional<std::string> text) {
    const std::string said = text.value_or("it ended");
    if (m_status.setStandingReason(code, std::move(text))) {
        base::log(base::LogLevel::Warning, "engine", std::string(code) + ": " + said);
        m_events.publish({{api::Event::Kind::StateChanged, {}, {}, {}, {}}});
    }
}

void EmbeddedEngine::endWriting(const Error& why) {
    {
        const std::lock_guard lock(m_writingEndMutex);
        m_writingEndWhy = why;
        m_writingEnds = true;
    }
    m_queue.wake();
}

void EmbeddedEngine::handleEndOfWriting() {
    if (!std::exchange(m_writingEnded, true)) {
        Error why;
        {
            const std::lock_guard lock(m_writingEndMutex);
            why = m_writingEndWhy;
        }
        const Error refusal{ErrorCode::ReadOnly, "the workspace is read-only: " + why.message, why.field, why.value};
        setState(api::EngineState::ReadOnly, why);  // first: whoever is refused looks why
        refuseHeld(refusal);
        m_queue.refuseNew(refusal);
        m_queue.refuseWaiting(refusal);
    }
    if (m_filesLost) {
        waitForFiles();
    }
}

api::Answer<void> EmbeddedEngine::noteDone(const api::Call& call, api::AuditRecord record) {
    if (m_writingEnds && m_options.leaveNote) {
        record.actor = call.actor.name;
        record.via = call.actor.via;
        return ready<void>(m_options.leaveNote(std::move(record)));
    }
    return Engine::noteDone(call, std::move(record));
}

/// The outcome of a commit is unknown: nothing in memory may be trusted, and nothing accepted until repair() worked.
void EmbeddedEngine::storageLost(const Error& failed) {
    m_recovered = false;
    // Whatever failed: files that have gone from their place would be lost for ever if they were closed.
    const auto there = m_database->isOpen() ? m_database->checkFiles() : Result<void>();
    const Error reason = there ? failed : there.error();
    if (!there) {
        m_database->rollback();
        m_filesLost = true;
        m_overwritten = m_overwritten || reason.code == ErrorCode::WorkspaceDamaged;
    } else {
        m_database->close();
    }
    m_keyspace.clear();
    m_repairMs = m_options.repairFirstMs;
    m_repairAtNs = m_clock.monotonicNs();          // the first try at once
    setState(api::EngineState::ReadOnly, reason);  // first: whoever is refused looks why
    m_queue.refuseNew(readOnly(reason));
    if (m_filesLost) {
        m_queue.refuseWaiting(readOnly(reason));  // repair() would, and is not tried until the files are back
    }
}

/// Before a commit, not more often than need be, and before each checkpoint (`now`). A file system that cannot be asked
/// is not a file that is gone.
Result<void> EmbeddedEngine::lookAtFiles(bool now) {
    const auto ns = m_clock.monotonicNs();
    if (!now && m_lookedAtNs != 0 && ns - m_lookedAtNs < m_options.lookAtFilesMs * kNsPerMs) {
        return {};
    }
    m_lookedAtNs = ns;
    return m_database->checkFiles();
}

/// The files have gone from their place: saves what somebody asks for, and looks whether they are back.
void EmbeddedEngine::waitForFiles() {
    runSaves();
    const auto ns = m_clock.monotonicNs();
    if (ns < m_repairAtNs) {
        return;
    }
    m_repairAtNs = ns + m_options.repairMaxMs * kNsPerMs;
    if (m_database->checkFiles()) {
        m_filesLost = m_saved = false;
        m_repairAtNs = ns;
    }
}

void EmbeddedEngine::runSaves() {
    std::vector<std::function<bool(store::Database&)>> saves;
    {
        const std::lock_guard lock(m_savesMutex);
        saves.swap(m_saves);
    }
    for (const auto& save : saves) {
        m_saved = save(*m_database) || m_saved;
    }
}

bool EmbeddedEngine::readLostFiles(std::function<bool(store::Database&)> save) {
    {
        const std::lock_guard lock(m_savesMutex);
        if (!m_filesLost) {
            return false;
        }
        m_saves.push_back(std::move(save));
    }
    if (m_threaded) {
        m_queue.wake();
    } else {
        runSaves();
    }
    return true;
}

bool EmbeddedEngine::repair() {
    auto repaired = m_database->reopen();
    if (repaired) {
        // After a failed sync the system may show pages that the disk does not have. What is seen is written anew, and
        // a commit behind it shows that the disk takes it, before anything more is acknowledged.
        repaired = store::confirmStorage(*m_database);
    }
    if (repaired) {
        repaired = recover();
    }
    if (!repaired) {
        m_database->close();
        m_repairAtNs = m_clock.monotonicNs() + m_repairMs * kNsPerMs;
        m_repairMs = std::min(m_repairMs * 2, m_options.repairMaxMs);
        const auto& reason = repaired.error();
        const auto refusal = readOnly(reason);
        m_queue.refuseNew(refusal);
        m_queue.refuseWaiting(refusal);
        setState(api::EngineState::ReadOnly, reason);
        return false;
    }
    m_queue.refuseNew(std::nullopt);
    m_backgroundAtNs = 0;
    setState(api::EngineState::Live);
    return true;
}

Instant EmbeddedEngine::backgroundNow() {
    // Time does not pass a command that has arrived but not run: its `now` is the moment of its arrival.
    if (m_options.importClock) {
        return m_now;  // moved by commands alone
    }
    Instant now = m_queue.collect();
    if (m_queue.peek() != nullptr) {
        now = std::min(now, m_queue.oldestArrival());
    }
    return std::max(m_now, now);
}

std::optional<Instant> EmbeddedEngine::earliestDue(bool needed) {
    std::optional<Instant> earliest;
    const auto consider = [&earliest](std::optional<Instant> at) {
        if (at && (!earliest || *at < *earliest)) {
            earliest = at;
        }
    };
    for (const auto& source : m_sources) {
        if (needed && !m_options.importClock && source.source->mayFallBehind()) {
            continue;
        }
        if (const auto due = source.source->nextDue()) {
            consider(std::max(*due, source.notBefore));
        }
    }
    for (const auto& consumer : m_consumers) {
        if (!(needed && !m_options.importClock && consumer->mayFallBehind())) {
            consider(consumer->nextRetry());
        }
    }
    if (const auto expiry = m_keyspace.nextExpiry()) {
        // Expired keys are gone for every reader at once; the sweep only frees memory, so it is done a minute at a
        // time.
        constexpr std::int64_t kSweepMs = 60'000;
        consider(Instant{(expiry->ms / kSweepMs + 1) * kSweepMs});
    }
    return earliest;
}

bool EmbeddedEngine::hasPaced(Instant now) const {
    return !backgroundWaits() && std::any_of(m_consumers.begin(), m_consumers.end(), [&](const auto& consumer) {
        return consumer->mayFallBehind() && consumer->ready(now);
    });
}

bool EmbeddedEngine::hasBackgroundWork(Instant now, bool needed) {
    if (backgroundWaits()) {
        return false;
    }
    for (const auto& consumer : m_consumers) {
        if (!(needed && consumer->mayFallBehind()) && consumer->ready(now)) {
            return true;
        }
    }
    const auto due = earliestDue(needed);
    return due && *due <= now;
}

/// How long nothing but a command can be done, where the next try at storage ends it: a clock of the wall that is put
/// back meanwhile must not put it off.
std::optional<std::int64_t> EmbeddedEngine::pauseNs() const {
    if (m_held || (m_recovered && m_compactor.active())) {
        return std::nullopt;
    }
    const auto leftNs = (m_recovered ? m_backgroundAtNs : m_repairAtNs) - m_clock.monotonicNs();
    return leftNs > 0 ? std::optional(leftNs) : std::nullopt;
}

std::optional<Instant> EmbeddedEngine::nextWake() {
    if (m_writingEnded && !m_filesLost) {
        return std::nullopt;
    }
    if (m_held) {
        return m_clock.now();  // reconnect() paces itself
    }
    const auto inNs = [this](std::int64_t ns) { return m_clock.now().plusMs((ns + kNsPerMs - 1) / kNsPerMs); };
    if (!m_recovered) {
        return inNs(std::max<std::int64_t>(m_repairAtNs - m_clock.monotonicNs(), 0));
    }
    const Instant now = backgroundNow();  // collects: a command that comes in meanwhile must not be slept over
    if (m_queue.peek() != nullptr || m_compactor.active()) {
        return m_clock.now();
    }
    if (backgroundWaits()) {
        return inNs(m_backgroundAtNs - m_clock.monotonicNs());
    }
    if (hasBackgroundWork(now) || probeDue()) {
        return now;
    }
    const auto due = earliestDue();
    return m_figuresDue && (!due || *m_figuresDue < *due) ? m_figuresDue : due;
}

void EmbeddedEngine::housekeep(bool idle) {
    if (!m_recovered || m_checkpointer.active()) {
        return;
    }
    const bool rest = m_checkpointer.takeDone();
    if (!rest && m_database->logPages() < (idle ? m_options.checkpointPages / 4 : m_options.checkpointPages)) {
        return;
    }
    if (auto there = lookAtFiles(true); !there) {
        storageLost(there.error());
        return;
    }
    if (m_threaded && !rest) {
        m_checkpointer.begin(paceNs());
        return;
    }
    if (auto done = m_database->checkpoint(false); !done) {
        // The log keeps everything, so nothing is lost; it is tried again after the next commit.
        base::log(base::LogLevel::Warning, "engine", done.error().text());
    } else if (m_options.checkpointed) {
        m_options.checkpointed();
    }
}

void EmbeddedEngine::countFigures(Instant now) {
    m_figuresStale = false;
    m_figuresAtNs = m_clock.monotonicNs();
    const auto figures = store::countFigures(*m_database, now);
    m_figuresDue.reset();
    if (figures) {
        m_status.setCounts(*figures);
        if (figures->nextOverdue && !m_options.importClock) {
            // An engine that is idle wakes for this once a second at most.
            m_figuresDue = std::max(*figures->nextOverdue, now.plusMs(kFiguresEveryMs));
        }
    }
}

}  // namespace evenhand::runtime
