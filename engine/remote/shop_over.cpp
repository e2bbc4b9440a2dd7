// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/desks.h"
#include "engine/remote/remote_call.h"
#include "engine/wire/calls.h"

namespace evenhand::remote {
// A named namespace, because desks have functions of the same names and several desks are compiled together.
namespace shop_parts {

EVENHAND_PARTS(EVENHAND_CALLS_SHOP)

class RemoteShop final : EVENHAND_MADE_OF(EVENHAND_CALLS_SHOP) {
public:
    explicit RemoteShop(RemoteLine& line) : OnLine(&line) {}
};

}  // namespace shop_parts

std::unique_ptr<api::ShopDesk> shopOver(RemoteLine& line) { return std::make_unique<shop_parts::RemoteShop>(line); }

}  // namespace evenhand::remote
