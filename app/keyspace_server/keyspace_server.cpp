// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/keyspace_server/keyspace_server.h"

#include <cstdio>

#include "app/keyspace_server/resp_server.h"
#include "engine/base/clock.h"
#include "engine/base/private_file.h"
#include "engine/keyspace/embedded/embedded_keyspace.h"
#include "engine/script/script_host.h"

namespace evenhand::keyspace_server {
namespace {

Result<std::string> readPassword(const std::string& file) {
    if (file.empty()) {
        return std::string();
    }
    EVENHAND_ASSIGN(const auto line, base::readPrivateLine(file, "password-file"));
    std::string password(line.reveal());
    if (password.empty()) {
        return fail(ErrorCode::InvalidArgument, "the first line of the password file is empty", "password-file", file);
    }
    return password;
}

int report(const Error& error) {
    std::fprintf(stderr, "keyspace-server: %s\n", error.text().c_str());
    return 1;
}

int serve(keyspace::EmbeddedKeyspace& keyspace, const KeyspaceServerOptions& options, bool readOnly) {
    auto password = readPassword(options.passwordFile);
    if (!password) {
        return report(password.error());
    }
    const base::SystemClock clock;
    script::ScriptHost scripts(keyspace, {}, &clock);
    RespServerOptions server;
    server.port = options.port;
    server.password = *password;
    server.readOnly = readOnly;
    server.stopOnSignals = true;
    RespServer resp(keyspace, &scripts, clock, server);
    const auto port = resp.listen();
    if (!port) {
        return report(port.error());
    }
    std::printf("port %u\n", static_cast<unsigned>(*port));
    std::fflush(stdout);
    resp.run();
    return 0;
}

}  // namespace

int runKeyspaceServer(const KeyspaceServerOptions& options) {
    keyspace::EmbeddedKeyspace keyspace;
    return serve(keyspace, options, false);
}

int serveReadOnly(keyspace::EmbeddedKeyspace& keyspace, const KeyspaceServerOptions& options) {
    return serve(keyspace, options, true);
}

}  // namespace evenhand::keyspace_server
