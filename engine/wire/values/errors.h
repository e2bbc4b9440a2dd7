// SPDX-License-Identifier: GPL-3.0-or-later
// Errors, described for engine/wire/values/value.h.
#pragma once

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include "engine/base/error.h"

namespace evenhand::base {

BOOST_DESCRIBE_ENUM(ErrorCode, InvalidArgument, NotFound, AlreadyExists, KeyReused, WrongStatus, Conflict, StaleEpoch,
                    OutOfStock, ExceedsDeducted, ExceedsRefundable, FourEyes, UnknownSku, NoCourierOnDuty, LoadLimit,
                    Disabled, Overflow, PermissionDenied, SignInRefused, Locked, WeakPassword, SessionEnded,
                    AddressRefused, Unreachable, Busy, ReadOnly, OutcomeUnknown, Cancelled, WorkspaceInUse,
                    WorkspaceVersion, WorkspaceDamaged, WorkspaceMissing, BackupDamaged, DriverMissing, Storage, Script,
                    Unsupported, Internal)
BOOST_DESCRIBE_STRUCT(Error, (), (code, message, field, value))

}  // namespace evenhand::base
