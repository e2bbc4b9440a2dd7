// SPDX-License-Identifier: GPL-3.0-or-later
// Which addresses webhooks may be sent to: judged when an endpoint is saved (its text) and at every connection (what
// the name server has answered), so that a name that comes to point inwards later is refused then. Thread: pure
// functions, any thread.
#pragma once

#include <string>
#include <string_view>

#include "engine/api/webhook_types.h"
#include "engine/base/ip_address.h"
#include "engine/base/result.h"

namespace evenhand::tasks {

/// What is allowed beyond https to public addresses.
struct AddressRules {
    bool allowPrivate = false;  ///< this machine and its networks; never multicast, unspecified or reserved ones
    bool allowPlain = false;    ///< http
};

/// InvalidArgument (url): not an absolute http(s) URL with a host, too long, with a user or a fragment, or with control
/// characters. AddressRefused (url): http, or a literal address or name of this machine ("localhost", "….localhost",
/// "….local", "….internal", a name without a dot), and not allowed; the message says all that is not.
[[nodiscard]] Result<void> checkEndpointUrl(const std::string& url, AddressRules rules);

/// Before connecting, for every address that the name has: AddressRefused (address) names the first that may not be
/// reached. An answer of which one is refused is refused whole, so that retries cannot pick another.
[[nodiscard]] Result<void> checkPeer(const IpAddress& address, AddressRules rules);

}  // namespace evenhand::tasks
