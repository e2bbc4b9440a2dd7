// SPDX-License-Identifier: GPL-3.0-or-later
// What can be imported, its fields, and why a row is not taken, in the language shown.
// Thread: GUI.
#pragma once

#include <QString>
#include <string>

#include "engine/api/operations.h"
#include "ui/shell/import_backend.h"

namespace evenhand::ui {

[[nodiscard]] QString importKindLabel(ImportKind kind);
/// "1 order", "12 orders".
[[nodiscard]] QString countedImports(ImportKind kind, std::int64_t count);
/// What the engine asks for at the least; more where campuses and products are created on the way.
[[nodiscard]] api::Operation importOperation(ImportKind kind);
/// "Order number" of "order_no"; a name that is not known as it is.
[[nodiscard]] QString importFieldLabel(ImportKind kind, const std::string& field);
/// "No whole number" of "bad_number"; a code that is not known as it is.
[[nodiscard]] QString importReasonLabel(const std::string& reason);

}  // namespace evenhand::ui
