// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>

#include "engine/base/counted.h"
#include "engine/base/sha1.h"
#include "engine/dispatch/assignments_export.h"
#include "engine/dispatch/board.h"
#include "engine/dispatch/calibrate.h"
#include "engine/dispatch/calibration_source.h"
#include "engine/dispatch/consumers.h"
#include "engine/dispatch/dispatch.h"
#include "engine/dispatch/fairness.h"
#include "engine/dispatch/loads.h"
#include "engine/dispatch/reassign.h"
#include "engine/dispatch/roster.h"
#include "engine/dispatch/take_job.h"
#include "engine/dispatch/topics.h"
#include "engine/runtime/desk_support.h"
#include "engine/store/database/read_cache.h"
#include "engine/store/pages/assignment_tally.h"
#include "engine/store/pages/order_page_store.h"
#include "engine/store/records/campus_store.h"
#include "engine/store/records/dead_letter_store.h"
#include "engine/store/records/order_store.h"
#include "engine/store/records/setting_change_store.h"
#include "engine/store/words/setting_kinds.h"
#include "engine/task_making/make.h"

namespace evenhand::dispatch {
namespace {

using api::Answer;
using api::Call;
using api::Operation;
using runtime::checkOperation;
using runtime::refused;
using runtime::UnitOfWork;

constexpr int kMaxPoints = 2000;
constexpr std::int64_t kPresentMs = 1'000;  ///< an instant at most this old counts as the present

Result<WeightSnapshot> snapshotOf(UnitOfWork& work, const CampusId& campus) {
    EVENHAND_ASSIGN(auto found, weights(work.keyspace(), CampusKeys(campus)));
    return WeightSnapshot{work.now(), std::move(found)};
}

api::ReassignOutcome failedRow(const OrderNo& orderNo, const Error& error) {
    api::ReassignOutcome outcome;
    outcome.orderNo = orderNo;
    outcome.error = error;
    return outcome;
}

Result<api::ReassignOutcome> noted(UnitOfWork& work, Result<api::ReassignOutcome> done, const std::string& to) {
    if (done) {
        const std::string from = done->from.empty() ? "nobody" : done->from.str();
        work.note("order " + done->orderNo.str(), "from " + from + " to " + to);
    }
    return done;
}

void noteCouriers(UnitOfWork& work, const std::vector<api::CourierInput>& couriers) {
    constexpr std::size_t kNamed = 20;
    if (couriers.size() == 1) {
        work.note("courier " + couriers.front().id.str());
        return;
    }
    std::string detail;
    for (std::size_t i = 0; i < std::min(couriers.size(), kNamed); ++i) {
        detail += (i == 0 ? "" : ", ") + couriers[i].id.str();
    }
    work.note(base::counted(std::ssize(couriers), "courier"), detail + (couriers.size() > kNamed ? ", …" : ""));
}

std::string targetText(const api::ReassignTarget& target) {
    return target.to.empty() ? "the next fairest" : target.to.str() + (target.allowOverLimit ? ", over the limit" : "");
}

std::string limitText(std::optional<std::int64_t> limit) {
    return limit ? *limit > 0 ? "load limit " + std::to_string(*limit) : "no load limit"
                 : "the load limit of the campus";
}

/// The orders that somebody saw with a courier. One that the courier no longer has gets a version that no order has, so
/// that it is answered with a Conflict.
std::vector<api::OrderRef> amongThem(std::vector<api::OrderRef> seen, const std::vector<api::OrderRef>& inHand) {
    for (auto& ref : seen) {
        const auto found = std::find_if(inHand.begin(), inHand.end(),
                                        [&](const api::OrderRef& one) { return one.orderNo == ref.orderNo; });
        if (found == inHand.end()) {
            ref.version = -1;
        } else if (ref.version == 0) {
            ref.version = found->version;
        }
    }
    return seen;
}

struct BoardRead {
    api::CampusRow campus;
    std::vector<api::CourierRow> rows;
    std::int64_t waiting = 0;
};

/// Used on the reader's thread only.
struct Caches {
    store::ReadCache<std::pair<CampusId, Instant>, BoardRead> boards;  ///< by campus and day
    store::AssignmentTally tally;
    DutySteps duty;
};

Result<std::vector<api::FairnessPoint>> fairnessOver(store::Database& database, DutySteps& duty, const CampusId& campus,
                                                     const BusinessDay& day, Instant from, Instant to, int points) {
    EVENHAND_ASSIGN(const auto steps, fairnessSteps(database, campus, day, from, to, points));
    EVENHAND_ASSIGN(const auto changes, duty.read(database, campus, day, from, to));
    return fairnessPoints(steps, changes, day, from, to, points);
}

class DispatchDeskImpl final : public api::DispatchDesk, private runtime::Desk<Operation::DispatchRead> {
public:
    DispatchDeskImpl(runtime::Engine& engine, runtime::Reader& reader, BusinessDay day, CalibrationSource& calibration)
        : Desk(engine, reader), m_day(std::move(day)), m_calibration(calibration) {}

