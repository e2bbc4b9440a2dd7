// SPDX-License-Identifier: GPL-3.0-or-later
// Linked into every test program: processes that it starts, and those that they start, stay below it in the tree of
// processes even when one in between ends. CTest ends that whole tree when a test takes too long.
#include <sys/prctl.h>

namespace {

[[maybe_unused]] const int kAdopts = ::prctl(PR_SET_CHILD_SUBREAPER, 1);

}  // namespace
