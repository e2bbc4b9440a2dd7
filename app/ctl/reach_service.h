// SPDX-License-Identifier: GPL-3.0-or-later
// How a command reaches a service: by the address, and by a certificate that is trusted or was accepted once.
// Thread: the program's main thread.
#pragma once

#include <memory>
#include <string>

#include "app/ctl/arguments.h"
#include "app/ctl/console_io.h"
#include "engine/remote/remote_engine.h"

namespace evenhand::ctl {

/// Asks on the terminal whether an unknown certificate is the right one, and remembers it. Errors as
/// RemoteEngine::connect(); AddressRefused (fingerprint) where nobody can be asked, or it is another one than before.
[[nodiscard]] Result<std::unique_ptr<remote::RemoteEngine>> reachService(const std::string& addresses,
                                                                         const Arguments& arguments, ConsoleIo& io);

}  // namespace evenhand::ctl
