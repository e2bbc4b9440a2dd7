// SPDX-License-Identifier: GPL-3.0-or-later
// A keychain in memory that can be out of reach. Thread: one at a time.
#pragma once

#include <map>

#include "engine/api/secret_store.h"

namespace evenhand::test {

class MemorySecrets final : public api::SecretStore {
public:
    Result<std::optional<Secret>> read(const std::string& name) override {
        if (locked) {
            return fail(ErrorCode::Unsupported, "the keychain does not answer", "keychain");
        }
        const auto found = kept.find(name);
        return found == kept.end() ? std::optional<Secret>() : std::optional(found->second);
    }
    Result<void> write(const std::string& name, const Secret& secret) override {
        if (locked) {
            return fail(ErrorCode::Unsupported, "the keychain does not answer", "keychain");
        }
        if (full) {
            return fail(ErrorCode::Unsupported, "a secret cannot be written: No space left on device", "keychain");
        }
        kept[name] = secret;
        return {};
    }
    Result<void> remove(const std::string& name) override {
        kept.erase(name);
        return {};
    }
    std::map<std::string, Secret> kept;
    bool locked = false;
    bool full = false;  ///< what is there can be read
};

}  // namespace evenhand::test
