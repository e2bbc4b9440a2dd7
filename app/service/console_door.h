// SPDX-License-Identifier: GPL-3.0-or-later
// Decides which consoles may connect. While the workspace has no people, only its owner may: a connection from this
// machine, made under the account that runs the service, and without signing in. From other machines TLS is required,
// because passwords could be read on the way. Thread: the server's, but for committed(): any.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/ingest/desks/desk_hub.h"
#include "engine/ingest/http/services.h"

namespace evenhand::app {

class ConsoleDoor final : public ingest::ConsoleDoor {
public:
    /// `owner`: the name of the owner in the audit log. `filesFolder`: as for DeskHub.
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
