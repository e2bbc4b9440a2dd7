// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/due_window.h"

namespace evenhand::store::tasks {

static_assert(static_cast<std::size_t>(api::TaskKind::Rehearsal) == 6, "a list per kind");

Result<bool> DueWindow::readOn(Database& database, api::TaskKind kind, Kind& window, Instant now) {
    EVENHAND_ASSIGN(const auto more, due(database, kind, now, window.upTo, kRead));
    window.entries.insert(window.entries.end(), more.begin(), more.end());
    if (!more.empty()) {
        window.upTo = more.back();
    }
    return !more.empty();
}

Result<std::vector<Due>> DueWindow::pick(Database& database, Instant now, std::span<const api::TaskKind> kinds,
                                         std::int64_t limit, const std::function<bool(std::uint32_t)>& wanted) {
    std::vector<Due> picked;
    const auto full = [&] { return static_cast<std::int64_t>(picked.size()) >= limit; };
    for (const auto kind : kinds) {
        auto& window = m_kinds[static_cast<std::size_t>(kind)];
        auto& entries = window.entries;
        std::size_t kept = 0;  // how far the list was looked at
        for (bool more = true; more && !full();) {
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
            if (!full()) {
                EVENHAND_ASSIGN(more, readOn(database, kind, window, now));
            }
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

void noteDue(Database& database, api::TaskKind kind, const std::optional<Instant>& due, bool made) {
    auto& memo = database.memo(Database::Memo::TaskWindow);
    if (due && memo && !static_cast<const DueWindow*>(memo.get())->willFind(kind, *due, made)) {
        memo.reset();
    }
}

}  // namespace evenhand::store::tasks
