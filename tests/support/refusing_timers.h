// SPDX-License-Identifier: GPL-3.0-or-later
// A desk of timers that answers Unsupported to everything, for tests of what is not about timers.
// Thread: any.
#pragma once

#include <QPromise>

#include "engine/api/timer_desk.h"

namespace evenhand::test {

class RefusingTimers final : public api::TimerDesk {
public:
    api::Answer<void> setPolicy(const api::Call&, CampusId, api::TimerPolicy) override { return refused<void>(); }
    api::Answer<std::vector<api::TimerPolicyRow>> policies(const api::Call&) override {
        return refused<std::vector<api::TimerPolicyRow>>();
    }
    api::Answer<void> setPaused(const api::Call&, api::TimerKind, bool) override { return refused<void>(); }
    api::Answer<void> setQueue(const api::Call&, bool, std::int64_t) override { return refused<void>(); }
    api::Answer<std::vector<api::TimerOutcome>> run(const api::Call&, std::vector<api::TimerRef>) override {
        return refused<std::vector<api::TimerOutcome>>();
    }
    api::Answer<std::vector<api::TimerOutcome>> postponeTo(const api::Call&, std::vector<api::TimerRef>,
                                                           Instant) override {
        return refused<std::vector<api::TimerOutcome>>();
    }
    api::Answer<std::vector<api::TimerOutcome>> postponeBy(const api::Call&, std::vector<api::TimerRef>,
                                                           std::int64_t) override {
        return refused<std::vector<api::TimerOutcome>>();
    }
    api::Answer<std::vector<api::TimerOutcome>> cancel(const api::Call&, std::vector<api::TimerRef>) override {
        return refused<std::vector<api::TimerOutcome>>();
    }
    api::Answer<std::vector<api::TimerOutcome>> retry(const api::Call&, std::vector<api::TimerRef>) override {
        return refused<std::vector<api::TimerOutcome>>();
    }
    api::Answer<std::vector<api::TimerRow>> page(const api::Call&, api::TimerQuery) override {
        return refused<std::vector<api::TimerRow>>();
    }
    api::Answer<std::int64_t> count(const api::Call&, api::TimerFilter) override { return refused<std::int64_t>(); }
    api::Answer<api::TimerBoard> board(const api::Call&, CampusId) override { return refused<api::TimerBoard>(); }
    api::Answer<api::DueHistogram> histogram(const api::Call&, CampusId, std::vector<api::TimerKind>, Instant,
                                             std::int64_t, int) override {
        return refused<api::DueHistogram>();
    }
    api::Answer<api::QueueComparison> compareQueue(const api::Call&) override {
        return refused<api::QueueComparison>();
    }
    api::Answer<api::QueueComparison> rearmQueue(const api::Call&) override { return refused<api::QueueComparison>(); }
    api::Answer<std::vector<api::AlertRow>> alerts(const api::Call&, api::AlertQuery) override {
        return refused<std::vector<api::AlertRow>>();
    }
    api::Answer<api::AlertCounts> alertCounts(const api::Call&, CampusId) override {
        return refused<api::AlertCounts>();
    }
    api::Answer<std::vector<api::AlertOutcome>> acknowledge(const api::Call&, std::vector<std::int64_t>) override {
        return refused<std::vector<api::AlertOutcome>>();
    }
    api::Answer<std::vector<api::AlertOutcome>> silence(const api::Call&, std::vector<std::int64_t>, Instant) override {
        return refused<std::vector<api::AlertOutcome>>();
    }
    api::Answer<std::vector<api::AlertOutcome>> resolve(const api::Call&, std::vector<std::int64_t>) override {
        return refused<std::vector<api::AlertOutcome>>();
    }
    api::Answer<void> passTime(const api::Call&) override { return refused<void>(); }

private:
    template <typename T>
    static api::Answer<T> refused() {
        QPromise<Result<T>> promise;
        promise.start();
        promise.addResult(Result<T>(tl::unexpect, Error{ErrorCode::Unsupported, "no timers here", {}, {}}));
        promise.finish();
        return promise.future();
    }
};

}  // namespace evenhand::test
