// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the refunds command that are about the provider. Thread: the program's main thread.
#pragma once

#include "app/ctl/command.h"
#include "app/ctl/session.h"

namespace evenhand::ctl {

/// Shows how refunds are sent, or changes it.
[[nodiscard]] Result<ExitCode> refundSettings(Context& context, Session& session);
/// Keeps the secret that signs in the desktop's keychain: `refunds secret NAME`, from standard input or typed; with
/// --remove removes it.
[[nodiscard]] Result<ExitCode> changeRefundSecret(Context& context);

}  // namespace evenhand::ctl
