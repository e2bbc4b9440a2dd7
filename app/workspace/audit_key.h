// SPDX-License-Identifier: GPL-3.0-or-later
// The key that seals a workspace's audit log: 32 random bytes as hex, kept under "audit/WORKSPACE-ID" where secrets are
// kept. Thread: any where waiting is allowed.
#pragma once

#include <string>

#include "engine/api/secret_store.h"
#include "engine/runtime/audit_chain.h"

namespace evenhand::app {

struct AuditKeyFound {
    runtime::AuditKey key;  ///< without id: none
    std::string whyNone;    ///< empty: there is one
    bool made = false;      ///< just now
};
/// `secrets`: nullptr: there is no place for one. `make`: makes one where there is none yet.
[[nodiscard]] AuditKeyFound findAuditKey(api::SecretStore* secrets, const std::string& workspaceId, bool make);
/// What the log says when another key seals from here on.
[[nodiscard]] api::AuditRecord newKeyRecord(const runtime::AuditKey& key, const std::string& former);

}  // namespace evenhand::app
