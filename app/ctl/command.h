// SPDX-License-Identifier: GPL-3.0-or-later
// The table of commands. Each command stands in a file of its own and is one entry here.
// Thread: the program's main thread.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "app/ctl/arguments.h"
#include "app/ctl/console_io.h"
#include "app/ctl/exit_codes.h"
#include "app/ctl/session.h"
#include "engine/api/call.h"
#include "engine/remote/remote_engine.h"

namespace evenhand::ctl {

/// What every command gets.
struct Context {
    ConsoleIo& io;
    std::string workspace;                          ///< folder
    bool workspaceNamed;                            ///< by --workspace, not the default
    std::unique_ptr<remote::RemoteEngine> service;  ///< where it asks (--service); nullptr: the workspace's folder
    api::Actor actor;  ///< who signed in (--as), else the owner of the workspace's folder, "local:<user>"
    Arguments arguments;

    [[nodiscard]] Place place() const { return {workspace, service.get()}; }
};

struct Command {
    std::string_view name;
    std::string_view usage;    ///< what follows the name
    std::string_view summary;  ///< one line
    std::vector<OptionSpec> options;
    /// An error is printed by the caller; InvalidArgument with an empty field is wrong usage.
    Result<ExitCode> (*run)(Context& context);
    /// What it does without a desk that would ask for the permission; nullptr or nullopt: nothing.
    std::optional<api::Operation> (*needs)(const Arguments& arguments) = nullptr;
    bool signsIn = false;  ///< does what --as asks for itself
    /// Opens a workspace whose audit log fails, or from which acknowledged work is missing, in order to answer for it;
    /// nullptr: never.
    bool (*answersForAudit)(const Arguments&) = nullptr;
};

// Each in <name>_command.cpp.
[[nodiscard]] Command initCommand();
[[nodiscard]] Command importCommand();
[[nodiscard]] Command runCommand();
[[nodiscard]] Command statsCommand();
[[nodiscard]] Command verifyCommand();
[[nodiscard]] Command exportCommand();
[[nodiscard]] Command ordersCommand();
[[nodiscard]] Command reassignCommand();
[[nodiscard]] Command noteCommand();
[[nodiscard]] Command couriersCommand();
[[nodiscard]] Command dispatchCommand();
[[nodiscard]] Command policyCommand();
[[nodiscard]] Command rosterCommand();
[[nodiscard]] Command timersCommand();
[[nodiscard]] Command alertsCommand();
[[nodiscard]] Command clockCommand();
[[nodiscard]] Command seckillCommand();
[[nodiscard]] Command campaignCommand();
[[nodiscard]] Command returnsCommand();
[[nodiscard]] Command refundsCommand();
[[nodiscard]] Command paymentsCommand();
[[nodiscard]] Command tasksCommand();
[[nodiscard]] Command ringCommand();
[[nodiscard]] Command webhooksCommand();
[[nodiscard]] Command rehearseCommand();
[[nodiscard]] Command backupCommand();
[[nodiscard]] Command restoreCommand();
[[nodiscard]] Command benchCommand();
[[nodiscard]] Command keyspaceCommand();
[[nodiscard]] Command keyspaceServerCommand();
[[nodiscard]] Command auditCommand();
[[nodiscard]] Command peopleCommand();
[[nodiscard]] Command serveCommand();
[[nodiscard]] Command protocolCommand();
[[nodiscard]] Command tokensCommand();
[[nodiscard]] Command consolesCommand();
[[nodiscard]] Command campusesCommand();
[[nodiscard]] Command couriersCommand();
[[nodiscard]] Command productsCommand();
[[nodiscard]] Command stockCommand();
[[nodiscard]] Command searchCommand();
[[nodiscard]] Command statusCommand();

/// In the order of the help.
[[nodiscard]] const std::vector<Command>& allCommands();

}  // namespace evenhand::ctl
