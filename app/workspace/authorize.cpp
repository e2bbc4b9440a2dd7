// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workspace/authorize.h"

#include "engine/runtime/desk_support.h"

namespace evenhand::app {

Result<void> authorize(Workspace& workspace, const api::Call& call, api::Operation operation) {
    EVENHAND_TRY(runtime::checkOperation(workspace.core().engine(), call, operation));
    return {};
}

Result<void> authorize(const api::Call& call, api::Permission permission) {
    return runtime::checkPermission(call, permission);
}

}  // namespace evenhand::app
