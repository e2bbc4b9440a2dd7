// SPDX-License-Identifier: GPL-3.0-or-later
// How a workspace gets its refund provider: the settings name a secret, which is looked up here.
// Thread: any; the secret is looked for on the sender's thread.
#pragma once

#include <functional>
#include <string>

#include "app/workspace/keychain.h"
#include "engine/base/clock.h"
#include "engine/outward/refund_sender.h"

namespace evenhand::app {

/// Finds the secret that signs refunds by its name in the settings. Error: NotFound says where it was looked for.
using RefundSecretSource = std::function<Result<std::string>(const std::string& name)>;

/// $EVENHAND_REFUND_SECRET if it is set, otherwise the secret that is kept under the name.
[[nodiscard]] Result<std::string> findRefundSecret(const std::string& name, api::SecretStore& secrets);
/// findRefundSecret() in systemSecrets().
[[nodiscard]] Result<std::string> knownRefundSecret(const std::string& name);

/// Makes HTTP providers that sign with the secret found by `secrets`; Unsupported if the settings name no secret.
[[nodiscard]] outward::ProviderSource providerSource(RefundSecretSource secrets, const Clock& clock);

/// "refunds@HOST:PID", the sender's name in claims and events if it is not a worker of the ring.
[[nodiscard]] std::string refundWorkerName();
/// "HOST, process PID".
[[nodiscard]] std::string processAddress();

}  // namespace evenhand::app
