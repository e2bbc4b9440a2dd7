// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/desks.h"
#include "engine/remote/remote_call.h"
#include "engine/wire/calls.h"

namespace evenhand::remote {
// A named namespace, because desks have functions of the same names and several desks are compiled together.
namespace audit_parts {

EVENHAND_PARTS(EVENHAND_CALLS_AUDIT)

class RemoteAudit final : EVENHAND_MADE_OF(EVENHAND_CALLS_AUDIT) {
public:
    explicit RemoteAudit(RemoteLine& line) : OnLine(&line) {}
};

}  // namespace audit_parts

std::unique_ptr<api::AuditDesk> auditOver(RemoteLine& line) { return std::make_unique<audit_parts::RemoteAudit>(line); }

}  // namespace evenhand::remote
