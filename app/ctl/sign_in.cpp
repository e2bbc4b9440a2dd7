// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/sign_in.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "app/ctl/password_prompt.h"
#include "app/ctl/row_texts.h"
#include "app/workspace/authorize.h"
#include "app/workspace/local_owner.h"
#include "engine/base/private_file.h"

namespace evenhand::ctl {
namespace {

constexpr const char* kVariable = "EVENHAND_PASSWORD_FILE";

}  // namespace

Result<Secret> personPassword(const std::string& prompt) {
    const auto path = qEnvironmentVariable(kVariable);
    if (!path.isEmpty()) {
        return base::readPrivateLine(path.toStdString(), kVariable);
    }
    EVENHAND_ASSIGN(auto typed, secretFromTerminal(prompt));
    if (!typed) {
        return fail(
            ErrorCode::Unsupported,
            "a password is needed: $" + std::string(kVariable) + " is not set, and there is no terminal to ask on",
            "password");
    }
    return Secret(*std::move(typed));
}

Result<Secret> newPassword(const std::string& prompt) {
    EVENHAND_ASSIGN(auto first, secretFromStandardInput(prompt));
    if (::isatty(STDIN_FILENO) != 0) {
        EVENHAND_ASSIGN(const auto again, secretFromStandardInput("Again: "));
        if (again != first) {
            return fail(ErrorCode::InvalidArgument, "the passwords are not the same", "password");
        }
    }
    return Secret(std::move(first));
}

Result<api::SignedIn> signIn(Session& session, const std::string& login) {
    EVENHAND_ASSIGN(auto password, personPassword("Password of " + login + ": "));
    auto done = session.wait(session.engine().accounts().signIn({login, std::move(password), api::Via::CommandLine}));
    if (!done && done.error().code == ErrorCode::Locked) {
        const auto until = Instant{std::strtoll(done.error().value.c_str(), nullptr, 10)};
        done.error().message += "; not before " + timeText(until);
    }
    return done;
}

Result<api::Actor> actorAs(const Place& place, const std::string& login, std::optional<api::Operation> needs,
                           bool answersForAudit) {
    EVENHAND_ASSIGN(const auto session,
                    Session::open(place, Session::Time::Standing,
                                  answersForAudit ? Session::Answers::ForLoss : Session::Answers::ForNothing));
    EVENHAND_ASSIGN(auto entered, signIn(*session, login));
    if (entered.person.mustChangePassword) {
        return fail(ErrorCode::WrongStatus,
                    "the password was set by another person and must be changed first: evenhandctl --as " + login +
                        " people password",
                    "password");
    }
    if (needs && place.service == nullptr) {
        const api::Call call{entered.actor, {}, {}};
        const auto allowed = app::authorize(session->workspace(), call, *needs);
        session->workspace().runUntilIdle();  // a refusal's entry
        EVENHAND_TRY(allowed);
    }
    return std::move(entered.actor);
}

Result<api::Actor> actorOfFolder(const std::string& folder) {
    std::error_code error;
    if (!std::filesystem::exists(folder + "/workspace.db", error) &&
        !std::filesystem::exists(folder + "/database.url", error)) {
        return app::localOwner(
            api::Via::CommandLine);  // nothing is there to be protected; the command says so if it needs it
    }
    struct stat found {};
    if (::stat(folder.c_str(), &found) != 0) {
        return app::localOwner(api::Via::CommandLine);
    }
    if (::geteuid() != 0 && ::geteuid() != found.st_uid) {
        return fail(ErrorCode::PermissionDenied, "the folder belongs to another user: sign in with --as NAME",
                    "workspace", folder);
    }
    if ((found.st_mode & 077U) != 0) {
        return fail(ErrorCode::PermissionDenied,
                    "others can access the folder: sign in with --as NAME, or restrict "
                    "it (chmod 700)",
                    "workspace", folder);
    }
    return app::localOwner(api::Via::CommandLine);
}

}  // namespace evenhand::ctl
