// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/outward/ring_worker.h"

#include <algorithm>
#include <chrono>
#include <tuple>
#include <utility>

#include "engine/base/invariant.h"
#include "engine/base/log.h"
#include "engine/outward/task_runner.h"
#include "engine/ring/ring.h"

namespace evenhand::outward {
namespace {

using api::TaskKind;

constexpr std::int64_t kMaxSleepMs = 60'000;     // the clock may be set meanwhile
constexpr std::int64_t kOutwardEveryMs = 1'000;  // while there is no end of inner tasks
constexpr std::int64_t kFirstBackOffMs = 100;
constexpr std::int64_t kLastBackOffMs = 30'000;
constexpr std::int64_t kLastJoinBackOffMs = 2'000;  // whoever is no member is missing on the ring
constexpr std::int64_t kKeepAliveAgainMs = 500;     // while the membership cannot be reached
constexpr std::int64_t kCompanionLookMs = 20;       // at work that somebody else does
constexpr std::size_t kMaxClaims = 8;               // at once
constexpr int kJoinTries = 20;

void warnOfWorker(const std::string& message) { base::log(base::LogLevel::Warning, "worker", message); }

api::Actor actorOf(const std::string& name) {
    api::Actor actor;
    actor.name = name;
    actor.permissions = api::kWorkerPermissions | api::bitOf(api::Permission::Read);
    return actor;
}

}  // namespace

RingWorker::RingWorker(api::EngineApi& engine, api::Membership& membership, const Clock& clock, WorkerOptions options)
    : m_engine(engine),
      m_membership(membership),
      m_clock(clock),
      m_options(std::move(options)),
      m_call{actorOf(m_options.name), {}, {}},
      m_rng(m_options.seed) {
    for (const auto kind : api::allTaskKinds()) {
        if (api::isInner(kind)) {
            m_innerKinds.push_back(kind);
        }
    }
    for (const auto& source : m_options.runners) {
        auto runner = source();
        std::erase_if(m_runners, [&](const auto& other) { return other->kind() == runner->kind(); });
        m_runners.push_back(std::move(runner));
    }
    if (m_options.refundProvider) {
        m_refunds =
            std::make_unique<RefundSender>(m_engine, m_options.refundProvider, m_clock, m_options.name, m_options.step);
    }
}

void RingWorker::await(const std::function<bool()>& done) {
    while (m_options.step && !done()) {
        m_options.step();
    }
}

bool RingWorker::waitUpTo(const std::function<bool()>& done, std::int64_t ms) {
    await(done);
    for (std::int64_t waited = 0; !done() && waited < ms; waited += kCompanionLookMs) {
        if (!pause(kCompanionLookMs)) {
            break;
        }
    }
    return done();
}

void RingWorker::start() {
    m_events = m_engine.subscribe([this](const std::vector<api::Event>& events) {
        bool any = false;
        bool outward = false;
        for (const auto& event : events) {
            using Kind = api::Event::Kind;
            const bool task = event.kind == Kind::TasksChanged;
            outward = outward || event.kind == Kind::RefundChanged || event.kind == Kind::StateChanged ||
                      (task && event.task && !api::isInner(*event.task));
            any = any || task || outward;
        }
        if (any) {
            const std::scoped_lock lock(m_mutex);
            m_changed = true;
            m_outwardChanged = m_outwardChanged || outward;
            m_wake.notify_all();
        }
    });
    m_thread = std::thread([this] { run(); });
}

void RingWorker::interrupt() noexcept {
    {
        const std::scoped_lock lock(m_mutex);
        m_stopping = true;  // first: what is ended below must not begin the next thing
        m_wake.notify_all();
    }
    for (const auto& runner : m_runners) {
        runner->interrupt();
    }
    if (m_refunds) {
        m_refunds->interrupt();
    }
}

void RingWorker::stop() {
    interrupt();
    m_events.reset();
    if (m_thread.joinable()) {
        m_thread.join();
    }
}

bool RingWorker::stopping() {
    const std::scoped_lock lock(m_mutex);
    return m_stopping;
}

bool RingWorker::pause(std::int64_t ms) {
    std::unique_lock lock(m_mutex);
    return !m_wake.wait_for(lock, std::chrono::milliseconds(ms), [this] { return m_stopping; });
}

void RingWorker::backOff(std::int64_t ms) {
    const auto piece = std::max<std::int64_t>(1, m_options.memberLeaseMs / 3);
    for (auto left = ms; left > 0 && pause(std::min(left, piece)); left -= piece) {
        if (!m_id.empty()) {
            (void)keepAlive();  // where the lease was lost all the same, run() joins again
        }
    }
}

void RingWorker::sleepUntil(std::optional<Instant> next) {
    std::unique_lock lock(m_mutex);
    const auto woken = [this] { return m_stopping || m_changed; };
    auto ms = (m_keepAliveNs - m_clock.monotonicNs()) / base::kNsPerMs + 1;
    if (next) {
        ms = std::min(ms, next->ms - m_clock.now().ms);
    }
    m_wake.wait_for(lock, std::chrono::milliseconds(std::clamp<std::int64_t>(ms, 1, kMaxSleepMs)), woken);
}

void RingWorker::recount(const api::MemberList& list) {
    const tasks::Ring ring(list.members);
    Ranges ranges;
    bool member = false;
    for (std::size_t i = 0; i < list.members.size(); ++i) {
        if (list.members[i].id == m_id) {
            ranges = ring.rangesOf(i);
            member = true;
        }
    }
    const std::scoped_lock lock(m_mutex);
    if (list.revision < m_revision) {
        return;  // join() has asked for this list before a newer one was told
    }
    m_revision = list.revision;
    m_ranges = std::move(ranges);
    m_lost = !member;
    m_changed = true;
    m_wake.notify_all();
}

Result<void> RingWorker::join() {
    EVENHAND_INVARIANT(m_id.empty(), "one worker would be two members, and do the same tasks twice");
    for (int tries = 1;; ++tries) {
        api::Member member;
        member.id = m_rng.uuid();
        member.name = m_options.name;
        member.positions = tasks::drawPositions(m_options.address, m_clock.now(), tasks::kVirtualNodes,
                                                m_membership.members().members, m_rng);
        const auto askedNs = m_clock.monotonicNs();
        const auto joined = m_membership.join(member, m_options.memberLeaseMs);
        if (joined) {
            m_id = member.id;
            holdFrom(askedNs);
            break;
        }
        if (joined.error().code != ErrorCode::Conflict || tries == kJoinTries) {
            return fail(joined.error());
        }
    }
    // From here on the handler reads m_id on other threads, without a lock, so m_id is set before. A change between
    // join() and watch() is told to nobody, so the list is also asked for once.
    m_watch = m_membership.watch([this](const api::MemberList& list) { recount(list); });
    recount(m_membership.members());
    return {};
}

void RingWorker::holdFrom(std::int64_t askedNs) {
    // One that is late has two thirds of its lease left.
    m_keepAliveNs = askedNs + m_options.memberLeaseMs / 3 * base::kNsPerMs;
    const std::scoped_lock lock(m_mutex);
    m_holdsUntilNs = askedNs + m_options.memberLeaseMs * base::kNsPerMs;
}

bool RingWorker::holds() {
    const std::scoped_lock lock(m_mutex);
    return m_clock.monotonicNs() < m_holdsUntilNs;
}

bool RingWorker::keepAlive() {
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_lost && m_clock.monotonicNs() < m_keepAliveNs) {
            return true;
        }
    }
    const auto askedNs = m_clock.monotonicNs();
    const auto kept = m_membership.keepAlive(m_id);
    if (kept) {
        holdFrom(askedNs);
        return true;
    }
    {
        const std::scoped_lock lock(m_mutex);
        const auto nowNs = m_clock.monotonicNs();
        if (kept.error().code != ErrorCode::NotFound && !m_lost && nowNs < m_holdsUntilNs) {
            // At the end of its lease at the latest: then it is no member any more, and joins again.
            m_keepAliveNs = std::min(nowNs + kKeepAliveAgainMs * base::kNsPerMs, m_holdsUntilNs);
            return true;
        }
    }
    warnOfWorker(m_options.name + " was away for longer than its lease and joins again");
    m_watch.reset();  // first: it waits for a handler that is running, which reads m_id
    m_id.clear();
    const std::scoped_lock lock(m_mutex);
    m_ranges.clear();
    return false;
}

