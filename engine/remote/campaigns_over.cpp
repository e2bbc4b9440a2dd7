// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/desks.h"
#include "engine/remote/remote_call.h"
#include "engine/wire/calls.h"

namespace evenhand::remote {
// A named namespace, because desks have functions of the same names and several desks are compiled together.
namespace campaigns_parts {

EVENHAND_PARTS(EVENHAND_CALLS_CAMPAIGNS)

class RemoteCampaign final : EVENHAND_MADE_OF(EVENHAND_CALLS_CAMPAIGNS) {
public:
    explicit RemoteCampaign(RemoteLine& line) : OnLine(&line) {}
};

}  // namespace campaigns_parts

std::unique_ptr<api::CampaignDesk> campaignsOver(RemoteLine& line) {
    return std::make_unique<campaigns_parts::RemoteCampaign>(line);
}

}  // namespace evenhand::remote
