// SPDX-License-Identifier: GPL-3.0-or-later
// Where this program keeps secrets: the user's desktop (Secret Service, KWallet), or a folder that the operator names.
// Thread: any where waiting is allowed; a call may take seconds.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "engine/api/secret_store.h"

namespace evenhand::app {

/// Of this desktop. Where there is none, each call says so at once; one that does not answer (a dialog that nobody
/// sees) is given up after `patience`.
[[nodiscard]] std::unique_ptr<api::SecretStore> platformKeychain(
    std::chrono::milliseconds patience = std::chrono::seconds(20));

/// A file each, mode 0600, in a folder of mode 0700 that belongs to this user; else every call answers Unsupported
/// (keychain) and says what is wrong with the folder. For machines without a desktop, by the explicit choice of who
/// runs them: whoever reads the folder has the secrets. Values up to 64 KiB.
[[nodiscard]] std::unique_ptr<api::SecretStore> secretFolder(std::string folder);

/// Gone with it: for a workspace that is thrown away, as the demo's.
[[nodiscard]] std::unique_ptr<api::SecretStore> memorySecrets();

/// $EVENHAND_SECRETS_DIR if it is set, else the platform's keychain.
[[nodiscard]] std::unique_ptr<api::SecretStore> systemSecrets();

}  // namespace evenhand::app