    Answer<void> upsertCampus(const Call& call, api::CampusRow campus) override {
        return command<void>(call, Operation::DispatchUpsertCampus,
                             [campus = std::move(campus), this](UnitOfWork& work) {
                                 m_calibration.policyChanged();
                                 work.note("campus " + campus.id.str());
                                 return dispatch::upsertCampus(work, campus);
                             });
    }
    Answer<std::int64_t> setPaused(const Call& call, CampusId campus, bool paused, std::int64_t version) override {
        return command<std::int64_t>(call, Operation::DispatchSetPaused,
                                     [campus = std::move(campus), paused, version](UnitOfWork& work) {
                                         work.note("campus " + campus.str(), paused ? "paused" : "goes on");
                                         return dispatch::setPaused(work, campus, paused, version);
                                     });
    }
    Answer<void> upsertCouriers(const Call& call, std::vector<api::CourierInput> couriers) override {
        return command<void>(call, Operation::DispatchUpsertCouriers,
                             [couriers = std::move(couriers)](UnitOfWork& work) {
                                 noteCouriers(work, couriers);
                                 return dispatch::upsertCouriers(work, couriers);
                             });
    }
    Answer<std::int64_t> setDuty(const Call& call, CourierId courier, bool onDuty, std::int64_t version) override {
        return command<std::int64_t>(call, Operation::DispatchSetDuty,
                                     [courier = std::move(courier), onDuty, version](UnitOfWork& work) {
                                         work.note("courier " + courier.str(), onDuty ? "on duty" : "off duty");
                                         return dispatch::setDuty(work, courier, onDuty, version);
                                     });
    }

    Answer<std::int64_t> setLoadLimit(const Call& call, CourierId courier, std::optional<std::int64_t> limit,
                                      std::int64_t version) override {
        return command<std::int64_t>(call, Operation::DispatchSetLoadLimit,
                                     [courier = std::move(courier), limit, version](UnitOfWork& work) {
                                         work.note("courier " + courier.str(), limitText(limit));
                                         return dispatch::setLoadLimit(work, courier, limit, version);
                                     });
    }

