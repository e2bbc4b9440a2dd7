// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens of the HTTP API, described for engine/wire/values/value.h.
#pragma once

#include <boost/describe/class.hpp>

#include "engine/api/token_desk.h"

namespace evenhand::api {

BOOST_DESCRIBE_STRUCT(TokenInput, (), (name, scopes, perSecond))
BOOST_DESCRIBE_STRUCT(TokenRow, (), (id, input, keyId, createdAt, createdBy, revokedAt, revokedBy))
BOOST_DESCRIBE_STRUCT(TokenCreated, (), (row, token, signing))
BOOST_DESCRIBE_STRUCT(RefusedRequests, (), (holder, peer, status, reason, count, from))

}  // namespace evenhand::api
