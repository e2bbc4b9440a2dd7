// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of all orders in memory, so that an order is found by any part of its number: about 27 bytes for each
// order, read when it is first asked for and continued with what came since. Row ids grow, and no order goes.
// A part is looked for by going through the text of all numbers, newest first: some milliseconds for a million.
// Thread: that of the Database; of one connection only.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/order_desk.h"
#include "engine/store/database/database.h"

namespace evenhand::store {

class OrderNumbers {
public:
    /// Found at most, the newest.
    static constexpr std::size_t kMaxFound = 4'096;

    /// Orders whose number contains `part`, whatever the case of its ASCII letters, newest first; none for a part that
    /// is too short.
    [[nodiscard]] Result<std::vector<OrderId>> containing(Database& database, std::string_view part);
    /// The same, `most` of them at most, of a part of any length but none: a short one is soon found often enough.
    [[nodiscard]] Result<std::vector<OrderId>> newest(Database& database, std::string_view part, std::size_t most);
    /// Reads the numbers of the next `orders` orders at most, so that a later search has less to read; false: all were.
    [[nodiscard]] Result<bool> readAhead(Database& database, std::int64_t orders);
    /// Sets `filter.withPart` by its text.
    [[nodiscard]] Result<void> complete(Database& database, api::OrderFilter& filter);

private:
    static constexpr std::size_t kChunk = 4'096;
    struct Chunk {
        std::string text;                  ///< each number in small letters, then a line feed, which none contains
        std::vector<std::uint32_t> ends;   ///< of each number in `text`
        std::vector<std::uint32_t> idsUp;  ///< above `firstId`
        std::int64_t firstId = 0;
    };
    /// Answers how many it has read.
    [[nodiscard]] Result<std::int64_t> readOn(Database& database, std::int64_t most);
    void add(std::int64_t id, std::string_view number);

    std::vector<Chunk> m_chunks;
    std::int64_t m_upTo = 0;  ///< row id
};

}  // namespace evenhand::store
