// SPDX-License-Identifier: GPL-3.0-or-later
// Shared by the writer and the reader of backup_file.h. Constants and pure functions, any thread.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "engine/keyspace/types/varint.h"

namespace evenhand::app::backupFormat {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "blocks are little-endian");

inline constexpr int kVersion = 1;
inline constexpr std::string_view kMagicStart = "evenhand-backup ";
inline constexpr std::string_view kMagic = "evenhand-backup 1\n";
inline constexpr std::string_view kPartSuffix = ".part";
inline constexpr std::string_view kSuffix = ".evenhand-backup";

inline constexpr std::uint32_t kManifest = 1;
inline constexpr std::uint32_t kRows = 2;
inline constexpr std::uint32_t kEnd = 3;

inline constexpr std::size_t kBlockBytes = 256UL * 1024U;  ///< of rows; a larger row has a block of its own
inline constexpr std::size_t kMaxBlockBytes = 512UL * 1024U * 1024U;
inline constexpr std::size_t kMaxManifestBytes = 1024UL * 1024U;

enum class Tag : unsigned char { Null = 0, Number = 1, Text = 2, Bytes = 3 };

struct BlockHead {
    static constexpr std::size_t kSize = 20;
    std::uint32_t kind = 0, raw = 0, packed = 0;
    std::uint64_t checksum = 0;
    std::array<char, kSize> space{};

    [[nodiscard]] std::string_view bytes() noexcept {
        std::memcpy(space.data(), &kind, 4);
        std::memcpy(space.data() + 4, &raw, 4);
        std::memcpy(space.data() + 8, &packed, 4);
        std::memcpy(space.data() + 12, &checksum, 8);
        return {space.data(), kSize};
    }
    [[nodiscard]] static BlockHead from(std::string_view bytes) noexcept {
        BlockHead head;
        std::memcpy(&head.kind, bytes.data(), 4);
        std::memcpy(&head.raw, bytes.data() + 4, 4);
        std::memcpy(&head.packed, bytes.data() + 8, 4);
        std::memcpy(&head.checksum, bytes.data() + 12, 8);
        return head;
    }
};

}  // namespace evenhand::app::backupFormat