    Answer<std::vector<api::ReassignOutcome>> reassign(const Call& call, std::vector<api::OrderRef> orders,
                                                       api::ReassignTarget target) override {
        auto allowed = checkOperation(m_engine, call, Operation::DispatchReassign);
        if (!allowed) {
            return refused<std::vector<api::ReassignOutcome>>(std::move(allowed).error());
        }
        return reassignRows(*allowed, std::move(orders), std::move(target));
    }
    Answer<std::vector<api::ReassignOutcome>> handOver(const Call& call, CourierId from, api::ReassignTarget target,
                                                       std::vector<api::OrderRef> seen) override {
        using Outcomes = std::vector<api::ReassignOutcome>;
        auto allowed = checkOperation(m_engine, call, Operation::DispatchHandOver);
        if (!allowed) {
            return refused<Outcomes>(std::move(allowed).error());
        }
        // Listed anew the rows would be others than those whose answers are kept; who has gone has none left to go
        // again.
        if (seen.empty()) {
            allowed->once.reset();
        }
        auto listing = *allowed;
        listing.once.reset();
        auto listed = m_engine.ask<std::vector<api::OrderRef>>(
            std::move(listing),
            [from = std::move(from), seen = std::move(seen)](UnitOfWork& work) -> Result<std::vector<api::OrderRef>> {
                EVENHAND_ASSIGN(const auto courier, store::couriers::find(work.database(), from));
                if (!courier) {
                    return fail(ErrorCode::NotFound, "no such courier", "from", from.str());
                }
                EVENHAND_ASSIGN(auto inHand, store::orders::inHand(work.database(), from));
                return seen.empty() ? std::move(inHand) : amongThem(seen, inHand);
            });
        return listed
            .then([this, named = *allowed, target = std::move(target)](Result<std::vector<api::OrderRef>> orders) {
                return orders ? reassignRows(named, std::move(*orders), target) : refused<Outcomes>(orders.error());
            })
            .unwrap();
    }
    Answer<std::vector<api::ReassignOutcome>> undoReassign(const Call& call,
                                                           std::vector<api::ReassignOutcome> done) override {
        return actOnRows<api::ReassignOutcome, api::ReassignOutcome>(
            call, Operation::DispatchUndoReassign, std::move(done),
            [](UnitOfWork& work, const api::ReassignOutcome& row) {
                return noted(work, dispatch::undoReassign(work, row),
                             row.from.empty() ? std::string("nobody") : row.from.str());
            },
            [](const api::ReassignOutcome& row, const Error& error) { return failedRow(row.orderNo, error); });
    }
    Answer<std::vector<api::CalibrationRow>> previewCalibration(const Call& call, CampusId campus) override {
        return command<std::vector<api::CalibrationRow>>(
            call, Operation::DispatchRead,
            [campus = std::move(campus)](UnitOfWork& work) { return dispatch::previewCalibration(work, campus); });
    }
    Answer<std::vector<api::CalibrationRow>> calibrate(const Call& call, CampusId campus,
                                                       std::vector<api::CalibrationRow> seen) override {
        return command<std::vector<api::CalibrationRow>>(
            call, Operation::DispatchCalibrate, [campus = std::move(campus), seen = std::move(seen)](UnitOfWork& work) {
                work.note("campus " + campus.str());
                return dispatch::calibrate(work, campus, seen);
            });
    }
    Answer<std::vector<api::DeadLetterOutcome>> retryDeadLetters(const Call& call,
                                                                 std::vector<DeadLetterId> ids) override {
        return actOnRows<DeadLetterId, api::DeadLetterOutcome>(
            call, Operation::DispatchRetryLetters, std::move(ids),
            [](UnitOfWork& work, DeadLetterId id) { return retryDeadLetter(work, id); },
            [](DeadLetterId id, const Error& error) {
                return api::DeadLetterOutcome{id, error};
            });
    }
    void takeMany(const Call& call, std::vector<Take> requests, api::BatchCompletion<CourierId> done) override {
        if (auto allowed = checkOperation(m_engine, call, Operation::DispatchTake); !allowed) {
            runtime::refuseAll(requests.size(), allowed.error(), done);
        } else if (requests.empty()) {
            done({});
        } else {
            m_engine.submit(std::make_unique<TakeJob>(*std::move(allowed), std::move(requests), std::move(done)));
        }
    }