void RingWorker::run() {
    std::int64_t backOffMs = kFirstBackOffMs;
    std::int64_t idleMs = kFirstBackOffMs;
    const auto failed = [&](const Error& error) {
        warnOfWorker(m_options.name + " cannot work: " + error.text());
        backOff(backOffMs);
        backOffMs = std::min(backOffMs * 2, m_id.empty() ? kLastJoinBackOffMs : kLastBackOffMs);
    };
    while (!stopping()) {
        const auto claimed = turn();
        if (!claimed) {
            failed(claimed.error());
            continue;
        }
        backOffMs = kFirstBackOffMs;
        const auto owned = ranges();
        if (*claimed > 0 || (!m_performing.empty() && !owned.empty())) {
            idleMs = kFirstBackOffMs;
            continue;
        }
        if (owned.empty()) {
            sleepUntil(std::nullopt);
            continue;
        }
        auto next = wait(m_engine.tasks().nextDue(m_call, owned));
        if (!next) {
            failed(next.error());
            continue;
        }
        if (*next && **next <= m_clock.now()) {
            // Due, and nobody here does it (no provider that sends, another's claim under way): not in a hurry.
            idleMs = std::min(idleMs * 2, kLastBackOffMs);
            *next = m_clock.now().plusMs(idleMs);
        }
        sleepUntil(*next);
    }
    leave();
}

