// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/store/records/due_window.h"

#include <algorithm>

namespace evenhand::store::tasks {

static_assert(static_cast<std::size_t>(api::TaskKind::Rehearsal) == 6, "a list per kind");

Result<bool> DueWindow::readOn(Database& database, api::TaskKind kind, Kind& window, Instant now) {
    EVENHAND_ASSIGN(const auto more, due(database, kind, now, window.upTo, kRead));
    for (const auto& entry : more) {
        window.entries.push_back({entry, window.next++, false});
    }
    if (!more.empty()) {
        window.upTo = more.back();
    }
    return !more.empty();
}

void DueWindow::tidy(Kind& window) {
    if (2 * window.gone > window.entries.size()) {
        std::erase_if(window.entries, [](const Entry& entry) { return entry.gone; });
        window.gone = 0;
    }
    if (window.passed.size() > kMaxCursors) {
        window.passed.clear();
    }
}

Result<std::vector<Due>> DueWindow::pick(Database& database, Instant now, std::span<const api::TaskKind> kinds,
                                         std::int64_t limit, const Ranges& ranges,
                                         const std::function<bool(std::uint32_t)>& wanted) {
    std::vector<std::uint64_t> name;
    name.reserve(ranges.size());
    for (const auto& range : ranges) {
        name.push_back((std::uint64_t{range.from} << 32) | range.to);
    }
    std::vector<Due> picked;
    const auto full = [&] { return static_cast<std::int64_t>(picked.size()) >= limit; };
    for (const auto kind : kinds) {
        auto& window = m_kinds[static_cast<std::size_t>(kind)];
        auto& entries = window.entries;
        tidy(window);
        auto& passed = window.passed[name];
        auto at =
            static_cast<std::size_t>(std::partition_point(entries.begin(), entries.end(),
                                                          [&](const Entry& entry) { return entry.number < passed; }) -
                                     entries.begin());
        bool early = false;  // one of theirs is not due yet: a clock that was set back
        for (bool more = true; more && !full();) {
            for (; at < entries.size() && !full(); ++at) {
                auto& entry = entries[at];
                if (!entry.gone && wanted(entry.due.position)) {
                    if (entry.due.due <= now) {
                        picked.push_back(entry.due);
                        entry.gone = true;
                        ++window.gone;
                    } else {
                        early = true;
                    }
                }
                if (!early) {
                    passed = entry.number + 1;
                }
            }
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
