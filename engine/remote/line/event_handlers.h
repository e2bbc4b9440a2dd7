// SPDX-License-Identifier: GPL-3.0-or-later
// Who wants to hear of what was committed at the service.
// Thread: any. Handlers run inside of tell(), on the line's thread; a subscription that is ended meanwhile waits for
// them.
#pragma once

#include <memory>
#include <vector>

#include "engine/api/engine_api.h"

namespace evenhand::remote {

class EventHandlers {
public:
    EventHandlers();
    ~EventHandlers();
    EventHandlers(const EventHandlers&) = delete;
    EventHandlers& operator=(const EventHandlers&) = delete;

    /// The subscription may outlive this.
    [[nodiscard]] std::unique_ptr<api::Subscription> subscribe(api::EngineApi::EventHandler handler);
    void tell(const std::vector<api::Event>& events);

private:
    struct Handlers;
    class Listening;
    const std::shared_ptr<Handlers> m_handlers;
};

}  // namespace evenhand::remote
