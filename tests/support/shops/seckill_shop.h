// SPDX-License-Identifier: GPL-3.0-or-later
// A shop (shop.h) with four flash sales: "tea-monday" has ended, "box-draft" is a draft, "box-evening" is scheduled,
// and "tea-noon" has been on for three minutes, with five messages that a consumer read and left, and a dead letter.
// Thread: as Shop.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/fakes/altered_engine.h"
#include "tests/support/fakes/altered_orders.h"
#include "tests/support/shops/shop.h"

namespace evenhand::test {

/// The desk of flash sales, with refusals and rehearsals as a test wants them.
class AlteredSeckill final : public api::SeckillDesk {
    using Call = api::Call;
    using Row = api::ActivityRow;
    template <typename T>
    using Answer = api::Answer<T>;
    using Outcomes = std::vector<api::SeckillOutcome>;
    using Ids = std::vector<std::string>;
    using Letters = std::vector<DeadLetterId>;

public:
    explicit AlteredSeckill(api::SeckillDesk& behind) : m_behind(behind) {}

    std::optional<Error> refusal;  ///< of every command about a sale, nothing is done
    int boardReads = 0;
    /// Answers a rehearsal instead of the engine.
    std::function<Answer<api::RehearsalResult>(api::RehearsalPlan, api::RehearsalWatch)> rehearseInstead;

    Answer<Row> setUp(const Call& c, api::ActivityInput input) override {
        return refusal ? refused<Row>(*refusal) : m_behind.setUp(c, std::move(input));
    }
    Answer<Row> edit(const Call& c, api::ActivityInput input, std::int64_t version) override {
        return refusal ? refused<Row>(*refusal) : m_behind.edit(c, std::move(input), version);
    }
    Answer<void> discard(const Call& c, ActivityId id, std::int64_t version) override {
        return m_behind.discard(c, std::move(id), version);
    }
    Answer<Row> start(const Call& c, ActivityId id, std::int64_t version = 0) override {
        return refusal ? refused<Row>(*refusal) : m_behind.start(c, std::move(id), version);
    }
    Answer<Row> stop(const Call& c, ActivityId id, std::int64_t version = 0) override {
        return refusal ? refused<Row>(*refusal) : m_behind.stop(c, std::move(id), version);
    }
    Answer<Row> resume(const Call& c, ActivityId id, std::int64_t version = 0) override {
        return m_behind.resume(c, std::move(id), version);
    }
    Answer<Row> topUp(const Call& c, ActivityId id, std::int64_t units, std::int64_t version = 0) override {
        return m_behind.topUp(c, std::move(id), units, version);
    }
    Answer<Row> end(const Call& c, ActivityId id, std::int64_t version = 0) override {
        return m_behind.end(c, std::move(id), version);
    }
    Answer<api::AttemptAnswer> attempt(const Call& c, api::SeckillAttempt one) override {
        return m_behind.attempt(c, std::move(one));
    }
    void attemptMany(const Call& c, std::vector<api::SeckillAttempt> many,
                     api::BatchCompletion<api::AttemptAnswer> done) override {
        m_behind.attemptMany(c, std::move(many), std::move(done));
    }
    Answer<api::Reservation> reservation(const Call& c, ActivityId id, UserId user) override {
        return m_behind.reservation(c, std::move(id), std::move(user));
    }
    Answer<std::vector<Row>> activities(const Call& c) override { return m_behind.activities(c); }
    Answer<api::SeckillBoard> board(const Call& c, ActivityId id) override {
        ++boardReads;
        return m_behind.board(c, std::move(id));
    }
    Answer<std::vector<api::SoldPoint>> soldCurve(const Call& c, ActivityId id, Instant from, Instant to,
                                                  int points) override {
        return m_behind.soldCurve(c, std::move(id), from, to, points);
    }
    Answer<std::vector<api::ActivityLogRow>> log(const Call& c, ActivityId id, std::int64_t limit) override {
        return m_behind.log(c, std::move(id), limit);
    }
    Answer<std::vector<api::PendingRow>> pending(const Call& c, ActivityId id, std::int64_t limit) override {
        return m_behind.pending(c, std::move(id), limit);
    }
    Answer<std::vector<api::SeckillLetterRow>> deadLetters(const Call& c, ActivityId id, std::int64_t limit) override {
        return m_behind.deadLetters(c, std::move(id), limit);
    }
    Answer<Outcomes> claim(const Call& c, ActivityId id, Ids ids) override {
        return m_behind.claim(c, std::move(id), std::move(ids));
    }
    Answer<Outcomes> acknowledge(const Call& c, ActivityId id, Ids ids) override {
        return m_behind.acknowledge(c, std::move(id), std::move(ids));
    }
    Answer<Outcomes> release(const Call& c, ActivityId id, Ids ids) override {
        return m_behind.release(c, std::move(id), std::move(ids));
    }
    Answer<Outcomes> retryLetters(const Call& c, Letters ids) override {
        return m_behind.retryLetters(c, std::move(ids));
    }
    Answer<Outcomes> dismissLetters(const Call& c, Letters ids) override {
        return m_behind.dismissLetters(c, std::move(ids));
    }
    Answer<api::SeckillComparison> check(const Call& c, ActivityId id) override {
        return m_behind.check(c, std::move(id));
    }
    Answer<api::SeckillComparison> repair(const Call& c, ActivityId id) override {
        return m_behind.repair(c, std::move(id));
    }
    Answer<api::RehearsalResult> rehearse(const Call& c, api::RehearsalPlan plan, api::RehearsalWatch watch) override {
        return rehearseInstead ? rehearseInstead(std::move(plan), std::move(watch))
                               : m_behind.rehearse(c, std::move(plan), std::move(watch));
    }

private:
    api::SeckillDesk& m_behind;
};

class SeckillShop : public Shop, public AlteredEngine {
public:
    SeckillShop();

    AlteredSeckill& seckill() override { return m_altered; }
    AlteredOrders& orders() override { return m_orders; }
    [[nodiscard]] api::ActivityRow row(const ActivityId& id);
    [[nodiscard]] bool has(const ActivityId& id);
    [[nodiscard]] std::vector<api::PendingRow> pendingOf(const ActivityId& id);
    /// One attempt of each of so many new users.
    void rush(const ActivityId& id, int attempts);
    /// Somebody else changes its name: next version, an event.
    void touch(const ActivityId& id);
    void setProduct(const api::ProductRow& product);
    /// The keyspace has more units than it should, and reservations that are missing.
    void spoil(const ActivityId& id, std::int64_t moreStock, int missingSlots);
    /// The keyspace has lost the sale.
    void lose(const ActivityId& id);

private:
    static void fill(Shop& shop);
    AlteredSeckill m_altered;
    AlteredOrders m_orders;
    int m_users = 1'000'000;
};

}  // namespace evenhand::test
