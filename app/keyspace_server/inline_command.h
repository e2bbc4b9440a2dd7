// SPDX-License-Identifier: GPL-3.0-or-later
// The inline form of a request: one line of words, in quotes where they hold blanks.
// Thread: pure function, any thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace evenhand::keyspace_server {

/// Appends the words of `line`. In double quotes \n \r \t \b \a \xHH and \<any> are escapes, in single quotes only
/// \'. False if a quote is not closed or is followed by something other than a blank.
[[nodiscard]] bool splitInlineCommand(std::string_view line, std::vector<std::string>& words);

}  // namespace evenhand::keyspace_server
