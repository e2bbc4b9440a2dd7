// SPDX-License-Identifier: GPL-3.0-or-later
// The database's password for the command line. Thread: the program's main thread.
#pragma once

#include <optional>
#include <string>

#include "app/workspace/workspace.h"

namespace evenhand::ctl {

/// The environment's, the keychain's, else asked for on the terminal, without showing it; empty where there is no
/// terminal.
[[nodiscard]] Result<std::string> askedPassword(const app::MysqlSettings& settings);

/// What is typed on the terminal, without showing it; nullopt: there is none.
[[nodiscard]] Result<std::optional<std::string>> secretFromTerminal(const std::string& prompt);
/// A line of standard input, or, where that is a terminal, what is typed there without showing it.
[[nodiscard]] Result<std::string> secretFromStandardInput(const std::string& prompt);

/// Where the last password that was not found was looked for; empty: it was found, typed, or none was needed.
[[nodiscard]] const std::string& passwordMissing();

/// How the command line opens a workspace: asking for the password where one is needed.
[[nodiscard]] app::OpenOptions openOptions();

}  // namespace evenhand::ctl
