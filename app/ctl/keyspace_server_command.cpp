// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/keyspace_server/keyspace_server.h"

namespace evenhand::ctl {
namespace {

Result<ExitCode> run(Context& context) {
    EVENHAND_TRY(context.arguments.expectWords({}));
    EVENHAND_ASSIGN(const auto port, context.arguments.number("--port", 0, 65535));
    keyspace_server::KeyspaceServerOptions options;
    options.port = static_cast<std::uint16_t>(port.value_or(options.port));
    options.passwordFile = context.arguments.value("--password-file");
    return keyspace_server::runKeyspaceServer(options) == 0 ? kDone : kFailed;
}

}  // namespace

Command keyspaceServerCommand() {
    return {"keyspace-server",
            "[--port N] [--password-file FILE]",
            "serves an empty embedded keyspace to Redis clients on 127.0.0.1",
            {{"--port", "N", "0 takes any free one (default: 6379)"},
             {"--password-file", "FILE", "its first line is the password that clients must give"}},
            run};
}

}  // namespace evenhand::ctl
