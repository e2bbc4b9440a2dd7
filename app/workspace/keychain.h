// SPDX-License-Identifier: GPL-3.0-or-later
// Where this program keeps secrets: the user's desktop (Secret Service, KWallet), or a folder that the operator names.
// Thread: any where waiting is allowed; a call may take seconds.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "engine/api/secret_store.h"

namespace evenhand::app {

/// The keychain of this desktop. If there is none, each call fails at once. If it does not answer, for instance because
/// a dialog waits unseen, the call fails after `patience`.
[[nodiscard]] std::unique_ptr<api::SecretStore> platformKeychain(
    std::chrono::milliseconds patience = std::chrono::seconds(20));

/// One file for each secret, mode 0600, in a folder of mode 0700 that belongs to this user; with any other folder each
/// call answers Unsupported (keychain) and says what is wrong with it. For machines without a desktop. The operator
/// must choose it explicitly, because whoever can read the folder has the secrets. Values up to 64 KiB.
[[nodiscard]] std::unique_ptr<api::SecretStore> secretFolder(std::string folder);

/// Keeps secrets in memory only: for a workspace that is thrown away, like the demo's.
[[nodiscard]] std::unique_ptr<api::SecretStore> memorySecrets();

/// The folder $EVENHAND_SECRETS_DIR if it is set, otherwise the platform's keychain.
[[nodiscard]] std::unique_ptr<api::SecretStore> systemSecrets();

}  // namespace evenhand::app
