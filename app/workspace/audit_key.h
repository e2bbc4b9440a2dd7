// SPDX-License-Identifier: GPL-3.0-or-later
// The key that seals a workspace's audit log: 32 random bytes as hex, kept under "audit/WORKSPACE-ID" where secrets are
// kept. Somebody who can write the database could give the workspace another id, which has no key yet, and start a new
// log. So the id of the workspace in each folder is kept with the secrets as well, under "place/" and the SHA-256 of
// the machine's id and the folder's path without links. It changes only when a workspace is created or restored there,
// or when an administrator accepts its audit log. A folder that was moved is a new place. Thread: any where waiting is
// allowed.
#pragma once

#include <string>

#include "engine/api/secret_store.h"
#include "engine/audit_chain/audit_chain.h"

namespace evenhand::app {

struct AuditKeyFound {
    runtime::AuditKey key;  ///< no id: there is no key
    std::string whyNone;    ///< empty if there is a key
    bool missing = false;   ///< secrets can be kept, but there is no key among them
};
/// `secrets`: nullptr if secrets cannot be kept.
[[nodiscard]] AuditKeyFound findAuditKey(api::SecretStore* secrets, const std::string& workspaceId);
/// The id of the workspace that this folder had; empty: not known. `secrets` as above. Errors: those of the store.
[[nodiscard]] Result<std::string> workspaceOfPlace(api::SecretStore* secrets, const std::string& folder);
/// Keeps the id of the workspace in this folder. Does nothing without `secrets`. Errors: those of the store.
[[nodiscard]] Result<void> keepPlace(api::SecretStore* secrets, const std::string& folder,
                                     const std::string& workspaceId);
/// As keepPlace(), but an error is only logged: where it cannot be kept, a new key cannot be kept either.
void tryKeepPlace(api::SecretStore* secrets, const std::string& folder, const std::string& workspaceId);
/// Makes a new key, which is not kept yet. Error: Internal, if the system provides no random numbers.
[[nodiscard]] Result<Secret> newAuditKey();
/// Keeps the key, so that findAuditKey() finds it. Errors: those of the store.
[[nodiscard]] Result<void> keepAuditKey(api::SecretStore& secrets, const std::string& workspaceId, const Secret& key);
/// The entry that says that another key seals from here on. `former`: the key so far; empty: nothing was sealed.
[[nodiscard]] api::AuditRecord newKeyRecord(const runtime::AuditKey& key, const std::string& former);

}  // namespace evenhand::app
