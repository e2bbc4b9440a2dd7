// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/rehearsal.h"

#include <algorithm>
#include <queue>

#include "app/workspace/temporary_folder.h"
#include "app/workspace/verification.h"
#include "app/workspace/workspace.h"

namespace evenhand::app {
namespace {

using api::AttemptOutcome;
using Stage = api::RehearsalProgress::Stage;

/// 2026-01-01 00:00 UTC: always the same, so that results can be compared.
constexpr std::int64_t kStartMs = 1'767'225'600'000;
constexpr std::int64_t kPoints = 240;
constexpr std::int64_t kWatchNs = 100'000'000;

class Rehearsal {
public:
    Rehearsal(const api::RehearsalPlan& plan, const std::optional<api::ActivityRow>& copy,
              const api::RehearsalWatch& watch, const std::function<bool()>& cancelled)
        : m_plan(plan), m_copy(copy), m_watch(watch), m_cancelled(cancelled), m_rng(plan.seed) {
        m_result.plan = plan;
    }

    Result<api::RehearsalResult> run() {
        const auto startedNs = m_wall.monotonicNs();
        EVENHAND_TRY(prepare());
        EVENHAND_TRY(sell());
        EVENHAND_TRY(settle());
        EVENHAND_TRY(check());
        m_result.tookMs = (m_wall.monotonicNs() - startedNs) / 1'000'000;
        return std::move(m_result);
    }

private:
    struct Payment {
        Instant at;
        std::string orderNo;
        bool operator<(const Payment& other) const { return at > other.at; }  // puts the earliest on top
    };

    template <typename T>
    Result<T> wait(api::Answer<T> answer) {
        while (!answer.isFinished()) {
            if (!m_workspace->step()) {
                return fail(ErrorCode::Internal, "the rehearsal's engine does not answer");
            }
        }
        return answer.result();
    }
    Result<void> goOn(Stage stage) {
        if (m_cancelled && m_cancelled()) {
            return fail(ErrorCode::Cancelled, "the rehearsal was cancelled");
        }
        if (m_watch && (stage != m_stage || m_wall.monotonicNs() - m_watchedNs >= kWatchNs)) {
            m_watchedNs = m_wall.monotonicNs();
            m_stage = stage;
            m_watch({stage, m_made, m_orders});
        }
        return {};
    }

