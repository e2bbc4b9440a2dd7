// SPDX-License-Identifier: GPL-3.0-or-later
#include <QString>
#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "engine/alerts/raise.h"
#include "engine/base/ids.h"
#include "engine/ring/ring.h"
#include "engine/ring/ring_plan.h"
#include "engine/runtime/desk_support.h"
#include "engine/store/pages/task_page_store.h"
#include "engine/store/records/meta_store.h"
#include "engine/store/records/setting_change_store.h"
#include "engine/store/records/task_store.h"
#include "engine/task_making/pick.h"
#include "engine/tasks/claim.h"
#include "engine/tasks/complete.h"
#include "engine/tasks/operate.h"
#include "engine/tasks/perform_job.h"
#include "engine/tasks/tasks.h"

namespace evenhand::tasks {
namespace {

using api::Answer;
using api::Call;
using api::Operation;
using runtime::checkOperation;
using runtime::refused;
using runtime::UnitOfWork;
using Answers = std::vector<api::TaskAnswer>;

constexpr std::int64_t kMaxDue = 2'000'000;  // looked at for backlogs
constexpr std::int64_t kMaxRestMs = 5'000;
constexpr std::int64_t kRestFactor = 4;  // what is open is counted during a fifth of the reader's time at most

api::TaskAnswer failedTicket(const api::TaskTicket& ticket, const Error& error) {
    return {ticket.id, error, api::TaskStatus::Processing, std::nullopt};
}
api::TaskAnswer failedRef(const api::TaskRef& ref, const Error& error) {
    return {ref.id, error, api::TaskStatus::Dead, std::nullopt};
}

api::AlertSubject ofWorker(const std::string& name) {
    return {api::AlertSubjectType::Worker,
            QString::fromStdString(name).left(static_cast<qsizetype>(base::kMaxIdCharacters)).toStdString()};
}

/// One that joins is the one that was lost, else it takes the place of the one that has been missed longest.
Result<void> settleWorkers(UnitOfWork& work, const api::RingChangeRow& change) {
    const auto subject = ofWorker(change.worker);
    if (change.change == api::RingChange::Lost) {
        alerts::Condition condition;
        condition.kind = api::AlertKind::WorkerLost;
        condition.subject = subject;
        EVENHAND_TRY(alerts::raise(work, std::move(condition)));
    } else if (change.change == api::RingChange::Joined) {
        EVENHAND_ASSIGN(const bool same, alerts::resolve(work, api::AlertKind::WorkerLost, subject));
        if (!same) {
            EVENHAND_ASSIGN(const auto missed, store::alerts::liveOfKind(work.database(), api::AlertKind::WorkerLost));
            if (!missed.empty()) {
                EVENHAND_TRY(alerts::resolve(work, missed.front(), alerts::kOver));
            }
        }
    }
    return {};
}

Result<void> noteChange(UnitOfWork& work, const api::RingChangeRow& change) {
    EVENHAND_TRY(base::validateText(change.worker, "worker", 200));
    auto row = change;
    row.at = work.now();
    EVENHAND_TRY(store::tasks::addRingChange(work.database(), row));
    EVENHAND_TRY(settleWorkers(work, row));
    api::Event event;
    event.kind = api::Event::Kind::RingChanged;
    work.emit(std::move(event));
    return {};
}

class TaskDeskImpl final : public api::TaskDesk, private runtime::Desk<Operation::TasksRead> {
public:
    TaskDeskImpl(runtime::Engine& engine, runtime::Reader& reader, api::Membership& membership, const Clock& clock,
                 std::shared_ptr<SharedState> shared)
        : Desk(engine, reader), m_membership(membership), m_clock(clock), m_shared(std::move(shared)) {}

    Answer<std::vector<api::TaskJob>> claim(const Call& call, api::TaskClaim claim) override {
        return command<std::vector<api::TaskJob>>(call, Operation::TasksRun,
                                                  [claim = std::move(claim), shared = m_shared](UnitOfWork& work) {
                                                      auto jobs = tasks::claim(work, claim);
                                                      shared->seen(claim.worker, work.now());
                                                      return jobs;
                                                  });
    }
    Answer<Answers> renew(const Call& call, std::vector<api::TaskTicket> tickets) override {
        return actOnRows<api::TaskTicket, api::TaskAnswer>(call, Operation::TasksRun, std::move(tickets), tasks::renew,
                                                           failedTicket);
    }
    Answer<Answers> perform(const Call& call, std::vector<api::TaskTicket> tickets) override {
        auto allowed = checkOperation(m_engine, call, Operation::TasksRun);
        if (!allowed) {
            return refused<Answers>(std::move(allowed).error());
        }
        if (tickets.empty()) {
            return runtime::ready<Answers>(Answers());
        }
        auto job = std::make_unique<PerformJob>(*std::move(allowed), std::move(tickets), m_shared);
        auto future = job->future();
        m_engine.submit(std::move(job));
        return future;
    }
    Answer<Answers> report(const Call& call, std::vector<api::TaskReport> reports) override {
        const auto rule = [shared = m_shared](UnitOfWork& work, const api::TaskReport& said) {
            auto answer = tasks::report(work, said);
            shared->done(work.call().actor.name, answer && answer->status == api::TaskStatus::Done ? 1 : 0, work.now());
            return answer;
        };
        return actOnRows<api::TaskReport, api::TaskAnswer>(
            call, Operation::TasksRun, std::move(reports), rule,
            [](const api::TaskReport& said, const Error& error) { return failedTicket(said.ticket, error); });
    }
    Answer<std::optional<Instant>> nextDue(const Call& call, std::vector<api::RingRange> ranges) override {
        return read<std::optional<Instant>>(call, Operation::TasksRun,
                                            [ranges = std::move(ranges)](store::Database& database) {
                                                return tasks::nextDue(database, api::allTaskKinds(), ranges);
                                            });
    }
    Answer<void> noteRing(const Call& call, api::RingChangeRow change) override {
        if (change.change != api::RingChange::Joined) {
            m_shared->forget(change.worker);
        }
        return command<void>(call, Operation::TasksRun,
                             [change = std::move(change)](UnitOfWork& work) { return noteChange(work, change); });
    }

