// SPDX-License-Identifier: GPL-3.0-or-later
// How commands that act on rows read their words and show times. Thread: pure functions, any thread.
#pragma once

#include <QJsonValue>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/ctl/command.h"
#include "engine/base/clock.h"

namespace evenhand::ctl {

/// "2026-01-31T18:00:00.000Z".
[[nodiscard]] std::string timeText(Instant instant);
[[nodiscard]] QJsonValue timeValue(std::optional<Instant> instant);

[[nodiscard]] tl::unexpected<Error> wrongUsage(std::string message);
/// The words behind the first as row ids, at least one.
[[nodiscard]] Result<std::vector<std::int64_t>> rowIds(const Arguments& arguments);
/// "SKU=3,OTHER=0": units per SKU.
[[nodiscard]] Result<std::vector<std::pair<std::string, std::int64_t>>> unitsPerSku(const std::string& text,
                                                                                    std::string_view option);
/// The --reason; wrong usage if it is missing.
[[nodiscard]] Result<std::string> neededReason(const Arguments& arguments);

}  // namespace evenhand::ctl
