// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/pages.h"

namespace evenhand::ui {

void registerPages(PageRegistry& registry) { Q_UNUSED(registry) }

}  // namespace evenhand::ui
