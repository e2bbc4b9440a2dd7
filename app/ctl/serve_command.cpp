// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>
#include <tuple>
#include <utility>

#include "app/ctl/command.h"
#include "app/ctl/interrupt.h"
#include "app/ctl/password_prompt.h"
#include "app/ctl/row_texts.h"
#include "app/service/access_log.h"
#include "app/service/http_host.h"
#include "app/service/patience.h"
#include "app/service/standby_host.h"
#include "app/workspace/lease_watch.h"
#include "app/workspace/local_owner.h"
#include "app/workspace/shared_place.h"
#include "app/workspace/workspace.h"
#include "app/workspace/workspace_folder.h"
#include "engine/base/counted.h"
#include "engine/base/durable_file.h"
#include "engine/remote/line/certificate_check.h"
#include "engine/remote/line/known_services.h"

namespace evenhand::ctl {
namespace {

constexpr std::int64_t kMaxConnections = 100'000;
constexpr std::int64_t kPatienceS = 60;
constexpr std::int64_t kMaxPatienceS = 1'000'000;
constexpr std::int64_t kMsPerS = 1'000;
constexpr const char* kStandby = "--standby";

/// "127.0.0.1:8480", "[::1]:8480", "8480".
Result<void> listenAt(const std::string& text, ingest::ServerOptions& server) {
    const auto colon = text.rfind(':');
    std::string address = colon == std::string::npos ? server.address : text.substr(0, colon);
    const std::string port = colon == std::string::npos ? text : text.substr(colon + 1);
    if (address.starts_with('[') && address.ends_with(']')) {
        address = address.substr(1, address.size() - 2);
    } else if (address.find(':') != std::string::npos) {
        return wrongUsage("--listen: an IPv6 address stands in brackets, [::1]:8480");
    }
    const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), server.port);
    if (error != std::errc() || end != port.data() + port.size() || address.empty()) {
        return wrongUsage("--listen is ADDRESS:PORT");
    }
    server.address = address;
    return {};
}

/// Whole or not at all: somebody waits for it.
Result<void> writePort(const std::string& path, std::uint16_t port) {
    const auto written = base::replaceFile(path, std::to_string(port) + '\n', base::FileMode::Shared);
    if (!written) {
        return fail(ErrorCode::Storage, "the port's file cannot be written: " + written.error().message, "port_file",
                    path);
    }
    return {};
}

Result<app::HttpHostOptions> hostOptions(const Arguments& arguments) {
    app::HttpHostOptions options;
    if (arguments.has("--listen")) {
        EVENHAND_TRY(listenAt(arguments.value("--listen"), options.server));
    }
    options.server.certificateFile = arguments.value("--tls-cert");
    options.server.keyFile = arguments.value("--tls-key");
    if (options.server.certificateFile.empty() != options.server.keyFile.empty()) {
        return wrongUsage("--tls-cert and --tls-key go together");
    }
    EVENHAND_ASSIGN(const auto rate, arguments.number("--rate", 0, api::kMaxTokenRate));
    options.perSecond = rate.value_or(0);
    EVENHAND_ASSIGN(const auto connections, arguments.number("--connections", 1, kMaxConnections));
    if (connections) {
        options.server.limits.connections = static_cast<std::size_t>(*connections);
        options.server.limits.connectionsPerPeer = std::max<std::size_t>(1, options.server.limits.connections / 2);
    }
    EVENHAND_ASSIGN(const auto perPeer, arguments.number("--connections-per-address", 1, kMaxConnections));
    if (perPeer) {
        options.server.limits.connectionsPerPeer = static_cast<std::size_t>(*perPeer);
    }
    if (arguments.has("--access-log")) {
        EVENHAND_ASSIGN(options.server.accessLog, app::openAccessLog(arguments.value("--access-log")));
    }
    return options;
}

void announce(ConsoleIo& io, const ingest::ServerOptions& server, const std::string& url) {
    io.note("Serving at " + url + "; Ctrl+C ends it.");
    if (const auto fingerprint = remote::fingerprintOfFile(server.certificateFile); !fingerprint.empty()) {
        io.note("The certificate's fingerprint (SHA-256), for consoles: " + remote::shownFingerprint(fingerprint));
    }
    const bool loopback = server.address == "::1" || server.address.starts_with("127.");
    if (!loopback && server.certificateFile.empty()) {
        io.note(
            "Tokens are sent unencrypted, and consoles come in from this machine only: give --tls-cert and --tls-key, "
            "or listen at 127.0.0.1 behind a proxy.");
    }
}

/// One that storage has degraded takes commands and stores none of them; degraded by anything else it works.
bool accepts(const api::EngineStatus& status) {
    switch (status.state) {
        case api::EngineState::Live: return true;
        case api::EngineState::Degraded:
            return std::none_of(status.standing.begin(), status.standing.end(),
                                [](const auto& reason) { return reason.code == api::kStorageFailed; });
        case api::EngineState::ReadOnly:
        case api::EngineState::Disconnected: return false;
    }
    return false;
}

const std::string kGivenUp = "given up, so that a supervisor can restart it: ";

