// SPDX-License-Identifier: GPL-3.0-or-later
// Faults that a script may have, made from the script itself, one small change of one line each: what a tired author
// writes instead (`<` for `<=`, 0 for 1, the other end of a list, a line left out, a condition that always holds). The
// tables of expectations are to notice every one of them.
// Thread: any.
#pragma once

#include <QString>
#include <string>
#include <string_view>
#include <vector>

namespace evenhand::conformance {

struct Mutant {
    int line = 0;        ///< from 1
    std::string before;  ///< the line, without its indent and its comment
    std::string after;   ///< as it is now; empty: left out
    std::string source;  ///< the whole script with it; may be no Lua
};
[[nodiscard]] std::vector<Mutant> mutantsOf(std::string_view source);

/// A change that no case can notice, as it changes nothing.
struct Harmless {
    std::string script, before, after, reason;
};
/// The list of harmless.list (expectations/README.md has its format); empty with the reason in `fault` if a line cannot
/// be read.
[[nodiscard]] std::vector<Harmless> readHarmless(const QString& path, QString& fault);

}  // namespace evenhand::conformance