    Answer<std::vector<api::CampusRow>> campuses(const Call& call) override {
        return read<std::vector<api::CampusRow>>(
            call, [](store::Database& database) -> Result<std::vector<api::CampusRow>> {
                EVENHAND_ASSIGN(const auto versions,
                                store::settingChanges::versions(database, store::SettingKind::Dispatch));
                EVENHAND_ASSIGN(const auto pauses,
                                store::settingChanges::versions(database, store::SettingKind::Pause));
                EVENHAND_ASSIGN(auto records, store::campuses::all(database));
                std::vector<api::CampusRow> rows;
                rows.reserve(records.size());
                for (auto& record : records) {
                    record.row.version = store::settingChanges::versionIn(versions, record.row.id.str());
                    record.row.pauseVersion = store::settingChanges::versionIn(pauses, record.row.id.str());
                    rows.push_back(std::move(record.row));
                }
                return rows;
            });
    }
    Answer<api::DispatchBoard> board(const Call& call, CampusId campus) override {
        if (auto allowed = checkOperation(m_engine, call, Operation::DispatchRead); !allowed) {
            return refused<api::DispatchBoard>(std::move(allowed).error());
        }
        // Weights come from the engine, counts from the reader. The engine passes the question on, so no thread waits.
        return m_engine.ask<WeightSnapshot>(call, [campus](UnitOfWork& work) { return snapshotOf(work, campus); })
            .then([this, campus](Result<WeightSnapshot> snapshot) {
                return snapshot ? readBoard(campus, std::move(*snapshot))
                                : refused<api::DispatchBoard>(snapshot.error());
            })
            .unwrap();
    }
    Answer<std::vector<api::WaitingOrder>> waiting(const Call& call, CampusId campus, std::int64_t limit) override {
        return read<std::vector<api::WaitingOrder>>(call,
                                                    [campus = std::move(campus), limit](store::Database& database) {
                                                        return store::orderPages::waiting(database, campus, limit);
                                                    });
    }
    Answer<std::vector<api::FairnessPoint>> fairness(const Call& call, CampusId campus, Instant from, Instant to,
                                                     int points) override {
        if (points < 1 || points > kMaxPoints || to < from) {
            return refused<std::vector<api::FairnessPoint>>(
                {ErrorCode::InvalidArgument,
                 "1 to " + std::to_string(kMaxPoints) + " points of a range that does not end before it begins",
                 "points", std::to_string(points)});
        }
        if (points == 1) {
            return fairnessNow(call, std::move(campus), from, to);
        }
        return read<std::vector<api::FairnessPoint>>(call, [campus = std::move(campus), from, to, points,
                                                            caches = m_caches, day = m_day](store::Database& database) {
            return fairnessOver(database, caches->duty, campus, day, from, to, points);
        });
    }
    Answer<std::vector<api::AssignmentEvidence>> evidence(const Call& call, OrderNo orderNo) override {
        return read<std::vector<api::AssignmentEvidence>>(
            call,
            [orderNo = std::move(orderNo)](store::Database& database) -> Result<std::vector<api::AssignmentEvidence>> {
                EVENHAND_ASSIGN(auto found, store::assignments::evidence(database, orderNo));
                for (std::size_t i = 0; i < found.rows.size(); ++i) {
                    EVENHAND_ASSIGN(found.rows[i].offDuty,
                                    store::couriers::offDutyAt(database, found.campus, found.dutyVersions[i]));
                }
                return std::move(found.rows);
            });
    }
    Answer<std::vector<api::DeadLetterRow>> deadLetters(const Call& call, std::int64_t limit) override {
        return read<std::vector<api::DeadLetterRow>>(
            call, [limit](store::Database& database) { return store::deadLetters::open(database, limit); });
    }
    Answer<std::vector<api::CourierRow>> findCouriers(const Call& call, std::string prefix,
                                                      std::int64_t limit) override {
        if (auto allowed = checkOperation(m_engine, call, Operation::DispatchRead); !allowed) {
            return refused<std::vector<api::CourierRow>>(std::move(allowed).error());
        }
        using Found = std::pair<Instant, std::vector<api::CourierRow>>;
        return m_engine.ask<Instant>(call, [](UnitOfWork& work) -> Result<Instant> { return work.now(); })
            .then([this, prefix = std::move(prefix), limit](Result<Instant> now) {
                if (!now) {
                    return refused<Found>(now.error());
                }
                return m_reader.ask<Found>(
                    [prefix, limit, now = *now, day = m_day](store::Database& database,
                                                             const runtime::CancelCheck&) -> Result<Found> {
                        EVENHAND_ASSIGN(auto rows,
                                        store::couriers::findByPrefix(database, prefix, day.startOf(now), limit));
                        return Found{now, std::move(rows)};
                    });
            })
            .unwrap()
            .then([this, call](Result<Found> found) {
                if (!found) {
                    return refused<std::vector<api::CourierRow>>(found.error());
                }
                return withWeights(call, std::move(found->second));
            })
            .unwrap();
    }
    Answer<std::int64_t> exportAssignments(const Call& call, std::string path,
                                           std::function<void(std::int64_t)> progress) override {
        if (auto allowed = checkOperation(m_engine, call, Operation::DispatchRead); !allowed) {
            return refused<std::int64_t>(std::move(allowed).error());
        }
        return dispatch::exportAssignments(m_engine, m_reader, call, std::move(path), std::move(progress));
    }

private:
    Answer<std::vector<api::ReassignOutcome>> reassignRows(const Call& call, std::vector<api::OrderRef> orders,
                                                           api::ReassignTarget target) {
        return runtime::askRows<api::OrderRef, api::ReassignOutcome>(
            m_engine, call, std::move(orders),
            [target = std::move(target)](UnitOfWork& work, const api::OrderRef& ref) {
                return noted(work, dispatch::reassign(work, ref, target), targetText(target));
            },
            [](const api::OrderRef& ref, const Error& error) { return failedRow(ref.orderNo, error); },
            [](const api::OrderRef& ref, store::ReadAhead& ahead) { ahead.orderNumbers.push_back(ref.orderNo.str()); });
    }
    /// The present one is counted from where the last one left off; one of the past from its day's beginning.
    Answer<std::vector<api::FairnessPoint>> fairnessNow(const Call& call, CampusId campus, Instant from, Instant to) {
        using Points = std::vector<api::FairnessPoint>;
        if (auto allowed = checkOperation(m_engine, call, Operation::DispatchRead); !allowed) {
            return refused<Points>(std::move(allowed).error());
        }
        return m_engine.ask<Instant>(call, [](UnitOfWork& work) -> Result<Instant> { return work.now(); })
            .then([this, campus = std::move(campus), from, to](Result<Instant> now) {
                if (!now) {
                    return refused<Points>(now.error());
                }
                return m_reader.ask<Points>(
                    [campus, from, to, now = *now, caches = m_caches, day = m_day](
                        store::Database& database, const runtime::CancelCheck&) -> Result<Points> {
                        const auto today = day.startOf(to);
                        if (to < now.plusMs(-kPresentMs) || day.startOf(now) != today) {
                            return fairnessOver(database, caches->duty, campus, day, from, to, 1);
                        }
                        EVENHAND_ASSIGN(const auto counts, caches->tally.since(database, campus, today, now));
                        std::vector<store::assignments::Step> steps;
                        for (const auto& [courier, count] : counts) {
                            if (count > 0) {
                                steps.push_back({to, courier, count});
                            }
                        }
                        EVENHAND_ASSIGN(const auto changes, caches->duty.read(database, campus, day, today, to));
                        return fairnessPoints(steps, changes, day, today, to, 1);
                    });
            })
            .unwrap();
    }
    Answer<api::DispatchBoard> readBoard(const CampusId& campus, WeightSnapshot snapshot) {
        return m_reader.ask<api::DispatchBoard>(
            [campus, snapshot = std::move(snapshot), day = m_day, caches = m_caches](
                store::Database& database, const runtime::CancelCheck&) -> Result<api::DispatchBoard> {
                const auto today = day.startOf(snapshot.at);
                EVENHAND_ASSIGN(auto read, caches->boards.get(database, {campus, today}, [&]() -> Result<BoardRead> {
                    EVENHAND_ASSIGN(const auto change,
                                    store::settingChanges::last(database, store::SettingKind::Dispatch, campus.str()));
                    EVENHAND_ASSIGN(const auto pause,
                                    store::settingChanges::last(database, store::SettingKind::Pause, campus.str()));
                    EVENHAND_ASSIGN(auto record, store::campuses::find(database, campus));
                    if (!record) {
                        return fail(ErrorCode::NotFound, "no such campus", "campus", campus.str());
                    }
                    record->row.version = change.version;
                    record->row.pauseVersion = pause.version;
                    EVENHAND_ASSIGN(auto rows, store::couriers::boardRows(database, campus));
                    EVENHAND_ASSIGN(const auto counts, caches->tally.since(database, campus, today, snapshot.at));
                    for (auto& row : rows) {
                        const auto count = counts.find(row.id.str());
                        row.today = count == counts.end() ? 0 : count->second;
                    }
                    EVENHAND_ASSIGN(const auto waiting, store::orderPages::countWaiting(database, campus));
                    return BoardRead{std::move(record->row), std::move(rows), waiting};
                }));
                return makeBoard(std::move(read.campus), std::move(read.rows), snapshot, read.waiting);
            });
    }
    Answer<std::vector<api::CourierRow>> withWeights(const Call& call, std::vector<api::CourierRow> rows) {
        return m_engine.ask<std::vector<api::CourierRow>>(
            call, [rows = std::move(rows)](UnitOfWork& work) -> Result<std::vector<api::CourierRow>> {
                auto found = rows;
                std::map<CampusId, Weights> snapshots;
                for (auto& row : found) {
                    auto it = snapshots.find(row.campus);
                    if (it == snapshots.end()) {
                        EVENHAND_ASSIGN(auto snapshot, weights(work.keyspace(), CampusKeys(row.campus)));
                        it = snapshots.emplace(row.campus, std::move(snapshot)).first;
                    }
                    addWeight(row, it->second);
                }
                return found;
            });
    }

