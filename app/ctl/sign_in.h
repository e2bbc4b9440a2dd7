// SPDX-License-Identifier: GPL-3.0-or-later
// Who runs a command: a person who signs in (--as), else the owner of the workspace's folder.
// Thread: the program's main thread.
#pragma once

#include <optional>
#include <string>

#include "app/ctl/session.h"
#include "engine/api/account_desk.h"

namespace evenhand::ctl {

/// The first line of $EVENHAND_PASSWORD_FILE, else typed on the terminal without showing it. Unsupported (password):
/// there is neither. NotFound (password): the file cannot be read.
[[nodiscard]] Result<Secret> personPassword(const std::string& prompt);
/// A new one for somebody: a line of standard input, or, where that is a terminal, typed there twice.
[[nodiscard]] Result<Secret> newPassword(const std::string& prompt);

/// Signs in; the password from personPassword().
[[nodiscard]] Result<api::SignedIn> signIn(Session& session, const std::string& login);
/// Who acts in a command: opens the workspace, signs in, and closes it again. WorkspaceInUse as any command that
/// writes, SignInRefused, Locked; WrongStatus (password) if it must be changed first. `needs`: what the command does
/// without a desk that would ask; PermissionDenied, and an entry of the audit log. `answersForAudit`: also where the
/// audit log fails.
[[nodiscard]] Result<api::Actor> actorAs(const Place& place, const std::string& login,
                                         std::optional<api::Operation> needs, bool answersForAudit = false);
/// "local:<user>", administrator. PermissionDenied (workspace) if the folder is another's, or not only its owner's.
[[nodiscard]] Result<api::Actor> actorOfFolder(const std::string& folder);

}  // namespace evenhand::ctl