    Answer<Answers> retry(const Call& call, std::vector<api::TaskRef> refs) override {
        return actOnRows<api::TaskRef, api::TaskAnswer>(call, Operation::TasksRetry, std::move(refs), tasks::retry,
                                                        failedRef);
    }
    Answer<Answers> drop(const Call& call, std::vector<api::TaskRef> refs) override {
        return actOnRows<api::TaskRef, api::TaskAnswer>(call, Operation::TasksDrop, std::move(refs), tasks::drop,
                                                        failedRef);
    }
    Answer<api::HoldVersions> setHeld(const Call& call, std::vector<api::TaskKind> kinds, bool held,
                                      api::HoldVersions seen) override {
        return command<api::HoldVersions>(call, Operation::TasksSetHeld,
                                          [kinds = std::move(kinds), held, seen = std::move(seen)](UnitOfWork& work) {
                                              return tasks::setHeld(work, kinds, held, seen);
                                          });
    }

    Answer<void> setWorkers(const Call& call, api::WorkerSettings settings) override {
        return command<void>(call, Operation::TasksSetWorkers,
                             [settings](UnitOfWork& work) { return tasks::setWorkers(work, settings); });
    }
    Answer<api::WorkerSettings> workerSettings(const Call& call) override {
        return read<api::WorkerSettings>(
            call, Operation::TasksRead, [](store::Database& database) -> Result<api::WorkerSettings> {
                EVENHAND_ASSIGN(const auto change,
                                store::settingChanges::last(database, store::SettingKind::Workers, {}));
                EVENHAND_ASSIGN(const auto workers, store::meta::workers(database));
                return api::WorkerSettings{workers.value_or(api::WorkerSettings().workers), change.version};
            });
    }

    Answer<std::vector<api::TaskRow>> page(const Call& call, api::TaskQuery query) override {
        return read<std::vector<api::TaskRow>>(
            call, Operation::TasksRead,
            [query = std::move(query)](store::Database& database) { return store::taskPages::page(database, query); });
    }
    Answer<std::int64_t> count(const Call& call, api::TaskFilter filter) override {
        return read<std::int64_t>(call, Operation::TasksRead, [filter = std::move(filter)](store::Database& database) {
            return store::taskPages::count(database, filter);
        });
    }
    Answer<api::RingSnapshot> ring(const Call& call) override {
        return read<api::RingSnapshot>(
            call, Operation::TasksRead,
            [this, shared = m_shared](store::Database& database) { return snapshot(database, *shared); });
    }
    Answer<api::RingPlan> planRing(const Call& call, std::int64_t add) override {
        return read<api::RingPlan>(call, Operation::TasksRead, [this, add](store::Database&) -> Result<api::RingPlan> {
            if (add < 1 || add > api::RingPlan::kMaxAdded) {
                return fail(ErrorCode::InvalidArgument, "must be 1 to " + std::to_string(api::RingPlan::kMaxAdded),
                            "add", std::to_string(add));
            }
            auto list = membersAsTheyJoined();
            return tasks::planRing(std::move(list.members), add, static_cast<std::uint64_t>(list.revision));
        });
    }
    Answer<std::vector<api::RingChangeRow>> ringHistory(const Call& call, std::int64_t limit) override {
        return read<std::vector<api::RingChangeRow>>(call, Operation::TasksRead, [limit](store::Database& database) {
            return store::taskPages::ringChanges(database, limit);
        });
    }
    Answer<std::vector<api::TaskHold>> holds(const Call& call) override {
        return read<std::vector<api::TaskHold>>(
            call, Operation::TasksRead, [](store::Database& database) { return store::tasks::holdsFresh(database); });
    }

private:
    /// What is open, as it was counted last: with a million tasks that takes long enough to hold up other readers.
    struct Open {
        std::vector<api::TaskCounts> counts;
        std::vector<std::uint32_t> due;
        std::map<std::string, std::int64_t> inHand;
        std::vector<std::int64_t> backlog;  ///< by member, of `revision`; empty: not counted yet
        std::int64_t revision = 0;
        std::optional<Instant> until;  ///< it is not counted again before
    };
    Result<void> lookAtOpen(store::Database& database, Instant now) {
        if (m_open.until && now < *m_open.until && now.plusMs(kMaxRestMs) > *m_open.until) {
            return {};
        }
        m_open.until.reset();
        EVENHAND_ASSIGN(m_open.counts, store::taskPages::counts(database, now));
        EVENHAND_ASSIGN(m_open.due, store::taskPages::duePositions(database, now, kMaxDue));
        EVENHAND_ASSIGN(m_open.inHand, store::taskPages::inHand(database, now));
        m_open.backlog.clear();
        const auto end = m_clock.now();
        m_open.until = end.plusMs(std::min((end.ms - now.ms) * kRestFactor, kMaxRestMs));
        return {};
    }

