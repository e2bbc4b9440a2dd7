// SPDX-License-Identifier: GPL-3.0-or-later
// Returns, and refunds of none, that wait longer than the limit of cases: an alert for each campus that has some, fired
// again when there are more of them, until none is left. Due when the next one becomes as old, and a moment after one
// was changed or the limit was. All old cases are read once after a start, and where the limit is another; from then on
// those alone that have become old or were changed, so that looking costs the same however many wait. What has been
// told of by then, the alerts say. Thread: the engine's, but for heard(): any.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/api/engine_api.h"
#include "engine/returns/cases.h"
#include "engine/runtime/engine.h"

namespace evenhand::returns {

/// Of a campus: those that are old, by when they were requested.
struct OldCases {
    std::set<std::pair<Instant, store::cases::CaseId>> all;
    std::int64_t news = 0;  ///< of them: nobody was told yet
};

class CaseAgeSource final : public runtime::DueSource {
public:
    /// Of commits: what may have changed the age of a case.
    void heard(const std::vector<api::Event>& events);
    [[nodiscard]] std::optional<Instant> nextDue() override;
    [[nodiscard]] Result<void> runDue(runtime::UnitOfWork& work) override;
    [[nodiscard]] bool mayFallBehind() const noexcept override { return true; }
    [[nodiscard]] std::string_view name() const noexcept override { return "returns"; }
    void undone() noexcept override;

private:
    [[nodiscard]] Result<void> look(runtime::UnitOfWork& work);
    /// All of them; before this look `known` was the limit, if there was a look.
    [[nodiscard]] Result<void> readAll(runtime::UnitOfWork& work, std::int64_t limitMs,
                                       std::optional<std::int64_t> known);
    /// What has become old since `before`, and what became of these.
    [[nodiscard]] Result<void> readOn(runtime::UnitOfWork& work, std::int64_t limitMs, Instant before,
                                      const std::vector<store::cases::CaseId>& changed);
    /// As it is now.
    void note(const store::cases::Waiting& one, bool isOld);

    std::atomic<bool> m_stale{true};
    std::mutex m_mutex;
    std::vector<store::cases::CaseId> m_changed;  ///< heard of since it looked last; by m_mutex
    Instant m_looked;                             ///< when it looked last; 0: not since it may have been wrong
    std::optional<Instant> m_next;                ///< when the next case becomes old, as it was found then
    std::optional<std::int64_t> m_limitMs;        ///< by which m_old was found; nullopt: nothing was
    std::map<CampusId, OldCases> m_old;           ///< campuses that have some
};

}  // namespace evenhand::returns
