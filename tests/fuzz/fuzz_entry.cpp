// SPDX-License-Identifier: GPL-3.0-or-later
// The fuzzer's way in; EVENHAND_FUZZ_TARGET is one of fuzz_targets.h.
#include "fuzz_targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    evenhand::test::EVENHAND_FUZZ_TARGET({data, size});
    return 0;
}
