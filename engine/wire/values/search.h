// SPDX-License-Identifier: GPL-3.0-or-later
// The search, described for engine/wire/values/value.h.
#pragma once

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include "engine/api/search_desk.h"

namespace evenhand::api {

BOOST_DESCRIBE_ENUM(SearchKind, Order, User, Courier, Product, Payment, Return, Refund, Campaign, Sale, Person, Campus)

BOOST_DESCRIBE_STRUCT(SearchQuery, (), (text, kinds, limit))
BOOST_DESCRIBE_STRUCT(SearchHit, (), (kind, id, name, status, campus, order, user, row, at, isDisabled))
BOOST_DESCRIBE_STRUCT(SearchResult, (), (hits, more))

}  // namespace evenhand::api
