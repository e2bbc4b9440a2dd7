// SPDX-License-Identifier: GPL-3.0-or-later
// What this program's own logic makes sure of, looked at where a state changes, in release as well: a program that is
// wrong about what it has just done must not go on and write it down. Never about what users, other programs or stored
// data say; that is an Error. Ends the process (core dump, if the system makes them); what was committed is safe, and
// the next start recovers as after any other crash.
// Thread: any.
#pragma once

namespace evenhand::base {

/// Says what is broken on the log's sink and aborts.
[[noreturn]] void invariantBroken(const char* meaning, const char* condition, const char* file, int line) noexcept;

}  // namespace evenhand::base

/// `meaning`: what it would mean if `condition` did not hold, as a sentence for whoever reads the log.
#define EVENHAND_INVARIANT(condition, meaning) \
    ((condition) ? static_cast<void>(0) : ::evenhand::base::invariantBroken(meaning, #condition, __FILE__, __LINE__))
