// SPDX-License-Identifier: GPL-3.0-or-later
// Short texts in memory, each with the row it belongs to, so that a row is found by any part of its text: about 8 bytes
// for each beside its text. A part is looked for by going through all of it, newest first: some milliseconds for a
// million.
// Thread: one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace evenhand::store {

class PartIndex {
public:
    /// `id`: above all that are there.
    void add(std::int64_t id, std::string_view text);
    /// Rows whose text contains `part`, whatever the case of its ASCII letters, newest first, `most` at most; none for
    /// no part at all. A short one is soon found often enough.
    [[nodiscard]] std::vector<std::int64_t> newest(std::string_view part, std::size_t most) const;

private:
    static constexpr std::size_t kChunk = 4'096;
    struct Chunk {
        std::string text;                  ///< each in small letters, then a line feed, which no part contains
        std::vector<std::uint32_t> ends;   ///< of each in `text`
        std::vector<std::uint32_t> idsUp;  ///< above `firstId`
        std::int64_t firstId = 0;
    };

    std::vector<Chunk> m_chunks;
};

}  // namespace evenhand::store
