// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/desks.h"
#include "engine/remote/remote_call.h"
#include "engine/wire/calls.h"

namespace evenhand::remote {
// A named namespace, because desks have functions of the same names and several desks are compiled together.
namespace orders_parts {

EVENHAND_PARTS(EVENHAND_CALLS_ORDERS)

class RemoteOrder final : EVENHAND_MADE_OF(EVENHAND_CALLS_ORDERS) {
public:
    explicit RemoteOrder(RemoteLine& line) : OnLine(&line) {}
};

}  // namespace orders_parts

std::unique_ptr<api::OrderDesk> ordersOver(RemoteLine& line) {
    return std::make_unique<orders_parts::RemoteOrder>(line);
}

}  // namespace evenhand::remote
