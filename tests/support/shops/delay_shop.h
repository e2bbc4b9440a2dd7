// SPDX-License-Identifier: GPL-3.0-or-later
// A shop (shop.h) with timers of every kind: unpaid orders, which are paused and of which some are overdue; paid ones
// of C3 that have no courier; others that wait for their courier, are on their way or have been delivered. Thread: as
// Shop.
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/fakes/altered_engine.h"
#include "tests/support/fakes/altered_orders.h"
#include "tests/support/shops/shop.h"

namespace evenhand::test {

/// The desk of timers, with boards and refusals as a test wants them.
class AlteredTimers final : public api::TimerDesk {
    using Call = api::Call;
    template <typename T>
    using Answer = api::Answer<T>;
    using Outcomes = std::vector<api::TimerOutcome>;

public:
    explicit AlteredTimers(api::TimerDesk& behind) : m_behind(behind) {}

    std::function<void(api::TimerBoard&)> boardChange;  ///< changes each board
    std::optional<Error> refusal;                       ///< of every command, nothing is done
    AnswerChange<Outcomes> onExtend;                    ///< what becomes of the engine's answer; empty: nothing
    std::vector<api::TimerRef> extended;                ///< what was asked for more time
    int reads = 0;                                      ///< of pages
    api::TimerQuery lastQuery;

    Answer<void> setPolicy(const Call& c, CampusId campus, api::TimerPolicy policy, std::int64_t version = 0) override {
        return refusal ? refused<void>(*refusal) : m_behind.setPolicy(c, std::move(campus), policy, version);
    }
    Answer<std::vector<api::TimerPolicyRow>> policies(const Call& c) override { return m_behind.policies(c); }
    Answer<std::int64_t> setPaused(const Call& c, api::TimerKind kind, bool paused, std::int64_t version = 0) override {
        return m_behind.setPaused(c, kind, paused, version);
    }
    Answer<void> setQueue(const Call& c, bool on, std::int64_t everyMs, std::int64_t version) override {
        return m_behind.setQueue(c, on, everyMs, version);
    }
    Answer<Outcomes> run(const Call& c, std::vector<api::TimerRef> refs) override {
        return refusal ? refused<Outcomes>(*refusal) : m_behind.run(c, std::move(refs));
    }
    Answer<Outcomes> postponeTo(const Call& c, std::vector<api::TimerRef> refs, Instant due) override {
        return m_behind.postponeTo(c, std::move(refs), due);
    }
    Answer<Outcomes> postponeBy(const Call& c, std::vector<api::TimerRef> refs, std::int64_t byMs) override {
        return m_behind.postponeBy(c, std::move(refs), byMs);
    }
    Answer<Outcomes> extend(const Call& c, std::vector<api::TimerRef> late, std::int64_t byMs) override {
        extended.insert(extended.end(), late.begin(), late.end());
        return refusal ? refused<Outcomes>(*refusal) : changed(onExtend, m_behind.extend(c, std::move(late), byMs));
    }
    Answer<Outcomes> cancel(const Call& c, std::vector<api::TimerRef> refs) override {
        return refusal ? refused<Outcomes>(*refusal) : m_behind.cancel(c, std::move(refs));
    }
    Answer<Outcomes> retry(const Call& c, std::vector<api::TimerRef> refs) override {
        return m_behind.retry(c, std::move(refs));
    }
    Answer<std::vector<api::TimerRow>> page(const Call& c, api::TimerQuery query) override {
        ++reads;
        lastQuery = query;
        return m_behind.page(c, std::move(query));
    }
    Answer<std::int64_t> count(const Call& c, api::TimerFilter filter) override {
        return m_behind.count(c, std::move(filter));
    }
    Answer<api::TimerBoard> board(const Call& c, CampusId campus) override {
        return altered(m_behind.board(c, std::move(campus)), boardChange);
    }
    Answer<api::DueHistogram> histogram(const Call& c, CampusId campus, std::vector<api::TimerKind> kinds, Instant from,
                                        std::int64_t bucketMs, int buckets) override {
        return m_behind.histogram(c, std::move(campus), std::move(kinds), from, bucketMs, buckets);
    }
    Answer<api::QueueComparison> compareQueue(const Call& c) override { return m_behind.compareQueue(c); }
    Answer<api::QueueComparison> rearmQueue(const Call& c) override { return m_behind.rearmQueue(c); }
    Answer<api::ClockReset> resetClock(const Call& c) override { return m_behind.resetClock(c); }
    Answer<void> passTime(const Call& c) override { return m_behind.passTime(c); }

private:
    api::TimerDesk& m_behind;
};

/// The desk of alerts, with refusals as a test wants them.
class AlteredAlerts final : public api::AlertDesk {
    using Call = api::Call;
    using Refs = std::vector<api::AlertRef>;
    template <typename T>
    using Answer = api::Answer<T>;
    using Outcomes = std::vector<api::AlertOutcome>;

public:
    explicit AlteredAlerts(api::AlertDesk& behind) : m_behind(behind) {}

