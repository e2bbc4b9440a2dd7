// SPDX-License-Identifier: GPL-3.0-or-later
// The room of shifts: what the composition root needs of it. Register the due source with the engine, then give out the
// desk.
// Thread: makeShifts() from any; the parts as their interfaces say.
#pragma once

#include <memory>
#include <string>

#include "engine/api/shift_desk.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/reader.h"

namespace evenhand::shifts {

struct Shifts {
    std::unique_ptr<api::ShiftDesk> desk;
    std::unique_ptr<runtime::DueSource> rosters;  ///< must live as long as the desk
};

/// Engine and reader must outlive all parts. `timeZone`: IANA name of the business zone; InvalidArgument if unknown.
[[nodiscard]] Result<Shifts> makeShifts(runtime::Engine& engine, runtime::Reader& reader, const std::string& timeZone);

}  // namespace evenhand::shifts
