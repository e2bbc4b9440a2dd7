// SPDX-License-Identifier: GPL-3.0-or-later
// Rows that a store knows and changes in memory while a transaction that writes is open, for databases where each
// statement costs a round trip: what the connection asks of whoever holds them. It does not know which rows these are;
// the store makes their holder (Database::Impl::heldRows), which lives as long as the connection. This class itself
// holds nothing. Inside engine/store only. Thread: as database.h.
#pragma once

#include <span>
#include <string_view>
#include <utility>

#include "engine/base/result.h"
#include "engine/store/database/roots.h"

namespace evenhand::store {

class HeldRows {
public:
    using TableBit = std::pair<std::string_view, unsigned>;

    HeldRows() = default;
    virtual ~HeldRows() = default;
    HeldRows(const HeldRows&) = delete;
    HeldRows& operator=(const HeldRows&) = delete;

    /// The tables it knows rows of, each with the bit that stands for it (several may share one).
    [[nodiscard]] virtual std::span<const TableBit> tables() const noexcept { return {}; }
    /// True while it reads for itself: what is unsent is not needed for that.
    [[nodiscard]] virtual bool reading() const noexcept { return false; }
    /// True if there is something unsent of one of these tables.
    [[nodiscard]] virtual bool holds(unsigned /*tables*/) const noexcept { return false; }
    /// True if the open scope has something unsent.
    [[nodiscard]] virtual bool scopeHolds() const noexcept { return false; }
    /// Hands what is unsent, or of it what is older than the open scope, to gather().
    [[nodiscard]] virtual Result<void> flush(bool /*onlyBeforeScope*/) { return {}; }
    /// These roots may have been changed by others until they were locked just now: what was read of them is forgotten.
    virtual void forget(const Roots& /*roots*/) {}
    /// These tables were written by a statement.
    virtual void invalidate(unsigned /*tables*/) {}
    virtual void openScope() {}
    virtual void keepScope() {}
    /// The scope's changes are undone; with `sent` some of them had reached the server.
    virtual void undoScope(bool /*sent*/) {}
    /// The scope has a savepoint now.
    virtual void savepointMade() {}
    /// The transaction ended.
    virtual void endTransaction(bool /*committed*/) {}
};

}  // namespace evenhand::store
