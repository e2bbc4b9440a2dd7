// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/ingest/http/refusal_sums.h"

#include <utility>

namespace evenhand::ingest {

void RefusalSums::add(std::string_view holder, std::string_view peer, int status, std::string_view reason,
                      Instant now) {
    Key key{std::string(holder), std::string(peer), status, std::string(reason)};
    auto found = m_sums.find(key);
    if (found == m_sums.end()) {
        auto& held = holder.empty() ? m_others : m_holders;
        if (!holder.empty() && m_ofHolder[std::string(holder)] == kMaxOfHolder) {
            std::get<1>(key).clear();
        } else if (held == kMaxHeld) {
            std::get<0>(key).clear();
            std::get<1>(key).clear();
        } else {
            ++held;
            ++m_ofHolder[std::string(holder)];
        }
        const auto& [who, from, code, why] = key;
        found = m_sums.try_emplace(key, api::RefusedRequests{who, from, code, why, 0, now}).first;
    }
    ++found->second.count;
}

std::vector<api::RefusedRequests> RefusalSums::take() {
    std::vector<api::RefusedRequests> all;
    all.reserve(m_sums.size());
    for (auto& [key, sum] : m_sums) {
        all.push_back(std::move(sum));
    }
    m_sums.clear();
    m_holders = m_others = 0;
    m_ofHolder.clear();
    return all;
}

}  // namespace evenhand::ingest
