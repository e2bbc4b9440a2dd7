// SPDX-License-Identifier: GPL-3.0-or-later
// Figures in the text format of Prometheus (0.0.4).
// Thread: pure, any thread.
#pragma once

#include <string>

#include "engine/api/engine_api.h"
#include "engine/ingest/http/http_figures.h"

namespace evenhand::ingest {

[[nodiscard]] std::string metricsText(const api::EngineStatus& status, const HttpFigures& http);

}  // namespace evenhand::ingest
