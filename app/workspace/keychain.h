// SPDX-License-Identifier: GPL-3.0-or-later
// The place where the user's desktop keeps passwords (Secret Service, KWallet), behind a seam for tests.
// Thread: the one with the application object, before its event loop runs or where waiting is allowed.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "engine/base/result.h"

namespace evenhand::app {

class Keychain {
public:
    virtual ~Keychain() = default;

    /// nullopt: it holds nothing by this name. Unsupported: there is no keychain, or it did not answer; the message
    /// says which.
    [[nodiscard]] virtual Result<std::optional<std::string>> read(const std::string& name) = 0;
    /// Unsupported, as read().
    [[nodiscard]] virtual Result<void> write(const std::string& name, const std::string& secret) = 0;
};

/// Of this desktop. Where there is none, each call says so at once; one that does not answer (a dialog that nobody
/// sees) is given up after `patience`.
[[nodiscard]] std::unique_ptr<Keychain> platformKeychain(std::chrono::milliseconds patience = std::chrono::seconds(20));

}  // namespace evenhand::app
