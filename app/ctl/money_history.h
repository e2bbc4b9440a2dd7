// SPDX-License-Identifier: GPL-3.0-or-later
// What happened to a return, a refund or a payment that is owed: who did what, with the notes and with the rules that
// have decided something.
// Thread: the program's main thread.
#pragma once

#include <QJsonArray>
#include <string>
#include <vector>

#include "app/ctl/console_io.h"
#include "engine/api/engine_api.h"

namespace evenhand::ctl {

/// As a table for people, oldest first; answered for the document, where amounts are minor units.
[[nodiscard]] QJsonArray tellHistory(ConsoleIo& io, const std::vector<api::MoneyEvent>& events,
                                     const api::WorkspaceInfo& workspace);

}  // namespace evenhand::ctl
