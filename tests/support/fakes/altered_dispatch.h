// SPDX-License-Identifier: GPL-3.0-or-later
// The desk of dispatch of an engine, whose answers a test refuses, keeps back or changes; everything else passes
// through. Thread: as the engine behind it.
#pragma once

#include <QPromise>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/fakes/altered_engine.h"

namespace evenhand::test {

/// The desk of dispatch, with refusals and late answers as a test wants them.
class AlteredDispatch final : public api::DispatchDesk {
    using Call = api::Call;
    template <typename T>
    using Answer = api::Answer<T>;
    using Outcomes = std::vector<api::ReassignOutcome>;

public:
    explicit AlteredDispatch(api::DispatchDesk& behind) : m_behind(behind) {}

    std::optional<Error> refusal;       ///< of every command about orders, nothing is done
    std::optional<CourierId> dutyKept;  ///< whose duty cannot be changed
    /// What becomes of the engine's answer; empty: nothing.
    AnswerChange<std::vector<api::AssignmentEvidence>> onEvidence;
    AnswerChange<std::vector<api::DeadLetterRow>> onDeadLetters;
    int boards = 0;  ///< that were asked for
    /// Held, boards are not answered until releaseNewest().
    bool holdsBoards = false;
    [[nodiscard]] std::size_t pending() const { return m_held.size(); }
    void releaseNewest() {
        auto [promise, answer] = std::move(m_held.back());
        m_held.pop_back();
        answer.then([promise = promise](Result<api::DispatchBoard> board) {
            promise->addResult(std::move(board));
            promise->finish();
        });
    }

    Answer<void> upsertCampus(const Call& c, api::CampusRow campus) override {
        return m_behind.upsertCampus(c, std::move(campus));
    }
    Answer<std::int64_t> setPaused(const Call& c, CampusId campus, bool paused, std::int64_t version = 0) override {
        return m_behind.setPaused(c, std::move(campus), paused, version);
    }
    Answer<void> upsertCouriers(const Call& c, std::vector<api::CourierInput> couriers) override {
        return m_behind.upsertCouriers(c, std::move(couriers));
    }
    Answer<std::int64_t> setDuty(const Call& c, CourierId courier, bool onDuty, std::int64_t version = 0) override {
        return courier == dutyKept ? refused<std::int64_t>({ErrorCode::Storage, "disk error", {}, {}})
                                   : m_behind.setDuty(c, std::move(courier), onDuty, version);
    }
    Answer<std::int64_t> setLoadLimit(const Call& c, CourierId courier, std::optional<std::int64_t> limit,
                                      std::int64_t version = 0) override {
        return courier == dutyKept ? refused<std::int64_t>({ErrorCode::Storage, "disk error", {}, {}})
                                   : m_behind.setLoadLimit(c, std::move(courier), limit, version);
    }
    Answer<Outcomes> reassign(const Call& c, std::vector<api::OrderRef> orders, api::ReassignTarget to) override {
        return refusal ? refused<Outcomes>(*refusal) : m_behind.reassign(c, std::move(orders), std::move(to));
    }
    Answer<Outcomes> handOver(const Call& c, CourierId from, api::ReassignTarget to,
                              std::vector<api::OrderRef> seen = {}) override {
        return refusal ? refused<Outcomes>(*refusal)
                       : m_behind.handOver(c, std::move(from), std::move(to), std::move(seen));
    }
    Answer<Outcomes> undoReassign(const Call& c, Outcomes done) override {
        return refusal ? refused<Outcomes>(*refusal) : m_behind.undoReassign(c, std::move(done));
    }
    Answer<std::vector<api::CalibrationRow>> previewCalibration(const Call& c, CampusId campus) override {
        return m_behind.previewCalibration(c, std::move(campus));
    }
    Answer<std::vector<api::CalibrationRow>> calibrate(const Call& c, CampusId campus,
                                                       std::vector<api::CalibrationRow> seen = {}) override {
        return m_behind.calibrate(c, std::move(campus), std::move(seen));
    }
    Answer<std::vector<api::DeadLetterOutcome>> retryDeadLetters(const Call& c,
                                                                 std::vector<DeadLetterId> ids) override {
        return m_behind.retryDeadLetters(c, std::move(ids));
    }
    void takeMany(const Call& c, std::vector<Take> requests, api::BatchCompletion<CourierId> done) override {
        m_behind.takeMany(c, std::move(requests), std::move(done));
    }
    Answer<std::vector<api::CampusRow>> campuses(const Call& c) override { return m_behind.campuses(c); }
    Answer<api::DispatchBoard> board(const Call& c, CampusId campus) override {
        ++boards;
        auto answer = m_behind.board(c, std::move(campus));
        if (!holdsBoards) {
            return answer;
        }
        auto promise = std::make_shared<QPromise<Result<api::DispatchBoard>>>();
        promise->start();
        m_held.emplace_back(promise, std::move(answer));
        return promise->future();
    }
    Answer<std::vector<api::WaitingOrder>> waiting(const Call& c, CampusId campus, std::int64_t limit) override {
        return m_behind.waiting(c, std::move(campus), limit);
    }
    Answer<std::vector<api::FairnessPoint>> fairness(const Call& c, CampusId campus, Instant from, Instant to,
                                                     int points) override {
        return m_behind.fairness(c, std::move(campus), from, to, points);
    }
    Answer<std::vector<api::AssignmentEvidence>> evidence(const Call& c, OrderNo orderNo) override {
        return changed(onEvidence, m_behind.evidence(c, std::move(orderNo)));
    }
    Answer<std::vector<api::DeadLetterRow>> deadLetters(const Call& c, std::int64_t limit) override {
        return changed(onDeadLetters, m_behind.deadLetters(c, limit));
    }
    Answer<std::vector<api::CourierRow>> findCouriers(const Call& c, std::string prefix, std::int64_t limit) override {
        return m_behind.findCouriers(c, std::move(prefix), limit);
    }
    Answer<std::int64_t> exportAssignments(const Call& c, std::string path,
                                           std::function<void(std::int64_t)> progress) override {
        return m_behind.exportAssignments(c, std::move(path), std::move(progress));
    }

private:
    using Board = std::shared_ptr<QPromise<Result<api::DispatchBoard>>>;
    api::DispatchDesk& m_behind;
    std::deque<std::pair<Board, Answer<api::DispatchBoard>>> m_held;
};

}  // namespace evenhand::test
