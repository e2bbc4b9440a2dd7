// SPDX-License-Identifier: GPL-3.0-or-later
// What the commands about campuses, couriers and products have in common: disabling one or several, how rows are told.
// Thread: the program's main thread.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "app/ctl/row_texts.h"
#include "app/ctl/session.h"

namespace evenhand::ctl {

/// How commands disable or enable one thing. Answers the version since.
using DisableOne =
    std::function<api::Answer<std::int64_t>(const api::Call& call, const std::string& id, bool disabled)>;
/// `disable ID… --reason` and `enable ID… --reason`; `what`: "Campus"; `member`: of the document.
[[nodiscard]] Result<ExitCode> disableEach(Context& context, Session& session, bool disabled, std::string_view what,
                                           const QString& member, const DisableOne& disable);

/// "since 2026-01-31T18:00:00.000Z" or "-".
[[nodiscard]] std::string disabledText(std::optional<Instant> since);

}  // namespace evenhand::ctl
