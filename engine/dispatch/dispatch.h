// SPDX-License-Identifier: GPL-3.0-or-later
// The room of dispatch: what the composition root needs of it. Register every consumer under its topic and the due
// source with the engine, then give out the desk.
// Thread: makeDispatch() from any; the parts as their interfaces say.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/api/dispatch_desk.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/reader.h"

namespace evenhand::dispatch {

struct Dispatch {
    std::unique_ptr<api::DispatchDesk> desk;
    /// Topic and handler.
    std::vector<std::pair<std::string, std::unique_ptr<runtime::MessageHandler>>> consumers;
    std::unique_ptr<runtime::DueSource> calibration;  ///< must live as long as the desk
    std::unique_ptr<runtime::DueSource> recount;      ///< of orders in hand, once at the start
};

/// Engine and reader must outlive all parts. `timeZone`: IANA name of the business zone; InvalidArgument if unknown.
[[nodiscard]] Result<Dispatch> makeDispatch(runtime::Engine& engine, runtime::Reader& reader,
                                            const std::string& timeZone);

}  // namespace evenhand::dispatch
