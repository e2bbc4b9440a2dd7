// SPDX-License-Identifier: GPL-3.0-or-later
// The person at this machine: the account under which the process runs, never the value of an environment variable.
// Thread: any.
#pragma once

#include <string>

#include "engine/api/call.h"

namespace evenhand::app {

/// "local:<user>", or the number of an account without a name.
[[nodiscard]] std::string localPerson();
/// localPerson() as administrator. Only the owner can open the workspace's folder, so whoever has opened it is the
/// owner.
[[nodiscard]] api::Actor localOwner(api::Via via);

}  // namespace evenhand::app
