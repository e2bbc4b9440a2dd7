// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/seckill/interim_desk.h"
#include "engine/seckill/seckill.h"

namespace evenhand::seckill {

Seckill makeSeckill(runtime::Engine&, runtime::Reader&) {
    Seckill made;
    made.desk = std::make_unique<InterimDesk>();
    return made;
}

}  // namespace evenhand::seckill
