// SPDX-License-Identifier: GPL-3.0-or-later
// The people of the demo: one for each role, all with the same password.
// Thread: any with an event loop.
#pragma once

#include <QObject>
#include <array>
#include <functional>

#include "engine/api/engine_api.h"

namespace evenhand::app {

struct DemoPerson {
    const char* login;
    const char* name;
    api::Role role;
};
/// The first one is the administrator.
inline constexpr std::array<DemoPerson, 6> kDemoPeople{{{"ada", "Ada", api::Role::Administrator},
                                                        {"dan", "Dan 丹", api::Role::Dispatcher},
                                                        {"cam", "Cam", api::Role::CampaignManager},
                                                        {"rita", "Rita", api::Role::RefundClerk},
                                                        {"aron", "Aron", api::Role::RefundApprover},
                                                        {"olga", "Olga", api::Role::Auditor}}};
/// Not a secret: the demo can be used without signing in.
inline constexpr const char* kDemoPassword = "five noodles tonight";

/// Adds them if the workspace has no people yet, and lets each change the first password so that nobody is asked to.
/// `done` is called on the thread of `context`, unless that is destroyed before, with whether there are people now or
/// with the first error. The engine must outlive the answers.
void makeDemoPeople(api::EngineApi& engine, const api::Actor& owner, QObject* context,
                    std::function<void(const Result<bool>&)> done);

}  // namespace evenhand::app
