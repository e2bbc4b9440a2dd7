// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/desks.h"
#include "engine/remote/remote_call.h"
#include "engine/wire/calls.h"

namespace evenhand::remote {
// A named namespace, because desks have functions of the same names and several desks are compiled together.
namespace seckill_parts {

EVENHAND_PARTS(EVENHAND_CALLS_SECKILL)

class RemoteSeckill final : EVENHAND_MADE_OF(EVENHAND_CALLS_SECKILL) {
public:
    explicit RemoteSeckill(RemoteLine& line) : OnLine(&line) {}
};

}  // namespace seckill_parts

std::unique_ptr<api::SeckillDesk> seckillOver(RemoteLine& line) {
    return std::make_unique<seckill_parts::RemoteSeckill>(line);
}

}  // namespace evenhand::remote
