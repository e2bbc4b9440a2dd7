// SPDX-License-Identifier: GPL-3.0-or-later
// Packs journal records and snapshot slices, which repeat themselves a lot: what is not written need not be copied,
// checksummed, synced and written back. A block is a sequence of steps in the manner of LZ4: one byte (high 4 bits:
// number of literal bytes, low 4 bits: length of the repeat minus kShortestRepeat), each 15 continued by bytes that are
// added up to the first below 255; after the first number the literals, before the second one the distance of the
// repeat, 2 bytes little-endian. The last step ends after its literals.
// Thread: Packer confined to one thread, unpack() any.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace evenhand::keyspace {

class Packer {
public:
    /// Most that packing `bytes` can take.
    [[nodiscard]] static constexpr std::size_t bound(std::size_t bytes) noexcept { return bytes + bytes / 255 + 16; }
    /// Appends the packed `raw` (less than 4 GiB) to `out`.
    void pack(std::string_view raw, std::string& out);

private:
    static constexpr unsigned kPlaceBits = 12;
    std::array<std::uint32_t, std::size_t{1} << kPlaceBits> m_places{};  ///< where bytes of that hash were seen last
};

/// Appends what was packed to `out`; false if the bytes are not exactly `rawSize` bytes packed, then `out` holds
/// something.
[[nodiscard]] bool unpack(std::string_view packed, std::size_t rawSize, std::string& out);

}  // namespace evenhand::keyspace
