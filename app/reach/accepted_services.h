// SPDX-License-Identifier: GPL-3.0-or-later
// Services whose certificates this person has accepted, at the console or at the command line: both remember them in
// one file. Thread: any, one at a time.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/remote/line/known_services.h"
#include "engine/remote/line/service_address.h"
#include "engine/remote/line/socket_line.h"

namespace evenhand::app {

/// Among this person's settings: evenhand/known_services.
[[nodiscard]] std::string knownServicesPath();

/// What was accepted just now for an address; empty: nothing.
using JustAccepted = std::function<std::string(const remote::ServiceAddress&)>;
/// How each of the addresses is known: by the authorities (PEM; empty: the system's), or by the certificate that was
/// accepted for it, just now or before.
[[nodiscard]] std::vector<remote::ServiceTrust> trustOf(const std::vector<remote::ServiceAddress>& addresses,
                                                        const std::string& authorityFile,
                                                        const remote::KnownServices& known,
                                                        const JustAccepted& justAccepted);

}  // namespace evenhand::app
