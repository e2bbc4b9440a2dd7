// SPDX-License-Identifier: GPL-3.0-or-later
// Counts of lists that only grow, kept between reads: what matches a filter is counted once, later only the rows that
// came since are looked at, however many there are. For tables whose row ids grow and whose rows do not go, and for
// filters that ask for what never changes of a row. Thread: that of the Database; of one connection only.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>

#include "engine/store/database/database.h"

namespace evenhand::store {

template <typename Filter>
class CountCache {
public:
    /// `highest()`: the newest row's id, 0 without any. `all()`: the rows that match. `among(after, upTo)`: those of
    /// them with after < id <= upTo. Each answers a Result<std::int64_t>; all are of one snapshot.
    template <typename Highest, typename All, typename Among>
    [[nodiscard]] Result<std::int64_t> get(Database& database, const Filter& filter, Highest highest, All all,
                                           Among among) {
        EVENHAND_ASSIGN(const auto version, database.version());
        const auto opened = version ? version->opened : 0;
        EVENHAND_TRY(database.beginRead());
        if (database.expectsOthers()) {  // a row may come with an id below one that was seen
            EVENHAND_ASSIGN(const std::int64_t rows, all());
            EVENHAND_TRY(database.commit());
            return rows;
        }
        EVENHAND_ASSIGN(const std::int64_t upTo, highest());
        const auto known = std::find_if(m_entries.begin(), m_entries.end(),
                                        [&](const Entry& entry) { return entry.filter == filter; });
        Entry now{filter, opened, upTo, 0};
        if (known != m_entries.end() && known->opened == opened && known->upTo <= upTo) {
            now.rows = known->rows;
            if (known->upTo < upTo) {
                EVENHAND_ASSIGN(const std::int64_t more, among(known->upTo, upTo));
                now.rows += more;
            }
        } else {
            EVENHAND_ASSIGN(now.rows, all());
        }
        EVENHAND_TRY(database.commit());
        if (known != m_entries.end()) {
            *known = now;
        } else {
            if (m_entries.size() == kMax) {
                m_entries.pop_front();
            }
            m_entries.push_back(now);
        }
        return now.rows;
    }

private:
    static constexpr std::size_t kMax = 32;  ///< filters; then the oldest goes
    struct Entry {
        Filter filter;
        std::int64_t opened = 0;  ///< which connection's
        std::int64_t upTo = 0;    ///< row id
        std::int64_t rows = 0;
    };
    std::deque<Entry> m_entries;
};

}  // namespace evenhand::store
