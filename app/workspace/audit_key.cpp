// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/audit_key.h"

#include <fcntl.h>
#include <unistd.h>

#include <QByteArray>
#include <QSysInfo>
#include <array>
#include <filesystem>

#include "engine/base/log.h"
#include "engine/base/sha256.h"

namespace evenhand::app {
namespace {

constexpr std::size_t kKeyBytes = 32;

std::string nameOf(const std::string& workspaceId) { return "audit/" + workspaceId; }

std::string placeOf(const std::string& folder) {
    std::error_code ignored;
    const auto path = std::filesystem::weakly_canonical(folder, ignored);
    // With the id of the machine, because machines may share their secrets; hashed, because a path may be longer than
    // the name of a secret.
    const auto named = QSysInfo::machineUniqueId().toStdString() + '\n' + (ignored ? folder : path.string());
    return "place/" + base::hexOf(base::bytesOf(base::sha256(named)));
}

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
        return {{}, "none was created yet", true};
    }
    return {runtime::AuditKey::of(**kept), {}, false};
}

Result<std::string> workspaceOfPlace(api::SecretStore* secrets, const std::string& folder) {
    if (secrets == nullptr) {
        return std::string();
    }
    EVENHAND_ASSIGN(const auto kept, secrets->read(placeOf(folder)));
    return kept ? std::string(kept->reveal()) : std::string();
}

Result<void> keepPlace(api::SecretStore* secrets, const std::string& folder, const std::string& workspaceId) {
    return secrets == nullptr ? Result<void>() : secrets->write(placeOf(folder), Secret(workspaceId));
}

void tryKeepPlace(api::SecretStore* secrets, const std::string& folder, const std::string& workspaceId) {
    if (const auto kept = keepPlace(secrets, folder, workspaceId); !kept) {
        base::log(base::LogLevel::Info, "audit",
                  "the workspace of " + folder + " could not be recorded: " + kept.error().message);
    }
}

Result<Secret> newAuditKey() {
    std::array<char, kKeyBytes> bytes{};
    const int source = ::open("/dev/urandom", O_RDONLY | O_CLOEXEC);
    if (source < 0) {
        return fail(ErrorCode::Internal, "the system provides no random numbers");
    }
    const bool whole = ::read(source, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
    ::close(source);
    if (!whole) {
        return fail(ErrorCode::Internal, "the system provides no random numbers");
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
