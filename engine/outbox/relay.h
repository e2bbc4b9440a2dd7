// SPDX-License-Identifier: GPL-3.0-or-later
// Puts committed messages of the outbox into their streams: gives them numbers, dense and in the order of their ids,
// and appends each with its number as its id, which the stream accepts once and in order of the numbers alone.
//
// One relay at a time, by a row of the database with an epoch: numbers are given in a transaction that changes this row
// first, and one whose epoch is over changes nothing. A relay counts as gone once its row has stood still for as long
// as the lease by the clock of the one who watches, so machines need not agree on the time.
//
// Order: a message's row is written while what it is about is locked until the commit. So a cause has a smaller id than
// its effect, and is committed before the effect is written; and what the relay reads is of one moment. It may number
// messages while a transaction with smaller ids is open, as nothing that it has seen can be the effect of that one.
//
// What a crash leaves: numbers are committed before anything is appended. So whoever comes next appends again, from the
// last number known to be relayed, with the same numbers, what is not done; the stream refuses what it has. Nobody
// gives further numbers before that. A new generation (empty streams) is the same, from the first number.
// Thread: confined to the one that has opened the database.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/keyspace/keyspace.h"
#include "engine/store/database/database.h"
#include "engine/store/records/outbox_store.h"

namespace evenhand::outbox {

struct RelaySettings {
    std::string node;  ///< who relays: a name that no other process has, not empty
    std::int64_t leaseMs = 10'000;
};

class Relay {
public:
    /// All outlive it. The connection is the relay's alone, without a transaction.
    Relay(store::Database& database, keyspace::Keyspace& keyspace, const Clock& clock, RelaySettings settings);

    struct Pass {
        bool relays = false;       ///< it is this one's turn
        std::size_t messages = 0;  ///< that were put into streams
        bool more = false;         ///< the next pass has something to do at once
    };
    /// Takes the relay's row if nobody has it, and relays at most store::outbox::kMostRows messages. Nothing to relay:
    /// two statements. A batch: five, and one command for each stream. Errors: of database and keyspace; the next pass
    /// goes on where this one was.
    [[nodiscard]] Result<Pass> pass();
    /// The next one need not wait for the lease.
    void release();

private:
    using Row = store::outbox::Row;

    [[nodiscard]] Result<Pass> step();
    [[nodiscard]] Result<bool> seek();
    void hold(store::outbox::RelayRow row);
    void forget() noexcept;
    [[nodiscard]] Pass lost() noexcept;
    [[nodiscard]] Result<Pass> catchUp();
    [[nodiscard]] Result<Pass> idle();
    [[nodiscard]] Result<bool> number(std::span<Row> rows);
    [[nodiscard]] Result<void> append(std::span<const Row> rows);
    [[nodiscard]] Result<bool> renew();
    void seenToLive();

    store::Database& m_database;
    keyspace::Keyspace& m_keyspace;
    const Clock& m_clock;
    const RelaySettings m_settings;
    std::optional<store::outbox::RelayRow> m_held;  ///< as this relay has written it last; nullopt: not its turn
    std::int64_t m_epoch = 0;                       ///< of its last turn
    std::int64_t m_relayed = 0;                     ///< everything up to here is in streams, or done
    bool m_caughtUp = false;                        ///< so is everything that has a number
    std::int64_t m_renewNs = 0;                     ///< when the row has to change again
    std::optional<store::outbox::RelayRow> m_seen;  ///< of another one
    std::int64_t m_seenNs = 0;                      ///< since when it stands still
};

}  // namespace evenhand::outbox
