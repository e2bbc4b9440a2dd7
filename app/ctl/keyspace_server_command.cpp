// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/row_texts.h"
#include "app/keyspace_server/keyspace_server.h"
#include "app/workspace/serve_keyspace.h"

namespace evenhand::ctl {
namespace {

Result<ExitCode> runKeyspaceServer(Context& context) {
    EVENHAND_TRY(context.arguments.expectWords({}));
    EVENHAND_ASSIGN(const auto port, context.arguments.number("--port", 0, 65535));
    keyspace_server::KeyspaceServerOptions options;
    options.port = static_cast<std::uint16_t>(port.value_or(options.port));
    options.passwordFile = context.arguments.value("--password-file");
    if (!context.workspaceNamed) {
        return keyspace_server::runKeyspaceServer(options) == 0 ? kDone : kFailed;
    }
    if (options.passwordFile.empty()) {
        return wrongUsage(
            "keyspace-server --workspace needs --password-file: anyone who reaches the port can read all of it");
    }
    EVENHAND_ASSIGN(const int code, app::serveKeyspace(context.workspace, options));
    return code == 0 ? kDone : kFailed;
}

}  // namespace

Command keyspaceServerCommand() {
    return {"keyspace-server",
            "[--port N] [--password-file FILE]",
            "serves an empty keyspace, or with --workspace and a password that of a closed workspace, read-only, to "
            "Redis clients on 127.0.0.1",
            {{"--port", "N", "0 takes any free one (default: 6379)"},
             {"--password-file", "FILE",
              "its first line is the password that clients must give (needed with --workspace)"}},
            runKeyspaceServer,
            [](const Arguments&) -> std::optional<api::Operation> { return api::Operation::OrdersRead; }};
}

}  // namespace evenhand::ctl
