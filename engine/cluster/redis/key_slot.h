// SPDX-License-Identifier: GPL-3.0-or-later
// Which of a Redis Cluster's 16,384 slots a key belongs to: CRC16 (XMODEM: polynomial 0x1021, from 0) of its hash tag,
// after "Redis cluster specification", Key distribution model.
// Thread: pure, any thread.
#pragma once

#include <cstdint>
#include <string_view>

namespace evenhand::redis {

inline constexpr std::uint16_t kSlotCount = 16'384;

[[nodiscard]] std::uint16_t crc16(std::string_view bytes) noexcept;
/// The tag is what stands between the first { and the first } behind it; the whole key where that is nothing.
[[nodiscard]] std::uint16_t slotOf(std::string_view key) noexcept;

}  // namespace evenhand::redis
