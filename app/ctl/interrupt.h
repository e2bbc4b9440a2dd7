// SPDX-License-Identifier: GPL-3.0-or-later
// SIGINT and SIGTERM ask a command to end at the next whole piece of work; after a second one the program ends within
// five seconds, whatever it is at.
// Thread: install() once on the main thread; requested() from any.
#pragma once

#include <cstdint>

namespace evenhand::ctl::interrupt {

void install();
[[nodiscard]] bool requested() noexcept;
/// Sleeps until a signal asks to end or `ms` have passed; -1: no limit. True if asked to end.
[[nodiscard]] bool waitMs(std::int64_t ms);

}  // namespace evenhand::ctl::interrupt
