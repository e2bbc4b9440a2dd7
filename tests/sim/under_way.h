// SPDX-License-Identifier: GPL-3.0-or-later
// Says which simulation was under way when the process ends by a signal, or when one goes on for so long that it will
// never end: as a command line on standard error. Thread: one; handles signals of any.
#pragma once

#include "plan.h"

namespace evenhand::sim {

/// From now on. `seconds`: of real time for one simulation, after which the process is ended; a thousand times what one
/// takes, so that it only says what a test's time limit would end without a word.
void sayWhatIsUnderWay(unsigned seconds);
/// This one is, from now on.
void underWay(const Plan& plan);
/// None is.
void nothingIsUnderWay();

}  // namespace evenhand::sim
