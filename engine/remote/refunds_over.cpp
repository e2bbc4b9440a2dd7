// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/desks.h"
#include "engine/remote/remote_call.h"
#include "engine/wire/calls.h"

namespace evenhand::remote {
// A named namespace, because desks have functions of the same names and several desks are compiled together.
namespace refunds_parts {

EVENHAND_PARTS(EVENHAND_CALLS_REFUNDS)

class RemoteRefund final : EVENHAND_MADE_OF(EVENHAND_CALLS_REFUNDS) {
public:
    explicit RemoteRefund(RemoteLine& line) : OnLine(&line) {}
};

}  // namespace refunds_parts

std::unique_ptr<api::RefundDesk> refundsOver(RemoteLine& line) {
    return std::make_unique<refunds_parts::RemoteRefund>(line);
}

}  // namespace evenhand::remote
