// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/audit_key.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>

#include "engine/base/sha256.h"

namespace evenhand::app {
namespace {

constexpr std::size_t kKeyBytes = 32;

std::string nameOf(const std::string& workspaceId) { return "audit/" + workspaceId; }

}  // namespace

AuditKeyFound findAuditKey(api::SecretStore* secrets, const std::string& workspaceId) {
    if (secrets == nullptr) {
        return {{}, "no place for secrets was given", false};
    }
    auto kept = secrets->read(nameOf(workspaceId));
    if (!kept) {
        return {{}, kept.error().message, false};
    }
    if (!*kept || (*kept)->empty()) {
        return {{}, "none was made yet", true};
    }
    return {runtime::AuditKey::of(**kept), {}, false};
}

Result<Secret> newAuditKey() {
    std::array<char, kKeyBytes> bytes{};
    const int source = ::open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    if (source < 0) {
        return fail(ErrorCode::Internal, "the system has no random numbers");
    }
    const bool whole = ::read(source, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
    ::close(source);
    if (!whole) {
        return fail(ErrorCode::Internal, "the system has no random numbers");
    }
    return Secret(base::hexOf({bytes.data(), bytes.size()}));
}

Result<void> keepAuditKey(api::SecretStore& secrets, const std::string& workspaceId, const Secret& key) {
    return secrets.write(nameOf(workspaceId), key);
}

api::AuditRecord newKeyRecord(const runtime::AuditKey& key, const std::string& former) {
    api::AuditRecord record;
    record.actor = "system";
    record.operation = runtime::kNewKeyOperation;
    record.outcome = api::AuditOutcome::Noted;
    record.subject = "key " + key.id;
    record.detail = (former.empty() ? std::string("not sealed") : "sealed by " + former) + " until now";
    return record;
}

}  // namespace evenhand::app
