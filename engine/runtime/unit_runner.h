// SPDX-License-Identifier: GPL-3.0-or-later
// Runs one unit of work inside the open batch, undone alone if it fails: by the scope of the database (Database::Undo),
// by the unit what it did to the keyspace, its events discarded. Thread: the engine's.
#pragma once

#include <optional>
#include <string_view>
#include <utility>

#include "engine/runtime/batch_unit.h"
#include "engine/runtime/ran.h"

namespace evenhand::runtime {

class UnitRunner {
public:
    explicit UnitRunner(BatchUnit& unit) : m_unit(unit) {}
    void attach(store::Database* database) noexcept { m_database = database; }

    [[nodiscard]] store::Database& database() noexcept { return *m_database; }

    /// `fn(unit)` answers whether its effects are to be kept.
    template <typename Fn>
    Ran run(Instant now, const api::Call& call, Fn&& fn) {
        m_unit.prepare(now, call);
        const auto mark = m_unit.mark();
        const auto events = m_unit.events.size();
        m_database->openScope(m_database->roots() == nullptr ? std::string_view() : nameOf(call));
        (void)m_database->takeDamage();  // that of somebody else
        const bool done = std::forward<Fn>(fn)(m_unit);
        m_damage = m_database->takeDamage();
        const bool keep = done && !m_damage;
        if (m_database->faulted()) {
            return Ran::Faulted;
        }
        if (keep) {
            const bool changed = m_database->scopeHasWrites() || m_unit.mark() != mark;
            if (changed && !m_unit.conclude()) {
                return Ran::Faulted;  // without its entry it must not be kept
            }
            return m_database->keepScope() ? Ran::Kept : Ran::Faulted;
        }
        m_unit.undoTo(mark);
        m_unit.events.resize(events);
        m_unit.undone();
        return m_database->undoScope() ? Ran::Undone : Ran::Faulted;
    }

    /// The unknown stored word that the last unit has read: it was undone for that, whatever it answered.
    [[nodiscard]] const std::optional<Error>& damage() const noexcept { return m_damage; }

private:
    /// What a unit is called where a test finds that it has not locked what it writes.
    static std::string_view nameOf(const api::Call& call) {
        return call.operation ? std::string_view(api::infoOf(*call.operation).name) : std::string_view(call.actor.name);
    }

    std::optional<Error> m_damage;
    BatchUnit& m_unit;
    store::Database* m_database = nullptr;
};

}  // namespace evenhand::runtime
