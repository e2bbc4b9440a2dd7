// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dispatch/fairness.h"

#include <algorithm>
#include <optional>
#include <set>
#include <unordered_map>

namespace evenhand::dispatch {
namespace {

/// The fewest and the most of `couriers`; 0 and 0 of nobody.
template <typename Couriers, typename CountOf>
std::pair<std::int64_t, std::int64_t> rangeOf(const Couriers& couriers, CountOf countOf) {
    std::optional<std::pair<std::int64_t, std::int64_t>> range;
    for (const auto& courier : couriers) {
        const std::int64_t count = countOf(courier);
        range =
            range ? std::pair(std::min(range->first, count), std::max(range->second, count)) : std::pair(count, count);
    }
    return range.value_or(std::pair<std::int64_t, std::int64_t>());
}

std::int64_t valueOr0(const auto& map, const std::string& key) {
    const auto found = map.find(key);
    return found == map.end() ? 0 : found->second;
}

/// Counts of one business day, with head starts. Compared are those on duty.
class DayCounts {
public:
    void beginDay() {
        m_counts.clear();
        m_assigned = 0;
    }
    void apply(const DutyStep& change) {
        if (change.onDuty) {
            m_onDuty.insert(change.courier);
            m_counts[change.courier] += change.headStart;
        } else {
            m_onDuty.erase(change.courier);
        }
    }
    void addAssignments(const std::string& courier, std::int64_t count) {
        m_counts[courier] += count;
        m_assigned += count;
    }
    [[nodiscard]] api::FairnessPoint at(Instant instant) const {
        const auto [least, most] =
            rangeOf(m_onDuty, [this](const std::string& courier) { return valueOr0(m_counts, courier); });
        return {instant, most - least, m_assigned};
    }

private:
    std::unordered_map<std::string, std::int64_t> m_counts;  ///< of whoever had any duty or order on that day
    std::set<std::string> m_onDuty;
    std::int64_t m_assigned = 0;
};

}  // namespace

Result<std::vector<store::assignments::Step>> fairnessSteps(store::Database& database, const CampusId& campus,
                                                            const BusinessDay& day, Instant from, Instant to,
                                                            int points) {
    const Instant today = day.startOf(from);
    const Instant end = to.plusMs(1);
    const std::int64_t apartMs = points > 1 ? (to.ms - from.ms) / (points - 1) : 0;
    if (day.startOf(to) != today || (points > 1 && apartMs == 0)) {
        return store::assignments::between(database, campus, today, end);
    }
    if (points > 1) {
        return store::assignments::countedInSlots(database, campus, today, end, from, apartMs);
    }
    EVENHAND_ASSIGN(auto steps, store::assignments::counted(database, campus, today, end));
    for (auto& step : steps) {
        step.at = to;
    }
    return steps;
}

Result<DutySteps::Counts> DutySteps::countsAt(store::Database& database, const CampusId& campus, Instant dayStart,
                                              Instant at) {
    const std::pair key(campus, at);
    if (const auto known = m_kept.find(key); known != m_kept.end()) {
        return known->second;
    }
    EVENHAND_ASSIGN(const auto counted, store::assignments::counted(database, campus, dayStart, at));
    Counts counts;
    for (const auto& step : counted) {
        counts[step.courier] = step.count;
    }
    if (m_kept.size() >= kMax) {
        m_kept.clear();
    }
    return m_kept.emplace(key, std::move(counts)).first->second;
}

Result<std::vector<DutyStep>> DutySteps::read(store::Database& database, const CampusId& campus, const BusinessDay& day,
                                              Instant from, Instant to) {
    const Instant first = day.startOf(from);
    EVENHAND_ASSIGN(const auto changes, store::couriers::dutyChanges(database, campus, first, to.plusMs(1)));
    std::vector<DutyStep> steps;
    steps.reserve(changes.size());
    std::set<std::string> onDuty;
    std::unordered_map<std::string, std::int64_t> headStarts;  // of the day
    Instant today = first;
    for (const auto& change : changes) {
        auto& step = steps.emplace_back(DutyStep{change.at, change.courier, change.onDuty, 0});
        if (!change.onDuty) {
            onDuty.erase(change.courier);
            continue;
        }
        if (change.at >= first && !onDuty.empty() && !onDuty.contains(change.courier)) {
            if (const auto start = day.startOf(change.at); start != today) {
                today = start;
                headStarts.clear();
            }
            EVENHAND_ASSIGN(const auto counts, countsAt(database, campus, today, change.at));
            const auto countOf = [&](const std::string& courier) {
                return valueOr0(counts, courier) + valueOr0(headStarts, courier);
            };
            const auto [least, most] = rangeOf(onDuty, countOf);
            const auto own = countOf(change.courier);
            step.headStart = std::clamp(own, least, most) - own;
            headStarts[change.courier] += step.headStart;
        }
        onDuty.insert(change.courier);
    }
    return steps;
}

std::vector<api::FairnessPoint> fairnessPoints(const std::vector<store::assignments::Step>& steps,
                                               const std::vector<DutyStep>& changes, const BusinessDay& day,
                                               Instant from, Instant to, int points) {
    std::vector<api::FairnessPoint> found;
    found.reserve(static_cast<std::size_t>(points));
    DayCounts counts;
    auto change = changes.begin();
    auto step = steps.begin();
    Instant today = day.startOf(from);
    const auto beginDay = [&] {
        for (; change != changes.end() && change->at < today; ++change) {
            counts.apply(*change);
        }
        while (step != steps.end() && step->at < today) {
            ++step;
        }
        counts.beginDay();
    };
    beginDay();
    for (int i = 0; i < points; ++i) {
        const Instant at = points == 1 ? to : from.plusMs((to.ms - from.ms) / (points - 1) * i);
        if (const auto start = day.startOf(at); start != today) {
            today = start;
            beginDay();
        }
        for (; change != changes.end() && change->at <= at; ++change) {
            counts.apply(*change);
        }
        for (; step != steps.end() && step->at <= at; ++step) {
            counts.addAssignments(step->courier, step->count);
        }
        found.push_back(counts.at(at));
    }
    return found;
}

}  // namespace evenhand::dispatch
