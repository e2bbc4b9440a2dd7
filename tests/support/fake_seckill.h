// SPDX-License-Identifier: GPL-3.0-or-later
// The desk of flash sales of FakeEngine: some activities in every phase, a small catalogue, attempts that count,
// messages that hang, a keyspace that a test can spoil. It keeps what a console must be able to tell apart: refused
// with a field, conflict, done, not known. Thread: one thread; events are published inside the call that causes them.
#pragma once

#include <QPromise>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/api/order_desk.h"
#include "engine/api/seckill_desk.h"

namespace evenhand::test {

class FakeEngine;

class FakeSeckill final : public api::SeckillDesk {
public:
    explicit FakeSeckill(FakeEngine& engine) : m_engine(engine) {}

    // --- what a test steers ---
    /// Activities in every phase; called by the engine once it has its clock.
    void fill();
    /// So many attempts of new users, at this instant; the first ones reserve and are ordered at once.
    void rush(const ActivityId& id, std::int64_t attempts);
    /// A message that was read by a consumer and is not acknowledged.
    void hang(const ActivityId& id, const std::string& messageId, bool ordered,
              const std::string& consumer = "console-2");
    void spoil(const ActivityId& id, std::int64_t stockBy, std::int64_t missingSlots, std::int64_t strandedSlots);
    void lose(const ActivityId& id);
    /// Messages whose claim fails again.
    void failClaims(std::set<std::string> messageIds) { m_failing = std::move(messageIds); }
    /// Somebody else changes it: next version, an event.
    void touch(const ActivityId& id);
    void remove(const ActivityId& id);
    void setProduct(api::ProductRow row) { m_products[row.sku] = std::move(row); }
    /// Rehearsals stand until finishRehearsal(); the default is at once.
    void holdRehearsals(bool held) { m_rehearsalHeld = held; }
    void tellProgress(const api::RehearsalProgress& progress);
    void finishRehearsal();
    void failInvariant(const std::string& id) { m_badInvariant = id; }

    // --- what a test asks ---
    [[nodiscard]] api::ActivityRow row(const ActivityId& id) const { return m_activities.at(id).row; }
    [[nodiscard]] bool has(const ActivityId& id) const { return m_activities.contains(id); }
    [[nodiscard]] std::size_t size() const { return m_activities.size(); }
    [[nodiscard]] std::vector<api::PendingRow> pendingOf(const ActivityId& id) const {
        return m_activities.at(id).pending;
    }
    [[nodiscard]] const std::vector<std::string>& reasons() const noexcept { return m_reasons; }
    [[nodiscard]] const std::optional<api::RehearsalPlan>& lastPlan() const noexcept { return m_plan; }
    [[nodiscard]] bool rehearsalCancelled();
    [[nodiscard]] int boardReads() const noexcept { return m_boardReads; }
    [[nodiscard]] std::vector<api::ProductRow> products(const std::string& prefix) const;