/// Its files have gone or were overwritten: at its end it saves what is open, or leaves word for the next opening.
bool hasToFinish(const api::EngineStatus& status) {
    return status.cause == ErrorCode::WorkspaceMissing || status.cause == ErrorCode::WorkspaceDamaged;
}

/// Device and inode: the same file, whatever its name is by now.
using FileIdentity = std::pair<dev_t, ino_t>;

/// nullopt: there is none.
std::optional<FileIdentity> fileAt(const std::string& path) {
    struct stat there {};
    return ::stat(path.c_str(), &there) == 0 ? std::optional(std::pair(there.st_dev, there.st_ino)) : std::nullopt;
}

enum class End : std::uint8_t {
    Asked,      ///< by a signal
    GivenUp,    ///< its patience was over
    TakenOver,  ///< another engine runs the workspace
};

/// Until one of these. An engine without work does not look for its database:
/// where `file` is no longer at `path`, `commit` makes it. `mayWait`: it stands by
/// where it does not serve.
End serveUntilAsked(const app::Workspace& workspace, const std::string& path, const std::optional<FileIdentity>& file,
                    app::Patience patience, const std::function<void()>& commit, bool mayWait) {
    constexpr std::int64_t kLookMs = 500;
    const Clock& clock = app::systemClock();
    std::uint64_t committed = 0;
    while (!interrupt::waitMs(kLookMs)) {
        const auto status = workspace.status();
        const auto before = std::exchange(committed, status.committed);
        if (accepts(status) && fileAt(path) != file) {
            commit();
        }
        if (mayWait && status.state == api::EngineState::ReadOnly && status.cause == ErrorCode::WorkspaceInUse) {
            return End::TakenOver;
        }
        // One thing that cannot be stored may be between others.
        if (patience.isOver(accepts(status) || status.committed > before, clock.monotonicNs())) {
            return End::GivenUp;
        }
    }
    return End::Asked;
}

std::string runnerOf(const Result<std::optional<app::LeaseWatch::Runner>>& seen) {
    if (!seen) {
        return "the database does not say who runs the workspace: " + seen.error().message;
    }
    const auto& holder = seen->value();
    return holder.process + (holder.since ? " (since " + base::utcText(*holder.since) + ")" : "") +
           " runs the workspace";
}

/// Waits until nobody else runs the workspace, and opens it. nullptr: a signal asked to end meanwhile. `server`: the
/// port that was listened at is the one to serve at. `hasServed`: it was taken over.
Result<std::unique_ptr<app::Workspace>> openInTurn(Context& context, app::LeaseWatch& watch,
                                                   ingest::ServerOptions& server, bool hasServed) {
    constexpr std::int64_t kLookMs = 250;
    std::unique_ptr<app::StandbyHost> host;
    do {
        auto seen = watch.look();
        if (!seen && !host && !hasServed) {
            return fail(seen.error());  // a wrong address or password is not waited for; a server that has gone is
        }
        std::string runner;
        if (seen && !*seen) {
            auto opened = app::Workspace::open(context.workspace, openOptions());
            // Somebody was quicker; or the server is not done with the one that has gone.
            const bool passes = !opened && (opened.error().code == ErrorCode::WorkspaceInUse ||
                                            ((host || hasServed) && opened.error().code == ErrorCode::Storage));
            if (!passes) {
                return opened;  // the door is open until now: opening may take a while
            }
            runner = opened.error().message;
        } else {
            runner = runnerOf(seen);
        }
        if (host) {
            host->say(std::move(runner));
            continue;
        }
        EVENHAND_ASSIGN(host, app::StandbyHost::start(server, runner));
        server.port = host->port();
        if (const auto portFile = context.arguments.value("--port-file"); !portFile.empty()) {
            EVENHAND_TRY(writePort(portFile, host->port()));
        }
        context.io.note("Standing by at " + host->url() + ": " + runner + "; Ctrl+C ends it.");
    } while (!interrupt::waitMs(kLookMs));
    return std::unique_ptr<app::Workspace>();
}