    const BusinessDay m_day;
    CalibrationSource& m_calibration;
    const std::shared_ptr<Caches> m_caches = std::make_shared<Caches>();
};

}  // namespace

Result<Dispatch> makeDispatch(runtime::Engine& engine, runtime::Reader& reader, const std::string& timeZone) {
    EVENHAND_ASSIGN(auto day, BusinessDay::of(timeZone));
    auto calibration = std::make_unique<CalibrationSource>(
        day, [](UnitOfWork& work, const CampusId& campus, Instant due) -> Result<void> {
            // The campus's id may be as long as a subject.
            const auto hash = base::sha1Hex(campus.str());
            const auto subject = "calibrate/" + std::string(base::sha1Text(hash)) + "@" + std::to_string(due.ms);
            EVENHAND_TRY(tasks::make(work, api::TaskKind::Calibrate, subject, campus.str(), work.now()));
            return {};
        });
    Dispatch dispatch;
    dispatch.desk = std::make_unique<DispatchDeskImpl>(engine, reader, day, *calibration);
    dispatch.consumers.emplace_back(kTopicFirst, std::make_unique<OrderConsumer>());
    dispatch.consumers.emplace_back(kTopicAgain, std::make_unique<OrderConsumer>());
    dispatch.consumers.emplace_back(kTopicWake, std::make_unique<WakeConsumer>());
    dispatch.calibration = std::move(calibration);
    dispatch.recount = std::make_unique<RecountSource>();
    return dispatch;
}

}  // namespace evenhand::dispatch
