// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine found, as entries of the palette: how each is called, what it is, and the place that it opens.
// Thread: GUI.
#pragma once

#include <QString>

#include "engine/api/search_desk.h"
#include "ui/shell/palette_model.h"
#include "ui/shell/ui_context.h"

namespace evenhand::ui {

/// Of several: "Orders".
[[nodiscard]] QString label(api::SearchKind kind);

[[nodiscard]] PaletteItem searchItem(const api::SearchHit& hit, UiContext& context);

}  // namespace evenhand::ui