/// nullopt: another engine has taken the workspace over.
Result<std::optional<ExitCode>> serve(Context& context, const std::unique_ptr<app::Workspace>& workspace,
                                      app::HttpHostOptions& options, std::int64_t patienceS) {
    // Before anybody can know that the service is up: what happens to the file from then on is noticed.
    const auto path = app::databasePath(context.workspace);
    const auto file = fileAt(path);
    options.owner = app::localOwner(api::Via::Console);
    options.filesFolder = context.workspace + "/exports";
    EVENHAND_ASSIGN(const auto host, app::HttpHost::start(*workspace, options));
    options.server.port = host->port();
    const auto note = [&](bool on) {
        return workspace->tokens().noteService({context.actor, {}, {}}, on, host->url()).result();
    };
    EVENHAND_TRY(note(true));
    workspace->setServiceAddress(host->url());
    // Last: who waits for the file takes it as the sign that the service is up.
    if (const auto portFile = context.arguments.value("--port-file"); !portFile.empty()) {
        EVENHAND_TRY(writePort(portFile, host->port()));
    }
    announce(context.io, options.server, host->url());
    const auto told = workspace->status().standing;
    tellReasons(context.io, told);
    const auto end = serveUntilAsked(
        *workspace, path, file, app::Patience(patienceS * kMsPerS),
        [&] { std::ignore = note(true); },  // if it fails, the status says why
        context.arguments.has(kStandby));
    if (end == End::TakenOver) {
        context.io.note("No longer serving: " + workspace->status().reason);
        host->stop();
        workspace->stop();
        return std::optional<ExitCode>();
    }
    const bool gaveUp = end == End::GivenUp;
    if (gaveUp && !hasToFinish(workspace->status())) {
        // What keeps the engine from storing keeps it from ending too, another program's lock for seconds at each try.
        // Nothing was acknowledged since, and a start after a crash is what the workspace is made for.
        context.io.error({ErrorCode::ReadOnly, kGivenUp + workspace->status().reason, {}, {}});
        std::fflush(nullptr);
        std::_Exit(kFailed);
    }
    host->stop();
    std::ignore = note(false);  // a workspace that cannot be written says so below
    const auto status = workspace->status();
    workspace->stop();
    const auto ended = workspace->status();  // the last look at the files may have found what no command met
    if (gaveUp || !accepts(status) || ended.state == api::EngineState::ReadOnly) {
        return fail(ErrorCode::ReadOnly,
                    (gaveUp ? kGivenUp : std::string()) + (accepts(status) ? ended.reason : status.reason));
    }
    context.io.text(base::counted(static_cast<std::int64_t>(status.committed), "command") + " committed.");
    tellReasons(context.io, status.standing, told);
    context.io.document({{QStringLiteral("committed"), number(static_cast<std::int64_t>(status.committed))},
                         {QStringLiteral("degraded"), reasonsValue(status.standing)}});
    return std::optional(kDone);
}

Result<ExitCode> runServe(Context& context) {
    EVENHAND_TRY(context.arguments.expectWords({}));
    EVENHAND_ASSIGN(const auto patience, context.arguments.number("--give-up-after", 0, kMaxPatienceS));
    EVENHAND_ASSIGN(auto options, hostOptions(context.arguments));
    interrupt::serviceHangUp();
    std::unique_ptr<app::LeaseWatch> watch;
    if (context.arguments.has(kStandby)) {
        if (app::isSharedPlace(context.workspace)) {
            return wrongUsage("--standby is for a workspace that one service runs at a time; of those that share " +
                              context.workspace + " all serve");
        }
        auto made = app::LeaseWatch::of(context.workspace);
        if (!made && made.error().code == ErrorCode::Unsupported) {
            return wrongUsage(
                "--standby needs a workspace in MySQL or MariaDB, which another machine can reach; that of " +
                context.workspace + " is a file");
        }
        EVENHAND_ASSIGN(watch, std::move(made));
    }
    for (bool hasServed = false;; hasServed = true) {
        std::unique_ptr<app::Workspace> workspace;
        if (watch) {
            EVENHAND_ASSIGN(workspace, openInTurn(context, *watch, options.server, hasServed));
        } else {
            EVENHAND_ASSIGN(workspace, app::Workspace::open(context.workspace, openOptions()));
        }
        if (!workspace) {
            return kDone;
        }
        EVENHAND_ASSIGN(const auto ended, serve(context, workspace, options, patience.value_or(kPatienceS)));
        if (ended) {
            return *ended;
        }
    }
}

}  // namespace

Command serveCommand() {
    return {
        "serve",
        "[--listen ADDRESS:PORT] [--tls-cert FILE --tls-key FILE] [--port-file FILE] [--rate N] "
        "[--connections N] [--connections-per-address N] [--access-log FILE] [--give-up-after SECONDS] [--standby]",
        "runs the workspace as a service, for consoles, command lines and the HTTP API, until SIGTERM or Ctrl+C",
        {{"--listen", "ADDRESS:PORT", "port 0 takes any free one (127.0.0.1:8480)"},
         {"--tls-cert", "FILE", "PEM, with its chain: TLS, without which consoles come in from this machine only"},
         {"--tls-key", "FILE", "PEM"},
         {"--port-file", "FILE", "the port in use is written there once it is served (or waited at)"},
         {"--rate", "N", "requests per second of a token without a rate of its own (0: unlimited)"},
         {"--connections", "N", "clients at the same time (1024)"},
         {"--connections-per-address", "N",
          "of one address, as that of a proxy before the service (half of --connections)"},
         {"--access-log", "FILE", "a line per answer, without secrets; - is standard error (none)"},
         {"--give-up-after", "SECONDS",
          "ends with code 1 when nothing could be written for this long, so that a supervisor can act; 0: never (60)"},
         {kStandby, "",
          "where another service runs the workspace, waits until that one has ended, then serves; MySQL or MariaDB "
          "only"}},
        runServe,
        [](const Arguments&) -> std::optional<api::Operation> { return api::Operation::ServiceSwitch; }};
}

}  // namespace evenhand::ctl
