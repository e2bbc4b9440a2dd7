// SPDX-License-Identifier: GPL-3.0-or-later
// The atomic steps of a flash sale on the keyspace, each one script of ../../lua (seckill_*). Thread: that of the
// keyspace; stateless.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/seckill_types.h"
#include "engine/keyspace/keyspace.h"
#include "engine/seckill_slots/keys.h"

namespace evenhand::seckill {

/// What a user holds.
struct Slot {
    std::string orderNo;
    std::string messageId;  ///< empty: its order is known
    [[nodiscard]] static Slot of(std::string_view text);
    [[nodiscard]] std::string text() const { return orderNo + ' ' + messageId; }
};

/// False: it was there already and is left as it is.
[[nodiscard]] Result<bool> preload(keyspace::Keyspace& keyspace, const ActivityKeys& keys, Instant begin, Instant end,
                                   std::int64_t units);
struct Reserved {
    api::AttemptOutcome outcome = api::AttemptOutcome::Unknown;
    std::string orderNo;  ///< Duplicate: of the slot
    bool repeated = false;
    std::string messageId;  ///< Reserved now: of the reservation
};
/// `request`: a key of the caller's, or empty; the same again is answered as before (KeyReused for another user).
/// Script: the stock is missing, or the keys hold something else.
[[nodiscard]] Result<Reserved> reserve(keyspace::Keyspace& keyspace, const ActivityKeys& keys, Instant now,
                                       std::string_view user, std::string_view orderNo, std::string_view request);
/// A reservation that its unit could not keep: unit, slot and answer go back, unless a consumer has its message
/// already. False: nothing was done.
[[nodiscard]] Result<bool> undoReserve(keyspace::Keyspace& keyspace, const ActivityKeys& keys, std::string_view user,
                                       const Reserved& reserved, std::string_view request);
/// `units`: back to the stock. `instead`: the order that the slot is for from now on, or empty. False: the slot is not
/// this order's, nothing was done.
[[nodiscard]] Result<bool> release(keyspace::Keyspace& keyspace, const ActivityKeys& keys, std::string_view user,
                                   std::string_view orderNo, std::int64_t units, std::string_view instead = {});
/// False: the activity is not there.
[[nodiscard]] Result<bool> set(keyspace::Keyspace& keyspace, const ActivityKeys& keys, api::ActivityState state,
                               Instant end);
[[nodiscard]] Result<std::int64_t> topUp(keyspace::Keyspace& keyspace, const ActivityKeys& keys, std::int64_t units);
[[nodiscard]] Result<void> finish(keyspace::Keyspace& keyspace, const ActivityKeys& keys);
[[nodiscard]] Result<void> mend(keyspace::Keyspace& keyspace, const ActivityKeys& keys, const api::ActivityRow& row,
                                std::int64_t units);

struct Figures {
    std::optional<api::ActivityState> state;  ///< nullopt: the activity is not there
    std::optional<Instant> begin;
    std::optional<Instant> end;
    std::optional<std::int64_t> stock;
    std::int64_t slots = 0;
    std::int64_t messages = 0;  ///< not done with
};
/// As they are in one unit of work of an engine that owns the keyspace.
[[nodiscard]] Result<Figures> figures(keyspace::Keyspace& keyspace, const ActivityKeys& keys);
[[nodiscard]] Result<std::optional<Slot>> slotOf(keyspace::Keyspace& keyspace, const ActivityKeys& keys,
                                                 std::string_view user);

/// A message of the activity's stream.
struct Ticket {
    std::string id;
    std::string user;
    std::string orderNo;
    Instant at;
};
[[nodiscard]] Result<std::optional<Ticket>> ticket(keyspace::Keyspace& keyspace, const ActivityKeys& keys,
                                                   std::string_view id);
/// After `after` (empty: from the first), in order.
[[nodiscard]] Result<std::vector<Ticket>> tickets(keyspace::Keyspace& keyspace, const ActivityKeys& keys,
                                                  std::string_view after, std::int64_t limit);
/// A message is done with by hand.
[[nodiscard]] Result<void> dropMessage(keyspace::Keyspace& keyspace, const ActivityKeys& keys, std::string_view id);

}  // namespace evenhand::seckill
