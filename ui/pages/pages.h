// SPDX-License-Identifier: GPL-3.0-or-later
// The list of pages of the console.
#pragma once

#include "ui/shell/page_registry.h"

namespace evenhand::ui {

/// In the order of the navigation.
void registerPages(PageRegistry& registry);

}  // namespace evenhand::ui
