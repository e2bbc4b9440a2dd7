// SPDX-License-Identifier: GPL-3.0-or-later
// SIGINT and SIGTERM ask a command to end at the next whole piece of work; after a second one the program ends within
// five seconds, whatever it is at. SIGHUP ends a command at once, as ever, but not a service (serviceHangUp).
// Thread: install() once on the main thread; requested() from any.
#pragma once

#include <cstdint>

namespace evenhand::ctl::interrupt {

void install();
[[nodiscard]] bool requested() noexcept;
/// What SIGHUP means to a service. By convention: read your settings anew. There are none to read, so it is ignored;
/// the system's own answer would end the service in the middle of its work. In a terminal that closes it asks to end.
void serviceHangUp();
/// Sleeps until a signal asks to end or `ms` have passed; -1: no limit. True if asked to end.
[[nodiscard]] bool waitMs(std::int64_t ms);

}  // namespace evenhand::ctl::interrupt
