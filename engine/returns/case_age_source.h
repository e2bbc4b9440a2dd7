// SPDX-License-Identifier: GPL-3.0-or-later
// Returns that wait longer than the limit of cases: an alert for each campus that has some, fired again when there are
// more of them, until none is left. Due when the next one becomes as old, and a moment after returns or the limit were
// changed.
// Thread: the engine's, but for heard(): any.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "engine/api/engine_api.h"
#include "engine/returns/cases.h"
#include "engine/runtime/engine.h"

namespace evenhand::returns {

class CaseAgeSource final : public runtime::DueSource {
public:
    /// Of commits: what may have changed the age of a case.
    void heard(const std::vector<api::Event>& events) noexcept;
    [[nodiscard]] std::optional<Instant> nextDue() override;
    [[nodiscard]] Result<void> runDue(runtime::UnitOfWork& work) override;
    [[nodiscard]] bool mayFallBehind() const noexcept override { return true; }
    void undone() noexcept override;

private:
    [[nodiscard]] Result<void> look(runtime::UnitOfWork& work);

    std::atomic<bool> m_stale{true};
    Instant m_looked;                        ///< when it looked last; 0: not since it may have been wrong
    std::optional<Instant> m_next;           ///< when the next case becomes old, as it was found then
    std::map<CampusId, std::int64_t> m_old;  ///< how many there were then: whoever has resolved an alert by hand knows
};

}  // namespace evenhand::returns
