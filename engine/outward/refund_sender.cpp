// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/outward/refund_sender.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "engine/base/invariant.h"
#include "engine/base/log.h"
#include "engine/outward/task_runner.h"

namespace evenhand::outward {
namespace {

using api::SendOutcome;

constexpr std::int64_t kRefundBackOffMs = 500;

/// Stands in where no provider could be made: nothing is sent, and the reason is on record.
class NoProvider final : public SendingProvider {
public:
    explicit NoProvider(std::string why) : m_why(std::move(why)) {}
    api::ProviderAnswer send(const api::RefundJob&) override { return {SendOutcome::NotSent, {}, m_why, 0}; }
    api::ProviderAnswer lookUp(const api::RefundJob&) override { return {SendOutcome::Unknown, {}, m_why, 0}; }

private:
    std::string m_why;
};

constexpr std::uint32_t bit(api::Permission permission) { return 1U << static_cast<unsigned>(permission); }

void warnOfRefunds(const std::string& message) { base::log(base::LogLevel::Warning, "refunds", message); }

}  // namespace

RefundSender::RefundSender(api::EngineApi& engine, ProviderSource source, const Clock& clock, std::string worker,
                           std::function<void()> step)
    : m_engine(engine),
      m_source(std::move(source)),
      m_clock(clock),
      m_worker(std::move(worker)),
      m_step(std::move(step)),
      m_call{{m_worker, bit(api::Permission::Read) | bit(api::Permission::SendRefunds)}, {}, {}} {}

template <typename T>
Result<T> RefundSender::wait(api::Answer<T> answer) {
    while (m_step && !answer.isFinished()) {
        m_step();
    }
    answer.waitForFinished();
    if (answer.resultCount() == 0) {
        return fail(ErrorCode::Cancelled, "the engine was shut down");
    }
    return answer.result();
}

void RefundSender::interrupt() noexcept {
    const std::scoped_lock lock(m_mutex);
    m_stopping = true;
    if (m_provider) {
        m_provider->interrupt();
    }
    m_wake.notify_all();
}

bool RefundSender::stopping() {
    const std::scoped_lock lock(m_mutex);
    return m_stopping;
}

bool RefundSender::pause(std::int64_t ms) {
    std::unique_lock lock(m_mutex);
    return !m_wake.wait_for(lock, std::chrono::milliseconds(ms), [this] { return m_stopping; });
}

Result<std::int64_t> RefundSender::sendDue() {
    std::int64_t taken = 0;
    for (;;) {
        EVENHAND_ASSIGN(const auto looked, look({}));
        taken += looked.taken;
        if (looked.claimed == 0) {
            return taken;
        }
    }
}

Result<RefundSender::Look> RefundSender::look(const std::vector<api::RingRange>& ranges) {
    EVENHAND_ASSIGN(const auto due, wait(m_engine.refunds().nextDue(m_call)));
    if (!due || *due > m_clock.now()) {
        return Look{};
    }
    EVENHAND_ASSIGN(const auto settings, wait(m_engine.refunds().settings(m_call)));
    if (settings.provider != api::RefundProviderKind::Http) {
        return Look{0, 0, false};
    }
    prepareProvider(settings);
    // As many as can be looked up and sent before their lease ends, whatever the provider does.
    const auto limit =
        std::clamp<std::int64_t>(settings.leaseMs / (2 * std::max<std::int64_t>(settings.timeoutMs, 1)), 1, kMaxJobs);
    const auto askedNs = m_clock.monotonicNs();  // before the lease begins, so that it is never thought longer
    EVENHAND_ASSIGN(const auto jobs, wait(m_engine.refunds().claimDue(m_call, {m_worker, limit, ranges})));
    EVENHAND_INVARIANT(m_provider != nullptr, "refunds are claimed, and nobody is there to send them");
    Look look{static_cast<std::int64_t>(jobs.size())};
    Result<void> first;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        const auto taken = report(work(jobs[i], settings, askedNs + settings.leaseMs * base::kNsPerMs, i == 0));
        look.taken += taken && *taken ? 1 : 0;
        if (!taken && first) {
            first = fail(taken.error());
        }
    }
    EVENHAND_TRY(std::move(first));
    return look;
}

void RefundSender::prepareProvider(const api::RefundSettings& settings) {
    if (m_settings == settings) {
        return;
    }
    auto made = m_source(settings);
    m_settings = made ? std::optional(settings) : std::nullopt;
    auto provider = made ? *std::move(made) : std::make_unique<NoProvider>(made.error().message);
    const std::scoped_lock lock(m_mutex);
    m_provider = std::move(provider);
    if (m_stopping) {
        m_provider->interrupt();
    }
}

api::RefundReport RefundSender::work(const api::RefundJob& job, const api::RefundSettings& settings,
                                     std::int64_t leaseUntilNs, bool first) {
    const auto saying = [&](const api::ProviderAnswer& answer) {
        return api::RefundReport{job.id,           job.token,      answer.outcome,
                                 answer.reference, answer.message, answer.retryAfterMs};
    };
    // Nothing was done about it now; what an earlier attempt has done stays as unknown as it was.
    const auto notBegun = [&](const char* why) {
        return saying({job.lookUp ? SendOutcome::Unknown : SendOutcome::NotSent, {}, why, 0});
    };
    // Of the lease, by passed time and by the engine's, which follows a clock that somebody sets.
    const auto leftMs = [&] {
        return std::min((leaseUntilNs - m_clock.monotonicNs()) / base::kNsPerMs, job.leaseUntil.ms - m_clock.now().ms);
    };
    const auto fits = [&] { return leftMs() >= settings.timeoutMs; };
    if (stopping()) {
        return notBegun("the program ended");
    }
    if (!first && !fits()) {
        return notBegun("the provider was too slow with the refunds before it");
    }
    if (leftMs() <= 0) {
        return notBegun("the worker was away for longer than its lease");  // somebody else may have sent it
    }
    if (job.lookUp) {
        const auto found = m_provider->lookUp(job);
        if (found.outcome != SendOutcome::NotKnown) {
            const bool told = found.outcome == SendOutcome::Succeeded || found.outcome == SendOutcome::Declined ||
                              found.outcome == SendOutcome::Processing;
            auto report = saying(found);
            report.outcome = told ? found.outcome : SendOutcome::Unknown;
            return report;
        }
        if (stopping() || !fits()) {
            return saying(found);
        }
    }
    auto report = saying(m_provider->send(job));
    if (report.outcome == SendOutcome::NotKnown) {
        report.outcome = SendOutcome::Unknown;  // no answer to what was asked
    }
    return report;
}

Result<bool> RefundSender::report(const api::RefundReport& report) {
    for (int tries = 1;; ++tries) {
        const auto outcomes = wait(m_engine.refunds().report(m_call, {report}));
        if (outcomes) {
            const auto& error = outcomes->empty() ? std::optional<Error>() : outcomes->front().error;
            if (error) {
                // Somebody else has it since, or a person has settled it; what the engine says there holds.
                warnOfRefunds("refund " + std::to_string(report.id.value) + ": report not taken: " + error->text());
            }
            return !error && !outcomes->empty();
        }
        if (!worthAnotherTry(outcomes.error().code) || tries == kReportTries ||
            (!m_step && !pause(kRefundBackOffMs << tries) && tries > 1)) {
            return fail(outcomes.error());
        }
    }
}

}  // namespace evenhand::outward
