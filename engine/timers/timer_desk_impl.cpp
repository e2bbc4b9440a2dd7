// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <tuple>

#include "engine/base/code_words.h"
#include "engine/base/within.h"
#include "engine/runtime/desk_support.h"
#include "engine/store/database/read_cache.h"
#include "engine/store/database/sql_text.h"
#include "engine/store/pages/timer_page_store.h"
#include "engine/store/records/setting_change_store.h"
#include "engine/store/words/setting_kinds.h"
#include "engine/timer_queue/delay_queue.h"
#include "engine/timers/operate.h"
#include "engine/timers/policy.h"
#include "engine/timers/poller.h"
#include "engine/timers/queue_source.h"
#include "engine/timers/reconcile.h"
#include "engine/timers/reset_clock.h"
#include "engine/timers/timers.h"

namespace evenhand::timers {
namespace {

using api::Answer;
using api::Call;
using api::Operation;
using runtime::checkOperation;
using runtime::refused;
using runtime::UnitOfWork;
using Outcomes = std::vector<api::TimerOutcome>;

constexpr int kMaxBuckets = 1'440;
constexpr std::int64_t kMaxBucketMs = base::kDayMs;

/// Engine time, and what its connection tells of armed timers; nullptr: another process runs the engine.
struct EngineView {
    Instant now;
    std::shared_ptr<store::TimerTally> tally;
};

/// What only the engine knows.
struct EngineSide {
    EngineView view;
    store::timers::Control control;
    std::int64_t queueVersion = 1;
    store::settingChanges::Versions pauseVersions;  ///< by kind
    std::array<std::int64_t, api::kTimerKinds> inFlight{};
};

Result<EngineSide> engineSide(UnitOfWork& work, EngineView view) {
    EngineSide side;
    side.view = std::move(view);
    EVENHAND_ASSIGN(const auto change, store::settingChanges::last(work.database(), store::SettingKind::Queue, {}));
    side.queueVersion = change.version;
    EVENHAND_ASSIGN(side.pauseVersions,
                    store::settingChanges::versions(work.database(), store::SettingKind::TimerPause));
    EVENHAND_ASSIGN(side.control, store::timers::control(work.database()));
    for (const auto kind : api::allTimerKinds()) {
        EVENHAND_ASSIGN(const auto queue, figures(work.keyspace(), kind));
        side.inFlight[static_cast<std::size_t>(kind)] = queue.inFlight;
    }
    return side;
}

/// Used on the reader's thread only.
struct Caches {
    store::ArmedTimersCache armed;
    store::timerPages::NextDue nextDue;
    store::ReadCache<CampusId, store::timerPages::Figures> figures;
    store::ReadCache<std::tuple<CampusId, std::vector<api::TimerKind>, Instant, std::int64_t, int>, api::DueHistogram>
        histograms;
};

/// Answers `read(armed)`, all of it of one snapshot.
template <typename Read>
auto inSnapshot(store::Database& database, Caches& caches, const EngineView& view, Read read)
    -> decltype(read(std::declval<const store::ArmedTimers&>())) {
    EVENHAND_ASSIGN(const auto armed, caches.armed.beginRead(database, view.tally.get()));
    EVENHAND_ASSIGN(auto found, read(armed));
    EVENHAND_TRY(database.commit());
    return found;
}

class TimerDeskImpl final : public api::TimerDesk, private runtime::Desk<Operation::TimersRead> {
public:
    TimerDeskImpl(runtime::Engine& engine, runtime::Reader& reader, const Clock& clock,
                  std::shared_ptr<SharedState> shared, bool engineIsOurs)
        : Desk(engine, reader), m_clock(clock), m_shared(std::move(shared)), m_engineIsOurs(engineIsOurs) {}

