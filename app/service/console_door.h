// SPDX-License-Identifier: GPL-3.0-or-later
// Lets consoles in. Where the workspace has no people, whoever runs the service is its owner, at this machine: a
// connection of the same account comes in without signing in, and nobody else does. From beyond this machine nobody
// comes in without TLS, since passwords would be read on the way. Thread: the server's, but for committed(): any.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/ingest/desks/desk_hub.h"
#include "engine/ingest/http/services.h"

namespace evenhand::app {

class ConsoleDoor final : public ingest::ConsoleDoor {
public:
    /// `owner`: of this workspace, as it is written in the audit log. `filesFolder`: as DeskHub.
    ConsoleDoor(api::EngineApi& engine, const Clock& clock, api::Actor owner, std::string filesFolder,
                bool isEncrypted);

    [[nodiscard]] std::shared_ptr<ingest::FrameListener> enter(const ingest::Request& request) override;
    void tick() override { m_hub.tick(); }
    void committed(const std::vector<api::Event>& events) { m_hub.committed(events); }

private:
    const api::Actor m_owner;
    const bool m_isEncrypted;
    ingest::DeskHub m_hub;
};

}  // namespace evenhand::app