Result<std::int64_t> RingWorker::turn() {
    if (m_id.empty() || !keepAlive()) {
        EVENHAND_TRY(join());
    }
    Ranges ranges;
    {
        const std::scoped_lock lock(m_mutex);
        m_changed = false;  // before looking: what changes from here on is looked at again
        ranges = m_ranges;
    }
    if (ranges.empty() || !holds()) {  // it owns nothing
        return 0;
    }
    auto claimed = doInner(ranges);
    // Inner tasks without end must not keep refunds and webhooks waiting, so these have their turn once a second at
    // least.
    if (claimed && (*claimed == 0 || outwardIsDue())) {
        auto more = doOutward(ranges);
        claimed = more ? Result<std::int64_t>(*claimed + *more) : std::move(more);
    }
    if (!claimed) {
        // The engine performs these whether or not somebody waits for the answers. What it has not done is claimed
        // again when its lease ends.
        m_performing.clear();
    }
    return claimed;
}

void RingWorker::leave() {
    std::ignore = awaitPerformed();  // what failed is claimed again when its lease ends
    m_watch.reset();
    if (!m_id.empty()) {
        m_membership.leave(m_id);
        m_id.clear();
    }
    const std::scoped_lock lock(m_mutex);
    m_ranges.clear();
}

std::vector<api::RingRange> RingWorker::ranges() {
    const std::scoped_lock lock(m_mutex);
    return m_clock.monotonicNs() < m_holdsUntilNs ? m_ranges : Ranges();
}

Result<void> RingWorker::awaitPerformed() {
    Result<void> all;
    for (auto& performing : std::exchange(m_performing, {})) {
        const auto answers = wait(std::move(performing));
        if (!answers) {
            all = fail(answers.error());
            continue;
        }
        for (const auto& answer : *answers) {
            if (answer.error) {
                warnOfWorker("task " + std::to_string(answer.id.value) + ": not taken: " + answer.error->text());
            }
        }
    }
    return all;
}