    Result<void> prepare() {
        EVENHAND_TRY(goOn(Stage::Preparing));
        EVENHAND_ASSIGN(m_folder, TemporaryFolder::make(QStringLiteral("rehearsal")));
        m_clock.set(Instant{kStartMs});
        OpenOptions options;
        options.clock = &m_clock;
        options.seed = m_plan.seed;
        options.threaded = false;
        EVENHAND_ASSIGN(m_workspace, Workspace::create(m_folder->filePath(QStringLiteral("workspace")).toStdString(),
                                                       {"CNY", 2, "UTC", "rehearsal", {}}, options));
        std::vector<api::CourierInput> couriers;
        for (int i = 1; i <= 10; ++i) {
            couriers.push_back({CourierId("courier " + std::to_string(i)), m_campus, {}, {}, true});
        }
        EVENHAND_TRY(wait(m_workspace->dispatch().upsertCouriers(m_call, couriers)));
        const api::ProductRow voucher{Sku("voucher"), "Voucher", Money{1}, m_plan.stock};
        EVENHAND_TRY(wait(m_workspace->orders().upsertProducts(m_call, {voucher}, true)));
        const auto wantedMs = m_copy ? m_copy->set.end.ms - m_copy->set.begin.ms : 60 * base::kMinuteMs;
        m_price = m_copy ? m_copy->set.price : Money{1};
        m_begin = m_clock.now().plusMs(1'000);
        // If the crowd is too slow for the duration of the sale, the sale is made longer, so that everybody takes part.
        const auto neededMs = m_plan.attempts * 1'000 / m_plan.perSecond + 1'000;
        const auto end = m_begin.plusMs(std::min(std::max(wantedMs, neededMs), api::kMaxActivityMs));
        EVENHAND_TRY(wait(m_workspace->seckill().setUp(
            m_call, {m_activity, "Rehearsal", Sku("voucher"), m_campus, m_price, m_plan.stock, m_begin, end})));
        EVENHAND_TRY(wait(m_workspace->seckill().start(m_call, m_activity)));
        m_clock.set(m_begin);
        return {};
    }

    /// Runs the attempts in slices of time, and due work between the slices.
    Result<void> sell() {
        const auto totalMs = std::max<std::int64_t>(1, m_plan.attempts * 1'000 / m_plan.perSecond);
        const auto slices = std::clamp<std::int64_t>(totalMs / 20, 1, 4 * kPoints);
        for (std::int64_t slice = 0; slice < slices; ++slice) {
            EVENHAND_TRY(goOn(Stage::Attempts));
            const auto until = m_plan.attempts * (slice + 1) / slices;
            EVENHAND_TRY(attempts(until - m_made));
            EVENHAND_TRY(payUntil(m_clock.now()));
            const auto atMs = totalMs * (slice + 1) / slices;
            m_clock.set(m_begin.plusMs(atMs));
            m_workspace->runUntilIdle();
            if (slices <= kPoints || slice % 4 == 3 || slice + 1 == slices) {
                EVENHAND_TRY(point(atMs));
            }
        }
        return {};
    }

    Result<void> attempts(std::int64_t count) {
        std::vector<api::SeckillAttempt> requests;
        requests.reserve(static_cast<std::size_t>(count));
        while (static_cast<std::int64_t>(requests.size()) < count) {
            const auto user = m_rng.below(static_cast<std::uint64_t>(m_plan.users));
            requests.push_back({m_activity, UserId("user " + std::to_string(user))});
            if (static_cast<std::int64_t>(requests.size()) < count &&
                m_rng.below(100) < static_cast<std::uint64_t>(m_plan.duplicatePercent)) {
                requests.push_back(requests.back());
            }
        }
        m_made += count;
        std::vector<Result<api::AttemptAnswer>> answers;
        constexpr std::size_t kAtOnce = 20'000;  // fewer than the inbox holds (100,000)
        for (std::size_t from = 0; from < requests.size(); from += kAtOnce) {
            const auto to = std::min(requests.size(), from + kAtOnce);
            m_workspace->seckill().attemptMany(
                m_call,
                {std::make_move_iterator(requests.begin() + static_cast<std::ptrdiff_t>(from)),
                 std::make_move_iterator(requests.begin() + static_cast<std::ptrdiff_t>(to))},
                [&answers](std::vector<Result<api::AttemptAnswer>> done) { answers = std::move(done); });
            m_workspace->runUntilIdle();
            for (const auto& answer : answers) {
                if (!answer) {
                    return tl::unexpected<Error>(answer.error());
                }
                take(*answer);
            }
        }
        return {};
    }
    void take(const api::AttemptAnswer& answer) {
        const auto index = static_cast<std::size_t>(answer.outcome);
        ++m_result.attempts[index];
        ++m_slice[index];
        if (answer.outcome == AttemptOutcome::Reserved) {
            ++m_orders;
            if (m_rng.below(100) < static_cast<std::uint64_t>(m_plan.payerPercent)) {
                m_payments.push({m_clock.now().plusMs(m_rng.between(0, m_plan.payWithinMs)), answer.orderNo.str()});
            }
        } else if (answer.outcome == AttemptOutcome::SoldOut && !m_result.soldOutMs) {
            m_result.soldOutMs = m_clock.now().ms - m_begin.ms;
        }
    }

    Result<void> payUntil(Instant until) {
        std::vector<api::PayOrder> due;
        while (!m_payments.empty() && m_payments.top().at <= until) {
            const auto& orderNo = m_payments.top().orderNo;
            due.push_back({PaymentNo("P" + orderNo), OrderNo(orderNo), m_price});
            m_payments.pop();
        }
        Result<void> paid;
        if (!due.empty()) {
            m_workspace->orders().payMany(m_call, std::move(due),
                                          [&paid](const std::vector<Result<api::PaymentAnswer>>& answers) {
                                              for (const auto& answer : answers) {
                                                  if (!answer) {
                                                      paid = tl::unexpected<Error>(answer.error());
                                                  }
                                              }
                                          });
            m_workspace->runUntilIdle();
        }
        return paid;
    }

    /// Runs the payments that are still to come, then lets unpaid orders time out.
    Result<void> settle() {
        constexpr std::int64_t kSteps = 200;
        const auto from = m_clock.now();
        for (std::int64_t i = 1; i <= kSteps && !m_payments.empty(); ++i) {
            EVENHAND_TRY(goOn(Stage::Payments));
            m_clock.set(from.plusMs((m_plan.payWithinMs + 1) * i / kSteps));
            m_workspace->runUntilIdle();
            EVENHAND_TRY(payUntil(m_clock.now()));
        }
        m_clock.advanceMs(31 * base::kMinuteMs);
        m_workspace->runUntilIdle();
        return verify();  // verified while the sale runs, because the keyspace is compared only then
    }

    Result<void> check() {
        // A short sale has already ended while unpaid orders timed out.
        if (const auto ended = wait(m_workspace->seckill().end(m_call, m_activity));
            !ended && ended.error().code != ErrorCode::WrongStatus) {
            return tl::unexpected<Error>(ended.error());
        }
        m_clock.advanceMs(1'000);
        m_workspace->runUntilIdle();
        EVENHAND_TRY(verify());
        EVENHAND_ASSIGN(const auto board, wait(m_workspace->seckill().board(m_call, m_activity)));
        const auto& row = board.row;
        m_result.orders = row.orders;
        m_result.paid = row.paid;
        m_result.closedUnpaid = row.closed;
        m_result.unsold = m_plan.stock - row.ordered;
        const auto reserved = m_result.attempts[static_cast<std::size_t>(AttemptOutcome::Reserved)];
        api::RehearsalVerdict trace{"S4",
                                    "Reservations answered = orders made: a refused attempt leaves no trace",
                                    m_plan.attempts,
                                    reserved > row.orders ? reserved - row.orders : row.orders - reserved,
                                    {}};
        if (trace.violations != 0) {
            trace.offenders.push_back(std::to_string(reserved) + " reservations, " + std::to_string(row.orders) +
                                      " orders");
        }
        m_result.verdicts.push_back(std::move(trace));
        return {};
    }

    Result<void> point(std::int64_t atMs) {
        EVENHAND_ASSIGN(const auto board, wait(m_workspace->seckill().board(m_call, m_activity)));
        m_result.curve.push_back({atMs, m_slice, board.stock.value_or(0), board.row.ordered, board.row.paid});
        m_slice = {};
        return {};
    }

    Result<void> verify() {
        EVENHAND_TRY(goOn(Stage::Checks));
        const auto checks = allChecks();
        return m_workspace->inspect([&](store::Database& database,
                                        keyspace::EmbeddedKeyspace& keyspace) -> Result<void> {
            EVENHAND_ASSIGN(const auto verdicts,
                            runtime::verify(checks, {database, keyspace},
                                            [this](const runtime::Check&) { return !m_cancelled || !m_cancelled(); }));
            for (const auto& verdict : verdicts) {
                add(verdict);
            }
            return {};
        });
    }
    void add(const runtime::Verdict& verdict) {
        auto known = std::find_if(m_result.verdicts.begin(), m_result.verdicts.end(),
                                  [&](const auto& one) { return one.id == verdict.id; });
        if (known == m_result.verdicts.end()) {
            known = m_result.verdicts.insert(known, {verdict.id, verdict.name, 0, 0, {}});
        }
        known->checked += verdict.finding.checked;
        known->violations += verdict.finding.violations;
        known->offenders.insert(known->offenders.end(), verdict.finding.offenders.begin(),
                                verdict.finding.offenders.end());
    }

    const api::RehearsalPlan m_plan;
    const std::optional<api::ActivityRow>& m_copy;
    const api::RehearsalWatch& m_watch;
    const std::function<bool()>& m_cancelled;
    const Clock& m_wall = systemClock();
    const api::Call m_call{api::Actor::administrator("rehearsal"), "rehearsal", {}};
    const CampusId m_campus{"rehearsal"};
    const ActivityId m_activity{"rehearsal"};
    Rng m_rng;
    api::RehearsalResult m_result;
    std::unique_ptr<TemporaryFolder> m_folder;
    base::VirtualClock m_clock;
    std::unique_ptr<Workspace> m_workspace;
    Money m_price;
    Instant m_begin;
    std::int64_t m_made = 0;
    std::int64_t m_orders = 0;
    std::array<std::int64_t, api::kAttemptOutcomes> m_slice{};
    std::priority_queue<Payment> m_payments;
    Stage m_stage = Stage::Preparing;
    std::int64_t m_watchedNs = 0;
};

}  // namespace

Result<api::RehearsalResult> runRehearsal(const api::RehearsalPlan& plan, const std::optional<api::ActivityRow>& copy,
                                          const api::RehearsalWatch& watch, const std::function<bool()>& cancelled) {
    EVENHAND_TRY(seckill::checkPlan(plan));
    return Rehearsal(plan, copy, watch, cancelled).run();
}

api::Answer<api::RehearsalResult> Rehearsals::start(api::RehearsalPlan plan, api::RehearsalWatch watch,
                                                    seckill::CopyOf copy) {
    auto promise = std::make_shared<QPromise<Result<api::RehearsalResult>>>();
    promise->start();
    auto future = promise->future();
    const std::scoped_lock lock(m_mutex);
    if (m_running || m_stopping) {
        promise->addResult(fail(ErrorCode::Busy, "a rehearsal is running"));
        promise->finish();
        return future;
    }
    if (m_thread.joinable()) {
        m_thread.join();  // the rehearsal has ended
    }
    m_running = true;
    m_thread = std::thread([this, promise, plan = std::move(plan), watch = std::move(watch), copy = std::move(copy)] {
        const auto cancelled = [&] { return m_stopping || promise->isCanceled(); };
        auto row = copy();
        auto result = row ? runRehearsal(plan, *row, watch, cancelled)
                          : Result<api::RehearsalResult>(tl::unexpect, std::move(row).error());
        m_running = false;
        promise->addResult(std::move(result));
        promise->finish();
    });
    return future;
}

void Rehearsals::stop() {
    m_stopping = true;
    const std::scoped_lock lock(m_mutex);
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

}  // namespace evenhand::app
