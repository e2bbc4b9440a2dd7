// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/runtime/desk_support.h"

#include "engine/api/limits.h"
#include "engine/base/blank_text.h"
#include "engine/base/ids.h"
#include "engine/base/log.h"
#include "engine/base/within.h"

namespace evenhand::runtime {

Result<void> checkPermission(const api::Call& call, api::Permission permission) {
    if (call.actor.may(permission)) {
        return {};
    }
    if (call.actor.ended()) {
        return fail(ErrorCode::SessionEnded, call.actor.name + " is no longer signed in");
    }
    const std::string name(api::toText(permission));
    base::log(base::LogLevel::Warning, "permission", call.actor.name + " was refused " + name);
    return fail(ErrorCode::PermissionDenied, call.actor.name + " lacks the permission", "permission", name);
}

Result<void> checkAlso(Engine& engine, const api::Call& call, api::Operation operation, api::Permission permission) {
    auto allowed = checkPermission(call, permission);
    if (!allowed && allowed.error().code == ErrorCode::PermissionDenied) {
        engine.noteRefusal(call, operation, permission);
    }
    return allowed;
}

namespace {

Result<api::Call> checkedCall(const api::Call& call, api::Operation operation) {
    const auto& info = api::infoOf(operation);
    if (info.permission) {
        EVENHAND_TRY(checkPermission(call, *info.permission));
    } else if (call.actor.ended()) {
        return fail(ErrorCode::SessionEnded, call.actor.name + " is no longer signed in");
    }
    if (info.needsReason) {
        EVENHAND_TRY(checkReason(call));
    } else {
        EVENHAND_TRY(base::validateText(call.reason, "reason", api::kMaxReason));
    }
    api::Call named = call;
    named.operation = operation;
    return named;
}

}  // namespace

Result<api::Call> checkOperation(Engine& engine, const api::Call& call, api::Operation operation) {
    auto named = checkedCall(call, operation);
    if (!named && named.error().code == ErrorCode::PermissionDenied) {
        engine.noteRefusal(call, operation, *api::infoOf(operation).permission);
    }
    return named;
}

Result<void> checkReason(const api::Call& call) {
    if (base::isOnlyBlanks(call.reason)) {
        return fail(ErrorCode::InvalidArgument, "a reason is needed", "reason");
    }
    return base::validateText(call.reason, "reason", api::kMaxReason);
}

Result<void> checkRowIds(std::size_t ids) {
    return base::within(static_cast<std::int64_t>(ids), 0, api::kMaxRowIds, "ids");
}

}  // namespace evenhand::runtime
