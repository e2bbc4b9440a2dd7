// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/command.h"
#include "app/ctl/password_prompt.h"
#include "app/ctl/row_texts.h"
#include "app/ctl/sign_in.h"
#include "app/workspace/workspace.h"
#include "engine/api/password_policy.h"
#include "engine/base/currency.h"
#include "engine/base/money.h"

namespace evenhand::ctl {
namespace {

/// Says which option is wrong, and what is wrong with it. The address itself is not repeated: it might hold a password.
std::string usage(const Error& error) {
    if (error.field == "currency" || error.field == "time_zone" || error.field == "minor_digits" ||
        error.field == "largest_amount") {
        return "\"" + error.value + "\" " + error.message;
    }
    if (error.field == "keyspace" || error.field == "membership") {
        return "--" + error.field + ": " + error.message;
    }
    const std::string part = error.field == "database" ? "" : error.field + " \"" + error.value + "\": ";
    return "--database: " + part + error.message;
}

/// In whole or decimal units of the currency.
Result<Money> largestAmount(const Arguments& arguments, int minorDigits) {
    const auto amount = base::parseMoney(arguments.value("--largest-amount"), minorDigits, "--largest-amount");
    if (!amount || amount->minor < 1) {
        return wrongUsage("--largest-amount is an amount of the workspace's currency, more than 0");
    }
    return *amount;
}

/// The password is there before anything is made, and good enough.
Result<std::optional<Secret>> administratorPassword(const Arguments& arguments) {
    if (!arguments.has("--admin")) {
        return std::optional<Secret>();
    }
    const auto login = arguments.value("--admin");
    if (auto valid = api::checkLogin(login); !valid) {
        return fail(ErrorCode::InvalidArgument, "--admin " + valid.error().message);
    }
    EVENHAND_ASSIGN(auto password, personPassword("Password of " + login + ", the first administrator: "));
    EVENHAND_TRY(api::checkPassword(password.reveal(), login, {}));
    return std::optional(std::move(password));
}

Result<void> makeAdministrator(const Context& context, const Secret& password) {
    EVENHAND_ASSIGN(const auto session, Session::open(context.place(), Session::Time::Standing));
    auto& desk = session->engine().accounts();
    const api::Call call{context.actor, {}, {}};
    EVENHAND_ASSIGN(const auto people, session->wait(desk.people(call)));
    if (!people.empty()) {
        return fail(ErrorCode::AlreadyExists, "the workspace has people already; add more with evenhandctl people add",
                    "admin", context.arguments.value("--admin"));
    }
    EVENHAND_TRY(session->wait(
        desk.create(call, {context.arguments.value("--admin"), {}, {api::Role::Administrator}}, password)));
    return {};
}

Result<ExitCode> runInit(Context& context) {
    EVENHAND_TRY(context.arguments.expectWords({}));
    if (context.arguments.has("--as")) {
        return fail(ErrorCode::InvalidArgument, "--as cannot be used before the workspace exists");
    }
    EVENHAND_ASSIGN(const auto administrator, administratorPassword(context.arguments));
    app::WorkspaceOptions options;
    options.currency = context.arguments.value("--currency", "CNY");
    options.minorDigits = base::minorDigitsOf(options.currency);
    options.timeZone = context.arguments.value("--time-zone", "Asia/Shanghai");
    if (context.arguments.has("--largest-amount")) {
        EVENHAND_ASSIGN(options.largestAmount, largestAmount(context.arguments, options.minorDigits));
    }
    options.adminName = context.arguments.value("--admin", context.actor.name);
    // Made and not run: engine time begins with the first thing that happens, which may be an import of the past.
    options.database = context.arguments.value("--database", {});
    options.keyspace = context.arguments.value("--keyspace", {});
    options.membership = context.arguments.value("--membership", {});
    const bool keep = context.arguments.has("--keep-password");
    if (keep && options.database.empty()) {
        return fail(ErrorCode::InvalidArgument, "--keep-password is for a workspace in a database server (--database)");
    }
    const auto open = openOptions();
    if (auto made = app::WorkspaceCore::create(context.workspace, options, open); !made) {
        Error error = std::move(made).error();
        if (error.code == ErrorCode::InvalidArgument) {
            error.message = usage(error);
            error.field.clear();
        }
        return fail(std::move(error));
    }
    EVENHAND_ASSIGN(const auto workspace, app::Workspace::openReadOnly(context.workspace, open));
    if (keep) {
        EVENHAND_ASSIGN(const auto settings, app::MysqlSettings::fromUrl(options.database));
        EVENHAND_ASSIGN(const auto password, askedPassword(settings));
        if (auto kept = app::keepPassword(settings, password); !kept) {
            kept.error().message = "the workspace is there, but " + kept.error().message;
            return fail(kept.error());
        }
    }
    if (administrator) {
        if (auto made = makeAdministrator(context, *administrator); !made) {
            made.error().message = "the workspace is there, but " + made.error().message;
            return fail(made.error());
        }
    }
    const auto info = workspace->workspace();
    const std::string verb =
        options.database.empty() ? "Created a workspace in " : "Connected " + info.location + " to ";
    context.io.text(verb + context.workspace + " (" + info.currency + ", " + info.timeZone + ").");
    context.io.document({{QStringLiteral("workspace"), text(context.workspace)},
                         {QStringLiteral("id"), text(info.id)},
                         {QStringLiteral("location"), text(info.location)},
                         {QStringLiteral("currency"), text(info.currency)},
                         {QStringLiteral("minor_digits"), info.minorDigits},
                         {QStringLiteral("time_zone"), text(info.timeZone)}});
    return kDone;
}

}  // namespace

Command initCommand() {
    return {"init",
            "[--currency CNY] [--time-zone Asia/Shanghai] [--largest-amount AMOUNT] [--admin NAME] "
            "[--database URL [--keep-password] [--keyspace URL --membership URL]]",
            "creates a workspace in a new or empty folder",
            {{"--currency", "CODE", "ISO 4217 code of all amounts (default: CNY)"},
             {"--time-zone", "ZONE", "IANA name of the business zone (default: Asia/Shanghai)"},
             {"--largest-amount", "AMOUNT", "of one order, payment or price (default: 10000000)"},
             {"--admin", "LOGIN",
              "its first administrator, who then signs in (password: $EVENHAND_PASSWORD_FILE, else asked for)"},
             {"--database", "URL",
              "keep it in MySQL or MariaDB: mysql://user@host[:port]/name[?ssl-ca=FILE&socket=PATH] (default: a file)"},
             {"--keyspace", "URL",
              "lets any number of services run it at the same time, on this Redis: redis://[user@]host[:port][,…] "
              "(password: $EVENHAND_KEYSPACE_PASSWORD)"},
             {"--membership", "URL",
              "where these services find each other: etcd://[user@]host[:port][,…] "
              "(password: $EVENHAND_MEMBERSHIP_PASSWORD)"},
             {"--keep-password", "", "saves the database's password in the desktop's keychain"}},
            runInit,
            nullptr,
            true};
}

}  // namespace evenhand::ctl
