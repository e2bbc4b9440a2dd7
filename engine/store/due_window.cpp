// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/due_window.h"

namespace evenhand::store::tasks {

static_assert(static_cast<std::size_t>(api::TaskKind::Rehearsal) == 6, "a list per kind");

Result<bool> DueWindow::readOn(Database& database, Instant now) {
    EVENHAND_ASSIGN(const auto more, due(database, now, m_upTo, kRead));
    for (const auto& entry : more) {
        m_entries[static_cast<std::size_t>(entry.kind)].push_back(entry);
    }
    if (!more.empty()) {
        m_upTo = more.back();
    }
    return !more.empty();
}

Result<std::vector<Due>> DueWindow::pick(Database& database, Instant now, std::span<const api::TaskKind> kinds,
                                         std::int64_t limit, const std::function<bool(std::uint32_t)>& wanted) {
    std::vector<Due> picked;
    const auto full = [&] { return static_cast<std::int64_t>(picked.size()) >= limit; };
    std::array<std::size_t, 7> looked{};  // how far each list was looked at
    for (bool more = true; more && !full();) {
        for (const auto kind : kinds) {
            const auto index = static_cast<std::size_t>(kind);
            auto& entries = m_entries[index];
            auto kept = looked[index];
            auto at = kept;
            for (; at < entries.size() && !full(); ++at) {
                if (entries[at].due <= now && wanted(entries[at].position)) {
                    picked.push_back(entries[at]);
                } else {
                    entries[kept++] = entries[at];
                }
            }
            entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(kept),
                          entries.begin() + static_cast<std::ptrdiff_t>(at));
            looked[index] = kept;
        }
        if (!full()) {
            EVENHAND_ASSIGN(more, readOn(database, now));
        }
    }
    return picked;
}

std::shared_ptr<DueWindow> dueWindow(Database& database) {
    auto& memo = database.memo(Database::Memo::TaskWindow);
    if (!memo) {
        memo = std::make_shared<DueWindow>();
    }
    return std::static_pointer_cast<DueWindow>(memo);
}

void noteDue(Database& database, const std::optional<Instant>& due, bool made) {
    auto& memo = database.memo(Database::Memo::TaskWindow);
    if (due && memo && !static_cast<const DueWindow*>(memo.get())->willFind(*due, made)) {
        memo.reset();
    }
}

}  // namespace evenhand::store::tasks