    Answer<void> setPolicy(const Call& call, CampusId campus, api::TimerPolicy policy, std::int64_t version) override {
        return command<void>(call, Operation::TimersSetPolicy,
                             [campus = std::move(campus), policy, version](UnitOfWork& work) {
                                 work.note("campus " + campus.str());
                                 return timers::setPolicy(work, campus, policy, version);
                             });
    }
    Answer<std::vector<api::TimerPolicyRow>> policies(const Call& call) override {
        return read<std::vector<api::TimerPolicyRow>>(
            call, [](store::Database& database) -> Result<std::vector<api::TimerPolicyRow>> {
                EVENHAND_ASSIGN(const auto versions,
                                store::settingChanges::versions(database, store::SettingKind::Timers));
                EVENHAND_ASSIGN(auto rows, store::timers::policiesFresh(database));
                for (auto& row : rows) {
                    row.version = store::settingChanges::versionIn(versions, row.campus.str());
                }
                return rows;
            });
    }
    Answer<std::int64_t> setPaused(const Call& call, api::TimerKind kind, bool paused, std::int64_t version) override {
        return command<std::int64_t>(call, Operation::TimersSetPaused, [this, kind, paused, version](UnitOfWork& work) {
            m_shared->settingsChanged();
            work.note("timers " + base::codeWords(api::toText(kind)), paused ? "paused" : "go on");
            return timers::setPaused(work, kind, paused, version);
        });
    }
    Answer<void> setQueue(const Call& call, bool on, std::int64_t pollIntervalMs, std::int64_t version) override {
        return command<void>(call, Operation::TimersSetQueue, [this, on, pollIntervalMs, version](UnitOfWork& work) {
            m_shared->settingsChanged();
            work.note("delay queue",
                      std::string(on ? "on" : "off") + ", polled every " + std::to_string(pollIntervalMs) + " ms");
            return timers::setQueue(work, on, pollIntervalMs, version);
        });
    }

    Answer<Outcomes> run(const Call& call, std::vector<api::TimerRef> timers) override {
        return rows(call, Operation::TimersRun, std::move(timers), runTimer);
    }
    Answer<Outcomes> postponeTo(const Call& call, std::vector<api::TimerRef> timers, Instant due) override {
        return rows(call, Operation::TimersPostpone, std::move(timers),
                    [due](UnitOfWork& work, const api::TimerRef& ref) { return postponeTimerTo(work, ref, due); });
    }
    Answer<Outcomes> postponeBy(const Call& call, std::vector<api::TimerRef> timers, std::int64_t byMs) override {
        return rows(call, Operation::TimersPostpone, std::move(timers),
                    [byMs](UnitOfWork& work, const api::TimerRef& ref) { return postponeTimerBy(work, ref, byMs); });
    }
    Answer<Outcomes> extend(const Call& call, std::vector<api::TimerRef> late, std::int64_t byMs) override {
        return rows(call, Operation::TimersPostpone, std::move(late),
                    [byMs](UnitOfWork& work, const api::TimerRef& ref) { return extendLimit(work, ref, byMs); });
    }
    Answer<Outcomes> cancel(const Call& call, std::vector<api::TimerRef> timers) override {
        return rows(call, Operation::TimersCancel, std::move(timers), cancelTimer);
    }
    Answer<Outcomes> retry(const Call& call, std::vector<api::TimerRef> timers) override {
        return rows(call, Operation::TimersRetry, std::move(timers), retryTimer);
    }

