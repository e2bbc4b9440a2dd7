// SPDX-License-Identifier: GPL-3.0-or-later
// The room of returns and refunds: what the composition root needs of it.
// Thread: make…() from any; the desks as their interfaces say.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/api/engine_api.h"
#include "engine/api/refund_desk.h"
#include "engine/api/returns_desk.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/reader.h"

namespace evenhand::tasks {
class SharedState;
}

namespace evenhand::returns {

/// Engine and reader must outlive the desk. `minorDigits`: of the workspace's currency, for exports. `now`: engine time
/// as reads know it, from any thread.
[[nodiscard]] std::unique_ptr<api::ReturnsDesk> makeReturnsDesk(runtime::Engine& engine, runtime::Reader& reader,
                                                                int minorDigits, std::function<Instant()> now);
/// `currency`: ISO 4217, for those who send refunds. `workers`: where it counts what each of them has sent.
[[nodiscard]] std::unique_ptr<api::RefundDesk> makeRefundDesk(runtime::Engine& engine, runtime::Reader& reader,
                                                              std::string currency, int minorDigits,
                                                              std::shared_ptr<tasks::SharedState> workers);

/// Alerts of cases that are old: to be registered with the engine, and told of its events.
struct CaseAges {
    std::unique_ptr<runtime::DueSource> source;  ///< must live as long as the engine runs
    api::EngineApi::EventHandler heard;          ///< not to be called once the source is gone
};
[[nodiscard]] CaseAges watchCaseAges();

}  // namespace evenhand::returns
