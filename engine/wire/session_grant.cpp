// SPDX-License-Identifier: GPL-3.0-or-later
// What a signed-in person is told, described for engine/wire/values/value.h.
#include <boost/describe/class.hpp>

#include "engine/wire/protocol.h"
#include "engine/wire/values/accounts.h"
#include "engine/wire/values/struct_codec.h"

namespace evenhand::wire {

BOOST_DESCRIBE_STRUCT(SessionGrant, (), (name, permissions, person, lastSignIn, failuresSince, token))

}  // namespace evenhand::wire

EVENHAND_WIRE_STRUCT(evenhand::wire::SessionGrant);
