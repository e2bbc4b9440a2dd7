// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/refund_secret.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "engine/runtime/desk_support.h"

namespace evenhand::app {
namespace {

/// Prefixes of other secrets (api::SecretStore), so that for instance the key of the audit log cannot be used to sign
/// refunds.
constexpr std::array<std::string_view, 4> kOthers{"audit/", "place/", "token/", "webhook/"};

Result<void> put(api::SecretStore& secrets, const std::string& name, const std::optional<Secret>& secret) {
    return secret ? secrets.write(name, *secret) : secrets.remove(name);
}

}  // namespace

Result<void> setRefundSecret(Workspace& workspace, api::SecretStore& secrets, const api::Call& call,
                             const std::string& name, const std::optional<Secret>& secret) {
    auto& engine = workspace.core().engine();
    auto allowed = runtime::checkOperation(engine, call, api::Operation::RefundsSetSecret);
    if (!allowed) {
        workspace.runUntilIdle();  // lets the engine write the entry of a refusal
        return fail(allowed.error());
    }
    EVENHAND_TRY(base::validateId(name, "name"));
    if (std::any_of(kOthers.begin(), kOthers.end(),
                    [&name](std::string_view prefix) { return name.starts_with(prefix); })) {
        return fail(ErrorCode::InvalidArgument, "is not a name for a secret that signs refunds", "name", name);
    }
    EVENHAND_ASSIGN(const auto former, secrets.read(name));
    if (!secret && !former) {
        return fail(ErrorCode::NotFound, "no secret is kept under this name", "name", name);
    }
    EVENHAND_TRY(put(secrets, name, secret));
    api::AuditRecord record;
    record.operation = api::infoOf(api::Operation::RefundsSetSecret).name;
    record.subject = "refund secret " + name;
    record.reason = call.reason;
    record.detail = !secret ? "removed" : former ? "replaced" : "kept";
    auto noted = engine.noteDone(*allowed, record);
    workspace.runUntilIdle();
    if (auto told = noted.result(); !told) {
        EVENHAND_TRY(put(secrets, name, former));
        return told;
    }
    return {};
}

}  // namespace evenhand::app