    // --- SeckillDesk ---
    api::Answer<api::ActivityRow> setUp(const api::Call&, api::ActivityInput) override;
    api::Answer<api::ActivityRow> edit(const api::Call&, api::ActivityInput, std::int64_t) override;
    api::Answer<void> discard(const api::Call&, ActivityId, std::int64_t) override;
    api::Answer<api::ActivityRow> start(const api::Call&, ActivityId) override;
    api::Answer<api::ActivityRow> stop(const api::Call&, ActivityId) override;
    api::Answer<api::ActivityRow> resume(const api::Call&, ActivityId) override;
    api::Answer<api::ActivityRow> topUp(const api::Call&, ActivityId, std::int64_t) override;
    api::Answer<api::ActivityRow> end(const api::Call&, ActivityId) override;
    api::Answer<api::AttemptAnswer> attempt(const api::Call&, api::SeckillAttempt) override;
    void attemptMany(const api::Call&, std::vector<api::SeckillAttempt>,
                     api::BatchCompletion<api::AttemptAnswer>) override;
    api::Answer<api::Reservation> reservation(const api::Call&, ActivityId, UserId) override;
    api::Answer<std::vector<api::ActivityRow>> activities(const api::Call&) override;
    api::Answer<api::SeckillBoard> board(const api::Call&, ActivityId) override;
    api::Answer<std::vector<api::SoldPoint>> soldCurve(const api::Call&, ActivityId, Instant, Instant, int) override;
    api::Answer<std::vector<api::ActivityLogRow>> log(const api::Call&, ActivityId, std::int64_t) override;
    api::Answer<std::vector<api::PendingRow>> pending(const api::Call&, ActivityId, std::int64_t) override;
    api::Answer<std::vector<api::SeckillLetterRow>> deadLetters(const api::Call&, ActivityId, std::int64_t) override;
    api::Answer<std::vector<api::SeckillOutcome>> claim(const api::Call&, ActivityId,
                                                        std::vector<std::string>) override;
    api::Answer<std::vector<api::SeckillOutcome>> acknowledge(const api::Call&, ActivityId,
                                                              std::vector<std::string>) override;
    api::Answer<std::vector<api::SeckillOutcome>> release(const api::Call&, ActivityId,
                                                          std::vector<std::string>) override;
    api::Answer<std::vector<api::SeckillOutcome>> retryLetters(const api::Call&, std::vector<std::int64_t>) override;
    api::Answer<std::vector<api::SeckillOutcome>> dismissLetters(const api::Call&, std::vector<std::int64_t>) override;
    api::Answer<api::SeckillComparison> check(const api::Call&, ActivityId) override;
    api::Answer<api::SeckillComparison> repair(const api::Call&, ActivityId) override;
    api::Answer<api::RehearsalResult> rehearse(const api::Call&, api::RehearsalPlan, api::RehearsalWatch) override;

private:
    struct Activity {
        api::ActivityRow row;
        std::vector<api::PendingRow> pending;
        std::vector<api::ActivityLogRow> log;  ///< newest first
        std::array<std::int64_t, api::kAttemptOutcomes> attempts{};
        std::vector<api::AttemptSecond> seconds;
        std::map<UserId, OrderNo> users;
        bool lost = false;
        std::int64_t stockBy = 0;
        std::int64_t missing = 0;
        std::int64_t stranded = 0;
    };
    template <typename Change>
    api::Answer<api::ActivityRow> change(const api::Call& call, const ActivityId& id, const char* action,
                                         bool reasonNeeded, Change&& apply);
    template <typename Change>
    api::Answer<std::vector<api::SeckillOutcome>> changePending(const api::Call& call, const ActivityId& id,
                                                                const std::vector<std::string>& ids, const char* action,
                                                                Change&& apply);
    template <typename Change>
    api::Answer<std::vector<api::SeckillOutcome>> changeLetters(const api::Call& call,
                                                                const std::vector<std::int64_t>& ids, Change&& apply);
    [[nodiscard]] std::optional<Error> refused(const api::ActivityInput& input, bool fresh) const;
    [[nodiscard]] api::SeckillComparison compare(const Activity& activity) const;
    [[nodiscard]] api::RehearsalResult made(const api::RehearsalPlan& plan) const;
    api::AttemptAnswer tryOne(Activity& activity, const UserId& user);
    Activity& add(const char* id, const char* name, const char* sku, std::int64_t stock, std::int64_t beginInMs,
                  std::int64_t lastsMs);
    void tell(const ActivityId& id);
    void note(Activity& activity, const api::Call& call, const char* action, std::int64_t amount);

    FakeEngine& m_engine;
    std::map<ActivityId, Activity> m_activities;
    std::map<Sku, api::ProductRow> m_products;
    std::vector<api::SeckillLetterRow> m_letters;
    std::set<std::string> m_failing;
    std::vector<std::string> m_reasons;
    std::string m_badInvariant;
    std::optional<api::RehearsalPlan> m_plan;
    api::RehearsalWatch m_watch;
    std::shared_ptr<QPromise<Result<api::RehearsalResult>>> m_rehearsal;
    bool m_rehearsalHeld = false;
    int m_boardReads = 0;
    std::int64_t m_lastUser = 0;
};

}  // namespace evenhand::test
