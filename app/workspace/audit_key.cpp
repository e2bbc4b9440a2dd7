// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/audit_key.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <optional>

#include "engine/base/sha256.h"

namespace evenhand::app {
namespace {

constexpr std::size_t kKeyBytes = 32;

/// From the system's generator; nullopt: it cannot be read.
std::optional<Secret> randomKey() {
    std::array<char, kKeyBytes> bytes{};
    const int source = ::open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    if (source < 0) {
        return std::nullopt;
    }
    const bool whole = ::read(source, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
    ::close(source);
    return whole ? std::optional(Secret(base::hexOf({bytes.data(), bytes.size()}))) : std::nullopt;
}

}  // namespace

AuditKeyFound findAuditKey(api::SecretStore* secrets, const std::string& workspaceId, bool make) {
    if (secrets == nullptr) {
        return {{}, "no place for secrets was given", false};
    }
    const auto name = "audit/" + workspaceId;
    auto kept = secrets->read(name);
    if (!kept) {
        return {{}, kept.error().message, false};
    }
    if (*kept && !(*kept)->empty()) {
        return {runtime::AuditKey::of(**kept), {}, false};
    }
    if (!make) {
        return {{}, "none was made yet", false};
    }
    const auto key = randomKey();
    if (!key) {
        return {{}, "the system has no random numbers", false};
    }
    if (auto written = secrets->write(name, *key); !written) {
        return {{}, written.error().message, false};
    }
    return {runtime::AuditKey::of(*key), {}, true};
}

api::AuditRecord newKeyRecord(const runtime::AuditKey& key, const std::string& former) {
    api::AuditRecord record;
    record.actor = "system";
    record.operation = "audit.new_key";
    record.outcome = api::AuditOutcome::Noted;
    record.subject = "key " + key.id;
    record.detail = "sealed by " + former + " until now";
    return record;
}

}  // namespace evenhand::app