/// While the engine performs what was claimed before, the next ones are claimed. Where there is no end of them, several
/// claims go at once, so that one commit has more of them: the fewer commits write a page, the better.
Result<std::int64_t> RingWorker::doInner(const Ranges& ranges) {
    std::vector<api::Answer<std::vector<api::TaskJob>>> asked;
    for (std::size_t i = 0; i < m_claims; ++i) {
        asked.push_back(m_engine.tasks().claim(m_call, {m_options.name, m_options.limit, ranges, m_innerKinds}));
    }
    std::vector<Result<std::vector<api::TaskJob>>> claims;
    claims.reserve(asked.size());
    // All are asked before the first is waited for: only so does one commit serve them.
    for (auto& one : asked) {
        claims.push_back(wait(std::move(one)));
    }
    auto outcome = awaitPerformed();
    EVENHAND_INVARIANT(m_performing.empty(), "what becomes of tasks that were claimed would never be looked at");
    std::int64_t claimed = 0;
    for (const auto& jobs : claims) {
        if (!jobs) {
            outcome = fail(jobs.error());  // told at the end: what other claims have got would wait for its lease
            continue;
        }
        std::vector<api::TaskTicket> tickets;
        tickets.reserve(jobs->size());
        for (const auto& job : *jobs) {
            tickets.push_back({job.id, job.token});
        }
        if (!tickets.empty()) {
            claimed += static_cast<std::int64_t>(tickets.size());
            m_performing.push_back(m_engine.tasks().perform(m_call, std::move(tickets)));
        }
    }
    const bool full = claimed == static_cast<std::int64_t>(m_claims) * m_options.limit;
    m_claims = full ? std::min(2 * m_claims, kMaxClaims) : 1;
    EVENHAND_TRY(outcome);
    return claimed;
}

bool RingWorker::outwardIsDue() {
    const std::scoped_lock lock(m_mutex);
    return m_outwardChanged || m_clock.monotonicNs() >= m_outwardNs;
}

Result<std::int64_t> RingWorker::doOutward(const Ranges& ranges) {
    {
        const std::scoped_lock lock(m_mutex);
        m_outwardChanged = false;  // before looking: what changes from here on is looked at again
    }
    m_outwardNs = m_clock.monotonicNs() + kOutwardEveryMs * base::kNsPerMs;
    // What follows may last longer than the member's lease. To runDue() the ring is one whole, without members.
    const auto mayClaim = [&] { return !stopping() && (ranges.empty() || (!m_id.empty() && holds())); };
    std::int64_t claimed = 0;
    for (const auto& runner : m_runners) {
        if (!mayClaim()) {
            return claimed;
        }
        EVENHAND_ASSIGN(const auto jobs, wait(m_engine.tasks().claim(
                                             m_call, {m_options.name, runner->atATime(), ranges, {runner->kind()}})));
        for (const auto& job : jobs) {
            runner->run(job, *this);
            // Outward work can take longer than the member's lease. Where that was lost the other jobs are done all the
            // same: their tokens decide whether they count, and run() joins again.
            if (!m_id.empty()) {
                (void)keepAlive();
            }
        }
        claimed += static_cast<std::int64_t>(jobs.size());
    }
    if (m_refunds && mayClaim()) {
        EVENHAND_ASSIGN(const auto looked, m_refunds->look(ranges));
        claimed += looked.claimed;
    }
    return claimed;
}

Result<std::int64_t> RingWorker::runDue() {
    std::int64_t done = 0;
    while (true) {
        EVENHAND_ASSIGN(const auto inner, doInner({}));
        EVENHAND_TRY(awaitPerformed());
        EVENHAND_ASSIGN(const auto more, doOutward({}));
        if (inner + more == 0) {
            return done;
        }
        done += inner + more;
    }
}

bool RingWorker::renew(const api::TaskTicket& ticket) {
    if (!m_id.empty()) {
        (void)keepAlive();
    }
    const auto answers = wait(m_engine.tasks().renew(m_call, {ticket}));
    // An engine that is busy or away for a moment does not mean that somebody else has the task.
    return answers ? !answers->empty() && !answers->front().error : worthAnotherTry(answers.error().code);
}

void RingWorker::report(const api::TaskReport& report) {
    for (int tries = 1;; ++tries) {
        const auto answers = wait(m_engine.tasks().report(m_call, {report}));
        if (answers) {
            if (!answers->empty() && answers->front().error) {
                warnOfWorker("task " + std::to_string(report.ticket.id.value) +
                             ": report not taken: " + answers->front().error->text());
            }
            return;
        }
        if (!worthAnotherTry(answers.error().code) || tries == kReportTries ||
            (!m_options.step && !pause(kFirstBackOffMs << tries) && tries > 1)) {
            warnOfWorker("task " + std::to_string(report.ticket.id.value) +
                         ": not reported: " + answers.error().text());
            return;
        }
    }
}

}  // namespace evenhand::outward
