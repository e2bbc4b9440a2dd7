// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dispatch/board.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_map>

namespace evenhand::dispatch {
namespace {

/// Counts of one business day, among the couriers that had any duty on it.
class DayCounts {
public:
    void begin(const std::set<std::string>& onDuty) {
        m_counts.clear();
        for (const auto& courier : onDuty) {
            m_counts.emplace(courier, 0);
        }
    }
    void addDuty(const std::string& courier) { m_counts.emplace(courier, 0); }
    void addAssignments(const std::string& courier, std::int64_t count) { m_counts[courier] += count; }
    [[nodiscard]] api::FairnessPoint at(Instant instant) const {
        api::FairnessPoint point;
        point.at = instant;
        std::int64_t least = -1;
        std::int64_t most = 0;
        for (const auto& [courier, count] : m_counts) {
            least = least < 0 ? count : std::min(least, count);
            most = std::max(most, count);
            point.assigned += count;
        }
        point.spread = least < 0 ? 0 : most - least;
        return point;
    }

private:
    std::unordered_map<std::string, std::int64_t> m_counts;
};

}  // namespace

void addWeight(api::CourierRow& row, const Weights& weights) {
    if (const auto kept = weights.kept.find(row.id.str()); kept != weights.kept.end()) {
        row.weight = kept->second;
        return;
    }
    for (const auto& [courier, weight] : weights.onDuty) {
        if (courier == row.id) {
            row.weight = weight;
            return;
        }
    }
}

api::DispatchBoard makeBoard(api::CampusRow campus, std::vector<api::CourierRow> rows, const WeightPicture& picture,
                             std::int64_t waiting) {
    api::DispatchBoard board;
    board.campus = std::move(campus);
    board.at = picture.at;
    board.waiting = waiting;
    std::unordered_map<std::string, std::int64_t> weights(picture.weights.kept.begin(), picture.weights.kept.end());
    for (const auto& [courier, weight] : picture.weights.onDuty) {
        weights[courier.str()] = weight;
        board.meanWeight += static_cast<double>(weight);
    }
    const auto& onDuty = picture.weights.onDuty;
    if (!onDuty.empty()) {
        board.meanWeight /= static_cast<double>(onDuty.size());
        board.spreadWeight = onDuty.front().second - onDuty.back().second;
    }
    std::int64_t total = 0;
    std::int64_t ofOnDuty = 0;
    std::int64_t countOnDuty = 0;
    for (const auto& row : rows) {
        total += row.today;
        if (row.onDuty) {
            ofOnDuty += row.today;
            ++countOnDuty;
        }
    }
    const double mean = countOnDuty == 0 ? 0 : static_cast<double>(ofOnDuty) / static_cast<double>(countOnDuty);
    for (auto& row : rows) {
        if (const auto it = weights.find(row.id.str()); it != weights.end()) {
            row.weight = it->second;
        }
        row.share = total == 0 ? 0 : static_cast<double>(row.today) / static_cast<double>(total);
        row.deviation = static_cast<double>(row.today) - mean;
    }
    // As the script that assigns ranks them: at the same weight the greatest id, bytewise, is the next one.
    std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
        return std::tie(a.weight, a.id.str()) > std::tie(b.weight, b.id.str());
    });
    board.couriers = std::move(rows);
    return board;
}

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

std::vector<api::FairnessPoint> fairnessPoints(const std::vector<store::assignments::Step>& steps,
                                               const std::vector<store::couriers::DutyChange>& changes,
                                               const BusinessDay& day, Instant from, Instant to, int points) {
    std::vector<api::FairnessPoint> found;
    found.reserve(static_cast<std::size_t>(points));
    std::set<std::string> onDuty;
    DayCounts counts;
    auto change = changes.begin();
    auto step = steps.begin();
    Instant today = day.startOf(from);
    const auto applyChange = [&] {
        if (change->onDuty) {
            onDuty.insert(change->courier);
            counts.addDuty(change->courier);
        } else {
            onDuty.erase(change->courier);
        }
        ++change;
    };
    while (change != changes.end() && change->at < today) {
        applyChange();
    }
    counts.begin(onDuty);
    for (int i = 0; i < points; ++i) {
        const Instant at = points == 1 ? to : from.plusMs((to.ms - from.ms) / (points - 1) * i);
        if (const auto start = day.startOf(at); start != today) {
            today = start;
            while (change != changes.end() && change->at < today) {
                applyChange();
            }
            while (step != steps.end() && step->at < today) {
                ++step;
            }
            counts.begin(onDuty);
        }
        while (change != changes.end() && change->at <= at) {
            applyChange();
        }
        for (; step != steps.end() && step->at <= at; ++step) {
            counts.addAssignments(step->courier, step->count);
        }
        found.push_back(counts.at(at));
    }
    return found;
}

}  // namespace evenhand::dispatch
