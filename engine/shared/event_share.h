// SPDX-License-Identifier: GPL-3.0-or-later
// Events of one engine told to the others that share its workspace, over a channel of Redis: they carry ids only, so
// whoever hears of one reads the rest. What is published while a line is down is lost to its listener, whose consoles
// see it when they next read.
// Thread: pure functions, any thread; telling as the keyspace.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/api/engine_api.h"
#include "engine/keyspace/keyspace.h"

namespace evenhand::shared {

inline constexpr std::string_view kEventsChannel = "events:committed";

/// Of the engine with this name, after the commit.
[[nodiscard]] Result<void> shareEvents(keyspace::Keyspace& keyspace, std::string_view node,
                                       const std::vector<api::Event>& events);
/// What somebody has published there; nullopt: it is of this engine itself, or cannot be read, as of another version.
[[nodiscard]] std::optional<std::vector<api::Event>> eventsOfOthers(std::string_view message, std::string_view node);

}  // namespace evenhand::shared
