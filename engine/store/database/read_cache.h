// SPDX-License-Identifier: GPL-3.0-or-later
// Answers of reads, kept while the database stays as it is: what is asked again when nothing was committed meanwhile is
// not read again. For the figures that a window at rest asks for every few seconds. On a database that does not tell
// whether it was changed (Database::version()) nothing is kept.
// Thread: that of the Database; of one connection only.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "engine/store/database/database.h"

namespace evenhand::store {

template <typename Key, typename Value>
class ReadCache {
public:
    /// What was kept for `key`, if `isCurrent(value)`; else the Result<Value> that `read()` answers, kept from now on.
    template <typename Read, typename IsCurrent>
    [[nodiscard]] Result<Value> get(Database& database, const Key& key, Read read, IsCurrent isCurrent) {
        EVENHAND_ASSIGN(const auto version, database.version());
        if (!version || version != m_version) {  // asked before reading: what is committed meanwhile is seen next time
            m_version = version;
            m_entries.clear();
        }
        for (auto& [known, value] : m_entries) {
            if (known == key) {
                if (!isCurrent(std::as_const(value))) {
                    EVENHAND_ASSIGN(value, fresh(database, read));
                }
                return value;
            }
        }
        EVENHAND_ASSIGN(Value value, fresh(database, read));
        if (m_version && m_entries.size() < kMax) {
            m_entries.emplace_back(key, value);
        }
        return value;
    }
    template <typename Read>
    [[nodiscard]] Result<Value> get(Database& database, const Key& key, Read read) {
        return get(database, key, std::move(read), [](const Value&) { return true; });
    }

private:
    template <typename Read>
    [[nodiscard]] static Result<Value> fresh(Database& database, Read& read) {
        auto value = read();
        if (auto damage = database.takeDamage()) {
            return fail(*std::move(damage));  // kept, it would be answered next time without the error
        }
        return value;
    }

    static constexpr std::size_t kMax = 64;  ///< keys
    std::optional<Database::Version> m_version;
    std::vector<std::pair<Key, Value>> m_entries;
};

}  // namespace evenhand::store
