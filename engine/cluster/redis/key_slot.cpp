// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cluster/redis/key_slot.h"

#include <array>

namespace evenhand::redis {
namespace {

constexpr std::array<std::uint16_t, 256> makeCrcTable() {
    constexpr std::uint16_t kPolynomial = 0x1021;
    std::array<std::uint16_t, 256> table{};
    for (std::size_t byte = 0; byte < table.size(); ++byte) {
        auto crc = static_cast<std::uint16_t>(byte << 8U);
        for (int bit = 0; bit < 8; ++bit) {
            const auto shifted = static_cast<std::uint16_t>(crc << 1U);
            crc = (crc & 0x8000U) != 0 ? static_cast<std::uint16_t>(shifted ^ kPolynomial) : shifted;
        }
        table[byte] = crc;
    }
    return table;
}
constexpr auto kCrcTable = makeCrcTable();

}  // namespace

std::uint16_t crc16(std::string_view bytes) noexcept {
    std::uint16_t crc = 0;
    for (const char c : bytes) {
        const auto index = static_cast<std::size_t>((crc >> 8U) ^ static_cast<unsigned char>(c));
        crc = static_cast<std::uint16_t>(static_cast<std::uint16_t>(crc << 8U) ^ kCrcTable[index]);
    }
    return crc;
}

std::uint16_t slotOf(std::string_view key) noexcept {
    if (const auto open = key.find('{'); open != std::string_view::npos) {
        const auto close = key.find('}', open + 1);
        if (close != std::string_view::npos && close > open + 1) {
            key = key.substr(open + 1, close - open - 1);
        }
    }
    return static_cast<std::uint16_t>(crc16(key) % kSlotCount);
}

}  // namespace evenhand::redis
