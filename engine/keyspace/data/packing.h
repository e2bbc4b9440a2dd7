// SPDX-License-Identifier: GPL-3.0-or-later
// Packs journal records and snapshot slices, which repeat themselves a lot: what is not written need not be copied,
// checksummed, synced and written back. A packed record is one LZ4 block.
// Thread: Packer confined to one thread, unpack() any.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

union LZ4_stream_u;

namespace evenhand::keyspace {

class Packer {
public:
    /// Most that can be packed, in bytes.
    static constexpr std::size_t kMaxSize = 0x7E000000;

    /// Appends the packed `raw` (at most kMaxSize bytes) to `out`.
    void pack(std::string_view raw, std::string& out);

private:
    struct Free {
        void operator()(LZ4_stream_u* stream) const noexcept;
    };
    std::unique_ptr<LZ4_stream_u, Free> m_stream;  ///< made at the first use; its table is cheap to use again
};

/// Appends what was packed to `out`; false if the bytes are not exactly `rawSize` bytes packed, then `out` holds
/// something.
[[nodiscard]] bool unpack(std::string_view packed, std::size_t rawSize, std::string& out);

}  // namespace evenhand::keyspace
