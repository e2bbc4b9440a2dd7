// SPDX-License-Identifier: GPL-3.0-or-later
// The audit log, described for engine/wire/values/value.h.
#pragma once

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include "engine/api/audit_types.h"
#include "engine/wire/values/accounts.h"

namespace evenhand::api {

BOOST_DESCRIBE_ENUM(AuditOutcome, Done, Refused, Noted)
BOOST_DESCRIBE_ENUM(AuditFaultKind, Edited, Missing, BadSeal, Truncated, BadAnchor, NoAnchor, UnknownKey)
BOOST_DESCRIBE_ENUM(AuditSort, Number, At, Operation)

BOOST_DESCRIBE_STRUCT(AuditRecord, (), (seq, at, actor, via, operation, outcome, subject, reason, detail))
BOOST_DESCRIBE_STRUCT(AuditHead, (), (seq, hash))
BOOST_DESCRIBE_STRUCT(AuditFault, (), (kind, seq, what))
BOOST_DESCRIBE_STRUCT(AuditReport, (), (checked, sealed, violations, faults, head, anchor, keyId))
BOOST_DESCRIBE_STRUCT(AuditState, (), (head, keyId, whyNoKey, anchored))
BOOST_DESCRIBE_STRUCT(AuditFilter, (), (actor, operations, outcomes, from, to, text))
BOOST_DESCRIBE_STRUCT(AuditQuery, (), (filter, descending, after, offset, limit, sort))
BOOST_DESCRIBE_STRUCT(ExportNote, (), (what, filter, rows, path))
BOOST_DESCRIBE_STRUCT(ImportNote, (), (what, profile, path, rows, accepted, rejected, cancelled))

}  // namespace evenhand::api
