// SPDX-License-Identifier: GPL-3.0-or-later
// evenhandctl: the command line. See --help.
#include <fcntl.h>

#include <QCoreApplication>
#include <QDir>
#include <QStandardPaths>
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "app/ctl/command.h"
#include "app/ctl/console_io.h"
#include "app/ctl/interrupt.h"
#include "app/ctl/password_prompt.h"
#include "app/ctl/reach_service.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/sign_in.h"
#include "engine/base/log.h"
#include "engine/base/private_file.h"

namespace evenhand::ctl {
namespace {

const std::vector<OptionSpec> kGlobal{
    {"--workspace", "DIR", "the workspace's folder (default: $EVENHAND_WORKSPACE, else the user's data folder)"},
    {"--as", "NAME",
     "signs in (password: $EVENHAND_PASSWORD_FILE, else asked for); without it you act as the folder's owner"},
    {"--service", "ADDRESS",
     "asks a running service (evenhandctl serve) instead of opening the workspace: HOST or HOST:PORT (8480), several "
     "with commas"},
    {"--ca", "FILE", "with --service: certificates (PEM) of the authorities that vouch for it; else the system's"},
    {"--fingerprint", "SHA256", "with --service: that of its certificate, as the service prints it; remembered"},
    {"--json", "", "one JSON document on standard output instead of text"},
    {"--help", "", "this help"},
};

/// Asks desks alone, so that a service can be asked as well.
bool asksService(const Command& command) {
    static constexpr std::string_view kNames[] = {
        "import",   "orders",   "reassign", "note",     "couriers", "dispatch", "policy",   "timers",
        "seckill",  "returns",  "refunds",  "payments", "people",   "tasks",    "webhooks", "tokens",
        "campuses", "products", "stock",    "roster",   "alerts",   "search",   "consoles", "export",
        "audit",    "backup",   "clock",    "rehearse", "ring",     "keyspace", "status"};
    return std::find(std::begin(kNames), std::end(kNames), command.name) != std::end(kNames);
}

void printHelp() {
    std::string text = "Evenhand " EVENHAND_VERSION
                       ", operations of a delivery business on the command line.\n\n"
                       "usage: evenhandctl [--workspace DIR | --service ADDRESS] [--as NAME] [--json] COMMAND …\n\n";
    for (const Command& command : allCommands()) {
        std::string left = "  " + std::string(command.name);
        left.resize(std::max<std::size_t>(left.size() + 2, 20), ' ');
        text += left + std::string(command.summary) + "\n";
    }
    text +=
        "\nevenhandctl COMMAND --help tells more. With --service ADDRESS most commands ask a running service (serve), "
        "on\n"
        "this machine or another one, instead of opening the workspace; their help says so. stats, status, clock,\n"
        "verify, export, backup, keyspace compare and audit list, verify and export also work while another process "
        "runs the\n"
        "workspace.\n\n"
        "exit codes: 0 done, 1 failed, 2 wrong usage, 3 done but rows were rejected, 4 an invariant is violated,\n"
        "5 the workspace is in use by another process\n";
    std::fputs(text.c_str(), stdout);
}

void printHelp(const Command& command) {
    std::string text = std::string("usage: evenhandctl [--workspace DIR") +
                       (asksService(command) ? " | --service ADDRESS" : "") + "] [--as NAME] [--json] " +
                       std::string(command.name) + " " + std::string(command.usage) + "\n\n" +
                       std::string(command.summary) + "\n\n";
    std::vector<OptionSpec> options = command.options;
    options.insert(options.end(), kGlobal.begin(), kGlobal.end());
    for (const OptionSpec& option : options) {
        std::string left =
            "  " + std::string(option.name) + (option.value.empty() ? "" : " " + std::string(option.value));
        const auto width = terminalWidth(left);
        left.append(std::max<std::size_t>(width + 2, 28) - width, ' ');
        text += left + std::string(option.help) + "\n";
    }
    std::fputs(text.c_str(), stdout);
}

std::string defaultWorkspace() {
    const QByteArray set = qgetenv("EVENHAND_WORKSPACE");
    if (!set.isEmpty()) {
        return set.toStdString();
    }
    const QString data = QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation);
    return (data + QStringLiteral("/evenhand/workspace")).toStdString();
}

Result<void> connectTo(const std::string& text, const Command& command, Context& context) {
    // What answers for the audit log opens a workspace that nobody can serve.
    const bool answers = command.answersForAudit != nullptr && command.answersForAudit(context.arguments);
    if (!asksService(command) || answers) {
        return wrongUsage(std::string(command.name) + (answers ? " " + context.arguments.words().front() : "") +
                          " works on the workspace itself: run it where the service is");
    }
    if (context.arguments.has("--workspace")) {
        return wrongUsage("--workspace and --service are two places");
    }
    EVENHAND_ASSIGN(context.service, reachService(text, context.arguments, context.io));
    return {};
}

/// Finds out who acts, then runs the command.
Result<ExitCode> runAs(const Command& command, Context& context) {
    const std::string login = context.arguments.value("--as");
    if (context.arguments.has("--service")) {
        EVENHAND_TRY(connectTo(context.arguments.value("--service"), command, context));
        if (login.empty() && !context.service->owner()) {
            return fail(ErrorCode::SignInRefused, "sign in with --as NAME", "as");
        }
        context.actor = context.service->owner().value_or(api::Actor{});
        if (!context.arguments.has("--as")) {
            return command.run(context);
        }
    }
    if (!context.arguments.has("--as")) {
        EVENHAND_ASSIGN(context.actor, actorOfFolder(context.workspace));
    } else if (login.empty()) {
        return fail(ErrorCode::InvalidArgument, "--as is empty");
    } else if (!command.signsIn) {
        const auto needs = command.needs != nullptr ? command.needs(context.arguments) : std::nullopt;
        const bool answers = command.answersForAudit != nullptr && command.answersForAudit(context.arguments);
        EVENHAND_ASSIGN(context.actor, actorAs(context.place(), login, needs, answers));
    }
    return command.run(context);
}

/// Runs a command whose words are known.
ExitCode run(const Command& command, Arguments arguments, ConsoleIo& io) {
    const std::string folder = arguments.value("--workspace", defaultWorkspace());
    const bool named = arguments.has("--workspace");
    Context context{io, folder, named, nullptr, {}, std::move(arguments)};
    Result<ExitCode> done = folder.empty() ? Result<ExitCode>(fail(ErrorCode::InvalidArgument, "--workspace is empty"))
                                           : runAs(command, context);
    if (done) {
        return *done;
    }
    if (done.error().code == ErrorCode::InvalidArgument && done.error().field.empty()) {
        io.usageError(done.error().message, command.name);
        return kWrongUsage;
    }
    auto error = std::move(done).error();
    if (error.code == ErrorCode::PermissionDenied && error.field == "user" && !passwordMissing().empty()) {
        error.message += "; " + passwordMissing();
    }
    io.error(error);
    return exitCodeOf(error.code);
}

/// The command's name may stand after global options.
ExitCode dispatch(std::vector<std::string> words) {
    const bool json = std::find(words.begin(), words.end(), "--json") != words.end();
    ConsoleIo io(json);
    std::size_t at = 0;
    while (at < words.size() && words[at].starts_with('-')) {
        static constexpr std::string_view kWithValue[] = {"--workspace", "--as", "--service", "--ca", "--fingerprint"};
        at += std::find(std::begin(kWithValue), std::end(kWithValue), words[at]) != std::end(kWithValue) ? 2 : 1;
    }
    const std::string name = at < words.size() ? words[at] : std::string();
    const auto& commands = allCommands();
    const auto command =
        std::find_if(commands.begin(), commands.end(), [&](const Command& c) { return c.name == name; });
    ExitCode code = kWrongUsage;
    if (name.empty() && std::find(words.begin(), words.end(), "--version") != words.end()) {
        std::puts("evenhandctl " EVENHAND_VERSION);
        code = kDone;
    } else if (name.empty() && std::find(words.begin(), words.end(), "--help") != words.end()) {
        printHelp();
        code = kDone;
    } else if (name.empty()) {
        io.usageError("a command is missing", {});
    } else if (command == commands.end()) {
        io.usageError("unknown command \"" + name + "\"", {});
    } else {
        words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
        std::vector<OptionSpec> known = command->options;
        known.insert(known.end(), kGlobal.begin(), kGlobal.end());
        auto arguments = Arguments::parse(words, known);
        if (!arguments) {
            io.usageError(arguments.error().message, command->name);
        } else if (arguments->has("--help")) {
            printHelp(*command);
            code = kDone;
        } else {
            code = run(*command, std::move(*arguments), io);
        }
    }
    if (!io.finish()) {
        io.note("evenhandctl: standard output could not be written");
        return code == kDone ? kFailed : code;
    }
    return code;
}

}  // namespace

