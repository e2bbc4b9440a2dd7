// SPDX-License-Identifier: GPL-3.0-or-later
// Who sits at this machine, for console and command line alike: the account that the process runs as, never what an
// environment variable says. Thread: any.
#pragma once

#include <string>

#include "engine/api/call.h"

namespace evenhand::app {

/// "local:<user>"; an account without a name goes by its number.
[[nodiscard]] std::string localPerson();
/// localPerson() as administrator: the workspace's folder is open to its owner only, so who gets in is the owner.
[[nodiscard]] api::Actor localOwner(api::Via via);

}  // namespace evenhand::app
