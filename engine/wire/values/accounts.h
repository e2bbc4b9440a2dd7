// SPDX-License-Identifier: GPL-3.0-or-later
// People, their roles and how they sign in, described for engine/wire/values/value.h.
#pragma once

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include "engine/api/account_types.h"
#include "engine/api/actor.h"
#include "engine/api/permission.h"

namespace evenhand::api {

BOOST_DESCRIBE_ENUM(Via, Engine, Console, CommandLine, Http)
BOOST_DESCRIBE_ENUM(Role, Administrator, Dispatcher, CampaignManager, RefundClerk, RefundApprover, Auditor)

BOOST_DESCRIBE_STRUCT(PersonInput, (), (login, name, roles))
BOOST_DESCRIBE_STRUCT(PersonRow, (),
                      (id, login, name, roles, disabled, mustChangePassword, failures, waitUntil, lastSignIn, createdAt,
                       createdBy, version))
BOOST_DESCRIBE_STRUCT(PersonRef, (), (id, version))
BOOST_DESCRIBE_STRUCT(SignIn, (), (login, password, via))
BOOST_DESCRIBE_STRUCT(AccountSettings, (), (idleLockMs, freeFailures, firstDelayMs, lockAfter, lockMs, version))
BOOST_DESCRIBE_STRUCT(SignInState, (), (needed))

}  // namespace evenhand::api
