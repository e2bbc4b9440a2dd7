// SPDX-License-Identifier: GPL-3.0-or-later
// The ledger, described for engine/wire/values/value.h.
#pragma once

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include "engine/api/ledger_desk.h"
#include "engine/wire/values/returns_status.h"

namespace evenhand::api {

BOOST_DESCRIBE_ENUM(LedgerSort, Entry, At)

BOOST_DESCRIBE_STRUCT(LedgerRow, (), (entry, at, kind, debit, credit, amount, orderNo, paymentNo, refund, actor))
BOOST_DESCRIBE_STRUCT(LedgerFilter, (), (kinds, account, orderNo, from, to))
BOOST_DESCRIBE_STRUCT(LedgerQuery, (), (filter, descending, after, offset, limit, sort))
BOOST_DESCRIBE_STRUCT(AccountBalance, (), (account, debit, credit, balance))

}  // namespace evenhand::api
