// SPDX-License-Identifier: GPL-3.0-or-later
#include "provider.h"

#include <memory>
#include <utility>

namespace evenhand::sim {

using api::SendOutcome;

/// What a worker holds of it.
class Provider::Line final : public outward::SendingProvider {
public:
    explicit Line(Provider& provider) : m_provider(provider) {}
    api::ProviderAnswer send(const api::RefundJob& job) override { return m_provider.send(job); }
    api::ProviderAnswer lookUp(const api::RefundJob& job) override { return m_provider.lookUp(job); }

private:
    Provider& m_provider;
};

outward::ProviderSource Provider::source() {
    return [this](const api::RefundSettings&) -> Result<std::unique_ptr<outward::SendingProvider>> {
        return std::make_unique<Line>(*this);
    };
}

void Provider::settle() {
    for (auto& [key, entry] : m_books) {
        if (entry.state == State::Processing) {
            entry.state = State::Paid;
        }
    }
}

api::ProviderAnswer Provider::send(const api::RefundJob& job) {
    if (dead && dead()) {
        return {SendOutcome::Unknown, {}, "the process has died", 0};
    }
    const auto manner = m_honest ? 99 : m_rng.below(100);
    if (manner < 8) {
        return {SendOutcome::NotSent, {}, "no line", 0};
    }
    const auto [found, isNew] = m_books.try_emplace(job.key, Entry{job.id, job.amount.minor});
    auto& entry = found->second;
    if (entry.refund != job.id || entry.amount != job.amount.minor) {
        broken("the key of refund " + std::to_string(entry.refund.value) + " was used for refund " +
               std::to_string(job.id.value) + ", or for another amount");
    }
    if (manner < 18 && !m_stalling && stall) {
        // Whoever comes meanwhile finds nothing here yet.
        entry.raced = true;
        m_stalling = true;
        stall();
        m_stalling = false;
        if (dead && dead()) {
            return {SendOutcome::Unknown, {}, "the process has died", 0};
        }
    }
    if (entry.state == State::Paid || entry.state == State::Processing) {
        if (!entry.raced) {
            broken("refund " + std::to_string(job.id.value) + " was sent again though it is paid: nobody looked it up");
        }
        return {entry.state == State::Paid ? SendOutcome::Succeeded : SendOutcome::Processing, "ref", {}, 0};
    }
    if (manner < 24) {
        entry.state = State::Declined;
        return {SendOutcome::Declined, {}, "declined", 0};
    }
    if (manner < 30) {
        entry.state = State::Processing;
        return {SendOutcome::Processing, {}, {}, 30'000};
    }
    entry.state = State::Paid;
    if (manner < 45) {
        return {SendOutcome::Unknown, {}, "the answer was lost", 0};
    }
    return {SendOutcome::Succeeded, "ref " + job.key, {}, 0};
}

api::ProviderAnswer Provider::lookUp(const api::RefundJob& job) {
    if ((dead && dead()) || (!m_honest && m_rng.below(6) == 0)) {
        return {SendOutcome::Unknown, {}, "no answer", 0};
    }
    const auto found = m_books.find(job.key);
    const auto state = found == m_books.end() ? State::Known : found->second.state;
    switch (state) {
        case State::Known: return {SendOutcome::NotKnown, {}, {}, 0};
        case State::Paid: return {SendOutcome::Succeeded, "ref " + job.key, {}, 0};
        case State::Declined: return {SendOutcome::Declined, {}, "declined", 0};
        case State::Processing: return {SendOutcome::Processing, {}, {}, 30'000};
    }
    return {SendOutcome::Unknown, {}, {}, 0};
}

}  // namespace evenhand::sim
