// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/pages/part_index.h"

#include <algorithm>
#include <limits>

namespace evenhand::store {
namespace {

/// The text is only searched, so that it can be kept without its case: that costs no byte more.
std::string inSmallLetters(std::string_view text) {
    std::string small(text);
    for (char& c : small) {
        c = static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
    }
    return small;
}

}  // namespace

void PartIndex::add(std::int64_t id, std::string_view text) {
    constexpr auto kMaxDistance = static_cast<std::int64_t>(std::numeric_limits<std::uint32_t>::max());
    if (m_chunks.empty() || m_chunks.back().ends.size() == kChunk || id - m_chunks.back().firstId > kMaxDistance) {
        if (!m_chunks.empty()) {
            m_chunks.back().text.shrink_to_fit();
        }
        auto& fresh = m_chunks.emplace_back();
        fresh.firstId = id;
        fresh.ends.reserve(kChunk);
        fresh.idsUp.reserve(kChunk);
    }
    auto& chunk = m_chunks.back();
    chunk.text.append(inSmallLetters(text)).push_back('\n');
    chunk.ends.push_back(static_cast<std::uint32_t>(chunk.text.size()));
    chunk.idsUp.push_back(static_cast<std::uint32_t>(id - chunk.firstId));
}

std::vector<std::int64_t> PartIndex::newest(std::string_view part, std::size_t most) const {
    std::vector<std::int64_t> found;
    if (part.empty() || part.find('\n') != std::string_view::npos) {
        return found;
    }
    const std::string wanted = inSmallLetters(part);
    for (auto chunk = m_chunks.rbegin(); chunk != m_chunks.rend() && found.size() < most; ++chunk) {
        const auto first = found.size();
        const std::string_view text = chunk->text;
        for (auto at = text.find(wanted); at != std::string_view::npos;) {
            const auto end = std::upper_bound(chunk->ends.begin(), chunk->ends.end(), at);
            found.push_back(chunk->firstId + chunk->idsUp[static_cast<std::size_t>(end - chunk->ends.begin())]);
            at = text.find(wanted, *end);  // once for each text
        }
        std::reverse(found.begin() + static_cast<std::ptrdiff_t>(first), found.end());
    }
    found.resize(std::min(found.size(), most));
    return found;
}

}  // namespace evenhand::store
