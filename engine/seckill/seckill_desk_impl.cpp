// SPDX-License-Identifier: GPL-3.0-or-later
#include <functional>
#include <limits>

#include "engine/api/limits.h"
#include "engine/base/counted.h"
#include "engine/base/within.h"
#include "engine/runtime/desk_support.h"
#include "engine/seckill/activities.h"
#include "engine/seckill/attempts_job.h"
#include "engine/seckill/board.h"
#include "engine/seckill/compare.h"
#include "engine/seckill/end_source.h"
#include "engine/seckill/interventions.h"
#include "engine/seckill/order_maker.h"
#include "engine/seckill/seckill.h"
#include "engine/store/records/activity_store.h"
#include "engine/store/records/dead_letter_store.h"

namespace evenhand::seckill {
namespace {

using api::Answer;
using api::Call;
using api::Operation;
using runtime::checkOperation;
using runtime::refused;
using runtime::UnitOfWork;
using Outcomes = std::vector<api::SeckillOutcome>;

Result<api::ActivityRow> readRow(store::Database& database, const ActivityId& activity) {
    EVENHAND_ASSIGN(auto row, store::activities::withFigures(database, activity));
    if (!row) {
        return fail(ErrorCode::NotFound, "no such activity", "id", activity.str());
    }
    return std::move(*row);
}

class SeckillDeskImpl final : public api::SeckillDesk, private runtime::Desk<Operation::SeckillRead> {
public:
    SeckillDeskImpl(runtime::Engine& engine, runtime::Reader& reader, std::shared_ptr<SharedState> shared,
                    Rehearser rehearser)
        : Desk(engine, reader), m_shared(std::move(shared)), m_rehearser(std::move(rehearser)) {}

    Answer<api::ActivityRow> setUp(const Call& call, api::ActivityInput input) override {
        auto id = input.id;
        return change(call, Operation::SeckillSetUp, id,
                      [input = std::move(input)](UnitOfWork& work, SharedState& shared) {
                          return seckill::setUp(work, shared, input);
                      });
    }
    Answer<api::ActivityRow> edit(const Call& call, api::ActivityInput input, std::int64_t version) override {
        auto id = input.id;
        return change(call, Operation::SeckillEdit, id,
                      [input = std::move(input), version](UnitOfWork& work, SharedState& shared) {
                          return seckill::edit(work, shared, input, version);
                      });
    }
    Answer<void> discard(const Call& call, ActivityId activity, std::int64_t version) override {
        return command(call, Operation::SeckillDiscard,
                       [activity = std::move(activity), version](UnitOfWork& work, SharedState& shared) {
                           work.note("activity " + activity.str());
                           return seckill::discard(work, shared, activity, version);
                       });
    }
    Answer<api::ActivityRow> start(const Call& call, ActivityId activity, std::int64_t version) override {
        return step(call, Operation::SeckillStart, std::move(activity), version, seckill::start);
    }
    Answer<api::ActivityRow> stop(const Call& call, ActivityId activity, std::int64_t version) override {
        return step(call, Operation::SeckillStop, std::move(activity), version, seckill::stop);
    }
    Answer<api::ActivityRow> resume(const Call& call, ActivityId activity, std::int64_t version) override {
        return step(call, Operation::SeckillResume, std::move(activity), version, seckill::resume);
    }
    Answer<api::ActivityRow> topUp(const Call& call, ActivityId activity, std::int64_t units,
                                   std::int64_t version) override {
        return change(call, Operation::SeckillTopUp, activity,
                      [activity, units, version](UnitOfWork& work, SharedState& shared) {
                          work.note("activity " + activity.str(), base::counted(units, "unit") + " more");
                          return topUpUnits(work, shared, activity, units, version);
                      });
    }
    Answer<api::ActivityRow> end(const Call& call, ActivityId activity, std::int64_t version) override {
        return step(call, Operation::SeckillEnd, std::move(activity), version, endNow);
    }

    Answer<api::AttemptAnswer> attempt(const Call& call, api::SeckillAttempt request) override {
        auto promise = std::make_shared<QPromise<Result<api::AttemptAnswer>>>();
        promise->start();
        auto future = promise->future();
        attemptMany(call, {std::move(request)}, [promise](std::vector<Result<api::AttemptAnswer>> answers) {
            promise->addResult(std::move(answers.front()));
            promise->finish();
        });
        return future;
    }
    void attemptMany(const Call& call, std::vector<api::SeckillAttempt> attempts,
                     api::BatchCompletion<api::AttemptAnswer> done) override {
        if (auto allowed = checkOperation(m_engine, call, Operation::SeckillAttempt); !allowed) {
            runtime::refuseAll(attempts.size(), allowed.error(), done);
        } else if (attempts.empty()) {
            done({});
        } else {
            m_engine.submit(
                std::make_unique<AttemptsJob>(*std::move(allowed), std::move(attempts), m_shared, std::move(done)));
        }
    }
    Answer<api::Reservation> reservation(const Call& call, ActivityId activity, UserId user) override {
        return ask<api::Reservation>(
            call, Operation::SeckillRead,
            [request = api::SeckillAttempt{std::move(activity), std::move(user)}](
                UnitOfWork& work, SharedState& shared) { return reservationOf(work, shared, request); });
    }

