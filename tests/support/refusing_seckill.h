// SPDX-License-Identifier: GPL-3.0-or-later
// A desk of flash sales that answers Unsupported to everything, for tests of what is not about them.
// Thread: any.
#pragma once

#include <QPromise>

#include "engine/api/seckill_desk.h"

namespace evenhand::test {

class RefusingSeckill : public api::SeckillDesk {
public:
    api::Answer<api::ActivityRow> setUp(const api::Call&, api::ActivityInput) override {
        return refused<api::ActivityRow>();
    }
    api::Answer<api::ActivityRow> edit(const api::Call&, api::ActivityInput, std::int64_t) override {
        return refused<api::ActivityRow>();
    }
    api::Answer<void> discard(const api::Call&, ActivityId, std::int64_t) override { return refused<void>(); }
    api::Answer<api::ActivityRow> start(const api::Call&, ActivityId) override { return refused<api::ActivityRow>(); }
    api::Answer<api::ActivityRow> stop(const api::Call&, ActivityId) override { return refused<api::ActivityRow>(); }
    api::Answer<api::ActivityRow> resume(const api::Call&, ActivityId) override { return refused<api::ActivityRow>(); }
    api::Answer<api::ActivityRow> topUp(const api::Call&, ActivityId, std::int64_t) override {
        return refused<api::ActivityRow>();
    }
    api::Answer<api::ActivityRow> end(const api::Call&, ActivityId) override { return refused<api::ActivityRow>(); }
    api::Answer<api::AttemptAnswer> attempt(const api::Call&, api::SeckillAttempt) override {
        return refused<api::AttemptAnswer>();
    }
    void attemptMany(const api::Call&, std::vector<api::SeckillAttempt> attempts,
                     api::BatchCompletion<api::AttemptAnswer> done) override {
        done(std::vector<Result<api::AttemptAnswer>>(attempts.size(),
                                                     Result<api::AttemptAnswer>(tl::unexpect, error())));
    }
    api::Answer<api::Reservation> reservation(const api::Call&, ActivityId, UserId) override {
        return refused<api::Reservation>();
    }
    api::Answer<std::vector<api::ActivityRow>> activities(const api::Call&) override {
        return refused<std::vector<api::ActivityRow>>();
    }
    api::Answer<api::SeckillBoard> board(const api::Call&, ActivityId) override { return refused<api::SeckillBoard>(); }
    api::Answer<std::vector<api::SoldPoint>> soldCurve(const api::Call&, ActivityId, Instant, Instant, int) override {
        return refused<std::vector<api::SoldPoint>>();
    }
    api::Answer<std::vector<api::ActivityLogRow>> log(const api::Call&, ActivityId, std::int64_t) override {
        return refused<std::vector<api::ActivityLogRow>>();
    }
    api::Answer<std::vector<api::PendingRow>> pending(const api::Call&, ActivityId, std::int64_t) override {
        return refused<std::vector<api::PendingRow>>();
    }
    api::Answer<std::vector<api::SeckillLetterRow>> deadLetters(const api::Call&, ActivityId, std::int64_t) override {
        return refused<std::vector<api::SeckillLetterRow>>();
    }
    api::Answer<std::vector<api::SeckillOutcome>> claim(const api::Call&, ActivityId,
                                                        std::vector<std::string>) override {
        return refused<std::vector<api::SeckillOutcome>>();
    }
    api::Answer<std::vector<api::SeckillOutcome>> acknowledge(const api::Call&, ActivityId,
                                                              std::vector<std::string>) override {
        return refused<std::vector<api::SeckillOutcome>>();
    }
    api::Answer<std::vector<api::SeckillOutcome>> release(const api::Call&, ActivityId,
                                                          std::vector<std::string>) override {
        return refused<std::vector<api::SeckillOutcome>>();
    }
    api::Answer<std::vector<api::SeckillOutcome>> retryLetters(const api::Call&, std::vector<std::int64_t>) override {
        return refused<std::vector<api::SeckillOutcome>>();
    }
    api::Answer<std::vector<api::SeckillOutcome>> dismissLetters(const api::Call&, std::vector<std::int64_t>) override {
        return refused<std::vector<api::SeckillOutcome>>();
    }
    api::Answer<api::SeckillComparison> check(const api::Call&, ActivityId) override {
        return refused<api::SeckillComparison>();
    }
    api::Answer<api::SeckillComparison> repair(const api::Call&, ActivityId) override {
        return refused<api::SeckillComparison>();
    }
    api::Answer<api::RehearsalResult> rehearse(const api::Call&, api::RehearsalPlan, api::RehearsalWatch) override {
        return refused<api::RehearsalResult>();
    }

private:
    static Error error() { return {ErrorCode::Unsupported, "no flash sales here", {}, {}}; }
    template <typename T>
    static api::Answer<T> refused() {
        QPromise<Result<T>> promise;
        promise.start();
        promise.addResult(Result<T>(tl::unexpect, error()));
        promise.finish();
        return promise.future();
    }
};

}  // namespace evenhand::test
