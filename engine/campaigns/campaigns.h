// SPDX-License-Identifier: GPL-3.0-or-later
// The room of campaigns: what the composition root needs of it. Register every source with the engine, then give out
// the desk. Thread: makeCampaigns() from any; the parts as their interfaces say.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "engine/api/campaign_desk.h"
#include "engine/keyspace/keyspace.h"
#include "engine/runtime/engine.h"
#include "engine/runtime/look_pace.h"
#include "engine/runtime/reader.h"

namespace evenhand::campaigns {

struct SharedState;

/// Runs a rehearsal on a scratch workspace, not on the calling thread.
using Rehearse = std::function<api::Answer<api::CampaignRehearsalResult>(const api::CampaignRehearsal&,
                                                                         std::function<void(std::int64_t)>)>;

struct Campaigns {
    std::shared_ptr<SharedState> shared;  ///< of desk and sources
    std::unique_ptr<api::CampaignDesk> desk;
    /// They must live as long as the engine runs.
    std::vector<std::unique_ptr<runtime::DueSource>> sources;
};

/// Engine, reader and keyspace must outlive all parts. `keyspace`: that of the engine, looked at between its units on
/// its thread; nullptr: no sources (a workspace opened for reading). `minorDigits`: of the currency, for exports.
/// `pace`: when upkeep asks the keyspace; nullptr: every time.
[[nodiscard]] Campaigns makeCampaigns(runtime::Engine& engine, runtime::Reader& reader, keyspace::Keyspace* keyspace,
                                      int minorDigits, Rehearse rehearse,
                                      std::unique_ptr<runtime::LookPace> pace = nullptr);

}  // namespace evenhand::campaigns