    Answer<std::vector<api::ActivityRow>> activities(const Call& call) override {
        return read<std::vector<api::ActivityRow>>(
            call, [](store::Database& database) { return store::activities::all(database); });
    }
    Answer<api::SeckillBoard> board(const Call& call, ActivityId activity) override {
        return ask<api::SeckillBoard>(
                   call, Operation::SeckillRead,
                   [activity](UnitOfWork& work, SharedState& shared) { return boardOf(work, shared, activity); })
            .then([this, activity](Result<api::SeckillBoard> board) {
                return board ? addCounts(std::move(*board)) : refused<api::SeckillBoard>(board.error());
            })
            .unwrap();
    }
    Answer<std::vector<api::SoldPoint>> soldCurve(const Call& call, ActivityId activity, Instant from, Instant to,
                                                  int points) override {
        using Points = std::vector<api::SoldPoint>;
        return read<Points>(
            call, [activity = std::move(activity), from, to, points](store::Database& database) -> Result<Points> {
                EVENHAND_TRY(base::within(points, 2, 2'000, "points"));
                if (to <= from) {
                    return fail(ErrorCode::InvalidArgument, "must be after the start", "to", std::to_string(to.ms));
                }
                return store::activities::soldCurve(database, activity, from, to, points);
            });
    }
    Answer<std::vector<api::ActivityLogRow>> log(const Call& call, ActivityId activity, std::int64_t limit) override {
        using Rows = std::vector<api::ActivityLogRow>;
        return read<Rows>(call, [activity = std::move(activity), limit](store::Database& database) -> Result<Rows> {
            EVENHAND_TRY(base::within(limit, 1, api::kMaxPageRows, "limit"));
            return store::activities::log(database, activity, limit);
        });
    }
    Answer<std::vector<api::PendingRow>> pending(const Call& call, ActivityId activity, std::int64_t limit) override {
        if (auto valid = base::within(limit, 1, api::kMaxPageRows, "limit");
            !valid && call.actor.may(api::Permission::Read)) {
            return refused<std::vector<api::PendingRow>>(std::move(valid).error());
        }
        return ask<std::vector<api::PendingRow>>(
            call, Operation::SeckillRead,
            [activity = std::move(activity), limit](UnitOfWork& work, SharedState& shared) {
                return pendingOf(work, shared, activity, limit);
            });
    }
    Answer<std::vector<api::SeckillLetterRow>> deadLetters(const Call& call, ActivityId activity,
                                                           std::int64_t limit) override {
        using Rows = std::vector<api::SeckillLetterRow>;
        return read<Rows>(call, [activity = std::move(activity), limit](store::Database& database) -> Result<Rows> {
            EVENHAND_TRY(base::within(limit, 1, api::kMaxPageRows, "limit"));
            return letters(database, activity, limit);
        });
    }

    Answer<Outcomes> claim(const Call& call, ActivityId activity, std::vector<std::string> ids) override {
        return messages(call, Operation::SeckillClaim, std::move(activity), std::move(ids), claimMessage);
    }
    Answer<Outcomes> acknowledge(const Call& call, ActivityId activity, std::vector<std::string> ids) override {
        return messages(call, Operation::SeckillAcknowledge, std::move(activity), std::move(ids), acknowledgeMessage);
    }
    Answer<Outcomes> release(const Call& call, ActivityId activity, std::vector<std::string> ids) override {
        return messages(call, Operation::SeckillRelease, std::move(activity), std::move(ids), releaseMessage);
    }
    Answer<Outcomes> retryLetters(const Call& call, std::vector<DeadLetterId> ids) override {
        return rows<DeadLetterId>(
            call, Operation::SeckillRetryLetters, letterSubject, std::move(ids),
            [shared = m_shared](UnitOfWork& work, DeadLetterId id) { return retryLetter(work, *shared, id); },
            [](DeadLetterId id) { return std::to_string(id.value); });
    }
    Answer<Outcomes> dismissLetters(const Call& call, std::vector<DeadLetterId> ids) override {
        return rows<DeadLetterId>(
            call, Operation::SeckillDismissLetters, letterSubject, std::move(ids),
            [](UnitOfWork& work, DeadLetterId id) { return dismissLetter(work, id); },
            [](DeadLetterId id) { return std::to_string(id.value); });
    }

    Answer<api::SeckillComparison> check(const Call& call, ActivityId activity) override {
        return compare(call, Operation::SeckillRead, std::move(activity), false);
    }
    Answer<api::SeckillComparison> repair(const Call& call, ActivityId activity) override {
        return compare(call, Operation::SeckillRepair, std::move(activity), true);
    }

    Answer<api::RehearsalResult> rehearse(const Call& call, api::RehearsalPlan plan,
                                          api::RehearsalWatch watch) override {
        auto allowed = checkOperation(m_engine, call, Operation::SeckillRead).andThen([&](const Call&) {
            return checkPlan(plan);
        });
        if (!allowed) {
            return refused<api::RehearsalResult>(std::move(allowed).error());
        }
        CopyOf copy = [this, activity = plan.copyOf]() -> Result<std::optional<api::ActivityRow>> {
            if (activity.empty()) {
                return std::optional<api::ActivityRow>();
            }
            auto row =
                m_reader.ask<api::ActivityRow>([activity](store::Database& database, const runtime::CancelCheck&) {
                    return readRow(database, activity);
                });
            row.waitForFinished();
            if (row.resultCount() == 0) {
                return fail(ErrorCode::Cancelled, "the workspace is being closed");
            }
            EVENHAND_ASSIGN(auto found, row.result());
            return std::optional(std::move(found));
        };
        return m_rehearser(std::move(plan), std::move(watch), std::move(copy));
    }

private:
    template <typename T, typename Run>
    Answer<T> ask(const Call& call, Operation operation, Run run) {
        return runtime::askCommand<T>(
            m_engine, call, operation,
            [shared = m_shared, run = std::move(run)](UnitOfWork& work) { return run(work, *shared); });
    }
    template <typename Run>
    Answer<void> command(const Call& call, Operation operation, Run run) {
        return ask<void>(call, operation, std::move(run));
    }
    /// A command, and the activity as it is afterwards; also where the command had its effect before.
    template <typename Run>
    Answer<api::ActivityRow> change(const Call& call, Operation operation, const ActivityId& activity, Run run) {
        return ask<void>(call, operation,
                         [activity, run = std::move(run)](UnitOfWork& work, SharedState& shared) {
                             work.note("activity " + activity.str());
                             return run(work, shared);
                         })
            .then([this, activity, once = call.once](Result<void> done) {
                const bool repeated = !done && once && done.error().code == ErrorCode::KeyReused && once->repeated();
                if (!done && !repeated) {
                    return refused<api::ActivityRow>(done.error());
                }
                return m_reader.ask<api::ActivityRow>(
                    [activity](store::Database& database, const runtime::CancelCheck&) {
                        return readRow(database, activity);
                    });
            })
            .unwrap();
    }
    using Step = Result<void> (*)(UnitOfWork&, SharedState&, const ActivityId&, std::int64_t);
    Answer<api::ActivityRow> step(const Call& call, Operation operation, ActivityId activity, std::int64_t version,
                                  Step run) {
        auto id = activity;
        return change(call, operation, id,
                      [activity = std::move(activity), version, run](UnitOfWork& work, SharedState& shared) {
                          return run(work, shared, activity, version);
                      });
    }
    template <typename Row, typename Run, typename Name>
    Answer<Outcomes> rows(const Call& call, Operation operation, std::function<std::string(const Row&)> subject,
                          std::vector<Row> all, Run run, Name name) {
        return actOnRows<Row, api::SeckillOutcome>(
            call, operation, std::move(all),
            [run = std::move(run), name, subject = std::move(subject)](UnitOfWork& work,
                                                                       const Row& row) -> Result<api::SeckillOutcome> {
                work.note(subject(row));
                EVENHAND_TRY(run(work, row));
                return api::SeckillOutcome{name(row), std::nullopt};
            },
            [name](const Row& row, const Error& error) {
                return api::SeckillOutcome{name(row), error};
            });
    }
    using OnMessage = Result<void> (*)(UnitOfWork&, SharedState&, const ActivityId&, const std::string&);
    Answer<Outcomes> messages(const Call& call, Operation operation, ActivityId activity, std::vector<std::string> ids,
                              OnMessage act) {
        auto subject = [activity](const std::string& id) { return messageSubject(activity, id); };
        return rows<std::string>(
            call, operation, std::move(subject), std::move(ids),
            [shared = m_shared, activity = std::move(activity), act](UnitOfWork& work, const std::string& id) {
                return act(work, *shared, activity, id);
            },
            [](const std::string& id) { return id; });
    }
    Answer<api::SeckillBoard> addCounts(api::SeckillBoard board) {
        return m_reader.ask<api::SeckillBoard>(
            [board = std::move(board)](store::Database& database,
                                       const runtime::CancelCheck&) mutable -> Result<api::SeckillBoard> {
                EVENHAND_ASSIGN(const auto row, readRow(database, board.row.set.id));
                board.row.orders = row.orders;
                board.row.paid = row.paid;
                board.row.closed = row.closed;
                EVENHAND_ASSIGN(const auto open, letters(database, board.row.set.id, api::kMaxPageRows));
                board.deadLetters = static_cast<std::int64_t>(open.size());
                return std::move(board);
            });
    }
    static Result<std::vector<api::SeckillLetterRow>> letters(store::Database& database, const ActivityId& activity,
                                                              std::int64_t limit) {
        const auto topic = activity.empty() ? std::string(kTopicPrefix) : ActivityKeys(activity).topic;
        EVENHAND_ASSIGN(const auto found, store::deadLetters::openOfTopics(database, topic, activity.empty(), limit));
        std::vector<api::SeckillLetterRow> rows;
        for (const auto& letter : found) {
            api::SeckillLetterRow row;
            row.id = letter.row.id;
            row.activity = activityOf(letter.row.topic);
            row.orderNo = letter.row.orderNo;
            row.reason = letter.row.reason;
            row.attempts = letter.row.attempts;
            row.at = letter.row.at;
            for (const auto& [name, value] : letter.fields) {
                if (name == "user") {
                    row.user = UserId(value);
                }
            }
            rows.push_back(std::move(row));
        }
        return rows;
    }
    /// One command per slice, so that others run in between.
    Answer<api::SeckillComparison> compare(const Call& call, Operation operation, ActivityId activity, bool fix) {
        auto allowed = checkOperation(m_engine, call, operation);
        if (!allowed) {
            return refused<api::SeckillComparison>(std::move(allowed).error());
        }
        Comparison walk;
        walk.activity = std::move(activity);
        walk.fix = fix;
        allowed->once.reset();  // several commands, and to compare again does no harm
        return compareOn(*allowed, walk);
    }
    Answer<api::SeckillComparison> compareOn(const Call& call, const Comparison& walk) {
        return m_engine
            .ask<Comparison>(call,
                             [walk, shared = m_shared](UnitOfWork& work) -> Result<Comparison> {
                                 auto next = walk;
                                 work.note("activity " + walk.activity.str());
                                 EVENHAND_TRY(compareSlice(work, *shared, next));
                                 return next;
                             })
            .then([this, call](Result<Comparison> next) {
                if (!next) {
                    return refused<api::SeckillComparison>(next.error());
                }
                return next->stage == Comparison::Stage::Ended ? runtime::ready<api::SeckillComparison>(next->result)
                                                               : compareOn(call, *next);
            })
            .unwrap();
    }

    std::shared_ptr<SharedState> m_shared;
    Rehearser m_rehearser;
};

}  // namespace

Result<void> checkPlan(const api::RehearsalPlan& plan) {
    if (!plan.copyOf.empty()) {
        EVENHAND_TRY(base::validateId(plan.copyOf.str(), "copy_of"));
    }
    EVENHAND_TRY(base::within(plan.stock, 1, api::kMaxActivityStock, "stock"));
    EVENHAND_TRY(base::within(plan.users, 1, api::kMaxRehearsalUsers, "users"));
    EVENHAND_TRY(base::within(plan.attempts, 1, api::kMaxRehearsalAttempts, "attempts"));
    EVENHAND_TRY(base::within(plan.perSecond, 1, api::kMaxRehearsalPerSecond, "per_second"));
    EVENHAND_TRY(base::within(plan.duplicatePercent, 0, 100, "duplicate_percent"));
    EVENHAND_TRY(base::within(plan.payerPercent, 0, 100, "payer_percent"));
    return base::within(plan.payWithinMs, 0, base::kDayMs, "pay_within_ms");
}

Seckill makeSeckill(runtime::Engine& engine, runtime::Reader& reader, Rehearser rehearser, std::string consumer) {
    auto shared = std::make_shared<SharedState>();
    shared->consumer = std::move(consumer);
    Seckill made;
    made.desk = std::make_unique<SeckillDeskImpl>(engine, reader, shared, std::move(rehearser));
    made.orders = std::make_unique<OrderMaker>(shared, shared->consumer);
    made.endings = std::make_unique<EndSource>(shared);
    return made;
}

}  // namespace evenhand::seckill