    Answer<std::vector<api::TimerRow>> page(const Call& call, api::TimerQuery query) override {
        if (auto valid = store::checkPage(query.offset, query.limit); !valid) {
            return refused<std::vector<api::TimerRow>>(std::move(valid).error());
        }
        return readWithView<std::vector<api::TimerRow>>(
            call, [query = std::move(query)](store::Database& database, const EngineView& view) {
                return store::timerPages::page(database, query, view.now);
            });
    }
    Answer<std::int64_t> count(const Call& call, api::TimerFilter filter) override {
        return readWithView<std::int64_t>(
            call, [filter = std::move(filter), caches = m_caches](store::Database& database, const EngineView& view) {
                return inSnapshot(database, *caches, view, [&](const store::ArmedTimers& armed) {
                    return store::timerPages::count(database, armed, filter, view.now);
                });
            });
    }
    Answer<api::TimerBoard> board(const Call& call, CampusId campus) override {
        if (auto allowed = checkOperation(m_engine, call, Operation::TimersRead); !allowed) {
            return refused<api::TimerBoard>(std::move(allowed).error());
        }
        return m_engine.ask<EngineSide>(call, [this](UnitOfWork& work) { return engineSide(work, viewOf(work)); })
            .then([this, campus = std::move(campus)](Result<EngineSide> side) {
                return side ? readBoard(campus, *side) : refused<api::TimerBoard>(side.error());
            })
            .unwrap();
    }
    Answer<api::DueHistogram> histogram(const Call& call, CampusId campus, std::vector<api::TimerKind> kinds,
                                        Instant from, std::int64_t bucketMs, int buckets) override {
        auto valid = base::within(buckets, 1, kMaxBuckets, "buckets");
        if (valid) {
            valid = base::within(bucketMs, 1'000, kMaxBucketMs, "bucket_ms");
        }
        if (!valid) {
            return refused<api::DueHistogram>(std::move(valid).error());
        }
        return readWithView<api::DueHistogram>(
            call, [campus = std::move(campus), kinds = std::move(kinds), from, bucketMs, buckets, caches = m_caches](
                      store::Database& database, const EngineView& view) {
                return caches->histograms.get(database, {campus, kinds, from, bucketMs, buckets}, [&] {
                    return inSnapshot(database, *caches, view, [&](const store::ArmedTimers& armed) {
                        return store::timerPages::histogram(database, armed, campus, kinds, from, bucketMs, buckets);
                    });
                });
            });
    }
    Answer<api::QueueComparison> compareQueue(const Call& call) override {
        return walk(call, Operation::TimersRead, false);
    }
    Answer<api::QueueComparison> rearmQueue(const Call& call) override {
        return walk(call, Operation::TimersRearmQueue, true);
    }

    Answer<api::ClockReset> resetClock(const Call& call) override {
        return command<api::ClockReset>(call, Operation::TimersResetClock,
                                        [this](UnitOfWork& work) { return timers::resetClock(work, m_clock.now()); });
    }
    Answer<void> passTime(const Call& call) override {
        return command<void>(call, Operation::TimersPassTime, [](UnitOfWork&) -> Result<void> { return {}; });
    }

private:
    [[nodiscard]] EngineView viewOf(UnitOfWork& work) const {
        return {work.now(), m_engineIsOurs ? store::timerTallyOf(work.database()) : nullptr};
    }
    /// Reads that need what only the engine tells.
    template <typename T, typename Run>
    Answer<T> readWithView(const Call& call, Run run) {
        if (auto allowed = checkOperation(m_engine, call, Operation::TimersRead); !allowed) {
            return refused<T>(std::move(allowed).error());
        }
        return m_engine.ask<EngineView>(call, [this](UnitOfWork& work) -> Result<EngineView> { return viewOf(work); })
            .then([this, run = std::move(run)](Result<EngineView> view) {
                if (!view) {
                    return refused<T>(view.error());
                }
                return m_reader.ask<T>(
                    [run, view = *std::move(view)](store::Database& database, const runtime::CancelCheck&) {
                        return run(database, view);
                    });
            })
            .unwrap();
    }
    template <typename Run>
    Answer<Outcomes> rows(const Call& call, Operation operation, std::vector<api::TimerRef> timers, Run act) {
        return actOnRows<api::TimerRef, api::TimerOutcome>(
            call, operation, std::move(timers),
            [this, operation, act = std::move(act)](UnitOfWork& work, const api::TimerRef& ref) {
                work.note("order " + ref.orderNo.str());
                auto done = act(work, ref);
                if (!done && done.error().code == ErrorCode::PermissionDenied) {
                    m_engine.noteRefusal(work.call(), operation, api::Permission::CancelOrders);
                }
                return done;
            },
            [](const api::TimerRef& ref, const Error& error) {
                return api::TimerOutcome{ref.orderNo, error, std::nullopt};
            });
    }
    Answer<api::TimerBoard> readBoard(const CampusId& campus, const EngineSide& side) {
        return m_reader.ask<api::TimerBoard>(
            [campus, side, shared = m_shared, caches = m_caches, clock = m_clock.now()](
                store::Database& database, const runtime::CancelCheck&) -> Result<api::TimerBoard> {
                EVENHAND_ASSIGN(const auto read,
                                caches->figures.get(
                                    database, campus,
                                    [&] {
                                        return inSnapshot(database, *caches, side.view, [&](const auto& armed) {
                                            return store::timerPages::figures(database, armed, caches->nextDue, campus,
                                                                              side.view.now);
                                        });
                                    },
                                    [&](const auto& known) { return known.covers(side.view.now); }));
                api::TimerBoard board;
                board.kinds = read.as(side.view.now);
                board.at = side.view.now;
                board.windowMs = kLatenessWindowMs;
                board.queueOn = side.control.queueOn;
                board.pollIntervalMs = side.control.pollMs;
                board.queueVersion = side.queueVersion;
                if (const auto polled = shared->lastPollMs.load(); polled >= 0) {
                    board.lastPoll = Instant{polled};
                    board.pollRearmed = shared->pollRearmed.load();
                }
                if (side.view.now > clock.plusMs(1'000)) {
                    board.clockBehindMs = side.view.now.ms - clock.ms;
                }
                for (auto& figures : board.kinds) {
                    figures.paused = side.control.isPaused(figures.kind);
                    figures.pauseVersion =
                        store::settingChanges::versionIn(side.pauseVersions, api::toText(figures.kind));
                    if (side.control.queueOn) {
                        figures.inFlight = side.inFlight[static_cast<std::size_t>(figures.kind)];
                    }
                    const auto late = shared->lateness.of(figures.kind, side.view.now);
                    figures.effects = late.effects;
                    figures.lateP50Ms = late.p50Ms;
                    figures.lateP99Ms = late.p99Ms;
                }
                return board;
            });
    }
    /// One command per slice, so that others run in between.
    Answer<api::QueueComparison> walk(const Call& call, Operation operation, bool fix) {
        auto allowed = checkOperation(m_engine, call, operation);
        if (!allowed) {
            return refused<api::QueueComparison>(std::move(allowed).error());
        }
        QueueWalk walk;
        walk.fix = fix;
        allowed->once.reset();  // several commands, and to compare again does no harm
        return walkOn(*allowed, walk);
    }
    Answer<api::QueueComparison> walkOn(const Call& call, const QueueWalk& walk) {
        return m_engine
            .ask<QueueWalk>(call,
                            [walk](UnitOfWork& work) -> Result<QueueWalk> {
                                auto next = walk;
                                EVENHAND_TRY(compareSlice(work, next));
                                return next;
                            })
            .then([this, call](Result<QueueWalk> next) {
                if (!next) {
                    return refused<api::QueueComparison>(next.error());
                }
                return next->ended() ? runtime::ready<api::QueueComparison>(next->result) : walkOn(call, *next);
            })
            .unwrap();
    }

    const Clock& m_clock;
    std::shared_ptr<SharedState> m_shared;
    const bool m_engineIsOurs;
    const std::shared_ptr<Caches> m_caches = std::make_shared<Caches>();
};

}  // namespace

base::HistogramCounts latenessOf(const Timers& timers) {
    return timers.shared ? timers.shared->lateness.sinceStart() : base::HistogramCounts();
}

Timers makeTimers(runtime::Engine& engine, runtime::Reader& reader, keyspace::Keyspace* keyspace, const Clock& clock,
                  const runtime::BatchCounter& batches) {
    Timers made;
    made.shared = std::make_shared<SharedState>();
    made.desk = std::make_unique<TimerDeskImpl>(engine, reader, clock, made.shared, keyspace != nullptr);
    if (keyspace != nullptr) {
        made.sources.push_back(std::make_unique<QueueSource>(*keyspace, clock, *made.shared, batches));
        made.sources.push_back(std::make_unique<Poller>(*keyspace, clock, *made.shared, batches));
    }
    return made;
}

}  // namespace evenhand::timers
