// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/remote/desks.h"
#include "engine/remote/remote_call.h"
#include "engine/wire/calls.h"

namespace evenhand::remote {
// A named namespace, because desks have functions of the same names and several desks are compiled together.
namespace webhooks_parts {

EVENHAND_PARTS(EVENHAND_CALLS_WEBHOOKS)

class RemoteWebhook final : EVENHAND_MADE_OF(EVENHAND_CALLS_WEBHOOKS) {
public:
    explicit RemoteWebhook(RemoteLine& line) : OnLine(&line) {}
};

}  // namespace webhooks_parts

std::unique_ptr<api::WebhookDesk> webhooksOver(RemoteLine& line) {
    return std::make_unique<webhooks_parts::RemoteWebhook>(line);
}

}  // namespace evenhand::remote
