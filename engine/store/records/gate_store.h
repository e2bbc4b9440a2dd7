// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the keyspace of a workspace that engines share may be used: closed while one of them makes it anew, and who
// has seen that. Only where several write (node_store.h). Outside of transactions, each a statement or a few.
// Invariants: whoever closes or opens has seen the number before; while it is closed one has it.
// Thread: that of the Database.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/clock.h"
#include "engine/base/result.h"
#include "engine/store/database/database.h"

namespace evenhand::store::gate {

struct Gate {
    std::int64_t number = 0;
    bool isOpen = true;
    std::string reason;  ///< while it is closed, as the next two
    Instant until;
    std::string owner;
    std::int64_t beat = 0;
    std::string masters;  ///< when it was opened last; empty: never
};
/// Makes the row where it is not there yet: open.
[[nodiscard]] Result<Gate> read(Database& database);
/// `owner` has it from now on, closed, if nothing has changed since `seen`; `seen` is what there is then.
[[nodiscard]] Result<bool> close(Database& database, Gate& seen, std::string_view owner, std::string_view reason,
                                 Instant until);
/// The owner still lives. False: it has not got it any more.
[[nodiscard]] Result<bool> renew(Database& database, Gate& held);
/// False: as above. `masters` as in Gate.
[[nodiscard]] Result<bool> open(Database& database, Gate& held, std::string_view masters);

/// This engine uses the keyspace as the gate of this number says.
[[nodiscard]] Result<void> saw(Database& database, std::string_view node, std::int64_t number);
/// Engines that are connected and have not seen it yet.
[[nodiscard]] Result<std::vector<std::string>> notSeenBy(Database& database, std::int64_t number);

}  // namespace evenhand::store::gate
