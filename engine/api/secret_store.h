// SPDX-License-Identifier: GPL-3.0-or-later
// Where secrets live that the program needs again: the platform's keychain, never the database and never a plain file
// of ours. A constructor argument of the webhook desk and of the workers; the composition root has the real one.
// Names in use: "webhook/UUID", "refund/NAME" (RefundSettings::secretName), "token/KEY-ID", "audit/WORKSPACE-ID",
// "place/HASH" (which workspace a folder has).
// Thread: any; a call may block for seconds (a keychain may ask its owner), so never on the GUI's or engine's thread.
#pragma once

#include <optional>
#include <string>

#include "engine/base/result.h"
#include "engine/base/secret.h"

namespace evenhand::api {

class SecretStore {
public:
    virtual ~SecretStore() = default;
    /// nullopt: nothing by this name. Unsupported (keychain): there is none here, or it does not answer; the message
    /// says which, and what to do instead.
    [[nodiscard]] virtual Result<std::optional<Secret>> read(const std::string& name) = 0;
    /// Unsupported as read(), also where secrets can only be read.
    [[nodiscard]] virtual Result<void> write(const std::string& name, const Secret& secret) = 0;
    /// Idempotent.
    [[nodiscard]] virtual Result<void> remove(const std::string& name) = 0;
};

}  // namespace evenhand::api