    /// What is held is read anew each time: who was told how it is changes it by the version that goes with it.
    static Result<void> readHolds(store::Database& database, std::vector<api::TaskCounts>& counts) {
        EVENHAND_ASSIGN(const auto versions, store::settingChanges::versions(database, store::SettingKind::Hold));
        EVENHAND_ASSIGN(const auto holds, store::tasks::holdsFresh(database));
        for (auto& each : counts) {
            each.holdVersion = store::settingChanges::versionIn(versions, api::toText(each.kind));
            each.held =
                std::any_of(holds.begin(), holds.end(), [&](const auto& hold) { return hold.kind == each.kind; });
        }
        return {};
    }

    const std::vector<std::int64_t>& backlogs(const Ring& ring, const api::MemberList& list) {
        if (m_open.backlog.size() != list.members.size() || m_open.revision != list.revision) {
            m_open.revision = list.revision;
            m_open.backlog.assign(list.members.size(), 0);
            for (const auto position : m_open.due) {
                if (const auto owner = ring.ownerOf(position)) {
                    ++m_open.backlog[*owner];
                }
            }
        }
        return m_open.backlog;
    }

    api::MemberList membersAsTheyJoined() {
        auto list = m_membership.members();
        std::sort(list.members.begin(), list.members.end(), [](const api::Member& a, const api::Member& b) {
            return std::tie(a.joinedAt, a.id) < std::tie(b.joinedAt, b.id);
        });
        return list;
    }

    Result<api::RingSnapshot> snapshot(store::Database& database, const SharedState& shared) {
        api::RingSnapshot snapshot;
        snapshot.at = m_clock.now();
        const auto list = membersAsTheyJoined();
        snapshot.revision = list.revision;
        const Ring ring(list.members);
        EVENHAND_TRY(lookAtOpen(database, snapshot.at));
        snapshot.counts = m_open.counts;
        EVENHAND_TRY(readHolds(database, snapshot.counts));
        const auto& hands = m_open.inHand;
        const auto& backlog = backlogs(ring, list);
        std::vector<api::RingRange> all;
        for (std::size_t i = 0; i < list.members.size(); ++i) {
            const auto& member = list.members[i];
            const auto figures = shared.of(member.name, snapshot.at);
            const auto hand = hands.find(member.name);
            api::RingWorker worker;
            worker.ranges = ring.rangesOf(i);
            worker.share = ring.shareOf(i);
            worker.backlog = backlog[i];
            worker.inHand = hand == hands.end() ? 0 : hand->second;
            worker.perSecond = figures ? figures->perSecond : -1;
            worker.done = figures ? figures->done : -1;
            if (figures) {
                worker.lastSeen = figures->lastSeen;
            }
            worker.member = member;
            all.insert(all.end(), worker.ranges.begin(), worker.ranges.end());
            snapshot.workers.push_back(std::move(worker));
        }
        snapshot.covered = coversRing(all);
        return snapshot;
    }

    api::Membership& m_membership;
    const Clock& m_clock;
    const std::shared_ptr<SharedState> m_shared;
    Open m_open;  ///< of the reader's thread
};

}  // namespace

std::unique_ptr<api::TaskDesk> makeTaskDesk(runtime::Engine& engine, runtime::Reader& reader,
                                            api::Membership& membership, const Clock& clock,
                                            std::shared_ptr<SharedState> shared) {
    return std::make_unique<TaskDeskImpl>(engine, reader, membership, clock, std::move(shared));
}

Result<Tasks> makeTasks(runtime::Engine& engine, runtime::Reader& reader, api::Membership& membership,
                        api::SecretStore& secrets, RandomBytes random, const Clock& clock, const std::string& timeZone,
                        bool ownSchedules, bool threaded) {
    EVENHAND_ASSIGN(auto day, dispatch::BusinessDay::of(timeZone));
    Tasks made;
    made.shared = std::make_shared<SharedState>();
    made.desk = makeTaskDesk(engine, reader, membership, clock, made.shared);
    made.webhooks = makeWebhookDesk(engine, reader, secrets, std::move(random), threaded);
    made.schedules = std::make_unique<ScheduleSource>(std::move(day), ownSchedules);
    return made;
}

}  // namespace evenhand::tasks
