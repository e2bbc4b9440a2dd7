// SPDX-License-Identifier: GPL-3.0-or-later
// The key that seals a workspace's audit log: 32 random bytes as hex, kept under "audit/WORKSPACE-ID" where secrets are
// kept. Whoever can write the database could give the workspace another id, for which there is no key yet. So it is
// kept there too which workspace a folder has, under "place/" and the SHA-256 of the machine's id and the folder's path
// without links; only making a workspace there, restoring one, or an administrator's word for its audit log changes
// that. A folder that was moved is a new place. Thread: any where waiting is allowed.
#pragma once

#include <string>

#include "engine/api/secret_store.h"
#include "engine/audit_chain/audit_chain.h"

namespace evenhand::app {

struct AuditKeyFound {
    runtime::AuditKey key;  ///< without id: none
    std::string whyNone;    ///< empty: there is one
    bool missing = false;   ///< there is a place for one, and none in it
};
/// `secrets`: nullptr: there is no place for one.
[[nodiscard]] AuditKeyFound findAuditKey(api::SecretStore* secrets, const std::string& workspaceId);
/// Which workspace this folder had; empty: that is not known. `secrets` as above; errors of the store.
[[nodiscard]] Result<std::string> workspaceOfPlace(api::SecretStore* secrets, const std::string& folder);
/// From now on it has this one. Without `secrets` nothing is kept; errors of the store.
[[nodiscard]] Result<void> keepPlace(api::SecretStore* secrets, const std::string& folder,
                                     const std::string& workspaceId);
/// As keepPlace(). An error is logged and no hindrance: where nothing can be kept, no new key can be either.
void tryKeepPlace(api::SecretStore* secrets, const std::string& folder, const std::string& workspaceId);
/// A new one, kept nowhere yet. Internal: the system provides no random numbers.
[[nodiscard]] Result<Secret> newAuditKey();
/// From now on it is the one that findAuditKey() finds. Errors of the store.
[[nodiscard]] Result<void> keepAuditKey(api::SecretStore& secrets, const std::string& workspaceId, const Secret& key);
/// What the log says when another key seals from here on. `former`: empty: nothing was sealed until now.
[[nodiscard]] api::AuditRecord newKeyRecord(const runtime::AuditKey& key, const std::string& former);

}  // namespace evenhand::app
