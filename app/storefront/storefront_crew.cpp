// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/storefront/storefront_crew.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "app/storefront/world.h"
#include "engine/base/rng.h"

namespace evenhand::storefront {
namespace {

constexpr std::int64_t kMinute = 60'000;
constexpr int kFailuresPerThousand = 35;
constexpr int kDawdlesPerThousand = 40;  ///< of pick-ups and of deliveries: longer than the campus allows
constexpr std::array<std::string_view, 4> kFailures{"Customer not reachable", "Address not found",
                                                    "Gate closed, customer did not come down", "Bicycle broke down"};

std::uint64_t fnv1a(std::string_view text) noexcept {
    std::uint64_t hash = 14695981039346656037ULL;
    for (const char letter : text) {
        hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211ULL;
    }
    return hash;
}

}  // namespace

std::uint64_t Crew::luck(const std::string& orderNo, const Job& job) const noexcept {
    return m_seed ^ fnv1a(orderNo) ^ (static_cast<std::uint64_t>(job.epoch) * 0x9E3779B97F4A7C15ULL) ^
           (static_cast<std::uint64_t>(job.moves) << 32U);
}

void Crew::plan(const std::string& orderNo, Job& job, std::int64_t simMs) const {
    Rng rng(luck(orderNo, job));
    job.dueMs = simMs + (job.status == api::OrderStatus::WaitPickUp ? rng.between(2 * kMinute, 12 * kMinute)
                                                                    : rng.between(5 * kMinute, 25 * kMinute));
    if (rng.below(1'000) < kDawdlesPerThousand) {
        job.dueMs += rng.between(20 * kMinute, 60 * kMinute);
    }
    job.handedIn = false;
}

void Crew::see(const std::vector<api::OrderRow>& rows, std::int64_t simMs) {
    for (auto& [number, job] : m_jobs) {
        job.seen = false;
    }
    for (const auto& row : rows) {
        if (row.courier.empty() ||
            (row.status != api::OrderStatus::WaitPickUp && row.status != api::OrderStatus::Delivering)) {
            continue;
        }
        auto [entry, isNew] = m_jobs.try_emplace(row.orderNo.str());
        auto& job = entry->second;
        job.seen = true;
        if (!isNew && job.status == row.status && job.epoch == row.epoch && job.courier == row.courier) {
            continue;
        }
        job.moves += isNew ? 0 : 1;
        job.status = row.status;
        job.epoch = row.epoch;
        job.courier = row.courier;
        plan(row.orderNo.str(), job, simMs);
    }
    std::erase_if(m_jobs, [](const auto& entry) { return !entry.second.seen; });
}

std::vector<api::CourierReport> Crew::takeDue(std::int64_t simMs, std::size_t limit) {
    std::vector<std::pair<std::int64_t, std::string>> due;
    for (const auto& [number, job] : m_jobs) {
        if (!job.handedIn && job.dueMs <= simMs) {
            due.emplace_back(job.dueMs, number);
        }
    }
    std::sort(due.begin(), due.end());
    due.resize(std::min(due.size(), limit));
    std::vector<api::CourierReport> reports;
    reports.reserve(due.size());
    for (const auto& [when, number] : due) {
        auto& job = m_jobs[number];
        job.handedIn = true;
        api::CourierReport report{api::CourierReport::Kind::PickedUp, OrderNo(number), job.courier, job.epoch, {}};
        if (job.status == api::OrderStatus::Delivering) {
            Rng rng(luck(number, job) + 1);
            const bool failed = rng.below(1'000) < kFailuresPerThousand;
            report.kind = failed ? api::CourierReport::Kind::Failed : api::CourierReport::Kind::Delivered;
            if (failed) {
                report.note = kFailures[rng.below(kFailures.size())];
            }
        }
        reports.push_back(std::move(report));
    }
    return reports;
}

void Crew::retry(const OrderNo& orderNo, std::int64_t atMs) {
    const auto entry = m_jobs.find(orderNo.str());
    if (entry != m_jobs.end()) {
        entry->second.dueMs = atMs;
        entry->second.handedIn = false;
    }
}

std::vector<std::pair<CourierId, bool>> Crew::shiftChanges(int minuteOfDay) {
    std::vector<std::pair<CourierId, bool>> changes;
    if (m_lastMinute >= 0 && m_lastMinute != minuteOfDay) {
        for (const auto& courier : demoCouriers()) {
            const bool now = onShift(courier, minuteOfDay);
            if (now != onShift(courier, m_lastMinute)) {
                changes.emplace_back(CourierId(courier.id), now);
            }
        }
    }
    m_lastMinute = minuteOfDay;
    return changes;
}

}  // namespace evenhand::storefront
