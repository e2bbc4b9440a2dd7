// SPDX-License-Identifier: GPL-3.0-or-later
// Secrets in memory, for tests. Thread: any.
#pragma once

#include <algorithm>
#include <map>
#include <mutex>

#include "engine/api/secret_store.h"

namespace evenhand::test {

class MemorySecrets final : public api::SecretStore {
public:
    bool broken = false;  ///< as where there is no keychain
    bool full = false;    ///< what is there can be read

    Result<std::optional<Secret>> read(const std::string& name) override {
        const std::scoped_lock lock(m_mutex);
        if (broken) {
            return none();
        }
        const auto found = m_secrets.find(name);
        return found == m_secrets.end() ? std::optional<Secret>() : std::optional(found->second);
    }
    Result<void> write(const std::string& name, const Secret& secret) override {
        const std::scoped_lock lock(m_mutex);
        if (broken) {
            return none();
        }
        if (full) {
            return fail(ErrorCode::Unsupported, "a secret cannot be written: No space left on device", "keychain");
        }
        m_secrets[name] = secret;
        return {};
    }
    Result<void> remove(const std::string& name) override {
        const std::scoped_lock lock(m_mutex);
        m_secrets.erase(name);
        return {};
    }
    /// How many whose names begin so.
    [[nodiscard]] std::size_t count(const std::string& prefix) const {
        const std::scoped_lock lock(m_mutex);
        return static_cast<std::size_t>(std::count_if(m_secrets.begin(), m_secrets.end(), [&](const auto& entry) {
            return entry.first.compare(0, prefix.size(), prefix) == 0;
        }));
    }
    [[nodiscard]] std::map<std::string, Secret> all() const {
        const std::scoped_lock lock(m_mutex);
        return m_secrets;
    }
    void becomes(std::map<std::string, Secret> secrets) {
        const std::scoped_lock lock(m_mutex);
        m_secrets = std::move(secrets);
    }

private:
    static tl::unexpected<Error> none() { return fail(ErrorCode::Unsupported, "there is no keychain", "keychain"); }
    mutable std::mutex m_mutex;
    std::map<std::string, Secret> m_secrets;
};

}  // namespace evenhand::test
