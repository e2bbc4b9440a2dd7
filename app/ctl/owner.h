// SPDX-License-Identifier: GPL-3.0-or-later
// Who sits at the command line. Thread: any.
#pragma once

#include "engine/api/call.h"

namespace evenhand::ctl {

/// "local:<user>", administrator: the workspace's folder is open to its owner only, so who gets in is the owner.
[[nodiscard]] api::Actor localOwner();

}  // namespace evenhand::ctl
