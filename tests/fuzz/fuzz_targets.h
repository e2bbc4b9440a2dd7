// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold for any bytes at all: readers of what comes from outside end, keep to their limits and agree with
// themselves. A broken promise ends the program, which is what a fuzzer looks for.
// Thread: one at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace evenhand::test {

using Bytes = std::span<const std::uint8_t>;

void fuzzRequest(Bytes bytes);
void fuzzJson(Bytes bytes);
void fuzzCsv(Bytes bytes);
/// Messages of a console to the service.
void fuzzDeskFrames(Bytes bytes);
/// Messages of a service to a console.
void fuzzServiceFrames(Bytes bytes);

/// Ends the program unless `holds`, whatever the build.
void promise(bool holds, const char* what);

}  // namespace evenhand::test
