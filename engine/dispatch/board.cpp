// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/dispatch/board.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace evenhand::dispatch {

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

api::DispatchBoard makeBoard(api::CampusRow campus, std::vector<api::CourierRow> rows, const WeightSnapshot& snapshot,
                             std::int64_t waiting) {
    api::DispatchBoard board;
    board.campus = std::move(campus);
    board.at = snapshot.at;
    board.waiting = waiting;
    std::unordered_map<std::string, std::int64_t> weights(snapshot.weights.kept.begin(), snapshot.weights.kept.end());
    for (const auto& [courier, weight] : snapshot.weights.onDuty) {
        weights[courier.str()] = weight;
        board.meanWeight += static_cast<double>(weight);
    }
    const auto& onDuty = snapshot.weights.onDuty;
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

}  // namespace evenhand::dispatch