const std::vector<Command>& allCommands() {
    static const std::vector<Command> kCommands{
        initCommand(),           importCommand(),   runCommand(),      statsCommand(),    verifyCommand(),
        exportCommand(),         ordersCommand(),   reassignCommand(), couriersCommand(), dispatchCommand(),
        policyCommand(),         timersCommand(),   clockCommand(),    seckillCommand(),  campaignCommand(),
        returnsCommand(),        refundsCommand(),  rehearseCommand(), benchCommand(),    keyspaceCommand(),
        keyspaceServerCommand(), auditCommand(),    peopleCommand(),   backupCommand(),   restoreCommand(),
        tasksCommand(),          webhooksCommand(), serveCommand(),    tokensCommand(),   campusesCommand(),
        productsCommand(),       stockCommand(),    rosterCommand(),   alertsCommand(),   paymentsCommand(),
        searchCommand(),         noteCommand(),     protocolCommand(), consolesCommand(), ringCommand(),
        statusCommand()};
    return kCommands;
}

}  // namespace evenhand::ctl

int main(int argc, char** argv) {
    // Where a caller has closed one of these, the next file that is opened would get its number, and be read or
    // written.
    for (int stream = 0; stream <= 2; ++stream) {
        if (::fcntl(stream, F_GETFD) < 0) {
            (void)::open("/dev/null", stream == 0 ? O_RDONLY : O_WRONLY);
        }
    }
    (void)evenhand::base::protectMemory();
    const QCoreApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("evenhandctl"));
    QCoreApplication::setApplicationVersion(QStringLiteral(EVENHAND_VERSION));
    evenhand::base::setLogLevel(evenhand::base::LogLevel::Warning);
    evenhand::ctl::interrupt::install();
    return evenhand::ctl::dispatch(std::vector<std::string>(argv + 1, argv + argc));
}
