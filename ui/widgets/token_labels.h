// SPDX-License-Identifier: GPL-3.0-or-later
// Names of what API tokens may be used for, in the language shown.
// Thread: GUI.
#pragma once

#include <QString>

#include "engine/api/token_scope.h"

namespace evenhand::ui {

[[nodiscard]] QString label(api::TokenScope scope);
/// "Read orders, Place orders"; all of them: "everything".
[[nodiscard]] QString labels(api::TokenScopes scopes);
/// As they are stored: "orders.read, orders.place".
[[nodiscard]] QString storedText(api::TokenScopes scopes);

}  // namespace evenhand::ui
