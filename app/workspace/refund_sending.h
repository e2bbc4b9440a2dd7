// SPDX-License-Identifier: GPL-3.0-or-later
// How a workspace comes to its refund provider: the settings name a secret, this finds it.
// Thread: any; the secret is looked for on the sender's thread.
#pragma once

#include <functional>
#include <string>

#include "app/workspace/keychain.h"
#include "engine/base/clock.h"
#include "engine/outward/refund_sender.h"

namespace evenhand::app {

/// Answers the secret that signs refunds, by its name in the settings. NotFound says where it was looked for.
using RefundSecretSource = std::function<Result<std::string>(const std::string& name)>;

/// $EVENHAND_REFUND_SECRET, else what is kept by the name.
[[nodiscard]] Result<std::string> findRefundSecret(const std::string& name, api::SecretStore& secrets);
/// findRefundSecret() in systemSecrets().
[[nodiscard]] Result<std::string> knownRefundSecret(const std::string& name);

/// HTTP providers signed with the secret of `secrets`; Unsupported for settings that name none.
[[nodiscard]] outward::ProviderSource providerSource(RefundSecretSource secrets, const Clock& clock);

/// "refunds@HOST:PID", the sender's name in claims and events where it is no worker of the ring.
[[nodiscard]] std::string refundWorkerName();
/// "HOST, process PID".
[[nodiscard]] std::string processAddress();

}  // namespace evenhand::app
