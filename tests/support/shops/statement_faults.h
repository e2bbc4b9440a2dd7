// SPDX-License-Identifier: GPL-3.0-or-later
// A connection in front of another one: every statement that reads or writes is told before it is run and after, and
// fails where the test says so, as if the server had refused it or its answer had been lost. Rows that are held in
// memory on a server (HotRows) are read and sent by the connection behind, and not told.
// Thread: that of the connection.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "engine/store/database/database.h"

namespace evenhand::test {

enum class StatementAt : std::uint8_t { Before, After };
/// True: it fails there.
using StatementFault = std::function<bool(StatementAt)>;

[[nodiscard]] std::unique_ptr<store::Database> withFaults(std::unique_ptr<store::Database> behind,
                                                          StatementFault fault);

}  // namespace evenhand::test