    std::optional<Error> refusal;  ///< of every command, nothing is done
    AnswerChange<Outcomes> onAcknowledge;
    std::int64_t before = 0;  ///< so many alerts of no order stand before all others in every list
    std::int64_t goes = 0;    ///< so many of them are resolved once a page has been read
    int walks = 0;            ///< lists that were read from the oldest on

    Answer<std::vector<api::AlertRow>> page(const Call& c, api::AlertQuery query) override {
        walks += query.offset == 0 && !query.descending ? 1 : 0;
        std::vector<api::AlertRow> first;
        for (auto at = query.offset; at < before && std::ssize(first) < query.limit; ++at) {
            first.emplace_back().id = AlertId{1'000'000'000 + at};
        }
        query.offset = std::max<std::int64_t>(0, query.offset - before);
        query.limit -= std::ssize(first);
        before -= std::exchange(goes, 0);
        if (query.limit == 0) {
            return QtFuture::makeReadyFuture(Result<std::vector<api::AlertRow>>(std::move(first)));
        }
        return altered<std::vector<api::AlertRow>>(
            m_behind.page(c, std::move(query)),
            [first](std::vector<api::AlertRow>& rows) { rows.insert(rows.begin(), first.begin(), first.end()); });
    }
    Answer<std::int64_t> count(const Call& c, api::AlertQuery query) override {
        return m_behind.count(c, std::move(query));
    }
    Answer<api::AlertCounts> counts(const Call& c, CampusId campus) override {
        return m_behind.counts(c, std::move(campus));
    }
    Answer<api::AlertLimits> limits(const Call& c) override { return m_behind.limits(c); }
    Answer<void> setLimits(const Call& c, api::AlertLimits limits) override {
        return refusal ? refused<void>(*refusal) : m_behind.setLimits(c, limits);
    }
    Answer<Outcomes> acknowledge(const Call& c, Refs alerts) override {
        return refusal ? refused<Outcomes>(*refusal)
                       : changed(onAcknowledge, m_behind.acknowledge(c, std::move(alerts)));
    }
    Answer<Outcomes> silence(const Call& c, Refs alerts, Instant until) override {
        return refusal ? refused<Outcomes>(*refusal) : m_behind.silence(c, std::move(alerts), until);
    }
    Answer<Outcomes> resolve(const Call& c, Refs alerts) override {
        return refusal ? refused<Outcomes>(*refusal) : m_behind.resolve(c, std::move(alerts));
    }

private:
    api::AlertDesk& m_behind;
};

class DelayShop : public Shop, public AlteredEngine {
public:
    DelayShop();

    AlteredOrders& orders() override { return m_alteredOrders; }
    AlteredTimers& timers() override { return m_altered; }
    AlteredAlerts& alerts() override { return m_alteredAlerts; }
    [[nodiscard]] std::vector<api::TimerRow> select(api::TimerFilter filter = {});
    [[nodiscard]] std::vector<api::TimerRow> of(api::TimerKind kind);
    [[nodiscard]] std::optional<api::TimerRow> timer(const OrderNo& orderNo);
    [[nodiscard]] api::TimerBoard figures();
    [[nodiscard]] api::TimerFigures figures(api::TimerKind kind);
    [[nodiscard]] api::TimerPolicy policy(const CampusId& campus);
    [[nodiscard]] api::AlertRow alert(AlertId id);

    // --- what somebody else does ---
    void cancel(const OrderNo& orderNo);
    void postpone(const OrderNo& orderNo, Instant due);
    /// Its effect has failed for the last time.
    void bury(const OrderNo& orderNo, const std::string& reason);
    /// The queue has lost so many of what is armed, and has others at a wrong instant.
    void drift(int missing, int differing);
    /// Its limit passes with no timer that would tell, so that the order is late and nothing more; a second goes by.
    void letLimitPass(const OrderNo& orderNo);
    /// Its timer falls due, a second goes by; answers the alert that it raised.
    AlertId alarm(const OrderNo& orderNo);
    /// Time goes on until the alert fires again.
    void alarmAgain(AlertId alert);

private:
    static void fill(Shop& shop);
    AlteredOrders m_alteredOrders;
    AlteredTimers m_altered;
    AlteredAlerts m_alteredAlerts;
};

}  // namespace evenhand::test
