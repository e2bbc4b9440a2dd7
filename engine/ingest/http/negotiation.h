// SPDX-License-Identifier: GPL-3.0-or-later
// Media types: what a client accepts, what it sends. Thread: pure, any thread.
#pragma once

#include <string_view>

namespace evenhand::ingest {

/// Whether an Accept field (empty: anything) takes `type` ("application/json"), as RFC 9110, 12.5.1: the most specific
/// range counts, one with q=0 refuses.
[[nodiscard]] bool accepts(std::string_view accept, std::string_view type) noexcept;

/// "application/json", also with charset=utf-8; nothing else.
[[nodiscard]] bool isJson(std::string_view contentType) noexcept;

}  // namespace evenhand::ingest
